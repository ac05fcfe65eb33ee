"""`/training`: your own table to learn dealing at, what lies on it, and the dealer-error quiz beside it."""

import secrets
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter

from houseway.house.people.house import NotPermitted
from houseway.house.tables.simulated_devices import Mistake
from houseway.web.api.common import AnyRequest, TableName, address_of, in_thread, services_of, signed_in
from houseway.web.floor.live_table import LiveTable
from houseway.web.http.problems import NotFound
from houseway.web.http.sessions import Session
from houseway.web.practice.dealer_quiz import (
    MOST,
    CheckedQuestion,
    LineAnswer,
    Number,
    QuizQuestion,
    check_answers,
    quiz_question,
)
from houseway.web.practice.physical_table import PhysicalTable, physical_table
from houseway.web.practice.training import training_table
from houseway.web.services import Services


class NewTraining(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The game that somebody learns to deal."""

    game: Annotated[str, msgspec.Meta(max_length=60)]


class TrainingTable(msgspec.Struct, frozen=True, kw_only=True):
    """The name of a table for training."""

    table: str


class SimulatedMistake(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the simulated devices get wrong; empty puts everything right."""

    mistake: Mistake


class QuizAnswers(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What was tapped for each wager of a question, in its order."""

    question: Number
    answers: Annotated[list[LineAnswer], msgspec.Meta(max_length=60)]


class TrainingController(Controller):
    """Training, in the demonstration house alone: nothing of it is in the log of a room."""

    path = "/training"
    tags = ("training",)

    @post(summary="Your own table to learn dealing at", status_code=200)
    async def open(self, request: AnyRequest, data: JSONBody[NewTraining]) -> TrainingTable:
        """Your own table for training in a game: the same one every time."""
        services, session = services_of(request), signed_in(request)
        _require_practice(services)
        services.guard.heavy.check(address_of(request))
        return TrainingTable(table=await begin_training(services, data.game, session.person))

    @get("/{table:str}", summary="What lies on a table for training")
    async def show(self, request: AnyRequest, table: TableName) -> PhysicalTable:
        """Cards as they were dealt, and what the player in turn does, for the trainee to key in."""
        return physical_table(await _own_table(request, table))

    @post("/{table:str}/devices", summary="Let the simulated devices make a mistake", status_code=200)
    async def go_wrong(self, request: AnyRequest, table: TableName, data: JSONBody[SimulatedMistake]) -> PhysicalTable:
        """A wrong count, a wrong light, a fault or silence, until they are put right."""
        live = await _own_table(request, table)
        services_of(request).training.go_wrong(live, data.mistake)
        return physical_table(live)

    @get("/{table:str}/quiz", summary="A hand of the table: what does each wager pay, and why?")
    async def quiz(
        self,
        request: AnyRequest,
        table: TableName,
        question: Annotated[int | None, QueryParameter(ge=0, le=MOST)] = None,
    ) -> QuizQuestion:
        """A question of the dealer-error quiz; the same number is the same question."""
        live = await _own_table(request, table)
        number = secrets.randbelow(MOST) if question is None else question
        return await in_thread(lambda: quiz_question(live.state.open_rules, number))

    @post("/{table:str}/quiz", summary="Check what was tapped", status_code=200)
    async def check(self, request: AnyRequest, table: TableName, data: JSONBody[QuizAnswers]) -> CheckedQuestion:
        """Each wager beside the settlement of the hand."""
        live = await _own_table(request, table)
        return await in_thread(lambda: check_answers(live.state.open_rules, data.question, data.answers))


async def begin_training(services: Services, game: str, person: str) -> str:
    """The name of somebody's table for training, which is served from now on."""
    name = await in_thread(lambda: training_table(services.floor, game, person))
    table = await services.floor.table(name)
    await services.floor.up_to_date(table)
    services.training.attend(table)
    return name


def _require_practice(services: Services) -> None:
    if not services.settings.practice:
        raise NotPermitted("training is in the demonstration house: houseway serve --practice", field="training")


async def _own_table(request: AnyRequest, name: str) -> LiveTable:
    """The table for training of whoever asks."""
    services, session = services_of(request), signed_in(request)
    _require_practice(services)
    return await own_table(services, session, name)


async def own_table(services: Services, session: Session, name: str) -> LiveTable:
    """Somebody's own table for training; nobody else's is there."""
    table = await services.floor.table(name)
    if not table.training or table.private != session.person or table.state.rules is None:
        raise NotFound("there is no such table", field="table")
    services.training.attend(table)
    return table
