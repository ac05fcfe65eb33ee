"""`/me` and `/drills`: one's decisions and what they cost, positions to practise, and a purse that is filled again."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromQuery, JSONBody

from houseway.errors import InvalidInput
from houseway.house.log.events import NewEvent
from houseway.house.log.kinds import LearningEvent
from houseway.house.people.people import NotPermitted
from houseway.house.people.person_payloads import DrillAnswered
from houseway.money import format_money
from houseway.web import drills, learning, practice
from houseway.web.api.common import AnyRequest, GameName, address_of, in_thread, services_of, signed_in
from houseway.web.api.games import known_game
from houseway.web.coach import in_money
from houseway.web.drills import Position, Wrong
from houseway.web.problems import NotFound
from houseway.web.services import Services

ERRORS = "dealer-errors"
TRIES = 12  # chance positions that are weighed to find a close one
UNIT = 10_00  # the first wager of a drill, in cents


class Answer(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What somebody answers to a drill: a decision, or the line that is wrong."""

    id: Annotated[str, msgspec.Meta(max_length=40)]
    decision: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    answer: dict[str, Any] | None = None


class Chips(msgspec.Struct, kw_only=True):
    """What is in the purse."""

    balance: str


class MeController(Controller):
    """One's own decisions."""

    path = "/me"
    tags = ("me",)

    @get("/decisions", summary="One's weighed decisions, the newest first")
    async def decisions(self, request: AnyRequest) -> list[learning.LearnedDecision]:
        """What one decided, what was best, and what the difference costs."""
        services, session = services_of(request), signed_in(request)
        return await in_thread(lambda: learning.decisions_of(services.floor.log, session.person))

    @get("/mistakes", summary="What one's mistakes cost, by kind")
    async def mistakes(self, request: AnyRequest) -> learning.Mistakes:
        """The dearest first."""
        services, session = services_of(request), signed_in(request)
        return await in_thread(lambda: learning.mistakes_of(services.floor.log, session.person))

    @post("/chips", summary="Fill a guest's purse up again", status_code=200)
    async def chips(self, request: AnyRequest) -> Chips:
        """Practice chips up to the usual bankroll."""
        services, session = services_of(request), signed_in(request)
        if not session.guest:
            raise NotPermitted("chips are bought at the cage", field=session.person)
        services.guard.heavy.check(address_of(request))
        held = await in_thread(lambda: services.floor.balance(session.person))
        if event := practice.chips(session.person, held):
            await services.floor.append(event)
            services.floor.forget_purse(session.person)
            services.hub.purse_changed(session.person)
        return Chips(balance=format_money(max(held, practice.BANKROLL)))


class DrillsController(Controller):
    """Positions to practise, and settlements with an error."""

    path = "/drills"
    tags = ("me",)

    @get("/{game:str}", summary="A close position, one's own mistakes again, or a settlement with one line wrong")
    async def ask(self, request: AnyRequest, game: GameName, kind: FromQuery[str] = "positions") -> dict[str, Any]:
        """Something to answer; `dealer-errors` as the game or the kind asks for a wrong settlement."""
        services, session = services_of(request), signed_in(request)
        services.guard.heavy.check(address_of(request))
        if game == ERRORS or kind == ERRORS:
            name = drills.some_game() if game == ERRORS else known_game(game)
            position: dict[str, Any] | None = await _ask_error(services, session.person, name)
        else:
            position = await _ask_position(services, session.person, known_game(game))
        score = await in_thread(lambda: score_of(services, session.person, game))
        return {"game": game, "kind": kind, "positions": [position] if position else [], "score": score}

    @post("/{game:str}", summary="Answer a drill", status_code=200)
    async def answer(self, request: AnyRequest, game: GameName, data: JSONBody[Answer]) -> dict[str, Any]:
        """Whether it was right, what each choice is worth, and the score."""
        services, session = services_of(request), signed_in(request)
        asked = services.asked.take(data.id, session.person)
        if asked is None:
            raise NotFound("that question is answered or forgotten; ask for another", field="id")
        told = _judged(asked, data)
        answered = DrillAnswered(drill=game, game=asked.game, right=told["right"])
        await services.floor.append(NewEvent(stream=learning.stream_of(session.person), data=answered))
        return {**told, "score": await in_thread(lambda: score_of(services, session.person, game))}


