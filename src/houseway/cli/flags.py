"""Errors of lower packages, worded for the command line: a field that is an option becomes its flag."""

import re
from collections.abc import Collection
from typing import Any, Final

from typer.core import TyperCommand, TyperOption

from houseway.errors import HousewayError

_FIRST_WORDS: Final = re.compile(r"(?:^|(?<=, ))[a-z][a-z_-]*(?=$|[ ,])")  # of a field, or of several
_QUOTED: Final = re.compile(r"`([a-z][a-z_-]*)`")


class FlaggedCommand(TyperCommand):
    """A command whose errors name its options as they are typed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read its words; an option that takes one value is refused if it is given twice."""
        if not ctx.resilient_parsing:
            _, _, order = self.make_parser(ctx).parse_args(args=list(args))
            once = [option for option in order if isinstance(option, TyperOption) and takes_one_value(option)]
            for option in once:
                if once.count(option) > 1:
                    raise HousewayError("is given twice", field=option.opts[0])
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:  # the context of typer's parser, whose module has no public name
        """Run it; an error is raised again in the words of the command line."""
        if ctx.params.get("json") and ctx.params.get("csv") == "-":
            raise HousewayError("stands alone on standard output, without --json", field="--csv -")
        if str(ctx.params.get("study")) == ctx.params.get("file") == "-":
            raise HousewayError("standard input holds the records: name their file", field="--study -")
        try:
            return super().invoke(ctx)
        except HousewayError as problem:
            flags = {flag for option in self.params if isinstance(option, TyperOption) for flag in option.opts}
            raise HousewayError(with_flags(problem.reason, problem.field, flags)) from problem


def takes_one_value(option: TyperOption) -> bool:
    """Whether an option is neither a switch nor one that may be repeated."""
    return not (option.is_flag or option.multiple or option.count)


def refuse_beside(alone: str, **others: object) -> None:
    """Refuse options that have no meaning beside another one; those that were not given are None, empty or False."""
    if given := [f"--{name.replace('_', '-')}" for name, value in others.items() if value not in (None, "", False, [])]:
        raise HousewayError(f"{'have' if len(given) > 1 else 'has'} no meaning beside {alone}", field=", ".join(given))


def with_flags(reason: str, field: str, flags: Collection[str]) -> str:
    """The line of an error: `wagers_a_day` and, in the reason, `` `room` `` as --wagers-a-day and --room.

    >>> with_flags("needs `engine` dask", "scheduler", {"--engine", "--scheduler"})
    '--scheduler: needs --engine dask'
    """

    def flag(name: str, otherwise: str) -> str:
        option = f"--{name.replace('_', '-')}"
        return option if option in flags else otherwise

    named = _FIRST_WORDS.sub(lambda word: flag(word[0], word[0]), field)
    worded = _QUOTED.sub(lambda word: flag(word[1], word[0]), reason)
    return f"{named}: {worded}" if named else worded
