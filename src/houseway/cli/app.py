"""The commands and how their errors end."""

import os
import sys
from functools import cache
from typing import Annotated, Any

import typer

from houseway.cli import program, serve
from houseway.cli.group import add_commands, add_group
from houseway.cli.house import (
    audit,
    audit_house,
    audit_rounds,
    cage,
    incident,
    jackpot,
    person,
    sign_in,
    site,
    table,
    table_corrections,
    table_live,
    vault,
)
from houseway.cli.lab import commands as lab
from houseway.cli.progress import STOPPED
from houseway.errors import HousewayError
from houseway.house.log.texts import is_text

# The root of the command line's own errors; newer versions of typer carry their parser inside, under another name.
CommandLineError: Any = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="houseway",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="The rules of five approved casino table games: played and settled to the cent.\n\n"
    "Example: houseway play down-under-holdem",
)
add_commands(app, program.COMMANDS, serve.COMMANDS, lab.COMMANDS, sign_in.COMMANDS)
add_group(app, "table", table.HELP, table.COMMANDS, table_live.COMMANDS, table_corrections.COMMANDS)
add_group(app, "audit", audit.HELP, audit.COMMANDS, audit_rounds.COMMANDS, audit_house.COMMANDS)
add_group(app, "jackpot", jackpot.HELP, jackpot.COMMANDS)
add_group(app, "person", person.HELP, person.COMMANDS)
add_group(app, "cage", cage.HELP, cage.COMMANDS)
add_group(app, "incident", incident.HELP, incident.COMMANDS)
add_group(app, "site", site.HELP, site.COMMANDS)
add_group(app, "vault", vault.HELP, vault.COMMANDS)


def version(shown: bool) -> None:
    """Print the version and stop."""
    if shown:
        from houseway import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Houseway."""


def run(arguments: list[str]) -> int:
    """Run the command line; the answer is the exit code."""
    if strange := _not_text(arguments):
        return _wrong(f"{strange}: must be text in UTF-8")
    try:
        result = _commands()(args=arguments or ["--help"], prog_name="houseway", standalone_mode=False)
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
    except SystemExit as stop:  # the parser ends the program by itself where a pipe is closed
        return _pipe_closed() if type(sys.stdout).__name__ == "PacifyFlushWrapper" else int(str(stop.code or 0))
    return result if isinstance(result, int) else 0


def _not_text(arguments: list[str]) -> str:
    """Which word of a command, or which variable of ours, holds bytes that are no text; empty where none does."""
    words = {f"word {number}": word for number, word in enumerate(arguments, 1)}
    variables = {name: value for name, value in os.environ.items() if name.startswith("HOUSEWAY_")}
    return next((name for name, given in {**words, **variables}.items() if not is_text(given)), "")


@cache
def _commands() -> Any:
    """All commands, built once a process."""
    return typer.main.get_command(app)


def _pipe_closed() -> int:
    """Whoever reads has read enough: that is no error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _help_or_wrong(problem: Any) -> int:
    """A group of commands without one is asked for its help; anything else is wrong."""
    if type(problem).__name__ == "NoArgsIsHelpError":
        sys.stdout.write(problem.ctx.get_help() + "\n")
        return 0
    return _wrong(problem.format_message())


def _wrong(message: str) -> int:
    sys.stderr.write(f"houseway: {' '.join(message.split())}\n")
    return 2
