"""`houseway analyze` and `houseway verify`: exact prices, and the letters' printed figures beside them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.cli.console import console, print_json
from houseway.cli.progress import progress_bar
from houseway.games.game import Game
from houseway.money import format_money, parse_money


def show_analysis(
    game: Game,
    *,
    wager: str | None,
    charts: bool,
    all_decks: bool,
    meter: str | None,
    envy_wager: str | None,
    fresh: bool,
    engine_name: str,
    scheduler: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Analyse a game and print what was asked for."""
    from houseway.lab.analyze import analyze_game, edges
    from houseway.lab.engine import engine

    with progress_bar(game.name) as progress, engine(engine_name, scheduler, threads, progress) as run:
        data = analyze_game(game, run, fresh=fresh).to_json()
        if all_decks:
            data |= edges(game, run, fresh=fresh)
    if meter is not None:
        _add_meter(data, parse_money(meter, field="--meter"))
    if envy_wager is not None or not as_json:
        _add_envy(data, parse_money(envy_wager or "5", field="--envy-wager"))
    if wager is not None:
        from houseway.errors import InvalidInput

        if wager not in data["wagers"]:
            raise InvalidInput(f"{wager!r} is not one of {', '.join(data['wagers'])}", field="--wager")
        data["wagers"] = {wager: data["wagers"][wager]}
    if as_json:
        print_json(data)
        return
    _show_main(data)
    for knows, chart in data.get("charts", {}).items() if charts else ():
        _show_chart(knows, chart)
    for one, tables in data["wagers"].items():
        _show_wager(one, tables, whole=wager is not None)


def _add_meter(data: dict[str, Any], cents: int) -> None:
    """The edge of every jackpot wager of one dollar with a meter of so many cents, exactly."""
    for tables in data["wagers"].values():
        for price in tables.values():
            if "meter_weight" in price:
                edge = Fraction(price["house_edge_exact"]) - Fraction(cents, 100) * Fraction(price["meter_weight"])
                price["meter"] = format_money(cents)
                price["edge_at_meter"], price["edge_at_meter_exact"] = float(edge), str(edge)


def _add_envy(data: dict[str, Any], cents: int) -> None:
    """The edge of a Royal Riches wager of so many cents with 0 to 5 others at the table; below $5 none is paid."""
    for tables in data["wagers"].values():
        for price in tables.values():
            if "envy_per_player_exact" in price:
                envy = Fraction(price["envy_per_player_exact"]) * 100 / cents if cents >= 500 else Fraction(0)
                edges = [Fraction(price["house_edge_exact"]) - others * envy for others in range(6)]
                price["envy_wager"] = format_money(cents)
                price["house_edge_by_others"] = [float(edge) for edge in edges]
                price["house_edge_by_others_exact"] = [str(edge) for edge in edges]


def _percent(value: float) -> str:
    return f"{100 * value:.4f}%"


def _show_main(data: dict[str, Any]) -> None:
    options = ", ".join(f"{name} {value}" for name, value in data["options"].items())
    marked = f", {data['status']} ({data['study']})" if "study" in data else ""
    console().print(f"[bold]{data['game']}[/]{marked}" + (f" ({options})" if options else "") + f": {data['method']}")
    for key, title in MAIN_TITLES.items():
        if key in data:
            _show_strategy(title, data[key])
    for name, simple in data.get("simple_strategies", {}).items():
        error = f" ± {_percent(simple['standard_error'])}" if "standard_error" in simple else ""
        console().print(f"\n[bold]{name.replace('_', ' ').replace('-', ' ')}[/], a strategy to remember")
        console().print(f"  house edge {_percent(simple['house_edge'])}{error}, which costs {_percent(simple['cost'])}")
        console().print(f"  {simple['text']}")
    _show_edges(data.get("table_of_edges", []))
    _show_removal(data.get("effect_of_removal", []))
    _show_readings(data.get("best_seven", {}))


def _show_edges(rows: list[dict[str, Any]]) -> None:
    """The edge for every number of decks and other choices."""
    if not rows:
        return
    from rich.table import Table

    console().print("\n[bold]every choice[/]")
    table = Table(*(name.replace("_", " ") for name in rows[0]), box=None, padding=(0, 2, 0, 2))
    for row in rows:
        table.add_row(*(_percent(value) if isinstance(value, float) else str(value) for value in row.values()))
    console().print(table)


