"""Spanish: enough to read plain statements about oneself, as tables."""

from __future__ import annotations

import re

from persona_cli.extract.rules.packs.pack import Pack, Statement

PACK = Pack(
    code="es",
    name="Spanish",
    common=frozenset(),
    respell=lambda t: t,
    and_word="y",
    pasted=re.compile(r"texto", re.IGNORECASE),
    pasted_after=re.compile(r"(?!)"),
    drop=re.compile(r"\bsi\b"),
    statements=(Statement(re.compile(r"\bvivo en (?P<o>[A-Z]\w+)"), "lives_in"),),
    third={"vivo": "vive", "mi": "su", "yo": ""},
    user="el usuario",
)
