"""Commands that look at many rounds: simulation, a session, a meter, a table's earnings, a mix's risk."""

from pathlib import Path
from typing import Annotated, Any, Final

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
    game_or_study,
)
from houseway.cli.progress import progress_bar


def simulate(
    game: GameName = None,
    rounds: Annotated[str, typer.Option(help="How many rounds, such as 1e9.")] = "1e7",
    seed: Annotated[str, typer.Option(help="A number or a text; the same seed gives the same rounds.")] = "1",
    strategy: Annotated[str, typer.Option(help="A strategy by name, or a saved one's file.")] = "",
    seats: Annotated[int, typer.Option(help="How many seats play at the table.")] = 1,
    trace: Annotated[int | None, typer.Option(metavar="K", min=1, help="Print the first K rounds as records.")] = None,
    round: Annotated[int | None, typer.Option(metavar="N", min=0, help="Print round N, from 0, as a record.")] = None,
    engine: Engine = "local",
    scheduler: Scheduler = None,
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file for the counts so far, to stop and continue later.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the results: .png or .svg.")] = None,
    shoes: Annotated[
        bool,
        typer.Option("--shoes", help="Where a game has a shoe, also play whole shoes and compare."),
    ] = False,
    study: Study = None,
    set: Settings = None,
    threads: ThreadCount = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Simulate rounds with every wager on, and compare them with the exact value of the strategy.

    Example: houseway simulate flush-poker --rounds 1e8 --seed 7 --seats 3
    """
    from houseway.cli.lab.simulate import print_records, show_simulation, stoppable
    from houseway.cli.lab.words import present
    from houseway.lab import simulations

    chosen = game_or_study(game, study, set, everything_on=True)
    if trace is not None or round is not None:
        alone = "--round" if trace is None else "--trace"
        refuse_beside(alone, checkpoint=checkpoint, plot=plot, shoes=shoes, csv=csv, scheduler=scheduler)
        first = round or 0
        print_records(chosen, range(first, first + (trace or 1)), seed=seed, strategy=strategy, seats=seats)
        return
    with stoppable(), progress_bar(f"{rounds} rounds") as progress:
        answer = simulations.simulate(
            chosen,
            rounds=rounds,
            seed=seed,
            strategy=strategy,
            seats=seats,
            shoes=shoes,
            everything_on=False,
            checkpoint=checkpoint,
            plot=plot,
            threads=threads,
            engine=engine,
            scheduler=scheduler,
            progress=progress,
        )
    present(answer, show_simulation, as_json=json, csv_file=csv, plot=plot)


def session(
    game: GameName = None,
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
    study: Study = None,
    set: Settings = None,
    threads: ThreadCount = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Play whole sessions: the distribution of their results, and the risk of ruin.

    Example: houseway session down-under-holdem --hours 4 --bet 10 --bankroll 600 --bonus trips-or-better=5
    """
    from houseway.cli.lab.session import show_session
    from houseway.cli.lab.words import present
    from houseway.lab import simulations

    chosen = game_or_study(game, study, set, everything_on=True)
    with progress_bar(f"{sessions} sessions") as progress:
        answer = simulations.session(
            chosen,
            bankroll=bankroll,
            bet=bet,
            bonuses=bonus,
            hours=hours,
            rounds_per_hour=rounds_per_hour,
            sessions=sessions,
            seed=seed,
            strategy=strategy,
            everything_on=False,
            plot=plot,
            threads=threads,
            progress=progress,
        )
    present(answer, show_session, as_json=json, csv_file=csv, plot=plot)


def meter(
    game: GameName = None,
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
    study: Study = None,
    set: Settings = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Let a progressive meter live for years: its mean, its hits, and what its wager really returns.

    Example: houseway meter down-under-blackjack --table 3c/5 --increment 18.5%
    """
    from houseway.cli.lab.meter import show_meter
    from houseway.cli.lab.words import present
    from houseway.lab import simulations

    chosen = game_or_study(game, study, set)
    with progress_bar("lives of the meter") as progress:
        answer = simulations.meter(
            chosen,
            table or "",
            increment=increment,
            wager=wager,
            start=start,
            reset=reset,
            wagers_a_day=wagers_a_day,
            years=years,
            lives=lives,
            seed=seed,
            plot=plot,
            progress=progress,
        )
    present(answer, show_meter, as_json=json, csv_file=csv, plot=plot)


def vulnerability(
    game: GameName = None,
    topic: Annotated[
        list[str] | None,
        typer.Option(metavar="TOPIC", help="counting, hole-cards, collusion or mistakes; all of the game by default."),
    ] = None,
    spread: Annotated[str | None, typer.Option(help="Counting: the highest stake in lowest stakes; 12.")] = None,
    seats: Annotated[
        int | None, typer.Option(help="Counting: how many seats play, all by the same strategy; 1.")
    ] = None,
    shoes: Annotated[str | None, typer.Option(help="Counting: how many shoes are played; 1e5.")] = None,
    meter: Annotated[str | None, typer.Option(help="Counting: the meter of a $1 progressive, in dollars; 0.")] = None,
    prize: Annotated[str | None, typer.Option(help="Counting: its $ prize, in dollars; 0.")] = None,
    misread: Annotated[str | None, typer.Option(help="Hole cards: how often a light is wrong; 1%.")] = None,
    mistakes: Annotated[str | None, typer.Option(help="Mistakes: how often a dealer makes one; 1%.")] = None,
    deals: Annotated[str | None, typer.Option(help="How many deals are tried where deals are sampled.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same cards.")] = "1",
    study: Study = None,
    set: Settings = None,
    fresh: Fresh = False,
    threads: ThreadCount = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Print what a game loses to players who know more than they should, and to dealers' mistakes.

    Decks and cut card are the operator's choices: --set decks=8 --set cut-card=78.

    Example: houseway vulnerability down-under-blackjack --topic counting --spread 8 --shoes 1e4 --meter 10000
    """
    from houseway.cli.lab.vulnerability import show_vulnerability
    from houseway.cli.lab.words import present
    from houseway.lab.vulnerability import ask

    chosen = game_or_study(game, study, set, everything_on=True)
    counting = {"spread": spread, "seats": seats, "shoes": shoes, "meter": meter, "prize": prize}
    others = {"misread": misread, "mistakes": mistakes}
    given: dict[str, Any] = {name: value for name, value in {**counting, **others}.items() if value is not None}
    ask.check_given(chosen, topic or (), given)
    with progress_bar(f"{chosen.name}, vulnerability") as progress:
        answer = ask.vulnerability(
            chosen,
            topic or (),
            **given,
            deals=deals,
            seed=seed,
            everything_on=False,
            fresh=fresh,
            threads=threads,
            progress=progress,
        )
    present(answer, show_vulnerability, as_json=json, csv_file=csv)


def earnings(
    sheet: Annotated[Path, typer.Argument(help="A table sheet that `houseway table check --practice` accepts.")],
    seats: Annotated[int | None, typer.Option(help="How many seats play; all of the sheet by default.")] = None,
    rounds_per_hour: Annotated[int, typer.Option(help="How fast the table deals.")] = 60,
    hours: Annotated[float, typer.Option(help="How long the table is open a day; a year has 365 days.")] = 8,
    stake: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=DOLLARS", help="A stake within the limits; the minimum by default."),
    ] = None,
    take_up: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=SHARE", help="How many of the seats make a bonus, such as trips-or-better=40%."),
    ] = None,
    rebate: Annotated[
        list[str] | None,
        typer.Option(metavar="RATE@DOLLARS", help="A rebate on what is lost above an amount in these hours."),
    ] = None,
    match_play: Annotated[str | None, typer.Option(metavar="DOLLARS", help="A match play coupon.")] = None,
    free_play: Annotated[str | None, typer.Option(metavar="DOLLARS", help="A free play coupon.")] = None,
    sample: Annotated[str | None, typer.Option(help="Rounds to simulate, to see how wagers vary together.")] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same rounds; 1 by default.")] = None,
    threads: ThreadCount = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Print what a table earns in theory, from its sheet, pace and take-up: handle, win, hold, bands; and promotions.

    Example: houseway earnings table.toml --seats 5 --take-up trips-or-better=40% --rebate 10%@100 --match-play 25
    """
    from houseway.cli.lab.earnings import accepted_sheet, dollars_by_wager, jackpot_of, show_earnings, stakes_of
    from houseway.cli.lab.words import present
    from houseway.lab import operators

    table = accepted_sheet(sheet)
    stakes = stakes_of(table, stake or [])
    main = next(name for name in stakes if table.approval.wagers[name].role == "main")
    bonuses = {name: amount for name, amount in stakes.items() if table.approval.wagers[name].role != "main"}
    with progress_bar(f"{table.game} earnings") as progress:
        answer = operators.earnings(
            table.chosen,
            bet=dollars_by_wager(stakes)[main],
            bonuses=dollars_by_wager(bonuses),
            take_up=take_up or (),
            seats=table.seats if seats is None else seats,
            rounds_per_hour=rounds_per_hour,
            hours=hours,
            jackpot=jackpot_of(table.jackpot),
            rebates=rebate or (),
            match_play=match_play,
            free_play=free_play,
            sample=sample,
            seed=seed,
            everything_on=False,
            threads=threads,
            progress=progress,
        )
    present(answer, show_earnings, as_json=json, csv_file=csv)


def risk(
    game: GameName = None,
    stake: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=DOLLARS", help="A stake of every round; the first wager is $10 by default."),
    ] = None,
    bankroll: Annotated[str, typer.Option(help="What the player brings, in dollars.")] = "1000",
    rounds: Annotated[str, typer.Option(help="How many rounds are played, for the risk of ruin within them.")] = "1000",
    seats: Annotated[int, typer.Option(help="How many seats play with these stakes, for all of them together.")] = 1,
    meter: Annotated[str | None, typer.Option(help="What the jackpot's meter shows, in dollars.")] = None,
    prize: Annotated[
        list[str] | None, typer.Option(metavar="NAME=DOLLARS", help="A $ prize, such as 2-suited-matches=500.")
    ] = None,
    strategy: Annotated[str, typer.Option(help="A strategy by name, or a saved one's file.")] = "",
    sample: Annotated[str, typer.Option(help="How many rounds are simulated for what is not counted.")] = "1e7",
    seed: Annotated[str, typer.Option(help="The same seed gives the same rounds.")] = "1",
    engine: Engine = "local",
    scheduler: Scheduler = None,
    study: Study = None,
    set: Settings = None,
    threads: ThreadCount = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Print how a mix of wagers varies: covariance, deviation, risk of ruin, and Kelly's stake.

    Example: houseway risk down-under-holdem --stake ante=10 --stake trips-or-better=5 --bankroll 600 --seats 5
    """
    from houseway.cli.lab.risk import show_risk
    from houseway.cli.lab.words import present
    from houseway.lab import mix

    chosen = game_or_study(game, study, set, everything_on=True)
    with progress_bar(f"{chosen.name}, risk") as progress:
        answer = mix.risk(
            chosen,
            stakes=stake or (),
            bankroll=bankroll,
            rounds=rounds,
            seats=seats,
            meter=meter,
            prizes=prize or (),
            strategy=strategy,
            sample=sample,
            seed=seed,
            everything_on=False,
            threads=threads,
            engine=engine,
            scheduler=scheduler,
            progress=progress,
        )
    present(answer, show_risk, as_json=json, csv_file=csv)


COMMANDS: Final[Commands] = {
    "simulate": simulate,
    "session": session,
    "meter": meter,
    "vulnerability": vulnerability,
    "earnings": earnings,
    "risk": risk,
}
