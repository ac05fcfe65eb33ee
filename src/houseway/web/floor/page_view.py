"""A table as a page draws it: the house's own view, and what helps a page to draw it."""

from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from houseway.games.round.explanation import SeatExplanation
from houseway.games.round.round import Round
from houseway.games.round.seen_round import SettingView
from houseway.house.tables.view import ChoiceView, FinishedView, OwnView, PlaceView, SharedView

HOUSE_PLAYER: Final = "house-"  # how the names of house players begin


class PageSeat(PlaceView, frozen=True, kw_only=True):
    """A seat as a page draws it: whether the house plays there, the hand in words, and a name that was chosen."""

    house: bool
    hand: str | None
    name: str | UnsetType = UNSET


class PageChoice(ChoiceView, frozen=True, kw_only=True):
    """A choice with the step of its amounts, or every way to set the cards."""

    step: str | UnsetType = UNSET
    settings: list[SettingView] | UnsetType = UNSET


class PageFinished(FinishedView, frozen=True, kw_only=True):
    """The last round, what the dealer's hand meant for everybody, and why each wager was settled so."""

    note: str | None
    explained: list[SeatExplanation]


class PageView(SharedView, frozen=True, kw_only=True):
    """A table as a page draws it."""

    private: bool
    seats: list[PageSeat]
    choices: list[PageChoice]
    you: OwnView | None


def is_house(player: str) -> bool:
    """Whether the program plays for this player."""
    return player.startswith(HOUSE_PLAYER)


def page_choice(choice: ChoiceView, now: Round, chip: str = "") -> PageChoice:
    """A choice with the step of its amounts, or every way to set the cards."""
    return PageChoice(
        **asdict(choice),
        step=chip if choice.most else UNSET,
        settings=now.settings() if choice.cards else UNSET,
    )
