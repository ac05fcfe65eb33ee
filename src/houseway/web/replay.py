"""A finished round step by step: what the table saw after the deal, after each decision, and at the settlement.

Every seat's cards are open, since the round is over; dealer and board are as the table saw them at that moment.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import asdict

from houseway.games.game import Game
from houseway.games.round.record import RECORD_KEYS, read_round, replay
from houseway.games.round.round import Round, Seat
from houseway.games.round.round_record import PlainRecord
from houseway.games.round.seen_round import SeatView


class StepSeat(SeatView, frozen=True, kw_only=True):
    """A seat as its own player saw it, with its hand in words."""

    hand: str | None


class StepView(Struct, frozen=True, kw_only=True):
    """What lay on the table."""

    dealer: list[str]
    lights: list[str] | None
    board: list[str]
    turn: int | None
    seats: list[StepSeat]


class Step(Struct, frozen=True, kw_only=True):
    """What happened, and what was then to be seen; `seat` is whose decision it was."""

    say: str
    seat: int | None
    view: StepView


def replay_steps(record: PlainRecord, study: Game | None = None) -> list[Step]:
    """The round of a record, one step after the other; a void one is one step. A study's round needs its study."""
    finished = replay(record, study)
    if finished.void or not finished.dealt:
        return [_step(finished, f"The round is void: {finished.void}.")]
    return list(_steps(record, finished, study))


def _steps(record: PlainRecord, finished: Round, study: Game | None) -> Iterator[Step]:
    given = read_round(record, RECORD_KEYS, study)
    now, draws = given.dealt(), given.draws
    decisions = {seat.number: list(seat.decisions) for seat in finished.seats}
    yield _step(now, "The cards are dealt.")
    while not now.finished:
        seat = None
        if now.turn is None:
            now = now.take(draws.pop(0))
            sentence = f"A card is drawn: {now.cards_out[-1].pretty}."
        else:
            seat = now.turn
            sentence = f"Seat {seat}: {decisions[seat][0]}."
            now = now.decide(str(decisions[seat].pop(0)))
        yield _step(now, sentence, seat)
    yield _step(finished, "The hands are compared, and every wager is settled.")


def _step(now: Round, sentence: str, seat: int | None = None) -> Step:
    dealer, lights, board, turn = now.seen_by_all()
    seats = [_own_seat(now, one) for one in now.seats]
    view = StepView(dealer=dealer, lights=lights, board=board, turn=turn, seats=seats)
    return Step(say=sentence, seat=seat, view=view)


def _own_seat(now: Round, seat: Seat) -> StepSeat:
    """A seat as its own player saw it."""
    hand = now.hand_name(seat) if now.dealt else None
    return StepSeat(**asdict(now.seen_seat(seat.number, seat)), hand=hand)
