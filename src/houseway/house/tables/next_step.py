"""The one thing that the dealer does next, in words, with the act that does it."""

from typing import Literal

from msgspec import Struct

from houseway.games.round.round import Round
from houseway.games.round.settlement import SettledWager
from houseway.house.tables.device_checks import reading_refusal, seats_with_jackpot, sensing_refusal
from houseway.house.tables.shares import awaited_shares, is_stopped_by_shares
from houseway.house.tables.state import Phase, TableState, open_round
from houseway.money import format_money

StepKind = Literal[
    "closed", "wagers", "shares", "settle", "cards", "draw", "decide", "controller", "held", "sealed", "stopped"
]


class NextStep(Struct, frozen=True, kw_only=True):
    """What the dealer does next: the act behind it, the seat that it concerns, and why it has to wait, if it does."""

    kind: StepKind
    say: str
    then: str = ""
    first: str = ""  # what the letter has the dealer settle before it
    act: str | None = None
    seat: int | None = None
    blocked: str | None = None


def next_step(state: TableState) -> NextStep:
    """The dealer's next step at a table."""
    if state.rules is None:
        return NextStep(kind="closed", say="The table is closed", then="A supervisor opens it from its sheet.")
    if state.phase == Phase.SEALED:
        say = "Call the round off"
        return NextStep(kind="sealed", say=say, then="The key of its cards is not here.", act="void")
    if state.finished is not None and awaited_shares(state):
        return _shares_step(state)
    steps = {
        Phase.WAGERS: _between_rounds,
        Phase.CARDS: _cards_step,
        Phase.DECISIONS: _decision_step,
        Phase.FINISHED: _controller_step,
        Phase.HELD: _held_step,
    }
    return steps[state.phase](state)


def _between_rounds(state: TableState) -> NextStep:
    """Whoever has wagered waits for the dealer to say that no more wagers are taken."""
    if state.stopped:
        return NextStep(kind="stopped", say="No new round starts", then=state.stopped)
    if not state.betting:
        return NextStep(kind="wagers", say="Take wagers", then="No wager is placed yet.")
    count, then = len(state.betting), "then: deal"
    if lit := seats_with_jackpot(state):
        then = f"{_spots(len(lit))} lit, then: deal"
    blocked = sensing_refusal(state) or None
    seats = f"{count} seat{'s' if count > 1 else ''}"
    return NextStep(kind="wagers", say="No more wagers", then=f"{seats} in, {then}", act="deal", blocked=blocked)


def _spots(count: int) -> str:
    return f"{count} jackpot spots are" if count > 1 else "1 jackpot spot is"


def _cards_step(state: TableState) -> NextStep:
    now = open_round(state)
    if not now.dealt:
        lit = len(seats_with_jackpot(state))
        say = f"{_spots(lit)} lit: take the chips" if lit else "Deal"
        blocked = reading_refusal(state) or None
        return NextStep(kind="cards", say=say, then="deal and enter the cards", act="enter", blocked=blocked)
    seat = now.drawing_seat
    if seat:
        return NextStep(kind="draw", say=f"A card for seat {seat}", then="enter it", act="enter", seat=seat)
    return NextStep(
        kind="draw", say="Reveal, and draw for the dealer", then="enter the dealer's next card", act="enter"
    )


def _decision_step(state: TableState) -> NextStep:
    now = open_round(state)
    seat, then = now.turn, "tap what the player says"
    first = _before_play(state, now)
    return NextStep(kind="decide", say=f"Seat {seat} decides", then=then, first=first, act="decide", seat=seat)


def _before_play(state: TableState, now: Round) -> str:
    """What is taken and paid before the first decision, seat by seat; empty where a decision was made or nothing is."""
    if any(seat.decisions for seat in now.seats):
        return ""
    lines = [(seat.number, line) for seat in now.seats for line in now.paid_before_play(seat)]
    words = [f"seat {seat} {_moved(line)}" for seat, line in lines]
    return f"First {state.wager_label(lines[0][1].wager)}: {', '.join(words)}" if words else ""


def _moved(line: SettledWager) -> str:
    won = line.returned - line.stake
    amount = format_money(won if won > 0 else line.stake).removesuffix(".00")
    return f"{'pay' if won > 0 else 'take'} ${amount}"


def _controller_step(_state: TableState) -> NextStep:
    say = "The jackpot's controller is lost"
    return NextStep(kind="controller", say=say, then="a win waits for it; tap when it is back", act="controller")


def _held_step(state: TableState) -> NextStep:
    verified = len(state.hold.verified) if state.hold else 0
    then = "one more person verifies it" if verified else "two people who did not enter the round verify it"
    return NextStep(kind="held", say="PENDING: a win is verified", then=then)


def _shares_step(state: TableState) -> NextStep:
    if is_stopped_by_shares(state):
        then = "a supervisor compares them with the cards, and answers the call"
        return NextStep(kind="shares", say="The floor is called: shares differ", then=then, blocked=then)
    return NextStep(kind="shares", say="Key in the shares of the jackpot", then="seat and percentage", act="shares")
