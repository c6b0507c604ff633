"""`sito jugs --play`: a person pours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sito.as_json.jugs import goal_json, step_json
from sito.cli.by_hand.loop import solve_by_hand
from sito.cli.by_hand.puzzle import KEYS, HandPuzzle, Stand
from sito.cli.jugs.board import JugChoice, JugPicture
from sito.cli.jugs.report import problem_sentence
from sito.cli.jugs.views import action_text
from sito.cli.output import note
from sito.cli.play.fields import SavedFields
from sito.cli.play.saved import SavedGame
from sito.errors import N_, Fault, InputError
from sito.i18n import _, ngettext
from sito.limits import Limits
from sito.local_words import latin
from sito.puzzles.by_hand import Outlook
from sito.puzzles.jugs.by_hand import JugsByHand, read_action
from sito.puzzles.jugs.plan import Step
from sito.puzzles.jugs.problem import Action, EndState, InAny, InJug, Jugs, Together, jug_name

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
    supply = None if fields.text_or_none("supply") is None else _whole(fields, "supply")
    where, target, end = fields.text("where"), fields.text_or_none("target"), fields.text_or_none("end")
    problem = Jugs.parse(
        fields.text("jugs"),
        None if target is None else _whole(fields, "target"),
        where=where,
        end=end,
        start=fields.text("start"),
        tap=fields.number("tap") == 1,
        drain=fields.number("drain") == 1,
        supply=supply,
    )
    hand = JugsByHand(problem)
    for step in fields.text("steps").split():
        hand = hand.after(step)
    return hand


def _whole(fields: SavedFields, name: str) -> int:
    text = fields.text(name)
    if not text.isdecimal() or not text.isascii() or len(text) > 200:
        raise InputError(Fault(N_("{name} is {value}; it must be a whole number"), name=name, value=repr(text[:40])))
    return int(text)


class JugPuzzle(HandPuzzle[JugsByHand, JugChoice]):
    """A water-jug problem before a person."""

    kind = KIND

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

    def about(self) -> str:
        """Says what the jugs hold and what is asked for."""
        return problem_sentence(self._jugs)

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

    def step_text(self, step: Action) -> str:
        """Writes an action as plans do."""
        return action_text(step)

    def fewest_text(self, outlook: Outlook[Any]) -> str:
        """Says how many actions it takes."""
        if outlook.fewest is not None:
            text = ngettext(
                "The goal is {count} action away, at the fewest.",
                "The goal is {count} actions away, at the fewest.",
                outlook.fewest,
            )
            return text.format(count=outlook.fewest)
        if outlook.at_most is not None:
            text = _("The fewest actions from here are not known yet: {least} at least, {most} at most.")
        elif outlook.possible:
            text = _("It can be done from here; the fewest actions are not known yet, {least} at least.")
        else:
            text = _("It is not known yet whether it can be done from here; it takes {least} actions at least.")
        return text.format(least=outlook.at_least, most=outlook.at_most)

    def ending(self, hand: JugsByHand, start: Outlook[Any]) -> str:
        """Says what is measured, and with how many actions."""
        fewest, count, goal = start.fewest, hand.length, self._jugs.goal
        amounts = self._jugs.amounts(hand.position)
        match goal:
            case InAny(target) | InJug(_, target):
                jug = goal.jug if isinstance(goal, InJug) else amounts.index(target)
                known = ngettext(
                    "{target} in jug {jug} with {count} action; the fewest possible is {fewest}.",
                    "{target} in jug {jug} with {count} actions; the fewest possible is {fewest}.",
                    count,
                )
                unknown = ngettext(
                    "{target} in jug {jug} with {count} action; the fewest possible is not known.",
                    "{target} in jug {jug} with {count} actions; the fewest possible is not known.",
                    count,
                )
                values: dict[str, object] = {"target": target, "jug": jug_name(jug)}
            case Together(target):
                known = ngettext(
                    "{target} in all jugs together with {count} action; the fewest possible is {fewest}.",
                    "{target} in all jugs together with {count} actions; the fewest possible is {fewest}.",
                    count,
                )
                unknown = ngettext(
                    "{target} in all jugs together with {count} action; the fewest possible is not known.",
                    "{target} in all jugs together with {count} actions; the fewest possible is not known.",
                    count,
                )
                values = {"target": target}
            case _:
                known = ngettext(
                    "({amounts}) with {count} action; the fewest possible is {fewest}.",
                    "({amounts}) with {count} actions; the fewest possible is {fewest}.",
                    count,
                )
                unknown = ngettext(
                    "({amounts}) with {count} action; the fewest possible is not known.",
                    "({amounts}) with {count} actions; the fewest possible is not known.",
                    count,
                )
                values = {"amounts": ",".join(map(str, amounts))}
        return (unknown if fewest is None else known).format(count=count, fewest=fewest, **values)

    def as_json(self, hand: JugsByHand) -> Mapping[str, Any]:
        """Gives the problem, the steps and how the jugs stand."""
        jugs = self._jugs
        return {
            "jugs": jugs.capacities,
            "start": jugs.initial,
            "goal": goal_json(jugs),
            "tap": jugs.tap,
            "drain": jugs.drain,
            "supply": jugs.supply,
            "actions": hand.length,
            "steps": [
                step_json(jugs, Step(action, state)) for action, state in zip(hand.steps, hand.states[1:], strict=True)
            ],
            "end": jugs.amounts(hand.position),
        }

    def saved(self, hand: JugsByHand) -> Mapping[str, Any]:
        """Gives the problem and the steps; numbers that may be long are texts."""
        jugs, goal = self._jugs, self._jugs.goal
        aim: dict[str, str | None] = {"where": "any", "target": None, "end": None}
        match goal:
            case EndState(amounts):
                aim["end"] = _listed(amounts)
            case InJug(jug, target):
                aim |= {"where": jug_name(jug), "target": str(target)}
            case Together(target):
                aim |= {"where": "together", "target": str(target)}
            case InAny(target):
                aim["target"] = str(target)
        return {
            "problem": str(jugs),
            "jugs": _listed(jugs.capacities),
            "start": _listed(jugs.initial),
            **aim,
            "tap": int(jugs.tap),
            "drain": int(jugs.drain),
            "supply": None if jugs.supply is None else str(jugs.supply),
            "steps": " ".join(map(_written, hand.steps)),
        }


def _listed(amounts: tuple[int, ...]) -> str:
    return ",".join(map(str, amounts))


def _written(action: Action) -> str:
    """Writes an action in a word: `>A` fills, `A>` empties, `A>B` pours."""
    source, target = ("" if jug is None else jug_name(jug) for jug in action)
    return f"{source}>{target}"
