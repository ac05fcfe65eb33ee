"""Signed heads: the last event of every stream, signed with the house's key, so that a missing tail is noticed."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Self

import msgspec

from houseway.errors import InvalidInput
from houseway.house.log.events import canonical, timestamp
from houseway.house.log.ledger import format_units
from houseway.house.log.log import Log
from houseway.house.store.paths import pin_file

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FORMAT: Final = "houseway heads 1"


class HouseKey:
    """The house's Ed25519 key: a file that only its owner reads, made on first use."""

    def __init__(self, key: "Ed25519PrivateKey") -> None:
        self._key = key

    @classmethod
    def open(cls, path: Path) -> Self:
        """The key in a file; if there is no file, a new key that nobody else can read."""
        from cryptography.hazmat.primitives import serialization as form
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        try:
            shared, text = path.stat().st_mode & 0o077, path.read_bytes()
        except FileNotFoundError:
            return cls._make(path)
        except OSError as problem:
            raise InvalidInput(f"cannot be read: {problem.strerror}", field=str(path)) from None
        try:
            key = form.load_pem_private_key(text, None)
        except ValueError:
            raise InvalidInput("is no key file", field=str(path)) from None
        if not isinstance(key, Ed25519PrivateKey):
            raise InvalidInput("is no Ed25519 key", field=str(path))
        if shared:
            raise InvalidInput("others may read this key: chmod 600 it", field=str(path))
        return cls(key)

    @classmethod
    def _make(cls, path: Path) -> Self:
        from cryptography.hazmat.primitives import serialization as form
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        key = Ed25519PrivateKey.generate()
        text = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_name(f"{path.name}.{os.getpid()}")
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(new, path)  # written whole or not at all, and never over an existing key
            finally:
                new.unlink()
        except FileExistsError:
            return cls.open(path)
        except OSError as problem:
            raise InvalidInput(f"cannot be made: {problem.strerror}", field=str(path)) from None
        return cls(key)

    @property
    def public(self) -> str:
        """The public key, in hexadecimal."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, text: str) -> str:
        """The signature of a text, in hexadecimal."""
        return self._key.sign(text.encode()).hex()


class SeenHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The head of a stream: the number and the hash of its last event."""

    number: int
    hash: str


class LedgerTotals(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number of all events, and the balances of groups of accounts that begin alike."""

    events: int
    balances: dict[str, str]


class SignedHeads(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Heads of streams at a moment, totals of the ledger, the public key and its signature, as they stand in a file."""

    format: Literal["houseway heads 1"] = FORMAT
    at: str
    heads: dict[str, SeenHead]
    totals: LedgerTotals
    key: str
    signature: str

    @property
    def content(self) -> dict[str, Any]:
        """The signed content: everything except the signature."""
        return {name: value for name, value in msgspec.to_builtins(self).items() if name != "signature"}

    @classmethod
    def parse(cls, value: object, *, key: str = "") -> Self:
        """Read signed heads and check their signature; with a public key, that it is this one's."""
        try:
            signed = msgspec.convert(value, cls)
        except msgspec.ValidationError:
            raise InvalidInput("is no file of signed heads", field="head") from None
        if value != msgspec.to_builtins(signed):
            raise InvalidInput("holds more or less than signed heads", field="head")
        if key and signed.key != key:
            raise InvalidInput("is signed with another key than the house's", field="head")
        signed._check_signature()
        return signed

    def _check_signature(self) -> None:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            public.verify(bytes.fromhex(self.signature), canonical(self.content).encode())
        except (InvalidSignature, TypeError, ValueError):
            raise InvalidInput("its signature is not that of its content", field="head") from None


def sign_heads(log: Log, key: HouseKey) -> SignedHeads:
    """Sign the current head of every stream."""
    with log.consistent_view() as view:
        heads = {stream: SeenHead(number=head.number, hash=head.hash) for stream, head in view.heads().items()}
        balances = view.balances()
    sums: dict[str, int] = {}
    for account, amount in balances.items():
        group = account.partition("/")[0]
        sums[group] = sums.get(group, 0) + amount
    totals = LedgerTotals(
        events=sum(head.number for head in heads.values()),
        balances={group: format_units(amount) for group, amount in sums.items()},
    )
    unsigned = SignedHeads(at=timestamp(log.clock()), heads=heads, totals=totals, key=key.public, signature="")
    return msgspec.structs.replace(unsigned, signature=key.sign(canonical(unsigned.content)))


def pinned_key() -> str:
    """The key of the first signed heads that were verified here; empty before that."""
    try:
        return pin_file().read_text(encoding="ascii").strip()
    except OSError:
        return ""


def pin_key(key: str) -> None:
    """Trust a key from its first use on; another key is refused later."""
    pin_file().parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(pin_file(), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(f"{key}\n")
