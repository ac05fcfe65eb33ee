"""Generated rounds of the four games that are dealt from one deck."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

from . import stacked
from .dress import Dict, any_stake, bonus_wagers, jackpot_block, numbers, options, spoken, stake
from .flush import flush_hand
from .houseway import is_foul, setting
from .poker import DECK, JOKER, RANKS, SUITS, best
from .premium import qualifies as dealer_has_threes


def _shuffled(rng: Random, joker: bool) -> list[str]:
    """A shuffled deck."""
    deck = [*DECK, JOKER] if joker else [*DECK]
    rng.shuffle(deck)
    return deck


def _shared(rng: Random, seats: int, hole: int, board: int) -> tuple[list[str], list[str], list[list[str]]]:
    """Dealer, board and holes, with a special hand laid across one hole and the board."""
    deck = _shuffled(rng, joker=False)
    table: list[str] = []
    holes: list[list[str]] = [[] for _ in range(seats + 1)]
    if rng.random() < 0.6:
        maker = rng.choice([stacked.royal, stacked.straight_flush, stacked.straight, stacked.flush,
                            stacked.groups([4]), stacked.groups([3, 2]), stacked.groups([3, 3]),
                            stacked.groups([2, 2, 2])])  # fmt: skip
        special = [card for card in stacked.take(rng, deck, maker, 7) if card != JOKER]
        lucky = rng.choice(holes)
        for card in special:
            room = board - len(table)
            if room and (len(lucky) >= hole or rng.random() < 0.75):
                table.append(card)
            elif len(lucky) < hole:
                lucky.append(card)
    table += [deck.pop() for _ in range(board - len(table))]
    for cards in holes:
        cards += [deck.pop() for _ in range(hole - len(cards))]
    rng.shuffle(table)
    return holes[0], table, holes[1:]


def _match_hole(rng: Random, dealer: list[str], used: set[str]) -> list[str]:
    """Two hole cards that match the dealer's in some way."""
    want = [rng.choice([dealer[0], dealer[1], dealer[0]])[0] for _ in range(2)]
    if rng.random() < 0.4:
        want[1] = rng.choice(RANKS)
    hand: list[str] = []
    for name in want:
        free = [name + suit for suit in SUITS if name + suit not in used and name + suit not in hand]
        if not free:
            return []
        hand.append(rng.choice(free))
    return hand


def _stack_matches(rng: Random, dealer: list[str], board: list[str], holes: list[list[str]]) -> None:
    """Replace the hole cards of one seat by ones that match the dealer's."""
    used = {*dealer, *board}.union(*holes)
    if rng.random() < 0.3:
        free = [dealer[0][0] + s for s in SUITS if dealer[0][0] + s not in used]
        if free:
            dealer[1] = rng.choice(free)
            used.add(dealer[1])
    hole = _match_hole(rng, dealer, used)
    if hole:
        holes[rng.randrange(len(holes))][:] = hole


def _holdem_bonuses(seat: Dict, offered: list[str], rng: Random) -> None:
    """Bonus stakes within the four-wager rule."""
    if len(offered) < 2:
        bonus_wagers(seat, offered, rng)
        return
    if rng.random() < 0.2:
        return
    small = Fraction(rng.choice(["5", "4.99", "1", "0.50", "2.5"]))
    seat["wagers"][rng.choice(offered)] = stake(rng)
    if rng.random() < 0.5:
        seat["wagers"][[*seat["wagers"]][-1]] = small
    elif seat["wagers"]["ante"] > 5:
        seat["wagers"]["ante"] = seat["wagers"]["bet"] = small


def _seats(rng: Random, holes: Sequence[list[str]], mandatory: tuple[str, ...]) -> list[Dict]:
    """Seats with cards and equal mandatory wagers."""
    seats = []
    where = numbers(rng, 6)
    for number, cards in zip(where, holes, strict=False):
        wager = any_stake(rng)
        seats.append({"seat": number, "cards": cards, "wagers": dict.fromkeys(mandatory, wager)})
    return seats


def holdem(rng: Random) -> Dict:
    """A round of Down Under Hold'em."""
    chosen = options("down-under-holdem", rng, ("trips-or-better", "match-the-dealer"))
    offered = [name for name in ("trips-or-better", "match-the-dealer") if chosen[name] != "off"]
    dealer, board, holes = _shared(rng, 6, 2, 5)
    if rng.random() < 0.5:
        _stack_matches(rng, dealer, board, holes)
    seats = _seats(rng, holes, ("ante", "bet"))
    for seat in seats:
        _holdem_bonuses(seat, offered, rng)
        lines = [["play 3x"], ["play 2x"], ["check", "play 1x"], ["check", "fold"]]
        seat["decisions"] = rng.choice(lines)
    return {"options": chosen, "dealer": dealer, "board": board, "seats": seats}


