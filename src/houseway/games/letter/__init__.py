"""The letter as data: approvals, pay tables, offers, and the layout of the felt."""
