"""Everything that the commands do, for notebooks and programs: `import houseway`.

A game is named (`"flush-poker"`, or shortly `"flush"`), or it is a study: what `study` answers, the path of its file,
or its content as a dict. Options are keywords with underscores for hyphens: `trips_or_better=2`. Counts may be whole
floats: `rounds=1e6`. Answers have typed attributes, a short repr, `rows()`, `to_csv()`, `to_json()`, `to_pandas()`,
`to_polars()` and `to_arrow()`, and are tables in a notebook.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from houseway.games.game import Game
from houseway.lab.arguments import GameOrStudy, chosen_game, whole
from houseway.lab.arguments import options as named_options
from houseway.lab.engine import engine as run_on
from houseway.lab.notebook import working
from houseway.lab.shards import Progress, Threads
from houseway.tabular import Json

if TYPE_CHECKING:
    from houseway.games.pricing.advice import Advice
    from houseway.games.pricing.result import Analysis
    from houseway.lab.answers import StrategyAnswer
    from houseway.lab.pay_search import Designs
    from houseway.lab.sweep import Sweep
    from houseway.lab.verify import Verdicts


# ---- what is asked about


def game(name: str, options: Mapping[str, object] | None = None, **more: object) -> Game:
    """A game with the operator's choices; its `deal` starts a round to play step by step.

    >>> import houseway
    >>> houseway.game("premium-holdem").name
    'premium-holdem'
    """
    from houseway import games

    return games.game_named(game_called(name), {**(options or {}), **named_options(more)})


def study(source: str | Path | Mapping[str, object], **options: object) -> Game:
    """A designer's study from its file or its content: a game with other rules or pay tables, never approved.

    >>> import houseway
    >>> strict = houseway.study({"game": "flush-poker", "rules": {"qualifier": "4-card"}})
    >>> strict.marks["status"]
    'not approved'
    """
    return chosen_game(Path(source) if isinstance(source, str) else source, options)


def template(name: str) -> str:
    """The text of a study file with everything that may be changed, commented out.

    >>> import houseway
    >>> "#qualifier" in houseway.template("flush-poker")
    True
    """
    from houseway.lab.study_template import study_template

    return study_template(game_called(name))


def game_called(name: str) -> str:
    """The game with this name, or with this part of a name, in any letter case.

    >>> game_called("Blackjack")
    'down-under-blackjack'
    """
    from houseway.games.names import game_called as called

    return called(name)


# ---- rounds


def settle(record: object, study: GameOrStudy | None = None) -> Json:
    """Settle a finished round: a record in, its settlement out; a record that is wrong raises HousewayError.

    A round of a study is settled with that study alone.
    """
    from houseway.games.round import record as records

    return records.settle(record, None if study is None else chosen_game(study, {}))


def advise(record: object, study: GameOrStudy | None = None) -> Json:
    """What each legal decision is worth to the seat whose decision is open in a record."""
    return advice(record, study).to_json()


def advice(
    record: object, study: GameOrStudy | None = None, *, threads: int | None = None, progress: Progress | None = None
) -> "Advice":
    """The same as a typed answer."""
    from houseway.lab.strategies import advise as advised

    chosen = None if study is None else chosen_game(study, {})
    with working(progress, "advice") as report:
        return advised(record, lambda: Threads(threads, report), study=chosen)


# ---- prices


def analyze(
    name: GameOrStudy,
    *,
    fresh: bool = False,
    threads: int | None = None,
    engine: str = "local",
    scheduler: str | None = None,
    progress: Progress | None = None,
    **options: object,
) -> "Analysis":
    """The price of a game or a study, exact where it can be; `.main`, `.wagers`, `.rows()`.

    Example: houseway.analyze("down-under-holdem", trips_or_better=2).main.house_edge
    """
    from houseway.lab.analyze import analyze_game

    chosen = chosen_game(name, options)
    with working(progress, chosen.name) as report, run_on(engine, scheduler, threads, report) as run:
        return analyze_game(chosen, run, fresh=fresh)


def kept_analysis(name: GameOrStudy, **options: object) -> "Analysis | None":
    """The price of a game that came with houseway or was counted before; None where it must be counted first."""
    from houseway.lab.analyze import analyze_game

    class Missing(Exception):
        """Nothing is kept."""

    def refuse(*_: object) -> NoReturn:
        raise Missing

    try:
        return analyze_game(chosen_game(name, options), refuse)
    except Missing:
        return None


def strategy(
    name: GameOrStudy,
    strategy: str = "",
    *,
    fresh: bool = False,
    engine: str = "local",
    scheduler: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: object,
) -> "StrategyAnswer":
    """A strategy, the best one by default, with its charts.

    Example: houseway.strategy("premium-holdem").to_csv("premium.csv")
    """
    from houseway.games.resolved_rules import played_options
    from houseway.games.scope import main_scope
    from houseway.lab.answers import StrategyAnswer
    from houseway.lab.strategies import default_strategy, strategy_of

    chosen = chosen_game(name, options)
    called = strategy or default_strategy(chosen)
    with working(progress, f"{chosen.name}, {called}") as report, run_on(engine, scheduler, threads, report) as run:
        solved = strategy_of(chosen, called, lambda: run, fresh=fresh)
    part, played = chosen.kit.require(chosen.kit.strategy, "strategy"), played_options(chosen)
    return StrategyAnswer(
        strategy=solved,
        charts=part.charts(solved),
        title=part.titles.get(solved.name, ""),
        marks=chosen.marks,
        options={option: played[option] for option in main_scope(chosen).options or ()},
    )


def verify(*, threads: int | None = None, progress: Progress | None = None) -> "Verdicts":
    """Every figure that the letters print, beside the exact value."""
    from houseway.lab.verify import verify as verified

    with working(progress, "verify") as report:
        return verified(threads=threads, progress=report)


def design(
    name: GameOrStudy,
    wager: str,
    *,
    edge: str | float,
    hit: str = "",
    top_odds: str | float = "",
    vary: Sequence[str] | Mapping[str, str] = (),
    table: str = "",
    most: float | None = None,
    engine: str = "local",
    scheduler: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: object,
) -> "Designs":
    """Pay tables with the edge, hit frequency and odds that you ask for, from exact counts.

    The edge of a mandatory wager's table is that of the main game, which is solved again for each.

    Example: houseway.design("down-under-holdem", "trips-or-better", edge="4%±0.1", vary={"flush": "5..8 to 1"})
    """
    from houseway.lab.design import design as designed

    pairs = [f"{line}={pays}" for line, pays in vary.items()] if isinstance(vary, Mapping) else list(vary)
    edge_text = edge if isinstance(edge, str) else f"{100 * edge:.6f}%"
    with working(progress, f"design of {wager}") as report, run_on(engine, scheduler, threads, report) as run:
        return designed(
            chosen_game(name, options),
            wager,
            edge=edge_text,
            hit=hit,
            top_odds=str(top_odds),
            vary=pairs,
            table=table,
            most=None if most is None else whole(most, "most"),
            run=lambda: run,
        )


def sweep(
    name: GameOrStudy,
    rule: str,
    values: Sequence[object],
    *,
    engine: str = "local",
    scheduler: str | None = None,
    plot: Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: object,
) -> "Sweep":
    """The main game, or a study's, at each value of a rule or an option; `plot` names a file to draw to.

    Example: houseway.sweep("flush-poker", "qualifier", ["none", "3-card", "4-card"])
    """
    from houseway.lab.figures import check_plot, plot_sweep
    from houseway.lab.sweep import sweep as swept

    check_plot(plot)
    chosen = chosen_game(name, options)
    with working(progress, f"{chosen.name}, {rule}") as report, run_on(engine, scheduler, threads, report) as run:
        answer = swept(chosen, rule.replace("_", "-"), values, run)
    if plot is not None:
        plot_sweep(answer, Path(plot))
    return answer
