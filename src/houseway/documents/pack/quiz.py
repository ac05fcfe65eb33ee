"""A quiz for dealers: random hands at this table, with what each wager pays and why.

Hands come from a seed and are chosen so that different wagers end in different ways.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from houseway.cards.card import Card
from houseway.cards.deck import SeededBits, below, joker_deck, seed_from_text, shoe_cards, shuffle, standard_deck
from houseway.documents.content import Block, Heading, Paragraph, Part, Points, Table
from houseway.errors import HousewayError
from houseway.games.game import Game
from houseway.games.round.explanation import SeatExplanation, explain_round
from houseway.games.round.jackpot import UNITS_PER_CENT, Meter
from houseway.games.round.round import Round, Seat, cards_needed
from houseway.games.round.settlement import SettledSeat, SettledWager
from houseway.house.sheets.table_rules import TableRules, live_meter
from houseway.money import Cents, in_dollars

QUESTIONS: Final = 12
TRIED: Final = 400  # rounds, from which the questions are chosen
STEPS: Final = 5  # above the lowest wager, at most
HOUSE_WAY: Final = "set house-way"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizTable:
    """A table to take hands from: its game, its limits, and its jackpot as it starts."""

    game: Game
    rules: TableRules

    @property
    def meter(self) -> Meter | None:
        """The jackpot at its seed, or at the amount of a house jackpot."""
        terms = self.rules.jackpot
        return live_meter(terms, (terms.amount or terms.seed) * UNITS_PER_CENT, 0) if terms else None


def quiz_rounds(table: QuizTable, seed: str) -> tuple[Round, ...]:
    """The rounds of a quiz: from many random ones, those that show most endings not shown before."""
    bits = SeededBits(seed_from_text(f"dealer quiz {seed}"))
    tried = [random_round(table, bits) for _ in range(TRIED)]
    endings = {place: _endings(one) for place, one in enumerate(tried)}
    seen: set[tuple[str, ...]] = set()
    chosen = []
    for _ in range(QUESTIONS):
        best = max(endings, key=lambda place: (len(endings[place] - seen), -place))
        seen |= endings.pop(best)
        chosen.append(tried[best])
    return tuple(chosen)


def _endings(played: Round) -> set[tuple[str, ...]]:
    """How the wagers of a round ended."""
    lines = [line for seat in played.settlement().seats for line in seat.wagers]
    return {(line.wager, line.result, line.line or "", line.odds or "") for line in lines}


# ---- a random round


def random_round(table: QuizTable, bits: SeededBits) -> Round:
    """A finished round of one or two seats with random wagers and decisions."""
    deck = shuffle(whole_deck(table.game), bits)
    now = _random_start(table, bits).deal_from(deck)
    shoe = iter(deck[cards_needed(table.game, len(now.seats)) :])
    while not now.finished:
        now = now.take(next(shoe)) if now.needs_card else now.decide(_decision(table, now, bits))
    return now


def whole_deck(game: Game) -> tuple[Card, ...]:
    """All cards that a game is dealt from, in order."""
    spec = game.approval.table
    whole = shoe_cards(game.copies) if spec.shoe else joker_deck() if spec.jokers else standard_deck()
    return tuple(card for card in whole if card in game.deck)


def _random_start(table: QuizTable, bits: SeededBits) -> Round:
    """A round of one or two seats with random wagers."""
    seats = [Seat(number=number + 1, wagers=_wagers(table, bits)) for number in range(1 + below(2, bits))]
    return table.game.place(seats, table.meter)


def _wagers(table: QuizTable, bits: SeededBits) -> dict[str, Cents]:
    """Wagers of a seat within the limits: bonuses in any order, without those that cannot stand beside the others."""
    letter, limits = table.game.approval, table.rules.limits
    placed: dict[str, Cents] = {}
    for name in (*letter.required, *_in_random_order([name for name in limits if name not in letter.required], bits)):
        equal, limit = letter.wagers[name].equals, limits[name]
        steps = min(STEPS, (limit.maximum - limit.minimum) // limit.step)
        amount = placed[equal] if equal else limit.minimum + limit.step * below(steps + 1, bits)
        more = {**placed, name: amount}
        if name in letter.required or _may_stand(table, more):
            placed = more
    return {name: placed[name] for name in limits if name in placed}


def _in_random_order(names: list[str], bits: SeededBits) -> list[str]:
    """Names in a random order."""
    mixed = []
    while names:
        mixed.append(names.pop(below(len(names), bits)))
    return mixed


def _may_stand(table: QuizTable, wagers: Mapping[str, Cents]) -> bool:
    """Whether a seat may make these wagers together."""
    try:
        table.rules.require_wagers(wagers)
        table.game.place([Seat(number=1, wagers=wagers)], table.meter)
    except HousewayError:
        return False
    return True


def _decision(table: QuizTable, now: Round, bits: SeededBits) -> str:
    """A legal decision that a dealer may see: whole ones, and hands set by the house way."""
    if now.can_decide(HOUSE_WAY):
        return HOUSE_WAY
    payable = table.rules.payable(now.choices())
    legal = [choice for choice in payable if choice.complete] or payable
    return legal[below(len(legal), bits)].example


# ---- in words


def quiz_parts(rounds: Sequence[Round]) -> tuple[Part, ...]:
    """The questions, with room for what is paid."""
    head = Paragraph(
        text="What does each wager pay, and why? Write down what goes back to the player, the stake included."
    )
    blocks = [block for number, one in enumerate(rounds, start=1) for block in _question(number, one)]
    return (Part(title="Questions", blocks=(head, *blocks)),)


def answer_parts(rounds: Sequence[Round]) -> tuple[Part, ...]:
    """The same with what each wager pays, and why."""
    blocks = [block for number, one in enumerate(rounds, start=1) for block in _answer(number, one)]
    return (Part(title="Answers", blocks=tuple(blocks)),)


def _question(number: int, played: Round) -> Iterator[Block]:
    yield Heading(text=f"Question {number}")
    yield Points(items=tuple(situation(played)))
    rows = tuple(
        (f"seat {seat.seat}", line_label(played, line), _stake(line), "", "")
        for seat in played.settlement().seats
        for line in seat.wagers
    )
    heads = ("seat", "wager", "stake", "goes back", "why")
    yield Table(title="Your answer", columns=heads, rows=rows, wide=(3, 4))


def _answer(number: int, played: Round) -> Iterator[Block]:
    settled = played.settlement().seats
    yield Heading(text=f"Question {number}")
    yield Points(items=tuple(situation(played)))
    rows = [row for seat, why in zip(settled, explain_round(played), strict=True) for row in _lines(played, seat, why)]
    heads = ("seat", "wager", "stake", "result", "goes back", "why")
    totals = "; ".join(f"seat {seat.seat} gets {in_dollars(seat.returned)} back" for seat in settled)
    yield Table(title="Answer", columns=heads, rows=tuple(rows), wide=(5,), note=f"Together {totals}.")


def _lines(played: Round, seat: SettledSeat, why: SeatExplanation) -> Iterator[tuple[str, ...]]:
    for line, reason in zip(seat.wagers, why.lines, strict=True):
        pays = f"{line.result}, {line.odds}" if line.odds else line.result
        words = f"{reason.why} (Clause: {reason.clause})"
        yield (f"seat {seat.seat}", line_label(played, line), _stake(line), pays, in_dollars(line.returned), words)


def _stake(line: SettledWager) -> str:
    return in_dollars(line.stake) if line.stake else "–"


def line_label(played: Round, line: SettledWager) -> str:
    """What a line of a settlement is called at the table."""
    wager = played.game.approval.wagers.get(line.wager)
    label = wager.label if wager else line.wager.capitalize()
    return f"{label}, hand {line.hand}" if line.hand else label


def situation(played: Round) -> Iterator[str]:
    """What a dealer sees of a finished round: cards, wagers and decisions."""
    settled = played.settlement()
    hand = f": {settled.dealer.hand}" if settled.dealer.hand else ""
    yield f"Dealer: {_pretty(settled.dealer.cards)}{hand}"
    if played.board:
        yield f"Board: {_pretty(played.board)}"
    for seat in played.seats:
        wagers = ", ".join(f"{_name(played, name)} {in_dollars(amount)}" for name, amount in seat.wagers.items())
        decisions = ", ".join(map(str, seat.decisions)) or "nothing to decide"
        yield f"Seat {seat.number}: {_pretty(seat.cards)}; wagers {wagers}; decisions: {decisions}"
    if played.drawn:
        yield f"Cards after the deal, in order: {_pretty(played.drawn)}"


def _name(played: Round, wager: str) -> str:
    return played.game.approval.wagers[wager].label


def _pretty(cards: Sequence[Card]) -> str:
    return " ".join(Card(card).pretty for card in cards)