def _special_three(rng: Random, used: set[str]) -> list[str]:
    """Three hole cards that make something, often at an end of the order."""
    low = rng.choice([1, 12, 13, rng.randint(1, 12)])
    suit = rng.choice(SUITS)
    names = ["A23456789TJQKA2"[n - 1] for n in range(low, low + 3)]
    hand = rng.choice(
        [
            [name + suit for name in names],
            [name + rng.choice(SUITS) for name in names],
            [names[0] + s for s in rng.sample(SUITS, 3)],
            [name + suit for name in rng.sample(RANKS, 3)],
            [names[0] + s for s in rng.sample(SUITS, 2)] + [names[1] + suit],
        ]
    )
    return [] if used & set(hand) or len(set(hand)) < 3 else hand


def _weak_dealer(rng: Random, board: list[str], used: set[str]) -> list[str]:
    """Dealer's cards that do not qualify with this board, or none."""
    free = [card for card in DECK if card not in used]
    for _ in range(30):
        dealer = rng.sample(free, 3)
        if not dealer_has_threes(best(dealer + board)):
            return dealer
    return []


def premium(rng: Random) -> Dict:
    """A round of Premium Hold'em."""
    chosen = options("premium-holdem", rng, ("player-bonus", "hole-card-bonus"))
    offered = [name for name in ("player-bonus", "hole-card-bonus") if chosen[name] == "on"]
    dealer, board, holes = _shared(rng, 6, 3, 4)
    if rng.random() < 0.4:
        dealer = _weak_dealer(rng, board, {*board}.union(*holes)) or dealer
    for cards in holes:
        if rng.random() < 0.3:
            cards[:] = _special_three(rng, {*dealer, *board}.union(*holes)) or cards
    seats = _seats(rng, holes, ("ante", "xtra-bonus"))
    for seat in seats:
        bonus_wagers(seat, offered, rng)
        lines = [["play 3x"], ["check", "play 2x"], ["check", "play 1x"], ["check", "fold"]]
        seat["decisions"] = rng.choice(lines)
    return {"options": chosen, "dealer": dealer, "board": board, "seats": seats}


def _weak_flush_dealer(rng: Random, deck: list[str]) -> list[str]:
    """A dealer's hand about the qualifying line."""
    for _ in range(60):
        hand = rng.sample(deck, 7)
        if flush_hand(hand)[0] <= 3 and flush_hand(hand)[1] < (10, 9):
            break
    for card in hand:
        deck.remove(card)
    return hand


def _copied_flush(rng: Random, deck: list[str], dealer: list[str]) -> list[str] | None:
    """A player's hand whose flush is exactly the dealer's, jokers included."""
    length, ranks = flush_hand(dealer)
    names = [RANKS[n - 2] for n in ranks]
    for _ in range(60):
        suit = rng.choice(SUITS)
        hand = [name + suit for name in names]
        if JOKER in deck and rng.random() < 0.5:
            hand[0] = JOKER
        if all(card in deck for card in hand):
            rest = [card for card in deck if card not in hand]
            hand += rng.sample(rest, 7 - length)
            if flush_hand(hand) == (length, ranks):
                return hand
    return None


def _seven_card_hands(rng: Random, count: int, deck: list[str], makers: Sequence[stacked.Maker]) -> list[list[str]]:
    """Players' hands, one, two or three of them special; the rest at random."""
    special = rng.choice([0, 1, 1, 2, 2, 3]) if makers is stacked.SEVENS else rng.choice([2, 3, 3, 4])
    hands = [stacked.take(rng, deck, rng.choice(makers), 7) for _ in range(min(special, count))]
    hands += [[deck.pop() for _ in range(7)] for _ in range(count - len(hands))]
    rng.shuffle(hands)
    return hands


def _raise(rng: Random, seat: Dict) -> list[str]:
    """A fold or a legal raise."""
    if rng.random() < 0.2:
        return ["fold"]
    length, bet = flush_hand(seat["cards"])[0], seat["wagers"]["bet"]
    most = 1 if length <= 4 else 2 if length == 5 else 3
    if most > 1 and bet < 10**8 and rng.random() < 0.4:
        cents = rng.randint(int(bet * 100), int(bet * most * 100))
        return [f"raise {spoken(Fraction(cents, 100), rng)}"]
    if rng.random() < 0.15 and bet < 10**8:
        return [f"raise {spoken(bet * rng.randint(1, most), rng)}"]
    return [f"raise {rng.randint(1, most)}x"]


def _jackpot_wagers(rng: Random, chosen: dict[str, str], seats: list[Dict], found: Dict) -> None:
    """The fixed jackpot wager for most seats, and its block."""
    if chosen["jackpot"] == "off":
        return
    wager = Fraction(rng.randint(1, 20))
    for seat in seats:
        if rng.random() < 0.85:
            seat["wagers"]["jackpot"] = wager
    found["jackpot"] = jackpot_block(rng, wager, chosen["jackpot"] == "house")


