"""Output in other encodings than UTF-8: letters that do not exist there are spelled out, never an error."""

import codecs
import io
import sys
from typing import Final

_SPELLED: Final = {"█": "#", "▏": "|", "±": "+/-", "…": "...", "—": "-"}  # the rest as JSON and Python escape them
_NAME: Final = "houseway"


def print_in_any_encoding() -> None:
    """Let standard output and standard error spell out the letters that their encoding does not have."""
    codecs.register_error(_NAME, spell_out)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and codecs.lookup(stream.encoding).name != "utf-8":
            stream.reconfigure(errors=_NAME)


def spell_out(problem: UnicodeError) -> tuple[str, int]:
    """What stands for letters that an encoding does not have; in JSON it reads as the letters themselves."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    letters = problem.object[problem.start : problem.end]
    spelled = (_SPELLED.get(letter) or letter.encode("ascii", "backslashreplace").decode() for letter in letters)
    return "".join(word.replace("\\x", "\\u00") for word in spelled), problem.end
