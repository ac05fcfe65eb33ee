"""Every act of the house is described whole: for people who read it, for commands, for HTTP, for the log, by role."""

import re
import shlex
from collections.abc import Iterator
from itertools import product
from typing import Annotated, Any, NamedTuple, get_args, get_origin

import msgspec
import pytest
import typer
from msgspec import inspect

from house.people.test_people import PASSWORD, staffed
from house.support.tables import DAY, rules_for, terms_of
from houseway.cli.app import program
from houseway.errors import InvalidInput
from houseway.games.demonstration import demonstration
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.outside_wins import AwardOutsideWin
from houseway.house.jackpots.terms_acts import ChangeJackpot, CreateJackpot
from houseway.house.log.events import NewEvent
from houseway.house.log.memory import MemoryLog
from houseway.house.log.names import HOUSE, INCIDENTS, SITE
from houseway.house.office.catalogue import CATALOGUES, act_behind, catalogue_of
from houseway.house.office.incidents import Incidents
from houseway.house.office.site import Site
from houseway.house.people.account_acts import MakeAccount
from houseway.house.people.act import ActingAggregate, ActInput, AnyAct, AnyCatalogue
from houseway.house.people.act_fields import field_types, read_input
from houseway.house.people.house import NotPermitted
from houseway.house.people.person_acts import AddFirstPerson
from houseway.house.people.rights import PLAY, Role
from houseway.house.people.setting_acts import SETTING_ACTS
from houseway.house.records.event_payloads import payload_type
from houseway.house.tables.console_acts import PairConsole
from houseway.house.tables.device_acts import PairDevice, ReportRead, ReportSensed, ReportState
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.table import Table
from houseway.web.floor.acts import body_type

STREAMS = {
    "table": "table/7",
    "jackpot": "jackpot/royal",
    "cage": HOUSE,
    "person": HOUSE,
    "account": HOUSE,
    "site": SITE,
    "incident": INCIDENTS,
}
DEAL = {"hands": {"1": ["Ah", "Kh"]}, "dealer": ["9h", "2c"], "board": ["Kd", "7s", "7c", "2d", "Jh"]}

