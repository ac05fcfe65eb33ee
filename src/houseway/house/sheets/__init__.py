"""Table sheets: how they are read, checked against letter and law, and posted as placards."""
