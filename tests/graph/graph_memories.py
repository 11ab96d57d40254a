"""Made-up memories for the tests of graphs: a small one by hand, a hostile one, and large ones from a seed."""

from __future__ import annotations

import random

from persona_cli.core.model import USER_ENTITY, Entity, Episode, Evidence, Fact
from persona_cli.core.when import When, parse_when


def when(text: str) -> When | None:
    return parse_when(text) if text else None


def fact(key: str, subject: str, predicate: str, target: str, text: str, **more) -> Fact:
    values = {
        "kind": "fact",
        "aspect": "",
        "status": "",
        "valid_at": None,
        "invalid_at": None,
        "when_said": "",
        "said_at": "2025-03-01T09:00:00Z",
        "evidence": (Evidence("tu_1", text),),
        "confidence": 0.9,
        "extractor": "rules",
        "edited": False,
        "retracted": False,
        "known_at": "2025-03-01T09:00:05Z",
    } | more
    for name in ("valid_at", "invalid_at"):
        if isinstance(values[name], str):
            values[name] = when(values[name])
    return Fact(key, subject, predicate, target, text, **values)


ENTITIES = (
    Entity(USER_ENTITY, "Imre", "user", "person"),
    Entity("en_mara", "Mara Lindqvist", "subject", "person", aliases=("Mara", "M. Lindqvist")),
    Entity("en_lab", "Northlight Lab", "subject", "organisation", description="A small optics workshop"),
    Entity("en_oslo", "Oslo", "subject", "place"),
    Entity("en_graz", "Graz", "subject", "place"),
    Entity("en_cello", "cello", "other", "thing"),
    Entity("en_old", "Marra", "subject", "person", merged_into="en_mara"),
    Entity("en_lone", "Lighthouse", "other", "thing"),
)
FACTS = (
    fact("fa_1", USER_ENTITY, "works_at", "en_lab", "Imre works at Northlight Lab.", valid_at="2023-05"),
    fact("fa_2", USER_ENTITY, "lives_in", "en_oslo", "Imre lives in Oslo.", valid_at="2024-02-01"),
    fact(
        "fa_3",
        USER_ENTITY,
        "lives_in",
        "en_graz",
        "Imre lived in Graz.",
        valid_at="2019",
        invalid_at="2024-02-01",
        closed_by="fa_2",
    ),
    fact("fa_4", USER_ENTITY, "friend_of", "en_mara", "Imre is a friend of Mara Lindqvist."),
    fact("fa_5", "en_old", "plays", "en_cello", "Mara plays the cello.", when_said="since school", valid_at="2008"),
    fact("fa_6", "en_mara", "birthday", "", "Mara's birthday is 4 May.", kind="fact"),
    fact("fa_7", USER_ENTITY, "prefers", "", "Imre prefers short answers.", kind="psyche", aspect="preference"),
    fact(
        "fa_8",
        USER_ENTITY,
        "wants",
        "en_cello",
        "Imre wants to learn the cello.",
        kind="goal",
        aspect="project",
        status="open",
    ),
    fact("fa_9", USER_ENTITY, "works_at", "en_graz", "Imre works at Graz.", retracted=True),
    fact("fa_a", "en_mara", "works_at", "en_lab", "Mara works at Northlight Lab.", valid_at="2020", invalid_at="2023"),
    fact("fa_b", USER_ENTITY, "colleague_of", "en_mara", "Imre was a colleague of Mara.", valid_at="2019"),
)
EPISODES = (
    Episode("ep_1", "chat.jsonl", "c1", "Moving north", "2025-03-01T09:00:00Z"),
    Episode("ep_2", "chat.jsonl", "c2", "Music", "2025-04-02T19:30:00Z"),
    Episode("ep_3", "note.md", "", "", ""),
)
EPISODE_OF = {"tu_1": "ep_1"}

HOSTILE = (
    "</script><script>window.owned=1</script>",
    "<img src=x onerror=window.owned=1>",
    '"]; end --> subgraph "x',
    "'}) DETACH DELETE n; //",
    '\\" -> "evil\\',
    "<!-- <script> ${7*7} {{7*7}} `tick` %%{init}%% -->",
    "[[link]]|x ![[embed]] #tag ^block $x$ <% tp.file %>",
    "tab\tline\nnext\r\nend\x00\x07",
    '=HYPERLINK("http://x.invalid")',
    "../../etc/passwd",
    "CON",
    "ナイト & <Łódź> \u202egnp.exe \U0001f9ff",
    "&lt;b&gt; &amp; #quot; #35;",
    "end",
    "",
)


