"""Make docs/printed-figures.md: every figure that the letters print, beside the exact value.

python tools/make_printed_figures.py            # write the page
python tools/make_printed_figures.py --check    # make it again and compare
"""

import math
import sys
from pathlib import Path
from statistics import NormalDist

from houseway.games.study import study_game
from houseway.lab.analyze import analyze, analyze_game
from houseway.lab.shards import Threads
from houseway.lab.verify import verify

TARGET = Path(__file__).parent.parent / "docs" / "printed-figures.md"

HEAD = """# Printed figures

Every figure that the five letters print, beside the exact value that houseway counts. Made by
`tools/make_printed_figures.py` from what `houseway verify` finds; a figure is reproduced when the exact value, rounded
to the printed places, is what is printed.

{reproduced} figures are reproduced, {not_reproduced} are not.

- **Down Under Hold'em, Bet, 2.89%**: the rules as printed, under optimal play with the card reader's lights, give
  {main}. The print is near, but it is not that figure rounded, and it is not the game without the lights, whose edge is
  more than four times as high (`houseway analyze down-under-holdem`). How the print was found the letter does not say.
  It can be the result of a simulation: with a standard deviation of {deviation:.4f} Antes a round, {chances}.
  Other rules that were tried do not give it: {tried}.
- **Trips or Better**: the edges come out only if 40 to 1 for a straight flush and 3 to 1 for three of a kind, each
  printed once, hold for all five pay tables.
- **Match the Dealer**: the edges come out only if the four hole cards are put together and the highest line alone is
  paid, three of a rank counting whichever side holds two of them.
- **Match The Dealer Progressive, tables 3 to 5**: all 104 printed house advantages are 1 - the return of the fixed pays
  - 0.21. The 21% is what the print counts as returned by the meter; the true figure depends on the meter
  (`houseway analyze down-under-blackjack --wager progressive` tells the meter at which a wager breaks even). Tables 4
  come out only if up card and down card are scored separately and their pays added, and table 4a only if its jackpot
  hands earn nothing else.

| game | figure | measure | printed | exact | verdict |
|---|---|---|---|---|---|
"""


# Other rules for the main game of Down Under Hold'em, as a study changes them.
TRIED = (
    ("only 3x before the flop", {"play-before": [3]}),
    ("only 2x before the flop", {"play-before": [2]}),
    ("3x before and 2x after the flop", {"play-before": [3], "play-after": 2}),
    ("lights for 2-6, 7-9 and T-A", {"groups": ["2-6", "7-9", "T-A"]}),
    ("lights for 2-6, 7-T and J-A", {"groups": ["2-6", "7-T", "J-A"]}),
    ("lights for 2-5, 6-T and J-A", {"groups": ["2-5", "6-T", "J-A"]}),
    ("lights for 2-4, 5-8 and 9-A", {"groups": ["2-4", "5-8", "9-A"]}),
)
PRINTED, HALF_A_PLACE = 0.0289, 0.00005
SIMULATED = (10, 100, 1000)  # million rounds


def chances_of_print(edge: float, deviation: float) -> str:
    """How likely simulations of an edge print 2.89%."""
    told = []
    for million in SIMULATED:
        mean = NormalDist(edge, deviation / math.sqrt(1e6 * million))
        chance = mean.cdf(PRINTED + HALF_A_PLACE) - mean.cdf(PRINTED - HALF_A_PLACE)
        lower = mean.cdf(PRINTED + HALF_A_PLACE)
        told.append(
            f"{million:,} million rounds (standard error {100 * mean.stdev:.3f}%) print 2.89% in {100 * chance:.2g}% of"
            f" all runs and 2.89% or less in {100 * lower:.2g}%"
        )
    return "; ".join(told)


def page() -> str:
    """The whole page."""
    found = verify()
    holdem = analyze("down-under-holdem").main
    run = Threads()
    tried = [
        (name, analyze_game(study_game({"game": "down-under-holdem", "rules": rules}), run).main.house_edge)
        for name, rules in TRIED
    ]
    rows = found["figures"]
    main = next(row["exact"] for row in rows if row["what"] == "Bet")
    counts = {key: found[key] for key in ("reproduced", "not_reproduced")}
    lines = [
        f"| {row['game']} | {row['what']} | {row['measure']} | {row['printed']} | {row['exact']} | {row['verdict']} |"
        for row in rows
    ]
    holdem_words = {
        "deviation": holdem.standard_deviation,
        "chances": chances_of_print(holdem.house_edge, holdem.standard_deviation),
        "tried": ", ".join(f"{name} ({100 * edge:.4f}%)" for name, edge in tried),
    }
    return HEAD.format(main=main, **holdem_words, **counts) + "\n".join(lines) + "\n"


def main() -> int:
    """Write the page, or with --check compare it with what is made now."""
    text = page()
    if "--check" in sys.argv:
        same = TARGET.read_text() == text
        print("the same" if same else "DIFFERENT", TARGET.name)
        return 0 if same else 1
    TARGET.write_text(text)
    print(TARGET.name, len(text))
    return 0


if __name__ == "__main__":
    sys.exit(main())
