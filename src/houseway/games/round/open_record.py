"""Reads a record whose next decision is still open, for advice to the seat in turn.

Such a record may leave out hidden cards. Then every card of another seat that it has counts as seen and is used. Or it
may have the whole round with the dealer's hidden cards. These only give the card reader's lights, and other seats'
cards are used only where the game shows them to the seat in turn. Stand-ins replace missing cards, so that the game's
own course of play can say whose turn it is and what is legal; no choice of a player depends on a stand-in.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from houseway.cards.card import JOKER, Card
from houseway.errors import HousewayError, InvalidInput, shown
from houseway.games.game import Game
from houseway.games.letter.card_reader import LIGHTS, light_of
from houseway.games.pricing.advice import Seen
from houseway.games.round.decision import Decision
from houseway.games.round.record import RECORD_KEYS, Cards, GivenRound, read_round
from houseway.games.round.round import Round

OPEN_KEYS: Final = RECORD_KEYS - {"void"} | {"lights"}

Lights = tuple[str, ...]


def open_round(record: object, game: Game | None = None) -> Seen:
    """What the seat in turn knows; a given `game`, such as a designer's study, replaces the one that is named."""
    given = read_round(record, OPEN_KEYS, game)
    game, spec = given.game, given.game.approval.table
    placed = given.placed()
    lights = _lights(game, record.get("lights") if isinstance(record, dict) else None, given.dealer)
    dealt = placed.deal_hands(*_filled(given, lights))
    unseen = {seat for seat, cards in given.hands.items() if len(cards) < spec.player_cards}
    now = _course(dealt, given.decisions, given.draws, unseen)
    return _seen(now, given, lights, whole=len(given.dealer) == spec.dealer_cards + spec.dealer_extra)


def _lights(game: Game, given: object, dealer: Sequence[Card]) -> Lights | None:
    """What the card reader shows: the lights in the record, or those of the hidden cards it has."""
    hidden = cards_in_reader(game)
    if hidden is None:
        if given is not None:
            raise InvalidInput(f"{game.name} has no card reader", field="lights")
        return None
    shining = tuple(sorted(light_of(game, card) for card in dealer[hidden.start : hidden.stop]))
    if given is None:
        if len(shining) < len(hidden):
            raise InvalidInput(f"are missing: one of {', '.join(LIGHTS)} for each hidden dealer card", field="lights")
        return tuple(LIGHTS[light] for light in shining)
    if not isinstance(given, list) or len(given) != len(hidden) or not all(light in LIGHTS for light in given):
        reason = f"must be a list of {len(hidden)} of {', '.join(LIGHTS)}, not {shown(given)}"
        raise InvalidInput(reason, field="lights")
    numbers = tuple(sorted(LIGHTS.index(light) for light in given))
    if len(shining) == len(hidden) and numbers != shining:
        raise InvalidInput(f"the dealer's cards show {', '.join(LIGHTS[light] for light in shining)}", field="lights")
    return tuple(LIGHTS[light] for light in numbers)


def cards_in_reader(game: Game) -> range | None:
    """Which of the dealer's cards the card reader looks at; None for a game without one."""
    if game.round_type.lights is Round.lights:
        return None
    cards = game.approval.table.dealer_cards
    return range(1, cards) if game.round_type.draws else range(cards)


def _filled(given: GivenRound, lights: Lights | None) -> tuple[dict[int, Cards], Cards, Cards]:
    """The cards of the record, and stand-ins for those that are missing."""
    game, hands, dealer, board = given.game, given.hands, given.dealer, given.board
    spec = game.approval.table
    held = [*dealer, *board, *(card for cards in hands.values() for card in cards)]
    cards = [Card(number) for number in sorted(game.deck) if number != JOKER]
    unseen = [card for card in cards if held.count(card) < game.copies]
    needed = [LIGHTS.index(light) for light in lights or ()]
    missing = spec.dealer_cards + spec.dealer_extra - len(dealer)
    if lights and len(dealer) > spec.dealer_cards - len(lights):
        for card in dealer[spec.dealer_cards - len(lights) :]:
            if light_of(game, card) in needed:
                needed.remove(light_of(game, card))
    for index in range(missing):
        light = needed[index - missing] if needed and index >= missing - len(needed) else None
        dealer += (_take(game, unseen, light),)
    filled = {
        seat: cards + tuple(_take(game, unseen) for _ in range(spec.player_cards - len(cards)))
        for seat, cards in hands.items()
    }
    return filled, dealer, board + tuple(_take(game, unseen) for _ in range(spec.board_cards - len(board)))


