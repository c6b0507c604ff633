"""`sito certificate`: proofs of lower bounds, checked by a program that shares no code with the search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from sito.base.limits import Stopped
from sito.certificate.check import MOST_THREADS, CertificateClaim, CheckProgress, check_certificate
from sito.cli.command import Group
from sito.cli.limits import TimeLimit
from sito.cli.output import emit, emit_json, settings
from sito.cli.watch import showing
from sito.codes.code import CodeSpace
from sito.codes.turn_text import pair_text
from sito.errors import N_, CertificateError, LimitError
from sito.operations.operation import Ask
from sito.show.i18n import _, ngettext

certificate = Group(help=N_("Check certificates, which prove how much any strategy costs."))


@certificate.command(
    short_help=N_("Check a certificate."),
    help=N_(
        "Checks a certificate: that every strategy for the rules in its first line costs at least what it says. The "
        "checker shares no code with the search. Exit code 1 if the certificate does not prove it."
    ),
    examples=("sito certificate check 4x6.cert", "sito certificate check 5x7.cert --threads 2"),
)
def check(
    file: Annotated[Path, Ask(N_("The certificate; it may be compressed with gzip."))],
    limits: TimeLimit,
    threads: Annotated[int | None, Ask(N_("How many threads work."), 1, MOST_THREADS)] = None,
) -> None:
    allowed = limits.limits()
    last = CheckProgress(0, None, 0)

    def tell(progress: CheckProgress) -> None:
        nonlocal last
        last = progress
        seconds = _("{seconds} s").format(seconds=int(watch.seconds))
        watch.show("  ".join([doing, read_so_far(progress), seconds]))

    doing = _("checking the certificate")
    try:
        with showing(doing) as watch:
            proven = check_certificate(file, threads=threads, limits=allowed, on_progress=tell)
    except (CertificateError, LimitError, KeyboardInterrupt) as error:
        # Not while the progress is shown: what goes to standard output would come to the screen then.
        if settings.json:
            # The exit code tells that nothing is proven though nobody reads the words.
            with suppress(BrokenPipeError):
                emit_json(failure_as_json(error, last))
        raise
    if settings.json:
        emit_json(as_json(proven))
        return
    for line in lines(proven):
        emit(line)


def read_so_far(progress: CheckProgress) -> str:
    """Says how much of a file was read, in units in which there is something to see.

    >>> read_so_far(CheckProgress(71_000, 131_812, 9)), read_so_far(CheckProgress(2_000_000, None, 9))
    ('71.0/131.8 kB', '2.0 MB')
    """
    unit, name = (1e6, "MB") if (progress.size or progress.bytes) >= 1e6 else (1e3, "kB")
    of = "" if progress.size is None else f"/{progress.size / unit:.1f}"
    return f"{progress.bytes / unit:.1f}{of} {name}"


def as_json(proven: CertificateClaim) -> dict[str, object]:
    """Gives what is proven as values of JSON."""
    claim = proven.claim
    space = CodeSpace(claim.rules, guesses=True)
    return {
        "proven": True,
        "rules": str(claim.rules),
        "lower": claim.lower,
        "depth": claim.depth,
        "guesses": "possible" if claim.possible else "any",
        "history": [[space.text(guess), str(answer)] for guess, answer in claim.history],
        "records": proven.records,
        "digest": proven.digest,
        "sha256": proven.sha256,
    }


def failure_as_json(error: CertificateError | LimitError | KeyboardInterrupt, last: CheckProgress) -> dict[str, object]:
    """Gives why a check did not end well as values of JSON: what is wrong, or what stopped it, and how far it came."""
    if isinstance(error, CertificateError):
        values = error.faults[0].values if error.faults else {}
        reason = str(values.get("reason", error))
        return {"proven": False, "reason": reason, "byte": values.get("byte"), "turns": values.get("turns")}
    stopped = Stopped.INTERRUPT if isinstance(error, KeyboardInterrupt) else Stopped.TIME
    return {"proven": None, "stopped": str(stopped), "bytes": last.bytes, "records": last.records}


def lines(proven: CertificateClaim) -> Iterator[str]:
    """Says what is proven."""
    claim = proven.claim
    space = CodeSpace(claim.rules, guesses=True)
    game = " ".join([str(claim.rules), *(pair_text(guess, answer, space) for guess, answer in claim.history)])
    depth, lower = claim.depth or 0, claim.lower or 0
    if claim.lower is None:
        none = ngettext(
            "Proven: no strategy for {game} keeps to {count} guess.",
            "Proven: no strategy for {game} keeps to {count} guesses.",
            depth,
        )
        yield none.format(game=game, count=depth)
    else:
        fewest = ngettext(
            "Proven: no strategy for {game} needs fewer than {count} guess in all.",
            "Proven: no strategy for {game} needs fewer than {count} guesses in all.",
            lower,
        )
        yield fewest.format(game=game, count=lower)
        if claim.depth is not None:
            kept = ngettext(
                "This is so if each secret is found with at most {count} guess.",
                "This is so if each secret is found with at most {count} guesses.",
                depth,
            )
            yield kept.format(count=depth)
    if claim.possible:
        yield _("This is so if each guess may be the secret.")
    text = ngettext(
        "{count} proof was checked; digest {digest}", "{count} proofs were checked; digest {digest}", proven.records
    )
    yield text.format(count=proven.records, digest=proven.digest)
    yield _("SHA-256 of the certificate: {digest}").format(digest=proven.sha256)
