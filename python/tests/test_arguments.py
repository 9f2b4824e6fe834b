"""Arguments that a question has no use for, or that are none: each is refused with a sentence."""

import inspect
import os
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

import bmcplan
from bmcplan._settings import GROUPS, HELP

BOARD = "..B.\nXXB.\n....\n....\n"
GAME = Path(__file__).parents[2] / "instances/gdl/buttons-and-lights.kif"


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
        (bmcplan.prisoners, {"mode": "search", "disk": str(folder)}),
        (bmcplan.count_schedules, {"mode": "search"}),
    ]:
        for name, value in settings.items():
            words = f"unexpected keyword argument '{name}'; of the settings of solve, it takes .*timeout, cpu_timeout, memory"
            refused(words, ask, error=TypeError, **{name: value})
    refused("it takes all but all, count, frames", problem.count_plans, error=TypeError, frames=True)
    refused("it takes all but all, count, frames", problem.all_plans, error=TypeError, all=True)
    for ask in (problem.solve, problem.explore):
        refused(r"^[a-z]+\(\) got an unexpected keyword argument 'hurry'$", ask, error=TypeError, hurry=3)
        refused(r"'time_out'; is timeout meant\?$", ask, error=TypeError, time_out=3)
    refused("figures: no figure is called `lenght`; there are: length, cost, .*, dead_ends", problem.generate, figures={"lenght": 3})
    assert not folder.exists()
    assert problem.explore(timeout=60, memory=1000).status == "complete"


def test_folders_are_strings_or_paths(tmp_path):
    problem = bmcplan.read(BOARD)
    assert problem.solve(mode="search", disk=tmp_path / "disk").length == 4
    assert problem.solve(certify=tmp_path / "certificate").certificate.folder == str(tmp_path / "certificate")
    before = sorted(tmp_path.iterdir())
    for name, settings in [("disk", {"mode": "search"}), ("certify", {})]:
        for wrong in (os.fsencode(tmp_path / "bytes"), 3, True, [str(tmp_path)]):
            refused(f"{name}: a path is meant", problem.solve, **settings, **{name: wrong})
    refused("folder: a path is meant", bmcplan.verify, os.fsencode(tmp_path))
    refused("folder: a path is meant", problem.certify, problem.solve(), os.fsencode(tmp_path / "bytes"))
    refused("solver: a text, a number, True or False is meant", problem.solve, solver=Path("varisat"))
    assert sorted(tmp_path.iterdir()) == before
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / "search.json").write_text("{}")
    (tmp_path / "begun" / "search.lock").touch()
    words = "disk: the folder holds a search already; resume=True goes on with it"
    refused(words, problem.solve, mode="search", disk=tmp_path / "begun")


def test_the_best_value_is_not_looked_for_in_a_folder(tmp_path):
    sheet = "(role r) (init o) (legal r a) (legal r b) (<= (next p) (does r a)) (<= terminal (true p)) (<= (goal r 30) (true p))"
    problem = bmcplan.read(sheet, goal="max")
    disk = tmp_path / "disk"
    words = "disk is for one value of the goal, and goal='max' tries them all; ask for one, such as goal='30'"
    refused(words, problem.solve, mode="search", disk=disk)
    assert not disk.exists()
    assert bmcplan.read(sheet, goal="30").solve(mode="search", disk=disk).length == 1


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
    refused(r"UTF-8 alone, and '.*.txt'", bmcplan.read_all, tmp_path)


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


HUGE, HALF = 10**5000, "\ud800"
"""A number without a text, and half a character."""


def test_flags_are_true_or_false():
    problem = bmcplan.read(BOARD)
    for name, ask, given in [
        ("labelled", bmcplan.read, (BOARD,)),
        ("labelled", bmcplan.read_all, (BOARD,)),
        ("counter", problem.explore, ()),
        ("unique", problem.harden, ()),
        ("smallest", problem.explain, ()),
        ("keeps_pieces", problem.generate, ()),
        ("optimal", problem.check, ([],)),
        ("shortest", problem.check, ([],)),
        ("everyone", bmcplan.check_schedule, ([[[1, 2]]],)),
    ]:
        for wrong in ("no", 0, 1, None, [], HUGE):
            refused(f"^{name}: True or False is meant, not ", ask, *given, **{name: wrong})


def test_names_of_another_type_and_halves_of_characters_are_refused():
    problem = bmcplan.read(BOARD)
    for name, ask in [("format", problem.export), ("format", problem.draw), ("only", lambda only: problem.explain(only=only))]:
        refused(f"^{name}: a name is meant, not 3", ask, 3)
        refused(f"^{name}: a name is meant, not a number of thousands of digits", ask, HUGE)
        refused(f"^{name}: names and texts are read in UTF-8 alone", ask, HALF)
    for name in ("encoding", "symmetry", "design"):
        for wrong in (3, b"pairs", []):
            refused(f"^{name}: a name is meant, not ", bmcplan.prisoners, **{name: wrong})
    refused("^metric: a name is meant, not ", bmcplan.Task, metric=HUGE)
    for ask in (bmcplan.verify, lambda folder: problem.certify(problem.solve(), folder), bmcplan.check_schedule):
        refused("no file or folder can be called", ask, HALF)
    refused("^schedule: names and texts are read in UTF-8 alone", bmcplan.check_schedule, HALF + "\n")


