"""What staff do with a jackpot itself: create it, change its terms, declare a game outside, stop and start it."""

from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow, NotApproved, shown
from houseway.games.game import Game
from houseway.house.jackpots.desk import JackpotDesk, JackpotPlan
from houseway.house.jackpots.payloads import Changed, Created, Declared, Started, Stopped
from houseway.house.log.events import Event
from houseway.house.log.ledger import cents, format_units, move
from houseway.house.log.names import JackpotPot, jackpot_account
from houseway.house.log.texts import require_text
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Word, Words
from houseway.house.people.rights import MANAGERS, SUPERVISOR, Right
from houseway.house.sheets.links import link_key, require_named_game, require_same_wins, stated_key
from houseway.house.sheets.overflow import overflow_ring, ring_text
from houseway.house.sheets.sheet import JackpotTerms
from houseway.house.sheets.table_rules import terms_to_json
from houseway.values import changed

CHANGE: Final = Right("change jackpot", SUPERVISOR, second=MANAGERS)


class CreateJackpot(ActInput, frozen=True, kw_only=True):
    """Create the jackpot of a table sheet; the house puts in the seed."""

    terms: JackpotTerms
    game: Game


def _create_jackpot(plan: JackpotPlan, desk: JackpotDesk, asked: CreateJackpot) -> None:
    terms = asked.terms
    if plan.state.terms is not None:
        raise NotAllowedNow("there is one of this name", field=desk.stream)
    after = changed(plan.state, terms=_require_terms(terms, desk.name), key=link_key(asked.game))
    _require_no_ring(plan, desk, terms)
    seed = cents(terms.seed) if terms.kind == "progressive" else 0
    into = jackpot_account(after.name, JackpotPot.METER)
    money = move(seed, out_of=jackpot_account(after.name, JackpotPot.FUNDING), into=into)
    created = Created(game=asked.game.name, second=desk.second, jackpot=after.summary())
    plan.add(created, by=desk.by, postings=money)


class ChangeJackpot(ActInput, frozen=True, kw_only=True):
    """Change rates, prizes or cap to those of a sheet, while no table is open on it.

    `game` is that of the sheet that has the terms: it must be won as the jackpot is.
    """

    terms: JackpotTerms
    game: Game | None = None


def _change_jackpot(plan: JackpotPlan, desk: JackpotDesk, asked: ChangeJackpot) -> None:
    state, new = plan.state, _require_terms(asked.terms, desk.name)
    if state.tables:
        raise NotAllowedNow(f"table {state.tables[0]} is open on it (R8)", field=desk.stream)
    if asked.game is not None:
        require_same_wins(link_key(asked.game), state.key, field=asked.game.name)
    if (new.kind, new.seed) != (state.posted.kind, state.posted.seed):
        raise NotApproved("kind and seed stay as they were created", field=desk.stream)
    if new.cap and cents(new.cap) < state.meter:
        reason = f"must be at least the meter's {format_units(state.meter)} (WAC 230-15-685(4))"
        raise NotApproved(reason, field="cap")
    _require_no_ring(plan, desk, new)
    plan.add(Changed(second=desk.second, jackpot=changed(state, terms=new).summary()), by=desk.by)


class DeclareGame(ActInput, frozen=True, kw_only=True):
    """Let a game outside houseway share the meter; it must be won alike, line by line.

    Take the lines from the approval of that game and not from this jackpot: they are compared.
    """

    game: Annotated[Word, Meta(description="A game outside houseway that a letter names.", extra={"argument": True})]
    reference: Annotated[Word, Meta(min_length=1, description="The reference of that game's own approval.")]
    supplier: Annotated[Word, Meta(description="Whose game it is, as its approval says.")]
    lines: Annotated[
        tuple[Word, ...],
        Meta(
            max_length=100,
            description="A line of its pay table as LINE=PAYS=CHANCE, such as royal flush=10%=1/649740; repeated.",
            extra={"option": "line"},
        ),
    ]
    kept_out: Annotated[
        tuple[Word, ...],
        Meta(max_length=20, description="An option that keeps a hand from winning there; may be repeated."),
    ] = ()