# What each offered act may be asked for in JSON, with every field that it has.
ASKED: dict[str, dict[str, object]] = {
    "table join": {"seat": 2, "player": "pat"},
    "table sit-out": {"seat": 1},
    "table leave": {"seat": 1},
    "table value": {"seat": 1, "value": "my lucky word"},
    "table wager": {"seat": 1, "wagers": {"ante": "10.00", "bet": 10}, "round": 1},
    "table withdraw": {"seat": 1},
    "table decide": {"seat": 1, "decision": "play 3x", "round": 1},
    "table close": {},
    "table deal": {},
    "table enter": {"cards": ["Ah"], "deal": DEAL},
    "table void": {"reason": "misdeal"},
    "table controller": {"state": "lost"},
    "table verify": {},
    "table short": {"reason": "the cage is closed"},
    "table shares": {"shares": ["2=10%"]},
    "table correct": {"reason": "misread", "cards": ["Ah"], "deal": DEAL, "seat": 1, "decision": "fold"},
    "table correct-round": {"round": 1, "record": {"game": "flush-poker"}, "reason": "misread", "waive": True},
    "table call-floor": {"reason": "a chip fell off the layout"},
    "table answer-call": {"call": 3, "reply": "chip put back"},
    "table relieve": {},
    "table unpair-console": {"device": "console-1", "reason": "the tablet is broken"},
    "table unpair": {"device": "reader-1", "reason": "the light is broken"},
    "table manual": {"step": "sensing", "reason": "spot 4 does not light"},
    "jackpot declare": {
        "game": "match-the-dealer-blackjack",
        "reference": "2019-07-23",
        "supplier": "somebody",
        "lines": ["royal flush=10%=1/649740"],
        "kept_out": ["folded-jackpot"],
    },
    "jackpot stop": {"cause": "the account is short"},
    "jackpot start": {},
    "jackpot adjust": {"amount": "-12.50", "reason": "removal", "note": "moved", "into": "next", "pot": "reserve"},
    "jackpot pass-on": {},
    "jackpot deposit": {"amount": "1250.00", "slip": "4711"},
    "jackpot draw": {"amount": "1250.00", "slip": "4712"},
    "jackpot verify": {"award": 12},
    "jackpot reject": {"reason": "a misread hand", "award": 12},
    "jackpot outside-wagers": {"game": "match-the-dealer-blackjack", "wagers": 25},
    "cage buy-in": {"player": "pat", "amount": 200, "table": "7"},
    "cage cash-out": {"player": "pat", "amount": "350.50"},
    "cage fill": {"table": "7", "amount": 5000},
    "cage credit": {"table": "7", "amount": 2500},
    "cage drop": {"table": "7", "amount": 1250},
    "cage fund": {"amount": 100000, "out": True},
    "cage open-drawer": {"amount": 2000},
    "cage close-drawer": {"amount": 1980, "cashier": "kim"},
    "person add": {"name": "eve", "roles": ["dealer"], "password": PASSWORD},
    "person roles": {"name": "dan", "roles": ["dealer", "supervisor"]},
    "person password": {"name": "dan", "password": "another horse", "old": PASSWORD},
    "person disable": {"name": "dan"},
    "person enable": {"name": "dan"},
    "person unlock": {"name": "dan"},
    "person pin": {"name": "dan", "pin": "4071", "old": PASSWORD},
    "person unblock-pin": {"name": "dan"},
    "site disable": {"reason": "fire alarm"},
    "site enable": {},
    "site practice": {"one_person": True},
    "site dealer": {"commands_deal": True},
    "cage guest": {"name": "joe-2", "password": "7f3a-99c1-0b2e"},
    "site day": {"hour": 6, "zone": "America/Los_Angeles"},
    "incident open": {"description": "a red light", "tables": ["7"], "jackpots": ["royal"], "at": "2026-11-16T20:15"},
    "incident report": {"incident": 1, "reference": "WSGC-2026-113", "at": "2026-11-16T20:15"},
}

# What the others are asked for, which the program makes of a sheet or of its own.
GAME = demonstration("flush-poker", {})
MADE: dict[str, ActInput] = {
    "table open": OpenTable(rules=rules_for("down-under-holdem"), day=DAY),
    "table pair-console": PairConsole(device="console-1"),
    "table pair": PairDevice(device="reader-1", kind="reader"),
    "table report-sensed": ReportSensed(device="spots-1", seats=(1,)),
    "table report-read": ReportRead(device="reader-1", lights=("red", "gold")),
    "table report-state": ReportState(device="reader-1", fault="no heartbeat"),
    "jackpot create": CreateJackpot(terms=terms_of(), game=GAME),
    "jackpot change": ChangeJackpot(terms=terms_of()),
    "jackpot outside-win": AwardOutsideWin(game="go-fish", line="royal", won_as=GAME, player="pat"),
    "person add-first": AddFirstPerson(name="eve", password=PASSWORD),
    "account make": MakeAccount(name="Eve", password=PASSWORD),
}


class Described(NamedTuple):
    """An act and its catalogue."""

    catalogue: AnyCatalogue
    act: AnyAct

    @property
    def name(self) -> str:
        return f"{self.catalogue.subject} {self.act.name}"

    @property
    def stream(self) -> str:
        return HOUSE if self.catalogue is SETTING_ACTS else STREAMS[self.catalogue.subject]

    @property
    def asked(self) -> ActInput:
        made = MADE.get(self.name)
        asked: ActInput = read_input(self.act.asks, ASKED[self.name]) if made is None else made
        return asked


EVERY = [Described(catalogue, act) for catalogue in CATALOGUES for act in catalogue]
OFFERED = [one for one in EVERY if one.act.is_offered]


