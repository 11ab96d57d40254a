"""Facts out of whatever a model wrote: thoughts, fences, wrappers, renamed keys, missing brackets and cut ends.

One pass over the text with a stack, in linear time and without exceptions: what is not understood is stepped over, and
every object that was closed is looked at, so that one bad element does not cost the others. An object that was cut off
is never used, because the words that are missing may say the opposite. Valid JSON reads as `json` reads it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from persona_cli.extract.tolerant_fields import FACT_KEYS, canonical, fields_of, is_fact

MAX_CHARS = 262_144  # of an answer that are read; far beyond what any request asks for
MAX_FACTS = 200  # of one answer; more is a model that repeats itself
_INNER = 2  # how often JSON is looked for inside strings of JSON

_THOUGHT = r"think|thinking|thought|thoughts|reasoning|reflection|scratchpad"
_TOP = re.compile(
    rf"[{{\[]|<({_THOUGHT})\b[^<>]{{0,80}}>|</(?:{_THOUGHT})\s*>|<\|?channel\|?>\s*([a-z]*)", re.IGNORECASE
)
_CHANNEL_END = re.compile(r"<channel\|>|<\|end\|>|<\|start\|>|<\|channel\|?>\s*final", re.IGNORECASE)
_LONE_CLOSE = re.compile(rf"</(?:{_THOUGHT})\s*>", re.IGNORECASE)
_ANY_OPEN = re.compile(rf"<(?:{_THOUGHT})\b", re.IGNORECASE)

_SPACE = re.compile(r"[\s,;\ufeff\u200b]++")
_COMMENT = re.compile(r"//[^\n]*+|/\*(?:[^*]|\*(?!/)){0,200}+\*/")
_KEY = re.compile(
    r"""(?:"((?:[^"\\\n]|\\.){0,200}+)"|'((?:[^'\\\n]|\\.){0,80}+)'|“([^”"\n]{0,80}+)[”"]|([A-Za-z_][\w-]{0,60}+))\s*+:"""
)
_MARKS = {
    '"': re.compile(r'[\\"]'),
    "'": re.compile(r"[\\'\n]"),
    "“": re.compile(r'[\\”"\n]'),
    "‘": re.compile(r"[\\’'\n]"),
    "`": re.compile(r"[\\`\n]"),
}
# What may stand after the quotation mark that ends a value; any other mark belongs to the words inside.
_AFTER = re.compile(
    r"""\s*+(?:[}\]]|\Z|//|/\*|```|["'“][\w -]{1,40}+["'”]\s*+:
    |,\s*+(?:["'“{\[}\]]|-?\d|\Z|//|/\*|(?:true|false|null|none|nan)\b|[A-Za-z_]\w{0,40}+\s*+:))""",
    re.VERBOSE | re.IGNORECASE,
)
_WORD = re.compile(r"""[^\s,:{}\[\]"“]++""")
_BARE = re.compile(r"""[^,{}\[\]\n"]{1,400}+""")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_LITERALS = {"true": True, "false": False, "null": None, "none": None, "undefined": None, "nan": None}
_SCHEMA_KEYS = frozenset({"properties", "$defs", "definitions", "patternProperties"})


@dataclass(frozen=True, slots=True)
class Parsed:
    """What an answer held."""

    facts: tuple[dict[str, Any], ...]  # in order; keys are those of `tolerant_fields`
    skipped: int  # objects that were meant as facts and lack words or a subject, or were cut off
    saw_json: bool  # there was JSON that answers; an empty list counts
    truncated: bool  # the text ends inside an object or a string

    @property
    def readable(self) -> bool:
        """Something can be told from it, if only that nothing was found."""
        return bool(self.facts) or (self.saw_json and not self.skipped)