def _declare_game(plan: JackpotPlan, desk: JackpotDesk, asked: DeclareGame) -> None:
    state = plan.state
    if not state.progressive or not state.posted.linked:
        raise NotApproved("is not one that tables share", field=desk.stream)
    require_named_game(asked.game)
    key = stated_key(asked.lines, asked.kept_out, asked.supplier)
    require_same_wins(key, state.key, field=asked.game)
    after = changed(state, outside={**state.outside, asked.game: key})
    declared = Declared(
        game=asked.game, key=key, reference=asked.reference, second=desk.second, jackpot=after.summary()
    )
    plan.add(declared, by=desk.by)


class StopJackpot(ActInput, frozen=True, kw_only=True):
    """Take no more wagers on a jackpot: a short account, a seizure, a fault."""

    cause: Annotated[Words, Meta(description="Why, in words.", extra={"argument": True})]


def _stop_jackpot(plan: JackpotPlan, desk: JackpotDesk, asked: StopJackpot) -> None:
    if asked.cause.strip():
        require_text(asked.cause, field="stop")
    if not asked.cause.strip() or plan.state.stopped:
        stopped = f"is stopped already: {plan.state.stopped}" if plan.state.stopped else ""
        raise NotAllowedNow(stopped or "say why", field="stop")
    after = changed(plan.state, stopped=asked.cause)
    plan.add(Stopped(cause=asked.cause, jackpot=after.summary()), by=desk.by)


class StartJackpot(ActInput, frozen=True, kw_only=True):
    """Take wagers again."""


def _start_jackpot(plan: JackpotPlan, desk: JackpotDesk, _asked: StartJackpot) -> None:
    if not plan.state.stopped:
        raise NotAllowedNow("it is not stopped", field=desk.stream)
    after = changed(plan.state, stopped="")
    plan.add(Started(second=desk.second, jackpot=after.summary()), by=desk.by)


# ---- what terms must be


def _require_terms(terms: JackpotTerms, name: str) -> JackpotTerms:
    if terms.name != name:
        raise InvalidInput(f"the terms are those of {shown(terms.name)}", field=f"jackpot {name}")
    if terms.kind not in ("progressive", "house") or not terms.wager:
        raise InvalidInput("must have a kind and a wager", field=f"jackpot {name}")
    if terms.cap and terms.cap < max(terms.seed, terms.reset):
        raise NotApproved("must be at least seed and reset", field="cap")
    return terms


def _require_no_ring(plan: JackpotPlan, desk: JackpotDesk, terms: JackpotTerms) -> None:
    """What overflows must not come back (R9); the other jackpots must not change before this is appended."""

    def into(name: str) -> str:
        if name == desk.name:
            return terms.overflow
        other = desk.other(name)
        other.catch_up()
        plan.expected[other.stream] = other.state.number
        return other.state.terms.overflow if other.state.terms else ""

    if names := overflow_ring(desk.name, into):
        raise NotApproved(f"{ring_text(names)} (R9)", field=desk.stream)


def _is_same_creation(_desk: JackpotDesk, asked: CreateJackpot, event: Event) -> bool:
    if event.kind != Created.KIND:
        return False
    payload = event.read(Created)
    return (payload.game, payload.jackpot.terms) == (asked.game.name, terms_to_json(asked.terms))


def _is_same_change(_desk: JackpotDesk, asked: ChangeJackpot, event: Event) -> bool:
    return event.kind == Changed.KIND and event.read(Changed).jackpot.terms == terms_to_json(asked.terms)


CREATE_JACKPOT: Final = Act(
    "create",
    CreateJackpot,
    Right("open jackpot", SUPERVISOR, second=MANAGERS),
    (Created,),
    _create_jackpot,
    match=_is_same_creation,
    is_offered=False,
)
CHANGE_JACKPOT: Final = Act(
    "change", ChangeJackpot, CHANGE, (Changed,), _change_jackpot, match=_is_same_change, is_offered=False
)
DECLARE_GAME: Final = Act(
    "declare",
    DeclareGame,
    CHANGE,
    (Declared,),
    _declare_game,
    "declare match match-the-dealer-blackjack --reference 2019-07-23 --supplier ... --line ... --as sue --second ada",
    says=lambda _, asked: {"game": asked.game, "reference": asked.reference},
)
STOP_JACKPOT: Final = Act(
    "stop",
    StopJackpot,
    Right("hold jackpot", MANAGERS),
    (Stopped,),
    _stop_jackpot,
    'stop royal "the account is short" --as sue',
)
START_JACKPOT: Final = Act(
    "start",
    StartJackpot,
    Right("release jackpot", SUPERVISOR, second=MANAGERS),
    (Started,),
    _start_jackpot,
    "start royal --as sue --second ada",
)
