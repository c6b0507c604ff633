"""The secret of a game is in nothing that the service sends before the end, and no move is lost or changed."""

import asyncio
import base64
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sito.codes.code import CodeSpace
from sito.codes.feedback import score
from sito.playing.game import Transcript
from sito.rules.rules import Rules
from tests.web.games import games_in
from tests.web.leaks import leaks
from tests.web.serving import serving

ZOO = ["badger", "beaver", "donkey", "falcon", "ferret", "gibbon", "iguana", "jaguar", "lizard", "monkey", "rabbit"]
GAMES: dict[str, dict[str, Any]] = {
    "6x9": {"rules": "6x9"},
    "6x9-lies1": {"rules": "6x9-lies1"},
    "5x8-numbers": {"rules": "5x8-numbers", "hard": True},
    "zoo": {"rules": "words-position:zoo", "words": {"secrets": ZOO}},
}
MOVES = ["guess", "guess", "guess", "nonsense", "back", "again", "round", "hint", "get"]


class Service:
    """A service, all that it has sent, and its file."""

    def __init__(self, client: httpx.Client, folder: Path) -> None:
        self.client, self.folder, self.sent = client, folder, ""

    def ask(self, method: str, path: str, token: str | None = None, **body: Any) -> tuple[int, Any]:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        arguments = {"json": body} if method == "POST" else {}
        response = self.client.request(method, f"/games{path}", headers=headers, **arguments)
        self.sent += f"{response.headers}\n{self.known(response)}\n"
        return response.status_code, response.json() if response.content else None

    @staticmethod
    def known(response: httpx.Response) -> str:
        """Gives a response without what every player could find out: the few codes that are left, and a hint."""
        value = response.json() if response.content else None
        game = value.get("game", value) if isinstance(value, dict) else None
        if isinstance(game, dict) and game.get("kind") == "play" and not game["over"]:
            turns = [(turn["guess"], turn["answer"]) for turn in game["turns"]]
            rules = read_rules(game["rules"]["text"])
            left = Transcript(rules, turns).knowledge
            assert game["left"] == len(left)
            assert game["codes"] == (list(map(left.secrets.text, left)) if len(left) <= 24 else [])
            game["codes"] = []
            if game["hint"] is not None:
                game["hint"] = {"faults": len(game["hint"]["sentences"])}
        return json.dumps(value)

    def row(self, id: str) -> Any:
        database = sqlite3.connect(self.folder / "games.sqlite3")
        try:
            return json.loads(database.execute("SELECT value FROM game WHERE id = ?", (id,)).fetchone()[0])
        finally:
            database.close()


def read_rules(text: str) -> Rules:
    return Rules.parse(text, {"zoo": ZOO})


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("web")
    with serving(folder, queue_share=1000) as client:
        yield Service(client, folder)


