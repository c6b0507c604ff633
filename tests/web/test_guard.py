"""What stands between the world and the service: sizes, times, rates, origins, headers; and what is noted."""

import asyncio
import json
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from sito.web.guard.bounds import Bucket, Buckets, Sockets
from sito.web.guard.middleware import Guard
from sito.web.settings import Settings
from tests.web.browsing import PATIENCE
from tests.web.service import Service


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(
        tmp_path_factory.mktemp("guard"), body_bytes=20_000, body_seconds=3, rate=0, metrics="*", log="json"
    ) as running:
        yield running


@pytest.fixture
def client(service: Service) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service.address, timeout=PATIENCE) as asked:
        yield asked


FEEDBACK = {"rules": "4x6", "guess": "AABB", "secret": "ABCD"}


def problem(response: httpx.Response, status: int, kind: str) -> Any:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    told = response.json()
    assert told["type"] == kind
    assert told["status"] == status
    return told


def test_bodies_are_bounded_in_size(client: httpx.Client) -> None:
    assert client.post("/api/v1/feedback", json=FEEDBACK).status_code == 200
    large = b'{"rules": "' + b"x" * 20_000 + b'"}'
    told = problem(client.post("/api/v1/feedback", content=large), 413, "urn:sito:problem:body-size")
    assert "20000 bytes" in told["detail"]
    chunked = (large[start : start + 1000] for start in range(0, len(large), 1000))
    problem(client.post("/api/v1/feedback", content=chunked), 413, "urn:sito:problem:body-size")
    assert client.post("/api/v1/feedback", json=FEEDBACK).status_code == 200


