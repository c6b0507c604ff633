"""`sito tree`: strategy trees built, shown, proven, exported and played."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from sito.base.files import MOST_BYTES
from sito.base.limits import Limits
from sito.cli.command import Group, SeedOption
from sito.cli.files import check_output, check_tree_output, named
from sito.cli.limits import TimeLimit
from sito.cli.options import (
    RulesOption,
    StrategyOption,
    game_seed,
    read_game,
    read_game_and_strategies,
    read_rules,
    read_strategy,
    read_tree,
    read_words,
)
from sito.cli.output import emit, emit_json, note, settings, show_table, show_turns
from sito.cli.parameters import Argument
from sito.cli.play.keep import keep_on
from sito.cli.play.saved import SavedGame
from sito.cli.watch import showing
from sito.errors import N_, NN_, Fault, FileError, InputError, LimitError
from sito.games.keep import KeepGame
from sito.operations.games import game_as_json
from sito.operations.operation import Ask
from sito.playing.game import SecretKeeper, StrategyBreaker, Transcript, check_consistent, play
from sito.show.i18n import _, ngettext, pgettext
from sito.show.in_words.solutions import histogram_line
from sito.show.render import Column, code_line, feedback_line, plain
from sito.sieve.knowledge import Knowledge
from sito.strategies.from_tree import FromTree
from sito.strategies.strategy import Strategy, blaming
from sito.strategies.tree.export import Format, sizes, written
from sito.strategies.tree.strategy_tree import StrategyTree
from sito.strategies.tree.text import read_bytes, read_file, read_text, write_file
from sito.strategies.tree.verify import verified

tree = Group(help=N_("Build, show, prove, export and play strategy trees."))

_GZIP = b"\x1f\x8b"

FileArgument = Annotated[Path, Argument(N_("The tree; compressed if its name ends in .gz."))]
AnyFileArgument = Annotated[Path, Argument(N_("The tree, - for standard input; compressed if its name ends in .gz."))]


@tree.command(
    short_help=N_("Build the tree of a strategy."),
    help=N_(
        "Plays a strategy against all codes at once and writes the tree of its guesses. Without FILE or with - the "
        "tree goes to standard output. A strategy that draws does so as in games with the same seed. Exit code 4, "
        "and no tree, if --time was over before it was built."
    ),
    examples=(
        "sito tree build first.tree --rules 4x6 --strategy first-consistent",
        "sito tree build logik.tree.gz --rules logik --strategy random-consistent --seed 1",
        "sito tree build end.tree --after '4x6 CBFF:o EAAB:xxo'",
    ),
)
def build(
    file: Annotated[Path | None, Argument(N_("Where to write it; compressed if its name ends in .gz."))] = None,
    rules: RulesOption = None,
    strategy: StrategyOption = "first-consistent",
    seed: SeedOption = None,
    after: Annotated[str | None, Ask(N_("The tree begins after this game, not at the start."), metavar="GAME")] = None,
    *,
    limits: TimeLimit,
) -> None:
    allowed, output = limits.limits(), named(file)
    if output is None and settings.json:
        raise InputError.said("--json tells of a tree that is written to a file; name the FILE")
    check_tree_output(output)  # before the work, for it may take long
    if after is None:
        chosen_rules, (chosen,) = read_game_and_strategies(rules, strategy)
        game = Transcript(chosen_rules)
    elif rules is not None:
        raise InputError.said("--after names the rules of its game; leave out --rules")
    else:
        game, chosen = read_game(after), read_strategy(strategy)
    knowledge = check_consistent(game)
    drawn = {} if chosen.deterministic else {"seed": game_seed(seed)}
    with blaming(chosen, knowledge.rules):
        tree = _build(chosen, knowledge, drawn.get("seed", 0), allowed)
    if output is None:
        emit(str(tree).rstrip("\n"))
        return
    tree.save(output)
    _tell(tree, drawn)


def _build(strategy: Strategy, knowledge: Knowledge, seed: int, limits: Limits) -> StrategyTree:
    """Builds the tree, watched. Raises `LimitError` when the time is over: a part of a tree is of no use."""
    with showing(_("Building"), total=len(knowledge)) as watch:

        def placed(count: int) -> None:
            found = _("{count} of {all} codes are found")
            watch.show(found.format(count=count, all=len(knowledge)), count)
            if limits.seconds is not None and watch.seconds >= limits.seconds:
                late = N_("the time is over; {count} of {all} codes were found, and nothing is written")
                raise LimitError(Fault(late, count=count, all=len(knowledge)))

        return StrategyTree.build(strategy, knowledge, seed, on_progress=placed)


def _read(file: Path) -> str:
    """Reads the text of a tree, also of one in JSON; that of `-` is standard input, compressed or not."""
    text = _text(file)
    return str(StrategyTree.parse(text, read_words)) if text.lstrip().startswith("{") else text


def _text(file: Path) -> str:
    if file != Path("-"):
        return read_file(file)
    stream = getattr(sys.stdin, "buffer", None)  # there is none where standard input was closed
    raw = sys.stdin.read(MOST_BYTES + 1).encode() if stream is None else stream.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise FileError.said("standard input is longer than {most} bytes, the most that is read", most=MOST_BYTES)
    return read_bytes(raw, "-", compressed=raw.startswith(_GZIP))


def _tell(tree: StrategyTree, more: Mapping[str, object]) -> None:
    """Shows the statistics of a tree."""
    if settings.json:
        emit_json({**_facts(tree), **more})
        return
    emit(_("rules: {rules}").format(rules=tree.rules))
    if tree.strategy is not None:
        emit(_("strategy: {strategy}").format(strategy=tree.strategy))
    if tree.history:
        emit(_("after: {game}").format(game=Transcript(tree.rules, tree.history)))
    if "seed" in more:
        emit(_("seed: {seed}").format(seed=more["seed"]))
    # With lies a code is found in as many games as there are ways to lie about it.
    games, codes = NN_("{count} game", "{count} games"), NN_("{count} code", "{count} codes")
    emit(ngettext(*(games if tree.rules.lies else codes), tree.size).format(count=tree.size))
    if tree.rules.weights is None:
        figures = _("guesses: {total} in all, {mean:.4f} on average, {maximum} at most")
    else:
        figures = _("guesses: {mean:.4f} on average by weight, {maximum} at most")
    emit(figures.format(total=tree.total, mean=tree.mean, maximum=tree.maximum))
    emit(histogram_line(tree))


def _facts(tree: StrategyTree) -> dict[str, object]:
    return {
        "rules": str(tree.rules),
        "strategy": tree.strategy,
        "after": str(Transcript(tree.rules, tree.history)) if tree.history else None,
        "codes": tree.size,
        "total": tree.total,
        "mean": tree.mean,
        "maximum": tree.maximum,
        "histogram": list(tree.histogram),
        **({} if tree.rules.weights is None else {"weight": tree.weight}),
    }


@tree.command(
    short_help=N_("Show the statistics of a tree and its top levels."),
    help=N_(
        "Shows the statistics of a tree and its top levels: each answer, the next guess (with ? if it only asks and "
        "cannot be the code), and how many codes are possible there."
    ),
    examples=("sito tree show first.tree", "sito tree show first.tree --levels 3"),
)
def show(file: AnyFileArgument, levels: Annotated[int, Ask(N_("How many guesses deep to show it."), 0)] = 2) -> None:
    tree = StrategyTree.parse(_read(file), read_words)
    _tell(tree, {})
    if settings.json or not levels:
        return
    found = sizes(tree)
    counted = pgettext("a column of numbers", "games") if tree.rules.lies else _("codes")
    rows = [
        [
            (("  " * depth, ""), *(() if answer is None else (*feedback_line(answer), (" ", "")))),
            (*code_line(tree.rules, node.guess), *plain("" if node.wins else " ?")),
            found[id(node)],
        ]
        for depth, answer, node in tree.walk()
        if depth < levels
    ]
    emit("")
    show_table([Column(_("answer")), Column(_("guess")), Column(counted, right=True)], rows)


@tree.command(
    name="verify",
    short_help=N_("Prove that a tree finds every code."),
    help=N_(
        "Proves that a tree finds every code: finds every answer to every guess again, in plain Python. Exit code 2, "
        "with the line and the reason, if anything is wrong or missing."
    ),
    examples=("sito tree verify first.tree", "sito tree verify first.tree --rules mastermind"),
)
def verify_(file: AnyFileArgument, rules: RulesOption = None) -> None:
    text = _read(file)
    found = verified(text, None if rules is None else read_rules(rules), read_words)
    histogram = found.histogram
    is_weighed = found.weighed != histogram
    figures: dict[str, object] = {"codes": sum(histogram), "total": found.total, "maximum": len(histogram)}
    if settings.json:
        facts = {**figures, "histogram": list(histogram)}
        emit_json(facts | ({"weight": sum(found.weighed), "mean": found.mean} if is_weighed else {}))
        return
    if is_weighed:
        right = ngettext(
            "The tree is right: it finds {count} word; guesses: {mean:.4f} on average by weight, {maximum} at most.",
            "The tree is right: it finds {count} words; guesses: {mean:.4f} on average by weight, {maximum} at most.",
            sum(histogram),
        )
    elif read_text(text, read_words).rules.lies:
        right = ngettext(
            "The tree is right: it ends {count} game, with {total} guesses in all, {maximum} at most.",
            "The tree is right: it ends each of {count} games, with {total} guesses in all, {maximum} at most.",
            sum(histogram),
        )
    else:
        right = ngettext(
            "The tree is right: it finds {count} code; guesses: {total} in all, {maximum} at most.",
            "The tree is right: it finds {count} codes with {total} guesses in all, {maximum} at most.",
            sum(histogram),
        )
    emit(right.format(count=sum(histogram), mean=found.mean, **figures))


@tree.command(
    short_help=N_("Write a tree as JSON, DOT or SVG."),
    help=N_("Writes a tree as JSON, for Graphviz (dot), or as a picture of its top levels (svg)."),
    examples=(
        "sito tree export first.tree first.svg",
        "sito tree export first.tree --to json",
        "sito tree export first.tree --to dot --levels 2 | dot -Tpng > first.png",
    ),
)
def export(
    file: AnyFileArgument,
    output: Annotated[
        Path | None, Argument(N_("Where to write it; standard output without it, or with -."), metavar="OUTPUT")
    ] = None,
    to: Annotated[Format | None, Ask(N_("The format; without it, what the name of OUTPUT ends in."))] = None,
    levels: Annotated[int | None, Ask(N_("How many guesses deep: svg 3 without it, dot all; not json."), 1)] = None,
) -> None:
    output = named(output)
    kind = to or _format_of(output)
    if kind is Format.JSON and levels is not None:
        raise InputError.said("JSON has the whole tree; leave out --levels")
    if settings.json and output is None:
        raise InputError.said("--json tells of an export that is written to a file; name the OUTPUT")
    check_output(output)
    tree = StrategyTree.parse(_read(file), read_words)
    text = written(tree, kind, levels)
    if output is None:
        print(text, end="")
    else:
        write_file(output, text)
        if settings.json:
            emit_json({"rules": str(tree.rules), "format": kind.value, "output": str(output)})


def _format_of(output: Path | None) -> Format:
    with suppress(InputError):
        if output is not None:
            return Format.named(output)
    unclear = N_("which format is not clear; give --to with one of {names}, or an output such as first.svg")
    raise InputError(Fault(unclear, names=", ".join(Format)))


@tree.command(
    name="play",
    short_help=N_("Play from a tree."),
    help=N_(
        "Plays from a tree: you keep a code and answer, as in 'sito keep', or the tree breaks the code that you give."
    ),
    examples=("sito tree play first.tree", "sito tree play first.tree --secret FADC"),
)
def play_(
    file: FileArgument,
    secret: Annotated[str | None, Ask(N_("The code to break; without it you answer."), metavar="CODE")] = None,
) -> None:
    name = str(file.absolute())  # a saved game may be taken up again in another directory
    strategy = FromTree(read_tree(name), name)
    start = Transcript(strategy.tree.rules, strategy.tree.history)
    if secret is None:
        keep_on(SavedGame.new("keep"), (KeepGame(start, start, str(strategy), None, False, 0), strategy))
        return
    keeper = SecretKeeper(start.rules, secret)
    strategy.tree.read_secret(keeper.secret)
    game = play(start, StrategyBreaker(strategy, 0), keeper)
    if settings.json:
        emit_json(game_as_json(game))
        return
    show_turns(game)
    note(ngettext("Broken in {count} guess.", "Broken in {count} guesses.", len(game)).format(count=len(game)))
