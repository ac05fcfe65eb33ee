"""Round records: read strictly, replayed through the game's own course of play, settled."""

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from houseway.cards.card import Card, parse_cards, usual_cards
from houseway.errors import HousewayError, InvalidInput, NotApproved, shown
from houseway.games import game_named, known_prizes
from houseway.games.game import Game
from houseway.games.round.jackpot import Meter
from houseway.games.round.record_text import read_quickly
from houseway.games.round.round import Round, Seat
from houseway.money import parse_money, usual_money
from houseway.values import changed

STUDY_MARK: Final = ("name", "rules")  # what a record says of the study that it is a round of
RECORD_KEYS: Final = frozenset(
    {"game", "study", "options", "dealer", "board", "seats", "draws", "jackpot", "void", "meta"}
)
SEAT_KEYS: Final = frozenset({"seat", "cards", "wagers", "decisions", "player"})


def parse_json(text: str) -> Any:
    """JSON with exact numbers; the same key twice in one object is an error."""
    if (record := read_quickly(text)) is not None:
        return record
    try:
        return json.loads(text, parse_float=Decimal, object_pairs_hook=_object)
    except RecursionError:
        raise InvalidInput("is nested too deeply", field="JSON") from None
    except HousewayError:
        raise
    except ValueError as problem:
        reason = "a number is absurdly long" if "digits" in str(problem) else str(problem)
        raise InvalidInput(f"cannot be read: {reason}", field="JSON") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise InvalidInput("stands twice in one object", field=next(n for n in names if names.count(n) > 1)[:60])
    return found


def settle(record: object, study: Game | None = None) -> dict[str, Any]:
    """A finished round as a record, settled: dict in, dict out; by the rules of a study where one is given."""
    return replay(record, study).settlement().to_json()


def settle_text(text: str, study: Game | None = None) -> str:
    """The text of a record, settled: JSON in, JSON out."""
    return replay(parse_json(text), study).settlement().answer().text()


def replay(record: object, study: Game | None = None) -> Round:
    """The round that a record tells, checked as it was played."""
    if not isinstance(record, dict):
        raise InvalidInput("must be a JSON object", field="record")
    check_keys(record, RECORD_KEYS)
    game = game_of(record, study)
    rows = rows_of(record)
    void = _void(record)
    placed = game.place([seat_of(row, index) for index, row in enumerate(rows)], meter_of(game, record))
    dealt = _dealt(placed, record, rows, void=void)
    played = _played(dealt, record, rows, void=void)
    if "meta" in record:
        played = _with_meta(played, record["meta"])
    return played.voided(void) if void else played


def game_of(record: dict[str, Any], study: Game | None = None) -> Game:
    """The game of a record, with its options; a round of a study is refused without that very study.

    A record that a study's rounds are written in names the rules by their digest and tells all choices; another record
    is read with the choices of the study where it makes none.
    """
    if "game" not in record:
        raise InvalidInput("is missing", field="game")
    if not isinstance(record["game"], str):
        raise InvalidInput("must be the name of a game", field="game")
    options = record.get("options", {})
    if not isinstance(options, dict):
        raise InvalidInput("must be an object", field="options")
    marked = _marked(record)
    if study is None:
        if marked:
            raise NotApproved(f"is a round of {shown(marked['name'])}: give the study with --study FILE", field="study")
        return game_named(record["game"], options)
    if study.name != record["game"]:
        raise InvalidInput(f"is {shown(record['game'])}, and the study is of {study.name}", field="game")
    game = study.with_options(options if marked else {**study.options, **options})
    if marked and marked["rules"] != game.digest:
        reason = f"is a round of {shown(marked['name'])} with rules {shown(marked['rules'])}; these are {game.digest}"
        raise NotApproved(reason, field="study")
    return game


def _marked(record: dict[str, Any]) -> dict[str, str]:
    """What a record says of the study that it is a round of; empty for a round of the letter."""
    if "study" not in record:
        return {}
    marked = record["study"]
    if not isinstance(marked, dict) or {*marked} != {*STUDY_MARK} or not all(map(_is_text, marked.values())):
        raise InvalidInput(f"must be an object of {' and '.join(STUDY_MARK)}", field="study")
    return marked


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _with_meta(played: Round, meta: object) -> Round:
    if not isinstance(meta, dict):
        raise InvalidInput("must be an object", field="meta")
    return changed(played, meta=meta)


def check_keys(found: dict[str, Any], keys: frozenset[str], place: str = "") -> None:
    """Refuse a key that has no meaning."""
    for key in found if not found.keys() <= keys else ():
        if key not in keys:
            raise InvalidInput(f"unknown key; there may be {', '.join(sorted(keys))}", field=f"{place}{key}"[:80])


def _list(found: dict[str, Any], key: str) -> list[Any]:
    value = found.get(key, [])
    if not isinstance(value, list):
        raise InvalidInput("must be a list", field=key)
    return value


