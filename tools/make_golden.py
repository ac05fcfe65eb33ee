"""Make tests/golden/*.txt: whole rounds spelled out, state by state, as each seat sees them.

    python tools/make_golden.py            # write the files
    python tools/make_golden.py --check    # make them again and compare

Deck and decisions come from a seed, so that a change of a file is a change of the rules; review it as a diff.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import houseway
from houseway.cards.card import Card
from houseway.cards.deck import (
    RandomBits,
    SeededBits,
    below,
    joker_deck,
    seed_from_text,
    shoe_cards,
    shuffle,
    standard_deck,
)
from houseway.games.decision import Choice
from houseway.games.game import Game
from houseway.games.jackpot import Meter
from houseway.games.round import Round, Seat, cards_needed
from houseway.money import format_money, parse_money

FOLDER = Path(__file__).parent.parent / "tests" / "golden"
Stakes = Mapping[str, object]


@dataclass(frozen=True, kw_only=True)
class Playthrough:
    """A round to spell out: a table, who plays with which wagers, and the seed of everything else."""

    game: str
    config: str
    seats: Mapping[int, Stakes]
    options: Mapping[str, object] = field(default_factory=dict)
    jackpot: Mapping[str, object] | None = None
    seed: int
    void_after: int | None = None  # steps, where the round is called off

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.game}-{self.config}"


HOLDEM = {"ante": 10, "bet": 10}
PREMIUM = {"ante": 10, "xtra-bonus": 10}

PLAYTHROUGHS = (
    Playthrough(game="down-under-holdem", config="plain", seed=56, seats={1: HOLDEM, 4: {"ante": 5, "bet": 5}}),
    Playthrough(
        game="down-under-holdem",
        config="face-up-bonuses",
        seed=60,
        options={"trips-or-better": 2, "match-the-dealer": 3, "face-up": "yes", "folded-bonuses": "lose"},
        seats={
            2: {**HOLDEM, "trips-or-better": 5},
            3: {**HOLDEM, "match-the-dealer": 5},
            6: {"ante": 5, "bet": 5, "match-the-dealer": 25},
        },
    ),
    Playthrough(game="premium-holdem", config="plain", seed=70, seats={1: PREMIUM, 2: PREMIUM}),
    Playthrough(
        game="premium-holdem",
        config="bonuses",
        seed=1,
        options={"player-bonus": "on", "hole-card-bonus": "on", "breakage": "quarter-down"},
        seats={
            1: {**PREMIUM, "hole-card-bonus": 5},
            3: {"ante": "7.30", "xtra-bonus": "7.30", "player-bonus": 5},
            5: {**PREMIUM, "player-bonus": 5, "hole-card-bonus": 5},
        },
    ),
    Playthrough(game="down-under-blackjack", config="plain", seed=68, seats={1: {"wager": 10}, 2: {"wager": "7.50"}}),
    Playthrough(
        game="down-under-blackjack",
        config="match-the-dealer",
        seed=20,
        options={
            "decks": 2,
            "soft-17": "stand",
            "blackjack-pays": "6:5",
            "match-the-dealer": "2-alt-1",
            "match-down-card": "on",
        },
        seats={1: {"wager": 10, "match-up": 5}, 7: {"wager": 10, "match-up": 5, "match-down": 5}},
    ),
    Playthrough(
        game="down-under-blackjack",
        config="progressive",
        seed=225,
        options={"decks": 8, "progressive": "4e/1"},
        seats={1: {"wager": 10, "progressive": 2}, 3: {"wager": 10, "progressive": 2}},
        jackpot={"meter": "10250.00", "contributed": "0.80", "reset": 1000, "wager": 2},
    ),
    Playthrough(game="flush-poker", config="plain", seed=3, seats={1: {"bet": 10}, 2: {"bet": 10}, 3: {"bet": 10}}),
    Playthrough(
        game="flush-poker",
        config="everything-on",
        seed=238,
        options={"natural-straight-flush": 2, "natural-flush": 3, "royal-riches": 1, "jackpot": "progressive"},
        seats={
            2: {"bet": 10, "natural-straight-flush": 5, "natural-flush": 5},
            5: {"bet": 10, "natural-flush": 2, "royal-riches": 5, "jackpot": 1},
        },
        jackpot={"meter": 5000, "contributed": "0.25", "wager": 1},
    ),
    Playthrough(
        game="flush-poker",
        config="void",
        seed=2,
        seats={1: {"bet": 10}, 4: {"bet": 5}},
        void_after=1,
        options={"breakage": "half-up"},
    ),
    Playthrough(game="wild-monkey-pai-gow", config="plain", seed=80, seats={1: {"bet": 10}, 6: {"bet": 20}}),
    Playthrough(
        game="wild-monkey-pai-gow",
        config="everything-on",
        seed=78,
        options={
            "dealer-joker": 1,
            "royal-riches": 1,
            "dealer-pai-gow": 1,
            "player-pai-gow-insurance": 1,
            "jackpot": "house",
            "commission": "5%",
            "wheel": "second",
            "best-seven": "high",
        },
        seats={
            1: {"bet": 10, "dealer-joker": 5, "royal-riches": 5},
            2: {"bet": 10, "dealer-pai-gow": 5, "player-pai-gow-insurance": 5},
            4: {"bet": 10, "royal-riches": 5, "jackpot": 1},
        },
        jackpot={"meter": 5000, "wager": 1},
    ),
)


# ---- the round


def shuffled(game: Game, bits: RandomBits) -> tuple[Card, ...]:
    """The game's deck or shoe in the seed's order."""
    kind = game.approval.table.deck
    if kind == "shoe":
        return shuffle(shoe_cards(game.copies), bits)
    return shuffle(joker_deck() if kind == "53" else standard_deck(), bits)


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
    if now.wants_card:
        card = next(shoe)
        return f"card: {card}", now.take(card)
    legal = now.choices()
    text = chosen(legal[below(len(legal), bits)], now.seat(now.turn or 0).cards, bits)
    return f"seat {now.turn} decides: {text}", now.decide(text)


# ---- in words


def spelled(this: Playthrough) -> str:
    """The whole text of a playthrough."""
    game = houseway.game(this.game, this.options)
    bits = SeededBits(seed_from_text(f"golden {this.name} {this.seed}"))
    deck = shuffled(game, bits)
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
    return "\n".join([*lines, "", *settlement(now.settlement().to_json())]) + "\n"


def head(this: Playthrough, game: Game, now: Round) -> list[str]:
    """Game, options and wagers."""
    options = [f"{name} {value}" for name, value in now.record()["options"].items()]
    lines = [f"{game.approval.title}, seed {this.seed}", f"options: {', '.join(options) or 'all at their defaults'}"]
    if now.jackpot:
        lines.append("jackpot: " + ", ".join(f"{name} {value}" for name, value in now.jackpot.to_record().items()))
    lines += [f"seat {seat.number} wagers {amounts(now.stakes(seat))}" for seat in now.seats]
    return [*lines, "", "dealt"]


def amounts(stakes: Mapping[str, int]) -> str:
    """Wagers with their amounts."""
    return ", ".join(f"{name} {format_money(stake)}" for name, stake in stakes.items())


def state(now: Round) -> list[str]:
    """How the round stands, and how each seat sees it; seats that see the same are told together."""
    views: dict[tuple[str, str], list[str]] = {}
    for seat in now.seats:
        views.setdefault(seen(now.view(seat.number)), []).append(str(seat.number))
    lines = [f"  phase: {now.phase}"]
    for (table, seats), viewers in views.items():
        who = f"seat {viewers[0]} sees" if len(viewers) == 1 else f"seats {', '.join(viewers)} see"
        lines += [f"  {who} {table}", f"    {seats}"]
    if now.phase == "decisions" and now.turn is not None:
        lines.append(f"  seat {now.turn} may: {', '.join(map(str, now.choices()))}")
    return lines


def seen(view: dict[str, Any]) -> tuple[str, str]:
    """One seat's view: what lies on the table, and what each seat holds."""
    table = [f"dealer {' '.join(view['dealer'])}"]
    if view["board"]:
        table.append(f"board {' '.join(view['board'])}")
    if view["lights"]:
        table.append(f"lights {' '.join(view['lights'])}")
    seats = [f"{seat['seat']}: {cards_of(seat)}{decided(seat)}" for seat in view["seats"]]
    return "; ".join(table), " | ".join(seats)


