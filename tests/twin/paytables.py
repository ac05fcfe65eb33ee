"""Every pay table and every printed figure of the five letters, transcribed by hand from the letters."""

# fmt: off

# down-under-holdem, 20 December 2019

HOLDEM_BET: dict[str, str] = {
    "royal flush": "500 to 1",
    "straight flush": "50 to 1",
    "four of a kind": "10 to 1",
    "full house": "3 to 1",
    "flush": "3 to 2",
    "straight": "1 to 1",
}
HOLDEM_HOUSE_EDGE = "2.89%"

TRIPS_OR_BETTER: dict[str, tuple[str, ...]] = {
    "royal flush": ("50 to 1", "50 to 1", "50 to 1", "100 to 1", "50 to 1"),
    "straight flush": ("40 to 1", "40 to 1", "40 to 1", "40 to 1", "40 to 1"),
    "four of a kind": ("30 to 1", "30 to 1", "30 to 1", "30 to 1", "20 to 1"),
    "full house": ("9 to 1", "8 to 1", "8 to 1", "7 to 1", "7 to 1"),
    "flush": ("7 to 1", "6 to 1", "7 to 1", "6 to 1", "6 to 1"),
    "straight": ("4 to 1", "5 to 1", "4 to 1", "5 to 1", "5 to 1"),
    "three of a kind": ("3 to 1", "3 to 1", "3 to 1", "3 to 1", "3 to 1"),
}
TRIPS_OR_BETTER_HOUSE_EDGE = ("0.90%", "1.90%", "3.50%", "4.34%", "6.18%")

HOLDEM_MATCH: dict[str, tuple[str, ...]] = {
    "four of a kind": ("250 to 1", "500 to 1", "25 to 1", "50 to 1"),
    "three of a kind": ("25 to 1", "25 to 1", "10 to 1", "10 to 1"),
    "two card matches": ("10 to 1", "10 to 1", "7 to 1", "7 to 1"),
    "one card match": ("2 to 1", "2 to 1", "3 to 1", "3 to 1"),
}
HOLDEM_MATCH_HOUSE_EDGE = ("6.37%", "5.17%", "3.07%", "2.95%")

# premium-holdem, 18 September 2018 (no figures are printed)

XTRA_BONUS: dict[str, str] = {
    "royal flush": "500 to 1",
    "straight flush": "100 to 1",
    "four of a kind": "10 to 1",
    "full house": "3 to 1",
    "flush": "3 to 2",
    "straight": "1 to 1",
}
PLAYER_BONUS: dict[str, str] = {
    "royal flush": "100 to 1",
    "straight flush": "50 to 1",
    "four of a kind": "30 to 1",
    "full house": "8 to 1",
    "flush": "6 to 1",
    "straight": "4 to 1",
    "three of a kind": "3 to 1",
}
HOLE_CARD_BONUS: dict[str, str] = {
    "straight flush": "40 to 1",
    "three of a kind": "30 to 1",
    "straight": "6 to 1",
    "flush": "3 to 1",
    "pair": "1 to 1",
}

# flush-poker, 25 May 2021: pay tables 1, 2, 3 ... from left to right

NATURAL_STRAIGHT_FLUSH: dict[int, tuple[str, ...]] = {
    7: ("8000 to 1", "500 to 1", "500 to 1", "1000 to 1", "8000 to 1", "500 to 1", "1000 to 1", "500 to 1"),
    6: ("1000 to 1", "200 to 1", "200 to 1", "500 to 1", "1000 to 1", "200 to 1", "500 to 1", "200 to 1"),
    5: ("100 to 1", "100 to 1", "100 to 1", "100 to 1", "100 to 1", "100 to 1", "100 to 1", "100 to 1"),
    4: ("60 to 1", "50 to 1", "75 to 1", "75 to 1", "50 to 1", "60 to 1", "60 to 1", "50 to 1"),
    3: ("7 to 1", "9 to 1", "7 to 1", "7 to 1", "8 to 1", "8 to 1", "8 to 1", "8 to 1"),
}

