"""Round records: read strictly, replayed through the game's own course of play, and settled."""

import json
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct

from houseway.bounded_text import LARGEST_FILE, require_shallow_json
from houseway.cards.card import Card, parse_cards, usual_cards
from houseway.errors import HousewayError, InvalidInput, NotApproved, shown
from houseway.games import game_named, known_prizes
from houseway.games.game import Game
from houseway.games.round.jackpot import Meter
from houseway.games.round.record_text import read_quickly
from houseway.games.round.round import Round, Seat
from houseway.games.round.round_record import PlainRecord, RoundRecord
from houseway.money import Cents, parse_money, usual_money
from houseway.values import changed

STUDY_MARK: Final = ("name", "rules")  # what a record says of the study that it is a round of
RECORD_KEYS: Final = frozenset(
    {"game", "study", "options", "dealer", "board", "seats", "draws", "jackpot", "void", "meta"}
)
SEAT_KEYS: Final = frozenset({"seat", "cards", "wagers", "decisions", "player"})

Cards = tuple[Card, ...]


class GivenRound(Struct, frozen=True, kw_only=True, gc=False):
    """The content of a record, before any of it is played: what was staked, dealt, drawn and decided."""

    game: Game
    seats: list[Seat]  # with their wagers
    jackpot: Meter | None
    hands: dict[int, Cards]
    dealer: Cards
    board: Cards
    has_draws: bool  # whether it says so, even if none were drawn
    draws: list[Card]
    decisions: dict[int, list[object]]  # by seat, as they stand there
    void: str
    meta: dict[str, object] | None

    def placed(self) -> Round:
        """The round with its wagers, which are verified."""
        return self.game.place(self.seats, self.jackpot)

    def dealt(self) -> Round:
        """The round with its cards dealt."""
        return self.placed().deal_hands(self.hands, self.dealer, self.board)

    @property
    def deal_is_whole(self) -> bool:
        """Whether everybody has all cards of the deal."""
        spec = self.game.approval.table
        return (
            all(len(cards) == spec.player_cards for cards in self.hands.values())
            and len(self.dealer) == spec.dealer_cards + spec.dealer_extra
            and len(self.board) == spec.board_cards
        )


def parse_json(text: str) -> object:
    """JSON with exact numbers; the same key twice in one object is an error."""
    if (record := read_quickly(text)) is not None:
        return record
    if len(text) > LARGEST_FILE:
        raise InvalidInput(f"must be at most {LARGEST_FILE} characters", field="JSON")
    require_shallow_json(text)
    try:
        return json.loads(text, parse_float=Decimal, object_pairs_hook=_object)
    except RecursionError:
        raise InvalidInput("is nested too deeply", field="JSON") from None
    except HousewayError:
        raise
    except ValueError as problem:
        reason = "a number is absurdly long" if "digits" in str(problem) else str(problem)
        raise InvalidInput(f"cannot be read: {reason}", field="JSON") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries: dict[str, object] = {}
    for name, value in pairs:
        if name in entries:
            raise InvalidInput("stands twice in one object", field=name[:60])
        entries[name] = value
    return entries


def settle(record: object, study: Game | None = None) -> dict[str, Any]:
    """Settle the record of a finished round, dict in and dict out; by the rules of a study if one is given."""
    return replay(record, study).settlement().to_json()


def replay(record: object, study: Game | None = None) -> Round:
    """Replay the round that a record describes; every step is checked as at a table."""
    given = read_round(record, RECORD_KEYS, study)
    if given.has_draws and not given.game.round_type.draws:
        raise InvalidInput(f"no cards are drawn in {given.game.name}", field="draws")
    broken_off = given.void and not given.deal_is_whole  # by a misdeal: nothing was decided then
    played = _played(given.placed() if broken_off else given.dealt(), given)
    if given.meta is not None:
        played = changed(played, meta=given.meta)
    return played.voided(given.void) if given.void else played


