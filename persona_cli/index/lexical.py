"""Finds documents by their words: a Tantivy index on disk, or in memory for the tail the one on disk does not hold.

Each passage of a document is one entry with separate fields: its words (stemmed), character pairs for scripts without
spaces, the speaker, the turn before, the date in words and the title. Queries are built from terms here,
never by a parser, so nothing a person types is an operator.

Tantivy fixes BM25's b at 0.75, too much for a mix of short turns and long passages. Every text field is therefore
padded with the same number of filler tokens, which makes b * average / (average + padding) of it; the filler also
keeps the average length sane of fields that many entries leave empty.
"""

from __future__ import annotations

import contextlib
import math
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast

from persona_cli.errors import DamagedError, LockedError
from persona_cli.index.dates import date_words
from persona_cli.index.document import Document
from persona_cli.index.passages import context_of, passages
from persona_cli.index.related import NO_WORDS, Related

if TYPE_CHECKING:  # for the type checker alone: the house rule keeps heavy imports late
    import tantivy

SCHEMA = 4  # of the fields below; another one means rebuild
HEAP = 15_000_000  # bytes: the least Tantivy accepts for its one thread
BULK_HEAP = 50_000_000

WEIGHTS: Mapping[str, float] = {
    "words": 1.0,  # what a person said
    "fact": 1.0,
    "reply": 0.7,  # what an assistant, a tool or a document said
    "pairs": 1.0,
    "who": 0.8,
    "context": 0.5,
    "date": 0.5,
    "title": 0.3,
}

_FILLER = "ⰰ"  # a letter no keyboard has; dropped from queries
_PADDING = {"words": 30, "reply": 30, "fact": 30, "context": 30}
RELATED = 0.5  # of a related word's cosine: what it counts in place of the word asked
_RELATED_FIELDS = frozenset({"words", "reply", "fact", "context"})
_MOST_RELATED = 6  # of one word
_MOST_TERMS = 40  # of a query: the rarest ones; a page of text asked as a question stays fast
_LONGEST_WORD = 60  # bytes
_LANGUAGES = frozenset(
    "arabic danish dutch english finnish french german greek hungarian italian norwegian portuguese romanian russian"
    " spanish swedish tamil turkish".split()
)
# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, kana, Han, Hangul (which has spaces but glues its endings).
_DENSE_SCRIPT = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+"
)
_DIGITS = (
    2  # of a score: Tantivy adds a query's terms in an order that differs by segment, so the last digits are chance
)
_BUSY = "LockBusy"
_DOCUMENT_FIELD = "document"
_KIND_FIELD = "kind"  # 1 for a fact, 0 for a turn


