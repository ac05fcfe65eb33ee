"""`/lab/{game}`: a game in the lab, other pays priced while one types, and the search for pay tables."""

from typing import Annotated, Final, NoReturn

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter

from houseway.games import game_named
from houseway.lab import api
from houseway.lab.design import design
from houseway.lab.evening import Evening
from houseway.lab.simulations import meter as api_meter
from houseway.lab.what_if import Repriced, reprice
from houseway.tabular import Json, csv_text
from houseway.web.api.common import AnyRequest, GameName, address_of, in_thread, services_of
from houseway.web.api.games import known_game
from houseway.web.api.lab import OptionPairs, StudyText, game_asked, options_of
from houseway.web.http.problems import NotFound, NotReady
from houseway.web.lab_page import LabFacts, lab_facts

MOST_TABLES: Final = 1_000_000  # that one search may try
MOST_ROUNDS: Final = 4_800  # of an evening: 24 hours of 200
LIVES: Final = 10  # of a meter that are simulated for a page
MeterMoney = Annotated[str, QueryParameter(description="In dollars.", max_length=20)]
Text = Annotated[str, msgspec.Meta(max_length=100)]


class OtherPays(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A pay table of a bonus with other pays; lines that are not named pay as in the letter."""

    wager: Annotated[str, msgspec.Meta(max_length=60)]
    table: Annotated[str, msgspec.Meta(max_length=60)] = ""
    pays: dict[Text, Text] = {}
    options: dict[str, str | int] = {}


class Search(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a designer looks for, in the words of `houseway design`."""

    wager: Annotated[str, msgspec.Meta(max_length=60)]
    edge: Text
    table: Annotated[str, msgspec.Meta(max_length=60)] = ""
    hit: Text = ""
    top_odds: Text = ""
    vary: Annotated[dict[Text, Annotated[str, msgspec.Meta(max_length=2000)]], msgspec.Meta(max_length=20)] = {}
    most: Annotated[int, msgspec.Meta(ge=1, le=200)] = 20
    options: dict[str, str | int] = {}


class MeterTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a progressive whose life is asked for; dollars as texts."""

    table: str
    increment: str
    start: str
    reset: str
    wager: str
    wagers_a_day: int


class WhatIfController(Controller):
    """The lab while one types."""

    path = "/lab"
    tags = ("lab",)

    @get("/{game:str}", summary="A game in the lab, under an operator's choices")
    async def facts(self, game: GameName, set_: OptionPairs = None, study: StudyText = None) -> LabFacts:
        """Its choices, and its price where that is counted already."""
        chosen = game_asked(game, options_of(set_ or []), study or "")
        return await in_thread(lambda: lab_facts(chosen))

    @get("/{game:str}/lines", summary="Every line of every pay table, as CSV", media_type="text/csv")
    async def lines(
        self,
        game: GameName,
        set_: OptionPairs = None,
        study: StudyText = None,
        wager: Annotated[str | None, QueryParameter(description="Of one wager only.", max_length=60)] = None,
    ) -> str:
        """As the tidy table of `houseway.analyze(...).lines()`."""
        chosen = game_asked(game, options_of(set_ or []), study or "")
        analysis = await in_thread(lambda: api.kept_analysis(chosen))
        if analysis is None:
            _not_counted()
        rows = analysis.lines().rows()
        if wager and wager not in {row["wager"] for row in rows}:
            raise NotFound(f"has no wager {wager!r}", field="wager")
        return csv_text([row for row in rows if wager in (None, row["wager"])])

    @get("/{game:str}/meter", summary="The life of a progressive meter")
    async def meter(
        self,
        request: AnyRequest,
        game: GameName,
        table: Annotated[str, QueryParameter(description="A pay table of the jackpot.", max_length=60)] = "",
        increment: Annotated[str, QueryParameter(description="Of each wager, to the meter.", max_length=20)] = "15%",
        start: MeterMoney = "5000",
        reset: MeterMoney = "1000",
        wager: MeterMoney = "1",
        wagers_a_day: Annotated[int, QueryParameter(ge=1, le=1_000_000)] = 6000,
    ) -> Json:
        """As `houseway meter` answers for five years: the long run and a life in closed form, and some simulated."""
        services = services_of(request)
        services.guard.heavy.check(address_of(request))
        asked = MeterTerms(
            table=table, increment=increment, start=start, reset=reset, wager=wager, wagers_a_day=wagers_a_day
        )
        answer = await services.coach.in_process(meter_life, known_game(game), asked)
        if answer is None:
            raise NotReady("the meter was interrupted; try again", field="meter")
        return answer

    @get("/{game:str}/evening", summary="An evening of the main game: its results and the risk of ruin")
    async def evening(
        self,
        request: AnyRequest,
        game: GameName,
        set_: OptionPairs = None,
        study: StudyText = None,
        stake: Annotated[int, QueryParameter(description="The first wager, in dollars.", ge=1, le=10_000)] = 10,
        bankroll: Annotated[int, QueryParameter(description="In dollars.", ge=1, le=1_000_000)] = 1000,
        rounds: Annotated[int, QueryParameter(ge=1, le=MOST_ROUNDS)] = 240,
    ) -> Evening:
        """Computed from the distribution of a round; 409 where that is not counted yet."""
        services = services_of(request)
        chosen = game_asked(game, options_of(set_ or []), study or "")
        asked = chosen.name, tuple(chosen.options.items()), study or "", 100 * stake, 100 * bankroll, rounds
        if not services.evenings.holds(*asked):
            services.guard.heavy.check(address_of(request))
        answer = await services.evenings.find(*asked)
        if answer is None:
            raise NotReady("the distribution of results is not counted yet", field="results")
        return answer

    @post("/{game:str}/reprice", summary="A bonus with other pays, priced at once", status_code=200)
    async def reprice(self, game: GameName, data: JSONBody[OtherPays]) -> Repriced:
        """From exact counts; 409 where these did not come with houseway."""
        chosen = game_named(known_game(game), data.options)
        return await in_thread(lambda: reprice(chosen, data.wager, data.table, data.pays, _not_counted))

    @post("/{game:str}/design", summary="Pay tables with a wanted house edge", status_code=200)
    async def design(self, request: AnyRequest, game: GameName, data: JSONBody[Search]) -> Json:
        """As `houseway design` answers, from exact counts; 409 where something must be counted or solved first."""
        services = services_of(request)
        services.guard.heavy.check(address_of(request))
        designs = await services.coach.in_process(search_pays, known_game(game), data)
        if designs is None:
            raise NotReady("the search was interrupted; try again", field="design")
        return designs


def meter_life(game: str, asked: MeterTerms) -> Json:
    """The work of a process."""
    return api_meter(
        game,
        asked.table,
        increment=asked.increment,
        start=asked.start,
        reset=asked.reset,
        wager=asked.wager,
        wagers_a_day=asked.wagers_a_day,
        lives=LIVES,
        threads=1,
    ).to_json()


def search_pays(game: str, asked: Search) -> Json:
    """The work of a process: the search holds nobody else up."""
    return design(
        game_named(game, asked.options),
        asked.wager,
        edge=asked.edge,
        hit=asked.hit,
        top_odds=asked.top_odds,
        vary=[f"{line}={pays}" for line, pays in asked.vary.items()],
        table=asked.table,
        most=asked.most,
        most_tables=MOST_TABLES,
        run=_not_counted,
    ).to_json()


def _not_counted() -> NoReturn:
    raise NotReady("this needs a count that is not here; `houseway design` makes it", field="analysis")
