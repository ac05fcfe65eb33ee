"""What every game answers whose players see each other's cards: the edge by the number of hands seen."""

from typing import Protocol


class FaceUp(Protocol):
    """The main game for a player who sees other hands, in units of the first wager; a game may tell more."""

    @property
    def hands_seen(self) -> int:
        """Hands of other players."""

    @property
    def deals(self) -> int:
        """How many deals were tried."""

    @property
    def seed(self) -> int:
        """Which deals these were."""

    @property
    def house_edge(self) -> float:
        """The house edge against this player."""

    @property
    def house_edge_unseen(self) -> float:
        """The exact house edge against a player who sees no other hand."""

    @property
    def gain(self) -> float:
        """What seeing the hands is worth."""

    @property
    def standard_error(self) -> float:
        """Of the gain, and so of the edge."""
