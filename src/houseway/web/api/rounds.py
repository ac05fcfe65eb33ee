"""`/rounds`: a finished round for good: what was dealt, why each wager was paid, and the proof of the shuffle."""

from typing import Annotated

from litestar import Controller, get
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct, UnsetType
from msgspec.structs import replace as replace_fields

from houseway.errors import HousewayError
from houseway.games.game import Game
from houseway.games.letter.clause_words import clauses_in_force
from houseway.games.round.explanation import SeatExplanation, explain_round
from houseway.games.round.positions import Record
from houseway.games.round.record import replay
from houseway.games.round.round_record import RoundRecord
from houseway.games.round.settlement_answer import SettlementAnswer
from houseway.house.log.log import Log
from houseway.house.log.names import table_stream
from houseway.house.records.dispute import dispute_pack
from houseway.house.records.dispute_pack import DealtCard, DisputePack, PackedCorrection, PackedDeck, PackedEvent
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.past_round import find_round
from houseway.house.tables.payloads import Dealt, LimitedWager
from houseway.house.tables.shuffle import fresh_cards
from houseway.web.api.common import AnyRequest, TableName, address_of, in_thread, services_of, session_of
from houseway.web.coach.advisor import StudyText, study_text
from houseway.web.coach.looking_back import WeighedRound, weighed_round
from houseway.web.http.problems import NotFound
from houseway.web.replay import Step as ReplayStep
from houseway.web.replay import replay_steps
from houseway.web.services import Services
from houseway.web.without_names import without_names

RoundNumber = Annotated[int, PathParameter(ge=1, le=10**12, description="The round's number at its table.")]
Share = Annotated[str, QueryParameter(max_length=100, description="The token of the link to a private table's round.")]


class RoundEvent(Struct, frozen=True, kw_only=True):
    """An event of the round."""

    number: int
    at: str
    kind: str
    by: str
    data: Record
    hash: str


class RoundCorrection(Struct, frozen=True, kw_only=True):
    """A correction with its own settlement, which stands in the place of the one before."""

    number: int
    corrects: int
    at: str
    by: str
    second: str
    reason: str
    record: RoundRecord
    settlement: SettlementAnswer
    limited: list[LimitedWager]
    replay: list[ReplayStep]


class ShuffleProof(PackedDeck, frozen=True, kw_only=True):
    """What derives the order of the deck again; the seed is there once the deck deals no more."""

    table: str
    values: list[tuple[int, str]]
    start: str
    copies: int
    cards: int


class FinishedRound(Struct, frozen=True, kw_only=True):
    """A finished round: what was dealt, why each wager was paid, and the proof of the shuffle.

    In practice nobody is named: `you` is the reader's own seat, null for whoever did not play.
    """

    table: str
    round: int
    number: int
    game: str
    options: dict[str, str]
    status: str
    reason: str | None
    dealt: str
    ended: str
    record: RoundRecord
    settlement: SettlementAnswer
    note: str | None
    limited: list[LimitedWager]
    corrections: list[RoundCorrection]
    cards: list[DealtCard]
    events: list[RoundEvent]
    clauses: dict[str, str]
    explained: list[SeatExplanation]
    replay: list[ReplayStep]
    proof: ShuffleProof | None
    you: int | None = None


def finished_round(log: Log, table: str, number: int) -> FinishedRound:
    """A finished round from the log alone; one that is open is shown to nobody."""
    return _laid_out(log, table, _pack(log, table, number))


def anonymous_round(log: Log, table: str, number: int, reader: str = "") -> FinishedRound:
    """The same without anybody's name: seats by number, and which one is the reader's own."""
    pack = _pack(log, table, number)
    own = next((row.seat for row in pack.record.seats if reader and row.player == reader), None)
    return replace_fields(_laid_out(log, table, without_names(pack)), you=own)


def _pack(log: Log, table: str, number: int) -> DisputePack:
    try:
        return dispute_pack(log, table, number, around=0)
    except HousewayError as problem:
        raise no_such_round() from problem


def no_such_round() -> NotFound:
    """The answer for a round that is open, that never was, or that is not for whoever asks."""
    return NotFound("there is no such round, or it is not over", field="round")


def _laid_out(log: Log, table: str, pack: DisputePack) -> FinishedRound:
    number = int(pack.round.rpartition("/")[2])
    rules = TableRules.from_json(pack.opened.rules)
    game, study = rules.chosen, rules.chosen_study
    return FinishedRound(
        table=table,
        round=number,
        number=number,
        game=pack.game,
        options=pack.record.options,
        status=pack.status,
        reason=pack.reason,
        dealt=pack.dealt,
        ended=pack.ended,
        record=pack.record,
        settlement=pack.settlement,
        note=_note(game, pack) or None,
        limited=pack.limited,
        corrections=[_correction(one, study) for one in pack.corrections],
        cards=pack.cards,
        events=[_event(one) for one in pack.events],
        clauses=clauses_in_force(game),
        explained=explain_round(replay(pack.record, study)) if pack.status == "settled" else [],
        replay=replay_steps(pack.record.to_json(), study),
        proof=_proof(log, pack.deck, table, number, game) if pack.deck else None,
    )


