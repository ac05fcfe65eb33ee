"""Records that must be refused, each wrong in exactly one way."""

import json

from .bases import (
    BLACKJACK,
    FLUSH,
    GONE,
    HOLDEM,
    PAI_GOW,
    PREMIUM,
    PROGRESSIVE,
    SPLIT,
    Path,
    Record,
    edit,
)

Case = tuple[str, str | Record]
SEAT: Path = ("seats", 0)
WAGERS: Path = (*SEAT, "wagers")
DECISIONS: Path = (*SEAT, "decisions")
CARDS: Path = (*SEAT, "cards")


def _texts() -> list[Case]:
    """Texts that are no record at all, or odd JSON."""
    good = json.dumps(HOLDEM)
    return [
        ("text: empty", ""),
        ("text: blank", "   \n"),
        ("text: not JSON", "a pair of kings"),
        ("text: cut short", good[:-5]),
        ("text: two records run together", good + good),
        ("text: trailing comma", good[:-1] + ",}"),
        ("text: single quotes", good.replace('"', "'")),
        ("text: a list at the top", f"[{good}]"),
        ("text: a string at the top", '"down-under-holdem"'),
        ("text: a number at the top", "17"),
        ("text: null at the top", "null"),
        ("text: NaN", good.replace('"ante": 10', '"ante": NaN')),
        ("text: Infinity", good.replace('"ante": 10', '"ante": Infinity')),
        ("text: -Infinity", good.replace('"ante": 10', '"ante": -Infinity')),
        ("text: 1e400", good.replace("10", "1e400")),
        ("text: 1e999999999", good.replace("10", "1e999999999")),
        ("text: a number of 5,000 digits", good.replace("10", "9" * 5000)),
        ("text: a key twice in the record", good[:-1] + ', "dealer": ["9h", "2c"]}'),
        ("text: a wager twice", good.replace('"ante": 10', '"ante": 10, "ante": 10')),
        ("text: an option twice", good.replace('{"trips', '{"trips-or-better": 2, "trips')),
        ("text: a very deep list", "[" * 100_000),
        ("text: over-precise number", good.replace('"bet": 10', '"bet": 10.001')),
    ]


def _amounts() -> list[Case]:
    """Amounts of every wrong kind."""
    wrong: dict[str, object] = {
        "negative": -10,
        "negative text": "-10.00",
        "zero": 0,
        "zero text": "0.00",
        "three decimals": 10.005,
        "three decimals text": "10.005",
        "a thousand million": 1_000_000_000,
        "a thousand million text": "1000000000.00",
        "absurdly large": 10**30,
        "float nan": float("nan"),
        "float infinity": float("inf"),
        "true": True,
        "false": False,
        "null": None,
        "a list": [10],
        "an object": {"dollars": 10},
        "a word": "ten",
        "empty text": "",
        "text NaN": "NaN",
        "text Infinity": "Infinity",
        "two points": "1.0.0",
        "hexadecimal": "0x10",
        "comma for a point": "10,50",
    }

    def at(base: Record, path: Path, *names: str) -> list[Case]:
        return [(f"{path[-1]}: {name}", edit(base, (path, wrong[name]))) for name in names]

    bonus_path: Path = (*WAGERS, "natural-flush")
    prize_path: Path = ("jackpot", "prizes", "2-suited-matches")
    return [
        *at(BLACKJACK, (*WAGERS, "wager"), *wrong),
        *at(FLUSH, bonus_path, "negative", "zero", "three decimals text", "true", "null", "a word"),
        *at(FLUSH, ("jackpot", "meter"), "negative", "true", "null", "a word", "absurdly large"),
        *at(FLUSH, ("jackpot", "contributed"), "negative", "a list"),
        *at(FLUSH, ("jackpot", "reset"), "negative", "a list"),
        *at(PROGRESSIVE, prize_path, "negative", "a word", "true"),
    ]


