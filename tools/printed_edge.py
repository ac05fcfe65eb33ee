"""What the 2.89% of Down Under Hold'em could be: a simulation's chance, and the house edge under other rules.

Every figure is counted over all deals, as the letter's own; `tools/make_printed_figures.py` writes them down.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import erfc, sqrt
from textwrap import fill
from typing import Any, Final

from houseway.cards.card import RANKS
from houseway.games import game_named
from houseway.games.down_under_holdem.exact.decision_index import NO_LIGHTS
from houseway.games.down_under_holdem.exact.main_game import Counted, count_payoffs, payoffs_of
from houseway.games.down_under_holdem.exact.views import LOSS, TIE
from houseway.games.down_under_holdem.rules import LINES
from houseway.games.down_under_holdem.variant import Variant, variant_of
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.suit_classes import FULL_DECK, Payoffs, added, dot
from one_card_seen import edge_with_cards_seen

PRINTED: Final = Fraction(289, 10_000)
HALF_A_PLACE: Final = Fraction(5, 100_000)
WIDTH: Final = 120  # of a page
SIMULATIONS: Final = (10, 100, 1000)  # millions of rounds

# What else the lines of the Bet table could pay, to one: the usual odds near to each.
OTHER_PAYS: Final = (
    ("100", "200", "250", "1000"),
    ("20", "25", "40", "100"),
    ("5", "8", "9", "11", "12", "15", "20"),
    ("2", "5/2", "7/2", "4"),
    ("1", "5/4", "7/5", "8/5", "2"),
    ("1/2", "6/5", "5/4"),
    ("-1",),
)

SIMULATED: Final = (
    "The letter's author may have simulated it. The exact edge is {edge}, and the standard deviation of a round is "
    "{deviation} Antes. So this is how often a simulation of this very game misses by as much as 2.89% does, or by "
    "more:"
)
OTHER_MEASURES: Final = (
    "So a simulation of ten million rounds may well give 2.89%, one of a hundred million sometimes, and one of a "
    "thousand million never. 2.89% is not another measure of the same game: the loss is {both} of Ante and Bet "
    "together, and {risk} of all money staked. The Ante alone loses {ante}, the Bet {bet}, and the Play wager, "
    "which the player wins, {play}. It is not the result of another strategy either: every strategy except the best"
    " one costs more than the exact figure."
)
OTHER_RULES: Final = (
    "We found no other rule that gives this edge. {giving} Each figure is counted over all deals with the best play"
    " for that rule, by the same counter as the letter and its studies. A study cannot change what a tie does or "
    "allow 1x or 2x; for these this tool calls the counter directly. The order of the two lights reveals nothing, "
    "because the dealer's cards are a set, so it does not change the figure. A reader that shows less (one light, "
    "or both only after the flop) can only raise it, up to {blind} without any lights. Before the flop a 1x wager "
    "is never better than a check, and neither is folding."
)
SEEN_CARDS: Final = (
    "2.89% is not the edge of a player who sees other hands, which the letter of June 2020 allows to be dealt face "
    "up: [lab.md](lab.md#simulation) gives 2.82% with one hand seen, and less with more. With one other card seen, "
    "such as a burned one, it is {one_card}, counted over all deals. That is near, and 2.89% if you cut off the "
    "other places, but rounded it is 2.90%."
)
LIGHTS: Final = (
    "Other groups of the lights, by the lowest red and the lowest gold rank, in percent (in the letter red starts "
    "at 6 and gold at T):"
)


def letter() -> Variant:
    """The rules of the letter."""
    return variant_of(game_named("down-under-holdem"))


def chances(edge: Fraction, deviation: float) -> Iterator[tuple[int, float, float]]:
    """Millions of rounds, how many standard errors the print is away, and how likely a simulation is that far off."""
    for millions in SIMULATIONS:
        z = float(abs(edge - PRINTED)) / (deviation / sqrt(millions * 1_000_000))
        yield millions, z, erfc(z / sqrt(2))


def with_tie(payoffs: Payoffs, net: Callable[[int], int]) -> Payoffs:
    """The same where a tie nets what it is said to with a Play wager of so many antes, in antes."""
    nets = {
        play: [*results[:TIE], payoffs.scale * net(payoffs.stakes[play] - 2)] if play != "fold" else results
        for play, results in payoffs.nets.items()
    }
    return replace(payoffs, nets=nets)


def wagers(counted: Counted) -> dict[str, Fraction]:
    """What the Ante, the Bet and the Play wager lose, each by itself, in antes; together they are the house edge."""
    kinds, openings = counted.kinds_of(0, range(NO_LIGHTS)), counted.best().openings
    lost = dict.fromkeys(("Ante", "Bet", "Play"), Fraction(0))
    deals = 0
    for kind, checked in kinds.items():
        best = openings[kind].best
        for decision, results in checked.items():
            last = decision if best == "check" else best
            times = counted.payoffs.stakes[last] - 2
            wins, losses = sum(results[:LOSS]), results[LOSS]
            deals += sum(results)
            if times == 0:
                lost["Ante"] += sum(results)
                lost["Bet"] += sum(results)
                continue
            lost["Ante"] += losses - wins
            lost["Play"] += times * (losses - wins)
            lost["Bet"] += losses - sum(n * pay for n, pay in zip(results, counted.variant.pays, strict=False))
    return {name: Fraction(amount) / deals for name, amount in lost.items()}


def one_or_two_after(variant: Variant, run: Runner, deck: Sequence[int] = FULL_DECK) -> Fraction:
    """The house edge where 1x or 2x may be played after the flop.

    A hand that folds rather than to play 1x loses more often than it wins, so it would not play 2x either. So the best
    of three is the best of fold and 1x, and what the better of 1x and 2x adds to 1x.
    """
    twice = payoffs_of(replace(variant, after=2))
    once = payoffs_of(variant)
    between = replace(once, nets={"fold": once.nets["play 1x"], "play 1x": twice.nets["play 2x"]})
    first = count_payoffs(variant, once, run, deck=deck).kinds_of(0, range(NO_LIGHTS))
    second = count_payoffs(variant, between, run, deck=deck).kinds_of(0, range(NO_LIGHTS))
    net = deals = 0
    for kind, checked in first.items():
        dealt = added(checked.values())
        worth = once.opening(checked, variant.first_plays).worth
        more = sum(dot(results, between.nets[name]) for name, results in second[kind].items())
        net += max(worth["check"] + more - dot(dealt, once.nets["play 1x"]), *(worth[p] for p in variant.first_plays))
        deals += sum(dealt)
    return Fraction(-net, once.scale * deals)


def rule_changes(run: Runner) -> Iterator[tuple[str, Fraction]]:
    """Other rules, each in words and with its house edge; but for other lights."""
    rules = letter()
    payoffs = payoffs_of(rules)

    def edge(variant: Variant, paid: Payoffs | None = None) -> Fraction:
        return count_payoffs(variant, paid or payoffs_of(variant), run).best().house_edge

    ties = {
        "a tie loses all wagers": lambda times: -2 - times,
        "a tie loses the Ante, or the Bet": lambda _times: -1,
        "a tie wins the Ante": lambda _times: 1,
        "a tie wins Ante and Play": lambda times: 1 + times,
    }
    for words, net in ties.items():
        yield words, edge(rules, with_tie(payoffs, net))
    yield "2x in place of 1x after the flop", edge(replace(rules, after=2))
    yield "1x or 2x after the flop", one_or_two_after(rules, run)
    for before in ((2,), (3,), (4,), (2, 3, 4)):
        words = " or ".join(f"{times}x" for times in before)
        yield f"{words} before the flop", edge(replace(rules, before=before))
    for line, others in enumerate(OTHER_PAYS):
        for pay in others:
            pays = [*rules.pays]
            pays[line] = Fraction(pay)
            said = "loses the Bet" if pay == "-1" else f"pays {odds(Fraction(pay))}"
            yield f"{LINES['bet'][line]} {said}", edge(replace(rules, pays=tuple(pays)))


def odds(pay: Fraction) -> str:
    """A pay as letters print it."""
    return f"{pay.numerator} to {pay.denominator}"


def other_lights(run: Runner) -> dict[tuple[int, int], Fraction]:
    """The house edge by the lowest rank of the second light and of the third, all ranks in order."""
    rules = letter()
    found = {}
    for second, third in combinations(range(1, len(RANKS)), 2):
        lights = tuple((rank >= second) + (rank >= third) for rank in range(len(RANKS)))
        variant = replace(rules, lights=lights)
        found[second, third] = count_payoffs(variant, payoffs_of(variant), run).best().house_edge
    return found


def gives(edge: Fraction) -> bool:
    """Whether an edge is printed as 2.89%."""
    return -HALF_A_PLACE <= edge - PRINTED < HALF_A_PLACE


def tried(run: Runner) -> dict[str, Any]:
    """All that is told of the print, as plain values."""
    rules = letter()
    counted = count_payoffs(rules, payoffs_of(rules), run)
    main = counted.best()
    return {
        "main": main.result().to_json(),
        "chances": list(chances(main.house_edge, main.standard_deviation)),
        "wagers": {name: float(lost) for name, lost in wagers(counted).items()},
        "without lights": float(counted.without_lights().house_edge),
        "rules": {words: (float(edge), gives(edge)) for words, edge in rule_changes(run)},
        "lights": [(*cuts, float(edge), gives(edge)) for cuts, edge in other_lights(run).items()],
        "one card seen": float(edge_with_cards_seen(rules, 1, run)),
    }


# ---- the page


def percent(edge: float) -> str:
    """A share in percent, to four places."""
    return f"{100 * edge:.4f}%"


def likely(chance: float) -> str:
    """A chance in words, small ones to two digits."""
    return f"{100 * chance:.0f}%" if chance > 0.01 else f"one in {float(f'{1 / chance:.1e}'):,.0f}"


def lights_table(rows: Sequence[Sequence[Any]]) -> str:
    """The house edge by both cut-offs, as a table."""
    edges = {(second, third): edge for second, third, edge, _ in rows}
    seconds, thirds = (sorted({cuts[place] for cuts in edges}) for place in range(2))
    return table(
        ["gold from \\ red from", *(RANKS[second] for second in seconds)],
        [
            [RANKS[third], *(f"{100 * edges[low, third]:.3f}" if low < third else "" for low in seconds)]
            for third in thirds
        ],
    )


def section(found: Mapping[str, Any]) -> str:
    """What the print could be, as a part of the page; `found` is what `tried` answers."""
    main, lost = found["main"], found["wagers"]
    rules = sorted(found["rules"].items(), key=lambda item: item[1][0])
    giving = [words for words, (_, same) in rules if same]
    giving += [f"red from {RANKS[low]}, gold from {RANKS[high]}" for low, high, _, same in found["lights"] if same]
    paragraphs = [
        "## What the 2.89% of Down Under Hold'em could be",
        fill(SIMULATED.format(edge=percent(main["house_edge"]), deviation=f"{main['standard_deviation']:.6f}"), WIDTH),
        table(
            ("rounds simulated", "standard errors away", "chance to be that far off"),
            [(f"{millions:,} million", f"{z:.2f}", likely(chance)) for millions, z, chance in found["chances"]],
        ),
        fill(
            OTHER_MEASURES.format(
                both=percent(main["house_edge"] / 2),
                risk=percent(main["element_of_risk"]),
                **{name.lower(): percent(abs(edge)) for name, edge in lost.items()},
            ),
            WIDTH,
        ),
        fill(
            OTHER_RULES.format(
                giving=f"These give 2.89%: {'; '.join(giving)}." if giving else "None of those below gives 2.89%.",
                blind=percent(found["without lights"]),
            ),
            WIDTH,
        ),
        fill(SEEN_CARDS.format(one_card=percent(found["one card seen"])), WIDTH),
        table(("changed rule", "house edge"), [(words, percent(edge)) for words, (edge, _) in rules]),
        fill(LIGHTS, WIDTH),
        lights_table(found["lights"]),
    ]
    return "\n\n".join(paragraphs)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of a page."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" if cells[0] != "---" else f"|{'|'.join(cells)}|" for cells in lines)
