"""Finished rounds and jackpots without anybody's name, for those who may not know it: seats by number, and no purse."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from houseway.games.round.round_record import RoundRecord
from houseway.house.jackpots.report import JackpotScreen
from houseway.house.records.dispute_pack import DisputePack, PackedCorrection, PackedEvent


def without_names(pack: DisputePack) -> DisputePack:
    """A round with what happened on each seat, without the names of players and staff."""
    names = _names_in(pack)
    return replace(
        pack,
        record=unnamed_record(pack.record),
        corrections=[_unnamed_correction(one) for one in pack.corrections],
        events=[_unnamed_event(one, names) for one in pack.events],
    )


def jackpot_without_names(screen: JackpotScreen) -> JackpotScreen:
    """A jackpot whose wins tell table, seat and amount, and not who won."""
    wins = [replace(win, awards=[replace(one, player="") for one in win.awards]) for win in screen.wins]
    return replace(screen, wins=wins, held=[replace(one, player="") for one in screen.held])


def unnamed_record(record: RoundRecord) -> RoundRecord:
    """A record without its players; it settles as before."""
    return replace(record, seats=[replace(row, player=UNSET) for row in record.seats], meta=UNSET)


def _unnamed_correction(one: PackedCorrection) -> PackedCorrection:
    return replace(one, by="", second="", record=unnamed_record(one.record))


def _unnamed_event(one: PackedEvent, names: frozenset[str]) -> PackedEvent:
    return replace(one, by="", data=_without(one.data, names))


def _names_in(pack: DisputePack) -> frozenset[str]:
    players = {row.player for row in pack.record.seats if isinstance(row.player, str)}
    staff = {one.by for one in pack.events} | {name for one in pack.corrections for name in (one.by, one.second)}
    return frozenset((players | staff) - {""})


def _without(value: Any, names: frozenset[str]) -> Any:
    """Plain data without the entries that are a name or stand under one."""
    if isinstance(value, dict):
        rest = {key: one for key, one in value.items() if key not in names and not _is_name(one, names)}
        return {key: _without(one, names) for key, one in rest.items()}
    if isinstance(value, list):
        return [_without(one, names) for one in value if not _is_name(one, names)]
    return value


def _is_name(value: Any, names: frozenset[str]) -> bool:
    return isinstance(value, str) and value in names
