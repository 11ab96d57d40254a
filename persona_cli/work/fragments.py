"""Prompt fragments: Jinja templates filled with memory as data. The only home of jinja2.

Stored text is passed to a template, never made part of one, and is escaped unless it was escaped already. A template is
a form to be filled, not a program: it may hold values, conditions, loops and a few filters, and what it may do and write
is bounded. One in the vault's `templates/` stands in for the shipped one of the same name.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files as packaged
from pathlib import Path
from typing import TYPE_CHECKING, Any

from persona_cli.core import guard
from persona_cli.core.safe import seen
from persona_cli.errors import PersonaError, UsageError
from persona_cli.store.vault import Vault

if TYPE_CHECKING:  # for the type checker alone: jinja2 costs 50 ms at run time
    from jinja2 import nodes
    from jinja2.sandbox import ImmutableSandboxedEnvironment

SUFFIX = ".jinja"
MAX_TEMPLATE = 64 * 1024  # bytes
MAX_OUTPUT = 4 * 1024 * 1024  # characters
MAX_STEPS = 200_000  # parts of loops' bodies that are filled; the largest shipped block takes some thousands
MEMORY = (guard.OPENING, guard.CLOSING)
IDENTITY = (guard.IDENTITY_OPENING, guard.IDENTITY_CLOSING)
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
# What ends an element, an attribute, a code span, a Markdown link or image; wide brackets read like the narrow ones.
_ESCAPED = re.compile('[&<>"`\\[\\]\uff1c\uff1e\ufe64\ufe65]')
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_NODES = frozenset(
    "Template Output TemplateData Name Getattr Getitem Slice Const List Tuple If CondExpr For Filter Test Compare Operand And"
    " Or Not".split()
)
_TESTS = ("defined", "none", "in", "equalto")


class Ready(str):
    """Text that may stand in a prompt as it is: made by us, or escaped."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Template:
    """One template, and where it comes from."""

    name: str
    path: Path
    own: bool  # from the vault


def cleaned(text: str, limit: int) -> str:
    """Text as it may stand in a prompt: one line, nothing invisible, at most `limit` characters; cut before escaping."""
    read = text[: 16 * limit]
    folded = seen(read)
    if len(folded) <= limit and len(read) == len(text):
        return folded
    return folded[: limit - 1].rstrip() + "…"


def escaped(text: str) -> Ready:
    """Text that can close no element, open no fence or link, and be read back with `html.unescape`."""
    return text if isinstance(text, Ready) else Ready(_ESCAPED.sub(_entity, text))


def _entity(found: re.Match[str]) -> str:
    return _ENTITIES.get(found[0]) or f"&#{ord(found[0])};"


def own(text: str) -> Ready:
    """Prompt text of the person's own, as it is, unless one of our marks stands in it."""
    return escaped(text) if guard.marked(text) else Ready(text)


