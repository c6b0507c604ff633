"""`sito help`: the help of any command, lists of names, and the whole manual as `man` reads it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import click

from sito.cli.app import TOPICS, root
from sito.cli.command import command
from sito.cli.names import games
from sito.cli.output import emit, emit_json, note, settings
from sito.cli.page import HelpPage
from sito.cli.parameters import Argument
from sito.cli.usage import no_such_command
from sito.errors import N_, Fault, InputError, nearest
from sito.operations.operation import Ask, Named
from sito.show.i18n import _
from sito.show.sentences import levels, strategies


def _answers() -> Named:
    from sito.rules.rules import Rules
    from sito.show.sentences import answer_sentence

    return [(text, answer_sentence(Rules.parse(text))) for text in ("4x6", "4x6-black", "4x6-total", "4x6-position")]


# What can be asked for that is no command: the list, and what is said below it.
_LISTS: tuple[tuple[Callable[[], Named], str], ...] = (
    (strategies, N_("Give one with --strategy, as in: sito break CADE --strategy entropy")),
    (levels, N_("Give one with --level, as in: sito keep --level easy")),
    (games, N_("Give one with --rules, as in: sito play --rules logik. More: sito help rules")),
    (_answers, N_("An answer is read in any notation that fits the rules. More: sito rules 4x6")),
)
_TOPICS = dict(zip(TOPICS, _LISTS, strict=True))


def _complete_words(_incomplete: str, given: Mapping[str, Any]) -> Named:
    """Completes the name of a command or a topic, or of a command within those that were given."""
    words = given.get("words") or []
    try:
        ctx = _context(click.Context(root(), info_name="sito"), words)
    except InputError:
        return []
    names = [(item.value, item.help or "") for item in ctx.command.shell_complete(ctx, "")]
    return names if words else [*names, *((topic, "") for topic in _TOPICS)]


@command(
    help=N_(
        "Explains a command, or lists what there is: strategies, levels, games by name (presets), and how answers are "
        "written. With --man it writes the whole manual in the form that man reads."
    ),
    examples=("sito help", "sito help compare", "sito help tree build", "sito help strategies"),
)
def help_(
    words: Annotated[
        list[str] | None,
        Argument(
            Fault(N_("A command, or one of {topics}."), topics=", ".join(_TOPICS)),
            metavar="COMMAND",
            complete=_complete_words,
        ),
    ] = None,
    man: Annotated[bool, Ask(N_("Write the manual page of sito, for man."))] = False,
) -> None:
    ctx = click.get_current_context().find_root()
    words = words or []
    if man:
        from sito.cli.roff import manual

        if words:
            raise InputError(Fault(N_("--man writes the whole manual; leave out {words}"), words=" ".join(words)))
        sys.stdout.write(manual(ctx))
    elif len(words) == 1 and words[0] in _TOPICS:
        _list(words[0])
    else:
        ctx = _context(ctx, words)
        if settings.json:
            emit_json({"about": ctx.command_path, "help": ctx.get_help()})
        else:
            emit(ctx.get_help())


def _list(topic: str) -> None:
    names, more = _TOPICS[topic][0](), _TOPICS[topic][1]
    if settings.json:
        emit_json({topic: dict(names)})
        return
    page = HelpPage()
    page.write_dl(names)
    emit(page.getvalue().rstrip("\n"))
    note(_(more))


def _context(ctx: click.Context, words: list[str]) -> click.Context:
    """Finds the context of the command that the words name. Raises `InputError` if there is none."""
    for word in words:
        if not isinstance(ctx.command, click.Group):
            wrong = N_("'{command}' has no commands of its own; leave out {word!r}")
            raise InputError(Fault(wrong, command=ctx.command_path, word=word))
        found = ctx.command.get_command(ctx, word)
        if found is None:
            names = ctx.command.list_commands(ctx)
            topic = None if ctx.parent else nearest(word, [*_TOPICS, *names])
            if topic in _TOPICS:
                mistyped = N_("there is no help about '{word}'; do you mean {meant}?")
                raise InputError(Fault(mistyped, word=word, meant=topic))
            raise InputError(no_such_command(word, names, ctx.command_path))
        ctx = found.context_class(found, info_name=word, parent=ctx)
    return ctx
