"""Why each wager of a round was settled as it was: a sentence, the clause that decides, and the cards that count.

A game explains its own lines (`Round.explain`), in the words that all games share here. An explanation is made from the
finished round when somebody asks for it; a settlement and the log hold only the clause.
"""

from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType

from houseway.cards.card import Card, card_texts
from houseway.cards.hands import WHEEL_LOWEST, outcome
from houseway.cards.names import compared_names
from houseway.games.game import Game
from houseway.games.letter.clause_words import option_words
from houseway.games.round.settlement import SettledWager
from houseway.money import in_dollars

if TYPE_CHECKING:
    from houseway.games.round.round import Round


class Reason(Struct, frozen=True, kw_only=True):
    """A game's reason for a line; `clause` if it differs from the line's, `against` for the dealer's better cards."""

    why: str
    cards: tuple[Card, ...] = ()
    against: tuple[Card, ...] = ()
    clause: str = ""


class LineExplanation(Struct, frozen=True, kw_only=True):
    """Why a wager was settled as it was: a sentence, the clause that decides, and the cards that made the hand.

    `against` has the dealer's cards where they are better.
    """

    why: str
    clause: str
    cards: list[str]
    against: list[str] | UnsetType = UNSET


class SeatExplanation(Struct, frozen=True, kw_only=True):
    """The explanations of a seat's lines, in the order of its settlement."""

    seat: int
    lines: list[LineExplanation]


def explain_round(played: "Round") -> list[SeatExplanation]:
    """Explain every line of a settled round; a void round has none, because its reason says it all."""
    if played.void:
        return []
    return [
        SeatExplanation(
            seat=seat.seat,
            lines=[_explained(played.game, line, played.explain(seat, line)) for line in seat.wagers],
        )
        for seat in played.settlement().seats
    ]


def _explained(game: Game, line: SettledWager, reason: Reason) -> LineExplanation:
    return LineExplanation(
        why=f"{reason.why[0].upper()}{reason.why[1:]}.",
        clause=reason.clause or clause_of(game, line),
        cards=card_texts(reason.cards),
        against=card_texts(reason.against) or UNSET,
    )


def clause_of(game: Game, line: SettledWager) -> str:
    """The clause of a line; for a jackpot the clause under which its pay table is chosen."""
    spec = game.approval.wagers.get(line.wager)
    if spec is None or spec.role != "jackpot":
        return line.rule
    return game.approval.options[spec.paytable_option or spec.option].rule


# ---- words that games share


def ending(game: Game, line: SettledWager) -> str:
    """How a wager ended: "the Bet pays 3 to 2 for “flush”"."""
    spec = game.approval.wagers[line.wager]
    wager = f"the {spec.label}{' wager' if spec.role in ('bonus', 'jackpot') else ''}"
    named = f" for “{line.line}”" if line.line else ""
    if line.result == "win":
        return f"{wager} {_pays(line)}{named}"
    if line.result in ("push", "void"):
        return f"{wager} is returned{named}"
    return f"{wager} is lost"


def _pays(line: SettledWager) -> str:
    if line.odds:
        return f"pays {line.odds}"
    share = f"{line.share} of the jackpot, " if line.share else ""
    return f"wins {share}{in_dollars(line.returned)}"


def explain_by_line(game: Game, line: SettledWager, cards: tuple[Card, ...] = ()) -> Reason:
    """The reason for a wager that its table alone decides."""
    if line.result == "lose":
        return Reason(why=f"no line of the pay table is made: {ending(game, line)}")
    return Reason(why=ending(game, line), cards=cards)


def explain_without_action(game: Game, line: SettledWager, option: str) -> Reason:
    """The reason for a bonus that the operator's choice takes out of action."""
    words = option_words(game, option).rstrip(".")
    return Reason(why=f"{words}: {ending(game, line)}", clause=game.approval.options[option].rule)


def comparison(player: int, dealer: int, wheel: int = WHEEL_LOWEST) -> str:
    """Two five-card hands against each other: "pair of kings beats the dealer's pair of nines"."""
    mine, theirs = compared_names(player, dealer, wheel)
    won = outcome(player, dealer)
    if won == 0:
        return f"both hands are equal, {mine}"
    return f"{mine} {'beats' if won > 0 else 'loses to'} the dealer's {theirs}"
