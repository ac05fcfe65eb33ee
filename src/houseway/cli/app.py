"""The commands and how their errors end."""

import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli import audit_house, audit_rounds  # noqa: F401  # their commands join those of audit.py
from houseway.cli.audit import audit
from houseway.cli.cage import cage
from houseway.cli.incident import incident
from houseway.cli.jackpot import jackpot
from houseway.cli.person import person
from houseway.cli.site import site
from houseway.cli.table_live import table
from houseway.errors import HousewayError

if TYPE_CHECKING:
    from houseway.games.game import Game

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
app.add_typer(table, name="table")
app.add_typer(audit, name="audit")
app.add_typer(jackpot, name="jackpot")
app.add_typer(person, name="person")
app.add_typer(cage, name="cage")
app.add_typer(incident, name="incident")
app.add_typer(site, name="site")

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
Engine = Annotated[str, typer.Option(help="Where the work is done: local, or dask.")]
Scheduler = Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")]
Study = Annotated[
    Path | None,
    typer.Option("--study", metavar="FILE", help="A designer's study: other pay tables or rules, not approved."),
]


@app.command()
def analyze(
    game: Annotated[str, typer.Argument(help="A game, such as premium-holdem.")],
    wager: Annotated[str | None, typer.Option(help="One bonus wager, with every line of its pay tables.")] = None,
    charts: Annotated[bool, typer.Option("--charts", help="Print the charts of best decisions, if any.")] = False,
    all_decks: Annotated[
        bool, typer.Option("--all-decks", help="Blackjack: the edge for all decks, soft 17 and blackjack pays.")
    ] = False,
    meter: Annotated[
        str | None, typer.Option(help="The edge of jackpot wagers with a meter of so many dollars a $1 wager.")
    ] = None,
    envy_wager: Annotated[
        str | None, typer.Option(help="The edge of Royal Riches with envies, for a wager of so many dollars.")
    ] = None,
    study: Study = None,
    set: Settings = None,
    fresh: Fresh = False,
    engine: Engine = "local",
    scheduler: Scheduler = None,
    threads: ThreadCount = None,
    json: Json = False,
) -> None:
    """Price a game exactly: the main game under optimal play, and every wager under every pay table.

    Example: houseway analyze down-under-holdem --wager trips-or-better
    """
    from houseway.cli.analyze import show_analysis

    chosen = game_or_study(game, study, set)
    show_analysis(
        chosen,
        wager=wager,
        charts=charts,
        all_decks=all_decks,
        meter=meter,
        envy_wager=envy_wager,
        fresh=fresh,
        engine_name=engine,
        scheduler=scheduler,
        threads=threads,
        as_json=json,
    )


@app.command()
def advise(
    file: Annotated[
        str, typer.Argument(help="A file with a record whose next decision is open; - for standard input.")
    ] = "-",
    study: Study = None,
    json: Json = False,
) -> None:
    """Say what each legal decision is worth to the seat that is to decide.

    Hidden cards are left out of the record; "lights": ["blue", "gold"] tells what the card reader shows.

    Example: houseway advise open-round.json
    """
    from houseway.cli.advise import advise_file

    raise typer.Exit(advise_file(file, study=load_study(study), as_json=json))


