"""One rule at several values: the exact analysis of the main game at each."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field, to_builtins

from houseway.bounded_text import parse_toml
from houseway.errors import InvalidInput, did_you_mean
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.lab.analyze import analyze_game
from houseway.lab.studies import changed_game
from houseway.tabular import Json, Row, TypedAnswer


class SweepPoint(Struct, frozen=True, kw_only=True):
    """The main game at one value."""

    value: object
    status: str
    house_edge: float
    returned: float = field(name="return")
    element_of_risk: float
    average_wagered: float
    standard_deviation: float
    standard_error: float | None


class Sweep(TypedAnswer, frozen=True, kw_only=True):
    """The main game at each value of a rule or an option."""

    game: str
    rule: str
    points: tuple[SweepPoint, ...]
    marks: Mapping[str, str]  # of what it starts from

    def own_rows(self) -> list[Row]:
        """A row for each value, which stands under the name of the rule."""
        rows = [to_builtins(point) for point in self.points]
        return [{self.rule: row.pop("value"), **row} for row in rows]

    def to_json(self) -> Json:
        """The whole answer."""
        return {"game": self.game, "rule": self.rule, "sweep": self.own_rows(), **self.marks}

    def in_short(self) -> str:
        """For its repr."""
        edges = sorted(point.house_edge for point in self.points)
        spread = f"house edge {100 * edges[0]:.4f}% to {100 * edges[-1]:.4f}%"
        return f"{self.game!r}, {self.rule!r}: {len(edges)} values, {spread}"


def sweep(game: Game, rule: str, values: Sequence[object], run: Runner) -> Sweep:
    """Analyse a game, or a study, for each value of a rule that a study may change, or of an option."""
    known = tuple(dict.fromkeys((*game.kit.study_rules, *game.approval.options)))
    if rule not in known:
        raise InvalidInput(f"{rule!r}{did_you_mean(rule, known)} is not one of {', '.join(known)}", field="sweep")
    points = []
    for value in values:
        changed = game_at(game, rule, value)
        main = analyze_game(changed, run).main
        points.append(
            SweepPoint(
                value=value,
                status=changed.marks.get("status", "approved"),
                house_edge=main.house_edge,
                returned=1 - main.house_edge,
                element_of_risk=main.element_of_risk,
                average_wagered=main.average_wagered,
                standard_deviation=main.standard_deviation,
                standard_error=main.standard_error,
            )
        )
    return Sweep(game=game.name, rule=rule, points=tuple(points), marks=game.marks)


def game_at(game: Game, rule: str, value: object) -> Game:
    """The game or study with one rule or option at a value; all else stays as it was."""
    if rule in game.kit.study_rules:
        return changed_game(game, f"{rule} = {value}", rules={rule: value})
    return changed_game(game, f"{rule} = {value}", options={rule: value})


def parse_sweep(text: str) -> tuple[str, list[object]]:
    """`qualifier=none,ace high` or `raise-caps=[1,1,1,1,2,3,3],[1,1,1,1,1,1,1]`: a rule and its values."""
    rule, equals, given = text.partition("=")
    if not equals or not given.strip():
        raise InvalidInput(f"{text!r} is not RULE=VALUE,VALUE", field="sweep")
    return rule.strip(), [_value(word) for word in _split(given)]


def _split(text: str) -> list[str]:
    """Split a text at commas outside brackets."""
    words, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == "," and depth == 0:
            words.append("")
        else:
            words[-1] += letter
    return [word.strip() for word in words]


def _value(word: str) -> object:
    """A value of TOML, or the word itself."""
    try:
        return parse_toml(f"value = {word}", field="value")["value"]
    except InvalidInput:
        return word
