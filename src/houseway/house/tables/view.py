"""What a seat may see of a table, as data: for the terminal, the web and programs.

Everything of the round comes from `Round.view`, so a hidden card cannot get here; it is `??`. docs/interface.md
describes the keys.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from houseway.games.letter.layout import Layout
from houseway.games.round.decision import Choice
from houseway.house.tables.state import FinishedRound, Hold, SeatedPlayer, TableState, wagers_json
from houseway.money import format_money

if TYPE_CHECKING:
    from houseway.house.jackpots.jackpot import Jackpot
    from houseway.house.tables.table import Table

_NO_ROUND: Final[dict[str, Any]] = {"dealer": [], "lights": None, "board": [], "turn": None}


def table_view(table: "Table", seat: int = 0) -> dict[str, Any]:
    """The table and its round as a seat may see them; seat 0 is somebody who looks on."""
    state = table.fresh()
    return {
        **shared_view(table),
        "choices": open_choices(state, seat),
        "seats": [seat_view(state, player, seat) for player in state.seated.values()],
        "you": own_view(table, seat),
    }


def shared_view(table: "Table") -> dict[str, Any]:
    """What everybody at the table and around it sees alike."""
    state = table.fresh()
    return {
        "table": table.name,
        "game": state.rules.game if state.rules else None,
        "number": state.number,
        "phase": state.phase.value,
        "stopped": state.stopped or None,
        "day": state.day,
        "round": state.rounds,
        "deadline": table.deadline or None,
        "milliseconds_left": _milliseconds_left(table.deadline, table.log.clock) if table.deadline else None,
        **(state.round.seen_by_all() if state.round else _NO_ROUND),
        "deck": {"number": state.deck.number, "commitment": state.deck.commitment} if state.deck else None,
        "jackpot": _jackpot_view(table, table.jackpot) if table.jackpot else None,
        "held": _hold_view(state.hold) if state.hold else None,
        "settled": _finished_view(state.finished) if state.finished else None,
    }


def own_view(table: "Table", seat: int) -> dict[str, Any] | None:
    """The viewer's own seat and purse; None for somebody who looks on."""
    if seat not in table.fresh().seated:
        return None
    return {"seat": seat, "purse": format_money(table.purse(seat))}


def _milliseconds_left(deadline: str, clock: Callable[[], datetime]) -> int:
    """The time until a decision or the deal is due, by the house's clock: a client's own may be wrong."""
    return max(0, round((datetime.fromisoformat(deadline) - clock()).total_seconds() * 1000))


# ---- choices


def open_choices(state: TableState, seat: int) -> list[dict[str, Any]]:
    """The decisions that are open to the seat in turn; nobody else has any."""
    if state.round is None or not state.round.dealt or state.round.turn != seat:
        return []
    layout = state.open_rules.chosen.approval.layout
    return [choice_json(choice, layout) for choice in state.open_rules.payable(state.round.choices())]


def choice_json(choice: Choice, layout: Layout) -> dict[str, Any]:
    """A choice as data: the label and key of its button, the bounds of an amount, how many cards go with it."""
    button = layout.button(choice.text, amount=choice.most > 0)
    told: dict[str, Any] = {"decision": choice.text}
    if button:
        told |= {"label": button.label, "key": button.key}
    if choice.most:
        told |= {"least": format_money(choice.least), "most": format_money(choice.most)}
    if choice.cards:
        told["cards"] = choice.cards
    return told


# ---- parts of the view


def seat_view(state: TableState, player: SeatedPlayer, viewer: int) -> dict[str, Any]:
    """A seat and, where it plays the round, what the viewer sees of its hand."""
    now = state.round
    playing = next((one for one in now.seats if one.number == player.seat), None) if now else None
    row = now.seen_seat(viewer, playing) if now and playing else {"cards": [], "staked": {}, "decisions": []}
    return {
        **row,
        "seat": player.seat,
        "player": player.player,
        "wagers": wagers_json(player.wagers),
        "sits_out": player.sits_out,
        "leaves": player.has_left,
        "in_round": playing is not None,
    }


def _jackpot_view(table: "Table", jackpot: "Jackpot") -> dict[str, Any]:
    amount = format_money(jackpot.fresh().displayed)
    return {"name": jackpot.name, "amount": amount, "takes_wagers": table.takes_jackpot}


def _hold_view(hold: Hold) -> dict[str, Any]:
    """A win that two persons verify before it is paid."""
    awards = [{"player": player, "amount": format_money(amount)} for player, amount in hold.awards]
    short = {"short": format_money(hold.short)} if hold.short else {}
    return {"round": hold.round, "awards": awards, "verified": list(hold.verified), **short}


def _finished_view(finished: FinishedRound) -> dict[str, Any]:
    """The last round, until the next one is dealt; it is over, so all of it may be seen."""
    return {
        "round": finished.round,
        "void": finished.void or None,
        "record": finished.record,
        "settlement": finished.settlement,
        "limited": msgspec.to_builtins(finished.limited),
        **({"corrected": finished.corrected} if finished.corrected else {}),
    }
