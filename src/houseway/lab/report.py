"""What a report of a game is made of."""

from collections.abc import Mapping, Sequence

from houseway.games.pricing.result import Analysis
from houseway.tabular import Json, Row, TypedAnswer


class Report(TypedAnswer, frozen=True, kw_only=True):
    """A game's rules as resolved, its analysis, the letter's printed figures, and the software."""

    game: str
    marks: Mapping[str, str]
    rules: Mapping[str, object]
    digest: str
    analysis: Analysis
    figures: Sequence[Mapping[str, object]]
    made_by: Mapping[str, str]

    def to_json(self) -> Json:
        """The whole report."""
        return {
            "game": self.game,
            **self.marks,
            "rules": self.rules,
            "digest": self.digest,
            "analysis": self.analysis.to_json(),
            "figures": list(self.figures),
            "made_by": self.made_by,
        }

    def own_rows(self) -> list[Row]:
        """The rows of its analysis."""
        return self.analysis.own_rows()

    def in_short(self) -> str:
        """For its repr."""
        return f"{self.analysis.in_short()}, {len(self.figures)} printed figures"
