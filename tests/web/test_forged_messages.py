"""Messages that no page would send: nothing fails, nothing is written, nothing is kept, and nobody else is touched."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest

from tests.web.service import Service
from tests.web.wire import Wire

FORGED: list[object] = [
    None, True, -1, 5, 2.5, 10**30, "", "9" * 6000, "A" * 50_000, [], [1, 2, 3], [[], []], {}, {"a": 1},
    "<img src=x onerror=alert(1)>", "A\0B", "\ud800",
]  # fmt: skip
VIEWS = ("/play", "/keep", "/duel", "/analyse?game=4x6", "/compare", "/prove", "/jugs", "/pegs", "/learn")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    limits = {"rate": 0, "socket_rate": 1e6, "socket_burst": 10**6}
    with Service(tmp_path_factory.mktemp("forged"), page=True, **limits) as running:
        yield running


def complaints(service: Service) -> list[str]:
    """What the log has besides requests."""
    return [line for line in service.log.splitlines() if '"level": "info"' not in line]


@pytest.mark.parametrize("path", VIEWS)
def test_events_bring_nothing_unexpected(service: Service, path: str) -> None:
    with Wire(service.address, path) as page:
        for kind in ("value", "enter", "guess", "draft", "row", "answer", "choose", "cell", "jump", "vacancy", "pour"):
            for element, listener in page.listeners(kind):
                for forged in FORGED:
                    page.event(element, listener, forged)
                page.event(element, listener)
                page.event(element, listener, 1, 2, 3, 4)
        page.heard()
    assert httpx.get(f"{service.address}/healthz").status_code == 200
    assert complaints(service) == []


def test_messages_without_form_are_not_heard(service: Service) -> None:
    with Wire(service.address, "/play") as page:
        for name in ("event", "handshake", "ack", "javascript_response", "log", "connect", "disconnect", "none"):
            for message in (*FORGED, {"client_id": page.id}, {"client_id": [page.id]}, {"client_id": "none"}):
                page.send(name, message)
        page.send("event", {"client_id": page.id, "id": 1, "listener_id": "none", "args": []})
        page.send("event", {"client_id": page.id, "id": {}, "listener_id": [], "args": 3})
        page.send("log", {"client_id": page.id, "level": "error", "message": "written by a visitor"})
        page.heard()
    for raw in ("42[]", "451-[]", "49", "4", "4" + "9" * 20, "42" + "[" * 4000, "40/none,", b"bytes"):
        with Wire(service.address, "/play") as page:
            page.raw(raw)
            page.heard()
    assert httpx.get(f"{service.address}/healthz").status_code == 200
    assert complaints(service) == []


def test_long_names_of_tabs_are_not_kept(service: Service) -> None:
    with Wire(service.address, "/play", tab="z" * 5000) as page:
        assert "rejected" in page.welcome


def test_nobody_plays_on_the_page_of_another(service: Service) -> None:
    with Wire(service.address, "/play") as page, Wire(service.address, "/play") as stranger:
        page.heard()
        ((board, guess),) = page.listeners("guess")
        stranger.event(board, guess, "AABB", of=page.id)
        assert page.heard() == []
        page.event(board, guess, "AABB")
        assert any('"rows"' in told for told in page.heard(1))


def test_settings_opened_often_take_no_more_room(service: Service) -> None:
    with Wire(service.address, "/") as page:
        named = [number for number, element in page.elements.items() if "settings-button" in json.dumps(element)]
        found = [one for one in page.listeners("click") if str(one[0]) in named]
        for _ in range(20):
            page.event(*found[0])
        updates = [json.loads(told[2:])[1] for told in page.heard() if told.startswith('42["update"')]
        made = {number for update in updates for number, element in update.items() if number.isdecimal() and element}
        gone = {
            number for update in updates for number, element in update.items() if number.isdecimal() and not element
        }
        dialogs = [
            number
            for update in updates
            for number, element in update.items()
            if number.isdecimal() and element and "sito_dialog" in element["tag"]
        ]
        assert made
        assert len(set(dialogs) - gone) <= 1


def test_the_settings_of_a_strange_address_open_no_other_site(service: Service) -> None:
    with Wire(service.address, "//elsewhere.example/x") as page:
        languages = [one for one in page.listeners("click") if page.elements[str(one[0])]["props"].get("lang") == "cs"]
        page.event(*languages[0])
        opened = [json.loads(told[2:])[1]["path"] for told in page.heard(1) if told.startswith('42["open"')]
        assert opened == ["/elsewhere.example/x"]


def test_nothing_is_made_for_what_is_not_there(service: Service) -> None:
    sent = httpx.post(f"{service.address}/none")
    assert sent.status_code == 404
    assert "html" not in sent.headers["content-type"]


def test_names_that_lead_here_are_not_answered(service: Service) -> None:
    for host, status in (("elsewhere.example", 421), ("127.0.0.1.elsewhere.example", 421), ("localhost:99", 200)):
        for path in ("/", "/api/v1/rules"):
            assert httpx.get(service.address + path, headers={"host": host}).status_code == status
    told = httpx.get(f"{service.address}/api/v1/rules", headers={"host": "elsewhere.example"}).json()
    assert told["type"] == "urn:sito:problem:host"
    foreign = {"origin": "https://elsewhere.example"}
    polled = f"{service.address}/_nicegui_ws/socket.io/?EIO=4&transport=polling"
    assert httpx.get(polled, headers=foreign).status_code == 403
