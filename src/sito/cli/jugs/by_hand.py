"""`sito jugs --play`: a person pours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sito.base.limits import Limits
from sito.cli.by_hand.loop import solve_by_hand
from sito.cli.by_hand.puzzle import KEYS, HandPuzzle, Stand
from sito.cli.jugs.board import JugChoice, JugPicture
from sito.cli.output import note
from sito.cli.play.saved import SavedGame
from sito.games.fields import SavedFields
from sito.operations.jugs import JugGoal, JugStep
from sito.operations.operation import as_json
from sito.puzzles.by_hand import Outlook
from sito.puzzles.jugs.by_hand import JugsByHand, hand_fields, read_action, read_fields
from sito.puzzles.jugs.plan import Action, Step
from sito.puzzles.jugs.problem import Jugs
from sito.show.i18n import _
from sito.show.puzzle_sentences.jugs import JUGS, action_text
from sito.words.local_words import latin

KIND = "jugs"

JugStand = Stand[JugsByHand, JugChoice]


def begin(jugs: Jugs, limits: Limits) -> int:
    """Lets a person solve a problem from the start, and returns the exit code."""
    return solve_by_hand(SavedGame.new(KIND), JugPuzzle(JugsByHand(jugs)), limits)


def go_on(name: str | None = None, limits: Limits = Limits()) -> int:
    """Goes on with the saved puzzle of this name, or with the latest, and returns the exit code."""
    saved, hand = SavedGame.resumed(KIND, name, read_hand)
    note(_("The puzzle goes on."))
    return solve_by_hand(saved, JugPuzzle(hand), limits)


def read_hand(fields: SavedFields) -> JugsByHand:
    """Reads a puzzle in progress from a saved one. Raises `InputError`."""
    texts = ("jugs", "where", "start", "target", "end", "supply", "steps")
    needed = {name: fields.text(name) for name in texts[:3]} | {name: fields.number(name) for name in ("tap", "drain")}
    return read_fields({name: fields.text_or_none(name) for name in texts[3:]} | needed)


class JugPuzzle(HandPuzzle[JugsByHand, JugChoice]):
    """A water-jug problem before a person."""

    kind = KIND
    said = JUGS

    def __init__(self, hand: JugsByHand) -> None:
        self.hand = hand
        self._jugs = hand.puzzle
        self._count = len(hand.puzzle.capacities)

    def first_choice(self, hand: JugsByHand) -> JugChoice:
        """Chooses no jug."""
        return JugChoice()

    def outlook(self, hand: JugsByHand, limits: Limits) -> Outlook[Action]:
        """Searches from here."""
        return hand.outlook(limits)

    def read(self, line: str, hand: JugsByHand) -> JugsByHand:
        """Takes an action, written shortly or as plans write it in the language of the reader."""
        twin = latin(line)
        said = latin(" ".join(line.casefold().split()))
        written = (action for action in self._actions() if latin(action_text(action).casefold()) == said)
        return hand.after(next(written, None) or read_action(twin if twin.isascii() else line, self._jugs))

    def _actions(self) -> Iterator[Action]:
        """All actions, also those that cannot be taken now: why not is to be told."""
        jugs = range(self._count)
        yield from (Action(None, jug) for jug in jugs)
        yield from (Action(jug, None) for jug in jugs)
        yield from (Action(source, target) for source in jugs for target in jugs)

    def press(self, key: str, stand: JugStand) -> JugStand:
        """Left and right choose a jug, up and down fill and empty it, Enter takes it and pours."""
        hand, choice = stand.hand, stand.choice
        if choice.jug is None:
            return stand.chosen(JugChoice(0))
        if key in (KEYS["left"], KEYS["right"], KEYS["tab"]):
            by = -1 if key == KEYS["left"] else 1
            return stand.chosen(JugChoice((choice.jug + by) % self._count, choice.held))
        if key == KEYS["up"]:
            return stand.moved(hand.after(Action(None, choice.jug)), JugChoice(choice.jug))
        if key == KEYS["down"]:
            return stand.moved(hand.after(Action(choice.jug, None)), JugChoice(choice.jug))
        if choice.held is None or choice.held == choice.jug:
            return stand.chosen(JugChoice(choice.jug, choice.jug if choice.held is None else None))
        return stand.moved(hand.after(Action(choice.held, choice.jug)), JugChoice(choice.jug))

    def picture(self, stand: JugStand) -> JugPicture:
        """Shows the jugs."""
        return JugPicture(stand.hand, stand.choice, stand.dead)

    def how(self, *, keys: bool) -> Iterator[str]:
        """Says how actions are written."""
        if self._jugs.tap:
            yield _("Write a to fill jug A.")
        if self._jugs.drain:
            yield _("Write empty a to empty jug A.")
        if self._count > 1:
            yield _("Write ab to pour from jug A into jug B.")
        if keys:
            yield _("Or choose a jug with left and right.")

    def prompt(self, hand: JugsByHand) -> str:
        """Asks for the next action."""
        return _("action {number}: ").format(number=hand.length + 1)

    def as_json(self, hand: JugsByHand) -> Mapping[str, Any]:
        """Gives the problem, the steps and how the jugs stand."""
        jugs = self._jugs
        return {
            "jugs": jugs.capacities,
            "start": jugs.initial,
            "goal": as_json(JugGoal.of(jugs)),
            "tap": jugs.tap,
            "drain": jugs.drain,
            "supply": jugs.supply,
            "actions": hand.length,
            "steps": as_json(JugStep.of(jugs, map(Step, hand.steps, hand.states[1:]))),
            "end": jugs.amounts(hand.position),
        }

    def saved(self, hand: JugsByHand) -> Mapping[str, Any]:
        """Gives the problem and the steps; numbers that may be long are texts."""
        return {"problem": str(self._jugs), **hand_fields(hand)}
