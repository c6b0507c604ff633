"""Work sheets: exercises as one page of HTML for the printer, in color or in black and white.

Every peg is a drawing with its symbol on it, which is printed whether or not a browser prints backgrounds, and where
color tells what an answer is, the text of the answer stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sito.base.svg import escaped, number, text
from sito.codes.code import Code
from sito.codes.feedback import Answer
from sito.errors import N_
from sito.rules.rules import FeedbackKind, Notation, Rules
from sito.show.i18n import _, current_language, join_sentences
from sito.show.in_words.training import subject_text, task_sentence
from sito.show.palette import style_of
from sito.show.sentences import game_name, level_names, rules_sentence
from sito.show.spoken import answer_words, symbols_of
from sito.training import Exercise

_STYLE = """
@page { margin: 14mm }
body { font: 11pt/1.35 sans-serif; color: #000; background: #fff; max-width: 182mm; margin: 0 auto }
h1 { font-size: 15pt; margin: 0 0 1mm } h2 { font-size: 13pt; break-before: page } p { margin: 0 0 2mm }
header span { display: inline-block; min-width: 62mm; margin: 3mm 6mm 4mm 0; border-bottom: .3mm solid }
.sheet { column-gap: 8mm; column-rule: .2mm solid #999 }
section { break-inside: avoid; padding: 0 0 6mm } section p { font-size: 10pt; margin: 0 0 1mm }
section b { margin-right: 2mm }
table { border-spacing: 1.5mm .7mm } td { padding: 0; white-space: nowrap; vertical-align: middle }
svg { display: block; height: 6mm } svg text { font: bold 15px sans-serif; text-anchor: middle }
.found { border-bottom: .3mm solid; height: 7mm; width: 40mm }
ol { columns: 15em; font-size: 10pt } li { break-inside: avoid; padding: .5mm 0 }
"""
_READING = {
    FeedbackKind.BLACK_WHITE: N_("● is a peg in its place, ○ one in another place."),
    FeedbackKind.BLACK: N_("The answer: how many are in their place."),
    FeedbackKind.TOTAL: N_("The answer: how many are right, in their place or in another."),
    FeedbackKind.POSITION: N_("g: in its place; y: in another place; -: not there."),
    FeedbackKind.NAIVE: N_("g: in its place; y: in another place, however often the guess has it; -: not there."),
}
_SHOWN = 3  # solutions of one exercise
_STEP, _SIZE = 26, 24  # pixels from peg to peg, and the height of a drawing


def worksheet_html(exercises: Sequence[Exercise], solutions: Sequence[Sequence[str]], level: str, seed: int) -> str:
    """Makes the page of exercises of one kind and game; `solutions` has what is right for each of them."""
    kind, rules = exercises[0].kind, exercises[0].game.rules
    title = f"{subject_text(kind)}: {game_name(rules.short)}, {level_names()[level]}"
    told = _("Game {rules}, seed {seed}").format(rules=rules.short, seed=seed)
    tasks = {task_sentence(each) for each in exercises}
    reading = _(_READING[rules.feedback]) if isinstance(rules.feedback, FeedbackKind) else ""
    about = join_sentences(
        *(tasks if len(tasks) == 1 else ()), _("The code: {rules}.").format(rules=rules_sentence(rules)), reading
    )
    sections = "\n".join(_section(place, each, len(tasks) > 1) for place, each in enumerate(exercises, 1))
    answers = "\n".join(
        f"<li>{escaped(' / '.join(each[:_SHOWN]))}{' …' if len(each) > _SHOWN else ''}</li>" for each in solutions
    )
    name, date, right = _("Name:"), _("Date:"), _("Solutions")
    return f"""<!DOCTYPE html>
<html lang="{current_language()}">
<head><meta charset="utf-8"><title>{escaped(title)}</title><style>{_STYLE}</style></head>
<body>
<header><h1>{escaped(title)}</h1><p>{escaped(about)}</p><span>{name}</span><span>{date}</span></header>
<main class="sheet" style="columns: {3 if rules.pegs < 5 else 2}">
{sections}
</main>
<p>{escaped(told)}</p>
<h2>{right}</h2>
<p>{escaped(f"{title}; {told}")}</p>
<ol>
{answers}
</ol>
</body>
</html>
"""


def _section(place: int, exercise: Exercise, with_task: bool) -> str:
    rules = exercise.game.rules
    rows = "".join(
        f"<tr><td>{row}</td><td>{_code(rules, turn.guess, turn.answer)}</td>"
        f"<td>{_answer(rules, turn.guess, turn.answer)}</td></tr>"
        for row, turn in enumerate(exercise.game.turns, 1)
    )
    task = f"<p><b>{place}</b>{escaped(task_sentence(exercise)) if with_task else ''}</p>"
    return f'<section>{task}<table>{rows}</table><div class="found"></div></section>'


def _svg(shapes: Iterable[str], count: int, title: str) -> str:
    width = number(count * _STEP)
    drawn = "".join(shapes)
    return f'<svg viewBox="0 0 {width} {_SIZE}" role="img"><title>{escaped(title)}</title>{drawn}</svg>'


def _code(rules: Rules, code: Code, answer: Answer) -> str:
    """Draws a code: pegs with their symbols, or letters in boxes in the looks of their marks."""
    symbols = symbols_of(rules, code)
    looks = [f"peg {color}" for color in code]
    if rules.notation is Notation.WORD:
        known = answer.marks if answer.kind.marks_pegs else [None] * len(symbols)
        looks = ["mark ?" if mark is None else f"mark {mark}" for mark in known]
    shapes = (_shape(place, symbol, look) for place, (symbol, look) in enumerate(zip(symbols, looks, strict=True)))
    return _svg(shapes, len(symbols), " ".join(symbols))


def _shape(place: int, symbol: str, look: str) -> str:
    front, _on, behind = style_of(look).partition(" on ")
    ink, back = (front.split()[-1], behind.split()[0]) if behind else ("#000", "#fff")
    x = _STEP * place + _STEP / 2
    outline = f'fill="{back}" stroke="#000"'
    circle = f'<circle cx="{number(x)}" cy="12" r="11" {outline}/>'
    box = f'<rect x="{number(x - 11)}" y="1" width="22" height="22" {outline}/>'
    return (circle if look.startswith("peg") else box) + text(x, 17.5, symbol).replace("<text", f'<text fill="{ink}"')


def _answer(rules: Rules, guess: Code, answer: Answer) -> str:
    """Draws black and white pegs; other answers, and that of no peg, are written."""
    if answer.kind is not FeedbackKind.BLACK_WHITE or not answer.total:
        return escaped(str(answer))
    fills = ["#000"] * (answer.black or 0) + ["#fff"] * (answer.white or 0)
    pegs = (
        f'<circle cx="{9 + 15 * place}" cy="12" r="6" fill="{fill}" stroke="#000"/>' for place, fill in enumerate(fills)
    )
    return _svg(pegs, rules.pegs, answer_words(rules, guess, answer))