async def _ask_position(services: Services, person: str, game: str) -> dict[str, Any] | None:
    """Every third time one's own dearest mistake, else a chance position whose choices are close."""
    own = await in_thread(lambda: _own_mistakes(services, person, game))
    count = await in_thread(lambda: score_of(services, person, game)["asked"])
    if own and count % 3 == 2:
        one = own[count // 3 % len(own)]
        record = one.position
        seat = next(row["seat"] for row in record["seats"] if "cards" in row)
        found = await services.coach.weigh(record)
        return _asked_position(services, person, game, record, seat, found, text="You have been here before.")
    best: tuple[float, dict[str, Any], int, dict[str, Any]] | None = None
    for _ in range(TRIES):
        record, seat = await in_thread(lambda: drills.chance_position(game))
        found = await services.coach.weigh(record)
        if found.get("waiting"):
            return None
        if drills.is_close(found):
            return _asked_position(services, person, game, record, seat, found, text="")
        values = sorted(found["decisions"].values(), reverse=True)
        gap = values[0] - values[1] if len(values) > 1 else 9.0
        if best is None or 1e-4 < gap < best[0]:
            best = (gap, record, seat, found)
    return _asked_position(services, person, game, *best[1:], text="") if best else None


def _own_mistakes(services: Services, person: str, game: str) -> list[learning.LearnedDecision]:
    decisions = [one for one in learning.decisions_of(services.floor.log, person) if one.game == game]
    return sorted((one for one in decisions if not one.right), key=lambda one: -float(one.cost))[:10]


def _asked_position(
    services: Services, person: str, game: str, record: Any, seat: int, found: dict[str, Any], *, text: str
) -> dict[str, Any] | None:
    if "decisions" not in found:
        return None
    asked = services.asked.keep(Position(person, game, record, seat, found))
    return {"id": asked, "game": game, "view": drills.position_view(record, seat), "text": text or None}


async def _ask_error(services: Services, person: str, game: str) -> dict[str, Any]:
    record, shown, seat, line, true = await in_thread(lambda: drills.wrong_settlement(game))
    asked = services.asked.keep(Wrong(person, game, seat, line, true))
    return {"id": asked, "game": game, "record": record, "settlement": shown}


def _judged(asked: Position | Wrong, data: JSONBody[Answer]) -> dict[str, Any]:
    if isinstance(asked, Wrong):
        given = data.answer or {}
        place = (given.get("seat"), given.get("wager"), given.get("hand"))
        right = place == (asked.seat, asked.true["wager"], asked.true.get("hand"))
        if not right and given.get("hand") is None:
            right = place[:2] == (asked.seat, asked.true["wager"]) and "hand" not in asked.true
        words = f"Seat {asked.seat}, {asked.true['wager']}: {asked.true['result']}, returns {asked.true['returned']}"
        where = {"seat": asked.seat, "wager": asked.true["wager"], "hand": asked.true.get("hand")}
        return {"right": right, "where": where, "line": asked.true, "why": f"{words} (clause {asked.true['rule']})."}
    if not data.decision:
        raise InvalidInput("is missing", field="decision")
    values = asked.found["decisions"]
    chosen = learning.choice_of(data.decision, values)
    if chosen not in values:
        raise InvalidInput("is not one of the choices", field="decision")
    loss = values[asked.found["best"]] - values[chosen]
    told = in_money(asked.found, UNIT)
    cost = format_money(round(loss * UNIT))
    return {**told, "decision": chosen, "right": loss < learning.NEARLY, "cost": cost}


def score_of(services: Services, person: str, game: str) -> dict[str, int]:
    """How many were asked and right, how many right in a row, and the longest row."""
    log = services.floor.log
    asked = right = streak = best = 0
    for event in log.read(learning.stream_of(person)):
        if event.kind == LearningEvent.DRILLED and (answered := event.read(DrillAnswered)).drill == game:
            asked += 1
            right += answered.right
            streak = streak + 1 if answered.right else 0
            best = max(best, streak)
    return {"asked": asked, "right": right, "streak": streak, "best": best}
