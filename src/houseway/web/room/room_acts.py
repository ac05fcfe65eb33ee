"""The acts of the house that the pages of a room offer, each with its form, its call, and who may do it.

They come from the catalogue. Acts that take the text of a sheet have their fields here, because the house makes their
input from the sheet.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from houseway.errors import HousewayError, InvalidInput
from houseway.house.jackpots.catalogue import JACKPOT_ACTS
from houseway.house.jackpots.outside_wins import AWARD_OUTSIDE_WIN
from houseway.house.jackpots.terms_acts import CHANGE_JACKPOT, CREATE_JACKPOT
from houseway.house.office.incidents import INCIDENT_ACTS
from houseway.house.office.site import SITE_ACTS
from houseway.house.people.act import ActInput, AnyAct, AnyCatalogue
from houseway.house.people.act_fields import Word, read_input
from houseway.house.people.act_forms import FieldForm, form_of, sentence_of
from houseway.house.people.cage_acts import CAGE_ACTS
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import PERSON_ACTS
from houseway.house.people.rights import NOBODY, Right
from houseway.house.people.setting_acts import SETTING_ACTS
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.tables.catalogue import TABLE_ACTS
from houseway.house.tables.staff_acts import OPEN_TABLE
from houseway.web.http.problems import NotFound

NeedsSecond = Literal["never", "sometimes", "always"]
SheetText = Annotated[str, Meta(max_length=200_000, description="The whole text of the sheet.")]


class OfSheet(ActInput, frozen=True, kw_only=True):
    """The input of an act that takes a sheet."""

    sheet: SheetText


class OutsideWin(OfSheet, frozen=True, kw_only=True):
    """A win of an outside game, and the sheet of the game whose pays it gets."""

    game: Annotated[Word, Meta(description="The game outside.")]
    line: Annotated[Word, Meta(description="The line that was won.")]
    player: Annotated[Word, Meta(description="Who won it.")]


class ActForm(msgspec.Struct, frozen=True, kw_only=True):
    """An act as a form: its address, its fields, and whether it needs a second person.

    `place` is `table` or `jackpot`, if its address names one.
    """

    subject: str
    act: str
    about: str
    never: str
    place: str
    call: str
    second: NeedsSecond
    fields: list[FieldForm]


@dataclass(frozen=True, kw_only=True)
class RoomAct:
    """An act that the pages of a room offer. With `pair`, two people can do it, who have that right together."""

    subject: str
    name: str
    asks: type[ActInput]
    about: str
    rights: tuple[Right, ...]  # of those who may begin it
    pairs: tuple[Right, ...]  # of two people, who may do it together
    second: NeedsSecond
    call: str  # below /api/v1; {name} is the table's or the jackpot's
    place: str = ""
    never: str = ""

    def form(self) -> ActForm:
        """The form of this act."""
        return ActForm(
            subject=self.subject,
            act=self.name,
            about=" ".join(self.about.split()),
            never=self.never,
            place=self.place,
            call=self.call,
            second=self.second,
            fields=form_of(self.asks),
        )

    def address(self, name: str) -> str:
        """The address of the call, with the table or jackpot if it concerns one."""
        if bool(name) != bool(self.place) or "/" in name or not name.isprintable():
            raise InvalidInput(f"must name the {self.place}" if self.place else "names nothing", field="name")
        return self.call.format(name=name)

    def sentence(self, given: Mapping[str, Any], name: str) -> str:
        """What it will do, in words; raises if the input is wrong."""
        asked: Any = read_input(self.asks, given)
        place = f"{self.place.capitalize()}: {name}" if self.place else ""
        if not isinstance(asked, OfSheet):
            return sentence_of(self.about, asked, place)
        sheet = parse_sheet(asked.sheet)
        facts = [place, f"Table: {sheet.name}", f"Game: {sheet.game}"]
        facts += [f"Jackpot: {sheet.jackpot.name}"] if sheet.jackpot else []
        rest = [f"{one.capitalize()}: {getattr(asked, one)}" for one in asked.__struct_fields__ if one != "sheet"]
        return f"{self.about} {'; '.join(filter(None, [*facts, *rest, f'Sheet: {sheet.digest[:12]}']))}."

    def may_begin(self, people: House, person: str) -> bool:
        """Whether somebody may do it, alone or as one of two."""
        return any(_is_permitted(people.permit_first, right, person) for right in self.rights)

    def require_begin(self, people: House, person: str) -> None:
        """Raise if somebody may not do it, even as one of two."""
        if not self.may_begin(people, person):
            raise NotPermitted(f"may not {self.rights[0].name}", field=person)

    def require_pair(self, people: House, first: str, second: str) -> None:
        """Raise unless these are two people who may do it together."""
        refusals = []
        for right in self.pairs:
            try:
                people.permit(replace(right, alone_up_to=0), first, second)
            except NotPermitted as problem:
                refusals.append(problem)
            else:
                return
        raise refusals[0] if refusals else InvalidInput("needs no second person", field=self.name)


def _is_permitted(permit: Any, right: Right, *persons: str) -> bool:
    try:
        permit(right, *persons)
    except HousewayError:
        return False
    return True


def _of_act(subject: str, act: AnyAct, call: str) -> RoomAct:
    """An act of the catalogue."""
    needs: NeedsSecond = "always" if act.is_signed_by_two and not act.may_start_alone else "sometimes"
    pairs = () if act.is_signed_singly else tuple(one for one in act.rights if one.second)
    return RoomAct(
        subject=subject,
        name=act.name,
        asks=act.asks,
        about=act.about,
        rights=act.rights,
        pairs=pairs,
        second=needs if pairs else "never",
        call=f"{call}/{act.name}",
        place=subject if "{name}" in call else "",
        never=act.never,
    )


_CALLS: Final[tuple[tuple[AnyCatalogue, str], ...]] = (
    (PERSON_ACTS, "/people"),
    (CAGE_ACTS, "/cage"),
    (TABLE_ACTS, "/tables/{name}"),
    (JACKPOT_ACTS, "/jackpots/{name}"),
    (SITE_ACTS, "/site"),
    (SETTING_ACTS, "/site"),
    (INCIDENT_ACTS, "/incidents"),
)


def _from_sheets() -> Iterator[RoomAct]:
    """The acts that take a sheet; opening a table needs two people where it creates the sheet's jackpot."""
    opens = (replace(OPEN_TABLE.right, second=NOBODY),)
    yield RoomAct(
        subject="sheet",
        name="check",
        asks=OfSheet,
        about="Check a sheet against letter and law.",
        rights=opens,
        pairs=(),
        second="never",
        call="/sheets/check",
    )
    yield RoomAct(
        subject="sheet",
        name="open",
        asks=OfSheet,
        about="Open a table from its sheet; its jackpot is created where there is none.",
        rights=opens,
        pairs=(CREATE_JACKPOT.right,),
        second="sometimes",
        call="/sheets/open",
    )
    asks: dict[str, type[ActInput]] = {AWARD_OUTSIDE_WIN.name: OutsideWin}
    for act in (CREATE_JACKPOT, CHANGE_JACKPOT, AWARD_OUTSIDE_WIN):
        made = _of_act("jackpot", act, "/jackpots/{name}")
        yield replace(made, asks=asks.get(act.name, OfSheet))


ROOM_ACTS: Final[Mapping[tuple[str, str], RoomAct]] = {
    (one.subject, one.name): one
    for one in (
        *(_of_act(each.subject, act, call) for each, call in _CALLS for act in each.offered),
        *_from_sheets(),
    )
}


def room_act(subject: str, name: str) -> RoomAct:
    """An act by its subject and name."""
    act = ROOM_ACTS.get((subject, name))
    if act is None:
        raise NotFound("there is no such act", field="act")
    return act


def acts_of(people: House, person: str) -> list[RoomAct]:
    """The acts that somebody may do, alone or as one of two."""
    return [one for one in ROOM_ACTS.values() if one.may_begin(people, person)]
