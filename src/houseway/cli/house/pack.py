"""`houseway table pack`: the documents of a table, written into a folder."""

import datetime
from pathlib import Path

from houseway.cli.console import print_json
from houseway.cli.house.common import say_refusals
from houseway.cli.progress import progress_bar
from houseway.cli.written import say_written


def write_pack(
    file: Path, output: Path | None, *, html: bool, seed: str, on: datetime.date, practice: bool, as_json: bool
) -> int:
    """Write the pack of a sheet; 1 where the sheet is refused."""
    from houseway.documents.pack.pack import ALL_FORMS, HTML, table_pack
    from houseway.house.sheets.check import check_sheet
    from houseway.house.sheets.sheet import load_sheet

    sheet = load_sheet(file)
    practice = practice or not sheet.approval.letters
    if refusals := check_sheet(sheet, on, practice=practice):
        say_refusals(refusals)
        return 1
    folder = output or Path(f"pack-{sheet.name}")
    with progress_bar(f"pack of table {sheet.name}"):
        made = table_pack(sheet, on, practice=practice, seed=seed)
        written = made.save(folder, HTML if html else ALL_FORMS)
    if as_json:
        print_json({"table": sheet.name, "folder": str(folder), "files": [path.name for path in written]})
    else:
        say_written(folder, f"{len(made.documents)} documents, {len(written)} files")
    return 0
