"""Keys of outside services: found in the environment, a private file or the system's keyring, never in the vault.

The order is: `PERSONA_<SERVICE>_KEY`, then the service's usual variable, each also as `<VARIABLE>_FILE`; then where it
was stored last: the keyring, or a private file of this machine, which is only written when asked for. A stored key is
bound to the origin (scheme, host and port) it was stored for. A key of the environment belongs to the service's own
origin, or to the one `PERSONA_<SERVICE>_ORIGIN` names; without an origin of its own a service is reached on this machine
alone.

No function here prints, logs or raises with a key in its words.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from persona_cli.errors import PersonaError, UsageError
from persona_cli.store import files
from persona_cli.store.origin import is_loopback, origin_of

SERVICE = "persona"  # the name keys stand under in the keyring
INDEX = "keys.json"  # in the machine's configuration folder: which keys are stored where
MAX_LENGTH = 8192  # characters of a key; more is a wrong file
MAX_BYTES = 64 * 1024
KEYRING_WAIT = 60.0  # seconds for a person to unlock the keyring before it counts as out of reach

Place = Literal["environment", "keyring", "file"]
T = TypeVar("T")


class Keyring(Protocol):
    """What is asked of a keyring; backends of the `keyring` package have these."""

    def get_password(self, service: str, username: str, /) -> str | None: ...  # noqa: D102 - named by the package
    def set_password(self, service: str, username: str, password: str, /) -> None: ...  # noqa: D102 - as above
    def delete_password(self, service: str, username: str, /) -> None: ...  # noqa: D102 - as above


@dataclass(frozen=True, slots=True)
class Service:
    """An outside service as far as its keys are concerned."""

    name: str  # `openai`; the variable is PERSONA_OPENAI_KEY
    variable: str = ""  # the usual variable of its own tools: OPENAI_API_KEY
    origin: str = ""  # where its keys belong unless something else is said; empty: this machine

    @property
    def variables(self) -> tuple[str, ...]:
        """Environment variables a key may stand in, the first one first."""
        own = f"PERSONA_{self.name.upper().replace('-', '_')}_KEY"
        return (own, self.variable) if self.variable else (own,)


@dataclass(frozen=True, slots=True)
class Machine:
    """What the mouth hands down of this machine."""

    environ: Mapping[str, str]
    folder: Path  # configuration folder of the person on this machine; never inside a vault
    keyring: Keyring | None = None  # None: the system's
    wait: float = KEYRING_WAIT  # seconds


class Key:
    """A secret that shows itself only to `reveal`; no dataclass, so that nothing turns it into a mapping."""

    __slots__ = ("_secret", "origin", "place", "service", "source")

    def __init__(self, service: str, origin: str, place: Place, secret: str, source: str = "") -> None:
        self.service = service
        self.origin = origin  # the only one it may be sent to
        self.place = place
        self.source = source  # variable or file it came from, for the person
        self._secret = secret

    def reveal(self) -> str:
        """The secret itself, for a request's header."""
        return self._secret

    @property
    def fingerprint(self) -> str:
        """Twelve hex digits of SHA-256, to tell keys apart without showing them."""
        return hashlib.sha256(f"persona key\0{self._secret}".encode()).hexdigest()[:12]

    def __repr__(self) -> str:
        return f"<key for {self.service} at {self.origin}>"

    __str__ = __repr__

    def __reduce__(self) -> str:
        raise TypeError("a key is not to be copied out of the process")


@dataclass(frozen=True, slots=True)
class Known:
    """A line of `persona key list`."""

    service: str
    origin: str
    place: Place
    source: str  # variable, or "keyring", or the file's path


def get_key(service: Service, origin: str, machine: Machine) -> Key | None:
    """The key for `service` at `origin`, or None when there is none.

    Raises PersonaError when a key is there but cannot be used: a file others may read, a locked keyring, one that was
    stored in a keyring this process cannot reach.
    """
    origin = origin_of(origin)
    if key := _from_environment(service, origin, machine.environ):
        return key
    entry = _read_index(machine.folder).get(_slot(service.name, origin), {})
    if secret := entry.get("key", ""):
        return Key(service.name, origin, "file", cleaned(secret), str(machine.folder / INDEX))
    try:
        found = _asked(machine, lambda ring: ring.get_password(SERVICE, _slot(service.name, origin)))
    except NoKeyringError:
        if entry:
            raise
        return None
    return Key(service.name, origin, "keyring", cleaned(found), "keyring") if found else None


