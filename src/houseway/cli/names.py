"""Names as people type them: any letter case, short forms of games, and what was probably meant."""

from collections.abc import Iterable


def game_called(name: str) -> str:
    """The game that is meant: its name in any case, or a part of it that no other game has, such as `blackjack`."""
    from houseway.errors import InvalidInput
    from houseway.games import game_names

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


def did_you_mean(typed: str, known: Iterable[str]) -> str:
    """`: did you mean x?` where some name is near to what was typed."""
    from difflib import get_close_matches

    near = get_close_matches(typed, list(known), n=1, cutoff=0.6)
    return f": did you mean {near[0]}?" if near else ""
