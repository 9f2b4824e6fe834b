"""Problems from files and texts: solved, counted, explored, drawn, exported, certified."""

import copy
import dataclasses
import json
import pickle
import re
import subprocess
import sys
import time

import pytest

import bmcplan
from bmcplan._problem import _range

BOARD = "..B.\nXXB.\n....\n....\n"
ROW = BOARD.replace("\n", "")


def test_a_board_from_a_file_a_text_and_a_row(instances):
    assert bmcplan.solve(instances / "sample02.toml").length == 39
    assert bmcplan.solve(str(instances / "sample02.toml"), metric="slides", mode="search").metric == "slides"
    for board in (BOARD, ROW):
        answer = bmcplan.solve(board)
        assert answer.plan == ("B down 1", "B down 1", "X right 1", "X right 1")
        assert (answer.status, answer.optimal, answer.refuted) == ("solved", True, 3)


def test_pddl_from_files_and_texts(instances):
    folder = instances / "pddl" / "errands"
    domain, problem = folder / "domain.pddl", folder / "problem.pddl"
    answers = [
        bmcplan.solve(given)
        for given in (problem, (domain, problem), (domain.read_text(), problem.read_text()))
    ]
    assert {answer.length for answer in answers} == {answers[0].length} and answers[0].kind == "pddl"
    with pytest.raises(bmcplan.ArgumentError, match="both files or both texts"):
        bmcplan.read((domain, problem.read_text()))


def test_problems_and_answers_are_copied():
    answer = bmcplan.solve(BOARD)
    assert dataclasses.asdict(answer)["length"] == 4
    for again in (copy.deepcopy(answer), pickle.loads(pickle.dumps(answer))):
        assert again == answer and again.problem.solve().plan == answer.plan


def test_results_are_frozen():
    answer = bmcplan.solve(BOARD)
    with pytest.raises(dataclasses.FrozenInstanceError):
        answer.length = 3
    assert answer.moves[0] == bmcplan.Move("B down 1", "B", "down", 1, ((1, 3), (2, 3)))
    assert hash(answer.moves[0]) is not None


def test_fields_are_the_keys_of_json(instances):
    page = (instances.parent / "docs" / "json.md").read_text()
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `")]
    keys = lambda place: {key.strip("`") for cells in rows if place in cells[2].split(", ") for key in cells[0].split(", ")}
    fields = lambda result: {of.name for of in dataclasses.fields(result)}
    assert fields(bmcplan.Answer) - {"problem"} == keys("solve")
    named = [(bmcplan.Certificate, "certificate"), (bmcplan.Exploration, "explore"), (bmcplan.Verification, "verify"), (bmcplan.Hardest, "harden"),
             (bmcplan.Explained, "explain")]
    for result, place in named:
        assert fields(result) == keys(place)
    assert fields(bmcplan.Rating) == keys("rate") - {"id", "line"}


def test_the_hardest_positions(instances):
    found = bmcplan.harden(instances / "sample02.toml", top=3)
    assert (found.status, found.states, found.given) == ("complete", 377, 39)
    assert len(found.positions) == 3
    for position in found.positions:
        assert position.exact and position.cost is None
        assert bmcplan.solve(position.text).length == position.length <= found.positions[0].length
    assert all(one.plans == 1 for one in bmcplan.harden(instances / "sample02.toml", top=3, unique=True).positions)
    with pytest.raises(bmcplan.ArgumentError, match="top"):
        bmcplan.harden(BOARD, top=0)


def test_the_parts_that_force_a_length(instances):
    found = bmcplan.explain(instances / "thinkfun" / "card02.toml")
    (only,) = found.sets
    assert (found.status, found.length, len(found.elements), len(only.kept)) == ("complete", 14, 10, 7)
    assert only.minimal and {str(one) for one in only.scenery} == {"piece Q", "piece F", "piece G"}
    assert bmcplan.solve(only.text).length == 14 and all(one.length < 14 for one in only.kept)
    assert only.sentence == "7 of 10 elements alone force 14 units; none of them can be left out"
    assert str(found).startswith(f"{found.name}: {only.sentence} (")
    of_clock = bmcplan.explain(instances / "gdl" / "buttons-and-lights.kif")
    assert "the step counter, alone forces 6 moves; none of the 3 elements is needed" in str(of_clock)
    assert str(of_clock).endswith("\nno element")
    found = bmcplan.explain(instances / "thinkfun" / "card02.toml", smallest=True, all=5)
    assert found.all and found.at_least == 7 and found.sets[0].smallest
    stuck = bmcplan.explain("XX#.\n....\n", only="piece")
    assert (stuck.solvable, stuck.length, stuck.sets[0].kept) == (False, None, ())
    with pytest.raises(bmcplan.ArgumentError, match="all"):
        bmcplan.explain(BOARD, all=0)
    with pytest.raises(bmcplan.ArgumentError, match="kind of element"):
        bmcplan.explain(BOARD, only="car")


