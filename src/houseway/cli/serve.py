"""`houseway serve`: check the options, then start the server."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.errors import InvalidInput, NotAllowedNow

if TYPE_CHECKING:
    from houseway.house.tables.who_deals import Lease


def serve(
    host: Annotated[
        str, typer.Option(help="The address to serve; one that others can reach needs --practice or --room.")
    ] = ("127.0.0.1"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; if it is taken, the next free one.")] = 8080,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A path or postgresql://...; a file in your data folder by default."),
    ] = None,
    practice: Annotated[bool, typer.Option("--practice", help="Everybody plays with practice chips.")] = False,
    room: Annotated[bool, typer.Option("--room", help="The people of the house sign in.")] = False,
    new: Annotated[bool, typer.Option("--new", help="With --room: create the house if there is none.")] = False,
    processes: Annotated[int, typer.Option(min=1, max=64, help="How many processes; several need PostgreSQL.")] = 1,
    tls_cert: Annotated[Path | None, typer.Option(metavar="FILE", help="A certificate, in PEM.")] = None,
    tls_key: Annotated[Path | None, typer.Option(metavar="FILE", help="Its key, in PEM.")] = None,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A TLS proxy: the server answers only it and trusts its forwarded headers; may be repeated.",
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
) -> None:
    """Serve the web tables: practice on this machine by default. Ctrl-C ends it.

    A room without people prints a one-time code, with which its first administrator is added at /room/begin.
    A room that others can reach needs --tls-cert and --tls-key, or --behind-proxy, because people send it their
    passwords.

    Example: houseway serve --port 8000
    """
    start_server(
        host=host,
        port=port,
        database=database,
        practice=practice,
        room=room,
        new=new,
        processes=processes,
        certificate=tls_cert,
        key=tls_key,
        proxies=tuple(behind_proxy or ()),
        browser=not no_browser,
    )


def start_server(
    *,
    host: str,
    port: int,
    database: str | None,
    practice: bool,
    room: bool,
    new: bool,
    processes: int,
    certificate: Path | None,
    key: Path | None,
    proxies: tuple[str, ...],
    browser: bool,
) -> None:
    """Serve practice or a room."""
    from houseway.cli.house.common import require_no_password, warn_of_readers
    from houseway.house.store.database import parse_url
    from houseway.web.http.settings import LOOPBACK, Limits, Settings, is_loopback

    _require_mode(host, practice=practice, room=room, new=new)
    _require_files(certificate, key)
    _require_addresses(proxies)
    if room and not is_loopback(host) and certificate is None and not proxies:
        reason = f"others could read passwords on the way to {host}: give --tls-cert and --tls-key, or --behind-proxy"
        raise InvalidInput(reason, field="--room")
    require_no_password(database, "--database")
    url = database or _own_database(practice=not room)
    warn_of_readers(url)
    if room and url == "memory:":
        raise InvalidInput("a room is a house that is stored", field="--database")
    if processes > 1 and (url == "memory:" or parse_url(url).get_backend_name() == "sqlite"):
        raise NotAllowedNow("several processes need PostgreSQL: --database postgresql://...", field="--processes")
    if new:
        _make_house(url)
    from houseway.web.http.processes import serve_many
    from houseway.web.http.server import has_display, serve
    from houseway.web.room.first_administrator import new_code

    settings = Settings(
        database=url,
        practice=not room,
        host=host,
        port=port,
        tls=certificate is not None,
        behind_proxy=proxies,
        processes=processes,
        limits=LOOPBACK if is_loopback(host) and not proxies else Limits(),
        first_code=new_code() if room else "",
    )
    begin = serve_many if processes > 1 else serve
    with _deals_alone(url) if room else nullcontext() as lease:
        begin(replace(settings, lease=lease), certificate=certificate, key=key, browser=browser and has_display())


@contextmanager
def _deals_alone(url: str) -> "Iterator[Lease]":
    """While a room is served, commands do not deal at its tables of the fair shuffle."""
    from houseway.house.store.store import open_log
    from houseway.house.tables.who_deals import deal_alone

    with open_log(url, read_only=True) as log, deal_alone(log) as keeper, keeper.renewing() as lease:
        yield lease


def _require_mode(host: str, *, practice: bool, room: bool, new: bool) -> None:
    from houseway.web.http.settings import is_loopback

    if new and not room:
        raise InvalidInput("belongs to --room; practice makes its house itself", field="--new")
    if practice and room:
        raise InvalidInput("is the opposite of --room; give one of them", field="--practice")
    if not practice and not room and not is_loopback(host):
        raise InvalidInput(f"{host} can be reached by others: say --practice or --room", field="--host")


def _require_files(certificate: Path | None, key: Path | None) -> None:
    if (certificate is None) != (key is None):
        raise InvalidInput("--tls-cert and --tls-key belong together", field="--tls-cert")
    for file, option in ((certificate, "--tls-cert"), (key, "--tls-key")):
        if file is not None and not file.is_file():
            raise InvalidInput(f"there is no file {file}", field=option)


def _require_addresses(proxies: tuple[str, ...]) -> None:
    """Check that proxies are named by address: requests from it are trusted to name their client."""
    from ipaddress import ip_address

    for proxy in proxies:
        try:
            ip_address(proxy)
        except ValueError:
            raise InvalidInput(f"must be the address of a proxy, not {proxy[:60]}", field="--behind-proxy") from None


def _make_house(url: str) -> None:
    """Create the log of a house if there is none; an existing one does not change."""
    from houseway.house.store.paths import data_folder, default_url
    from houseway.house.store.store import open_log

    if url == default_url():
        data_folder().mkdir(parents=True, exist_ok=True)
    open_log(url).close()


def _own_database(*, practice: bool) -> str:
    """Practice has its own file, so that it never touches the log of a house."""
    from houseway.house.store.paths import data_folder, default_url

    if not practice:
        return default_url()
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "practice.db")


COMMANDS: Final[Commands] = {"serve": serve}
