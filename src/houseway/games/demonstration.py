"""A game with everything on; `play` and `simulate` start from it."""

from collections.abc import Callable, Mapping

from houseway.errors import NotApproved
from houseway.games import game_named, letter_of
from houseway.games.game import Game
from houseway.games.letter.approval import Approval


def demonstration(name: str, options: Mapping[str, object]) -> Game:
    """The game with everything on; the given choices come first, and the rest is fitted to them."""
    return with_everything_on(letter_of(name), options, lambda chosen: game_named(name, chosen))


def with_everything_on(
    letter: Approval,
    options: Mapping[str, object],
    make: Callable[[Mapping[str, object]], Game],
    preferred: Mapping[str, str] | None = None,
) -> Game:
    """The game that `make` gives with all wagers on; the given choices come first, then the preferred ones."""
    chosen: dict[str, object] = {**letter.demonstration.options, **(preferred or {}), **options}
    spare = {key: _from_last_to_first(letter.options[key].values) for key in chosen if key not in options}
    while True:
        try:
            return make(chosen)
        except NotApproved as problem:
            option = problem.field.removeprefix("options.")
            if not spare.get(option):
                raise
            chosen[option] = spare[option].pop()


def _from_last_to_first(values: tuple[str, ...]) -> list[str]:
    """The values to try, the last one first, for popping from the end; the default, usually `off`, is tried last."""
    default, *others = values
    return [default, *reversed(others)]
