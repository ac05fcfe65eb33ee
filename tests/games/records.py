"""Small round records for tests: what a test does not speak of is filled in; answers come as short texts."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import houseway
from houseway.cards.card import Card, parse_cards
from houseway.errors import HousewayError
from houseway.games.round.jackpot import Meter
from houseway.games.round.round import Round, Seat
from houseway.money import parse_money

Record = dict[str, Any]
Answer = dict[str, Any]
Stakes = Mapping[str, object]

DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
NO_STAKES: Stakes = {}


def unused(used: str, count: int) -> str:
    """So many cards that are not among the used ones."""
    return " ".join([card for card in DECK if card not in used.split()][:count])


def _record(
    game: str, dealer: str, cards: str, decisions: str, stakes: Stakes, options: Mapping[str, object], **more: object
) -> Record:
    seat = {
        "seat": 1,
        "cards": cards.split(),
        "wagers": dict(stakes),
        "decisions": decisions.split(", ") if decisions else [],
    }
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    given = {name: value for name, value in more.items() if value is not None}
    return {"game": game, "options": chosen, "dealer": dealer.split(), "seats": [seat], **given}


def holdem(
    cards: str = "Ah Kh",
    dealer: str = "9h 2c",
    board: str = "Kd 7s 7c 2d Jh",
    decisions: str = "play 3x",
    *,
    ante: object = 10,
    bonus: Stakes = NO_STAKES,
    **options: object,
) -> Record:
    """Down Under Hold'em; as it stands, kings and sevens beat sevens and twos."""
    stakes = {"ante": ante, "bet": ante, **bonus}
    return _record("down-under-holdem", dealer, cards, decisions, stakes, options, board=board.split())


def premium(
    cards: str = "Ah Kh 5s",
    dealer: str = "3d 9h 4s",
    board: str = "Kd 7s 3c Jh",
    decisions: str = "play 3x",
    *,
    ante: object = 10,
    bonus: Stakes = NO_STAKES,
    **options: object,
) -> Record:
    """Premium Hold'em; as it stands, a pair of kings beats a dealer who just qualifies."""
    stakes = {"ante": ante, "xtra-bonus": ante, **bonus}
    return _record("premium-holdem", dealer, cards, decisions, stakes, options, board=board.split())


def blackjack(
    cards: str = "Th 9h",
    dealer: str = "Td 8d",
    decisions: str = "stand",
    draws: str = "",
    *,
    wager: object = 10,
    bonus: Stakes = NO_STAKES,
    jackpot: Mapping[str, object] | None = None,
    **options: object,
) -> Record:
    """Down Under Blackjack; as it stands, 19 beats 18."""
    stakes = {"wager": wager, **bonus}
    return _record(
        "down-under-blackjack", dealer, cards, decisions, stakes, options, draws=draws.split(), jackpot=jackpot
    )


def flush(
    cards: str = "As 5s 4s Kc 6c Kd 6d",
    dealer: str = "Th 8h 2h 9c 3c 9d 3d",
    decisions: str = "raise 1x",
    *,
    bet: object = 10,
    bonus: Stakes = NO_STAKES,
    jackpot: Mapping[str, object] | None = None,
    **options: object,
) -> Record:
    """Flush Poker; as it stands, A-5-4 beats a dealer who just qualifies with T-8-2."""
    return _record("flush-poker", dealer, cards, decisions, {"bet": bet, **bonus}, options, jackpot=jackpot)


def pai_gow(
    cards: str = "As Ad Ks Qs 9c 6h 4h",
    dealer: str = "Jo 9h 8h 7d 5c 4s 3d 2c",
    decisions: str = "set Ks Qs",
    *,
    bet: object = 10,
    bonus: Stakes = NO_STAKES,
    jackpot: Mapping[str, object] | None = None,
    **options: object,
) -> Record:
    """Wild Monkey Pai Gow; as it stands, aces and king-queen beat nine high and eight-seven."""
    return _record("wild-monkey-pai-gow", dealer, cards, decisions, {"bet": bet, **bonus}, options, jackpot=jackpot)


def together(*records: Record, **changes: object) -> Record:
    """One round of the first record's table with the seats of all, numbered from 1."""
    seats = [{**seat, "seat": number} for number, record in enumerate(records, start=1) for seat in record["seats"]]
    return {**records[0], "seats": seats, **changes}


def lines(answer: Answer, seat: int = 1) -> dict[str, str]:
    """Every line of a seat in order, as `win 20.00 [10]`: result, what is returned, the rule."""
    found = next(row for row in answer["seats"] if row["seat"] == seat)
    return {_name(line): f"{line['result']} {line['returned']} [{line['rule']}]" for line in found["wagers"]}


def _name(line: Mapping[str, Any]) -> str:
    if "hand" in line:
        return f"hand {line['hand']}"
    return f"{line['wager']} {line['from_seat']}" if "from_seat" in line else str(line["wager"])


def settled(record: Record, seat: int = 1) -> dict[str, str]:
    """The lines of a seat once the record is settled."""
    return lines(houseway.settle(record), seat)


def whole_lines(record: Record, seat: int = 1) -> dict[str, Any]:
    """The lines of a seat as they are, by name."""
    found = next(row for row in houseway.settle(record)["seats"] if row["seat"] == seat)
    return {_name(line): line for line in found["wagers"]}


def refused(record: Record) -> str:
    """The error that a record is answered with, which is one line."""
    with pytest.raises(HousewayError) as caught:
        houseway.settle(record)
    reason = str(caught.value)
    assert "\n" not in reason
    return reason


def opened(record: Record) -> Round:
    """The round of a record, dealt and before its first decision."""
    game = houseway.game(record["game"], record["options"])
    seats = [
        Seat(
            number=row["seat"],
            wagers={name: parse_money(amount) for name, amount in row["wagers"].items()},
            player=row.get("player", ""),
        )
        for row in record["seats"]
    ]
    meter = Meter.parse(record["jackpot"]) if "jackpot" in record else None
    hands = {row["seat"]: parse_cards(row["cards"]) for row in record["seats"]}
    return game.place(seats, meter).deal_hands(
        hands, parse_cards(record["dealer"]), parse_cards(record.get("board", []))
    )


def played(now: Round, *steps: str) -> Round:
    """The round after these decisions and cards, in the order of play."""
    for step in steps:
        now = now.take(Card.parse(step)) if now.needs_card else now.decide(step)
    return now


def choices(now: Round) -> list[str]:
    """What is legal now, as the seat in turn reads it."""
    return [str(choice) for choice in now.choices()]


def deck_with(*top: str) -> tuple[Card, ...]:
    """A deck of 53 whose first cards are these, in the order of dealing."""
    first = [card for text in top for card in text.split()]
    return parse_cards([*first, *(card for card in [*DECK, "Jo"] if card not in first)])


def sums(amounts: Iterable[str]) -> int:
    """Amounts as the answers write them, added up in cents."""
    return sum(int(amount.replace(".", "")) for amount in amounts)
