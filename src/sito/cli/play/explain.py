"""`sito explain`: which peg of a guess earned which mark, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import click

from sito.base.files import check_writable, write_atomically
from sito.cli.command import Command, command
from sito.cli.options import RulesOption, game_rules
from sito.cli.output import columns_of, emit, emit_json, note, screen, settings
from sito.cli.parameters import Argument
from sito.codes.code import CodeSpace
from sito.codes.feedback import read_noted
from sito.errors import N_, Fault, InputError, gathered
from sito.explanation import Explanation, Names, Verdict, explain
from sito.explanation.steps import Part
from sito.operations.answers import ExplainAnswer, Guess, Secret
from sito.operations.operation import Ask, as_json
from sito.rules.rules import Rules
from sito.show.i18n import _, fault_text, pgettext
from sito.show.render import can_write, cell_width, text_of

_NARROWEST, _WIDEST = 40, 80
_LINES = "│┼─└┘┌┐"
_PLAIN_LINES = str.maketrans(_LINES, "|+-`'..")


_MARKS = re.compile("-[-gyGY]+")


class _TakingMarks(Command):
    """A command that takes marks such as `-yg--` for an answer, and not for options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the words; a point at the beginning means the same mark as a hyphen."""
        marked = [f".{word[1:]}" if _MARKS.fullmatch(word) and word != "--" else word for word in args]
        return super().parse_args(ctx, marked)


@command(
    name="explain",
    help=N_(
        "Explains the answer to a guess: which peg earned which mark and why, step by step, in words and as a small "
        "drawing; repeated colors and letters too. With ANSWER it also tells whether that answer is right, and what is "
        "wrong about it. Exit code 1 if it is wrong."
    ),
    examples=(
        "sito explain AABB ABBA",
        "sito explain AABB ABBA xxo",
        "sito explain 6112 1622 --rules bulls-and-cows-repeats",
        "sito explain '1 1 2 2 3' '3 1 1 4 5' --rules logik",
        "sito explain SPEED ERASE y-yy- --rules 5x26-position",
    ),
    cls=_TakingMarks,
)
def explain_command(
    guess: Guess,
    secret: Secret,
    answer: Annotated[str | None, Argument(N_("The answer that somebody gave, to be checked."))] = None,
    rules: RulesOption = None,
    svg: Annotated[Path | None, Ask(N_("Draw the explanation into an SVG file."))] = None,
) -> int:
    if svg is not None:
        check_writable(svg)
    explained, verdict = _read(game_rules(rules), guess, secret, answer, named=rules is not None)
    if svg is not None:
        sentences = tuple(fault_text(step.sentence) for step in explained.steps)
        write_atomically(svg, explained.svg(_names(), sentences))
    if settings.json:
        emit_json(as_json(ExplainAnswer.of(explained, verdict)))
    else:
        _tell(explained, verdict)
    if svg is not None:
        note(_("The explanation is drawn in {file}.").format(file=svg))
    return 0 if verdict is None or verdict.right else 1


def _read(
    rules: Rules, guess: str, secret: str, answer: str | None, *, named: bool
) -> tuple[Explanation, Verdict | None]:
    """Reads the codes and the answer. Raises `InputError` with all that is wrong with them."""
    faults: list[Fault] = []
    space = CodeSpace(rules, guesses=True)
    for text in (guess, secret):
        with gathered(faults):
            space.parse(text)
    if faults and not named:
        which = N_("without --rules the game is {rules}; name another, as in: --rules bulls-and-cows, or --rules 5x8")
        faults.append(Fault(which, rules=str(rules)))
    with gathered(faults):
        given = None if answer is None else read_noted(answer, rules)
    InputError.check(dict.fromkeys(faults))
    explained = explain(rules, guess, secret)
    return explained, None if given is None else explained.judge(given)


def _tell(explained: Explanation, verdict: Verdict | None) -> None:
    guess, code = explained.texts
    head = _("The answer to {guess} is {answer} if the code is {code}.")
    emit(head.format(guess=guess, answer=explained.answer, code=code) + "\n")
    data = screen()
    room = columns_of(data.stream) if data.terminal else _WIDEST
    has_lines = can_write(data.stream, _LINES)
    for drawn in explained.drawing(max(_NARROWEST, min(room, _WIDEST)), _names(), cell_width):
        row = drawn if has_lines else tuple((text.translate(_PLAIN_LINES), look) for text, look in drawn)
        if data.terminal:
            data.line(row, wide=False)
        else:
            emit(text_of(row).rstrip())
    for line in _paragraphs(explained):
        emit(line)
    if verdict is not None:
        emit("")
        for sentence in verdict.sentences:
            emit(fault_text(sentence))


def _paragraphs(explained: Explanation) -> Iterator[str]:
    heads = {Part.RIGHT_PLACES: _("Right places come first:"), Part.OTHERS: _("Then the others, from left to right:")}
    if not any(step.part is Part.RIGHT_PLACES for step in explained.steps):
        heads[Part.OTHERS] = _("Nothing is in its right place. From left to right:")
    last: Part | None = None
    for step in explained.steps:
        if step.part is not last and last is not Part.ANSWER:
            yield ""
            if step.part in heads:
                yield heads[step.part]
        last = step.part
        yield ("  " if step.part in heads else "") + fault_text(step.sentence)


def _names() -> Names:
    return Names(_("place"), _("mark"), _("guess"), _("code"), pgettext("a mark", "claims"))
