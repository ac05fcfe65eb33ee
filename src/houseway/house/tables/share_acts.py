"""Percentage shares of a jackpot, keyed in on the console's touch pad and compared with what the cards say.

Flush Poker and Wild Monkey Pai Gow, Royal Riches Jackpot, clause 5: all percentage-based payouts are entered into the
jackpot's system on the table's touch pad. The cards have already decided what is won, and the meter was read at that
moment; the pad is a second pair of eyes. A difference calls the floor, and no round is dealt before a supervisor has
answered and the shares are keyed in as the cards say.
"""

import re
from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import Event
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Word
from houseway.house.people.rights import FLOOR, Right
from houseway.house.tables.desk import TableDesk, TablePlan
from houseway.house.tables.floor_calls import FloorCalled, open_calls
from houseway.house.tables.shares import Share, awaited_shares, is_stopped_by_shares, share_words
from houseway.house.tables.state import FinishedRound, TableChange, TableState
from houseway.values import changed

_SHARE: Final = re.compile(r"([1-7])=(\d{1,3}(?:\.\d{1,2})?)%?")


class SharesEntered(TableChange, frozen=True, kw_only=True):
    """The shares of a round were keyed in as the cards say."""

    KIND = "shares entered"
    round: int
    shares: list[Share]

    def fold(self, state: TableState, by: str) -> TableState:
        """Nothing more is awaited of the round."""
        return changed(state, shares_entered=True, shares_call=0)


class SharesDiffer(TableChange, frozen=True, kw_only=True):
    """The shares that were keyed in are not those of the cards; `call` is the call to the floor that it caused."""

    KIND = "shares differ"
    round: int
    shares: list[Share]
    call: int
    reason: str

    def fold(self, state: TableState, by: str) -> TableState:
        """The table waits for a supervisor."""
        return changed(state, shares_call=self.call)


class EnterShares(ActInput, frozen=True, kw_only=True):
    """Key in the percentage shares of the jackpot that the last round won, as on the table's touch pad."""

    shares: Annotated[
        tuple[Word, ...],
        Meta(max_length=7, description="Seat and percentage, such as 2=10%.", extra={"argument": True}),
    ]


def _enter_shares(plan: TablePlan, desk: TableDesk, asked: EnterShares) -> None:
    state = plan.state
    expected, keyed = awaited_shares(state), parse_shares(asked.shares)
    finished = state.finished
    if finished is None or not expected:
        raise NotAllowedNow("no share of a jackpot is to be keyed in", field="shares")
    if is_stopped_by_shares(state):
        raise NotAllowedNow("a supervisor answers the call first, then key them in again", field="shares")
    if keyed == expected:
        plan.add(SharesEntered(round=finished.round, shares=keyed), by=desk.by)
    else:
        _call_floor(plan, finished, keyed, by=desk.by)


def _call_floor(plan: TablePlan, finished: FinishedRound, keyed: list[Share], *, by: str) -> None:
    """Record that the shares differ, without revealing what the cards say, and call a supervisor."""
    reason = f"the shares keyed in for round {finished.round} ({share_words(keyed)}) are not those of the cards"
    own = next((one.number for one in open_calls(plan.state) if one.by == by), 0)
    call = own or plan.state.number + 2  # of the event after the next one
    plan.add(SharesDiffer(round=finished.round, shares=keyed, call=call, reason=reason), by=by)
    if not own:
        plan.add(FloorCalled(call=call, reason=reason), by=by)


def parse_shares(texts: tuple[str, ...]) -> list[Share]:
    """Seats and percentages as they were keyed in, by seat."""
    shares: list[Share] = []
    for text in texts:
        read = _SHARE.fullmatch(text.replace(" ", ""))
        if read is None:
            raise InvalidInput(f"must be a seat and a percentage, such as 2=10%, not {text!r}", field="shares")
        shares.append((int(read[1]), f"{read[2]}%"))
    return sorted(shares)


def _is_same_entry(_desk: TableDesk, asked: EnterShares, event: Event) -> bool:
    kinds: dict[str, type[SharesEntered | SharesDiffer]] = {one.KIND: one for one in (SharesEntered, SharesDiffer)}
    payload = kinds.get(event.kind)
    return payload is not None and event.read(payload).shares == parse_shares(asked.shares)


ENTER_SHARES: Final = Act(
    "shares",
    EnterShares,
    Right("enter shares", FLOOR),
    (SharesEntered, SharesDiffer),
    _enter_shares,
    "shares 7 2=10% --as dan",
    match=_is_same_entry,
    refusal=lambda event: event.read(SharesDiffer).reason if event.kind == SharesDiffer.KIND else "",
)
