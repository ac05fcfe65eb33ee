"""Commands that price a game exactly; the modules beside this one do the work when a command is run."""

import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from houseway.cli.flags import refuse_beside
from houseway.cli.group import Commands
from houseway.cli.options import (
    Csv,
    Engine,
    Fresh,
    GameName,
    Json,
    Scheduler,
    Settings,
    Study,
    ThreadCount,
    complete_games,
    game_or_study,
    load_study,
)
from houseway.cli.progress import progress_bar


def analyze(
    game: GameName = None,
    wager: Annotated[
        str | None, typer.Option(help="One wager with every line: a bonus, or all of the main game.")
    ] = None,
    charts: Annotated[bool, typer.Option("--charts", help="Print the charts of best decisions, if any.")] = False,
    every_choice: Annotated[
        bool,
        typer.Option("--every-choice", "--all-decks", help="The edge for every choice of rules that it depends on."),
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Also the pay tables for other choices, such as another number of decks.")
    ] = False,
    meter: Annotated[
        str | None, typer.Option(help="The edge of $1 jackpot wagers with a meter of this many dollars.")
    ] = None,
    prize: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=DOLLARS", help="A $ prize of $1 jackpot wagers, such as 2-suited-matches=500."),
    ] = None,
    envy_wager: Annotated[
        str | None, typer.Option(help="The edge with envies, for a wager of this many dollars.")
    ] = None,
    study: Study = None,
    set: Settings = None,
    fresh: Fresh = False,
    engine: Engine = "local",
    scheduler: Scheduler = None,
    threads: ThreadCount = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Price a game exactly: the main game under optimal play, and every wager under every pay table.

    Example: houseway analyze down-under-holdem --wager trips-or-better
    """
    from houseway.cli.lab.analyze import show_analysis

    chosen = game_or_study(game, study, set)
    show_analysis(
        chosen,
        wager=wager,
        charts=charts,
        every_choice=every_choice,
        full=full,
        meter=meter,
        prizes=prize or [],
        envy_wager=envy_wager,
        fresh=fresh,
        engine_name=engine,
        scheduler=scheduler,
        threads=threads,
        csv_file=csv,
        as_json=json,
    )


def study(
    game: Annotated[str, typer.Argument(help="A game, such as flush-poker.", autocompletion=complete_games)],
) -> None:
    """Print the template of a study: every rule, option and pay table that may be changed, each with a description.

    Example: houseway study flush-poker > mine.toml
    """
    from houseway.lab.api import template

    sys.stdout.write(template(game))


# The goals of a design.
Edge = Annotated[str, typer.Option(help="The house edge, of a mandatory wager the main game's: 4%±0.1 or 3.9%..4.1%.")]
Vary = Annotated[
    list[str] | None,
    typer.Option(metavar="LINE=PAYS", help='Pays to try, such as "flush=5..7 to 1"; may be repeated.'),
]
Most = Annotated[
    int | None,
    typer.Option(min=1, max=10_000, help="How many designs are shown; how many tables of a main game are solved."),
]
Sweep = Annotated[str | None, typer.Option(metavar="RULE=A,B,C", help="The main game at each value of a rule instead.")]


def design(
    game: GameName = None,
    wager: Annotated[str, typer.Option(help="The wager whose pay table is looked for, such as bet.")] = "",
    edge: Edge = "",
    hit: Annotated[str, typer.Option(help="How often it wins: 20%.., ..30% or 20%..30%.")] = "",
    top_odds: Annotated[str, typer.Option(help="The largest pay, such as 500.")] = "",
    vary: Vary = None,
    table: Annotated[str, typer.Option(help="The pay table to start from; the letter's first by default.")] = "",
    most: Most = None,
    sweep: Sweep = None,
    save: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write a study file for each design.")] = None,
    study: Study = None,
    set: Settings = None,
    engine: Engine = "local",
    scheduler: Scheduler = None,
    threads: ThreadCount = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Search pay tables with the edge, hit frequency and odds that you ask for, from exact counts of their lines.

    Example: houseway design down-under-holdem --wager trips-or-better --edge 4%±0.1 --vary "flush=5..8 to 1"
    """
    from houseway.cli.lab.design import most_shown, run_sweep, save_designs, show_designs, show_sweep
    from houseway.cli.lab.words import present
    from houseway.errors import InvalidInput
    from houseway.lab import api

    chosen = game_or_study(game, study, set)
    if sweep is not None:
        refuse_beside(
            "--sweep", wager=wager, edge=edge, hit=hit, top_odds=top_odds, vary=vary, table=table, most=most, save=save
        )
        swept = run_sweep(chosen, sweep, engine=engine, scheduler=scheduler, threads=threads)
        present(swept, show_sweep, as_json=json, csv_file=csv)
        return
    if not wager or not edge:
        raise InvalidInput("must be given, or --sweep", field="--wager and --edge")
    with progress_bar(f"{chosen.name} {wager}") as progress:
        answer = api.design(
            chosen,
            wager,
            edge=edge,
            hit=hit,
            top_odds=top_odds,
            vary=vary or (),
            table=table,
            most=most_shown(chosen, wager, most),
            engine=engine,
            scheduler=scheduler,
            threads=threads,
            progress=progress,
        )
    if save is not None:
        save_designs(answer, save)
    present(answer, show_designs, as_json=json, csv_file=csv)
    raise typer.Exit(0 if answer.designs else 1)