NATURAL_FLUSH: dict[int, tuple[str, ...]] = {
    7: ("300 to 1", "100 to 1", "200 to 1", "300 to 1", "200 to 1",
        "500 to 1", "400 to 1", "1000 to 1", "150 to 1", "150 to 1",
        "400 to 1", "300 to 1", "500 to 1", "500 to 1"),
    6: ("100 to 1", "20 to 1", "20 to 1", "75 to 1", "60 to 1",
        "50 to 1", "60 to 1", "50 to 1", "20 to 1", "25 to 1",
        "100 to 1", "80 to 1", "80 to 1", "100 to 1"),
    5: ("10 to 1", "10 to 1", "10 to 1", "5 to 1", "12 to 1",
        "12 to 1", "12 to 1", "10 to 1", "10 to 1", "10 to 1",
        "10 to 1", "11 to 1", "11 to 1", "10 to 1"),
    4: ("1 to 1", "2 to 1", "2 to 1", "2 to 1", "1 to 1",
        "1 to 1", "1 to 1", "1 to 1", "2 to 1", "2 to 1",
        "1 to 1", "1 to 1", "1 to 1", "1 to 1"),
}

# flush-poker and wild-monkey-pai-gow, Appendix A: Royal Riches pay tables 1 to 6

ROYAL_RICHES: dict[str, tuple[str, ...]] = {
    "7 card straight flush": ("5000 to 1", "8000 to 1", "5000 to 1", "2500 to 1", "5000 to 1", "40 to 1"),
    "royal flush + ace-king suited": (
        "1000 to 1", "2000 to 1", "2000 to 1", "1000 to 1", "1000 to 1", "250 to 1",
    ),
    "7 card straight flush with joker": (
        "750 to 1", "1000 to 1", "1000 to 1", "750 to 1", "500 to 1", "40 to 1",
    ),
    "5 aces": ("250 to 1", "400 to 1", "400 to 1", "250 to 1", "300 to 1", "1000 to 1"),
    "royal flush": ("100 to 1", "150 to 1", "150 to 1", "125 to 1", "110 to 1", "250 to 1"),
    "straight flush": ("50 to 1", "50 to 1", "50 to 1", "50 to 1", "45 to 1", "40 to 1"),
    "four of a kind": ("20 to 1", "25 to 1", "25 to 1", "25 to 1", "25 to 1", "20 to 1"),
    "full house": ("5 to 1", "5 to 1", "5 to 1", "5 to 1", "5 to 1", "5 to 1"),
    "flush": ("4 to 1", "4 to 1", "4 to 1", "4 to 1", "4 to 1", "4 to 1"),
    "three of a kind": ("3 to 1", "3 to 1", "3 to 1", "3 to 1", "3 to 1", "3 to 1"),
    "straight": ("2 to 1", "2 to 1", "2 to 1", "2 to 1", "2 to 1", "2 to 1"),
    "three pair": ("push", "", "", "", "", ""),
}
ROYAL_RICHES_ENVY: dict[str, tuple[int, ...]] = {
    "7 card straight flush": (1000, 5000, 3000, 1000, 2500, 10),
    "royal flush + ace-king suited": (250, 1000, 1000, 750, 500, 25),
    "7 card straight flush with joker": (100, 500, 500, 250, 250, 10),
    "5 aces": (50, 250, 250, 100, 150, 100),
    "royal flush": (25, 50, 50, 50, 55, 25),
    "straight flush": (10, 20, 20, 20, 25, 10),
    "four of a kind": (5, 5, 5, 5, 6, 5),
}

# The Royal Riches jackpot, in printed order: "25%" is a share, the rest are odds.

JACKPOT: dict[str, tuple[tuple[str, str], ...]] = {
    "1": (
        ("7-Card Natural Straight Flush", "100%"),
        ("Royal Flush w/ K-Q Suited", "50%"),
        ("7-Card Wild Straight Flush", "25%"),
        ("5 Aces", "2500 for 1"),
        ("Royal Flush", "200 for 1"),
        ("Straight Flush", "100 for 1"),
        ("Four of a Kind", "75 for 1"),
        ("Full House", "6 for 1"),
    ),
    "2": (
        ("7-Card Straight Flush", "100%"),
        ("5 Aces", "10%"),
        ("Royal Flush", "500 for 1"),
        ("Straight Flush", "100 for 1"),
        ("Four of a Kind", "75 for 1"),
        ("Full House", "4 for 1"),
    ),
    "3": (
        ("5 Aces", "100%"),
        ("Royal Flush", "500 for 1"),
        ("Straight Flush", "100 for 1"),
        ("Four of a Kind", "75 for 1"),
        ("Full House", "5 for 1"),
    ),
}

