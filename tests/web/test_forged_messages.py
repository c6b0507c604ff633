"""Messages that no page would send: nothing fails, nothing is written, nothing is kept, and nobody else is touched."""

import asyncio
import json
from collections.abc import Iterator

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosedError
from websockets.frames import CloseCode

from sito.web.guard.bounds import Sockets
from sito.web.settings import Settings
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
        for kind in ("value", "enter", "guess", "row", "answer", "choose", "cell", "jump", "vacancy", "pour"):
            for element, listener in page.listeners(kind):
                for forged in FORGED:
                    page.event(element, listener, forged)
                page.event(element, listener)
                page.event(element, listener, 1, 2, 3, 4)
        page.settled()
    assert httpx.get(f"{service.address}/healthz", timeout=None).status_code == 200
    assert complaints(service) == []


def test_messages_without_form_are_not_heard(service: Service) -> None:
    with Wire(service.address, "/play") as page:
        for name in ("event", "handshake", "ack", "javascript_response", "log", "connect", "none"):
            for message in (*FORGED[:-1], {"client_id": page.id}, {"client_id": [page.id]}, {"client_id": "none"}):
                page.send(name, message)
        page.send("event", {"client_id": page.id, "id": 1, "listener_id": "none", "args": []})
        page.send("event", {"client_id": page.id, "id": {}, "listener_id": [], "args": 3})
        page.send("log", {"client_id": page.id, "level": "error", "message": "written by a visitor"})
        page.settled()
    for raw in ("42[]", "451-[]", "49", "4", "4" + "9" * 20, "42" + "[" * 4000, "40/none,", b"bytes"):
        with Wire(service.address, "/play") as page:
            page.raw(raw)
            try:
                page.settled()
            except ConnectionClosedError as closed:  # refused at once, before the next message was sent
                assert closed.rcvd.code == CloseCode.POLICY_VIOLATION
    assert httpx.get(f"{service.address}/healthz", timeout=None).status_code == 200
    assert complaints(service) == []


def test_long_names_of_tabs_are_not_kept(service: Service) -> None:
    with Wire(service.address, "/play", tab="z" * 5000) as page:
        assert "rejected" in page.welcome


def test_nobody_plays_on_the_page_of_another(service: Service) -> None:
    with Wire(service.address, "/play") as page, Wire(service.address, "/play") as stranger:
        ((board, guess),) = page.listeners("guess")
        stranger.event(board, guess, "AABB", of=page.id)
        stranger.settled()
        assert not any("sito_board" in told for told in page.settled())
        page.event(board, guess, "AABB")
        assert page.until("sito_board")


def test_settings_opened_often_take_no_more_room(service: Service) -> None:
    with Wire(service.address, "/") as page:
        told = [message for _ in range(20) for message in page.settled()]
        updates = [json.loads(message[2:])[1] for message in told if message.startswith('42["update"')]
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
        opened = [json.loads(told[2:])[1]["path"] for told in page.until('42["open"')[-1:]]
        assert opened == ["/elsewhere.example/x"]


def test_nothing_is_made_for_what_is_not_there(service: Service) -> None:
    sent = httpx.post(f"{service.address}/none", timeout=None)
    assert sent.status_code == 404
    assert "html" not in sent.headers["content-type"]


def test_names_that_lead_here_are_not_answered(service: Service) -> None:
    for host, status in (("elsewhere.example", 421), ("127.0.0.1.elsewhere.example", 421), ("localhost:99", 200)):
        for path in ("/", "/api/v1/rules"):
            assert httpx.get(service.address + path, headers={"host": host}, timeout=None).status_code == status
    told = httpx.get(f"{service.address}/api/v1/rules", headers={"host": "elsewhere.example"}, timeout=None).json()
    assert told["type"] == "urn:sito:problem:host"
    foreign = {"origin": "https://elsewhere.example"}
    polled = f"{service.address}/_nicegui_ws/socket.io/?EIO=4&transport=polling"
    assert httpx.get(polled, headers=foreign, timeout=None).status_code == 403


async def test_who_does_not_read_is_not_heard() -> None:
    reads = asyncio.Event()
    heard: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.receive", "text": "2"}

    async def send(message: Message) -> None:
        await reads.wait()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        writing = asyncio.create_task(send({"type": "websocket.send", "text": "much"}))
        await asyncio.sleep(0)

        async def listen() -> None:
            heard.append(await receive())

        listening = asyncio.create_task(listen())
        for _ in range(10):
            await asyncio.sleep(0)
        assert heard == []
        reads.set()
        await asyncio.gather(writing, listening)

    await Sockets(Settings()).serve(app, "ada", {}, receive, send)
    assert len(heard) == 1
