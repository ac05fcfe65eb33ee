"""`houseway audit round|shuffle|recall`: one round, its shuffle, the last rounds and bonus wins."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.audit import Key, signed_heads, write_lines
from houseway.cli.house.common import Database, Json, opened, print_table
from houseway.cli.house.reading import Reader, reading
from houseway.house.people.rights import READ_LOG

if TYPE_CHECKING:
    from houseway.house.records.recall import BonusWin, RecalledCorrection, RecalledRound

Table = Annotated[str, typer.Argument(metavar="TABLE", help="The table, as its sheet names it.")]


def dispute(
    round: Annotated[str, typer.Argument(metavar="TABLE/NUMBER", help="The round, such as 7/112.")],
    around: Annotated[int, typer.Option(help="Events of the jackpot before and after the round's.")] = 10,
    out: Annotated[str, typer.Option(metavar="FILE", help="Write it to a file.")] = "-",
    key: Key = None,
    by: Reader = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Print the dispute pack of a finished round: cards, wagers, decisions, clauses, meter, hashes, placard.

    For those who may read the log.

    Example: houseway audit round 7/112 --out dispute.txt --as abe
    """
    from msgspec import to_builtins
    from msgspec.structs import replace

    from houseway.cli.console import print_json
    from houseway.errors import InvalidInput
    from houseway.house.records.dispute import dispute_pack, parse_round

    if not 0 <= around <= 10_000:
        raise InvalidInput("must be 0 to 10000", field="--around")
    with reading(db, READ_LOG, by) as log:
        pack = dispute_pack(log, *parse_round(round), around=around)
        pack = replace(pack, heads=signed_heads(log, key))
    if not json:
        from houseway.house.records.dispute_text import as_text

        write_lines(out, [as_text(pack)])
    elif out == "-":
        print_json(pack)
    else:
        from json import dumps

        write_lines(out, [dumps(to_builtins(pack), ensure_ascii=False, indent=2) + "\n"])


