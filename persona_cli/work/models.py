"""Which model does what: extraction and chat are chosen apart, each with its provider, model and server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from persona_cli.core.model import Turn
from persona_cli.extract.contract import Context, Extraction, Extractor
from persona_cli.extract.llm import TEMPLATE, Budget, Estimate, ModelExtractor
from persona_cli.extract.rules.extractor import Rules
from persona_cli.providers.contract import Provider, Timing
from persona_cli.providers.table import Spec, open_provider, spec_of
from persona_cli.store.secrets import Machine, MissingKeyError, get_key, missing_key
from persona_cli.store.vault import Vault
from persona_cli.work.fragments import ready, render

RULES = "rules"
SECTIONS = ("extraction", "chat")
_STATED = ("model", "base_url", "version")


@dataclass(frozen=True, slots=True)
class Choice:
    """A model as chosen: empty fields take the provider's defaults."""

    provider: str
    model: str = ""
    base_url: str = ""
    version: str = ""

    @property
    def spec(self) -> Spec:
        """Its line of the table; raises UsageError for an unknown name."""
        return spec_of(self.provider)

    @property
    def url(self) -> str:
        """Where it is asked."""
        return self.base_url or self.spec.base_url


@dataclass(frozen=True, slots=True)
class Means:
    """What talking to a model needs from the top floor."""

    machine: Machine
    timing: Timing


def choice(vault: Vault, section: str, *, provider: str = "", model: str = "", base_url: str = "") -> Choice:
    """The model that the settings choose for `extraction` or `chat`, with what was named here in its place.

    Model, address and version of the settings belong to the provider stated beside them; where that is `rules`, which
    have none, to a server that needs no key.
    """
    stated = vault.settings.text(f"{section}.provider")
    name = provider or stated
    if name == RULES:
        return Choice(RULES)
    theirs = name == stated or (stated == RULES and not spec_of(name).needs_key)
    known = {key: vault.settings.text(f"{section}.{key}") if theirs else "" for key in _STATED}
    return Choice(name, model or known["model"], base_url or known["base_url"], known["version"])


def servers(vault: Vault, provider: str) -> list[Choice]:
    """The servers that the settings state for a provider, each once; the usual one where they state none."""
    chosen = [choice(vault, section) for section in SECTIONS]
    chosen += [choice(vault, section, provider=provider) for section in SECTIONS]
    ours = {one.url: one for one in reversed(chosen) if one.provider == provider and one.base_url}
    return list(reversed(ours.values())) or [Choice(provider)]


def opened(chosen: Choice, means: Means) -> Provider:
    """A provider ready to be asked; raises PersonaError naming the command when its key is missing."""
    spec = chosen.spec
    key = get_key(spec.service, chosen.url, means.machine)
    if key is None and spec.needs_key:
        raise missing_key(spec.service, chosen.url)
    return open_provider(
        chosen.provider,
        timing=means.timing,
        key=key,
        base_url=chosen.base_url,
        model=chosen.model,
        version=chosen.version,
    )


@dataclass(frozen=True, slots=True)
class Watch:
    """Who is told while a model extracts: of windows done and of all there are, and of facts that were not kept."""

    window: Callable[[int, int], None] = lambda _done, _all: None
    rejection: Callable[[Mapping[str, Any], str], None] = lambda _fact, _why: None


def extractor(
    vault: Vault, chosen: Choice, means: Means, *, budget: Budget, watch: Watch | None = None, fallback: bool = True
) -> tuple[Extractor, str]:
    """The extractor of a choice, and why it is another one where a key is missing: then the rules do the work.

    Without `fallback` a missing key is an error.
    """
    if chosen.provider == RULES:
        return Rules(), ""
    try:
        provider = opened(chosen, means)
    except MissingKeyError as error:
        if not fallback:
            raise
        return Rules(), f"{error}; the rules do the work instead. {error.hint}"
    watch = watch or Watch()
    made = ModelExtractor(
        provider,
        lambda values: render(vault, TEMPLATE, ready(values)),
        budget=budget,
        workers=max(1, int(vault.settings.get("extraction.workers"))),
        on_window=watch.window,
        on_reject=watch.rejection,
    )
    return made, ""


@dataclass(slots=True)
class Estimator:
    """Stands in for a model in a dry run: asks nothing, and adds up what asking would take."""

    model: ModelExtractor
    name: str = field(init=False)
    total: Estimate = field(default_factory=lambda: Estimate(0, 0, 0))

    def __post_init__(self) -> None:
        self.name = self.model.name

    def extract(self, turns: Sequence[Turn], context: Context) -> Extraction:
        """No claims; the estimate grows."""
        one = self.model.estimate(turns, context)
        self.total = Estimate(*(a + b for a, b in zip(self.total, one, strict=True)))
        return Extraction(())
