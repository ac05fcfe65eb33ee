"""The events that a table appends to its jackpot's stream: contributions, their reversal, awards, links."""

from collections.abc import Mapping, Sequence
from typing import Final

from houseway.errors import NotAllowedNow, NotApproved
from houseway.games.round.jackpot import Award, JackpotResult
from houseway.house.jackpots.payloads import (
    AwardCorrected,
    Awarded,
    AwardEntry,
    Contributed,
    Fed,
    Linked,
    Reversed,
    Unlinked,
    read_awards,
    round_of,
)
from houseway.house.jackpots.state import Contribution, JackpotState
from houseway.house.log.events import Event, NewEvent
from houseway.house.log.kinds import CorrectionEvent
from houseway.house.log.ledger import Posting, Units, cents, format_units, move, parse_amount
from houseway.house.log.log import Log
from houseway.house.log.names import JackpotPot, TablePot, jackpot_account, jackpot_stream, table_account
from houseway.house.log.payload import Payload
from houseway.house.sheets.links import link_key, require_same_wins
from houseway.house.sheets.sheet import JackpotTerms
from houseway.house.sheets.table_rules import TableRules
from houseway.money import Cents, format_money
from houseway.values import changed

_POTS: Final = (JackpotPot.METER, JackpotPot.OVERFLOW, JackpotPot.RESERVE)


def jackpot_event(state: JackpotState, payload: Payload, postings: Sequence[Posting] = ()) -> NewEvent:
    """An event of a jackpot."""
    return NewEvent(stream=jackpot_stream(state.name), kind=payload.KIND, data=payload, postings=postings)


# ---- contributions


def sense(state: JackpotState, staked: Cents) -> Contribution:
    """What wagers contribute: a cent times a rate is a whole number of units. Above the cap it overflows."""
    terms = state.posted
    risen, room = staked * terms.increment, state.room
    shown = risen if room is None else min(risen, room)
    return Contribution(meter=shown, overflow=risen - shown, reserve=staked * terms.reserve)


def contribution_event(
    state: JackpotState, contribution: Contribution, *, source: str, table: str, round_number: int, **more: str
) -> NewEvent:
    """The event of a contribution, from a table's receipts into the jackpot; `more` describes an outside game."""
    contributed = Contributed(table=table, round=round_number, **_contribution_texts(contribution), **more)
    return jackpot_event(state, contributed, _postings(state, contribution, source))


def reversal_event(
    state: JackpotState, contribution: Contribution, *, table: str, round_number: int, was_reset: bool = False
) -> NewEvent:
    """The event that takes back a void round's contribution; the house makes good what somebody has won of it since.

    A meter that has been reset since then keeps what it holds, because the win took the contribution.
    """
    there = Contribution(
        meter=0 if was_reset else min(contribution.meter, state.meter),
        overflow=min(contribution.overflow, state.overflow),
        reserve=min(contribution.reserve, state.reserve),
    )
    gone = sum(_amounts(contribution)) - sum(_amounts(there))
    source = table_account(table, TablePot.PROGRESSIVE)
    back = [Posting(name, -amount) for name, amount in _postings(state, there, source)]
    texts = _contribution_texts(there)
    reversal = Reversed(table=table, round=round_number, **texts, made_good=format_units(gone))
    postings = merge_postings(*back, *move(gone, out_of=jackpot_account(state.name, JackpotPot.FUNDING), into=source))
    return jackpot_event(state, reversal, postings)


def was_reset_since(log: Log, state: JackpotState, *, table: str, round_number: int, dealt_at: str) -> bool:
    """Whether a meter was won whole and reset after a round contributed to it."""
    stream = jackpot_stream(state.name)
    events = list(log.read(stream, log.number_before(stream, dealt_at) + 1))
    own = [one.number for one in events if one.kind == Contributed.KIND and round_of(one) == (table, round_number)]
    since = own[-1] if own else 0
    return any(resets_meter(one) for one in events if one.number > since)


def resets_meter(event: Event) -> bool:
    """Whether an award, or its correction, puts the meter back to its posted reset."""
    return event.kind in (Awarded.KIND, AwardCorrected.KIND) and parse_amount(read_awards(event).reseeded) > 0


def _amounts(contribution: Contribution) -> tuple[Units, Units, Units]:
    return contribution.meter, contribution.overflow, contribution.reserve


def _contribution_texts(contribution: Contribution) -> dict[str, str]:
    return {
        pot.value: format_units(amount) for pot, amount in zip(_POTS, _amounts(contribution), strict=True) if amount
    }


def _postings(state: JackpotState, contribution: Contribution, source: str) -> tuple[Posting, ...]:
    pots = zip(_POTS, _amounts(contribution), strict=True)
    into = [Posting(jackpot_account(state.name, pot), amount) for pot, amount in pots if amount]
    return (Posting(source, -sum(_amounts(contribution))), *into) if into else ()


def merge_postings(*postings: Posting) -> tuple[Posting, ...]:
    """Postings with one line for each account, and no line for 0."""
    sums: dict[str, Units] = {}
    for name, amount in postings:
        sums[name] = sums.get(name, 0) + amount
    return tuple(Posting(name, amount) for name, amount in sums.items() if amount)


# ---- awards


