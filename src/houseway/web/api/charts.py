"""`/games/{game}/chart` and `/tables/{table}/chart`: the best play as charts, its values, and the cell of your hand."""

from typing import Final

import msgspec
from litestar import Controller, get

from houseway.errors import NotAllowedNow
from houseway.games.game import Game
from houseway.games.round.positions import seen_record
from houseway.web.api.common import AnyRequest, GameName, TableName, address_of, services_of, signed_in
from houseway.web.api.lab import OptionPairs, StudyText, game_asked, options_of
from houseway.web.coach.advisor import StudyText as StudyContent
from houseway.web.coach.advisor import study_content
from houseway.web.coach.charts import ChartTable, ChartWorth, Mark
from houseway.web.coach.coach import study_of
from houseway.web.http.problems import NotFound, NotReady
from houseway.web.services import Services

NOT_SOLVED: Final = "the best play under these options is not solved yet"


class HandMarks(msgspec.Struct, kw_only=True):
    """Where your hand stands among the charts of its game, in a round; nowhere while others decide."""

    round: int
    marks: list[Mark]


class ChartsController(Controller):
    """Charts."""

    path = "/"
    tags = ("lab",)

    @get("/games/{game:str}/chart", summary="The best play of a game as charts")
    async def charts(
        self,
        request: AnyRequest,
        game: GameName,
        set_: OptionPairs = None,
        study: StudyText = None,
    ) -> list[ChartTable]:
        """Charts to look at beside the felt, or of a study; 409 while the best play of these rules is not solved."""
        services, chosen, text = _asked(request, game, set_, study)
        charts = await services.charts.draw(chosen, text)
        if charts is None:
            raise NotReady(NOT_SOLVED, field="game")
        return charts

    @get("/games/{game:str}/chart/worth", summary="What each decision is worth in the cells of these charts")
    async def worth(
        self,
        request: AnyRequest,
        game: GameName,
        set_: OptionPairs = None,
        study: StudyText = None,
    ) -> list[ChartWorth]:
        """In first wagers, from the count that the best play is solved by; 409 while it is not solved."""
        services, chosen, text = _asked(request, game, set_, study)
        worth = await services.charts.price(chosen, text)
        if worth is None:
            raise NotReady(NOT_SOLVED, field="game")
        return worth

    @get("/tables/{table:str}/chart", summary="Where your hand stands among the charts of its game")
    async def marks(self, request: AnyRequest, table: TableName) -> HandMarks:
        """The cells of your hand while its decision is open, by what your seat sees."""
        services, session = services_of(request), signed_in(request)
        played = await services.floor.table(table)
        if not services.coach.allows(played):
            raise NotAllowedNow("the sheet of this table allows no coach", field="chart")
        state, now = played.state, played.state.round
        if now is None or now.turn is None or state.seated[now.turn].player != session.person:
            return HandMarks(round=state.rounds, marks=[])
        return HandMarks(
            round=state.rounds, marks=await services.charts.mark(seen_record(now, now.turn), study_of(played))
        )


def _asked(
    request: AnyRequest, game: str, pairs: list[str] | None, study: str | None
) -> tuple[Services, Game, StudyContent]:
    """The game or study whose charts are asked for; what must be drawn first counts as heavy."""
    services = services_of(request)
    chosen = game_asked(game, options_of(pairs or []), study or "")
    text = study_content(chosen)
    if chosen.kit.strategy is None:
        raise NotFound("has no strategy to show", field="game")
    if not services.charts.holds(chosen, text):
        services.guard.heavy.check(address_of(request))
    return services, chosen, text
