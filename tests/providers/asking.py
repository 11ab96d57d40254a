"""Providers opened at a server on loopback, and the requests the tests send."""

from __future__ import annotations

import contextlib

import bodies
from loopback import Answer, Clock, serving

from persona_cli.providers.contract import Message, Request
from persona_cli.providers.table import open_provider

SCHEMA = {
    "type": "object",
    "properties": {
        "facts": {"type": "array", "maxItems": 9, "items": {"type": "object", "properties": {"text": {"type": "string", "maxLength": 99}}, "required": ["text"]}},
        "mood": {"type": "string", "enum": ["calm", "busy"]},
    },
    "required": ["facts"],
}  # fmt: skip
PLAIN = Request((Message("user", "Hello."),), system="Be brief.", max_tokens=50)
SHAPED = Request((Message("user", "Hello."),), system="Be brief.", schema=SCHEMA, temperature=0.0)


@contextlib.contextmanager
def asking(name, *answers, limits=None, **options):
    clock = Clock()
    with serving(*answers) as server:
        options = {"model": "tiny", "key": server.key(name), **options}
        provider = open_provider(name, timing=clock.timing, base_url=server.url, limits=limits, **options)
        with contextlib.closing(provider):
            yield server, provider, clock


def good(name, *args, **more):
    return Answer(body=getattr(bodies, name)(*args, **more))
