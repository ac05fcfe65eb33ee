"""Every act of the house, by the streams that it works on."""

from collections.abc import Mapping
from typing import Final

from houseway.house.jackpots.catalogue import JACKPOT_ACTS
from houseway.house.log.names import HOUSE, INCIDENTS, SITE, jackpot_name, table_name
from houseway.house.log.site_payloads import ClockSet, VaultKeyChanged
from houseway.house.office.clock import SET_CLOCK
from houseway.house.office.incidents import INCIDENT_ACTS
from houseway.house.office.site import SITE_ACTS
from houseway.house.office.vault_key import CHANGE_KEY
from houseway.house.people.account_acts import ACCOUNT_ACTS
from houseway.house.people.act import AnyAct, AnyCatalogue
from houseway.house.people.cage_acts import CAGE_ACTS
from houseway.house.people.house import HOUSE_ACTS
from houseway.house.people.person_acts import PERSON_ACTS
from houseway.house.people.rights import READ_LOG, READ_REPORTS, SEAT_PLAYER, Right
from houseway.house.people.setting_acts import SETTING_ACTS
from houseway.house.tables.catalogue import TABLE_ACTS

CATALOGUES: Final[tuple[AnyCatalogue, ...]] = (
    TABLE_ACTS,
    JACKPOT_ACTS,
    CAGE_ACTS,
    PERSON_ACTS,
    ACCOUNT_ACTS,
    SITE_ACTS,
    SETTING_ACTS,
    INCIDENT_ACTS,
)
SYSTEM_RIGHTS: Final[Mapping[str, Right]] = {ClockSet.KIND: SET_CLOCK, VaultKeyChanged.KIND: CHANGE_KEY}
OTHER_RIGHTS: Final = (SEAT_PLAYER, SET_CLOCK, CHANGE_KEY, READ_LOG, READ_REPORTS)  # of no act in a catalogue
_STREAMS: Final[Mapping[str, AnyCatalogue]] = {HOUSE: HOUSE_ACTS, SITE: SITE_ACTS, INCIDENTS: INCIDENT_ACTS}


def catalogue_of(stream: str) -> AnyCatalogue | None:
    """The acts for a stream; None where there are none."""
    if table_name(stream):
        return TABLE_ACTS
    return JACKPOT_ACTS if jackpot_name(stream) else _STREAMS.get(stream)


def act_behind(stream: str, kind: str) -> AnyAct | None:
    """The act that a kind of event on a stream records; the main act if several append it."""
    catalogue = catalogue_of(stream)
    acts = catalogue.acts_of(kind) if catalogue else []
    return next((act for act in acts if kind == act.appends[0].KIND), acts[0] if acts else None)
