"""The game, counted exactly by ranks: the main game for any decisions, and the First Two bonus."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Final

from houseway.games.game import Game
from houseway.games.pricing.analysis import MainAnalysis
from houseway.games.pricing.price import Prices, by_tables, gathered
from houseway.games.pricing.result import RulesEdge, SimpleStrategy
from red_dog.result import RedDogResult, SpreadResult
from red_dog.rules import NEIGHBOURS, PAIR, WIDEST, WIN, ante_line, ending, first_two_line, spread
from red_dog.variant import Variant, variant_of

OPTIMAL, NEVER = "optimal", "never-raise"
STRATEGIES: Final = (OPTIMAL, NEVER)
TEXTS: Final = {NEVER: "Call every spread."}
PUBLISHED: Final = {
    1: "3.155%",
    2: "3.077%",
    4: "2.884%",
    6: "2.798%",
    8: "2.751%",
}  # edges in the literature, by decks


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """All rounds whose first two cards have one spread: how many there are, and how many the third card wins."""

    between: int
    deals: int
    wins: int
    pays: Fraction  # to one

    @property
    def net(self) -> Fraction:
        """The expected result of one unit on the third card."""
        win = Fraction(self.wins, self.deals)
        if self.between == NEIGHBOURS:
            return Fraction(0)
        return self.pays * win - (0 if self.between == PAIR else 1 - win)


def count_spreads(variant: Variant) -> dict[int, Spread]:
    """Every spread with its rounds: three cards in order, by rank."""
    each, cards = 4 * variant.decks, 52 * variant.decks
    deals = dict.fromkeys(range(PAIR, WIDEST + 1), 0)
    wins = dict(deals)
    for one in range(13):
        for two in range(13):
            ways = each * (each - (one == two))
            left = [each - (rank == one) - (rank == two) for rank in range(13)]
            between = spread(one, two)
            deals[between] += ways * (cards - 2)
            wins[between] += ways * sum(left[third] for third in range(13) if ending(one, two, third) == WIN)
    pays = {between: variant.pays[ante_line(between)] for between in deals if between != NEIGHBOURS}
    return {
        between: Spread(between=between, deals=deals[between], wins=wins[between], pays=pays.get(between, Fraction(0)))
        for between in deals
    }


def raised_spreads(variant: Variant, strategy: str) -> frozenset[int]:
    """The spreads that a strategy raises; of equals it calls, which stakes less."""
    if strategy == NEVER or not variant.raises:
        return frozenset()
    return frozenset(one.between for one in count_spreads(variant).values() if one.between > 0 and one.net > 0)


def main_game(variant: Variant, raised: Iterable[int]) -> MainAnalysis:
    """The main game under a strategy that raises these spreads by all that it may."""
    spreads, raised = count_spreads(variant), frozenset(raised)
    total = sum(one.deals for one in spreads.values())
    sums = dict.fromkeys(("net", "wagered", "squares"), Fraction(0))
    decisions = {"call": Fraction(0), "raise": Fraction(0)}
    outcomes = {"win": Fraction(0), "lose": Fraction(0), "push": Fraction(0)}
    for one in spreads.values():
        units = 1 + variant.raises if one.between in raised else 1
        if one.between > 0:
            decisions["raise" if one.between in raised else "call"] += Fraction(one.deals, total)
        sums["wagered"] += Fraction(one.deals * units, total)
        for outcome, deals, to_one in _endings(one):
            sums["net"] += deals * units * to_one / total
            sums["squares"] += deals * (units * to_one) ** 2 / total
            outcomes[outcome] += Fraction(deals, total)
    return MainAnalysis(
        per="ante",
        deals=total,
        net=sums["net"],
        wagered=sums["wagered"],
        net_squared=sums["squares"],
        decisions=decisions,
        outcomes=outcomes,
    )


def _endings(one: Spread) -> Iterator[tuple[str, int, Fraction]]:
    """How the rounds of a spread end, how many there are and what one unit nets."""
    yield "win", one.wins, one.pays
    if one.between > 0:
        yield "lose", one.deals - one.wins, Fraction(-1)
    else:
        yield "push", one.deals - one.wins, Fraction(0)


def describe(game: Game) -> RedDogResult:
    """The main game, with every spread."""
    variant = variant_of(game)
    raised = raised_spreads(variant, OPTIMAL)
    best = main_game(variant, raised)
    edges = {name: main_game(variant, raised_spreads(variant, name)).house_edge for name in TEXTS}
    return RedDogResult(
        method="exact",
        main=best.result(),
        simple_strategies={name: SimpleStrategy.of(TEXTS[name], edge, best.house_edge) for name, edge in edges.items()},
        spreads=[
            SpreadResult(
                spread=one.between,
                pays=str(one.pays),
                chance=one.wins / one.deals,
                net=float(one.net),
                decision="raise" if one.between in raised else "call",
            )
            for one in count_spreads(variant).values()
            if one.between > 0
        ],
        published="" if game.differs_from_letter else PUBLISHED[variant.decks],
    )


def edges(game: Game) -> list[RulesEdge]:
    """The edge for every number of decks."""
    base, rows = variant_of(game), []
    for decks in sorted(map(int, game.approval.options["decks"].values)):
        variant = Variant(decks=decks, raises=base.raises, pays=base.pays)
        main = main_game(variant, raised_spreads(variant, OPTIMAL))
        rows.append(RulesEdge(rules={"decks": str(decks)}, house_edge=float(main.house_edge)))
    return rows


def price_bonuses(game: Game) -> Prices:
    """First Two: all pairs of cards of the shoe."""
    decks = game.copies
    lines = gathered(
        (first_two_line(one, two), decks * (decks - 1) // 2 if one == two else decks * decks)
        for one, two in combinations_with_replacement(range(52), 2)
    )
    return {"first-two": by_tables(game.approval.paytables["first-two"], lines)}
