"""The hostile requests that `tests.web.hostile` sends: each kind is a function that sends one."""

import contextlib
import json
import os
import random
import socket
import time
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import quote

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.web.open_nothing import places, put
from tests.web.openapi import examples

LARGE = ("14x4", "8x8", "16x64", "16x36-distinct", "8x8-position", "14x4-lies9", "6x10-total", "7x9-lies2")
STRATEGIES = (
    *("best", "best:consistent", "careless:0.5", "color-by-color", "color-by-color-narrowing", "distinct-first"),
    *("entropy", "entropy:consistent,apart", "expected-size", "first-consistent", "first-consistent:founding"),
    *("level:optimal", "minimax", "most-parts", "random-consistent", "tree:/etc/passwd", "uniform-probe"),
)


class Served(Protocol):
    """Where a Sito is served, and texts that name files there."""

    url: str
    api: str
    address: tuple[str, int]
    texts: list[str]


Attack = Callable[[random.Random, httpx.Client, Served], httpx.Response | None]


BODIES = [asked for asked in examples() if "request" in asked.example]


def post(client: httpx.Client, served: Served, path: str, content: bytes, **headers: str) -> httpx.Response:
    url = f"{served.url}{path}"
    return client.post(url, content=content, headers={"Content-Type": "application/json", **headers})


def dumped(value: Any) -> bytes:
    """Writes JSON, with NaN and halves of characters where they are asked for."""
    return json.dumps(value, ensure_ascii=True).encode()


def nasty_text(rng: random.Random, served: Served) -> str:
    """Makes a text that nobody should send."""
    return rng.choice(
        [
            lambda: rng.choice(served.texts),
            lambda: rng.choice(served.texts),
            lambda: rng.choice(LARGE),
            lambda: rng.choice(STRATEGIES),
            lambda: "A" * rng.choice([1, 1000, 100_000]),
            lambda: "\x00\x1b[2J\r\nSet-Cookie: a=b",
            lambda: "\ud800\udfff\ufffe\u202e",
            lambda: "{0.__class__.__mro__}{count!r:>1000000}%s%n%(x)s",
            lambda: "'; DROP TABLE games; --",
            lambda: "<script>alert(1)</script>",
            lambda: "9" * 5000 + "x" + "9" * 5000,
            lambda: "http://127.0.0.1:1/words",
            lambda: "file:///etc/passwd",
            lambda: "\uff14\u00d7\uff16-\uff44\uff49\uff53\uff54",
            lambda: "".join(chr(rng.randrange(1, 0x2FFF)) for _ in range(rng.randrange(40))),
        ]
    )()


def nasty_value(rng: random.Random) -> Any:
    """Makes a value of a kind that is not asked for."""
    plain: list[Any] = [None, True, -1, 0, 1.5, "", "0", 2**63, 10**30, -(10**300), float("nan"), float("inf")]
    lists: list[Any] = [[], [[]], [1, 2], [["a", "b"]], [None] * 300, ["AABB"] * 5000]
    return rng.choice([*plain, *lists, {}, {"a": 1}, {"rules": {"rules": {}}}])


