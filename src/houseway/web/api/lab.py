"""`/advise`, `/analyses` and `/jobs`: what the lab knows, and long work with progress."""

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import File

from houseway.bounded_text import parse_toml
from houseway.documents.pdf import has_typst
from houseway.errors import InvalidInput
from houseway.games import game_named
from houseway.games.game import Game
from houseway.games.round.open_record import open_round
from houseway.games.round.positions import Record
from houseway.games.study import study_game
from houseway.lab.api import kept_analysis
from houseway.tabular import Json
from houseway.web.api.common import AnyRequest, GameName, address_of, in_thread, services_of, signed_in
from houseway.web.api.games import known_game
from houseway.web.http.problems import NotFound, NotReady
from houseway.web.job_folder import Form, Job, JobKind

LONGEST_STUDY: Final = 20_000
_MEDIA: Final = {"pdf": "application/pdf", "html": "text/html; charset=utf-8", "json": "application/json"}
OptionPairs = Annotated[list[str] | None, QueryParameter(name="set", description="An option as name=value.")]
StudyText = Annotated[
    str | None, QueryParameter(name="study", description="The text of a study file (TOML).", max_length=LONGEST_STUDY)
]
JobId = Annotated[str, PathParameter(max_length=40)]


class NewJob(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Long work: the analysis, the strategy, the distribution of results, cards face up or the report of a game."""

    game: Annotated[str, msgspec.Meta(max_length=60)]
    kind: JobKind = "analyze"
    form: Form = ""  # of a report: pdf, html or json
    options: dict[str, str | int] = {}
    study: Annotated[str, msgspec.Meta(max_length=LONGEST_STUDY)] = ""


class DecisionWorth(msgspec.Struct, kw_only=True):
    """The expected value of a decision in units of the first wager, and whether it is exact."""

    ev: float
    exact: bool


class Advice(msgspec.Struct, kw_only=True):
    """What each decision of an open record is worth to the seat in turn."""

    game: str
    seat: int
    decisions: dict[str, DecisionWorth]
    best: str
    why: str


class LabController(Controller):
    """The lab."""

    path = "/"
    tags = ("lab",)

    @post("/advise", summary="What each decision of an open record is worth", status_code=200)
    async def advise(self, request: AnyRequest, data: JSONBody[Record]) -> Advice:
        """As the command does; 409 while the strategy of the game is still being solved."""
        services = services_of(request)
        services.guard.heavy.check(address_of(request))
        seen = await in_thread(lambda: open_round(data))
        weighed = await services.coach.weigh(data)
        if "decisions" not in weighed:
            raise NotReady("the strategy of this game is being solved; ask again in a minute", field="game")
        exact = weighed["exact"]
        return Advice(
            game=seen.now.game.name,
            seat=seen.seat.number,
            decisions={name: DecisionWorth(ev=ev, exact=exact) for name, ev in weighed["decisions"].items()},
            best=weighed["best"],
            why=weighed["why"],
        )

    @get("/analyses/{game:str}", summary="An analysis that is there; 404 where it must be made by a job first")
    async def analysis(
        self,
        game: GameName,
        set_: OptionPairs = None,
        study: StudyText = None,
    ) -> Json:
        """The exact price of a game, or of a study of it."""
        chosen = game_asked(game, options_of(set_ or []), study or "")
        analysis = await in_thread(lambda: kept_analysis(chosen))
        if analysis is None:
            raise NotFound('is not there yet: POST /jobs {"game": ..., "kind": "analyze"}', field="analysis")
        return analysis.to_json()

    @post("/jobs", summary="Start long work")
    async def start(self, request: AnyRequest, data: JSONBody[NewJob]) -> Job:
        """Start a job; the same one is started once."""
        services, session = services_of(request), signed_in(request)
        services.guard.heavy.check(address_of(request))
        chosen = game_asked(data.game, data.options, data.study)
        return services.jobs.start(data.kind, chosen, session.person, data.study, _form(data, chosen))

    @get("/jobs/{job:str}", summary="How far a job is")
    async def show(self, request: AnyRequest, job: JobId) -> Job:
        """A job's progress; its answer is kept by the lab, or is its file."""
        return services_of(request).jobs.find(job)

    @get("/jobs/{job:str}/file", summary="The file of a job that is done: a report, or cards face up")
    async def file(self, request: AnyRequest, job: JobId) -> File:
        """To be saved; 404 until the job is done."""
        jobs = services_of(request).jobs
        path, done = jobs.file(job), jobs.find(job)
        name = f"{done.game}-{done.kind}.{done.form}"
        return File(path=path, filename=name, media_type=_MEDIA[done.form], content_disposition_type="attachment")

    @delete("/jobs/{job:str}", summary="Stop a job", status_code=204)
    async def stop(self, request: AnyRequest, job: JobId) -> None:
        """Stop your own job."""
        services, session = services_of(request), signed_in(request)
        services.jobs.stop(job, session.person)


def _form(asked: NewJob, game: Game) -> Form:
    """The form of a job's file; one that cannot be made is refused before the work begins."""
    if asked.kind == "face-up":
        game.kit.require(game.kit.face_up, "study of cards dealt face up")
        return "json"
    if asked.kind != "report":
        return ""
    if asked.form == "pdf" and not has_typst():
        raise NotReady("this server cannot write PDF: it lacks houseway[report]. HTML and JSON work", field="form")
    return asked.form or "html"


def game_asked(name: str, options: Mapping[str, object], study: str) -> Game:
    """A game with an operator's choices, or a study of it from the text of its file."""
    known_game(name)
    if not study:
        return game_named(name, options)
    data = parse_toml(study, field="study")
    if data.setdefault("game", name) != name:
        raise InvalidInput(f"is of another game than {name}", field="study")
    return study_game(data, "study", options)


def options_of(pairs: list[str]) -> dict[str, object]:
    """An operator's choices from texts such as `decks=2`."""
    chosen: dict[str, object] = {}
    for pair in pairs[:40]:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidInput("must be name=value", field="set")
        chosen[name] = value
    return chosen
