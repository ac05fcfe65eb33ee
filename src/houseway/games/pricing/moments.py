"""The moments of a jackpot wager, with its shares and prizes apart, so that a meter and a prize can be put in later."""

import math
from fractions import Fraction

from houseway.games.pricing.result_json import Result


class Moments(Result, frozen=True, kw_only=True):
    """Expected products of a wager's net by fixed pays, its share of the meter, and how many `$` prizes it wins."""

    net: Fraction
    share: Fraction
    prize: Fraction
    net_net: Fraction
    net_share: Fraction
    net_prize: Fraction
    share_share: Fraction
    share_prize: Fraction
    prize_prize: Fraction

    def mean(self, meter: Fraction, prize: Fraction) -> Fraction:
        """The expected net with a meter and a prize, both in wagers."""
        return self.net + meter * self.share + prize * self.prize

    def deviation(self, meter: Fraction, prize: Fraction) -> float:
        """The standard deviation of the net with a meter and a prize, both in wagers."""
        squares = self.net_net + meter**2 * self.share_share + prize**2 * self.prize_prize
        products = meter * self.net_share + prize * self.net_prize + meter * prize * self.share_prize
        return math.sqrt(squares + 2 * products - self.mean(meter, prize) ** 2)
