"""The native checker says the same as the plain one, whatever is done to a certificate."""

import gzip
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from threading import Thread

import pytest

from sito import Limits, check_certificate
from sito.certificate.check import CheckProgress
from sito.certificate.header import read_header, with_digest
from sito.certificate.packed import unpacked
from sito.certificate.plain import check_plainly
from sito.certificate.writing import certify
from sito.errors import CertificateError, FileError, LimitError
from tests.certificates.writer import EXAMPLES
from tests.conftest import Sito
from tests.screens import Terminal


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_certificate_is_accepted_and_one_guess_more_is_not(name: str) -> None:
    data = EXAMPLES[name]()
    claim, body = read_header(data)
    checked = check_certificate(data, threads=2)
    assert (checked.claim, checked.records, checked.digest) == (claim, check_plainly(data).records, data[-32:].hex())
    assert checked.sha256 == sha256(data).hexdigest()
    if claim.lower is not None:
        with pytest.raises(CertificateError):
            check_certificate(with_digest(replace(claim, lower=claim.lower + 1).header + body))


@pytest.mark.parametrize("name", ["3x6", "words", "3x5-possible", "4x4-depth-5"])
def test_both_checkers_agree_on_changed_bodies(name: str) -> None:
    claim, body = read_header(EXAMPLES[name]())
    chance = random.Random(name)
    verdicts = set()
    for _ in range(60):
        changed = bytearray(body)
        for _ in range(chance.randint(1, 2)):
            place = chance.randrange(len(changed))
            changed[place] = chance.choice([changed[place] ^ 1 << chance.randrange(8), chance.randrange(256)])
        data = with_digest(claim.header + bytes(changed))
        verdicts.add((_accepts(check_plainly, data), _accepts(check_certificate, data)))
    assert verdicts == {(False, False)} or verdicts == {(False, False), (True, True)}


def _accepts(check: Callable[[bytes], object], data: bytes) -> bool:
    try:
        check(data)
    except CertificateError:
        return False
    return True


def test_a_file_may_be_compressed(tmp_path: Path) -> None:
    data = EXAMPLES["3x6"]()
    packed = tmp_path / "3x6.cert.gz"
    packed.write_bytes(gzip.compress(data))
    assert check_certificate(packed) == check_certificate(data)
    packed.write_bytes(gzip.compress(data)[:-30])
    with pytest.raises(FileError):
        check_certificate(packed)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_certificate_may_come_through_a_pipe(tmp_path: Path) -> None:
    data, pipe = EXAMPLES["3x6"](), tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(data,))
    writer.start()
    assert check_certificate(pipe) == check_certificate(data)
    writer.join()


def test_a_check_can_be_stopped(tmp_path: Path, sito: Sito) -> None:
    file = tmp_path / "4x7.cert"
    certify("4x7", file)
    with pytest.raises(LimitError, match="not checked to its end"):
        check_certificate(file, limits=Limits(seconds=0))
    code, out, err = sito("certificate", "check", str(file), "--json", "--time", "0")
    assert (code, err) == (4, "sito: the certificate was not checked to its end\n")
    assert json.loads(out).items() >= {"proven": None, "stopped": "time"}.items()


def test_the_progress_tells_no_size_of_what_is_packed(tmp_path: Path) -> None:
    plain, packed = tmp_path / "4x7.cert", tmp_path / "packed.cert"
    certify("4x7", plain)
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for file, size in ((plain, plain.stat().st_size), (packed, None)):
        told: list[CheckProgress] = []
        check_certificate(file, threads=1, on_progress=told.append)
        assert {progress.size for progress in told} == {size}


def test_a_game_that_only_the_plain_checker_takes_is_told(tmp_path: Path, sito: Sito) -> None:
    for name in ("6x2-position.cert", "6x2-position.cert.gz"):
        file = tmp_path / name
        certify("6x2-position", file)
        code, out, err = sito("certificate", "check", str(file))
        assert (code, out) == (4, "")
        assert "does not take 6x2-position; python -m sito.certificate FILE checks it" in err
    assert check_plainly((tmp_path / "6x2-position.cert").read_bytes()).claim.lower == 127


