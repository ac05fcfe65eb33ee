"""The people of the house and its cage: the stream `house`, and the acts on it.

A password is kept as its argon2 hash among the log's secrets; the event names only the SHA-256 of that, so that the log
can be read and exported by anyone who may read it.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from houseway.errors import InvalidInput, shown
from houseway.house.log.aggregate import EventFacts, PlannedBatch, Request, Secret
from houseway.house.log.events import Event, NewEvent
from houseway.house.log.kinds import JackpotEvent, TableEvent
from houseway.house.log.ledger import cents, format_units
from houseway.house.log.log import Appended, Appender, Log
from houseway.house.log.names import HOUSE, SITE, jackpot_name, player_account, table_name
from houseway.house.log.texts import is_text
from houseway.house.people.account_acts import ACCOUNT_ACTS
from houseway.house.people.act import ActingAggregate, ActInput, Catalogue
from houseway.house.people.cage_acts import CAGE_ACTS, BuyIn
from houseway.house.people.house_desk import HouseDesk
from houseway.house.people.log_in_delays import LONGEST_NAME, LogInDelays
from houseway.house.people.passwords import weakness
from houseway.house.people.person_acts import PERSON_ACTS, SetPassword
from houseway.house.people.person_payloads import LoggedIn, LogInFailed, PinEntry
from houseway.house.people.pin_acts import SetPin
from houseway.house.people.pins import Pin
from houseway.house.people.rights import ADMINISTRATOR, PLAY, PLAYER, SEAT_PLAYER, SUPERVISOR, Right, Role
from houseway.house.people.roster import MustWait, NeedsSecond, NotPermitted, Person, Roster
from houseway.house.people.second_person_rules import HOURS
from houseway.house.people.setting_acts import SETTING_ACTS
from houseway.money import Cents

__all__ = ["House", "NeedsSecond", "NotPermitted", "Person"]

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST: Final = 8  # characters of a password
LONGEST: Final = 1000
HOUSE_ACTS: Final = Catalogue.joined("house", PERSON_ACTS, ACCOUNT_ACTS, CAGE_ACTS, SETTING_ACTS)


class House(ActingAggregate[Roster, HouseDesk]):
    """Persons and their roles, the cage, and the acts that change them. Any thread may use it.

    Every question reads the log first, unless `is_fed`: then its owner hands it every event.
    """

    catalogue = HOUSE_ACTS

    def __init__(
        self,
        log: Log,
        appender: Appender | None = None,
        hasher: "PasswordHasher | None" = None,
        *,
        is_fed: bool = False,
    ) -> None:
        super().__init__(log, HOUSE, Roster(), appender)
        self._given_hasher = hasher
        self._delays = LogInDelays()
        self._site_number = 0
        self._is_fed = False
        self.catch_up()
        self._is_fed = is_fed

    # The stream

    def desk(self, by: str = "", second: str = "") -> HouseDesk:
        """The desk at which these persons act."""
        return HouseDesk(by=by, second=second, people=self, log=self.log, house=self)

    def request(self, asked: ActInput, *, by: str = "", second: str = "", request: str = "") -> Request[Roster]:
        """A request of these persons; to set their own password or PIN, people give their password first."""
        desk = self.desk(by, second)
        if isinstance(asked, SetPassword | SetPin) and asked.name == by and asked.old:
            desk = replace(desk, proved=self.log_in(by, asked.old))
        return self.catalogue.act_for(asked).request(desk, asked, request)

    def request_key(self, request: Request[Roster]) -> str:
        """The key of a request, in the form that the house has always written."""
        return f"{request.by}/{request.id}" if request.id and request.by else request.id

    def run(self, request: Request[Roster]) -> Appended:
        """Run a request and answer the events of this stream, without those of tables."""
        return tuple(event for event in super().run(request) if event.stream == HOUSE)

    def fold(self, state: Roster, facts: EventFacts, secret: Secret) -> Roster:
        """The state unchanged: a planned event changes nobody's rights before it is stored."""
        return state

    def with_time(self, state: Roster, at: str) -> Roster:
        """No time is kept."""
        return state

    def accept(self, planned: PlannedBatch[Roster], events: Appended) -> bool:
        """Fold the events as they were stored; whether they are those that were planned is not looked at."""
        self.observe(events)
        return False

    def catch_up(self) -> bool:
        """Fold what others have appended here and to the site; answer whether there was anything."""
        with self.lock:
            for event in self.log.read(SITE, self._site_number + 1):
                self._fold_site(event)
            return super().catch_up()

    def observe(self, events: Appended) -> None:
        """Fold those of the appended events that belong here or to the site."""
        with self.lock:
            for event in events:
                if event.stream == SITE and event.number == self._site_number + 1:
                    self._fold_site(event)
            super().observe(events)

    def _fold_site(self, event: Event) -> None:
        self.state.fold(event)
        self._site_number = event.number

    def _fold(self, event: Event) -> None:
        self.state.fold(event)
        self._delays.fold(event)

    def has_seen(self, stream: str, number: int) -> bool:
        """Whether an event of one of its streams has been folded."""
        return number <= (self._site_number if stream == SITE else self.state.number)

    @property
    def _roster(self) -> Roster:
        """The persons of the house now."""
        if self._is_fed:
            return self.fresh()
        self.catch_up()
        return self.state

    @cached_property
    def _hasher(self) -> "PasswordHasher":
        from argon2 import PasswordHasher

        return self._given_hasher or PasswordHasher()

    def all(self) -> list[Person]:
        """Everybody, in order of names."""
        persons = self._roster.persons
        return [persons[name] for name in sorted(persons)]

    def find_person(self, name: str) -> Person | None:
        """A person by name; None if there is none."""
        return self._roster.persons.get(name)

    def person(self, name: str) -> Person:
        """A person by name."""
        persons = self._roster.persons
        if name not in persons:
            raise InvalidInput(f"nobody is called {shown(name)}", field="person")
        return persons[name]

    def pin(self, name: str) -> Pin | None:
        """A person's PIN; None if they have none."""
        return self._roster.pins.of(name)

    def person_called(self, name: str) -> str:
        """The name of the person who signs in under a name: the owner of the account, or the name itself."""
        return self._roster.person_called(name)

    # Who may do what

    def permit(self, right: Right, first: str, second: str = "") -> None:
        """Raise NotPermitted unless these persons may do this, by their roles as they stand now.

        Where an act needs two, they must be two people, and may be named in either order.
        """
        self._roster.permit(right, first, second, self.log.clock())

    def permit_first(self, right: Right, by: str) -> None:
        """Raise NotPermitted if somebody could be neither the first nor the second person of an act."""
        self._roster.permit_first(right, by)

    @property
    def is_one_person_house(self) -> bool:
        """Whether the house was declared a practice house of one person, for which no second one is needed."""
        return self._roster.one_person

    @property
    def plays_for_money(self) -> bool:
        """Whether the house has people and does not play for practice: trays are counted, reading is a right."""
        roster = self._roster
        return bool(roster.persons) and not roster.is_practice

    @property
    def is_first_start(self) -> bool:
        """Whether one administrator is still setting the house up.

        It ends with the second administrator, or when a person of the house first moves money or opens a table or a
        jackpot.
        """
        roster = self._roster
        return (
            len(roster.administrators()) <= 1
            and not roster.moved_money
            and not any(map(self._opened, self.log.streams()))
        )

    def _opened(self, stream: str) -> bool:
        """Whether this is the stream of a table or a jackpot that a person of the house opened."""
        kind = TableEvent.OPENED if table_name(stream) else JackpotEvent.CREATED if jackpot_name(stream) else ""
        event = self.log.last(stream, kind) if kind else None
        return event is not None and event.by in self.state.persons

    def acts_alone(self, by: str) -> bool:
        """Whether this administrator changes people alone: at the first start, or in a one-person house."""
        return self._roster.has_role(by, ADMINISTRATOR) and (self.is_one_person_house or self.is_first_start)

    def first_day_warning(self, roles: Iterable[str]) -> str:
        """A warning if adding somebody with these roles now causes trouble; otherwise empty."""
        supervised = any(self._roster.has_role(name, SUPERVISOR) for name in self._roster.persons)
        if Role.ADMINISTRATOR not in roles or supervised or self.is_one_person_house or not self.is_first_start:
            return ""
        return (
            "a second administrator ends the first start, and whoever is added later is nobody's second person for "
            f"{HOURS} hours: nobody could fund the cage today; add the supervisors before the second administrator"
        )

    def namesake_warning(self, asked: ActInput) -> str:
        """A warning where an unregistered guest of this name had chips before: it may be another guest."""
        if not isinstance(asked, BuyIn) or any(one.name == asked.player for one in self.all()):
            return ""
        before = self.log.balance(player_account(asked.player)) - cents(asked.amount)
        if before <= 0:
            return ""
        return f"a guest {asked.player} had ${format_units(before)} here before; another guest needs another name"

    def moved_alone(self, kind: str, player: str) -> Cents:
        """How much one person alone has recently moved for a player; a practice house counts each act separately."""
        roster = self._roster
        return 0 if roster.is_practice else roster.moved_alone(kind, player, self.log.clock())

    def permit_player(self, name: str) -> None:
        """Raise NotPermitted if the house knows somebody who may not play; a guest has no account here."""
        roster = self._roster
        if name in roster.persons and not roster.has_role(name, PLAYER):
            raise NotPermitted("may not play; that is for a player", field=name)

    def permit_for_seat(self, by: str, owner: str) -> None:
        """Raise NotPermitted unless somebody may act for a seat: its player, or staff who enter what the player said.

        An empty seat has no owner and is open to any player; the table decides what can be done there.
        """
        plays = by == owner or (not owner and self._roster.has_role(by, PLAYER))
        self.permit(PLAY if plays else SEAT_PLAYER, by)

    # Who is it

    def log_in(self, name: str, password: str, place: str = "", *, is_known: bool = False) -> Person:
        """The person who has this name and password. A failed try is an event, and each delays the next one there.

        `place` is the address or terminal of the attempt. `is_known` says that the person has signed in there before.
        """
        self.catch_up()
        name = self._roster.person_called(name)  # so that guesses at an account count under one name
        if until := self._delays.until(name, place, self.log.clock(), is_known=is_known):
            raise MustWait(f"too many wrong passwords; wait until {until}", field="log-in")
        person = self._roster.persons.get(name)
        fits = self._fits(person, password)
        if person and fits and not person.disabled:
            if self._delays.failures(name, place):
                self.append(LoggedIn(name=name, place=place), by=name)
            return person
        self.append(LogInFailed(name=name[:LONGEST_NAME], reason=_why(person, fits=fits), place=place))
        raise NotPermitted("the name or the password is wrong", field="log-in")

    def locked_until(self, name: str) -> str:
        """Until when a name must wait at the places where it failed; empty if it need not wait."""
        self.catch_up()
        return self._delays.longest_until(name, self.log.clock())

    def append(self, payload: LogInFailed | LoggedIn | PinEntry, by: str = "", *, after: int | None = None) -> None:
        """Record how somebody proved their identity, directly after event `after` of this stream."""
        expected = None if after is None else {HOUSE: after}
        self.observe(self._appender.append(NewEvent(stream=HOUSE, by=by, data=payload), expected=expected))

    def _fits(self, person: Person | None, password: str) -> bool:
        """Whether a password is right; checking an unknown name takes as long."""
        if not is_text(password):
            return False
        if person is None:
            self.hash_text(password)
            return False
        return self.fits(person.password, password)

    def fits(self, key: str, text: str) -> bool:
        """Whether a text has the hash that is stored under a digest."""
        from argon2.exceptions import VerifyMismatchError

        try:
            return self._hasher.verify(self.log.secret(key), text)
        except VerifyMismatchError:
            return False

    def hash_text(self, text: str) -> str:
        """The argon2 hash of a text."""
        return self._hasher.hash(text)

    def hash_password(self, name: str, password: str) -> str:
        """A new password's hash; raises where it is too short or too easy to guess."""
        if not is_text(password):
            raise InvalidInput("must be text in UTF-8", field="password")
        if not SHORTEST <= len(password) <= LONGEST:
            raise InvalidInput(f"must have {SHORTEST} to {LONGEST} characters", field="password")
        if reason := weakness(name, password):
            raise InvalidInput(reason, field="password")
        return self._hasher.hash(password)


def _why(person: Person | None, *, fits: bool) -> str:
    if person is None:
        return "unknown name"
    return "disabled" if fits else "wrong password"
