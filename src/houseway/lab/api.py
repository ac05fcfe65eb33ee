"""Everything that the commands do, for notebooks and programs: `import houseway`.

A game is named (`"flush-poker"`, or shortly `"flush"`), or it is a study: what `study` answers, the path of its file,
or its content as a dict. Options are keywords with underscores for hyphens: `trips_or_better=2`. Counts may be whole
floats: `rounds=1e6`. Answers have a short repr, `rows()`, `to_csv()` and `to_json()`, and are tables in a notebook.
"""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.errors import InvalidInput, shown
from houseway.games.game import Game

if TYPE_CHECKING:
    from houseway.games.pricing.analysis import Runner
    from houseway.games.pricing.result import Analysis
    from houseway.lab.answers import Answer, StrategyAnswer
    from houseway.lab.design import Designs
    from houseway.lab.simulate import SimulationResult
    from houseway.lab.sweep import Sweep
    from houseway.lab.verify import Verdicts

GameOrStudy = str | Path | Mapping[str, Any] | Game


# ---- what is asked about


def game(name: str, options: Mapping[str, object] | None = None, **more: object) -> Game:
    """A game with the operator's choices; its `deal` starts a round to play step by step.

    >>> import houseway
    >>> houseway.game("premium-holdem").name
    'premium-holdem'
    """
    from houseway import games

    return games.game_named(game_called(name), {**(options or {}), **_options(more)})


def study(source: str | Path | Mapping[str, Any], **options: object) -> Game:
    """A designer's study from its file or its content: a game with other rules or pay tables, never approved.

    >>> import houseway
    >>> strict = houseway.study({"game": "flush-poker", "rules": {"qualifier": "4-card"}})
    >>> strict.marks["status"]
    'not approved'
    """
    from houseway.games.study import study_game
    from houseway.lab.studies import load_study

    if isinstance(source, Mapping):
        return study_game(source, chosen=_options(options))
    return load_study(Path(source), _options(options))


def template(name: str) -> str:
    """The text of a study file with everything that may be changed, commented out.

    >>> import houseway
    >>> "#qualifier" in houseway.template("flush-poker")
    True
    """
    from houseway.lab.study_template import study_template

    return study_template(game_called(name))


def game_called(name: str) -> str:
    """The game that a name or a part of it means, in any letter case.

    >>> game_called("Blackjack")
    'down-under-blackjack'
    """
    from houseway.games.names import game_called as called

    return called(name)


# ---- rounds


def settle(record: object, study: GameOrStudy | None = None) -> dict[str, Any]:
    """Settle a finished round: a record in, its settlement out; a record that is wrong raises HousewayError.

    A round of a study is settled with that study alone.
    """
    from houseway.games.round import record as records

    return records.settle(record, None if study is None else _chosen(study, {}))


def advise(record: object, study: GameOrStudy | None = None) -> dict[str, Any]:
    """What each legal decision is worth to the seat whose decision is open in a record."""
    from houseway.games.pricing.result_json import to_plain
    from houseway.lab.shards import Threads
    from houseway.lab.strategies import advise as advised

    advice: dict[str, Any] = to_plain(advised(record, Threads, study=None if study is None else _chosen(study, {})))
    return advice


# ---- prices


def analyze(name: GameOrStudy, **options: object) -> "Analysis":
    """The price of a game or a study, exact where it can be; `.main`, `.wagers`, `.rows()`.

    Example: houseway.analyze("down-under-holdem", trips_or_better=2).main.house_edge
    """
    from houseway.lab.analyze import analyze_game
    from houseway.lab.shards import Threads

    return analyze_game(_chosen(name, options), Threads())


def strategy(name: GameOrStudy, strategy: str = "", **options: object) -> "StrategyAnswer":
    """A strategy, the best one by default, with its charts.

    Example: houseway.strategy("premium-holdem").to_csv("premium.csv")
    """
    from houseway.lab.answers import StrategyAnswer
    from houseway.lab.shards import Threads
    from houseway.lab.strategies import default_strategy, strategy_of

    chosen = _chosen(name, options)
    found = strategy_of(chosen, strategy or default_strategy(chosen), Threads)
    return StrategyAnswer(found, chosen.kit.require(chosen.kit.strategy, "strategy").charts(found))


