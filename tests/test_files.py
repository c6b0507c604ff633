"""Files are written whole or not at all, and never read past a limit."""

from __future__ import annotations

import gzip
import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sito.base.files import check_writable, read_limited, unpack_limited, write_atomically
from sito.errors import FileError, InputError, RulesError
from sito.words.files import read_word_list
from tests.conftest import written


def test_a_write_replaces_the_file_and_keeps_its_mode(tmp_path: Path) -> None:
    file = written(tmp_path / "kept", "old")
    file.chmod(0o640)
    write_atomically(file, "new \u00e9")
    assert file.read_text(encoding="utf-8") == "new \u00e9"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    write_atomically(tmp_path / "new", b"text")
    (tmp_path / "usual").write_bytes(b"text")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_atomically(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_pipe_is_written_to_by_the_name_the_shell_gives_it() -> None:
    reading, writing = os.pipe()
    try:
        write_atomically(f"/dev/fd/{writing}", "text")
        assert os.read(reading, 10) == b"text"
    finally:
        os.close(reading)
        os.close(writing)


def test_a_write_that_fails_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    file = written(tmp_path / "kept", "old")

    def small_files_only() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))

    script = "import sys; from sito.base.files import write_atomically; write_atomically(sys.argv[1], 'x' * 10_000)"
    done = subprocess.run(
        [sys.executable, "-c", script, file], preexec_fn=small_files_only, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert f"FileError: {file} cannot be written: File too large" in done.stderr
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_ctrl_c_just_when_the_new_file_is_made_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def interrupted(*arguments: Any, **named: Any) -> int:
        number = real(*arguments, **named)
        if not str(arguments[0]).endswith(".partial"):
            return number
        os.close(number)
        raise KeyboardInterrupt

    monkeypatch.setattr("os.open", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "new", "text")
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_lacks_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no/file cannot be written: No such file"):
        write_atomically(tmp_path / "no" / "file", "text")


def test_a_full_device_is_written_to_directly() -> None:
    with pytest.raises(FileError, match="/dev/full cannot be written: No space left"):
        write_atomically("/dev/full", "text")
    write_atomically(os.devnull, "text")


def test_reading_has_a_limit(tmp_path: Path) -> None:
    (tmp_path / "long").write_bytes(b"12345")
    assert read_limited(tmp_path / "long", 5) == b"12345"
    with pytest.raises(FileError, match="longer than 4 bytes"):
        read_limited(tmp_path / "long", 4)
    with pytest.raises(FileError, match="/dev/zero is longer than 1000 bytes"):
        read_limited("/dev/zero", 1000)


def test_unpacking_has_a_limit_and_says_what_is_wrong() -> None:
    packed = gzip.compress(b"x" * 100_000)
    assert len(unpack_limited(packed, "a.gz")) == 100_000
    assert unpack_limited(packed + gzip.compress(b"y"), "a.gz") == b"x" * 100_000 + b"y"
    with pytest.raises(FileError, match=r"a.gz is longer than 99999 bytes"):
        unpack_limited(packed, "a.gz", 99_999)
    with pytest.raises(FileError, match="cut off"):
        unpack_limited(packed[:-9], "a.gz")
    with pytest.raises(FileError, match="not compressed, or damaged"):
        unpack_limited(b"plain", "a.gz")


def test_a_list_of_words_that_no_game_can_use_is_not_read(tmp_path: Path) -> None:
    """What is read of a list takes many times its length in memory."""
    long = tmp_path / "long"
    with open(long, "wb") as file:
        file.truncate(1 << 25)
    with pytest.raises(RulesError, match=r"long is longer than 16777216 bytes, the most that is read"):
        read_word_list(str(long))


def test_standard_output_is_no_file_to_draw_into() -> None:
    with pytest.raises(InputError, match="- cannot be written: standard output takes no file here; give it a name"):
        check_writable(Path("-"))
