"""Which games may share one progressive: those with the same wins, down to the exact chance of every line.

WAC 230-15-685(6) demands the same winning hands with the same probability. The letters demand the same pay table and
never connect house jackpots. An option that keeps hands from winning (after a fold, or without a qualified dealer)
changes who may win, so it is part of the comparison.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from houseway.errors import InvalidInput, NotApproved, shown
from houseway.games import game_names, letter_of
from houseway.games.game import Game
from houseway.games.letter.offer import offer
from houseway.house.log.events import canonical, digest


def winning_terms(game: Game) -> dict[str, Any]:
    """How a game's jackpot is won: every line with its pay and chance by the cards, and what keeps a hand out."""
    wager = game.approval.jackpot
    if wager is None or wager.name not in game.offered:
        raise InvalidInput(f"{game.name} offers no jackpot as it is chosen", field="jackpot")
    kept_out = [
        name
        for name, option in game.approval.options.items()
        if option.concerns == (wager.name,) and game.options[name] == "lose"
    ]
    defaults = {name: game.approval.options[name].default for name in kept_out}
    offered = offer(game.with_options({**game.options, **defaults}), wager)  # chances of the cards, kept out or not
    lines = [[line.name, line.pay.text, str(line.chance(offered.combinations))] for line in offered.lines]
    return {"lines": lines, "kept out": kept_out}


def link_key(game: Game) -> str:
    """A digest of how a game's jackpot is won, and whose game it is: two games may be linked if it is the same."""
    return digest(canonical({**winning_terms(game), "supplier": game.approval.supplier}))


def stated_key(lines: Sequence[str], kept_out: Sequence[str], supplier: str) -> str:
    """The same digest of a game outside houseway, from its own pay table: each line as LINE=PAYS=CHANCE."""
    return digest(canonical({"lines": list(map(_line, lines)), "kept out": list(kept_out), "supplier": supplier}))


_LINE: Final = re.compile(r"\s*(.+?)\s*=\s*([^=]+?)\s*=\s*(\d{1,30}/[1-9]\d{0,29})\s*")


def _line(text: str) -> list[str]:
    if not (parts := _LINE.fullmatch(text)):
        raise InvalidInput(f"{shown(text)} is not LINE=PAYS=CHANCE, such as royal flush=10%=1/649740", field="line")
    name, pays, chance = parts.groups()
    return [name, pays, str(Fraction(chance))]


def require_same_wins(key: str, other: str, *, field: str) -> None:
    """Raise unless two games have the same wins."""
    if key != other:
        reason = "is not won alike: linked games pay the same lines for the same hands, with the same exact chance"
        raise NotApproved(f"{reason} (WAC 230-15-685(6))", field=field)


def outside_games() -> frozenset[str]:
    """The games outside houseway that a letter names as ones that may share a progressive."""
    links = (letter_of(game).operation.link for game in game_names())
    return frozenset(one for link in links if link for one in link.outside)


def require_named_game(name: str) -> None:
    """Raise unless a letter names this game outside houseway as one that may share a progressive."""
    named = outside_games()
    if name not in named:
        raise NotApproved(f"is no game that a letter names; there are {', '.join(sorted(named))}", field=name[:60])
