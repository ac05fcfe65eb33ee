"""`houseway table correct|correct-round`: correct a mistyped entry, or, with two persons, a settled round."""

import re
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.act_commands import Request, Second
from houseway.cli.house.common import By, Database, Json, read_json, sign_in
from houseway.cli.house.floor import Name, answer, at_table

if TYPE_CHECKING:
    from houseway.house.log.log import Log

Board = Annotated[str, typer.Option(metavar="CARDS", help="The board, where the game has one.")]
Dealer = Annotated[str, typer.Option(metavar="CARDS", help="The dealer's cards.")]
Hands = Annotated[list[str] | None, typer.Option("--hand", metavar="SEAT=CARDS", help="A seat's cards; repeated.")]


def correct(
    name: Name,
    card: Annotated[str, typer.Argument(help="The card that was entered last, as it should have been.")] = "",
    hand: Hands = None,
    dealer: Dealer = "",
    board: Board = "",
    deal: Annotated[
        str | None, typer.Option(metavar="FILE", help="The whole deal as JSON; - for standard input.")
    ] = None,
    decision: Annotated[
        str, typer.Option(metavar="SEAT=DECISION", help='The decision that was entered last, such as 1="play 3x".')
    ] = "",
    reason: Annotated[str, typer.Option(help="What was wrong.")] = "mistyped",
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Correct what you entered last in the open round, while nothing depends on it: a deal, a card or a decision.

    A deal is given again as a whole. Once anything was decided or drawn after it, or where what was shown would reveal
    a hidden card, it is refused: call the round off, or correct it when it is settled.

    Example: houseway table correct 7 --hand 1="Ah Kh" --dealer "9h 2c" --board "Kd 7s 7c 2d Jh" --as dan
    """
    from houseway.cards.card import parse_cards
    from houseway.cli.house.table_open import deal_of
    from houseway.errors import InvalidInput
    from houseway.house.tables.entry_corrections import CorrectEntry

    given = deal_of(hand or [], dealer, board, deal)
    if sum(map(bool, (given, card, decision))) != 1:
        raise InvalidInput("give a deal, a card or a decision", field="correct")
    with at_table(db, name) as floor:
        who, table = sign_in(floor.people, by), floor.table
        if decision:
            seat, text = _of_seat(decision, "decision")
            correction = CorrectEntry(seat=seat, decision=text, reason=reason)
        else:
            correction = CorrectEntry(deal=given, cards=parse_cards([card]) if card else None, reason=reason)
        answer(table, table.do(correction, by=who, request=request), as_json=json)


def correct_round(
    round: Annotated[str, typer.Argument(metavar="TABLE/NUMBER", help="The round, such as 7/112.")],
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The record as it should have been; - for standard input.")
    ] = "",
    hand: Hands = None,
    dealer: Dealer = "",
    board: Board = "",
    draws: Annotated[str, typer.Option(metavar="CARDS", help="All cards that were drawn, in their order.")] = "",
    decisions: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=DECISIONS", help='All decisions of a seat, such as 1="check, play 1x"; repeated.'),
    ] = None,
    reason: Annotated[str, typer.Option(help="What was wrong.")] = "",
    waive: Annotated[
        bool, typer.Option("--waive", help="The house bears what a player no longer has and should give back.")
    ] = False,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Correct a settled round: settle it again from the right record, and post the difference.

    Two persons do it who neither entered cards or decisions of the round, nor play in it, nor verified it. Give the
    whole record, or the parts that were wrong. Cards of a fair shuffle, what a player decided, and wagers stand. Both
    settlements stay in the log: houseway audit round 7/112.

    Example: houseway table correct-round 7/112 --hand 1="Ah Kh" --reason "ten typed as king" --as sue --second deb
    """
    from houseway.house.records.dispute import parse_round
    from houseway.house.tables.round_corrections import CorrectRound

    table, number = parse_round(round)
    named = {"hands": hand or [], "decisions": decisions or [], "dealer": dealer, "board": board, "draws": draws}
    with at_table(db, table) as floor:
        first = sign_in(floor.people, by)
        other = sign_in(floor.people, second, second=True)
        record = _record(floor.table.log, table, number, file, named)
        correction = CorrectRound(round=number, record=record, reason=reason, waive=waive)
        answer(floor.table, floor.table.do(correction, by=first, second=other, request=request), as_json=json)


def _record(log: "Log", table: str, number: int, file: str, named: dict[str, Any]) -> Any:
    """The right record: from a file, or the valid record with the named changes."""
    from houseway.errors import InvalidInput
    from houseway.house.tables.payloads import read_round
    from houseway.house.tables.round_corrections import named_changes, past_round, standing

    if bool(file) == any(named.values()):
        raise InvalidInput("give the whole record, or the parts that were wrong", field="record")
    if file:
        return read_json(file)
    cards = {key: _cards(named[key], key) for key in ("dealer", "board", "draws")}
    hands = {seat: _cards(text, f"seat {seat}") for seat, text in _by_seat(named["hands"], "hand")}
    decisions = {
        seat: [one.strip() for one in text.split(",") if one.strip()]
        for seat, text in _by_seat(named["decisions"], "decisions")
    }
    stands = read_round(standing(past_round(log, table, number)))
    return named_changes(stands.record.to_json(), hands=hands, decisions=decisions, **cards)


def _by_seat(words: list[str], option: str) -> list[tuple[int, str]]:
    from houseway.errors import InvalidInput

    pairs = [_of_seat(word, option) for word in words]
    if len({seat for seat, _ in pairs}) < len(pairs):
        raise InvalidInput("names a seat twice", field=option)
    return pairs


def _of_seat(word: str, option: str) -> tuple[int, str]:
    from houseway.errors import InvalidInput

    seat, equals, text = word.partition("=")
    if not equals or not re.fullmatch("[1-9][0-9]?", seat):
        raise InvalidInput("must be SEAT=VALUE", field=option)
    return int(seat), text


def _cards(text: str, field: str) -> list[str]:
    from houseway.cards.card import card_texts, parse_cards

    return card_texts(parse_cards(text.split(), field=field))


COMMANDS: Final[Commands] = {
    "correct": correct,
    "correct-round": correct_round,
}