def _show_removal(hands: list[dict[str, Any]]) -> None:
    """What a card that is seen elsewhere does to hands at the border."""
    if not hands:
        return
    from rich.table import Table

    console().print("\n[bold]what a seen card moves[/], in the value of raising less that of folding")
    table = Table("hand", "now", *(_kind(seen) for seen in hands[0]["seen"]), box=None, padding=(0, 2, 0, 0))
    for hand in hands:
        moves = (f"{seen['change']:+.4f}" for seen in hand["seen"])
        table.add_row(" ".join(hand["hand"]), f"{hand['difference']:+.4f}", *moves)
    console().print(table)


def _kind(seen: dict[str, Any]) -> str:
    if seen["suit"] == "joker":
        return "the joker"
    own = "its suit" if seen["suit"] == "that of the flush" else "another suit"
    return f"{own}, {'higher' if seen['ranks'].startswith('higher') else 'not higher'}"


def _show_readings(readings: dict[str, Any]) -> None:
    """The readings of what the letter leaves open, side by side."""
    if not readings:
        return
    from rich.table import Table

    console().print("\n[bold]the readings of best-seven[/], which the letter does not define")
    table = Table("best-seven", "house way", "best setting", box=None, padding=(0, 2, 0, 2))
    for name, one in readings.items():
        sides = (one, one["main_best_setting"])
        table.add_row(name, *(f"{_percent(side['house_edge'])} ± {_percent(side['standard_error'])}" for side in sides))
    console().print(table)


def _show_chart(knows: str, chart: Mapping[str, Mapping[str, str]]) -> None:
    from rich.table import Table

    ups = list(dict.fromkeys(up for row in chart.values() for up in row))
    shown = Table(f"hole card {knows}", *ups, box=None, padding=(0, 1, 0, 1), header_style="bold")
    for row, cells in chart.items():
        shown.add_row(row, *(cells.get(up, "") for up in ups))
    console().print()
    console().print(shown)


MAIN_TITLES = {
    "main": "optimal play",
    "main_best_setting": "the best setting instead of the house way",
    "main_without_lights": "the same game without the card reader's lights",
}


def _show_strategy(title: str, main: dict[str, Any]) -> None:
    error = f" ± {100 * main['standard_error']:.4f}%" if "standard_error" in main else ""
    console().print(f"\n[bold]{title}[/]")
    console().print(f"  house edge {_percent(main['house_edge'])}{error} of the {main['per']}")
    if main.get("house_edge_exact"):
        console().print(f"  exactly {main['house_edge_exact']}")
    console().print(
        f"  element of risk {_percent(main['element_of_risk'])}, average wagered {main['average_wagered']:.6f}, "
        f"standard deviation {main['standard_deviation']:.6f}"
    )
    for what in ("decisions", "outcomes"):
        shares = ", ".join(f"{name} {_percent(share)}" for name, share in main[what].items())
        console().print(f"  {what}: {shares}")


def _show_wager(wager: str, tables: Mapping[str, dict[str, Any]], *, whole: bool) -> None:
    from rich.table import Table

    console().print(f"\n[bold]{wager}[/]")
    shown = Table("pay table", "house edge", "hit frequency", "std dev", box=None, padding=(0, 2, 0, 2))
    for name, price in tables.items():
        error = f" ± {100 * price['standard_error']:.4f}%" if "standard_error" in price else ""
        meter = f" (even at a meter of {price['break_even_meter']:,.0f} wagers)" if "break_even_meter" in price else ""
        if "edge_at_meter" in price:
            meter = f" ({_percent(price['edge_at_meter'])} with a meter of {price['meter']} a dollar)" + meter
        hit, deviation = _percent(price["hit_frequency"]), f"{price['standard_deviation']:.4f}"
        shown.add_row(name, _percent(price["house_edge"]) + error + meter, hit, deviation)
    console().print(shown)
    for name, price in tables.items() if whole else ():
        if "house_edge_by_others" in price:
            edges = ", ".join(_percent(edge) for edge in price["house_edge_by_others"])
            console().print(f"  pay table {name}, a wager of {price['envy_wager']}, 0 to 5 others: {edges}")
    if whole:
        for name, price in tables.items():
            _show_lines(name, price)


def _show_lines(name: str, price: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table(f"pay table {name}", "pays", "combinations", "probability", box=None, padding=(0, 2, 0, 2))
    for line, counted in price["lines"].items():
        combinations = f"{counted['combinations']:,}" if "combinations" in counted else "simulated"
        table.add_row(line, counted["pays"], combinations, f"{counted['probability']:.9f}")
    if "combinations" in price:
        table.add_row("all", "", f"{price['combinations']:,}", "")
    console().print(table)


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
