"""Controls over the whole house: the site, incidents, self-checks."""
