"""Golden playthroughs: whole rounds of a game spelled out, state by state, as each seat sees them.

They stand in a folder beside the tests of the game: `playthroughs.toml` says which rounds are spelled out, and a text a
round holds what they were when somebody last read them.

    [plain]
    seed = 56
    seats = { 1 = { ante = 10, bet = 10 }, 4 = { ante = 5, bet = 5 } }

Deck and decisions come from the seed, so that a change of a text is a change of the rules: review it as a diff.

    from houseway.testing.playthroughs import check_playthroughs, write_playthroughs

    check_playthroughs("my-game", folder)  # write_playthroughs("my-game", folder) makes the texts
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from msgspec import UNSET, to_builtins
from msgspec.structs import asdict

from houseway.cards.card import Card
from houseway.cards.deck import RandomBits, SeededBits, below, seed_from_text, shuffle
from houseway.games import game_named
from houseway.games.game import Game
from houseway.games.round.decision import Choice
from houseway.games.round.jackpot import Meter
from houseway.games.round.round import Round, Seat, cards_needed
from houseway.games.round.seen_round import RoundView, SeatView
from houseway.games.round.settlement_answer import LineAnswer, SettlementAnswer
from houseway.money import format_money, parse_money
from houseway.testing.contract import cards_of as deck_of
from houseway.testing.requirement import require

Stakes = Mapping[str, object]
LIST: Final = "playthroughs.toml"
MOST_LINES: Final = 150  # what can be read in a review
LONGEST_LINE: Final = 200


@dataclass(frozen=True, kw_only=True)
class Playthrough:
    """A round to spell out: a table, who plays with which wagers, and the seed of everything else."""

    game: str
    name: str  # of its text
    seats: Mapping[int, Stakes]
    options: Mapping[str, object] = field(default_factory=dict)
    jackpot: Mapping[str, object] | None = None
    seed: int
    void_after: int | None = None  # steps, where the round is called off


def read_playthroughs(game: str, folder: Path) -> tuple[Playthrough, ...]:
    """The rounds of a game that a folder's list names."""
    listed = tomllib.loads((folder / LIST).read_text(encoding="utf-8"))
    return tuple(_read(game, name, row) for name, row in listed.items())


def _read(game: str, name: str, row: Mapping[str, Any]) -> Playthrough:
    fields = {key.replace("-", "_"): value for key, value in row.items() if key != "seats"}
    return Playthrough(game=game, name=name, seats={int(seat): row["seats"][seat] for seat in row["seats"]}, **fields)


def write_playthroughs(game: str, folder: Path) -> list[Path]:
    """Write the text of every round of the list; the texts that were written."""
    written = []
    for this in read_playthroughs(game, folder):
        path = folder / f"{this.name}.txt"
        path.write_text(spell_out(this), encoding="utf-8")
        written.append(path)
    return written


def check_playthroughs(game: str, folder: Path) -> None:
    """Every text is what the rounds are today, can be read in a review, and belongs to the list."""
    listed = read_playthroughs(game, folder)
    require(bool(listed), f"{folder / LIST} names no round")
    texts = {path.stem for path in folder.glob("*.txt")}
    require(texts == {this.name for this in listed}, f"{folder}: texts {sorted(texts)} are not those of its list")
    for this in listed:
        text, now = (folder / f"{this.name}.txt").read_text(encoding="utf-8"), spell_out(this)
        require(text == now, f"{game} {this.name} is not as it was reviewed: {_first_difference(text, now)}")
        lines = text.splitlines()
        require(len(lines) < MOST_LINES and max(map(len, lines)) < LONGEST_LINE, f"{this.name} is too long to review")


def _first_difference(old: str, new: str) -> str:
    both = zip([*old.splitlines(), "(end)"], [*new.splitlines(), "(end)"], strict=False)
    return next((f"line {number}: {one!r}, now {two!r}" for number, (one, two) in enumerate(both, 1) if one != two), "")


# ---- the round


def placed(this: Playthrough, game: Game) -> Round:
    """The round with its wagers."""
    seats = [
        Seat(number=number, wagers={name: parse_money(amount) for name, amount in stakes.items()})
        for number, stakes in this.seats.items()
    ]
    return game.place(seats, Meter.parse(this.jackpot, game.approval.prizes) if this.jackpot else None)


