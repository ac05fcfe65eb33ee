"""The OpenAPI document and the server agree: no call of it, however odd, ends in an error of the program."""

from collections.abc import Iterator
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok

from web.serving import Running

EXAMPLES = 6  # of each call
LEFT_OUT = (("POST", "/api/v1/jobs"), ("DELETE", "/api/v1/session"))


def operations(server: Running) -> Iterator[Any]:
    """Every call of the document, but for the one that starts a process each time and the one that signs us out."""
    schema = schemathesis.openapi.from_url(f"http://{server.address}/api/v1/openapi.json")
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if (operation.method.upper(), operation.path) not in LEFT_OUT:
            yield operation


def test_no_call_is_a_program_error(practice: Running) -> None:
    headers = practice.guest().headers
    seen = set()

    def check(operation: Any) -> None:
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def call(case: Any) -> None:
            answer = case.call(headers=headers)
            assert answer.status_code < 500, (case.method, case.path, answer.text)
            seen.add(answer.status_code)

        call()

    found = list(operations(practice))
    assert len(found) >= 39
    for operation in found:
        check(operation)
    assert {200, 400, 403} <= seen
    assert "ok" in practice.http.get("/healthz").text
