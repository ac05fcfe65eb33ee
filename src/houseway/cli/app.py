"""The commands and how their errors end."""

import os
import sys
from typing import Annotated, Any

import typer

from houseway.cli import house
from houseway.errors import HousewayError

# The root of the command line's own errors; newer versions of typer carry their parser inside, under another name.
CommandLineError: Any = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="houseway",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="The rules of five approved casino table games: played and settled to the cent.\n\n"
    "Example: houseway play down-under-holdem",
)

app.add_typer(house.audit, name="audit")
app.add_typer(house.person, name="person")

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An operator's choice; may be repeated."),
]


def version(shown: bool) -> None:
    """Print the version and stop."""
    if shown:
        from houseway import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Houseway."""


@app.command()
def games(json: Json = False) -> None:
    """List the games, their letters and their wagers.

    Example: houseway games
    """
    from houseway.cli.describe import show_games

    show_games(as_json=json)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="A game, such as flush-poker.")],
    set: Settings = None,
    json: Json = False,
) -> None:
    """Print a game's rules in our own words: wagers, options, clauses, pay tables, readings.

    Example: houseway rules wild-monkey-pai-gow --set best-seven=high
    """
    from houseway.cli.describe import show_rules

    show_rules(game, settings(set), as_json=json)


@app.command()
def evaluate(
    cards: Annotated[list[str], typer.Argument(help="Cards, such as Ah Kd 10c Jo.")],
    as_: Annotated[str | None, typer.Option("--as", help="poker, joker, three, flush, pai-gow or blackjack.")] = None,
    json: Json = False,
) -> None:
    """Say what a hand is and how strong it is.

    Example: houseway evaluate Kd 7s 7c 2d Jh Ah Kh --as poker
    """
    from houseway.cli.evaluate import show_hand

    show_hand(cards, as_, as_json=json)


@app.command()
def settle(
    file: Annotated[
        str, typer.Argument(help="A file with a round record, or records a line; - for standard input.")
    ] = "-",
    explain: Annotated[bool, typer.Option("--explain", help="Print the settlement for people.")] = False,
    json: Json = False,
) -> None:
    """Settle round records to the cent: one record, or JSON Lines by the thousand; the answer is in kind.

    Example: houseway settle rounds.jsonl > settled.jsonl
    """
    from houseway.cli.settle import settle_file

    raise typer.Exit(settle_file(file, explain=explain and not json))


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="A game; without one, the games are listed.")] = None,
    seats: Annotated[int, typer.Option(help="How many seats you play.")] = 1,
    bankroll: Annotated[str, typer.Option(help="What each seat starts with, in dollars.")] = "500",
    seed: Annotated[str | None, typer.Option(help="Shuffle reproducibly from this text or hexadecimal seed.")] = None,
    set: Settings = None,
) -> None:
    """Play a game in the terminal at a table with everything on.

    Example: houseway play down-under-blackjack --seats 2 --seed demo --set decks=2
    """
    from houseway.cli.play import start_play

    start_play(game, seats=seats, bankroll=bankroll, seed=seed, options=settings(set))


Fresh = Annotated[bool, typer.Option("--fresh", help="Compute again instead of reading the cache.")]
ThreadCount = Annotated[int | None, typer.Option("--threads", min=1, help="How many threads; all cores by default.")]


@app.command()
def analyze(
    game: Annotated[str, typer.Argument(help="A game, such as premium-holdem.")],
    wager: Annotated[str | None, typer.Option(help="One bonus wager, with every line of its pay tables.")] = None,
    charts: Annotated[bool, typer.Option("--charts", help="Print the charts of best decisions, if any.")] = False,
    set: Settings = None,
    fresh: Fresh = False,
    threads: ThreadCount = None,
    json: Json = False,
) -> None:
    """Price a game exactly: the main game under optimal play, and every wager under every pay table.

    Example: houseway analyze down-under-holdem --wager trips-or-better
    """
    from houseway.cli.analyze import show_analysis

    show_analysis(game, settings(set), wager=wager, charts=charts, fresh=fresh, threads=threads, as_json=json)


@app.command()
def verify(fresh: Fresh = False, threads: ThreadCount = None, json: Json = False) -> None:
    """Check every figure that the letters print against the exact value.

    Example: houseway verify
    """
    from houseway.cli.analyze import show_verdicts

    raise typer.Exit(show_verdicts(fresh=fresh, threads=threads, as_json=json))


def settings(pairs: list[str] | None) -> dict[str, object]:
    """`name=value` words as options."""
    from houseway.errors import InvalidInput

    chosen: dict[str, object] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidInput(f"{pair!r} is not name=value", field="--set")
        chosen[name] = value
    return chosen


def run(arguments: list[str]) -> int:
    """Run the command line; the answer is the exit code."""
    try:
        result = app(args=arguments, prog_name="houseway", standalone_mode=False)
    except HousewayError as problem:
        return _wrong(str(problem))
    except CommandLineError as problem:
        return _wrong(problem.format_message())
    except (typer.Abort, KeyboardInterrupt):
        sys.stderr.write("\nstopped\n")
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return result if isinstance(result, int) else 0


def _wrong(message: str) -> int:
    sys.stderr.write(f"houseway: {' '.join(message.split())}\n")
    return 2
