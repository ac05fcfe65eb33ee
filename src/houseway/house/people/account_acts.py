"""Accounts: a guest of a practice house takes a name and a password, and continues as the same person on any device.

Nothing is moved: purse, seats and history stay under the guest's own name. The account is how that person signs in.
"""

from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import digest
from houseway.house.people.account_names import LONGEST, require_account_name
from houseway.house.people.act import Act, ActInput, Catalogue
from houseway.house.people.house_desk import HouseDesk, HousePlan
from houseway.house.people.person_acts import Password
from houseway.house.people.person_payloads import AccountMade
from houseway.house.people.rights import PLAYER, Right
from houseway.house.people.roster import NotPermitted, Roster


class MakeAccount(ActInput, frozen=True, kw_only=True):
    """Give a guest of a practice house a name and a password, to sign in with on any device. Nobody can restore it."""

    name: Annotated[str, Meta(max_length=LONGEST, description="The account's name.")]
    password: Password


def _make_account(plan: HousePlan, desk: HouseDesk, asked: MakeAccount) -> None:
    if not plan.state.is_practice:
        raise NotPermitted("the house adds its people itself; accounts are for practice", field="account")
    if desk.by in plan.state.persons:
        raise NotAllowedNow("you have an account already", field="account")
    require_account_name(asked.name)
    if plan.state.is_name_taken(asked.name):
        raise InvalidInput("is taken, or looks like a name that is; choose another one", field="name")
    hashed = desk.house.hash_password(asked.name.casefold(), asked.password)
    plan.own_secrets.append(hashed)
    made = AccountMade(name=desk.by, account=asked.name, roles=sorted(PLAYER), password=digest(hashed))
    plan.add(made, by=desk.by)


ACCOUNT_ACTS: Final = Catalogue[Roster, HouseDesk](
    "account",
    (
        Act(
            "make",
            MakeAccount,
            Right("make account", PLAYER, note="a guest of a practice house, for themselves"),
            (AccountMade,),
            _make_account,
            says=lambda desk, asked: {"name": desk.by, "account": asked.name},
            asks_right_first=False,
            is_offered=False,
        ),
    ),
)
