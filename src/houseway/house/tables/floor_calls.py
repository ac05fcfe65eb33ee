"""Calling the floor: a dealer or a seated player asks for a supervisor, and a supervisor answers."""

from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.texts import require_text
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Words
from houseway.house.people.rights import FLOOR, SUPERVISOR, Right
from houseway.house.tables.desk import TableDesk, TablePlan
from houseway.house.tables.payloads import OpenMatter
from houseway.house.tables.state import TableChange, TableState
from houseway.values import changed

CALL: Final = Right("call the floor", FLOOR, note="or a player who sits at the table")
_WHAT: Final = "floor call"  # among the matters of a table


class FloorCalled(TableChange, frozen=True, kw_only=True):
    """Somebody at the table asks for a supervisor."""

    KIND = "floor called"
    PUBLIC = ("call",)
    SENTENCE = "The floor is called."
    call: int
    reason: str

    def fold(self, state: TableState, by: str) -> TableState:
        """The call is open until a supervisor answers it."""
        call = OpenMatter(number=self.call, what=_WHAT, by=by, reason=self.reason)
        return changed(state, matters=(*state.matters, call))


class FloorAnswered(TableChange, frozen=True, kw_only=True):
    """A supervisor has answered a call."""

    KIND = "floor answered"
    PUBLIC = ("call",)
    SENTENCE = "A supervisor has answered the call."
    call: int
    reply: str = ""

    def fold(self, state: TableState, by: str) -> TableState:
        """The call is closed."""
        rest = (one for one in state.matters if (one.what, one.number) != (_WHAT, self.call))
        return changed(state, matters=tuple(rest))


def open_calls(state: TableState) -> list[OpenMatter]:
    """The calls that nobody has answered, the oldest first."""
    return [one for one in state.matters if one.what == _WHAT]


class CallFloor(ActInput, frozen=True, kw_only=True):
    """Call a supervisor to the table: as its dealer, or as a player who sits there."""

    reason: Annotated[Words, Meta(description="Why, in a few words.", extra={"argument": True})]


def _call_floor(plan: TablePlan, desk: TableDesk, asked: CallFloor) -> None:
    require_text(asked.reason, field="reason")
    state, _ = plan.state, plan.state.open_rules
    if not any(place.player == desk.by and not place.has_left for place in state.seated.values()):
        desk.permit(CALL, desk.by)
    if any(one.by == desk.by for one in open_calls(state)):
        raise NotAllowedNow("has called already; a supervisor will come", field=desk.by)
    own_number = state.number + 1  # of its event, which no other call has
    plan.add(FloorCalled(call=own_number, reason=asked.reason), by=desk.by)


class AnswerCall(ActInput, frozen=True, kw_only=True):
    """Answer a call to the floor."""

    call: Annotated[int, Meta(ge=0, description="The call's number; the oldest where none is named.")] = 0
    reply: Annotated[Words, Meta(description="What was done.", extra={"argument": True})] = ""


def _answer_call(plan: TablePlan, desk: TableDesk, asked: AnswerCall) -> None:
    if asked.reply:
        require_text(asked.reply, field="reply")
    calls = [one.number for one in open_calls(plan.state)]
    if not calls:
        raise NotAllowedNow("nobody has called", field="table")
    if asked.call and asked.call not in calls:
        raise InvalidInput(f"is not open; open are {', '.join(map(str, calls))}", field=f"call {asked.call}")
    plan.add(FloorAnswered(call=asked.call or calls[0], reply=asked.reply), by=desk.by)


CALL_FLOOR: Final = Act(
    "call-floor",
    CallFloor,
    CALL,
    (FloorCalled,),
    _call_floor,
    "call-floor 7 a chip fell off the layout --as dan",
    asks_right_first=False,
    may_be_seated=True,
)
ANSWER_CALL: Final = Act(
    "answer-call",
    AnswerCall,
    Right("answer a call", SUPERVISOR),
    (FloorAnswered,),
    _answer_call,
    "answer-call 7 chip put back --as sue",
)
