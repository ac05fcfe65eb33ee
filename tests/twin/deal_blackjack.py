"""Generated rounds of Down Under Blackjack: a random but legal game through the twin's own engine."""

from fractions import Fraction
from random import Random

from .blackjack import Hand, House, play, total, value
from .dress import Dict, any_stake, jackpot_block, numbers, options, spoken, stake
from .paytables import MATCH_THE_DEALER, PROGRESSIVE_DECKS
from .poker import DECK, RANKS, SUITS
from .records import Seat

PRIZES = {
    "3": "3-card-suited-match",
    "4a": "4-same-rank",
    "4": "3-card-suited-match",
    "5": "2-suited-matches",
}
WEIGHTED_DEALERS = ("AK", "TA", "QJ", "KK", "AA", "A6", "6A", "T6", "95", "T2", "66", "78", "T7", "33")
WEIGHTED_PLAYERS = ("AA", "AA", "88", "KQ", "TT", "AK", "TA", "55", "65", "A9", "JK", "22", "99", "QQ")


def _options(rng: Random) -> dict[str, str]:
    """Options whose schedules and tables are those of the decks."""
    chosen = options("down-under-blackjack", rng, ())
    decks = chosen["decks"] = rng.choice("24568")
    schedules = [name for name, row in MATCH_THE_DEALER.items() if row[0] == decks]
    match = rng.random() < 0.85
    chosen["match-the-dealer"] = rng.choice(schedules) if match else "off"
    chosen["match-down-card"] = rng.choice(["on", "on", "off"]) if match else "off"
    allowed = ["no", "no", "up"] if match else ["no"]
    if chosen["match-down-card"] == "on":
        allowed.append("both")
    chosen["match-the-dealer-mandatory"] = rng.choice(allowed)
    tables = [table for table, of in PROGRESSIVE_DECKS.items() if of == decks]
    table = rng.choice(tables)
    chosen["progressive"] = f"{table}/{rng.randint(1, 8)}" if rng.random() < 0.9 else "off"
    if table == "4a" or table.startswith("5") or chosen["progressive"] == "off":
        chosen["progressive-alternate"] = "off"
    else:
        chosen["progressive-alternate"] = rng.choice(["on", "off"])
    if rng.random() < 0.1:
        chosen["cut-card"] = str(rng.randint(1, 52))
    return chosen


class Shoe:
    """The cards not dealt yet."""

    def __init__(self, rng: Random, decks: int) -> None:
        self.rng = rng
        self.cards = [*DECK] * decks
        rng.shuffle(self.cards)

    def any(self) -> str:
        """Any card."""
        return self.cards.pop()

    def exactly(self, card: str) -> str:
        """This card if the shoe still holds it, or else any."""
        if card not in self.cards:
            return self.any()
        self.cards.remove(card)
        return card

    def of_rank(self, rank: str) -> str:
        """A card of this rank if the shoe still holds one."""
        return self.exactly(rank + self.rng.choice(SUITS))

    def worth(self, wanted: int) -> str:
        """A card of this value (1 for an ace), or any."""
        fitting = [card for card in self.cards if value(card) == wanted]
        return self.exactly(self.rng.choice(fitting)) if fitting else self.any()


def _dealer(rng: Random, shoe: Shoe, table: str) -> list[str]:
    """The up and down cards: at random, of weight for the game, or of weight for the progressive."""
    kind = rng.random()
    if kind < 0.3:
        return [shoe.of_rank(rank) for rank in rng.choice(WEIGHTED_DEALERS)]
    if kind < 0.65 and table != "off":
        first = rng.choice(["As", "As", "Ah", rng.choice(DECK)])
        others = [first, first, "Ks", first[0] + rng.choice(SUITS)]
        pair = [first, rng.choice(others)]
        if table[0] in "34" and rng.random() < 0.4:
            pair = ["As", "Ks"] if table[0] == "3" or rng.random() < 0.5 else ["Ks", "As"]
        return [shoe.exactly(card) for card in pair]
    return [shoe.any(), shoe.any()]


def _near(rng: Random, shoe: Shoe, dealer: list[str]) -> list[str]:
    """Two cards that match the dealer's in some way."""
    one = rng.choice([*dealer, dealer[0]])
    kind = rng.random()
    if kind < 0.35:
        return [shoe.exactly(one), shoe.exactly(one)]
    if kind < 0.5:
        return [shoe.exactly(dealer[0]), shoe.exactly(dealer[1])]
    if kind < 0.7:
        return [shoe.exactly(one), shoe.of_rank(one[0])]
    if kind < 0.85:
        return [shoe.of_rank(one[0]), shoe.of_rank(one[0])]
    return [shoe.of_rank(one[0]), shoe.any()]


