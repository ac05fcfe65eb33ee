"""The Match The Dealer Progressive of blackjack: tables 3, 4 and 5 and their alternates."""

from dataclasses import dataclass

from .options import Options
from .paytables import PROGRESSIVE_FIXED, PROGRESSIVE_TOP
from .poker import rank

ACE_SPADES, KING_SPADES = "As", "Ks"


@dataclass
class Score:
    """What a hand earns: at most one top line (name and pay) and fixed pays, as odds."""

    top: tuple[str, str] | None
    fixed: list[str]


def matches(player: list[str], dealer_card: str) -> str | None:
    """How the player's two cards match one dealer card."""
    suited = sum(card == dealer_card for card in player)
    unsuited = sum(rank(card) == rank(dealer_card) and card != dealer_card for card in player)
    return {
        (2, 0): "two suited",
        (1, 1): "one of each",
        (1, 0): "one suited",
        (0, 2): "two non-suited",
        (0, 1): "one non-suited",
    }.get((suited, unsuited))


def _top_of_3(player: list[str], up: str, down: str, alternate: bool) -> int | None:
    """The number of the top line of tables 3a to 3d, if any."""
    if matches(player, up) != "two suited":
        return None
    if not alternate:
        return 0 if up == ACE_SPADES else 1
    if up == ACE_SPADES and down == KING_SPADES:
        return 0
    return 1 if rank(up) == 14 else 2


def _top_of_4a(player: list[str], up: str, down: str) -> int | None:
    """The number of the top line of table 4a, if any."""
    if {*player} == {up, down} == {ACE_SPADES, KING_SPADES}:
        return 0
    ranks = {rank(card) for card in (*player, up, down)}
    if len(ranks) > 1:
        return None
    return 1 if ranks == {14} else 2


def _top_of_4(player: list[str], up: str, down: str, alternate: bool) -> int | None:
    """The number of the top line of tables 4b to 4e, if any."""
    suited = [matches(player, card) == "two suited" for card in (up, down)]
    if not any(suited):
        return None
    if not alternate:
        return 0 if all(suited) else 1
    if all(suited):
        return 0 if rank(up) == 14 else 1
    return 2


def _top_of_5(player: list[str], up: str, down: str) -> int | None:
    """The number of the top line of tables 5a to 5d, if any."""
    if matches(player, up) != "two suited":
        return None
    if up == down:
        return 0 if rank(up) == 14 else 1
    return 2


def _fixed(table: str, paytable: int, player: list[str], dealer_cards: list[str]) -> list[str]:
    """The fixed pays against these dealer cards, each scored by itself."""
    found = [matches(player, card) for card in dealer_cards]
    rows = PROGRESSIVE_FIXED[table]
    return [rows[name][paytable - 1] for name in found if name in rows]


def score(player: list[str], up: str, down: str, options: Options) -> Score:
    """What the player's original two cards earn."""
    table, number = options["progressive"].split("/")
    alternate = options["progressive-alternate"] == "on"
    paytable = int(number)
    if table == "4a":
        top, kind = _top_of_4a(player, up, down), "4a"
        fixed = _fixed(table, paytable, player, [up, down]) if top is None else []
    elif table.startswith("4"):
        top, kind = _top_of_4(player, up, down, alternate), "4"
        fixed = _fixed(table, paytable, player, [up, down])
    elif table.startswith("3"):
        top, kind = _top_of_3(player, up, down, alternate), "3"
        fixed = _fixed(table, paytable, player, [up])
    else:
        top, kind = _top_of_5(player, up, down), "5"
        fixed = _fixed(table, paytable, player, [up])
    lines = PROGRESSIVE_TOP[kind + (" alternate" if alternate else "")]
    return Score(None if top is None else lines[top], fixed)