def verify() -> "Verdicts":
    """Every figure that the letters print, beside the exact value."""
    from houseway.lab.verify import verify as verified

    return verified()


def design(
    name: GameOrStudy,
    wager: str,
    *,
    edge: str | float,
    hit: str = "",
    top_odds: str | float = "",
    vary: Sequence[str] | Mapping[str, str] = (),
    table: str = "",
    most: float = 100,
    **options: object,
) -> "Designs":
    """Pay tables of a bonus with the edge, hit frequency and odds that are wanted, from exact counts.

    Example: houseway.design("down-under-holdem", "trips-or-better", edge="4%±0.1", vary={"flush": "5..8 to 1"})
    """
    from houseway.lab.design import design as designed

    pairs = [f"{line}={pays}" for line, pays in vary.items()] if isinstance(vary, Mapping) else list(vary)
    wanted = edge if isinstance(edge, str) else f"{100 * edge:.6f}%"
    return designed(
        _chosen(name, options),
        wager,
        edge=wanted,
        hit=hit,
        top_odds=str(top_odds),
        vary=pairs,
        table=table,
        most=_whole(most, "most"),
        run=_threads,
    )


def sweep(name: GameOrStudy, rule: str, values: Sequence[object], **options: object) -> "Sweep":
    """The main game, or a study's, at each value of a rule or an option.

    Example: houseway.sweep("flush-poker", "qualifier", ["none", "3-card", "4-card"])
    """
    from houseway.lab.sweep import sweep as swept

    return swept(_chosen(name, options), rule.replace("_", "-"), values, _threads())


def report(name: GameOrStudy, **options: object) -> dict[str, Any]:
    """What a report of a game is made of: its rules as resolved, its analysis, printed figures, and the software."""
    from houseway.games.resolved_rules import resolved_rules
    from houseway.lab.provenance import with_provenance

    chosen = _chosen(name, options)
    figures = [] if chosen.differs_from_letter else [row for row in verify().rows() if row["game"] == chosen.name]
    return with_provenance(
        {
            "game": chosen.name,
            **chosen.marks,
            "rules": resolved_rules(chosen),
            "digest": chosen.digest,
            "analysis": analyze(chosen).to_json(),
            "figures": figures,
        }
    )


# ---- play by the million


def simulate(
    name: GameOrStudy,
    *,
    rounds: float,
    seed: int | str = 1,
    strategy: str = "",
    seats: float = 1,
    **options: object,
) -> "SimulationResult":
    """Rounds of a game with everything on, but for what the options choose, beside their exact value.

    Example: houseway.simulate("flush-poker", rounds=1e6, seed=7, jackpot="off").main.z
    """
    from houseway.lab.simulate import prepare, simulate_game

    run, chosen = _threads(), _chosen(name, options, everything_on=True)
    simulation = prepare(chosen, strategy, _whole(seats, "seats"), lambda: run)
    return simulate_game(simulation, run, rounds=_whole(rounds, "rounds"), seed=seed)


def session(
    name: GameOrStudy,
    *,
    bankroll: object = 500,
    bet: object = 10,
    bonuses: Mapping[str, object] | None = None,
    rounds: float = 240,
    sessions: float = 10_000,
    seed: int | str = 1,
    strategy: str = "",
    **options: object,
) -> "Answer":
    """Whole sessions with a bankroll: the distribution of their results, and the risk of ruin.

    Example: houseway.session("down-under-blackjack", bankroll=200, bet=10, sessions=1e4)["ruin"]
    """
    from houseway.games.simulation.simulation import MAIN
    from houseway.lab.answers import session_answer
    from houseway.lab.bonus_prices import bonus_prices
    from houseway.lab.sessions import play
    from houseway.lab.simulate import exact_net, prepare, seed_number
    from houseway.money import parse_money

    run, chosen = _threads(), _chosen(name, options, everything_on=True)
    stakes = {MAIN: parse_money(bet, field="bet")}
    for row, stake in (bonuses or {}).items():
        if row == MAIN:
            raise InvalidInput("is the bet", field=f"bonuses {row}")
        stakes[row.replace("_", "-")] = parse_money(stake, field=f"bonuses {row}")
    simulation = prepare(chosen, strategy, 1, lambda: run)
    prices = bonus_prices(chosen, run)
    found = play(
        simulation,
        run,
        stakes=stakes,
        bankroll=parse_money(bankroll, field="bankroll"),
        rounds=_whole(rounds, "rounds"),
        sessions=_whole(sessions, "sessions"),
        seed=seed_number(seed),
        exact={row: exact_net(simulation, row, prices) for row in stakes if row in simulation.rows},
    )
    return session_answer(chosen.name, {**chosen.marks, "strategy": simulation.strategy.name, **found.to_json()})


