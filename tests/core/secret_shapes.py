"""Secrets of every known shape and lines that only look like them, made from a seed: none is anybody's."""

from __future__ import annotations

import base64
import hashlib
import json
import string
import uuid
from random import Random

LETTERS = string.ascii_letters
ALNUM = string.ascii_letters + string.digits
URLSAFE = ALNUM + "_-"


def some(random: Random, alphabet: str, length: int) -> str:
    """Random letters, of which one is a digit, one small and one a capital where the alphabet has them."""
    text = [random.choice(alphabet) for _ in range(length)]
    for place, kind in enumerate((string.digits, string.ascii_lowercase, string.ascii_uppercase)):
        if choices := [c for c in kind if c in alphabet]:
            text[1 + place * (length - 2) // 3] = random.choice(choices)
    return "".join(text)


def jwt(random: Random) -> str:
    """A signed token of random claims."""

    def part(value: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return (
        f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part({'sub': random.randrange(10**9)})}.{some(random, URLSAFE, 43)}"
    )


def private_key(random: Random) -> str:
    """An armoured key of random bytes."""
    body = "\n".join(some(random, ALNUM + "+/", 64) for _ in range(6))
    kind = random.choice(["RSA ", "EC ", "OPENSSH ", ""])
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{body}\n-----END {kind}PRIVATE KEY-----"


def card(random: Random) -> str:
    """A card number with a right check digit, in one of its usual groupings."""
    prefix, length = random.choice([("4", 16), ("52", 16), ("2301", 16), ("37", 15)])
    digits = prefix + "".join(random.choice(string.digits) for _ in range(length - len(prefix) - 1))
    doubled = sum(sum(divmod(2 * int(d), 10)) if place % 2 == 0 else int(d) for place, d in enumerate(reversed(digits)))
    digits += str(-doubled % 10)
    gap = random.choice(["", " ", "-"])
    cuts = (4, 10) if length == 15 else (4, 8, 12)
    return gap.join(digits[a:b] for a, b in zip((0, *cuts), (*cuts, length), strict=True))


def iban(random: Random) -> str:
    """An account number with right check digits, in blocks of four or in one."""
    country, length = random.choice([("DE", 22), ("FR", 27), ("NL", 18), ("ES", 24), ("GB", 22)])
    letters = "".join(random.choice(string.ascii_uppercase) for _ in range(4)) if country in {"NL", "GB"} else ""
    body = letters + "".join(random.choice(string.digits) for _ in range(length - 4 - len(letters)))
    check = 98 - int("".join(str(int(c, 36)) for c in body + country + "00")) % 97
    bare = f"{country}{check:02}{body}"
    return bare if random.random() < 0.5 else " ".join(bare[n : n + 4] for n in range(0, length, 4))


def word(random: Random) -> str:
    """A password as people make them."""
    return (
        random.choice(["Tulip", "harbour", "Moss", "quartz", "Velvet"])
        + random.choice(["", "!", "_", "#"])
        + str(random.randrange(10, 9999))
    )


SECRETS = {
    "anthropic-key": lambda r: "sk-ant-" + "api03-" + some(r, URLSAFE, 93),
    "openrouter-key": lambda r: "sk-or-v1-" + some(r, "0123456789abcdef", 64),
    "openai-key": lambda r: r.choice(["sk-", "sk-proj-", "sk-svcacct-"]) + some(r, ALNUM, 48),
    "google-key": lambda r: "AIza" + some(r, URLSAFE, 35),
    "google-oauth": lambda r: r.choice(["GOCSPX-" + some(r, URLSAFE, 28), "ya29." + some(r, URLSAFE, 120)]),
    "notion-token": lambda r: r.choice(["ntn_" + some(r, ALNUM, 46), "secret_" + some(r, ALNUM, 43)]),
    "github-token": lambda r: r.choice(
        [
            "ghp_" + some(r, ALNUM, 36),
            "gho_" + some(r, ALNUM, 36),
            "github_pat_" + some(r, ALNUM, 22) + "_" + some(r, ALNUM, 59),
        ]
    ),
    "gitlab-token": lambda r: "glpat-" + some(r, URLSAFE, 20),
    "huggingface-token": lambda r: "hf_" + some(r, LETTERS, 33) + "7",
    "groq-key": lambda r: "gsk_" + some(r, ALNUM, 52),
    "aws-key-id": lambda r: r.choice(["AKIA", "ASIA"]) + some(r, string.ascii_uppercase + string.digits, 16),
    "aws-secret": lambda r: (
        r.choice(["aws_secret_access_key = ", "AWS secret: ", "secretAccessKey "]) + some(r, ALNUM + "+/", 40)
    ),
    "azure-key": lambda r: "AccountName=stuff;AccountKey=" + some(r, ALNUM + "+/", 86) + "==",
    "slack-token": lambda r: r.choice(["xoxb-", "xoxp-"]) + "123456789012-" + some(r, ALNUM, 24),
    "slack-webhook": lambda r: (
        "https://hooks.slack.com/services/T0"
        + some(r, string.ascii_uppercase, 7)
        + "/B0"
        + some(r, string.ascii_uppercase, 7)
        + "/"
        + some(r, ALNUM, 24)
    ),
    "discord-webhook": lambda r: "https://discord.com/api/webhooks/123456789012345678/" + some(r, URLSAFE, 68),
    "stripe-key": lambda r: r.choice(["sk_live_", "rk_test_", "whsec_"]) + some(r, ALNUM, 32),
    "jwt": jwt,
    "private-key": private_key,
    "telegram-token": lambda r: str(r.randrange(10**8, 10**10)) + ":AA" + some(r, URLSAFE, 33),
    "npm-token": lambda r: "npm_" + some(r, ALNUM, 36),
    "pypi-token": lambda r: "pypi-AgEIcHlwaS5vcmc" + some(r, URLSAFE, 120),
    "sendgrid-key": lambda r: "SG." + some(r, URLSAFE, 22) + "." + some(r, URLSAFE, 43),
    "twilio-key": lambda r: "SK" + some(r, "0123456789abcdef", 32),
    "twilio-token": lambda r: "twilio auth " + some(r, "0123456789abcdef", 32),
    "digitalocean-token": lambda r: "dop_v1_" + some(r, "0123456789abcdef", 64),
    "shopify-token": lambda r: "shpat_" + some(r, "0123456789abcdef", 32),
    "linear-key": lambda r: "lin_api_" + some(r, ALNUM, 40),
    "vault-token": lambda r: "hvs." + some(r, URLSAFE, 90),
    "url-password": lambda r: (
        r.choice(["postgres", "mongodb+srv", "redis", "https"])
        + "://svc:"
        + some(r, ALNUM, 14)
        + "@db.example.org/main"
    ),
    "bearer-token": lambda r: "Authorization: Bearer " + some(r, ALNUM, 40),
    "password": lambda r: (
        r.choice(
            [
                "my wifi password is ",
                "password: ",
                "Passwort ist ",
                "la contraseña es ",
                "the password for the router is ",
                "pwd=",
                "--password ",
            ]
        )
        + word(r)
    ),
    "pin": lambda r: "the pin is " + str(r.randrange(1000, 999999)),
    "secret": lambda r: r.choice(["API_KEY=", "api key is ", "client_secret: ", 'auth_token = "']) + some(r, ALNUM, 28),
    "card": card,
    "iban": iban,
}

WORDS = (
    "the a my we they river garden kettle invoice meeting password token secret key card account number pin is was for with lost changed "
    "forgot reset manager strong weak policy access basic bearer bot about from tomorrow ticket branch commit release build cache "
    "hash index database url mail please thanks really never always because Unwahrscheinlichkeitsberechnung internationalization"
).split()


def innocent(random: Random) -> str:
    """One line of prose, code, log or data without any secret."""
    return random.choice(_INNOCENT)(random)


def _prose(random: Random) -> str:
    return " ".join(random.choice(WORDS) for _ in range(random.randrange(5, 18))).capitalize() + random.choice(".?!")


_HEX = "0123456789abcdef"
_CODE = ["get_password()", 'os.environ["X"]', "None", "settings.token", "input()", '""', "self._token", "headers[name]"]
_INNOCENT = [
    _prose,
    _prose,
    lambda r: f"{_prose(r)} {uuid.UUID(int=r.getrandbits(128))}",
    lambda r: f"commit {some(r, _HEX, 40)} {_prose(r)}",
    lambda r: f"sha256:{hashlib.sha256(str(r.random()).encode()).hexdigest()}  {r.choice(WORDS)}.tar.gz",
    lambda r: f"md5 {hashlib.md5(str(r.random()).encode()).hexdigest()}  token.txt",
    lambda r: (
        f"https://example.org/{r.choice(WORDS)}/{some(r, _HEX, 24)}?page={r.randrange(999)}&utm_source={r.choice(WORDS)}#top"
    ),
    lambda r: f"https://files.example.org/{some(r, URLSAFE, 60)}.png",
    lambda r: f"{r.choice(['password', 'token', 'secret', 'api_key'])} = {r.choice(_CODE)}",
    lambda r: f"def check_password(password: str, token: str | None = None) -> bool:  # {_prose(r)}",
    lambda r: f"max_tokens: {r.randrange(9999)}, total_tokens={r.randrange(10**6)}, token_count: {r.randrange(10**5)}",
    lambda r: (
        f"2026-{r.randrange(1, 13):02}-{r.randrange(1, 29):02}T10:{r.randrange(60):02}:00Z INFO {r.choice(WORDS)} id={r.getrandbits(62)} took {r.random():.6f}s"
    ),
    lambda r: f"id: {r.randrange(10**17, 10**18)} at {r.randrange(1_500_000_000_000, 1_900_000_000_000)}",
    lambda r: f"call +49 {r.randrange(100, 999)} {r.randrange(1000000, 9999999)} or order {r.randrange(10**9, 10**11)}",
    lambda r: (
        f"Password {r.choice(['is required', 'must have 8 characters', 'was changed yesterday', 'is wrong', 'reset mail sent', 'is too short', 'is the same as before'])}."
    ),
    lambda r: (
        f"the {r.choice(['password', 'secret', 'token', 'key'])} is {r.choice(['safe', 'gone', 'unknown', 'in the drawer', 'not stored', 'stored in the manager', 'user-defined', 'optional'])}"
    ),
    lambda r: f"postgres://localhost:5432/{r.choice(WORDS)} http://user@example.org:8080/x https://example.org:443/a@b",
    lambda r: (
        f"import {r.choice(WORDS)}_{r.choice(WORDS)} from '@scope/{r.choice(WORDS)}-{r.choice(WORDS)}' // {some(r, _HEX, 7)}"
    ),
    lambda r: f"sk-learn-contrib and task-{r.choice(WORDS)}-manager-with-a-long-name, risk-assessment-of-the-year",
    lambda r: f"data:image/png;base64,{base64.b64encode(r.randbytes(60)).decode()}",
    lambda r: f"| {r.randrange(10**4)} | {r.random():.15f} | {r.randrange(10**6)} | {r.choice(WORDS)} |",
    lambda r: f"ssh-ed25519 {base64.b64encode(r.randbytes(51)).decode()} me@host",
    lambda r: f"-----BEGIN PUBLIC KEY----- {base64.b64encode(r.randbytes(40)).decode()} -----END PUBLIC KEY-----",
    lambda r: f"const {r.choice(WORDS)}Key = useMemo(() => hash({r.choice(WORDS)}), [{r.choice(WORDS)}]);",
    lambda r: f"pip install foo=={r.randrange(9)}.{r.randrange(20)}.{r.randrange(9)} --hash=sha256:{some(r, _HEX, 64)}",
    lambda r: (
        f"ISBN 978-3-{r.randrange(10)}-{r.randrange(100000, 999999)}-{r.randrange(10)}, DOI 10.1000/{some(r, _HEX, 8)}"
    ),
    lambda r: f"coordinates {r.random() * 90:.14f}, {r.random() * 180:.14f}; the pin on the map is there",
]
