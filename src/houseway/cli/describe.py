"""`houseway games` and `houseway rules`: what the letters say, for people and as JSON."""

from collections.abc import Mapping

from houseway.cli.console import console, print_entries, print_json, print_table
from houseway.games import game_named, game_names, letter_of
from houseway.games.letter.approval import Approval, Wager
from houseway.games.letter.paytable import PayTable
from houseway.money import format_money


def show_games(*, as_json: bool) -> None:
    """All games with their letters and wagers."""
    letters = [letter_of(name) for name in game_names()]
    if as_json:
        print_json([summary(letter) for letter in letters])
        return
    from rich.table import Table

    table = Table("game", "letter", "seats", "wagers", box=None, padding=(0, 2, 0, 0), header_style="bold")
    for letter in letters:
        dates = letter.status or ", ".join(str(one.date) for one in letter.letters)
        number = f" (#{letter.submission})" if letter.submission else ""
        table.add_row(letter.game, dates + number, str(letter.table.seats), ", ".join(letter.wagers))
    console().print(table)
    console().print("\nhouseway rules GAME prints the rules; houseway play GAME seats you at a table.")


def summary(letter: Approval) -> dict[str, object]:
    """A game in a few facts."""
    return {
        "game": letter.game,
        "title": letter.title,
        "supplier": letter.supplier or None,
        "submission": letter.submission or None,
        "letters": [str(one.date) for one in letter.letters],
        **({"status": letter.status, "origin": letter.origin} if letter.status else {}),
        "seats": letter.table.seats,
        "wagers": list(letter.wagers),
        "pay_tables": sum(len(tables) for tables in letter.paytables.values()),
    }


def show_rules(name: str, options: Mapping[str, object], *, as_json: bool) -> None:
    """Everything a letter says; the options given are marked as chosen."""
    chosen = game_named(name, options).options
    letter = letter_of(name)
    if as_json:
        print_json(rules_as_json(letter, chosen))
        return
    _head(letter)
    _wagers(letter)
    _options(letter, chosen)
    _clauses(letter)
    _pay_tables(letter)
    _readings(letter)


def rules_as_json(letter: Approval, chosen: Mapping[str, str]) -> dict[str, object]:
    """The whole letter as data."""
    return {
        **summary(letter),
        "letters": [{"date": str(one.date), "about": one.about} for one in letter.letters],
        "wagers": [
            {
                "name": w.name,
                "label": w.label,
                "role": w.role,
                "mandatory": w.required,
                "rule": w.rule,
                "about": w.about,
            }
            for w in letter.wagers.values()
        ],
        "options": [
            {"name": o.name, "value": chosen[o.name], "values": list(o.values), "about": o.about}
            for o in letter.options.values()
        ],
        "rules": [{"clause": one.clause, "text": one.text} for one in letter.clauses],
        "pay_tables": {
            wager: {name: _as_json(table) for name, table in tables.items()}
            for wager, tables in letter.paytables.items()
        },
        "figures": [
            {"what": f.what, "measure": f.measure, "printed": f.printed, "expected": f.verdict} for f in letter.figures
        ],
        "readings": [{"text": one.text, "option": one.option or None} for one in letter.readings],
        "notices": list(letter.notices),
    }


def _as_json(table: PayTable) -> dict[str, object]:
    lines = {table.lines[line]: pay.text for line in table.printed if (pay := table.pay(line))}
    shown: dict[str, object] = {"rule": table.rule, "lines": lines}
    if table.envy:
        shown["envy"] = {line: format_money(amount) for line, amount in table.envy.items()}
    return shown


def _head(letter: Approval) -> None:
    number = f", submission {letter.submission}" if letter.submission else ""
    whence = f"{letter.supplier}{number}" if letter.letters else letter.origin
    console().print(f"[bold]{letter.title}[/bold] ({whence})")
    if letter.status:
        console().print(f"  {letter.status}")
    for one in letter.letters:
        console().print(f"  letter of {one.date}: {one.about}")
    for notice in letter.notices:
        console().print(f"  to be posted: {notice}")


def _wagers(letter: Approval) -> None:
    console().print("\n[bold]Wagers[/bold]")
    print_entries([(wager.name, _kind(wager), wager.about) for wager in letter.wagers.values()], names=2)


def _kind(wager: Wager) -> str:
    return "mandatory" if wager.required else "by decision" if wager.role == "decision" else "optional"


def _options(letter: Approval, chosen: Mapping[str, str]) -> None:
    console().print("\n[bold]Options[/bold] (the operator's choices; the default first)")
    rows = []
    for option in letter.options.values():
        values = list(option.values) if len(option.values) <= 16 else [*option.values[:3], "…", option.values[-1]]
        mark = f" [bold](now {chosen[option.name]})[/bold]" if chosen[option.name] != option.default else ""
        number = {"cards": " or a number of cards", "percent": " … 100%"}.get(option.number, "")
        rows.append((option.name, " ".join(values) + number + mark, option.about))
    print_entries(rows)


def _clauses(letter: Approval) -> None:
    console().print("\n[bold]Rules[/bold] (by the letter's clauses)")
    print_entries([(clause.clause, clause.text) for clause in letter.clauses])


def _pay_tables(letter: Approval) -> None:
    console().print("\n[bold]Pay tables[/bold]")
    for wager, tables in letter.paytables.items():
        groups: dict[tuple[int, ...], list[PayTable]] = {}
        for table in tables.values():
            groups.setdefault(table.printed, []).append(table)
        for group in groups.values():
            for start in range(0, len(group), 8):
                _pay_table(wager, group[start : start + 8])


def _pay_table(wager: str, tables: list[PayTable]) -> None:
    rows = []
    for line in tables[0].printed:
        cells = []
        for table in tables:
            pay, envy = table.pay(line), table.envy.get(table.lines[line])
            cells.append((pay.text if pay else "") + (f" (envy {format_money(envy)})" if envy else ""))
        rows.append((tables[0].lines[line], *cells))
    print_table((wager, *(table.name for table in tables)), rows)


def _readings(letter: Approval) -> None:
    console().print("\n[bold]Readings[/bold] (where the letter is silent or contradicts itself)")
    print_entries(
        ("·", reading.text + (f" (option {reading.option})" if reading.option else "")) for reading in letter.readings
    )
