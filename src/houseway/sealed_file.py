"""Content of the cache, sealed with what it belongs to: a changed digit or another question's answer is not taken."""

import hashlib
from typing import Final

_SEAL: Final = 32  # bytes


def seal(content: bytes, belongs_to: str) -> bytes:
    """Content behind a digest of it and of what it belongs to."""
    return _digest(content, belongs_to) + content


def unseal(file: bytes, belongs_to: str) -> bytes | None:
    """The content of a file, or None where it is damaged or belongs to something else."""
    mark, content = file[:_SEAL], file[_SEAL:]
    return content if mark == _digest(content, belongs_to) else None


def _digest(content: bytes, belongs_to: str) -> bytes:
    return hashlib.sha256(belongs_to.encode() + b"\0" + content).digest()
