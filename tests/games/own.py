"""The folders of our own games among the tests: golden playthroughs, and what kernels are tried on."""

from pathlib import Path
from typing import Final

from houseway.games import game_names, kit_of

HERE: Final = Path(__file__).parent
OWN: Final = tuple(name for name in game_names() if type(kit_of(name)).__module__.startswith("houseway.games."))
FOLDERS: Final = {name: HERE / name.replace("-", "_") for name in OWN}
