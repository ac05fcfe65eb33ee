"""What a seat knows when it must decide, and what its decisions are worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from msgspec import field

from houseway.cards.card import Card
from houseway.games.pricing.result_json import Result
from houseway.games.round.round import Round, Seat


@dataclass(frozen=True, slots=True)
class Value:
    """The expected net result of a decision in units of the first wager, including all wagers staked so far."""

    ev: Fraction | float
    exact: bool = True


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What the seat in turn may know. `now` says what is legal; its hidden cards are stand-ins and must not be read."""

    now: Round
    seat: Seat
    dealer: tuple[Card | None, ...]  # None for a card that is face down
    board: tuple[Card, ...]  # the cards that are open
    lights: tuple[str, ...] | None  # as the card reader shows them
    others: tuple[Card, ...]  # other players' cards, where this seat may see them


def best_of(values: Mapping[str, Value]) -> str:
    """The decision worth most; of equals the first, which stakes less."""
    return max(values, key=lambda decision: values[decision].ev)


class DecisionValue(Result, frozen=True, kw_only=True):
    """The value of a decision in the form of an answer."""

    ev: float
    exact: bool


class Advice(Result, frozen=True, kw_only=True):
    """What each legal decision is worth to the seat whose decision is open, and the best one."""

    game: str
    seat: int
    decisions: Mapping[str, DecisionValue]
    best: str
    others_seen: Sequence[str] = field(default_factory=list)  # the cards of other seats that this one sees
    study: str = ""
    status: str = ""

    @classmethod
    def of(cls, seen: Seen, values: Mapping[str, Value]) -> "Advice":
        """The advice for these values."""
        return cls(
            game=seen.now.game.name,
            seat=seen.seat.number,
            decisions={
                decision: DecisionValue(ev=float(value.ev), exact=value.exact) for decision, value in values.items()
            },
            best=best_of(values),
            others_seen=list(map(str, seen.others)),
            **seen.now.game.marks,
        )