@app.command()
def strategy(
    game: Annotated[str, typer.Argument(help="A game, such as premium-holdem.")],
    name: Annotated[str, typer.Option("--strategy", help="A strategy by name, or the file of a saved one.")] = "",
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the strategy.")] = None,
    csv: Annotated[str | None, typer.Option(metavar="FILE", help="Export its charts as CSV; - prints them.")] = None,
    study: Study = None,
    set: Settings = None,
    fresh: Fresh = False,
    threads: ThreadCount = None,
    json: Json = False,
) -> None:
    """Print a strategy as charts, save it, or export it.

    Example: houseway strategy down-under-blackjack --set decks=2 --csv chart.csv
    """
    from houseway.cli.advise import show_strategy
    from houseway.games.strategy import part

    chosen = game_or_study(game, study, set)
    show_strategy(
        chosen,
        name or part(chosen.name, "strategy").STRATEGIES[0],
        save=save,
        csv_file=csv,
        fresh=fresh,
        threads=threads,
        as_json=json,
    )


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="A game, such as flush-poker.")],
    rounds: Annotated[str, typer.Option(help="How many rounds, such as 1e9.")] = "1e7",
    seed: Annotated[str, typer.Option(help="A number or a text; the same seed gives the same rounds.")] = "1",
    strategy: Annotated[str, typer.Option(help="optimal, house-way, another by name, or a saved one's file.")] = "",
    seats: Annotated[int, typer.Option(help="How many seats play at the table.")] = 1,
    trace: Annotated[int | None, typer.Option(metavar="K", min=1, help="Print the first K rounds as records.")] = None,
    round: Annotated[int | None, typer.Option(metavar="N", min=0, help="Print round N, from 0, as a record.")] = None,
    engine: Engine = "local",
    scheduler: Scheduler = None,
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what is counted, to stop and continue.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the results: .png or .svg.")] = None,
    shoes: Annotated[
        bool, typer.Option("--shoes", help="Blackjack: also whole shoes to the cut card, and what that changes.")
    ] = False,
    study: Study = None,
    set: Settings = None,
    threads: ThreadCount = None,
    json: Json = False,
) -> None:
    """Simulate rounds with every wager on, beside the exact value of the strategy that is played.

    Example: houseway simulate flush-poker --rounds 1e8 --seed 7 --seats 3
    """
    from houseway.cli.simulate import show_rounds, show_simulation, whole

    chosen = game_or_study(game, study, set, everything_on=True)
    if trace is not None or round is not None:
        first = round or 0
        show_rounds(chosen, range(first, first + (trace or 1)), strategy=strategy, seats=seats, seed=seed)
        return
    show_simulation(
        chosen,
        rounds=whole(rounds, "--rounds"),
        seed=seed,
        strategy=strategy,
        seats=seats,
        engine_name=engine,
        scheduler=scheduler,
        threads=threads,
        checkpoint=checkpoint,
        plot=plot,
        shoes=shoes,
        as_json=json,
    )


@app.command("face-up")
def face_up(
    game: Annotated[str, typer.Argument(help="down-under-holdem or flush-poker.")],
    hands: Annotated[int | None, typer.Option(help="How many other hands are seen; 1 to 5 by default.")] = None,
    deals: Annotated[str | None, typer.Option(help="How many deals are tried, such as 1e5.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same deals.")] = "1",
    engine: Engine = "local",
    scheduler: Scheduler = None,
    set: Settings = None,
    threads: ThreadCount = None,
    json: Json = False,
) -> None:
    """Tell what players gain who see each other's cards: the edge by the number of hands seen.

    Example: houseway face-up flush-poker --hands 5
    """
    from houseway.cli.face_up import show_face_up
    from houseway.cli.simulate import whole

    show_face_up(
        game_or_study(game, None, set),
        hands=hands,
        deals=None if deals is None else whole(deals, "--deals"),
        seed=seed,
        engine_name=engine,
        scheduler=scheduler,
        threads=threads,
        as_json=json,
    )


