"""Hostile requests against the links of a class, for `tests.web.hostile`: from outside, and from its own pupils."""

import random
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

from tests.web.hostile_requests import Served, dumped, nasty_text, nasty_value, post

RULES = "6x9"
GUESSES = ("ABCDEF", "AABBCC", "GHIGHI")
_seats: list[tuple[str, str]] = []
_codes: list[str] = []


def begun(served: Any) -> list[str]:
    """Opens a class with three pupils, of whom one has given up; gives what nobody may be told before the end."""
    _seats.clear()
    _codes.clear()
    room = httpx.post(f"{served.api}/classes", json={"rules": RULES, "codes": 3}, timeout=600).json()
    _codes.append(room["code"])
    for name in ("Ada", "Bob", "Eve"):
        seat = httpx.post(f"{served.api}/classes/join", json={"code": room["code"], "name": name}, timeout=600).json()
        _seats.append((seat["token"], seat["game"]["id"]))
    with sqlite3.connect(Path(served.home).parent / "data" / "games.sqlite3") as database:
        secrets = [row[0] for row in database.execute("SELECT value ->> 'secret' FROM game WHERE room IS NOT NULL")]
    assert len(set(secrets)) == 1
    return [room["id"], *set(secrets)]


def _text(rng: random.Random, served: Served) -> str:
    """Gives a text that leads nowhere, or one that leads somewhere else."""
    known = [_codes[0], *(board for _token, board in _seats), *(token for token, _board in _seats)]
    return rng.choice([nasty_text(rng, served), rng.choice(known)])


def _in_path(rng: random.Random, served: Served) -> str:
    return quote(_text(rng, served).encode("utf-8", "replace")[:3000], safe=rng.choice(["", "/"]))


def join_oddly(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    code = rng.choice([_codes[0], _codes[0], _text(rng, served)])
    name: Any = rng.choice([nasty_text(rng, served), nasty_value(rng), f"P{rng.randrange(60)}", "Ada"])
    return post(client, served, "/api/v1/classes/join", dumped({"code": code, "name": name}))


def lead_oddly(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    id, board = _in_path(rng, served), rng.choice(_seats)[1]
    ends = ("", "/shown", "/end", "/results", "/results.csv", f"/pupils/{board}", f"/pupils/{_in_path(rng, served)}")
    method = rng.choice(["GET", "GET", "POST", "DELETE", "PUT", "HEAD"])
    body = dumped(rng.choice([{"board": board}, {"board": nasty_text(rng, served), "turns": 10**9}, nasty_value(rng)]))
    headers = {"Content-Type": "application/json"}
    return client.request(method, f"{served.api}/classes/{id}{rng.choice(ends)}", content=body, headers=headers)


def open_page(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    text = _in_path(rng, served)
    return client.get(f"{served.url}{rng.choice([f'/class/{text}', f'/class?id={text}', f'/class/{_codes[0]}'])}")


def open_oddly(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    asked = {"rules": "4x6", "codes": 1, rng.choice(["rules", "codes", "hard", "guesses", "words", "x"]): None}
    asked |= {name: rng.choice([nasty_value(rng), nasty_text(rng, served)]) for name in asked if asked[name] is None}
    return post(client, served, "/api/v1/classes", dumped(asked))


def play_oddly(rng: random.Random, client: httpx.Client, served: Served) -> httpx.Response:
    """A pupil plays on, gives up, goes to the next code, and reaches for the boards of others."""
    token, board = rng.choice(_seats)[0], rng.choice(_seats)[1]
    paths = ("guesses", "guesses", "end", "rounds", "answers", "secrets", "corrections")
    method, path = rng.choice([("POST", f"/games/{board}/{rng.choice(paths)}"), ("GET", f"/games/{board}")])
    path = rng.choice([path, path, f"/classes/shown/{board}"])
    guess = rng.choice([*GUESSES, nasty_text(rng, served)])
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return client.request(method, f"{served.api}{path}", content=dumped({"guess": guess}), headers=headers)


ATTACKS = ((join_oddly, 25), (lead_oddly, 25), (play_oddly, 25), (open_page, 13), (open_oddly, 12))
