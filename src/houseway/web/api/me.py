"""`/me` and `/drills`: one's decisions and what they cost, positions to practise, and a purse that is filled again."""

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromQuery, JSONBody
from msgspec import UNSET, UnsetType

from houseway.errors import InvalidInput
from houseway.games.round.positions import Record
from houseway.house.log.events import NewEvent
from houseway.house.log.kinds import LearningEvent
from houseway.house.people.house import NotPermitted
from houseway.house.people.person_payloads import DrillAnswered
from houseway.money import format_money, parse_money
from houseway.web.api.common import AnyRequest, GameName, address_of, in_thread, services_of, signed_in
from houseway.web.api.games import known_game
from houseway.web.coach import drills, learning
from houseway.web.coach.coach import in_money
from houseway.web.coach.drills import Position, Wrong
from houseway.web.http.problems import NotFound
from houseway.web.practice import demonstration_house as practice
from houseway.web.services import Services

ERRORS = "dealer-errors"
TRIES = 80  # chance positions that are weighed to find a close one; one in ten is close in every game
UNIT = 10_00  # the first wager of a drill, in cents


class Answer(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What somebody answers to a drill: a decision, or the line that is wrong."""

    id: Annotated[str, msgspec.Meta(max_length=40)]
    decision: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    answer: Record | None = None


class Score(msgspec.Struct, kw_only=True):
    """How many drills were asked and right, how many right in a row, and the longest row."""

    asked: int
    right: int
    streak: int
    best: int


class Drill(msgspec.Struct, kw_only=True):
    """Something to answer: a position as its seat sees it, or a settlement with one line wrong."""

    id: str
    game: str
    view: Record | UnsetType = UNSET
    text: str | UnsetType | None = UNSET
    record: Record | UnsetType = UNSET
    settlement: Record | UnsetType = UNSET


class Drills(msgspec.Struct, kw_only=True):
    """What is asked, and the score so far."""

    game: str
    kind: str
    positions: list[Drill]
    score: Score


class WrongLine(msgspec.Struct, kw_only=True):
    """Where the wrong line of a settlement is."""

    seat: int
    wager: str
    hand: int | None


class Judgement(msgspec.Struct, kw_only=True):
    """Whether an answer was right: of a settlement where it was wrong, of a position what each choice is worth."""

    right: bool
    where: WrongLine | UnsetType = UNSET
    line: Record | UnsetType = UNSET
    why: str | UnsetType | None = UNSET
    clause: str | UnsetType = UNSET
    decisions: Record | UnsetType = UNSET
    best: str | UnsetType = UNSET
    exact: bool | UnsetType = UNSET
    decision: str | UnsetType = UNSET
    cost: str | UnsetType = UNSET
    score: Score | UnsetType = UNSET


class Chips(msgspec.Struct, kw_only=True):
    """What is in the purse."""

    balance: str


class MeController(Controller):
    """One's own decisions."""

    path = "/me"
    tags = ("me",)

    @get("/decisions", summary="One's weighed decisions, the newest first")
    async def decisions(self, request: AnyRequest) -> list[learning.WeighedDecision]:
        """What one decided, what was best, and what the difference costs."""
        services, session = services_of(request), signed_in(request)
        return await in_thread(lambda: learning.decisions_of(services.floor.log, session.person))

    @get("/mistakes", summary="What one's mistakes cost, by kind")
    async def mistakes(self, request: AnyRequest) -> learning.Mistakes:
        """The dearest first."""
        services, session = services_of(request), signed_in(request)
        return await in_thread(lambda: learning.mistakes_of(services.floor.log, session.person))

    @post("/chips", summary="Fill a guest's purse up again", status_code=200)
    async def chips(self, request: AnyRequest, staked: FromQuery[str] = "0") -> Chips:
        """Practice chips up to the usual bankroll, beside what is about to be staked, in dollars."""
        services, session = services_of(request), signed_in(request)
        if not session.guest:
            raise NotPermitted("chips are bought at the cage", field=session.person)
        services.guard.heavy.check(address_of(request))
        beside = parse_money(staked, field="staked", zero=True)
        held = await in_thread(lambda: services.floor.balance(session.person))
        if event := practice.chips(session.person, held, beside):
            await services.floor.append(event)
            services.floor.forget_purse(session.person)
            services.hub.purse_changed(session.person)
        return Chips(balance=format_money(await in_thread(lambda: services.floor.balance(session.person))))


class DrillsController(Controller):
    """Positions to practise, and settlements with an error."""

    path = "/drills"
    tags = ("me",)

    @get("/{game:str}", summary="A close position, one's own mistakes again, or a settlement with one line wrong")
    async def ask(self, request: AnyRequest, game: GameName, kind: FromQuery[str] = "positions") -> Drills:
        """Something to answer; `dealer-errors` as the game or the kind asks for a wrong settlement."""
        services, session = services_of(request), signed_in(request)
        services.coach.require_allowed("" if game == ERRORS else game)
        services.guard.heavy.check(address_of(request))
        if game == ERRORS or kind == ERRORS:
            name = drills.some_game() if game == ERRORS else known_game(game)
            position: Drill | None = await _ask_error(services, session.person, name)
        else:
            position = await _ask_position(services, session.person, known_game(game))
        score = await in_thread(lambda: score_of(services, session.person, game))
        return Drills(game=game, kind=kind, positions=[position] if position else [], score=score)

    @post("/{game:str}", summary="Answer a drill", status_code=200)
    async def answer(self, request: AnyRequest, game: GameName, data: JSONBody[Answer]) -> Judgement:
        """Whether it was right, what each choice is worth, and the score."""
        services, session = services_of(request), signed_in(request)
        services.coach.require_allowed("" if game == ERRORS else game)
        asked = services.asked.take(data.id, session.person)
        if asked is None:
            raise NotFound("that question is answered or forgotten; ask for another", field="id")
        judged = _judged(asked, data)
        answered = DrillAnswered(drill=game, game=asked.game, right=judged.right)
        await services.floor.append(NewEvent(stream=learning.stream_of(session.person), data=answered))
        judged.score = await in_thread(lambda: score_of(services, session.person, game))
        return judged


async def _ask_position(services: Services, person: str, game: str) -> Drill | None:
    """Every third time one's own dearest mistake, else a chance position whose choices are close."""
    own = await in_thread(lambda: _own_mistakes(services, person, game))
    count = await in_thread(lambda: score_of(services, person, game).asked)
    if own and count % 3 == 2:
        one = own[count // 3 % len(own)]
        record = one.position
        seat = next(row["seat"] for row in record["seats"] if "cards" in row)
        found = await services.coach.weigh(record)
        return _asked_position(services, person, game, record, seat, found, text="You have been here before.")
    for _ in range(TRIES):
        record, seat = await in_thread(lambda: drills.chance_position(game))
        found = await services.coach.weigh(record)
        if found.get("waiting"):
            return None
        if drills.is_close(found):
            return _asked_position(services, person, game, record, seat, found, text="")
    return None


def _own_mistakes(services: Services, person: str, game: str) -> list[learning.WeighedDecision]:
    decisions = learning.decisions_of(services.floor.log, person)
    wrong = [one for one in decisions if one.game == game and not one.right]
    return sorted(wrong, key=lambda one: -float(one.cost))[:10]


def _asked_position(
    services: Services, person: str, game: str, record: Record, seat: int, found: Record, *, text: str
) -> Drill | None:
    if "decisions" not in found:
        return None
    asked = services.asked.keep(Position(person, game, record, seat, found))
    return Drill(id=asked, game=game, view=drills.position_view(record, seat), text=text or None)


async def _ask_error(services: Services, person: str, game: str) -> Drill:
    wrong = await in_thread(lambda: drills.wrong_settlement(game))
    asked = services.asked.keep(Wrong(person, game, wrong.seat, wrong.line, wrong.true, wrong.reason))
    return Drill(id=asked, game=game, record=wrong.record, settlement=wrong.shown)


def _judged(asked: Position | Wrong, data: JSONBody[Answer]) -> Judgement:
    if isinstance(asked, Wrong):
        given = data.answer or {}
        place = (given.get("seat"), given.get("wager"), given.get("hand"))
        right = place == (asked.seat, asked.true["wager"], asked.true.get("hand"))
        if not right and given.get("hand") is None:
            right = place[:2] == (asked.seat, asked.true["wager"]) and "hand" not in asked.true
        where = WrongLine(seat=asked.seat, wager=asked.true["wager"], hand=asked.true.get("hand"))
        reason = asked.reason
        return Judgement(right=right, where=where, line=asked.true, why=reason.why, clause=reason.clause)
    if not data.decision:
        raise InvalidInput("is missing", field="decision")
    values = asked.found["decisions"]
    chosen = learning.choice_of(data.decision, values)
    if chosen not in values:
        raise InvalidInput("is not one of the choices", field="decision")
    loss = values[asked.found["best"]] - values[chosen]
    cost = format_money(round(loss * UNIT))
    return Judgement(**in_money(asked.found, UNIT), decision=chosen, right=loss < learning.NEARLY, cost=cost)


def score_of(services: Services, person: str, game: str) -> Score:
    """How many were asked and right, how many right in a row, and the longest row."""
    log = services.floor.log
    asked = right = streak = best = 0
    for event in log.read(learning.stream_of(person)):
        if event.kind == LearningEvent.DRILLED and (answered := event.read(DrillAnswered)).drill == game:
            asked += 1
            right += answered.right
            streak = streak + 1 if answered.right else 0
            best = max(best, streak)
    return Score(asked=asked, right=right, streak=streak, best=best)