def set_key(service: Service, origin: str, secret: str, machine: Machine, *, in_file: bool = False) -> Known:
    """Store a key for one origin, in the keyring, or in a private file of this machine when `in_file` asks for it.

    Raises PersonaError when the keyring cannot be reached or does not keep what it is given.
    """
    origin, secret = origin_of(origin), cleaned(secret)
    slot = _slot(service.name, origin)
    entry = {"service": service.name, "origin": origin}
    if in_file:
        _write_index(machine.folder, {**_read_index(machine.folder), slot: {**entry, "place": "file", "key": secret}})
        return Known(service.name, origin, "file", str(machine.folder / INDEX))

    def store(ring: Keyring) -> str | None:
        ring.set_password(SERVICE, slot, secret)
        return ring.get_password(SERVICE, slot)

    if _asked(machine, store) != secret:
        raise NoKeyringError("the keyring did not keep the key", hint=_alternatives(service))
    _write_index(machine.folder, {**_read_index(machine.folder), slot: {**entry, "place": "keyring"}})
    return Known(service.name, origin, "keyring", "keyring")


def forget_key(service: Service, origin: str, machine: Machine) -> tuple[Place, ...]:
    """Remove a stored key wherever it stands; the places it was removed from. The environment is the person's own."""
    origin = origin_of(origin)
    slot = _slot(service.name, origin)
    index = _read_index(machine.folder)
    entry = index.pop(slot, None)
    gone: list[Place] = []

    def remove(ring: Keyring) -> bool:
        found = False
        for _ in range(8):  # the Secret Service may hold several items of one name and deletes one at a time
            if ring.get_password(SERVICE, slot) is None:
                break
            ring.delete_password(SERVICE, slot)
            found = True
        return found

    try:
        if _asked(machine, remove):
            gone.append("keyring")
    except NoKeyringError:
        if entry is not None and entry.get("place") == "keyring":
            raise
    if entry is not None:
        _write_index(machine.folder, index)
        if entry.get("place") == "file":
            gone.append("file")
    return tuple(gone)


def list_keys(services: Mapping[Service, str], machine: Machine) -> tuple[Known, ...]:
    """Keys known on this machine, without the keys: those stored, and those of the environment for `services`.

    `services` maps each service to the origin it is used at. The keyring itself is not asked.
    """
    known = [
        Known(key.service, key.origin, key.place, key.source)
        for service, origin in services.items()
        if (key := _from_environment(service, origin_of(origin), machine.environ))
    ]
    for entry in _read_index(machine.folder).values():
        place: Place = "file" if entry.get("place") == "file" else "keyring"
        source = str(machine.folder / INDEX) if place == "file" else "keyring"
        known.append(Known(str(entry.get("service", "")), str(entry.get("origin", "")), place, source))
    return tuple(known)


def cleaned(secret: str) -> str:
    """A key as it is sent: without white space around it; raises UsageError for what no header can carry."""
    secret = secret.strip().strip("\ufeff")
    if not secret:
        raise UsageError("the key is empty")
    if len(secret) > MAX_LENGTH or not all("!" <= sign <= "~" for sign in secret):
        raise UsageError("the key holds spaces or signs that no key has", hint="copy the key alone, on one line")
    return secret


def missing_key(service: Service, origin: str) -> MissingKeyError:
    """The error for a key that is needed and not there."""
    origin, own = origin_of(origin), service.variables[0]
    elsewhere = origin != (origin_of(service.origin) if service.origin else "")
    where = f" --base-url {origin}" if elsewhere else ""
    belongs = f", with PERSONA_{service.name.upper().replace('-', '_')}_ORIGIN={origin}" if elsewhere else ""
    return MissingKeyError(
        f"no key for '{service.name}' at {origin}",
        hint=f"persona key set {service.name}{where}, or put it in {own} or {own}_FILE{belongs}",
    )


class MissingKeyError(PersonaError):
    """A service needs a key and there is none; the hint names the command that sets it."""


class NoKeyringError(PersonaError):
    """No keyring can be reached; the hint names the alternatives."""


def _slot(name: str, origin: str) -> str:
    return f"{name}@{origin}"


