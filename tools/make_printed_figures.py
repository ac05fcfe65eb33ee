"""Make docs/printed-figures.md: every figure that the letters print, beside the exact value.

python tools/make_printed_figures.py            # write the page
python tools/make_printed_figures.py --check    # make it again and compare

Takes some ten minutes: over a hundred games are counted to find what a print could be.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from houseway.lab.cache import cached
from houseway.lab.shards import Threads
from houseway.lab.verify import Verdicts, verify
from printed_edge import section, tried

TARGET = Path(__file__).parent.parent / "docs" / "printed-figures.md"

HEAD = """# Printed figures

Every figure that the five letters print, beside the exact value that houseway counts. Made by
`tools/make_printed_figures.py` from what `houseway verify` finds; a figure is reproduced when the exact value, rounded
to the printed places, is what is printed.

{reproduced} figures are reproduced, {not_reproduced} are not.

- **Down Under Hold'em, Bet, 2.89%**: the rules as printed, under optimal play with the card reader's lights, give
  {main}. The print is near, but it is not that figure rounded, and it is not the game without the lights, whose edge is
  more than four times as high (`houseway analyze down-under-holdem`). How the print was found the letter does not say;
  [below](#what-the-289-of-down-under-holdem-could-be) is what it could be.
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


def page(found: Verdicts, print_tried: Mapping[str, Any]) -> str:
    """The whole page, from what `verify` and `tried` answer."""
    main = next(one.exact for one in found.figures if one.what == "Bet")
    lines = [
        f"| {one.game} | {one.what} | {one.measure} | {one.printed} | {one.exact} | {one.verdict} |"
        for one in found.figures
    ]
    head = HEAD.format(main=main, reproduced=found.reproduced, not_reproduced=found.not_reproduced)
    return head + "\n".join(lines) + f"\n\n{section(print_tried)}\n"


def main() -> int:
    """Write the page, or with --check compare it with what is made now."""
    text = page(verify(), cached({"printed edge": "tried"}, dict[str, Any], lambda: tried(Threads())))
    if "--check" in sys.argv:
        same = TARGET.read_text() == text
        print("the same" if same else "DIFFERENT", TARGET.name)
        return 0 if same else 1
    TARGET.write_text(text)
    print(TARGET.name, len(text))
    return 0


if __name__ == "__main__":
    sys.exit(main())
