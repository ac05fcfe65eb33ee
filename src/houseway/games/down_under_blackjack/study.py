"""What a designer's study may change of the rules, and the rules that every analysis then uses."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from houseway.cards.card import RANKS
from houseway.errors import InvalidInput, shown
from houseway.games.down_under_blackjack.matches import decks_of_table
from houseway.games.game import Game
from houseway.games.letter.card_reader import group_words, light_groups

if TYPE_CHECKING:
    from houseway.games.down_under_blackjack.variant import Variant

INFINITE: Final = "infinite"
MOST_DECKS: Final = 12

STUDY_RULES: Final[Mapping[str, str]] = {
    "decks": f'how many decks are in play: 1 to {MOST_DECKS}, or "{INFINITE}"',
    "groups": 'the ranks that each light shows, in the letter ["2-5", "6-9", "T-A"]',
    "golds": 'the ranks that are gold in clauses 11 and 12, in the letter ["T", "A"]; T stands for all ten-values',
    "exposes-golds": "whether two golds of the dealer are turned up before play (clause 11): true or false",
    "most-hands": "how many hands splits may make (clause 7): 1, where nothing is split, to 4",
    "double-after-split": "whether a hand from a split may be doubled (clause 8): true or false",
    "blackjack-pays": 'what a winning blackjack pays: "7:5"',
}

# Lines of a wager that are won together are added up, so they must be of one kind.
PAY_KINDS: Final = {
    "match-the-dealer": ("to",),
    "progressive": ("for", "share", "prize"),
    "progressive-alternate": ("share", "prize"),
}
KIND_WORDS: Final = {
    "match-the-dealer": "like `11 to 1`",
    "progressive": "like `50 for 1`, `10%` or `$`",
    "progressive-alternate": "like `10%` or `$`",
}

_PAYS: Final = re.compile(r"[1-9][0-9]?:[1-9][0-9]?")


def decks_of(game: Game) -> int | None:
    """How many decks are in play; None for infinitely many."""
    decks = game.study.get("decks", int(game.options["decks"]))
    return None if decks == INFINITE else int(str(decks))


def has_own_decks(game: Game) -> bool:
    """Whether a study has another number of decks than the operator's choice."""
    return decks_of(game) != int(game.options["decks"])


def blackjack_pays(game: Game) -> str:
    """What a winning blackjack pays: `3:2`."""
    return _lowest_terms(str(game.study.get("blackjack-pays", game.options["blackjack-pays"])))


@lru_cache(maxsize=64)
def _lowest_terms(pays: str) -> str:
    odds = odds_of(pays)
    return f"{odds.numerator}:{odds.denominator}"


def odds_of(pays: str) -> Fraction:
    """The odds of `3:2` as a multiple of the wager."""
    return Fraction(pays.replace(":", "/"))


def variant_of(game: Game) -> "Variant":
    """The rules that are analysed: the letter's, with the operator's choices and the changes of a study."""
    from houseway.games.down_under_blackjack.variant import Variant

    checked = {name: _CHECKS[name](value, f"rules.{name}") for name, value in game.study.items()}
    variant = Variant.of(decks_of(game), game.options["soft-17"])
    return replace(variant, **{field: checked[name] for name, field in _FIELDS.items() if name in checked})


def rule_values(game: Game) -> dict[str, object]:
    """The rules as they stand."""
    from houseway.games.down_under_blackjack.variant import SYMBOLS

    variant = variant_of(game)
    *below, tens, aces = variant.groups
    return {
        "decks": decks_of(game) or INFINITE,
        "groups": group_words((*below, tens, tens, tens, tens, aces)),
        "golds": [symbol for symbol, gold in zip(SYMBOLS, variant.golds, strict=True) if gold],
        "exposes-golds": variant.exposes_golds,
        "most-hands": variant.most_hands,
        "double-after-split": variant.doubles_after_split,
        "blackjack-pays": blackjack_pays(game),
    }


def check_study(game: Game) -> None:
    """Refuse rules that make no sense, and pay tables whose names do not say how many decks they are for."""
    variant_of(game)
    for name in game.approval.paytables["match-the-dealer"]:
        if not has_own_decks(game) and not name.partition("-")[0].isdecimal():
            reason = 'must begin with its number of decks, as "6-mine" does'
            raise InvalidInput(reason, field=f"paytables.match-the-dealer.pays.{name}")
    for name in game.approval.paytables["progressive"]:
        if not decks_of_table(name):
            reason = 'must begin with the table whose rules score it, as "3c/mine" does'
            raise InvalidInput(reason, field=f"paytables.progressive.pays.{name}")

    for wager, kinds in PAY_KINDS.items():
        for name, table in game.approval.paytables[wager].items():
            for pay in table.pays:
                if pay is not None and pay.kind not in kinds:
                    reason = f"{pay.text!r}: pays are added up, so all must be {KIND_WORDS[wager]}"
                    raise InvalidInput(reason, field=f"paytables.{wager}.pays.{name}")


# ---- reading a study


def _decks(value: object, field: str) -> object:
    if value != INFINITE and (not _is_number(value) or not 1 <= int(str(value)) <= MOST_DECKS):
        raise InvalidInput(f'must be 1 to {MOST_DECKS} or "{INFINITE}", not {shown(value)}', field=field)
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _groups(value: object, field: str) -> tuple[int, ...]:
    lights = light_groups(value, field)
    tens = set(lights[RANKS.index("T") : RANKS.index("A")])
    if len(tens) > 1:
        raise InvalidInput("must leave the ten-values together", field=field)
    return (*lights[: RANKS.index("T")], *tens, lights[-1])


def _golds(value: object, field: str) -> tuple[bool, ...]:
    golds = _ranks(value, field)
    return tuple(place in golds for place in range(10))


def _ranks(value: object, field: str) -> list[int]:
    """Places of ranks among the ten values."""
    from houseway.games.down_under_blackjack.variant import SYMBOLS

    if not isinstance(value, list):
        raise InvalidInput("must be a list of ranks", field=field)
    words = ["T" if rank in (10, "10") else str(rank) for rank in value]
    for word in words:
        if len(word) != 1 or word not in SYMBOLS:
            raise InvalidInput(f"{word[:20]!r} is none of {', '.join(SYMBOLS)}", field=field)
    return [SYMBOLS.index(word) for word in words]


def _flag(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidInput(f"must be true or false, not {shown(value)}", field=field)
    return value


def _most_hands(value: object, field: str) -> int:
    from houseway.games.down_under_blackjack.variant import MOST_HANDS

    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_HANDS:
        raise InvalidInput(f"must be 1 to {MOST_HANDS}, not {shown(value)}", field=field)
    return value


def _pays(value: object, field: str) -> str:
    if not isinstance(value, str) or not _PAYS.fullmatch(value):
        raise InvalidInput(f'must be odds such as "3:2", not {shown(value)}', field=field)
    return value


_CHECKS: Final[Mapping[str, Callable[[object, str], Any]]] = {
    "decks": _decks,
    "groups": _groups,
    "golds": _golds,
    "exposes-golds": _flag,
    "most-hands": _most_hands,
    "double-after-split": _flag,
    "blackjack-pays": _pays,
}

# The fields of a Variant for rules of a study.
_FIELDS: Final = {
    "groups": "groups",
    "golds": "golds",
    "exposes-golds": "exposes_golds",
    "most-hands": "most_hands",
    "double-after-split": "doubles_after_split",
}
