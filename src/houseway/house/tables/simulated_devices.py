"""What simulated devices report: the spots that are lit, and what a card reader shows of the dealer's cards.

`houseway device simulate` reports it over HTTP; tables for training report it themselves.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from houseway.cards.card import Card
from houseway.games.game import Game
from houseway.games.letter.approval import Approval
from houseway.games.letter.card_reader import LIGHTS, light_of
from houseway.games.round.open_record import cards_in_reader

Mistake = Literal["", "count", "light", "fault", "silence"]
FAULT: Final = "simulated fault"
MOST_SEATS: Final = 7


class SimulatedReading(Struct, frozen=True, kw_only=True):
    """What a reader reports: lights, or in a game without them the cards."""

    lights: tuple[str, ...] | None = None
    cards: tuple[Card, ...] | None = None


def sensed_seats(letter: Approval, wagers: Mapping[int, Iterable[str]], *, miscounts: bool = False) -> list[int]:
    """The seats with a wager on the jackpot, by the names of each seat's wagers; a miscount adds one that has none."""
    wager = letter.jackpot
    seats = [seat for seat, names in wagers.items() if wager and wager.name in names]
    if miscounts:
        seats += [seat for seat in range(1, MOST_SEATS + 1) if seat not in seats][:1]
    return sorted(seats)


def cards_read(game: Game) -> range:
    """Which of the dealer's cards a reader gets to see: those that its lights are for, or all."""
    spec = game.approval.table
    looked_at = cards_in_reader(game)
    return range(spec.dealer_cards + spec.dealer_extra) if looked_at is None else looked_at


def reading_of(game: Game, cards: Sequence[Card], *, misreads: bool = False) -> SimulatedReading:
    """What a reader shows of the cards that lie in it; a misreading shows another light for the first."""
    if cards_in_reader(game) is None:
        return SimulatedReading(cards=tuple(cards))
    lights = [LIGHTS[light_of(game, card)] for card in cards]
    if misreads:
        lights[0] = next(light for light in LIGHTS if light != lights[0])
    return SimulatedReading(lights=tuple(lights))
