"""Whether a request was done before, asked of the log without doing it again."""

from houseway.errors import HousewayError
from houseway.house.events import NewEvent
from houseway.house.log import Appended, Batch, Conflict, Log


def answered(log: Log, stream: str, request: str) -> Appended | None:
    """What a request was answered when it was done; None where it was not."""
    if not request:
        return None
    nowhere = Batch(events=[NewEvent(stream=stream, kind="probe")], expected={stream: -1}, request=request)
    outcome = log.commit([nowhere])[0]  # a stream is never at -1, so that nothing is appended
    if isinstance(outcome, Conflict):
        return None
    if isinstance(outcome, HousewayError):
        raise outcome
    return outcome
