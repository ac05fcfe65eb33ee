"""Events name the vault's keys: no table changes, and a house that is brought over has its first key named."""

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nothing: the log itself names the key, once the tables are the newest ones (`store.py`)."""
