"""What an analysis depends on, and the names of what it compares."""

from dataclasses import dataclass
from typing import Final

from houseway.cards.hands import WHEEL_LOWEST, WHEEL_SECOND
from houseway.games.game import Game
from houseway.games.wild_monkey_pai_gow.best_seven import EXPECTED, READINGS

RANKS: Final = tuple(range(13))

SURRENDER, STAND, DOUBLE = range(3)
DECISIONS: Final = ("surrender", "stand", "double")
HOUSE_WAY, BEST_SETTING = range(2)
STRATEGIES: Final = ("house way", "best setting")


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """What the analysis depends on: the letter's options, and the ranks of the deck, each in four suits."""

    wheel: int = WHEEL_LOWEST
    reading: int = EXPECTED  # of the dealer's best seven
    commission: int = 0  # percent of the winnings of bet and double-down
    ranks: tuple[int, ...] = RANKS

    @classmethod
    def of(cls, game: Game) -> "Variant":
        """As the options of a game say."""
        return cls(
            wheel=WHEEL_SECOND if game.options["wheel"] == "second" else WHEEL_LOWEST,
            reading=READINGS.index(game.options["best-seven"]),
            commission=int(game.options["commission"].removesuffix("%")),
        )

    @property
    def deck(self) -> int:
        """How many cards there are, with the joker."""
        return 4 * len(self.ranks) + 1
