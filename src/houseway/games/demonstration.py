"""A game with everything on: what `play` and `simulate` start from."""

from collections.abc import Callable, Mapping

from houseway.errors import NotApproved
from houseway.games import game_named, letter_of
from houseway.games.game import Game
from houseway.games.letter.approval import Approval


def demonstration(name: str, options: Mapping[str, object]) -> Game:
    """The game with everything on; what is chosen comes first, and the rest is fitted to it."""
    return with_everything_on(letter_of(name), options, lambda chosen: game_named(name, chosen))


def with_everything_on(
    letter: Approval,
    options: Mapping[str, object],
    make: Callable[[Mapping[str, object]], Game],
    preferred: Mapping[str, str] | None = None,
) -> Game:
    """The game that `make` gives for all wagers on; what is chosen comes first, then what is preferred."""
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
    """Values to try, the first one last, so that it is popped first; the default, usually `off`, after all others."""
    default, *others = values
    return [default, *reversed(others)]
