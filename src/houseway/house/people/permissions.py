"""The questions that jackpots, tables and the site ask about persons; `People` answers them."""

from typing import Protocol


class Permissions(Protocol):
    """Who says whether persons may do something: the people of the house."""

    def permit(self, act: str, first: str, second: str = "") -> None:
        """Raise where they may not."""
        ...

    def permit_player(self, name: str) -> None:
        """Raise where this person may not play."""
        ...

    def permit_for_seat(self, by: str, owner: str) -> None:
        """Raise where this person may not act for a seat of that player."""
        ...