def test_slow_bodies_are_not_waited_for(service: Service) -> None:
    with service.connect() as raw:
        raw.sendall(b"POST /api/v1/feedback HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        answer = raw.recv(10_000)
        assert answer.startswith(b"HTTP/1.1 408 ")


def test_connections_of_one_address_are_bounded(tmp_path: Path) -> None:
    with Service(tmp_path, connections=3, proxies="") as service:
        opened = [socket.create_connection(("127.0.0.1", service.port), PATIENCE) for _ in range(4)]
        assert opened[3].recv(1) == b""
        opened[0].close()
        while True:  # until the service has heard of it
            with suppress(httpx.TransportError):
                assert httpx.get(f"{service.address}/healthz", timeout=PATIENCE).status_code == 200
                break
        for each in opened:
            each.close()


def test_heads_without_end_are_cut_off(service: Service) -> None:
    with service.connect() as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        line = f"X-Line: {'y' * 1000}\r\n".encode()
        with pytest.raises((BrokenPipeError, ConnectionResetError)):  # the other side closes
            raw.sendall(line * 100_000)
        assert httpx.get(f"{service.address}/healthz", timeout=PATIENCE).status_code == 200


def test_other_sites_change_nothing(client: httpx.Client, service: Service) -> None:
    def send(**headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return client.post("/api/v1/feedback", json=FEEDBACK, headers=named)

    assert send(origin=service.address).status_code == 200
    assert send(sec_fetch_site="same-origin").status_code == 200
    problem(send(origin="https://elsewhere.example"), 403, "urn:sito:problem:origin")
    problem(send(origin="null"), 403, "urn:sito:problem:origin")
    problem(send(sec_fetch_site="cross-site"), 403, "urn:sito:problem:origin")
    elsewhere = {"origin": "https://elsewhere.example"}
    assert client.get("/api/v1/rules", headers=elsewhere).status_code == 200


def test_every_answer_has_the_headers(client: httpx.Client) -> None:
    for response in (client.get("/healthz"), client.get("/api/v1/none"), client.post("/api/v1/feedback", content=b"{")):
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["content-security-policy"].startswith("default-src 'none'")
        assert response.headers["x-frame-options"] == "DENY"
        assert "server" not in response.headers


def test_the_cookie_names_a_person(client: httpx.Client) -> None:
    first = client.get("/api/v1/rules")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert "set-cookie" not in client.get("/api/v1/rules").headers
    forged = httpx.get(str(first.url), timeout=PATIENCE, headers={"cookie": "sito_person=../../etc/passwd"})
    assert "passwd" not in forged.headers["set-cookie"]


def test_what_is_not_there_is_a_problem(client: httpx.Client) -> None:
    problem(client.get("/api/v1/none"), 404, "about:blank")
    problem(client.get("/api/v2/feedback"), 404, "about:blank")
    problem(client.get("/api/v1/feedback"), 405, "about:blank")


def test_one_address_may_ask_for_so_much(tmp_path: Path) -> None:
    with Service(tmp_path, rate=0.01, burst=5) as busy, httpx.Client(base_url=busy.address, timeout=PATIENCE) as client:
        answers = [client.get("/api/v1/rules", headers={"accept-language": "en"}) for _ in range(20)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert answers[0].status_code == 200
        assert "too much at a time" in problem(refused[0], 429, "urn:sito:problem:rate")["detail"]
        assert int(refused[0].headers["retry-after"]) >= 1
        assert client.get("/healthz").status_code == 200
        # Only proxies that are trusted say who asks: this one is not the proxy's address, but the visitor's.
        assert client.get("/api/v1/rules", headers={"x-forwarded-for": "203.0.113.7"}).status_code == 200
        assert client.get("/metrics", headers={"x-forwarded-for": "203.0.113.7"}).status_code == 404


def test_who_is_no_proxy_is_not_believed(tmp_path: Path) -> None:
    with (
        Service(tmp_path, rate=0.01, burst=3, proxies="203.0.113.1") as busy,
        httpx.Client(base_url=busy.address, timeout=PATIENCE) as client,
    ):
        answers = [
            client.get("/api/v1/rules", headers={"x-forwarded-for": f"203.0.113.{number}"}).status_code
            for number in range(10)
        ]
        assert 429 in answers


def test_metrics_and_log_tell_nothing_of_games(client: httpx.Client, service: Service) -> None:
    client.post("/api/v1/feedback", json={**FEEDBACK, "secret": "FADC"})
    client.get("/api/v1/FADC")
    client.get("/FADC")
    client.post("/api/v1/feedback", content=b"FADC" * 5000)  # refused before it has a route
    numbers = client.get("/metrics").text
    for name in ("sito_requests_total", "sito_request_seconds", "sito_pool_waiting", "sito_jobs", "sito_games"):
        assert name in numbers
    assert 'sito_work_total{end="done",lane="quick"}' in numbers
    assert 'route="/api/v1/feedback"' in numbers
    assert 'route="none"' in numbers
    assert "v1none" not in numbers
    service.log_has('"route": "/api/v1/feedback"')
    lines = [json.loads(line) for line in service.log.splitlines()]
    requests = [line for line in lines if line["message"] == "request"]
    assert {"time", "method", "route", "status", "ms", "person"} <= requests[0].keys()
    cookie = client.cookies["sito_person"]
    for secret in ("FADC", "AABB", cookie):
        assert secret not in service.log
        assert secret not in numbers


async def test_pages_of_one_address_are_made_one_after_the_other() -> None:
    made: list[str] = []
    begun, most = Counter[str](), Counter[str]()

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        address = scope["client"][0]
        begun[address] += 1
        most[address] = max(most[address], begun[address])
        await asyncio.sleep(0.01)
        begun[address] -= 1
        made.append(address)

    settings = Settings(rate=0)
    guard = Guard(page, settings, Sockets(settings), lambda: 0, lambda path, person: None)

    async def ask(address: str, path: str) -> None:
        head = [(b"host", b"127.0.0.1")]
        scope = {"type": "http", "method": "GET", "path": path, "headers": head, "client": (address, 1)}
        await guard(scope, never, never)

    async def never(*_message: object) -> Any:
        raise AssertionError

    many = [ask("10.0.0.1", "/learn") for _ in range(20)]
    await asyncio.gather(*many, ask("10.0.0.2", "/learn"), *(ask("10.0.0.3", "/api/v1/advise") for _ in range(9)))
    assert (most["10.0.0.1"], most["10.0.0.3"], len(made)) == (2, 9, 30)
    assert made.index("10.0.0.2") < 12  # it has not waited for the twenty


def test_a_bucket_fills_with_time() -> None:
    now = 0.0
    bucket = Bucket(rate=2, burst=3, clock=lambda: now)
    assert [bucket.take() for _ in range(3)] == [0, 0, 0]
    assert bucket.take() == 0.5
    now = 0.5
    assert bucket.take() == 0
    now = 100
    assert bucket.is_full
    assert [bucket.take() > 0 for _ in range(4)] == [False, False, False, True]


def test_buckets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sito.web.guard.bounds._MOST_CLIENTS", 100)
    buckets = Buckets(rate=0.001, burst=1)
    for number in range(1000):
        assert buckets.take(str(number)) == 0
    assert len(buckets._buckets) <= 100
    assert buckets.take("999") > 0
