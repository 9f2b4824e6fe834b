"""Arguments that a question has no use for, or that are none: each is refused with a sentence."""

import os
import sys
from pathlib import Path

import pytest

import bmcplan

BOARD = "..B.\nXXB.\n....\n....\n"


def refused(words, ask, *given, error=bmcplan.ArgumentError, **settings):
    with pytest.raises(error, match=words):
        ask(*given, **settings)


def test_settings_that_a_question_has_no_use_for_are_refused(tmp_path):
    problem = bmcplan.read(BOARD)
    answer = problem.solve()
    folder = tmp_path / "c"
    for ask, settings in [
        (lambda **more: problem.certify(answer, folder, **more), {"all": True, "horizon": 3, "semantics": "forall", "solver": "batsat"}),
        (lambda **more: problem.check(answer, optimal=True, **more), {"max_horizon": 3, "semantics": "forall"}),
        (problem.explore, {"horizon": 3, "mode": "search", "disk": str(folder)}),
        (problem.harden, {"max_horizon": 3}),
        (problem.rate, {"all": True}),
        (problem.explain, {"horizon": 4}),
        (problem.generate, {"solver": "batsat"}),
        (lambda **more: problem.export("sas", **more), {"solver": "batsat"}),
        (lambda **more: bmcplan.explain(BOARD, **more), {"horizon": 4}),
        (lambda **more: bmcplan.check(BOARD, answer, **more), {"mode": "search"}),
        (bmcplan.prisoners, {"mode": "search", "share": str(folder)}),
        (bmcplan.count_schedules, {"mode": "search"}),
        (bmcplan.generate_all, {"max_horizon": 3}),
    ]:
        for name, value in settings.items():
            words = f"unexpected keyword argument '{name}'; of the settings of solve, it takes .*timeout, cpu_timeout, memory"
            refused(words, ask, error=TypeError, **{name: value})
    refused("it takes all but count, frames", problem.count_plans, error=TypeError, frames=True)
    refused("it takes all but all, frames", problem.all_plans, error=TypeError, all=True)
    for ask in (problem.solve, problem.explore):
        refused(r"^[a-z]+\(\) got an unexpected keyword argument 'speed'$", ask, error=TypeError, speed=3)
    assert not folder.exists()
    assert problem.explore(timeout=60, memory=1000).status == "complete"


def test_folders_are_strings_or_paths(tmp_path):
    problem = bmcplan.read(BOARD)
    assert problem.solve(mode="search", disk=tmp_path / "disk").length == 4
    assert problem.solve(mode="incremental", share=tmp_path / "share").length == 4
    assert problem.solve(certify=tmp_path / "certificate").certificate.folder == str(tmp_path / "certificate")
    before = sorted(tmp_path.iterdir())
    for name, settings in [("disk", {"mode": "search"}), ("share", {"mode": "incremental"}), ("certify", {})]:
        for wrong in (os.fsencode(tmp_path / "bytes"), 3, True, [str(tmp_path)]):
            refused(f"{name}: a path is meant", problem.solve, **settings, **{name: wrong})
    refused("folder: a path is meant", bmcplan.verify, os.fsencode(tmp_path))
    refused("folder: a path is meant", problem.certify, problem.solve(), os.fsencode(tmp_path / "bytes"))
    refused("solver: a text, a number, True or False is meant", problem.solve, solver=Path("varisat"))
    assert sorted(tmp_path.iterdir()) == before
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / "search.json").write_text("{}")
    words = "disk: the folder holds a search already; resume=True goes on with it"
    refused(words, problem.solve, mode="search", disk=tmp_path / "begun")


def test_the_best_value_is_not_looked_for_in_a_folder(tmp_path):
    sheet = "(role r) (init o) (legal r a) (legal r b) (<= (next p) (does r a)) (<= terminal (true p)) (<= (goal r 30) (true p))"
    problem = bmcplan.read(sheet, goal="max")
    for name, mode in [("disk", "search"), ("share", "incremental")]:
        words = f"{name} is for one value of the goal, and goal='max' tries them all; ask for one, such as goal='30'"
        refused(words, problem.solve, mode=mode, **{name: tmp_path / name})
        assert not (tmp_path / name).exists()
        assert bmcplan.read(sheet, goal="30").solve(mode=mode, **{name: tmp_path / name}).length == 1


