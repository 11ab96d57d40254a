"""What is in the graph, and in which order."""

from __future__ import annotations

import random

import pytest
from graph_memories import ENTITIES, EPISODE_OF, EPISODES, FACTS, fact, large, when
from hypothesis import given, settings
from hypothesis import strategies as st

from persona_cli.core.model import USER_ENTITY
from persona_cli.errors import NothingFoundError
from persona_cli.work.graph.build import build_graph
from persona_cli.work.graph.model import Graph
from persona_cli.work.graph.table import FORMATS


def ids(graph: Graph) -> set[str]:
    return {node.id for node in graph.nodes}


def links(graph: Graph) -> set[str]:
    return {link.id for link in graph.links}


def attributes(graph: Graph) -> set[str]:
    return {each.id for node in graph.nodes for each in node.facts}


def test_facts_with_an_object_are_links_and_others_hang_on_their_node():
    """Every live fact is in the graph once: as a link when it has an object, else as an attribute of its subject."""
    graph = build_graph(ENTITIES, FACTS)
    assert {"fa_1", "fa_2", "fa_4", "fa_5", "fa_8", "fa_b"} == links(graph)
    assert {"fa_6", "fa_7"} == attributes(graph)
    assert [each.id for node in graph.nodes if node.id == "en_mara" for each in node.facts] == ["fa_6"]


def test_every_canonical_entity_is_a_node_even_without_facts():
    """An entity with no facts is drawn; one that was merged into another is not, and its facts are the other's."""
    graph = build_graph(ENTITIES, FACTS)
    assert {e.id for e in ENTITIES if not e.merged_into} == ids(graph)
    assert ("en_mara", "en_cello") in {(link.source, link.target) for link in graph.links}
    assert {"en_mara"} == {link.fact.subject for link in graph.links if link.id == "fa_5"}


def test_the_past_is_shown_only_when_asked_for_and_what_was_retracted_never():
    """`include_past` adds facts that have ended; a retracted fact is not part of any graph."""
    now, all_time = build_graph(ENTITIES, FACTS), build_graph(ENTITIES, FACTS, include_past=True)
    assert {"fa_3", "fa_a"} == links(all_time) - links(now)
    assert "fa_9" not in links(all_time)


def test_as_of_shows_what_was_true_that_day():
    """As of 2021 the user lived in Graz and Mara worked at the lab; of what began later nothing is shown."""
    graph = build_graph(ENTITIES, FACTS, as_of=when("2021"))
    assert {"fa_3", "fa_a", "fa_4", "fa_5", "fa_8", "fa_b"} == links(graph)
    assert "fa_3" not in links(build_graph(ENTITIES, FACTS, as_of=when("2024-02-01")))


def test_a_fact_whose_end_lies_ahead_is_true_now():
    """A fact that is known to end later than `as_of` is shown."""
    ahead = fact("fa_x", USER_ENTITY, "lives_in", "en_oslo", "Imre lives in Oslo until 2030.", invalid_at="2030")
    assert {"fa_x"} == links(build_graph(ENTITIES, [ahead], as_of=when("2026-05-01")))
    assert set() == links(build_graph(ENTITIES, [ahead], as_of=when("2031")))


def test_since_and_until_keep_what_overlaps_the_period():
    """A fact is in when its valid time touches the period, counted at the precision of its ends."""
    kept = links(build_graph(ENTITIES, FACTS, since=when("2020"), until=when("2023-05"), include_past=True))
    assert {"fa_1", "fa_3", "fa_5", "fa_a", "fa_b"} == kept
    assert "fa_1" not in links(build_graph(ENTITIES, FACTS, until=when("2023-04"), include_past=True))
    assert "fa_a" not in links(build_graph(ENTITIES, FACTS, since=when("2023"), include_past=True))


def test_kinds_select_facts():
    """With only psyche asked for, no plain fact and no goal is in."""
    graph = build_graph(ENTITIES, FACTS, kinds=("psyche",))
    assert (set(), {"fa_7"}) == (links(graph), attributes(graph))


def test_goals_and_psyche_can_be_nodes():
    """A goal drawn as a node hangs between its subject and what it is about; its text is its name."""
    graph = build_graph(ENTITIES, FACTS, with_goals=True, with_psyche=True)
    assert {"fa_7", "fa_8"} <= ids(graph)
    ends = {(link.source, link.target, link.label) for link in graph.links}
    assert {(USER_ENTITY, "fa_8", "wants"), ("fa_8", "en_cello", "about"), (USER_ENTITY, "fa_7", "prefers")} <= ends
    assert [node.kind for node in graph.nodes if node.id == "fa_8"] == ["goal"]


