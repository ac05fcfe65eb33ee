"""The questions that acts ask about persons; `House` answers them."""

from typing import Protocol

from houseway.house.people.rights import Right


class Permissions(Protocol):
    """Says whether persons may do something; `House` implements it."""

    @property
    def is_one_person_house(self) -> bool:
        """Whether the house was declared a practice house of one person, for which no second one is needed."""
        ...

    @property
    def plays_for_money(self) -> bool:
        """Whether the house has people and does not play for practice."""
        ...

    def permit(self, right: Right, first: str, second: str = "") -> None:
        """Raise if they may not."""
        ...

    def permit_player(self, name: str) -> None:
        """Raise if this person may not play."""
        ...

    def permit_for_seat(self, by: str, owner: str) -> None:
        """Raise if this person may not act for a seat of that player."""
        ...
