"""Words and meaning brought up to the catalogue, and opened for searching.

What cannot be brought up on disk (another process is at it, or the disk is read-only) is added in memory for this one
search, so that an answer never misses what is in the logs.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from persona_cli.errors import DamagedError, PersonaError
from persona_cli.index.dense import Embedder, Embeds
from persona_cli.index.documents import Documents
from persona_cli.index.lexical import SCHEMA, Lexical
from persona_cli.index.meaning import Meaning
from persona_cli.index.onnx import OnnxEmbedder, model_file
from persona_cli.index.search import Nearest
from persona_cli.index.view import View
from persona_cli.store.vault import Vault
from persona_cli.work import refresh

BULK = 2000  # documents from which a larger heap pays
_LANGUAGES = {
    "ar": "arabic", "da": "danish", "nl": "dutch", "en": "english", "fi": "finnish", "fr": "french", "de": "german",
    "el": "greek", "hu": "hungarian", "it": "italian", "no": "norwegian", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "es": "spanish", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip


@dataclass(slots=True)
class Indexes:
    """What a search reads: on disk, and in memory what the disk lacks."""

    lexical: list[Lexical] = field(default_factory=list)
    dense: list[Nearest] = field(default_factory=list)
    meaning: Meaning | None = None
    notes: list[str] = field(default_factory=list)  # for the person: what was behind


def stemming(vault: Vault) -> str:
    """The language whose endings are folded; English unless the settings say another that can be."""
    return _LANGUAGES.get(vault.settings.text("language")[:2], "english")


def embedder_of(vault: Vault) -> Embeds:
    """The embedding model the settings choose, of the kind its folder holds; a relative one is looked for in the vault."""
    stated = vault.settings.text("embedding.model")
    if not stated:
        return Embedder.load()
    folder = vault.root / Path(stated).expanduser()
    return OnnxEmbedder(folder) if model_file(folder) else Embedder.load(folder)


def index_documents(vault: Vault, *, wait: float | None = None) -> str:
    """Bring words and meaning up to date on disk; why that could not be done, or nothing."""
    wait = float(vault.settings.get("lock.wait")) if wait is None else wait
    try:
        with refresh.updating(vault, wait=wait) as opened:
            if opened.folder is not None:
                bring_up(vault, opened)
    except (PersonaError, sqlite3.Error, OSError) as error:
        return str(error)
    return ""


def reindex(vault: Vault) -> int:
    """Build everything anew from the logs; gives the number of documents."""
    with refresh.rebuilding(vault) as opened:
        bring_up(vault, opened)
        return View(opened.catalog, now=vault.now()).count()


def bring_up(vault: Vault, opened: refresh.Opened) -> None:
    """Index the documents that are not in yet; the caller holds the index's lock."""
    folder, catalog = opened.folder, opened.catalog
    if folder is None:
        return
    view = View(catalog, now=vault.now())
    end = view.count()
    stamp = f"{SCHEMA}:{stemming(vault)}"
    if catalog.meta("lexical") != stamp:
        shutil.rmtree(folder / "lexical", ignore_errors=True)
        catalog.note("lexical", stamp)
        catalog.note("lexical_to", "0")
    start = int(catalog.meta("lexical_to", "0"))
    if start < end:
        _add_words(folder / "lexical", view, start, end, stemming(vault))
        catalog.note("lexical_to", str(end))
    _add_meaning(vault, opened, view, end)


def _add_words(folder: Path, view: View, start: int, end: int, language: str) -> None:
    lexical = Lexical.open(folder, language=language)
    with lexical.writer(bulk=end - start > BULK) as writer:
        add = writer.append if start == 0 and lexical.count() == 0 else writer.add
        for document in Documents(view).stream(start):
            add(document)
        writer.commit()


def _add_meaning(vault: Vault, opened: refresh.Opened, view: View, end: int) -> None:
    if opened.folder is None:
        return
    meaning = Meaning.inside(opened.folder, embedder_of(vault))
    done = meaning.fresh_to
    if done == 0:
        meaning.begin()
    if done < end:
        meaning.add(Documents(view).stream(done), end=end)


def open_indexes(
    vault: Vault, opened: refresh.Opened, view: View, embedder: Embeds, *, say: Callable[[str], None]
) -> Indexes:
    """The indexes as fresh as the catalogue, whatever state the disk is in."""
    found = Indexes()
    folder, catalog, end = opened.folder, opened.catalog, view.count()
    words_to = int(catalog.meta("lexical_to", "0")) if catalog.meta("lexical") == f"{SCHEMA}:{stemming(vault)}" else 0
    meaning = Meaning.inside(folder or Path(), embedder)
    meaning_to = meaning.fresh_to if folder is not None else 0
    if folder is not None and words_to:
        try:
            words = Lexical.open(folder / "lexical", language=stemming(vault))
            words_to = words_to if words.count() else 0  # made anew: somebody has taken the old one away
            found.lexical += [words] if words_to else []
        except (DamagedError, OSError):  # or on a disk that cannot be written: Tantivy locks also for reading
            words_to = 0
    if meaning_to:
        try:
            found.dense.append(meaning.vectors())
        except (DamagedError, OSError):
            meaning_to = 0
    if min(words_to, meaning_to) < end:
        say(f"The index is behind by {end - min(words_to, meaning_to)} documents; they are searched all the same.")
    if words_to < end:
        found.lexical.append(Lexical.in_memory(Documents(view).stream(words_to), language=stemming(vault)))
    if meaning_to < end:
        found.dense.append(meaning.tail(Documents(view).stream(meaning_to)))
    found.meaning = meaning
    return found


def behind(vault: Vault, opened: refresh.Opened, embedder: Embeds) -> bool:
    """Whether words or meaning on disk lack documents."""
    end = int(opened.catalog.meta("next", "0"))
    if opened.folder is None or opened.catalog.meta("lexical") != f"{SCHEMA}:{stemming(vault)}":
        return end > 0
    done = int(opened.catalog.meta("lexical_to", "0"))
    return min(done, Meaning.inside(opened.folder, embedder).fresh_to) < end


def state(vault: Vault, opened: refresh.Opened) -> dict[str, object]:
    """How the index stands, for `status`."""
    embedder = embedder_of(vault)
    return {
        "generation": opened.folder.name if opened.folder else None,
        "documents": int(opened.catalog.meta("next", "0")),
        "behind": behind(vault, opened, embedder),
        "model": embedder.model_id,
    }
