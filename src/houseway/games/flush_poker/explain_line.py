"""Why a line was settled so: the two flushes compared, the dealer's qualifier, or the line of a bonus."""

from typing import TYPE_CHECKING

from houseway.cards.card import JOKER, Card
from houseway.cards.hands import flush_hand, hand_mask, longest_straight_flush, outcome
from houseway.cards.making import fewest
from houseway.cards.names import flush_name
from houseway.games.bonuses.royal_riches_explain import RICHES, explain_riches
from houseway.games.flush_poker.rules import qualifies
from houseway.games.round.explanation import Reason, ending, explain_by_line, explain_without_action
from houseway.games.round.settlement import SettledSeat, SettledWager

if TYPE_CHECKING:
    from houseway.games.flush_poker.play import Play
    from houseway.games.round.round import Seat


def explain(played: "Play", settled: SettledSeat, line: SettledWager) -> Reason:
    """The reason of one line."""
    game, seat = played.game, played.seat(settled.seat)
    if line.wager in ("bet", "raise"):
        return _main(played, seat, line)
    if stopped := _stopped_by(played, seat, line):
        return explain_without_action(game, line, stopped)
    if line.wager.partition(" ")[0] in RICHES:
        return explain_riches(played, seat, line)
    return _natural(played, seat, line)


def _main(played: "Play", seat: "Seat", line: SettledWager) -> Reason:
    """Bet and Raise (clauses 3A to 5C)."""
    end = ending(played.game, line)
    if line.result == "fold":
        return Reason(why=f"the hand was folded: {end}")
    mine, theirs = flush_hand(hand_mask(seat.cards)), flush_hand(hand_mask(played.dealer))
    cards = _suits_played(seat.cards)[0]
    if not qualifies(theirs, played.game.variant.qualifier):
        return Reason(why=f"the dealer's {flush_name(theirs)} does not qualify: {end}", cards=cards)
    won = outcome(mine, theirs)
    if won == 0:
        return Reason(why=f"both hands are the same, {flush_name(mine)}: {end}", cards=cards)
    verb, against = ("beats", ()) if won > 0 else ("loses to", _suits_played(played.dealer)[0])
    why = f"{flush_name(mine)} {verb} the dealer's {flush_name(theirs)}: {end}"
    return Reason(why=why, cards=cards, against=against)


def _stopped_by(played: "Play", seat: "Seat", line: SettledWager) -> str:
    """The operator's choice that takes the wager out of action; empty where it plays (clauses 3A and 4)."""
    options, jackpot = played.game.options, line.wager == "jackpot"
    if not jackpot and seat.decided("fold") and options["folded-bonuses"] == "lose":
        return "folded-bonuses"
    unqualified = "unqualified-jackpot" if jackpot else "unqualified-bonuses"
    qualified = qualifies(flush_hand(hand_mask(played.dealer)), played.game.variant.qualifier)
    return "" if qualified or options[unqualified] == "play" else unqualified


def _suits_played(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Every suit whose cards, the joker included, are the flush that is played."""
    suits = [_of_suit(cards, suit, None) for suit in range(4)]
    flush = flush_hand(hand_mask(cards))
    return [held for held in suits if flush_hand(hand_mask(held)) == flush]


def _of_suit(cards: tuple[Card, ...], *suits: int | None) -> tuple[Card, ...]:
    """The cards of a suit, the highest first; the joker has none."""
    return tuple(sorted([card for card in cards if card.suit in suits], key=lambda card: -card.rank))


def _natural(played: "Play", seat: "Seat", line: SettledWager) -> Reason:
    """The natural bonuses: the joker is no part of them."""
    if line.result == "lose":
        return explain_by_line(played.game, line)
    suits = [_of_suit(seat.cards, suit) for suit in range(4)]
    if line.wager == "natural-flush":
        return explain_by_line(played.game, line, max(suits, key=len))
    if played.game.options["natural-straight-flush-suit"] == "flush-hand":
        suits = [tuple(card for card in held if card != JOKER) for held in _suits_played(seat.cards)]
    rows = [_longest_row(suit) for suit in suits]
    return explain_by_line(played.game, line, max(rows, key=len))


def _longest_row(suit: tuple[Card, ...]) -> tuple[Card, ...]:
    """The most cards in a row of one suit."""
    length = longest_straight_flush(hand_mask(suit))
    return fewest(suit, lambda some: longest_straight_flush(hand_mask(some)) == length)
