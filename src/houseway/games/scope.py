"""The cache key of an answer about a game, and what its computation can read.

A scope names options and groups of pay tables; the rules that a study may change always belong to it. The digest of a
scope is the key of a cached answer. The computation gets the game as the scope shows it, and cannot read an option or a
pay table beyond the scope. So a cached answer never depends on something that its key leaves out.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final, TypeVar

from houseway.games.resolved_rules import digest_of, resolved_rules

if TYPE_CHECKING:
    from houseway.games.game import Game, V_co
    from houseway.games.letter.approval import Approval

T = TypeVar("T")

_CHANGED_BY_STUDIES: Final = ("options", "paytables")  # of an approval; all else is the letter's, and so the software's


class OutOfScope(RuntimeError):
    """A computation has read something that is not part of the key of its answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The options and groups of pay tables that an answer may depend on, besides all rules; None means all."""

    options: Collection[str] | None = None
    paytables: Collection[str] | None = None

    def values(self, game: "Game") -> dict[str, object]:
        """The key of an answer, as plain data."""
        every = resolved_rules(game)
        shown = {"options": self.options, "paytables": self.paytables}
        return {name: _part(value, shown.get(name)) for name, value in every.items()}

    def digest(self, game: "Game") -> str:
        """The key of an answer, as a digest."""
        return digest_of(self.values(game))

    def show(self, game: "Game[V_co]") -> "Game[V_co]":
        """The game as a computation may read it: no labels, its rules resolved, everything else out of reach."""
        rules = game.kit.rule_values(game)
        return replace(
            game,
            approval=self._approval(game.approval),
            options=Window(game.options, self.options, "option"),
            study={name: rules[name] for name in game.study},
            study_name="",
            study_data={},
        )

    def _approval(self, approval: "Approval") -> "Approval":
        from houseway.games import letter_of

        letter = letter_of(approval.game)
        others = [one.name for one in fields(letter) if one.name not in _CHANGED_BY_STUDIES]
        if changed := [name for name in others if getattr(approval, name) is not getattr(letter, name)]:
            raise OutOfScope(f"{approval.game}: no answer is kept by {', '.join(changed)} of its approval")
        own = letter.options.keys() if self.options is None else self.options
        tables = {
            wager: {name: replace(table, rule="") for name, table in named.items()}
            for wager, named in approval.paytables.items()
        }
        return replace(
            letter,
            options={name: (approval if name in own else letter).options[name] for name in letter.options},
            paytables=Window(tables, self.paytables, "pay table"),
        )


EVERYTHING: Final = Scope()


def main_scope(game: "Game") -> Scope:
    """What a strategy and its figures depend on: the main game's pay tables, and options for its play or price."""
    kit, wagers = game.kit, game.approval.wagers.values()
    prices = kit.analysis.price_options if kit.analysis else ()
    groups = {wager.paytable or wager.name for wager in wagers if wager.role in ("main", "decision")}
    return Scope(options=(*kit.strategy_options, *prices), paytables=groups & game.approval.paytables.keys())


class Window(Mapping[str, T]):
    """A mapping that lets only some names be read; to read another name, or all, widen the scope."""

    def __init__(self, values: Mapping[str, T], names: Collection[str] | None, kind: str) -> None:
        self._values, self._kind = dict(values), kind
        self._hidden = frozenset[str]() if names is None else frozenset(values.keys() - set(names))

    def __getitem__(self, name: str) -> T:
        self._require(frozenset({name}) & self._hidden)
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        self._require(self._hidden)
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def _require(self, hidden: frozenset[str]) -> None:
        if hidden:
            raise OutOfScope(f"the answer is not kept by the {self._kind} {', '.join(sorted(hidden))}")


def _part(value: object, names: Collection[str] | None) -> object:
    """The values by some names; all of them for None."""
    if names is None or not isinstance(value, Mapping):
        return value
    return {name: value[name] for name in sorted(names)}
