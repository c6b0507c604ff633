"""`sito rules`: the games by name, and the explanation of any rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from sito.cli.command import command
from sito.cli.options import read_rules
from sito.cli.output import emit, emit_json, settings, show_table
from sito.cli.parameters import Argument
from sito.codes.code import CodeSpace
from sito.codes.example_turn import example_turn
from sito.codes.feedback import score
from sito.errors import N_, Fault
from sito.operations.operation import as_json
from sito.operations.rules import RulesFacts
from sito.rules.rules import Allowed, Rules
from sito.rules.text import PRESETS, WORD_PRESETS, WORDS
from sito.show.i18n import _, current_language, ngettext
from sito.show.render import Column
from sito.show.sentences import answer_sentence, hard_sentence, lies_sentence
from sito.words.lists import PACKAGED
from sito.words.local_words import LOCAL_PRESETS, local_name
from sito.words.own import OwnGame
from sito.words.words import readable_name

_MOST_CODES = 24  # of a game of one's own
_ALLOWED = {
    Allowed.ANY: N_("Colors may repeat."),
    Allowed.DISTINCT: N_("All colors of a code differ."),
    Allowed.WORDS: N_("The codes are the words of a list."),
}


@command(
    help=Fault(
        "{first} {second}",
        first=Fault("Lists the games that have a name; explains the rules that you give."),
        second=Fault(
            "In a file of words, a number after each word may say how likely the word is; with +any behind a list, "
            "every word that may be guessed may be the secret."
        ),
    ),
    examples=(
        "sito rules",
        "sito rules bulls-and-cows",
        "sito rules 5x8-numbers",
        "sito rules wordle-like:answers.txt+guesses.txt",
        "sito rules words-5+any",
    ),
)
def rules(
    text: Annotated[str | None, Argument(N_("A name, or rules such as 4x6-black."), metavar="RULES")] = None,
) -> None:
    if text is None:
        _list()
    else:
        _explain(read_rules(text))


def _list() -> None:
    known = {name: Rules.parse(canonical) for name, canonical in PRESETS.items()}
    if settings.json:
        facts = {name: as_json(RulesFacts.of(game)) for name, game in known.items()}
        other_names = {preset: dict(names) for preset, names in LOCAL_PRESETS.items()}
        word_games = {**WORD_PRESETS, **{name: f"words-position:{name}" for name in PACKAGED}}
        emit_json({"games": facts, "word_games": word_games, "other_names": other_names})
        return
    rows: list[tuple[object, ...]] = [
        (name, game, CodeSpace(game).size, CodeSpace(game).example) for name, game in known.items()
    ]
    words = Rules.parse(WORDS)
    named = f"{words}".partition("@")[0]
    rows.append((WORDS, named, CodeSpace(words).size, CodeSpace(words).example))
    rows.append((f"{PACKAGED[0]} ... {PACKAGED[-1]}", "words-position:words-N", "", ""))
    rows += [(f"{name}:FILE", f"{text}FILE", "", "") for name, text in WORD_PRESETS.items()]
    show_table(
        [Column(_("name")), Column(_("rules")), Column(_("codes"), right=True, spare=1), Column(_("a code"), spare=2)],
        rows,
    )
    here = {name: local_name(name, current_language()) for name in known}
    others = ", ".join(f"{other} = {name}" for name, other in here.items() if other)
    if others:
        emit(_("Other names: {names}").format(names=others))


def _explain(game: Rules) -> None:
    if settings.json:
        emit_json(as_json(RulesFacts.of(game)))
        return
    secrets, guesses = CodeSpace.both(game)
    listed: Sequence[str] = game.symbols()
    if isinstance(game.words, OwnGame):
        listed = [*game.words.secrets[:_MOST_CODES], *(["…"] if secrets.size > _MOST_CODES else [])]
        pegs = colors = ""
        symbols = _("Codes: {symbols}")
    elif game.allowed is Allowed.WORDS:
        pegs = ngettext("words of {count} letter", "words of {count} letters", game.pegs)
        colors = ngettext("{count} letter in all", "{count} letters in all", game.colors)
        symbols = _("Letters: {symbols}")
    else:
        pegs = ngettext("{count} peg", "{count} pegs", game.pegs)
        colors = ngettext("{count} color", "{count} colors", game.colors)
        symbols = _("Colors: {symbols}")
    pegs, colors = pegs.format(count=game.pegs), colors.format(count=game.colors)
    codes = ngettext("{count} code", "{count} codes", secrets.size).format(count=secrets.size)
    named = readable_name(str(game))
    if game.allowed is Allowed.WORDS and not game.of_letters:
        emit(_("{rules}: {codes}, and a table of the answers.").format(rules=named, codes=codes))
    else:
        emit(_("{rules}: {pegs}, {colors}, {codes}.").format(rules=named, pegs=pegs, colors=colors, codes=codes))
        emit(_(_ALLOWED[game.allowed]))
    if guesses.size > secrets.size:
        allowed = ngettext("{count} word may be guessed.", "{count} words may be guessed.", guesses.size)
        if not game.of_letters:
            allowed = ngettext("{count} code may be guessed.", "{count} codes may be guessed.", guesses.size)
        emit(allowed.format(count=guesses.size))
    if game.weights is not None:
        likeliest = max(game.weights)
        unlike = _("The words are not equally likely; {word} is the likeliest, with a chance of {chance:.2f} %.")
        word = secrets.text(secrets[game.weights.index(likeliest)])
        emit(unlike.format(word=word, chance=100 * likeliest / secrets.weight))
    emit(symbols.format(symbols=" ".join(listed)))
    emit(answer_sentence(game))
    if game.hard:
        emit(hard_sentence(game))
    if game.lies:
        emit(lies_sentence(game))
    secret, guess = example_turn(game)
    code, answer = secrets.text(secret), score(game, guess, secret)
    example = _("Example: if the code is {code}, the answer to {guess} is {answer}.")
    emit(example.format(code=code, guess=guesses.text(guess), answer=answer))
    itself = _("The answer to {code} itself is {answer}: the code is found.")
    emit(itself.format(code=code, answer=score(game, secret, secret)))