def meter(
    name: GameOrStudy,
    table: str = "",
    *,
    increment: str = "15%",
    wager: object = 1,
    start: object = 5000,
    reset: object = 1000,
    wagers_a_day: float = 6000,
    years: float = 5,
    lives: float = 50,
    seed: int = 1,
    **options: object,
) -> "Answer":
    """A progressive meter: its long run and a life of some years in closed form, and such lives simulated.

    Example: houseway.meter("down-under-blackjack", "3c/5", increment="18.5%")["meter_return"]
    """
    from houseway.lab.answers import meter_answer
    from houseway.lab.bonus_prices import bonus_prices
    from houseway.lab.design_words import percentage
    from houseway.lab.meter import meter_life, progressive_of
    from houseway.money import parse_money

    chosen = _chosen(name, options)
    jackpot = chosen.approval.jackpot
    if jackpot is None:
        raise InvalidInput(f"{chosen.name} has no jackpot", field="game")
    tables = bonus_prices(chosen, _threads())[jackpot.name]
    title = table or next(iter(tables))
    if title not in tables:
        raise InvalidInput(f"{title!r} is not one of {', '.join(tables)}", field="table")
    progressive = progressive_of(
        tables[title],
        wager=parse_money(wager, field="wager"),
        seed=parse_money(start, field="start", zero=True),
        reset=parse_money(reset, field="reset", zero=True),
        increment=percentage(increment, "increment"),
    )
    found = meter_life(
        progressive,
        wagers_a_day=_whole(wagers_a_day, "wagers_a_day"),
        years=_whole(years, "years"),
        lives=_whole(lives, "lives"),
        seed=seed,
    )
    return meter_answer(chosen.name, {**chosen.marks, "wager": jackpot.name, "table": title, **found})


def face_up(
    name: GameOrStudy, hands: float | None = None, *, deals: float | None = None, seed: int | str = 1, **options: object
) -> "Answer":
    """What players gain who see each other's cards, by the number of hands seen.

    Example: houseway.face_up("flush-poker", 5, deals=1e4)
    """
    from houseway.lab.answers import face_up_answer
    from houseway.lab.simulate import seed_number

    chosen = _chosen(name, options)
    asked = range(1, chosen.approval.table.seats) if hands is None else [_whole(hands, "hands")]
    tried = None if deals is None else _whole(deals, "deals")
    if tried is not None and tried < 2:
        raise InvalidInput(f"must be at least 2, not {tried}", field="deals")
    part = chosen.kit.require(chosen.kit.face_up, "study of cards dealt face up")
    found = [
        part.face_up(chosen, seen, tried or part.deals_to_try(seen), seed_number(seed), _threads()) for seen in asked
    ]
    return face_up_answer(chosen.name, {"game": chosen.name, **chosen.marks, "face_up": found})


# ---- what was meant


def _chosen(source: GameOrStudy, options: Mapping[str, object], *, everything_on: bool = False) -> Game:
    """The game or study with the options; all wagers on where rounds are played."""
    from houseway.games.study import everything_on as all_on

    chosen = _options(options)
    if isinstance(source, Game):
        found = source.with_options({**source.options, **chosen}) if chosen else source
    elif isinstance(source, Mapping | Path) or str(source).endswith(".toml"):
        found = study(source, **chosen)
    else:
        found = game(source, chosen)
    return all_on(found, chosen) if everything_on else found


def _options(given: Mapping[str, object]) -> dict[str, object]:
    """Options with hyphens; whole floats are whole numbers."""
    return {
        name.replace("_", "-"): int(value) if isinstance(value, float) and value.is_integer() else value
        for name, value in given.items()
    }


def _whole(value: float, name: str) -> int:
    """A count: a whole number, or a float that is one."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value != int(value):
        raise InvalidInput(f"must be a whole number, not {shown(value)}", field=name)
    return int(value)


def _threads() -> "Runner":
    from houseway.lab.shards import Threads

    return Threads()
