"""The vectors of docs/certificates/vectors.json: small certificates that a checker accepts, and such as it refuses.

Each of the refused ones is an accepted one with a single fault, or says something that nothing shows.

    python -m tests.certificates.vectors        writes the file
"""

import json
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from sito.certificate.header import with_digest
from sito.certificate.plain import KNOWN, LOOK, OWN, REMEMBER, SPLIT
from tests.certificates.changes import Cell, Entry, Parts, Proof
from tests.certificates.writer import EXAMPLES, certificate

FILE = Path(__file__).parents[2] / "docs" / "certificates" / "vectors.json"
INFINITE = 1 << 28
ABOUT = (
    "A file is the UTF-8 of `text` and then the bytes of `hex`. The accepted ones prove `lower`, with `proofs` proofs. "
    "The refused ones have a `fault` of a kind, as docs/certificates.md names them, and a reason."
)

Turns = Sequence[Sequence[str]]


def stated(rules: str, lower: int | None, history: Turns = (), **others: Any) -> dict[str, Any]:
    """What a header states."""
    header = {"depth": None, "form": "sito-certificate 2", "guesses": "any", "history": history}
    return {**header, "lower": lower, "rules": rules, **others}


def written(header: dict[str, Any], body: str | bytes = "00") -> bytes:
    """Writes a certificate; its body may be given in hexadecimal digits."""
    return lined(json.dumps(header, sort_keys=True, ensure_ascii=False), body)


def lined(line: str, body: str | bytes = "00") -> bytes:
    """Writes a certificate with such a first line."""
    return with_digest(line.encode() + b"\n" + (body if isinstance(body, bytes) else bytes.fromhex(body)))


def said(proof: Proof, header: dict[str, Any]) -> bytes:
    return Parts(header, proof).written()


def listed(kind: str, secrets: str, guesses: str, name: str = "list") -> dict[str, Any]:
    """What a header states of words, with their digest."""
    words = {"guesses": guesses.split(), "secrets": secrets.split()}
    digest = sha256("\n".join([*words["secrets"], "", *words["guesses"]]).encode()).hexdigest()
    return {"rules": f"words{kind}:{name}@{digest[:12]}", "words": words}


def own(secrets: str, more: str, answers: str, rows: str) -> dict[str, Any]:
    """What a header states of a game of one's own; each row has a digit for each secret."""
    codes = [*secrets.split(), *more.split()]
    table = [[int(digit) for digit in row] for row in rows.split()]
    texts = "\n".join([*secrets.split(), "", *codes, "", *answers.split(), ""]).encode()
    numbers = b"".join(answer.to_bytes(2, "little") for row in table for answer in row)
    words = {"answers": answers.split(), "guesses": codes, "secrets": secrets.split(), "table": table}
    return {"rules": f"own:list@{sha256(texts + numbers).hexdigest()[:12]}", "words": words}


def with_words(listing: dict[str, Any], lower: int | None, **others: Any) -> dict[str, Any]:
    return stated(listing["rules"], lower, words=listing["words"], **others)


# The example of the page: AB, number 1, leaves the cell 2 of eight codes, which costs 3 more than its size tells.
LOWER = 81
BODY = "05 01 01 01 02 03 04"
# Of B, C and D each guess tells no more than whether it is the secret. So they cost 6, where their number tells of 5.
CELLS = own("A B C D E", "F", "0 1 !", "20000 02000 00200 00020 10002 00001")
# Words of which X tells all apart, as A does; A may be the secret, and costs one less.
TWINS = own("A B C", "X", "0 1 2 !", "301 130 013 012")
ANIMALS = listed("", "BEAR HARE SEAL", "BEAR DEER HARE SEAL")
ACCENTS = "XA XB \u00c9A \u00c9B"


@cache
def kinds() -> bytes:
    """Has all kinds of proofs: looks and splits, some with bounds of their own, and a set that is known."""
    return certificate("2x6-black")


def changed(change: Callable[[list[Proof]], object], data: bytes) -> bytes:
    """Changes the proofs of a certificate, which are given in order."""
    parts = Parts.of(data)
    change([*parts.proof.all()])
    return parts.written()


