"""Client of the Streamer API: REST with safe retries, and signed webhooks. It needs nothing but Python's own library."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any

__all__ = ["ApiError", "StreamerApi", "WrongSignature", "path", "verify"]
__version__ = "1.0.0"

_TIMEOUT = 30
_RETRIES = 3
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 30
_TOLERANCE = 300


class ApiError(Exception):
    """A refusal of the service, or no answer after three more attempts (`status` is 0 then).

    `code` is for programs, `body` has the error's further fields, and `request_id` is what to quote in a report.
    """

    def __init__(self, status: int, body: dict[str, Any], request_id: str | None) -> None:
        super().__init__(f"{status} {body.get('code')}: {body.get('error')}")
        self.status = status
        self.code = str(body.get("code"))
        self.body = body
        self.request_id = request_id


class WrongSignature(Exception):
    """A delivery that is not to be believed: answer 401, and do nothing with it."""


class StreamerApi:
    """The REST API. Safe requests, and every POST by its idempotency key, are sent again after a failure; a PATCH is not.

    `base_url` ends with `/v1`. `credential` is an API key or an access token, or a function that gives one and is asked
    before each attempt. An instance can be shared between threads.
    """

    def __init__(self, base_url: str, credential: str | Callable[[], str]) -> None:
        self._base_url = base_url.rstrip("/")
        self._credential = credential if callable(credential) else lambda: credential

    def get(self, path: str, **query: Any) -> Any:
        """Reads. Arguments become the query; those that are None are left out."""
        sent = {name: value for name, value in query.items() if value is not None}
        return self._send("GET", path + ("?" + urllib.parse.urlencode(sent) if sent else ""), None, None)

    def pages(self, path: str, field: str, **query: Any) -> Iterator[Any]:
        """The elements of a list, page after page. `field` is the list's name in the answer."""
        # A queue is read from its oldest tip on, every other list from its newest element back.
        cursor = "after" if path.endswith("/queue") else "before"
        while True:
            page = self.get(path, **query)
            yield from page[field]
            # A list that has one page, such as that of the counters, names none that follows.
            if page.get("next_cursor") is None:
                return
            query[cursor] = page["next_cursor"]

    def post(self, path: str, body: Mapping[str, Any] | None = None, idempotency_key: str | None = None) -> Any:
        """Changes something. The same key with the same request gets the first answer again for 24 hours."""
        return self._send("POST", path, body, idempotency_key or str(uuid.uuid4()))

    def patch(self, path: str, body: Mapping[str, Any]) -> Any:
        return self._send("PATCH", path, body, None)

    def put(self, path: str, body: Mapping[str, Any]) -> Any:
        return self._send("PUT", path, body, None)

    def delete(self, path: str) -> Any:
        return self._send("DELETE", path, None, None)

    def _send(self, method: str, path: str, body: Mapping[str, Any] | None, key: str | None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        retries = 0 if method == "PATCH" else _RETRIES
        for attempt in range(retries + 1):
            pause = random.uniform(0, min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**attempt))
            try:
                with urllib.request.urlopen(self._request(method, path, data, key), timeout=_TIMEOUT) as answer:
                    text = answer.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as refused:
                error = ApiError(refused.code, _error(refused), refused.headers.get("Request-Id"))
                after = refused.headers.get("Retry-After", "")
                if attempt == retries or refused.code != 429 and refused.code < 500:
                    raise error from None
                pause = max(pause, int(after) if after.isdecimal() else 0)
            except (OSError, http.client.HTTPException) as failure:
                if attempt == retries:
                    raise ApiError(0, {"code": "unavailable", "error": str(failure)}, None) from failure
            time.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def _request(self, method: str, path: str, data: bytes | None, key: str | None) -> urllib.request.Request:
        headers = {"Accept": "application/json", "Authorization": "Bearer " + self._credential()}
        if key is not None:
            headers["Idempotency-Key"] = key
        if data is not None:
            headers["Content-Type"] = "application/json"
        return urllib.request.Request(self._base_url + path, data=data, headers=headers, method=method)


def path(template: str, *values: Any) -> str:
    """A path with values in the place of its parameters, in their order: `path("/tts/{orderId}/start", id)`."""
    filled = template
    for value in values:
        before, _, rest = filled.partition("{")
        _, _, after = rest.partition("}")
        filled = before + urllib.parse.quote(str(value), safe="") + after
    return filled


def verify(secret: str, signature: str | None, body: bytes, now: float | None = None) -> dict[str, Any]:
    """The event of a delivery whose signature holds.

    `secret` is the endpoint's, the whole of it (`whsec_…`), `signature` the value of `Service-Signature`, and `body` the
    bytes as they came. Delivery is at least once: drop events whose `id` you have seen, and answer 2xx to them too.
    """
    parts = [part.strip() for part in (signature or "").split(",")]
    times = [part[2:] for part in parts if part.startswith("t=")]
    if not times or not (times[0].isascii() and times[0].isdecimal()) or len(times[0]) > 12:
        raise WrongSignature("The delivery has no Service-Signature")
    if abs((time.time() if now is None else now) - int(times[0])) > _TOLERANCE:
        raise WrongSignature("The delivery was not signed within the last minutes")
    expected = hmac.new(secret.encode(), times[0].encode() + b"." + body, hashlib.sha256).hexdigest()
    # While a secret is being changed over there are two signatures.
    genuine = [part for part in parts if hmac.compare_digest(("v1=" + expected).encode(), part.encode())]
    if not genuine:
        raise WrongSignature("The signature is of another body or another secret")
    return json.loads(body)


def _error(refused: urllib.error.HTTPError) -> dict[str, Any]:
    try:
        with refused:
            body = json.loads(refused.read())
    except (OSError, http.client.HTTPException, ValueError):
        body = None
    if isinstance(body, dict) and "code" in body:
        return body
    # API Gateway's own refusals have a message alone, and a proxy's may be of any form.
    message = body.get("message") if isinstance(body, dict) else None
    code = "rate_limited" if refused.code == 429 else "unavailable"
    return {"code": code, "error": message or "The answer is not JSON"}
