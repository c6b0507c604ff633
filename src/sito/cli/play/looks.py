"""Codes and answers as a board shows them: pegs of three columns where there is room, the symbol always on them."""

from __future__ import annotations

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Answer, Feedback
from sito.errors import InputError
from sito.playing.game import Transcript
from sito.rules.rules import Allowed, FeedbackKind, Notation, Rules
from sito.show.render import Line, cell_width, code_line, feedback_line, plain, spread
from sito.show.spoken import marks_known
from sito.words.letters import fold, letters_of

_EMPTY = "."
_MOST_MARKS = 20  # in a row


def code_cells(rules: Rules, code: Code, answer: Answer | None, wide: bool) -> Line:
    """Gives the pegs of a code; the letters of a word have the colors of their marks."""
    if rules.notation is not Notation.WORD:
        line = code_line(rules, code)
        return spread(line, most=rules.pegs) if wide else line
    text = CodeSpace(rules, guesses=True).text(code)
    letters = letters_of(text) if rules.of_letters else [text]
    looks = ["letter"] * len(letters)
    if answer is not None and answer.kind.marks_pegs and not answer.tells_nothing:
        looks = ["letter" if mark is None else f"mark {mark}" for mark in answer.marks]
    return tuple((f" {letter} " if wide else letter, look) for letter, look in zip(letters, looks, strict=True))


def answer_cells(answer: Answer) -> Line:
    """Gives the pegs of an answer: its letters, black pegs and white pegs in their colors; numbers of more than 20."""
    if answer.pegs > _MOST_MARKS and not answer.tells_nothing and answer.white is not None:
        return plain(f"{answer.black} {answer.white}")
    if answer.kind is FeedbackKind.BLACK_WHITE and not answer.tells_nothing and set(str(answer)) <= set("xo"):
        return tuple((mark, "black peg" if mark == "x" else "white peg") for mark in str(answer))
    return feedback_line(answer)


def slots_line(rules: Rules, pegs: Line, wide: bool) -> Line:
    """Gives pegs that are typed and an empty place for each that is missing."""
    empty = (rules.pegs if rules.words is None or rules.of_letters else 1) - len(pegs)
    cells = (*pegs, *(((_EMPTY, "dim"),) * empty if empty > 0 else ()))
    if wide:
        return tuple((f" {text} ", look) for text, look in cells)
    between: Line = plain(" ") if rules.notation is Notation.NUMBERS else ()
    line: Line = ()
    for cell in cells:
        line += (between if line else ()) + (cell,)
    return line


def typed_code(rules: Rules, typed: str) -> Line:
    """Gives the pegs of what is being typed, as far as it can be the beginning of a code; none for anything else."""
    symbols = rules.symbols()
    if rules.notation is Notation.WORD and not rules.of_letters:
        return ((typed.strip(), "letter"),) if typed.strip() else ()
    if rules.notation is Notation.WORD:
        letters = letters_of(fold(typed.strip()))
        fits = len(letters) <= rules.pegs and all(letter[0].isalpha() for letter in letters)
        return tuple((letter, "letter") for letter in letters) if fits else ()
    words = typed.replace(",", " ").split()
    known = {symbol.upper(): (symbol, f"peg {place}") for place, symbol in enumerate(symbols)}
    if not all(word.upper() in known for word in words):
        words = list("".join(words))
    pegs = [known.get(word.upper()) for word in words]
    return tuple(peg for peg in pegs if peg is not None) if None not in pegs and len(pegs) <= rules.pegs else ()


def typed_answer(rules: Rules, typed: str) -> Line:
    """Gives the pegs of an answer that is being typed; none until it can be read."""
    try:
        return answer_cells(Feedback.parse(typed, rules)) if typed.strip() else ()
    except InputError:
        return ()


def letters_known(game: Transcript) -> dict[str, int | None] | None:
    """Gives each letter with the best mark that it has earned, None for none yet.

    None for games that are not of words with an answer for each letter.
    """
    rules = game.rules
    if rules.allowed is not Allowed.WORDS or not rules.feedback.marks_pegs:
        return None
    known = marks_known(rules, game.turns)
    return {letter: known.get(color) for color, letter in enumerate(rules.symbols())}


def keyboard_line(game: Transcript, width: int) -> Line | None:
    """Gives the letters with the best mark that each has earned; those that are not in the word are dots.

    None for games that are not of words with an answer for each letter.
    """
    known = letters_known(game)
    if known is None:
        return None
    taken = sum(map(cell_width, known))
    if taken > width:
        return None
    gap = plain(" ") if taken + len(known) <= width else ()
    line: Line = ()
    for letter, mark in known.items():
        dot = "." + " " * (cell_width(letter) - 1)
        cell = (letter, "") if mark is None else (dot if mark == 0 else letter, f"mark {mark}")
        line += (gap if line else ()) + (cell,)
    return line
