"""The strategies that a person can remember, in words that everybody can follow literally."""

from collections.abc import Mapping
from typing import Final

_MEANT: Final = "(A straight or a flush behind is better than a pair; the joker in front is an ace.)"

TEXTS: Final[Mapping[str, str]] = {
    "house-way-stand": "Set by the house way. Never surrender, never double.",
    "house-way-pairs": (
        "Set by the house way. Surrender with less than a pair behind. Double with a pair in front. Else stand. "
        f"{_MEANT}"
    ),
    "house-way-simple": (
        "Set by the house way. Surrender with less than a pair behind; with a pair of sixes or lower behind and "
        "neither a pair nor an ace in front; with a pair of sevens to jacks behind and neither a pair nor an ace nor a "
        "king in front. Double with a pair in front and a pair of nines or better behind; with an ace in front and a "
        "pair of aces or better behind; with a king in front and three of a kind or better behind. Else stand. "
        f"{_MEANT}"
    ),
}
