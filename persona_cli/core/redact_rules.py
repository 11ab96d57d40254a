"""The shapes of secrets: what each looks like, the letters it cannot be without, and what proves it.

Shapes follow the public documentation of each issuer; all repetitions are bounded, so that no text takes long.
A rule's pattern redacts its group `s`, or the whole match when it has none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import log2

_EDGE = r"(?<![A-Za-z0-9_-])"  # no word, and no longer token, goes on before
_WORD = r"(?![A-Za-z0-9_-])"


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of secret."""

    kind: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...]  # lower case; one of them must be in the text
    proof: Callable[[str], bool] = field(default=lambda _: True)  # the last word on a match


def entropy(text: str) -> float:
    """Shannon entropy in bits per character."""
    total = len(text)
    return -sum(n / total * log2(n / total) for n in Counter(text).values()) if total else 0.0


def luhn(text: str) -> bool:
    """Whether the digits are a payment card number: an issuer's prefix and the check digit of ISO/IEC 7812-1."""
    digits = [int(c) for c in text if c.isdigit()]
    number = "".join(map(str, digits))
    if not _ISSUERS.match(number) or len(set(number)) < 2:
        return False
    doubled = [sum(divmod(2 * d, 10)) for d in digits[-2::-2]]
    return (sum(doubled) + sum(digits[-1::-2])) % 10 == 0


_ISSUERS = re.compile(
    r"(?:4\d{15}|5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|(?:6011|65\d\d|35\d\d)\d{12}"
    r"|3[47]\d{13})\Z"
)

# Lengths of ISO 13616 numbers by country.
IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28,
    "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
    "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22,
    "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LI": 21, "LT": 20, "LU": 20,
    "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MT": 31, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PT": 25,
    "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "TN": 24, "TR": 26, "UA": 29,
    "VA": 22, "XK": 20,
}  # fmt: skip


def iban(text: str) -> bool:
    """Whether the letters and digits are an account number: its country's length and ISO 7064's check, mod 97."""
    bare = "".join(c for c in text if c.isalnum())
    if len(bare) != IBAN_LENGTHS.get(bare[:2]):
        return False
    return int("".join(str(int(c, 36)) for c in bare[4:] + bare[:4])) % 97 == 1


def _mixed(floor: float) -> Callable[[str], bool]:
    """Letters and digits, and at least so much entropy."""

    def proof(text: str) -> bool:
        return any(c.isdigit() for c in text) and any(c.isalpha() for c in text) and entropy(text) >= floor

    return proof


def _cased(text: str) -> bool:
    """Upper and lower case and digits with high entropy: no hash in hexadecimal is, nor a path."""
    kinds = (str.isupper, str.islower, str.isdigit)
    return all(any(kind(c) for c in text) for kind in kinds) and entropy(text) >= 4 and text.count("/") < 4


_PLACEHOLDER = re.compile(
    r"[*x.•_#?-]+|<.*|\$.*|\{.*|%.*|\[.*|your.*|my.?(?:password|secret|token|key).*|example.*|change.?me.*|placeholder.*"
    r"|(?:pass|password|passwd|pwd|secret|token|user|null|none|true|false|undefined|todo|tbd|redacted)\W*",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?:[A-Z]?[a-z]+)(?:[A-Z][a-z]+)*|[A-Za-z]+[-.][A-Za-z.-]+")  # a type or a proper name
_CODE = re.compile(
    r"[()\[\]{}<>]|^(?:os|self|this|process|config|env|settings|request|req|args)\b[.]|::|^https?:|^/|^\."
)


def _value(text: str) -> bool:
    """A password as people choose them, not a word of the sentence and no code: `hunter2`, `Blue!Sky`, `8412`."""
    if _PLACEHOLDER.fullmatch(text) or _CODE.search(text):
        return False
    if any(c.isdigit() for c in text):
        return True
    if any(c in "!@#$%^&*+=?~" for c in text[:-1]):
        return True
    return text[1:].lower() != text[1:] and not text.isupper() and not _CAMEL.fullmatch(text)


def _quoted(text: str) -> bool:
    """A value in quotes: anything but a placeholder or code."""
    return not _PLACEHOLDER.fullmatch(text) and not _CODE.search(text)


