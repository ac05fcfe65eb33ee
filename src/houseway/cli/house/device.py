"""`houseway device …`: pair a card reader, sensed spots or a console with a table; simulate devices."""

from typing import Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.act_commands import Request, Second
from houseway.cli.house.common import By, Database, Json
from houseway.cli.house.floor import Name

HELP: Final = (
    "Devices of a table: card readers, sensed spots and the dealer's console."
    "\n\nExample: houseway device pair 7 reader-1 reader --as sue --second dan"
)


def pair(
    name: Name,
    device: Annotated[str, typer.Argument(help="A name for the device, such as reader-1.")],
    kind: Annotated[str, typer.Argument(metavar="reader|spots", help="What the device does.")],
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Pair a device with an open table and print its token. Two persons do it; `table unpair` ends it.

    With the token the device can report what it sees at this table, and nothing else.

    Example: houseway device pair 7 reader-1 reader --as sue --second dan
    """
    from houseway.cli.console import console, print_json
    from houseway.cli.house.act_commands import second_of
    from houseway.cli.house.common import sign_in
    from houseway.cli.house.floor import at_table
    from houseway.house.people.act_fields import read_input
    from houseway.house.tables.device_acts import PAIR_DEVICE, PairDevice
    from houseway.house.tables.device_events import DevicePaired

    asked = read_input(PairDevice, {"device": device, "kind": kind})
    with at_table(db, name) as floor:
        first = sign_in(floor.people, by)
        other = second_of(floor.people, PAIR_DEVICE, first, second)
        (event, *_) = floor.table.do(asked, by=first, second=other, request=request)
        token = floor.table.log.secret(event.read(DevicePaired).token)
    if json:
        print_json({"table": name, "device": device, "kind": kind, "token": token})
    else:
        console().print(f"{kind} {device} is paired with table {name}; its token, shown once:", markup=False)
        typer.echo(token)


def simulate(
    url: Annotated[str, typer.Option(help="The server, such as http://127.0.0.1:8080.")],
    token: Annotated[list[str], typer.Option(help="The token of a reader or of spots; one for each device.")],
    seed: Annotated[int, typer.Option(help="Which cards the reader reads.")] = 1,
    rounds: Annotated[int, typer.Option(min=0, help="Stop after this many rounds; 0 runs until Ctrl-C.")] = 0,
    mistake: Annotated[
        str, typer.Option(metavar="count|light|fault|silence", help="The mistake to make in the first round.")
    ] = "",
    every: Annotated[float, typer.Option(min=0.05, help="Seconds between heartbeats.")] = 1.0,
    json: Json = False,
) -> None:
    """Simulate a card reader and the sensed spots of a table against a running server.

    The spots sense the jackpot wagers that are entered. The reader draws the dealer's cards itself and prints them:
    enter these cards at the table. With --mistake, the table must stop in the first round.

    Example: houseway device simulate --url http://127.0.0.1:8080 --token TOKEN-OF-READER --token TOKEN-OF-SPOTS
    """
    import time

    from houseway.cli.console import console, print_json
    from houseway.cli.house.device_simulation import Simulation

    simulation = Simulation(url, token, seed=seed, mistake=mistake)
    while not rounds or simulation.finished < rounds:
        for line in simulation.step():
            if json:
                print_json(line)
            else:
                words = " ".join(f"{key} {value}" for key, value in line.items() if key not in ("table", "device"))
                console().print(f"table {line['table']}, {line['device']}: {words}", markup=False)
        time.sleep(every)


def pair_console(
    name: Name,
    console_name: Annotated[str, typer.Argument(metavar="CONSOLE", help="A name for the console, such as console-1.")],
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Pair a dealer's console with a table and print its token. A supervisor does it; `table unpair-console` ends it.

    A browser is paired on the page /room/console. A program with the token acts as the console: dealers take over with
    their PINs there, and nowhere else.

    Example: houseway device pair-console 7 console-1 --as sue
    """
    from houseway.cli.console import console, print_json
    from houseway.cli.house.common import sign_in
    from houseway.cli.house.floor import at_table
    from houseway.house.people.act_fields import read_input
    from houseway.house.tables.console_acts import ConsolePaired, PairConsole

    asked = read_input(PairConsole, {"device": console_name})
    with at_table(db, name) as floor:
        (event, *_) = floor.table.do(asked, by=sign_in(floor.people, by), request=request)
        token = floor.table.log.secret(event.read(ConsolePaired).token)
    if json:
        print_json({"table": name, "console": console_name, "token": token})
    else:
        console().print(f"console {console_name} is paired with table {name}; its token, shown once:", markup=False)
        typer.echo(token)


COMMANDS: Final[Commands] = {"pair": pair, "pair-console": pair_console, "simulate": simulate}
