"""`/drills`: positions to practise, your own mistakes at growing intervals, and settlements with one line wrong."""

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromQuery, JSONBody
from msgspec import UNSET, UnsetType

from houseway.errors import InvalidInput
from houseway.games.round.positions import Record
from houseway.house.log.events import NewEvent
from houseway.house.people.person_payloads import DrillAnswered
from houseway.money import format_money
from houseway.web.api.common import AnyRequest, GameName, address_of, in_thread, services_of, signed_in
from houseway.web.api.games import known_game
from houseway.web.coach import drills, learning
from houseway.web.coach.coach import in_money
from houseway.web.coach.diary import NEARLY, Diary, read_diary
from houseway.web.coach.drills import Position, Wrong
from houseway.web.coach.reviews import Review, ReviewPlan, plan_of, reviews_of
from houseway.web.http.problems import NotFound
from houseway.web.services import Services

ERRORS = "dealer-errors"
MISTAKES = "mistakes"
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
    """What is asked, the score so far, and which of your own mistakes in the game are due."""

    game: str
    kind: str
    positions: list[Drill]
    score: Score
    reviews: ReviewPlan


class WrongLine(msgspec.Struct, kw_only=True):
    """Where the wrong line of a settlement is."""

    seat: int
    wager: str
    hand: int | None


class Judgement(msgspec.Struct, kw_only=True):
    """Whether an answer was right: of a settlement where it was wrong, of a position what each choice is worth.

    `due` is when a mistake of your own is asked again; null once it is learned.
    """

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
    due: str | UnsetType | None = UNSET


class DrillsController(Controller):
    """Positions to practise, and settlements with an error."""

    path = "/drills"
    tags = ("me",)

    @get("/{game:str}", summary="A close position, your own mistakes again, or a settlement with one line wrong")
    async def ask(self, request: AnyRequest, game: GameName, kind: FromQuery[str] = "positions") -> Drills:
        """Something to answer; `dealer-errors` as the game or the kind asks for a wrong settlement.

        The kind `mistakes` asks only for your own mistakes that are due; there may be none.
        """
        services, session = services_of(request), signed_in(request)
        services.coach.require_allowed("" if game == ERRORS else game)
        services.guard.heavy.check(address_of(request))
        diary = await in_thread(lambda: read_diary(services.floor.log, session.person))
        reviews = reviews_of(diary, "" if game == ERRORS else known_game(game))
        now, score = services.floor.log.clock(), score_of(diary, game)
        due = [one for one in reviews if one.is_due(now)]
        position: Drill | None = None
        if game == ERRORS or kind == ERRORS:
            position = await _ask_error(services, session.person, drills.some_game() if game == ERRORS else game)
        elif due and (kind == MISTAKES or score.asked % 3 == 2):
            position = await _ask_again(services, session.person, due[0])
        elif kind != MISTAKES:
            position = await _ask_close(services, session.person, game)
        asked = [position] if position else []
        return Drills(game=game, kind=kind, positions=asked, score=score, reviews=plan_of(reviews, now))

    @post("/{game:str}", summary="Answer a drill", status_code=200)
    async def answer(self, request: AnyRequest, game: GameName, data: JSONBody[Answer]) -> Judgement:
        """Whether it was right, what each choice is worth, and the score."""
        services, session = services_of(request), signed_in(request)
        services.coach.require_allowed("" if game == ERRORS else game)
        asked = services.asked.take(data.id, session.person)
        if asked is None:
            raise NotFound("that question is answered or forgotten; ask for another", field="id")
        judged = _judged(asked, data)
        mistake = asked.mistake if isinstance(asked, Position) else 0
        answered = DrillAnswered(drill=game, game=asked.game, right=judged.right, mistake=mistake)
        await services.floor.append(NewEvent(stream=learning.stream_of(session.person), data=answered))
        diary = await in_thread(lambda: read_diary(services.floor.log, session.person))
        judged.score = score_of(diary, game)
        if mistake:
            judged.due = next(one.due for one in reviews_of(diary) if one.mistake.number == mistake) or None
        return judged


async def _ask_again(services: Services, person: str, review: Review) -> Drill | None:
    """A mistake of your own, as it was seen then."""
    record = review.mistake.decision.position
    seat = next(row["seat"] for row in record["seats"] if "cards" in row)
    advice = await services.coach.weigh(record)
    asked = Position(person, record["game"], record, seat, advice, review.mistake.number)
    return _asked_position(services, asked, text="You have been here before.")


async def _ask_close(services: Services, person: str, game: str) -> Drill | None:
    """A chance position whose choices are close."""
    for _ in range(TRIES):
        record, seat = await in_thread(lambda: drills.chance_position(game))
        advice = await services.coach.weigh(record)
        if advice.get("waiting"):
            return None
        if drills.is_close(advice):
            return _asked_position(services, Position(person, game, record, seat, advice), text="")
    return None


def _asked_position(services: Services, asked: Position, *, text: str) -> Drill | None:
    if "decisions" not in asked.advice:
        return None
    view = drills.position_view(asked.record, asked.seat)
    return Drill(id=services.asked.keep(asked), game=asked.game, view=view, text=text or None)


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
    values = asked.advice["decisions"]
    chosen = learning.choice_of(data.decision, values)
    if chosen not in values:
        raise InvalidInput("is not one of the choices", field="decision")
    loss = values[asked.advice["best"]] - values[chosen]
    cost = format_money(round(loss * UNIT))
    return Judgement(**in_money(asked.advice, UNIT), decision=chosen, right=loss < NEARLY, cost=cost)


def score_of(diary: Diary, game: str) -> Score:
    """How many were asked and right, how many right in a row, and the longest row."""
    asked = right = streak = best = 0
    for _, answered in diary.drills:
        if answered.drill == game:
            asked += 1
            right += answered.right
            streak = streak + 1 if answered.right else 0
            best = max(best, streak)
    return Score(asked=asked, right=right, streak=streak, best=best)
