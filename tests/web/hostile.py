"""Thousands of malformed, oversized and hostile requests against a served Sito, and what becomes of it.

`attack` starts `sito web` in a process of its own, sends requests from several threads, and
watches: every answer, the memory of the service and of each of its processes, and every file
that any of them opens. Honest requests in between must be answered.
"""

import contextlib
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil

from tests.open_nothing import HUSH
from tests.open_nothing import texts as file_texts
from tests.web.bound import bound
from tests.web.hostile_requests import ATTACKS, Attack

MEMORY = 400_000_000
"""Bytes that a process for searches may take, by the settings of the attacked service."""
THREADS = 12
WATCHER = """
import os, sys
place = os.environ.get("SITO_TEST_OPENED")
if place:
    log = os.open(place, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    def hook(event, arguments):
        if event in ("open", "os.listdir", "os.scandir", "subprocess.Popen", "socket.connect"):
            os.write(log, (event + " " + repr(arguments[:2]) + "\\n").encode("utf-8", "backslashreplace"))
    sys.addaudithook(hook)
"""


@dataclass
class Found:
    """What an attack found: answers by status, what was wrong, and the most memory that was seen."""

    sent: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    service_bytes: int = 0
    process_bytes: int = 0
    processes: int = 0
    honest: int = 0
    slowest: float = 0.0
    opened: list[str] = field(default_factory=list)
    never_told: Sequence[str] = ()
    """What no answer may have in it."""


class Served:
    """A served Sito that is watched."""

    def __init__(self, folder: Path) -> None:
        watcher = folder / "watcher"
        watcher.mkdir()
        (watcher / "sitecustomize.py").write_text(WATCHER, encoding="utf-8")
        self.opened = folder / "opened.txt"
        self.home = folder / "home"
        self.home.mkdir()
        self.texts = list(file_texts(self.home))
        places = [str(watcher), *filter(None, [os.environ.get("PYTHONPATH")])]
        limits = {"RATE": 0, "BURST": 10**6, "SOCKETS": 1000, "MEMORY": MEMORY, "QUICK_SECONDS": 0.5, "LOG": "none"}
        limits |= {"JOB_SECONDS": 3, "WORKERS": 2, "QUEUE_SHARE": 64, "BODY_SECONDS": 3, "JOBS_SHARE": 10}
        self.errors = folder / "errors.txt"
        self._log = self.errors.open("wb")
        data = str(folder / "data")
        self.process = subprocess.Popen(
            bound(sys.executable, "-m", "sito", "--json", "web", "--no-browser", "--port", "0", "--data", data),
            cwd=self.home,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env={
                **os.environ,
                "HOME": str(self.home),
                "PYTHONPATH": os.pathsep.join(places),
                "SITO_TEST_OPENED": str(self.opened),
                **{f"SITO_WEB_{name}": str(value) for name, value in limits.items()},
            },
        )
        line = self.process.stdout.readline()
        assert line, self.errors.read_text(encoding="utf-8")
        self.url = json.loads(line)["url"].rstrip("/")
        self.api = f"{self.url}/api/v1"
        self.address = ("127.0.0.1", int(self.url.rpartition(":")[2]))

    def end(self) -> int:
        """Ends it as Ctrl-C does, and gives its exit code."""
        self.process.terminate()
        try:
            return self.process.wait(600)
        finally:
            if self.process.stdout is not None:
                self.process.stdout.close()
            self._log.close()


def attack(
    count: int,
    folder: Path,
    seed: int = 1,
    attacks: Sequence[tuple[Attack, int]] = ATTACKS,
    prepare: Callable[[Served], Sequence[str]] = lambda served: (),
) -> Found:
    """Sends so many hostile requests, and gives what it found; what `prepare` gives may be in no answer."""
    found, lock = Found(), threading.Lock()
    served = Served(folder)
    over = threading.Event()
    try:
        watch = threading.Thread(target=_watch, args=(served, found, over))
        watch.start()
        _honest(served, found)
        found.never_told = prepare(served)
        with ThreadPoolExecutor(THREADS) as threads:
            list(threads.map(lambda number: _one(served, found, lock, attacks, seed, number), range(count)))
        _honest(served, found)
        over.set()
        watch.join()
        if served.process.poll() is not None:
            found.wrong.append(f"the service ended with code {served.process.returncode}")
    finally:
        over.set()
        code = served.end()
        while _clients:
            _clients.pop().close()
        vars(_here).clear()
    if code not in (0, -15, 143):
        found.wrong.append(f"the service ended with code {code}: {served.errors.read_text(encoding='utf-8')[-3000:]}")
    for line in served.opened.read_text(encoding="utf-8", errors="replace").splitlines():
        if any(mark in line for mark in (f"{served.home}/", "/etc/passwd", "/proc/self/environ", "secret.txt")):
            found.opened.append(line)
    return found