def _player(rng: Random, shoe: Shoe, dealer: list[str]) -> list[str]:
    """A seat's first two cards."""
    kind = rng.random()
    if kind < 0.35:
        return _near(rng, shoe, dealer)
    if kind < 0.65:
        return [shoe.of_rank(rank) for rank in rng.choice(WEIGHTED_PLAYERS)]
    if kind < 0.75:
        rank = rng.choice(RANKS)
        return [shoe.of_rank(rank), shoe.of_rank(rank)]
    return [shoe.any(), shoe.any()]


def _draw_for(rng: Random, shoe: Shoe, who: str, cards: list[str], reckless: bool) -> str:
    """The next card: more pairs after splits, more 21s for players, more 22s for the dealer."""
    kind = rng.random()
    hard = sum(value(card) for card in cards)
    if who == "split":
        if kind < 0.5:
            return shoe.of_rank(cards[0][0])
        return shoe.worth(10) if kind < 0.6 else shoe.any()
    if reckless and who == "player":
        return shoe.worth(10)
    if who == "dealer" and kind < 0.35 and 12 <= hard <= 21:
        return shoe.worth(22 - hard)
    if who == "dealer" and kind < 0.45:
        return shoe.worth(10)
    if kind > 0.8 and 11 <= hard <= 20:
        return shoe.worth(21 - hard)
    return shoe.any()


def _decide(rng: Random, hand: Hand, legal: list[str], reckless: bool) -> str:
    """A random legal decision, splits and doubles more often than wise."""
    if "split" in legal and rng.random() < 0.8:
        return "split"
    if reckless and "hit" in legal:
        return "hit"
    if "double" in legal and rng.random() < 0.2:
        less = Fraction(rng.randint(1, int(hand.wager * 100)), 100)
        return rng.choice(["double", "double", f"double {spoken(less, rng)}"])
    if "hit" in legal and (total(hand.cards) < 12 or rng.random() < 0.3):
        return "hit"
    return "stand"


def _wagers(rng: Random, chosen: dict[str, str], fixed: Fraction) -> dict[str, Fraction]:
    """A seat's stakes."""
    wagers = {"wager": any_stake(rng)}
    demanded = chosen["match-the-dealer-mandatory"]
    if chosen["match-the-dealer"] != "off" and (demanded != "no" or rng.random() < 0.8):
        wagers["match-up"] = stake(rng)
        if chosen["match-down-card"] == "on" and (demanded == "both" or rng.random() < 0.7):
            wagers["match-down"] = stake(rng)
    if chosen["progressive"] != "off" and rng.random() < 0.9:
        wagers["progressive"] = fixed
    return wagers


def _prizes(rng: Random, chosen: dict[str, str], block: Dict) -> None:
    """The `$` prize of the table, fixed or at odds, from the house or the meter."""
    table = chosen["progressive"].split("/")[0]
    key = PRIZES["4a" if table == "4a" else table[0]]
    amount = Fraction(rng.choice(["500", "1000", "50", "123.45", "5"]))
    block["prizes"] = {key: rng.choice([amount, "200 for 1", "13 for 2", "75 for 1", "5 for 3"])}
    if rng.random() < 0.6:
        block["prizes_from"] = rng.choice(["meter", "meter", "house"])


def blackjack(rng: Random) -> Dict:
    """A round of Down Under Blackjack, played out."""
    chosen = _options(rng)
    shoe = Shoe(rng, int(chosen["decks"]))
    table = chosen["progressive"].split("/")[0]
    dealer = _dealer(rng, shoe, table)
    reckless = rng.random() < 0.08
    fixed = Fraction(rng.choice(["1", "1", "5", "2.50", "0.25", "1.01", "3.33", "10"]))
    seats = []
    for number in numbers(rng, 2 if reckless else 7):
        cards = _player(rng, shoe, dealer)
        seats.append(Seat(number, None, cards, _wagers(rng, chosen, fixed), []))
    draws: list[str] = []

    def draw(who: str, cards: list[str]) -> str:
        draws.append(_draw_for(rng, shoe, who, cards, reckless))
        return draws[-1]

    def choose(seat: Seat, hand: Hand, legal: list[str]) -> str:
        seat.decisions.append(_decide(rng, hand, legal, reckless))
        return seat.decisions[-1]

    play(seats, dealer, House(chosen, draw, choose))
    found: Dict = {"options": chosen, "dealer": dealer, "draws": draws}
    found["seats"] = [{"seat": s.number, "cards": s.cards, "wagers": s.wagers, "decisions": s.decisions} for s in seats]
    if chosen["progressive"] != "off":
        found["jackpot"] = jackpot_block(rng, fixed, house=False)
        _prizes(rng, chosen, found["jackpot"])
    if not draws and rng.random() < 0.3:
        del found["draws"]
    return found