def over(acts: list[Described]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("one", acts, ids=[act.name for act in acts])


# ---- in words


@over(EVERY)
def test_an_act_has_a_name_of_its_own_and_says_what_it_does(one: Described) -> None:
    act = one.act
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", act.name)
    assert [other.name for other in EVERY].count(one.name) == 1
    assert one.catalogue.acts[act.name] is act
    assert one.catalogue.act_for(one.asked) is act
    first, *_ = act.about.splitlines()
    assert first[0].isupper()
    assert act.about.rstrip().endswith(".")
    assert act.asks.__doc__ != ActInput.__doc__, "the docstring is its own"
    assert not re.search(r"--|\btold\b", act.about), "in plain words, and fields by their names"


@over(OFFERED)
def test_every_field_says_what_it_is(one: Described) -> None:
    for name, kind in field_types(one.act.asks).items():
        texts = [meta.description for meta in metas(kind) if meta.description]
        assert texts, f"{name} has no description"
        assert texts[-1].endswith("."), name


def metas(kind: Any) -> Iterator[msgspec.Meta]:
    """The limits and descriptions beside a type, the innermost first."""
    if get_origin(kind) is Annotated:
        inner, *own = get_args(kind)
        yield from metas(inner)
        yield from own


@over(OFFERED)
def test_an_example_is_a_command_that_can_be_read(one: Described) -> None:
    subject, act = one.catalogue.subject, one.act
    word, *words = shlex.split(act.example)
    commands: dict[str, Any] = typer.main.get_command(program(subject)).commands[subject].commands  # type: ignore[attr-defined]
    assert word == act.name or act.name not in commands  # two acts may share a command, such as drawer
    given = commands[word].make_context(word, words).params
    assert given["by"], "an example says who acts"
    if act.is_signed_by_two and given["by"] != given.get("name"):  # everybody sets their own password alone
        assert given["second"], "and who is the second person"


# ---- in the log


@over(EVERY)
def test_what_an_act_appends_can_be_read(one: Described) -> None:
    assert one.act.appends
    for payload in one.act.appends:
        assert payload.KIND
        assert one.catalogue.payloads[payload.KIND] is payload
        streams = [stream for stream in STREAMS.values() if payload_type(stream, payload.KIND) is payload]
        assert streams, f"the deep audit knows no stream with {payload.KIND}"
        for stream in streams:
            catalogue, behind = catalogue_of(stream), act_behind(stream, payload.KIND)
            assert catalogue is not None
            assert catalogue.payloads[payload.KIND] is payload
            assert behind is None or payload in behind.appends
            written = example_of(inspect.type_info(payload))
            log = MemoryLog()
            log.append(NewEvent(stream=stream, data=written))
            (event,) = log.read(stream)
            assert (event.kind, event.read(payload)) == (payload.KIND, written)


def test_the_act_that_an_event_is_known_by_is_found() -> None:
    for one in EVERY:
        found = act_behind(one.stream, one.act.appends[0].KIND)
        assert found is not None
        assert found.appends[0] is one.act.appends[0]


def example_of(kind: inspect.Type) -> Any:
    """A value of a type: the plainest there is."""
    match kind:
        case inspect.StructType(cls=cls, fields=members):
            return cls(**{field.name: example_of(field.type) for field in members if field.required})
        case inspect.UnionType(types=types):
            return example_of(types[0])
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.EnumType(cls=cls):
            return next(iter(cls))
        case inspect.TupleType(item_types=types):
            return tuple(example_of(item) for item in types)
        case inspect.ListType():
            return []
        case inspect.DictType() | inspect.AnyType():
            return {}
        case inspect.BoolType():
            return True
        case inspect.IntType():
            return 1
        case inspect.StrType():
            return "1.00"
    raise AssertionError(kind)


# ---- over HTTP


def test_every_offered_act_has_an_example_of_what_it_asks_for() -> None:
    assert {one.name for one in OFFERED} == {*ASKED}
    assert {one.name for one in EVERY} == {*ASKED, *MADE}


@over(OFFERED)
def test_an_act_can_be_asked_for_over_http(one: Described) -> None:
    given = ASKED[one.name]
    assert {*given} == {*one.act.asks.__struct_fields__}
    beside = {"second": {"person": "sue", "password": PASSWORD}}
    body = msgspec.json.decode(msgspec.json.encode({**given, **beside}), type=body_type("Body", one.catalogue))
    asked = body.asked_by(one.act)
    assert type(asked) is one.act.asks
    assert asked == one.asked
    assert body.second is not None
    assert body.second.person == "sue"
    for field in msgspec.structs.fields(one.act.asks):
        rest = {name: value for name, value in given.items() if name != field.encode_name}
        less = msgspec.json.decode(msgspec.json.encode(rest), type=type(body))
        if field.required:
            with pytest.raises(InvalidInput, match=f"^{field.name}: is missing"):
                less.asked_by(one.act)
        else:
            assert getattr(less.asked_by(one.act), field.name) == field.default


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=[one.subject for one in CATALOGUES])
def test_a_body_with_a_field_that_no_act_has_is_refused(catalogue: AnyCatalogue) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `surprise`"):
        msgspec.json.decode(b'{"surprise": 1}', type=body_type("Body", catalogue))


