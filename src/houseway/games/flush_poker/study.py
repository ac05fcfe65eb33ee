"""What a designer's study may change of the rules: the joker, the caps of the Raise, and when the dealer qualifies."""

import re
from collections.abc import Mapping
from typing import Any, Final

from houseway.cards.card import RANKS
from houseway.errors import InvalidInput, shown

STUDY_RULES: Final = {
    "joker": "true or false: whether the deck has its joker",
    "raise-caps": "seven whole numbers: how many Bets a Raise may be with a flush of one to seven cards",
    "qualifier": "the least flush with which the dealer qualifies, such as `3-card T-8` or `4-card`; or `none`",
}

MOST_TIMES: Final = 9  # a decision says one digit
_FLUSH: Final = re.compile(r"([1-7])-card(?: ([2-9TJQKA](?:-[2-9TJQKA])*))?")


def changed_rules(study: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a variant that a study changes."""
    read = {"joker": ("joker", _joker), "raise-caps": ("caps", _caps), "qualifier": ("qualifier", _qualifier)}
    changes = {}
    for rule, value in study.items():
        if rule in read:
            field, reader = read[rule]
            changes[field] = reader(value, f"rules.{rule}")
    return changes


def _joker(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidInput(f"must be true or false, not {shown(value)}", field=field)
    return value


def _caps(value: object, field: str) -> tuple[int, ...]:
    """By cards in the flush, 0 to 13."""
    if not isinstance(value, list) or len(value) != 7 or not all(type(cap) is int for cap in value):
        raise InvalidInput("must be seven whole numbers, for flushes of one to seven cards", field=field)
    if not all(1 <= cap <= MOST_TIMES for cap in value):
        raise InvalidInput(f"must be 1 to {MOST_TIMES} each", field=field)
    return (value[0], *value, *[value[-1]] * 6)


def _qualifier(value: object, field: str) -> int:
    """The least strength that qualifies."""
    if value == "none":
        return 0
    said = _FLUSH.fullmatch(value) if isinstance(value, str) else None
    if said is None:
        raise InvalidInput(f"must be like `3-card T-8`, or `none`, not {shown(value)}", field=field)
    size, ranks = int(said[1]), [RANKS.index(rank) for rank in (said[2] or "").split("-") if rank]
    if ranks != sorted(set(ranks), reverse=True) or len(ranks) > size:
        raise InvalidInput(f"{value!r}: must be at most {size} ranks, each once, the highest first", field=field)
    return size << 13 | sum(1 << rank for rank in ranks)
