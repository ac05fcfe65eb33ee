"""`houseway dealer`: the process that deals for commands, behind a socket, as the only user with the vault's key.

A request is one line of JSON: a `table` command with the passwords of those who act; so is the answer: what the command
printed, and its exit code. Each request is run in a process of its own, which ends with it.
"""

import contextlib
import io
import os
import signal
import socket
import socketserver
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import typer

from houseway.cli.group import Commands
from houseway.cli.house.common import Database, ThisProcess, opened

if TYPE_CHECKING:
    from houseway.house.tables.who_deals import LeaseKeeper

MOST_BYTES: Final = 1_000_000  # of a request
SECONDS: Final = 60  # for a request, from its last byte to its answer
LINE_SECONDS: Final = 5  # for the line of a request
AT_ONCE: Final = 16  # requests
NAMES: Final = ("HOUSEWAY_PERSON", "HOUSEWAY_PASSWORD", "HOUSEWAY_SECOND", "HOUSEWAY_SECOND_PASSWORD")
NOT_ASKED: Final = ("check", "placard", "sheet", "pack", "run")  # need no dealer, or would keep it busy


class DealerRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command of `houseway table`, what it reads on standard input, and who acts."""

    words: list[str]
    stdin: str = ""
    people: dict[str, str] = {}


class DealerAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the command printed, and its exit code."""

    code: int
    out: str = ""
    err: str = ""


def dealer(
    path: Annotated[
        Path | None,
        typer.Option("--socket", metavar="PATH", help="Where commands ask; HOUSEWAY_DEALER by default."),
    ] = None,
    db: Database = None,
) -> None:
    """Deal at the tables of the fair shuffle for commands of others. Ctrl-C ends it.

    Run it as a user who alone can read the vault's key. Others set HOUSEWAY_DEALER to its socket; their `houseway
    table` commands then run here, each with the password of the person who acts.

    Example: houseway dealer --socket /run/houseway/dealer.sock
    """
    from houseway.errors import InvalidInput
    from houseway.house.store.paths import default_url
    from houseway.house.tables.who_deals import deal_alone

    named = path or Path(os.environ.get("HOUSEWAY_DEALER", ""))
    if not named.name:
        raise InvalidInput("give the path of the socket, or HOUSEWAY_DEALER", field="--socket")
    os.environ["HOUSEWAY_DB"] = db or default_url()
    os.environ.pop("HOUSEWAY_DEALER", None)
    with opened(db) as log, deal_alone(log) as keeper, _listening(named) as server:
        server.keeper, ThisProcess.lease = keeper, keeper.lease
        typer.echo(f"houseway deals at {named}")
        sys.stdout.flush()
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


@contextlib.contextmanager
def _listening(path: Path) -> Iterator["_Server"]:
    """The server on its socket; a socket that a dead dealer left is replaced."""
    from houseway.errors import InvalidInput

    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
        except OSError:
            pass  # no socket is there, or binding reports what is wrong
        else:
            raise InvalidInput("a dealer listens there already", field=str(path))
    try:
        server = _Server(str(path), _Handler)
    except OSError as problem:
        raise InvalidInput(f"cannot be made: {problem.strerror}", field=str(path)) from None
    path.chmod(0o666)  # anybody who reaches it may ask: every request carries a password
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield server
    finally:
        server.server_close()
        path.unlink(missing_ok=True)


class _Server(socketserver.ForkingMixIn, socketserver.UnixStreamServer):
    keeper: "LeaseKeeper | None" = None
    max_children = AT_ONCE
    request_queue_size = 128  # that wait meanwhile

    def service_actions(self) -> None:
        """Twice a second: what the server does by itself, and the claim to deal is renewed."""
        super().service_actions()
        if self.keeper is not None:
            self.keeper.renew()

    def handle_error(self, request: object, client_address: object) -> None:
        """Report what went wrong, unless the client hung up."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # passed on as it came


class _Handler(socketserver.StreamRequestHandler):
    """One request, in a process of its own."""

    def handle(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.alarm(LINE_SECONDS)
        line = self.rfile.readline(MOST_BYTES + 1)
        signal.alarm(SECONDS)
        ThisProcess.asked_by = user_of(self.connection)
        if line:
            self.wfile.write(msgspec.json.encode(answer_request(line)) + b"\n")


def user_of(connection: socket.socket) -> int | None:
    """Which user of this machine is at the other end of a socket; None where the system does not say."""
    if not hasattr(socket, "SO_PEERCRED"):
        return None
    held = struct.Struct("3i")  # process, user, group
    _, user, _ = held.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, held.size))
    return int(user)


def answer_request(line: bytes) -> DealerAnswer:
    """Run the command of a request in this process, which deals."""
    from houseway.cli.app import run

    try:
        asked = msgspec.json.decode(line, type=DealerRequest)
    except msgspec.MsgspecError:
        return DealerAnswer(code=2, err="houseway: dealer: is no request\n")
    if not asked.words or asked.words[0] in NOT_ASKED or any(word.startswith("--db") for word in asked.words):
        return DealerAnswer(code=2, err="houseway: dealer: does not run this command\n")
    ThisProcess.is_dealer = True
    for name in NAMES:
        os.environ.pop(name, None)
    os.environ.update({name: value for name, value in asked.people.items() if name in NAMES and "\0" not in value})
    out, err = io.StringIO(), io.StringIO()
    sys.stdin = io.StringIO(asked.stdin)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(["table", *asked.words])
    return DealerAnswer(code=code, out=out.getvalue(), err=err.getvalue())


COMMANDS: Final[Commands] = {"dealer": dealer}