def test_figures_of_a_puzzle(instances):
    rating = bmcplan.rate(instances / "sample02.toml", metric="slides")
    assert (rating.status, rating.metric) == ("solved", "slides")
    figures = rating.figures
    assert (figures["units"], figures["slides"], figures["length"], figures["states"]) == (39, 16, 16, 377)
    assert figures["plans"] == bmcplan.count_plans(instances / "sample02.toml", metric="slides")
    assert sum(count for _, count in rating.distances) == figures["states"] - figures["dead-ends"]
    assert figures["cost"] is None and "slides 16" in str(rating)
    stuck = bmcplan.rate("XXA\n..A\n")
    assert (stuck.status, stuck.figures["plans"], stuck.figures["length"]) == ("unsolvable", 0, None)


def test_new_puzzles(instances):
    wanted = {"length": "5..", "states": "..2000"}
    found = bmcplan.generate(figures=wanted, size=4, metric="slides", count=2, steps=100, seed=3)
    assert found.complete and len(found.puzzles) == 2 and found.attempts >= 2 and found.stopped_by is None
    again = bmcplan.generate(figures=wanted, size=4, metric="slides", count=2, steps=100, seed=3, jobs=1)
    assert [one.text for one in again.puzzles] == [one.text for one in found.puzzles]
    for puzzle in found.puzzles:
        rating = bmcplan.rate(puzzle.text, metric="slides")
        assert rating.figures == puzzle.figures and rating.figures["length"] >= 5 and rating.figures["states"] <= 2000
    none = bmcplan.generate(figures={"length": 1000}, size=3, steps=5, patience=2)
    assert not none.complete and none.refused == {"length": 2} and str(none) == "0 puzzles in 2 attempts"
    others = bmcplan.generate(instances / "sliding" / "pennant.toml", {"length": "20.."}, metric="moves", steps=50)
    assert others.puzzles[0].kind == "sliding"
    for figures, said in [({"length": "9..3"}, "write the smaller number first"), ({"size": 3}, "no figure"), ({"length": "x"}, "not a range")]:
        with pytest.raises(bmcplan.ArgumentError, match=said):
            bmcplan.generate(figures=figures)
    with pytest.raises(bmcplan.ArgumentError, match="size"):
        bmcplan.generate(size=2)


def test_bad_input_says_where_it_is():
    with pytest.raises(bmcplan.InputError) as caught:
        bmcplan.solve("XX\nA\n")
    error = caught.value
    assert (error.line, error.column, error.file) == (2, 1, "the text")
    assert "rows" in error.message and "2 | A" in error.rendered and str(error) == error.rendered
    with pytest.raises(bmcplan.InputError, match="cannot read the file"):
        bmcplan.solve("no/such/file.toml")
    assert issubclass(bmcplan.InputError, ValueError)


def test_a_collection_is_not_a_problem(instances):
    line = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n"
    assert bmcplan.solve(line).length is not None
    with pytest.raises(bmcplan.InputError, match="there are 2 problems"):
        bmcplan.solve(line * 2)


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        ({"mode": "x"}, "incremental"),
        ({"metric": "x"}, "units, slides"),
        ({"encoding": "x"}, "paper-v1"),
        ({"solver": "x"}, "varisat"),
        ({"kind": "x"}, "rushhour"),
        ({"semantics": "x"}, "forall"),
        ({"schedule": "x"}, "ramp"),
        ({"reduce": "x"}, "order"),
        ({"mode": "fixed"}, "needs horizon"),
        ({"horizon": 3}, "minimize"),
        ({"timeout": -1}, "from 0 on"),
        ({"timeout": "1"}, "seconds are meant"),
        ({"memory": -1}, "from 0 to"),
        ({"max_horizon": 2**70}, "from 0 on"),
        ({"mode": 3}, "a name is meant"),
        ({"goal": 3}, "metric"),
        ({"mode": "search", "heuristic": "lmcut", "semantics": "forall"}, "one move a step"),
        ({"heuristic": "lmcut"}, "goes with mode='search'"),
        ({"mode": "search", "schedule": "linear"}, "goes with mode='auto', mode='incremental'"),
        ({"mode": "pdr", "lower_bound": "none"}, "goes with mode='auto'"),
        ({"mode": "first", "solver": "varisat"}, "goes with mode='auto'"),
        ({"evidence": "proof"}, "certify"),
        ({"certify": "x", "evidence": "x"}, "auto, proof, recount"),
        ({"certify": "x", "evidence": "layers"}, "auto, proof, recount"),
        ({"certify": "x", "evidence": "recount", "semantics": "forall"}, "one move a step"),
    ],
)
def test_errors_of_arguments_say_what_is_allowed(arguments, allowed):
    with pytest.raises(bmcplan.ArgumentError, match=allowed):
        bmcplan.solve(BOARD, **arguments)