def _note(game: Game, pack: DisputePack) -> str:
    """What the dealer's hand meant for everybody; a void round has none."""
    return game.kit.explain_dealer(pack.settlement.dealer) if pack.status == "settled" else ""


def _correction(one: PackedCorrection, study: Game | None) -> RoundCorrection:
    names = (name for name in RoundCorrection.__struct_fields__ if name != "replay")
    steps = replay_steps(one.record.to_json(), study)
    return RoundCorrection(**{name: getattr(one, name) for name in names}, replay=steps)


def _event(one: PackedEvent) -> RoundEvent:
    return RoundEvent(**{name: getattr(one, name) for name in RoundEvent.__struct_fields__})


def _proof(log: Log, deck: PackedDeck, table: str, number: int, game: Game) -> ShuffleProof:
    return ShuffleProof(
        **{name: getattr(deck, name) for name in PackedDeck.__struct_fields__},
        table=table,
        values=_values(log, table, number),
        start=game.approval.table.deck,
        copies=game.copies,
        cards=len(fresh_cards(game)),
    )


def _values(log: Log, table: str, number: int) -> list[tuple[int, str]]:
    """The players' values, which the first deal of the deck has."""
    values: list[tuple[int, str]] = []
    for event in log.read(table_stream(table)):
        if event.kind == Dealt.KIND:
            dealt = event.read(Dealt)
            values = values if isinstance(dealt.values, UnsetType) else list(dealt.values)
            if dealt.round == number:
                break
    return values


def _study(log: Log, table: str, number: int) -> StudyText:
    """The study that a round was played by."""
    return study_text(find_round(log, table, number).rules)


def standing_record(over: FinishedRound) -> RoundRecord:
    """The record of a finished round, or of its last correction: `houseway settle` settles it again."""
    return over.corrections[-1].record if over.corrections else over.record


async def shown_round(request: AnyRequest, table: str, number: int, share: str) -> FinishedRound:
    """A finished round for whoever asks: with names only for people who are signed in to a room."""
    services, session = services_of(request), session_of(request)
    log, person = services.floor.log, session.person if session else ""
    if not services.settings.practice and person:
        return await in_thread(lambda: finished_round(log, table, number))

    def read() -> FinishedRound:
        over = anonymous_round(log, table, number, person)
        if not _may_read(services, over, person, share):
            raise no_such_round()
        return over

    return await in_thread(read)


def _may_read(services: Services, over: FinishedRound, person: str, share: str) -> bool:
    """Whether a round is for somebody: of a private table for its owner, its players, and whoever has the link."""
    owner = services.floor.owner_of(over.table)
    if owner in ("", person) or over.you:
        return True
    return services.invitations.is_round_token(share, over.table, over.number)


def round_address(services: Services, table: str, number: int) -> str:
    """The address of a finished round that works for whoever receives it."""
    address = f"/rounds/{table}/{number}"
    if not services.floor.owner_of(table):
        return address
    return f"{address}?share={services.invitations.round_token(table, number)}"


class RoundsController(Controller):
    """Finished rounds."""

    path = "/rounds"
    tags = ("rounds",)

    @get("/{table:str}/{number:int}", summary="A finished round: record, settlement with clauses, proof")
    async def show(
        self, request: AnyRequest, table: TableName, number: RoundNumber, share: Share = ""
    ) -> FinishedRound:
        """A finished round; 404 while it is open."""
        return await shown_round(request, table, number, share)

    @get("/{table:str}/{number:int}/record", summary="The record alone, as `houseway settle` reads it")
    async def record(
        self, request: AnyRequest, table: TableName, number: RoundNumber, share: Share = ""
    ) -> RoundRecord:
        """The record of a finished round, corrected where it was; 404 while it is open."""
        return standing_record(await shown_round(request, table, number, share))

    @get("/{table:str}/{number:int}/values", summary="What every decision of a finished round was worth")
    async def values(
        self, request: AnyRequest, table: TableName, number: RoundNumber, share: Share = ""
    ) -> WeighedRound:
        """Each seat's decisions beside the other choices, from what the seat knew; only where a coach is allowed."""
        services = services_of(request)
        services.guard.heavy.check(address_of(request))
        record = (await shown_round(request, table, number, share)).record
        services.coach.require_allowed(record.game)
        log = services.floor.log
        study = "" if isinstance(record.study, UnsetType) else await in_thread(lambda: _study(log, table, number))
        return weighed_round(await services.coach.weigh_round(record.to_json(), study))