def _take(game: Game, unseen: list[Card], light: int | None = None) -> Card:
    for card in unseen:
        if light is None or light_of(game, card) == light:
            unseen.remove(card)
            return card
    raise InvalidInput("no card is left that the card reader could show so", field="lights")


def _course(now: Round, decisions: dict[int, list[object]], draws: list[Card], unseen: Collection[int]) -> Round:
    """The round up to the decision that is open."""
    for step in _steps(now, decisions, draws, unseen):
        now = step
    if any(decisions.values()) or draws:
        left = next((f"seat {seat}: decisions" for seat, texts in decisions.items() if texts), "draws")
        raise InvalidInput("there is more than can have happened yet", field=left)
    if now.turn is None:
        raise InvalidInput("nothing is left to decide", field="decisions")
    return now


def _steps(
    now: Round, decisions: dict[int, list[object]], draws: list[Card], unseen: Collection[int]
) -> Iterator[Round]:
    while True:
        turn = now.turn
        if turn is None:
            if not now.needs_card or (now.seats and not draws and _only_dealer_draws(now)):
                return
            if not draws:
                raise InvalidInput("the card that a hand waits for is missing", field="draws")
            now = now.take(draws.pop(0))
        else:
            if not decisions[turn] and now.implied_decision and any(decisions.values()):
                decisions[turn].append(now.implied_decision)
            if not decisions[turn]:
                return
            try:
                now = _decided(now, decisions[turn].pop(0), unseen)
            except HousewayError as problem:
                raise problem.at(f"seat {turn}: decisions") from None
        yield now


def _decided(now: Round, text: object, unseen: Collection[int]) -> Round:
    """The round after a decision; if unseen cards decide whether it is legal, one that the stand-ins allow."""
    if now.turn not in unseen or now.can_decide(text):
        return now.decide(text)
    decision = Decision.parse(text)
    whole = [choice.text for choice in now.choices() if choice.complete]
    alike = [word for word in whole if word.partition(" ")[0] == decision.word]
    return now.decide(next(word for word in [*alike, *whole] if now.can_decide(word)))


def _only_dealer_draws(now: Round) -> bool:
    """Whether all hands are played, and only the dealer takes cards."""
    return all(card is not None for card in now.seen_dealer())


def _seen(now: Round, given: GivenRound, lights: Lights | None, *, whole: bool) -> Seen:
    turn, hands = now.turn or 0, given.hands
    spec = now.game.approval.table
    for seat in now.seats:
        if now.sees_cards_of(turn, seat) and len(hands[seat.number]) < spec.player_cards:
            raise InvalidInput("are seen and must be given", field=f"seat {seat.number}: cards")
    seen_dealer, seen_board = now.seen_dealer(), now.seen_board()
    if any(card is not None for card in seen_dealer[len(given.dealer) : spec.dealer_cards]):
        raise InvalidInput("the cards are turned up before play: the hole card must be given", field="dealer")
    if any(card is not None for card in seen_board[len(given.board) :]):
        raise InvalidInput("the open cards must be given", field="board")
    return Seen(
        now=now,
        seat=now.seat(turn),
        dealer=seen_dealer,
        board=tuple(card for card in seen_board if card is not None),
        lights=lights,
        others=tuple(
            card
            for seat in now.seats
            if seat.number != turn and (not whole or now.sees_cards_of(turn, seat))
            for card in hands[seat.number]
        ),
    )
