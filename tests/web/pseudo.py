"""A language that nobody speaks: English with accents, in brackets and a third longer, so that other text shows."""

import json
import re
from pathlib import Path
from typing import Final

from houseway.web.http.catalogue import ENGLISH, TEXTS

LANGUAGE: Final = "en-XA"
WORD: Final = 5  # signs, after which a line may break
OPEN, CLOSE = "⟦", "⟧"
_ACCENTS: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "åƀçðéƒğĥîĵķļḿñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĞĤÎĴĶĻḾÑÖÞɊŔŠŢÛṼŴẊÝŽ"
)
# How days and times are written is the name of a language, not a text.
_LINE: Final = re.compile(r'^(?!dates)(\w+ = )(\[.*\]|"(?:[^"\\]|\\.)*")', re.MULTILINE)
_PLACEHOLDER: Final = re.compile(r"(\{\w+\})")


def pseudo(text: str) -> str:
    """A text as the pseudo-locale has it; its placeholders stay."""
    parts = _PLACEHOLDER.split(text)
    accented = "".join(part if part.startswith("{") else part.translate(_ACCENTS) for part in parts)
    letters = len(_PLACEHOLDER.sub("", text))
    padding = " ".join("~" * min(WORD, letters // 3 - at) for at in range(0, letters // 3, WORD + 1))
    return f"{OPEN}{accented}{padding}{CLOSE}"


def write_languages(folder: Path) -> Path:
    """A folder with English and the pseudo-locale, for a server of the tests."""
    english = (TEXTS / f"{ENGLISH}.toml").read_text(encoding="utf-8")
    (folder / f"{ENGLISH}.toml").write_text(english, encoding="utf-8")
    (folder / f"{LANGUAGE}.toml").write_text(_LINE.sub(_pseudo_line, english), encoding="utf-8")
    return folder


def _pseudo_line(line: re.Match[str]) -> str:
    text: str | list[str] = json.loads(line[2])
    made = pseudo(text) if isinstance(text, str) else [pseudo(one) for one in text]
    return f"{line[1]}{json.dumps(made, ensure_ascii=False)}"
