"""The office: the whole site, its incidents, its clock and its vault."""
