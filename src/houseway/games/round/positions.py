"""Positions for a coach: a round as one seat may know it, as a record whose next decision is open.

Only what the seat sees goes into it, so nothing that is hidden reaches the process that advises, nor what is kept.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from houseway.games.round.record import cards_of, decisions_of, game_of, meter_of, rows_of, seat_of
from houseway.games.round.round import Round

_KEPT: Final = ("game", "study", "options", "draws", "jackpot")

Record = dict[str, Any]


class Decided(NamedTuple):
    """What a seat decided, and what it knew then."""

    position: Record
    decision: str


def seen_record(now: Round, viewer: int) -> Record:
    """The round as the seat in turn may know it."""
    whole = now.record()
    dealer, board = now.seen_dealer(), now.seen_board()
    record: Record = {key: whole[key] for key in _KEPT if key in whole}
    record["dealer"] = [str(card) for card in dealer if card is not None]
    record["board"] = [str(card) for card in board if card is not None]
    if not record["board"]:
        del record["board"]
    lights = now.lights()
    if lights is not None and None in dealer:
        record["lights"] = lights
    record["seats"] = [_seat(now, viewer, row) for row in whole["seats"]]
    return record


def _seat(now: Round, viewer: int, row: Record) -> Record:
    seat = now.seat(row["seat"])
    told = {key: value for key, value in row.items() if key not in ("cards", "decisions", "player")}
    if now.sees_cards_of(viewer, seat):
        told["cards"] = row["cards"]
    seen = now.seen_decisions(viewer, seat)
    told["decisions"] = ["set house-way" if text == "set" else text for text in seen]  # how is not seen, only that
    return told


def decisions_in(record: Record, number: int) -> Iterator[Decided]:
    """Every decision that a seat made in a finished round, with what it knew."""
    rows = rows_of(record)
    game = game_of(record)
    placed = game.place([seat_of(row, index) for index, row in enumerate(rows)], meter_of(game, record))
    now = placed.deal_hands(
        {row["seat"]: cards_of(row, "cards") for row in rows}, cards_of(record, "dealer"), cards_of(record, "board")
    )
    draws = list(cards_of(record, "draws"))
    decisions = {row["seat"]: [str(text) for text in decisions_of(row)] for row in rows}
    while now.wants_card or now.turn is not None:
        turn = now.turn
        if turn is None:
            now = now.take(draws.pop(0))
            continue
        text = decisions[turn].pop(0) if decisions[turn] else now.implied_decision
        if turn == number:
            yield Decided(seen_record(now, number), text)
        now = now.decide(text)