def reloaded(folder: Path, id: str) -> Any:
    """Gives a game as a service that is started anew reads it from the file."""

    async def read() -> Any:
        async with games_in(folder) as games:
            kept = await games._any(id)
            return json.loads(json.dumps(asdict(await games.state(id, kept.owner))))

    return asyncio.run(read())


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_sequence_of_moves_leaks_or_loses_anything(service: Service, data: st.DataObject) -> None:
    asked = GAMES[data.draw(st.sampled_from(sorted(GAMES)))]
    service.sent = ""
    status, seat = service.ask("POST", "", kind="play", guesses=0, **asked)
    assert status == 201
    id, token = seat["game"]["id"], seat["token"]
    made: list[str] = []
    for _ in range(data.draw(st.integers(1, 10))):
        secret = service.row(id)["secret"]
        rules = read_rules(seat["game"]["rules"]["text"])
        space = CodeSpace(rules)
        move = data.draw(st.sampled_from(MOVES))
        if move == "guess":
            code = space.text(space[data.draw(st.integers(0, space.size - 1))])
            if code == secret:
                continue
            status, state = service.ask("POST", f"/{id}/guesses", token, guess=code)
            if status == 200:
                made.append(code)
            else:
                assert asked.get("hard")
                assert state["type"] == "urn:sito:problem:hard-mode"
        elif move == "nonsense":
            text = data.draw(st.text(max_size=8))
            if text.strip():
                status, state = service.ask("POST", f"/{id}/guesses", token, guess=f"?{text}")
                assert status == 422
        elif move == "back":
            status, state = service.ask("DELETE", f"/{id}/turns/last", token)
            assert status == (200 if made else 409)
            made = made[:-1]
        elif move == "again":
            status, state = service.ask("POST", f"/{id}/guesses", token, guess="A", version=10**6)
            assert status == 409
        elif move == "round":
            status, state = service.ask("POST", f"/{id}/rounds", token)
            assert status == 409
        elif move == "hint" and asked is GAMES["zoo"]:
            status, state = service.ask("POST", f"/{id}/hints", token)
            assert status == 200
        status, state = service.ask("GET", f"/{id}", token)
        assert status == 200
        assert [turn["guess"] for turn in state["turns"]] == made
        if not rules.lies:
            assert [turn["answer"] for turn in state["turns"]] == [str(score(rules, code, secret)) for code in made]
    if secret == space.example:  # which the sentences about guesses that cannot be read name, whatever the secret is
        return
    assert reloaded(service.folder, id) == service.ask("GET", f"/{id}", token)[1]
    assert leaks(service.sent, rules, secret) == []
    service.ask("POST", f"/{id}/end", token)
    assert secret in leaks(service.sent, rules, secret), "or what finds it would find nothing"


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_duel_never_shows_the_code_of_the_other(service: Service, data: st.DataObject) -> None:
    rules = Rules.parse("6x9")
    space = CodeSpace(rules)
    texts = st.integers(0, space.size - 1).map(lambda number: space.text(space[number]))
    mine, yours = data.draw(st.lists(texts, min_size=2, max_size=2, unique=True))
    against = data.draw(st.sampled_from(["computer", "person"]))
    service.sent = ""
    order = data.draw(st.sampled_from(["simultaneous", "alternating"]))
    _, seat = service.ask("POST", "", kind="duel", rules="6x9", against=against, level="easy", order=order)
    id = seat["game"]["id"]
    sides = {1: (seat["token"], mine)}
    if against == "person":
        _, joined = service.ask("POST", "/join", code=seat["game"]["code"])
        sides[2] = joined["token"], yours
    seen = {1: "", 2: ""}

    def ask(side: int, method: str, path: str, **body: Any) -> int:
        before = len(service.sent)
        status, _reply = service.ask(method, f"/{id}{path}", sides[side][0], **body)
        seen[side] += service.sent[before:]
        return status

    for side, (_token, secret) in sides.items():
        assert ask(side, "POST", "/secrets", code=secret) == 200
    hidden = service.row(id)["secrets"]
    made: dict[int, list[str]] = {1: [], 2: []}
    for _ in range(data.draw(st.integers(1, 8))):
        side = data.draw(st.sampled_from(sorted(sides)))
        code = data.draw(texts)
        if code in (mine, *hidden):
            continue
        if ask(side, "POST", "/guesses", guess=code) == 200:
            made[side].append(code)
        ask(side, "GET", "")
    duel = service.row(id)
    games = [Transcript.parse(text) for text in duel["games"]]
    assert [space.text(turn.guess) for turn in games[0].turns] == made[1]
    if against == "person":
        assert [space.text(turn.guess) for turn in games[1].turns] == made[2]
    if not (games[0].won or games[1].won):
        assert leaks(seen[1], rules, hidden[1]) == []
        assert leaks(seen[2], rules, hidden[0]) == []
    ask(1, "POST", "/end")
    assert hidden[1] in leaks(seen[1], rules, hidden[1])


@pytest.mark.parametrize("rules", ["6x9", "5x8-numbers", "6x12-digits"])
def test_what_finds_a_secret_finds_it(rules: str) -> None:
    game = Rules.parse(rules)
    space = CodeSpace(game)
    secret = space.text(space[31415])
    colors = space.parse(secret)
    for hidden in (
        json.dumps({"secret": secret}),
        json.dumps(list(colors)),
        json.dumps([game.symbols()[color] for color in colors]),
        secret.lower(),
        base64.b64encode(f"secret={secret};".encode()).decode(),
        base64.urlsafe_b64encode(b"a" + bytes(colors) + b"z").decode(),
        secret.encode().hex(),
        "".join(f"\\u{ord(letter):04X}" for letter in secret),
        secret[::-1],
        f'{{"number": {space.number(secret)}}}',
    ):
        assert leaks(hidden, game, secret), hidden
    other = space.text(space[27182])
    assert (
        leaks(json.dumps([other, list(space.parse(other)), base64.b64encode(other.encode()).decode()]), game, secret)
        == []
    )