def advise(
    file: Annotated[
        str, typer.Argument(help="A file with a record whose next decision is open; - for standard input.")
    ] = "-",
    study: Study = None,
    json: Json = False,
) -> None:
    """Print what each legal decision is worth to the seat in turn.

    Leave hidden cards out of the record; "lights": ["blue", "gold"] is what the card reader shows.

    Example: houseway advise open-round.json
    """
    from houseway.cli.lab.advise import advise_file

    raise typer.Exit(advise_file(file, study=load_study(study), as_json=json))


def strategy(
    game: GameName = None,
    name: Annotated[str, typer.Option("--strategy", help="A strategy by name, or the file of a saved one.")] = "",
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the strategy.")] = None,
    csv: Annotated[str | None, typer.Option(metavar="FILE", help="Export its charts as CSV; - prints them.")] = None,
    study: Study = None,
    set: Settings = None,
    fresh: Fresh = False,
    engine: Engine = "local",
    scheduler: Scheduler = None,
    threads: ThreadCount = None,
    json: Json = False,
) -> None:
    """Print a strategy as charts, save it, or export it.

    Example: houseway strategy down-under-blackjack --set decks=2 --csv chart.csv
    """
    from houseway.cli.lab.advise import show_strategy
    from houseway.lab import api

    chosen = game_or_study(game, study, set)
    with progress_bar(chosen.name) as progress:
        answer = api.strategy(
            chosen, name, fresh=fresh, engine=engine, scheduler=scheduler, threads=threads, progress=progress
        )
    show_strategy(answer, save=save, csv_file=csv, as_json=json)


def face_up(
    game: GameName = None,
    hands: Annotated[int | None, typer.Option(help="How many other hands are seen; 1 to 5 by default.")] = None,
    deals: Annotated[str | None, typer.Option(help="How many deals are tried, such as 1e5.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same deals.")] = "1",
    engine: Engine = "local",
    scheduler: Scheduler = None,
    study: Study = None,
    set: Settings = None,
    threads: ThreadCount = None,
    json: Json = False,
) -> None:
    """Print what players gain by seeing each other's cards: the edge by the number of hands seen.

    Example: houseway face-up flush-poker --hands 5
    """
    from houseway.cli.lab.face_up import show_face_up
    from houseway.cli.lab.words import present
    from houseway.lab import simulations

    chosen = game_or_study(game, study, set)
    with progress_bar("cards face up") as progress:
        answer = simulations.face_up(
            chosen,
            hands,
            deals=deals,
            seed=seed,
            threads=threads,
            engine=engine,
            scheduler=scheduler,
            progress=progress,
        )
    present(answer, show_face_up, as_json=json)


def verify(fresh: Fresh = False, threads: ThreadCount = None, csv: Csv = None, json: Json = False) -> None:
    """Check every figure that the letters print against the exact value.

    Example: houseway verify
    """
    from houseway.cli.lab.analyze import show_verdicts

    raise typer.Exit(show_verdicts(fresh=fresh, threads=threads, csv_file=csv, as_json=json))


def report(
    game: GameName = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write: .pdf, .html or .json.")
    ] = None,
    since: Annotated[
        Path | None,
        typer.Option(metavar="OLD.json", help="An earlier report as JSON; the new one lists what changed since."),
    ] = None,
    rounds: Annotated[str | None, typer.Option(help="Rounds of the second method; 1e6 by default.")] = None,
    deals: Annotated[str | None, typer.Option(help="Deals with cards that are seen; 5000 by default.")] = None,
    cut_offs: Annotated[
        int, typer.Option(min=0, max=4, help="How many other cut-offs of the card reader are priced.")
    ] = 4,
    date: Annotated[
        str, typer.Option(metavar="DATE", help="The day that the report names, and whose law it cites.")
    ] = "",
    study: Study = None,
    set: Settings = None,
    json: Json = False,
) -> None:
    """Write the mathematical report of a game that a test laboratory expects, in ten parts.

    Example: houseway report premium-holdem -o premium.pdf
    """
    from houseway.cli.lab.report import write_report

    chosen = game_or_study(game, study, set)
    write_report(
        chosen, output, since=since, rounds=rounds, deals=deals, cut_offs=cut_offs, date=date, study=study, as_json=json
    )


def line_counts(
    game: Annotated[str, typer.Argument(help="A game, such as premium-holdem.")],
    check: Annotated[
        bool, typer.Option("--check", help="Compare with the game's file; exit 1 where it differs.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="Write the file beside the game's approval.toml.")] = False,
    threads: ThreadCount = None,
) -> None:
    """Count how often each line of each bonus comes, as a game's line_counts.json has it: the odds that a house posts.

    Example: houseway line-counts premium-holdem --check
    """
    from houseway.cli.lab.line_counts import show_line_counts
    from houseway.games.names import game_called

    if check:
        refuse_beside("--check", write=write)
    raise typer.Exit(show_line_counts(game_called(game), check=check, write=write, threads=threads))


COMMANDS: Final[Commands] = {
    "analyze": analyze,
    "study": study,
    "design": design,
    "advise": advise,
    "strategy": strategy,
    "face-up": face_up,
    "verify": verify,
    "report": report,
    "line-counts": line_counts,
}
