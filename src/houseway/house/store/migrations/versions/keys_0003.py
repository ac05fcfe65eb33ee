"""Events name the vault's keys: no table changes, and an upgraded house gets an event that names its first key."""

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nothing: the log itself names the key, once the tables are the newest ones (`store.py`)."""
