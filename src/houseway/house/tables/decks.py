"""What a table's round needs beside the game itself: cards from the fair shuffle, draws, defaults, stakes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from houseway.cards.card import Card
from houseway.errors import NotAllowedNow
from houseway.games.game import Game
from houseway.games.round import Round, Seat, cards_needed
from houseway.house.live import Secret
from houseway.house.shuffle import deck_order, fresh_cards, remaining_cards
from houseway.house.table_rules import TableRules
from houseway.money import Cents
from houseway.values import changed

REMEMBERED: Final = 10_000  # ways to wager that a table has verified


@dataclass(frozen=True, kw_only=True)
class Deck:
    """A deck or shoe of a table: committed to, and from its first deal on with values and an order."""

    number: int
    commitment: str
    values: tuple[tuple[int, str], ...] | None = None
    position: int = 0
    part: int = 1  # 2 and more: shuffled again in the middle of a round
    order: tuple[Card, ...] = field(default=(), repr=False, compare=False)

    @property
    def begun(self) -> bool:
        """Whether cards were dealt from it."""
        return self.values is not None


def is_kept(game: Game) -> bool:
    """Whether one shoe serves many rounds; otherwise every round has a deck of its own."""
    return game.approval.table.deck == "shoe" and game.options["dealing"] == "shoe"


def is_finished(deck: Deck, rules: TableRules) -> bool:
    """Whether a deck deals no further round: its cut card is out, or a full table might not be dealt from it."""
    game = rules.chosen
    if not deck.begun:
        return False
    if not is_kept(game) or deck.part > 1:
        return True
    total = len(fresh_cards(game))
    cut = game.options["cut-card"]
    behind = total // 4 if cut == "quarter" else int(cut)
    return total - deck.position <= max(behind, cards_needed(game, rules.seats) - 1)


def in_order(deck: Deck, rules: TableRules, secret: Secret) -> Deck:
    """A deck with its order, which seed and values give. Of a part that was shuffled again this gives the first."""
    if deck.order or deck.values is None:
        return deck
    order = deck_order(
        fresh_cards(rules.chosen),
        secret(deck.commitment),
        table=rules.name,
        deck=deck.number,
        values=deck.values,
    )
    return changed(deck, order=order)


def placed(rules: TableRules, seats: Iterable[Seat]) -> Round:
    """A round with wagers that were verified when they were made."""
    return rules.chosen.round_type(game=rules.chosen, seats=tuple(seats), jackpot=rules.nominal_meter)


def verify_placed(rules: TableRules, seat: int, wagers: Mapping[str, Cents]) -> None:
    """Refuse wagers that the letter, the limits or the law do not allow; players repeat themselves, so it remembers."""
    key = (seat, *wagers.items())
    if key in rules.verified:
        return
    placed(rules, [Seat(number=seat, wagers=wagers)]).verified()
    rules.verify_wagers(wagers)
    if len(rules.verified) < REMEMBERED:
        rules.verified.add(key)


def dealt(now: Round, deck: Deck) -> tuple[Round, Deck]:
    """The round dealt from the top of the deck."""
    needed = cards_needed(now.game, len(now.seats))
    taken = deck.order[deck.position : deck.position + needed]
    return now.deal_from(taken), changed(deck, position=deck.position + needed)


def drawn(now: Round, deck: Deck, rules: TableRules, secret: Secret) -> tuple[Round, Deck]:
    """The round with every card that it waits for; an empty shoe is filled with what is not on the table."""
    while now.wants_card:
        if deck.position >= len(deck.order):
            deck = _again(now, deck, rules, secret)
        now = now.take(deck.order[deck.position])
        deck = changed(deck, position=deck.position + 1)
    return now, deck


def _again(now: Round, deck: Deck, rules: TableRules, secret: Secret) -> Deck:
    part = deck.part + 1
    order = deck_order(
        remaining_cards(now.game, now.cards_out),
        secret(deck.commitment),
        table=rules.name,
        deck=deck.number,
        values=deck.values or (),
        part=part,
    )
    return changed(deck, order=order, part=part, position=0)


# ---- decisions and stakes


def default_decision(now: Round, defaults: Sequence[str]) -> str:
    """What is decided for a player who does not: the first posted default that is legal."""
    for text in defaults:
        if now.can_decide(text):
            return text
    raise NotAllowedNow("no posted default is legal here", field=f"seat {now.turn}")


def added(now: Round, seat: int) -> Cents:
    """All that a seat's decisions have put up so far."""
    found = now.seat(seat)
    return sum(now.added(found).values()) if found.decisions else 0


def all_stakes(now: Round) -> Cents:
    """All that is on the layout."""
    return sum(sum(now.stakes(seat).values()) for seat in now.seats)


# ---- the jackpot of a round


def jackpot_stakes(rules: TableRules, wagers: Mapping[int, Mapping[str, Cents]]) -> Cents:
    """What the seats wager on the jackpot, together."""
    wager = rules.chosen.approval.jackpot
    return sum(seat.get(wager.name, 0) for seat in wagers.values()) if wager else 0