def _options() -> list[Case]:
    """Options that do not exist, are out of range or do not fit together."""

    def of(base: Record, name: str, value: object) -> Case:
        return f"option: {base['game']}: {name} {value!r}", edit(base, (("options", name), value))

    alternate = {"decks": 2, "progressive": "4a/1", "progressive-alternate": "on"}
    down_only = {"match-down-card": "on", "progressive": "off", "match-the-dealer": "off"}
    return [
        of(HOLDEM, "colour", "red"),
        of(HOLDEM, "trips-or-better", 6),
        of(HOLDEM, "trips-or-better", 0),
        of(HOLDEM, "trips-or-better", True),
        of(HOLDEM, "trips-or-better", None),
        of(HOLDEM, "trips-or-better", 2.5),
        of(HOLDEM, "trips-or-better", [2]),
        of(HOLDEM, "match-the-dealer", 5),
        of(HOLDEM, "face-up", False),
        of(HOLDEM, "folded-bonuses", "maybe"),
        of(HOLDEM, "breakage", "nickel-down"),
        of(HOLDEM, "breakage", "cent"),
        of(HOLDEM, "decks", 6),
        of(PREMIUM, "player-bonus", True),
        of(PREMIUM, "folded-bonuses", "play"),
        of(BLACKJACK, "decks", 7),
        of(BLACKJACK, "decks", 1),
        of(BLACKJACK, "cut-card", -5),
        of(BLACKJACK, "cut-card", 100_000),
        of(BLACKJACK, "soft-17", "draw"),
        of(BLACKJACK, "blackjack-pays", "2:1"),
        of(BLACKJACK, "match-the-dealer", "2"),
        of(BLACKJACK, "match-the-dealer", "2-alt-1"),
        of(BLACKJACK, "match-the-dealer", 7),
        of(BLACKJACK, "progressive", "3a/1"),
        of(BLACKJACK, "progressive", "3c/9"),
        of(BLACKJACK, "progressive", "3c/0"),
        of(BLACKJACK, "progressive", "3c"),
        of(BLACKJACK, "progressive", "6a/1"),
        of(BLACKJACK, "progressive", "5e/1"),
        of(PROGRESSIVE, "progressive-alternate", "on"),
        ("option: alternate of 4a", edit(BLACKJACK, (("options",), alternate))),
        of(FLUSH, "natural-straight-flush", 9),
        of(FLUSH, "natural-flush", 15),
        of(FLUSH, "royal-riches", 7),
        of(FLUSH, "jackpot", "on"),
        of(FLUSH, "jackpot-paytable", 4),
        of(FLUSH, "award-order", "largest"),
        of(FLUSH, "wheel", "second"),
        of(PAI_GOW, "dealer-joker", 3),
        of(PAI_GOW, "dealer-pai-gow", 4),
        of(PAI_GOW, "player-pai-gow-insurance", 6),
        of(PAI_GOW, "best-seven", "random"),
        of(PAI_GOW, "wheel", "third"),
        of(PAI_GOW, "commission", "101%"),
        of(PAI_GOW, "commission", "-5%"),
        ("options: a list", edit(HOLDEM, (("options",), ["trips-or-better"]))),
        ("options: null", edit(HOLDEM, (("options",), None))),
        (
            "wager: match-up while off",
            edit(BLACKJACK, (("options",), down_only), ((*WAGERS, "match-up"), 5)),
        ),
    ]


