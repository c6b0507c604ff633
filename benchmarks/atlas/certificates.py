"""Certificates of the atlas: writes them, keeps the small ones in the repository, and checks those.

python -m benchmarks.atlas certify "4x6 total" 4x6.cert     # one that another run has written
python -m benchmarks.atlas certificates --y 1               # of all games that took at most so many Y to prove
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import sito
from benchmarks.atlas.check import is_cheap
from benchmarks.atlas.places import CERTIFICATES, LARGEST_CERTIFICATE, ROOT, certificate_file, load, save
from sito.atlas.record import CertificateFile, SolvedGame
from sito.certificate.header import Claim
from sito.certificate.packed import unpacked
from sito.certificate.plain import check_plainly
from sito.certificate.writing import certify as write_certificate
from sito.certificate.writing import check_certifiable
from sito.errors import InputError, LimitError
from sito.exact.problem import Objective


def certify(name: str, file: Path) -> SolvedGame:
    """Keeps the digest of a certificate that proves the lower bound of a game, after it was checked.

    Raises `CertificateError` if it proves nothing, or `AssertionError` if it proves something else.
    """
    games = load()
    game = games[name]
    claim = checked(file.read_bytes())
    asked = (str(claim.rules), claim.possible, len(claim.history), claim.lower, claim.depth)
    assert asked == (game.rules, game.consistent, 0, *_bound(game)), (
        f"the certificate is about another question: {asked}"
    )
    data = file.read_bytes()
    inside = file.resolve().is_relative_to(ROOT)
    place = file.resolve().relative_to(ROOT).as_posix() if inside else None
    games[name] = replace(game, certificate=CertificateFile(_digest(data, file), len(data), place))
    save(games)
    return games[name]


def _digest(data: bytes, file: Path) -> str:
    """Gives the SHA-256 of a certificate, unpacked, as `sito certificate check` shows it."""
    return hashlib.sha256(unpacked(data, file)).hexdigest()


def checked(data: bytes) -> Claim:
    """Checks a certificate, with the plain checker if the native one does not take the game; gives what it proves."""
    try:
        return sito.check_certificate(data).claim
    except LimitError:
        return check_plainly(data).claim


def _bound(game: SolvedGame) -> tuple[int | None, int | None]:
    """Gives the lower bound and the depth of the certificate of a game."""
    assert game.first is None, "certificates are about all first guesses"
    assert game.objective in (Objective.TOTAL, Objective.WORST), "certificates are about one number"
    if game.objective is Objective.WORST:  # proven by the depth below, which no strategy keeps to
        return None, game.lower[0] - 1
    return game.lower[0], game.depth


def certifiable(games: Mapping[str, SolvedGame], most: float) -> Iterator[SolvedGame]:
    """Lists the games that took at most so many Y to prove, of which a certificate can be written, and is not yet."""
    for game in games.values():
        if is_cheap(game, most) and game.first is None and game.certificate is None:
            try:
                check_certifiable(game.problem)
            except InputError:
                continue
            yield game


def certify_cheap(most: float, seconds: float | None = None) -> None:
    """Writes and checks a certificate of every such game; small ones go into the repository, others leave a digest.

    What takes more than so many seconds to write is left out.
    """
    CERTIFICATES.mkdir(exist_ok=True)
    for game in certifiable(load(), most):
        with tempfile.TemporaryDirectory() as folder:
            written = Path(folder) / "written.cert"
            try:
                certified = write_certificate(game.problem, written, seconds=seconds)
            except LimitError as error:
                print(f"{game.name}: {error}", flush=True)
                continue
            if certified.certificate is None:
                print(f"{game.name}: not written in {seconds} s", flush=True)
                continue
            file = certificate_file(game)
            if written.stat().st_size <= LARGEST_CERTIFICATE:
                file.write_bytes(written.read_bytes())
            else:
                file.unlink(missing_ok=True)
                file = written
            kept = certify(game.name, file).certificate
        print(game.name, kept, flush=True)


def check_kept(game: SolvedGame) -> None:
    """Checks the certificate of a game that is in the repository, with the native checker, and its digest."""
    assert game.certificate is not None
    assert game.certificate.file is not None
    file = ROOT / game.certificate.file
    data = file.read_bytes()
    assert (_digest(data, file), len(data)) == (game.certificate.sha256, game.certificate.size), game.name
    claim = checked(data)
    asked = (str(claim.rules), claim.possible, claim.history, claim.lower, claim.depth)
    assert asked == (game.rules, game.consistent, (), *_bound(game)), f"{game.name}: {file} proves {asked}"


def kept_certificates(games: Mapping[str, SolvedGame]) -> list[SolvedGame]:
    """Lists the games of which the certificate is in the repository."""
    return [game for game in games.values() if game.certificate is not None and game.certificate.file is not None]
