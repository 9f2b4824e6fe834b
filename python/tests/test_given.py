"""Problems as Python has them: rows, arrays, bytes and open files; equality, and pickles that are read elsewhere."""

import io
import os
import pickle
import subprocess
import sys

import pytest

import bmcplan

BOARD = "..B.\nXXB.\n....\n....\n"
ROWS = BOARD.split()


class Array:
    """What is known of an array here."""

    def __init__(self, elements):
        self.elements = elements

    def tolist(self):
        return self.elements


def refused(words, ask, *given, error=bmcplan.ArgumentError):
    with pytest.raises(error, match=words):
        ask(*given)


def test_rows_are_a_board():
    board = bmcplan.read(BOARD)
    cells = [list(row) for row in ROWS]
    for given in (ROWS, tuple(ROWS), cells, tuple(map(tuple, cells)), Array(ROWS), Array(cells), [Array(row) for row in cells]):
        assert bmcplan.read(given) == board == bmcplan.Problem(given)
        assert bmcplan.solve(given).length == 4
    assert [one == board for one in bmcplan.read_all([ROWS, board, ROWS])] == 3 * [True]
    assert [one == board for one in bmcplan.read_all(cells)] == [True] == [one == board for one in bmcplan.read_all(Array(ROWS))]
    assert bmcplan.solve(["..B.", "XXB."]).status == "unsolvable" and bmcplan.solve(["..bb", "XX.."]).length == 2
    numpy = pytest.importorskip("numpy")
    assert bmcplan.read(numpy.array(cells)) == board == bmcplan.read(numpy.array(ROWS))


def test_rows_that_are_none_say_where():
    refused("rows", bmcplan.solve, [*ROWS, "..."], error=bmcplan.InputError)
    refused("a cell of a board is one character, not 0, in row 2", bmcplan.read, [["X", "X", "."], [0, 0, 0]])
    refused("a cell of a board is one character, not 'AB', in row 1", bmcplan.read, [["AB", "."], [".", "."]])


def test_a_pair_of_files_or_texts_is_no_board(instances, tmp_path, monkeypatch):
    folder = instances / "pddl" / "errands"
    texts = [(folder / name).read_text() for name in ("domain.pddl", "problem.pddl")]
    monkeypatch.chdir(tmp_path)
    for name, text in zip(("d.pddl", "p.pddl"), texts):
        (tmp_path / name).write_text(text)
        (tmp_path / name[0]).write_text(text)
    expected = bmcplan.read((folder / "domain.pddl", folder / "problem.pddl"))
    with open("d.pddl") as domain, open("p.pddl", "rb") as problem:
        opened = bmcplan.read((domain, problem))
    for pair in (["d.pddl", "p.pddl"], ["d", "p"], texts, [text.encode() for text in texts]):
        assert bmcplan.read(pair) == expected == opened
    refused("cannot read", bmcplan.read, ["a.pddl", "b.pddl"], error=FileNotFoundError)
    (tmp_path / "XX..").write_text("")
    refused("'XX..' is a row of a board or a file; give rows as one text, and files as Paths", bmcplan.read, ["....", "XX.."])


def test_open_files_and_bytes_are_read(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(BOARD)
    board = bmcplan.read(BOARD)
    with open(file) as text, open(file, "rb") as binary:
        assert bmcplan.read(text) == board == bmcplan.read(binary)
    assert bmcplan.read(BOARD.encode()) == board == bmcplan.read(bytearray(BOARD, "ascii"))
    assert bmcplan.read(io.StringIO(BOARD)) == board == bmcplan.read_all(io.BytesIO(BOARD.encode()))[0]
    refused("byte 3 is not in it", bmcplan.read, b"XX\xff")
    file.write_text("XX\nA\n")
    with open(file) as wrong:
        refused("board.txt", bmcplan.solve, wrong, error=bmcplan.InputError)


def test_problems_are_equal_by_content(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(BOARD)
    board = bmcplan.read(BOARD)
    assert board == bmcplan.read(file) == bmcplan.read(BOARD, metric="units")
    assert board == bmcplan.read(BOARD.rstrip("\n")) == bmcplan.read(ROWS) != bmcplan.read(BOARD + ".")
    assert len({board, bmcplan.read(file), bmcplan.read(BOARD, metric="slides")}) == 2
    assert board != bmcplan.read(BOARD, metric="slides") and board != bmcplan.read("XX..\n") and board != BOARD

    def task(cost):
        made = bmcplan.Task("lamp")
        lamp = made.variable("lamp", ["off", "on"])
        made.operator("press", {}, {lamp: "on"}, cost=cost)
        made.goal({lamp: "on"})
        return made.problem()

    assert task(1) == task(1) != task(2) and hash(task(1)) == hash(task(1))


def test_pickles_are_read_from_elsewhere(tmp_path, monkeypatch):
    (tmp_path / "boards.txt").write_text("60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n58 BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN 9192\n")
    (tmp_path / "board.txt").write_text(BOARD)
    monkeypatch.chdir(tmp_path)
    problems = [bmcplan.read("board.txt"), bmcplan.read("boards.txt:2"), *bmcplan.read_all("boards.txt"), *bmcplan.read_all("boards.txt:2"), bmcplan.read(BOARD)]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    os.chdir(elsewhere)
    code = "import pickle, sys; print([one.solve(mode='search').length for one in pickle.load(sys.stdin.buffer)])"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(problems), capture_output=True, cwd=elsewhere)
    assert done.stdout.decode().strip() == str([one.solve(mode="search").length for one in problems]), done.stderr
    assert pickle.loads(pickle.dumps(problems)) == problems