def read_round(record: object, keys: frozenset[str], study: Game | None = None) -> GivenRound:
    """Read a record that may have these keys; its round may still be open."""
    plain = _plain(record, keys)
    game, rows = game_of(plain, study), _rows(plain)
    return GivenRound(
        game=game,
        void=_void(plain),
        seats=[_seat(row, index) for index, row in enumerate(rows)],
        jackpot=meter_of(game, plain),
        hands={row["seat"]: _hand(row) for row in rows},
        dealer=_cards(plain, "dealer"),
        board=_cards(plain, "board"),
        has_draws="draws" in plain,
        draws=list(_cards(plain, "draws")),
        decisions={row["seat"]: _decisions(row) for row in rows},
        meta=_mapping(plain, "meta") if "meta" in plain else None,
    )


# ---- the parts of a record


def _plain(record: object, keys: frozenset[str]) -> PlainRecord:
    """A record as plain data; unknown keys are refused."""
    if isinstance(record, RoundRecord):
        return record.to_json()
    if not isinstance(record, dict):
        raise InvalidInput("must be a JSON object", field="record")
    _check_keys(record, keys)
    return record


def _check_keys(record: PlainRecord, keys: frozenset[str], place: str = "") -> None:
    """Refuse an unknown key."""
    for key in () if keys.issuperset(record) else record:
        if key not in keys:
            raise InvalidInput(f"unknown key; there may be {', '.join(sorted(keys))}", field=f"{place}{key}"[:80])


def _mapping(record: PlainRecord, key: str) -> dict[str, object]:
    value = record.get(key, {})
    if not isinstance(value, dict):
        raise InvalidInput("must be an object", field=key)
    return value


def _list(record: PlainRecord, key: str) -> list[object]:
    value = record.get(key, [])
    if not isinstance(value, list):
        raise InvalidInput("must be a list", field=key)
    return value


def game_of(record: PlainRecord, study: Game | None = None) -> Game:
    """The game of a record, with its options; a study's round is refused without that study.

    The record of a study's round names the rules by their digest and has all choices. Any other record takes the
    study's choices where it makes none.
    """
    if "game" not in record:
        raise InvalidInput("is missing", field="game")
    if not isinstance(record["game"], str):
        raise InvalidInput("must be the name of a game", field="game")
    options = _mapping(record, "options")
    marked = _marked(record)
    if study is None:
        if marked:
            raise NotApproved(f"is a round of {shown(marked['name'])}: give its study", field="study")
        return game_named(record["game"], options)
    if study.name != record["game"]:
        raise InvalidInput(f"is {shown(record['game'])}, and the study is of {study.name}", field="game")
    game = study.with_options(options if marked else {**study.options, **options})
    if marked and marked["rules"] != game.digest:
        reason = f"is a round of {shown(marked['name'])} with rules {shown(marked['rules'])}; these are {game.digest}"
        raise NotApproved(reason, field="study")
    return game


def _marked(record: PlainRecord) -> dict[str, str]:
    """The study that a record names; empty for a round of the letter."""
    if "study" not in record:
        return {}
    marked = record["study"]
    if not isinstance(marked, dict) or {*marked} != {*STUDY_MARK} or not all(map(_is_text, marked.values())):
        raise InvalidInput(f"must be an object of {' and '.join(STUDY_MARK)}", field="study")
    return marked


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _rows(record: PlainRecord) -> list[PlainRecord]:
    """The seats of a record, unread."""
    rows = list[PlainRecord]()
    for index, row in enumerate(_list(record, "seats")):
        if not isinstance(row, dict):
            raise InvalidInput("must be an object", field=f"seats[{index}]")
        _check_keys(row, SEAT_KEYS, f"seats[{index}].")
        rows.append(row)
    if not rows:
        raise InvalidInput("there must be at least one seat", field="seats")
    return rows


def _seat(row: PlainRecord, index: int) -> Seat:
    """A seat with its wagers."""
    number = row.get("seat")
    if isinstance(number, bool) or not isinstance(number, int) or abs(number) > 1000:
        raise InvalidInput("must be the number of a seat", field=f"seats[{index}].seat")
    try:
        return Seat(number=number, wagers=_wagers(row), player=_player(row) if "player" in row else "")
    except HousewayError as problem:
        raise problem.at(f"seat {number}") from None


