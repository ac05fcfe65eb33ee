"""Where an answer comes from: software, command and day, stored beside the answer and never cached or hashed."""

import datetime
import sys
from collections.abc import Mapping

from houseway import __version__
from houseway.kernel import source_digest


def provenance() -> dict[str, str]:
    """The version, the digest of all sources, the command as it was typed, and the time."""
    return {
        "version": __version__,
        "sources": source_digest()[:32],
        "command": " ".join(["houseway", *sys.argv[1:]]),
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    }


def with_provenance(answer: Mapping[str, object]) -> dict[str, object]:
    """An answer with its provenance under `made_by`; the rest is the same for the same question."""
    return {**answer, "made_by": provenance()}
