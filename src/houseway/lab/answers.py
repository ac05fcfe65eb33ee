"""Answers of the lab that are tables by themselves: sessions, meters, cards face up, printed figures, strategies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from houseway.tabular import Tabular

if TYPE_CHECKING:
    from houseway.games.pricing.strategy import Chart, Strategy


@dataclass(frozen=True, repr=False)
class Answer(Tabular):
    """An answer with the names of its JSON: `answer["mean"]`."""

    data: Mapping[str, Any]
    table: Sequence[Mapping[str, Any]]
    title: str

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def rows(self) -> list[dict[str, Any]]:
        """The rows of its table."""
        return [dict(row) for row in self.table]

    def to_json(self) -> dict[str, Any]:
        """All of it, as the command's --json has it."""
        return dict(self.data)

    def __repr__(self) -> str:
        return self.title


@dataclass(frozen=True, repr=False)
class StrategyAnswer(Tabular):
    """A strategy with its charts."""

    strategy: "Strategy"
    charts: "Sequence[Chart]"

    @property
    def house_edge(self) -> float:
        """What the house keeps of the first wager."""
        return self.strategy.figures.house_edge

    def rows(self) -> list[dict[str, Any]]:
        """A row for each cell of each chart."""
        return chart_rows(self.charts)

    def __repr__(self) -> str:
        one = self.strategy
        return f"Strategy({one.game!r}, {one.name!r}: house edge {100 * self.house_edge:.4f}%)"


def chart_rows(charts: "Sequence[Chart]") -> list[dict[str, Any]]:
    """All charts as one table; chart, row and column by number are a key; numbers have a column of their own."""
    rows: list[dict[str, Any]] = []
    for chart_number, chart in enumerate(charts, start=1):
        for row_number, (row, *cells) in enumerate(chart.rows, start=1):
            for number, (name, cell) in enumerate(zip(chart.columns[1:], cells, strict=True), start=1):
                numeric = cell.replace(".", "", 1).isdecimal()
                rows.append(
                    {
                        "chart": chart_number,
                        "row": row_number,
                        "column": number,
                        "chart_title": chart.title,
                        "row_title": row,
                        "column_title": name,
                        "decision": "" if numeric else cell,
                        "number": float(cell) if numeric else None,
                    }
                )
    return rows


def session_answer(game: str, data: Mapping[str, Any]) -> Answer:
    """How sessions ended, in one row."""
    row = {"game": game} | {
        key: value for key, value in data.items() if key not in ("quantiles", "stakes", "house_rule")
    }
    row |= {f"quantile {name}": value for name, value in data["quantiles"].items()}
    title = f"Sessions({game!r}: mean {data['mean']:+,.2f}, ruined {100 * data['ruin']:.2f}%)"
    return Answer(data, [row], title)


def meter_answer(game: str, data: Mapping[str, Any]) -> Answer:
    """The long run, a life and its simulation; then the lines."""
    simulated = data["simulated"]
    rows: list[dict[str, Any]] = [
        {"what": "long run", "meter_return": data["meter_return"], "house_edge": data["house_edge"]},
        {"what": f"{data['years']} years", **{key: data["life"][key] for key in ("meter_return", "house_edge")}},
        {
            "what": f"{data['lives']} lives simulated",
            "meter_return": simulated["meter_return"]["mean"],
            "standard_error": simulated["meter_return"]["standard_error"],
        },
    ]
    for row in rows:
        row["return"] = data["fixed_return"] + row["meter_return"]
    rows += [
        {
            "what": line,
            "days_between_hits": waits["days_between_hits"],
            "median_days": waits["days_to_a_hit"]["50%"],
            "mean_award": simulated["lines"][line]["mean_award"],
        }
        for line, waits in data["lines"].items()
    ]
    return Answer(data, rows, f"Meter({game!r}: returns {100 * data['meter_return']:.4f}% in the long run)")


def face_up_answer(game: str, data: Mapping[str, Any]) -> Answer:
    """A row for each number of hands seen."""
    rows = [{key: value for key, value in one.items() if key != "text"} for one in data["face_up"]]
    return Answer(data, rows, f"FaceUp({game!r}: {len(rows)} numbers of hands)")