def test_numbers_are_no_flags_and_have_texts():
    problem = bmcplan.read(BOARD)
    for wrong in (True, HUGE, -1, 1.0):
        refused("^top: a number from 1 on is meant", problem.harden, top=wrong)
        refused("^all: a number from 1 on is meant", problem.explain, all=wrong)
        refused("^all: a number from 1 on is meant", bmcplan.prisoners, days=2, all=wrong)
        refused("^days: a number from 0 on is meant", bmcplan.prisoners, days=wrong)
        refused("^seed: a number from 0 on is meant", problem.generate, seed=wrong)
        if wrong != 1.0 or wrong is True:
            refused("^figures: a number, a range", problem.generate, {"length": wrong})
    refused("^max_cost: a cost is meant", problem.solve, max_cost=HUGE)
    for text in ("1e-999999999", "1e9999999", "-1e9999999"):
        refused("^max_cost: a cost is meant", problem.solve, max_cost=Decimal(text))
    refused("^operator o: a cost is a whole number", bmcplan.Task().operator, "o", {}, {}, cost=HUGE)
    refused("^the value of a variable is a text", bmcplan.Task().variable, "v", [HUGE])
    refused("^schedule: a list of days", bmcplan.check_schedule, [[[True, 2]]])


def test_goals_have_values_from_0_to_100():
    for wrong in (True, 1.5, HUGE, b"max", [100]):
        refused("^goal: a value from 0 to 100, or max, is meant, not ", bmcplan.read, GAME, goal=wrong)
    game = bmcplan.read(GAME)
    for wrong in ("max", "100", 101, -1, 1.5, True, HUGE):
        refused("^goal: a value from 0 to 100 is meant, not ", game.check, ["a"], goal=wrong)
    assert game.check(game.solve(), goal=100).status == "valid"
    problem = bmcplan.read(BOARD)
    refused("goals have no values in problems of kind rushhour", problem.check, problem.solve().plan, goal=100)


def test_the_best_value_is_for_solving(tmp_path):
    game = bmcplan.read(GAME, goal="max")
    best = game.solve()
    questions = [
        game.rate, game.harden, game.explain, game.explore, lambda: game.export("sas"), lambda: game.check(best.plan),
        lambda: game.certify(best.plan, tmp_path / "moves"),
    ]  # fmt: skip
    for ask in questions:
        refused("^goal: max is for solving, which finds the value; here, give one from 0 to 100$", ask)
    assert game.check(best).goal == game.check(best.plan, goal=best.goal).goal == best.goal
    assert game.certify(best, tmp_path / "answer").folder == str(tmp_path / "answer")
    assert game.draw("svg") and game.draw("svg", plan=best.plan) and game.count_plans() == len(list(game.all_plans()))


def test_lists_and_functions_are_no_other_things():
    problem = bmcplan.read(BOARD)
    for name in ("modes", "encodings", "semantics", "solvers"):
        for wrong in ("search", 3, None):
            refused(f"^{name}: a list of names is meant, not ", problem.compare, **{name: wrong})
    records = problem.compare(modes=["search", "incremental"], solvers=iter(["varisat", "batsat"]), encodings=iter([None]))
    assert [(record["mode"], record["solver"]) for record in records] == [("search", None), ("incremental", "varisat"), ("incremental", "batsat")]
    refused("^problems: a list of problems is meant, not 3", bmcplan.read_all, 3)
    for ask in (problem.solve, problem.explore, problem.rate, bmcplan.prisoners):
        refused("^progress: a function is meant, not 'loud'", ask, progress="loud")


def test_what_is_no_problem_is_named():
    for wrong, words in [
        (3, "a path, a text, two of these, rows, a Task or a Problem is meant, not int"),
        (Decimal(3), "a path, a text, two of these, rows, a Task or a Problem is meant, not decimal.Decimal"),
        (bmcplan.read(BOARD), "a Problem is there already: ask it, or give it alone where a path may be given"),
    ]:
        refused(f"^problem: {words}$", bmcplan.Problem, wrong)
    planning = pytest.importorskip("unified_planning.shortcuts")
    refused("^problem: the engine of unified-planning called bmcplan solves its problems: .*OneshotPlanner", bmcplan.solve, planning.Problem())


