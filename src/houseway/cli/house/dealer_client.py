"""How a `houseway table` command asks the dealing process of its house: by one line over the socket HOUSEWAY_DEALER."""

import os
import socket
import sys
from typing import Final

import msgspec

from houseway.bounded_text import LARGEST_SHEET, read_file_or_input
from houseway.cli.house.common import ask_password, ask_person
from houseway.cli.house.dealer import NAMES, NOT_ASKED, SECONDS, DealerAnswer, DealerRequest
from houseway.errors import NotAllowedNow

WITH_VALUE: Final = ("--on", "--request", "--as", "--second")  # options of `table open`
PUBLIC: Final = ("list",)  # need no sign-in


def ask_dealer(words: list[str]) -> int | None:
    """Have the dealer run a command, and print what it printed; None for a command that is run here."""
    if not words or words[0] in NOT_ASKED or words[0].startswith("-") or "--help" in words:
        return None
    words, stdin = _with_file(words)
    answer = _send(DealerRequest(words=words, stdin=stdin, people=_people(words)))
    sys.stdout.write(answer.out)
    sys.stderr.write(answer.err)
    return answer.code


def _send(request: DealerRequest) -> DealerAnswer:
    path = os.environ["HOUSEWAY_DEALER"]
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(SECONDS)
            line.connect(path)
            line.sendall(msgspec.json.encode(request) + b"\n")
            with line.makefile("rb") as reader:
                return msgspec.json.decode(reader.readline(), type=DealerAnswer)
    except OSError as problem:
        raise NotAllowedNow(f"no dealer answers: {problem.strerror or problem}", field=path) from None
    except msgspec.MsgspecError:
        raise NotAllowedNow("the dealer gave no answer; check whether the act was done", field=path) from None


def _people(words: list[str]) -> dict[str, str]:
    """Who acts, and with which passwords; those that are not given are asked for."""
    people = {name: value for name in NAMES if (value := os.environ.get(name))}
    if words[0] in PUBLIC or (words[0] == "show" and not _value(words, "--seat")):
        return people
    for option, name, secret in (("--as", *NAMES[:2]), ("--second", *NAMES[2:])):
        who = _value(words, option) or people.get(name, "")
        if not who and option == "--as":
            who = people[name] = ask_person()
        if who and secret not in people:
            people[secret] = ask_password(f"Password of {who}", secret)
    return people


def _value(words: list[str], option: str) -> str:
    """The value of an option; empty where it is not given."""
    for place, word in enumerate(words):
        if word == option:
            return words[place + 1] if place + 1 < len(words) else ""
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
    return ""


def _with_file(words: list[str]) -> tuple[list[str], str]:
    """A command that reads a file, with the file's text on standard input instead: the dealer reads no files."""
    place = _place_of_file(words)
    if place is None:
        return words, ""
    option, equals, file = words[place].partition("=") if words[place].startswith("--") else ("", "", words[place])
    text = read_file_or_input(file, most=4 * LARGEST_SHEET)
    return [*words[:place], f"{option}{equals}-", *words[place + 1 :]], text


def _place_of_file(words: list[str]) -> int | None:
    """Where a command names a file: standard input, after --deal, or the sheet of `open`."""
    for place, word in enumerate(words):
        if word == "--deal" and place + 1 < len(words):
            return place + 1
        if word == "-" or word.startswith("--deal="):
            return place
        if words[0] == "open" and place and not word.startswith("--") and words[place - 1] not in WITH_VALUE:
            return place
    return None
