"""What is said of water jugs, in a terminal and on a page."""

from __future__ import annotations

from collections.abc import Iterator

from sito.puzzles.by_hand import Outlook
from sito.puzzles.jugs.by_hand import JugsByHand
from sito.puzzles.jugs.plan import Action, Amounts, jug_name
from sito.puzzles.jugs.problem import EndState, InAny, InJug, Jugs, Together
from sito.puzzles.search import Move
from sito.show.i18n import _, ngettext
from sito.show.puzzle_sentences.by_hand import Sentences


def problem_sentence(jugs: Jugs) -> str:
    """Says what the jugs hold and what is asked for."""
    sizes = ", ".join(f"{jug_name(jug)} {capacity}" for jug, capacity in enumerate(jugs.capacities))
    match jugs.goal:
        case InAny(target):
            goal = _("{target} in any jug").format(target=target)
        case InJug(jug, target):
            goal = _("{target} in jug {jug}").format(target=target, jug=jug_name(jug))
        case Together(target):
            goal = _("{target} in all jugs together").format(target=target)
        case EndState(amounts):
            goal = f"({','.join(map(str, amounts))})"
    return _("Jugs: {sizes}. Goal: {goal}.").format(sizes=sizes, goal=goal)


def action_text(action: Action) -> str:
    """Says an action in the user's language."""
    if action.target is None:
        return _("empty {jug}").format(jug=jug_name(action.source or 0))
    if action.source is None:
        return _("fill {jug}").format(jug=jug_name(action.target))
    return _("pour {source}→{target}").format(source=jug_name(action.source), target=jug_name(action.target))


def state_text(jugs: Jugs, state: Amounts) -> str:
    """Writes a state in the founding notation, such as (0,5); what is left of a supply follows."""
    text = f"({','.join(map(str, jugs.amounts(state)))})"
    return text if jugs.supply is None else f"{text}+{state[-1]}"


def step_sentence(number: int, step: Action) -> str:
    """Says what was done."""
    if step.target is None:
        return _("Step {number}: jug {jug} is emptied.").format(number=number, jug=jug_name(step.source or 0))
    if step.source is None:
        return _("Step {number}: jug {jug} is filled.").format(number=number, jug=jug_name(step.target))
    return _("Step {number}: jug {source} is poured into jug {target}.").format(
        number=number, source=jug_name(step.source), target=jug_name(step.target)
    )


def amount_sentences(hand: JugsByHand) -> Iterator[str]:
    """Says how much is in each jug, and what the tap has left."""
    jugs = hand.puzzle
    full = [*zip(map(jug_name, range(len(jugs.capacities))), hand.position, jugs.capacities, strict=False)]
    if len(full) == 2:
        (first, amount, capacity), (second, other, size) = full
        yield _("Jug {first} holds {amount} of {capacity}, jug {second} {other} of {size}.").format(
            first=first, amount=amount, capacity=capacity, second=second, other=other, size=size
        )
    else:
        yield from (amount_sentence(hand, jug) for jug in range(len(full)))
    if jugs.supply is not None:
        yield _("The tap has {amount} left.").format(amount=hand.position[-1])


def amount_sentence(hand: JugsByHand, jug: int) -> str:
    """Says how much is in one jug."""
    amount, capacity = hand.position[jug], hand.puzzle.capacities[jug]
    return _("Jug {jug} holds {amount} of {capacity}.").format(jug=jug_name(jug), amount=amount, capacity=capacity)


def fewest_sentence(outlook: Outlook[Move]) -> str:
    """Says how many actions it takes from here; not for a position without a way."""
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


def ending_sentence(hand: JugsByHand, start: Outlook[Move]) -> str:
    """Says what is measured, and with how many actions; `start` is what is known of the way from the start."""
    fewest, count, goal = start.fewest, hand.length, hand.puzzle.goal
    amounts = hand.puzzle.amounts(hand.position)
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


def actions_text(count: int) -> str:
    """So many actions."""
    return ngettext("{count} action", "{count} actions", count).format(count=count)


JUGS = Sentences(
    problem=problem_sentence,
    step=action_text,
    taken=lambda hand, step: step_sentence(len(hand.steps), step),
    count=lambda hand: actions_text(len(hand.steps)),
    position=amount_sentences,
    fewest=fewest_sentence,
    ending=ending_sentence,
    way=lambda outlook, steps: actions_text(outlook.at_most or len(steps)),
)