def rows_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The seats of a record as they stand there."""
    rows = _list(record, "seats")
    if not rows:
        raise InvalidInput("there must be at least one seat", field="seats")
    for index, row in enumerate(rows):
        if not isinstance(row, dict):
            raise InvalidInput("must be an object", field=f"seats[{index}]")
        check_keys(row, SEAT_KEYS, f"seats[{index}].")
    return rows


def seat_of(row: dict[str, Any], index: int) -> Seat:
    """A seat with its wagers."""
    number = row.get("seat")
    if isinstance(number, bool) or not isinstance(number, int) or abs(number) > 1000:
        raise InvalidInput("must be the number of a seat", field=f"seats[{index}].seat")
    try:
        wagers = row.get("wagers")
        if not isinstance(wagers, dict):
            raise InvalidInput("must be an object of wagers and amounts", field="wagers")
        player = row.get("player", "")
        if not isinstance(player, str) or ("player" in row and not player.strip()):
            raise InvalidInput("must be a name", field="player")
        amounts = {
            name: usual_money(amount) or parse_money(amount, field=f"wagers.{name}"[:60])
            for name, amount in wagers.items()
        }
    except HousewayError as problem:
        raise problem.at(f"seat {number}") from None
    return Seat(number=number, wagers=amounts, player=player)


def _void(record: dict[str, Any]) -> str:
    void = record.get("void", "")
    if "void" in record and (not isinstance(void, str) or not void.strip()):
        raise InvalidInput("must say why the round is void", field="void")
    return str(void)


def meter_of(game: Game, record: dict[str, Any]) -> Meter | None:
    """The jackpot of a record, where there is one."""
    if "jackpot" not in record:
        return None
    wager = game.approval.jackpot
    if wager is None:
        raise InvalidInput(f"{game.name} has no jackpot", field="jackpot")
    if not game.is_on(wager.option):
        raise NotApproved(f"is off at this table (option {wager.option})", field="jackpot")
    raw = record["jackpot"]
    return Meter.parse(raw, known_prizes(game.approval, raw.get("prizes") if isinstance(raw, dict) else None))


def cards_of(found: dict[str, Any], key: str, seat: object = None) -> tuple[Card, ...]:
    """The cards under a key of a record, or of the row of a seat."""
    texts = found.get(key, [])
    usual = usual_cards(texts) if type(texts) is list else None
    if usual is not None:
        return usual
    try:
        return parse_cards(_list(found, key), field=key)
    except HousewayError as problem:
        raise problem if seat is None else problem.at(f"seat {seat}") from None


def _dealt(placed: Round, record: dict[str, Any], rows: Sequence[dict[str, Any]], *, void: str) -> Round:
    hands = {row["seat"]: cards_of(row, "cards", row["seat"]) for row in rows}
    dealer, board = cards_of(record, "dealer"), cards_of(record, "board")
    if void and not _deal_is_whole(placed, hands, dealer, board):
        return placed  # a misdeal may break off the deal; nothing was decided then
    return placed.deal_hands(hands, dealer, board)


def _deal_is_whole(
    placed: Round, hands: dict[int, tuple[Card, ...]], dealer: tuple[Card, ...], board: tuple[Card, ...]
) -> bool:
    spec = placed.game.approval.table
    return (
        all(len(cards) == spec.player_cards for cards in hands.values())
        and len(dealer) == spec.dealer_cards + spec.dealer_extra
        and len(board) == spec.board_cards
    )


def _played(dealt: Round, record: dict[str, Any], rows: Sequence[dict[str, Any]], *, void: str) -> Round:
    if "draws" in record and not dealt.draws:
        raise InvalidInput(f"no cards are drawn in {dealt.game.name}", field="draws")
    draws = list(cards_of(record, "draws"))
    decisions = {row["seat"]: decisions_of(row) for row in rows}
    written = {number: len(texts) for number, texts in decisions.items()}
    if dealt.dealt:
        dealt = _course(dealt, decisions, draws, void=void)
    for seat in dealt.seats:
        if len(seat.decisions) < written[seat.number] - len(decisions[seat.number]):
            reason = f"a record holds only what counts in the end: '{seat.decisions[0]}'"
            raise InvalidInput(reason, field=f"seat {seat.number}: decisions")
    for number, left in decisions.items():
        if left:
            reason = f"{shown(left[0])} is one decision too many: nothing is left to decide"
            raise InvalidInput(reason, field=f"seat {number}: decisions")
    if draws:
        raise InvalidInput(f"{draws[0]} is one card too many: nobody draws it", field="draws")
    return dealt


def decisions_of(row: dict[str, Any]) -> list[object]:
    """The decisions of a seat as they stand there."""
    try:
        return list(_list(row, "decisions"))
    except HousewayError as problem:
        raise problem.at(f"seat {row['seat']}") from None


def _course(now: Round, decisions: dict[int, list[object]], draws: list[Card], *, void: str) -> Round:
    while True:
        turn = now.turn
        if turn is None:
            if not now.wants_card:
                return now
            if not draws:
                if void:
                    return now
                raise InvalidInput("too few cards: the round is not played to its end", field="draws")
            now = now.take(draws.pop(0))
            continue
        left = decisions[turn]
        if not left and now.implied_decision and (not void or any(decisions.values())):
            left.append(now.implied_decision)
        if not left:
            if void:
                return now
            legal = ", ".join(map(str, now.choices()))
            raise InvalidInput(f"a decision is missing; legal: {legal}", field=f"seat {turn}: decisions")
        try:
            now = now.decide(left.pop(0))
        except HousewayError as problem:
            raise problem.at(f"seat {turn}: decisions") from None
