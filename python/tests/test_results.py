"""Results as text, dicts and JSON; arguments, many problems, pictures and schedules."""

import copy
import dataclasses
import json
import pickle

import pytest

import bmcplan
from bmcplan import _native

BOARD = "..B.\nXXB.\n....\n....\n"


def test_results_are_objects_of_json():
    answer = bmcplan.solve(BOARD, mode="search")
    found = answer.to_dict()
    assert found == json.loads(answer.to_json()) and found["plan"] == list(answer.plan)
    assert "problem" not in found and found["cost"] is None and found["moves"][0]["cells"] == 1
    assert bmcplan.Answer.of_json(answer.to_json()) == answer
    assert list(bmcplan.solve(BOARD, timeout=0).to_dict()) == list(bmcplan.solve("XX#.\n....\n").to_dict())
    assert "\n  " in answer.to_json(indent=2)
    for result in (bmcplan.explore(BOARD), bmcplan.check(BOARD, answer), bmcplan.check(BOARD, ["x"])):
        assert type(result).of_json(result.to_json()) == result


def test_results_are_two_lines_for_people(tmp_path):
    def lines(result):
        found = str(result).split("\n")
        assert len(found) == 2 and all(found), found
        return found

    first, second = lines(bmcplan.solve("..B.XXB.........", mode="search"))
    assert first.startswith("..B.XXB.........: 4 units, shortest (search, ")
    assert second == "B down 1, B down 1, X right 1, X right 1"
    steps = lines(bmcplan.solve(BOARD, mode="incremental", semantics="exists"))[0]
    assert "makespan" in steps and "shortest" not in steps
    assert "perhaps not shortest" in lines(dataclasses.replace(bmcplan.solve(BOARD), optimal=False))[0]
    assert "no plan within the horizon" in lines(bmcplan.solve(BOARD, mode="horizon", horizon=2))[0]
    assert "no plan of any length" in lines(bmcplan.solve("XXBB............"))[0]
    assert "stopped by timeout" in lines(bmcplan.solve(BOARD, timeout=0))[0]
    assert " states (" in lines(bmcplan.explore(BOARD))[0]
    assert lines(bmcplan.check(BOARD, ["x"]))[0].endswith("wrong")
    answer = bmcplan.certify(BOARD, tmp_path / "c", mode="search")
    assert lines(answer.certificate)[0].startswith("certified")
    assert lines(bmcplan.verify(tmp_path / "c"))[0] == "certified: 4 units, shortest"
    assert lines(bmcplan.prisoners(days=2))[1].startswith("1-2-3")


def test_values_of_goals_are_said():
    doors = """
        (role me) (init shut) (legal me leave) (legal me open)
        (<= (next open) (does me open)) (<= (next open) (true open)) (<= (next out) (does me leave))
        (<= terminal (true out)) (<= (goal me 100) (true open)) (<= (goal me 40) (not (true open))) (<= (goal me 0) (true shut))
        """

    def first_line(**asked):
        game = bmcplan.read(doors, goal=asked.pop("goal", None))
        return str(game.solve(mode="search", **asked)).split(" (")[0].replace("the text: ", "")

    assert first_line() == first_line(goal="max") == "goal 100: 2 moves, shortest"
    assert first_line(goal=40) == "goal 40: 1 move, shortest"
    assert first_line(goal="max", max_horizon=1) == "goal 40: 1 move, shortest; longer plays may be worth 100"
    steps = str(bmcplan.read(doors, goal="max").solve(mode="incremental", semantics="forall", max_horizon=1))
    assert "every smaller makespan refuted; longer plays may be worth 100" in steps
    assert first_line(goal="max", max_horizon=0) == "goal 100, 40 or 0: no plan within the horizon: every length up to 0 refuted"
    game = bmcplan.read(doors, goal=40)
    assert str(game.check(["leave"])) == "the text: valid\n1 move, goal 40"
    assert ": goal 40: 1 move<" in game.draw("svg", plan=["leave"])
    game = bmcplan.read(doors, goal="max")
    assert ": goal 100: 2 moves<" in game.draw("svg", plan=game.solve())
    assert "goal 100" not in game.draw("svg", plan=["leave"])


def test_help_has_the_values_of_arguments():
    for name, values in _native.names():
        of = [bmcplan.export] if name == "format" else [bmcplan.solve]
        if name not in ("kind", "format", "metric"):
            of.append(bmcplan.Problem.solve)
        for function in of:
            # Some builds have CaDiCaL.
            missing = [value for value in values if value not in function.__doc__ and value != "cadical"]
            assert f"{name}:" in function.__doc__ and not missing, (function, name, missing)


def test_the_horizon_is_called_as_on_the_command_line():
    assert bmcplan.solve(BOARD, mode="horizon", horizon=4).length == 4
    assert bmcplan.solve(BOARD, mode="fixed", horizon=4).length == 4


def test_memory_is_in_megabytes():
    assert bmcplan.solve(BOARD, mode="incremental", memory_bytes=1000).stopped_by == "memory"
    assert bmcplan.solve(BOARD, mode="incremental", memory=500.5).status == "solved"
    for wrong in ({"memory": 10**9}, {"memory": -1}, {"memory": "1"}, {"memory_bytes": 1.5}, {"memory": 1, "memory_bytes": 1}):
        with pytest.raises(bmcplan.ArgumentError, match="memory"):
            bmcplan.solve(BOARD, **wrong)


