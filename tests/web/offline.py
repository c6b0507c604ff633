"""Visits every view where there is no network but the loopback; `unshare --net python -m tests.web.offline` runs it.

Writes what it found as JSON: the views, whether the network is really cut, and what went wrong.
"""

import errno
import fcntl
import json
import socket
import struct
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from sito.web.page.site import HOME, VIEWS
from tests.needs import path_of
from tests.web.browsing import PATIENCE, is_ready
from tests.web.service import Service

_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 0x1


def bring_loopback_up() -> None:
    """Does what `ip link set lo up` does, which need not be installed."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        request = struct.pack("16sH14x", b"lo", 0)
        (flags,) = struct.unpack("16xH14x", fcntl.ioctl(asked, _SIOCGIFFLAGS, request))
        fcntl.ioctl(asked, _SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", flags | _IFF_UP))


def is_cut() -> bool:
    """Tells whether no other machine can be reached; the address is one that nobody has."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        return asked.connect_ex(("192.0.2.1", 80)) == errno.ENETUNREACH


def main() -> None:
    """Starts a server and a browser, and visits everything."""
    bring_loopback_up()
    wrong: list[str] = []
    requests: list[str] = []
    visited: list[str] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Service(Path(folder), samples=True) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=path_of("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("request", lambda request: requests.append(request.url))
        page.on("requestfailed", lambda request: wrong.append(f"{request.url}: {request.failure}"))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        for path in (*(view.path for view in (HOME, *VIEWS)), "/samples"):
            page.goto(server.address + path)
            is_ready(page)
            page.get_by_role("button", name="Settings").click()  # the server answers over its websocket
            page.get_by_role("dialog", name="Settings").wait_for()
            visited.append(path)
        browser.close()
    outside = [url for url in requests if not url.startswith((server.address, "data:"))]
    json.dump({"cut": is_cut(), "visited": visited, "outside": outside, "wrong": wrong}, sys.stdout)


if __name__ == "__main__":
    main()
