"""What the operator may choose, the default first, and whether the choices fit together."""

import re

from .money import BREAKAGES, Refused
from .paytables import MATCH_THE_DEALER, PROGRESSIVE_DECKS

Options = dict[str, str]


def _numbers(last: int) -> tuple[str, ...]:
    """`off` and the pay tables from 1 to the last."""
    return ("off", *(str(n) for n in range(1, last + 1)))


PROGRESSIVES = tuple(f"{table}/{n}" for table in PROGRESSIVE_DECKS for n in range(1, 9))
COMMISSIONS = tuple(f"{n}%" for n in range(101))
PLAY_LOSE = ("play", "lose")
NO_YES = ("no", "yes")
OFF_ON = ("off", "on")

CHOICES: dict[str, dict[str, tuple[str, ...]]] = {
    "down-under-holdem": {
        "trips-or-better": _numbers(5),
        "match-the-dealer": _numbers(4),
        "face-up": NO_YES,
        "folded-bonuses": PLAY_LOSE,
    },
    "premium-holdem": {"player-bonus": OFF_ON, "hole-card-bonus": OFF_ON},
    "down-under-blackjack": {
        "decks": ("6", "2", "4", "5", "8"),
        "dealing": ("shoe", "continuous"),
        "soft-17": ("hit", "stand"),
        "blackjack-pays": ("3:2", "6:5"),
        "match-the-dealer": ("off", *MATCH_THE_DEALER),
        "match-down-card": OFF_ON,
        "match-the-dealer-mandatory": ("no", "up", "both"),
        "progressive": ("off", *PROGRESSIVES),
        "progressive-alternate": OFF_ON,
        "hole-card-device": ("reader", "cards"),
    },
    "flush-poker": {
        "natural-straight-flush": _numbers(8),
        "natural-straight-flush-suit": ("any", "flush-hand"),
        "natural-flush": _numbers(14),
        "royal-riches": _numbers(6),
        "jackpot": ("off", "progressive", "house"),
        "jackpot-paytable": ("1", "2", "3"),
        "award-order": ("seat", "largest-first"),
        "folded-bonuses": PLAY_LOSE,
        "unqualified-bonuses": PLAY_LOSE,
        "unqualified-jackpot": PLAY_LOSE,
    },
    "wild-monkey-pai-gow": {
        "dealer-joker": _numbers(2),
        "dealer-joker-needs-win": NO_YES,
        "royal-riches": _numbers(6),
        "dealer-pai-gow": _numbers(3),
        "player-pai-gow-insurance": _numbers(5),
        "insurance-joker": ("wild", "ace"),
        "jackpot": ("off", "progressive", "house"),
        "jackpot-paytable": ("1", "2", "3"),
        "award-order": ("seat", "largest-first"),
        "surrendered-bonuses": PLAY_LOSE,
        "surrendered-jackpot": PLAY_LOSE,
        "wheel": ("lowest", "second"),
        "best-seven": ("expected", "high", "low", "poker"),
        "commission": COMMISSIONS,
    },
}
for _choices in CHOICES.values():
    _choices["breakage"] = BREAKAGES

GAMES = tuple(CHOICES)


def _word(name: str, value: object) -> str:
    """A value as a word: `6` and `"6"` are the same, true and false are errors."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise Refused(f"options: {name}: not a word or a whole number: {value!r}")
    return str(value)


def _cut_card(text: str, decks: int) -> None:
    """The cut card leaves a whole number of cards behind, fewer than the shoe holds."""
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) >= 52 * decks:
        raise Refused(f"options: cut-card: {text}")


def read(game: str, raw: object) -> Options:
    """The options of a record with the defaults filled in."""
    if not isinstance(raw, dict):
        raise Refused("options: not an object")
    choices = CHOICES[game]
    options = {name: values[0] for name, values in choices.items()}
    for name, value in raw.items():
        word = _word(name, value)
        if game == "down-under-blackjack" and name == "cut-card":
            options[name] = word
        elif name not in choices:
            raise Refused(f"options: unknown: {name}")
        elif word not in choices[name]:
            raise Refused(f"options: {name}: no such value: {value}")
        else:
            options[name] = word
    if game == "down-under-blackjack":
        _fit(options)
    return options


def _fit(options: Options) -> None:
    """Blackjack's schedules and tables must be those of the number of decks."""
    decks = options["decks"]
    if "cut-card" in options:
        _cut_card(options["cut-card"], int(decks))
    schedule = options["match-the-dealer"]
    if schedule != "off" and MATCH_THE_DEALER[schedule][0] != decks:
        raise Refused(f"options: match-the-dealer: {schedule} is not for {decks} decks")
    table = options["progressive"].split("/")[0]
    if table != "off" and PROGRESSIVE_DECKS[table] != decks:
        raise Refused(f"options: progressive: {table} is not for {decks} decks")
    if options["progressive-alternate"] == "on" and (table in ("off", "4a") or table.startswith("5")):
        raise Refused(f"options: progressive-alternate: not for {table}")
