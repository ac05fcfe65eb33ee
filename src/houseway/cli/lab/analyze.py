"""`houseway analyze` and `houseway verify`: exact prices, and the letters' printed figures beside them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from houseway.cli.console import console, print_charts, print_json
from houseway.cli.progress import progress_bar
from houseway.games.game import Game, marks_in_words
from houseway.games.strategy import Chart, percent
from houseway.lab.result import Analysis, MainResult, WagerResult
from houseway.money import parse_money

ROUNDS_AN_HOUR: Final = 60  # as in `houseway session`
FIRST_WAGER: Final = 10  # dollars


def show_analysis(
    game: Game,
    *,
    wager: str | None,
    charts: bool,
    every_choice: bool,
    meter: str | None,
    envy_wager: str | None,
    fresh: bool,
    engine_name: str,
    scheduler: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Analyse a game and print what was asked for."""
    from houseway.lab.analyze import analyze_game, compare_rules
    from houseway.lab.engine import engine

    with progress_bar(game.name) as progress, engine(engine_name, scheduler, threads, progress) as run:
        found = analyze_game(game, run, fresh=fresh)
        compared = compare_rules(game, run, fresh=fresh) if every_choice else {}
    if meter is not None:
        found = found.at_meter(parse_money(meter, field="--meter"))
    if envy_wager is not None or not as_json:
        found = found.with_envy(parse_money(envy_wager or "5", field="--envy-wager"))
    if wager is not None:
        found = found.only(wager)
    if as_json:
        print_json(found.to_json() | compared)
        return
    _show_main(game, found)
    print_charts([*_compared(compared), *game.kit.tables_for(found.data, charts=charts)])
    for one, tables in found.wagers.items():
        _show_wager(one, tables, whole=wager is not None)


def _show_main(game: Game, found: Analysis) -> None:
    options = ", ".join(f"{name} {value}" for name, value in found.options.items())
    marked = marks_in_words(found.data)
    console().print(f"[bold]{found.game}[/]{marked}" + (f" ({options})" if options else "") + f": {found.method}")
    if found.shipped:
        console().print("  counted before and kept with these rules; --fresh counts again")
    _show_summary(found)
    for key, title in game.kit.titles.items():
        if key in found.data:
            _show_strategy(title, MainResult.from_json(found.data[key]))
    for name, simple in found.data.get("simple_strategies", {}).items():
        error = f" ± {percent(simple['standard_error'])}" if "standard_error" in simple else ""
        console().print(f"\n[bold]{name.replace('_', ' ').replace('-', ' ')}[/], a strategy to remember")
        console().print(f"  house edge {percent(simple['house_edge'])}{error}, which costs {percent(simple['cost'])}")
        console().print(f"  {simple['text']}")


def _show_summary(found: Analysis) -> None:
    """What a player wants to know first: the price, what a strategy to remember costs, and an hour in dollars."""
    main, say = found.main, console().print
    say(f"  price: {percent(main.house_edge)} of the {main.per}, {percent(main.element_of_risk)} of all money staked")
    simple: Mapping[str, Any] = found.data.get("simple_strategies", {})
    if simple:
        name = min(simple, key=lambda one: float(simple[one]["cost"]))
        words = name.replace("_", " ").replace("-", " ")
        say(f"  the best strategy to remember, {words}, costs {percent(simple[name]['cost'])} more")
    loss, spread = main.session(ROUNDS_AN_HOUR, FIRST_WAGER)
    kept = f"costs ${loss:,.2f}" if loss >= 0 else f"wins ${-loss:,.2f}"
    stake = f"{ROUNDS_AN_HOUR} rounds an hour, {main.per} of ${FIRST_WAGER}"
    say(f"  an hour ({stake}) {kept} on average, give or take ${spread:,.2f}; see houseway session")


def _show_strategy(title: str, main: MainResult) -> None:
    error = f" ± {percent(main.data['standard_error'])}" if "standard_error" in main.data else ""
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


def _compared(compared: Mapping[str, Any]) -> list[Chart]:
    """The edge for every choice of rules."""
    rows: Sequence[Mapping[str, Any]] = compared.get("table_of_edges", ())
    if not rows:
        return []
    cells = tuple(tuple(percent(x) if isinstance(x, float) else str(x) for x in row.values()) for row in rows)
    return [Chart(title="every choice", columns=tuple(name.replace("_", " ") for name in rows[0]), rows=cells)]


def _show_wager(wager: str, tables: Mapping[str, WagerResult], *, whole: bool) -> None:
    rows = tuple((name, *_cells(price)) for name, price in tables.items())
    columns = ("pay table", "house edge", "hit frequency", "std dev")
    print_charts([Chart(title=wager, columns=columns, rows=rows)])
    for name, price in tables.items() if whole else ():
        if "house_edge_by_others" in price.data:
            edges = ", ".join(map(percent, price.data["house_edge_by_others"]))
            console().print(f"  pay table {name}, a wager of {price.data['envy_wager']}, 0 to 5 others: {edges}")
    if whole:
        print_charts([_lines(name, price) for name, price in tables.items()])


def _cells(price: WagerResult) -> tuple[str, str, str]:
    """The edge, with what a meter does to it, the hit frequency and the standard deviation."""
    edge, data = percent(price.house_edge), price.data
    if "standard_error" in data:
        edge += f" ± {percent(data['standard_error'])}"
    if "edge_at_meter" in data:
        edge += f" ({percent(data['edge_at_meter'])} with a meter of {data['meter']} a dollar)"
    if "break_even_meter" in data:
        edge += f" (even at a meter of {data['break_even_meter']:,.0f} wagers)"
    return edge, percent(price.hit_frequency), f"{price.standard_deviation:.4f}"


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


def show_verdicts(*, fresh: bool, threads: int | None, as_json: bool) -> int:
    """Print every figure that the letters print, beside the exact one; 1 when a verdict is not as expected."""
    from houseway.lab.verify import verify

    with progress_bar("verify") as progress:
        found = verify(fresh=fresh, threads=threads, progress=progress)
    if as_json:
        print_json(found)
    else:
        _show_figures(found)
    return 0 if all(figure["as_expected"] for figure in found["figures"]) else 1


def _show_figures(found: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table("game", "figure", "printed", "exact", "verdict", box=None, padding=(0, 2, 0, 0))
    for figure in found["figures"]:
        colour = "green" if figure["verdict"] == "reproduced" else "yellow"
        mark = "" if figure["as_expected"] else " [red](not as expected)[/]"
        verdict = f"[{colour}]{figure['verdict']}[/]{mark}"
        table.add_row(figure["game"], figure["what"], figure["printed"], figure["exact"], verdict)
    console().print(table)
    console().print(f"\n{found['reproduced']} reproduced, {found['not_reproduced']} not")