def shuffle(
    table: Annotated[str, typer.Argument(metavar="[TABLE]", help="The table; all of them for statistics.")] = "",
    statistics: Annotated[bool, typer.Option("--statistics", help="Test all revealed decks at 99% instead.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Recompute every deal of finished decks from seed and values; exit 1 where a round differs.

    With --statistics, all revealed decks of a table or of the house are tested instead: places, runs, correlation and
    the bits of the seeds. Exit 1 where all together are outside 99%, which chance causes in one log of a hundred.

    Example: houseway audit shuffle 7
    """
    from houseway.cli.console import console, print_json
    from houseway.errors import InvalidInput
    from houseway.house.records.deep_audit.shuffles import check_shuffles
    from houseway.house.tables.known_tables import require_table

    if statistics:
        raise typer.Exit(_statistics(table, db, as_json=json))
    if not table:
        raise InvalidInput("is missing; only --statistics works without it", field="TABLE")
    with opened(db, read_only=True) as log:
        require_table(log, table)
        verdict = check_shuffles(log, table)
    if json:
        print_json(verdict)
    else:
        seen = f"table {table}: {verdict.decks:,} finished decks, {verdict.rounds:,} rounds"
        console().print(f"{seen}, {verdict.unfinished:,} decks in play", markup=False)
        if verdict.problems:
            console().print(f"not fair: {verdict.problems[0]}", markup=False)
            if len(verdict.problems) > 1:
                console().print(f"and {len(verdict.problems) - 1:,} more: --json lists them", markup=False)
        else:
            console().print(
                "every card is the one that the shuffle dealt" if verdict.decks else "no deck is finished", markup=False
            )
        if verdict.unguarded:
            note = "anybody with the key could know their seeds; houseway site dealer prevents that"
            console().print(f"begun while commands could deal: {verdict.unguarded:,}; {note}", markup=False)
    raise typer.Exit(1 if verdict.problems else 0)


def _statistics(table: str, db: str | None, *, as_json: bool) -> int:
    from msgspec import to_builtins

    from houseway.cli.console import console, print_json
    from houseway.house.records.deep_audit.shuffles import revealed_decks
    from houseway.house.records.shuffle_statistics import overall_answer, shuffle_tests
    from houseway.house.tables.known_tables import require_table, table_names

    with opened(db, read_only=True) as log:
        if table:
            require_table(log, table)
        names = table_names(log)
        tests = shuffle_tests(revealed_decks(log, [table] if table else names))
    answer = overall_answer(tests)
    if as_json:
        print_json(answer)
    else:
        verdicts = {True: "within 99%", False: "outside 99%", None: "too few decks"}
        rows = [{**to_builtins(test), "answer": verdicts[test.passed]} for test in answer.tests]
        print_table(console(), ["test", "decks", "needed", "z", "answer"], rows)
        together = "what chance gives" if answer.passed else "NOT what chance gives"
        console().print(f"together {together}: z is to stay within {answer.limit}", markup=False)
    return 0 if answer.passed else 1


def recall(
    table: Annotated[str, typer.Argument(metavar="[TABLE]", help="The table; all of them for bonuses.")] = "",
    rounds: Annotated[int, typer.Option(help="How many rounds.")] = 10,
    bonuses: Annotated[bool, typer.Option("--bonuses", help="The last bonus wins instead, of a table or all.")] = False,
    wins: Annotated[int, typer.Option(help="How many bonus wins.")] = 50,
    by: Reader = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Print the last rounds of a table, or the last bonus wins of a table or of the house, the newest first.

    For those who may read the log.

    Example: houseway audit recall 7 --rounds 10 --as abe
    """
    from houseway.cli.console import console, print_json
    from houseway.errors import InvalidInput
    from houseway.house.records.recall import bonus_wins, recalled_rounds

    for count, option in ((rounds, "--rounds"), (wins, "--wins")):
        if not 1 <= count <= 10_000:
            raise InvalidInput("must be 1 to 10000", field=option)
    if bonuses:
        with reading(db, READ_LOG, by) as log:
            rows = bonus_wins(log, table, wins)
        if json:
            print_json(rows)
            return
        for row in rows:
            console().print(_bonus_line(row), markup=False, soft_wrap=True)
        return
    if not table:
        raise InvalidInput("is missing; only --bonuses works without it", field="TABLE")
    with reading(db, READ_LOG, by) as log:
        recalled = recalled_rounds(log, table, rounds)
    if json:
        print_json(recalled)
        return
    for one in recalled:
        for text in _recalled_lines(one):
            console().print(text, markup=False, soft_wrap=True)


def _bonus_line(win: "BonusWin") -> str:
    limited = f", {win.paid} paid by the aggregate limit" if win.paid != win.returned else ""
    who = f"seat {win.seat} {win.player}".rstrip()
    won = f"{win.wager} {win.stake} returned {win.returned}{limited}"
    why = f" ({win.line})" if win.line else ""
    return f"{win.round}  {win.at}  {who}: {won}{why}"


def _recalled_lines(one: "RecalledRound") -> list[str]:
    status = f"void: {one.reason}" if one.status == "voided" else "settled"
    lines = [f"{one.round}  {one.at}  {status}", *_settled_lines(one)]
    for correction in one.corrections:
        by = " and ".join(filter(None, (correction.by, correction.second)))
        lines += [f"  corrected {correction.at} by {by}: {correction.reason}", *_settled_lines(correction)]
        lines += [f"  the house bears {amount} of {player}" for player, amount in correction.borne.items()]
    return lines


def _settled_lines(one: "RecalledRound | RecalledCorrection") -> list[str]:
    from houseway.house.tables.payout import limit_text

    record, settlement = one.record, one.settlement
    board = f", board {' '.join(record.board)}" if record.board else ""
    lines = [f"  dealer {' '.join(record.dealer)}{board}"]
    for row, seat in zip(record.seats, settlement.seats, strict=True):
        decided = f" ({', '.join(row.decisions)})" if row.decisions else ""
        money = f"staked {seat.staked}, returned {seat.returned}"
        lines.append(f"  seat {row.seat} {row.player or ''}: {' '.join(row.cards)}{decided}, {money}")
    return [*lines, *(f"  {limit_text(limit)}" for limit in one.limited)]


COMMANDS: Final[Commands] = {
    "round": dispute,
    "shuffle": shuffle,
    "recall": recall,
}
