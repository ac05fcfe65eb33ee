"""Errors of the rooms below, worded for the command line: the name of a field that is an option becomes its flag."""

import re
from collections.abc import Collection
from typing import Any, Final

from typer.core import TyperCommand, TyperOption

from houseway.errors import HousewayError

_FIRST_WORDS: Final = re.compile(r"(?:^|(?<=, ))[a-z][a-z_-]*(?=$|[ ,])")  # of a field, or of several
_QUOTED: Final = re.compile(r"`([a-z][a-z_-]*)`")


class FlaggedCommand(TyperCommand):
    """A command whose errors name its options as they are typed."""

    def invoke(self, ctx: Any) -> Any:  # the context of typer's parser, whose module has no public name
        """Run it; an error is raised again in the words of the command line."""
        try:
            return super().invoke(ctx)
        except HousewayError as problem:
            flags = {flag for option in self.params if isinstance(option, TyperOption) for flag in option.opts}
            raise HousewayError(with_flags(problem.reason, problem.field, flags)) from problem


def with_flags(reason: str, field: str, flags: Collection[str]) -> str:
    """The line of an error: `wagers_a_day` and, in the reason, `` `room` `` as --wagers-a-day and --room.

    >>> with_flags("needs `engine` dask", "scheduler", {"--engine", "--scheduler"})
    '--scheduler: needs --engine dask'
    """

    def flag(name: str, otherwise: str) -> str:
        found = f"--{name.replace('_', '-')}"
        return found if found in flags else otherwise

    named = _FIRST_WORDS.sub(lambda word: flag(word[0], word[0]), field)
    worded = _QUOTED.sub(lambda word: flag(word[1], word[0]), reason)
    return f"{named}: {worded}" if named else worded