# ---- by role


class Pit:
    """A house with a person of each role, and everything that acts are done on; nothing has happened in it yet."""

    def __init__(self) -> None:
        self.log = MemoryLog()
        self.people = staffed(self.log, cashier=True)
        self.roles = {person.name: person.roles for person in self.people.all()}
        table = Table(self.log, "7", people=self.people)
        table.do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
        table.do(Join(seat=1, player="pat"), by="pat")
        on: dict[str, ActingAggregate[Any, Any]] = {
            "table/7": table,
            "jackpot/royal": Jackpot(self.log, "royal", people=self.people),
            HOUSE: self.people,
            SITE: Site(self.log, people=self.people),
            INCIDENTS: Incidents(self.log, people=self.people),
        }
        self.on = on

    def is_refused(self, one: Described, by: str, second: str = "") -> bool:
        """Whether an act is refused for its persons, and then nothing is appended."""
        heads = self.log.heads()
        try:
            self.on[one.stream].request(one.asked, by=by, second=second)
        except NotPermitted:
            with pytest.raises(NotPermitted):
                self.on[one.stream].do(one.asked, by=by, second=second, request=f"{by} and {second}")
            assert self.log.heads() == heads
            return True
        return False


@pytest.fixture(scope="module")
def pit() -> Pit:
    return Pit()


def test_the_house_of_these_tests_has_every_role(pit: Pit) -> None:
    assert frozenset().union(*pit.roles.values()) == {*Role}


@over([one for one in EVERY if one.act.asks_right_first and one.act.right is not PLAY])
def test_only_persons_with_the_roles_may(pit: Pit, one: Described) -> None:
    right = one.act.right
    pairs = list(product(pit.roles, ["", *pit.roles])) if one.act.is_signed_by_two else [(by, "") for by in pit.roles]
    allowed = {pair for pair in pairs if not pit.is_refused(one, *pair)}
    if one.act.is_signed_by_two:
        two = product(pit.roles, repeat=2)
        fitting = {(by, second) for by, second in two if by != second and fits(pit, one, by, second)}
    else:
        fitting = {(by, "") for by in pit.roles if pit.roles[by] & right.roles}
    assert allowed == fitting
    assert 0 < len(allowed) < len(pairs)


def fits(pit: Pit, one: Described, *pair: str) -> bool:
    """Whether two persons have the roles between them, in either order."""
    right, (by, second) = one.act.right, pair
    return any(
        pit.roles[first] & right.roles and pit.roles[other] & right.second
        for first, other in ((by, second), (second, by))
    )


@over(EVERY)
@pytest.mark.parametrize("second", ["", "stranger", "sue"])
def test_somebody_whom_the_house_does_not_know_may_do_nothing(pit: Pit, one: Described, second: str) -> None:
    heads = pit.log.heads()
    with pytest.raises(NotPermitted):
        pit.on[one.stream].do(one.asked, by="nobody", second=second)
    assert pit.log.heads() == heads
