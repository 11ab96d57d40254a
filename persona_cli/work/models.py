"""Which model does what: extraction and chat are chosen apart, each with its provider, model and server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from persona_cli.core.model import Turn
from persona_cli.errors import PersonaError
from persona_cli.extract.contract import Context, Extraction, Extractor
from persona_cli.extract.llm import Budget, Estimate, ModelExtractor
from persona_cli.extract.rules.extractor import Rules
from persona_cli.providers.contract import Provider, Timing
from persona_cli.providers.table import Spec, open_provider, spec_of
from persona_cli.store.secrets import Machine, get_key, missing_key
from persona_cli.store.vault import Vault
from persona_cli.work.fragments import render

RULES = "rules"


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


def choice(vault: Vault, section: str, *, provider: str = "", model: str = "") -> Choice:
    """The model that the settings choose for `extraction` or `chat`, or the one named here."""
    stated = vault.settings.text(f"{section}.provider")
    if provider and provider != stated:
        return Choice(provider, model)
    names = ("model", "base_url", "version")
    chosen = {name: vault.settings.text(f"{section}.{name}") for name in names}
    return Choice(stated, model or chosen["model"], chosen["base_url"], chosen["version"])


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


def extractor(vault: Vault, chosen: Choice, means: Means, *, budget: Budget) -> tuple[Extractor, str]:
    """The extractor of a choice, and why it is another one where a key is missing: then the rules do the work."""
    if chosen.provider == RULES:
        return Rules(), ""
    try:
        provider = opened(chosen, means)
    except PersonaError as error:
        if chosen.spec.needs_key and "no key" in str(error):
            return Rules(), f"{error}; the rules do the work instead. {error.hint}"
        raise
    return ModelExtractor(provider, lambda values: render(vault, "extract.md", values), budget=budget), ""


@dataclass(slots=True)
class Estimator:
    """Stands in for a model in a dry run: asks nothing, and adds up what asking would take."""

    model: ModelExtractor
    name: str = "estimate"
    total: Estimate = field(default_factory=lambda: Estimate(0, 0, 0))

    def extract(self, turns: Sequence[Turn], context: Context) -> Extraction:
        """No claims; the estimate grows."""
        one = self.model.estimate(turns, context)
        self.total = Estimate(*(a + b for a, b in zip(self.total, one, strict=True)))
        return Extraction(())


def with_names(context: Context, names: Sequence[str]) -> Context:
    """The context with names that are known already, for a model to spell alike."""
    return replace(context, known_names=tuple(names))
