"""The application: its routes, its errors, and how it starts and ends."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Final

import msgspec
import structlog
from litestar import Litestar, Response, Router, get
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from prometheus_client import generate_latest

from houseway import __version__
from houseway.errors import HousewayError, InvalidInput
from houseway.house.store.store import open_log
from houseway.web.api.audit import AuditController
from houseway.web.api.cage import CageController
from houseway.web.api.charts import ChartsController
from houseway.web.api.checks import ChecksController
from houseway.web.api.chosen_name import NameController
from houseway.web.api.common import AnyRequest, services_of
from houseway.web.api.consoles import ConsolesController
from houseway.web.api.devices import DevicesController
from houseway.web.api.drills import DrillsController
from houseway.web.api.floor import FloorController
from houseway.web.api.games import GamesController
from houseway.web.api.incidents import IncidentsController
from houseway.web.api.invitations import InvitationsController
from houseway.web.api.jackpots import JackpotActsController, JackpotsController
from houseway.web.api.lab import LabController
from houseway.web.api.me import MeController
from houseway.web.api.people import PeopleController
from houseway.web.api.room import ConfirmationsController, RoomController
from houseway.web.api.rounds import RoundsController
from houseway.web.api.session import SessionController
from houseway.web.api.sheets import SheetsController
from houseway.web.api.site import SiteController
from houseway.web.api.tables import TablesController
from houseway.web.api.training import TrainingController
from houseway.web.api.what_if import WhatIfController
from houseway.web.floor.live import live
from houseway.web.http.assets import FOLDER, Assets, static
from houseway.web.http.catalogue import TEXTS, Catalogues, texts_script
from houseway.web.http.floor_pages import FLOOR_PAGES
from houseway.web.http.guard import Guard, GuardMiddleware
from houseway.web.http.metrics import REGISTRY
from houseway.web.http.pages import PAGES, error_page
from houseway.web.http.problems import MEDIA_TYPE, Problem, problem_of, unexpected
from houseway.web.http.room_pages import ROOM_PAGES
from houseway.web.http.settings import Settings
from houseway.web.http.sign_pages import SIGN_PAGES
from houseway.web.services import Services

API: Final = "/api/v1"
CONTROLLERS: Final[list[Any]] = [
    SessionController,
    GamesController,
    InvitationsController,
    NameController,
    TablesController,
    TrainingController,
    DevicesController,
    ConsolesController,
    FloorController,
    RoundsController,
    JackpotsController,
    MeController,
    DrillsController,
    ChartsController,
    LabController,
    WhatIfController,
    RoomController,
    ConfirmationsController,
    PeopleController,
    CageController,
    SiteController,
    IncidentsController,
    SheetsController,
    JackpotActsController,
    AuditController,
    ChecksController,
]
FILES: Final[list[Any]] = [static, texts_script]
ALL_PAGES: Final[list[Any]] = [*PAGES, *SIGN_PAGES, *ROOM_PAGES, *FLOOR_PAGES]
log = structlog.get_logger("houseway.web")

Started = Callable[[Services], None]
Failed = Callable[[HousewayError], None]  # called with why the application cannot start


@get("/healthz", include_in_schema=False, media_type="text/plain")
async def healthz(request: AnyRequest) -> Response[str]:
    """Whether the server can store what people do: 200 and `ok`, or 503 and why not."""
    services: Services = request.app.state.services
    problem = "closing" if services.closing else await services.health.problem()
    status = HTTPStatus.SERVICE_UNAVAILABLE if problem else HTTPStatus.OK
    return Response(f"{problem or 'ok'}\n", status_code=status, media_type="text/plain")


@get("/metrics", include_in_schema=False, media_type="text/plain; version=0.0.4")
async def metrics() -> bytes:
    """What the server counts."""
    return generate_latest(REGISTRY)


def build_app(settings: Settings, started: Started | None = None, failed: Failed | None = None) -> Any:
    """The application behind its guard; its parts are made in the loop that serves it."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        try:
            services = Services(settings, open_log(settings.database, new=settings.practice))
            app.state.services = services
            app.state.assets = Assets(settings.static or FOLDER)
            app.state.catalogues = Catalogues(settings.texts or TEXTS)
            if started:
                started(services)
            await services.start()
        except HousewayError as problem:
            if failed:
                failed(problem)
            raise
        try:
            yield
        finally:
            await services.close()

    app = Litestar(
        route_handlers=[Router(API, route_handlers=CONTROLLERS), live, healthz, metrics, *FILES, *ALL_PAGES],
        lifespan=[lifespan],
        before_request=_prepare_session,
        openapi_config=OpenAPIConfig(
            title="houseway",
            version=__version__,
            description="Play, learn and run five approved casino table games.",
            path=API,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        exception_handlers={
            HousewayError: _house_problem,
            HTTPException: _http_problem,
            RecursionError: _nesting_problem,
            Exception: _program_problem,
        },
        request_max_body_size=None,
        logging_config=None,
    )
    return GuardMiddleware(app, Guard(settings))


async def _prepare_session(request: AnyRequest) -> None:
    """Before any call or page asks who sends it."""
    await services_of(request).prepare_session(request.scope)


def _response(request: AnyRequest, problem: Problem) -> Response[bytes] | Response[str]:
    """The problem as JSON, or as a page for a person who opened an address."""
    if not request.url.path.startswith(API) and "text/html" in request.headers.get("accept", ""):
        return error_page(request, problem)
    return Response(msgspec.json.encode(problem), media_type=MEDIA_TYPE, status_code=problem.status)


def _house_problem(request: AnyRequest, problem: HousewayError) -> Response[bytes] | Response[str]:
    return _response(request, problem_of(problem))


def _nesting_problem(request: AnyRequest, _problem: RecursionError) -> Response[bytes] | Response[str]:
    return _response(request, problem_of(InvalidInput("is nested too deeply", field="body")))


def _http_problem(request: AnyRequest, problem: HTTPException) -> Response[bytes] | Response[str]:
    field = None
    detail = problem.detail
    if isinstance(problem, ValidationException) and isinstance(problem.extra, list) and problem.extra:
        first = problem.extra[0]
        if isinstance(first, dict):
            field, detail = str(first.get("key") or "") or None, str(first.get("message") or detail)
    title = HTTPStatus(problem.status_code).phrase
    if problem.status_code == HTTPStatus.NOT_FOUND:
        title, detail = "Not found", "there is nothing at this address"
    return _response(request, Problem(status=problem.status_code, title=title, detail=detail[:300], field=field))


def _program_problem(request: AnyRequest, problem: Exception) -> Response[bytes] | Response[str]:
    log.error("program error", error=type(problem).__name__, path=request.url.path)
    services: Services = request.app.state.services
    services.note_error(problem)
    return _response(request, unexpected())
