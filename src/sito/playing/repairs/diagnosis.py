"""Finding the wrong answers of a game: the native search, and the plain comparison with a known secret."""

from __future__ import annotations

from functools import lru_cache

from sito import _native
from sito.base.limits import Limits, OnInterrupt, check_from_one, limits_of
from sito.codes.code import Code, CodeOrText, CodeSpace
from sito.codes.consistency import clash_at_sight
from sito.codes.feedback import Answer, Feedback, Turn, score_number
from sito.codes.hard_mode import Played
from sito.codes.notations import count_answers, counts_of, marks_of, number_of_marks
from sito.codes.partial import UNKNOWN, PartialFeedback, read_partial
from sito.errors import NN_, InputError, LimitError, whole_number_faults
from sito.native.errors import native_errors
from sito.native.game import Size, native_rules, size_of
from sito.native.run import NativeRun
from sito.playing.repairs.repair import Change, Changes, Diagnosis, Repair, Slip, likeliest_slip
from sito.playing.text import read_line
from sito.rules.rules import Rules
from sito.sieve.knowledge import look_ahead_work
from sito.sieve.possible import SAMPLED, estimate, sampled


def in_form_of(noted: Answer, number: int, rules: Rules) -> Answer:
    """Gives of the answer with this number the part that is known in a noted answer.

    Where this part leaves one answer alone, it is that answer: of three black pegs on four
    none can be followed by a white one.

    >>> from sito.codes.feedback import read_noted
    >>> rules = Rules.parse("4x6")
    >>> [str(in_form_of(read_noted("2?", rules), number, rules)) for number in (0, 1, 2, 7, 8, 9)]
    ['0?', '0?', '1?', '1?', '2?', 'xxx']
    >>> str(in_form_of(read_noted("xo", rules), 1, rules))
    'o'
    """
    if isinstance(noted, Feedback):
        return Feedback.of(rules, number)
    text = UNKNOWN if noted.tells_nothing else _part_text(noted, number)
    part = read_partial(text, rules)
    return part if isinstance(part, PartialFeedback) else Feedback.of(rules, part)


def _part_text(noted: PartialFeedback, number: int) -> str:
    if noted.kind.marks_pegs:
        pairs = zip(noted.marks, marks_of(number, noted.pegs), strict=True)
        return "".join(UNKNOWN if known is None else "-yg"[mark] for known, mark in pairs)
    black, white = counts_of(number)
    return f"{black}{UNKNOWN}" if noted.black is not None else f"{UNKNOWN}{white}"


def true_answers(rules: Rules, turn: Turn, secret: Code) -> tuple[Answer, ...]:
    """Gives what a codemaker with this secret would have answered, in the form in which it was noted.

    It is one answer, or several where pegs of the guess are unknown. In ascending order of their numbers.

    >>> space = CodeSpace("4x6")
    >>> answers = true_answers(space.rules, Turn.read("C?FF", "o", space), space.parse("CAAB"))
    >>> [str(answer) for answer in answers]
    ['x', 'xo', 'xx']
    """
    made = CodeSpace(rules, guesses=True).completions(turn.guess)
    numbers = sorted({score_number(rules, guess, secret) for guess in made})
    return tuple(dict.fromkeys(in_form_of(turn.answer, number, rules) for number in numbers))


@lru_cache(maxsize=64)
def part_numbers(noted: PartialFeedback, rules: Rules) -> tuple[int, ...]:
    """Gives for each number of an answer of black and white pegs the least number with the same known part.

    The native core tells parts apart by these numbers.

    >>> from sito.codes.feedback import read_noted
    >>> rules = Rules.parse("2x6")
    >>> part_numbers(read_noted("0?", rules), rules)
    (0, 0, 2, 0, 2, 5)
    """
    known = 0 if noted.black is not None else 1
    parts = [counts_of(number)[known] for number in range(count_answers(rules.feedback, rules.pegs))]
    return tuple(map(parts.index, parts))


MOST_CHANGES = 3
"""The most answers that one repair changes."""
MOST_TURNS = _native.DIAGNOSIS_TURNS
_ALL = 2**63 - 1


