"""Hypothesis strategies: tables of every game with any options, wagers, and rounds played to their end."""

import random
from collections.abc import Iterator
from typing import Any

import hypothesis.strategies as st

import houseway
from houseway.cards.card import Card
from houseway.cards.deck import joker_deck, shoe_cards, standard_deck
from houseway.games import letter_of
from houseway.games.game import Game
from houseway.games.letter.approval import Option
from houseway.games.round.decision import Choice
from houseway.games.round.jackpot import Meter
from houseway.games.round.round import Round, Seat, cards_needed
from houseway.money import format_money

GAMES = ("down-under-holdem", "premium-holdem", "down-under-blackjack", "flush-poker", "wild-monkey-pai-gow")
PLAYERS = ("", "", "Ann", "Bob")
PRIZES = {"2-suited-matches": "500.00", "3-card-suited-match": "300 for 1", "4-same-rank": "7 for 2"}
TABLE_DECKS = {"3": "4568", "4": "24568", "5": "4568"}  # the decks of tables a, b, c, ...


def _values(option: Option) -> list[str]:
    if option.number:
        return [option.default, *({"percent": ("5%", "100%"), "cards": ("0", "26")}[option.number])]
    return list(option.values)


def _for_decks(values: list[str], decks: str) -> list[str]:
    """The schedules and progressive tables that belong to a number of decks."""
    return [value for value in values if value == "off" or decks_of(value) == decks]


def decks_of(value: str) -> str:
    """The decks that a schedule (`2-alt-1`) or a progressive table (`3c/5`) is for."""
    if "/" in value:
        return TABLE_DECKS[value[0]]["abcde".index(value[1])]
    return value[0]


@st.composite
def options_of(draw: st.DrawFn, name: str) -> dict[str, str]:
    """Any options that the letter allows together."""
    letter = letter_of(name)
    chosen = {option.name: draw(st.sampled_from(_values(option))) for option in letter.options.values()}
    if name == "down-under-blackjack":
        for key in ("match-the-dealer", "progressive"):
            fitting = _for_decks(_values(letter.options[key]), chosen["decks"])
            chosen[key] = draw(st.sampled_from(fitting))
        if chosen["match-the-dealer"] == "off":
            chosen["match-the-dealer-mandatory"] = "no"
        if chosen["match-down-card"] == "off" and chosen["match-the-dealer-mandatory"] == "both":
            chosen["match-the-dealer-mandatory"] = "up"
        if chosen["progressive"][:2] in ("of", "4a") or chosen["progressive"][0] == "5":
            chosen["progressive-alternate"] = "off"
    return chosen


@st.composite
def meters(draw: st.DrawFn, game: Game) -> Meter | None:
    """The jackpot of a round where the table has one."""
    wager = game.approval.jackpot
    if wager is None or wager.name not in game.offered:
        return None
    amounts = st.integers(0, 100_000_00).map(format_money)
    return Meter.parse(
        {
            "meter": draw(amounts),
            "contributed": draw(amounts),
            "reset": draw(amounts),
            "wager": draw(st.integers(100, 2000).map(format_money)),
            "prizes": {key: PRIZES[key] for key in game.approval.prizes},
            "prizes_from": draw(st.sampled_from(["house", "meter"])),
        },
        game.approval.prizes,
    )


@st.composite
def wagers_of(draw: st.DrawFn, game: Game, meter: Meter | None) -> dict[str, int]:
    """The stakes of a seat in cents, as the letter allows them together."""
    amount = st.integers(1, 200_00)
    stakes: dict[str, int] = {}
    for name in game.approval.placed:
        wager = game.approval.wagers[name]
        mandatory = game.options.get("match-the-dealer-mandatory", "no")
        forced = (name == "match-up" and mandatory != "no") or (name == "match-down" and mandatory == "both")
        if name not in game.offered or (not wager.required and not forced and draw(st.booleans())):
            continue
        stakes[name] = stakes[wager.equals] if wager.equals else draw(amount)
        if wager.role == "jackpot":
            stakes[name] = meter.wager if meter else 0
    return _four_wagers(game, _down_with_up(stakes))


def _down_with_up(stakes: dict[str, int]) -> dict[str, int]:
    if "match-up" not in stakes:
        stakes.pop("match-down", None)
    return stakes


def _four_wagers(game: Game, stakes: dict[str, int]) -> dict[str, int]:
    both = ("trips-or-better", "match-the-dealer")
    if game.name == "down-under-holdem" and all(name in game.offered for name in both):
        if all(name in stakes for name in both):
            del stakes["trips-or-better"]
        for name in both:
            if name in stakes:
                stakes[name] = min(stakes[name], 500)
    return stakes


def cards_of(game: Game) -> tuple[Card, ...]:
    """All cards of the game's deck or shoe, unshuffled."""
    kind = game.approval.table.deck
    if kind == "shoe":
        return shoe_cards(int(game.options["decks"]))
    return joker_deck() if kind == "53" else standard_deck()


@st.composite
def openings(draw: st.DrawFn, name: str) -> tuple[Round, Iterator[Card]]:
    """A round that is dealt, and the cards that follow."""
    game = houseway.game(name, draw(options_of(name)))
    meter = draw(meters(game))
    most = game.approval.table.seats
    numbers = sorted(draw(st.sets(st.integers(1, most), min_size=1, max_size=3)))
    seats = [
        Seat(number=number, wagers=draw(wagers_of(game, meter)), player=draw(st.sampled_from(PLAYERS)))
        for number in numbers
    ]
    deck = list(cards_of(game))
    random.Random(draw(st.integers(0, 2**32))).shuffle(deck)
    return game.place(seats, meter).deal_from(deck), iter(deck[cards_needed(game, len(seats)) :])


@st.composite
def texts_of(draw: st.DrawFn, choice: Choice, cards: tuple[Card, ...]) -> str:
    """A decision that is this choice."""
    if choice.complete:
        return choice.text
    if choice.most:
        return f"{choice.text} {format_money(draw(st.integers(choice.least, choice.most)))}"
    front: list[Any] = draw(st.lists(st.sampled_from(cards), min_size=2, max_size=2, unique=True))
    return f"set {front[0]} {front[1]}"


class Course:
    """Every state of a round, from the deal to the end; no dataclass, so that a failing example shows its record."""

    def __init__(self, states: list[Round]) -> None:
        self.states = tuple(states)

    @property
    def last(self) -> Round:
        """The finished round."""
        return self.states[-1]

    def __repr__(self) -> str:
        return f"Course of {self.last.record()}"


@st.composite
def courses(draw: st.DrawFn, name: str) -> Course:
    """A round of a game, played to its end."""
    now, shoe = draw(openings(name))
    states = [now]
    while not now.finished:
        if now.needs_card:
            now = now.take(next(shoe))
        else:
            choice = draw(st.sampled_from(now.choices()))
            now = now.decide(draw(texts_of(choice, now.seat(now.turn or 0).cards)))
        states.append(now)
    return Course(states)
