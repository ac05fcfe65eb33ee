"""`houseway audit round|shuffle|recall|incidents|software`: one round, its shuffle, the last rounds, what is in use."""

from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.cli.house import Database, Json, Key, audit, opened, print_table, signed_heads, write_lines

__all__ = ["audit"]

Table = Annotated[str, typer.Argument(metavar="TABLE", help="The table, as its sheet names it.")]


@audit.command("round")
def dispute(
    round: Annotated[str, typer.Argument(metavar="TABLE/NUMBER", help="The round, such as 7/112.")],
    around: Annotated[int, typer.Option(help="Events of the jackpot before and after the round's.")] = 10,
    out: Annotated[str, typer.Option(metavar="FILE", help="Write it to a file.")] = "-",
    key: Key = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Print the dispute pack of a finished round: cards, wagers, decisions, clauses, meter, hashes, placard.

    Example: houseway audit round 7/112 --out dispute.txt
    """
    from houseway.cli.console import print_json
    from houseway.errors import InvalidInput
    from houseway.house.dispute import dispute_pack, parse_round

    if not 0 <= around <= 10_000:
        raise InvalidInput("must be 0 to 10000", field="--around")
    with opened(db, read_only=True) as log:
        pack = dispute_pack(log, *parse_round(round), around=around)
        pack["heads"] = signed_heads(log, key).to_json()
    if not json:
        from houseway.house.dispute_text import as_text

        write_lines(out, [as_text(pack)])
    elif out == "-":
        print_json(pack)
    else:
        from json import dumps

        write_lines(out, [dumps(pack, ensure_ascii=False, indent=2) + "\n"])


@audit.command()
def shuffle(
    table: Annotated[str, typer.Argument(metavar="[TABLE]", help="The table; all of them for statistics.")] = "",
    statistics: Annotated[bool, typer.Option("--statistics", help="Test all revealed decks at 99% instead.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Derive every deal of finished decks again from seed and values; exit 1 where a round differs.

    With --statistics, all revealed decks of a table or of the house are tested instead: places, runs, correlation and
    the bits of the seeds. Exit 1 where all together are outside 99%, which chance does to one log in a hundred.

    Example: houseway audit shuffle 7
    """
    from houseway.cli.console import console, print_json
    from houseway.errors import InvalidInput
    from houseway.house.audit_shuffle import check_shuffles
    from houseway.house.recall import check_table

    if statistics:
        raise typer.Exit(_statistics(table, db, as_json=json))
    if not table:
        raise InvalidInput("is wanted, unless --statistics is", field="TABLE")
    with opened(db, read_only=True) as log:
        check_table(log, table)
        found = check_shuffles(log, table)
    if json:
        print_json(found.to_json())
    else:
        seen = f"table {table}: {found.decks:,} finished decks, {found.rounds:,} rounds"
        console().print(f"{seen}, {found.unfinished:,} decks in play", markup=False)
        if found.problems:
            console().print(f"not fair: {found.problems[0]}", markup=False)
            if len(found.problems) > 1:
                console().print(f"and {len(found.problems) - 1:,} more: --json lists them", markup=False)
        else:
            console().print("every card is that of the shuffle" if found.decks else "no deck is finished", markup=False)
    raise typer.Exit(1 if found.problems else 0)


def _statistics(table: str, db: str | None, *, as_json: bool) -> int:
    from houseway.cli.console import console, print_json
    from houseway.house.audit_shuffle import revealed_decks
    from houseway.house.recall import check_table
    from houseway.house.shuffle_statistics import answer, shuffle_tests

    with opened(db, read_only=True) as log:
        if table:
            check_table(log, table)
        names = [one.removeprefix("table/") for one in log.streams() if one.startswith("table/")]
        tests = shuffle_tests(revealed_decks(log, [table] if table else names))
    found = answer(tests)
    if as_json:
        print_json(found)
    else:
        words = {True: "within 99%", False: "outside 99%", None: "too few decks"}
        rows = [{**row, "answer": words[row["passed"]]} for row in found["tests"]]
        print_table(console(), ["test", "decks", "needed", "z", "answer"], rows)
        told = "what chance gives" if found["passed"] else "NOT what chance gives"
        console().print(f"together {told}: z is to stay within {found['limit']}", markup=False)
    return 0 if found["passed"] else 1


@audit.command()
def recall(
    table: Annotated[str, typer.Argument(metavar="[TABLE]", help="The table; all of them for bonuses.")] = "",
    rounds: Annotated[int, typer.Option(help="How many rounds.")] = 10,
    bonuses: Annotated[bool, typer.Option("--bonuses", help="The last bonus wins instead, of a table or all.")] = False,
    wins: Annotated[int, typer.Option(help="How many bonus wins.")] = 50,
    db: Database = None,
    json: Json = False,
) -> None:
    """Print the last rounds of a table, or the last bonus wins of a table or of the house, the newest first.

    Example: houseway audit recall 7 --rounds 10
    """
    from houseway.cli.console import console, print_json
    from houseway.errors import InvalidInput
    from houseway.house.recall import bonus_wins, last_rounds, recalled

    for count, option in ((rounds, "--rounds"), (wins, "--wins")):
        if not 1 <= count <= 10_000:
            raise InvalidInput("must be 1 to 10000", field=option)
    if bonuses:
        with opened(db, read_only=True) as log:
            rows = bonus_wins(log, table, wins)
        if json:
            print_json(rows)
            return
        for row in rows:
            console().print(_bonus_line(row), markup=False, soft_wrap=True)
        return
    if not table:
        raise InvalidInput("is wanted, unless --bonuses is", field="TABLE")
    with opened(db, read_only=True) as log:
        found = [recalled(event) for event in last_rounds(log, table, rounds)]
    if json:
        print_json(found)
        return
    for one in found:
        for text in _recalled_lines(one):
            console().print(text, markup=False, soft_wrap=True)


def _bonus_line(row: dict[str, Any]) -> str:
    limited = f", {row['paid']} paid by the aggregate limit" if row["paid"] != row["returned"] else ""
    who = f"seat {row['seat']} {row['player']}".rstrip()
    won = f"{row['wager']} {row['stake']} returned {row['returned']}{limited}"
    why = f" ({row['line']})" if row["line"] else ""
    return f"{row['round']}  {row['at']}  {who}: {won}{why}"


def _recalled_lines(one: dict[str, Any]) -> list[str]:
    from houseway.house.payout import words

    record, settlement = one["record"], one["settlement"]
    board = f", board {' '.join(record['board'])}" if record.get("board") else ""
    status = f"void: {one['reason']}" if one["status"] == "voided" else "settled"
    lines = [f"{one['round']}  {one['at']}  {status}", f"  dealer {' '.join(record.get('dealer', ()))}{board}"]
    for row, seat in zip(record["seats"], settlement["seats"], strict=True):
        decided = f" ({', '.join(row['decisions'])})" if row.get("decisions") else ""
        money = f"staked {seat['staked']}, returned {seat['returned']}"
        lines.append(
            f"  seat {row['seat']} {row.get('player', '')}: {' '.join(row.get('cards', ()))}{decided}, {money}"
        )
    return [*lines, *(f"  {words(limit)}" for limit in one["limited"])]


@audit.command()
def check(db: Database = None, json: Json = False) -> None:
    """Check the house: walk the log, compare the software with that of each open table; exit 1 where either fails.

    The answer is an event of the log. `houseway table run` does the same when it starts and every 24 hours.

    Example: houseway audit check
    """
    from houseway.cli.console import console, print_json
    from houseway.cli.progress import progress_bar
    from houseway.house.selfcheck import self_check

    with opened(db, read_only=True):
        pass  # a house that is not there is not made
    with opened(db) as log, progress_bar("check") as progress:
        found = self_check(log, progress=progress)
    if json:
        print_json({**found.to_json(), "recorded": found.recorded})
    else:
        broken = found.verdict.broken
        told = f"broken: {broken}" if broken else f"whole: {found.verdict.events:,} events"
        console().print(f"the log is {told}", markup=False, soft_wrap=True)
        console().print(f"software {found.software}", markup=False, soft_wrap=True)
        for one in found.differing:
            console().print(
                f"table {one.table} was opened with {one.software or 'nothing told'}", markup=False, soft_wrap=True
            )
        if not found.recorded:
            console().print("the answer could not be written down", markup=False)
    raise typer.Exit(0 if found.passed else 1)


@audit.command()
def difference(
    files: Annotated[list[Path] | None, typer.Argument(metavar="[FILE]...", help="The old and the new sheet.")] = None,
    table: Annotated[str, typer.Option(help="The old one is what this table was opened with last.")] = "",
    db: Database = None,
    json: Json = False,
) -> None:
    """Print what differs between two versions of a table: options, pays with exact chances, limits, jackpot, software.

    Two sheets; a table and a sheet; or, with --table alone, the last two openings of a table. Exit 1 where they differ.

    Example: houseway audit difference --table 7 table-7.toml
    """
    from houseway.cli.console import console, print_json
    from houseway.house.difference import Version, check_files, differences, openings
    from houseway.house.sheet import load_sheet
    from houseway.kernel import source_digest

    named = files or []
    check_files(len(named), table)
    new = [Version(what=str(file), sheet=load_sheet(file), software=source_digest()) for file in named]
    if table:
        with opened(db, read_only=True) as log:
            new = [*openings(log, table, 2 - len(named)), *new]
    before, after = new
    found = differences(before, after)
    if json:
        rows = [one.to_json() for one in found]
        print_json({"before": before.to_json(), "after": after.to_json(), "same": not found, "differences": rows})
    else:
        console().print(f"before: {before.what}\nafter:  {after.what}", markup=False, soft_wrap=True)
        for one in found:
            console().print(f"  {one.field}: {one.before} -> {one.after}", markup=False, soft_wrap=True)
        count = f"{len(found)} difference{'s' if len(found) > 1 else ''}"
        console().print(count if found else "nothing differs", markup=False)
    raise typer.Exit(1 if found else 0)


@audit.command()
def incidents(db: Database = None, json: Json = False) -> None:
    """List the incidents that are not reported yet; exit 1 where the deadline of one has passed.

    Example: houseway audit incidents
    """
    from houseway.cli.incident import show_incidents
    from houseway.house.incidents import Incidents

    with opened(db, read_only=True) as log:
        found = Incidents(log)
        overdue = found.overdue()
        show_incidents(found, unreported=True, as_json=json)
    raise typer.Exit(1 if overdue else 0)


@audit.command()
def software(db: Database = None, json: Json = False) -> None:
    """Compare the digest of the running software with what each open table was opened with; exit 1 where it differs.

    Example: houseway audit software
    """
    from houseway import __version__
    from houseway.cli.console import console, print_json
    from houseway.house.recall import open_tables
    from houseway.kernel import source_digest

    running = source_digest()
    with opened(db, read_only=True) as log:
        rows: list[dict[str, Any]] = [
            {"table": one.table, "opened": one.opened, "software": one.software, "same": one.software == running}
            for one in open_tables(log)
        ]
    same = all(row["same"] for row in rows)
    if json:
        print_json({"version": __version__, "software": running, "same": same, "tables": rows})
    else:
        console().print(f"houseway {__version__}, software {running}", markup=False, soft_wrap=True)
        shown = [
            {**row, "software": row["software"][:16] or "not told", "same": "yes" if row["same"] else "NO"}
            for row in rows
        ]
        print_table(console(), ["table", "opened", "software", "same"], shown)
    raise typer.Exit(0 if same else 1)
