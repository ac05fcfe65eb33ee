"""Why a line was settled so: a hand against the dealer's, or which cards match which of the dealer's."""

from typing import TYPE_CHECKING

from houseway.cards.card import Card
from houseway.games.down_under_blackjack import matches
from houseway.games.down_under_blackjack.hand import Hand
from houseway.games.down_under_blackjack.settle import jackpot_table, progressive_table
from houseway.games.round.explanation import Reason, ending
from houseway.games.round.settlement import SettledSeat, SettledWager

if TYPE_CHECKING:
    from houseway.games.down_under_blackjack.play import Play
    from houseway.games.round.round import Seat

_BOTH_CARDS = (matches.TABLE_4A, matches.TABLE_4, matches.ALTERNATE_4)  # tables that score up and down card
_DOWN_CARD = (matches.TABLE_5, matches.ALTERNATE_3)  # and those of which jackpot hands do


def explain(played: "Play", settled: SettledSeat, line: SettledWager) -> Reason:
    """The reason of one line."""
    seat = played.seat(settled.seat)
    if line.wager == "match-up":
        return _match(played, seat, line, "up", played.dealer[0])
    if line.wager == "match-down":
        return _match(played, seat, line, "down", played.dealer[1])
    if line.wager == "progressive":
        return _progressive(played, seat, line)
    hand = played.hands_of(seat)[(line.hand or 1) - 1]
    against = played.dealer_hand.cards if line.result == "lose" and hand.total <= 21 else ()
    why = f"{_against(played, hand, line)}: {ending(played.game, line)}"
    return Reason(why=why, cards=hand.cards, against=against)


def _against(played: "Play", hand: Hand, line: SettledWager) -> str:
    """A hand against the dealer's (clauses 1, 2 and 12)."""
    dealer = played.dealer_hand
    if played.dealer_blackjack:
        return "both hands are a blackjack" if hand.blackjack else f"{hand.name} loses to the dealer's blackjack"
    if hand.blackjack:
        return f"blackjack beats the dealer's {dealer.name}"
    if hand.total > 21:
        return f"the hand goes over with {hand.total}"
    if dealer.total == 22:
        return f"the dealer ends on 22, {_against_22(hand, line)}"
    if dealer.total > 22:
        return f"the dealer goes over with {dealer.total}, and {hand.name} stands"
    verb = {"win": "beats", "push": "equals"}.get(line.result, "loses to")
    return f"{hand.name} {verb} the dealer's {dealer.name}"


def _against_22(hand: Hand, line: SettledWager) -> str:
    if line.result != "win":
        return f"which pushes {hand.name}"
    return "and 21 still wins" if hand.total == 21 else f"and {hand.name} of two original gold cards still wins"


def _match(played: "Play", seat: "Seat", line: SettledWager, which: str, dealer: Card) -> Reason:
    """Each of the first two cards against one of the dealer's (clause 14)."""
    kinds = ("a suited match", "an unsuited match")
    matching = [(card, kind) for card in seat.cards if (kind := matches.match_kind(card, dealer)) >= 0]
    place = f"the dealer's {which} card {dealer.pretty}"
    if not matching:
        return Reason(why=f"neither card has the rank of {place}: {ending(played.game, line)}")
    words = " and ".join(f"{card.pretty} is {kinds[kind]}" for card, kind in matching)
    cards = (*(card for card, _ in matching), dealer)
    return Reason(why=f"{words} with {place}: {ending(played.game, line)}", cards=cards)


def _progressive(played: "Play", seat: "Seat", line: SettledWager) -> Reason:
    """The lines of the chosen table that the first two cards make."""
    game = played.game
    table, _, pays = game.paytable("progressive").name.partition("/")
    where = f"table {table}, pay table {pays}"
    if not line.lines:
        return Reason(why=f"no line of {where}, is made: {ending(game, line)}")
    names = " and ".join(f"“{name}”" for name in line.lines)
    shares = jackpot_table(game).lines
    is_jackpot = any(name in shares and _is_of_the_meter(played, name) for name in line.lines)
    clause = _award_clause(played) if is_jackpot else ""
    why = f"{names} of {where}: {ending(game, line)}"
    return Reason(why=why, cards=_matching(played, seat, down=is_jackpot), clause=clause)


def _is_of_the_meter(played: "Play", name: str) -> bool:
    """Whether a line pays a share or a prize rather than odds."""
    table = jackpot_table(played.game)
    pay = table.pay(table.lines.index(name))
    return pay is not None and pay.kind in ("share", "prize")


def _award_clause(played: "Play") -> str:
    """The part of the letter that has the jackpot hands: the awards, or the alternate pays of an attachment."""
    if played.game.is_on("progressive-alternate"):
        return jackpot_table(played.game).rule
    return "Match The Dealer Progressive: awards"


def _matching(played: "Play", seat: "Seat", *, down: bool) -> tuple[Card, ...]:
    """The cards of both sides that have a rank in common, the down card where the table looks at it."""
    table = progressive_table(played.game)
    looks_down = table in _BOTH_CARDS or (down and table in _DOWN_CARD)
    dealer = played.dealer if looks_down else played.dealer[:1]
    shared = {card.rank for card in seat.cards} & {card.rank for card in dealer}
    return tuple(card for card in (*seat.cards, *dealer) if card.rank in shared)
