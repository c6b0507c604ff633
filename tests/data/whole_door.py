"""A program that uses every name of `import sito`; it is checked by mypy --strict and pyright, and run."""

import asyncio
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import sito
from sito.certificate.writing import certify


def keep_and_break() -> sito.Transcript:
    """Sieves, plays and reads games."""
    rules: sito.Rules = sito.Rules.parse("4x6")
    space = sito.CodeSpace(rules)
    code: sito.Code = space.parse("CBFF")
    known: sito.Knowledge = sito.Knowledge("4x6").after(code, "o").after("EAAB", "xxo")
    assert "EABE" in known or len(known) == 15
    answer: sito.Feedback = sito.Feedback.parse("2 1", rules)
    game: sito.Transcript = sito.Transcript(rules).after("AABB", answer)
    assert answer.kind is sito.FeedbackKind.BLACK_WHITE
    assert game.turns[0].answer == answer
    assert [guess for guess, _ in game] == [space.read([0, 0, 1, 1])]
    noted: sito.Feedback | sito.PartialFeedback = sito.Transcript(rules).after("C?FF", "2?").turns[0].answer
    assert isinstance(noted, sito.PartialFeedback)
    assert (noted.black, noted.white) == (2, None)
    return sito.play(rules, sito.parse_strategy("first-consistent"), "FADC")


def repairs() -> sito.Diagnosis:
    """Finds wrong answers."""
    game = sito.Transcript.parse("2x3 AA:- AA:xx")
    assert len(sito.wrong_answers(game, "AA")) == 1
    return sito.diagnose(game)


def explanations() -> str:
    """Explains an answer, and what a guess does to the codes."""
    assert sito.score("4x6", "AABB", "ABBA") == sito.Feedback.of("4x6", sito.scores("4x6", "AABB", ["ABBA"])[0])
    assert sito.feedback_matrix("4x6").shape == (1296, 1296)
    explained: sito.Explanation = sito.explain("4x6", "AABB", "ABBA")
    facts: sito.GuessFacts = sito.explain_guess(sito.Knowledge("4x6"), "AABB")
    assert facts.worst == 256
    return explained.marks


def companion() -> None:
    """Advises, and reviews a game."""
    advice: sito.Advice = sito.advise("4x6 CBFF:o EAAB:xxo", top=1)
    assert advice.exact
    assert advice[0].text == "AADB"
    boards: sito.Boards = sito.Boards("4x6", 2).after("ABCD", ["xxxx", "oo"])
    both: sito.BoardsAdvice = sito.advise_boards(boards, top=1)
    assert both[0].may_hit == (1,)
    seen: sito.Review = sito.review("4x6 CBFF:o EAAB:xxo EABE:xx EACA:xo AABB:xxxx")
    assert [guess.mark.value for guess in seen if guess.mark is not None] == ["best", "best", "good", "best", "best"]
    assert sito.review_many([seen.game]) == [seen]


def makers() -> None:
    """Plays against the codemakers that are not fair, at a level of the computer."""
    game = sito.play("4x6", "minimax", sito.AdversarialMaker("4x6"))
    assert len(game) == 5
    assert sito.play("4x6-lies1", "level:expert", sito.LyingMaker("4x6-lies1", "BFAC", seed=3)).won


def duels() -> None:
    """Works out the odds of a duel, and the best response."""
    odds: sito.Odds = sito.duel_odds("3x4", "minimax", "minimax")
    response: sito.Response = sito.best_response("3x4", "minimax")
    assert response.proven
    assert (response.lower or 0) > odds.points
    worth: sito.GameValue = sito.game_value("2x3")
    assert worth.lower == worth.upper


def first_guesses() -> None:
    """Values every first guess."""
    worth: sito.EveryFirst = sito.every_first("3x4")
    best: sito.FirstGuess = worth.rows[0]
    assert (best.proven, best.upper) == (True, (206,))


def by_number() -> str:
    """Plays a game by number and writes what can be shared of it."""
    number = sito.daily_number(date(2026, 11, 22))
    secret: sito.Code = sito.numbered_secret("4x6", number)
    return sito.share_text(sito.play("4x6", "minimax", secret), number=number)


def words() -> sito.Rules:
    """Makes a word game of words in memory."""
    animals: sito.WordList = sito.WordList.of(["bear", "seal", "lion"], name="animals")
    game = sito.Rules.of_words(animals, sito.FeedbackKind.POSITION)
    assert sito.Rules.parse(str(game), {"animals": animals}) == game
    return game


