"""Positions for a coach: what one seat knows of a round, as a record whose next decision is open.

A position has only what the seat sees, so nothing hidden reaches the process that advises, or the stored history.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from houseway.games.game import Game
from houseway.games.round.record import RECORD_KEYS, read_round
from houseway.games.round.round import Round
from houseway.games.round.round_record import PlainRecord

_COPIED: Final = ("game", "study", "options", "draws", "jackpot")

Record = PlainRecord


class Decided(NamedTuple):
    """A seat's decision, and what the seat knew when it decided."""

    position: PlainRecord
    decision: str


def seen_record(now: Round, viewer: int) -> PlainRecord:
    """What the seat in turn may know of a round."""
    whole = now.record()
    dealer, board = now.seen_dealer(), now.seen_board()
    record: PlainRecord = {key: whole[key] for key in _COPIED if key in whole}
    record["dealer"] = [str(card) for card in dealer if card is not None]
    record["board"] = [str(card) for card in board if card is not None]
    if not record["board"]:
        del record["board"]
    lights = now.lights()
    if lights is not None and None in dealer:
        record["lights"] = lights
    record["seats"] = [_seat(now, viewer, row) for row in whole["seats"]]
    return record


def _seat(now: Round, viewer: int, row: PlainRecord) -> PlainRecord:
    seat = now.seat(row["seat"])
    seen = {key: value for key, value in row.items() if key not in ("cards", "decisions", "player")}
    if now.sees_cards_of(viewer, seat):
        seen["cards"] = row["cards"]
    decisions = now.seen_decisions(viewer, seat)
    seen["decisions"] = ["set house-way" if text == "set" else text for text in decisions]  # how is not seen, only that
    return seen


def decisions_in(record: PlainRecord, number: int, study: Game | None = None) -> Iterator[Decided]:
    """Every decision of a seat in a finished round, with what it knew; a study's round needs its study."""
    given = read_round(record, RECORD_KEYS, study)
    now, draws, decisions = given.dealt(), given.draws, given.decisions
    while now.needs_card or now.turn is not None:
        turn = now.turn
        if turn is None:
            now = now.take(draws.pop(0))
            continue
        text = str(decisions[turn].pop(0)) if decisions[turn] else now.implied_decision
        if turn == number:
            yield Decided(seen_record(now, number), text)
        now = now.decide(text)
