"""The deep audit of devices: only a paired device reports, and no step continued that its device had stopped."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from houseway.house.log.aggregate import Secret
from houseway.house.log.kinds import TableEvent
from houseway.house.log.log import KeyMissing
from houseway.house.records.deep_audit.step import TableStep
from houseway.house.tables.console_acts import Relieved
from houseway.house.tables.device_checks import reading_contradiction, reading_refusal, sensing_refusal
from houseway.house.tables.device_events import DealerRead, DeviceBack, DeviceLost, DevicePaired, WagersSensed
from houseway.house.tables.equipment import REPORTING, DeviceKind

_REPORTS: Final = {  # the kinds of device that may have sent each
    DealerRead.KIND: (DeviceKind.READER,),
    WagersSensed.KIND: (DeviceKind.SPOTS,),
    DeviceLost.KIND: REPORTING,
    DeviceBack.KIND: REPORTING,
}


def device_problems(step: TableStep[Any], secret: Secret) -> Iterator[str]:
    """What is wrong with a report of a device, or with a step that continued without one."""
    before, kind = step.before, step.event.kind
    if kind in _REPORTS:
        there = before.equipment.find(step.payload.device)
        if there is None or there.kind not in _REPORTS[kind]:
            yield f"no such device is paired: {step.payload.device}"
    elif kind == DevicePaired.KIND and step.payload.kind not in REPORTING:
        yield f"no two people pair a {step.payload.kind}"
    elif kind == Relieved.KIND and (step.payload.dealer, step.payload.relieved) != (step.event.by, before.dealer):
        yield f"{step.event.by} relieved {before.dealer or 'nobody'}, and it says otherwise"
    elif kind == TableEvent.DEALT and before.rules and (why := sensing_refusal(before)):
        yield f"it was dealt although {why}"
    elif kind == TableEvent.ENTERED and step.payload.deal and step.after.round and step.after.sealed is None:
        why = reading_refusal(before)
        with suppress(KeyMissing):  # then nobody here can open what the reader read
            why = why or reading_contradiction(before, step.after.round, secret)
        if why:
            yield f"cards were entered although {why}"