# wild-monkey-pai-gow, 25 May 2021

DEALER_JOKER: dict[str, tuple[str, ...]] = {
    "nine": ("300 to 1", "100 to 1"),
    "ten": ("100 to 1", "50 to 1"),
    "jack": ("25 to 1", "25 to 1"),
    "other": ("10 to 1", "10 to 1"),
    "none": ("4 to 1", "4 to 1"),
}
DEALER_PAI_GOW: dict[int, tuple[str, ...]] = {
    9: ("300 to 1", "200 to 1", "200 to 1"),
    10: ("150 to 1", "150 to 1", "150 to 1"),
    11: ("100 to 1", "100 to 1", "75 to 1"),
    12: ("15 to 1", "15 to 1", "20 to 1"),
    13: ("10 to 1", "10 to 1", "10 to 1"),
    14: ("5 to 1", "5 to 1", "5 to 1"),
}
INSURANCE: dict[int, tuple[str, ...]] = {
    9: ("400 to 1", "250 to 1", "100 to 1", "100 to 1", "100 to 1"),
    10: ("40 to 1", "75 to 1", "50 to 1", "25 to 1", "25 to 1"),
    11: ("20 to 1", "25 to 1", "25 to 1", "15 to 1", "15 to 1"),
    12: ("5 to 1", "5 to 1", "10 to 1", "6 to 1", "7 to 1"),
    13: ("3 to 1", "3 to 1", "5 to 1", "5 to 1", "5 to 1"),
    14: ("2 to 1", "2 to 1", "1 to 1", "3 to 1", "3 to 1"),
}

# down-under-blackjack, 23 July 2019

BLACKJACK_PAYS: dict[str, str] = {"3:2": "3 to 2", "6:5": "6 to 5"}

# schedule: decks, unsuited match, suited match
MATCH_THE_DEALER: dict[str, tuple[str, str, str]] = {
    "2": ("2", "4 to 1", "19 to 1"),
    "2-alt-1": ("2", "3 to 1", "24 to 1"),
    "2-alt-2": ("2", "3 to 1", "23 to 1"),
    "4": ("4", "4 to 1", "12 to 1"),
    "5": ("5", "3 to 1", "15 to 1"),
    "6": ("6", "4 to 1", "11 to 1"),
    "8": ("8", "3 to 1", "14 to 1"),
}
MATCH_WIN_FREQUENCY: dict[str, tuple[str, str]] = {
    "2": ("13.2%", "1 in 7.6 hands"),
    "2-alt-1": ("13.2%", "1 in 7.6 hands"),
    "2-alt-2": ("13.2%", "1 in 7.6 hands"),
    "4": ("14.0%", "1 in 7.1 hands"),
    "5": ("14.2%", "1 in 7.1 hands"),
    "6": ("14.3%", "1 in 7.0 hands"),
    "8": ("14.4%", "1 in 6.9 hands"),
}

PROGRESSIVE_DECKS: dict[str, str] = {
    "3a": "4", "3b": "5", "3c": "6", "3d": "8",
    "4a": "2", "4b": "4", "4c": "5", "4d": "6", "4e": "8",
    "5a": "4", "5b": "5", "5c": "6", "5d": "8",
}

# The lines above the fixed pays: name and "100%", "10%" or the key of a "$" prize.

