"""Small valid records, one or more a game, that malformed cases and tests start from."""

from copy import deepcopy
from typing import Any

Record = dict[str, Any]
Path = tuple[str | int, ...]
GONE = object()

HOLDEM: Record = {
    "game": "down-under-holdem",
    "options": {"trips-or-better": 2},
    "dealer": ["9h", "2c"],
    "board": ["Kd", "7s", "7c", "2d", "Jh"],
    "seats": [
        {
            "seat": 1,
            "cards": ["Ah", "Kh"],
            "wagers": {"ante": 10, "bet": 10, "trips-or-better": 5},
            "decisions": ["play 3x"],
        }
    ],
}

PREMIUM: Record = {
    "game": "premium-holdem",
    "options": {"player-bonus": "on", "hole-card-bonus": "on"},
    "dealer": ["9h", "2c", "4d"],
    "board": ["Kd", "7s", "7c", "Jh"],
    "seats": [
        {
            "seat": 1,
            "cards": ["Ah", "Kh", "3s"],
            "wagers": {"ante": 10, "xtra-bonus": 10, "player-bonus": 5, "hole-card-bonus": 5},
            "decisions": ["check", "play 2x"],
        }
    ],
}

BLACKJACK: Record = {
    "game": "down-under-blackjack",
    "options": {},
    "dealer": ["Th", "6c"],
    "seats": [{"seat": 1, "cards": ["9h", "2d"], "wagers": {"wager": 10}, "decisions": ["hit", "stand"]}],
    "draws": ["5s", "5d"],
}

SPLIT: Record = {
    "game": "down-under-blackjack",
    "options": {},
    "dealer": ["Th", "7c"],
    "seats": [
        {
            "seat": 1,
            "cards": ["8h", "8d"],
            "wagers": {"wager": 10},
            "decisions": ["split", "stand", "stand"],
        }
    ],
    "draws": ["9s", "9d"],
}

PROGRESSIVE: Record = {
    "game": "down-under-blackjack",
    "options": {"match-the-dealer": 6, "match-down-card": "on", "progressive": "5c/1"},
    "dealer": ["Th", "7c"],
    "seats": [
        {
            "seat": 1,
            "cards": ["Th", "Th"],
            "wagers": {"wager": 10, "match-up": 5, "match-down": 5, "progressive": 1},
            "decisions": ["stand"],
        }
    ],
    "draws": [],
    "jackpot": {"meter": "10250.00", "wager": 1, "prizes": {"2-suited-matches": "500.00"}},
}

FLUSH: Record = {
    "game": "flush-poker",
    "options": {"natural-flush": 1, "royal-riches": 1, "jackpot": "progressive"},
    "dealer": ["Ah", "Th", "8h", "2c", "5d", "6s", "9s"],
    "seats": [
        {
            "seat": 2,
            "cards": ["Kc", "Qc", "9c", "4c", "3d", "2h", "7s"],
            "wagers": {"bet": 10, "natural-flush": 5, "royal-riches": 5, "jackpot": 1},
            "decisions": ["raise 1x"],
        },
        {
            "seat": 4,
            "cards": ["Kd", "Qd", "9d", "4d", "Jd", "3h", "7c"],
            "wagers": {"bet": 10},
            "decisions": ["raise 15.50"],
        },
    ],
    "jackpot": {"meter": "10250.00", "contributed": "0.75", "reset": "1000.00", "wager": 1},
}

PAI_GOW: Record = {
    "game": "wild-monkey-pai-gow",
    "options": {
        "dealer-joker": 1,
        "royal-riches": 1,
        "dealer-pai-gow": 1,
        "player-pai-gow-insurance": 1,
        "jackpot": "house",
        "best-seven": "high",
    },
    "dealer": ["Ah", "Th", "8d", "2c", "5d", "6s", "9s", "Kc"],
    "seats": [
        {
            "seat": 1,
            "cards": ["As", "Ad", "Kd", "Qh", "7c", "4s", "2d"],
            "wagers": {"bet": 10, "dealer-joker": 5, "royal-riches": 5, "jackpot": 5},
            "decisions": ["set Kd Qh", "double 5"],
        }
    ],
    "jackpot": {"meter": 5000, "wager": 5},
}

BASES = {
    "hold'em": HOLDEM,
    "premium": PREMIUM,
    "blackjack": BLACKJACK,
    "split": SPLIT,
    "progressive": PROGRESSIVE,
    "flush poker": FLUSH,
    "pai gow": PAI_GOW,
}


def edit(base: Record, *changes: tuple[Path, object]) -> Record:
    """A copy of a record with values put at paths, or taken away."""
    record = deepcopy(base)
    for path, value in changes:
        place: Any = record
        for step in path[:-1]:
            place = place[step]
        if value is GONE:
            del place[path[-1]]
        else:
            place[path[-1]] = value
    return record
