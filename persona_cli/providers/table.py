"""The table of providers: one line each; nothing else knows their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from persona_cli.errors import UsageError
from persona_cli.providers import anthropic, gemini, local, openai
from persona_cli.providers.contract import Limits, Provider, Timing
from persona_cli.providers.http import Wire
from persona_cli.store.origin import origin_of
from persona_cli.store.secrets import Key, Service


@dataclass(frozen=True, slots=True)
class Spec:
    """One provider: what it needs, and how it is made from a wire, a model and a version of its API."""

    name: str
    about: str
    base_url: str  # the default
    model: str  # the default; empty: the server's first
    version: str  # the default version of the API; empty where it has none
    variable: str  # the usual environment variable of a key; empty: none is needed
    make: Callable[[Wire, str, str], Provider]
    auth: Callable[[str], tuple[str, str]] = lambda _version: ("authorization", "Bearer ")
    headers: Callable[[str], dict[str, str]] = lambda _version: {}
    limits: Limits = field(default_factory=Limits)

    @property
    def needs_key(self) -> bool:
        """Whether it answers nobody without a key."""
        return bool(self.variable)

    @property
    def service(self) -> Service:
        """Its keys, as `store.secrets` looks for them."""
        return Service(self.name, self.variable, origin_of(self.base_url) if self.variable else "")


SPECS: tuple[Spec, ...] = (
    Spec(
        "local",
        "a server on this machine that speaks Chat Completions: llama.cpp, Ollama, LM Studio, vLLM",
        "http://127.0.0.1:11434/v1",
        "",
        "",
        "",
        lambda wire, model, _version: local.Local(wire, model=model),
        limits=Limits(read=1800.0, total=3600.0),  # a processor without a graphics card takes minutes for a page
    ),
    Spec(
        "openai",
        "OpenAI",
        "https://api.openai.com/v1",
        "gpt-5.4-mini",
        "",
        "OPENAI_API_KEY",
        lambda wire, model, _version: openai.OpenAI(wire, model=model),
    ),
    Spec(
        "anthropic",
        "Anthropic",
        "https://api.anthropic.com",
        "claude-haiku-4-5",
        anthropic.VERSION,
        "ANTHROPIC_API_KEY",
        lambda wire, model, _version: anthropic.Anthropic(wire, model=model),
        anthropic.auth_of,
        lambda version: {"anthropic-version": version},
    ),
    Spec(
        "gemini",
        "Google Gemini",
        "https://generativelanguage.googleapis.com",
        "gemini-3.6-flash",
        gemini.VERSION,
        "GEMINI_API_KEY",
        lambda wire, model, version: gemini.Gemini(wire, model=model, version=version),
        lambda _version: gemini.AUTH,
    ),
)
TABLE: dict[str, Spec] = {spec.name: spec for spec in SPECS}


def spec_of(name: str) -> Spec:
    """The line of the table for a name; raises UsageError for one that is not in it."""
    if name not in TABLE:
        raise UsageError(f"no provider '{name}'", hint=f"choose one of {', '.join(TABLE)}")
    return TABLE[name]


def open_provider(
    name: str,
    *,
    timing: Timing,
    key: Key | None = None,
    base_url: str = "",
    model: str = "",
    version: str = "",
    limits: Limits | None = None,
) -> Provider:
    """A provider ready to be asked; empty values take the defaults of the table. It is closed by the caller.

    Raises UsageError for an unknown name, a base URL that may not be used, or a key stored for another origin.
    """
    spec = spec_of(name)
    version = version or spec.version
    wire = Wire(
        name,
        base_url or spec.base_url,
        timing=timing,
        key=key,
        auth=spec.auth(version),
        headers=spec.headers(version),
        limits=limits or spec.limits,
    )
    return spec.make(wire, model or spec.model, version)