def test_answers_that_are_no_plans():
    blocked = bmcplan.solve("XX#.\n....\n")
    assert (blocked.status, blocked.plan) == ("unsolvable", None)
    short = bmcplan.solve(BOARD, mode="fixed", horizon=2)
    assert short.status == "no_plan_within_horizon" and 2 <= short.refuted < 4
    nothing = bmcplan.solve(BOARD, timeout=0)
    assert (nothing.status, nothing.stopped_by, nothing.plan) == ("stopped", "timeout", None)


def test_a_limit_ends_a_run(instances):
    klotski = bmcplan.read(instances / "sliding" / "klotski.toml")
    answer = klotski.solve(mode="incremental", timeout=0.3)
    assert (answer.status, answer.stopped_by) == ("stopped", "timeout") and 0 < answer.refuted < 116
    answer = klotski.solve(mode="incremental", memory=1)
    assert (answer.status, answer.stopped_by) == ("stopped", "memory")


def test_all_plans_are_counted_and_listed():
    assert bmcplan.count_plans(BOARD) == 1 == len(list(bmcplan.all_plans(BOARD)))
    plans = bmcplan.all_plans("AA..\n....\nXX..\n....\n", limit=3)
    assert next(plans) == ("X right 1", "X right 1") and list(plans) == []
    assert bmcplan.count_plans("XX#.\n....\n") == 0
    with pytest.raises(bmcplan.StoppedError):
        bmcplan.count_plans(BOARD, timeout=0)
    with pytest.raises(bmcplan.StoppedError):
        list(bmcplan.all_plans(BOARD, timeout=0))


def test_no_plan_within_a_limit_is_not_the_number_0():
    task = bmcplan.Task()
    switch = task.variable("switch", ["off", "on"])
    task.operator("press", {}, {switch: "on"}, cost=7)
    task.goal({switch: "on"})
    for problem, settings, reason in [
        (BOARD, {"max_horizon": 3}, "horizon"),
        (BOARD, {"mode": "minimize", "horizon": 3}, "horizon"),
        (task, {"max_cost": 6}, "cost"),
    ]:
        for ask in (bmcplan.count_plans, lambda *given, **more: next(bmcplan.all_plans(*given, **more))):
            with pytest.raises(bmcplan.StoppedError, match="perhaps one beyond it") as stopped:
                ask(problem, **settings)
            assert stopped.value.reason == reason
    assert bmcplan.count_plans(BOARD, max_horizon=4) == 1 == bmcplan.count_plans(task, max_cost=7)
    assert bmcplan.count_plans("XX#.\n....\n", max_horizon=3) == 0


def test_the_state_space(instances):
    space = bmcplan.explore(instances / "sample02.toml")
    assert (space.status, space.stopped_by, space.states, space.depth) == ("complete", None, 377, 46)


def test_the_limit_that_was_reached_is_named(instances):
    board = bmcplan.read(instances / "sample02.toml")
    for found in (board.explore(timeout=0), board.rate(timeout=0), board.harden(timeout=0)):
        assert (found.status, found.stopped_by) == ("stopped", "timeout")
    found = bmcplan.explain(instances / "sliding" / "klotski.toml", metric="moves", timeout=1)
    assert (found.status, found.stopped_by) == ("stopped", "timeout")


def test_time_on_the_clock_and_on_processors_are_told_apart(instances):
    answer = bmcplan.solve(instances / "sliding" / "klotski.toml", mode="incremental", cpu_timeout=0.3)
    assert (answer.status, answer.stopped_by) == ("stopped", "cpu_timeout")