def test_a_file_that_is_not_there_is_not_found(tmp_path):
    for ask in (
        lambda: bmcplan.solve(tmp_path / "none.toml"),
        lambda: bmcplan.solve("no such file"),
        lambda: bmcplan.verify(tmp_path / "none"),
        lambda: bmcplan.read_all(str(tmp_path / "none")),
        lambda: bmcplan.check_schedule(tmp_path / "none.toml"),
    ):
        with pytest.raises(FileNotFoundError) as caught:
            ask()
        assert isinstance(caught.value, bmcplan.InputError) and caught.value.errno == 2 and "none" in caught.value.filename + "none"
        assert "no such" in str(caught.value).lower() or "No such" in str(caught.value)


def test_collections_folders_and_lists(instances, tmp_path):
    (tmp_path / "boards.txt").write_text(
        "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n58 BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN 9192\n"
    )
    first, second = bmcplan.read_all(tmp_path / "boards.txt")
    assert [(board.id, board.line) for board in (first, second)] == [("60 2332", 1), ("58 9192", 2)]
    for again in (pickle.loads(pickle.dumps(second)), copy.deepcopy(second)):
        assert (again.id, again.line, again.file) == (second.id, second.line, second.file)
    answer = second.solve(mode="search")
    assert (answer.id, answer.line, answer.to_dict()["line"]) == ("58 9192", 2, 2)
    assert len(bmcplan.read_all(instances / "thinkfun")) == 40
    gripper = [problem for problem in bmcplan.read_all(instances / "pddl") if problem.kind == "pddl"]
    assert gripper and all(not problem.file.endswith("domain.pddl") for problem in gripper)
    both = bmcplan.read_all([instances / "sample02.toml", tmp_path])
    assert [problem.kind for problem in both] == ["rushhour"] * 3
    assert [problem.metric for problem in bmcplan.read_all(BOARD, metric="slides")] == ["slides"]
    named = bmcplan.read(f"{tmp_path / 'boards.txt'}:9192")
    assert (named.name, named.solve().length) == ("boards:9192", answer.length)
    with pytest.raises(bmcplan.InputError, match="read_all"):
        bmcplan.read(tmp_path / "boards.txt")


def test_a_pair_may_be_a_list(instances):
    folder = next(folder for folder in sorted((instances / "pddl").iterdir()) if (folder / "problem.pddl").exists())
    files = [folder / "domain.pddl", folder / "problem.pddl"]
    assert bmcplan.read(files).name == bmcplan.read(tuple(files)).name


def test_pictures_as_png():
    answer = bmcplan.solve(BOARD)
    assert bmcplan.draw(answer, "png").startswith(b"\x89PNG\r\n")
    with pytest.raises(bmcplan.ArgumentError, match="png"):
        bmcplan.draw(answer, "bmp")


def test_schedules(instances):
    answer = bmcplan.prisoners()
    assert (answer.status, answer.people, answer.row, answer.days, answer.full) == ("solved", 9, 3, 6, True)
    assert bmcplan.check_schedule(answer).status == "valid" and bmcplan.check_schedule(answer.schedule).full
    assert bmcplan.count_schedules(days=2) == 2572
    listed = bmcplan.prisoners(days=2, all=5)
    assert len(set(listed.schedules)) == 5 and not listed.complete
    assert bmcplan.prisoners(9, 3, 7).status == "unsolvable"
    assert bmcplan.check_schedule(instances / "prisoners" / "dudeney.toml").status == "valid"
    wrong = bmcplan.check_schedule([[[1, 2, 3], [4, 5, 6]], [[2, 1, 3], [4, 6, 5]]])
    assert wrong.status == "wrong" and wrong.reason
    golfers = bmcplan.prisoners(12, 3, 2, design="golfers")
    assert golfers.everyone and bmcplan.check_schedule(golfers).status == "valid"
    assert bmcplan.prisoners(timeout=0).stopped_by == "timeout"
    assert bmcplan.check_schedule([[[1, 2, 3]]]) and not bmcplan.check_schedule([[[1, 2, 3]], [[1, 2, 3]]])
    for make, words in [
        (lambda: bmcplan.prisoners(design="chess"), "golfers"),
        (lambda: bmcplan.prisoners(design="golfers"), "people"),
        (lambda: bmcplan.prisoners(-1), "people"),
        (lambda: bmcplan.prisoners(all=0), "all"),
        (lambda: bmcplan.count_schedules(days=2, limit=0), "limit"),
        (lambda: bmcplan.prisoners(encoding="x"), "encoding"),
        (lambda: bmcplan.prisoners(symmetry="x"), "symmetry"),
        (lambda: bmcplan.check_schedule([[["a"]]]), "list of days"),
        (lambda: bmcplan.check_schedule(bmcplan.prisoners(9, 3, 7)), "none in this answer"),
    ]:
        with pytest.raises(bmcplan.ArgumentError, match=words):
            make()
    with pytest.raises(bmcplan.StoppedError):
        bmcplan.count_schedules(timeout=0)
