"""How commands are registered: tables of names and functions, handed over when the program starts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import typer

from houseway.cli.flags import FlaggedCommand


@dataclass(frozen=True, slots=True)
class Command:
    """A command that needs more than its function."""

    function: Callable[..., Any]
    free_form: bool = False  # an argument may begin with a dash, as a negative amount does


Commands = Mapping[str, Callable[..., Any] | Command]


def add_commands(to: typer.Typer, *tables: Commands) -> None:
    """Put commands under their names, in the order of the tables."""
    for name, given in (item for table in tables for item in table.items()):
        command = given if isinstance(given, Command) else Command(given)
        context = {"ignore_unknown_options": True} if command.free_form else None
        to.command(name, cls=FlaggedCommand, context_settings=context)(command.function)


def add_group(to: typer.Typer, name: str, about: str, *tables: Commands) -> None:
    """Put commands under a name of their own, with the text of its help."""
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help=about)
    add_commands(group, *tables)
    to.add_typer(group, name=name)
