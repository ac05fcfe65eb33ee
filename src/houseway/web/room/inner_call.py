"""A call of the application to itself: a confirmed request runs through the same call as any other."""

from typing import Any, Final

from litestar import Request
from litestar.types import HTTPScope

from houseway.web.room.confirmations import Confirmation

API: Final = "/api/v1"


async def post_inside(request: Request[Any, Any, Any], one: Confirmation) -> tuple[int, bytes]:
    """Send a confirmed request as the first person: its status and its answer, once it is done."""
    scope: Any = _scope(request.scope, one)
    sent: list[dict[str, Any]] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": one.body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await request.app(scope, receive, send)
    return int(sent[0]["status"]), b"".join(part.get("body", b"") for part in sent[1:])


def _scope(outer: HTTPScope, one: Confirmation) -> dict[str, Any]:
    headers = {
        "authorization": f"Bearer {one.first.token}",
        "content-type": "application/json",
        "content-length": str(len(one.body)),
        "idempotency-key": f"confirmation {one.id}",
    }
    path = f"{API}{one.address}"
    return {
        "type": "http",
        "asgi": outer["asgi"],
        "http_version": "1.1",
        "method": "POST",
        "scheme": outer["scheme"],
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": outer["client"],
        "server": outer["server"],
        "extensions": {},
        "state": {},
    }
