"""The default places of the house's files."""

import os
from pathlib import Path


def data_folder() -> Path:
    """The user's data folder for houseway."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "houseway"


def default_url() -> str:
    """The log of the house: HOUSEWAY_DB, or a file in the user's data folder."""
    return os.environ.get("HOUSEWAY_DB") or str(data_folder() / "houseway.db")


def default_key() -> Path:
    """The file of the house's key: HOUSEWAY_KEY, or one in the user's data folder."""
    return Path(os.environ.get("HOUSEWAY_KEY") or data_folder() / "houseway.key")


def pin_file() -> Path:
    """Where the key of signed heads is kept that was trusted on its first use."""
    return data_folder() / "heads.pin"
