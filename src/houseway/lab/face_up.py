"""What players gain by seeing each other's cards, by the number of hands seen."""

from collections.abc import Mapping

from msgspec import to_builtins

from houseway.games.simulation.face_up import FaceUp
from houseway.tabular import Row, TypedAnswer


class FaceUpResult(TypedAnswer, frozen=True, kw_only=True):
    """The main game for each number of hands seen."""

    game: str
    marks: Mapping[str, str]
    face_up: tuple[FaceUp, ...]

    def own_rows(self) -> list[Row]:
        """A row for each number of hands seen."""
        return [to_builtins(one) for one in self.face_up]

    def in_short(self) -> str:
        """For its repr."""
        return f"{self.game!r}: {len(self.face_up)} numbers of hands"