def chosen(choice: Choice, cards: tuple[Card, ...], bits: RandomBits) -> str:
    """A decision that is this choice: a whole dollar of its range where there is one, any two of the cards."""
    if choice.complete:
        return choice.text
    if choice.most:
        least = (choice.least + 99) // 100
        dollars = least + below(max(1, choice.most // 100 - least + 1), bits)
        return f"{choice.text} {dollars}"
    first = below(len(cards), bits)
    second = (first + 1 + below(len(cards) - 1, bits)) % len(cards)
    return f"set {cards[first]} {cards[second]}"


def stepped(now: Round, shoe: Iterator[Card], bits: RandomBits) -> tuple[str, Round]:
    """The next card or decision, in words, and the round after it."""
    if now.needs_card:
        card = next(shoe)
        return f"card: {card}", now.take(card)
    legal = now.choices()
    text = chosen(legal[below(len(legal), bits)], now.seat(now.turn or 0).cards, bits)
    return f"seat {now.turn} decides: {text}", now.decide(text)


# ---- in words


def spell_out(this: Playthrough) -> str:
    """The whole text of a playthrough."""
    game = game_named(this.game, this.options)
    bits = SeededBits(seed_from_text(f"golden {this.game}-{this.name} {this.seed}"))
    deck = shuffle(deck_of(game), bits)
    now = placed(this, game).deal_from(deck)
    shoe = iter(deck[cards_needed(game, len(this.seats)) :])
    lines = [*head(this, game, now), *state(now)]
    steps = 0
    while not now.finished and steps != this.void_after:
        words, now = stepped(now, shoe, bits)
        lines += ["", words, *state(now)]
        steps += 1
    if this.void_after is not None:
        now = now.voided("misdeal")
        lines += ["", "called off: misdeal", *state(now)]
    return "\n".join([*lines, "", *settlement(now.settlement().answer())]) + "\n"


def head(this: Playthrough, game: Game, now: Round) -> list[str]:
    """Game, options and wagers."""
    options = [f"{name} {value}" for name, value in now.record()["options"].items()]
    lines = [f"{game.approval.title}, seed {this.seed}", f"options: {', '.join(options) or 'all at their defaults'}"]
    if now.jackpot:
        jackpot = asdict(now.jackpot.to_record())
        lines.append("jackpot: " + ", ".join(f"{name} {value}" for name, value in jackpot.items()))
    lines += [f"seat {seat.number} wagers {amounts(now.stakes(seat))}" for seat in now.seats]
    return [*lines, "", "dealt"]


def amounts(stakes: Mapping[str, int]) -> str:
    """Wagers with their amounts."""
    return ", ".join(f"{name} {format_money(stake)}" for name, stake in stakes.items())


def state(now: Round) -> list[str]:
    """How the round stands, and how each seat sees it; seats that see the same share a view."""
    views: dict[tuple[str, str], list[str]] = {}
    for seat in now.seats:
        views.setdefault(seen(now.seen_by(seat.number)), []).append(str(seat.number))
    lines = [f"  phase: {now.phase}"]
    for (table, seats), viewers in views.items():
        who = f"seat {viewers[0]} sees" if len(viewers) == 1 else f"seats {', '.join(viewers)} see"
        lines += [f"  {who} {table}", f"    {seats}"]
    if now.phase == "decisions" and now.turn is not None:
        lines.append(f"  seat {now.turn} may: {', '.join(map(str, now.choices()))}")
    return lines


def seen(view: RoundView) -> tuple[str, str]:
    """One seat's view: what lies on the table, and what each seat holds."""
    table = [f"dealer {' '.join(view.dealer)}"]
    if view.board:
        table.append(f"board {' '.join(view.board)}")
    if view.lights:
        table.append(f"lights {' '.join(view.lights)}")
    seats = [f"{seat.seat}: {cards_of(seat)}{decisions_of(seat)}" for seat in view.seats]
    return "; ".join(table), " | ".join(seats)


def cards_of(seat: SeatView) -> str:
    """A seat's cards, or its hands with the one in play marked."""
    if seat.hands is UNSET:
        return " ".join(seat.cards)
    return " + ".join(f"{' '.join(hand.cards)} ({hand.hand}){'*' if hand.in_play else ''}" for hand in seat.hands)


def decisions_of(seat: SeatView) -> str:
    """A seat's decisions as they are seen."""
    return f" [{', '.join(seat.decisions)}]" if seat.decisions else ""


def settlement(answer: SettlementAnswer) -> list[str]:
    """Every line of a settlement."""
    dealer = answer.dealer
    lines = ["settled", f"  dealer {' '.join(dealer.cards)}: {dealer.hand or 'not played'}"]
    if dealer.front and dealer.back:
        lines.append(f"    {' '.join(dealer.back)} / {' '.join(dealer.front)}, discarded {dealer.discarded}")
    for seat in answer.seats:
        sums = f"staked {seat.staked}, returned {seat.returned}, net {seat.net}"
        lines.append(f"  seat {seat.seat}: {seat.hand or 'no hand'}; {sums}")
        lines += [f"    {settled_line(line)}" for line in seat.wagers]
    if answer.jackpot:
        jackpot = to_builtins(answer.jackpot)
        lines.append("  " + ", ".join(f"{name} {value}" for name, value in jackpot.items()))
    return lines


def settled_line(line: LineAnswer) -> str:
    """One wager."""
    details = [text for text in (line.odds, line.line) if text]
    name = f"{line.wager} {line.hand}" if line.hand else line.wager
    if line.from_seat:
        name += f" from seat {line.from_seat}"
    pays = f" ({', '.join(details)})" if details else ""
    return f"{name} {line.stake}: {line.result} {line.returned}{pays}, rule {line.rule}"
