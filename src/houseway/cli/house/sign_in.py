"""`houseway sign-in` and `sign-out`: a short-lived token in a private file replaces the password on every act."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from houseway.cli.group import Commands
from houseway.cli.house.common import By, Database, Json, ask_password, ask_person, opened, session_file, terminal


def sign_in(by: By = None, db: Database = None, json: Json = False) -> None:
    """Sign in for an hour, in which your commands on this database need no password.

    The token is in a file in your data folder that nobody else may read. A second person always gives their password.

    Example: houseway sign-in --as ada
    """
    from houseway.cli.console import console, print_json
    from houseway.house.people.house import House
    from houseway.house.people.sign_ins import SignIns

    with opened(db) as log:
        who = by or os.environ.get("HOUSEWAY_PERSON") or ask_person()
        password = os.environ.get("HOUSEWAY_PASSWORD") or ask_password(f"Password of {who}", "HOUSEWAY_PASSWORD")
        started = SignIns(log, House(log)).start(who, password, terminal())
        _write(session_file(log), f"{started.person} {started.token}\n")
    if json:
        print_json({"person": started.person, "until": started.until})
    else:
        console().print(f"{started.person} is signed in until {started.until}", markup=False)


def sign_out(db: Database = None) -> None:
    """End your sign-in.

    Example: houseway sign-out
    """
    from houseway.house.people.house import House
    from houseway.house.people.sign_ins import SignIns

    with opened(db) as log, suppress(OSError):
        file = session_file(log)
        SignIns(log, House(log)).end(file.read_text(encoding="ascii").split()[-1])
        file.unlink()


def _write(file: Path, text: str) -> None:
    from houseway.errors import InvalidInput

    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = file.with_name(f"{file.name}.{os.getpid()}")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as opened_file:
            opened_file.write(text)
        new.replace(file)
    except OSError as problem:
        raise InvalidInput(f"cannot be made: {problem.strerror}", field=str(file)) from None


COMMANDS: Final[Commands] = {"sign-in": sign_in, "sign-out": sign_out}
