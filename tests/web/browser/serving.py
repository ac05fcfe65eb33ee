"""A houseway server of the tests' own: a process with a database, which can be killed and started again."""

import subprocess
import sys
from pathlib import Path
from typing import Final

PROGRAM: Final = """
import random, secrets, sys
if len(sys.argv) > 3:
    secrets.token_hex = lambda count, luck=random.Random(sys.argv[3]): luck.randbytes(count).hex()
from houseway.web.http.server import serve
from houseway.web.http.settings import Settings
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), pace=0.02, warm=False, show=False), browser=False)
"""


class House:
    """The server, on the same address whenever it runs."""

    def __init__(self, folder: Path, *, seed: int | None = None) -> None:
        self._database = str(folder / "practice.db")
        self._log = folder / "server.log"
        self._seed = [] if seed is None else [str(seed)]  # then decks and names come from it
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        """Start, and wait until it says where it is."""
        command = [sys.executable, "-c", PROGRAM, self._database, str(self._port), *self._seed]
        with self._log.open("a") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "houseway is at" in line, self._log.read_text()
        self.address = line.split()[-1]
        self._port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """End it without a warning, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def stop(self) -> str:
        """Ask it to end; what it wrote about errors."""
        assert self._process is not None
        self._process.terminate()
        self._process.communicate(timeout=30)
        return self._log.read_text()
