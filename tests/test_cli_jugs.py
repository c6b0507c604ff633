"""`sito jugs`: what it prints, draws and refuses."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests import pseudo
from tests.cases import cases
from tests.conftest import Sito, Start, finish
from tests.screens import held

FOUNDING = "(0,0) (0,5) (5,0) (5,5) (8,2) (0,2) (2,0) (2,5) (7,0) (7,5) (8,4)"
HUGE = ("jugs", "1000000007", "998244353", "--target", "123456789")


def test_the_founding_plan(sito: Sito) -> None:
    done = sito("jugs", "8", "5", "--target", "4", code=0)
    held("jugs-plan", done.out)
    assert done.err == ""
    assert sito("jugs", "8", "5", "-t", "4", "--view", "line") == (0, FOUNDING + "\n", "")


def test_a_table(sito: Sito) -> None:
    done = sito("jugs", "5", "3", "--target", "4", "--supply", "8", "--view", "table", "--show", "3", code=0)
    held("jugs-table", done.out)
    assert done.err == ""


def test_huge_jugs_with_the_first_actions(sito: Sito) -> None:
    done = sito(*HUGE, "--show", "2", code=0)
    # A program of ten lines walked both directions to their ends: 1835780744 actions, and 2160707972 the other way.
    assert "\n1835780744 actions, the fewest possible; 1 such plan" in done.out
    assert done.out.endswith(
        "1  fill B    (0,998244353)\n2  pour B→A  (998244353,0)\n"
        "... and after 1835780744 actions: (1000000007,123456789)\n"
    )
    assert sito(*HUGE, "--view", "line", "--show", "1").out == "(0,0) (0,998244353) ... (1000000007,123456789)\n"


def test_simple_commands_do_without_pydantic() -> None:
    """Importing it would take longer than the answer."""
    script = (
        f"import sys; from sito.cli import main; main({[*HUGE, '--show', '20']}); sys.exit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False, stdout=subprocess.DEVNULL).returncode == 0


def test_all_plans(sito: Sito) -> None:
    done = sito("jugs", "8", "3", "--target", "4", "--all", code=0)
    assert "2 such plans" in done.out
    assert "Plan 1 of 2:" in done.out
    assert "Plan 2 of 2:" in done.out
    lines = sito("jugs", "12", "8", "5", "--target", "6", "--all", "--view", "line").out.splitlines()
    assert len(lines) == len(set(lines)) == 17


@cases("arguments", "answer")
def test_questions(sito: Sito, arguments: tuple[str, ...], answer: str) -> None:
    done = sito("jugs", *arguments, code=0)
    assert answer in done.out
    assert done.err == ""


def test_json(sito: Sito) -> None:
    done = sito("jugs", "8", "3", "--target", "4", "--all", "--json")
    answer, *plans = map(json.loads, done.out.splitlines())
    assert (answer["sito"], answer["version"]) == ("jugs", 1)
    assert {(plan["sito"], plan["version"]) for plan in plans} == {("jugs", 1)}
    assert (answer["possible"], answer["proven"], answer["actions"], answer["plans"]) == (True, True, 10, 2)
    assert answer["goal"] == {"in": "any", "target": 4}
    assert answer["at_least"] == {"water": 0, "actions": 10}
    assert answer["steps"][0] == {"action": "fill", "from": None, "to": "A", "state": [8, 0]}
    assert [plan["steps"][-1]["state"] for plan in plans] == [answer["end"]] * 2 or len(plans) == 2
    supplied = json.loads(sito("jugs", "5", "3", "--target", "4", "--in", "A", "--supply", "8", "--json").out)
    assert supplied["steps"][0]["left"] == 8 - supplied["steps"][0]["state"][0] - supplied["steps"][0]["state"][1]
    impossible = json.loads(sito("jugs", "6", "4", "--target", "3", "--json").out)
    assert (impossible["possible"], impossible["plans"], impossible["steps"]) == (False, 0, None)
    assert impossible["why"].startswith("every amount")
    ended = json.loads(sito("jugs", "8", "5", "--end", "8,4", "--json").out)
    assert ended["goal"] == {"end": [8, 4]}


def test_a_cut_search_ends_with_4_and_what_is_known(sito: Sito) -> None:
    arguments = ("jugs", "1000003", "999983", "999979", "--target", "500001")
    for limit in (("--max-states", "50000"), ("--time", "0")):
        done = sito(*arguments, *limit, "--show", "2", code=4)
        assert "The search was cut at " in done.out
        assert "No plan has fewer than " in done.out
        assert "The best plan known has " in done.out
        assert done.err == "sito: the search was cut short, so this is not proven\n"
    done = sito(*arguments, "--max-states", "1000", "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["proven"], answer["plans"]) == (4, False, None)
    assert answer["at_least"]["actions"] <= answer["actions"]
    unknown = sito(
        "jugs", "99991", "99989", "99971", "--start", "1,2,3", "--end", "99991,5,7", "--max-states", "1000", code=4
    )
    assert "Whether there is a plan is not known." in unknown.out
    bezout = sito("jugs", "150000", "100000", "60001", "--target", "1", "--max-states", "100", "--least-water")
    assert "No plan draws less than " in bezout.out
    theory = sito("jugs", "15135", "10130", "6114", "--target", "1", "--max-states", "100")
    assert "There is a plan, but none is known." in theory.out


def test_what_is_long_is_refused_in_a_few_words(sito: Sito) -> None:
    for count, said in (
        (1_000_000, "sito: 1000002 words were given after the command; 10000 are allowed\n"),
        (5000, "sito: 5000 jugs were given; 1 to 100 are allowed, for example 8 5\n"),
    ):
        assert sito("jugs", *("7" for _ in range(count)), "--target", "4") == (2, "", said)
    done = sito("jugs", "9" * 5000, "5", "--target", "4", code=2)
    assert "up to 100 digits" in done.err
    assert len(done.err) < 1000


def test_pictures_one_after_the_other_where_there_is_no_terminal(sito: Sito) -> None:
    held("jugs-pictures", sito("jugs", "4", "2", "--target", "2", "--animate", code=0).out)


def test_jugs_that_cannot_be_drawn_are_listed(sito: Sito, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = sito("jugs", *map(str, range(10, 40)), "--target", "1", "--animate", code=0)
    assert "too many or too large to be drawn" in done.out
    assert "pour " in done.out


@pytest.mark.parametrize("more", [(), ("--json",), ("--view", "table"), ("--view", "line"), ("--animate",)])
def test_the_time_ends_the_writing_too(sito: Sito, more: tuple[str, ...]) -> None:
    huge = ("jugs", "1000000007", "998244353", "--target", "123456789", "--time", "0.1", *more, "--show")
    assert "the time was over before all was written" in sito(*huge, "1000000007", code=4).err
    few = sito(*huge, "1000")  # is written whatever the time
    assert few.code == 0


def test_motion_at_a_terminal(start: Start) -> None:
    shown = finish(start("jugs", "8", "5", "--target", "4", "--animate", "--pace", "0.02", width=80), 0)
    assert all(f"{number}/10  " in shown for number in range(1, 11))
    assert "A 8          B 4" in shown
    assert "\x1b[3" not in shown, "no colors"
    assert "\x1b[?25h" in shown, "the cursor is shown again"


def test_ctrl_c_in_a_search_tells_what_is_known(start: Start) -> None:
    terminal = start("jugs", "1000003", "999983", "999979", "--target", "500001", "--show", "1", width=500)
    terminal.expect("actions deep; states: ")
    terminal.sendintr()
    terminal.expect("The best plan known has ")
    finish(terminal, 130)


def test_a_strip_of_pictures_as_svg(sito: Sito, tmp_path: Path) -> None:
    file = tmp_path / "plan.svg"
    assert sito("jugs", "8", "5", "--target", "4", "--svg", str(file), code=0).err == f"The plan is drawn in {file}.\n"
    svg = pseudo.plain(file.read_text(encoding="utf-8"))
    assert svg.count('class="water"') == 11 * 2
    assert svg.count('class="arrow"') == 10
    assert svg.count('class="goal"') == 1
    assert "10: pour B→A" in svg
    assert "<animate" not in svg
    short = sito("jugs", "8", "5", "--target", "4", "--svg", str(file), "--show", "3")
    assert "Only its first 3 actions are." in short.err
    assert file.read_text(encoding="utf-8").count('class="water"') == 4 * 2


def test_a_moving_picture_as_svg(sito: Sito, tmp_path: Path) -> None:
    file = tmp_path / "plan.svg"
    assert sito("jugs", "8", "5", "--target", "4", "--svg", str(file), "--animate", "--quiet").err == ""
    svg = file.read_text(encoding="utf-8")
    root = ElementTree.fromstring(svg)
    waters = [element for element in root.iter() if element.get("class") == "water"]
    assert len(waters) == 2
    for animation in (element for element in root.iter() if element.tag.endswith("}animate")):
        times = [float(time) for time in animation.attrib["keyTimes"].split(";")]
        assert len(times) == len(animation.attrib["values"].split(";"))
        assert times == sorted(times)
        assert times[0] == 0


def test_impossible_draws_nothing(sito: Sito, tmp_path: Path) -> None:
    file = tmp_path / "plan.svg"
    assert sito("jugs", "6", "4", "--target", "3", "--svg", str(file)).code == 0
    assert not file.exists()


def test_a_target_of_0_is_there_at_the_start(sito: Sito) -> None:
    assert "0 actions, the fewest possible" in sito("jugs", "8", "5", "--target", "0", code=0).out
