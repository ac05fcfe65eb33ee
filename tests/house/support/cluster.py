"""A PostgreSQL server for the tests: a cluster in a folder of its own, reached by a socket, gone with the session."""

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg

SCRIPT = Path(__file__).parents[3] / "tools" / "postgres.sh"


class Cluster:
    """A running server. `guarded` is a person with the password `open`."""

    def __init__(self) -> None:
        memory = Path("/dev/shm")  # noqa: S108  # there syncing takes no time, and houseway refuses a server without
        self.folder = Path(tempfile.mkdtemp(prefix="houseway-pg-", dir=memory if memory.is_dir() else None))
        self.data = self.folder / "data"
        self.user = pwd.getpwuid(os.getuid()).pw_name
        self._prefix = self._unprivileged() if os.getuid() == 0 else []
        self._numbers = itertools.count(1)
        found = subprocess.run([str(SCRIPT)], capture_output=True, text=True, check=False)
        if found.returncode:
            raise RuntimeError(found.stderr.strip())
        self._programs = Path(found.stdout.strip())
        self._run("initdb", "-D", str(self.data), "-U", "houseway", "-A", "trust", "-E", "UTF8", "--no-sync")
        (self.data / "pg_hba.conf").write_text("local all guarded scram-sha-256\nlocal all all trust\n")
        self.start()
        self.execute("CREATE ROLE guarded LOGIN PASSWORD 'open'")

    def _unprivileged(self) -> list[str]:
        """PostgreSQL refuses to run as root; it runs as `postgres` or `nobody` then."""
        names = [entry.pw_name for entry in pwd.getpwall()]
        person = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
        os.chown(self.folder, person.pw_uid, person.pw_gid)
        return ["setpriv", f"--reuid={person.pw_uid}", f"--regid={person.pw_gid}", "--clear-groups"]

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(
            [*self._prefix, str(self._programs / program), *words],
            check=True,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )

    def start(self) -> None:
        settings = f"-c unix_socket_directories={self.folder} -c listen_addresses= -c max_connections=60"
        self._run("pg_ctl", "-D", str(self.data), "-w", "-l", str(self.folder / "log"), "-o", settings, "start")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", mode, "stop")

    def close(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def url(self, database: str, user: str = "houseway", password: str = "") -> str:
        person = f"{user}:{password}" if password else user
        return f"postgresql://{person}@/{database}?host={self.folder}"

    def execute(self, statement: str, database: str = "postgres") -> None:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement)

    def new_database(self) -> str:
        """A schema of its own in one database, which is as good and made at once."""
        name = f"house{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {name}")
        return f"{self.url('postgres')}&options=-csearch_path%3D{name}"
