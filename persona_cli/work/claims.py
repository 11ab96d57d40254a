"""What an extractor says about new turns, as far as it counts: of those turns alone, and of whom they may speak of."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from persona_cli.core.model import Turn
from persona_cli.core.nameless import nameless
from persona_cli.extract.contract import Claim, Context, Extractor
from persona_cli.work.people import user_of
from persona_cli.work.report import Report


def claims_of(
    extractor: Extractor, turns: Sequence[Turn], context: Context, *, wanted: Collection[str], report: Report
) -> list[Claim]:
    """Claims about the `wanted` of some turns in their order; the others are there to be understood with them.

    A turn of which a part failed gives nothing: it is tried again as a whole. What others say of third parties stays
    what they said: in talk each speaks for themselves.
    """
    last = max((place for place, turn in enumerate(turns) if turn.id in wanted), default=-1)
    if last < 0:
        return []
    heard = turns[: last + 1]
    asides = frozenset(turn.id for turn in heard if turn.id not in wanted)
    users = context.user_speakers | user_of(turns)
    found = extractor.extract(heard, replace(context, asides=asides, user_speakers=users))
    own = {turn.id for turn in heard if turn.role == "user"}
    usable = set(wanted) - set(found.failed)
    said = (claim for claim in found.claims if claim.turn in usable and not _of_nobody(claim))
    kept = [claim for claim in said if claim.subject_is_speaker or claim.turn in own]
    report.add_extraction(found, wanted, {claim.turn for claim in kept})
    return kept


def _of_nobody(claim: Claim) -> bool:
    """Whether it speaks of somebody who has no name, like `Speaker 2`."""
    return nameless(claim.object) or (nameless(claim.subject) and not claim.subject_is_speaker)
