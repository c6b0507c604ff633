"""`sito help`: the help of any command, lists of names, and the whole manual as `man` reads it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from sito.cli.help import HelpPage
from sito.cli.names import Named, beginning, games
from sito.cli.output import columns_of, command, emit, emit_json, examples, new_app, note, settings
from sito.errors import N_, Fault, InputError, nearest
from sito.show.i18n import _
from sito.show.sentences import levels, strategies

app = new_app()


def _answers() -> Named:
    from sito.rules.rules import Rules
    from sito.show.sentences import answer_sentence

    return [(text, answer_sentence(Rules.parse(text))) for text in ("4x6", "4x6-black", "4x6-total", "4x6-position")]


# What can be asked for that is no command: the list, and what is said below it.
_TOPICS: dict[str, tuple[Callable[[], Named], str]] = {
    "strategies": (strategies, N_("Give one with --strategy, as in: sito break CADE --strategy entropy")),
    "levels": (levels, N_("Give one with --level, as in: sito keep --level easy")),
    "presets": (games, N_("Give one with --rules, as in: sito play --rules logik. More: sito help rules")),
    "answers": (_answers, N_("An answer is read in any notation that fits the rules. More: sito rules 4x6")),
}


def _complete_words(ctx: typer.Context, incomplete: str) -> Named:
    """Completes the name of a command, or of a command within those that were given."""
    from sito.cli.commands import COMMANDS

    given = ctx.params.get("words") or []
    if not given:
        named = [(name, _(line)) for name, (_module, line) in COMMANDS.items()]
        return beginning([*named, *((topic, "") for topic in _TOPICS)], incomplete)
    try:
        group = _context(ctx.find_root(), list(given)).command
    except InputError:
        return []
    return beginning([(name, "") for name in getattr(group, "commands", ())], incomplete)


@command(
    app,
    help=_(
        "Explains a command, or lists what there is: strategies, levels, games by name (presets), and how answers are "
        "written. With --man it writes the whole manual in the form that man reads."
    ),
    epilog=examples("sito help", "sito help compare", "sito help tree build", "sito help strategies"),
)
def help_(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="COMMAND",
            help=_("A command, or one of {topics}.").format(topics=", ".join(_TOPICS)),
            autocompletion=_complete_words,
        ),
    ] = None,
    man: Annotated[bool, typer.Option("--man", help=_("Write the manual page of sito, for man."))] = False,
) -> None:
    assert settings.context is not None
    root = settings.context.find_root()
    words = words or []
    if man:
        from sito.cli.roff import manual

        if words:
            raise InputError(Fault(N_("--man writes the whole manual; leave out {words}"), words=" ".join(words)))
        sys.stdout.write(manual(root))
    elif len(words) == 1 and words[0] in _TOPICS:
        _list(words[0])
    else:
        ctx = _context(root, words)
        text = ctx.command.get_help(ctx)
        if settings.json:
            emit_json({"about": ctx.command_path, "help": text})
        else:
            emit(text)
        if not words:
            note(_("More about one: sito help COMMAND. Lists: {topics}.").format(topics=", ".join(_TOPICS)))


def _list(topic: str) -> None:
    names, more = _TOPICS[topic][0](), _TOPICS[topic][1]
    if settings.json:
        emit_json({topic: dict(names)})
        return
    page = HelpPage(columns_of(sys.stdout))
    page.write_dl(names)
    emit(page.getvalue().rstrip("\n"))
    note(_(more))


def _context(root: Any, words: list[str]) -> Any:
    """Finds the context of the command that the words name. Raises `InputError` if there is none."""
    ctx = root
    for word in words:
        if not hasattr(ctx.command, "commands"):
            wrong = N_("'{command}' has no commands of its own; leave out {word!r}")
            raise InputError(Fault(wrong, command=ctx.command_path, word=word))
        found = ctx.command.get_command(ctx, word)
        if found is None:
            topic = nearest(word, [*_TOPICS, *ctx.command.commands]) if ctx is root else None
            if topic in _TOPICS:
                mistyped = N_("there is no help about '{word}'; do you mean {meant}?")
                raise InputError(Fault(mistyped, word=word, meant=topic))
            ctx.command.resolve_command(ctx, [word])
        ctx = found.context_class(found, info_name=word, parent=ctx)
    return ctx
