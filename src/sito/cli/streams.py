"""The three streams of a process: made safe at the start, written to with care, and flushed at the end.

Standard output carries data, standard error words for a person. When standard output
cannot be written, the command fails; when standard error cannot, the work goes on, since
there is nobody to tell. A terminal that is gone may be noticed here before SIGHUP tells of it.
"""

from __future__ import annotations

import errno
import io
import os
import re
import select
import stat
import sys
from contextlib import suppress
from typing import TextIO

from sito.cli.signals import HUNG_UP, ignore_hang_up
from sito.errors import N_, Fault, system_reason
from sito.show.i18n import fault_text

# What a terminal may take for a command, and what turns the direction of a text round; \n and \t stay.
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

_FULL = (errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC))


def prepare() -> None:
    """Sees that there are three streams and that none stops at bytes that are not text or characters it lacks."""
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def visible(text: str) -> str:
    """Spells out control characters, except the ends of lines and tabs.

    >>> print(visible("red: \\x1b[31m"))
    red: \\x1b[31m
    """
    return CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def say(text: str, end: str = "\n") -> None:
    """Writes words to standard error; if nobody takes them any more, these and all later ones go nowhere."""
    try:
        print(text, end=end, file=sys.stderr, flush=True)
    except OSError:  # a reader that has gone (2>&1 | head), or a log on a full disk
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Lets what is written to a stream, or still in its buffer, go nowhere, so that the end of the process is quiet."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def is_output_failure(error: OSError) -> bool:
    """Tells whether an error comes from writing to standard output; those of files name the file."""
    return error.filename is None and error.errno in _FULL


def fail_output(error: OSError) -> int:
    """Says that standard output cannot be written, and returns the exit code for that."""
    gone = error.errno == errno.EIO and _is_device(sys.stdout)  # a disk that fails is none
    silence(sys.stdout)
    if gone:
        ignore_hang_up()
        return HUNG_UP
    problem = N_("sito: standard output cannot be written: {reason}")
    say(fault_text(Fault(problem, reason=system_reason(error))))
    return 1


def ended(code: int) -> int:
    """Returns the exit code of a command: that of SIGHUP if it has failed since there is no terminal to read from."""
    if code == 1 and _input_hung_up():
        ignore_hang_up()
        return HUNG_UP
    return code


def exit_if_hung_up() -> None:
    """Ends the program as SIGHUP does, if the input has ended since there is no terminal to read from any more."""
    if _input_hung_up():
        ignore_hang_up()
        raise SystemExit(HUNG_UP)


def _input_hung_up() -> bool:
    if not hasattr(select, "poll") or not _is_device(sys.stdin):
        return False
    asked = select.poll()
    asked.register(sys.stdin.fileno(), 0)
    return any(told & select.POLLHUP for _number, told in asked.poll(0))


def _is_device(stream: TextIO) -> bool:
    """Tells whether a stream goes to a device, such as a terminal; it stays one when it is gone."""
    with suppress(OSError, ValueError):
        return stat.S_ISCHR(os.fstat(stream.fileno()).st_mode)
    return False


def flush(code: int) -> int:
    """Writes what is still in the buffers; returns the exit code. The interpreter itself would fail on it with 120."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        silence(sys.stdout)
    except OSError as error:
        code = fail_output(error)
    try:
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)
    return code
