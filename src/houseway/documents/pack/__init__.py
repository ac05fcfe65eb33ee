"""The pack of a table: what a card room submits with its internal controls, made from the table's sheet."""
