"""Kept games over REST: the examples of the OpenAPI file are true, and everything the service has is there."""

import threading
from typing import Any

import httpx

from sito.codes.feedback import score
from sito.web.api import documented
from tests.cases import cases
from tests.web import game_examples


class Player:
    """Whoever plays a game, with its token."""

    def __init__(self, client: httpx.Client, where: str, /, **body: Any) -> None:
        response = client.post(f"/games{where}", json=body)
        assert response.status_code in (200, 201), response.text
        self.client = client
        self.seat = response.json()
        self.game = self.seat["game"]
        self.headers = {"Authorization": f"Bearer {self.seat['token']}"}

    def ask(self, method: str, where: str = "", status: int = 200, /, key: str | None = None, **body: Any) -> Any:
        headers = {**self.headers, **({} if key is None else {"Idempotency-Key": key})}
        path = f"/games/{self.game['id']}{where}"
        response = self.client.request(method, path, headers=headers, **({"json": body} if method == "POST" else {}))
        assert response.status_code == status, response.text
        if status == 200:
            assert response.headers["cache-control"] == "no-store"
            self.game = response.json()
        return response.json() if response.content else None


def test_the_examples_are_true(client: httpx.Client) -> None:
    assert game_examples.collected(client) == documented.examples("game_examples.json"), (
        "write them anew with: make openapi"
    )


def test_a_duel_of_two_over_rest(client: httpx.Client) -> None:
    me = Player(client, "", kind="duel", against="person", order="alternating")
    me.ask("POST", "/secrets", code="BFAC")
    you = Player(client, "/join", code=me.game["code"])
    drawn = you.ask("POST", "/secrets")["secret"]
    waited: list[Any] = []

    def wait() -> None:
        waited.append(you.ask("GET", f"?after={you.game['version']}&wait=20"))

    thread = threading.Thread(target=wait)
    thread.start()
    me.ask("POST", "/guesses", guess="AABB")
    thread.join()
    assert waited[0]["theirs"][0]["answer"] == str(score("4x6", "AABB", drawn))
    you.ask("POST", "/guesses", guess="BFAC")
    assert me.ask("GET")["outcome"] == "lost"
    problem = me.ask("POST", "/guesses", 409, guess="AABB")
    assert problem["type"] == "urn:sito:problem:out-of-turn"
    assert you.ask("DELETE", "", 404)["type"] == "urn:sito:problem:no-such-game"
    me.ask("DELETE", "", 204)
    you.ask("GET", "", 404)


def test_a_move_with_a_key_counts_once(client: httpx.Client) -> None:
    me = Player(client, "", kind="play")
    for _ in range(3):
        assert len(me.ask("POST", "/guesses", key="first", guess="AABB")["turns"]) == 1
    assert me.ask("POST", "/guesses", 422, key="first", guess="AABC")["type"] == "urn:sito:problem:key-used"
    assert me.ask("POST", "/guesses", 409, guess="AABC", version=1)["type"] == "urn:sito:problem:stale"


def test_words_are_sent_with_the_game(client: httpx.Client) -> None:
    me = Player(client, "", kind="keep", rules="words-position:zoo", level="easy", words={"secrets": ["bear", "seal"]})
    assert me.game["guess"] == "BEAR"
    assert me.ask("POST", "/answers", answer="----")["conflict"]["clash"] == [1]


def test_others_see_nothing(client: httpx.Client) -> None:
    me, you = Player(client, "", kind="play"), Player(client, "", kind="play")
    for headers in ({}, you.headers, {"Authorization": "Bearer"}, {"Authorization": "Basic bWU6bWU="}):
        assert client.get(f"/games/{me.game['id']}", headers=headers).status_code == 404
    # One token may have several games.
    again = client.post("/games", json={"kind": "play"}, headers=me.headers).json()
    assert again["token"] == me.seat["token"]
    assert client.get(f"/games/{again['game']['id']}", headers=me.headers).status_code == 200


@cases("where", "body")
def test_what_cannot_be_begun(client: httpx.Client, where: str, body: Any) -> None:
    response = client.post(f"/games{where}", json=body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"


def test_a_correction_is_one_thing(client: httpx.Client) -> None:
    me = Player(client, "", kind="keep", level="easy")
    me.ask("POST", "/answers", answer="x")
    for wrong in ({}, {"turn": 1}, {"answer": "x"}, {"turn": 1, "answer": "x", "repair": 0}):
        assert me.ask("POST", "/corrections", 422, **wrong)["type"] == "urn:sito:problem:input"