def cards_of(seat: dict[str, Any]) -> str:
    """A seat's cards, or its hands with the one in play marked."""
    if "hands" not in seat:
        return " ".join(seat["cards"])
    hands = [f"{' '.join(h['cards'])} ({h['hand']}){'*' if h['in_play'] else ''}" for h in seat["hands"]]
    return " + ".join(hands)


def decided(seat: dict[str, Any]) -> str:
    """A seat's decisions as they are seen."""
    return f" [{', '.join(seat['decisions'])}]" if seat["decisions"] else ""


def settlement(answer: dict[str, Any]) -> list[str]:
    """Every line of a settlement."""
    dealer = answer["dealer"]
    lines = ["settled", f"  dealer {' '.join(dealer['cards'])}: {dealer['hand'] or 'not played'}"]
    if "front" in dealer:
        lines.append(f"    {' '.join(dealer['back'])} / {' '.join(dealer['front'])}, discarded {dealer['discarded']}")
    for seat in answer["seats"]:
        sums = f"staked {seat['staked']}, returned {seat['returned']}, net {seat['net']}"
        lines.append(f"  seat {seat['seat']}: {seat['hand'] or 'no hand'}; {sums}")
        lines += [f"    {settled_line(line)}" for line in seat["wagers"]]
    if answer["jackpot"]:
        lines.append("  " + ", ".join(f"{name} {value}" for name, value in answer["jackpot"].items()))
    return lines


def settled_line(line: dict[str, Any]) -> str:
    """One wager."""
    details = [str(line[key]) for key in ("odds", "line") if line.get(key)]
    name = f"{line['wager']} {line['hand']}" if "hand" in line else line["wager"]
    if "from_seat" in line:
        name += f" from seat {line['from_seat']}"
    told = f" ({', '.join(details)})" if details else ""
    return f"{name} {line['stake']}: {line['result']} {line['returned']}{told}, rule {line['rule']}"


def main() -> int:
    """Write the files, or compare them."""
    wrong = []
    for this in PLAYTHROUGHS:
        path, text = FOLDER / f"{this.name}.txt", spelled(this)
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: {text.count(chr(10))} lines")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(path.name)
    if wrong:
        print(f"differ: {', '.join(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