def award_events(
    state: JackpotState,
    result: JackpotResult,
    payees: Mapping[int, str],
    *,
    table: str,
    round_number: int,
    players: Mapping[int, str],
    entered: str = "",
) -> list[NewEvent]:
    """The events of a round's awards: the meter pays into the payees' accounts, and is reset if it was won whole.

    The events also list awards that the house pays; that money moves with the table's settlement.
    """
    paid = [award for award in result.awards if award.from_meter]
    from_meter = [Posting(payees[award.seat], cents(award.amount)) for award in paid]
    taken = sum(amount for _, amount in from_meter)
    reserve = min(state.reserve, result.reseeded)
    meter = jackpot_account(state.name, JackpotPot.METER)
    postings = merge_postings(
        *from_meter,
        *move(reserve, out_of=jackpot_account(state.name, JackpotPot.RESERVE), into=meter),
        *move(result.reseeded - reserve, out_of=jackpot_account(state.name, JackpotPot.FUNDING), into=meter),
        Posting(meter, -taken),
    )
    left = state.meter - taken + result.reseeded
    awarded = Awarded(
        table=table,
        round=round_number,
        awards=[_award_entry(award, players) for award in result.awards],
        before=format_units(state.prize_pool),
        reseeded=format_units(result.reseeded),
        after=format_units(left if state.progressive else state.prize_pool),
        jackpot=changed(state, hits=state.hits + 1).summary(),
        entered=entered,
    )
    events = [jackpot_event(state, awarded, postings)]
    fed = _fed(changed(state, meter=left)) if result.reseeded else 0
    if fed:
        overflow = move(fed, out_of=jackpot_account(state.name, JackpotPot.OVERFLOW), into=meter)
        events.append(jackpot_event(state, Fed(amount=format_units(fed)), overflow))
    return events


def award_correction_event(
    state: JackpotState,
    awards: Sequence[Award],
    *,
    more: Cents,
    reseeded: Units,
    from_reserve: Units,
    hits: int,
    table: str,
    round_number: int,
    correction: int,
    players: Mapping[int, str],
    by: str,
    second: str,
    entered: str,
) -> NewEvent:
    """The event of a round's corrected awards: the meter pays `more`, or gets it back if that is below zero.

    The table pays its players, so the money goes to the table's account for jackpots. `reseeded` is how much more or
    less the reset adds, and `from_reserve` is the part of it that the reserve pays.
    """
    after = state.meter - cents(more) + reseeded
    source = table_account(table, TablePot.PROGRESSIVE)
    postings = merge_postings(
        Posting(jackpot_account(state.name, JackpotPot.METER), reseeded - cents(more)),
        Posting(jackpot_account(state.name, JackpotPot.RESERVE), -from_reserve),
        Posting(jackpot_account(state.name, JackpotPot.FUNDING), from_reserve - reseeded),
        Posting(source, cents(more)),
    )
    corrected = AwardCorrected(
        table=table,
        round=round_number,
        correction=correction,
        awards=[_award_entry(award, players) for award in awards],
        before=format_units(state.prize_pool),
        reseeded=format_units(reseeded),
        after=format_units(after if state.progressive else state.prize_pool),
        second=second,
        entered=entered,
        jackpot=changed(state, hits=state.hits + hits).summary(),
    )
    stream = jackpot_stream(state.name)
    return NewEvent(stream=stream, kind=CorrectionEvent.AWARD, by=by, data=corrected, postings=postings)


def _fed(state: JackpotState) -> Units:
    """The overflow that the next jackpot of the same meter has room for."""
    return 0 if state.posted.overflow else min(state.overflow, state.room or 0)


def _award_entry(award: Award, players: Mapping[int, str]) -> AwardEntry:
    return AwardEntry(
        seat=award.seat,
        player=players[award.seat],
        line=award.line,
        share=award.share,
        amount=format_money(award.amount),
        paid_by="meter" if award.from_meter else "house",
    )


# ---- links


def link_event(state: JackpotState, rules: TableRules) -> NewEvent:
    """The event of a table that opens on the jackpot, with the same terms and the same way to win it."""
    terms, field = state.posted, f"jackpot {state.name}"
    if rules.jackpot is None or not same_terms(terms, rules.jackpot):
        raise NotApproved("the table states other terms of the same jackpot", field=field)
    require_same_wins(link_key(rules.chosen), state.key, field=field)
    if rules.name in state.tables:
        raise NotAllowedNow(f"table {rules.name} is linked already", field=field)
    if state.tables and not (state.progressive and terms.linked):
        why = "a house jackpot is never shared" if not state.progressive else "it is not one that tables share"
        raise NotApproved(f"table {state.tables[0]} has it: {why}", field=field)
    after = changed(state, tables=(*state.tables, rules.name))
    return jackpot_event(state, Linked(table=rules.name, jackpot=after.summary()))


def unlink_event(state: JackpotState, table: str) -> NewEvent:
    """The event of a table that closes."""
    after = changed(state, tables=tuple(name for name in state.tables if name != table))
    return jackpot_event(state, Unlinked(table=table, jackpot=after.summary()))


def same_terms(one: JackpotTerms, other: JackpotTerms) -> bool:
    """Whether two sheets say the same of a meter; games outside may be declared at one table only."""
    fields: Sequence[str] = [name for name in JackpotTerms.__slots__ if name != "outside"]
    return all(getattr(one, name) == getattr(other, name) for name in fields)
