"""The web: pages, the live link and the HTTP API over the house and the lab."""
