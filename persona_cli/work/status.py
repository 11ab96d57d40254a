"""Status: what the vault holds, what waits, and how the index stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from persona_cli.core.codec import well_formed
from persona_cli.store.vault import Vault
from persona_cli.work import indexing, refresh
from persona_cli.work.pending import pending

_COUNTS = {
    "episodes": "SELECT COUNT(*) FROM episodes",
    "turns": "SELECT COUNT(*) FROM turns WHERE live",
    "entities": "SELECT COUNT(*) FROM entities WHERE owner = id",
    "facts": "SELECT COUNT(*) FROM facts WHERE NOT retracted AND (valid_to = '' OR valid_to > ?1)",
    "past_facts": "SELECT COUNT(*) FROM facts WHERE NOT retracted AND valid_to != '' AND valid_to <= ?1",
    "waiting_for_review": "SELECT COUNT(*) FROM reviews WHERE state = 'open'",
    "operations": "SELECT COUNT(*) FROM operations",
    "unfinished_events": "SELECT COUNT(*) FROM orphans",
    "bad_lines": "SELECT COUNT(*) FROM problems",
}


def status(vault: Vault, *, say: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Figures by name; counts are of what is believed now."""
    with refresh.using(vault) as opened:
        refresh.tell_damage(opened, say)
        base = opened.catalog.base
        counts = {
            name: base.execute(sql, (vault.now(),) if "?1" in sql else ()).fetchone()[0]
            for name, sql in _COUNTS.items()
        }
        newest = base.execute(
            "SELECT time FROM operations ORDER BY clock DESC, device DESC, seq DESC LIMIT 1"
        ).fetchone()
        return {
            "vault": well_formed(str(vault.root)),
            "format": vault.settings.get("format"),
            **counts,
            "waiting_for_a_model": len(pending(vault)),
            "last_change": newest[0] if newest else None,
            "index": indexing.state(vault, opened),
        }
