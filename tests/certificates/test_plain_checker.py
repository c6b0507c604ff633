"""The certificates of the reference writer are accepted by the plain checker, and prove no more than they claim."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from sito.certificate.header import read_header, with_digest
from sito.certificate.plain import KNOWN, LOOK, OWN, REMEMBER, SPLIT, check_plainly
from sito.errors import CertificateError
from tests.certificates.writer import EXAMPLES, Writer


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_certificate_is_accepted_and_one_guess_more_is_not(name: str) -> None:
    data = EXAMPLES[name]()
    claim, body = read_header(data)
    assert check_plainly(data).claim == claim
    if claim.lower is not None:
        with pytest.raises(CertificateError):
            check_plainly(with_digest(replace(claim, lower=claim.lower + 1).header + body))


def test_every_kind_of_proof_occurs(monkeypatch: pytest.MonkeyPatch) -> None:
    tags: Counter[int] = Counter()
    write = Writer._tag

    def noted(writer: Writer, tag: int) -> bytes:
        tags[tag] += 1
        return write(writer, tag)

    monkeypatch.setattr(Writer, "_tag", noted)
    for name in ("3x6", "words"):
        EXAMPLES[name]()
    assert set(tags) == {LOOK | REMEMBER, LOOK | OWN | REMEMBER, SPLIT | REMEMBER, SPLIT | OWN | REMEMBER, KNOWN}