def _shapes() -> list[Case]:
    """Keys, types and seats."""
    one = HOLDEM["seats"][0]
    other = {**one, "seat": 2, "cards": ["Qs", "Qd"]}
    return [
        ("record: no game", edit(HOLDEM, (("game",), GONE))),
        ("record: unknown game", edit(HOLDEM, (("game",), "faro"))),
        ("record: game is a number", edit(HOLDEM, (("game",), 1))),
        ("record: game is a list", edit(HOLDEM, (("game",), ["down-under-holdem"]))),
        ("record: unknown key", edit(HOLDEM, (("date",), "today"))),
        ("record: no dealer", edit(HOLDEM, (("dealer",), GONE))),
        ("record: dealer is a text", edit(HOLDEM, (("dealer",), "9h2c"))),
        ("record: dealer is null", edit(HOLDEM, (("dealer",), None))),
        ("record: no board", edit(HOLDEM, (("board",), GONE))),
        ("record: no seats", edit(HOLDEM, (("seats",), GONE))),
        ("record: seats empty", edit(HOLDEM, (("seats",), []))),
        ("record: seats an object", edit(HOLDEM, (("seats",), one))),
        ("record: void is a number", edit(HOLDEM, (("void",), 5))),
        ("record: void is true", edit(HOLDEM, (("void",), True))),
        ("record: draws in hold'em", edit(HOLDEM, (("draws",), ["3c"]))),
        ("record: board in blackjack", edit(BLACKJACK, (("board",), ["3c", "4c", "5c", "6c", "7c"]))),
        ("record: draws is a text", edit(BLACKJACK, (("draws",), "5s 5d"))),
        ("seat: unknown key", edit(HOLDEM, ((*SEAT, "name"), "Ann"))),
        ("seat: a list", edit(HOLDEM, (SEAT, [1, 2]))),
        ("seat: null", edit(HOLDEM, (SEAT, None))),
        ("seat: player is a number", edit(HOLDEM, ((*SEAT, "player"), 7))),
        ("seat: no number", edit(HOLDEM, ((*SEAT, "seat"), GONE))),
        ("seat: number 0", edit(HOLDEM, ((*SEAT, "seat"), 0))),
        ("seat: number 7 in hold'em", edit(HOLDEM, ((*SEAT, "seat"), 7))),
        ("seat: number 8 in blackjack", edit(BLACKJACK, ((*SEAT, "seat"), 8))),
        ("seat: number -1", edit(HOLDEM, ((*SEAT, "seat"), -1))),
        ("seat: number true", edit(HOLDEM, ((*SEAT, "seat"), True))),
        ("seat: number null", edit(HOLDEM, ((*SEAT, "seat"), None))),
        ("seats: out of order", edit(HOLDEM, (("seats",), [other, one]))),
        ("seats: one twice", edit(HOLDEM, (("seats",), [one, {**other, "seat": 1}]))),
        ("seat: no cards", edit(HOLDEM, (CARDS, GONE))),
        ("seat: no wagers", edit(HOLDEM, (WAGERS, GONE))),
        ("seat: wagers a list", edit(HOLDEM, (WAGERS, [10, 10]))),
        ("seat: wagers empty", edit(HOLDEM, (WAGERS, {}))),
        ("seat: decisions a text", edit(HOLDEM, (DECISIONS, "play 3x"))),
        ("seat: a decision is a number", edit(HOLDEM, (DECISIONS, [3]))),
        ("seat: decisions null", edit(HOLDEM, (DECISIONS, None))),
        ("jackpot: a number", edit(FLUSH, (("jackpot",), 10250))),
        ("jackpot: unknown key", edit(FLUSH, (("jackpot", "level"), 1))),
        ("jackpot: no meter", edit(FLUSH, (("jackpot", "meter"), GONE))),
        ("jackpot: no wager", edit(FLUSH, (("jackpot", "wager"), GONE))),
        ("jackpot: missing", edit(FLUSH, (("jackpot",), GONE))),
        ("jackpot: missing in blackjack", edit(PROGRESSIVE, (("jackpot",), GONE))),
        ("jackpot: prizes a list", edit(PROGRESSIVE, (("jackpot", "prizes"), ["500.00"]))),
        ("jackpot: unknown prize", edit(PROGRESSIVE, (("jackpot", "prizes", "car"), 5))),
        ("jackpot: prizes from nowhere", edit(PROGRESSIVE, (("jackpot", "prizes_from"), "bank"))),
        ("jackpot: won prize not given", edit(PROGRESSIVE, (("jackpot", "prizes"), {}))),
    ]


