"""People of a test, who have changed the first password that an administrator set."""

from msgspec.structs import replace

from houseway.house.log.log import Appended
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddPerson, SetPassword

FIRST = "given by somebody else"


def add_person(people: House, asked: AddPerson, *, by: str, second: str = "") -> Appended:
    """Add a person, who then changes the first password to the one that is asked for."""
    events = people.do(replace(asked, password=FIRST), by=by, second=second)
    people.do(SetPassword(name=asked.name, password=asked.password, old=FIRST), by=asked.name)
    return events
