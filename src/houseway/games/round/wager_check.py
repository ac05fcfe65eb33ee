"""Checks seats and wagers against the letter, before any card is dealt."""

from collections.abc import Mapping, Sequence

from houseway.errors import InvalidInput, NotApproved
from houseway.games.game import Game
from houseway.games.round.jackpot import Meter
from houseway.games.round.seat import Seat
from houseway.money import Cents, format_money, parse_money


def verify_seats(game: Game, seats: Sequence[Seat]) -> None:
    """Refuse seats that the table does not have, and seats out of order."""
    most = game.approval.table.seats
    numbers = [seat.number for seat in seats]
    if not numbers:
        raise InvalidInput("there must be at least one seat", field="seats")
    for number in numbers:
        if not 1 <= number <= most:
            raise InvalidInput(f"must be 1 to {most}, not {number}", field="seat")
    if numbers != sorted(set(numbers)):
        raise InvalidInput(f"must be ascending, each once, not {numbers}", field="seats")


def verify_jackpot(game: Game, jackpot: Meter | None) -> None:
    """Refuse a fixed wager of the jackpot outside the letter's range."""
    wager = game.approval.jackpot
    if jackpot and wager and wager.most:
        fixed = jackpot.wager
        if not parse_money(wager.least) <= fixed <= parse_money(wager.most):
            reason = f"must be ${wager.least} to ${wager.most}, not {format_money(fixed)}"
            raise NotApproved(reason, field="jackpot.wager")


def verify_wagers(game: Game, placed: Mapping[str, Cents], jackpot: Meter | None) -> None:
    """Refuse wagers that the house does not take, and wagers without those that the letter demands."""
    wagers = game.approval.wagers
    for name in () if game.offered.issuperset(placed) else placed:
        if name not in wagers:
            raise InvalidInput(f"unknown wager; {game.name} has {', '.join(wagers)}", field=f"wagers.{name}")
        if wagers[name].role == "decision":
            raise InvalidInput("comes from a decision and is not placed before the deal", field=f"wagers.{name}")
        if name not in game.offered:
            raise NotApproved(f"is off at this table (option {game.switched_off_by(name)})", field=f"wagers.{name}")
    for name in game.approval.required:
        if name not in placed:
            raise InvalidInput("is mandatory and missing", field=f"wagers.{name}")
        equals = wagers[name].equals
        if equals and placed[name] != placed[equals]:
            raise InvalidInput(f"must equal the {equals}", field=f"wagers.{name}")
    fixed = game.approval.jackpot
    if fixed and fixed.name in placed:
        _verify_jackpot_wager(fixed.name, placed[fixed.name], jackpot)


def _verify_jackpot_wager(name: str, amount: Cents, jackpot: Meter | None) -> None:
    if jackpot is None:
        raise InvalidInput(f"is missing, and a seat wagers on the {name}", field="jackpot")
    if amount != jackpot.wager:
        fixed = format_money(jackpot.wager)
        raise InvalidInput(f"must be the fixed amount of {fixed}, the same for all seats", field=f"wagers.{name}")
