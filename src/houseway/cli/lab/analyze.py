"""`houseway analyze` and `houseway verify`: exact prices, and the letters' printed figures beside them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from houseway.cli.console import console, marks_text, print_charts
from houseway.cli.lab.words import print_answer
from houseway.cli.progress import progress_bar
from houseway.cli.written import write_rows
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.letter.paytable import Pay
from houseway.games.pricing.decision_worth import DecisionWorth
from houseway.games.pricing.main_wagers import MainWager, MainWagers
from houseway.games.pricing.result import Analysis, MainResult, RulesEdge
from houseway.games.pricing.strategy import Chart, percent, plus_minus
from houseway.games.pricing.wager_result import FIXED_PAYS_ONLY, WagerResult
from houseway.gc_tuning import few_collections
from houseway.money import parse_money

if TYPE_CHECKING:
    from houseway.lab.verify import Verdicts

ROUNDS_AN_HOUR: Final = 60  # as in `houseway session`
FIRST_WAGER: Final = 10  # dollars
ENVY_WAGER: Final = 500  # cents, where no other is named
ENVY_LEFT_OUT: Final = (
    "envies are not priced: with these options they depend on two players' hands and the dealer's; "
    "houseway simulate --seats 6 measures them"
)
ENVY_NOT_COUNTED: Final = (
    "envies are not in the analysis that came with houseway for these options; --fresh counts them"
)


def show_analysis(
    game: Game,
    *,
    wager: str | None,
    charts: bool,
    every_choice: bool,
    full: bool,
    meter: str | None,
    prizes: Sequence[str],
    envy_wager: str | None,
    fresh: bool,
    engine_name: str,
    scheduler: str | None,
    threads: int | None,
    csv_file: str | None,
    as_json: bool,
) -> None:
    """Analyse a game and print what was asked for."""
    from houseway.lab.analyze import analyze_game, compare_rules
    from houseway.lab.engine import engine

    with (
        few_collections(),
        progress_bar(game.name) as progress,
        engine(engine_name, scheduler, threads, progress) as run,
    ):
        analysis = analyze_game(game, run, fresh=fresh)
        compared = compare_rules(game, run, fresh=fresh) if every_choice else []
    if wager is not None and wager in _main_wagers(game):
        _show_main_wagers(game, analysis, csv_file=csv_file, as_json=as_json)
        return
    if wager is not None:
        analysis = analysis.only(wager)
    if meter is not None:
        analysis = analysis.at_meter(parse_money(meter, field="--meter"))
    if prizes:
        analysis = analysis.with_prizes(prize_values(prizes))
    if envy_wager is not None:
        analysis = analysis.with_envy(parse_money(envy_wager, field="--envy-wager"))
    elif not as_json and analysis.earns_envy:
        analysis = analysis.with_envy(ENVY_WAGER)
    if csv_file is not None:
        write_rows(csv_file, analysis.rows())
    if as_json:
        edges = {"table_of_edges": [one.to_json() for one in compared]} if every_choice else {}
        print_answer(analysis.to_json() | edges)
    elif csv_file != "-":
        _show_all(game, analysis, compared, wager=wager, charts=charts, full=full)


def _main_wagers(game: Game) -> list[str]:
    return [name for name, one in game.approval.wagers.items() if one.role in ("main", "decision")]


def _show_main_wagers(game: Game, analysis: Analysis, *, csv_file: str | None, as_json: bool) -> None:
    """Print every wager of the main game, line by line."""
    answer = analysis.main_wagers
    if answer is None:
        raise InvalidInput(f"{game.name}: its main wagers are not counted line by line", field="wager")
    if csv_file is not None:
        write_rows(csv_file, answer.rows())
    if as_json:
        print_answer(replace(analysis, wagers={}).to_json())
    elif csv_file != "-":
        say = console().print
        deals = "" if answer.deals is None else f": {answer.deals:,} deals"
        say(f"[bold]{game.name}[/]{marks_text(game.marks)}, strategy {answer.strategy}{deals}")
        print_charts([_main_chart(name, one) for name, one in answer.wagers.items()])
        say(f"  together a house edge of {percent(float(answer.house_edge))}")


def _main_chart(name: str, one: MainWager) -> Chart:
    rows = [
        (line, ended.pays, _count(ended.combinations), f"{ended.probability:.9f}", f"{ended.contribution:+.6f}")
        for line, ended in one.lines.items()
    ]
    rows.append(("all", "", "", f"{one.average_wagered:.6f} staked", f"{one.contribution:+.6f}"))
    return Chart(title="", columns=(name, "pays", "deals", "probability", "adds to the net"), rows=tuple(rows))


def _count(combinations: int | None) -> str:
    return "" if combinations is None else f"{combinations:,}"


def _main_summary(answer: MainWagers | None) -> list[Chart]:
    """The wagers of the main game side by side."""
    rows = tuple(
        (name, f"{one.average_wagered:.6f}", percent(one.hit_frequency), percent(one.house_edge))
        for name, one in (answer.wagers.items() if answer else ())
    )
    title = "wagers of the main game; --wager NAME for their lines"
    columns = ("wager", "staked on average", "wins", "share of the house edge")
    return [Chart(title=title, columns=columns, rows=rows)] if rows else []


def _show_all(
    game: Game, analysis: Analysis, compared: Sequence[RulesEdge], *, wager: str | None, charts: bool, full: bool
) -> None:
    _show_main(game, analysis)
    print_charts([*_main_summary(analysis.main_wagers), *_compared(compared), *analysis.tables(charts=charts)])
    for one, tables in analysis.wagers.items():
        fitting = {name: price for name, price in tables.items() if full or wager or not price.note} or tables
        _show_wager(one, fitting, whole=wager is not None)
        if _leaves_envy_out(game, one, tables):
            can_count = game.kit.analysis is not None and game.kit.analysis.can_price_envy(game)
            console().print(f"  {ENVY_NOT_COUNTED if can_count else ENVY_LEFT_OUT}")
        if more := len(tables) - len(fitting):
            console().print(f"  and {more} pay tables for other choices of the house: --full")


def prize_values(pairs: Sequence[str]) -> dict[str, Fraction]:
    """`name=500` dollars for a wager of $1, or `name=200 for 1`, as wagers."""
    values = {}
    for pair in pairs:
        name, equals, amount = pair.partition("=")
        if not equals:
            raise InvalidInput(f"{pair!r} is not name=amount", field="--prize")
        if name in values:
            raise InvalidInput("is given twice", field=f"--prize {name}")
        odds = Pay.parse(amount) if " for " in amount else None
        values[name] = odds.times if odds else Fraction(parse_money(amount, field=f"--prize {name}"), 100)
    return values


def _show_main(game: Game, analysis: Analysis) -> None:
    options = ", ".join(f"{name} {value}" for name, value in analysis.options.items())
    marked = marks_text(game.marks)
    console().print(f"[bold]{analysis.game}[/]{marked}" + (f" ({options})" if options else "") + f": {analysis.method}")
    if analysis.shipped:
        console().print("  counted earlier and shipped with these rules; --fresh counts again")
    _show_summary(analysis)
    for name, main in analysis.main_games.items():
        _show_strategy(_title_of(analysis, name), main)
    print_charts(_worth_of_decisions(analysis.decision_worth))
    for name, simple in analysis.simple_strategies.items():
        error = plus_minus(simple.standard_error)
        console().print(f"\n[bold]{name.replace('_', ' ').replace('-', ' ')}[/], a strategy to remember")
        console().print(f"  house edge {percent(simple.house_edge)}{error}, which costs {percent(simple.cost)}")
        console().print(f"  {simple.text}")


def _show_summary(analysis: Analysis) -> None:
    """What a player asks first: the price, the cost of simpler play, and the cost of an hour in dollars."""
    best, simple, say = analysis.best_play, analysis.simple_strategies, console().print
    main = analysis.main_games[best]
    played = "" if best == "main" else f": {_title_of(analysis, best)}"
    staked = f"{percent(main.element_of_risk)} of all money staked"
    say(f"  price: {percent(main.house_edge)} of the {main.per}, {staked}{played}")
    if played:
        say(f"  {percent(analysis.main.house_edge)} of the {main.per}: {_title_of(analysis, 'main')}")
    if simple:
        name = min(simple, key=lambda one: simple[one].cost)
        words = name.replace("_", " ").replace("-", " ")
        say(f"  the best strategy to remember, {words}, costs {percent(simple[name].cost)} more")
    if analysis.decision_worth:
        say(f"  {analysis.decision_worth.text}")
    loss, spread = main.session(ROUNDS_AN_HOUR, FIRST_WAGER)
    result = f"costs ${loss:,.2f}" if loss >= 0 else f"wins ${-loss:,.2f}"
    stake = f"{ROUNDS_AN_HOUR} rounds an hour, {main.per} of ${FIRST_WAGER}"
    say(f"  an hour ({stake}) {result} on average, give or take ${spread:,.2f}; see houseway session")


def _title_of(answer: Analysis, name: str) -> str:
    return answer.TITLES.get(name, name.replace("_", " "))


def _worth_of_decisions(worth: DecisionWorth | None) -> list[Chart]:
    """What it costs to answer each question always in the same way."""
    rows = tuple(
        (question if name == one.instead else "", name, percent(answer.house_edge), percent(answer.cost))
        for question, one in (worth.decisions if worth else {}).items()
        for name, answer in sorted(one.answers.items(), key=lambda item: item[1].cost)
    )
    columns = ("to decide", "instead, all else played best", "house edge", "costs")
    return [Chart(title="what decisions are worth", columns=columns, rows=rows)] if rows else []


def _show_strategy(title: str, main: MainResult) -> None:
    error = plus_minus(main.standard_error)
    console().print(f"\n[bold]{title}[/]")
    console().print(f"  house edge {percent(main.house_edge)}{error} of the {main.per}")
    if main.house_edge_exact is not None:
        console().print(f"  exactly {main.house_edge_exact}")
    console().print(
        f"  element of risk {percent(main.element_of_risk)}, average wagered {main.average_wagered:.6f}, "
        f"standard deviation {main.standard_deviation:.6f}"
    )
    for what, shares in (("decisions", main.decisions), ("outcomes", main.outcomes)):
        console().print(f"  {what}: " + ", ".join(f"{name} {percent(share)}" for name, share in shares.items()))


def _compared(compared: Sequence[RulesEdge]) -> list[Chart]:
    """The edge for every choice of rules."""
    if not compared:
        return []
    columns = tuple(name.replace("_", " ") for name in compared[0].to_json())
    rows = tuple((*one.rules.values(), percent(one.house_edge)) for one in compared)
    return [Chart(title="every choice", columns=columns, rows=rows)]


def _show_wager(wager: str, tables: Mapping[str, WagerResult], *, whole: bool) -> None:
    shown = [_cells(price) for price in tables.values()]
    known = dict.fromkeys((*_HEADS, *(head for cells in shown for head in cells)))
    heads = [head for head in known if any(head in cells for cells in shown)]
    rows = tuple(
        (_title(name, price), *(cells.get(head, "") for head in heads))
        for (name, price), cells in zip(tables.items(), shown, strict=True)
    )
    print_charts([Chart(title=wager, columns=("pay table", *heads), rows=rows)])
    _show_action(wager, tables)
    for name, price in tables.items() if whole else ():
        if price.house_edge_by_others:
            edges = ", ".join(map(percent, price.house_edge_by_others))
            console().print(f"  pay table {name}, a wager of {price.envy_wager}, 0 to 5 others: {edges}")
    if whole:
        print_charts([_lines(name, price) for name, price in tables.items()])


def _leaves_envy_out(game: Game, wager: str, tables: Mapping[str, WagerResult]) -> bool:
    """Whether a wager earns envy that is not priced, because an option takes hands out of action."""
    earns = any(table.envy for table in game.approval.paytables.get(wager, {}).values())
    return earns and all(price.no_action is not None and price.envy_per_player is None for price in tables.values())


def _show_action(wager: str, tables: Mapping[str, WagerResult]) -> None:
    """Which strategy a price is beside, and what is best for both where a fold or surrender loses the bonus."""
    prices, say = list(tables.values()), console().print
    if prices and prices[0].no_action is not None:
        say(f"  out of action with {percent(prices[0].no_action)} of the hands")
    if prices and prices[0].strategy:
        say(f"  beside the strategy {prices[0].strategy} of the main game")
    weighed = {name: price.together for name, price in tables.items() if price.together}
    if weighed:
        say(f"  {next(iter(weighed.values())).text}")
    for name, both in weighed.items():
        edges = f"main game {percent(both.main_edge)}, {wager} {percent(both.wager_edge)}"
        gain = f"{percent(both.played_on)} of hands, a gain of {percent(both.gain)}"
        say(f"  pay table {name}, best for both: {edges}; {gain}")


def _title(name: str, price: WagerResult) -> str:
    return f"{name} ({price.note})" if price.note else name


# The columns of a table of prices, in order. The edge of a progressive has several, each under its own name.
_EDGE: Final = "house edge"
_FIXED: Final = "edge, fixed pays alone"
_PRINTED: Final = "with 21% from the meter, as printed"
_PRIZE: Final = "fixed pays and prize"
_AT_METER: Final = "at the meter given"
_BOTH: Final = "with meter and prize"
_EVEN: Final = "even at a meter of"
_EVEN_PRIZE: Final = "even with the prize at"
_DEVIATION: Final = "std dev"
_FIXED_DEVIATION: Final = "std dev, fixed pays alone"
_HEADS: Final = (
    *(_EDGE, _FIXED, _PRINTED, _PRIZE, _AT_METER, _BOTH, _EVEN, _EVEN_PRIZE),
    *("hit frequency", _DEVIATION, _FIXED_DEVIATION),
)


def _cells(price: WagerResult) -> dict[str, str]:
    """What is said of a price, by the head of its column."""
    edge = percent(price.house_edge) + plus_minus(price.standard_error)
    cells = {_EDGE if price.fixed_edge is None else _FIXED: edge}
    edges = {_PRINTED: price.printed_edge, _PRIZE: price.edge_with_prize, _AT_METER: price.edge_at_meter}
    edges |= {_BOTH: price.edge_with_meter_and_prize}
    cells |= {head: percent(edge) for head, edge in edges.items() if isinstance(edge, float)}
    meters = {_EVEN: price.break_even_meter, _EVEN_PRIZE: price.break_even_meter_with_prize}
    cells |= {head: f"{meter:,.0f} wagers" for head, meter in meters.items() if isinstance(meter, float)}
    cells |= {name.removeprefix("edge_").replace("_", " "): percent(edge) for name, edge in price.other_edges.items()}
    deviation = _FIXED_DEVIATION if price.basis == FIXED_PAYS_ONLY else _DEVIATION
    return {**cells, "hit frequency": percent(price.hit_frequency), deviation: f"{price.standard_deviation:.4f}"}


def _lines(name: str, price: WagerResult) -> Chart:
    rows = [
        (
            line,
            counted.pays,
            "simulated" if counted.combinations is None else f"{counted.combinations:,}",
            f"{counted.probability:.9f}",
        )
        for line, counted in price.lines.items()
    ]
    if price.combinations is not None:
        rows.append(("all", "", f"{price.combinations:,}", ""))
    columns = (f"pay table {name}", "pays", "combinations", "probability")
    return Chart(title="", columns=columns, rows=tuple(rows))


def show_verdicts(*, fresh: bool, threads: int | None, csv_file: str | None, as_json: bool) -> int:
    """Print every figure that the letters print, beside the exact one; 1 when a verdict is not as expected."""
    from houseway.lab.verify import verify

    with few_collections(), progress_bar("verify") as progress:
        verdicts = verify(fresh=fresh, threads=threads, progress=progress)
    if csv_file is not None:
        write_rows(csv_file, verdicts.rows())
    if as_json:
        print_answer(verdicts.to_json())
    elif csv_file != "-":
        _show_figures(verdicts)
    return 0 if all(figure.as_expected for figure in verdicts.figures) else 1


def _show_figures(verdicts: "Verdicts") -> None:
    """A table for each game: where it is too wide, the figure stands before every part of its row."""
    by_game: dict[str, list[tuple[str, ...]]] = {}
    for one in verdicts.figures:
        verdict = one.verdict + ("" if one.as_expected else " (not as expected)")
        by_game.setdefault(one.game, []).append((one.what, one.printed, one.exact, verdict))
    columns = ("figure", "printed", "exact", "verdict")
    print_charts(Chart(title=game, columns=columns, rows=tuple(rows)) for game, rows in by_game.items())
    console().print(f"\n{verdicts.reproduced} reproduced, {verdicts.not_reproduced} not")