PROGRESSIVE_TOP: dict[str, tuple[tuple[str, str], ...]] = {
    "3": (("2 Suited Aces of spades", "100%"), ("2 Suited Matches (all others)", "10%")),
    "3 alternate": (
        ("3 Suited Aces of spades WITH King of spades Dealer's Down Card", "100%"),
        ("3 Suited Aces", "10%"),
        ("3-Card Suited Match: 2s - Ks", "3-card-suited-match"),
    ),
    "4a": (
        ("Player A-K of spades matches Dealer A-K of spades", "100%"),
        ("Any 4 Aces", "10%"),
        ("Any 4 Same Rank: 2s - Ks", "4-same-rank"),
    ),
    "4": (
        ("2 Suited Matches w/ Dealer's Up AND Down", "100%"),
        ("2 Suited Matches w/ Dealer's Up OR Down", "10%"),
    ),
    "4 alternate": (
        ("4 Suited Aces", "100%"),
        ("4-Card Suited Match: 2s - Ks", "10%"),
        ("3-Card Suited Match w/ Dealer's Up OR Down", "3-card-suited-match"),
    ),
    "5": (
        ("4 Suited Aces Dealer's Up and Down Cards", "100%"),
        ("4 Suited 2s - Ks Dealer's Up and Down Cards", "10%"),
        ("2 Suited Matches", "2-suited-matches"),
    ),
}

# The fixed pays, pay tables 1 to 8 from left to right.

