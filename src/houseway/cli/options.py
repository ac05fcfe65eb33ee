"""Options that several commands take, and the game that they choose."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from houseway.games.game import Game


def complete_games() -> list[str]:
    """The names of all games, for the shell's completion."""
    from houseway.games import game_names

    return list(game_names())


GameName = Annotated[
    str | None,
    typer.Argument(help="A game, such as premium-holdem; a study names its own.", autocompletion=complete_games),
]
Csv = Annotated[str | None, typer.Option("--csv", metavar="FILE", help="Write a table as CSV; - for standard output.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An operator's choice; may be repeated."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Compute again instead of reading the cache.")]
ThreadCount = Annotated[int | None, typer.Option("--threads", min=1, help="How many threads; all cores by default.")]
Engine = Annotated[str, typer.Option(help="Where the work is done: local, or dask.")]
Scheduler = Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")]
Study = Annotated[
    Path | None,
    typer.Option(
        "--study",
        metavar="FILE",
        help="A designer's study: other pay tables or rules, not approved; - for standard input.",
    ),
]


def load_study(path: Path | None) -> "Game | None":
    """The game of a study file, if one is given; prints the warnings about it."""
    if path is None:
        return None
    from houseway.lab.studies import load_study as loaded

    return _with_warnings(loaded(path))


def game_or_study(
    name: str | None, study: Path | None, pairs: list[str] | None, *, everything_on: bool = False
) -> "Game":
    """The game of the letter with the operator's choices, or a designer's study, whose file names the game too."""
    from houseway.errors import InvalidInput
    from houseway.games.names import game_called

    if study is None:
        from houseway.games import game_named
        from houseway.games.demonstration import demonstration

        if name is None:
            raise InvalidInput("is missing; or give a study with --study FILE", field="GAME")
        return (demonstration if everything_on else game_named)(game_called(name), settings(pairs))
    from houseway.lab.studies import load_study as loaded

    game = loaded(study, settings(pairs), everything_on=everything_on)
    if name is not None and game.name != game_called(name):
        raise InvalidInput(f"is a study of {game.name}, not of {name}", field=str(study))
    return _with_warnings(game)


def _with_warnings(game: "Game") -> "Game":
    """The game itself, after printing the warnings of a study to standard error."""
    import sys

    from houseway.games.study import warnings_of

    for warning in warnings_of(game):
        sys.stderr.write(f"houseway: note: {warning}\n")
    return game


def settings(pairs: list[str] | None) -> dict[str, object]:
    """`name=value` words as options."""
    from houseway.errors import InvalidInput

    chosen: dict[str, object] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidInput(f"{pair!r} is not name=value", field="--set")
        if name in chosen:
            raise InvalidInput("is given twice", field=f"--set {name}")
        chosen[name] = value
    return chosen