def text_anywhere(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    asked = rng.choice(BODIES)
    body = asked.example["request"]
    place = rng.choice([place for place, _part in places(body)])
    return post(client, served, path_of(asked), dumped(put(body, place, nasty_text(rng, served))))


def value_anywhere(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    asked = rng.choice(BODIES)
    body = asked.example["request"]
    for _each in range(rng.randrange(1, 4)):
        if found := [place for place, _part in places(body)]:
            body = put(body, rng.choice(found), nasty_value(rng))
    return post(client, served, path_of(asked), dumped(body))


def path_of(asked: Any) -> str:
    return str(asked.path.format(**asked.example.get("path", {})))


def large_game(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    """Asks for a large game with any strategy, in every operation that takes one."""
    rules, strategy = rng.choice(LARGE), rng.choice(STRATEGIES)
    path, body = rng.choice(
        [
            ("sieve", {"rules": rules, "first": 10_000}),
            ("advise", {"rules": rules, "top": 100}),
            ("rank", {"rules": rules, "top": 1000, "metric": rng.choice(["entropy", "minimax"])}),
            ("tree", {"rules": rules, "strategy": strategy}),
            ("conflict", {"rules": rules, "turns": []}),
            ("rules", {"rules": rules}),
            ("jobs", {"task": "compare", "rules": [rules], "strategies": [strategy], "sample": rng.choice([1, 10**9])}),
            ("jobs", {"task": "compare", "rules": [rules, "4x6"], "strategies": list(STRATEGIES[:9])}),
            ("jobs", {"task": "solve", "rules": rules, "objective": "worst-fewest-total"}),
        ]
    )
    return post(client, served, f"/api/v1/{path}", dumped(body))


def long_game(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    """Sends a game of many turns, of which parts are unknown, that stand for very many codes."""
    rules, pegs = rng.choice([("8x7", 8), ("6x9-position", 6), ("5x8-lies9", 5), ("4x6", 4)])
    turns = [
        {"guess": "?" * pegs, "answer": rng.choice(["?", "1?", "?1", "-"])}
        for _ in range(rng.choice([1, 64, 200, 201]))
    ]
    path = rng.choice(["sieve", "advise", "review", "conflict", "rank"])
    return post(client, served, f"/api/v1/{path}", dumped({"rules": rules, "turns": turns}))


def puzzle(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    """Sends a puzzle that takes long or is nonsense."""
    path, body = rng.choice(
        [
            ("jugs", {"jugs": [10**9 + n for n in range(20)], "target": 7}),
            ("jugs", {"jugs": [997, 991, 983, 977], "target": 500, "least_water": True}),
            ("jugs", {"jugs": [10**99, 10**98 + 1, 3], "target": 10**90}),
            ("jugs", {"jugs": [10**200], "target": 1}),
            ("jugs/outlook", {"jugs": [10**30, 10**29 + 1], "target": 5, "steps": ["a", "ab"] * 500}),
            ("pegs", {"board": "french", "count": True}),
            ("pegs", {"board": "64", "jumps": ",".join(f"{n}-{n + 1}-{n + 2}" for n in range(62))}),
            ("pegs", {"board": "oooooooo/" * 8, "jumps": "orthogonal+diagonal", "finish": "fewest"}),
            (
                "pegs",
                {"board": "64", "jumps": ",".join(f"{rng.randrange(64)}-{n}-{rng.randrange(64)}" for n in range(64))},
            ),
            ("pegs/outlook", {"board": "wiegleb", "finish": "fewest", "steps": ["0,6"] * 1000}),
            ("jobs", {"task": "pegs", "board": "diamond-41", "finish": "any", "count": True}),
            ("jobs", {"task": "jugs", "jugs": [10**6 + n for n in range(50)], "target": 3}),
        ]
    )
    return post(client, served, f"/api/v1/{path}", dumped(body))


def kept_game(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    """Begins a game that the service keeps, and makes nonsense of it; another's token tells nothing of it."""
    rules = rng.choice(["4x6", "4x6", "words-position:en", nasty_text(rng, served)])
    body = {"kind": rng.choice(["play", "keep", "duel", "chess"]), "rules": rules}
    response = post(client, served, "/api/v1/games", dumped(body))
    if response.status_code != 201:
        return response
    token, here = response.json()["token"], f"/api/v1/games/{response.json()['game']['id']}"
    sent = {"Authorization": f"Bearer {rng.choice([token, token, token, 'x' * 32, token + 'x'])}"}
    for _each in range(rng.randrange(1, 5)):
        text = rng.choice([nasty_text(rng, served), "AABB", "xo", "?"])
        path, move = rng.choice(
            [
                ("guesses", {"guess": text}),
                ("guesses", {"guess": "AABB", "version": nasty_value(rng)}),
                ("answers", {"answer": text}),
                ("corrections", {"turn": rng.choice([1, 10**9, nasty_value(rng)]), "answer": text}),
                ("secrets", {"code": text}),
                ("hints", {}),
                ("rounds", {}),
                ("end", {}),
            ]
        )
        key = {"Idempotency-Key": rng.choice(["1", "x" * 5000])} if rng.random() < 0.3 else {}
        response = post(client, served, f"{here}/{path}", dumped(move), **sent, **key)
        if response.status_code not in (200, 201, 404, 409, 413, 422, 429):
            break
    return response


def words(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    """Uploads a list of words that is too long, or nonsense."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    made = ["".join(rng.choices(letters, k=5)) for _ in range(rng.choice([1, 300, 19_000, 21_000]))]
    listed = rng.choice(
        [made, [*made, "TOOLONGWORD"], [*made, "\x00\x01\x02\x03\x04"], [""], [chr(9000 + n) * 3 for n in range(99)]]
    )
    body = {
        "rules": f"words-position:{rng.choice(['x', '../../etc/passwd', 'en@000000000000'])}",
        "words": {"secrets": listed},
    }
    return post(client, served, f"/api/v1/{rng.choice(['rules', 'advise', 'sieve', 'rank'])}", dumped(body))


def not_json(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    content = rng.choice(
        [
            b"",
            b"{",
            b"null",
            b'"4x6"',
            b"[" * 100_000,
            b'{"rules":' * 20_000,
            b'{"rules": "4x6", "rules": "5x8", "turns": NaN}',
            b"\xff\xfe\x00\x00",
            b'{"rules": ' + b"9" * 10_000 + b"}",
            b"rules=4x6&guess=AABB",
            b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>",
            b"A" * 3_000_000,
            b'{"rules": "' + b"A" * 2_500_000 + b'"}',
        ]
    )
    kind = rng.choice(["application/json", "text/plain", "multipart/form-data; boundary=x", "application/xml", ""])
    headers = {"Content-Type": kind, "Content-Encoding": rng.choice(["identity", "gzip", "br"])}
    return client.post(f"{served.url}{path_of(rng.choice(BODIES))}", content=content, headers=headers)


def odd_path(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    text = quote(nasty_text(rng, served).encode("utf-8", "replace")[:4000], safe=rng.choice(["", "/"]))
    path = rng.choice(
        [
            f"/api/v1/rules/{text}",
            f"/api/v1/jobs/{text}",
            f"/api/v1/games/{text}",
            f"/{text}",
            f"/_nicegui/{text}",
            f"/static/{text}",
            "/api/v1/../../../../etc/passwd",
            "/_nicegui/static/..%2f..%2f..%2fetc%2fpasswd",
            f"/api/v1/rules?{text}",
        ]
    )
    method = rng.choice(["GET", "GET", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD", "TRACE"])
    return client.request(method, f"{served.url}{path}")


HEADERS = ("Accept-Language", "Cookie", "Content-Length", "Origin", "Host", "X-Forwarded-For", "Idempotency-Key")
VALUES = (
    "x" * 5000,
    "en;q=nan, pl;q=inf, " * 200,
    "*;q=1e999",
    "\x80\xff",
    "../../etc/passwd",
    "sito_person=" + "0" * 200,
)


def odd_headers(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    name, value = rng.choice((*HEADERS, "Accept")), rng.choice(VALUES)
    try:
        return client.get(f"{served.api}/rules/4x6", headers={name: value.encode("latin-1")})
    except httpx.RemoteProtocolError:
        return client.get(f"{served.api}/rules/4x6")  # the connection was closed, as it may be


def raw(rng: random.Random, client: httpx.Client, served: Served) -> None:
    """Sends what is not HTTP, or only a part of it."""
    content = rng.choice(
        [
            os.urandom(2000),
            b"GET " + b"/" * 100_000 + b" HTTP/1.1\r\n\r\n",
            b"POST /api/v1/sieve HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
            b"POST /api/v1/sieve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n{",
            b"POST /api/v1/sieve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n{}",
            b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000 + b"\r\n",
            b"GET /api/v1/rules HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        ]
    )
    with contextlib.suppress(OSError), socket.create_connection(served.address, 600) as wire:
        wire.sendall(content)
        wire.settimeout(0.2)
        wire.recv(1000)


def slow(rng: random.Random, client: httpx.Client, served: Served) -> None:
    """Sends a body byte by byte, and gives up."""
    with contextlib.suppress(OSError), socket.create_connection(served.address, 600) as wire:
        wire.sendall(
            b"POST /api/v1/sieve HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n"
        )
        for _each in range(rng.randrange(1, 8)):
            wire.sendall(b" ")
            time.sleep(0.05)


def flood(rng: random.Random, client: httpx.Client, served: Served) -> None:
    """Opens a websocket as the page does, and sends nonsense."""
    path = rng.choice(["/_nicegui_ws/socket.io/?EIO=4&transport=websocket", "/ws", "/"])
    url = f"ws{served.url.removeprefix('http')}{path}"
    origin: Any = rng.choice([None, served.url, "https://evil.example"])
    with (
        contextlib.suppress(WebSocketException, OSError, EOFError),
        connect(url, origin=origin, open_timeout=600) as wire,
    ):
        for _each in range(rng.randrange(1, 80)):
            wire.send(
                rng.choice(
                    [
                        "40",
                        "40{}",
                        '42["handshake",{"client_id":"' + "0" * 36 + '"}]',
                        '42["event",{"id":1,"client_id":"x","listener_id":"y","args":[]}]',
                        '42["javascript_response",{}]',
                        '451-["x",{"_placeholder":true,"num":99}]',
                        "42" + "[" * 50_000,
                        "A" * 200_000,
                        b"\x00" * 1000,
                    ]
                )
            )


ATTACKS: tuple[tuple[Attack, int], ...] = (
    (text_anywhere, 24),
    (value_anywhere, 18),
    (large_game, 8),
    (long_game, 4),
    (puzzle, 4),
    (kept_game, 8),
    (words, 3),
    (not_json, 8),
    (odd_path, 10),
    (odd_headers, 4),
    (raw, 4),
    (slow, 2),
    (flood, 3),
)
"""The kinds of requests, and how many of a hundred are of each."""
