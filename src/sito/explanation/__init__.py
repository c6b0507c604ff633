"""Explanations: why a guess earns its answer, and what a guess does to the codes that are possible."""

from sito.explanation.answer import Explanation as Explanation
from sito.explanation.answer import Names as Names
from sito.explanation.answer import Verdict as Verdict
from sito.explanation.answer import explain as explain
from sito.explanation.guess import GuessFacts as GuessFacts
from sito.explanation.guess import choice_faults as choice_faults
from sito.explanation.guess import explain_choice as explain_choice
from sito.explanation.guess import explain_guess as explain_guess
from sito.explanation.pegs import Claim as Claim
from sito.explanation.pegs import PegClaim as PegClaim
