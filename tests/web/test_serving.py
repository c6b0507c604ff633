"""`sito web` as a process: its start, its end by signals, its websockets, and nginx before it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as connect_at_once

from sito.web.app import API, create_app
from sito.web.guard.bounds import HEAD_BYTES
from sito.web.settings import Settings
from tests.conftest import Sito
from tests.needs import path_of
from tests.web.bound import ROOT, bound
from tests.web.browsing import PATIENCE
from tests.web.service import Service

SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
DOCUMENT = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("page")
    with Service(folder, page=True, rate=0, sockets=3, socket_rate=5, socket_burst=20, socket_bytes=5000) as running:
        yield running


def connect(address: str, origin: str | None = None) -> ClientConnection:
    """Opens a websocket, however long it takes."""
    return connect_at_once(address, origin=origin, open_timeout=PATIENCE, ping_timeout=PATIENCE)  # type: ignore[arg-type]


def websocket(address: str) -> str:
    return address.replace("http", "ws", 1) + SOCKET


def test_websockets_are_bounded(service: Service) -> None:
    address = websocket(service.address)
    with pytest.raises(InvalidStatus):
        connect(address, origin="https://elsewhere.example")
    with connect(address, origin=service.address) as first:
        assert str(first.recv()).startswith("0{")
        with connect(address), connect(address):
            with pytest.raises(InvalidStatus):
                connect(address)
            with pytest.raises(ConnectionClosed):
                flood(first)
        assert first.close_code == 1008
    with connect(address) as large:
        large.send("4" + "x" * 6000)
        with pytest.raises(ConnectionClosed):
            flood(large)
    assert httpx.get(f"{service.address}/healthz", timeout=PATIENCE).status_code == 200


def flood(connection: ClientConnection) -> None:
    for _ in range(10_000):
        connection.send("2")


def test_pages_have_a_policy_without_exceptions_for_scripts(service: Service) -> None:
    pages = [httpx.get(f"{service.address}/", timeout=PATIENCE) for _ in range(2)]
    assert [page.status_code for page in pages] == [200, 200], pages[-1].text
    policies = [page.headers["content-security-policy"] for page in pages]
    scripts = [re.search(r"script-src ([^;]*);", policy) for policy in policies]
    nonces = [re.fullmatch(r"'self' 'nonce-([\w-]{20,})'", found[1]) for found in scripts if found]
    assert all(nonces)
    assert len({found[1] for found in nonces if found}) == 2
    for page, nonce in zip(pages, nonces, strict=True):
        tags = re.findall(r"<script\b[^>]*>", page.text)
        assert len(tags) > 5
        assert all(f'nonce="{nonce[1]}"' in tag for tag in tags)
        assert "http://" not in re.sub(r"http://www\.w3\.org", "", page.text)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_a_signal_ends_it_gracefully(tmp_path: Path, number: signal.Signals, code: int) -> None:
    command = [sys.executable, "-m", "sito", "web", "--port", "0", "--no-browser", "--data", str(tmp_path / "data")]
    process = subprocess.Popen(bound(*command), stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    said = process.stderr.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/", said)
    assert found, said
    with httpx.Client(base_url=found[0], timeout=PATIENCE) as client:
        job = client.post("/api/v1/jobs", json={"task": "solve", "rules": "5x8"})
        assert job.status_code == 202, job.text
    process.send_signal(number)
    assert process.wait() == code
    rest = process.stderr.read()
    process.stderr.close()
    assert "Traceback" not in rest
    assert "Exception" not in rest
    assert {path.name for path in tmp_path.iterdir()} == {"data"}, "nothing is written elsewhere"


def test_ports_that_cannot_be_had(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = sito("web", "--no-browser", "--port", port, code=1)
        assert f"port {port} of 127.0.0.1 is in use; choose another" in done.err
    assert "there is no host 'host.invalid' here" in sito("web", "--no-browser", "--host", "host.invalid", code=1).err
    monkeypatch.setenv("SITO_WEB_RATE", "many")
    monkeypatch.setenv("SITO_WEB_BODY_BYTES", "1")
    done = sito("web", "--no-browser", "--port", "0", code=2)
    assert "SITO_WEB_RATE is 'many'; it must be a number" in done.err
    assert "body_bytes is 1; it must be a number from 1000 on" in done.err


def test_an_empty_host_and_files_that_cannot_be_used_are_told(sito: Sito, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "games.sqlite3").write_text("no file of games, but a text", encoding="utf-8")
    for options, code, told in (
        (["--host", ""], 2, "the host is empty; give an address, as in 127.0.0.1"),
        (["--data", "/proc/no-such-folder"], 1, "cannot be used"),
        ([], 1, "games.sqlite3 cannot be used"),
    ):
        done = sito("web", "--no-browser", "--port", "0", *options)
        assert (done.code, done.out) == (code, "")
        assert told in done.err
        assert "Traceback" not in done.err


def test_without_the_extra_it_says_how_to_get_it(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sito.cli.web.find_spec", lambda name: None)
    assert "pip install 'sito[web]', or without the page" in sito("web", code=1).err


def test_without_the_library_of_the_page_it_serves_programs(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    def serve(
        settings: Settings, listener: object, ready: Callable[[], object], *, page: bool, key: str | None
    ) -> None:
        app = create_app(settings, page=page, key=key)
        assert not any(getattr(route, "path", "") == "/play" for route in app.routes)
        assert f"{API}/advise" in app.openapi()["paths"]
        ready()

    monkeypatch.setattr("sito.cli.web.find_spec", lambda name: None if name == "nicegui" else name)
    monkeypatch.setattr("sito.web.serve.serve", serve)
    told = sito("web", "--port", "0", code=0).err
    assert "There is no page, only the REST interface at http://127.0.0.1:" in told


def test_the_document_tells_the_bound_of_heads() -> None:
    assert f"{HEAD_BYTES // 1024} KiB within" in DOCUMENT


@pytest.mark.needs("nginx")
@pytest.mark.parametrize("below", ["", "/sito"])
def test_behind_nginx(tmp_path: Path, below: str) -> None:
    with Service(tmp_path, page=True, root_path=below) as service:
        behind_nginx(service, tmp_path, below)


def behind_nginx(service: Service, tmp_path: Path, below: str) -> None:
    """Uses a service by way of the nginx that the documentation has, as a site or below a path of one."""
    found = re.search(r"```nginx\n(.*?)```", DOCUMENT, re.DOTALL)
    assert found
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    shown = found[1].replace("8443", f"127.0.0.1:{port}").replace("127.0.0.1:8080", f"127.0.0.1:{service.port}")
    if below:
        shown = shown.replace("location /", f"location {below}/").replace(f":{service.port};", f":{service.port}/;")
    places = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    configuration = f"pid {tmp_path}/pid; events {{}} http {{ access_log off; {places} {shown} }}"
    (tmp_path / "nginx.conf").write_text(configuration, encoding="utf-8")
    files = ["-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path), "-e", str(tmp_path / "errors")]
    nginx = subprocess.Popen(bound(path_of("nginx"), *files, "-g", "daemon off;"))
    try:
        origin = f"http://127.0.0.1:{port}"
        address = origin + below
        while True:
            try:
                assert httpx.get(f"{address}/healthz", timeout=PATIENCE).status_code == 200
                break
            except httpx.ConnectError:
                assert nginx.poll() is None
        page = httpx.get(f"{address}/", timeout=PATIENCE)
        assert page.status_code == 200
        for asset in re.findall(r'(?:href|src)="(/[^"]+)"', page.text):
            assert asset.startswith(below)
            assert httpx.get(origin + asset, timeout=PATIENCE, follow_redirects=True).status_code == 200, asset
        feedback = {"rules": "4x6", "guess": "AABB", "secret": "ABCA"}
        sent = httpx.post(f"{address}/api/v1/feedback", json=feedback, timeout=PATIENCE, headers={"origin": origin})
        assert sent.json()["answer"] == "xoo"
        foreign = {"origin": "https://elsewhere.example"}
        refused = httpx.post(f"{address}/api/v1/feedback", json=feedback, timeout=PATIENCE, headers=foreign)
        assert refused.status_code == 403
        with connect(websocket(address), origin=origin) as open_page:
            assert json.loads(str(open_page.recv())[1:])["upgrades"] == []
    finally:
        nginx.terminate()
        nginx.wait()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only where there is a device that is always full")
def test_a_full_device_ends_it_with_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sito", "web", "--port", "0", "--no-browser", "--json", "--data", str(tmp_path)]
    with open("/dev/full", "w", encoding="utf-8") as full:
        ended = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, env=os.environ | {"LANGUAGE": "en"}
        )
    assert ended.returncode == 1
    assert ended.stderr == "sito: standard output cannot be written: No space left on device\n"