def test_help_describes_what_is_taken_alone():
    described = 0
    for name in ("solve", "explore", "harden", "rate", "generate", "explain", "count_plans", "all_plans", "export", "check"):
        function = getattr(bmcplan, name)
        arguments = re.findall(r"^(\w+): ", inspect.getdoc(function), re.MULTILINE)
        assert set(arguments) <= set(inspect.signature(function).parameters), name
        described += len(arguments)
    assert 100 < described


def test_help_begins_with_what_is_asked_every_day():
    for function in (bmcplan.solve, bmcplan.Problem.solve, bmcplan.Task.solve):
        lines = inspect.getdoc(function).split("\n")
        headings = [heading for heading in lines if heading in GROUPS]
        assert headings == list(GROUPS) and headings[0] == "Every day" and "\n\n\n" not in inspect.getdoc(function)
        assert [name for name in inspect.signature(function).parameters if name in HELP] == list(HELP) == [one for group in GROUPS.values() for one in group]
        places = [next(place for place, line in enumerate(lines) if line.startswith(f"{name}: ")) for name in ("mode", "timeout", "all", "encoding", "evidence")]
        assert places == sorted(places) and lines.index("Formula") < places[3]
    assert "Every day" not in inspect.getdoc(bmcplan.explore)


def test_help_and_messages_are_in_the_words_of_python():
    for name in bmcplan.__all__:
        made = getattr(bmcplan, name)
        for one in [made, *(getattr(made, of) for of in vars(made) if not of.startswith("_"))] if inspect.isclass(made) else [made]:
            said = (inspect.getdoc(one) or "") if inspect.isclass(one) or inspect.isroutine(one) else ""
            found = re.findall(r"--(?!json)\w+|\b(?:TIME|MB|COST|FOLDER|[Pp]rints?)\b", said.replace("the command line prints", ""))
            assert not found, (name, one, found)
    for ask, words in [
        (lambda: bmcplan.solve(BOARD, metric="moves"), "its moves are slides; give metric='slides'; it has"),
        (lambda: bmcplan.solve('{"plan": ["a"]}\n', kind="rushhour"), "an answer in JSON is a plan, for plan of draw"),
    ]:
        refused(words, ask, error=bmcplan.BmcplanError)
    # What a message quotes stays.
    with pytest.raises(bmcplan.InputError, match=r"2 \| --metric slides") as caught:
        bmcplan.solve("XX..\n--metric slides\n", kind="rushhour")
    assert "metric='" not in caught.value.rendered


def test_wrong_names_are_found_before_anything_is_run(tmp_path):
    pytest.importorskip("mypy")
    lines = ["import bmcplan", 'board = bmcplan.read("XX..")', 'bmcplan.solve(board, mode="search", semantics="forall", encoding="transition").draw("gif").hex()']
    wrong = [
        'bmcplan.solve(board, mode="serach")', 'board.solve(semantics="fourall")', 'board.solve(encoding="v1")', 'board.solve(lower_bound="max")',
        'bmcplan.read("x", kind="rush")', 'bmcplan.read("x", metric="slide")', 'board.export("cnf", horizon=3)', 'board.solve(horizont=3)',
        'board.solve(timeout="1m")', 'board.compare(modes=["serach"])', 'board.solve().draw("jpg")', 'bmcplan.Task(metric="slides")',
        'board.explain(only="car")', 'board.generate({"lenght": 3})', 'bmcplan.certify(board, "x", mod="auto")', 'board.improve(mode="auto")',
        'board.count_plans(count=True)', 'board.all_plans(all=True)', 'bmcplan.prisoners(design="nuns")', 'bmcplan.prisoners(encoding="pair")',
        'bmcplan.prisoners(symetry="none")', 'bmcplan.count_schedules(lim=3)', 'board.harden(tops=3)', 'board.explore(stop=True)',
    ]  # fmt: skip
    file = tmp_path / "names.py"
    file.write_text("\n".join([*lines, *wrong]) + "\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", str(file)], capture_output=True, text=True, cwd=tmp_path)
    found = {int(number) for number in re.findall(r"names.py:(\d+): error", done.stdout)}
    assert found == set(range(len(lines) + 1, len(lines) + len(wrong) + 1)), done.stdout


def test_what_a_schedule_says_itself_is_not_said_again():
    for schedule in ("nowhere.toml", Path("nowhere.toml"), "days = []\n", bmcplan.prisoners(days=1)):
        refused("^everyone: it is said of a list alone", bmcplan.check_schedule, schedule, everyone=True)


@pytest.mark.skipif(sys.platform == "win32", reason="there, names have no colons")
def test_a_path_with_a_colon_is_a_folder_and_nothing_else(tmp_path):
    problem = bmcplan.read(BOARD)
    assert problem.solve(mode="search", disk=tmp_path / "disk:5").length == 4
    assert problem.solve(mode="search", disk=f"{tmp_path / 'other'}:5").length == 4
    assert sorted(one.name for one in tmp_path.iterdir()) == ["disk:5", "other"]
