"""`houseway vault …`: the key that seals the seeds of decks in play and the deals that were entered."""

from typing import Final

from houseway.cli.group import Commands
from houseway.cli.house.act_commands import Second
from houseway.cli.house.common import By, Database, Json, opened, sign_in

HELP: Final = "The key that seals the house's secrets.\n\nExample: houseway vault show"


def show(db: Database = None, json: Json = False) -> None:
    """Show the ids of the house's keys, and whether each is available here; the last one seals new secrets.

    Example: houseway vault show
    """
    from houseway.cli.console import console, print_json
    from houseway.house.store.store import SqlLog

    with opened(db, read_only=True) as log:
        rows = [{"key": key, "here": here} for key, here in log.vault_keys()] if isinstance(log, SqlLog) else []
    if json:
        print_json(rows)
        return
    for row in rows or [{"key": "no key yet", "here": True}]:
        console().print(f"{row['key']}{'' if row['here'] else '  (not here)'}", markup=False)


def change(by: By = None, second: Second = None, db: Database = None, json: Json = False) -> None:
    """Seal everything with another key. Two persons do it; secrets under a lost key stay sealed.

    The new key is the first that HOUSEWAY_VAULT_KEY, HOUSEWAY_VAULT_KEY_FILE or HOUSEWAY_VAULT_KEY_COMMAND gives and
    that the house has not used; without any of them it is made in your data folder.

    Example: houseway vault change --as ada --second sue
    """
    from houseway.cli.console import console, print_json
    from houseway.house.office.vault_key import change_vault_key
    from houseway.house.people.house import House

    with opened(db) as log:
        people = House(log)
        first = sign_in(people, by)
        change = change_vault_key(log, people, by=first, second=sign_in(people, second, second=True))
    if json:
        print_json(change._asdict())
        return
    console().print(f"key {change.after} seals now: {change.sealed:,} secrets sealed anew", markup=False)
    if change.unopened:
        console().print(f"{change.unopened:,} secrets stay under keys that are not here", markup=False)


COMMANDS: Final[Commands] = {"show": show, "change": change}