def test_figures_are_those_since_the_call(instances):
    board = bmcplan.read(instances / "sample02.toml")
    begun = time.process_time()
    while time.process_time() < begun + 0.5:
        pass
    for ask in (board.solve, board.explore, board.harden, board.explain, board.rate):
        before = time.process_time()
        found = ask()
        assert 0 < found.cpu_seconds <= time.process_time() - before + 1e-5
    # The process needed more before, so nothing is known of what a small call needs.
    needed_before = bytearray(200_000_000)
    del needed_before
    assert board.explore().memory_mb is None


def test_pictures():
    answer = bmcplan.solve(BOARD)
    assert bmcplan.draw(answer).startswith("<svg")
    assert bmcplan.draw(answer, "gif").startswith(b"GIF89a")
    assert bmcplan.draw(answer, "html").lower().startswith("<!doctype html>")
    assert "X" in bmcplan.draw(BOARD, "text")
    assert bmcplan.draw(BOARD, plan=["B down 1"]).startswith("<svg")
    assert answer.player()._repr_html_().startswith("<iframe")
    with pytest.raises(bmcplan.ArgumentError, match="svg, still, html, text, gif"):
        bmcplan.draw(answer, "pdf")
    with pytest.raises(bmcplan.ArgumentError, match="no move 'Z up 1'"):
        bmcplan.draw(BOARD, plan=["Z up 1"])


def test_formats():
    assert bmcplan.export(BOARD, "dimacs", horizon=4).count("p cnf") == 1
    assert bmcplan.export(BOARD, "wcnf", horizon=4).count("\n1 -") > 4
    assert bmcplan.export(BOARD, "sas").startswith("begin_version")
    assert "(define" in bmcplan.export(BOARD, "pddl")
    with pytest.raises(bmcplan.ArgumentError, match="needs a horizon"):
        bmcplan.export(BOARD, "icnf")
    with pytest.raises(bmcplan.ArgumentError, match="dimspec, text, wcnf, opb, sas, pddl"):
        bmcplan.export(BOARD, "x")


def test_certificates(tmp_path):
    answer = bmcplan.certify(BOARD, tmp_path / "one")
    assert answer.certificate.missing is None and 0 < answer.certificate.proof_bytes
    verified = bmcplan.verify(tmp_path / "one")
    assert verified
    assert (verified.status, verified.length, verified.metric) == ("certified", 4, "units")
    with open(tmp_path / "one" / "plan.txt", "a") as plan:
        plan.write("(X right 1)\n")
    wrong = bmcplan.verify(tmp_path / "one")
    assert not wrong
    assert wrong.status == "wrong" and wrong.reason
    again = bmcplan.read(BOARD).certify(answer, tmp_path / "two")
    assert again.proof_bytes == answer.certificate.proof_bytes
    with pytest.raises(OSError, match=f"^{re.escape(str(tmp_path / 'none'))}: certificate.json: "):
        bmcplan.verify(tmp_path / "none")
    own = bmcplan.verify(tmp_path / "one" / "below.cnf", proof=tmp_path / "one" / "below.lrat")
    assert own and (own.claim, own.evidence, own.length) == ("no model", "proof", None)
    assert not bmcplan.verify(tmp_path / "one" / "below.cnf", proof=tmp_path / "one" / "below.cnf")
    longer = ["B down 1", "B up 1", *answer.plan]
    with pytest.raises(bmcplan.ArgumentError, match="there is a plan of at most"):
        bmcplan.read(BOARD).certify(longer, tmp_path / "two")
    none = bmcplan.certify("XX#.\n....\n", tmp_path / "three")
    assert (none.status, none.certificate.missing) == ("unsolvable", None)
    verified = bmcplan.verify(tmp_path / "three")
    assert (verified.status, verified.claim, verified.length) == ("certified", "no plan", None)
    for evidence in ("proof", "recount"):
        bmcplan.certify(BOARD, tmp_path / "five", evidence=evidence)
        assert bmcplan.verify(tmp_path / "five").evidence == evidence
        again = bmcplan.read(BOARD).certify(answer, tmp_path / "five", evidence=evidence)
        assert again.evidence == evidence and again.missing is None
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "README").write_text("mine")
    for folder, why in ((tmp_path / "mine", "files such as README are not overwritten"), (tmp_path, "is in use|not a certificate")):
        with pytest.raises(OSError, match=why):
            bmcplan.certify(BOARD, folder)
    with pytest.raises(OSError, match="is in this folder"):
        bmcplan.certify(tmp_path / "one" / "task.sas", tmp_path / "one")
    assert [file.read_text() for file in (tmp_path / "mine").iterdir()] == ["mine"]
    with pytest.raises(bmcplan.ArgumentError, match="certify makes no sense with mode='fixed'"):
        bmcplan.certify(BOARD, tmp_path / "four", mode="fixed", horizon=2)
    missing = bmcplan.certify(BOARD, tmp_path / "four", mode="minimize", horizon=2).certificate.missing
    assert "no plan was found" in missing