def restated(data: bytes, **others: Any) -> bytes:
    """States something else, with the same proof."""
    parts = Parts.of(data)
    return said(parts.proof, parts.stated | others)


def known(proofs: Sequence[Proof]) -> Proof:
    """The first set that is known."""
    return next(proof for proof in proofs if proof.tag & 3 == KNOWN)


def tagged(proofs: Sequence[Proof], without: int) -> None:
    """Takes a bit away from all proofs."""
    for proof in proofs:
        proof.tag &= ~without


def known_later(depth: int) -> bytes:
    """Says of B, C and D that they cost 6 after E, and, when one guess less is left, that this is known."""
    inner = Proof(SPLIT, entries=[Entry(0, [Cell(0, 1, Proof(KNOWN))])])
    entries = [Entry(4, [Cell(0, 1, Proof(LOOK | REMEMBER))]), Entry(1, [Cell(0, 1, inner)])]
    return said(Proof(SPLIT, entries=entries), with_words(CELLS, 0, depth=depth))


def known_earlier() -> bytes:
    """Says of B, C and D that two guesses do not do, and then, where three are left, that this is known."""
    inner = Proof(SPLIT, entries=[Entry(4, [Cell(0, INFINITE, Proof(LOOK | REMEMBER))])])
    entries = [Entry(0, [Cell(0, 1, inner)]), Entry(4, [Cell(0, INFINITE, Proof(KNOWN))])]
    return said(Proof(SPLIT, entries=entries), with_words(CELLS, 0, depth=4))


def accepted() -> dict[str, bytes]:
    """Certificates by what they are about."""
    return {
        "the example of the page": written(stated("2x5", LOWER), BODY),
        "a game of one code": written(stated("1x1", 1)),
        "a claim that says little": written(stated("2x5", 80), BODY),
        "a claim of nothing": written(stated("2x5", 0)),
        "looks alone": EXAMPLES["2x3"](),
        "three pegs": EXAMPLES["3x6"](),
        "four pegs": EXAMPLES["4x4"](),
        "codes of different colors are numbered in ascending order": EXAMPLES["4x6-distinct"](),
        "black pegs alone: all kinds of proofs": kinds(),
        "totals": certificate("2x5-total"),
        "answers per position": EXAMPLES["3x4-position"](),
        "answers per position: a symmetry of places": EXAMPLES["3x4-position-listed"](),
        "each peg marked by itself": certificate("3x4-naive"),
        "sets that are known": certificate("2x8"),
        "with a history": EXAMPLES["3x6-history"](),
        "the history has the code": written(stated("3x4", 1, [["ABC", "xxx"]])),
        "the history has the code, with totals": written(stated("3x4-total", 1, [["ABC", "3!"]])),
        "the history has a total that does not win": written(stated("3x4-total", 3, [["AAB", "3"]])),
        "the history has black pegs": written(stated("2x3-black", 3, [["AA", "0"], ["BB", "1"]])),
        "the history has marks": written(stated("3x3-position", 1, [["ABC", "gy-"]])),
        "the same guess twice": written(stated("2x3", 8, [["AA", "-"], ["AA", "-"]])),
        "blanks stand between numbers": written(stated("2x5-numbers", 0, [["1 1", "-"]])),
        "ten colors are digits": written(stated("2x10", 0, [["09", "x"]])),
        "ten colors may be letters": written(stated("2x10-letters", 0, [["AJ", "x"]])),
        "digits go on with letters": written(stated("2x11-digits", 0, [["9A", "x"]])),
        "colors from 27 on are digits": written(stated("1x27", 1, [["Q", "x"]])),
        "colors from 37 on are numbers": written(stated("1x37", 1, [["37", "x"]])),
        "only possible guesses": EXAMPLES["3x5-possible"](),
        "a total within a depth": EXAMPLES["4x4-depth-5"](),
        "no strategy keeps to the depth": EXAMPLES["4x5-no-depth-4"](),
        "a split without entries": written(stated("2x3", 21), "01 00"),
        "an entry without cells": written(stated("2x5", LOWER), "05 02 00 00 01 01 02 03 04"),
        "a gain beyond what is needed": written(stated("2x5", 80), BODY),
        "a known set is remembered once more": changed(
            lambda proofs: setattr(known(proofs), "tag", KNOWN | REMEMBER), kinds()
        ),
        "a look with a bound of its own": written(stated("2x3", 21), "08"),
        "as many guesses as codes are no limit": known_later(5),
        "words": written(with_words(ANIMALS, 5)),
        "words: letters beyond ASCII": written(with_words(listed("-position", ACCENTS, ACCENTS), 7)),
        "words: the same cells": EXAMPLES["words-alike"](),
        "a game of one's own": written(with_words(TWINS, 5)),
    }


