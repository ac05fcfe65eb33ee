"""How the wager of Down Under Blackjack ends, hand by hand, from a fresh shoe: blackjacks, 21s, 22s, doubles, splits.

A line counts hands. A round with a split has several, so all lines together add up to more than 1 per round. The
chances are sums of floats, like the whole analysis.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from houseway.games.down_under_blackjack.exact.analysis import Analysis
from houseway.games.down_under_blackjack.exact.hands import FINALS, Floats
from houseway.games.down_under_blackjack.exact.play_out import (
    BUSTED,
    BUSTED_DOUBLED,
    DOUBLED,
    DOUBLED_PUSHED,
    GOLDS,
    PUSHING,
)
from houseway.games.down_under_blackjack.study import odds_of
from houseway.games.game import Game
from houseway.games.pricing.main_wagers import OPTIMAL, Ending, MainWagers, main_wagers

WAGER: Final = "wager"
SIGNS: Final = {
    "21 against 22": 1,
    "two golds against 22": 1,
    "win": 1,
    "push against 22": 0,
    "push": 0,
    "lose": -1,
    "bust": -1,
}


def price_wager(game: Game, best: Analysis, pays: str) -> MainWagers:
    """Price the wager under the best strategy, line by line, if a blackjack pays `pays`."""
    return main_wagers(game, OPTIMAL, None, _endings(best, odds_of(pays)))


def _endings(best: Analysis, natural: Fraction) -> Iterator[Ending]:
    dealer, both = best.dealer_blackjacks
    yield Ending(WAGER, "blackjack", best.winning_blackjacks, 1, natural)
    yield Ending(WAGER, "blackjack, the dealer has one too", both, 1, 0)
    yield Ending(WAGER, "lose to a blackjack", dealer - both, 1, -1)
    for tally, name in zip(best.ends, ("", "split"), strict=True):
        for stake, lines in ((1, _single(tally)), (2, _doubled(tally))):
            kind = " and ".join(word for word in (name, "doubled" if stake == 2 else "") if word)
            for line, sign in SIGNS.items():
                if lines.get(line):
                    yield Ending(WAGER, f"{kind}, {line}" if kind else line, lines[line], stake, stake * sign)


def _single(tally: Floats) -> dict[str, float]:
    """How often hands with one wager and no blackjack end on each line; pushes are tallied whatever their stake."""
    win, push, lose = _finals(tally, 1), _finals(tally, 0), _finals(tally, -1)
    doubled, golds = _doubled(tally), float(tally[GOLDS])
    return {
        "21 against 22": win[PUSHING] - golds,
        "two golds against 22": golds,
        "win": sum(win) - win[PUSHING],
        "push against 22": push[PUSHING] - doubled["push against 22"],
        "push": sum(push) - push[PUSHING] - doubled["push"],
        "lose": sum(lose),
        "bust": float(tally[BUSTED]),
    }


def _doubled(tally: Floats) -> dict[str, float]:
    """How often doubled hands end on each line."""
    win, lose = _finals(tally, 2), _finals(tally, -2)
    bust, pushed = float(tally[BUSTED_DOUBLED]), float(tally[DOUBLED_PUSHED])
    return {
        "21 against 22": win[PUSHING],
        "win": sum(win) - win[PUSHING],
        "push against 22": pushed,
        "push": float(tally[DOUBLED]) - sum(win) - sum(lose) - bust - pushed,
        "lose": sum(lose),
        "bust": bust,
    }


def _finals(tally: Floats, net: int) -> list[float]:
    """How often hands have a net result, by the dealer's final total."""
    return [float(chance) for chance in tally[FINALS * (net + 2) : FINALS * (net + 3)]]
