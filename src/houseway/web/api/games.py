"""`/games`, `/settle` and `/evaluate`: the letters as data, and what the rules say of records and hands."""

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody

from houseway.games import evaluation, game_named, game_names
from houseway.games.evaluation import EvaluatedHand
from houseway.games.round.record import replay
from houseway.games.round.round_record import PlainRecord
from houseway.games.round.settlement_answer import SettlementAnswer
from houseway.web.api.common import AnyRequest, GameName, in_thread, services_of
from houseway.web.describe import GameFacts, GameHead, game_facts, game_heads
from houseway.web.edges import Edges, edges_by_option
from houseway.web.http.problems import NotFound


class Hand(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, rename={"kind": "as"}):
    """Cards, and as what they are to be read."""

    cards: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(min_length=1, max_length=60)]
    kind: Annotated[str, msgspec.Meta(max_length=20)] | None = None


class Choices(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What an operator chooses."""

    options: dict[str, str | int] = {}


class GamesController(Controller):
    """The games."""

    path = "/"
    tags = ("games",)

    @get("/games", summary="The games", sync_to_thread=False)
    def games(self) -> list[GameHead]:
        """All games in a few facts each, with their layouts."""
        return game_heads()

    @get("/games/{game:str}", summary="A game: its letter, options, pay tables, clauses, readings and layout")
    async def game(self, game: GameName) -> GameFacts:
        """A whole letter as data."""
        known_game(game)
        return game_facts(game)

    @post("/games/{game:str}/edges", summary="The house edge of each pay table beside other choices", status_code=200)
    async def edges(self, game: GameName, data: JSONBody[Choices]) -> Edges:
        """By option and value; a pay table whose price does not come with houseway is left out."""
        return await in_thread(lambda: edges_by_option(game_named(known_game(game), data.options)))

    @post("/settle", summary="Settle a round record to the cent", status_code=200)
    async def settle(self, request: AnyRequest, data: JSONBody[PlainRecord]) -> SettlementAnswer:
        """Settle one record, as the command does."""
        services_of(request)
        return await in_thread(lambda: replay(data).settlement().answer())

    @post("/evaluate", summary="What a hand is and how strong it is", status_code=200)
    async def evaluate(self, data: JSONBody[Hand]) -> EvaluatedHand:
        """Evaluate a hand, as the command does."""
        return await in_thread(lambda: evaluation.evaluate(data.cards, data.kind))


def known_game(name: str) -> str:
    """A known game."""
    if name not in game_names():
        raise NotFound(f"there are {', '.join(game_names())}", field="game")
    return name
