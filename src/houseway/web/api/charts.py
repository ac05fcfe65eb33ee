"""`/games/{game}/chart` and `/tables/{table}/chart`: the best play as charts, and the cell of your hand."""

import msgspec
from litestar import Controller, get

from houseway.errors import NotAllowedNow
from houseway.games.round.positions import seen_record
from houseway.web.api.common import AnyRequest, GameName, TableName, address_of, services_of, signed_in
from houseway.web.api.lab import OptionPairs, StudyText, game_asked, options_of
from houseway.web.coach.advisor import study_content
from houseway.web.coach.charts import ChartTable, Mark
from houseway.web.coach.coach import study_of
from houseway.web.http.problems import NotFound, NotReady


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
        services = services_of(request)
        chosen = game_asked(game, options_of(set_ or []), study or "")
        text = study_content(chosen)
        if chosen.kit.strategy is None:
            raise NotFound("has no strategy to show", field="game")
        if services.charts.find(chosen, text) is None:
            services.guard.heavy.check(address_of(request))
        charts = await services.charts.draw(chosen, text)
        if charts is None:
            raise NotReady("the best play under these options is not solved yet", field="game")
        return charts

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
