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

This page lists every figure that the five letters print, beside the exact value that houseway counts. A figure is
reproduced if the exact value, rounded to the printed places, equals it. `tools/make_printed_figures.py` makes this page
from the answer of `houseway verify`.

{reproduced} figures are reproduced, {not_reproduced} are not.

- **Down Under Hold'em, Bet, 2.89%**: the rules as printed, under optimal play with the card reader's lights, give
  {main}. The printed figure is near, but it is not that figure rounded. It is not the game without the lights either,
  whose edge is more than four times as high (`houseway analyze down-under-holdem`). The letter does not say how the
  figure was made; [below](#what-the-289-of-down-under-holdem-could-be) we list what it could be.
- **Trips or Better**: the printed edges are right only if 40 to 1 for a straight flush and 3 to 1 for three of a kind,
  each printed once, apply to all five pay tables.
- **Match the Dealer**: the printed edges are right only if the four hole cards are combined and only the highest line
  is paid. Three of a rank count whichever side holds two of them.
- **Match The Dealer Progressive, tables 3 to 5**: all 104 printed house advantages are 79% less the return of the fixed
  pays. The letter assumes that the meter returns the other 21%; the true figure depends on the meter
  (`houseway analyze down-under-blackjack --wager progressive` shows the meter at which a wager breaks even). The
  figures of tables 4 are right only if up card and down card are scored separately and their pays added, and those of
  table 4a only if its jackpot hands earn nothing else.

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
