"""The events that a table appends to its jackpot's stream: contributions, their reversal, awards, links."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.errors import NotAllowedNow, NotApproved
from houseway.games.jackpot import UNITS_PER_CENT, Award, JackpotResult
from houseway.house.events import NewEvent
from houseway.house.jackpot_state import JackpotState
from houseway.house.ledger import Posting, Units, cents, format_units, move
from houseway.house.links import link_key, verify_alike
from houseway.house.sheet import JackpotTerms
from houseway.house.table_rules import TableRules
from houseway.house.table_state import Sensed
from houseway.money import Cents, format_money
from houseway.values import changed


def stream_of(name: str) -> str:
    """A jackpot's stream in the log."""
    return f"jackpot/{name}"


def account(state: JackpotState, pot: str) -> str:
    """An account of a jackpot."""
    return f"jackpot/{state.name}/{pot}"


def event(state: JackpotState, kind: str, data: Mapping[str, Any], **more: Any) -> NewEvent:
    """An event of a jackpot; `after` is the state that it leaves where it changes more than money."""
    after: JackpotState | None = more.pop("after", None)
    told = {**data, "jackpot": after.summary()} if after else dict(data)
    return NewEvent(stream=stream_of(state.name), kind=kind, data=told, **more)


# ---- contributions


def sense(state: JackpotState, staked: Cents) -> Sensed:
    """What wagers contribute: a cent times a rate is a whole number of units. Above the cap it overflows."""
    terms = state.posted
    risen, room = staked * terms.increment, state.room
    shown = risen if room is None else min(risen, room)
    return Sensed(meter=shown, overflow=risen - shown, reserve=staked * terms.reserve)


def contributed(state: JackpotState, sensed: Sensed, *, source: str, table: str, round_number: int) -> NewEvent:
    """Money goes from a table's receipts into the jackpot."""
    data = {"table": table, "round": round_number, **_told(sensed)}
    return event(state, "contributed", data, postings=_postings(state, sensed, source))


def reversed_contribution(state: JackpotState, sensed: Sensed, *, table: str, round_number: int) -> NewEvent:
    """A void round takes its contribution back; what somebody has won of it since is made good by the house."""
    there = Sensed(
        meter=min(sensed.meter, state.meter),
        overflow=min(sensed.overflow, state.overflow),
        reserve=min(sensed.reserve, state.reserve),
    )
    gone = sum(_amounts(sensed)) - sum(_amounts(there))
    source = f"table/{table}/progressive"
    back = [Posting(name, -amount) for name, amount in _postings(state, there, source)]
    data = {"table": table, "round": round_number, **_told(there), "made good": format_units(gone)}
    postings = merged(*back, *move(gone, out_of=account(state, "funding"), into=source))
    return event(state, "reversed", data, postings=postings)


def _amounts(sensed: Sensed) -> tuple[Units, Units, Units]:
    return sensed.meter, sensed.overflow, sensed.reserve


def _told(sensed: Sensed) -> dict[str, str]:
    names = ("meter", "overflow", "reserve")
    return {name: format_units(amount) for name, amount in zip(names, _amounts(sensed), strict=True) if amount}


def _postings(state: JackpotState, sensed: Sensed, source: str) -> tuple[Posting, ...]:
    pots = zip(("meter", "overflow", "reserve"), _amounts(sensed), strict=True)
    into = [Posting(account(state, pot), amount) for pot, amount in pots if amount]
    return (Posting(source, -sum(_amounts(sensed))), *into) if into else ()


def merged(*postings: Posting) -> tuple[Posting, ...]:
    """Postings with one line for each account, and none for nothing."""
    sums: dict[str, Units] = {}
    for name, amount in postings:
        sums[name] = sums.get(name, 0) + amount
    return tuple(Posting(name, amount) for name, amount in sums.items() if amount)


# ---- awards


def awarded(
    state: JackpotState,
    result: JackpotResult,
    payees: Mapping[int, str],
    *,
    table: str,
    round_number: int,
    players: Mapping[int, str],
) -> list[NewEvent]:
    """What a round has won: the meter pays into the payees' accounts and is reset where it was won whole.

    Awards that the house pays are told too; their money moves with the table's settlement.
    """
    paid = [award for award in result.awards if award.from_meter]
    from_meter = [Posting(payees[award.seat], cents(award.amount)) for award in paid]
    taken = sum(amount for _, amount in from_meter)
    reserve = min(state.reserve, result.reseeded)
    meter = account(state, "meter")
    postings = merged(
        *from_meter,
        *move(reserve, out_of=account(state, "reserve"), into=meter),
        *move(result.reseeded - reserve, out_of=account(state, "funding"), into=meter),
        Posting(meter, -taken),
    )
    left = state.meter - taken + result.reseeded
    data = {
        "table": table,
        "round": round_number,
        "awards": [_award_json(award, players) for award in result.awards],
        "before": format_units(state.shares_of),
        "reseeded": format_units(result.reseeded),
        "after": format_units(left if state.progressive else state.shares_of),
    }
    after = changed(state, hits=state.hits + 1)
    events = [event(state, "awarded", data, postings=postings, after=after)]
    fed = _fed(changed(state, meter=left)) if result.reseeded else 0
    if fed:
        overflow = move(fed, out_of=account(state, "overflow"), into=meter)
        events.append(event(state, "fed", {"amount": format_units(fed)}, postings=overflow))
    return events


def _fed(state: JackpotState) -> Units:
    """What came in above the cap, as far as the next jackpot of the same meter has room for it."""
    return 0 if state.posted.overflow else min(state.overflow, state.room or 0)


def _award_json(award: Award, players: Mapping[int, str]) -> dict[str, Any]:
    return {
        "seat": award.seat,
        "player": players[award.seat],
        "line": award.line,
        "share": award.share,
        "amount": format_money(award.amount),
        "from": "meter" if award.from_meter else "house",
    }


# ---- links


def linked(state: JackpotState, rules: TableRules) -> NewEvent:
    """A table is opened on the jackpot: only the terms that it was created with, and only where it is won alike."""
    terms, field = state.posted, f"jackpot {state.name}"
    if rules.jackpot is None or not same_terms(terms, rules.jackpot):
        raise NotApproved("the table states other terms of the same jackpot", field=field)
    verify_alike(link_key(rules.chosen), state.key, field=field)
    if rules.name in state.tables:
        raise NotAllowedNow(f"table {rules.name} is linked already", field=field)
    if state.tables and not (state.progressive and terms.linked):
        why = "a house jackpot is never shared" if not state.progressive else "it is not one that tables share"
        raise NotApproved(f"table {state.tables[0]} has it: {why}", field=field)
    after = changed(state, tables=(*state.tables, rules.name))
    return event(state, "linked", {"table": rules.name}, after=after)


def unlinked(state: JackpotState, table: str) -> NewEvent:
    """The table is closed."""
    after = changed(state, tables=tuple(name for name in state.tables if name != table))
    return event(state, "unlinked", {"table": table}, after=after)


def same_terms(one: JackpotTerms, other: JackpotTerms) -> bool:
    """Whether two sheets say the same of a meter; games outside may be declared at one table only."""
    fields: Sequence[str] = [name for name in JackpotTerms.__slots__ if name != "outside"]
    return all(getattr(one, name) == getattr(other, name) for name in fields)


def units(amount: Cents) -> Units:
    """Cents as units of a meter."""
    return amount * UNITS_PER_CENT
