"""Commands of the program itself: the games and their rules, hands, settlements, and play in the terminal."""

from pathlib import Path
from typing import Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.options import Json, Settings, Study, settings


def games(json: Json = False) -> None:
    """List the games, their letters and their wagers.

    Example: houseway games
    """
    from houseway.cli.describe import show_games

    show_games(as_json=json)


def rules(
    game: Annotated[str, typer.Argument(help="A game, such as flush-poker.")],
    set: Settings = None,
    json: Json = False,
) -> None:
    """Print a game's rules in our own words: wagers, options, clauses, pay tables, readings.

    Example: houseway rules wild-monkey-pai-gow --set best-seven=high
    """
    from houseway.cli.describe import show_rules
    from houseway.games.names import game_called

    show_rules(game_called(game), settings(set), as_json=json)


def evaluate(
    cards: Annotated[list[str], typer.Argument(help="Cards, such as Ah Kd 10c Jo.")],
    as_: Annotated[str | None, typer.Option("--as", help="poker, joker, three, flush, pai-gow or blackjack.")] = None,
    json: Json = False,
) -> None:
    """Print what a hand is and how strong it is.

    Example: houseway evaluate Kd 7s 7c 2d Jh Ah Kh --as poker
    """
    from houseway.cli.evaluate import show_hand

    show_hand(cards, as_, as_json=json)


def settle(
    file: Annotated[
        str, typer.Argument(help="A file with one round record, or one record a line; - for standard input.")
    ] = "-",
    explain: Annotated[bool, typer.Option("--explain", help="Print the settlement for people.")] = False,
    study: Study = None,
    jobs: Annotated[
        int, typer.Option(min=0, max=256, help="Processes; 0 is one for a small input and all cores for a large one.")
    ] = 0,
    json: Json = False,
) -> None:
    """Settle round records to the cent: one record, or JSON Lines by the thousand; the output has the same form.

    Example: houseway settle rounds.jsonl > settled.jsonl
    """
    from houseway.cli.settle import settle_file

    raise typer.Exit(settle_file(file, study=study, explain=explain and not json, jobs=jobs))


def play(
    game: Annotated[str | None, typer.Argument(help="A game; without one, the games are listed.")] = None,
    seats: Annotated[int, typer.Option(help="How many seats you play.")] = 1,
    bankroll: Annotated[str, typer.Option(help="What each seat starts with, in dollars.")] = "500",
    seed: Annotated[str | None, typer.Option(help="Shuffle reproducibly from this text or hexadecimal seed.")] = None,
    coach: Annotated[
        bool, typer.Option("--coach", help="Print before each decision what every choice is worth, and why.")
    ] = False,
    study: Study = None,
    set: Settings = None,
) -> None:
    """Play a game, or a designer's study of one, in the terminal at a table with everything on.

    Example: houseway play down-under-blackjack --seats 2 --seed demo --set decks=2 --coach
    """
    from houseway.cli.play import start_play

    start_play(game, study=study, seats=seats, bankroll=bankroll, seed=seed, options=set, coach=coach)


def new_game(
    name: Annotated[str, typer.Argument(help="The name of the game, in small letters with hyphens.")],
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the package is written; a folder of its name by default.")
    ] = None,
) -> None:
    """Write the skeleton of a package that brings a game of its own, with a first test that fails.

    Example: houseway new-game red-queen
    """
    from houseway.cli.new_game import write_game

    write_game(name, folder)


COMMANDS: Final[Commands] = {
    "games": games,
    "rules": rules,
    "evaluate": evaluate,
    "settle": settle,
    "play": play,
    "new-game": new_game,
}
