"""The course of a round: seven hands of seven and the dealer's eighth card, set or surrender, double, reveal."""

from dataclasses import dataclass
from itertools import combinations
from typing import Self

from houseway.cards.card import Card, card_texts
from houseway.cards.names import front_name, poker_name
from houseway.errors import IllegalDecision
from houseway.games.round.decision import Choice, Decision
from houseway.games.round.explanation import Reason
from houseway.games.round.round import Round, Seat
from houseway.games.round.seen_round import SeatView, SettingView
from houseway.games.round.settlement import SettledSeat, SettledWager, Settlement
from houseway.games.wild_monkey_pai_gow.explain_line import explain
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way
from houseway.games.wild_monkey_pai_gow.settle import Setting, settle
from houseway.games.wild_monkey_pai_gow.variant import Variant
from houseway.money import Cents
from houseway.values import changed, remembered

SURRENDER, SET, SET_HOUSE_WAY = Choice("surrender"), Choice("set", cards=2), Choice("set house-way")
STAND, DOUBLE = Choice("stand"), Choice("double")


def once_set(most: Cents, *, surrenders: bool) -> tuple[Choice, ...]:
    """The choices of a seat that has set its cards and may double by at most `most`."""
    doubles = (DOUBLE, Choice("double", 1, most)) if most else ()
    return (STAND, *doubles, SURRENDER) if surrenders else (STAND, *doubles)


@dataclass(frozen=True, kw_only=True)
class Play(Round[Variant]):
    """A round of Wild Monkey Pai Gow."""

    @remembered
    def turn(self) -> int | None:
        """Seat by seat: each sets and then doubles or stands, or surrenders."""
        for seat in self.seats:
            decisions = seat.decisions
            if not decisions or (len(decisions) == 1 and decisions[0].word != "surrender"):
                return seat.number
        return None

    @property
    def wheel(self) -> int:
        """Where the house ranks A-2-3-4-5."""
        return self.game.variant.wheel

    def choices(self) -> tuple[Choice, ...]:
        """Clauses 2 and 3: a player who has set but not doubled may still surrender."""
        seat = self.deciding
        surrenders = self.game.variant.surrenders
        if not seat.decisions:
            return (SURRENDER, SET, SET_HOUSE_WAY) if surrenders else (SET, SET_HOUSE_WAY)
        return once_set(self.most_doubled(seat), surrenders=surrenders)

    def most_doubled(self, seat: Seat) -> Cents:
        """The largest double down: the Bet (clause 3), unless a study changes it."""
        double = self.game.variant.double
        return seat.wagers["bet"] * double.numerator // double.denominator

    @property
    def implied_decision(self) -> str:
        """A player who has set stands; a record may leave that out."""
        return "stand" if self.turn is not None and self.deciding.decisions else ""

    def check_decision(self, decision: Decision) -> None:
        """Refuse a setting whose front is not two different cards of the seven."""
        if not decision.cards:
            return
        held = self.deciding.cards
        for card in decision.cards:
            if card not in held:
                raise IllegalDecision(f"'{decision}': {card} is not among the seat's cards")
        if len(set(decision.cards)) != len(decision.cards):
            raise IllegalDecision(f"'{decision}': the front hand needs two different cards")

    def _decided(self, decision: Decision) -> Self:
        if decision.word != "surrender":
            return super()._decided(decision)
        turn = self.turn
        seats = [changed(seat, decisions=(decision,)) if seat.number == turn else seat for seat in self.seats]
        return changed(self, seats=tuple(seats))

    def doubled(self, seat: Seat) -> Cents:
        """The double down wager; 0 for none."""
        for decision in seat.decisions:
            if decision.word == "double":
                return decision.amount or self.most_doubled(seat)
        return 0

    def added(self, seat: Seat) -> dict[str, Cents]:
        """The double down."""
        doubled = self.doubled(seat)
        return {"double-down": doubled} if doubled else {}

    def front(self, seat: Seat) -> tuple[Card, ...]:
        """The two cards that a seat has set in front; none if the hand is surrendered or not set."""
        setting = self.setting(seat)
        return setting.front if setting else ()

    def setting(self, seat: Seat) -> Setting | None:
        """How a seat has set its cards; None if the hand is surrendered or not set."""
        for decision in seat.decisions:
            if decision.word == "set" and decision.cards:
                return Setting.of(seat.cards, decision.cards, self.wheel)
            if decision.word == "set":
                return Setting.packed(seat.cards, house_way(seat.cards, NO_CARD, self.wheel), self.wheel)
        return None

    def seen_dealer(self) -> tuple[Card | None, ...]:
        """Face down until every player has set, doubled or surrendered (clause 4)."""
        return self.dealer if self.finished else (None,) * len(self.dealer)

    def seen_decisions(self, viewer: int, seat: Seat) -> list[str]:
        """The decisions of a seat as others see them: they see that a hand is set, not how."""
        if self.sees_cards_of(viewer, seat):
            return [str(decision) for decision in seat.decisions]
        return ["set" if decision.word == "set" else str(decision) for decision in seat.decisions]

    def seen_seat(self, viewer: int, seat: Seat) -> SeatView:
        """A seat that has set sees its two front cards, whoever chose them."""
        view = super().seen_seat(viewer, seat)
        front = self.front(seat) if self.sees_cards_of(viewer, seat) else ()
        return changed(view, front=card_texts(front)) if front else view

    def source_of(self, seat: Seat) -> tuple[object, ...]:
        """The seat; its cards are shown at the end."""
        return self.game, seat, self.finished

    def hand_name(self, seat: Seat) -> str | None:
        """Both hands of a seat that has set."""
        setting = self.setting(seat)
        return setting.name if setting else None

    def settings(self) -> list[SettingView]:
        """All twenty-one settings, each hand in words, and whether it is a foul."""
        seat = self.deciding
        if seat.decisions:
            return []
        settings = [Setting.of(seat.cards, front, self.wheel) for front in combinations(seat.cards, 2)]
        return [
            SettingView(
                front=card_texts(one.front),
                back=card_texts(one.back),
                low=front_name(one.front_strength),
                high=poker_name(one.back_strength, self.wheel),
                foul=one.foul,
            )
            for one in settings
        ]

    def settle(self) -> Settlement:
        """Settle every wager by clauses 3 to 5 and the rules of the bonuses."""
        return settle(self)

    def explain(self, settled: SettledSeat, line: SettledWager) -> Reason:
        """The reason for a line: the hands and cards that decided it."""
        return explain(self, settled, line)
