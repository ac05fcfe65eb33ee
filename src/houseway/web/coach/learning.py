"""What people decided and what it cost them, stored after the round in one stream per person."""

from typing import Final

from msgspec import Struct, UnsetType

from houseway.errors import HousewayError
from houseway.games.pricing.advice_words import compare_best, look_back
from houseway.games.round.open_record import open_round
from houseway.games.round.positions import Decided, Record
from houseway.house.log.events import NewEvent
from houseway.house.log.names import learning_stream
from houseway.house.people.person_payloads import DecisionWeighed
from houseway.money import Cents, format_money
from houseway.web.coach.diary import Diary, Weighed
from houseway.web.floor.floor import Floor

LAST: Final = 500  # decisions of a person that are looked at
DEAREST: Final = 12  # mistakes that are shown with their positions


def stream_of(person: str) -> str:
    """A person's stream."""
    return learning_stream(person)


class Learning:
    """The decisions of people, weighed."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    async def keep(self, person: str, name: str, index: int, decided: Decided, advice: Record, unit: Cents) -> str:
        """Write a decision down, once, and look back on it; one that nobody can weigh is left out."""
        best, value = advice["decisions"][advice["best"]], value_decided(decided, advice)
        if value is None:
            return ""
        cost = cost_of(decided, advice, unit)
        weighed = DecisionWeighed(
            round=name,
            game=decided.position["game"],
            decision=decided.decision,
            best=advice["best"],
            cost=format_money(cost),
            loss=f"{max(0.0, best - value):.6f}",
            values={decision: f"{ev:.6f}" for decision, ev in advice["decisions"].items()},
            why=why_in_words(advice, unit),
            position=decided.position,
        )
        event = NewEvent(stream=stream_of(person), data=weighed)
        await self._floor.append(event, request=f"{stream_of(person)}/{name}/{index}")
        return _sentence(decided, advice, cost)


def look_back_on(decided: Decided, advice: Record, unit: Cents) -> str:
    """Look back on a decision of a designer's study: no part of anybody's history, whose rules are the letters'."""
    return _sentence(decided, advice, cost_of(decided, advice, unit))


def _sentence(decided: Decided, advice: Record, cost: Cents) -> str:
    return look_back(decided.decision, advice["best"], cost) if cost else ""


def value_decided(decided: Decided, advice: Record) -> float | None:
    """What a decision was worth in units of the first wager; None for one that nobody can weigh."""
    value: float | None = advice["decisions"].get(
        choice_of(decided.decision, advice["decisions"]), advice.get("decided")
    )
    return value


def cost_of(decided: Decided, advice: Record, unit: Cents) -> Cents:
    """What a decision gave away compared with the best one; 0 if it cannot be weighed."""
    value = value_decided(decided, advice)
    return 0 if value is None else max(0, round((advice["decisions"][advice["best"]] - value) * unit))


def why_in_words(advice: Record, unit: Cents) -> str:
    """The rule of thumb that leads to the best decision, else what the figures say of it."""
    return advice.get("why") or compare_best(advice["decisions"], advice["best"], unit)


def choice_of(decision: str, values: dict[str, float]) -> str:
    """The weighed choice that a decision is: cards in either order are one setting."""
    word, *cards = decision.split(" ")
    swapped = " ".join([word, *reversed(cards)])
    return swapped if decision not in values and swapped in values else decision


class SeenPosition(Struct, frozen=True, kw_only=True):
    """What the seat in turn saw: its hand, what was open of dealer and board, and the lights."""

    seat: int
    cards: list[str]
    hand: str | None
    dealer: list[str]
    board: list[str]
    lights: list[str]


def seen_position(record: Record) -> SeenPosition | None:
    """A position as its seat saw it; None where the record is of a study that is not here."""
    try:
        seen = open_round(record)
    except HousewayError:
        return None
    row = seen.now.seen_seat(seen.seat.number, seen.seat)
    hands = [] if isinstance(row.hands, UnsetType) else [hand for hand in row.hands if hand.in_play]
    return SeenPosition(
        seat=seen.seat.number,
        cards=hands[0].cards if hands else row.cards,
        hand=hands[0].hand if hands else seen.now.hand_name(seen.seat),
        dealer=[str(card) for card in seen.dealer if card is not None],
        board=[str(card) for card in seen.board],
        lights=[] if None not in seen.dealer else list(seen.lights or ()),
    )


class WeighedDecision(Struct, frozen=True, kw_only=True):
    """A decision of a person, what was best, and what the difference costs."""

    at: str
    number: int
    round: str
    game: str
    decision: str
    best: str
    right: bool
    cost: str
    values: dict[str, float]
    why: str | None
    position: Record
    seen: SeenPosition | None


class MistakeKind(Struct, frozen=True, kw_only=True):
    """Mistakes of one kind: what was decided, what was best, how often, and what they cost."""

    game: str
    decision: str
    best: str
    count: int
    cost: str
    last: str


class Mistakes(Struct, frozen=True, kw_only=True):
    """What a person's mistakes cost, by kind, the dearest first, and the dearest of all with their positions."""

    decisions: int
    mistakes: int
    cost: str
    kinds: list[MistakeKind]
    dearest: list[WeighedDecision]


def decisions_of(diary: Diary, count: int = LAST) -> list[WeighedDecision]:
    """The last weighed decisions of a person, the newest first."""
    return [_with_position(one) for one in diary.decisions[: -count - 1 : -1]]


def _with_position(one: Weighed) -> WeighedDecision:
    weighed = one.decision
    return WeighedDecision(
        at=one.at,
        number=one.number,
        round=weighed.round,
        game=weighed.game,
        decision=weighed.decision,
        best=weighed.best,
        right=one.is_right,
        cost=weighed.cost,
        values={decision: float(ev) for decision, ev in weighed.values.items()},
        why=weighed.why or None,
        position=weighed.position,
        seen=seen_position(weighed.position),
    )


def mistakes_of(diary: Diary) -> Mistakes:
    """What a person's last mistakes cost, by kind, the dearest first."""
    decisions = diary.decisions[: -LAST - 1 : -1]
    wrong = [one for one in decisions if not one.is_right]
    kinds: dict[tuple[str, str, str], list[Weighed]] = {}
    for one in wrong:
        kind = one.decision.game, _kind(one.decision.decision), _kind(one.decision.best)
        kinds.setdefault(kind, []).append(one)
    return Mistakes(
        decisions=len(decisions),
        mistakes=len(wrong),
        cost=format_money(_cost(wrong)),
        kinds=[_mistake_kind(*kind, ones) for kind, ones in sorted(kinds.items(), key=lambda row: -_cost(row[1]))],
        dearest=[_with_position(one) for one in sorted(wrong, key=lambda one: -one.cost)[:DEAREST]],
    )


def _mistake_kind(game: str, decision: str, best: str, ones: list[Weighed]) -> MistakeKind:
    cost, last = format_money(_cost(ones)), ones[0].decision.round
    return MistakeKind(game=game, decision=decision, best=best, count=len(ones), cost=cost, last=last)


def _kind(decision: str) -> str:
    """A decision without its cards or amount."""
    word = decision.partition(" ")[0]
    return decision if decision.endswith("x") or decision == "set house-way" else word


def _cost(decisions: list[Weighed]) -> Cents:
    return sum(one.cost for one in decisions)
