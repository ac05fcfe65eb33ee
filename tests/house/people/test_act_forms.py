"""Acts as forms and sentences: of every act in the catalogue, with all that it asks for and no secret."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from house.office.test_catalogue import ASKED
from houseway.house.office.catalogue import CATALOGUES
from houseway.house.people.act import AnyAct
from houseway.house.people.act_fields import field_marks, field_types, read_input
from houseway.house.people.act_forms import form_of, sentence_of
from houseway.money import in_dollars

OFFERED = {f"{each.subject} {act.name}": act for each in CATALOGUES for act in each.offered}
EVERY = pytest.mark.parametrize("name", sorted(OFFERED))


def form(name: str) -> dict[str, Any]:
    return {one.name: one for one in form_of(OFFERED[name].asks)}


@EVERY
def test_a_form_has_every_field_with_its_words(name: str) -> None:
    act: AnyAct = OFFERED[name]
    fields = form(name)
    assert list(fields) == list(act.asks.__struct_fields__)
    for one in fields.values():
        assert one.about
        assert (one.kind in ("choice", "choices")) == bool(one.choices)


def test_fields_are_of_the_kinds_that_people_can_enter() -> None:
    kinds = {f"{name} {one.name}": one.kind for name in OFFERED for one in form_of(OFFERED[name].asks)}
    assert kinds["person add roles"] == "choices"
    assert kinds["person add password"] == kinds["table value value"] == "secret"
    assert kinds["cage fund amount"] == kinds["cage drop amount"] == kinds["jackpot adjust amount"] == "money"
    assert kinds["cage fund out"] == "flag"
    assert kinds["table controller state"] == "choice"
    assert kinds["table enter cards"] == "cards"
    assert kinds["table enter deal"] == kinds["table correct-round record"] == "json"
    assert kinds["table wager wagers"] == "wagers"
    assert kinds["jackpot declare lines"] == "list"
    assert kinds["incident open description"] == kinds["jackpot adjust note"] == "long"
    assert kinds["table join player"] == kinds["table correct decision"] == "text"


def test_limits_are_those_of_the_catalogue() -> None:
    seat, decision = form("table join")["seat"], form("table correct")["decision"]
    assert (seat.kind, seat.least, seat.most, seat.required) == ("number", 1, 7, True)
    assert (decision.length, decision.required) == (80, False)
    assert form("table controller")["state"].choices == ["lost", "back"]
    assert form("site day")["hour"].most == 23


def values(given: Any) -> Iterator[str]:
    """Everything that was asked for, one by one."""
    if isinstance(given, Mapping):
        for one in given.values():
            yield from values(one)
    elif isinstance(given, list):
        for one in given:
            yield from values(one)
    elif not isinstance(given, bool):
        yield str(given)


@EVERY
def test_a_sentence_has_every_value_and_no_secret(name: str) -> None:
    act = OFFERED[name]
    sentence = sentence_of(act.about, read_input(act.asks, ASKED[name]), "Table: 7")
    assert sentence.startswith(" ".join(act.about.partition("\n\n")[0].split()))
    assert "Table: 7" in sentence
    for field, kind in field_types(act.asks).items():
        given = list(values(ASKED[name].get(field, [])))
        if field_marks(kind).get("secret"):
            assert not any(one in sentence for one in given if one != "my lucky word")
        else:
            plain = sentence.replace(",", "").replace("$", "")
            assert all(one in plain or f"{one}.00" in plain for one in (each.replace(",", "") for each in given)), (
                sentence
            )


@pytest.mark.parametrize(
    ("name", "given", "end"),
    [
        ("cage fund", {"amount": "1234567.8"}, "Amount: $1,234,567.80; Take it out instead: no."),
        ("cage fund", {"amount": 5, "out": True}, "Amount: $5.00; Take it out instead: yes."),
        ("cage drop", {"table": "7", "amount": 0}, "Table: 7; Amount: $0.00."),
        ("jackpot adjust", {"amount": "-0.00000001", "reason": "removal", "note": "x"}, "Pot: meter."),
        ("person add", {"name": "eve", "roles": ["dealer"], "password": "x"}, "Roles: dealer; Password: not shown."),
        ("table wager", {"seat": 1, "wagers": {"ante": 10}}, "Seat: 1; Wagers: ante $10.00."),
        ("site enable", {}, "Let rounds start again."),
    ],
)
def test_sentences_read_well(name: str, given: dict[str, Any], end: str) -> None:
    act = OFFERED[name]
    assert sentence_of(act.about, read_input(act.asks, given)).endswith(end)


def test_amounts_are_read_as_people_write_them() -> None:
    assert [in_dollars(one) for one in (0, 5, 100, 123456, -250, 99999999999)] == [
        "$0.00",
        "$0.05",
        "$1.00",
        "$1,234.56",
        "-$2.50",
        "$999,999,999.99",
    ]