def _assigned(text: str) -> bool:
    """The value of a variable named as a secret: random letters and digits."""
    return _quoted(text) and _mixed(3.3)(text)


def _rule(kind: str, source: str, *hints: str, proof: Callable[[str], bool] | None = None, edges: bool = True) -> Rule:
    pattern = re.compile(f"{_EDGE}(?:{source}){_WORD}" if edges else source)
    return Rule(kind, pattern, hints, proof) if proof else Rule(kind, pattern, hints)


_NAMED = (
    r"(?i:\b(?:pass ?word|passwd|pass ?phrase|pass ?code|pwd|contraseña|clave|passwort|kennwort|mot de passe)"
    r"(?: (?:for|to|of|de|del|para|für) [^\n:=]{1,40}?)?[\"'`]?\s{0,3}"
)
_ENDS = r"(?=[.,;:!?)]{0,3}(?:[\s\"'`,;]|$))"  # a sentence goes on or ends
_IS = r"(?:is now|was|is|are|=|:|es|ist|est|->|→)\s{0,3}"

# Earlier rules win where two overlap.
RULES: tuple[Rule, ...] = (
    _rule("private-key", r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){0,40000}+"
          r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?", "private key", edges=False),
    _rule("age-key", r"AGE-SECRET-KEY-1[0-9A-Z]{58}", "age-secret-key-"),
    _rule("anthropic-key", r"sk-ant-[A-Za-z0-9_-]{20,200}", "sk-ant-"),
    _rule("openrouter-key", r"sk-or-(?:v1-)?[A-Za-z0-9_-]{20,200}", "sk-or-"),
    _rule("openai-key", r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,300}", "sk-", proof=_mixed(3.2)),
    _rule("google-key", r"AIza[0-9A-Za-z_-]{35}", "aiza"),
    _rule("google-oauth", r"GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{20,2000}|1//0[A-Za-z0-9_-]{40,200}",
          "gocspx-", "ya29.", "1//0"),
    _rule("notion-token", r"ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43}", "ntn_", "secret_", proof=_mixed(3.5)),
    _rule("github-token", r"gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255}", "ghp_", "gho_", "ghu_",
          "ghs_", "ghr_", "github_pat_"),
    _rule("gitlab-token", r"glpat-[A-Za-z0-9_-]{20,80}", "glpat-"),
    _rule("huggingface-token", r"hf_[A-Za-z0-9]{30,45}", "hf_", proof=_mixed(3.2)),
    _rule("groq-key", r"gsk_[A-Za-z0-9]{40,60}", "gsk_"),
    _rule("xai-key", r"xai-[A-Za-z0-9]{60,100}", "xai-"),
    _rule("perplexity-key", r"pplx-[A-Za-z0-9]{40,64}", "pplx-"),
    _rule("replicate-token", r"r8_[A-Za-z0-9]{37,40}", "r8_"),
    _rule("aws-key-id", r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}", "akia", "asia", "abia", "acca"),
    _rule("aws-secret", r"(?i:aws|secret|amazon)[^\n]{0,60}?(?<![A-Za-z0-9/+])(?P<s>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
          "aws", "secret", "amazon", proof=_cased, edges=False),
    _rule("azure-key", r"(?:AccountKey|SharedAccessKey)=(?P<s>[A-Za-z0-9+/]{40,90}={0,2})", "accountkey=",
          "sharedaccesskey=", edges=False),
    _rule("slack-token", r"xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{10,250}", "xox", "xapp-",
          proof=_mixed(2.5)),
    _rule("slack-webhook", r"hooks\.slack\.com/(?:services|workflows)/(?P<s>[A-Za-z0-9+/]{20,100})", "hooks.slack.com",
          edges=False),
    _rule("discord-webhook", r"discord(?:app)?\.com/api/webhooks/\d{15,22}/(?P<s>[A-Za-z0-9_-]{50,100})", "/webhooks/",
          edges=False),
    _rule("discord-token", r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}", "discord", "bot"),
    _rule("stripe-key", r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/]{24,100}", "_live_", "_test_",
          "whsec_", proof=_mixed(2.5)),
    _rule("jwt", r"eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{8,2000}", "eyj"),
    _rule("telegram-token", r"\d{8,10}:AA[A-Za-z0-9_-]{32,34}", ":aa"),
    _rule("npm-token", r"npm_[A-Za-z0-9]{36}", "npm_"),
    _rule("pypi-token", r"pypi-AgE[A-Za-z0-9_-]{50,1000}", "pypi-age"),
    _rule("sendgrid-key", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}", "sg."),
    _rule("twilio-key", r"SK[0-9a-f]{32}", "sk"),
    _rule("twilio-token", r"(?i:twilio)[^\n]{0,60}?\b(?P<s>[0-9a-f]{32})\b", "twilio", edges=False),
    _rule("mailgun-key", r"key-[0-9a-f]{32}", "key-"),
    _rule("digitalocean-token", r"do[opr]_v1_[a-f0-9]{64}", "_v1_"),
    _rule("shopify-token", r"shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}", "shpat_", "shpss_", "shpca_", "shppa_"),
    _rule("linear-key", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,64}", "lin_"),
    _rule("figma-token", r"fig[dor]_[A-Za-z0-9_-]{35,60}", "figd_", "figo_", "figr_"),
    _rule("vault-token", r"hv[sb]\.[A-Za-z0-9_-]{24,200}", "hvs.", "hvb."),
    _rule("url-password", r"(?<=[A-Za-z0-9])://[^\s:/@\"'<>]{0,80}:(?P<s>[^\s@/\"'<>]{3,128})@(?=[A-Za-z0-9\[])", "://",
          proof=lambda text: not _PLACEHOLDER.fullmatch(text), edges=False),
    _rule("bearer-token", r"(?i:\b(?:bearer|basic|token)) (?P<s>[A-Za-z0-9._~+/-]{19,1000}[A-Za-z0-9_~+/-]={0,2})",
          "bearer ", "basic ", "token ", proof=_mixed(3.5), edges=False),
    _rule("password", _NAMED + _IS + r"[\"'`«“](?P<s>[^\s\"'`»”]{4,80})[\"'`»”])", "pass", "pwd", "contrase", "clave",
          "kennwort", proof=_quoted, edges=False),
    _rule("password", _NAMED + _IS + r"[\"“](?P<s>[^\n\"”]{6,80})[\"”])", "pass", "pwd", "contrase", "clave",
          "kennwort", proof=_quoted, edges=False),
    _rule("password", r"(?<![\w-])--?(?:password|passwd|pass|token|secret|api-key)[= ](?P<s>[^\s\"'`,;]{4,120}?)" + _ENDS,
          "-pass", "-token",
          "-secret", "-api-key", proof=_value, edges=False),
    _rule("password", _NAMED + _IS + r"(?P<s>[^\s\"'`,;]{4,80}?)" + _ENDS + ")", "pass", "pwd",
          "contrase", "clave", "kennwort", proof=_value, edges=False),
    _rule("pin", r"(?i:\b(?:pin|pin code|pin number|cvv|cvc))(?: (?:for|to|of) [^\n:=]{1,30}?)?\s{0,3}(?:is|was|=|:|es)\s{0,3}"
          r"(?P<s>\d{3,8})\b", "pin", "cvv", "cvc", edges=False),
    _rule("secret", r"(?i:(?:secret|token|api[_ -]?key|access[_ -]?key|auth[_ -]?key|private[_ -]?key|secret[_ -]?key"
          r"|credentials?)[\"'`]?\s{0,3}(?:is|=|:|=>|:=)\s{0,3}[\"'`]?)(?P<s>[A-Za-z0-9_\-./+=~!@#$%^&*]{11,200}[A-Za-z0-9_/+=~@#$%^&*])",
          "secret", "token", "key", "credential", proof=_assigned, edges=False),
    _rule("card", r"(?<![\w.:/#-])(?:\d{4}(?P<a>[ -]?)\d{4}(?P=a)\d{4}(?P=a)\d{4}|3[47]\d\d(?P<b>[ -]?)\d{6}(?P=b)\d{5})"
          r"(?![\w-]|\.\d)", proof=luhn, edges=False),
)  # fmt: skip

# Where an account number may start, and what it may at most hold: they may stand side by side.
IBAN_START = re.compile(r"(?<![A-Za-z0-9])(?=([A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,34}))")
