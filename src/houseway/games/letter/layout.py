"""The layout of a game's felt as data: spots, card areas, the card reader's boxes, buttons and their keys.

The web table, and any other program that draws a felt, reads this layout and the view of a seat. So a new game is drawn
without new code. Notices that a letter asks for on the layout are in the approval and are not repeated here.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from houseway.cards.card import RANKS
from houseway.errors import InvalidInput
from houseway.games.letter.guide import DEAL, DECISIONS, RESULT, GuideStep, check_guide

HANDS: Final = ("row", "suits", "hands", "trays")
PAGE_KEYS: Final = frozenset({"R", "X", "?", "/"})  # same again, clear the spots, help, the command box
_KEY: Final = re.compile(r"[A-Z]|[0-9]|Enter")
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
_PERCENT: Final = re.compile(r"[0-9]+\.[0-9]{2}%")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place for chips; `label` is what is printed on it, short enough for a phone."""

    wager: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A box of the card reader: the light that points at it, and the ranks of the cards that lie in it."""

    light: str
    label: str
    ranks: str  # as on cards, such as `2345`
    range: str  # as printed, such as `2–5`


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """How a decision is offered; `amount` marks the choice for which the player names an amount."""

    decision: str
    label: str
    key: str
    amount: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tray:
    """A named place for some of the player's cards, in a game whose hands are set."""

    name: str
    label: str
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Everything on a felt that does not change from round to round."""

    summary: str = ""  # what the game is, in one line
    edge: str = ""  # the house edge of the main game as the lab prices it, at the options' defaults, as a percentage
    edge_of: str = ""  # the wager that it is a percentage of
    felt: tuple[str, ...] = ()  # the colour in the middle and the one at the rim
    hand: Literal["row", "suits", "hands", "trays"] = "row"  # how a player's cards lie
    board: tuple[str, ...] = ()  # a name for each community card; cards of one name are turned together
    reader: tuple[int, ...] = ()  # which of the dealer's cards lie in the boxes, counted from 1
    boxes: tuple[Box, ...] = ()
    spots: tuple[Spot, ...] = ()
    trays: tuple[Tray, ...] = ()
    printed: tuple[str, ...] = ()  # lines printed on the felt beside the pay tables
    paytables: tuple[str, ...] = ()  # wagers whose pay tables are printed on the felt, most important first
    buttons: tuple[Button, ...] = ()
    guide: tuple[GuideStep, ...] = ()  # the first hand, step by step

    def parts(self) -> tuple[str, ...]:
        """The names of the parts that a step of the guide can point at."""
        lights = ("lights",) if self.boxes else ()
        board = ("board",) if self.board else ()
        spots = (f"spot {spot.wager}" for spot in self.spots)
        buttons = (f"button {button.decision}" for button in self.buttons if not button.amount)
        return ("dealer", *lights, *board, "hand", "spots", *spots, DEAL, DECISIONS, *buttons, RESULT)

    def button(self, decision: str, *, amount: bool = False) -> Button | None:
        """The button of a decision, or of the choice of an amount."""
        matching = (one for one in self.buttons if (one.decision, one.amount) == (decision, amount))
        return next(matching, None)

    def to_json(self) -> dict[str, object]:
        """The layout in the form that a page reads."""
        return asdict(self)


def read_layout(data: Mapping[str, Any]) -> Layout:
    """The `[layout]` of an approval.toml; a game without one is drawn plainly."""
    row: dict[str, Any] = {key.replace("-", "_"): value for key, value in data.items()}
    kinds: dict[str, type] = {"boxes": Box, "spots": Spot, "buttons": Button, "trays": Tray, "guide": GuideStep}
    for key, kind in kinds.items():
        row[key] = tuple(kind(**one) for one in row.get(key, ()))
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Layout(**fields)


def check_layout(
    layout: Layout,
    *,
    wagers: Mapping[str, object],
    paytables: Mapping[str, object],
    board: int,
    dealer: int,
    cards: int,
) -> None:
    """Refuse a layout that leaves a wager without a spot, or that names something the game does not have."""
    if layout == Layout():
        return
    _check_spots(layout, wagers, paytables)
    _check_cards(layout, board=board, dealer=dealer, cards=cards)
    _check_buttons(layout.buttons)
    check_guide(layout.guide, layout.parts())
    if len(layout.felt) != 2 or not all(map(_COLOUR.fullmatch, layout.felt)):
        raise InvalidInput(f"must be two colours such as #23775f, not {list(layout.felt)}", field="layout.felt")
    if layout.edge and (not _PERCENT.fullmatch(layout.edge) or layout.edge_of not in wagers):
        raise InvalidInput(f"must be a percentage such as 2.97% of a wager, not {layout.edge}", field="layout.edge")


def _check_spots(layout: Layout, wagers: Mapping[str, object], paytables: Mapping[str, object]) -> None:
    spots = [spot.wager for spot in layout.spots]
    if sorted(spots) != sorted(wagers):
        raise InvalidInput(f"must be one for each of {', '.join(wagers)}, not {', '.join(spots)}", field="layout.spots")
    if unknown := set(layout.paytables) - paytables.keys():
        raise InvalidInput(f"there is none of {', '.join(sorted(unknown))}", field="layout.paytables")


def _check_cards(layout: Layout, *, board: int, dealer: int, cards: int) -> None:
    if layout.hand not in HANDS:
        raise InvalidInput(f"must be one of {', '.join(HANDS)}, not {layout.hand}", field="layout.hand")
    if len(layout.board) != board:
        raise InvalidInput(f"must name {board} cards, not {len(layout.board)}", field="layout.board")
    if (layout.hand == "trays") != bool(layout.trays) or (
        layout.trays and sum(tray.cards for tray in layout.trays) != cards
    ):
        raise InvalidInput(f"must hold the {cards} cards of a player", field="layout.trays")
    if bool(layout.reader) != bool(layout.boxes) or not all(1 <= number <= dealer for number in layout.reader):
        raise InvalidInput("must be cards of the dealer, with boxes to lie in", field="layout.reader")
    if layout.boxes and sorted("".join(box.ranks for box in layout.boxes)) != sorted(RANKS):
        raise InvalidInput("must hold every rank once", field="layout.boxes")


def _check_buttons(buttons: tuple[Button, ...]) -> None:
    keys = [button.key for button in buttons]
    for key in keys:
        if not _KEY.fullmatch(key) or key in PAGE_KEYS or keys.count(key) > 1:
            reason = f"{key} must be a letter, a digit or Enter, each once, and none of the page's own"
            raise InvalidInput(reason, field="layout.buttons")
