"""The command line over all of houseway."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run a command; every error a user can make ends as one line on standard error and exit code 2."""
    from houseway.cli.app import run

    return run(sys.argv[1:] if arguments is None else arguments)