def flush_poker(rng: Random) -> Dict:
    """A round of Flush Poker."""
    bonuses = ("natural-straight-flush", "natural-flush", "royal-riches")
    chosen = options("flush-poker", rng, (*bonuses, "jackpot"))
    deck = _shuffled(rng, joker=True)
    kind = rng.random()
    if kind < 0.4:
        dealer = _weak_flush_dealer(rng, deck)
    elif kind < 0.7:
        dealer = stacked.take(rng, deck, rng.choice([stacked.flush, stacked.straight_flush]), 7)
    else:
        dealer = [deck.pop() for _ in range(7)]
    copied = _copied_flush(rng, deck, dealer) if rng.random() < 0.4 else None
    for card in copied or []:
        deck.remove(card)
    where = numbers(rng, 6)
    makers = stacked.JACKPOT_SEVENS if rng.random() < 0.35 else stacked.SEVENS
    hands = _seven_card_hands(rng, len(where) - bool(copied), deck, makers)
    if copied:
        hands.insert(rng.randint(0, len(hands)), copied)
    seats: list[Dict] = []
    for number, cards in zip(where, hands, strict=True):
        seat: Dict = {"seat": number, "cards": cards, "wagers": {"bet": any_stake(rng)}}
        bonus_wagers(seat, [name for name in bonuses if chosen[name] != "off"], rng)
        seat["decisions"] = _raise(rng, seat)
        seats.append(seat)
    found: Dict = {"options": chosen, "dealer": dealer, "seats": seats}
    _jackpot_wagers(rng, chosen, seats, found)
    return found


def _pai_gow_set(rng: Random, cards: list[str], wheel: str) -> str:
    """A `set` decision: the house way, any legal setting, or a foul."""
    if rng.random() < 0.4:
        return "set house-way"
    settings = [setting(cards, front, wheel) for front in combinations(cards, 2)]
    foul = rng.random() < 0.25
    fitting = [one for one in settings if is_foul(one) == foul] or settings
    strong = max(fitting, key=lambda one: one.front_value)
    chosen = strong if rng.random() < 0.4 else rng.choice(fitting)
    return "set " + " ".join(rng.sample(chosen.front, 2))


def _pai_gow_decisions(rng: Random, seat: Dict, wheel: str) -> list[str]:
    """A surrender, or a setting with or without a double-down."""
    if rng.random() < 0.12:
        return ["surrender"]
    bet = seat["wagers"]["bet"]
    less = Fraction(rng.randint(1, int(bet * 100)), 100)
    then = rng.choice([[], ["stand"], ["double"], [f"double {spoken(less, rng)}"]])
    return [_pai_gow_set(rng, seat["cards"], wheel), *then]


def _pai_gow_dealer(rng: Random, deck: list[str]) -> list[str]:
    """Eight dealer's cards, often with the joker, a pai gow or a special hand."""
    kind = rng.random()
    if kind < 0.25:
        hand = stacked.take(rng, deck, stacked.pai_gow, 7)
    elif kind < 0.55:
        hand = stacked.take(rng, deck, rng.choice(stacked.SEVENS), 7)
    else:
        hand = [deck.pop() for _ in range(7)]
    if JOKER in deck and rng.random() < 0.3:
        deck.remove(JOKER)
        hand.append(JOKER)
    else:
        hand.append(deck.pop())
    rng.shuffle(hand)
    return hand


def _copy_of_dealer(rng: Random, deck: list[str], dealer: list[str]) -> list[str] | None:
    """A player's hand of the same ranks as the dealer's, so that copies happen."""
    hand: list[str] = []
    for card in rng.sample([one for one in dealer if one != JOKER], 7):
        free = [card[0] + suit for suit in SUITS if card[0] + suit in deck and card[0] + suit not in hand]
        if not free:
            return None
        hand.append(rng.choice(free))
    return hand


def pai_gow(rng: Random) -> Dict:
    """A round of Wild Monkey Pai Gow."""
    bonuses = ("dealer-joker", "royal-riches", "dealer-pai-gow", "player-pai-gow-insurance")
    chosen = options("wild-monkey-pai-gow", rng, (*bonuses, "jackpot"))
    if rng.random() < 0.5:
        chosen["commission"] = rng.choice(["0%", "5%"])
    deck = _shuffled(rng, joker=True)
    dealer = _pai_gow_dealer(rng, deck)
    copied = _copy_of_dealer(rng, deck, dealer) if rng.random() < 0.3 else None
    for card in copied or []:
        deck.remove(card)
    where = numbers(rng, 6)
    makers = stacked.JACKPOT_SEVENS if rng.random() < 0.25 else stacked.SEVENS
    hands = _seven_card_hands(rng, len(where) - bool(copied), deck, makers)
    if copied:
        hands.insert(rng.randint(0, len(hands)), copied)
    seats: list[Dict] = []
    for number, cards in zip(where, hands, strict=True):
        seat: Dict = {"seat": number, "cards": cards, "wagers": {"bet": any_stake(rng)}}
        bonus_wagers(seat, [name for name in bonuses if chosen[name] != "off"], rng)
        seat["decisions"] = _pai_gow_decisions(rng, seat, chosen["wheel"])
        seats.append(seat)
    found: Dict = {"options": chosen, "dealer": dealer, "seats": seats}
    _jackpot_wagers(rng, chosen, seats, found)
    return found
