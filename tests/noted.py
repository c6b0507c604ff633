"""Turns as people note them: exact ones, and ones of which a part of the guess or of the answer is unknown."""

from hypothesis import strategies as st

from sito.codes.code import Code, CodeSpace, PartialCode
from sito.codes.completions import UNKNOWN_PEG
from sito.codes.feedback import AnswerOrText, Feedback, Turn, score
from sito.rules.rules import FeedbackKind, Rules


def blurred_answers(answer: Feedback) -> st.SearchStrategy[AnswerOrText]:
    """An answer as it is, or with a part of it unknown."""
    if answer.kind is FeedbackKind.BLACK_WHITE:
        return st.sampled_from([answer, "?", f"{answer.black}?", f"?{answer.white}"])
    if answer.kind.marks_pegs:
        places = st.sets(st.integers(0, answer.pegs - 1))
        return places.map(
            lambda blurred: "".join("?" if place in blurred else mark for place, mark in enumerate(str(answer)))
        )
    return st.sampled_from([answer, "?"])


def blurred_guesses(guess: Code) -> st.SearchStrategy[Code]:
    """A guess as it is, or with pegs of it unknown."""
    places = st.one_of(st.just(set[int]()), st.sets(st.integers(0, len(guess) - 1), max_size=2))
    return places.map(
        lambda blurred: (
            PartialCode(UNKNOWN_PEG if place in blurred else color for place, color in enumerate(guess))
            if blurred
            else guess
        )
    )


@st.composite
def noted_turns(draw: st.DrawFn, rules: Rules, secret: Code) -> Turn:
    """A turn with which the secret agrees."""
    guesses = CodeSpace(rules, guesses=True)
    guess = guesses[draw(st.integers(0, guesses.size - 1))]
    answer = draw(blurred_answers(score(rules, guess, secret)))
    return Turn.read(draw(blurred_guesses(guess)), answer, guesses)


@st.composite
def any_turns(draw: st.DrawFn, rules: Rules) -> list[Turn]:
    """Up to four turns, each of which may be true of another secret."""
    secrets = CodeSpace(rules)
    chosen = draw(st.lists(st.integers(0, secrets.size - 1), max_size=4))
    return [draw(noted_turns(rules, secrets[number])) for number in chosen]
