"""Secrets as rows of a database: sealed when they are written, opened when they are read, sealed anew on demand.

The log says which key seals: one event names the first key, which is made with the house's first secret (the password
of its first person), and one event names each later key (`store/key_names.py`).
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select, text

from houseway.house.log.events import digest
from houseway.house.log.log import Damaged, KeyMissing, StoredSecret
from houseway.house.store.key_names import has_persons, key_name_problems
from houseway.house.store.migrate import OLDER, UNNAMED
from houseway.house.store.schema import REVISION, secrets, vault_keys
from houseway.house.store.statements import Statements
from houseway.house.store.vault import Vault, is_sealed_at_rest


class KeyChange(NamedTuple):
    """Another key seals from now on: both ids, what was sealed anew, and what stays under a key that is lost."""

    before: str
    after: str
    sealed: int
    unopened: int


class SecretRows:
    """The secrets of one database, with the vault of this process."""

    def __init__(self, statements: Statements) -> None:
        self._statements = statements
        self.vault = Vault()
        self._seen: tuple[int | None, str] = (None, "")  # the key in use, as long as nobody else has written
        self._named = False  # whether the house is known to have a key
        self.revision = REVISION  # for an older database, which is only read: its own migration

    @property
    def is_older(self) -> bool:
        """Whether the database was made before secrets were sealed."""
        return self.revision == OLDER

    def forget(self) -> None:
        """Forget which key is in use, because what was written is not committed."""
        self._seen, self._named = (None, ""), False

    def insert(self, connection: Connection, new: Mapping[str, StoredSecret], version: int | None = None) -> None:
        """Store secrets; an existing one does not change. `version` changes when another process has written."""
        if version is None or version != self._seen[0]:
            self._seen = (version, "")
        key = (
            self._seen[1] or self._key_in_use(connection)
            if any(is_sealed_at_rest(one.text) for one in new.values())
            else ""
        )
        rows = [(name, *self._row(name, one, key), int(bool(one.hidden))) for name, one in sorted(new.items())]
        self._statements.insert(connection, self._statements.secrets, rows)
        self._seen = (version, key if version is not None else "")

    def _row(self, name: str, one: StoredSecret, key: str) -> tuple[str, str]:
        if not is_sealed_at_rest(one.text):
            return one.text, ""
        return self.vault.seal(one.text, name, key, hidden=bool(one.hidden)), key

    def find(self, connection: Connection, name: str) -> StoredSecret | None:
        """A secret, opened; an older database does not say which role may read it."""
        if self.is_older:
            texts = connection.scalars(select(secrets.c.text).where(secrets.c.digest == name)).all()
            return StoredSecret(texts[0], None) if texts else None
        row = connection.exec_driver_sql(self._statements.find_secret, (name,)).first()
        if row is None:
            return None
        hidden = bool(row.hidden)
        return StoredSecret(self.vault.open(row.text, name, row.key, hidden=hidden) if row.key else row.text, hidden)

    def problems(self, connection: Connection) -> Iterator[Damaged]:
        """Secrets that differ from what was stored; a secret whose key is missing can only be counted."""
        if self.is_older:
            for name, text in connection.execute(select(secrets.c.digest, secrets.c.text)):
                if digest(text) != name:
                    yield Damaged("is not what was kept", field=f"secret {name[:12]}")
            return
        numbered = connection.execute(select(vault_keys).order_by(vault_keys.c.number)).all()
        if [row.number for row in numbered] != list(range(1, len(numbered) + 1)):
            yield Damaged("a key is missing, or there is one too many", field="vault")
        if self.revision != UNNAMED:
            yield from key_name_problems(connection, [row.key for row in numbered])
        keys = {row.key for row in numbered}
        for row in connection.execute(select(secrets)):
            if problem := self._problem(row, keys):
                yield Damaged(problem, field=f"secret {row.digest[:12]}")

    def _problem(self, row: Any, keys: set[str]) -> str:
        if row.key and row.key not in keys:
            return "is sealed with a key that does not belong to the house"
        if not row.key and (is_sealed_at_rest(row.text) or row.hidden):
            return "is not sealed"
        try:
            text = self.vault.open(row.text, row.digest, row.key, hidden=bool(row.hidden)) if row.key else row.text
        except KeyMissing:
            return ""
        except Damaged as problem:
            return problem.reason
        return "" if digest(text) == row.digest else "is not what was kept"

    def keys(self, connection: Connection) -> list[str]:
        """The ids of all keys of the house, oldest first."""
        if self.is_older:
            return []
        return list(connection.scalars(select(vault_keys.c.key).order_by(vault_keys.c.number)))

    def _key_in_use(self, connection: Connection) -> str:
        """The key that seals now."""
        newest = select(vault_keys.c.key).order_by(vault_keys.c.number.desc()).limit(1)
        key = connection.scalars(newest).first()
        if not key:
            raise KeyMissing("the house has no key; two persons name one: houseway vault change", field="vault")
        return str(key)

    def needs_key(self, connection: Connection) -> bool:
        """Whether the house gets its key with this secret, its first.

        Where there are persons already, two of them must name a key.
        """
        self._named = self._named or bool(self.keys(connection))
        return not self._named and not has_persons(connection)

    def add_key(self, connection: Connection) -> str:
        """Have another key seal from now on; an event must name it."""
        new = self.vault.next_key(set(self.keys(connection)))
        number = (connection.scalar(select(func.max(vault_keys.c.number))) or 0) + 1
        connection.execute(vault_keys.insert().values(number=number, key=new))
        return new

    def seal_plain(self, connection: Connection) -> None:
        """Seal the plain secrets of a house that is older than the vault."""
        plain = connection.execute(select(secrets).where(secrets.c.key == "")).all()
        rows = [row for row in plain if is_sealed_at_rest(row.text)]
        if rows:
            key = self._key_in_use(connection)
            self._overwrite(connection)
            for row in rows:
                self._update(connection, row.digest, StoredSecret(row.text, bool(row.hidden)), key)

    def change_key(self, connection: Connection) -> KeyChange:
        """Seal everything anew with another key, except what a lost key seals, which nobody can open."""
        self._seen = (None, "")
        before = self.keys(connection)
        after = self.add_key(connection)
        sealed = unopened = 0
        self._overwrite(connection)
        for row in connection.execute(select(secrets).where(secrets.c.key != "")).all():
            if self.vault.has(row.key):
                hidden = bool(row.hidden)
                plain = self.vault.open(row.text, row.digest, row.key, hidden=hidden)
                self._update(connection, row.digest, StoredSecret(plain, hidden), after)
                sealed += 1
            else:
                unopened += 1
        return KeyChange(before[-1] if before else "", after, sealed, unopened)

    def _update(self, connection: Connection, name: str, plain: StoredSecret, key: str) -> None:
        new = {"text": self.vault.seal(plain.text, name, key, hidden=bool(plain.hidden)), "key": key}
        connection.execute(secrets.update().where(secrets.c.digest == name).values(**new))

    @staticmethod
    def _overwrite(connection: Connection) -> None:
        """Overwrite what is replaced, so that it does not stay in free pages of the file."""
        if connection.dialect.name == "sqlite":
            connection.execute(text("PRAGMA secure_delete = ON"))