def hostile() -> tuple[tuple[Entity, ...], tuple[Fact, ...]]:
    """Every hostile text as a name, an alias, a description, a predicate, a fact's text and a quote."""
    entities = [Entity(USER_ENTITY, "Imre", "user", "person")]
    facts = []
    for i, text in enumerate(HOSTILE):
        entities.append(Entity(f"en_h{i:02}", text, "subject", "person", aliases=(text,), description=text))
        quoted = (Evidence(f"tu_{i}", text, text),)
        facts.append(fact(f"fa_l{i:02}", USER_ENTITY, text, f"en_h{i:02}", text, evidence=quoted, when_said=text))
        facts.append(fact(f"fa_o{i:02}", f"en_h{i:02}", text, "", text, evidence=quoted))
    return tuple(entities), tuple(facts)


_FIRST = "Ada Bo Cleo Dag Elif Femi Gus Hana Ivo Jun Kaja Lars Mina Nils Oda Piet Runa Sol Tove Uma Vera Wim Xenia Yara Zoe".split()
_LAST = "Aalto Berg Costa Dahl Eriksen Foss Grau Holm Ibsen Juhl Krog Lund Moen Nygaard Orre Pihl Quist Rask Strand Thoresen".split()
_PLACES = "harbour bakery library garden workshop valley station museum bridge market".split()
_KINDS = (("person", 50), ("place", 16), ("organisation", 12), ("thing", 12), ("work", 8), ("animal", 2))
_PREDICATES = {
    "person": "friend_of sibling_of colleague_of met neighbour_of taught".split(),
    "place": "lives_in visited moved_to grew_up_in".split(),
    "organisation": "works_at studied_at member_of left".split(),
    "thing": "owns bought repaired lost".split(),
    "work": "read watched recommends is_writing".split(),
    "animal": "keeps feeds".split(),
}


def large(nodes: int, facts: int, seed: int = 7) -> tuple[list[Entity], list[Fact]]:
    """A memory of circles of people: most facts stay inside a circle, some about the user, some have ended."""
    dice = random.Random(seed)
    names = [kind for kind, share in _KINDS for _ in range(share)]
    entities = [Entity(USER_ENTITY, "Imre", "user", "person")]
    for i in range(1, nodes):
        kind = dice.choice(names)
        if kind == "person":
            name = f"{dice.choice(_FIRST)} {dice.choice(_LAST)}"
        else:
            name = (
                f"{dice.choice(_LAST)} {dice.choice(_PLACES)}"
                if kind != "work"
                else f"The {dice.choice(_PLACES)} of {dice.choice(_LAST)}"
            )
        entities.append(Entity(f"en_{i:06}", name, "subject" if kind in ("person", "organisation") else "other", kind))
    circle = max(6, nodes // 40)
    made = []
    for i in range(facts):
        about_user = dice.random() < 0.06
        a = (
            0
            if about_user
            else min(
                nodes - 1,
                1 + int(dice.paretovariate(1.1) - 1) * 7 % circle + circle * dice.randrange(max(1, nodes // circle)),
            )
        )
        b = (
            dice.randrange(1, nodes)
            if dice.random() < 0.06 or about_user
            else min(nodes - 1, max(1, a - a % circle + int(circle * dice.random() ** 2)))
        )
        year, month = 2016 + int(10 * dice.random() ** 0.6), 1 + dice.randrange(12)
        ended = f"{min(2026, year + 1 + dice.randrange(4))}-{month:02}" if dice.random() < 0.25 else ""
        said = f"{year}-{month:02}-{1 + dice.randrange(28):02}"
        kind = entities[b].type
        attribute = dice.random() < 0.25
        predicate = "likes" if attribute else dice.choice(_PREDICATES[kind])
        text = (
            f"{entities[a].name} {predicate.replace('_', ' ')} {'early mornings' if attribute else entities[b].name}."
        )
        made.append(
            fact(
                f"fa_{i:06}", entities[a].id, predicate, "" if attribute else entities[b].id, text,
                valid_at=f"{year}-{month:02}" if dice.random() < 0.8 else "", invalid_at=ended, said_at=f"{said}T10:00:00Z",
                evidence=(Evidence(f"tu_{i}", f"{text[:-1]}, you know", f"chat-{i % 300}"),), known_at=f"{said}T10:01:00Z",
            )
        )  # fmt: skip
    return entities, made
