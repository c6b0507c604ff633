"""What can be set of the web service: where it listens, what it keeps where, and how much anybody may ask of it.

Each setting has a variable of the environment, such as SITO_WEB_PORT for `port`; options of
`sito web` count more than those.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from sito.base.paths import data_dir
from sito.errors import N_, Fault, InputError, gathered, whole_number_faults

PREFIX = "SITO_WEB_"


def _at_least(least: float, default: Any) -> Any:
    return field(default=default, metadata={"least": least})


def _usual_data() -> Path:
    return data_dir() / "web"


def _processors() -> int:
    return max(1, os.cpu_count() or 1)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one web service. Raises `InputError` that lists every fault.

    >>> Settings(port=8123).url
    'http://127.0.0.1:8123/'
    >>> Settings(port=70000, workers=0)
    Traceback (most recent call last):
    sito.errors.InputError: port is 70000; it must be a whole number from 0 to 65535, as in port=8080
    workers is 0; it must be a number from 1 on
    """

    host: str = "127.0.0.1"
    """The address at which the service listens."""
    port: int = 8080
    """The port at which it listens; 0 takes any that is free."""
    root_path: str = ""
    """The path below which a proxy shows the service, such as /sito; empty for the whole site."""
    data: Path = field(default_factory=_usual_data)
    """The folder of games and preferences; of the usual one the games are those of the terminal, too."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies whose word about the visitor's address is believed, with commas between."""
    origins: str = ""
    """Other sites, such as https://play.example.org, whose pages may send moves; with commas between."""
    hosts: str = ""
    """Names under which the service answers, with commas between; empty for this machine's own, * for all."""

    workers: int = field(default_factory=_processors, metadata={"least": 1})
    """Processes for what a person waits for."""
    heavy_workers: int = field(default_factory=lambda: max(1, _processors() // 2), metadata={"least": 1})
    """Processes for long work, such as comparing strategies."""
    queue: int = _at_least(1, 128)
    """Pieces of work that may wait for a process, short ones and long ones each."""
    queue_share: int = _at_least(1, 64)
    """Pieces of work of one address that may wait or run at a time."""
    memory: int = _at_least(64_000_000, 1_000_000_000)
    """Bytes of memory that a process for searches may take."""
    quick_seconds: float = _at_least(0.01, 2.0)
    """Seconds that a search may take while a person waits for it."""
    job_seconds: float = _at_least(1, 600.0)
    """Seconds that a job may take."""
    jobs: int = _at_least(1, 100)
    """Jobs that are kept, running ones and those that are over."""
    jobs_share: int = _at_least(1, 3)
    """Jobs of one person that may wait or run at a time."""
    job_keep_seconds: float = _at_least(0, 86_400.0)
    """Seconds that the result of a job is kept."""
    codes: int = _at_least(1, 20_000_000)
    """Codes that the rules of a game may have."""

    classes: int = _at_least(0, 20)
    """Classes that one address may have open; the pupils of each are counted by themselves in the next settings."""

    body_bytes: int = _at_least(1000, 1_000_000)
    """Bytes of the body of a request."""
    body_seconds: float = _at_least(0.1, 15.0)
    """Seconds within which the body of a request must arrive."""
    rate: float = _at_least(0, 40.0)
    """Requests in a second that one address may make in the long run; 0 for no limit."""
    burst: int = _at_least(1, 400)
    """Requests that one address may make at once, after a pause."""
    connections: int = _at_least(1, 400)
    """Connections of one address that is not a proxy's."""
    sockets: int = _at_least(1, 100)
    """Open pages of one address."""
    socket_rate: float = _at_least(1, 50.0)
    """Messages in a second that an open page may send in the long run."""
    socket_burst: int = _at_least(1, 200)
    """Messages that an open page may send at once."""
    socket_bytes: int = _at_least(1000, 1_000_000)
    """Bytes of a message of an open page."""

    log: str = "auto"
    """What is written of each request to standard error: json, none, or auto for json unless it is a terminal."""
    metrics: str = "127.0.0.1,::1"
    """Addresses that may read /metrics, with commas between; * for all."""
    stop_seconds: float = _at_least(0, 5.0)
    """Seconds that requests have to finish when the service is stopped."""

    def __post_init__(self) -> None:
        InputError.check(self._faults())

    def _faults(self) -> Iterator[Fault]:
        yield from whole_number_faults("port", self.port, 8080, 0, 65535)
        for known in fields(self):
            value = getattr(self, known.name)
            least = known.metadata.get("least")
            if least is not None and not value >= least:
                wrong = N_("{name} is {value!r}; it must be a number from {least} on")
                yield Fault(wrong, name=known.name, value=value, least=least)
        if not self.host:
            yield Fault(N_("the host is empty; give an address, as in 127.0.0.1 for this machine or 0.0.0.0 for all"))
        if self.log not in ("auto", "json", "none"):
            wrong = N_("{name} is {value!r}; it must be one of {names}")
            yield Fault(wrong, name="log", value=self.log, names="auto, json, none")
        if self.root_path and (not self.root_path.startswith("/") or self.root_path.endswith("/")):
            wrong = N_("root_path is {value!r}; it must begin with / and not end with it, as in /sito")
            yield Fault(wrong, value=self.root_path)

    @property
    def url(self) -> str:
        """The address of the page for a browser at this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}/"

    @property
    def games(self) -> Path:
        """The folder of the games: those of the terminal, unless a folder is named."""
        return data_dir() if self.data == _usual_data() else self.data

    @property
    def is_for_one(self) -> bool:
        """Whether only this machine reaches the page, which then can show whoever begins it the terminal's games."""
        behind_a_proxy = self.hosts or self.origins or self.root_path
        return self.games == data_dir() and self.host in ("127.0.0.1", "::1", "localhost") and not behind_a_proxy

    def at(self, port: int) -> Settings:
        """Gives the same settings with the port that was found free."""
        return replace(self, port=port)


def read_settings(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Reads the settings from variables such as SITO_WEB_PORT; what is given and is not None counts more.

    Raises `InputError` with every fault.

    >>> read_settings({"SITO_WEB_PORT": "8123", "SITO_WEB_RATE": "5"}, host="::1").rate
    5.0
    >>> read_settings({"SITO_WEB_PORT": "many"})
    Traceback (most recent call last):
    sito.errors.InputError: SITO_WEB_PORT is 'many'; it must be a number
    """
    variables = os.environ if environment is None else environment
    faults: list[Fault] = []
    values: dict[str, Any] = {}
    readers: dict[str, Callable[[str], object]] = {
        "int": int,
        "float": float,
        "str": str,
        "Path": lambda text: Path(text).absolute(),
    }
    for known in fields(Settings):
        variable = PREFIX + known.name.upper()
        if given.get(known.name) is not None:
            values[known.name] = given[known.name]
        elif text := variables.get(variable, "").strip():
            try:
                values[known.name] = readers[str(known.type)](text)
            except ValueError:
                faults.append(Fault(N_("{name} is {value!r}; it must be a number"), name=variable, value=text))
    with gathered(faults):
        settings = Settings(**values)
    InputError.check(faults)
    return settings


def listed(text: str) -> frozenset[str]:
    """Reads a setting that lists several words, with commas between.

    >>> sorted(listed("127.0.0.1, ::1,"))
    ['127.0.0.1', '::1']
    """
    return frozenset(filter(None, (word.strip() for word in text.split(","))))
