"""Compare the running software with the software that each open table was opened with."""

import msgspec

from houseway.house.log.log import Log
from houseway.house.tables.known_tables import open_tables
from houseway.kernel import source_digest


class TableSoftware(msgspec.Struct, frozen=True, kw_only=True):
    """The software that a table was opened with, and whether it is the one that runs."""

    table: str
    opened: str
    software: str
    same: bool


class SoftwareComparison(msgspec.Struct, frozen=True, kw_only=True):
    """The running software and every open table's, as `houseway audit software --json` prints it."""

    version: str
    software: str
    same: bool
    tables: list[TableSoftware]


def compare_software(log: Log, version: str) -> SoftwareComparison:
    """Compare the running software, which has this version, with the software of each open table."""
    running = source_digest()
    tables = [
        TableSoftware(table=one.table, opened=one.opened, software=one.software, same=one.software == running)
        for one in open_tables(log)
    ]
    same = all(one.same for one in tables)
    return SoftwareComparison(version=version, software=running, same=same, tables=tables)
