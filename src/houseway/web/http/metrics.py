"""The counters of the server. No label and no value contains a card, a name or a token."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY: Final = CollectorRegistry()

SOCKETS: Final = Gauge("houseway_sockets", "Live links that are open.", registry=REGISTRY)
TABLES: Final = Gauge("houseway_tables", "Tables that are served.", registry=REGISTRY)
ACTS: Final = Counter("houseway_acts", "Acts at tables, by act and result.", ["act", "result"], registry=REGISTRY)
ACT_SECONDS: Final = Histogram(
    "houseway_act_seconds",
    "From a message to its answer after the commit.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
    registry=REGISTRY,
)
REQUESTS: Final = Counter("houseway_requests", "HTTP requests, by status.", ["status"], registry=REGISTRY)
REFUSED: Final = Counter("houseway_refused", "What was too many, too large or from elsewhere.", registry=REGISTRY)
ERRORS: Final = Counter("houseway_program_errors", "Errors that nobody expected.", registry=REGISTRY)
COACHED: Final = Counter("houseway_coach_answers", "Answers of the coach.", ["result"], registry=REGISTRY)
COACH_SECONDS: Final = Histogram(
    "houseway_coach_seconds",
    "From a turn to the coach's answer.",
    buckets=(0.01, 0.02, 0.05, 0.1, 0.15, 0.3, 1, 5, 30),
    registry=REGISTRY,
)
