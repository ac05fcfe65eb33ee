"""The limits of a PIN: it allows only what a dealer does alone at one table."""

from houseway.house.people.act import ActInput, AnyAct
from houseway.house.people.rights import PLAY, Role
from houseway.house.people.roster import NotPermitted


def require_dealers_act(table: str, act: AnyAct, asked: ActInput, at: str = "") -> None:
    """Refuse what a PIN for a table does not allow; `at` is the table, unless the input names it.

    Acts with an amount are allowed as far as one person may do them alone: a PIN brings no second person.
    """
    concerns, right = at or getattr(asked, "table", ""), act.right
    if concerns != table:
        raise NotPermitted(f"a PIN is good for table {table} alone; sign in with your password", field=act.name)
    is_alone = Role.DEALER in right.roles and (not right.second or right.alone_up_to > 0)
    if right is not PLAY and not is_alone:
        raise NotPermitted("a PIN allows what a dealer does alone; sign in with your password", field=act.name)
