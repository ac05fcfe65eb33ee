"""Every kind of event is an act of the catalogue, or has a rule that says whom it may name."""

import pytest

from houseway.house.log.names import SIGN_INS
from houseway.house.office.catalogue import SYSTEM_RIGHTS, act_behind
from houseway.house.records.deep_audit.origins import FOLLOWS, origin_rule
from houseway.house.records.event_payloads import BY_NAME, ONE_EACH

NAMES = ("table/1", "jackpot/royal", "practice/1", "learning/pat")
STREAMS = {**ONE_EACH, **{name: payloads for name, (_, payloads) in zip(NAMES, BY_NAME, strict=True)}}
KINDS = [(stream, kind) for stream, payloads in STREAMS.items() for kind in payloads]


@pytest.mark.parametrize(("stream", "kind"), KINDS)
def test_every_kind_of_event_has_an_origin(stream: str, kind: str) -> None:
    known = act_behind(stream, kind) is not None or stream == SIGN_INS
    other_right = kind in SYSTEM_RIGHTS or kind == "award corrected"
    assert known or other_right or origin_rule(stream, kind) is not None, "add a line to FOLLOWS in origins.py"


def test_no_rule_is_for_a_kind_that_nothing_writes() -> None:
    written = {kind for _, kind in KINDS}
    assert {kind for rules in FOLLOWS.values() for kind in rules} <= written
