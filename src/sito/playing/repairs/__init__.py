"""Wrong answers: which of a game's answers cannot stand together, and how they may be repaired."""

from sito.playing.repairs.diagnosis import MOST_CHANGES, diagnose, wrong_answers
from sito.playing.repairs.repair import WEIGHTS, Change, Diagnosis, Repair, Slip

__all__ = ["MOST_CHANGES", "WEIGHTS", "Change", "Diagnosis", "Repair", "Slip", "diagnose", "wrong_answers"]