@pytest.mark.parametrize("semantics", ["forall", "exists"])
def test_certificates_of_makespans(tmp_path, semantics):
    answer = bmcplan.certify(BOARD, tmp_path, semantics=semantics)
    assert answer.certificate.missing is None
    verified = bmcplan.verify(tmp_path)
    assert (verified.status, verified.length) == ("certified", len(answer.steps))
    assert (verified.metric, verified.unit, verified.semantics) == ("makespan", "units", semantics)
    name = {"forall": "∀-steps of units", "exists": "∃-steps of units in the order of order.txt"}[semantics]
    assert verified.sentence == f"{verified.length} {name}, shortest"


def test_arguments_without_effect_are_named():
    def warnings(**arguments):
        return [warning.message for warning in bmcplan.solve(BOARD, **arguments).warnings]

    found = warnings(mode="search", encoding="operators", reduce="none")
    assert found == ["encoding and reduce had no effect: mode='search' makes no formula"]
    assert "mode='incremental' leaves it out" in warnings(solver="batsat")[0]
    assert warnings(mode="incremental", solver="batsat", encoding="operators") == []
    assert warnings(mode="incremental", all=True, reduce="order")[0].startswith("reduce='order' had no effect: all shortest")


def test_plans_are_checked():
    answer = bmcplan.solve(BOARD)
    assert bmcplan.check(BOARD, answer) and bmcplan.check(BOARD, answer).status == "valid"
    wrong = bmcplan.check(BOARD, ["B down 1", "X right 1"])
    assert not wrong
    assert (wrong.status, wrong.step) == ("wrong", 2)


def test_an_answer_is_read_in_its_own_metric(instances, tmp_path):
    for number, board in enumerate([BOARD, instances / "costs" / "heavy.toml"]):
        problem, other = bmcplan.read(board), bmcplan.read(board, metric="slides")
        answer = other.solve()
        check = problem.check(answer, optimal=True)
        assert check.optimal and check == other.check(answer, optimal=True)
        assert problem.draw("svg", plan=answer) == other.draw("svg", plan=answer)
        assert problem.certify(answer, tmp_path / str(number)).missing is None
        assert bmcplan.verify(tmp_path / str(number)).length == answer.length
        for ask in (lambda asked: asked.draw("svg", plan=answer), lambda asked: asked.certify(answer, tmp_path / "none")):
            with pytest.raises(bmcplan.ArgumentError, match="there is no move"):
                ask(bmcplan.read(board, metric="units"))
    assert not (tmp_path / "none").exists()


def test_an_answer_without_a_plan_is_no_empty_plan(tmp_path):
    task = bmcplan.Task()
    switch = task.variable("switch", ["off", "on"])
    task.operator("press", {}, {switch: "on"})
    task.goal({switch: "off"})
    for problem in (bmcplan.read(BOARD), task.problem()):
        nothing = problem.solve(timeout=0)
        for ask in (
            lambda: problem.check(nothing),
            lambda: problem.check(nothing, optimal=True),
            lambda: bmcplan.check(problem, nothing),
            lambda: problem.certify(nothing, tmp_path / "none"),
        ):
            with pytest.raises(bmcplan.ArgumentError, match="no plan in this answer, whose status is stopped"):
                ask()
    assert not (tmp_path / "none").exists()
    assert bmcplan.check(task, []).status == "valid" and bmcplan.draw(nothing, plan=nothing).startswith("<svg")


