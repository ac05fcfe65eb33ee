"""The vault: secrets sealed with a key that is kept outside the database (AES-256-GCM of the package cryptography).

Whoever reads the file, a back-up or the server of the database finds sealed texts. A key is 32 bytes, written as 64
hexadecimal digits, and is named by its id, which the database holds. It is looked for in the variable
HOUSEWAY_VAULT_KEY (several keys with commas between), in the file HOUSEWAY_VAULT_KEY_FILE (a key a line, readable by
its owner alone), in what the command HOUSEWAY_VAULT_KEY_COMMAND prints, and finally in the user's data folder, where a
house without any of these gets its first key.
"""

import hashlib
import os
import secrets
import shlex
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from houseway.errors import InvalidInput
from houseway.house.log.log import Damaged, KeyMissing, check_secret
from houseway.house.store.paths import data_folder

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
COMMAND_SECONDS: Final = 30
VARIABLE, FILE, COMMAND = "HOUSEWAY_VAULT_KEY", "HOUSEWAY_VAULT_KEY_FILE", "HOUSEWAY_VAULT_KEY_COMMAND"


def key_id(key: bytes) -> str:
    """The public name of a key."""
    return hashlib.sha256(b"houseway vault key " + key).hexdigest()[:16]


def is_sealed_at_rest(text: str) -> bool:
    """Whether a secret is sealed: not the argon2 hash of a password, so that a lost key locks nobody out."""
    return not text.startswith("$argon2")


class Vault:
    """Seals and opens secrets; keys that were found once are remembered as long as the process lives."""

    def __init__(self) -> None:
        self._keys: dict[str, bytes] = {}
        self._ciphers: dict[str, AESGCM] = {}

    def seal(self, text: str, digest: str, key: str, *, hidden: bool) -> str:
        """A secret sealed under a key, bound to its digest and role, so that it cannot replace another one."""
        nonce = os.urandom(NONCE_BYTES)
        sealed = self._cipher(key).encrypt(nonce, text.encode(), _bound(digest, hidden=hidden))
        return b64encode(nonce + sealed).decode()

    def open(self, sealed: str, digest: str, key: str, *, hidden: bool) -> str:
        """Open a sealed text; raises KeyMissing without its key, Damaged where it was changed."""
        from cryptography.exceptions import InvalidTag

        cipher = self._cipher(key)
        try:
            raw = b64decode(sealed, validate=True)
            text = cipher.decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], _bound(digest, hidden=hidden)).decode()
        except (InvalidTag, ValueError):
            raise Damaged("is not what was kept", field=f"secret {digest[:12]}") from None
        return check_secret(digest, text)

    def has(self, key: str) -> bool:
        """Whether a key is available."""
        try:
            self._cipher(key)
        except KeyMissing:
            return False
        return True

    def _cipher(self, key: str) -> "AESGCM":
        if key not in self._ciphers:
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM

            self._ciphers[key] = AESGCM(self._find(key))
        return self._ciphers[key]

    def _find(self, name: str) -> bytes:
        if name not in self._keys:
            self._keys.update({key_id(key): key for key in _given_keys()})
        if name not in self._keys and _file_of(name).exists():
            self._keys.update({key_id(key): key for key in _keys_in(_file_of(name))})
        if name not in self._keys:
            raise KeyMissing(
                f"the key {name} that seals the seeds of this house is not here; give {VARIABLE}, {FILE} or "
                f"{COMMAND}, or put it at {_file_of(name)}",
                field="vault",
            )
        return self._keys[name]

    def next_key(self, used: set[str]) -> str:
        """A key that seals from now on: the first of those given that is not used yet, or a new one in a file."""
        given = [key for key in _given_keys() if key_id(key) not in used]
        if not given and (os.environ.get(VARIABLE) or os.environ.get(FILE) or os.environ.get(COMMAND)):
            raise InvalidInput("must give a key that the house has not used yet, beside those it has", field=VARIABLE)
        key = given[0] if given else secrets.token_bytes(KEY_BYTES)
        name = key_id(key)
        if not given:
            _write_key(_file_of(name), key)
        self._keys[name] = key
        return name


def _bound(digest: str, *, hidden: bool) -> bytes:
    return f"{digest} {'dealing' if hidden else 'house'}".encode()


def _given_keys() -> list[bytes]:
    """The keys of the variable, the file and the command, in this order."""
    keys = list(_parse_keys((os.environ.get(VARIABLE) or "").replace(",", " ").split(), VARIABLE))
    if file := os.environ.get(FILE):
        keys += _keys_in(Path(file))
    if command := os.environ.get(COMMAND):
        keys += _parse_keys(_command_output(command).split(), COMMAND)
    return keys


def _parse_keys(words: list[str], field: str) -> Iterator[bytes]:
    for word in words:
        try:
            key = bytes.fromhex(word)
        except ValueError:
            key = b""
        if len(key) != KEY_BYTES:
            raise InvalidInput(f"a key is {2 * KEY_BYTES} hexadecimal digits", field=field)
        yield key


def _keys_in(path: Path) -> list[bytes]:
    """The keys of a file that nobody but its owner may read."""
    try:
        if path.stat().st_mode & 0o077:
            raise InvalidInput("others may read this key: chmod 600 it", field=str(path))
        return list(_parse_keys(path.read_text(encoding="ascii").split(), str(path)))
    except OSError as problem:
        raise InvalidInput(f"cannot be read: {problem.strerror}", field=str(path)) from None
    except UnicodeDecodeError:
        raise InvalidInput("is no key file", field=str(path)) from None


def _command_output(command: str) -> str:
    try:
        words = shlex.split(command)
        done = subprocess.run(words, capture_output=True, text=True, timeout=COMMAND_SECONDS, check=True)  # noqa: S603
    except (OSError, ValueError, subprocess.SubprocessError):
        raise InvalidInput("the command does not print a key", field=COMMAND) from None
    return done.stdout


def _file_of(key: str) -> Path:
    return data_folder() / "keys" / f"{key}.key"


def _write_key(path: Path, key: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(f"{key.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as problem:
        raise InvalidInput(f"cannot be made: {problem.strerror}", field=str(path)) from None
