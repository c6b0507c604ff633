"""The examples of the operations about kept games: a few games from beginning to end, as the OpenAPI file shows them.

python -m tests.web.game_examples

What is different each time is written down as it is here: ids, tokens, codes of duels, times.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from sito.web.api import documented
from tests.web.serving import serving

EXAMPLES = Path(documented.__file__).with_name("game_examples.json")
ID, CODE, ROOM = "q1W2e3R4t5Y6u7I8", "aB3dE6gH9jK1", "z9X8c7V6b5N4m3L2"
TOKENS = ("Zm9yIGV4YW1wbGUgb25seS4uLi4uLi4u", "YW5vdGhlciBleGFtcGxlIG9ubHkuLi4u")


class Step(NamedTuple):
    """One request of a game or a class; `side` is whose token it is sent with, if it has one."""

    operation: str
    summary: str
    method: str
    path: str
    request: Any = None
    status: int = 200
    side: int | None = 0


PLAYED = (
    Step("begin_game", "Game 4711 of 4x6", "POST", "", {"kind": "play", "rules": "4x6", "number": 4711}, 201, None),
    Step("guess", "A first guess", "POST", "/{game}/guesses", {"guess": "AABB"}),
    Step("guess", "A guess with a peg too many", "POST", "/{game}/guesses", {"guess": "AABBC"}, 422),
    Step("guess", "The game has gone on", "POST", "/{game}/guesses", {"guess": "CCDD", "version": 1}, 409),
    Step("hint", "A good guess", "POST", "/{game}/hints"),
    Step("take_back", "The last guess is taken back", "DELETE", "/{game}/turns/last"),
    Step("give_up", "Now the code is told", "POST", "/{game}/end"),
    Step("next_round", "The next round has the next number", "POST", "/{game}/rounds"),
    Step("get_game", "The game as it stands", "GET", "/{game}"),
    Step("forget_game", "It is removed", "DELETE", "/{game}", None, 204),
    Step("get_game", "It is there no more", "GET", "/{game}", None, 404),
)
KEPT = (
    Step("begin_game", "An easy opponent", "POST", "", {"kind": "keep", "rules": "4x6", "level": "easy"}, 201, None),
    Step("answer", "One peg in place", "POST", "/{game}/answers", {"answer": "x"}),
    Step("answer", "An answer that contradicts the first", "POST", "/{game}/answers", {"answer": "oooo"}),
    Step("correct", "The first of the repairs", "POST", "/{game}/corrections", {"repair": 0}),
    Step("correct", "Another answer to the first guess", "POST", "/{game}/corrections", {"turn": 1, "answer": "2 0"}),
    Step("why", "Why the computer made its second guess", "GET", "/{game}/turns/2/why"),
    Step("give_up", "The computer shall guess no more", "POST", "/{game}/end"),
    Step("tell_secret", "What the code was", "POST", "/{game}/secrets", {"code": "ABCA"}),
)
DUELLED = (
    Step("begin_game", "A duel of two people", "POST", "", {"kind": "duel", "against": "person"}, 201, None),
    Step("tell_secret", "The first side hides its code", "POST", "/{game}/secrets", {"code": "BFAC"}),
    Step("join_duel", "The second side joins", "POST", "/join", {"code": CODE}, 200, None),
    Step("tell_secret", "The second side hides its code", "POST", "/{game}/secrets", {"code": "EEDA"}, 200, 1),
    Step("guess", "It is not the turn of the second side", "POST", "/{game}/guesses", {"guess": "BFAC"}, 409, 1),
    Step("guess", "A guess in a duel", "POST", "/{game}/guesses", {"guess": "AABB"}),
    Step("give_up", "The second side gives up", "POST", "/{game}/end", None, 200, 1),
    Step("next_round", "The first side asks for another duel", "POST", "/{game}/rounds"),
)
CLASS = (
    Step("open_class", "Everybody looks for the same code", "POST", "/classes", {"rules": "4x6"}, 201, None),
    Step("join_class", "A pupil joins", "POST", "/classes/join", {"code": CODE, "name": "Ada"}, 200, None),
    Step("join_class", "The name is taken", "POST", "/classes/join", {"code": CODE, "name": "ada"}, 422, None),
    Step("get_class", "The board of every pupil", "GET", "/classes/{room}", None, 200, None),
    Step("show_to_class", "Her position is hidden", "POST", "/classes/{room}/shown", {"board": None}, 200, None),
    Step("shown_in_class", "Nothing is shown", "GET", "/classes/shown/{game}"),
    Step("class_results", "Results so far", "GET", "/classes/{room}/results", None, 200, None),
    Step("class_results_csv", "The same for a spreadsheet", "GET", "/classes/{room}/results.csv", None, 200, None),
    Step("remove_pupil", "A pupil goes", "DELETE", "/classes/{room}/pupils/{game}", None, 204, None),
    Step("end_class", "Nobody is left", "POST", "/classes/{room}/end", None, 200, None),
    Step("get_class", "It is there no more", "GET", "/classes/{room}", None, 404, None),
)


def played(client: httpx.Client) -> Iterator[tuple[Step, dict[str, Any]]]:
    """Plays the games, and gives each example as it is written down."""
    for steps in (PLAYED, KEPT, DUELLED, CLASS):
        real: dict[str, str] = {}
        tokens: list[str] = []
        for step in steps:
            headers = {"Accept-Language": "en"}
            if step.side is not None:
                headers["Authorization"] = f"Bearer {tokens[step.side]}"
            below = "" if step.path.startswith("/classes") else "/games"
            path = below + step.path.format(game=real.get(ID, ID), room=real.get(ROOM, ROOM))
            request = step.request
            if request is not None and request.get("code") == CODE:
                request = {**request, "code": real[CODE]}
            body = {} if request is None else {"json": request}
            response = client.request(step.method, path, headers=headers, **body)
            assert response.status_code == step.status, response.text
            is_text = response.headers.get("content-type", "").startswith("text/")
            reply = response.text.lstrip("\ufeff") if is_text else response.json() if response.content else None
            if isinstance(reply, dict) and "pupils" in reply:
                real.update({ROOM: reply["id"], CODE: reply["code"]})
            if isinstance(reply, dict) and "token" in reply:
                tokens.append(reply["token"])
                reply["token"] = TOKENS[len(tokens) - 1]
                real[ID] = reply["game"]["id"]
                real.setdefault(CODE, reply["game"].get("code") or "")
            yield step, _example(step, _written(reply))


def _example(step: Step, reply: Any) -> dict[str, Any]:
    request = {} if step.request is None else {"request": step.request}
    return {"summary": step.summary, **request, "status": step.status, "reply": reply}


def _written(value: Any) -> Any:
    """Writes an answer as it is written down."""
    if isinstance(value, list):
        return list(map(_written, value))
    if not isinstance(value, dict):
        return round(value, 9) if isinstance(value, float) else value
    here = {name: _written(part) for name, part in value.items()}
    if "pupils" in here:
        return here | {"id": ROOM, "code": CODE}
    if "idle" in here:
        return here | {"id": ID, "idle": 0}
    if "version" in here and "id" in here:
        here["id"] = ID
        here["code"] = here.get("code") and CODE
        if here["kind"] != "duel":
            del here["code"]
        elif here["seen"] is not None:
            here["seen"] = 0.0
    return here


def collected(client: httpx.Client) -> dict[str, list[dict[str, Any]]]:
    """Plays the games, and gives the examples of each operation."""
    found: dict[str, list[dict[str, Any]]] = {}
    for step, example in played(client):
        found.setdefault(step.operation, []).append(example)
    return found


def record() -> None:
    """Writes the examples down."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as client:
        found = collected(client)
    EXAMPLES.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
