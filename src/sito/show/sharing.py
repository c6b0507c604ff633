"""What can be shared of a game: how it went, guess by guess, without a guess or the code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sito.codes.feedback import Answer
from sito.errors import N_
from sito.playing.game import Transcript
from sito.rules.rules import FeedbackKind, OwnAnswers, Rules
from sito.show.i18n import _, ngettext

_IN_PLACE, _ELSEWHERE, _SOMEWHERE, _NONE, _UNKNOWN = "⚫", "⚪", "🔵", "➖", "❔"
_SQUARES = {2: "🟩", 1: "🟨", 0: "⬛", None: _UNKNOWN}
_CONTRAST_SQUARES = {**_SQUARES, 2: "🟧", 1: "🟦"}
_MARKS = {2: N_("right place"), 1: N_("wrong place"), 0: N_("not there"), None: N_("unknown")}


def share_text(
    game: Transcript | str,
    *,
    number: int | None = None,
    day: str | None = None,
    rounds: int | None = None,
    hard: bool = False,
    in_words: bool = False,
    high_contrast: bool = False,
) -> str:
    """Writes a game so that it can be shown to somebody who has not played it yet: neither guesses nor the code.

    The first line tells the rules, the `number` or the `day` of the game, and how many guesses it took, of so many
    `rounds`; X is for a game that was not won, and a star for hard mode. A line for each guess follows: a black circle
    for a peg in its place, a white one for a peg elsewhere (blue where the answer does not say which); squares, green,
    yellow and black, for answers per position, or with `high_contrast` orange, blue and black, which most people can
    tell apart. `in_words` says the same in sentences, in the reader's language. Raises `InputError` for a game that
    cannot be read.

    >>> print(share_text("4x6 CBFF:o EAAB:xxo AADB:xxxx", number=4711, rounds=6))
    Sito 4x6 #4711 3/6
    ⚪➖➖➖
    ⚫⚫⚪➖
    ⚫⚫⚫⚫
    >>> print(share_text("4x6 CBFF:o", day="2026-11-22", in_words=True))
    Sito 4x6, the puzzle of 2026-11-22.
    Not found with 1 guess.
    Guess 1: 0 in place, 1 elsewhere.
    """
    game = Transcript.of(game)
    if in_words:
        return "\n".join(_sentences(game, number, day, rounds, hard))
    squares = _CONTRAST_SQUARES if high_contrast else _SQUARES
    lines = [_line(turn.answer, game.rules, squares) for turn in game.turns[: game.winning_turn]]
    return "\n".join([_title(game, number, day, rounds, hard), *lines])


def share_boards(
    games: Sequence[Transcript],
    *,
    number: int | None = None,
    day: str | None = None,
    rounds: int | None = None,
    in_words: bool = False,
    high_contrast: bool = False,
) -> str:
    """Writes a game on several boards so that it can be shown, as `share_text` does a game on one.

    Below the first line two boards stand beside each other; a board that was solved is blank from then on.

    >>> print(share_boards([Transcript.parse(f"4x6 {text}") for text in ("CBFF:o AADB:xxxx", "CBFF:xxxx")], rounds=7))
    Sito 4x6 x2 2/7
    ⚪➖➖➖ ⚫⚫⚫⚫
    ⚫⚫⚫⚫ ⬜⬜⬜⬜
    """
    longest = max(games, key=lambda game: len(game) + (game.winning_turn is None) / 2)
    name = boards_name(shared_rules(longest.rules), len(games))
    if in_words:
        lines = [*_heading(name, number, day), _result(longest, rounds)]
        for board, game in enumerate(games, 1):
            lines += [_("Board {number}:").format(number=board), _result(game, None), *_spoken_turns(game)]
        return "\n".join(lines)
    squares = _CONTRAST_SQUARES if high_contrast else _SQUARES
    lines = [_title(longest, number, day, rounds, hard=False, name=name)]
    for first in range(0, len(games), 2):
        beside = games[first : first + 2]
        for index in range(max(map(len, beside))):
            cells = (
                _line(game.turns[index].answer, game.rules, squares) if index < len(game) else "⬜" * game.rules.pegs
                for game in beside
            )
            lines.append(" ".join(cells))
        lines.append("")
    return "\n".join(lines[:-1])


def _title(
    game: Transcript, number: int | None, day: str | None, rounds: int | None, hard: bool, name: str | None = None
) -> str:
    which = day or ("" if number is None else f"#{number}")
    took = str(game.winning_turn or "X")
    result = took if rounds is None else f"{took}/{rounds}"
    parts = ["Sito", name or shared_rules(game.rules), which, result + ("*" if hard else "")]
    return " ".join(part for part in parts if part)


def _line(answer: Answer, rules: Rules, squares: Mapping[int | None, str]) -> str:
    pegs = rules.pegs
    if answer.tells_nothing:
        return _UNKNOWN * pegs
    match rules.feedback:
        case FeedbackKind.POSITION | FeedbackKind.NAIVE:
            return "".join(squares[mark] for mark in answer.marks)
        case FeedbackKind.TOTAL:
            return _filled(_SOMEWHERE * (answer.total or 0), pegs) + ("❗" if answer.wins else "")
        case FeedbackKind.BLACK:
            return _filled(_IN_PLACE * (answer.black or 0), pegs)
        case OwnAnswers():
            return str(answer)
        case _:
            known = _IN_PLACE * (answer.black or 0) + _ELSEWHERE * (answer.white or 0)
            return _filled(known, pegs, _UNKNOWN if None in (answer.black, answer.white) else _NONE)


def _filled(known: str, pegs: int, rest: str = _NONE) -> str:
    return known + rest * (pegs - len(known))


def _sentences(game: Transcript, number: int | None, day: str | None, rounds: int | None, hard: bool) -> Iterator[str]:
    yield from _heading(shared_rules(game.rules), number, day)
    yield _result(game, rounds)
    if hard:
        yield _("Played in hard mode.")
    yield from _spoken_turns(game)


def _heading(rules: str, number: int | None, day: str | None) -> Iterator[str]:
    if day is not None:
        yield _("Sito {rules}, the puzzle of {day}.").format(rules=rules, day=day)
    elif number is not None:
        yield _("Sito {rules}, game {number}.").format(rules=rules, number=number)
    else:
        yield _("Sito {rules}.").format(rules=rules)


def _spoken_turns(game: Transcript) -> Iterator[str]:
    for place, turn in enumerate(game.turns[: game.winning_turn], 1):
        yield _spoken(place, turn.answer, game.rules)


def _result(game: Transcript, rounds: int | None) -> str:
    count = game.winning_turn or len(game)
    if game.winning_turn is None:
        found = ngettext("Not found with {count} guess.", "Not found with {count} guesses.", count)
    elif rounds is None:
        found = ngettext("Found with {count} guess.", "Found with {count} guesses.", count)
    else:
        found = ngettext(
            "Found with {count} guess; {rounds} were allowed.",
            "Found with {count} guesses; {rounds} were allowed.",
            count,
        )
    return found.format(count=count, rounds=rounds)


def _spoken(number: int, answer: Answer, rules: Rules) -> str:
    if answer.tells_nothing:
        return _("Guess {number}: the answer is not known.").format(number=number)
    if answer.wins:
        return _("Guess {number}: the code.").format(number=number)
    unknown = _(_MARKS[None])
    match rules.feedback:
        case FeedbackKind.POSITION | FeedbackKind.NAIVE:
            marks = ", ".join(_(_MARKS[mark]) for mark in answer.marks)
            return _("Guess {number}: {marks}.").format(number=number, marks=marks)
        case FeedbackKind.TOTAL:
            text = _("Guess {number}: {total} right, wherever they are.")
            return text.format(number=number, total=answer.total)
        case FeedbackKind.BLACK:
            return _("Guess {number}: {black} in place.").format(number=number, black=answer.black)
        case OwnAnswers():
            return _("Guess {number}: {answer}.").format(number=number, answer=answer)
        case _:
            black = unknown if answer.black is None else answer.black
            white = unknown if answer.white is None else answer.white
            text = _("Guess {number}: {black} in place, {white} elsewhere.")
            return text.format(number=number, black=black, white=white)


def shared_rules(rules: Rules) -> str:
    """Gives the text of rules without the folders of a list of words, which are nobody else's business.

    >>> shared_rules(Rules.parse("words-5-hard"))
    'words-5-hard'
    >>> from sito.words.words import WordList
    >>> shared_rules(Rules.of_words(WordList.of(["bear", "seal"], name="/home/me/animals")))
    'words:animals@24c09345c454'
    """
    if rules.words is None or rules.short != str(rules):
        return rules.short
    head, _colon, name = str(rules).partition(":")
    parts = (part.replace("\\", "/").rpartition("/")[2] for part in name.split("+"))
    return f"{head}:{'+'.join(parts)}"


def boards_name(rules: str, count: int) -> str:
    """Names a game on several boards.

    >>> boards_name("words-5", 4)
    'words-5 x4'
    """
    return f"{rules} x{count}"
