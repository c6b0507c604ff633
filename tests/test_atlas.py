"""The atlas of solved games: its data, the trees they tell of, docs/atlas, and `sito atlas`."""

import csv
import io
import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from benchmarks.atlas.add import digest, game_of, put, shortened, solve_timed, take
from benchmarks.atlas.certificates import certify, certify_cheap, check_kept, kept_certificates
from benchmarks.atlas.check import check_digest, check_tree, is_cheap, prove_again, tree_path
from benchmarks.atlas.pages import pages
from benchmarks.atlas.places import CERTIFICATES, PAGES, ROOT

import sito as package
from sito.atlas.data import all_games, read_games, write_games
from sito.atlas.record import Bounds, CertificateFile, Published, Run, SolvedGame, TreeFile, count_codes, csv_text, flat
from sito.base.limits import Limits
from sito.codes.weighing import total_of
from sito.errors import CertificateError, InputError
from sito.exact.problem import Objective, Problem
from tests.certificates.writer import certificate as write_certificate
from tests.conftest import Sito, Start, finish, written
from tests.exact_claims import CLAIMS, CLAIMS_WITH_LIES
from tests.test_tables_at_a_terminal import lines_of

GAMES = {game.name: game for game in all_games()}
MINE = [game for game in GAMES.values() if not game.is_of_words]
VERIFIED = [game for game in MINE if tree_path(game) is not None and sum(game.histogram) <= 700]
"""Those whose tree plain Python verifies in less than a second; `make prove` verifies all."""
PROVEN_AGAIN = [game for game in MINE if is_cheap(game, 0.03)]


def test_the_atlas_has_what_make_prove_proves() -> None:
    for claim in (*CLAIMS, *CLAIMS_WITH_LIES):
        depth, consistent = claim.asked.get("depth"), claim.asked.get("consistent", False)
        asked = SolvedGame(claim.rules, claim.objective, (), (), 0, depth, consistent, claim.first)
        assert GAMES[asked.name].proven
        assert GAMES[asked.name].upper == claim.value


def test_every_record_agrees_with_itself() -> None:
    for game in GAMES.values():
        check_record(game)


def check_record(game: SolvedGame) -> None:
    parts = len(game.objective.names)
    assert len(game.lower) == len(game.upper) == parts
    assert game.lower <= game.upper
    assert game.proven == (game.lower == game.upper)
    if game.histogram:
        assert game.objective.values(game.histogram) == game.upper
        assert game.guess is not None
        assert game.has_lies or sum(game.histogram) == game.codes
        assert game.tree is not None, "who knows the histogram has the tree"
    if game.proven:
        assert "published" not in (game.lower_by, game.upper_by)
        assert game.run is not None
        assert game.tree is not None, "a proof has a tree that reaches the value"
    if game.tree is not None:
        assert len(bytes.fromhex(game.tree.sha256)) == 32
    if not game.is_of_words:
        assert game.codes == count_codes(game.rules)
        assert str(game.problem.rules) == game.rules
    assert all(each.value >= game.lower for each in game.published), "what is published beats what is proven"
    assert all(not each.exact or each.value == game.upper for each in game.published)
    assert all(each.lower <= each.upper for each in game.progress)


def test_every_tree_is_the_one_of_the_record() -> None:
    for game in GAMES.values():
        if tree_path(game) is not None:
            check_digest(game)


def test_every_tree_of_the_atlas_has_a_record() -> None:
    known = {game.tree.file for game in GAMES.values() if game.tree is not None}
    files = {str(file.relative_to(ROOT)) for file in (PAGES / "trees").glob("*")}
    assert files <= known


def test_small_trees_are_worth_what_the_record_says() -> None:
    assert len(VERIFIED) > 100
    for game in VERIFIED:
        check_tree(game)


def test_the_command_of_an_open_game_ends() -> None:
    """What was cut short is found again with the limit that ended it; narrow searches end by themselves."""
    for game in GAMES.values():
        if not game.proven:
            assert ("--positions" in game.solve_command) is not ("--width" in game.solve_command)


