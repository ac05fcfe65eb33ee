"""The course of a round: wagers, two cards each, the hole card's range, the hands seat by seat, the dealer's draw."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

from msgspec.structs import replace

from houseway.cards.card import Card, card_texts
from houseway.errors import InvalidInput, NotApproved
from houseway.games.down_under_blackjack.explain_line import explain
from houseway.games.down_under_blackjack.hand import BLACKJACKS, Hand
from houseway.games.down_under_blackjack.matches import decks_of_table
from houseway.games.down_under_blackjack.rules import dealer_draws
from houseway.games.down_under_blackjack.settle import settle, up_card_matches
from houseway.games.down_under_blackjack.variant import Variant
from houseway.games.letter.card_reader import LIGHTS, light_of
from houseway.games.round.decision import Choice, Decision
from houseway.games.round.explanation import Reason
from houseway.games.round.round import Round, Seat
from houseway.games.round.seen_round import HandView, SeatView
from houseway.games.round.settlement import LineFacts, SettledSeat, SettledWager, Settlement
from houseway.money import Cents
from houseway.values import changed, remembered

HIT, STAND, DOUBLE, SPLIT = Choice("hit"), Choice("stand"), Choice("double"), Choice("split")

# The wagers that the house mandates, by its choice (clause 14).
MANDATORY: Final[Mapping[str, tuple[str, ...]]] = {"no": (), "up": ("match-up",), "both": ("match-up", "match-down")}


@dataclass(frozen=True, kw_only=True)
class Play(Round[Variant]):
    """A round of Down Under Blackjack; `hands` are those of each seat, left to right."""

    hands: tuple[tuple[Hand, ...], ...] = ()
    active: tuple[int, int] | None = None  # the hand in play: index of its seat and of the hand
    dealer_drawn: tuple[Card, ...] = ()

    draws: ClassVar = True

    # ---- combinations that the letter allows

    @classmethod
    def check_options(cls, options: Mapping[str, str]) -> None:
        """Schedules and progressive tables belong to a number of decks."""
        decks, schedule = options["decks"], options["match-the-dealer"]
        if schedule != "off" and schedule.partition("-")[0] != decks:
            raise NotApproved(f"schedule {schedule} is not for {decks} decks", field="options.match-the-dealer")
        if options["match-the-dealer-mandatory"] != "no" and schedule == "off":
            raise NotApproved("needs a match-the-dealer schedule", field="options.match-the-dealer-mandatory")
        if options["match-the-dealer-mandatory"] == "both" and options["match-down-card"] == "off":
            raise NotApproved("both needs match-down-card on", field="options.match-the-dealer-mandatory")
        table = options["progressive"].partition("/")[0]
        if table != "off" and decks_of_table(table) != decks:
            raise NotApproved(f"table {table} is not for {decks} decks", field="options.progressive")
        if options["progressive-alternate"] == "on" and (table == "4a" or table[0] not in "34"):
            raise NotApproved("stands for tables 3a-d and 4b-e only", field="options.progressive-alternate")
        cut = options["cut-card"]
        if cut != "quarter" and int(cut) >= 52 * int(decks):
            raise NotApproved(f"must be fewer than the {52 * int(decks)} cards of the shoe", field="options.cut-card")

    def check_seat(self, seat: Seat) -> None:
        """The down wager needs the up wager; the house may mandate one or both (clause 14)."""
        for name in MANDATORY[self.game.options["match-the-dealer-mandatory"]]:
            if name not in seat.wagers:
                raise InvalidInput("is mandatory at this table", field=f"wagers.{name}")
        if "match-down" in seat.wagers and "match-up" not in seat.wagers:
            raise InvalidInput("needs a match-up wager on the same hand", field="wagers.match-down")

    @property
    def stands_on_17(self) -> bool:
        """Whether the dealer stands on every 17, which takes re-splits and doubles after a split away."""
        return self.game.options["soft-17"] == "stand"

    # ---- where the round stands

    def _after_deal(self) -> Self:
        ends = self.dealer_blackjack
        hands = [Hand.of(seat.cards, stake=seat.wagers["wager"]) for seat in self.seats]
        ready = tuple([(replace(hand, done=True) if ends or hand.blackjack else hand,) for hand in hands])
        return changed(self, hands=ready, active=_first_open(ready, 0))

    @property
    def exposed(self) -> bool:
        """Whether both dealer cards are gold and so turned up before play (clause 11)."""
        variant = self.game.variant
        return self.dealt and variant.exposes_golds and variant.are_gold(self.dealer)

    @property
    def dealer_blackjack(self) -> bool:
        """A blackjack of the dealer ends the round at once."""
        return self.dealer in BLACKJACKS

    @remembered
    def in_play(self) -> Hand | None:
        """The hand that is played now."""
        return self.hands[self.active[0]][self.active[1]] if self.active else None

    @remembered
    def turn(self) -> int | None:
        """The seat of the hand in play, unless that hand waits for a card."""
        hand = self.in_play
        return self.seats[self.active[0]].number if self.active and hand and not hand.awaits_card else None

    @remembered
    def needs_card(self) -> bool:
        """A hand waits for its card, or the dealer draws (clause 9)."""
        if not self.dealt or self.void:
            return False
        hand = self.in_play
        if hand is not None:
            return hand.awaits_card
        dealer = self.dealer_hand
        return dealer_draws(dealer.hard, dealer.aces, not self.stands_on_17) and self._dealer_plays

    @property
    def drawing_seat(self) -> int | None:
        """The seat whose hand waits for its card."""
        hand = self.in_play
        return self.seats[self.active[0]].number if self.active and hand and hand.awaits_card else None

    @property
    def _dealer_plays(self) -> bool:
        """Whether a hand is left that the dealer draws against; a dealer who has begun to draw continues."""
        if self.dealer_drawn:
            return True
        for hands in self.hands:
            for hand in hands:
                if hand.live:
                    return True
        return False

    @remembered
    def dealer_hand(self) -> Hand:
        """All cards of the dealer."""
        return Hand.of(self.dealer + self.dealer_drawn)

    # ---- decisions and cards

    def choices(self) -> tuple[Choice, ...]:
        """Clauses 7 and 8; a split ace can only be split again or stood on."""
        hand = self.in_play
        if hand is None or not self.active:
            return ()
        hands = len(self.hands[self.active[0]])
        splits = (SPLIT,) if self.game.variant.may_split(hand.cards, hands) else ()
        if hand.split_ace:
            return (STAND, *splits)
        if not self.game.variant.may_double(hand.cards, hands):
            return (HIT, STAND, *splits)
        return (HIT, STAND, DOUBLE, Choice("double", 1, hand.stake), *splits)

    def _decided(self, decision: Decision) -> Self:
        hand = self.in_play
        if hand is None:
            return self
        seats = self._with_decision(decision)
        if decision.word == "split":
            parts = [Hand.of((card,), stake=hand.stake, split=True) for card in hand.cards]
            return self._with_hands(*parts, seats=seats)
        if decision.word == "stand":
            return self._with_hands(replace(hand, done=True), seats=seats)
        doubled = (decision.amount or hand.stake) if decision.word == "double" else 0
        return self._with_hands(replace(hand, doubled=doubled, awaits_card=True), seats=seats)

    def _with_hands(self, *hands: Hand, **fields: Any) -> Self:
        """The round with the hand in play replaced by one or two; the next is the first of them that is not done."""
        index, number = active = self.active or (0, 0)
        everyone, mine = list(self.hands), list(self.hands[index])
        mine[number : number + 1] = hands
        everyone[index] = tuple(mine)
        new = tuple(everyone)
        return changed(self, hands=new, active=_first_open(new, index) if hands[0].done else active, **fields)

    def take(self, card: Card) -> Self:
        """The next card from the shoe, for the hand that waits or for the dealer."""
        self.verify_card(card)
        drawn = (*self.drawn, card)
        hand = self.in_play
        if hand is None or not self.active:
            return changed(self, drawn=drawn, dealer_drawn=(*self.dealer_drawn, card))
        hand = hand.with_card(card)
        if hand.split_ace and not hand.done:
            splits = self.game.variant.may_split(hand.cards, len(self.hands[self.active[0]]))
            hand = replace(hand, done=not splits)
        return self._with_hands(hand, drawn=drawn)

    # ---- stakes, sight and record

    def added(self, seat: Seat) -> dict[str, Cents]:
        """Doubles, and the wagers of hands that were split off."""
        more = sum([hand.stake + hand.doubled for hand in self.hands_of(seat)]) - seat.wagers["wager"]
        return {"wager": more} if more else {}

    def _bonuses(self, seat: Seat) -> list[str]:
        return [name for name in ("match-up", "match-down", "progressive") if name in seat.wagers]

    def hands_of(self, seat: Seat) -> tuple[Hand, ...]:
        """The hands of a seat, left to right."""
        if not self.hands:
            return (Hand.of((), stake=seat.wagers["wager"]),)
        return self.hands[[one.number for one in self.seats].index(seat.number)]

    def staked_lines(self, seat: Seat) -> list[tuple[str, Cents, LineFacts]]:
        """A line for each hand, then the bonuses."""
        lines: list[tuple[str, Cents, LineFacts]] = [
            ("wager", hand.stake + hand.doubled, {"hand": number, "cards": hand.cards})
            for number, hand in enumerate(self.hands_of(seat), start=1)
        ]
        return lines + [(name, seat.wagers[name], {}) for name in self._bonuses(seat)]

    def seen_dealer(self) -> tuple[Card | None, ...]:
        """The up card; the down card once it is exposed or every hand is played."""
        if not self.dealt:
            return ()
        shown = self.exposed or self.active is None
        return (self.dealer[0], self.dealer[1] if shown else None, *self.dealer_drawn)

    def sees_cards_of(self, viewer: int, seat: Seat) -> bool:
        """Players' cards are dealt face up (clause 14)."""
        return True

    def lights(self) -> list[str]:
        """The range of the hole card (clause 3)."""
        return [LIGHTS[light_of(self.game, self.dealer[1])]]

    def source_of(self, seat: Seat) -> tuple[object, ...]:
        """The seat, its hands, and which of them is in play."""
        is_active = self.active is not None and self.seats[self.active[0]].number == seat.number
        return self.game, seat, self.hands_of(seat), self.active if is_active else None

    def seen_seat(self, viewer: int, seat: Seat) -> SeatView:
        """A seat with its hands, left to right."""
        hands = [
            HandView(
                cards=card_texts(hand.cards),
                hand=hand.name if hand.cards else None,
                in_play=self.active is not None and hand is self.in_play,
            )
            for hand in self.hands_of(seat)
        ]
        return replace(super().seen_seat(viewer, seat), hands=hands)

    def paid_before_play(self, seat: Seat) -> list[SettledWager]:
        """Up-card matches, which are paid before the base game is played (clause 14)."""
        return up_card_matches(self, seat)

    def settle(self) -> Settlement:
        """Clauses 1, 12 and 14, and the progressive."""
        return settle(self)

    def explain(self, settled: SettledSeat, line: SettledWager) -> Reason:
        """The hands and cards that decided a line."""
        return explain(self, settled, line)


def _first_open(hands: tuple[tuple[Hand, ...], ...], start: int) -> tuple[int, int] | None:
    """The first hand that is not done, from a seat on."""
    for index in range(start, len(hands)):
        for number, hand in enumerate(hands[index]):
            if not hand.done:
                return index, number
    return None