def _player(row: PlainRecord) -> str:
    player = row.get("player")
    if not isinstance(player, str) or not player.strip():
        raise InvalidInput("must be a name", field="player")
    return player


def _wagers(row: PlainRecord) -> dict[str, Cents]:
    wagers = row.get("wagers")
    if not isinstance(wagers, dict):
        raise InvalidInput("must be an object of wagers and amounts", field="wagers")
    amounts = dict[str, Cents]()
    for name, amount in wagers.items():
        amounts[name] = usual_money(amount) or parse_money(amount, field=f"wagers.{name}"[:60])
    return amounts


def _void(record: PlainRecord) -> str:
    void = record.get("void", "")
    if "void" in record and (not isinstance(void, str) or not void.strip()):
        raise InvalidInput("must say why the round is void", field="void")
    return str(void)


def meter_of(game: Game, record: PlainRecord) -> Meter | None:
    """The jackpot of a record, where there is one."""
    if "jackpot" not in record:
        return None
    wager = game.approval.jackpot
    if wager is None:
        raise InvalidInput(f"{game.name} has no jackpot", field="jackpot")
    if not game.is_on(wager.option):
        raise NotApproved(f"is off at this table (option {wager.option})", field="jackpot")
    raw = record["jackpot"]
    return Meter.parse(raw, known_prizes(game.approval, raw.get("prizes") if isinstance(raw, dict) else None))


def _cards(record: PlainRecord, key: str) -> Cards:
    """The cards under a key of a record, or of a seat's row."""
    texts = record.get(key, [])
    usual = usual_cards(texts) if type(texts) is list else None
    return parse_cards(_list(record, key), field=key) if usual is None else usual


def _hand(row: PlainRecord) -> Cards:
    try:
        return _cards(row, "cards")
    except HousewayError as problem:
        raise problem.at(f"seat {row['seat']}") from None


def _decisions(row: PlainRecord) -> list[object]:
    try:
        return [*_list(row, "decisions")]
    except HousewayError as problem:
        raise problem.at(f"seat {row['seat']}") from None


# ---- the course of play


def _played(dealt: Round, given: GivenRound) -> Round:
    """The round after all decisions and draws, none of which may be left over."""
    decisions, draws = given.decisions, given.draws
    written = {number: len(texts) for number, texts in decisions.items()}
    if dealt.dealt:
        dealt = _course(dealt, decisions, draws, void=bool(given.void))
    for seat in dealt.seats:
        if len(seat.decisions) < written[seat.number] - len(decisions[seat.number]):
            reason = f"a record holds only what counts in the end: '{seat.decisions[0]}'"
            raise InvalidInput(reason, field=f"seat {seat.number}: decisions")
    for number, left in decisions.items():
        if left:
            reason = f"{shown(left[0])} is one decision too many: nothing is left to decide"
            raise InvalidInput(reason, field=f"seat {number}: decisions")
    if draws:
        raise InvalidInput(f"{draws[0]} is one card too many: nobody draws it", field="draws")
    return dealt


def _course(now: Round, decisions: dict[int, list[object]], draws: list[Card], *, void: bool) -> Round:
    while True:
        turn = now.turn
        if turn is None:
            if not now.needs_card:
                return now
            if not draws:
                if void:
                    return now
                raise InvalidInput("too few cards: the round is not played to its end", field="draws")
            now = now.take(draws.pop(0))
            continue
        left = decisions[turn]
        if not left and now.implied_decision and (not void or any(decisions.values())):
            left.append(now.implied_decision)
        if not left:
            if void:
                return now
            legal = ", ".join(map(str, now.choices()))
            raise InvalidInput(f"a decision is missing; legal: {legal}", field=f"seat {turn}: decisions")
        try:
            now = now.decide(left.pop(0))
        except HousewayError as problem:
            raise problem.at(f"seat {turn}: decisions") from None