def _cards() -> list[Case]:
    """Cards that do not exist, are there twice, or are too many or too few."""
    return [
        ("cards: Kd on the board and in a hand", edit(HOLDEM, ((*CARDS, 0), "Kd"))),
        ("cards: 9h with the dealer and in a hand", edit(HOLDEM, ((*CARDS, 0), "9h"))),
        ("cards: the same card in another form", edit(FLUSH, ((*CARDS, 0), "10H"))),
        ("cards: Th seven times in six decks", edit(PROGRESSIVE, (("draws",), ["Th"] * 4))),
        ("cards: no such card", edit(HOLDEM, ((*CARDS, 0), "1h"))),
        ("cards: no such suit", edit(HOLDEM, ((*CARDS, 0), "Ax"))),
        ("cards: empty", edit(HOLDEM, ((*CARDS, 0), ""))),
        ("cards: a number", edit(HOLDEM, ((*CARDS, 0), 12))),
        ("cards: null", edit(HOLDEM, ((*CARDS, 0), None))),
        ("cards: two in one text", edit(HOLDEM, ((*CARDS, 0), "AhQh"))),
        ("cards: joker in hold'em", edit(HOLDEM, ((*CARDS, 0), "Jo"))),
        ("cards: joker in premium", edit(PREMIUM, ((*CARDS, 0), "Jo"))),
        ("cards: joker in blackjack", edit(BLACKJACK, ((*CARDS, 0), "Jo"))),
        ("cards: two jokers", edit(PAI_GOW, ((*CARDS, 4), "Jo"), (("dealer", 0), "Jo"))),
        ("cards: three in a hold'em hand", edit(HOLDEM, (CARDS, ["Ah", "Kh", "Qh"]))),
        ("cards: one in a hold'em hand", edit(HOLDEM, (CARDS, ["Ah"]))),
        ("cards: two in a premium hand", edit(PREMIUM, (CARDS, ["Ah", "Kh"]))),
        ("cards: six in a flush hand", edit(FLUSH, (CARDS, FLUSH["seats"][0]["cards"][:6]))),
        ("cards: four on hold'em's board", edit(HOLDEM, (("board",), HOLDEM["board"][:4]))),
        ("cards: five on premium's board", edit(PREMIUM, (("board",), [*PREMIUM["board"], "Qd"]))),
        ("cards: three with hold'em's dealer", edit(HOLDEM, (("dealer",), ["9h", "2c", "3c"]))),
        ("cards: seven with pai gow's dealer", edit(PAI_GOW, (("dealer",), PAI_GOW["dealer"][:7]))),
        ("cards: one with blackjack's dealer", edit(BLACKJACK, (("dealer",), ["Th"]))),
        ("draws: too few for the dealer", edit(BLACKJACK, (("draws",), ["5s"]))),
        ("draws: none", edit(BLACKJACK, (("draws",), []))),
        ("draws: too many", edit(BLACKJACK, (("draws",), ["5s", "5d", "2c"]))),
        ("draws: dealer's card though all are bust", edit(
            BLACKJACK,
            (CARDS, ["Th", "6d"]),
            (DECISIONS, ["hit"]),
            (("draws",), ["Ts", "5d"]),
        )),
    ]  # fmt: skip


def _poker_rules() -> list[Case]:
    """Wagers and decisions that the two hold'em games forbid."""
    both = {"trips-or-better": 1, "match-the-dealer": 1}
    three = {"ante": 10, "bet": 10, "trips-or-better": 1, "match-the-dealer": 1}
    large = {"ante": 10, "bet": 10, "trips-or-better": "5.01"}

    def decisions(base: Record, *texts: str) -> Case:
        return f"{base['game']}: {' '.join(texts) or 'no decision'}", edit(base, (DECISIONS, list(texts)))

    return [
        ("hold'em: bet is not the ante", edit(HOLDEM, ((*WAGERS, "bet"), 11))),
        ("hold'em: no bet", edit(HOLDEM, ((*WAGERS, "bet"), GONE))),
        ("hold'em: play in wagers", edit(HOLDEM, ((*WAGERS, "play"), 30))),
        ("hold'em: wager on what is off", edit(HOLDEM, ((*WAGERS, "match-the-dealer"), 5))),
        ("hold'em: five wagers", edit(HOLDEM, (("options",), both), (WAGERS, three))),
        ("hold'em: four wagers, none small", edit(HOLDEM, (("options",), both), (WAGERS, large))),
        ("premium: xtra-bonus is not the ante", edit(PREMIUM, ((*WAGERS, "xtra-bonus"), 9.99))),
        ("premium: no xtra-bonus", edit(PREMIUM, ((*WAGERS, "xtra-bonus"), GONE))),
        ("premium: wager on what is off", edit(PREMIUM, (("options", "player-bonus"), "off"))),
        ("premium: hold'em's wager", edit(PREMIUM, ((*WAGERS, "trips-or-better"), 5))),
        decisions(HOLDEM),
        decisions(HOLDEM, "check"),
        decisions(HOLDEM, "fold"),
        decisions(HOLDEM, "play 1x"),
        decisions(HOLDEM, "play 4x"),
        decisions(HOLDEM, "check", "play 2x"),
        decisions(HOLDEM, "check", "check"),
        decisions(HOLDEM, "play 3x", "fold"),
        decisions(HOLDEM, "check", "play 1x", "play 1x"),
        decisions(HOLDEM, "hit"),
        decisions(PREMIUM, "play 2x"),
        decisions(PREMIUM, "fold"),
        decisions(PREMIUM, "check", "play 3x"),
        decisions(PREMIUM, "check"),
        decisions(PREMIUM, "play 3x", "play 1x"),
    ]


