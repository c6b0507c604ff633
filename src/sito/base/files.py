"""Files: atomic writes, reads up to a maximum size, and checks before work is done whose result could not be saved."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path

from sito.errors import N_, Fault, FileError, InputError, UnreadableError, system_reason

MOST_BYTES = 1 << 28
"""The longest text that is read from a file, or unpacked from a compressed one, unless the reader says otherwise."""


def write_atomically(path: Path | str, data: bytes | str) -> None:
    """Writes a file completely or not at all: a full disk or a power cut leaves the file that was there.

    The data goes to a new file in the same directory, which is synchronised with the disk and then replaces the old
    one. A symbolic link remains a link, and the file keeps its mode. Devices, pipes and other files that are not
    regular are written to directly. Text is written as UTF-8. Raises `FileError`, which names the file.
    """
    raw = data.encode("utf-8") if isinstance(data, str) else data
    with NewFile(path) as file:
        file.write(raw)
        file.keep()


class NewFile:
    """A file that is written piece by piece, and gets its name once all of it is there, as with `write_atomically`.

    It is used in a `with` statement. Unless it was said to `keep` the file, nothing is left of it at the end. Its
    methods raise `FileError`, which names the file.
    """

    def __init__(self, path: Path | str) -> None:
        self._path = path
        self._target = Path(os.path.realpath(path))
        self._partial: Path | None = None

    def __enter__(self) -> NewFile:
        with self._told():
            # What is no regular file is opened by the name it was given: /dev/stdout and /dev/fd/3 lead to names
            # such as pipe:[123], which are no files.
            if os.path.exists(self._path) and not os.path.isfile(self._path):
                self._file = open(self._path, "wb")
                return self
            # The name is known before there is a file of that name, so that Ctrl-C right now leaves none.
            self._partial = self._target.with_name(f".{self._target.name}.{os.urandom(8).hex()}.partial")
            try:
                self._file = open(self._partial, "xb", opener=_opener_of_private_files)
            except BaseException:
                self._remove()
                raise
        return self

    def write(self, raw: bytes) -> None:
        """Adds bytes to the file."""
        with self._told():
            self._file.write(raw)

    def keep(self) -> None:
        """Gives the file its name; nothing more is written to it."""
        with self._told():
            if self._partial is None:
                self._file.close()
                return
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            mode = self._target.stat().st_mode & 0o7777 if self._target.exists() else 0o666 & ~_umask()
            self._partial.chmod(mode)
            os.replace(self._partial, self._target)
            _synchronise(self._target.parent)

    def __exit__(self, *raised: object) -> None:
        try:
            with suppress(OSError):  # what could not be written was told before
                self._file.close()
        finally:
            self._remove()

    def _remove(self) -> None:
        if self._partial is not None:
            with suppress(OSError):
                self._partial.unlink(missing_ok=True)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise _refused(N_("{file} cannot be written: {reason}"), self._path, error) from None


def _opener_of_private_files(name: str, flags: int) -> int:
    """Opens a file that only its owner may read until it is whole."""
    return os.open(name, flags, 0o600)


def _umask() -> int:
    """Returns the umask, which can only be read by setting it."""
    umask = os.umask(0o077)
    os.umask(umask)
    return umask


def _synchronise(directory: Path) -> None:
    """Makes the new name durable, on systems that can synchronise a directory."""
    with suppress(OSError):
        number = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def read_limited(path: Path | str, most: int = MOST_BYTES) -> bytes:
    """Reads a file of at most so many bytes. Raises `UnreadableError` if it is longer or cannot be read."""
    try:
        with open(path, "rb") as file:
            raw = file.read(most + 1)
    except (OSError, ValueError) as error:  # a null character in the name is a ValueError
        raise UnreadableError(_why_refused(N_("{file} cannot be read: {reason}"), path, error)) from None
    if len(raw) > most:
        raise UnreadableError(too_long(path, most))
    return raw


def unpack_limited(raw: bytes, name: Path | str, most: int = MOST_BYTES) -> bytes:
    """Unpacks gzip data into at most so many bytes, because a small file may unpack to terabytes.

    `name` is the name of the data in messages. Raises `UnreadableError` if there is more, or if
    the data is damaged.
    """
    import gzip  # only now: few need it, and every start would pay for it

    try:
        if not raw:
            raise EOFError
        with gzip.open(BytesIO(raw)) as members:  # what several files were joined to is read whole
            unpacked = members.read(most + 1)
    except EOFError:
        reason = Fault("the file is cut off")
        raise UnreadableError.said("{file} cannot be read: {reason}", file=str(name), reason=reason) from None
    except (OSError, zlib.error):
        reason = Fault("its name ends in .gz and it is not compressed, or damaged")
        raise UnreadableError.said("{file} cannot be read: {reason}", file=str(name), reason=reason) from None
    if len(unpacked) > most:
        raise UnreadableError(too_long(name, most))
    return unpacked


def too_long(path: Path | str, most: int) -> Fault:
    """Says that a file is longer than what is read."""
    return Fault("{file} is longer than {most} bytes, the most that is read", file=str(path), most=most)


def _refused(message: str, path: Path | str, error: OSError | ValueError) -> FileError:
    return FileError(_why_refused(message, path, error))


def _why_refused(message: str, path: Path | str, error: OSError | ValueError) -> Fault:
    reason = system_reason(error) if isinstance(error, OSError) else Fault("it cannot be the name of a file")
    return Fault(message, file=str(path), reason=reason)


def check_writable(file: Path) -> None:
    """Checks that a file can be written, without touching it, before anything is computed. Raises `InputError`."""
    if str(file) == "-":
        reason = Fault("standard output takes no file here; give it a name")
    elif os.path.isdir(file):
        reason = Fault("it is a directory")
    elif not os.path.isdir(file.parent):
        reason = Fault("there is no directory {directory}", directory=file.parent)
    elif not os.access(file if os.path.exists(file) else file.parent, os.W_OK):
        reason = Fault("you may not write there")
    else:
        return
    raise InputError.said("{file} cannot be written: {reason}", file=file, reason=reason)