def ready(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values for a prompt that holds no fence: names as they are written, unseen characters taken out."""
    return {name: _ready(value) for name, value in values.items()}


def _ready(value: Any) -> Any:
    if isinstance(value, str):
        return own(seen(value))
    return [_ready(item) for item in value] if isinstance(value, (list, tuple)) else value


def templates(vault: Vault) -> dict[str, Template]:
    """All templates by name, the vault's own in place of shipped ones."""
    found = {}
    for folder, own in ((_shipped(), False), (vault.root / "templates", True)):
        if folder.is_dir():
            for path in sorted(folder.glob(f"*{SUFFIX}")):
                name = path.name.removesuffix(SUFFIX)
                if _NAME.fullmatch(name):
                    found[name] = Template(name, path, own)
    return found


@lru_cache(maxsize=1)
def _shipped() -> Path:
    inside = Path(str(packaged("persona_cli"))) / "templates"
    return inside if inside.is_dir() else Path(str(packaged("persona_cli"))).parent / "templates"


def block(vault: Vault, name: str, values: Mapping[str, Any], *, fence: tuple[str, str] = MEMORY) -> Ready:
    """A filled template between our marks, so that it is known on its way back in; empty when there is nothing in it.

    Raises PersonaError when the template writes a mark itself: it could end the block early.
    """
    text = render(vault, name, values)
    if guard.marked(text):
        raise PersonaError(
            f"template '{name}' writes a persona-memory or persona-identity tag",
            hint="leave the tags out: they are put around what it gives",
        )
    return Ready(f"{fence[0]}\n{text}\n{fence[1]}" if text.strip() else "")


def render(vault: Vault, name: str, values: Mapping[str, Any]) -> Ready:
    """Fill a template; raises UsageError for an unknown name, PersonaError for one that cannot be filled."""
    import jinja2

    template = templates(vault).get(name)
    if template is None:
        raise UsageError(f"no template '{name}'", hint="persona context --list shows them")
    source = _source(template.path)
    parts: list[str] = []
    size = 0
    try:
        compiled, steps = _compiled(source)
        steps.taken = 0
        for part in compiled.generate(**values):
            parts.append(part)
            size += len(part)
            if size > MAX_OUTPUT:
                raise _TooMuchError(f"it writes more than {MAX_OUTPUT} characters")
    except jinja2.TemplateSyntaxError as error:
        raise PersonaError(f"template '{template.path}:{error.lineno}' is not understood: {error.message}") from error
    except (jinja2.TemplateError, TypeError, ValueError, SyntaxError, RecursionError, MemoryError) as error:
        raise PersonaError(f"template '{template.path}' cannot be filled: {error}") from error
    return Ready("".join(parts).strip("\n"))


class _TooMuchError(ValueError):
    """A template asks for more than a fragment may take."""


def _source(path: Path) -> str:
    """The text of a template; raises PersonaError for a link, what is no file, and what is too large."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise PersonaError(
            f"template '{path}' cannot be read: {error.strerror}", hint="a symbolic link is not followed"
        ) from error
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise PersonaError(f"template '{path}' is no file")
        data = os.read(handle, MAX_TEMPLATE + 1)
    finally:
        os.close(handle)
    if len(data) > MAX_TEMPLATE:
        raise PersonaError(f"template '{path}' is larger than {MAX_TEMPLATE} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise PersonaError(f"template '{path}' is not UTF-8") from None


@lru_cache(maxsize=8)
def _compiled(source: str) -> tuple[Any, _Steps]:
    """A template ready to be filled, and the count of its steps; raises TemplateSyntaxError for what it may not hold."""
    from jinja2 import Template, TemplateSyntaxError, nodes

    steps = _Steps()
    environment = _environment(steps)
    tree = environment.parse(source)
    for node in tree.find_all(nodes.Node):
        kind = type(node).__name__
        if kind not in _NODES or (isinstance(node, nodes.For) and node.recursive):
            message = f"a fragment holds values, conditions, loops and filters, and no {kind.lower()}"
            raise TemplateSyntaxError(message, node.lineno)
    for loop in tree.find_all(nodes.For):
        loop.iter = _counted(loop)
    tree.set_environment(environment)
    return Template.from_code(environment, environment.compile(tree, "fragment"), {}), steps


def _counted(loop: nodes.For) -> nodes.Filter:
    """What a loop goes over, each turn counted by the size of its body."""
    from jinja2 import nodes

    weight = sum(1 for part in loop.body for _ in part.find_all(nodes.Node))
    return nodes.Filter(loop.iter, "counted", [nodes.Const(weight + 1)], [], None, None, lineno=loop.lineno)


@dataclass(slots=True)
class _Steps:
    """How much of its loops a template has gone through: the sandbox itself does not bound time."""

    taken: int = 0

    def counted(self, items: Iterable[Any], weight: int) -> Iterator[Any]:
        for item in items:
            self.taken += weight
            if self.taken > MAX_STEPS:
                raise _TooMuchError("its loops go on too long")
            yield item


def _environment(steps: _Steps) -> ImmutableSandboxedEnvironment:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    made = ImmutableSandboxedEnvironment(undefined=StrictUndefined, finalize=_final, cache_size=0, optimized=False)
    made.globals.clear()  # no range, no cycler: nothing a fragment needs can run long
    names = ("length", "first", "last", "upper", "lower", "trim", "default")
    made.filters = {name: made.filters[name] for name in names}
    made.filters |= {"escaped": escaped, "join": _join, "counted": steps.counted}
    made.tests = {name: made.tests[name] for name in _TESTS}
    return made


def _final(value: Any) -> Any:
    """What is written for a value: escaped text, or a number; nothing else is text."""
    if isinstance(value, str):
        return escaped(value)
    if isinstance(value, int):
        return value
    if value is None or isinstance(value, (Sequence, Mapping)) or callable(value):
        raise TypeError(f"a value of type {type(value).__name__} is no text")
    return str(value)  # undefined: this raises, naming it


def _join(items: Iterable[str], between: str = "") -> str:
    """Text joined; raises ValueError when that would be too long."""
    parts = list(items)
    if sum(map(len, parts)) + len(between) * len(parts) > MAX_OUTPUT:
        raise _TooMuchError(f"it writes more than {MAX_OUTPUT} characters")
    whole = between.join(parts)
    return Ready(whole) if all(isinstance(part, Ready) for part in parts) else whole
