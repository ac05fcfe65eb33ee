"""Texts that people write and others read: reasons, notes, descriptions. They have one line and a limited length."""

from typing import Final

from houseway.errors import InvalidInput

LONGEST: Final = 200  # characters of a reason or a note


def is_text(given: str) -> bool:
    """Whether something can be written down; bytes that were no UTF-8 on their way here cannot."""
    try:
        given.encode()
    except UnicodeEncodeError:
        return False
    return True


def require_text(text: str, *, field: str, most: int = LONGEST) -> str:
    """A text that can be printed anywhere: not empty, no control characters, no longer than the limit."""
    if not text.strip() or len(text) > most or not text.isprintable():
        raise InvalidInput(f"must be 1 to {most} printable characters", field=field)
    return text
