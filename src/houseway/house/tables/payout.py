"""Aggregate payout limits (WAC 230-15-490): the most that a table pays for one wager in one round, to all seats.

The settlement stays as the letter has it. Where the winnings of a wager are more than its limit in all, the house pays
the limit, and each seat its part of it: in proportion to what it won, in cents, by the largest remainder, so that the
parts are the limit to the cent. The stake of a winner is no winnings: it comes back whole. Envy is a prize of its own
kind and jackpots have a meter; neither is counted.
"""

from collections.abc import Mapping, Sequence

from houseway.games.round.settlement import SettledWager, Settlement
from houseway.house.tables.payloads import LimitedSeat, LimitedWager
from houseway.money import Cents, format_money, parse_money


def wagers_over_limit(settlement: Settlement, limits: Mapping[str, Cents]) -> list[LimitedWager]:
    """The wagers of a settled round whose winnings are above their limit, with what each seat is paid."""
    limited = []
    for wager, limit in limits.items():
        won = {seat.seat: sum(_winnings(line, wager) for line in seat.wagers) for seat in settlement.seats}
        won = {seat: amount for seat, amount in won.items() if amount}
        if sum(won.values()) > limit:
            limited.append(_limited_wager(wager, limit, won))
    return limited


def amounts_withheld(limited: Sequence[LimitedWager]) -> dict[int, Cents]:
    """How much less than the settlement says each seat is paid."""
    less: dict[int, Cents] = {}
    for wager in limited:
        for seat in wager.seats:
            withheld = parse_money(seat.full) - parse_money(seat.paid, zero=True)
            less[seat.seat] = less.get(seat.seat, 0) + withheld
    return less


def split_in_proportion(amounts: Sequence[Cents], limit: Cents) -> list[Cents]:
    """Parts of a limit in proportion to amounts that are more than it: the largest remainders get the cents left."""
    total = sum(amounts)
    parts = [amount * limit // total for amount in amounts]
    order = sorted(range(len(amounts)), key=lambda place: -(amounts[place] * limit % total))
    for place in order[: limit - sum(parts)]:
        parts[place] += 1
    return parts


def limit_text(limited: LimitedWager) -> str:
    """A limit that was reached, in a line."""
    seats = ", ".join(f"seat {seat.seat} {seat.paid} of {seat.full}" for seat in limited.seats)
    return f"{limited.wager}: {limited.full} was won, the aggregate limit is {limited.paid}; paid: {seats}"


def _winnings(line: SettledWager, wager: str) -> Cents:
    """The winnings of a line, without the stake that comes back; at odds of N for 1 the stake is gone."""
    if line.wager != wager or line.result != "win":
        return 0
    return line.returned if " for " in (line.odds or "") else line.returned - line.stake


def _limited_wager(wager: str, limit: Cents, won: Mapping[int, Cents]) -> LimitedWager:
    parts = split_in_proportion(list(won.values()), limit)
    seats = [
        LimitedSeat(seat=seat, full=format_money(full), paid=format_money(paid))
        for (seat, full), paid in zip(won.items(), parts, strict=True)
    ]
    return LimitedWager(wager=wager, full=format_money(sum(won.values())), paid=format_money(limit), seats=seats)