def diagnose(
    game: Played | str,
    *,
    at_most: int = MOST_CHANGES,
    top: int | None = None,
    limits: Limits = Limits(),
    seconds: float | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Diagnosis:
    """Finds which answers of a game cannot stand together, and every repair of up to `at_most` answers.

    The `game` is a `Transcript` or its text. A repair gives some answers what a code would have answered, so that this
    code is possible then, and is not after only a part of the changes. Codes that need the same changes make one
    repair. A partial answer is repaired in the form in which it was noted; where the rules allow lies, so many of the
    answers may stay wrong. The result lists the best `top` repairs, or all of them; there may be millions with three
    changes. A game with a possible code has none.

    The `limits`, and `seconds` as one more of them, end the work early; `limits.work` counts comparisons of an answer
    with a code. Ctrl-C raises `KeyboardInterrupt`, or with `on_interrupt="return"` ends the work, too. Then the result
    has what was found, and `stopped` says what ended it.

    In games of more than 2^28 codes, these are sampled: the repairs are those of the fewest answers, each is one, and
    others may not be found.

    On a vast board, of more than 20 pegs or 64 colors, there are no repairs, and only what is seen at once clashes
    (`sito.codes.consistency.clash_at_sight`).

    Raises `InputError` for a text that cannot be read or an `at_most` or `top` that cannot be,
    and `LimitError` for games of more than 64 turns, and of more than 2^28 codes with lies, with answers per position
    or with turns of which a part is unknown.

    >>> found = diagnose("4x6 AABB:x CCDD:xx EEFF:xx ABCD:oo")
    >>> found.clash, found.total
    ((0, 1, 2), 227)
    >>> [(change.index, str(change.answer), str(change.slip)) for change in found.repairs[0].changes]
    [(1, 'x', 'too-many')]
    """
    InputError.check(whole_number_faults("at_most", at_most, 2, 1, MOST_CHANGES))
    if top is not None:
        check_from_one("top", top)
    limits = limits_of(limits, seconds)
    run: NativeRun[object] = NativeRun(limits, on_interrupt=on_interrupt)
    work = look_ahead_work(limits)
    rules, turns = _parts(game)
    if size_of(rules) is Size.VAST:
        return Diagnosis(rules, turns, clash_at_sight(rules, turns), (), ())
    telling = [index for index, turn in enumerate(turns) if not turn.answer.tells_nothing]
    if len(telling) > MOST_TURNS:
        many = NN_(
            "the game has {count} answer; the wrong ones are found among up to {most}; leave the others out",
            "the game has {count} answers; the wrong ones are found among up to {most}; leave the others out",
        )
        raise LimitError.said(*many, count=len(telling), most=MOST_TURNS)
    if size_of(rules) is Size.SAMPLED and all(turns[index].is_exact for index in telling):
        return _sampled(rules, turns, telling, at_most, top, work, run)
    space = CodeSpace(rules, guesses=True)
    with native_errors(rules):
        found = _native.diagnose(
            native_rules(rules),
            [_noted(turns[index], space) for index in telling],
            rules.lies,
            at_most,
            _ALL if top is None else min(top, _ALL),
            lambda turn, part: _change(rules, turns, telling[turn], part).weight,
            work=work,
            watch=run.watch,
        )
    clash = telling if found.clash is None else [telling[turn] for turn in found.clash]
    repairs = tuple(
        Repair.of(tuple(_change(rules, turns, telling[turn], part) for turn, part in changes), codes)
        for changes, codes, _weight in found.repairs
    )
    return Diagnosis(rules, turns, tuple(clash), repairs, tuple(found.counts), run.stopped(found.stopped))


def _sampled(
    rules: Rules,
    turns: tuple[Turn, ...],
    telling: list[int],
    at_most: int,
    top: int | None,
    work: int | None,
    run: NativeRun[object],
) -> Diagnosis:
    """Finds repairs of as few answers as possible, where codes are sampled."""
    if sampled(rules, tuple(turns[index] for index in telling)).sample():
        return Diagnosis(rules, turns, (), (), ())
    noted = [(bytes(guess), answer.number) for guess, answer in turns if isinstance(answer, Feedback)]
    with native_errors(rules):
        found, most, word = _native.sample_repairs(native_rules(rules), noted, at_most, work, run.watch)
    fewest = min((len(changes) for changes, _ in found if changes), default=most)
    repairs = [
        Repair.of(tuple(_change(rules, turns, telling[turn], part) for turn, part in changes), _told(codes))
        for changes, codes in found
        if len(changes) == fewest
    ]
    repairs.sort(key=lambda repair: (-repair.likelihood, -repair.codes))
    seen = clash_at_sight(rules, turns)
    clash = seen or sorted({change.index for repair in repairs for change in repair.changes})
    counts = tuple(len(repairs) if changes == fewest else 0 for changes in range(1, most + 1))
    return Diagnosis(rules, turns, tuple(clash or telling), tuple(repairs[:top]), counts, run.stopped(word))


def _told(codes: int) -> int:
    """Rounds how many codes need a repair, unless they are so few that they may all have been met."""
    return codes if codes <= SAMPLED else estimate(codes)


def wrong_answers(game: Played | str, secret: CodeOrText) -> Changes:
    """Names each answer that is wrong if this is the secret, with the right one and the likeliest slip.

    Where the codemaker may lie, lies are among them. Raises `CodeError` for a code that is no secret of the game.

    >>> [(change.index, str(change.answer)) for change in wrong_answers("4x6 AABB:x CCDD:o", "ABCD")]
    [(0, 'xo'), (1, 'xo')]
    """
    rules, turns = _parts(game)
    code = CodeSpace(rules).read(secret)
    changes = []
    for index, turn in enumerate(turns):
        if not turn.agrees(rules, code):
            possible = [
                Change(index, turn, answer, _slip_to(turns, index, answer))
                for answer in true_answers(rules, turn, code)
            ]
            changes.append(max(possible, key=lambda change: change.weight))
    return Changes.of(rules, changes)


def _parts(game: Played | str) -> tuple[Rules, tuple[Turn, ...]]:
    return (game.rules, tuple(game.turns)) if isinstance(game, Played) else read_line(game)


def _noted(turn: Turn, space: CodeSpace) -> _native.NotedTurn:
    """Gives the native form of a turn: what the guess may have been, a part of the answer, and which part it is."""
    guesses = list(dict.fromkeys(guess for guess, _ in turn.clauses(space)))
    answer = turn.answer
    if isinstance(answer, Feedback):
        return guesses, answer.number, None
    if answer.kind.marks_pegs:
        return guesses, number_of_marks(answer.marks), [mark is not None for mark in answer.marks]
    parts = part_numbers(answer, space.rules)
    return guesses, parts[answer.numbers[0]], list(parts)


def _slip_to(turns: tuple[Turn, ...], index: int, answer: Answer) -> Slip:
    above = turns[index - 1].answer if index > 0 else None
    below = turns[index + 1].answer if index + 1 < len(turns) else None
    return likeliest_slip(turns[index].answer, answer, above, below)


def _change(rules: Rules, turns: tuple[Turn, ...], index: int, part: int) -> Change:
    answer = in_form_of(turns[index].answer, part, rules)
    return Change(index, turns[index], answer, _slip_to(turns, index, answer))
