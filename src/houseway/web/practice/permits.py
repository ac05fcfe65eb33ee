"""Who may do what in practice: guests act for their own seats, and the house itself does the rest."""

from typing import Final

from houseway.house.people.rights import DEAL, Right
from houseway.house.people.roster import NotPermitted

STAFF: Final = ("dealer", "supervisor")  # who verifies wins where nobody else does
_HOUSE: Final = frozenset({"", *STAFF})


class GuestPermits:
    """Practice has no roles: a guest plays, and whoever sits at a table may call for the deal."""

    is_one_person_house = False
    plays_for_money = False

    def permit(self, right: Right, first: str, second: str = "") -> None:
        """Raise where a guest asks for what staff do."""
        if right is DEAL or {first, second} <= _HOUSE:
            return
        raise NotPermitted(f"may not {right.name} at a practice table", field=first)

    def permit_player(self, name: str) -> None:
        """Everybody plays."""

    def permit_for_seat(self, by: str, owner: str) -> None:
        """Raise where somebody acts for another one's seat."""
        if owner and by != owner:
            raise NotPermitted("that seat is another player's", field=by)
