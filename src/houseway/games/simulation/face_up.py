"""The answer of every game whose players see each other's cards: the edge by the number of hands seen."""

from typing import TYPE_CHECKING, Final, Protocol

from houseway.games.pricing.counting import SIMULATED
from houseway.games.pricing.exposure import Exposure, ExposureQuestion

if TYPE_CHECKING:
    from houseway.games.game import Game
    from houseway.games.parts import FaceUpPart
    from houseway.games.pricing.analysis import Runner

HANDS_ASKED: Final = (1, 3, 5)  # hands of others that colluding players see


class FaceUp(Protocol):
    """The main game for a player who sees other hands, in units of the first wager; a game may add figures."""

    @property
    def hands_seen(self) -> int:
        """Hands of other players."""

    @property
    def deals(self) -> int:
        """How many deals were tried."""

    @property
    def seed(self) -> int:
        """The seed of these deals."""

    @property
    def house_edge(self) -> float:
        """The house edge against this player."""

    @property
    def house_edge_unseen(self) -> float:
        """The exact house edge against a player who sees no other hand."""

    @property
    def gain(self) -> float:
        """The gain from seeing the hands."""

    @property
    def standard_error(self) -> float:
        """The standard error of the gain, and so of the edge."""


def hands_text(hands: int) -> str:
    """What a player sees of the others, in words."""
    return f"sees {hands} other hand{'s' if hands > 1 else ''}"


def collusion_of(part: "FaceUpPart", game: "Game", asked: ExposureQuestion, run: "Runner") -> list[Exposure]:
    """What players gain by showing each other their cards, by the number of hands."""
    exposures = []
    for hands in HANDS_ASKED:
        one = part.face_up(game, hands, asked.deals or part.deals_to_try(hands), asked.seed, run)
        exposures.append(
            Exposure(
                what=hands_text(hands),
                gain=one.gain,
                method=SIMULATED,
                standard_error=one.standard_error,
                house_edge=one.house_edge,
                deals=one.deals,
            )
        )
    return exposures
