"""Results as they are shown and saved: a line, a table or a board, files."""

import dataclasses
import json
import subprocess
import sys

import pytest

import bmcplan

BOARD = "..B.\nXXB.\n....\n....\n"


def results(instances, tmp_path):
    """A result of each class."""
    board = bmcplan.read(BOARD)
    answer = board.solve(certify=tmp_path / "certificate", semantics="sequential")
    klotski = bmcplan.read(instances / "sliding" / "klotski.toml", metric="moves").solve(mode="search")
    hardest, explained, generated = board.harden(top=3), board.explain(), bmcplan.generate(size=4, steps=20, seed=1)
    parts = [answer.moves[0], *klotski.moves[:1], *board.solve(mode="incremental").horizons[:1], answer.certificate, hardest.positions[0], explained.sets[0], generated.puzzles[0]]
    facts = board.facts()
    parts += [facts.variables[0], facts.goals[0], facts.distances]
    more = [facts, board.explore(), hardest, explained, generated, board.rate(), board.check(answer), board.check(["x"])]
    return [answer, klotski, board.solve(timeout=0), bmcplan.verify(tmp_path / "certificate"), *parts, *more, bmcplan.prisoners(),
            bmcplan.check_schedule([[[1, 2, 3]]]), *bmcplan.solve(BOARD, mode="search", encoding="operators").warnings]  # fmt: skip


def test_each_result_is_a_line_or_a_small_page(instances, tmp_path):
    found = results(instances, tmp_path)
    assert len({type(one) for one in found}) == 21
    for one in found:
        line, page = repr(one), one._repr_html_()
        assert len(line) <= 120 and "\n" not in line and line.startswith(f"<bmcplan.{type(one).__name__} "), line
        assert len(page.encode()) < 40_000 and page.startswith("<div>") and page.count("<div>") == page.count("</div>")
        assert "<table>" in page or "<img" in page


def test_parts_without_a_text_are_rows():
    page = bmcplan.read(BOARD).facts()._repr_html_()
    assert "<th>fact</th><th>not_before</th>" in page and "<bmcplan" not in page and "&lt;" not in page and "('" not in page


def test_the_longest_answers_are_small(instances):
    task = bmcplan.Task("long")
    many = [task.variable("<x>" * 2000, range(3000))]
    for value in range(2999):
        task.operator(f"{value} <x>" + "o" * 300, {many[0]: value}, {many[0]: value + 1})
    task.goal({many[0]: 2999})
    answer = task.solve(mode="search")
    assert answer.length == 2999
    page = answer._repr_html_()
    assert len(page.encode()) < 40_000 and "<x>" not in page and len(repr(answer)) <= 120
    assert "<li>0 &lt;x&gt;ooo" in page and "oo…</li>" in page and "and 2,799 more" in page


def test_a_table_without_room_is_left_out():
    found = bmcplan.harden(BOARD)
    large = dataclasses.replace(found, positions=30 * (dataclasses.replace(found.positions[0], shown="x\n" * 3000),))
    assert len(large._repr_html_().encode()) < 40_000 and "4 from a goal" in large._repr_html_()


def test_an_answer_is_not_opened_on_its_solution():
    answer = bmcplan.solve(BOARD)
    page = answer._repr_html_()
    before, _, behind = page.partition("<details>")
    assert "data:image/svg+xml;base64," in before and "<svg" not in page and "B down 1" not in before and "<li>B down 1</li>" in behind
    assert "<img" not in bmcplan.Answer.of_json(answer.to_json())._repr_html_()


def test_problems_are_shown_as_images_of_their_own(instances):
    """Two drawings in one page would share their names and styles."""
    board, large = bmcplan.read(BOARD), bmcplan.read(instances / "large" / "12x12_7.toml")
    for one in (board, large, bmcplan.read(instances / "pddl" / "suitcase" / "problem.pddl"), bmcplan.read(instances / "sliding" / "klotski.toml")):
        page = one._repr_html_()
        assert len(page.encode()) < 40_000 and "<svg" not in page and "id=" not in page and not hasattr(one, "_repr_svg_")
    assert "data:image/svg+xml;base64," in board._repr_html_()


