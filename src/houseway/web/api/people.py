"""`/people`: the people of the house, and the acts that change them."""

from typing import TYPE_CHECKING

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from houseway.house.people.house import House, Person
from houseway.house.people.person_acts import PERSON_ACTS
from houseway.web.api.common import AnyRequest, Key, do_act, in_thread, reader, services_of
from houseway.web.floor.acts import ActBody, act_names, body_type

if TYPE_CHECKING:
    PersonBody = ActBody
    PersonActName = str
else:
    PersonBody = body_type("PersonAct", PERSON_ACTS)
    PersonActName = act_names(PERSON_ACTS)


class PersonRow(msgspec.Struct, kw_only=True):
    """A person; `locked` is until when the name must wait where it failed to log in.

    `must_change`: an administrator set the password, and the person must change it before anything else.
    `warning`: what to mind about a person who was just added.
    """

    name: str
    roles: list[str]
    disabled: bool
    locked: str | None
    must_change: bool
    warning: str | None = None


class PeopleController(Controller):
    """The people of the house."""

    path = "/people"
    tags = ("house",)

    @get(summary="Everybody and their roles")
    async def list(self, request: AnyRequest) -> list[PersonRow]:
        """All persons."""
        house = (await reader(request)).floor.people
        return await in_thread(lambda: [_row(house, one) for one in house.all()])

    @post("/{act:str}", summary="Add a person, change roles or a password, disable, enable or unlock", status_code=200)
    async def act(
        self, request: AnyRequest, act: FromPath[PersonActName], data: JSONBody[PersonBody], key: Key = None
    ) -> PersonRow:
        """An act of two administrators; everybody sets their own password, with the old one."""
        people = services_of(request).floor.people
        warning = await in_thread(lambda: people.first_day_warning(getattr(data, "roles", None) or ()))
        done = await do_act(request, PERSON_ACTS.acts[act], data, key, lambda floor: floor.people)
        done.services.end_links()
        name = getattr(done.asked, "name", "")
        row = await in_thread(lambda: _row(people, people.person(name)))
        row.warning = warning or None
        return row


def _row(house: House, one: Person) -> PersonRow:
    locked = house.locked_until(one.name) or None
    return PersonRow(
        name=one.name, roles=sorted(one.roles), disabled=one.disabled, locked=locked, must_change=one.must_change
    )
