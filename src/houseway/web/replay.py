"""A finished round step by step: what the table saw after the deal and after each decision.

Every seat's cards are open, since the round is over; dealer and board are as the table saw them at that moment.
"""

from collections.abc import Iterator
from typing import Any

from houseway.games.round.record import RECORD_KEYS, read_round, replay
from houseway.games.round.round import Round
from houseway.games.round.round_record import PlainRecord

Step = dict[str, Any]


def replay_steps(record: PlainRecord) -> list[Step]:
    """The round of a record, one step after the other; a void one is one step."""
    finished = replay(record)
    if finished.void or not finished.dealt:
        return [_step(finished, f"The round is void: {finished.void}.")]
    return list(_steps(record, finished))


def _steps(record: PlainRecord, finished: Round) -> Iterator[Step]:
    given = read_round(record, RECORD_KEYS)
    now, draws = given.dealt(), given.draws
    decisions = {seat.number: list(seat.decisions) for seat in finished.seats}
    yield _step(now, "The cards are dealt.")
    while not now.finished:
        if now.turn is None:
            now = now.take(draws.pop(0))
            sentence = f"A card is drawn: {now.cards_out[-1].pretty}."
        else:
            sentence = f"Seat {now.turn}: {decisions[now.turn][0]}."
            now = now.decide(str(decisions[now.turn].pop(0)))
        yield _step(now, sentence)


def _step(now: Round, said: str) -> Step:
    seen = now.view(0)
    seats = [_own_row(now, seat.number) for seat in now.seats]
    shown = {key: seen[key] for key in ("dealer", "lights", "board", "turn")}
    return {"say": said, "view": {**shown, "seats": seats}}


def _own_row(now: Round, seat: int) -> dict[str, Any]:
    """A seat as its own player saw it."""
    row: dict[str, Any] = next(row for row in now.view(seat)["seats"] if row["seat"] == seat)
    return {**row, "hand": now.hand_name(now.seat(seat)) if now.dealt else None}
