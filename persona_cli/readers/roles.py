"""Who speaks: the role a name stands for, as far as the source or the person says so."""

from __future__ import annotations

from persona_cli.core.model import Role
from persona_cli.readers.contract import Options

_USER = """
user me you human i ich du benutzer nutzer yo t\u00fa usuario usuaria moi vous utilisateur io eu usu\u00e1rio prompt
"""
_ASSISTANT = """
assistant ai chatgpt gpt gpt-3.5 gpt-4 gpt-4o gpt-5 claude gemini bard copilot model bot chatbot llama mistral grok
deepseek perplexity assistent asistente ki ia
"""
USER_NAMES = frozenset(_USER.split())
ASSISTANT_NAMES = frozenset(_ASSISTANT.split()) | {
    "le chat",
    "ai assistant",
    "github copilot",
    "bing",
    "microsoft copilot",
    "meta ai",
}
SYSTEM_NAMES = frozenset({"system", "developer"})
TOOL_NAMES = frozenset({"tool", "function", "ipython", "tool_result", "tool_response", "observation", "function_call"})


def named(speaker: str, options: Options) -> str:
    """The speaker's name after the person's mapping of names."""
    if not options.speakers:
        return speaker
    folded = {name.casefold(): to for name, to in options.speakers.items()}
    return folded.get(speaker.casefold(), speaker)


def person_role(speaker: str, options: Options) -> Role:
    """The role in talk between people: "user" for the person's own names and Me, You …, else "other"."""
    folded = speaker.casefold().strip()
    if folded.startswith("+"):  # a telephone number, however it is spaced
        digits = _digits(folded)
        return "user" if any(_digits(name) == digits for name in options.me if name.startswith("+")) else "other"
    return "user" if folded in options.me or folded in USER_NAMES else "other"


def _digits(number: str) -> str:
    return "".join(character for character in number if character.isdecimal())


def role_of(speaker: str, options: Options) -> Role:
    """The role in talk that may be with an AI, by the speaker's name."""
    folded = speaker.casefold().strip()
    if folded in options.me or folded in USER_NAMES:
        return "user"
    if folded in ASSISTANT_NAMES:
        return "assistant"
    if folded in SYSTEM_NAMES:
        return "system"
    return "tool" if folded in TOOL_NAMES else "other"


def role_given(role: object) -> Role:
    """The role as JSON files write it (`human`, `gpt`, `developer`, `function` …); "other" when unknown."""
    return role_of(role, Options()) if isinstance(role, str) else "other"
