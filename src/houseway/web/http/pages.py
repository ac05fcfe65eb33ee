"""The pages: each is a template with the data of its first view, so that this view needs no second request."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound, select_autoescape
from litestar import Response, get
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from litestar.response import Redirect
from markupsafe import Markup, escape

from houseway.errors import HousewayError
from houseway.games import game_named, game_names, letter_of
from houseway.games.demonstration import demonstration
from houseway.house.tables.seat_acts import Join
from houseway.money import format_money
from houseway.web.api.common import (
    AnyRequest,
    GameName,
    TableName,
    address_of,
    in_thread,
    must_change_of,
    services_of,
    session_of,
)
from houseway.web.api.drills import ERRORS
from houseway.web.api.games import known_game
from houseway.web.api.invitations import Invite, entered, links_of
from houseway.web.api.jackpots import jackpot_lines
from houseway.web.api.lab import OptionPairs, StudyText, game_asked, options_of
from houseway.web.api.rounds import RoundNumber, Share, round_address, shown_round
from houseway.web.api.session import cookie, guest_session
from houseway.web.api.tables import table_rows
from houseway.web.coach import learning
from houseway.web.coach.diary import read_diary
from houseway.web.coach.history import history_of
from houseway.web.coach.reviews import plan_of, reviews_of
from houseway.web.describe import game_facts, game_heads
from houseway.web.edges import edges_by_option
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.views import LobbyMeter, summary_of, view_of
from houseway.web.http.catalogue import Catalogue, Catalogues, main_script
from houseway.web.http.problems import Problem
from houseway.web.http.sessions import Session
from houseway.web.lab_page import lab_facts, study_rules
from houseway.web.practice import demonstration_house as practice
from houseway.web.services import Services

TEMPLATES: Final = Path(__file__).parent.parent / "templates"
SHOWN_DECISIONS: Final = 30  # of a person, on the page of their history
SHOWN_STEPS: Final = 30  # of what happened at a table before its page was opened
_TOJSON: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "'": "\\u0027"})

Data = Mapping[str, Any]


def _environment() -> Environment:
    made = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=select_autoescape(), undefined=StrictUndefined)
    made.filters["tojson"] = lambda value: Markup(msgspec.json.encode(value).decode().translate(_TOJSON))  # noqa: S704  # escaped in this line
    made.filters["main_script"] = main_script
    return made


_PAGES: Final = _environment()


class Visitor(NamedTuple):
    """The person who opens a page, and the cookie of a guest who practises for the first time."""

    session: Session | None
    cookies: list[Cookie]

    @property
    def person(self) -> str:
        """The name; empty where nobody is signed in."""
        return self.session.person if self.session else ""


async def visitor_of(request: AnyRequest) -> Visitor:
    """Who opens a page; in practice a new guest, unless too many came from one address."""
    services, session = services_of(request), session_of(request)
    services.recall_name(session, request.scope)
    if session is not None or not services.settings.practice:
        return Visitor(session, [])
    if not services.guard.new_sessions.take(address_of(request)):
        return Visitor(None, [])
    session = await guest_session(services)
    return Visitor(session, [cookie(services, session.token, session)])


async def page(
    request: AnyRequest, template: str, data: JSONBody[Data], *, visitor: Visitor | None = None, **more: Any
) -> Response[str]:
    """A page, and a cookie for a guest who practises for the first time."""
    session, cookies = visitor or await visitor_of(request)
    text = render(request, template, data, session, **more)
    return Response(text, media_type="text/html; charset=utf-8", cookies=cookies)


def render(request: AnyRequest, template: str, data: JSONBody[Data], session: Session | None, **more: Any) -> str:
    """A template with its data."""
    services = services_of(request)
    mode = "practice" if services.settings.practice else "room"
    named = {"build": services.build, "mode": mode, "data": data, "here": request.url.path, **_who(services, session)}
    catalogue = catalogue_of(request)
    spoken = {"language": catalogue.language, "texts": catalogue.phrases}
    return _PAGES.get_template(template).render({**named, **spoken, **more})


def catalogue_of(request: AnyRequest) -> Catalogue:
    """The texts in the visitor's language."""
    catalogues: Catalogues = request.app.state.catalogues
    return catalogues.choose(request.cookies.get("language", ""), request.headers.get("accept-language", ""))


def _who(services: Services, session: Session | None) -> dict[str, Any]:
    return {
        "person": session.person if session else None,
        "csrf": services.sessions.page_token(session) if session else None,
        "account": services.sessions.account(session) if session else "",
    }


def error_page(request: AnyRequest, problem: Problem) -> Response[str]:
    """A page that says what went wrong."""
    data = {"status": problem.status, "title": problem.title, "detail": problem.detail}
    try:
        text = render(request, "error.html", data, None, **data)
    except TemplateNotFound:
        text = f"<!doctype html><title>{problem.title}</title><p>{problem.title}: {escape(problem.detail)}"
    return Response(text, media_type="text/html; charset=utf-8", status_code=problem.status)