def _from_environment(service: Service, origin: str, environ: Mapping[str, str]) -> Key | None:
    if not _belongs(service, origin, environ):
        return None
    for variable in service.variables:
        if secret := environ.get(variable, "").strip():
            return Key(service.name, origin, "environment", cleaned(secret), variable)
        if path := environ.get(f"{variable}_FILE", "").strip():
            secret = _private_text(Path(path), f"{variable}_FILE")
            return Key(service.name, origin, "environment", cleaned(secret), f"{variable}_FILE")
    return None


def _belongs(service: Service, origin: str, environ: Mapping[str, str]) -> bool:
    """Whether keys of the environment may go to `origin`."""
    named = environ.get(f"PERSONA_{service.name.upper().replace('-', '_')}_ORIGIN", "").strip()
    if named:
        return origin == origin_of(named)
    return origin == origin_of(service.origin) if service.origin else is_loopback(origin)


def _private_text(path: Path, called: str) -> str:
    """The text of a file that only its owner can read."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        raise PersonaError(f"cannot read '{path}' ({called}): {os.strerror(error.errno or 0)}") from error
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise PersonaError(f"'{path}' ({called}) is not a file")
        if os.name == "posix" and (found.st_mode & 0o077 or found.st_uid not in (os.getuid(), 0)):
            raise PersonaError(f"'{path}' ({called}) can be read by others", hint=f"chmod 600 '{path}'")
        with os.fdopen(handle, "rb", closefd=False) as file:
            data = file.read(MAX_BYTES + 1)
    finally:
        os.close(handle)
    if len(data) > MAX_BYTES:
        raise PersonaError(f"'{path}' ({called}) is too large for a key")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    raise PersonaError(f"'{path}' ({called}) is not text")


def _read_index(folder: Path) -> dict[str, dict[str, Any]]:
    path = folder / INDEX
    if not path.exists():
        return {}
    try:
        tree = json.loads(_private_text(path, "keys of this machine"))
    except ValueError:
        tree = None
    if not isinstance(tree, dict) or not isinstance(tree.get("keys"), dict):
        raise PersonaError(f"'{path}' is not a list of keys", hint="delete the file and set the keys again")
    return {str(slot): entry for slot, entry in tree["keys"].items() if isinstance(entry, dict)}


def _write_index(folder: Path, entries: Mapping[str, Mapping[str, Any]]) -> None:
    files.make_folder(folder)
    body = json.dumps({"format": 1, "keys": dict(sorted(entries.items()))}, indent=1)
    files.replace(folder / INDEX, body.encode() + b"\n")


def _alternatives(service: Service | None = None) -> str:
    own = service.variables[0] if service else "PERSONA_<SERVICE>_KEY"
    return f"set {own}, or {own}_FILE to a file only you can read, or add --in-file to keep it in one"


def _asked(machine: Machine, question: Callable[[Keyring], T]) -> T:
    """What the keyring says; raises NoKeyringError when there is none, it stays locked, or it does not answer.

    It is asked in a thread: a Secret Service without anybody at the screen waits for ever for a password.
    """
    answers: dict[str, T] = {}
    failures: dict[str, str] = {}

    def ask() -> None:
        ring = machine.keyring
        try:
            ring = _system_keyring() if ring is None else ring
            answers["it"] = question(ring)
        except NoKeyringError as error:
            failures["it"] = str(error)
        except Exception as error:  # noqa: BLE001 - a backend is anybody's plug-in, and its words may quote the key
            failures["it"] = f"the keyring cannot be used ({type(error).__name__})"

    thread = threading.Thread(target=ask, name="keyring", daemon=True)
    thread.start()
    thread.join(machine.wait)
    if "it" in answers:
        return answers["it"]
    waited = f"the keyring did not answer within {machine.wait:g} seconds"
    raise NoKeyringError(failures.get("it") or waited, hint=_alternatives())


def _system_keyring() -> Keyring:
    """The system's keyring; raises NoKeyringError for backends that keep nothing, or keep it in the open."""
    import keyring

    ring: Keyring = keyring.get_keyring()
    home = type(ring).__module__
    if home in ("keyring.backends.fail", "keyring.backends.null"):
        raise NoKeyringError("this machine has no keyring")
    if home == "keyrings.alt.file" and "Plaintext" in type(ring).__name__:
        raise NoKeyringError("the keyring of this machine keeps keys in the open")
    if home == "keyring.backends.chainer" and not getattr(ring, "backends", ()):
        raise NoKeyringError("this machine has no keyring")
    return ring
