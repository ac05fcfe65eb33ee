"""`/rounds`: a finished round for good: what was dealt, why each wager was paid, and the proof of the shuffle."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import Controller, get
from litestar.params import PathParameter

from houseway.errors import HousewayError
from houseway.games import game_named
from houseway.games.game import Game
from houseway.games.round.settlement_answer import DealerAnswer
from houseway.house.log.log import Log
from houseway.house.log.names import table_stream
from houseway.house.records.dispute import dispute_pack
from houseway.house.tables.shuffle import fresh_cards
from houseway.web.api.common import AnyRequest, TableName, in_thread, services_of
from houseway.web.problems import NotFound
from houseway.web.replay import replay_steps

RoundNumber = Annotated[int, PathParameter(ge=1, le=10**12, description="The round's number at its table.")]


def round_json(log: Log, table: str, number: int) -> dict[str, Any]:
    """A finished round from the log alone; one that is open is not told of to anybody."""
    try:
        pack = dispute_pack(log, table, number, around=0)
    except HousewayError as problem:
        raise NotFound("there is no such round, or it is not over", field="round") from problem
    game = game_named(pack["game"], pack["record"].get("options", {}))
    return {
        "table": table,
        "round": number,
        "number": number,
        "game": pack["game"],
        "options": pack["record"].get("options", {}),
        "status": pack["status"],
        "reason": pack["reason"],
        "dealt": pack["dealt"],
        "ended": pack["ended"],
        "record": pack["record"],
        "settlement": pack["settlement"],
        "note": _note(game, pack) or None,
        "limited": pack["limited"],
        "corrections": [_correction(one) for one in pack["corrections"]],
        "cards": pack["cards"],
        "events": [_event(one) for one in pack["events"]],
        "clauses": {one.clause: one.text for one in game.approval.clauses},
        "replay": msgspec.to_builtins(replay_steps(pack["record"])),
        "proof": _proof(log, pack, table, number, game),
    }


def _note(game: Game, pack: Mapping[str, Any]) -> str:
    """What the dealer's hand meant for everybody; a void round has none."""
    return (
        game.kit.explain_dealer(msgspec.convert(pack["settlement"]["dealer"], DealerAnswer))
        if pack["status"] == "settled"
        else ""
    )


def _correction(one: Mapping[str, Any]) -> dict[str, Any]:
    """A correction with its own settlement, which stands in the place of the one before."""
    told = ("number", "corrects", "at", "by", "second", "reason", "record", "settlement", "limited")
    return {**{key: one[key] for key in told}, "replay": msgspec.to_builtins(replay_steps(one["record"]))}


def _event(one: Mapping[str, Any]) -> dict[str, Any]:
    return {key: one[key] for key in ("number", "at", "kind", "by", "data", "hash")}


def _proof(log: Log, pack: Mapping[str, Any], table: str, number: int, game: Game) -> dict[str, Any] | None:
    """What derives the order of the deck again; the seed is told once the deck deals no more."""
    told = pack["deck"]
    if told is None:
        return None
    values = _values(log, table, number)
    deck, copies = game.approval.table.deck, game.copies
    return {**told, "table": table, "values": values, "start": deck, "copies": copies, "cards": len(fresh_cards(game))}


def _values(log: Log, table: str, number: int) -> list[list[Any]]:
    """The players' values, which the first deal of the deck has."""
    found: list[list[Any]] = []
    for event in log.read(table_stream(table)):
        if event.kind == "dealt":
            found = event.data.get("values", found)
            if event.data["round"] == number:
                break
    return found


class RoundsController(Controller):
    """Finished rounds."""

    path = "/rounds"
    tags = ("rounds",)

    @get("/{table:str}/{number:int}", summary="A finished round: record, settlement with clauses, proof")
    async def show(self, request: AnyRequest, table: TableName, number: RoundNumber) -> dict[str, Any]:
        """A finished round; 404 while it is open."""
        log = services_of(request).floor.log
        return await in_thread(lambda: round_json(log, table, number))