def test_the_worst_cases_of_three_pegs_are_those_of_the_theorem() -> None:
    """Theorem 1 of Jäger and Peczarski, The number of pessimistic guesses in Generalized Mastermind, 2009."""
    cited = [game for game in GAMES.values() for each in game.published if "Peczarski" in each.source]
    assert {game.rules for game in cited} == {f"3x{colors}" for colors in range(5, 13)}
    for game in cited:
        assert game.published[0].value == ((int(game.rules.removeprefix("3x")) - 1) // 3 + 4,)


def test_small_games_are_proven_again() -> None:
    assert len(PROVEN_AGAIN) > 100
    for game in PROVEN_AGAIN:
        prove_again(game)


def test_a_wrong_record_is_found() -> None:
    game = GAMES["3x4 total"]
    wrong = [
        replace(game, tree=replace(game.tree, sha256=digest("another tree"))),
        replace(game, histogram=(1, 7, 34, 22)),
        replace(game, upper=(205,)),
        replace(game, guess="AAA"),
        replace(game, depth=3),
    ]
    for each in wrong:
        with pytest.raises(AssertionError):
            check_tree(each)
    with pytest.raises(AssertionError):
        prove_again(replace(game, lower=(205,), upper=(205,)))


def test_the_pages_are_what_the_data_give() -> None:
    for name, text in pages(GAMES).items():
        written = (PAGES / name).read_text(encoding="utf-8")
        assert written == text, f"docs/atlas/{name} is not what the data give; run: python -m benchmarks.atlas"
    assert {file.name for file in PAGES.iterdir()} - {"open"} == {*pages(GAMES), "trees", "certificates"}
    kept = {game.certificate.file for game in kept_certificates(GAMES)}
    assert {file.relative_to(ROOT).as_posix() for file in CERTIFICATES.iterdir()} == kept


def test_an_open_game_is_never_called_proven() -> None:
    bounds = SolvedGame("9x9", Objective.TOTAL, (10,), (12,), 9**9, published=(Published((12,), False, "nobody"),))
    page = pages({bounds.name: bounds})["README.md"]
    assert "For 0 questions" in page
    assert "10 … 12" in page
    assert flat(bounds)["proven"] is False
    assert not bounds.proven
    assert csv_text([bounds]).splitlines()[1].startswith("9x9 total,9x9,total,,no,,no,10,12,")


def test_progress_becomes_a_picture() -> None:
    progress = (Bounds(1, 8, 20), Bounds(2, 9, 15), Bounds(5, 10, 12))
    bounds = SolvedGame("9x9", Objective.TOTAL, (10,), (12,), 9**9, progress=progress)
    made = pages({bounds.name: bounds})
    assert "(gap.svg)" in made["README.md"]
    assert made["gap.svg"].count("<circle") == 3 + 1, "three dots, and one in the legend"


def test_the_file_reads_back() -> None:
    run = Run(2, "a machine", "2026-11-22", "abc", 1.5, elapsed=True, positions=7, at_least=True, width=3)
    more = replace(
        GAMES["3x4 total"],
        run=run,
        certificate=CertificateFile("00" * 32, 1234),
        published=(Published((206,), True, "somebody"),),
        progress=(Bounds(1, 200, 210), Bounds(2, 206, 206)),
        first="AAB",
        depth=5,
        consistent=True,
    )
    listed = [GAMES["3x4 total"], more]
    assert read_games(write_games(listed)) == tuple(listed)
    assert read_games(write_games(GAMES.values())) == tuple(GAMES.values())


@pytest.mark.needs("a git checkout")
def test_a_tree_of_another_run_is_taken_with_its_report(atlas_apart: Path, tmp_path: Path) -> None:
    solution, run, _ = solve_timed(Problem("3x4"), 1, Limits())
    solution.tree.save(tmp_path / "found.tree.gz")
    log = "total 190..220  gap 50.00 %  first AAB  5 s\ntotal 195..210  gap 25.00 %  first AAB  20 s\n"
    game = take(Problem("3x4"), tmp_path / "found.tree.gz", (200,), replace(run, y=8.0), log=log)
    assert not game.proven
    assert game.progress == (Bounds(2.0, 190, 220), Bounds(8.0, 200, 206))
    with pytest.raises(AssertionError):
        take(Problem("3x4"), tmp_path / "found.tree.gz", (207,), run)


@pytest.mark.needs("a git checkout")
def test_a_certificate_is_kept_once_it_is_checked(atlas_apart: Path, tmp_path: Path) -> None:
    solution, run, _ = solve_timed(Problem("2x3"), 1, Limits())
    put(game_of(solution, run), str(solution.tree))
    file = tmp_path / "2x3.cert"
    file.write_bytes(write_certificate("2x3"))
    kept = certify("2x3 total", file).certificate
    assert kept == CertificateFile(sha256(file.read_bytes()).hexdigest(), file.stat().st_size, "2x3.cert")
    assert read_games(atlas_apart.read_text(encoding="utf-8"))[0].certificate == kept
    slower = replace(game_of(solution, replace(run, y=0)), certificate=None)
    put(slower, str(solution.tree))
    assert read_games(atlas_apart.read_text(encoding="utf-8"))[0].certificate == kept
    for other in (write_certificate("2x2"), write_certificate("2x3", depth=4), write_certificate("2x3", possible=True)):
        file.write_bytes(other)
        with pytest.raises(AssertionError, match="about another question"):
            certify("2x3 total", file)
    file.write_bytes(write_certificate("2x3")[:-1])
    with pytest.raises(CertificateError):
        certify("2x3 total", file)


@pytest.mark.needs("a git checkout")
def test_cheap_games_are_certified(atlas_apart: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import benchmarks.atlas.certificates as certifying

    asked = [*map(Problem, ("2x4", "4x6")), Problem("3x3", "worst"), Problem("2x3-lies1", "worst")]
    for problem in asked:
        solution, run, _ = solve_timed(problem, 1, Limits())
        put(game_of(solution, run), str(solution.tree))
    monkeypatch.setattr(certifying, "LARGEST_CERTIFICATE", 175)
    certify_cheap(1e9)
    games = {game.name: game for game in read_games(atlas_apart.read_text(encoding="utf-8"))}
    kept = [game.name for game in kept_certificates(games)]
    assert kept == ["2x4 total", "3x3 worst"]
    assert games["4x6 total"].certificate.size > 175
    assert [name for name, game in games.items() if game.certificate is None] == ["2x3-lies1 worst"]
    for name in kept:
        check_kept(games[name])
    file = atlas_apart.parent / "2x4.cert"
    file.write_bytes(write_certificate("2x3"))
    with pytest.raises(AssertionError):
        check_kept(games["2x4 total"])


@pytest.mark.parametrize(
    "game", [game for game in kept_certificates(GAMES) if is_cheap(game, 0.03)], ids=lambda game: game.name
)
def test_certificates_prove_what_the_atlas_says(game: SolvedGame) -> None:
    check_kept(game)


def test_games_are_found_by_parts_of_their_names() -> None:
    assert {game.rules for game in package.solved_games("mastermind")} == {"4x6"}
    assert package.solved_games("4x6-NUMBERS worst", exactly=True) == (GAMES["4x6 worst"],)
    for text in ("4x6", "mastermind", "4x6 total"):
        assert package.solved_games(text, exactly=True) == (GAMES["4x6 total"],)
    assert package.solved_games("4x6 depth 5", exactly=True) == (GAMES["4x6 total depth 5"],)
    assert all("black" in game.rules and "4x" in game.name for game in package.solved_games("4x black"))
    assert {game.proven for game in package.solved_games(is_open=False)} == {True}
    assert not any(game.proven for game in package.solved_games(is_open=True))
    assert len(package.solved_games()) == len(GAMES)
    with pytest.raises(InputError, match="do you mean 3x4-distinct total"):
        package.solved_games("3x4-distnct total")
    for wrong, meant in (("4x6 totl", "4x6 total"), ("mastermind wurst", "4x6 worst")):
        with pytest.raises(InputError, match=f"do you mean {meant}"):
            package.solved_games(wrong)
    for wrong, right in (("8x wordle", "8x"), ("8x wordel", "8x"), ("bulls-and-cows wordle", "bulls-and-cows")):
        with pytest.raises(InputError, match=f"a part of its name will do, as in {right}$"):
            package.solved_games(wrong)
    with pytest.raises(InputError, match="a part of its name will do, as in 4x6"):
        package.solved_games("\x1b[2J")


@pytest.fixture
def atlas_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lets the tool write an atlas of its own, in a folder of the test."""
    import benchmarks.atlas.add as adding
    import benchmarks.atlas.certificates as certifying
    import benchmarks.atlas.places as places

    file = written(tmp_path / "atlas.json", write_games([]))
    monkeypatch.setattr(places, "FILE", file)
    for name in ("ROOT", "TREES", "SMALL_TREES", "CERTIFICATES"):
        monkeypatch.setattr(places, name, tmp_path)
    monkeypatch.setattr(adding, "ROOT", tmp_path)
    for name in ("ROOT", "CERTIFICATES"):
        monkeypatch.setattr(certifying, name, tmp_path)
    monkeypatch.setattr(adding.YARDSTICK, "seconds", lambda: 1.0)  # the real one takes seconds
    return file


@pytest.mark.needs("a git checkout")
def test_the_tool_adds_what_it_has_verified(atlas_apart: Path) -> None:
    solution, run, _ = solve_timed(Problem("3x4"), 1, Limits())
    found = game_of(solution, run)
    assert put(found, str(solution.tree))
    (kept,) = read_games(atlas_apart.read_text(encoding="utf-8"))
    assert (kept.lower, kept.upper, kept.histogram) == ((206,), (206,), (1, 7, 33, 23))
    assert kept.tree.file == "3x4.tree.gz"
    assert (atlas_apart.parent / "3x4.tree.gz").read_bytes()[:10] == bytes.fromhex("1f8b0800000000000203")
    quicker = replace(found, run=replace(run, y=0.0), tree=TreeFile("00" * 32), histogram=(1, 7, 34, 21, 1))
    assert put(quicker, str(solution.tree))
    (again,) = read_games(atlas_apart.read_text(encoding="utf-8"))
    assert again == replace(kept, run=quicker.run), "the tree that is there stays"
    slower = replace(found, run=replace(run, y=1e6))
    assert not put(slower, str(solution.tree))
    is_open = replace(found, lower=(200,))
    assert not put(is_open, str(solution.tree))
    with pytest.raises(AssertionError, match="below what was proven"):
        put(replace(found, lower=(1,), upper=(205,)), None)
    with pytest.raises(AssertionError, match="cannot be proven"):
        put(replace(found, lower=(207,), upper=(207,)), None)


@pytest.mark.needs("a git checkout")
def test_of_open_games_the_better_tree_and_the_greater_bound_are_kept(atlas_apart: Path) -> None:
    def kept() -> SolvedGame:
        return read_games(atlas_apart.read_text(encoding="utf-8"))[0]

    best = solve_timed(Problem("3x4"), 1, Limits())
    found = game_of(*best)
    worse = replace(found, lower=(205,), upper=(210,), histogram=(), guess=None, tree=None, lower_by="two guesses")
    assert put(replace(found, lower=(201,)), str(best[0].tree))
    assert put(worse, None)
    assert (kept().lower, kept().lower_by, kept().upper, kept().histogram) == (
        (205,),
        "two guesses",
        (206,),
        found.histogram,
    )
    assert not put(replace(worse, lower=(204,)), None)
    certified = replace(worse, lower=(206,), certificate=CertificateFile("00" * 32, 5))
    assert put(certified, None)
    assert kept().proven
    assert kept().certificate == certified.certificate
    assert kept().tree is not None


@pytest.mark.needs("a git checkout")
def test_what_a_limit_ended_is_added_as_open(atlas_apart: Path) -> None:
    game = game_of(*solve_timed(Problem("4x6"), 1, Limits(work=20)))
    assert not game.proven
    assert put(game, None)
    assert shortened(0.12345) == 0.123


def test_one_game(sito: Sito) -> None:
    done = sito("atlas", "4x6", "total", "--quiet", code=0)
    assert done.out.splitlines()[1:4] == [
        "Proven best: total 5625.",
        "first guess AABC; 1296 codes: 5625 guesses in all, 4.3403 on average, 6 at most",
        "codes found with 1, 2, 3 ... guesses: 1 8 101 632 547 7",
    ]
    assert "  sito solve 4x6\n  sito tree verify docs/" in done.out
    assert "games that the codemaker can play: 4805 guesses in all" in sito("atlas", "3x4-lies1", "total").out


def test_open_games(sito: Sito) -> None:
    done = sito("atlas", "--open", code=0)
    assert len(done.out.splitlines()) == 1 + sum(not game.proven for game in GAMES.values())
    assert all(".." in line and " no " in line for line in done.out.splitlines()[1:])
    assert sito("atlas", "4x6", "--open") == (0, "", "None of these games is open.\n")
    one = sito("atlas", "5x8", "--open")
    assert "Best found, not proven: total" in one.out
    assert "No strategy beats: total" in one.out


def test_as_data(sito: Sito, tmp_path: Path) -> None:
    found = json.loads(sito("atlas", "4x6", "--json").out)
    assert found["sito"] == "atlas"
    assert {game["rules"] for game in found["games"]} == {"4x6"}
    file = tmp_path / "atlas.csv"
    assert sito("atlas", "black", "--csv", str(file), "--quiet").code == 0
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert {row["proven"] for row in rows} <= {"yes", "no"}
    for row in rows:
        counts = [int(count) for count in row["histogram"].split()]
        assert not counts or row["total"] == str(total_of(counts))
    assert sito("atlas", "black", "--csv", "-").out == file.read_text(encoding="utf-8")


def test_what_cannot_be_asked(sito: Sito, tmp_path: Path) -> None:
    missing = sito("atlas", "4x99")
    assert (missing.code, missing.out) == (2, "")
    assert missing.err == "sito: the atlas has no game '4x99'; a part of its name will do, as in 4x6\n"
    assert sito("atlas", "--csv", "-", "--json").code == 2
    assert sito("atlas", "--csv", str(tmp_path / "no" / "atlas.csv")).code == 2


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("asked", [("4x",), ("4x6",), ("words",), ("5x8",)])
def test_at_terminals(start: Start, asked: tuple[str, ...], width: int) -> None:
    lines = lines_of(finish(start("atlas", *asked, width=width), 0))
    told = [line for line in lines if "SHA" not in line and len(line.split()) > 1 and "words-position" not in line]
    assert told
    assert max(map(len, told)) <= width, max(told, key=len)