def study() -> sito.StrategyTree:
    """Searches, builds and proves trees, and compares strategies."""
    solution: sito.Solution = sito.solve("3x4", sito.Objective.TOTAL)
    assert solution.tree is not None
    histogram: tuple[int, ...] = sito.verify(solution.tree)
    assert sum(histogram) == 64
    (known,) = sito.solved_games("3x4 total", exactly=True)
    game: sito.SolvedGame = known
    assert game.histogram == histogram
    limits = sito.Limits(seconds=10)
    stopped: sito.Stopped | None = sito.solve("3x4", limits=limits).stopped
    assert stopped is None
    table = sito.compare("3x4", ["first-consistent", solution.tree], secrets=["ABC", "DDA"])
    assert [standing.games for standing in table.standings] == [2, 2]
    games: sito.ManyGames = sito.play_many("3x4", solution.tree)
    assert games.histogram == histogram
    assert solution.tree.find("").guess == solution.tree.guesses("ABC")[0]
    assert sito.StrategyTree.from_dict(solution.tree.to_dict()) == solution.tree
    return sito.StrategyTree.parse(str(solution.tree))


async def awaited() -> sito.Solution:
    """Awaits what may take long."""
    game = "4x6 CBFF:o EAAB:xxo"
    advice: sito.Advice = await sito.advise_async(game, top=1)
    both: sito.BoardsAdvice = await sito.advise_boards_async(sito.Boards("4x6", 2), 1, limits=sito.Limits(work=10))
    seen: sito.Review = await sito.review_async(game, seconds=60)
    (again,) = await sito.review_many_async([game])
    assert again == seen
    facts: sito.GuessFacts = await sito.explain_guess_async(sito.Knowledge("4x6"), "AABB")
    found: sito.Diagnosis = await sito.diagnose_async(game)
    odds: sito.Odds = await sito.duel_odds_async("3x4", "minimax", "minimax")
    response: sito.Response = await sito.best_response_async("3x4", "minimax")
    worth: sito.EveryFirst = await sito.every_first_async("3x4")
    value: sito.GameValue = await sito.game_value_async("2x3")
    table = await sito.compare_async("3x4", "minimax", on_progress=lambda told: told.games > 1000)
    water = await sito.solve_jugs_async("5 3", target=4)
    pegs = await sito.solve_pegs_async("hoppers", first="0,6")
    assert (advice[0].text, facts.worst, water.proven, pegs.moves, found.total) == ("AADB", 256, True, 7, 0)
    assert (len(both), len(seen), response.proven, len(table.standings)) == (1, 2, True, 1)
    assert worth.rows[0].upper == (206,)
    assert (odds.tie < 1, value.proven) == (True, True)
    return await sito.solve_async("3x4")


def certificates() -> int | None:
    """Writes a proof that no strategy is better, and checks it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "3x4.cert"
        certify("3x4", file)
        proven: sito.CertificateClaim = sito.check_certificate(file, threads=1)
        assert asyncio.run(sito.check_certificate_async(file, threads=1)) == proven
    return proven.claim.lower


def tables() -> None:
    """Has results as tables, finds cells by text, and lets functions play."""

    def last(known: sito.Knowledge) -> sito.Code:
        return known[-1]

    def answer(guess: str) -> tuple[int, int]:
        found = sito.score("3x4", guess, "CBD")
        return found.black or 0, found.white or 0

    game = sito.play("3x4", last, answer)
    assert game.to_dicts()[-1] == {"guess": "CBD", "answer": "xxx"}
    assert game.to_frame("polars").height == len(game) == 4
    assert len(game.to_frame("pandas")) == 4
    cells = sito.Knowledge("4x6").cells("AABB")
    assert cells["xo"] + cells.get("oo", 0) == 208 + 96


def puzzles() -> None:
    """Measures water and plays peg solitaire."""
    jugs: sito.Jugs = sito.Jugs.parse("5 3", 4)
    assert sito.solve_jugs(jugs) == sito.solve_jugs("5 3", target=4)
    assert sito.solve_pegs("hoppers", first="0,6").moves == 7


def main() -> None:
    """Uses it all."""
    try:
        sito.Rules.parse("0x101")
    except sito.SitoError as error:
        assert len(error.faults) == 2
    print(sito.__version__, keep_and_break(), words(), repr(study()))
    assert explanations() == "xoxo"
    assert repairs().clash == (0, 1)
    assert by_number().startswith("Sito 4x6 #20261122 ")
    companion()
    makers()
    duels()
    first_guesses()
    tables()
    assert certificates() == 206
    assert asyncio.run(awaited()).upper == (206,)
    puzzles()


if __name__ == "__main__":
    main()