class Lexical:
    """One index, opened for reading and, through `writer`, for adding."""

    def __init__(self, index: tantivy.Index, schema: tantivy.Schema, language: str) -> None:
        self._index = index
        self._schema = schema
        self._analyzer = _analyzer(language)
        index.register_tokenizer("words", self._analyzer)

    @classmethod
    def open(cls, folder: Path, *, language: str = "english") -> Lexical:
        """The index in `folder`, made if there is none; DamagedError for one that cannot be read."""
        import tantivy

        schema = _schema()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            return cls(tantivy.Index(schema, path=str(folder)), schema, language)
        except ValueError as broken:
            raise DamagedError(
                f"the index in '{folder}' cannot be read: {broken}", hint="run 'persona reindex'"
            ) from None

    @classmethod
    def in_memory(cls, documents: Iterable[Document], *, language: str = "english") -> Lexical:
        """An index of `documents` that is gone with the process."""
        import tantivy

        schema = _schema()
        made = cls(tantivy.Index(schema), schema, language)
        with made.writer() as writer:
            for document in documents:
                writer.add(document)
            writer.commit()
        return made

    def writer(self, *, bulk: bool = False, wait: float = 10.0, sleep: Callable[[float], None] = time.sleep) -> Writer:
        """The one writer there can be; waits up to `wait` seconds for another to end, then LockedError."""
        deadline = wait
        while True:
            try:
                return Writer(self._schema, self._index.writer(BULK_HEAP if bulk else HEAP, num_threads=1))
            except ValueError as refused:
                if _BUSY not in str(refused):
                    raise DamagedError(
                        f"the index cannot be written: {refused}", hint="run 'persona reindex'"
                    ) from None
                if deadline <= 0:
                    raise LockedError(
                        "another process is writing the index", hint="try again when it has ended"
                    ) from None
            sleep(min(0.05, deadline))
            deadline -= 0.05

    @cached_property
    def _searcher(self) -> tantivy.Searcher:
        try:
            self._index.reload()
            searcher = self._index.searcher()
            searcher.doc_freq("words", _FILLER)  # opens all files of the field: what lacks one is told before a search
        except ValueError as broken:  # its files went away since it was opened
            raise DamagedError(f"the index cannot be read: {broken}", hint="run 'persona reindex'") from None
        return searcher

    def refresh(self) -> None:
        """See what has been committed since the last search."""
        self.__dict__.pop("_searcher", None)

    def count(self) -> int:
        """Entries in the index: passages, not documents."""
        return int(self._searcher.num_docs)

    def search(
        self,
        words: Sequence[str],
        *,
        turns: int = 150,
        facts: int = 60,
        weights: Mapping[str, float] = WEIGHTS,
        related: Related = NO_WORDS,
    ) -> list[tuple[int, float]]:
        """(document number, BM25 score) of the best turns and facts, best first; ties by number.

        A document scores as its best passage. Each kind has its own bound, so that neither crowds out the other. Where
        a word asked for is missing, the best of its `related` words counts for a part of it.
        """
        query = self._query(" ".join(words), weights, related)
        if query is None:
            return []
        asked = 2 * (turns + facts)
        hits = _whole(self._scored(query, asked), asked)
        places = [address for _, address in hits]
        numbers = cast("list[int]", self._searcher.fast_field_values(_DOCUMENT_FIELD, places))
        kinds = cast("list[int]", self._searcher.fast_field_values(_KIND_FIELD, places))
        best: dict[int, float] = {}
        kind_of = dict(zip(numbers, kinds, strict=True))
        for (score, _), number in zip(hits, numbers, strict=True):
            best[number] = max(best.get(number, 0.0), round(float(score), _DIGITS))
        room, last = [turns, facts], [0.0, 0.0]
        out = []
        for number, score in sorted(best.items(), key=lambda hit: (-hit[1], hit[0])):
            kind = kind_of[number]
            if room[kind] > 0 or score == last[kind]:  # what ties with the last place has it too
                room[kind] -= 1
                last[kind] = score
                out.append((number, score))
        return out

    def _scored(self, query: tantivy.Query, limit: int) -> Sequence[tuple[float, tantivy.DocAddress]]:
        return cast("Sequence[tuple[float, tantivy.DocAddress]]", self._searcher.search(query, limit, count=False).hits)

    def terms(self, text: str) -> list[str]:
        """The distinct terms of `text` as they are indexed, in order."""
        return [term for term in dict.fromkeys(self._analyzer.analyze(_legal(text))) if term != _FILLER]

    def rarity(self, text: str) -> dict[str, float]:
        """The terms of `text` that people said, each with BM25's weight of its rarity."""
        terms = self._rarest(self.terms(text))
        return {term: self._rarity(term) for term in terms if self._searcher.doc_freq("words", term)}

    def stand_ins(self, words: Sequence[str], text: str, related: Related) -> dict[str, str]:
        """For words asked for that a text lacks, the word in it that stood for each in a search."""
        said = set(self.terms(text))
        instead = self._instead(self._rarest(self.terms(" ".join(words))), related)
        found = {}
        for word, nears in related.items():
            (own,) = self.terms(word)[:1] or ("",)
            parts = {} if own in said else instead.get(own, {})
            fit = [(-parts[t], near) for near, _ in nears for t in self.terms(near) if t in parts and t in said]
            if fit:
                found[word] = min(fit)[1]
        return found

    def _query(self, text: str, weights: Mapping[str, float], related: Related) -> tantivy.Query | None:
        import tantivy

        terms = self._rarest(self.terms(text))
        pairs = list(dict.fromkeys(_pairs(text)))[: 2 * _MOST_TERMS]
        instead = self._instead(terms, related)
        clauses = [
            (tantivy.Occur.Should, self._best(field, term, weight, instead if field in _RELATED_FIELDS else {}))
            for field, weight in weights.items()
            if weight > 0
            for term in (pairs if field == "pairs" else terms)
        ]
        return tantivy.Query.boolean_query(clauses) if clauses else None

    def _best(self, field: str, term: str, weight: float, instead: Mapping[str, Mapping[str, float]]) -> tantivy.Query:
        """A term in a field, or the best of what may stand for it."""
        import tantivy

        own = tantivy.Query.boost_query(self._term(field, term), weight)
        others = [
            tantivy.Query.boost_query(self._term(field, other), weight * part)
            for other, part in instead.get(term, {}).items()
        ]
        return tantivy.Query.disjunction_max_query([own, *others]) if others else own

    def _instead(self, terms: Sequence[str], related: Related) -> dict[str, dict[str, float]]:
        """For each term the nearest related terms that people used, and the part of it each is worth.

        A related term that is rarer than the term itself is worth no more for that.
        """
        found: dict[str, dict[str, float]] = {}
        for word, nears in related.items():
            own = self.terms(word)
            if len(own) != 1 or own[0] not in terms:
                continue
            rarity = self._rarity(own[0])
            parts = found.setdefault(own[0], {})
            for near, cosine in nears:
                if len(parts) >= _MOST_RELATED:
                    break
                for term in self.terms(near):
                    if term not in parts and term not in terms and self._searcher.doc_freq("words", term):
                        parts[term] = RELATED * cosine * min(1.0, rarity / self._rarity(term))
        return found

    def _rarity(self, term: str) -> float:
        """BM25's weight of how rare a term is in what people said."""
        total = int(self._searcher.num_docs)
        count = min(total, int(self._searcher.doc_freq("words", term)))  # which counts what was taken out, for a while
        return math.log(1 + (total - count + 0.5) / (count + 0.5))

    def _term(self, field: str, term: str) -> tantivy.Query:
        import tantivy

        return tantivy.Query.term_query(self._schema, field, term, "freq")

    def _rarest(self, terms: list[str]) -> list[str]:
        if len(terms) <= _MOST_TERMS:
            return terms
        known = [(self._searcher.doc_freq("words", term), place, term) for place, term in enumerate(terms)]
        known = [entry for entry in known if entry[0]] or known
        return [term for _, _, term in sorted(known)[:_MOST_TERMS]]


