"""Effects of removal: the value of each wager from a full shoe, and from a shoe that lacks one card."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from houseway.cards.card import RANKS, Card
from houseway.games.down_under_blackjack.card_values import VALUES
from houseway.games.down_under_blackjack.exact.analysis import analyze
from houseway.games.down_under_blackjack.exact.composition import match_net, progressive_net
from houseway.games.down_under_blackjack.exact.play_out import Bytes
from houseway.games.down_under_blackjack.settle import jackpot_table, progressive_table
from houseway.games.down_under_blackjack.study import blackjack_pays, variant_of
from houseway.games.down_under_blackjack.variant import SYMBOLS
from houseway.games.game import Game
from houseway.games.letter.paytable import Pay
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.counting import Removal

SUITS: Final = 4
Net = Callable[[Sequence[Fraction]], Fraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTerms:
    """The pays of Match The Dealer."""

    suited: Fraction
    unsuited: Fraction

    @classmethod
    def of(cls, game: Game) -> "MatchTerms":
        """The terms of the schedule that is played."""
        pays = game.paytable("match-the-dealer").pays
        return cls(suited=_worth(pays[0]), unsuited=_worth(pays[1]))

    def net(self, left: Sequence[Fraction]) -> Fraction:
        """What a wager wins on average from a shoe."""
        return Fraction(match_net(left, sum(left), self.suited, self.unsuited))  # type: ignore[arg-type]  # in fractions


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveTerms:
    """The values of the progressive's lines, in wagers, at a meter and a prize."""

    family: int
    fixed: tuple[Fraction, ...]
    jackpots: tuple[Fraction, ...]

    @classmethod
    def of(cls, game: Game, meter: Fraction, prize: Fraction) -> "ProgressiveTerms":
        """The terms of the table that is played."""
        return cls(
            family=progressive_table(game),
            fixed=tuple(_worth(pay) for pay in game.paytable("progressive").pays),
            jackpots=tuple(_worth(pay, meter, prize) for pay in jackpot_table(game).pays),
        )

    def net(self, left: Sequence[Fraction]) -> Fraction:
        """What a wager wins on average from a shoe."""
        won = progressive_net(left, sum(left), self.family, self.fixed, self.jackpots)  # type: ignore[arg-type]  # in fractions
        return Fraction(won)


def _worth(pay: Pay | None, meter: Fraction = Fraction(0), prize: Fraction = Fraction(0)) -> Fraction:
    """The value of a line in wagers; the odds of a match are to one, those of the progressive for one."""
    if pay is None:
        return Fraction(0)
    return {"share": pay.times * meter, "prize": prize}.get(pay.kind, pay.times)


def full_shoe(decks: int) -> list[Fraction]:
    """The copies of each card."""
    return [Fraction(decks)] * 52


def card_removals(net: Net, decks: int) -> list[Removal]:
    """The effect of each card on a bonus; one row for a rank whose suits are alike."""
    shoe = full_shoe(decks)
    before = net(shoe)
    rows: list[Removal] = []
    for rank, symbol in enumerate(RANKS):
        effects = [net([*shoe[:card], shoe[card] - 1, *shoe[card + 1 :]]) - before for card in _cards(rank)]
        if len(set(effects)) == 1:
            rows.append(_removal(symbol, SUITS * decks, effects[0]))
        else:
            cards = zip(_cards(rank), effects, strict=True)
            rows += [_removal(str(Card(card)), decks, effect) for card, effect in cards]
    return rows


def _cards(rank: int) -> list[int]:
    return [13 * suit + rank for suit in range(SUITS)]


def _removal(card: str, copies: int, effect: Fraction) -> Removal:
    return Removal(card=card, copies=copies, effect=float(effect), effect_exact=effect)


def main_removals(game: Game, strategy: Bytes, run: Runner) -> tuple[float, list[Removal]]:
    """The house edge of a strategy, and the exact effect of each of the ten values on it."""
    variant, pays = variant_of(game), blackjack_pays(game)
    edges = []
    for removed in (None, *range(VALUES)):
        shoe = tuple(cards - (value == removed) for value, cards in enumerate(variant.shoe))
        edges.append(analyze(replace(variant, shoe=shoe), run, strategy).figures(pays).house_edge)
    full, *without = edges
    cards = zip(SYMBOLS, variant.shoe, without, strict=True)
    return full, [Removal(card=card, copies=copies, effect=full - edge) for card, copies, edge in cards]