def headers() -> dict[str, tuple[str, bytes]]:
    """What is wrong with a header, with the kind of the fault."""
    right = stated("2x5", LOWER)
    line = json.dumps(right)
    faults = {
        "its keys are not in order": lined(line.replace('"depth": null, ', "").replace("}", ', "depth": null}'), BODY),
        "there is no blank behind a colon": lined(line.replace(": null", ":null"), BODY),
        "a blank stands at its end": lined(line + " ", BODY),
        "it ends in a carriage return": lined(line + "\r", BODY),
        "it begins with a byte order mark": lined("\ufeff" + line, BODY),
        "it is no UTF-8": with_digest(line.encode().replace(b"2x5", b"2x5\xff") + b"\n" + bytes.fromhex(BODY)),
        "it is no JSON": lined(line[:-1], BODY),
        "a letter is written as an escape": lined(line.replace('"any"', '"\\u0061ny"'), BODY),
        "a key is missing": lined(line.replace('"depth": null, ', ""), BODY),
        "a key stands there twice": lined(line.replace('"depth": null', '"depth": null, "depth": null'), BODY),
        "there is one key more": written(right | {"name": "Sito"}, BODY),
        "it is of another form": written(right | {"form": "sito-certificate 3"}, BODY),
        "depth is 0": written(right | {"depth": 0}, BODY),
        "depth is 2^28": written(right | {"depth": INFINITE}, BODY),
        "depth is written with a point": written(right | {"depth": 9.0}, BODY),
        "depth is a truth value": written(right | {"depth": True}, BODY),
        "lower is negative": written(right | {"lower": -1}, BODY),
        "lower is 2^28": written(right | {"lower": INFINITE}, BODY),
        "lower is a text": written(right | {"lower": "81"}, BODY),
        "lower and depth are null": written(right | {"lower": None}, BODY),
        "lower is null, and depth times 25 codes is 2^28 or more": written(
            stated("2x5", None, depth=INFINITE // 25 + 1), BODY
        ),
        "guesses are neither any nor possible": written(right | {"guesses": "all"}, BODY),
        "the history has a guess that the game lacks": written(stated("2x3", 0, [["AD", "x"]])),
        "the history has a guess of another length": written(stated("2x3", 0, [["ABC", "x"]])),
        "white pegs are named before black ones": written(stated("3x3", 0, [["AAB", "ox"]])),
        "no peg is written as nothing": written(stated("2x3", 0, [["AA", ""]])),
        "black pegs are written as letters": written(stated("2x3-black", 0, [["AB", "x"]])),
        "an answer has more pegs than a code": written(stated("2x3", 0, [["AB", "xxx"]])),
        "numbers are written without blanks": written(stated("2x5-numbers", 0, [["11", "-"]])),
        "a letter of a guess is small": written(stated("2x3", 0, [["Ab", "x"]])),
        "the usual notation is named": written(right | {"rules": "2x5-letters"}, BODY),
        "the usual kind of answers is named": written(right | {"rules": "2x5-black-white"}, BODY),
        "the parts of the rules are in another order": written(stated("2x5-black-distinct", 0)),
        "the size has a zero before it": written(right | {"rules": "02x5"}, BODY),
        "the rules are a name": written(right | {"rules": "mastermind"}, BODY),
        "certificates are not for lies": written(right | {"rules": "2x5-lies1"}, BODY),
        "different colors are too few": written(stated("3x2-distinct", 0)),
        "there are too many colors": written(stated("1x65", 0)),
        "there are words, but no list": written(right | {"words": ANIMALS["words"]}, BODY),
        "there is a list, but no words": written(stated(ANIMALS["rules"], 5)),
        "the words are not in ascending order": written(
            with_words(listed("", "BEAR SEAL HARE", "BEAR DEER SEAL HARE"), 5)
        ),
        "a secret may not be guessed": written(with_words(listed("", "BEAR HARE SEAL", "BEAR DEER SEAL"), 5)),
        "a word has another length": written(with_words(listed("", "BEAR HARES SEAL", "BEAR HARES SEAL"), 5)),
        "a word stands there twice": written(with_words(listed("", "BEAR BEAR SEAL", "BEAR BEAR SEAL"), 5)),
        "words are in small letters": written(with_words(listed("", "bear hare seal", "bear deer hare seal"), 5)),
        "the digest of the words is another": written(with_words(ANIMALS, 5) | {"rules": "words:list@0123456789ab"}),
        "a blank in the name of a list is not escaped": written(with_words(listed("", "BEAR", "BEAR", "my list"), 1)),
        "a guess that is no secret wins": written(with_words(own("A B C", "X", "0 1 2 !", "301 130 013 312"), 5)),
        "a secret does not win": written(with_words(own("A B C", "X", "0 1 2 !", "101 130 013 012"), 5)),
        "the secrets are not the first guesses": written(
            with_words({**TWINS, "words": {**TWINS["words"], "secrets": list("BAC")}}, 5)
        ),
        "the table lacks a row": written(with_words(own("A B C", "X", "0 1 2 !", "301 130 013"), 5)),
        "the digest of the game is another": written(with_words(TWINS, 5) | {"rules": "own:list@0123456789ab"}),
    }
    return {f"the header: {reason}": ("header", data) for reason, data in faults.items()}


def bodies() -> dict[str, tuple[str, bytes]]:
    """What is wrong behind a header, or with all of a file, with the kind of the fault."""
    right = stated("2x5", LOWER)
    whole = written(right, BODY)
    after = stated("2x3", 8, [["AA", "-"]])
    again = "00 01 00 01 02 03 04"  # the places and the colors of 2x5, each as it is

    def body(text: str) -> bytes:
        return written(right, text)

    def symmetry(part: str, place: int, value: int) -> bytes:
        return changed(lambda proofs: getattr(known(proofs), part).__setitem__(place, value), kinds())

    def cell(change: Callable[[Cell], object]) -> bytes:
        parts = Parts.of(kinds())
        cells = (cell for proof in parts.proof.all() for entry in proof.entries for cell in entry.cells)
        change(next(cell for cell in cells if cell.proof.tag & 3 == KNOWN))
        return parts.written()

    return {
        "the file is empty": ("digest", b""),
        "a bit of the digest is another": ("digest", whole[:-1] + bytes([whole[-1] ^ 1])),
        "a bit of the body is another": ("digest", whole[:-33] + bytes([whole[-33] ^ 1]) + whole[-32:]),
        "the last byte is missing": ("digest", whole[:-1]),
        "a byte follows after the digest": ("digest", whole + b"\n"),
        "the header has no end": ("cut", with_digest(whole.partition(b"\n")[0])),
        "there is no proof": ("cut", body("")),
        "the body ends within an entry": ("cut", body("05 01 01 01 02 03")),
        "the body ends within a number": ("cut", body("05 81")),
        "a byte follows after the proof": ("trailing", body(BODY + " 00")),
        "a number is longer than it need be": ("number", body("05 81 00 01 01 02 03 04")),
        "a number is 2^32": ("number", body("05 80 80 80 80 10")),
        "a number has six bytes": ("number", body("05 80 80 80 80 80 01")),
        "there is no kind 3": ("tag", body("03")),
        "bit 4 is set": ("tag", body("14")),
        "a set that is known has no bound of its own": ("tag", body("0a " + again)),
        "two entries are for one guess": ("repeated", body("05 02 00 00 00 00")),
        "the guess is not the least of its class": ("entry", body("05 01 02 01 02 03 04")),
        "there is no guess with this number": ("entry", body("05 01 19 00")),
        "the guess is not possible": ("entry", written(after | {"guesses": "possible"}, "01 01 00 00")),
        "the guess of an entry tells nothing": ("tells-nothing", written(after, "01 01 00 00")),
        "no code gives the answer": ("cell", body("05 01 01 01 04 03 04")),
        "no answer has the number": ("cell", body("05 01 01 01 63 03 04")),
        "the winning cell is listed": ("cell", body("05 01 01 01 05 03 04")),
        "a gain is 0": ("cell", body("05 01 01 01 02 00 04")),
        "a cell is listed twice": ("cell", body("05 01 01 02 02 03 04 02 03 04")),
        "cells are not in ascending order": ("cell", body("05 01 01 02 02 03 04 01 01 04")),
        "it claims one guess more": ("guess", written(right | {"lower": LOWER + 1}, BODY)),
        "nothing is shown of AB": ("guess", body("04")),
        "a gain is too small": ("guess", body("05 01 01 01 02 02 04")),
        "a gain is too great": ("guess", body("05 01 01 01 02 04 04")),
        "strategies need one guess less than the depth": ("guess", restated(EXAMPLES["4x5-no-depth-4"](), depth=5)),
        "what costs as much with possible guesses costs less with any": (
            "guess",
            restated(EXAMPLES["3x5-possible"](), guesses="any"),
        ),
        "without a bound of a set's own less is shown": (
            "guess",
            changed(lambda all: tagged(all, OWN), certificate("2x7")),
        ),
        "A makes the same cells as X, but may be the secret": ("guess", written(with_words(TWINS, 6), "01 01 03 00")),
        "no set was proven before": ("unknown", body("02 " + again)),
        "a set is known by its own proof": ("unknown", body("06 " + again)),
        "what is known was not remembered": ("unknown", changed(lambda all: tagged(all, REMEMBER), kinds())),
        "what is known costs one less": ("unknown", cell(lambda cell: setattr(cell, "gain", cell.gain + 1))),
        "more guesses are left than where it was proven": ("unknown", known_earlier()),
        "fewer guesses are left than where it was proven": ("unknown", known_later(4)),
        "a place stands twice": ("symmetry", symmetry("order", 0, known(Parts.of(kinds()).proof.all()).order[1])),
        "a color stands twice": ("symmetry", symmetry("names", 0, known(Parts.of(kinds()).proof.all()).names[1])),
        "there is no such color": ("symmetry", symmetry("names", 0, 6)),
        "the image of the set is another": ("unknown", changed(lambda all: known(all).names.reverse(), kinds())),
        "301 guesses lead to the proof": ("nested", written(stated("2x3", 8, [["AA", "-"]] * 301))),
        "no code agrees with the history": ("history", written(stated("2x3", 0, [["AA", "-"], ["BC", "-"]]))),
        "AAA and three pegs in all is the code, which is written 3!": (
            "history",
            written(stated("3x4-total", 0, [["AAA", "3"]])),
        ),
    }


def entry(name: str, data: bytes, **told: object) -> dict[str, object]:
    """Writes a file as text, as far as it is one line of it, and hexadecimal digits."""
    end = data.find(b"\n") + 1
    try:
        text = data[:end].decode()
    except UnicodeDecodeError:
        text, end = "", 0
    return {"name": name, **told, "text": text, "hex": data[end:].hex()}


def files() -> dict[str, object]:
    """All vectors."""
    right = []
    for name, data in accepted().items():
        parts = Parts.of(data)
        right.append(entry(name, data, lower=parts.stated["lower"], proofs=len([*parts.proof.all()])))
    wrong = [entry(reason, data, fault=fault) for reason, (fault, data) in (headers() | bodies()).items()]
    return {"about": ABOUT, "accepted": right, "refused": wrong}


def data_of(vector: dict[str, Any]) -> bytes:
    """The bytes of a file."""
    return str(vector["text"]).encode() + bytes.fromhex(vector["hex"])


def text() -> str:
    """What the file has: a line for each vector."""
    about, *lists = files().items()
    parts = [f'{{\n"{about[0]}": {json.dumps(about[1])}']
    for name, vectors in lists:
        assert isinstance(vectors, list)
        parts.append(f'"{name}": [\n' + ",\n".join(json.dumps(each, ensure_ascii=False) for each in vectors) + "\n]")
    return ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