def test_the_command_line(tmp_path: Path, sito: Sito) -> None:
    file = tmp_path / "3x6.cert"
    file.write_bytes(EXAMPLES["3x6"]())
    told = json.loads(sito("certificate", "check", str(file), "--json").out)
    assert (told["rules"], told["lower"], told["records"]) == ("3x6", 854, check_certificate(file).records)
    whole = sha256(file.read_bytes()).hexdigest()
    assert (told["sha256"], told["digest"]) == (whole, file.read_bytes()[-32:].hex())
    shown = sito("certificate", "check", str(file)).out
    assert "no strategy for 3x6 needs fewer than 854 guesses" in shown
    assert f"SHA-256 of the certificate: {whole}" in shown
    claim, body = read_header(file.read_bytes())
    file.write_bytes(with_digest(replace(claim, lower=855).header + body))
    code, out, err = sito("certificate", "check", str(file), "--threads", "1")
    assert (code, out) == (1, "")
    assert "nothing shows that it costs" in err
    code, out, err = sito("certificate", "check", str(file), "--json")
    told = json.loads(out)
    assert (code, told["proven"], told["turns"]) == (1, False, None)
    assert told["reason"] in err


def test_json_goes_to_its_file_though_progress_is_on_the_screen(tmp_path: Path) -> None:
    claim, body = read_header(EXAMPLES["3x6"]())
    file, told = tmp_path / "3x6.cert", tmp_path / "told.json"
    file.write_bytes(with_digest(replace(claim, lower=855).header + body))
    check = f"'{sys.executable}' -m sito certificate check '{file}' --json > '{told}'"
    terminal = Terminal(tmp_path, "-c", check, command="/bin/sh", columns=30)
    while terminal.read():
        pass
    assert json.loads(told.read_text(encoding="utf-8"))["proven"] is False
    assert "{" not in terminal.written


@pytest.mark.parametrize("command", [("sito", "--json", "certificate", "check"), ("sito.certificate",)])
def test_the_exit_code_tells_of_a_false_certificate_though_nobody_reads_the_words(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    claim, body = read_header(EXAMPLES["3x6"]())
    right, false = tmp_path / "right.cert", tmp_path / "false.cert"
    right.write_bytes(EXAMPLES["3x6"]())
    false.write_bytes(with_digest(replace(claim, lower=855).header + body))
    # The plain checker goes on to the second file though the first line was written for nobody.
    files = [false] if len(command) > 1 else [right, false]
    for checked, code in ((files, 1), ([right], 0)):
        reader, writer = os.pipe()
        os.close(reader)
        with open(writer, "wb") as output:
            done = subprocess.run(
                [sys.executable, "-m", *command, *map(str, checked)],
                stdout=output,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == code
        assert ("nothing shows that it costs" in done.stderr) is (code == 1)
        assert "Traceback" not in done.stderr


def test_nothing_may_follow_a_packed_certificate(tmp_path: Path) -> None:
    data, packed = EXAMPLES["3x6"](), tmp_path / "3x6.cert.gz"
    for junk in (b"\0", b"junk", data):
        packed.write_bytes(gzip.compress(data) + junk)
        with pytest.raises(FileError) as refused:
            check_certificate(packed)
        with pytest.raises(FileError) as refused_plainly:
            unpacked(packed.read_bytes(), packed)
        assert str(refused.value) == str(refused_plainly.value)
        assert ".gz" not in str(refused.value).removeprefix(str(packed))


def test_what_gzip_has_compressed_is_damaged_whatever_the_name_of_the_file(tmp_path: Path, sito: Sito) -> None:
    file = tmp_path / "3x6.cert"
    packed = gzip.compress(EXAMPLES["3x6"]())
    for damaged in (packed[:-5], packed[:12], packed[:-8] + bytes(8), packed[:20] + b"\xff" + packed[21:]):
        file.write_bytes(damaged)
        reason = f"{file} cannot be read: what gzip has compressed in it is damaged or cut off\n"
        assert sito("certificate", "check", str(file), code=2).err == f"sito: {reason}"
        plainly = subprocess.run(
            [sys.executable, "-m", "sito.certificate", str(file)], capture_output=True, text=True, check=False
        )
        assert (plainly.returncode, plainly.stdout, plainly.stderr) == (2, "", reason)
