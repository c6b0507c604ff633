"""`sito play`: the computer keeps the code, you guess."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Annotated

from sito.advice.boards import MAX_BOARDS, BoardsPlay
from sito.cli.command import command
from sito.cli.options import RoundsOptions, RulesOptions, SittingOptions, game_rules, game_seed, round_limit
from sito.cli.output import emit_json, message, note, settings
from sito.cli.play import boards
from sito.cli.play.human import HumanBreaker, guess_prompt
from sito.cli.play.kinds import go_on
from sito.cli.play.numbers import (
    NumberOptions,
    begun_before,
    number_as_json,
    played_before,
    tell_already_played,
    tell_before,
)
from sito.cli.play.pictures import GamePicture, Side, View
from sito.cli.play.saved import SavedGame, open_store
from sito.cli.table import open_table, thinking
from sito.cli.table.commands import GiveUp
from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import Feedback
from sito.errors import N_, Fault, InputError
from sito.games.boards import BoardsGame
from sito.games.kinds import BOARDS_KIND
from sito.games.play import PlayGame, without_used
from sito.games.used import used_words
from sito.makers import MakerName
from sito.makers.named import NamedMaker
from sito.operations.games import game_as_json
from sito.operations.operation import Ask
from sito.playing.game import Transcript, play
from sito.playing.numbered import numbered_secret
from sito.rules.rules import MAX_LIES, Rules
from sito.show.game_sentences import farewell, maker_sentences, maker_task, play_ending, vast_sentence, which_sentence
from sito.show.i18n import _, join_sentences, ngettext
from sito.show.sentences import hard_sentence, rules_sentence

KIND = "play"


@dataclass(frozen=True, kw_only=True)
class PlayOptions(RoundsOptions):
    """Who keeps the code of a new game, and how many codes."""

    secret: Annotated[str | None, Ask(N_("The code to be found, set by somebody else."), metavar="CODE")] = None
    maker: Annotated[
        MakerName | None,
        Ask(
            N_(
                "The codemaker: 'fair' has a code; 'adversarial' has none, and answers so that the game lasts as long "
                "as it can; 'lying' has a code and answers wrongly a few times. Without it: fair, or lying if the "
                "rules have lies."
            )
        ),
    ] = None
    lies: Annotated[
        int | None,
        Ask(
            N_("How many answers may be wrong, as in the rules 4x6-lies1. Without it: 1 if the codemaker lies."),
            1,
            MAX_LIES,
        ),
    ] = None
    boards: Annotated[
        int | None,
        Ask(
            N_("Play on so many boards at once: every guess is answered on each, and each has a code of its own."),
            1,
            MAX_BOARDS,
        ),
    ] = None
    unused: Annotated[
        bool,
        Ask(
            N_(
                "Leave out words that were the code of one of your ended games with this list; they may still be "
                "guessed."
            )
        ),
    ] = False


@command(
    name="play",
    help=N_(
        "The computer keeps a code and answers; you guess. A guess that does not fit the rules costs no round. "
        "Write /help in the game for what else you can do. The game is saved after every guess. "
        "Exit code 1 if the rounds do not suffice."
    ),
    examples=(
        "sito play",
        "sito play words",
        "sito play words-6 --hard --daily",
        "sito play words --unused",
        "sito play words --boards 4",
        "sito play --rules bulls-and-cows --rounds 8",
        "sito play --maker adversarial --hard",
        "sito play --maker lying --lies 2",
        "sito play --daily",
        "sito play --game 4711 --rules bulls-and-cows",
        "sito play --resume",
    ),
)
def play_command(which: RulesOptions, new: PlayOptions, sitting: SittingOptions, number: NumberOptions) -> int:
    if new.boards is not None and new.boards > 1:
        return _on_boards(new.boards, which, new, sitting, number)
    adversarial = new.maker is MakerName.ADVERSARIAL and new.maker
    numbered = number.asked(secret=new.secret, seed=sitting.seed, maker=adversarial)
    if sitting.goes_on(which, new, number):
        return go_on(KIND)
    rules, seed = game_rules(which.text), game_seed(sitting.seed)
    InputError.check(_faults(new))
    used = _used(rules, by_number=numbered.number is not None) if new.unused else frozenset()
    maker = NamedMaker.chosen(new.maker, without_used(rules, used), new.secret, seed, new.lies)
    if numbered.number is not None:
        begun = begun_before(maker.rules, numbered)
        if begun is not None:
            return go_on(KIND, begun)
        before = played_before(maker.rules, numbered)
        if before is not None and numbered.day is not None and not numbered.again:
            tell_already_played(before)
            return 0
        if before is not None:
            note(_("You have played this game before, so it does not count now."))
            tell_before(before)
        numbered = replace(numbered, again=before is not None)
        secret = CodeSpace(maker.rules).text(numbered_secret(maker.rules, numbered.number or 0))
        maker = NamedMaker.make(maker.name, maker.rules, secret, numbered.number or 0)
    note(maker_task(rules_sentence(rules), adversarial=maker.name is MakerName.ADVERSARIAL))
    limit = round_limit(new.rounds, maker.rules)
    full = replace(maker.rules, words=rules.words) if used else None
    stand = PlayGame(Transcript(maker.rules), maker, limit, sitting.hard, full=full, **asdict(numbered))
    return play_on(SavedGame.new(KIND), stand)


def _used(rules: Rules, *, by_number: bool) -> frozenset[str]:
    """Finds the words that were used, and says how many they are. Raises `InputError`, `StoreError`."""
    with open_store() as store:
        used = used_words(store, store.me, rules, by_number=by_number)
    sentence = ngettext(
        "{count} word was the code of a game before and is left out.",
        "{count} words were the code of a game before and are left out.",
        len(used),
    )
    note(sentence.format(count=len(used)))
    return used


def _faults(new: PlayOptions) -> Iterator[Fault]:
    if new.unused and new.secret is not None:
        yield Fault(N_("--secret gives the code, whatever words were used before; leave out --unused"))
    if new.maker is MakerName.FAIR and new.lies:
        yield Fault(N_("a fair codemaker tells no lies; leave out --lies, or take --maker lying"))
    if new.maker is MakerName.ADVERSARIAL and new.secret is not None:
        yield Fault(N_("an adversarial codemaker has no code; leave out --secret, or take --maker fair"))


def _on_boards(
    count: int, which: RulesOptions, new: PlayOptions, sitting: SittingOptions, number: NumberOptions
) -> int:
    """Plays a new game on several boards. Raises `InputError` for options that such a game cannot have."""
    others = {"secret": new.secret, "maker": new.maker, "lies": new.lies, "hard": sitting.hard}
    wrong = N_("--boards is for games with a fair codemaker that draws its codes; leave out --{option}")
    faults = [Fault(wrong, option=option) for option, value in others.items() if value]
    if new.unused:
        faults.append(Fault(N_("several boards draw their codes from the whole list; leave out --unused or --boards")))
    InputError.check(faults)
    numbered = number.asked(seed=sitting.seed)
    begun = BoardsPlay.begin(game_rules(which.text), count, new.rounds, game_seed(sitting.seed), numbered.number)
    return boards.play_on(SavedGame.new(BOARDS_KIND), BoardsGame(begun, **asdict(numbered)))


def play_on(saved: SavedGame, stand: PlayGame) -> int:
    """Plays a game on to its end, and returns the exit code."""
    if saved.goes_on:
        note(_("The game goes on."))
    stand = _play_on(saved, stand)
    _finish(stand)
    if stand.number is not None and not settings.json:
        note(_("Show it with: {command}").format(command=f"sito games share {saved.name}"))
    return 0 if stand.game.won else 1


def _play_on(saved: SavedGame, stand: PlayGame) -> PlayGame:
    """Plays a game on from where it is, with a person who guesses, to its end or until the person gives it up."""
    about = list(filter(None, [which_sentence(stand.number, stand.day)]))
    about += maker_sentences(stand.rules.lies, adversarial=stand.maker.name is MakerName.ADVERSARIAL)
    about += [hard_sentence(stand.rules)] if stand.hard or stand.rules.hard else []
    about += filter(None, [vast_sentence(stand.rules)])
    view = View(settings.count)

    def picture(game: Transcript) -> GamePicture:
        return GamePicture(view, (Side.of(game, asks=not game.won),))

    def turn(after: Transcript) -> None:
        nonlocal stand
        stand = stand.played(after)
        saved.write(stand)
        table.show(picture(after))

    with open_table() as table, saved.guard():
        person = HumanBreaker(table, picture, guess_prompt(stand.limit), hard=stand.hard, about=about)
        for sentence in about:
            note(sentence)
        note(_("/help tells what you can write."))
        turn(stand.game)
        try:
            play(stand.game, person, _ThinkingMaker(stand.maker), rounds=stand.limit, hard=stand.hard, on_turn=turn)
        except GiveUp:
            stand = replace(stand, given_up=True)
        saved.write(stand, stand.finished())
    return stand


@dataclass(frozen=True)
class _ThinkingMaker:
    """A codemaker that a person waits for."""

    maker: NamedMaker

    def answer(self, game: Transcript, guess: Code) -> Feedback:
        """Answers a guess."""
        with thinking(_("I am thinking")):
            return self.maker.answer(game, guess)


def _finish(stand: PlayGame) -> None:
    game, maker = stand.game, stand.maker
    adversarial, lies = maker.name is MakerName.ADVERSARIAL, _lies(stand)
    if not settings.json:
        ending = play_ending(len(game), won=game.won, given_up=stand.given_up)
        message(join_sentences(ending, *farewell(maker.shown(game), lies, won=game.won, adversarial=adversarial)))
        return
    told: dict[str, object] = {"found": game.won, "hard": stand.hard, **number_as_json(stand)}
    told |= {"maker": maker.name.value, "secret": maker.secret}
    told |= {"agrees": maker.shown(game)} if adversarial else {}
    emit_json({**game_as_json(game), **told, **({} if lies is None else {"lies": lies})})


def _lies(stand: PlayGame) -> list[dict[str, object]] | None:
    """Tells the lies of a codemaker that lies."""
    if stand.maker.name is not MakerName.LYING:
        return None
    space = CodeSpace(stand.rules, guesses=True)
    return [
        {
            "turn": lie.index + 1,
            "guess": space.text(stand.game.turns[lie.index].guess),
            "answer": str(lie.answer),
            "truth": str(lie.truth),
        }
        for lie in stand.maker.lies_told(stand.game)
    ]