def test_comparisons_are_records():
    records = bmcplan.compare(BOARD, modes=["incremental", "search"], encodings=["transition", "operators"], runs=2)
    assert len(records) == 6 and {record["length"] for record in records} == {4}
    # Search makes no formula, so it has no encoding.
    known = {("incremental", "transition"), ("incremental", "operators"), ("search", None)}
    assert {(record["mode"], record["encoding"]) for record in records} == known
    alone = bmcplan.compare(BOARD, modes=["search", "auto"], encodings=["operators"], solvers=["batsat"])
    assert [(record["encoding"], record["solver"]) for record in alone] == [(None, None)] * 2
    seeded = bmcplan.compare(BOARD, modes=["incremental"], encodings=["strips"], runs=3, seed=7)
    assert [(record["run"], record["seed"], record["length"]) for record in seeded] == [(1, 7, 4), (2, 8, 4), (3, 9, 4)]
    assert bmcplan.solve(BOARD, mode="incremental", seed=7).seed == 7 and bmcplan.solve(BOARD).seed is None
    with pytest.raises(bmcplan.ArgumentError, match="fastest"):
        bmcplan.compare(BOARD, modes=["fastest"])


def test_many_problems_are_compared(instances):
    files = [instances / "sample01.toml", instances / "sample02.toml"]
    records = bmcplan.compare([*files, BOARD, bmcplan.read(BOARD, metric="slides")], modes=["search", "incremental"], semantics=iter([None, "forall"]))
    assert len(records) == 16 and [record["file"] for record in records[::4]] == [*map(str, files), None, None]
    assert [record["metric"] for record in records[::4]] == ["units", "units", "units", "slides"]
    assert all(value is None or isinstance(value, (str, int, float)) for record in records for value in record.values())
    pandas = pytest.importorskip("pandas")
    assert list(pandas.DataFrame(records).length[::4]) == [record["length"] for record in records[::4]]


def test_positions_and_puzzles_are_in_the_metric_that_was_asked_for(instances):
    for file, options in [
        (instances / "sample02.toml", {"metric": "slides"}),
        (instances / "costs" / "heavy.toml", {"metric": "slides"}),
        (instances / "costs" / "heavy.toml", {}),
        (instances / "sliding" / "pennant.toml", {"metric": "moves", "labelled": True}),
    ]:
        board = bmcplan.read(file, **options)
        position = board.harden(timeout=60).positions[0]
        answer = bmcplan.solve(position)
        assert position.problem.metric == board.metric and (answer.length, answer.cost) == (position.length, position.cost)
        (puzzle,) = board.generate(steps=20, seed=1).puzzles
        assert puzzle.problem.metric == board.metric and bmcplan.rate(puzzle).figures == puzzle.figures
        assert pickle.loads(pickle.dumps(puzzle)).problem == puzzle.problem
        assert board.rate().figures["length"] == board.solve().length
    gripper = bmcplan.harden(instances / "pddl" / "errands" / "problem.pddl", timeout=1)
    with pytest.raises(bmcplan.ArgumentError, match="no text"):
        gripper.positions[0].problem


def test_ranges_are_those_of_python():
    def generated(wanted):
        return bmcplan.generate(figures={"length": wanted}, size=4, steps=60, seed=3, patience=3).puzzles

    assert [_range("length", wanted) for wanted in (range(5, 10), (1.5, None), (None, 3), 7)] == ["5..9", "1.5..", "..3", "7..7"]
    same = generated("5..9")
    assert same and same == generated((5, 9)) == generated(range(5, 10)) and generated("5..") == generated((5, None))
    assert generated((None, 4)) == generated("..4") and all(one.figures["length"] <= 4 for one in generated((0.0, 4.5)))
    for wrong in [(5,), (1, 2, 3), (None, None), range(9, 5), range(5, 9, 2), (-1, 3), range(-1, 3), ("a", 3), True, None, [5, 9], float("nan"), (1, 10**400)]:
        with pytest.raises(bmcplan.ArgumentError, match=r"figures: a number, a range such as \(30, 40\), or range\(30, 41\) is meant for 'length'"):
            generated(wrong)
    with pytest.raises(bmcplan.ArgumentError, match="write the smaller number first"):
        generated((9, 5))


def test_the_command_line(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "bmcplan", "solve", "--kind", "rushhour", "--quiet", "-"],
        input=BOARD, capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.stdout.splitlines() == list(bmcplan.solve(BOARD).plan)
    refused = subprocess.run([sys.executable, "-m", "bmcplan", "solve", "no such file"], capture_output=True, cwd=tmp_path)
    assert refused.returncode == 2