def _blackjack_rules() -> list[Case]:
    """Wagers and decisions that blackjack forbids."""
    stand = ("options", "soft-17")
    eights = edit(SPLIT, (("draws",), ["8s", "9d", "9c", "Tc"]))
    four = edit(SPLIT, (("draws",), ["8s", "8c", "8h", "9c", "Tc", "Tc"]))
    ace_king = edit(BLACKJACK, (CARDS, ["Ah", "Kd"]), (("draws",), []))
    aces = edit(SPLIT, (CARDS, ["Ah", "Ad"]), (("draws",), ["9s", "9d"]))
    against = edit(BLACKJACK, (("dealer",), ["Ah", "Kc"]), (("draws",), []))
    return [
        ("blackjack: decision missing", edit(BLACKJACK, (DECISIONS, ["hit"]))),
        ("blackjack: decision after a stand", edit(BLACKJACK, (DECISIONS, ["hit", "stand", "stand"]))),
        ("blackjack: surrender", edit(BLACKJACK, (DECISIONS, ["surrender"]))),
        ("blackjack: insurance", edit(BLACKJACK, (DECISIONS, ["insurance", "hit", "stand"]))),
        ("blackjack: double after a hit", edit(BLACKJACK, (DECISIONS, ["hit", "double"]))),
        ("blackjack: double for more", edit(BLACKJACK, (DECISIONS, ["double 10.01"]))),
        ("blackjack: double for nothing", edit(BLACKJACK, (DECISIONS, ["double 0"]))),
        ("blackjack: double for junk", edit(BLACKJACK, (DECISIONS, ["double half"]))),
        ("blackjack: hit with an amount", edit(BLACKJACK, (DECISIONS, ["hit 5", "stand"]))),
        ("blackjack: split of unequal cards", edit(SPLIT, ((*CARDS, 0), "9h"))),
        ("blackjack: re-split under soft-17 stand", edit(
            eights, (DECISIONS, ["split", "split", "stand", "stand", "stand"]), (stand, "stand"))),
        ("blackjack: double after split under soft-17 stand", edit(
            SPLIT,
            (DECISIONS, ["split", "double", "stand"]),
            (("draws",), ["3s", "9s", "9d"]),
            (stand, "stand"))),
        ("blackjack: a fifth hand", edit(
            four, (DECISIONS, ["split", "split", "split", "split", "stand", "stand", "stand", "stand"]))),
        ("blackjack: hit on a split ace", edit(aces, (DECISIONS, ["split", "hit"]))),
        ("blackjack: stand on a split ace", edit(aces, (DECISIONS, ["split", "stand", "stand"]))),
        ("blackjack: stand on a blackjack", edit(ace_king, (DECISIONS, ["stand"]))),
        ("blackjack: double on a blackjack", edit(
            ace_king, (DECISIONS, ["double"]), (("draws",), ["5s", "5d"]))),
        ("blackjack: stand on a 21", edit(BLACKJACK, (("draws",), ["Ts", "5d"]))),
        ("blackjack: hit after a bust", edit(
            BLACKJACK, (CARDS, ["Th", "6d"]), (DECISIONS, ["hit", "hit"]), (("draws",), ["Ts", "5d"]))),
        ("blackjack: stand against a dealer's blackjack", edit(against, (DECISIONS, ["stand"]))),
        ("blackjack: hit against a dealer's blackjack", edit(
            against, (DECISIONS, ["hit", "stand"]), (("draws",), ["5s"]))),
        ("blackjack: match-down without match-up", edit(PROGRESSIVE, ((*WAGERS, "match-up"), GONE))),
        ("blackjack: match-down while off", edit(PROGRESSIVE, (("options", "match-down-card"), "off"))),
        ("blackjack: no wager", edit(PROGRESSIVE, ((*WAGERS, "wager"), GONE))),
        ("blackjack: progressive while off", edit(PROGRESSIVE, (("options", "progressive"), "off"))),
        ("blackjack: progressive of another amount", edit(PROGRESSIVE, ((*WAGERS, "progressive"), 2))),
        ("blackjack: match-up is mandatory", edit(
            PROGRESSIVE,
            (("options", "match-the-dealer-mandatory"), "up"),
            ((*WAGERS, "match-up"), GONE),
            ((*WAGERS, "match-down"), GONE))),
        ("blackjack: match-down is mandatory", edit(
            PROGRESSIVE,
            (("options", "match-the-dealer-mandatory"), "both"),
            ((*WAGERS, "match-down"), GONE))),
    ]  # fmt: skip


