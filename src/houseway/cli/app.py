"""The commands, and how their errors are reported."""

import os
import sys
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Final

import typer

from houseway.cli.encoding import print_in_any_encoding
from houseway.cli.group import Commands, add_commands, add_group
from houseway.cli.progress import STOPPED
from houseway.errors import HousewayError
from houseway.house.log.texts import is_text

# The root of the command line's own errors; newer versions of typer carry their parser inside, under another name.
CommandLineError: Any = typer.BadParameter.__mro__[2]

# Where the commands are: modules of the command line, and for each group those of the house's.
PLAIN: Final = ("program", "serve", "lab.exact_commands", "lab.forecast_commands", "house.sign_in", "house.dealer")
GROUPS: Final = {
    "table": ("table", "table_live", "table_corrections"),
    "audit": ("audit", "audit_rounds", "audit_house"),
    "jackpot": ("jackpot", "jackpot_reports"),
    "person": ("person",),
    "cage": ("cage",),
    "incident": ("incident",),
    "site": ("site",),
    "vault": ("vault",),
    "device": ("device",),
}


def version(shown: bool) -> None:
    """Print the version and stop."""
    if shown:
        from houseway import __version__

        typer.echo(__version__)
        raise typer.Exit


def start(
    version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Houseway."""


def program(word: str = "") -> typer.Typer:
    """The program with only the command or group of this name, or with all of them where there is no such name."""
    made = typer.Typer(
        name="houseway",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        help="The rules of five approved casino table games: played and settled to the cent.\n\n"
        "Example: houseway play down-under-holdem",
    )
    made.callback()(start)
    plain, groups = ({}, [word]) if word in GROUPS else (_plain_commands(), [*GROUPS])
    if word in plain:
        plain, groups = {word: plain[word]}, []
    add_commands(made, plain)
    for group in groups:
        modules = [import_module(f"houseway.cli.house.{name}") for name in GROUPS[group]]
        add_group(made, group, modules[0].HELP, *(module.COMMANDS for module in modules))
    return made


def _plain_commands() -> Commands:
    """The commands that belong to no group."""
    modules = [import_module(f"houseway.cli.{name}") for name in PLAIN]
    return {name: command for module in modules for name, command in module.COMMANDS.items()}


def run(arguments: list[str]) -> int:
    """Run the command line; the answer is the exit code."""
    if strange := _not_text(arguments):
        return _wrong(f"{strange}: must be text in UTF-8")
    print_in_any_encoding()
    try:
        if (answer := _dealers_answer(arguments)) is not None:
            return answer
        commands = _commands(arguments[0] if arguments else "")
        result = commands(args=arguments or ["--help"], prog_name="houseway", standalone_mode=False)
        sys.stdout.flush()
    except HousewayError as problem:
        return _wrong(str(problem))
    except CommandLineError as problem:
        return _help_or_wrong(problem)
    except (typer.Abort, KeyboardInterrupt):
        sys.stderr.write("\nstopped\n")
        return STOPPED
    except BrokenPipeError:
        return _pipe_closed()
    except SystemExit as stop:  # the parser exits by itself where a pipe is closed
        return _pipe_closed() if type(sys.stdout).__name__ == "PacifyFlushWrapper" else int(str(stop.code or 0))
    return result if isinstance(result, int) else 0


def _not_text(arguments: list[str]) -> str:
    """The word of a command, or our environment variable, that is not UTF-8 text; empty where all are."""
    words = {f"word {number}": word for number, word in enumerate(arguments, 1)}
    variables = {name: value for name, value in os.environ.items() if name.startswith("HOUSEWAY_")}
    return next((name for name, given in {**words, **variables}.items() if not is_text(given)), "")


def _dealers_answer(arguments: list[str]) -> int | None:
    """The exit code of a command that the house's dealing process runs; None for one that runs here."""
    if not os.environ.get("HOUSEWAY_DEALER") or arguments[:1] != ["table"]:
        return None
    from houseway.cli.house.dealer_client import ask_dealer

    return ask_dealer(arguments[1:])


@cache
def _commands(word: str) -> Any:
    """The command or group of this name, or all of them, which take a tenth of a second; built once a process."""
    return typer.main.get_command(program(word))


def _pipe_closed() -> int:
    """End quietly when the reader of our output has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _help_or_wrong(problem: Any) -> int:
    """A group without a command prints its help; anything else is an error."""
    if type(problem).__name__ == "NoArgsIsHelpError":
        sys.stdout.write(problem.ctx.get_help() + "\n")
        return 0
    return _wrong(problem.format_message())


def _wrong(message: str) -> int:
    sys.stderr.write(f"houseway: {' '.join(message.split())}\n")
    return 2
