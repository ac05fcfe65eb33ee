"""How hypothesis runs here: the same examples every time, without a clock and without a memory of earlier runs."""

from hypothesis import settings

settings.register_profile("houseway", derandomize=True, deadline=None, database=None)
settings.load_profile("houseway")
