"""Large counts on disk, which a game counts once for many questions; the key is everything that they depend on.

Any runner of shards can keep such counts; it then has a folder for them.
"""

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from houseway.cache_folder import cache_home
from houseway.games.pricing.analysis import Runner, Shard
from houseway.lab.cache import cache_key, read_cached, write_cached

if TYPE_CHECKING:
    from houseway.games.pricing.analysis import Integers
    from houseway.games.pricing.kept_arrays import Arrays

FAST: Final = 1  # of zlib: these integers become little smaller with more effort


class KeepingRunner:
    """Runs shards as another runner does, and keeps the counts that games ask it to; `fresh` counts them again."""

    def __init__(self, run: Runner, *, fresh: bool = False) -> None:
        self.run = run
        self.fresh = fresh

    def __call__(self, counter: "Callable[..., Integers]", shards: Sequence[Shard]) -> "Integers":
        """The sum of the counter's answers over all shards."""
        return self.run(counter, shards)

    def keep(self, asked: Mapping[str, str], count: "Callable[[], Arrays]") -> "Arrays":
        """What was counted for a question, or is counted now and kept."""
        key = cache_key(asked)
        path = cache_home() / "counts" / f"{key}.zip"
        if not self.fresh and (content := read_cached(path, key)) is not None:
            return _unpacked(content)
        counted = count()
        write_cached(path, key, _packed(counted))
        return counted


def _packed(arrays: "Arrays") -> bytes:
    import numpy as np  # an answer that is kept needs none of it

    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=FAST) as archive:
        for name, array in arrays.items():
            packed = io.BytesIO()
            np.save(packed, array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), packed.getvalue(), zipfile.ZIP_DEFLATED, FAST)
    return file.getvalue()


def _unpacked(content: bytes) -> "Arrays":
    import numpy as np

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {
            name.removesuffix(".npy"): np.load(io.BytesIO(archive.read(name)), allow_pickle=False)
            for name in archive.namelist()
        }