@app.command()
def session(
    game: Annotated[str, typer.Argument(help="A game, such as premium-holdem.")],
    hours: Annotated[float, typer.Option(help="How long a session is.")] = 4,
    rounds_per_hour: Annotated[int, typer.Option(help="How fast the table deals.")] = 60,
    bankroll: Annotated[str, typer.Option(help="What the player brings, in dollars.")] = "500",
    bet: Annotated[str, typer.Option(help="The first wager, in dollars.")] = "10",
    bonus: Annotated[
        list[str] | None, typer.Option(metavar="WAGER=DOLLARS", help="A bonus wager made every round; may be repeated.")
    ] = None,
    sessions: Annotated[str, typer.Option(help="How many sessions, such as 1e5.")] = "1e4",
    strategy: Annotated[str, typer.Option(help="A strategy by name, or a saved one's file.")] = "",
    seed: Annotated[str, typer.Option(help="The same seed gives the same sessions.")] = "1",
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the results: .png or .svg.")] = None,
    set: Settings = None,
    threads: ThreadCount = None,
    json: Json = False,
) -> None:
    """Play whole sessions: the distribution of their results, and the risk of ruin.

    Example: houseway session down-under-holdem --hours 4 --bet 10 --bankroll 600 --bonus trips-or-better=5
    """
    from houseway.cli.session import show_session
    from houseway.cli.simulate import whole

    show_session(
        game_or_study(game, None, set, everything_on=True),
        hours=hours,
        rounds_per_hour=rounds_per_hour,
        bankroll=bankroll,
        bet=bet,
        bonus=bonus or [],
        sessions=whole(sessions, "--sessions"),
        strategy=strategy,
        seed=seed,
        threads=threads,
        plot=plot,
        as_json=json,
    )


@app.command()
def meter(
    game: Annotated[str, typer.Argument(help="A game with a progressive, such as down-under-blackjack.")],
    table: Annotated[str | None, typer.Option(help="Its pay table, such as 3c/5; the first by default.")] = None,
    increment: Annotated[str, typer.Option(help="The part of each wager that goes to the meter.")] = "15%",
    wager: Annotated[str, typer.Option(help="The fixed wager in dollars.")] = "1",
    start: Annotated[str, typer.Option(help="Where the meter starts, in dollars.")] = "5000",
    reset: Annotated[str, typer.Option(help="Where a 100% award leaves it.")] = "1000",
    wagers_a_day: Annotated[int, typer.Option(help="Jackpot wagers a day at all tables.")] = 6000,
    years: Annotated[int, typer.Option(help="How long a life is.")] = 5,
    lives: Annotated[int, typer.Option(help="How many lives are simulated.")] = 50,
    seed: Annotated[int, typer.Option(help="The same seed gives the same lives.")] = 1,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the first life: .png or .svg.")] = None,
    set: Settings = None,
    json: Json = False,
) -> None:
    """Let a progressive meter live for years: its mean, its hits, and what its wager really returns.

    Example: houseway meter down-under-blackjack --table 3c/5 --increment 18.5%
    """
    from houseway.cli.meter import show_meter

    show_meter(
        game_or_study(game, None, set),
        table,
        wager=wager,
        start=start,
        reset=reset,
        increment=increment,
        wagers_a_day=wagers_a_day,
        years=years,
        lives=lives,
        seed=seed,
        plot=plot,
        as_json=json,
    )


@app.command()
def verify(fresh: Fresh = False, threads: ThreadCount = None, json: Json = False) -> None:
    """Check every figure that the letters print against the exact value.

    Example: houseway verify
    """
    from houseway.cli.analyze import show_verdicts

    raise typer.Exit(show_verdicts(fresh=fresh, threads=threads, as_json=json))


def load_study(path: Path | None) -> "Game | None":
    """The game of a study file, where one is given."""
    if path is None:
        return None
    from houseway.lab.files import load_study as loaded

    return loaded(path)


def game_or_study(name: str, study: Path | None, pairs: list[str] | None, *, everything_on: bool = False) -> "Game":
    """The game of the letter with the operator's choices, or a designer's study of it."""
    from houseway.errors import InvalidInput

    if study is None:
        from houseway.games import game as game_named
        from houseway.games.demonstration import demonstration

        return (demonstration if everything_on else game_named)(name, settings(pairs))
    from houseway.lab.files import load_study as loaded

    found = loaded(study, settings(pairs))
    if found.name != name:
        raise InvalidInput(f"is a study of {found.name}, not of {name}", field=str(study))
    return found


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
        result = _commands()(args=arguments, prog_name="houseway", standalone_mode=False)
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


@cache
def _commands() -> Any:
    """All commands, built once a process."""
    return typer.main.get_command(app)


def _wrong(message: str) -> int:
    sys.stderr.write(f"houseway: {' '.join(message.split())}\n")
    return 2
