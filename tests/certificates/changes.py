"""Certificates taken apart and put together again, and the many ways to change one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sito.certificate.header import read_header, with_digest
from sito.certificate.plain import KNOWN, OWN, REMEMBER, SPLIT, Reader
from sito.certificate.symmetry import namings
from tests.certificates.writer import number


@dataclass
class Cell:
    answer: int
    gain: int
    proof: Proof


@dataclass
class Entry:
    step: int
    cells: list[Cell]


@dataclass
class Proof:
    """What a body says: the symmetry of a set that is known, or the entries of a split."""

    tag: int
    order: bytearray = field(default_factory=bytearray)
    names: bytearray = field(default_factory=bytearray)
    entries: list[Entry] = field(default_factory=list)

    @classmethod
    def read(cls, reader: Reader, pegs: int, names: int) -> Proof:
        proof = cls(reader.take(1)[0])
        if proof.tag & 3 == KNOWN:
            proof.order, proof.names = bytearray(reader.take(pegs)), bytearray(reader.take(names))
        if proof.tag & 3 == SPLIT:
            for _ in range(reader.number()):
                entry = Entry(reader.number(), [])
                proof.entries.append(entry)
                for _ in range(reader.number()):
                    entry.cells.append(Cell(reader.number(), reader.number(), cls.read(reader, pegs, names)))
        return proof

    def written(self) -> bytes:
        if self.tag & 3 == KNOWN:
            return bytes([self.tag, *self.order, *self.names])
        if self.tag & 3 != SPLIT:
            return bytes([self.tag])
        entries = (
            number(entry.step)
            + number(len(entry.cells))
            + b"".join(number(cell.answer) + number(cell.gain) + cell.proof.written() for cell in entry.cells)
            for entry in self.entries
        )
        return bytes([self.tag]) + number(len(self.entries)) + b"".join(entries)

    def all(self) -> Iterator[Proof]:
        """This proof and all inside it."""
        yield self
        for entry in self.entries:
            for cell in entry.cells:
                yield from cell.proof.all()


@dataclass
class Parts:
    """A certificate, taken apart."""

    stated: dict[str, Any]
    proof: Proof

    @classmethod
    def of(cls, data: bytes) -> Parts:
        claim, body = read_header(data)
        words = claim.rules.words is not None
        size = (0, 0) if words else (claim.rules.pegs, claim.rules.colors * namings(claim.rules))
        return cls(json.loads(data.partition(b"\n")[0]), Proof.read(Reader(body), *size))

    def written(self) -> bytes:
        header = json.dumps(self.stated, sort_keys=True, ensure_ascii=False) + "\n"
        return with_digest(header.encode() + self.proof.written())


def changed(data: bytes, rng: random.Random) -> bytes:
    """Changes a certificate in one way or in several; the digest is made right again."""
    if rng.random() < 0.4:
        raw = bytearray(data[:-32])
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            # Half of the changes are behind the header.
            first = raw.index(b"\n") + 1 if b"\n" in raw and rng.random() < 0.8 else 0
            if first < len(raw):
                rng.choice(RAW)(raw, first, rng)
        return with_digest(bytes(raw))
    parts = Parts.of(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice((*PROOFS, *PROOFS, *HEADERS))(parts, rng)
    return parts.written()


def _flip_bit(raw: bytearray, first: int, rng: random.Random) -> None:
    raw[rng.randrange(first, len(raw))] ^= 1 << rng.randrange(8)


def _set_byte(raw: bytearray, first: int, rng: random.Random) -> None:
    raw[rng.randrange(first, len(raw))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))


def _insert(raw: bytearray, first: int, rng: random.Random) -> None:
    raw.insert(rng.randint(first, len(raw)), rng.randrange(256))


def _remove(raw: bytearray, first: int, rng: random.Random) -> None:
    del raw[rng.randrange(first, len(raw))]


def _cut(raw: bytearray, first: int, rng: random.Random) -> None:
    del raw[rng.randrange(first, len(raw)) :]


def _repeat(raw: bytearray, first: int, rng: random.Random) -> None:
    start = rng.randrange(first, len(raw))
    end = rng.randint(start, min(len(raw), start + 20))
    raw[start:start] = raw[start:end]


RAW: tuple[Callable[[bytearray, int, random.Random], None], ...] = (
    _flip_bit,
    _set_byte,
    _insert,
    _remove,
    _cut,
    _repeat,
)


def _some(proofs: Iterator[Proof], rng: random.Random) -> Proof | None:
    found = list(proofs)
    return rng.choice(found) if found else None


def _with_entries(parts: Parts, rng: random.Random) -> Proof | None:
    return _some((proof for proof in parts.proof.all() if proof.entries), rng)


def _entry(parts: Parts, rng: random.Random) -> Entry | None:
    proof = _with_entries(parts, rng)
    return rng.choice(proof.entries) if proof else None


def _cell(parts: Parts, rng: random.Random) -> Cell | None:
    entry = _entry(parts, rng)
    return rng.choice(entry.cells) if entry and entry.cells else None


def _toggle(parts: Parts, rng: random.Random) -> None:
    proof = rng.choice(list(parts.proof.all()))
    proof.tag ^= rng.choice((OWN, REMEMBER, 1, 2, 3, 16))


def _only_look(parts: Parts, rng: random.Random) -> None:
    rng.choice(list(parts.proof.all())).tag &= ~3


def _drop_entry(parts: Parts, rng: random.Random) -> None:
    """Leaves an entry out; the next one is for the same guess as before."""
    if proof := _with_entries(parts, rng):
        place = rng.randrange(len(proof.entries))
        dropped = proof.entries.pop(place)
        if place < len(proof.entries):
            proof.entries[place].step += dropped.step


def _double_entry(parts: Parts, rng: random.Random) -> None:
    if proof := _with_entries(parts, rng):
        place = rng.randrange(len(proof.entries))
        same = proof.entries[place]
        proof.entries.insert(place + 1, Entry(rng.choice((0, 1, same.step)), same.cells))


def _swap_entries(parts: Parts, rng: random.Random) -> None:
    if proof := _with_entries(parts, rng):
        rng.shuffle(proof.entries)


def _other_guess(parts: Parts, rng: random.Random) -> None:
    if entry := _entry(parts, rng):
        entry.step = max(0, entry.step + rng.choice((-2, -1, 1, 2, 7, 1 << 20, 1 << 33)))


def _drop_cell(parts: Parts, rng: random.Random) -> None:
    entry = _entry(parts, rng)
    if entry and entry.cells:
        entry.cells.pop(rng.randrange(len(entry.cells)))


def _double_cell(parts: Parts, rng: random.Random) -> None:
    entry = _entry(parts, rng)
    if entry and entry.cells:
        entry.cells.append(rng.choice(entry.cells))


def _swap_cells(parts: Parts, rng: random.Random) -> None:
    if entry := _entry(parts, rng):
        rng.shuffle(entry.cells)


def _other_answer(parts: Parts, rng: random.Random) -> None:
    if cell := _cell(parts, rng):
        cell.answer = max(0, cell.answer + rng.choice((-1, 1, 2, 300)))


def _other_gain(parts: Parts, rng: random.Random) -> None:
    if cell := _cell(parts, rng):
        cell.gain = max(0, cell.gain + rng.choice((-1, 1, 1, 2, 10, 1 << 28)))


def _swap_proofs(parts: Parts, rng: random.Random) -> None:
    one, other = _cell(parts, rng), _cell(parts, rng)
    if one and other:
        one.proof, other.proof = Proof(0), one.proof


def _other_symmetry(parts: Parts, rng: random.Random) -> None:
    if proof := _some((proof for proof in parts.proof.all() if proof.order), rng):
        part = rng.choice((proof.order, proof.names))
        one, other = rng.randrange(len(part)), rng.randrange(len(part))
        if rng.random() < 0.8:
            part[one], part[other] = part[other], part[one]
        else:
            part[one] = part[other]


PROOFS: tuple[Callable[[Parts, random.Random], None], ...] = (
    _toggle,
    _only_look,
    _drop_entry,
    _double_entry,
    _swap_entries,
    _other_guess,
    _drop_cell,
    _double_cell,
    _swap_cells,
    _other_answer,
    _other_gain,
    _swap_proofs,
    _other_symmetry,
)


def _other_lower(parts: Parts, rng: random.Random) -> None:
    lower = parts.stated["lower"]
    parts.stated["lower"] = (
        rng.choice((0, 500, None, -1, 1 << 28)) if lower is None else lower + rng.choice((-1, 1, 1, 9))
    )


def _other_depth(parts: Parts, rng: random.Random) -> None:
    depth = parts.stated["depth"]
    parts.stated["depth"] = rng.choice((None, 0, 1, 2, 3, 4, 5, 6, 200, depth and depth - 1))


def _other_guesses(parts: Parts, rng: random.Random) -> None:
    parts.stated["guesses"] = rng.choice(("any", "possible", "all"))


def _other_history(parts: Parts, rng: random.Random) -> None:
    history = parts.stated["history"]
    if history and rng.random() < 0.5:
        history.pop(rng.randrange(len(history)))
    else:
        history.append(rng.choice((["AAB", "x"], ["ABC", "-"], ["AABB", "xo"], ["DARE", "oo"], ["AAB", "1"], ["", ""])))


def _other_rules(parts: Parts, rng: random.Random) -> None:
    words = parts.stated.get("words")
    if words and rng.random() < 0.7:
        kind = rng.choice(("secrets", "guesses"))
        words[kind].pop(rng.randrange(len(words[kind])))
    else:
        parts.stated["rules"] = rng.choice(
            ("3x4", "3x5", "3x6", "4x4", "2x5", "3x4-black", "3x5-total", "3x4-position", "3x4-naive", "words:ale")
        )


HEADERS: tuple[Callable[[Parts, random.Random], None], ...] = (
    _other_lower,
    _other_depth,
    _other_guesses,
    _other_history,
    _other_rules,
)
