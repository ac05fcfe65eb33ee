"""One rule at several values: what the main game costs at each, exactly as it is analysed."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.errors import InvalidInput
from houseway.games import approval, kit
from houseway.games.analysis import Runner
from houseway.games.study import study_game
from houseway.lab.analyze import analyze_game
from houseway.lab.tabular import Tabular


@dataclass(frozen=True, kw_only=True, repr=False)
class Sweep(Tabular):
    """The main game at each value of a rule or an option."""

    game: str
    rule: str
    points: tuple[Mapping[str, Any], ...]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each value."""
        return [dict(point) for point in self.points]

    def to_json(self) -> dict[str, Any]:
        """The whole answer."""
        return {"game": self.game, "rule": self.rule, "sweep": self.rows()}

    def __repr__(self) -> str:
        edges = ", ".join(f"{point[self.rule]}: {100 * point['house_edge']:.4f}%" for point in self.points)
        return f"Sweep({self.game!r}, {self.rule!r}: {edges})"


def sweep(game: str, rule: str, values: Sequence[object], run: Runner) -> Sweep:
    """Analyse a game for each value of a rule that a study may change, or of an option."""
    rules, options = kit(game).study_rules, approval(game).options
    if rule not in rules and rule not in options:
        raise InvalidInput(f"{rule!r} is not one of {', '.join((*rules, *options))}", field="--sweep")
    where = "rules" if rule in rules else "options"
    points = []
    for value in values:
        found = study_game({"game": game, "name": f"{rule} = {value}", where: {rule: value}})
        main = analyze_game(found, run).main
        points.append(
            {
                rule: value,
                "status": found.marks.get("status", "approved"),
                "house_edge": main.house_edge,
                "return": 1 - main.house_edge,
                "element_of_risk": main.element_of_risk,
                "average_wagered": main.average_wagered,
                "standard_deviation": main.standard_deviation,
                "standard_error": main.data.get("standard_error"),
            }
        )
    return Sweep(game=game, rule=rule, points=tuple(points))


def parse_sweep(text: str) -> tuple[str, list[object]]:
    """`qualifier=none,ace high` or `raise-caps=[1,1,1,1,2,3,3],[1,1,1,1,1,1,1]`: a rule and its values."""
    rule, equals, given = text.partition("=")
    if not equals or not given.strip():
        raise InvalidInput(f"{text!r} is not RULE=VALUE,VALUE", field="--sweep")
    return rule.strip(), [_value(word) for word in _split(given)]


def _split(text: str) -> list[str]:
    """At commas that stand in no brackets."""
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
        return tomllib.loads(f"value = {word}")["value"]
    except tomllib.TOMLDecodeError:
        return word
