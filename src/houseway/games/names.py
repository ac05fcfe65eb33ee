"""Names of games as people type them: in any letter case, in short forms, and misspelt."""

from houseway.errors import InvalidInput, did_you_mean
from houseway.games import game_names


def game_called(name: str) -> str:
    """The game that a name means: its name in any case, or a part that no other game has, such as `blackjack`."""
    names = game_names()
    typed = "-".join(name.lower().replace("_", "-").split())
    if typed in names:
        return typed
    meant = [one for one in names if typed and (typed in one or typed in one.replace("-", ""))]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise InvalidInput(f"{name!r} may be {' or '.join(meant)}", field="game")
    near = did_you_mean(typed, names) or did_you_mean(typed, [part for one in names for part in _short_forms(one)])
    raise InvalidInput(f"{name!r} is not a game{near}; there are {', '.join(names)}", field="game")


def _short_forms(name: str) -> list[str]:
    """The short forms of a name, which leave out its first words."""
    words = name.split("-")
    return ["-".join(words[first:]) for first in range(1, len(words))]