def parse_facts(text: str) -> Parsed:
    """Every fact in an answer; never raises."""
    text = text[:MAX_CHARS]
    close = None if _ANY_OPEN.search(text) else _LONE_CLOSE.search(text)
    if close:  # a template opened the thought before the answer began
        for close in _LONE_CLOSE.finditer(text):  # noqa: B007 - the last one counts
            pass
        told = _Reading(text[close.end() :]).result()
        if told.facts or told.saw_json:
            return told
    return _Reading(_unquoted(text)).result()


@dataclass(slots=True)
class _Frame:
    """An object or array that is still open."""

    start: int
    is_object: bool
    schema: bool  # it stands inside a schema that was echoed
    pairs: dict[str, Any] = field(default_factory=dict)
    items: list[Any] = field(default_factory=list)
    key: str | None = None  # read, its value not yet
    junk: int = 0  # things in it that are no JSON


class _Reading:
    """One pass over one text."""

    def __init__(self, text: str, inner: int = 0) -> None:
        self.text = text
        self.inner = inner
        self.pos = 0
        self.stack: list[_Frame] = []
        self.objects = 0  # open objects in the stack
        self.found: list[tuple[int, dict[str, Any]]] = []
        self.skipped = 0
        self.saw_json = False
        self.cut = False
        self.no_mark_before: dict[str, int] = {}  # no string with this mark ends before here

    def result(self) -> Parsed:
        """Read everything."""
        while self.pos < len(self.text):
            if self.stack:
                self._inside()
            elif not self._outside():
                break
        for frame in self.stack:
            if frame.is_object and not frame.schema and FACT_KEYS & {canonical(key) for key in frame.pairs}:
                self.cut = True
                self.skipped += 1
        self.found.sort(key=lambda one: one[0])
        facts = tuple(fact for _, fact in self.found[:MAX_FACTS])
        return Parsed(facts, self.skipped + len(self.found) - len(facts), self.saw_json or bool(facts), self.cut)

    def _outside(self) -> bool:
        """Go to the next bracket outside thoughts; False when there is none."""
        match = _TOP.search(self.text, self.pos)
        if match is None:
            return False
        self.pos = match.end()
        if match[0] in "{[":
            self._open(match[0], match.start())
        elif match[1]:
            end = re.compile(rf"</{match[1]}\s*>", re.IGNORECASE).search(self.text, self.pos)
            if end is None:
                return False
            self.pos = end.end()
        elif match[0].startswith("</"):
            self.found, self.skipped, self.saw_json = [], 0, False
        elif match[2].lower() not in ("", "final"):
            end = _CHANNEL_END.search(self.text, self.pos)
            if end is None:
                return False
            self.pos = end.end()
        return True

    def _inside(self) -> None:
        text, frame = self.text, self.stack[-1]
        if skipped := _SPACE.match(text, self.pos):
            self.pos = skipped.end()
            if frame.is_object and "," in skipped[0]:
                self._put(frame, None)  # a key without a value
            return
        sign = text[self.pos]
        if sign in "{[":
            self.pos += 1
            self._open(sign, self.pos - 1)
        elif sign in "}]":
            self.pos += 1
            self._close(is_object=sign == "}")
        elif sign == "/" and (comment := _COMMENT.match(text, self.pos)):
            self.pos = comment.end()
        elif frame.is_object and frame.key is None:
            self._key(frame)
        elif sign in _MARKS and self._string(frame, sign):
            return
        else:
            self._bare(frame)

    def _open(self, sign: str, start: int) -> None:
        parent = self.stack[-1] if self.stack else None
        schema = parent is not None and (parent.schema or parent.key in _SCHEMA_KEYS)
        self.stack.append(_Frame(start, sign == "{", schema))
        self.objects += sign == "{"

    def _close(self, *, is_object: bool) -> None:
        """Close up to the nearest open bracket of this kind; a bracket that closes nothing is stepped over."""
        if not (self.objects if is_object else len(self.stack) - self.objects):
            return
        while True:
            frame = self.stack.pop()
            self.objects -= frame.is_object
            value: Any = frame.pairs if frame.is_object else frame.items
            if frame.is_object:
                self._put(frame, None)  # a key without a value
                self._look(frame)
            elif all(isinstance(one, (dict, list)) for one in frame.items) and not frame.junk and not frame.schema:
                self.saw_json = True
            if self.stack:
                self._put(self.stack[-1], value)
            if frame.is_object == is_object:
                return

    def _look(self, frame: _Frame) -> None:
        """What a closed object is: a fact, something meant as one, a wrapper, or an echo of the schema."""
        pairs = frame.pairs
        if frame.schema or "$schema" in pairs or isinstance(pairs.get("properties"), dict):
            return
        fields = fields_of(pairs)
        if is_fact(fields):
            self.found.append((frame.start, fields))
            return
        known = FACT_KEYS & {canonical(key) for key in pairs}
        self.saw_json = self.saw_json or bool(pairs and (known or not frame.junk)) or not (pairs or frame.junk)
        if len(known) >= 2:
            self.skipped += 1
        for value in pairs.values():
            if isinstance(value, str) and value.lstrip()[:1] in ("{", "[") and self.inner < _INNER:
                told = _Reading(value, self.inner + 1).result()
                self.found += [(frame.start, fact) for fact in told.facts]
                self.skipped += told.skipped

    def _put(self, frame: _Frame, value: Any) -> None:
        if not frame.is_object:
            frame.items.append(value)
        elif frame.key is not None:
            frame.pairs.setdefault(frame.key, value)
            frame.key = None

    def _key(self, frame: _Frame) -> None:
        if match := _KEY.match(self.text, self.pos):
            words = next(group for group in match.groups() if group is not None)
            frame.key = _unescaped(words)
            if match[4] is not None and canonical(frame.key) not in FACT_KEYS:
                frame.junk += 1
            self.pos = match.end()
        else:
            frame.junk += 1
            word = _WORD.match(self.text, self.pos)
            self.pos = word.end() if word and self.text[self.pos] not in _MARKS else self.pos + 1

    def _string(self, frame: _Frame, mark: str) -> bool:
        """Read a quoted value; False when the mark begins no string."""
        if self.pos < self.no_mark_before.get(mark, 0):
            return False
        pattern, at = _MARKS[mark], self.pos + 1
        while match := pattern.search(self.text, at):
            at = match.end()
            if match[0] == "\\":
                at += 1
            elif match[0] == "\n":
                self.no_mark_before[mark] = at
                return False
            elif _AFTER.match(self.text, at):
                self._put(frame, _unescaped(self.text[self.pos + 1 : match.start()]))
                self.pos = at
                return True
        if mark != '"':
            self.no_mark_before[mark] = len(self.text)
            return False
        self.cut = True
        self.pos = len(self.text)
        return True

    def _bare(self, frame: _Frame) -> None:
        """A value without quotation marks: a literal, a number, or words up to the next comma or bracket."""
        match = _BARE.match(self.text, self.pos) if frame.is_object else _WORD.match(self.text, self.pos)
        if match is None:
            self.pos += 1
            frame.junk += 1
            return
        self.pos = match.end()
        words = match[0].strip()
        value = _literal(words)
        frame.junk += isinstance(value, str)
        self._put(frame, value)


def _literal(words: str) -> Any:
    low = words.lower()
    if low in _LITERALS:
        return _LITERALS[low]
    if len(words) <= 40 and re.fullmatch(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?", words):
        return float(words) if not words.lstrip("-+").isdigit() else int(words)
    return words


def _unescaped(words: str) -> str:
    """The text of a string's inside; half surrogate pairs become the replacement sign."""
    if "\\" in words:
        words = _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _ESCAPES.get(m[2], m[2]), words)
    return words.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _unquoted(text: str) -> str:
    """The inside of an answer that is one JSON string."""
    bare = text.strip()
    if bare[:1] == '"' and bare[-1:] == '"' and '\\"' in bare:
        try:
            value = json.loads(bare)
        except ValueError:
            return text
        return value if isinstance(value, str) else text
    return text