def test_lines_where_there_are_no_pages():
    pretty = pytest.importorskip("IPython.lib.pretty").pretty
    answer = bmcplan.solve(BOARD)
    assert pretty(answer) == str(answer) and pretty([answer]) == f"[{answer!r}]"
    board = bmcplan.read(BOARD)
    assert pretty(board) == f"{board!r}\n{board.draw('text').rstrip()}" and pretty([board]) == f"[{board!r}]"


def test_answers_are_saved_by_the_ends_of_names(tmp_path):
    answer = bmcplan.solve(BOARD)
    begins = {"svg": b"<svg", "gif": b"GIF89a", "png": b"\x89PNG", "html": b"<!", "txt": answer.draw("text").encode()[:10], "plan": b"(B down 1)", "json": b"{"}
    for end, begin in begins.items():
        for _ in "an old one is replaced", "":
            answer.save(tmp_path / f"x.{end.upper() if end == 'gif' else end}")
    for file in tmp_path.iterdir():
        assert file.read_bytes().startswith(begins[file.suffix[1:].lower()]), file
    assert len(list(tmp_path.iterdir())) == len(begins)
    assert bmcplan.Answer.of_json((tmp_path / "x.json").read_text()) == answer
    for name, words in [("x.pdf", "these ends: .svg"), ("x", "these ends"), (3, "a path is meant")]:
        with pytest.raises(bmcplan.ArgumentError, match=words):
            answer.save(name if name == 3 else tmp_path / name)
    with pytest.raises(OSError, match="No such file"):
        answer.save(tmp_path / "none" / "x.gif")
    (tmp_path / "x.gif").mkdir()
    with pytest.raises(bmcplan.FileError, match="directory"):
        answer.save(tmp_path / "x.gif")
    (tmp_path / "x.gif").rmdir()
    with pytest.raises(bmcplan.ArgumentError, match="no plan in this answer"):
        bmcplan.solve(BOARD, timeout=0).save(tmp_path / "y.plan")
    with pytest.raises(bmcplan.ArgumentError, match="comes from elsewhere"):
        bmcplan.Answer.of_json(answer.to_json()).save(tmp_path / "y.svg")
    assert len(list(tmp_path.iterdir())) == len(begins)


def test_plans_are_saved_as_the_command_line_writes_them(instances, tmp_path):
    for file, settings in [
        ("sample02.toml", {}),
        ("pddl/errands/problem.pddl", {}),
        ("gdl/buttons-and-lights.kif", {}),
        ("sample01.toml", {"semantics": "exists"}),
    ]:
        words = [f"--{name}={value}" for name, value in {"mode": "incremental", **settings}.items() if name != "mode"]
        command = [sys.executable, "-m", "bmcplan", "solve", str(instances / file), "--incremental", *words, "--json", "--plan-out", str(tmp_path / "a.plan")]
        printed = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        answer = bmcplan.solve(instances / file, mode="incremental", **settings)
        assert list(answer.plan) == printed["plan"]
        answer.save(tmp_path / "b.plan")
        assert (tmp_path / "a.plan").read_text() == (tmp_path / "b.plan").read_text()


def test_a_task_is_solved():
    task = bmcplan.Task("lamp")
    lamp = task.variable("lamp", ["off", "on"])
    task.operator("press", {}, {lamp: "on"}, cost=3)
    task.goal({lamp: "on"})
    assert repr(task) == "<bmcplan.Task 'lamp', 1 variable, 1 operator>"
    assert task.solve().cost == 3 and task.solve(metric="actions", mode="search").metric == "actions"
    assert "timeout:" in bmcplan.Task.solve.__doc__
    with pytest.raises(TypeError, match="unexpected keyword"):
        task.solve(speed=3)
