"""Who may do what in practice: guests act for their own seats, trainees deal, and the house does the rest itself."""

from typing import Final

from houseway.house.people.rights import DEAL, Right, Role
from houseway.house.people.roster import NotPermitted
from houseway.web.floor.acts import SUPERVISOR
from houseway.web.floor.page_view import is_house

STAFF: Final = ("dealer", SUPERVISOR)  # who verifies wins where nobody else does
_HOUSE: Final = frozenset({"", *STAFF})


class GuestPermits:
    """Practice has no roles: a guest plays, and whoever sits at a table may call for the deal."""

    is_one_person_house = False
    plays_for_money = False

    def permit(self, right: Right, first: str, second: str = "") -> None:
        """Raise if a guest asks for an act of the staff."""
        if right is DEAL or {first, second} <= _HOUSE:
            return
        raise NotPermitted(f"may not {right.name} at a practice table", field=first)

    def permit_player(self, name: str) -> None:
        """Everybody plays."""

    def permit_for_seat(self, by: str, owner: str) -> None:
        """Raise if somebody acts for another person's seat."""
        if owner and by != owner:
            raise NotPermitted("that seat is another player's", field=by)


class TrainingPermits:
    """A table for training: its owner does what a dealer does there, alone or beside the simulated supervisor."""

    is_one_person_house = False
    plays_for_money = False

    def __init__(self, trainee: str) -> None:
        self._trainee = trainee

    def permit(self, right: Right, first: str, second: str = "") -> None:
        """Raise if anybody else acts, or if the act is not one of a dealer."""
        if {first, second} <= _HOUSE:
            return
        alone = Role.DEALER in right.roles and not right.second
        if first != self._trainee or not (alone or (Role.DEALER in right.second and second == SUPERVISOR)):
            raise NotPermitted(f"may not {right.name} at a table for training", field=first)

    def permit_player(self, name: str) -> None:
        """Only house players play."""
        if not is_house(name):
            raise NotPermitted("only house players sit at a table for training", field=name)

    def permit_for_seat(self, by: str, owner: str) -> None:
        """Raise if anybody but the trainee enters what a player says."""
        if by != self._trainee:
            raise NotPermitted("only its dealer acts at a table for training", field=by)