# ---- the pages


@get("/", include_in_schema=False)
async def lobby(request: AnyRequest) -> Response[str]:
    """All games, tables and jackpots."""
    services, visitor = services_of(request), await visitor_of(request)
    data = {
        "games": game_heads(),
        "tables": msgspec.to_builtins(table_rows(services, visitor.person)),
        "jackpots": jackpot_lines(services),
        "you": await _you(services, visitor.session),
    }
    return await page(request, "lobby.html", data, visitor=visitor)


async def _you(services: Services, session: Session | None) -> dict[str, str] | None:
    """The name, the account and the purse of a guest."""
    if session is None or not services.settings.practice:
        return None
    purse = await in_thread(lambda: services.floor.balance(session.person))
    account = services.sessions.account(session)
    return {"person": session.person, "account": account, "purse": format_money(purse)}


@get("/play/{game:str}", include_in_schema=False)
async def play(request: AnyRequest, game: GameName) -> Response[Any]:
    """A seat at a table of a game: your own seat, a free one, or a new table."""
    services = services_of(request)
    known_game(game)
    session, cookies = await visitor_of(request)
    if not services.settings.practice:
        return Redirect(_open_table(services, game), status_code=303)
    if session is None:
        return Redirect("/", status_code=303)
    table = await _seat_at(services, game, session.person)
    services.saw(session)
    return Redirect(f"/tables/{table.name}", status_code=303, cookies=cookies)


def _open_table(services: Services, game: str) -> str:
    """The table of a room where a game is played; the lobby if there is none."""
    names = [one.name for one in services.floor.tables.values() if one.state.rules and one.state.rules.game == game]
    return f"/tables/{min(names)}" if names else "/"


async def _seat_at(services: Services, game: str, person: str) -> LiveTable:
    tables = [one for one in services.floor.tables.values() if _plays(one, game)]
    for table in tables:
        if table.place_of(person):
            return table
    for table in sorted(tables, key=lambda one: one.name):
        if not table.private and (seat := _free_seat(table)):
            try:
                await services.floor.do(table, Join(seat=seat, player=person), by=person)
            except HousewayError:
                continue  # somebody was quicker
            return table
    own = await in_thread(lambda: demonstration(game, {}))
    name = await in_thread(lambda: practice.private_table(services.floor, own, owner=person))
    table = await services.floor.table(name)
    await services.floor.do(table, Join(seat=1, player=person), by=person)
    return table


def _plays(table: LiveTable, game: str) -> bool:
    """Whether a table plays a game by its letter."""
    rules = table.state.rules
    return rules is not None and rules.game == game and not rules.study


def _free_seat(table: LiveTable) -> int:
    """A free seat between rounds, so that the next click deals; 0 for none."""
    state = table.state
    if state.phase != "wagers" or state.rules is None or state.stopped:
        return 0
    return next((seat for seat in range(1, state.rules.seats + 1) if seat not in state.seated), 0)


@get("/tables/{table:str}", include_in_schema=False)
async def table_page(request: AnyRequest, table: TableName, invite: Invite = "", watch: Invite = "") -> Response[str]:
    """A table; a private one only for visitors with a seat or a link."""
    services = services_of(request)
    live, visitor = await entered(request, table, invite or watch)
    rules = live.state.rules
    game = await in_thread(lambda: game_facts(rules.game, rules)) if rules else None
    data = {
        "view": view_of(live, live.seat_of(visitor.person)),
        "game": game,
        "steps": live.last_steps(SHOWN_STEPS),
        "links": await links_of(services, live, visitor),
        "name": services.floor.names.of(visitor.person),
    }
    return await page(request, "table.html", data)


@get("/rounds/{table:str}/{number:int}", include_in_schema=False)
async def round_page(request: AnyRequest, table: TableName, number: RoundNumber, share: Share = "") -> Response[str]:
    """A finished round, and the address under which everybody finds it."""
    services = services_of(request)
    over = await shown_round(request, table, number, share)
    address = await in_thread(lambda: round_address(services, table, number))
    data = {"round": over, "game": game_facts(over.game), "address": address, "coach": services.settings.practice}
    return await page(request, "round.html", data)


@get("/new/{game:str}", include_in_schema=False)
async def new_table_page(request: AnyRequest, game: GameName) -> Response[str]:
    """A form for your own table."""
    facts = await in_thread(lambda: game_facts(known_game(game)))
    edges = await in_thread(lambda: edges_by_option(game_named(game, letter_of(game).demonstration.options)))
    return await page(request, "private.html", {"game": facts, "edges": edges})


