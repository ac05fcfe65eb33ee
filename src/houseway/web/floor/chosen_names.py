"""Names that people choose for others to see, in the place of "guest fc12".

A name is a choice of somebody's browser: the house knows it while its owner is here, shows it to one person at a time,
and writes it into no log. Two names that look alike are one name, and none looks like a member of the staff's.
"""

import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from houseway.errors import InvalidInput, NotAllowedNow

SHORTEST: Final = 2
LONGEST: Final = 16  # characters, so that it fits beside a seat on a phone
LONGEST_COOKIE: Final = 200  # characters, as it is sent
MOST: Final = 20_000  # names at once, after which those of people who are gone are forgotten
_BETWEEN: Final = " '-."
_STAFF: Final = (  # a name that holds one of these might be taken for somebody who works here
    "admin",
    "cashier",
    "croupier",
    "dealer",
    "houseway",
    "manager",
    "moderator",
    "official",
    "pit boss",
    "supervisor",
    "support",
    "surveillance",
    "system",
)
_WORDS: Final = (  # what the pages themselves call somebody, as a whole word
    *("bank", "bold", "cage", "careful", "coach", "floor", "guest", "house", "nobody", "player", "seat", "staff"),
    *("steady", "you"),
)
_LOOK_ALIKES: Final = str.maketrans(  # Cyrillic, Greek and digits that are taken for a Latin letter
    "аԁеһіјӏкмпорԛѕтухѵԝвнгсαβεικνορτυχω0134578",  # that is the point
    "adehijikmnopqstyxvwbhrcabeikvoptyxwoieastb",
)


def read_name(text: str) -> str:
    """A name as it is shown; InvalidInput where nobody may have it."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise InvalidInput(f"must have {SHORTEST} to {LONGEST} characters", field="name")
    if not name[0].isalpha() or not all(one.isalpha() or one.isdecimal() or one in _BETWEEN for one in name):
        raise InvalidInput("takes letters, digits, spaces, ' - and ., and begins with a letter", field="name")
    if len(_scripts(name)) > 1:
        raise InvalidInput("must have letters of one alphabet", field="name")
    if any(shape_of(word) in shape_of(name) for word in _STAFF) or _words_of(name) & _words_of(" ".join(_WORDS)):
        raise InvalidInput("looks like the house's own; choose another one", field="name")
    return name


def _words_of(name: str) -> set[str]:
    return {shape_of(word) for word in name.replace("-", " ").replace(".", " ").split()}


def _scripts(name: str) -> set[str]:
    """The alphabets of a name's letters."""
    return {unicodedata.name(one, "?").partition(" ")[0] for one in name if one.isalpha()}


def shape_of(name: str) -> str:
    """What a name looks like at a glance: small Latin letters without accents and gaps."""
    plain = unicodedata.normalize("NFKD", name.casefold()).translate(_LOOK_ALIKES)
    letters = "".join(one for one in plain if one.isalnum())
    return letters.replace("l", "i").replace("rn", "m").replace("vv", "w")


class ChosenName(NamedTuple):
    """A name and when it was chosen, by the server's clock; no name where none was chosen or it was given up."""

    name: str
    at: float


_NONE: Final = ChosenName("", 0)


class ChosenNames:
    """Who is shown under which name; a name is free again when whoever had it is gone."""

    def __init__(self, is_gone: Callable[[str], bool] = lambda _: False) -> None:
        self.is_gone = is_gone
        self._choices: dict[str, ChosenName] = {}  # by person
        self._holders: dict[str, str] = {}  # persons, by the shape of their names

    def of(self, person: str) -> str:
        """The name that somebody has chosen; empty for none."""
        return self.choice_of(person).name

    def choice_of(self, person: str) -> ChosenName:
        """The same, and when it was chosen."""
        return self._choices.get(person, _NONE)

    def choose(self, person: str, text: str) -> str:
        """Give somebody a name that nobody else here has; empty text takes it away."""
        name = read_name(text) if text.strip() else ""
        self._take(person, ChosenName(name, time.time()))
        return name

    def adopt(self, person: str, choice: ChosenName) -> bool:
        """Take in what somebody chose in another process, if it is newer; whether anything has changed."""
        if choice.at <= self.choice_of(person).at:
            return False
        with suppress(NotAllowedNow):
            self._take(person, choice)
            return True
        return False

    def _take(self, person: str, choice: ChosenName) -> None:
        shape = shape_of(choice.name)
        holder = self._holders.get(shape, person)
        if holder != person:
            if not self.is_gone(holder):
                raise NotAllowedNow("somebody here has this name, or one that looks like it", field="name")
            self._forget(holder)
        self._forget(person)
        self._make_room()
        self._choices[person] = choice
        if shape:
            self._holders[shape] = person

    def _forget(self, person: str) -> None:
        if choice := self._choices.pop(person, None):
            self._holders.pop(shape_of(choice.name), None)

    def _make_room(self) -> None:
        if len(self._choices) >= MOST:
            for person in [one for one in self._choices if self.is_gone(one)]:
                self._forget(person)
