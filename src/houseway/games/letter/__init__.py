"""The letter as data: approvals, pay tables, what is offered, the felt's layout."""