class Writer:
    """Adds and removes documents; nothing counts before `commit`."""

    def __init__(self, schema: tantivy.Schema, writer: tantivy.IndexWriter) -> None:
        self._schema = schema
        self._writer = writer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            with contextlib.suppress(ValueError):  # its files have gone: there is nothing to take back
                self._writer.rollback()
        self._writer.wait_merging_threads()

    def add(self, document: Document) -> None:
        """Add a document, in place of what was there under its number."""
        self.remove(document.number)
        self.append(document)

    def append(self, document: Document) -> None:
        """Add a document that is known to be new: spares the look for an old one."""
        import tantivy

        for fields in _entries(document):
            entry = tantivy.Document(**{field: _legal(text) for field, text in fields.items()})
            entry.add_unsigned(_DOCUMENT_FIELD, document.number)
            entry.add_unsigned(_KIND_FIELD, int(document.kind == "fact"))
            self._writer.add_document(entry)

    def remove(self, number: int) -> None:
        """Take a document out."""
        import tantivy

        # Deleting by the bare term takes the number for a signed one and finds nothing.
        self._writer.delete_documents_by_query(tantivy.Query.term_query(self._schema, _DOCUMENT_FIELD, number))

    def commit(self) -> None:
        """Make everything since the last commit durable and visible to new searches, at once."""
        try:
            self._writer.commit()
        except ValueError as broken:
            raise DamagedError(f"the index cannot be written: {broken}", hint="run 'persona reindex'") from None

    def rollback(self) -> None:
        """Forget everything since the last commit."""
        self._writer.rollback()


def _whole(hits: Sequence[tuple[float, tantivy.DocAddress]], asked: int) -> Sequence[tuple[float, tantivy.DocAddress]]:
    """Hits without those that tie with the last: others that tie with it may have been cut off.

    Where that would leave little, as for one word that everything has once, they stay.
    """
    if len(hits) < asked:
        return hits
    last = round(hits[-1][0], _DIGITS)
    kept = [hit for hit in hits if round(hit[0], _DIGITS) > last]
    return kept if 2 * len(kept) > asked else hits


def _entries(document: Document) -> Iterable[dict[str, str]]:
    """One entry for each passage, as the fields of Tantivy.

    A fact's holds its wording alone: names and dates of facts change, and are looked up when a question is asked.
    """
    turn = document.kind == "turn"
    own = "fact" if document.kind == "fact" else "words" if document.words_of_person else "reply"
    context = context_of(document)
    shared = {
        "who": document.speaker if turn else "",
        "context": _padded("context", context),
        "date": date_words(document.time) if turn else "",
        "title": document.title if turn else "",
        **{other: _padded(other, "") for other in ("words", "reply", "fact") if other != own},
    }
    for passage in passages(document.text) or [""]:
        yield {**shared, own: _padded(own, passage), "pairs": " ".join(_pairs(passage))}


def _legal(text: str) -> str:
    """The text without lone surrogates, which a str may hold and no encoding can."""
    return text if text.isascii() else text.encode("utf-8", "ignore").decode("utf-8")


def _padded(field: str, text: str) -> str:
    return text + f" {_FILLER}" * _PADDING[field]


def _pairs(text: str) -> Iterable[str]:
    """Characters and pairs of characters of the runs of scripts without spaces."""
    for run in _DENSE_SCRIPT.findall(text):
        yield from run
        yield from (run[i : i + 2] for i in range(len(run) - 1))


def _schema() -> tantivy.Schema:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(_DOCUMENT_FIELD, stored=False, indexed=True, fast=True)
    builder.add_unsigned_field(_KIND_FIELD, stored=False, indexed=False, fast=True)
    for field in WEIGHTS:
        builder.add_text_field(
            field, stored=False, tokenizer_name="whitespace" if field == "pairs" else "words", index_option="freq"
        )
    return builder.build()


def _analyzer(language: str) -> tantivy.TextAnalyzer:
    import tantivy

    builder = (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.remove_long(_LONGEST_WORD))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
    )
    if language in _LANGUAGES:
        builder = builder.filter(tantivy.Filter.stemmer(language))
    return builder.build()
