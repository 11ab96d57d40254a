"""Origins of services: scheme, host and port of a URL, what a key is bound to; plain http only on this machine."""

from __future__ import annotations

import ipaddress
from urllib.parse import SplitResult, urlsplit

from persona_cli.errors import UsageError

_PORTS = {"https": 443, "http": 80}


def origin_of(url: str) -> str:
    """The origin of a base URL, `https://api.example.com` or `http://127.0.0.1:8080`.

    Raises UsageError for a URL that no key may be sent to: not https outside this machine, or with a user name, a
    query or a fragment in it.
    """
    parts = _split(url)
    host = parts.hostname or ""
    shown = f"[{host}]" if ":" in host else host
    port = "" if parts.port in (None, _PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{shown}{port}"


def base_of(url: str) -> str:
    """A base URL in one form, origin and path, without a slash at its end; raises UsageError as `origin_of` does."""
    return origin_of(url) + _split(url).path.rstrip("/")


def is_loopback(url: str) -> bool:
    """Whether a URL leads to this machine; names other than `localhost` are not looked up."""
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _split(url: str) -> SplitResult:
    url = url.strip()
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise UsageError("the base URL is not a URL", hint="it looks like https://api.example.com/v1") from error
    host = parts.hostname or ""
    if parts.username is not None or parts.password is not None:
        raise UsageError("the base URL holds a user name or a password", hint="store the key with: persona key set")
    if parts.scheme not in _PORTS or not host or not host.isascii() or not _plain(url):
        raise UsageError(
            "the base URL is not a plain http or https URL", hint="it looks like https://api.example.com/v1"
        )
    if parts.query or parts.fragment or "?" in url or "#" in url:
        raise UsageError("the base URL holds a query or a fragment", hint="give scheme, host and path alone")
    if parts.scheme == "http" and not is_loopback(url):
        raise UsageError(
            f"'http://{host}' is not encrypted", hint="use https, or reach the server through a tunnel on 127.0.0.1"
        )
    return parts


def _plain(url: str) -> bool:
    return all("!" <= sign <= "~" and sign not in '\\"<>^`{|}' for sign in url)