_here = threading.local()
_clients: list[httpx.Client] = []


def _client() -> httpx.Client:
    """Gives the client of this thread."""
    if not hasattr(_here, "client"):
        _here.client = httpx.Client(timeout=600, verify=False)
        _clients.append(_here.client)
    found: httpx.Client = _here.client
    return found


def _one(
    served: Served, found: Found, lock: threading.Lock, attacks: Sequence[tuple[Attack, int]], seed: int, number: int
) -> None:
    rng = random.Random(f"{seed}/{number}")
    kind = rng.choices([kind for kind, _weight in attacks], [weight for _kind, weight in attacks])[0]
    begun = time.monotonic()
    status = "no answer"
    try:
        response = kind(rng, _client(), served)
        if response is not None:
            status = str(response.status_code)
            _judge(kind.__name__, number, response, found, lock)
    except httpx.HTTPError as error:
        status = type(error).__name__
        if not isinstance(
            error, httpx.RemoteProtocolError | httpx.WriteError | httpx.ReadError | httpx.LocalProtocolError
        ):
            with lock:
                found.wrong.append(f"{kind.__name__} {number}: {error!r}")
    with lock:
        found.sent += 1
        found.statuses[status] += 1
        found.kinds[kind.__name__] += 1
        found.slowest = max(found.slowest, time.monotonic() - begun)
    if number % 50 == 49:
        _honest(served, found)


def _judge(kind: str, number: int, response: httpx.Response, found: Found, lock: threading.Lock) -> None:
    """Looks at an answer: no mistake of Sito, nothing of a file, and a problem where it is none of the good ones."""
    said = response.text
    wrong = []
    if response.status_code >= 500 and response.status_code != 501:
        wrong.append(f"status {response.status_code}")
    if HUSH in said.upper() or "root:x:" in said:
        wrong.append("tells what is in a file")
    if any(text in said for text in found.never_told):
        wrong.append("tells a secret")
    if "Traceback (most recent call last)" in said:
        wrong.append("a traceback")
    if 400 <= response.status_code < 500 and response.url.path.startswith("/api/v1/") and said:
        if not response.headers["content-type"].startswith("application/problem+json"):
            wrong.append(f"is no problem, but {response.headers['content-type']}")
        elif response.status_code == 429 and "retry-after" not in response.headers:
            wrong.append("no Retry-After")
    with lock:
        found.wrong += [f"{kind} {number}: {each}: {said[:500]}" for each in wrong]


def _honest(served: Served, found: Found) -> None:
    """Asks what anybody may ask; the answer must be right, though it may need more than one try."""
    body = {"rules": "4x6", "turns": [{"guess": "CBFF", "answer": "o"}]}
    response: httpx.Response | None = None
    for _each in range(400):
        try:
            response = _client().post(f"{served.api}/sieve", json=body)
        except httpx.TransportError:  # a connection that is used again may have been closed meanwhile
            continue
        if response.status_code not in (408, 422, 429):  # too slow, out of time, too busy
            break
        time.sleep(0.3)
    if response is None or response.status_code != 200 or response.json()["left"] != 276:
        found.wrong.append(f"an honest request was answered {response}: {response and response.text[:300]}")
    found.honest += 1


def _watch(served: Served, found: Found, over: threading.Event) -> None:
    """Looks at the memory of the service and of its processes again and again."""
    service = psutil.Process(served.process.pid)
    while not over.wait(0.05):
        with contextlib.suppress(psutil.Error):
            found.service_bytes = max(found.service_bytes, service.memory_info().rss)
            children = service.children(recursive=True)
            found.processes = max(found.processes, len(children))
            for child in children:
                with contextlib.suppress(psutil.Error):
                    found.process_bytes = max(found.process_bytes, child.memory_info().rss)
