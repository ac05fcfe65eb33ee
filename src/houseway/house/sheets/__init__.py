"""Table sheets: read, checked against letter and law, posted as placards."""
