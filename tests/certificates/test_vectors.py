"""The vectors for programs that check certificates: all checkers say of them what the file says."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from sito.certificate.check import check_certificate
from sito.certificate.header import REASONS
from sito.certificate.plain import check_plainly
from sito.errors import CertificateError
from tests.certificates import javascript, vectors

FOUND: dict[str, list[dict[str, Any]]] = json.loads(vectors.FILE.read_text(encoding="utf-8"))
ACCEPTED, REFUSED = FOUND["accepted"], FOUND["refused"]


def test_the_file_is_what_its_program_writes() -> None:
    assert vectors.FILE.read_text(encoding="utf-8") == vectors.text(), "run python -m tests.certificates.vectors"
    page = vectors.FILE.parent.with_suffix(".md").read_text(encoding="utf-8")
    assert f"{len(ACCEPTED)} that it accepts" in page
    assert f"{len(REFUSED)} that it refuses" in page
    assert {vector["fault"] for vector in REFUSED} == set(REASONS)
    assert set(re.findall("`([a-z-]+)`", page.partition("| fault |")[2].partition("\n\n")[0])) == set(REASONS)


@pytest.mark.parametrize("vector", ACCEPTED, ids=lambda vector: vector["name"])
def test_both_checkers_accept(vector: dict[str, Any]) -> None:
    for check in (check_plainly, check_certificate):
        proven = check(vectors.data_of(vector))
        assert (proven.claim.lower, proven.records) == (vector["lower"], vector["proofs"])


@pytest.mark.parametrize("vector", REFUSED, ids=lambda vector: vector["name"])
@pytest.mark.parametrize("check", [check_plainly, check_certificate])
def test_both_checkers_refuse_for_the_reason_that_is_given(
    check: Callable[[bytes], object], vector: dict[str, Any]
) -> None:
    # The native checker works out the digest while it reads, and may find a changed proof to be wrong before that.
    early = vector["fault"] == "digest" and check is check_certificate
    sentence = None if early else re.sub(r"\\{\w+\\}", ".*", re.escape(REASONS[vector["fault"]]))
    with pytest.raises(CertificateError, match=sentence):
        check(vectors.data_of(vector))


@pytest.mark.needs("node")
def test_the_checker_in_javascript_agrees() -> None:
    accepted = javascript.checked(map(vectors.data_of, ACCEPTED))
    for vector, said in zip(ACCEPTED, accepted, strict=True):
        assert (vector["name"], said.get("proofs"), said.get("claim", said).get("lower")) == (
            vector["name"],
            vector["proofs"],
            vector["lower"],
        )
    refused = javascript.checked(map(vectors.data_of, REFUSED))
    assert [vector["name"] for vector, said in zip(REFUSED, refused, strict=True) if not said.get("refused")] == []