def test_episodes_stand_in_the_order_of_their_times_with_what_rests_on_them():
    """NEXT and PREVIOUS join neighbours in time, DERIVED_FROM a node and the episodes its facts come from."""
    graph = build_graph(ENTITIES, FACTS, EPISODES, episode_of=EPISODE_OF, with_episodes=True, with_goals=True)
    ends = {(link.source, link.target, link.label) for link in graph.links if link.kind == "episode"}
    assert {("ep_1", "ep_2", "NEXT"), ("ep_2", "ep_1", "PREVIOUS"), ("fa_8", "ep_1", "DERIVED_FROM")} <= ends
    assert (USER_ENTITY, "ep_1", "DERIVED_FROM") in ends
    assert not any("ep_3" in end[:2] for end in ends)
    assert set() == {node.kind for node in build_graph(ENTITIES, FACTS, EPISODES).nodes} & {"episode"}


@pytest.mark.parametrize("about", ["en_mara", "Mara Lindqvist", "mara lindqvist ", "M. Lindqvist", "en_old"])
def test_about_takes_an_id_a_name_or_an_alias(about: str):
    """One link from Mara: herself, the user and the cello; and the links between those three."""
    graph = build_graph(ENTITIES, FACTS, about=about)
    assert {"en_mara", USER_ENTITY, "en_cello"} == ids(graph)
    assert {"fa_4", "fa_5", "fa_8", "fa_b"} == links(graph)


def test_depth_counts_links():
    """Depth 0 is the node alone, and two steps from the cello reach what the user is linked to."""
    assert {"en_cello"} == ids(build_graph(ENTITIES, FACTS, about="cello", depth=0))
    assert {"en_oslo", "en_lab"} <= ids(build_graph(ENTITIES, FACTS, about="cello", depth=2))


def test_an_unknown_or_ambiguous_name_is_said_to_be_so():
    """No graph is made about an entity that does not exist, nor about one of two with the same name."""
    with pytest.raises(NothingFoundError, match="no entity"):
        build_graph(ENTITIES, FACTS, about="Nobody")
    twins = [*ENTITIES, ENTITIES[3].__class__("en_oslo2", "Oslo", "other")]
    with pytest.raises(NothingFoundError, match="2 entities"):
        build_graph(twins, FACTS, about="oslo")


def test_a_limit_keeps_the_most_connected_and_counts_the_rest():
    """The user stays, then the nodes with most facts; nodes, links and attributes that went are counted."""
    whole = build_graph(ENTITIES, FACTS, include_past=True)
    graph = build_graph(ENTITIES, FACTS, include_past=True, limit=2)
    assert {USER_ENTITY, "en_mara"} == ids(graph)
    assert len(whole.nodes) - 2 == graph.left_out.nodes
    assert len(whole.links) - len(graph.links) == graph.left_out.links
    assert "5 nodes" in str(graph.left_out)
    assert not build_graph(ENTITIES, FACTS, limit=100).left_out


def test_a_fact_about_an_entity_nobody_recorded_is_not_lost():
    """Its node goes by its id."""
    graph = build_graph((), [fact("fa_x", "en_gone", "knows", "en_away", "One knows the other.")])
    assert {"en_gone", "en_away"} == {node.name for node in graph.nodes}


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(dice: random.Random):
    """The same belief gives the same bytes in every format, in whatever order it is read."""
    entities, facts, episodes = list(ENTITIES), list(FACTS), list(EPISODES)
    options = {"episode_of": EPISODE_OF, "include_past": True, "with_episodes": True, "with_goals": True}
    expected = build_graph(entities, facts, episodes, **options)
    for each in (entities, facts, episodes):
        dice.shuffle(each)
    graph = build_graph(entities, facts, episodes, **options)
    assert expected == graph
    for form in FORMATS.values():
        if form.write:
            assert "".join(form.write(expected)) == "".join(form.write(graph))
        else:
            assert list(form.files(expected)) == list(form.files(graph))


def test_a_large_memory_is_whole():
    """Of 3,000 facts each is in the graph exactly once."""
    entities, facts = large(800, 3000)
    graph = build_graph(entities, facts, include_past=True)
    assert sorted(f.id for f in facts) == sorted(
        [link.id for link in graph.links] + [f.id for node in graph.nodes for f in node.facts]
    )
    assert [f.id for f in graph.facts()] == sorted(f.id for f in facts)
