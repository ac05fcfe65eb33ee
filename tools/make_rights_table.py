"""Write "who may do what" into docs/controls.md, from the catalogue of acts; --check compares instead."""

import argparse
import sys
from pathlib import Path

from houseway.house.office.catalogue import CATALOGUES, OTHER_RIGHTS
from houseway.house.people.act import AnyAct
from houseway.house.people.rights import PLAY, Right
from houseway.house.people.roster import role_list

PAGE = Path(__file__).parent.parent / "docs" / "controls.md"
BEGIN, END = "<!-- rights: made by tools/make_rights_table.py -->\n", "<!-- end of rights -->\n"
HEAD = "| act | who | with whom | never | events |\n|---|---|---|---|---|\n"


def main() -> int:
    """Write the table, or compare it; 1 where it differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    new = before + BEGIN + "\n" + rights_table() + "\n" + END + rest.partition(END)[2]
    if parser.parse_args().check:
        return int(page != new)
    PAGE.write_text(new, encoding="utf-8")
    return 0


def rights_table() -> str:
    """The acts of every subject, and what asks for a right without being an act."""
    acts = [_row(f"{catalogue.subject} {act.name}", act.right, act) for catalogue in CATALOGUES for act in catalogue]
    return HEAD + "".join(acts + [_row(right.name, right, None) for right in OTHER_RIGHTS])


def _row(name: str, right: Right, act: AnyAct | None) -> str:
    who = "the player on the seat, or for them a dealer or a supervisor" if right is PLAY else _holders(right)
    never = act.never if act else ""
    events = ", ".join(dict.fromkeys(payload.KIND for payload in act.appends)) if act else ""
    note = f" ({right.note})" if right.note and right.roles else ""
    return f"| {name} | {who}{note} | {_second(right)} | {never} | {events} |\n"


def _second(right: Right) -> str:
    if not right.second:
        return ""
    above = f"above ${right.alone_up_to // 100:,} in 24 hours " if right.alone_up_to else ""
    return above + role_list(right.second)


def _holders(right: Right) -> str:
    return role_list(right.roles) if right.roles else right.note


if __name__ == "__main__":
    sys.exit(main())
