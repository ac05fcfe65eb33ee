"""The strategies that a person can remember, in words; `simple.py` builds and prices them."""

from collections.abc import Mapping
from typing import Final

OPTIMAL: Final = "optimal"
BY_GROUP: Final = "by-group"
THREE_LINES: Final = "three-lines"
ONE_CHART_AND_GOLDS: Final = "one-chart-and-golds"
ONE_CHART: Final = "one-chart"

TEXTS: Final[Mapping[str, str]] = {
    BY_GROUP: (
        "A chart for each light, and two columns for exposed golds: the total, soft total or pair decides, whatever "
        "cards make it. Every hand from a split is played by the same chart."
    ),
    THREE_LINES: (
        "Count the dealer: the up card, an ace as 11, and 3 for a small hole card, 7 for a medium one, 10 for a gold "
        "one; two exposed aces are 2. "
        "Up to 11: stand on hard 16 and soft 18, double 10 and 11, split aces and eights. "
        "12 to 16: stand on hard 12 and soft 18, double hard 9 to 11 and soft 18 or less, split all pairs but fours, "
        "fives and tens. "
        "17 and more: hit until you have as much, at least hard 17 or soft 18, and never double; against 17 split aces "
        "and eights."
    ),
    ONE_CHART_AND_GOLDS: "One chart by the up card, whatever the light, and two columns for exposed golds.",
    ONE_CHART: "One chart by the up card alone, as if the hole card were hidden: what the light is worth.",
}
