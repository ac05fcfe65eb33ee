"""Files of the lab: written whole or not at all, and read with clear errors."""

import io
import json
import lzma
import os
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import numpy as np
from msgspec import Raw, Struct
from msgspec.structs import asdict

from houseway.errors import InvalidInput
from houseway.games import kit_of
from houseway.games.pricing.result import MainResult
from houseway.games.pricing.result_json import from_json
from houseway.games.pricing.strategy import FORMAT, Strategy

HEADER: Final = "strategy.json"


class StrategyFormat(Struct, frozen=True, kw_only=True):
    """The format that a strategy was written in."""

    format: int


class StrategyHead(StrategyFormat, frozen=True, kw_only=True):
    """The head of a strategy's file; the figures are read as its game has them."""

    game: str
    name: str
    rules: str
    options: Mapping[str, str]
    study: str
    figures: Raw


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that gets its name only when it is complete on the disk; until then the old file stays."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def save_strategy(strategy: Strategy, path: Path, *, small: bool = False) -> None:
    """Write a strategy to a file; a small one takes longer to write."""
    with whole_file(path) as file:
        file.write(strategy_bytes(strategy, small=small))


def strategy_bytes(strategy: Strategy, *, small: bool = False) -> bytes:
    """A strategy as a zip archive of its head as JSON and its arrays; the same strategy gives the same bytes."""
    head = {
        "format": strategy.format,
        "game": strategy.game,
        "name": strategy.name,
        "rules": strategy.rules,
        "options": dict(strategy.options),
        "study": strategy.study,
        "figures": strategy.figures.to_json(),
    }
    method = zipfile.ZIP_LZMA if small else zipfile.ZIP_DEFLATED
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method, compresslevel=6) as archive:
        archive.writestr(zipfile.ZipInfo(HEADER), json.dumps(head), method)
        for name, array in strategy.arrays.items():
            packed = io.BytesIO()
            np.save(packed, array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), packed.getvalue(), method)
    return file.getvalue()


def load_strategy(path: Path) -> Strategy:
    """Read a strategy from a file."""
    try:
        return read_strategy(path.read_bytes(), str(path))
    except FileNotFoundError:
        raise InvalidInput("no such file", field=str(path)) from None
    except OSError:
        raise InvalidInput("is no strategy of houseway", field=str(path)) from None


def read_strategy(content: bytes, name: str) -> Strategy:
    """Read a strategy from the content of a file of this name."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            text = archive.read(HEADER)
            if (written := from_json(text, StrategyFormat).format) != FORMAT:
                raise InvalidInput(f"is of format {written}; this houseway reads {FORMAT}", field=name)
            arrays = {
                part.removesuffix(".npy"): np.load(io.BytesIO(archive.read(part)), allow_pickle=False)
                for part in archive.namelist()
                if part != HEADER
            }
        head = from_json(text, StrategyHead)
        figures = from_json(head.figures, _figures_type(head.game))
        return Strategy(arrays=arrays, **{**asdict(head), "figures": figures})
    except InvalidInput:
        raise
    except (OSError, KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile, zlib.error, lzma.LZMAError):
        raise InvalidInput("is no strategy of houseway", field=name) from None


def _figures_type(game: str) -> type[MainResult]:
    kit = kit_of(game)
    return kit.require(kit.strategy, "strategy").figures_type()