PROGRESSIVE_FIXED: dict[str, dict[str, tuple[str, ...]]] = {
    "3a": {
        "one of each": ("13 for 1", "10 for 1", "8 for 1", "13 for 1",
                        "11 for 1", "12 for 1", "16 for 1", "13 for 1"),
        "one suited": ("11 for 1", "7 for 1", "4 for 1", "10 for 1",
                       "7 for 1", "8 for 1", "13 for 1", "9 for 1"),
        "two non-suited": ("4 for 1", "6 for 1", "8 for 1", "6 for 1",
                           "8 for 1", "8 for 1", "6 for 1", "8 for 1"),
        "one non-suited": ("2 for 1", "3 for 1", "4 for 1", "3 for 1",
                           "4 for 1", "4 for 1", "3 for 1", "4 for 1"),
    },
    "3b": {
        "one of each": ("10 for 1", "13 for 1", "11 for 1", "10 for 1",
                        "11 for 1", "12 for 1", "13 for 1", "16 for 1"),
        "one suited": ("7 for 1", "11 for 1", "8 for 1", "6 for 1",
                       "7 for 1", "8 for 1", "9 for 1", "13 for 1"),
        "two non-suited": ("6 for 1", "4 for 1", "6 for 1", "8 for 1",
                           "8 for 1", "8 for 1", "8 for 1", "6 for 1"),
        "one non-suited": ("3 for 1", "2 for 1", "3 for 1", "4 for 1",
                           "4 for 1", "4 for 1", "4 for 1", "3 for 1"),
    },
    "3c": {
        "one of each": ("12 for 1", "10 for 1", "8 for 1", "12 for 1",
                        "13 for 1", "11 for 1", "15 for 1", "13 for 1"),
        "one suited": ("10 for 1", "7 for 1", "4 for 1", "9 for 1",
                       "10 for 1", "7 for 1", "12 for 1", "9 for 1"),
        "two non-suited": ("4 for 1", "6 for 1", "8 for 1", "6 for 1",
                           "6 for 1", "8 for 1", "6 for 1", "8 for 1"),
        "one non-suited": ("2 for 1", "3 for 1", "4 for 1", "3 for 1",
                           "3 for 1", "4 for 1", "3 for 1", "4 for 1"),
    },
    "3d": {
        "one of each": ("9 for 1", "12 for 1", "8 for 1", "12 for 1",
                        "10 for 1", "13 for 1", "14 for 1", "15 for 1"),
        "one suited": ("6 for 1", "10 for 1", "4 for 1", "9 for 1",
                       "6 for 1", "10 for 1", "11 for 1", "12 for 1"),
        "two non-suited": ("6 for 1", "4 for 1", "8 for 1", "6 for 1",
                           "8 for 1", "6 for 1", "6 for 1", "6 for 1"),
        "one non-suited": ("3 for 1", "2 for 1", "4 for 1", "3 for 1",
                           "4 for 1", "3 for 1", "3 for 1", "3 for 1"),
    },
    "4a": {
        "one of each": ("15 for 2", "8 for 1", "7 for 1", "10 for 1",
                        "8 for 1", "17 for 2", "23 for 2", "13 for 2"),
        "one suited": ("6 for 1", "13 for 2", "5 for 1", "17 for 2",
                       "6 for 1", "13 for 2", "10 for 1", "4 for 1"),
        "two non-suited": ("3 for 1", "3 for 1", "4 for 1", "3 for 1",
                           "4 for 1", "4 for 1", "3 for 1", "5 for 1"),
        "one non-suited": ("3 for 2", "3 for 2", "2 for 1", "3 for 2",
                           "2 for 1", "2 for 1", "3 for 2", "5 for 2"),
    },
    "4b": {
        "one of each": ("13 for 2", "5 for 1", "4 for 1", "13 for 2",
                        "11 for 2", "6 for 1", "8 for 1", "13 for 2"),
        "one suited": ("11 for 2", "7 for 2", "2 for 1", "5 for 1",
                       "7 for 2", "4 for 1", "13 for 2", "9 for 2"),
        "two non-suited": ("2 for 1", "3 for 1", "4 for 1", "3 for 1",
                           "4 for 1", "4 for 1", "3 for 1", "4 for 1"),
        "one non-suited": ("1 for 1", "3 for 2", "2 for 1", "3 for 2",
                           "2 for 1", "2 for 1", "3 for 2", "2 for 1"),
    },
    "4c": {
        "one of each": ("5 for 1", "13 for 2", "11 for 2", "5 for 1",
                        "11 for 2", "6 for 1", "13 for 2", "8 for 1"),
        "one suited": ("7 for 2", "11 for 2", "4 for 1", "3 for 1",
                       "7 for 2", "4 for 1", "9 for 2", "13 for 2"),
        "two non-suited": ("3 for 1", "2 for 1", "3 for 1", "4 for 1",
                           "4 for 1", "4 for 1", "4 for 1", "3 for 1"),
        "one non-suited": ("3 for 2", "1 for 1", "3 for 2", "2 for 1",
                           "2 for 1", "2 for 1", "2 for 1", "3 for 2"),
    },
    "4d": {
        "one of each": ("6 for 1", "5 for 1", "4 for 1", "6 for 1",
                        "13 for 2", "11 for 2", "15 for 2", "13 for 2"),
        "one suited": ("5 for 1", "7 for 2", "2 for 1", "9 for 2",
                       "5 for 1", "7 for 2", "6 for 1", "9 for 2"),
        "two non-suited": ("2 for 1", "3 for 1", "4 for 1", "3 for 1",
                           "3 for 1", "4 for 1", "3 for 1", "4 for 1"),
        "one non-suited": ("1 for 1", "3 for 2", "2 for 1", "3 for 2",
                           "3 for 2", "2 for 1", "3 for 2", "2 for 1"),
    },
    "4e": {
        "one of each": ("9 for 2", "6 for 1", "4 for 1", "6 for 1",
                        "5 for 1", "13 for 2", "7 for 1", "15 for 2"),
        "one suited": ("3 for 1", "5 for 1", "2 for 1", "9 for 2",
                       "3 for 1", "5 for 1", "11 for 2", "6 for 1"),
        "two non-suited": ("3 for 1", "2 for 1", "4 for 1", "3 for 1",
                           "4 for 1", "3 for 1", "3 for 1", "3 for 1"),
        "one non-suited": ("3 for 2", "1 for 1", "2 for 1", "3 for 2",
                           "2 for 1", "3 for 2", "3 for 2", "3 for 2"),
    },
    "5a": {
        "one of each": ("13 for 1", "10 for 1", "8 for 1", "13 for 1",
                        "11 for 1", "12 for 1", "16 for 1", "13 for 1"),
        "one suited": ("11 for 1", "7 for 1", "4 for 1", "10 for 1",
                       "7 for 1", "8 for 1", "13 for 1", "9 for 1"),
        "two non-suited": ("4 for 1", "6 for 1", "8 for 1", "6 for 1",
                           "8 for 1", "8 for 1", "6 for 1", "8 for 1"),
        "one non-suited": ("2 for 1", "3 for 1", "4 for 1", "3 for 1",
                           "4 for 1", "4 for 1", "3 for 1", "4 for 1"),
    },
    "5b": {
        "one of each": ("10 for 1", "13 for 1", "11 for 1", "10 for 1",
                        "11 for 1", "12 for 1", "13 for 1", "16 for 1"),
        "one suited": ("7 for 1", "11 for 1", "8 for 1", "6 for 1",
                       "7 for 1", "8 for 1", "9 for 1", "13 for 1"),
        "two non-suited": ("6 for 1", "4 for 1", "6 for 1", "8 for 1",
                           "8 for 1", "8 for 1", "8 for 1", "6 for 1"),
        "one non-suited": ("3 for 1", "2 for 1", "3 for 1", "4 for 1",
                           "4 for 1", "4 for 1", "4 for 1", "3 for 1"),
    },
    "5c": {
        "one of each": ("12 for 1", "10 for 1", "8 for 1", "12 for 1",
                        "13 for 1", "11 for 1", "15 for 1", "13 for 1"),
        "one suited": ("10 for 1", "7 for 1", "4 for 1", "9 for 1",
                       "10 for 1", "7 for 1", "12 for 1", "9 for 1"),
        "two non-suited": ("4 for 1", "6 for 1", "8 for 1", "6 for 1",
                           "6 for 1", "8 for 1", "6 for 1", "8 for 1"),
        "one non-suited": ("2 for 1", "3 for 1", "4 for 1", "3 for 1",
                           "3 for 1", "4 for 1", "3 for 1", "4 for 1"),
    },
    "5d": {
        "one of each": ("9 for 1", "12 for 1", "8 for 1", "12 for 1",
                        "10 for 1", "13 for 1", "14 for 1", "15 for 1"),
        "one suited": ("6 for 1", "10 for 1", "4 for 1", "9 for 1",
                       "6 for 1", "10 for 1", "11 for 1", "12 for 1"),
        "two non-suited": ("6 for 1", "4 for 1", "8 for 1", "6 for 1",
                           "8 for 1", "6 for 1", "6 for 1", "6 for 1"),
        "one non-suited": ("3 for 1", "2 for 1", "4 for 1", "3 for 1",
                           "4 for 1", "3 for 1", "3 for 1", "3 for 1"),
    },
}

