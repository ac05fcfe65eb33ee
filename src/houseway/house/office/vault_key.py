"""Two persons change the vault's key: everything is sealed anew, and the log records the order of the keys."""

from typing import Final

from houseway.errors import InvalidInput
from houseway.house.log.events import NewEvent
from houseway.house.log.log import Log
from houseway.house.log.names import SYSTEM
from houseway.house.log.site_payloads import VaultKeyChanged
from houseway.house.people.permissions import Permissions
from houseway.house.people.rights import ADMINISTRATOR, MANAGERS, Right
from houseway.house.store.secret_rows import KeyChange
from houseway.house.store.store import SqlLog

CHANGE_KEY: Final = Right("change vault key", ADMINISTRATOR, second=MANAGERS)


def change_vault_key(log: Log, people: Permissions, *, by: str, second: str = "") -> KeyChange:
    """Seal all secrets with another key. What a lost key seals stays sealed: rounds with such cards are called off."""
    people.permit(CHANGE_KEY, by, second)
    if not isinstance(log, SqlLog):
        raise InvalidInput("a log in memory has no vault", field="vault")

    def event(change: KeyChange) -> NewEvent:
        return NewEvent(stream=SYSTEM, by=by, data=VaultKeyChanged(**change._asdict(), second=second))

    return log.change_key(event)
