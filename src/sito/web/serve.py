"""Serves the application until a signal ends it: the socket, uvicorn, and the moment when all is ready."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from sito.errors import N_, Fault, SitoError, system_reason
from sito.web.app import create_app
from sito.web.guard.bounds import HEAD_BYTES, http_protocol
from sito.web.observe import write_log
from sito.web.services import check_files
from sito.web.settings import Settings

_BACKLOG = 2048


def listen(settings: Settings) -> socket.socket:
    """Takes the port. Raises `SitoError` if it is in use or not allowed, or if there is no such host."""
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        wrong = N_("there is no host {host!r} here: {reason}; give an address of this machine, as in --host 127.0.0.1")
        reason = error.strerror if isinstance(error, OSError) else error
        raise SitoError(Fault(wrong, host=settings.host, reason=reason)) from None
    family, kind, protocol, _name, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise SitoError(_cannot_listen(error, settings)) from None
    return listener


_CANNOT_LISTEN = {
    errno.EADDRINUSE: N_(
        "port {port} of {host} is in use; choose another, as in --port 8081, or --port 0 for any that is free"
    ),
    errno.EACCES: N_("port {port} of {host} is not allowed to you; choose one from 1024 on, as in --port 8080"),
    errno.EADDRNOTAVAIL: N_("{host} is no address of this machine; choose one that is, as in --host 127.0.0.1"),
}


def _cannot_listen(error: OSError, settings: Settings) -> Fault:
    other = N_("port {port} of {host} cannot be used: {reason}")
    wrong = other if error.errno is None else _CANNOT_LISTEN.get(error.errno, other)
    return Fault(wrong, host=settings.host, port=settings.port, reason=system_reason(error))


# Windows has no SIGHUP and no SIGCONT.
_ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_CONTINUED = getattr(signal, "SIGCONT", None)


class _Server(uvicorn.Server):
    """A server that tells when it is ready, and again when it goes on after Ctrl-Z; a lost terminal ends it too."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._signals: list[int] = []
        self.unheard: OSError | None = None
        """Why nobody could be told that it is ready; then it has stopped, gracefully."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()

    def _tell(self) -> None:
        if self.started:
            try:
                self._on_ready()
            except OSError as error:
                self.unheard = error
                asyncio.get_running_loop().call_soon(setattr, self, "should_exit", True)

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Ends gracefully at a signal, and raises it again at the end, so that the exit code tells of it."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        handled = [number for number in _ENDING if signal.getsignal(number) is not signal.SIG_IGN]  # as after nohup
        before = {number: signal.signal(number, self.handle_exit) for number in handled}
        if _CONTINUED is not None:
            # A handler may run while the same stream is written to, so it is told by the loop.
            loop = asyncio.get_running_loop()
            before[_CONTINUED] = signal.signal(_CONTINUED, lambda *_about: loop.call_soon_threadsafe(self._tell))
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        for number in self._signals[:1]:
            signal.raise_signal(number)

    def handle_exit(self, number: int, frame: FrameType | None) -> None:
        """Begins the end; a second signal waits for nothing more."""
        self._signals.append(number)
        self.force_exit = self.should_exit
        self.should_exit = True


def serve(
    settings: Settings,
    listener: socket.socket,
    on_ready: Callable[[], object],
    *,
    page: bool = True,
    key: str | None = None,
) -> None:
    """Serves until a signal comes; then requests may finish, jobs are cancelled, and the signal is raised again.

    The address that ends with the `key` shows the games of the person whose folder this is. Raises `StoreError` if the
    files cannot be used; uvicorn would only log it.
    """
    check_files(settings)
    write_log(settings)
    config = uvicorn.Config(
        create_app(settings, page=page, key=key),
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        root_path=settings.root_path,
        timeout_graceful_shutdown=max(1, round(settings.stop_seconds)),
        ws_max_size=settings.socket_bytes,
        http=http_protocol(settings),
        h11_max_incomplete_event_size=HEAD_BYTES,
    )
    server = _Server(config, on_ready)
    server.run(sockets=[listener])
    if server.unheard is not None:
        raise server.unheard