PROGRESSIVE_HOUSE_ADVANTAGE: dict[str, tuple[str, ...]] = {
    "3a": ("24.24%", "24.12%", "21.14%", "15.51%", "12.53%", "9.66%", "6.90%", "6.79%"),
    "3b": ("22.88%", "22.25%", "19.83%", "14.35%", "11.30%", "8.24%", "5.19%", "4.56%"),
    "3c": ("24.11%", "22.06%", "20.00%", "15.71%", "12.53%", "10.48%", "6.19%", "4.13%"),
    "3d": ("24.35%", "22.62%", "19.44%", "14.38%", "12.79%", "11.06%", "7.73%", "4.41%"),
    "4a": ("20.92%", "18.98%", "13.17%", "11.24%", "9.30%", "7.36%", "5.43%", "5.43%"),
    "4b": ("24.24%", "24.12%", "21.14%", "15.51%", "12.53%", "9.66%", "6.90%", "6.79%"),
    "4c": ("22.88%", "22.25%", "19.83%", "14.35%", "11.30%", "8.24%", "5.19%", "4.56%"),
    "4d": ("24.11%", "22.06%", "20.00%", "15.71%", "12.53%", "10.48%", "6.19%", "4.13%"),
    "4e": ("24.35%", "22.62%", "19.44%", "14.38%", "12.79%", "11.06%", "7.73%", "4.41%"),
    "5a": ("24.24%", "24.12%", "21.14%", "15.51%", "12.53%", "9.66%", "6.90%", "6.79%"),
    "5b": ("22.88%", "22.25%", "19.83%", "14.35%", "11.30%", "8.24%", "5.19%", "4.56%"),
    "5c": ("24.11%", "22.06%", "20.00%", "15.71%", "12.53%", "10.48%", "6.19%", "4.13%"),
    "5d": ("24.35%", "22.62%", "19.44%", "14.38%", "12.79%", "11.06%", "7.73%", "4.41%"),
}