def _seven_card_rules() -> list[Case]:
    """Wagers and decisions that Flush Poker and pai gow forbid."""

    def decided(base: Record, *texts: str) -> Case:
        return f"{base['game']}: {' '.join(texts) or 'no decision'}", edit(base, (DECISIONS, list(texts)))

    five_card: Path = ("seats", 1, "decisions")
    return [
        decided(FLUSH),
        decided(FLUSH, "raise"),
        decided(FLUSH, "raise 2x"),
        decided(FLUSH, "raise 3x"),
        decided(FLUSH, "raise 4x"),
        decided(FLUSH, "raise 10.01"),
        decided(FLUSH, "raise 9.99"),
        decided(FLUSH, "raise 10", "raise 10"),
        decided(FLUSH, "raise -10"),
        decided(FLUSH, "raise ten"),
        decided(FLUSH, "check"),
        decided(FLUSH, "fold", "raise 1x"),
        ("flush poker: five-card flush raises 3x", edit(FLUSH, (five_card, ["raise 3x"]))),
        ("flush poker: five-card flush raises 20.01", edit(FLUSH, (five_card, ["raise 20.01"]))),
        ("flush poker: raise in wagers", edit(FLUSH, ((*WAGERS, "raise"), 10))),
        ("flush poker: no bet", edit(FLUSH, ((*WAGERS, "bet"), GONE))),
        ("flush poker: wager on what is off", edit(FLUSH, ((*WAGERS, "natural-straight-flush"), 5))),
        ("flush poker: jackpot while off", edit(FLUSH, (("options", "jackpot"), "off"))),
        ("flush poker: jackpot of another amount", edit(FLUSH, ((*WAGERS, "jackpot"), 2))),
        ("flush poker: jackpot above $20", edit(
            FLUSH, ((*WAGERS, "jackpot"), 21), (("jackpot", "wager"), 21))),
        ("flush poker: jackpot below $1", edit(
            FLUSH, ((*WAGERS, "jackpot"), "0.50"), (("jackpot", "wager"), "0.50"))),
        decided(PAI_GOW),
        decided(PAI_GOW, "double"),
        decided(PAI_GOW, "set"),
        decided(PAI_GOW, "set Kd"),
        decided(PAI_GOW, "set Kd Qh 7c"),
        decided(PAI_GOW, "set Kd Qs"),
        decided(PAI_GOW, "set Kd Kd"),
        decided(PAI_GOW, "set Kd Zz"),
        decided(PAI_GOW, "set kings"),
        decided(PAI_GOW, "set Kd Qh", "double 10.01"),
        decided(PAI_GOW, "set Kd Qh", "double 0"),
        decided(PAI_GOW, "set Kd Qh", "double", "double"),
        decided(PAI_GOW, "set Kd Qh", "surrender"),
        decided(PAI_GOW, "set Kd Qh", "set 7c 4s"),
        decided(PAI_GOW, "surrender", "stand"),
        decided(PAI_GOW, "fold"),
        ("pai gow: double-down in wagers", edit(PAI_GOW, ((*WAGERS, "double-down"), 5))),
        ("pai gow: no bet", edit(PAI_GOW, ((*WAGERS, "bet"), GONE))),
        ("pai gow: wager on what is off", edit(PAI_GOW, (("options", "dealer-joker"), "off"))),
        ("pai gow: jackpot of another amount", edit(PAI_GOW, ((*WAGERS, "jackpot"), 1))),
        ("pai gow: jackpot missing", edit(PAI_GOW, (("jackpot",), GONE))),
    ]  # fmt: skip


def cases() -> list[Case]:
    """All malformed records: a name, and a text or a record."""
    return [
        *_texts(),
        *_amounts(),
        *_options(),
        *_shapes(),
        *_cards(),
        *_poker_rules(),
        *_blackjack_rules(),
        *_seven_card_rules(),
    ]
