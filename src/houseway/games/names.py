"""Names of games as people type them: any letter case, short forms, and what was probably meant."""

from houseway.errors import InvalidInput, did_you_mean
from houseway.games import game_names


def game_called(name: str) -> str:
    """The game that is meant: its name in any case, or a part of it that no other game has, such as `blackjack`."""
    names = game_names()
    typed = "-".join(name.lower().replace("_", "-").split())
    if typed in names:
        return typed
    meant = [one for one in names if typed and (typed in one or typed in one.replace("-", ""))]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise InvalidInput(f"{name!r} may be {' or '.join(meant)}", field="game")
    reason = f"{name!r} is not a game{did_you_mean(typed, names)}; there are {', '.join(names)}"
    raise InvalidInput(reason, field="game")