def test_boards_that_are_made_alone_have_a_size():
    for name, value in (("size", 9), ("exit_row", 3), ("size", 6)):
        refused(f"{name}: it is for new boards", bmcplan.generate, BOARD, **{name: value})
    refused("size: a number from 1 on", bmcplan.generate, size="9")
    refused("one of its rows", bmcplan.generate, size=4, exit_row=5)


def test_numbers_that_no_setting_may_be_are_refused_in_sentences():
    for name in ("timeout", "cpu_timeout"):
        for wrong in (True, float("nan"), float("inf"), 10**400, 10**5000, -1, "1"):
            refused(f"{name}: seconds are meant, from 0 on, not ", bmcplan.solve, BOARD, **{name: wrong})
        assert bmcplan.solve(BOARD, **{name: 1e9}).length == 4
    refused("timeout: seconds are meant", bmcplan.verify, "nowhere", timeout=10**400)
    for wrong in (float("nan"), float("inf"), -float("inf"), 10**400, 10**5000):
        refused("horizon: .* is no number that a setting may be", bmcplan.solve, BOARD, mode="fixed", horizon=wrong)
        refused("memory: megabytes are meant", bmcplan.solve, BOARD, memory=wrong)


def test_names_that_are_not_in_utf_8_are_refused_in_sentences(tmp_path):
    name = os.fsdecode(b"\xff.toml")
    words = "names and texts are read in UTF-8 alone, and '.*udcff"
    for ask in (bmcplan.solve, bmcplan.read_all, lambda name: bmcplan.read(Path(name)), lambda name: bmcplan.read((name, name))):
        refused(words, ask, str(tmp_path / name))
    refused("certify: " + words, bmcplan.solve, BOARD, certify=tmp_path / name)
    refused("solver: " + words, bmcplan.solve, BOARD, solver=name)
    refused("plan: " + words, bmcplan.check, BOARD, [name])
    refused("the name of a task: " + words, bmcplan.Task, name)
    refused("the name of a operator: " + words, bmcplan.Task().operator, name, {}, {})
    task = bmcplan.Task()
    task.variable("v", ["a", name])
    refused(words, bmcplan.solve, task)
    refused(words, bmcplan.prisoners, encoding=name)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_file_in_a_folder_whose_name_is_not_in_utf_8_is_named(tmp_path):
    (tmp_path / "board.toml").write_text(BOARD)
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.txt")).write_text(BOARD)
    refused(r"UTF-8 alone, and '.*udcff.txt'", bmcplan.read_all, tmp_path)


def test_a_file_in_a_folder_is_no_text(tmp_path):
    (tmp_path / "two\nlines.txt").write_text(BOARD)
    (problem,) = bmcplan.read_all(tmp_path)
    assert problem.solve().length == 4


def test_what_is_no_plan_is_refused():
    for wrong in (3, "X right 1", b"X", [3], ["X right 1", None], None):
        refused("plan: an Answer or a list of names of moves is meant", bmcplan.check, BOARD, wrong)
    refused("plan: an Answer or a list of names of moves is meant", bmcplan.draw, BOARD, plan=3)
    assert bmcplan.check(BOARD, iter(bmcplan.solve(BOARD).plan)).status == "valid"


def test_names_and_figures_are_strings():
    for name in ("kind", "metric"):
        refused(f"{name}: a name is meant, not 3", bmcplan.solve, BOARD, **{name: 3})
    for wrong in (3, {3: 3}, ["length"]):
        refused("figures: a dict of names", bmcplan.generate, BOARD, wrong)


def test_a_missing_file_is_no_board(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("board.txt", "bord.toml", "a.sa", "BOARD.TXT", "cars.pddl", "my.tasks.sas.txt", "-"):
        for ask in (bmcplan.solve, bmcplan.read_all):
            refused("No such file", ask, name, error=bmcplan.MissingFileError)
    for row in ("XX....AA..BB...C", "XX..A..........."):
        refused("has a single cell", bmcplan.solve, row, error=bmcplan.InputError)
    # Cars at the end that look like the end of a name.
    assert bmcplan.solve("XX........lp..lp").length == 2
    # A wall alone is no letter of a car.
    assert bmcplan.solve("XX....A...A..xbb").length == 2
    for name in ("-", "board.txt"):
        (tmp_path / name).write_text(BOARD)
        assert bmcplan.solve(name).length == 4
