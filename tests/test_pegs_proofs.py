"""Peg problems that cannot be solved: the certificates hold, and say nothing wrong."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from sito.puzzles.pegs.analysis import Analysis
from sito.puzzles.pegs.answer import Exhausted
from sito.puzzles.pegs.boards import Board
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.pegs.proofs import (
    PagodaProof,
    ParityProof,
    PegsProof,
    invariant_sets,
    least_moves,
    pagoda_proof,
    parity_proof,
    quick_proof,
    regions,
)
from tests.test_pegs import problems

REISS = json.loads((Path(__file__).parent / "data" / "puzzles.json").read_text())["peg_solitaire"]["reiss"]


@pytest.mark.parametrize("name", REISS)
def test_the_rule_of_three_allows_as_many_problems_as_known(name: str) -> None:
    board = Board.parse(name)
    assert len(invariant_sets(board)) == 4
    allowed = [
        (start, finish)
        for start in range(board.holes)
        for finish in range(board.holes)
        if parity_proof(Problem(board, board.full ^ 1 << start, (1 << finish,))) is None
    ]
    assert len(allowed) == REISS[name]["start_finish_pairs"]
    if "starts_that_pass" in REISS[name]:
        assert len({start for start, _finish in allowed}) == REISS[name]["starts_that_pass"]
    if "complement_problems" in REISS[name]:
        assert sum(start == finish for start, finish in allowed) == REISS[name]["complement_problems"]


@pytest.mark.parametrize(("board", "finish"), [("french", "any"), ("french", "same"), ("square-5", "same")])
def test_excluded_by_the_rule_of_three(board: str, finish: str) -> None:
    answer = Analysis(Problem.parse(board, "centre", finish)).solve()
    assert isinstance(answer.reason, ParityProof)
    assert answer.reason.holds()
    assert answer.is_solvable is False
    assert answer.proven


def test_hoppers_from_an_inner_hole_has_a_pagoda_function() -> None:
    problem = Problem.parse("hoppers", "inner")
    assert quick_proof(problem) is None
    proof = pagoda_proof(problem)
    assert proof.holds()
    answer = Analysis(problem).solve()
    assert answer.reason == Exhausted(164)


def test_triangle_from_its_interior_is_searched_through() -> None:
    problem = Problem.parse("triangle-5", "interior")
    assert quick_proof(problem) is None
    assert pagoda_proof(problem) is None
    assert isinstance(Analysis(problem).solve().reason, Exhausted)


def test_more_pegs_at_the_finish_than_at_the_start() -> None:
    proof = quick_proof(Problem.parse("triangle-3", "o...../", "oo..../"))
    assert isinstance(proof, PegsProof)
    assert proof.holds()


def test_tampered_proofs_do_not_hold() -> None:
    parity = parity_proof(Problem.parse("square-5"))
    assert not dataclasses.replace(parity, sets=()).holds()
    assert not dataclasses.replace(parity, sets=(parity.sets[0] ^ 1,)).holds()
    assert not dataclasses.replace(parity, problem=Problem.parse("square-5", "centre", "1")).holds()
    pagoda = pagoda_proof(Problem.parse("hoppers", "inner"))
    heavier = tuple(weight + (hole == 3) for hole, weight in enumerate(pagoda.weights[0]))
    assert not PagodaProof(pagoda.problem, (heavier,)).holds()
    assert not PagodaProof(pagoda.problem, ((0,) * 13,)).holds()
    assert not PagodaProof(pagoda.problem, ((),)).holds()
    assert not PegsProof(Problem.parse("hoppers")).holds()


@settings(deadline=None, max_examples=150)
@given(problems())
def test_no_proof_against_what_can_be_solved(problem: Problem) -> None:
    solvable = Analysis(problem).is_solvable
    for proof in (quick_proof(problem), pagoda_proof(problem)):
        if proof is not None:
            assert proof.holds()
            assert not solvable


@settings(deadline=None, max_examples=150)
@given(problems())
def test_the_bound_is_no_more_than_the_fewest_moves(problem: Problem) -> None:
    fewest = Analysis(problem).fewest()
    if fewest is not None and problem.finishes:
        assert least_moves(problem) <= fewest


def test_corners_are_regions() -> None:
    problem = Problem.parse("english")
    assert sum(region.bit_count() == 1 for region in regions(problem)) == 8
    assert least_moves(problem) == 12