@get("/sign-in", include_in_schema=False)
async def sign_in_page(request: AnyRequest) -> Response[Any]:
    """The page where the people of a house sign in, or in practice the guests with an account."""
    return await page(request, "sign_in.html", {}, must_change=must_change_of(request))


@get("/docs", include_in_schema=False)
async def docs_page(request: AnyRequest) -> Response[str]:
    """The rules of the games."""
    return await page(request, "docs.html", {"games": game_heads()})


@get("/docs/{game:str}", include_in_schema=False)
async def docs_game_page(request: AnyRequest, game: GameName) -> Response[str]:
    """The rules of one game, or the API."""
    if game == "api":
        return await page(request, "docs_api.html", {})
    return await page(request, "docs_game.html", {"game": game_facts(known_game(game))})


@get("/me", include_in_schema=False)
async def me_page(request: AnyRequest) -> Response[str]:
    """Your own history: rounds, decisions and what they cost, and the account."""
    services, visitor = services_of(request), await visitor_of(request)
    log, person = services.floor.log, visitor.person or "nobody"

    def read() -> dict[str, Any]:
        diary = read_diary(log, person)
        return {
            "history": history_of(diary),
            "decisions": learning.decisions_of(diary, SHOWN_DECISIONS),
            "mistakes": learning.mistakes_of(diary),
            "reviews": plan_of(reviews_of(diary), log.clock()),
            "titles": {name: letter_of(name).title for name in game_names()},
        }

    data = {**await in_thread(read), "you": await _you(services, visitor.session)}
    return await page(request, "me.html", data, visitor=visitor)


@get(["/lab", "/lab/{game:str}"], include_in_schema=False)
async def lab_page(
    request: AnyRequest, game: GameName = "", set_: OptionPairs = None, study: StudyText = None
) -> Response[str]:
    """What a game or a study costs: every figure under the operator's choices, which the address holds."""
    name = game or game_names()[0]
    facts = await in_thread(lambda: lab_facts(game_asked(name, options_of(set_ or []), study or "")))
    data = {
        "lab": facts,
        "titles": {one: letter_of(one).title for one in game_names()},
        "meters": _live_meters(services_of(request), name),
    }
    return await page(request, "lab.html", data)


def _live_meters(services: Services, game: str) -> list[LobbyMeter]:
    """The current meters of this house's jackpots for a game."""
    tables = [table for table in services.floor.tables.values() if not table.private and _plays(table, game)]
    lines = [line for table in tables if (line := summary_of(table).jackpot)]
    return list({line.name: line for line in lines}.values())


@get("/lab/{game:str}/what-if", include_in_schema=False)
async def what_if_page(request: AnyRequest, game: GameName) -> Response[str]:
    """Other pays and rules, priced while you type."""
    letter = letter_of(known_game(game))
    facts = await in_thread(lambda: game_facts(game))
    data = {"game": facts, "title": letter.title, "rules": study_rules(game_named(game))}
    return await page(request, "what_if.html", data)


@get("/settings", include_in_schema=False)
async def settings_page(request: AnyRequest) -> Response[str]:
    """What a person can choose for a browser, and what others call them at practice tables."""
    visitor = await visitor_of(request)
    name = services_of(request).floor.names.of(visitor.person)
    catalogues: Catalogues = request.app.state.catalogues
    return await page(request, "settings.html", {"name": name, "languages": catalogues.names}, visitor=visitor)


@get("/offline", include_in_schema=False, sync_to_thread=False)
def offline_page(request: AnyRequest) -> Response[str]:
    """What a browser shows while the house cannot be reached: the same for everybody, and nobody becomes a guest."""
    return Response(render(request, "offline.html", {}, None), media_type="text/html; charset=utf-8")


@get(["/drill", "/drill/{game:str}"], include_in_schema=False)
async def drill_page(request: AnyRequest, game: GameName = "") -> Response[str]:
    """Positions to practise; the page asks for the first one itself."""
    if game and game != ERRORS:
        known_game(game)
    due = {} if game else await _due_mistakes(services_of(request), session_of(request))
    return await page(request, "drill.html", {"game": game or None, "games": game_heads(), "drill": None, "due": due})


async def _due_mistakes(services: Services, session: Session | None) -> Mapping[str, int]:
    """How many of somebody's own mistakes are to be repeated, by game."""
    if session is None:
        return {}
    log = services.floor.log
    diary = await in_thread(lambda: read_diary(log, session.person))
    return Counter(one.mistake.decision.game for one in reviews_of(diary) if one.is_due(log.clock()))


PAGES: Final[list[Any]] = [
    me_page,
    lab_page,
    settings_page,
    what_if_page,
    offline_page,
    drill_page,
    lobby,
    play,
    table_page,
    round_page,
    new_table_page,
    sign_in_page,
    docs_page,
    docs_game_page,
]
