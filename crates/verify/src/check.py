#!/usr/bin/env python3
"""A checker for bmcplan's certificates, which show that a plan is a shortest one, or that there is no plan. It shares
nothing with bmcplan.

    python3 check.py FOLDER                              checks everything in a certificate
    python3 check.py PROBLEM METRIC N                    writes the formula "there is a plan of at most N steps"
    python3 check.py PROBLEM METRIC N --plan plan.txt    checks that a plan has N steps and satisfies that formula
    python3 check.py --proof below.cnf below.lrat        checks a proof in binary LRAT that a formula has no model

With `--steps forall` behind N, operators that can run in every order share a step; with `--steps order.txt` those that
can run in the order of that file.

PROBLEM is a Rush Hour board or a sliding-block puzzle, in TOML or drawn, or a planning task `task.sas`, whose METRIC may
be any word. With `--labelled` behind N, a puzzle keeps all pieces of one shape apart; with `--one-row`, the one row of a
board is all its cells. The formula and the form of the proof are described in docs/certificate-format.md of bmcplan. Needs
Python 3.11 and nothing else.

The exit code is 0 if all is well, 20 if something is wrong, 2 if something is missing or cannot be read.

In this order: the task of a SAS file, of a board, of a puzzle; the formulas; the plan; the proof; the states; the
certificate. What is about boards and puzzles only shows that task.sas is their task, which for problems of other kinds is not checked.
"""
import hashlib, json, os, re, stat, sys
from collections import Counter, defaultdict, namedtuple
from functools import reduce
from heapq import heappop, heappush
from math import gcd
from itertools import accumulate, chain, combinations, filterfalse, pairwise, product


class Wrong(Exception):
    """The certificate is wrong."""


class Unreadable(Exception):
    """Something is missing, or cannot be checked."""


class OtherForm(Unreadable):
    """A problem is of a kind or form that this script does not read."""


def expect(condition, what):
    """Refuses what cannot be checked."""
    if not condition:
        raise Unreadable(what)


def number_in(word):
    """The whole number that a word is, as bmcplan writes it: in ASCII, with no + or zero before it. Python itself reads `1_0`, ` 5` and `٥`, too."""
    expect(re.fullmatch("0|-?[1-9][0-9]{0,38}", word), f"{word!r} is not a number")
    return int(word)


# --- The planning task ---
# A fact is a pair (variable, value). Variables from `n_state` on are derived: one is 0 if a rule, a pair (head, body),
# has it as its head and a body that holds; else it is 1. An effect is a pair (conditions, fact).
Task = namedtuple("Task", "names n_state initial goal operators rules")
Operator = namedtuple("Operator", "name precondition effects cost", defaults=[1])


def read_sas(text):
    """The task in a file of Fast Downward's translator, version 3."""
    expect(not re.search("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", text), "a SAS file has a control character")
    lines = iter(text.split("\n"))

    def take(expected=None):
        line = next(lines, None)
        expect(line is not None and expected in (None, line), f"a SAS file has {line!r}, not {expected or 'more'}")
        return line

    def numbers():
        line, number = take(), "(0|-?[1-9][0-9]*)"
        expect(re.fullmatch(f"{number}( {number})*", line), f"a SAS file has {line!r}, not numbers")
        return [*map(int, line.split(" "))]

    def number():
        [only] = numbers()
        return only

    def fact(var, value):
        expect(0 <= var < len(names) and 0 <= value < len(names[var]), f"variable {var} has no value {value}")
        return var, value

    def facts(what=None):
        if what:
            take("begin_" + what)
        found = [fact(*numbers()) for _ in range(number())]
        if what:
            take("end_" + what)
        return found

    for line in ("begin_version", "3", "end_version", "begin_metric"):
        take(line)
    has_costs = number()
    take("end_metric")
    names, layers, operators, rules = [], [], [], []
    for index in range(number()):
        take("begin_variable"), take(f"var{index}")
        layers.append(number())
        names.append([take() for _ in range(number())])
        take("end_variable")
    n_state = layers.count(-1)
    expect(layers == [-1] * n_state + [*range(len(names) - n_state)], "variables are not ordered by their layers")
    expect(all(len(values) == 2 for values in names[n_state:]), "a derived variable has more or less than two values")
    for _ in range(number()):
        facts("mutex_group")
    take("begin_state")
    initial = [fact(var, number())[1] for var in range(len(names))]
    expect(initial[n_state:] == [1] * (len(names) - n_state), "a derived variable does not begin as 1")
    take("end_state")
    goal = facts("goal")
    for _ in range(number()):
        take("begin_operator")
        name, precondition, effects = take(), set(facts()), []
        for _ in range(number()):
            n_conditions, *pairs, var, before, after = numbers()
            expect(len(pairs) == 2 * n_conditions and var < n_state, f"operator {name!r} has an odd effect")
            precondition |= {fact(var, before)} if before != -1 else set()
            effects.append(([fact(*pair) for pair in zip(pairs[::2], pairs[1::2])], fact(var, after)))
        cost = number()
        expect(0 <= cost <= 2**63 and (has_costs or cost == 1), f"operator {name!r} has an odd cost")
        operators.append(Operator(name, sorted(precondition), effects, cost))
        take("end_operator")
    for _ in range(number()):
        take("begin_rule")
        body, (head, before, after) = facts(), numbers()
        is_plain = n_state <= head < len(names) and (before, after) == (1, 0)
        expect(is_plain and all(var < head for var, _ in body), "a rule is not in the form that bmcplan writes")
        rules.append((head, body))
        take("end_rule")
    expect([*lines] == [""], "a SAS file goes on behind its end")
    expect(has_costs == any(operator.cost != 1 for operator in operators), "the costs that count are all 1")
    return Task(names, n_state, initial[:n_state], goal, operators, rules)


def without_mutexes(sas):
    """The same file without its groups of facts that exclude each other, of which a certificate has none."""
    return re.sub(rb"\n[0-9]+\n(begin_mutex_group\n[0-9 \n]*end_mutex_group\n)*begin_state\n", b"\n0\nbegin_state\n", sas, count=1)


def built(variables, initial, goal, operators, derived):
    """The task of variables (name and values), derived variables (name and bodies), and the rest."""
    names = [[value_name(name, value) for value in values] for name, values in variables]
    names += [[f"Atom {name}", f"NegatedAtom {name}"] for name, _ in derived]
    rules = [(head, body) for head, (_, bodies) in enumerate(derived, len(variables)) for body in bodies]
    return Task(names, len(variables), initial, goal, operators, rules)


def value_name(variable, value):
    """The name of a value as bmcplan writes it; variables called `var3` or so count as having no name."""
    if value == "none":
        return "<none of those>"
    return f"Atom {value}" if re.fullmatch(r"var\+?[0-9]{1,9}", variable) else f"Atom {variable}={value}"


def place(cell):
    """A cell, a pair (row, column) from 0, as it is written: from 1."""
    return f"{cell[0] + 1},{cell[1] + 1}"


# A board as it is drawn: rows of names, marks on its frame, pairs (sign, row or column, side), or None where there is no
# frame, and the names behind it.
Drawn = namedtuple("Drawn", "rows marks named")


def lines_of(text):
    """The lines that are neither blank nor comments."""
    return [line for line in map(str.strip, text.split("\n")) if line and not line.startswith("%")]


def words_of(line):
    """The words of a line with their places."""
    return [(word.start(), word.group()) for word in re.finditer(r"\S+", line)]


def framed(lines):
    """A board in a frame; None if there is none."""
    rows, marks, named = [], [], []
    for at, line in enumerate(lines[1:-1]):
        words = words_of(line)
        end = max((i for i, (_, word) in enumerate(words) if word in ("|", ">", "*")), default=0)
        if not 0 < end >= len(words) - 2 or words[0][1] not in ("|", "<"):
            return None
        named += [word for _, word in words[end + 1:]]
        marks += [(word, at, side) for word, side in ((words[end][1], "right"), (words[0][1], "left")) if word != "|"]
        rows.append(words[1:end])
    if not rows:
        return None
    starts = [start for start, _ in rows[0]]
    for line, side, signs in ((lines[0], "top", "-^"), (lines[-1], "bottom", "-v*")):
        (_, edge), *behind = words_of(line)
        if not re.fullmatch(r"\+.*\+", edge) or not {*edge[1:-1]} <= {*signs} or len(behind) > 1:
            return None
        found = [(place, sign) for place, sign in enumerate(edge[1:-1], 1) if sign != "-"]
        if not {place for place, _ in found} <= {*starts}:
            return None
        marks += [(sign, starts.index(place), side) for place, sign in found]
        named += [word for _, word in behind]
    return Drawn([[word for _, word in row] for row in rows], marks, named)


# The greatest number of rows and columns of boards of cars.
CAR_SIDE = 64


def drawing(lines, side):
    """A board that is drawn: in a frame, with spaces between its cells, or with a character for each."""
    spaced = [line.split() for line in lines]
    board = framed(lines)
    if not board and len(lines) > 1 and all(len(row) > 1 and max(map(len, row)) < 4 for row in spaced):
        board = Drawn(spaced, None, [])
    board = board or Drawn([*map(list, lines)], None, [])
    if board.marks is None and any(line[-1] == ">" or line[0] == "<" for line in lines):
        raise OtherForm("the exit of a board is drawn without a frame")
    names = Counter(chain(*board.rows))
    is_uneven = len({*map(len, board.rows)}) > 1 or " " in names or 1 in names.values()
    if side == CAR_SIDE and board.marks is None and is_uneven and names.keys().isdisjoint(".o-_0"):
        raise OtherForm("the empty cells of a board may be blanks")
    expect(len({*map(len, board.rows)}) == 1, "a board has no rows, or rows that differ in length")
    expect(board.rows[0] and max(len(board.rows), len(board.rows[0])) <= side, "a board has no cells, or too many")
    return board


def cells_of(board):
    """The content of each cell, in reading order."""
    return {(r, c): name for r, row in enumerate(board.rows) for c, name in enumerate(row)}


# Signs of a printed board, which cannot name cars.
SIGNS = {".", "#", "*", "|", "<", ">", "^"}


def expect_name(name):
    """Refuses invalid names. Beyond ASCII, bmcplan and Python may differ in what is a letter."""
    expect(name.isalnum() or not name.isascii() or not name, f"{name!r} is not a name on a board")
    if not (name.isalnum() or not name):
        raise OtherForm("a board is drawn with characters that this script does not know")


def by_name(cells, others):
    """The cells of each name, in reading order of the first ones."""
    found = defaultdict(list)
    for cell, name in cells.items():
        if name not in others:
            found[name].append(cell)
    return found


# --- Rush Hour ---
# The position of a car is how far along its lane, a row or column, its first cell is. `flat` ones lie in a row.
Car = namedtuple("Car", "name length flat lane position")


def cell_of(car, along):
    """The cell of a car's lane that is so far along it."""
    return (car.lane, along) if car.flat else (along, car.lane)


def red_among(cars, name=None):
    """The red car, which may be named; None if there is none."""
    names = [car.name for car in cars]
    name = next((name for name in ("X", "A", "r") if name in names), None) if name is None else name
    return cars[names.index(name)] if name in names else None


def marked_goal(board, red):
    """Where the marks on the frame of a board say that its red car is to end; None if that is the end of its lane."""
    if not board.marks or not red:
        return None
    sides = ("left", "right") if red.flat else ("top", "bottom")
    is_star = [sign == "*" and side not in sides for sign, _, side in board.marks]
    sign, at, side = board.marks[0]
    if all(is_star) and len(is_star) == red.length:
        return min(at for _, at, _ in board.marks)
    expect(sign != "*" and len(is_star) == 1 and side in sides and at == red.lane, "the frame has odd marks")
    return 0 if sign in "<^" else None


def read_board(data):
    """The size, the walls and the cars of a board, drawn or listed, the name of the red one, and its goal, if these are drawn."""
    if "board" in data:
        expect(data.keys().isdisjoint({"rows", "columns", "walls", "car"}), "a board is given twice")
        board = data["board"] if type(data["board"]) is Drawn else drawing(lines_of(data["board"]), CAR_SIDE)
        cells, cars, is_framed = cells_of(board), [], board.marks is not None
        walls, empty = ({"#"}, {".", "*"}) if is_framed else ({"#", "x"}, {".", "o"})
        signs = {*cells.values()}
        empty |= {*[sign for sign in "-_0" if sign in signs and not is_framed and not empty & signs][:1]}
        expect(is_framed or not (walls <= signs or empty <= signs), "a board has two signs for one thing")
        for name, covered in by_name(cells, walls | empty).items():
            expect_name(name if not is_framed else "")
            flat = covered[0][0] == covered[-1][0]
            cars.append(Car(name, len(covered), flat, *(covered[0] if flat else covered[0][::-1])))
            straight = [cell_of(cars[-1], cars[-1].position + i) for i in range(len(covered))]
            expect(covered == straight and len(covered) > 1, f"car {name} is bent, or of one cell")
        names = {*board.named, *([data["red"]] if "red" in data else [])}
        expect(len(names) < 2, "the red car has two names")
        expect(not board.marks or "goal" not in data, "the goal is given twice")
        named = next(iter(names), None)
        red = red_among(cars, named)
        goal, stars = marked_goal(board, red), {cell for cell in cells if is_framed and cells[cell] == "*"}
        is_star = red and any(sign == "*" for sign, _, _ in board.marks or [])
        ends = {cell_of(red, goal + i) for i in range(red.length)} if is_star else set()
        expect(stars <= ends, "a * is in a cell that is not part of a goal")
        return [n + 1 for n in max(cells)], {cell for cell in cells if cells[cell] in walls}, cars, named, goal
    cars = []
    for car in data.get("car", []):
        expect(car.keys() == {"name", "length", "orientation", "row", "column"}, "a car has missing or unknown keys")
        flat = {"h": True, "horizontal": True, "v": False, "vertical": False}[car["orientation"]]
        cell = side_of(car["row"]) - 1, side_of(car["column"]) - 1
        cars.append(Car(car["name"], side_of(car["length"]), flat, *(cell if flat else cell[::-1])))
    walls = {(side_of(r) - 1, side_of(c) - 1) for r, c in data.get("walls", [])}
    return [side_of(data["rows"]), side_of(data["columns"])], walls, cars, None, None


def side_of(number):
    """A number of rows or columns, or one of these."""
    expect(type(number) is int and 0 < number <= 64, "a number of a board is not from 1 to 64")
    return number


def positions(car, cars, size, walls):
    """The positions that a car could take: it passes no wall, and no car of its lane, each of which needs its room."""
    first = end = car.position
    while first > 0 and cell_of(car, first - 1) not in walls:
        first -= 1
    while end < size[car.flat] and cell_of(car, end) not in walls:
        end += 1
    same = [o for o in cars if (o.flat, o.lane) == (car.flat, car.lane) and first <= o.position < end]
    before = sum(other.length for other in same if other.position < car.position)
    after = sum(other.length for other in same if other.position > car.position)
    return range(first + before, end - after - car.length + 1)


def board_task(data, metric):
    """The task of a board: a variable for each car, a derived one for each cell that may be busy."""
    expect(metric in ("units", "slides"), f"Rush Hour has no metric {metric}")
    keys = {"board", "rows", "columns", "walls", "car", "red", "goal", "name", "source"}
    expect(data.keys() <= keys, "a board has keys that are not known")
    expect(all(type(data.get(key, "")) is str for key in ("name", "source", "red")), "a name of a board is not a string")
    size, walls, cars, named, marked = read_board(data)
    cells = [cell_of(car, car.position + i) for car in cars for i in range(car.length)] + list(walls)
    expect(all(0 <= r < size[0] and 0 <= c < size[1] for r, c in cells), "something is outside the board")
    expect(len(set(cells)) == len(cells), "two things are in one cell")
    names = [car.name for car in cars]
    expect(len(set(names)) == len(names), "two cars have one name")
    are_names = all(type(name) is str and len(name) <= 32 and len(name.split()) == 1 and name not in SIGNS for name in names)
    expect(are_names and all(name == name.strip() for name in names), "a car has an invalid name")
    red_car = red_among(cars, data.get("red", named))
    expect(red_car, "there is no red car")
    red, goal = cars.index(red_car), size[red_car.flat] - red_car.length
    if "goal" in data:
        along, across = ("column", "row") if red_car.flat else ("row", "column")
        expect(data["goal"].keys() <= {"row", "column"}, "the goal has keys that are not known")
        expect(data["goal"].get(across, red_car.lane + 1) == red_car.lane + 1, "the goal is outside the lane of the red car")
        marked = side_of(data["goal"][along]) - 1
    if marked is not None:
        expect(0 <= marked <= goal, "the goal is outside the board")
        goal = marked
    reach = [positions(car, cars, size, walls) for car in cars]
    values = [sorted({*reach[i], goal}) if i == red else list(reach[i]) for i in range(len(cars))]
    busy = defaultdict(list)
    for i, car in enumerate(cars):
        for position in reach[i]:
            for along in range(position, position + car.length):
                busy[cell_of(car, along)].append([(i, values[i].index(position))])
    derived = {cell: len(cars) + k for k, cell in enumerate(sorted(busy))}
    operators = []
    for i, car in enumerate(cars):
        for here, there in ((p, q) for p in reach[i] for q in reach[i] if p != q):
            if metric == "slides" or abs(here - there) == 1:
                word = ("up", "down", "left", "right")[2 * car.flat + (here < there)]
                swept = range(here + car.length, there + car.length) if here < there else range(there, here)
                free = [(derived[cell_of(car, along)], 1) for along in swept]
                effect = [], (i, values[i].index(there))
                condition = sorted([(i, values[i].index(here)), *free])
                operators.append(Operator(f"{car.name} {word} {abs(here - there)}", condition, [effect]))
    variables = [(car.name, [place(cell_of(car, p)) for p in values[i]]) for i, car in enumerate(cars)]
    initial = [values[i].index(car.position) for i, car in enumerate(cars)]
    derived = [(f"busy({place(cell)})", busy[cell]) for cell in derived]
    return built(variables, initial, [(red, values[red].index(goal))], operators, derived)


# --- Sliding blocks ---
# The anchor of a piece is its first cell in reading order; its shape is where its cells are from there.
Piece = namedtuple("Piece", "letter start shape goal")
DIRECTIONS = (-1, 0), (1, 0), (0, -1), (0, 1)


def shape_of(cells):
    """What a piece looks like, wherever it stands."""
    return tuple((r - cells[0][0], c - cells[0][1]) for r, c in cells)


def cover(shape, anchor, floor):
    """The cells of a shape with its anchor there; none if it does not fit."""
    cells = frozenset((anchor[0] + r, anchor[1] + c) for r, c in shape)
    return cells if cells <= floor else None


def read_puzzle(data):
    """The floor, the pieces and the groups of interchangeable pieces of a puzzle."""
    keys = {"start", "goal", "interchangeable", "name", "source"}
    expect(data.keys() <= keys, "a puzzle has keys that are not known")
    expect(all(type(data.get(key, "")) is str for key in ("name", "source")), "a name of a puzzle is not a string")
    start, goal = (drawing(lines_of(data[key]), 16) for key in ("start", "goal"))
    expect(not any(board.marks or board.named for board in (start, goal)), "the frame of a puzzle has marks or names")
    start, goal = cells_of(start), cells_of(goal)
    for name in sorted({*start.values(), *goal.values()} - {".", "#"}):
        expect(len(name) == 1, "a piece has a name of several letters")
        expect_name(name)
    floor = {cell for cell, char in start.items() if char != "#"}
    ends, pieces = by_name(goal, ".#"), []
    expect(start.keys() == goal.keys() and floor.issuperset(chain(*ends.values())), "the goal does not fit the start")
    for letter, cells in by_name(start, ".#").items():
        end = ends.pop(letter, None)
        expect(end is None or shape_of(end) == shape_of(cells), f"piece {letter} changes its shape")
        pieces.append(Piece(letter, cells[0], shape_of(cells), end and end[0]))
    expect(not ends and any(piece.goal for piece in pieces), "the goal has no piece, or one that the start lacks")
    groups, shapes = data.get("interchangeable", []), {piece.letter: piece.shape for piece in pieces}
    expect(len(set("".join(groups))) == len("".join(groups)), "a piece is in two groups")
    expect(all(len({shapes[letter] for letter in group}) == 1 for group in groups), "a group has several shapes")
    return floor, pieces, groups


def places_of(members, floor, n_empty):
    """The anchors that a piece could reach alone, and what it covers there. No step takes more cells than are empty."""
    places, to_do = {}, [piece.start for piece in members]
    while to_do:
        cell = to_do.pop()
        if cell not in places:
            places[cell] = cover(members[0].shape, cell, floor)
            for after in ((cell[0] + r, cell[1] + c) for r, c in DIRECTIONS):
                covered = cover(members[0].shape, after, floor)
                if covered and len(covered - places[cell]) <= n_empty:
                    to_do.append(after)
    return dict(sorted(places.items()))


def straight_ways(places, start, n_empty, distance):
    """The places along straight lines up to a distance, and the one set of cells for each that have to be empty."""
    found = {}
    for r, c in DIRECTIONS:
        swept, cell = frozenset(), (start[0] + r, start[1] + c)
        while cell in places and max(abs(cell[0] - start[0]), abs(cell[1] - start[1])) <= distance:
            swept |= places[cell] - places[start]
            if len(swept) > n_empty:
                break
            found[cell] = [swept]
            cell = cell[0] + r, cell[1] + c
    return found


def all_ways(places, start, n_empty):
    """The places of all ways, and the minimal sets of cells for each that have to be empty; small sets come first."""
    found, to_do = defaultdict(list), [[] for _ in range(n_empty + 1)]
    to_do[0].append((start, frozenset()))
    for of_one_size in to_do:
        while of_one_size:
            cell, swept = of_one_size.pop()
            if not any(other <= swept for other in found[cell]):
                found[cell].append(swept)
                expect(len(found[cell]) <= 512, "a puzzle has too many ways around corners")
                for after in ((cell[0] + r, cell[1] + c) for r, c in DIRECTIONS):
                    more = swept | places.get(after, frozenset()) - places[start]
                    if after in places and len(more) <= n_empty:
                        to_do[len(more)].append((after, more))
    del found[start]
    return found


def puzzle_task(data, metric, labelled):
    """The task of a puzzle. A class is a set of pieces that need not be told apart. A class of one piece is a variable:
    its anchor. The others share a variable for each cell: which of them has an anchor there."""
    expect(metric in ("units", "slides", "moves"), f"sliding blocks have no metric {metric}")
    floor, pieces, groups = read_puzzle(data)
    n_empty = len(floor) - sum(len(piece.shape) for piece in pieces)
    classes = defaultdict(list)
    for piece in pieces:
        group = next((group for group in groups if piece.letter in group), None)
        is_alone = labelled or group is None and piece.goal
        classes[("alone", piece) if is_alone else ("group", group) if group else ("shape", piece.shape)].append(piece)
    classes = list(classes.values())
    letters, singles = [m[0].letter for m in classes], [k for k, m in enumerate(classes) if len(m) == 1]
    places = [places_of(members, floor, n_empty) for members in classes]
    values = [sorted({*places[k], *(p.goal for p in members if p.goal)}) for k, members in enumerate(classes)]
    shared = defaultdict(list)
    for k in range(len(classes)):
        for cell in values[k] if k not in singles else []:
            shared[cell].append(k)
    anchors = {cell: len(singles) + i for i, cell in enumerate(sorted(shared))}

    def at(k, cell):
        return (singles.index(k), values[k].index(cell)) if k in singles else (anchors[cell], shared[cell].index(k) + 1)

    variables = [(letters[k], list(map(place, values[k]))) for k in singles]
    variables += [(f"anchor({place(cell)})", ["none", *(letters[k] for k in shared[cell])]) for cell in anchors]
    facts = dict(at(k, piece.start) for k, members in enumerate(classes) for piece in members)
    initial = [facts.get(var, 0) for var in range(len(variables))]
    occupied = defaultdict(list)
    for k, anchor in ((k, anchor) for k in range(len(classes)) for anchor in places[k]):
        for cell in places[k][anchor]:
            occupied[cell].append([at(k, anchor)])
    number = {cell: len(variables) + i for i, cell in enumerate(sorted(occupied))}
    derived = [(f"occupied({place(cell)})", occupied[cell]) for cell in number]
    operators, n_ways = [], 0
    for k, here in ((k, here) for k in range(len(classes)) for here in places[k]):
        if metric == "moves":
            ways = all_ways(places[k], here, n_empty)
        else:
            ways = straight_ways(places[k], here, n_empty, 1 if metric == "units" else 16)
        n_ways += sum(map(len, ways.values()))
        expect(n_ways <= 2**18, "a puzzle has too many moves")
        for there, sets in sorted(ways.items()):
            free = [[(number[cell], 1) for cell in sorted(cells)] for cells in sets]
            if len(free) > 1:       # one of the ways has to be free
                derived.append((f"way({letters[k]},{place(here)},{place(there)})", free))
                free = [[(len(variables) + len(derived) - 1, 0)]]
            name = [letters[k]] if k in singles else [letters[k], "at " + place(here)]
            for axis, words in enumerate((("up", "down"), ("left", "right"))):
                if here[axis] != there[axis]:
                    name.append(f"{words[here[axis] < there[axis]]} {abs(here[axis] - there[axis])}")
            effects = [([], at(k, there))] if k in singles else [([], (anchors[here], 0)), ([], at(k, there))]
            operators.append(Operator(" ".join(name), sorted([at(k, here), *free[0]]), effects))
    goal = [at(k, piece.goal) for piece in pieces for k, m in enumerate(classes) if piece in m and piece.goal]
    return built(variables, initial, goal, operators, derived)


def drawn_puzzle(text):
    """The start and the goal of a puzzle, drawn under lines with these words."""
    lines, parts = lines_of(text), {}
    if not {"start", "goal"} & {*lines}:
        raise OtherForm("the goal of a puzzle is not written")
    expect(lines[:1] in (["start"], ["goal"]), "a puzzle has rows before its start and goal")
    for line in lines:
        if line in ("start", "goal"):
            expect(line not in parts, "a puzzle has two starts, or two goals")
            rows = parts[line] = []
        else:
            rows.append(line)
    return {part: "\n".join(rows) for part, rows in parts.items()}


def kind_of(text):
    """The kind of a problem by its content, if none is given."""
    if text.startswith("begin_version"):
        return "sas"
    is_puzzle = all(re.search(rf"(?m)^\s*{word}\s*(=|$)", text) for word in ("start", "goal"))
    return "sliding" if is_puzzle else "rushhour"


def read_toml(text):
    """The table of a TOML file, in which tables in braces may have lines and a comma at their end, as in TOML 1.1."""
    import tomllib
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        depth, parts = 0, []
        strings = r'''"""(?:\\.|[^\\])*?"""|\'{3}.*?\'{3}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''''
        for part in re.findall(strings + r"|#[^\n]*|,\s*\}|.", text, re.S):
            is_end = part[-1] == "}" and part[0] in ",}"
            depth += (part == "{") - is_end
            parts.append("}" if is_end else " " if depth and part[0] in "\r\n#" else part)
        return tomllib.loads("".join(parts))


def task_of(path, metric, labelled=False, one_row=False, kind=None):
    """The task of a problem in a file, of the given kind, or of the kind that its content shows."""
    return task_in(read_text(path), path, metric, labelled, one_row, kind)


def task_in(text, path, metric, labelled, one_row, kind):
    """The task of the text in a file."""
    kind, ending, lines = kind or kind_of(text), os.path.splitext(path)[1], lines_of(text)
    expect(kind == "rushhour" or not one_row, "only a board stands in one row")
    if kind == "sas":
        return read_sas(text)
    is_drawn = all(char in ".#-_" or char.isalnum() for char in "".join(lines))
    if kind == "rushhour" and ending != ".toml":
        if ending in (".lp", ".asp") or not is_drawn and any(re.search(r"\w\(", line, re.A) and line[0] != "#" for line in lines):
            raise OtherForm("boards as facts are not read by this script")
        if is_drawn or not any(re.match(r"[^\s=]+\s*=|\[", line) for line in lines):
            expect(not one_row or is_drawn and len(lines) == 1, "a board has more than one row")
            side = int(len(lines[0]) ** 0.5) if one_row else 0
            expect(not one_row or side * side == len(lines[0]), "a board in one row is not square")
            lines = [lines[0][at:at + side] for at in range(0, side * side, side)] if one_row else lines
            return board_task({"board": drawing(lines, CAR_SIDE)}, metric)
    if kind == "sliding" and (ending == ".txt" or ending != ".toml" and not any("=" in line for line in lines)):
        return puzzle_task(drawn_puzzle(text), metric, labelled)
    if kind in ("rushhour", "sliding"):
        expect(not one_row, "a board in TOML is not in one row")
        data = read_toml(text)
        if "cost" in data:
            raise OtherForm("costs of pieces are not read by this script")
        return board_task(data, metric) if kind == "rushhour" else puzzle_task(data, metric, labelled)
    raise OtherForm(f"{path} is of a kind that this script does not read; certificates have a task.sas for it")


# --- Steps of several operators ---


class Sharing:
    """Which operators may share a step: those that do not disturb each other, or none that is later in an order."""

    def __init__(self, task, places=None):
        self.task, self.places, self.all_values = task, places, [frozenset(range(len(values))) for values in task.names]
        self.name = f"steps of operators that can run in {'every' if places is None else 'the given'} order"
        self.derived = {}       # for each fact of a derived variable: what relies on it relies on
        for var in range(task.n_state, len(task.names)):
            alone, if_true, if_false = defaultdict(set), set(), set()
            for body in (body for head, body in task.rules if head == var):
                if len(body) == 1 and body[0][0] < task.n_state:
                    alone[body[0][0]].add(body[0][1])
                else:
                    if_true.update(*map(self.relied_on, body))
                if_false.update(*map(self.denied, body))
            if_true.update((other, frozenset(values)) for other, values in alone.items())
            self.derived[var, 0], self.derived[var, 1] = if_true, if_false

    def relied_on(self, fact):
        """The sets of values that variables must not leave for a fact to go on to hold: pairs of a variable and a set."""
        return self.derived[fact] if fact in self.derived else {(fact[0], frozenset([fact[1]]))}

    def denied(self, fact):
        """The same for a fact not to hold."""
        var, value = fact
        return self.derived[var, 1 - value] if fact in self.derived else {(var, self.all_values[var] - {value})}

    def pairs(self, first_operator, first_effect):
        """The pairs of propositions of operators and conditional effects that are never in one step, sorted."""
        operators, found, effect = self.task.operators, set(), first_effect
        needed = [dict(operator.precondition) for operator in operators]
        made = [dict(fact for conditions, fact in operator.effects if not conditions) for operator in operators]
        needing, others = defaultdict(lambda: defaultdict(list)), defaultdict(lambda: defaultdict(list))
        for p, (_, precondition, effects, _) in enumerate(operators):
            reliances = set()
            for fact in precondition:
                if fact in self.derived:
                    reliances |= self.derived[fact]
                else:
                    needing[fact[0]][fact[1]].append(p)
            for fact in chain(*(conditions for conditions, _ in effects)):
                reliances |= self.relied_on(fact) | self.denied(fact)
            for var, values in reliances:
                others[var][values].append(p)
        for o, operator in enumerate(operators):
            for conditions, (var, value) in operator.effects:
                cause = effect if conditions else first_operator + o
                effect += bool(conditions)
                # Those that need another value of the variable than this operator are never in a step with it.
                lost = [needed[o][var]] if var in needed[o] else needing[var]
                disturbed = [needing[var][x] for x in [*lost] if x != value]
                disturbed += [reliers for values, reliers in others[var].items() if value not in values]
                for p in chain(*disturbed):
                    is_later = self.places is None or self.places[o] < self.places[p]
                    if p != o and is_later and not (differ(needed[o], needed[p]) or differ(made[o], made[p])):
                        found.add((min(cause, first_operator + p), max(cause, first_operator + p)))
                expect(len(found) <= 2**20, "too many operators disturb each other")
        return sorted(found)


def differ(a, b):
    """Whether something has different values."""
    return any(b.get(var, value) != value for var, value in a.items())


def sharing_of(task, steps, read):
    """The operators that may share a step: `forall`, or an order that is read; none if steps have one operator."""
    if steps in (None, "forall"):
        return steps and Sharing(task)
    text = read(steps)
    lines = lines_in(text) if len(text) < 10 * len(task.operators) + 10 else [text]
    if {*lines} != {str(number) for number in range(len(task.operators))} or len(lines) != len(task.operators):
        raise Wrong(f"{os.path.basename(steps)} is not an order of the operators")
    order = map(int, lines)
    return Sharing(task, {operator: place for place, operator in enumerate(order)})


# --- The formulas ---


class Formula:
    """The formula "there is a plan of at most n steps". Numbers are those of frame 0; frame t adds t · width."""

    def __init__(self, task, n, sharing=None):
        self.task, self.n, self.sharing = task, n, sharing
        *self.first_fact, self.first_rule = accumulate(map(len, task.names), initial=1)
        self.over = self.first_rule + len(task.rules)
        self.first_effect = self.over + 1 + len(task.operators)
        self.first_bit = self.first_effect + sum(bool(c) for o in task.operators for c, _ in o.effects)
        self.n_bits = 0 if sharing else len(task.operators).bit_length()
        self.width = self.first_bit + self.n_bits - 1
        self.n_variables = n * self.width + self.over - 1
        expect(sum(len(values) ** 2 for values in task.names) < 2 * 10**7, "the variables have too many values")
        expect(self.n_variables <= 2**28, "the formula has too many variables")
        self.n_over = max(n - 1, 0)     # the steps behind which a plan that is over stays over
        self.title = f"There is a plan of at most {n} {sharing.name if sharing else 'steps'}."
        self.states, self.steps = [*self.state_clauses()], [*self.choice_clauses(), *self.operator_clauses()]
        self.first = [[self.fact(f)] for f in enumerate(task.initial)]
        self.last = [[self.fact(f) + n * self.width] for f in task.goal]

    def n_clauses(self):
        """How many clauses there are."""
        n = (self.n + 1) * len(self.states) + self.n * len(self.steps) + self.n_over
        return n + len(self.first) + len(self.last)

    def fact(self, fact):
        """The proposition of a fact."""
        return self.first_fact[fact[0]] + fact[1]

    def state_clauses(self):
        """States: each variable has one value. Rules: a derived variable is 0 if a body holds, and only then."""
        fact, rules = self.fact, defaultdict(list)
        for var, values in enumerate(self.task.names):
            facts = [fact((var, value)) for value in range(len(values))]
            yield facts
            yield from ([-x, -y] for x, y in combinations(facts, 2))
        for rule, (head, body) in enumerate(self.task.rules, self.first_rule):
            rules[head].append(rule)
            yield from ([-rule, fact(literal)] for literal in body)
            yield [rule, *(-fact(literal) for literal in body)]
            yield [-rule, fact((head, 0))]
        for var in range(self.task.n_state, len(self.task.names)):
            yield [-fact((var, 0)), *rules[var]]

    def choice_clauses(self):
        """A step is a choice, 0 for a plan that is over, and no two, which have different numbers; or no two that disturb."""
        yield [*range(self.over, self.first_effect)]
        if self.sharing:
            yield from ([-self.over, -operator] for operator in range(self.over + 1, self.first_effect))
            yield from ([-x, -y] for x, y in self.sharing.pairs(self.over + 1, self.first_effect))
            return
        for choice in range(len(self.task.operators) + 1):
            for bit in range(self.n_bits):
                yield [-self.over - choice, self.first_bit + bit if choice >> bit & 1 else -self.first_bit - bit]

    def operator_clauses(self):
        """Preconditions and effects; what becomes true has a cause; a plan is over only where the goal holds."""
        task, fact, causes, effect = self.task, self.fact, defaultdict(list), self.first_effect
        for operator, (_, precondition, effects, _) in enumerate(task.operators, self.over + 1):
            yield from ([-operator, fact(condition)] for condition in precondition)
            for conditions, result in effects:
                cause = operator
                if conditions:
                    cause, effect = effect, effect + 1
                    yield [-cause, operator]
                    yield from ([-cause, fact(condition)] for condition in conditions)
                    yield [cause, -operator, *(-fact(condition) for condition in conditions)]
                yield [-cause, fact(result) + self.width]
                causes[result].append(cause)
        for f in ((var, value) for var in range(task.n_state) for value in range(len(task.names[var]))):
            yield [-fact(f) - self.width, fact(f), *causes[f]]
        yield from ([-self.over, fact(condition)] for condition in task.goal)

    def clauses(self):
        """All clauses, in portions."""
        over = [[-self.over, self.over + self.width]]
        yield self.first
        for t in range(self.n + 1):
            portion = self.states + (self.steps if t < self.n else []) + (over if t < self.n_over else [])
            shift = t * self.width
            yield [[x + shift if x > 0 else x - shift for x in clause] for clause in portion]
        yield self.last

    def text(self):
        """The DIMACS file, in portions."""
        operators, n_effects = [operator.name for operator in self.task.operators], self.first_bit - self.first_effect
        names = [*chain(*self.task.names), *(f"rule {k}" for k in range(len(self.task.rules))), "over", *operators]
        names += [f"effect {k}" for k in range(n_effects)] + [f"bit {k}" for k in range(self.n_bits)]
        yield f"c {self.title}\n".encode()
        yield "".join(f"c {number} {name}\n" for number, name in enumerate(names, 1)).encode()
        yield f"p cnf {self.n_variables} {self.n_clauses()}\n".encode()
        for portion in self.clauses():
            yield "".join([" ".join([*map(str, clause), "0"]) + "\n" for clause in portion]).encode()

    def true_in_frame(self, state, choices):
        """The propositions that are true in a state with its choices: one, unless operators share steps."""
        holds, effect = {*enumerate(state)}.issuperset, self.first_effect
        yield from map(self.fact, enumerate(state))
        yield from (rule for rule, (_, body) in enumerate(self.task.rules, self.first_rule) if holds(body))
        yield from map(self.over.__add__, choices)
        for number, operator in enumerate(self.task.operators, 1):
            for conditions in (conditions for conditions, _ in operator.effects if conditions):
                if number in choices and holds(conditions):
                    yield effect
                effect += 1
        yield from (self.first_bit + bit for bit in range(self.n_bits) if choices[0] >> bit & 1)

    def check_model(self, states, choices):
        """Checks that a plan satisfies every clause; the steps behind its last one are those of a plan that is over."""
        states, choices = states + states[-1:] * self.n, choices + [[0]] * (self.n + 1)
        frames = (map((t * self.width).__add__, self.true_in_frame(states[t], choices[t])) for t in range(self.n + 1))
        true = {number for number in chain(*frames) if number <= self.n_variables}
        true.update([-number for number in range(1, self.n_variables + 1) if number not in true])
        for clause in chain(*self.clauses()):
            if true.isdisjoint(clause):
                raise Wrong(f"the plan does not satisfy the clause {clause} of the formula for {self.n} steps")


class InvariantFormula(Formula):
    """A formula that denies that an invariant, clauses over facts, holds at the start, is kept by steps, or has no goal."""

    def __init__(self, task, name, invariant):
        n, title = {"start": (0, "The invariant does not hold in the initial state."),
                    "step": (1, "A step leads from a state with the invariant to one without it."),
                    "goal": (0, "The invariant holds in a goal state.")}[name]
        super().__init__(task, n)
        self.title, shift = title, n * self.width
        if name != "start":
            self.first = invariant
        if name != "goal":
            violated = range(self.n_variables + 1, self.n_variables + len(invariant) + 1)
            self.last = [[-v, -x - shift if x > 0 else -x + shift] for v, clause in zip(violated, invariant) for x in clause]
            self.last.append([*violated])
            self.n_variables += len(invariant)


class CostFormula(Formula):
    """The formula "there is a plan of cost at most `bound`, of n steps and a relaxed rest", of docs/certificates-of-costs.md. In
    the rest nothing is lost; it is written as a step from frame n to one more frame. The landmarks are sets of facts."""

    def __init__(self, task, n, bound, landmarks):
        super().__init__(task, n)
        self.title = f"There is a plan of cost at most {bound}, of {n} steps and a relaxed rest."
        self.n_over, self.here, self.later = n, n * self.width, (n + 1) * self.width
        self.n_variables += self.width
        self.causes = defaultdict(list)     # of each fact: a place among all causes, the proposition, what it asks for
        self.last = [*self.rest_clauses()]
        unit = reduce(gcd, (operator.cost for operator in task.operators), 0)
        expect(unit > 0, "no operator costs anything")
        sums = Sums(bound // unit, self.n_variables + 1)
        priced = [(o.cost // unit, number) for number, o in enumerate(task.operators, self.over + 1) if o.cost]
        spent = {}
        for shift in range(0, self.here, self.width):
            spent = sums.join(spent, sums.one_of([(cost, number + shift) for cost, number in priced]))
        sums.bound(spent, sums.join_all([sums.one(cost, number + self.here) for cost, number in priced]))
        self.last += sums.clauses
        self.n_variables = sums.next - 1
        for facts in landmarks:
            self.n_variables += 1
            self.last += self.landmark_clauses(facts, self.n_variables)

    def rest_clauses(self):
        """Operators of the rest need what holds at some time, and what holds at last does so in frame n or has a cause."""
        task, here, later, effect, n_causes = self.task, self.here, self.later, self.first_effect + self.here, 0
        for operator, (_, precondition, effects, _) in enumerate(task.operators, self.over + 1 + here):
            yield [-operator, -self.over - here]
            yield from ([-operator, self.fact(condition) + later] for condition in precondition)
            for conditions, result in effects:
                cause = operator
                if conditions:
                    cause, effect = effect, effect + 1
                    yield [-cause, operator]
                    yield from ([-cause, self.fact(condition) + later] for condition in conditions)
                n_causes += 1
                self.causes[result].append((n_causes, cause, {*precondition, *conditions}))
        for rule, (head, body) in enumerate(task.rules, self.first_rule + later):
            yield from ([-rule, self.fact(condition) + later] for condition in body)
            n_causes += 1
            self.causes[head, 0].append((n_causes, rule, {*body}))
        for var, values in enumerate(task.names):       # that a derived variable is 1 counts as true
            for f in ((var, value) for value in range(len(values) if var < task.n_state else 1)):
                yield [-self.fact(f) - later, self.fact(f) + here, *(cause for _, cause, _ in self.causes[f])]
        yield from ([self.fact(condition) + later] for condition in task.goal)

    def landmark_clauses(self, facts, comes):
        """What comes first of a set of facts has a cause that asks for none of them, if none holds in frame n."""
        first = sorted(cause for f in facts for cause in self.causes[f] if cause[2].isdisjoint(facts))
        return [*([-self.fact(f) - self.later, comes] for f in facts),
                [-comes, *(self.fact(f) + self.here for f in facts), *(cause for _, cause, _ in first)]]


class Sums:
    """Clauses about sums of costs, up to a limit. Sums are a dictionary: for each, in order, the number of "at least so much"."""

    def __init__(self, limit, first):
        self.limit, self.next, self.clauses, self.n_pairs = limit, first, [], 0

    def count(self, n, m):
        """Bounds the work."""
        self.n_pairs += (n + 1) * (m + 1)
        expect(self.n_pairs <= 2**22, "the costs have too many sums")

    def numbered(self, values):
        """New variables for values."""
        values = sorted(value for value in {*values} if value <= self.limit)
        self.next += len(values)
        return dict(zip(values, range(self.next - len(values), self.next)))

    def order(self, sums):
        """Greater sums imply lower ones."""
        self.clauses += [[-greater, lower] for lower, greater in pairwise(sums.values())]
        return sums

    def one(self, cost, number):
        """A single cost."""
        if cost <= self.limit:
            return {cost: number}
        self.clauses.append([-number])
        return {}

    def one_of(self, costs):
        """One of several costs, each with a number."""
        self.count(len(costs), 0)
        sums = self.numbered(cost for cost, _ in costs)
        self.clauses += [[-number, sums[cost]] if cost in sums else [-number] for cost, number in costs]
        return self.order(sums)

    def join(self, a, b):
        """The sums of two."""
        if not a or not b:
            return a or b
        self.count(len(a), len(b))
        sums = self.numbered([*a, *b, *(x + y for x in a for y in b)])
        self.clauses += [[-number, sums[value]] for value, number in chain(a.items(), b.items())]
        for x, of_x in a.items():
            for y, of_y in b.items():
                if x + y > self.limit:
                    self.clauses.append([-of_x, -of_y])
                    break
                self.clauses.append([-of_x, -of_y, sums[x + y]])
        return self.order(sums)

    def join_all(self, parts):
        """The sums of many, as a tree."""
        half = len(parts) // 2
        return self.join(self.join_all(parts[:half]), self.join_all(parts[half:])) if half else {**parts[0]} if parts else {}

    def bound(self, a, b):
        """Excludes more than the limit together."""
        self.count(len(a), len(b))
        for x, of_x in a.items():
            self.clauses += [[-of_x, -of_y] for y, of_y in b.items() if x + y > self.limit][:1]


def read_landmarks(task, text):
    """Sets of facts, one a line: the numbers of facts in a frame, in order, without derived variables that are 1."""
    facts = [*((var, value) for var, values in enumerate(task.names) for value in range(len(values)))]
    *lines, end = text.split("\n")
    expect(not end, "the last line of landmarks.txt has no end")
    sets = []
    for at, line in enumerate(lines, 1):
        words = line.split(" ")
        are_numbers = all(re.fullmatch("[1-9][0-9]{0,9}", word) and int(word) <= len(facts) for word in words)
        expect(are_numbers, f"line {at} of landmarks.txt is not a set of facts")
        numbers = [*map(int, words)]
        found = [facts[number - 1] for number in numbers]
        is_set = all(x < y for x, y in pairwise(numbers)) and all(var < task.n_state or value == 0 for var, value in found)
        expect(is_set, f"line {at} of landmarks.txt is not a set of facts")
        sets.append(found)
    return sets


def read_invariant(task, text):
    """The clauses of a DIMACS file that has a clause a line, over the facts of a state."""
    clauses, n_facts = [], sum(map(len, task.names))
    for number, line in enumerate(lines_in(text), 1):
        if line[:1] not in ("c", "p"):
            *clause, end = line.split(" ")
            are_facts = end == "0" and all(re.fullmatch("-?[1-9][0-9]{0,9}", word) and abs(int(word)) <= n_facts for word in clause)
            expect(are_facts, f"line {number} of invariant.cnf is not a clause over facts")
            clauses.append([*map(int, clause)])
    return clauses


# --- The plan ---


def extended(task, state):
    """A state with the values of the derived variables, those first that others depend on."""
    values = [*state] + [1] * (len(task.names) - len(state))
    for head, body in sorted(task.rules):
        if all(values[var] == value for var, value in body):
            values[head] = 0
    return values


def successor(task, values, operator):
    """The state after an operator; none if it cannot be applied."""
    holds = {*enumerate(values)}.issuperset
    changes = {fact for conditions, fact in operator.effects if holds(conditions)}
    if not holds(operator.precondition) or len(dict(changes)) < len(changes):
        return None
    return extended(task, [dict(changes).get(var, value) for var, value in enumerate(values[:task.n_state])])


# The blanks that bmcplan knows, which are those of Unicode. Python takes U+001C to U+001F for blanks, too.
BLANKS = "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200b))) + "\u2028\u2029\u202f\u205f\u3000"


def steps_of(text, are_shared):
    """The lines of each step of a plan. Where steps are shared, comments begin them, if there are any."""
    lines, steps = [line.strip(BLANKS) for line in text.split("\n")], []
    begins = (lambda line: line.startswith("; step ")) if are_shared else lambda line: False
    if not any(map(begins, lines)):
        begins = lambda line: line[:1] not in ("", ";")
    for line in lines:
        if begins(line):
            steps.append([])
        if line[:1] not in ("", ";"):
            if not steps:
                raise Wrong(f"{line!r} is in no step of the plan")
            steps[-1].append(line)
    return steps


def lower(name):
    """A name in lower case, with one blank between its words, as planners write it that know no case."""
    return " ".join(filter(None, re.split(f"[{BLANKS}]", name))).lower()


def check_plan(task, text, n, are_shared=False):
    """Checks that a plan leads to the goal in n steps. Its states and, for each step, the numbers of its operators."""
    steps = steps_of(text, are_shared)
    if len(steps) != n:
        raise Wrong(f"the plan has {len(steps)} steps, not {n}")
    called, in_words = defaultdict(list), defaultdict(list)
    for number, operator in enumerate(task.operators, 1):
        called[operator.name].append((number, operator))
        in_words[lower(operator.name)].append((number, operator))
    state, states, choices = extended(task, task.initial), [], []
    for step, lines in enumerate(steps, 1):
        states.append(state)
        choices.append([])
        for line in lines:
            inside = line[1:-1].strip(BLANKS) if line[0] + line[-1] == "()" else line
            named = called[line] or in_words[lower(line)] or called[inside] or in_words[lower(inside)]
            meant = [(number, operator) for number, operator in named
                     if successor(task, states[-1], operator) is not None]
            after = ((number, successor(task, state, operator)) for number, operator in meant)
            choice, state = next((found for found in after if found[1] is not None), (None, None))
            if state is None:
                raise Wrong(f"step {step} of the plan, {line!r}, is not an operator, or cannot be applied")
            choices[-1].append(choice)
    states.append(state)
    if not {*enumerate(states[-1])}.issuperset(task.goal):
        raise Wrong("the plan does not lead to the goal")
    return states, choices


def check_model(task, plan, n, sharing=None):
    """Checks that a plan satisfies the formula for n steps and for some more."""
    for more in (0, 2):
        Formula(task, n + more, sharing).check_model(*plan)


# --- The proof ---
# Literals and clauses are the numbers that LRAT writes: x is 2x, and ¬x or a hint −x is 2x + 1. So `^ 1` negates.
ADD, FORGET = b"ad"
LONGEST_STEP = 1 << 22      # the most numbers of a step


class Literals(dict):
    """The number of a literal, by its text in a DIMACS file, or as it stands in a formula."""

    def __missing__(self, literal):
        value = literal if type(literal) is int else number_in(literal.decode())
        self[literal] = code = 2 * abs(value) + (value < 0)
        return code


class Numbers(dict):
    """The number that a group of bytes of a binary proof is: seven bits in each, least significant first."""

    def __missing__(self, group):
        self[group] = value = sum((byte & 127) << 7 * at for at, byte in enumerate(group))
        return value


def numbered(clauses):
    """Clauses by their numbers."""
    literals = Literals()
    return {2 * number: tuple(dict.fromkeys(map(literals.__getitem__, clause))) for number, clause in enumerate(clauses, 1)}


def read_cnf(path):
    """The number of variables and, by their numbers, the clauses of a DIMACS file that has a clause a line."""
    literals, clauses, sizes = Literals(), {}, [0, 0]
    with open(path, "rb") as file:
        for line in file:
            if line.startswith(b"p"):
                sizes = [number_in(word.decode()) for word in line.split()[2:]]
            elif not line.startswith(b"c"):
                clause = [literals[word] for word in line.split()]
                expect(clause.index(0) + 1 == len(clause), f"{path} has a line that is not a clause")
                clauses[2 * len(clauses) + 2] = tuple(dict.fromkeys(clause[:-1]))
    expect(len(clauses) == sizes[1], f"{path} has more or fewer clauses than it says")
    expect(max(literals.values(), default=0) < 2 * sizes[0] + 2, f"{path} has more variables than it says")
    return sizes[0], clauses


def proof_steps(path):
    """The steps of a binary proof: `a`, a number and literals, or `d` and numbers, in one list; and the hints."""
    values, numbers, rest = Numbers(), [], b""
    with open(path, "rb") as file:
        while block := rest + file.read(1 << 20):
            whole = block.rstrip(bytes(range(128, 256)))
            groups = re.findall(rb"[\x80-\xff]{0,4}[\x00-\x7f]", whole)
            if len(block) - len(whole) > 4 or sum(map(len, groups)) < len(whole) or block == rest:
                raise Wrong("a number in the proof is cut off, or has more than 35 bits")
            rest, begin = block[len(whole):], 0
            numbers += map(values.__getitem__, groups)
            try:
                while begin < len(numbers):
                    if numbers[begin] not in (ADD, FORGET):
                        raise Wrong("a step of the proof is neither `a` nor `d`")
                    middle = end = numbers.index(0, begin + 1)
                    if numbers[begin] == ADD:
                        end = numbers.index(0, middle + 1)
                    expect(end - begin <= LONGEST_STEP, "a step of the proof is too long")
                    yield numbers[begin:middle], numbers[middle + 1:end]
                    begin = end + 1
            except ValueError:      # the rest of the step is in the next block
                del numbers[:begin]
            else:
                numbers.clear()
            if len(values) > 10**6:
                values.clear()
            expect(len(numbers) <= LONGEST_STEP, "a step of the proof is too long")
    if numbers:
        raise Wrong("the last step of the proof is cut off")


class Proof:
    """The clauses of a formula, and those that were derived from them."""

    def __init__(self, n_variables, clauses, n_bytes=1 << 35):
        self.clauses, self.last = clauses, 2 * len(clauses)
        self.first_new = 2 * n_variables + 2        # the first literal that the formula does not have
        self.first_none = self.first_new + 2 * n_bytes      # a proof of n bytes defines at most n variables
        self.not_listed, self.lists = [], defaultdict(list)
        self.n_steps = 0

    def check(self, steps):
        """Checks each step, up to the empty clause."""
        for (kind, *numbers), hints in steps:
            if kind == ADD:
                self.n_steps += 1
                if not numbers or numbers[0] <= self.last or numbers[0] & 1 or 1 in numbers:
                    raise Wrong(f"step {self.n_steps} of the proof has a number or a literal that cannot be")
                self.last, *clause = numbers
                if max(clause, default=0) >= self.first_none:
                    raise Wrong(f"step {self.n_steps} of the proof has a variable that is too large")
                self.check_clause(clause, hints)
                if not clause:
                    return
                self.clauses[self.last] = tuple(dict.fromkeys(clause))
                self.not_listed.append(self.last)
            else:
                for number in numbers:
                    if self.clauses.pop(number, None) is None:
                        raise Wrong(f"after step {self.n_steps}, the proof deletes clause {number // 2}, which does not exist")
        raise Wrong("the proof does not end with the empty clause")

    def check_clause(self, clause, hints):
        """Checks that a clause follows, or is part of a definition of its first literal."""
        false = set(clause)
        hints = self.propagate(hints, false)
        if hints is None:
            return
        if not clause:
            raise Wrong(f"step {self.n_steps} of the proof, the empty clause, does not follow")
        starts = [at for at, hint in enumerate(hints) if hint & 1] + [len(hints)]
        refutations = {hints[at] ^ 1: hints[at + 1:end] for at, end in zip(starts, starts[1:])}
        for number in self.clauses_with(clause[0] ^ 1):
            others = {x for x in self.clauses[number] if x != clause[0] ^ 1}
            # A literal and its negation together say nothing.
            if number not in refutations or (not any(x ^ 1 in false or x ^ 1 in others for x in others)
                                             and self.propagate(refutations[number], false | others) is not None):
                raise Wrong(f"step {self.n_steps} of the proof, clause {self.last // 2}, does not follow, nor is it a "
                            f"definition, because of clause {number // 2}")

    def propagate(self, hints, false):
        """Follows hints with these literals false. None at a conflict, else the hints from a negative one on."""
        is_false = false.__contains__
        for at, hint in enumerate(hints):
            if hint & 1:
                return hints[at:]
            if hint not in self.clauses:
                raise Wrong(f"step {self.n_steps} of the proof names clause {hint // 2}, which is not there")
            left = [*filterfalse(is_false, self.clauses[hint])]
            if not left:
                return None
            if len(left) > 1:
                raise Wrong(f"in step {self.n_steps} of the proof, clause {hint // 2} has {len(left)} literals left")
            false.add(left[0] ^ 1)
        return []

    def clauses_with(self, literal):
        """The clauses that contain a literal. For those of new variables there are lists, brought up to date here."""
        if literal < self.first_new:
            return [number for number, clause in self.clauses.items() if literal in clause]
        for number in self.not_listed:
            for new in (x for x in self.clauses.get(number, ()) if x >= self.first_new):
                self.lists[new].append(number)
        self.not_listed.clear()
        return [number for number in self.lists[literal] if number in self.clauses]


def check_refutation(n_variables, clauses, lrat):
    """Checks a proof that clauses have no model. The number of its steps, without deletions."""
    proof = Proof(n_variables, clauses, os.path.getsize(checked(lrat)))
    proof.check(proof_steps(checked(lrat)))
    return proof.n_steps


def check_proof(cnf, lrat):
    """The same of a formula in a file."""
    return check_refutation(*read_cnf(checked(cnf)), lrat)


# --- The states ---


class StateGraph:
    """The states of a task as numbers, of which the first variable is the lowest digit, and what follows from them."""

    def __init__(self, task, has_costs=False):
        self.has_costs = has_costs      # else operators cost nothing
        self.task, self.sizes = task, [len(values) for values in task.names[:task.n_state]]
        *self.weights, self.n_numbers = accumulate(self.sizes, lambda product, size: product * size, initial=1)
        self.heads, self.rules = defaultdict(list), []      # of rules with one fact of a state, and all other rules
        for head, body in sorted(task.rules):
            if len(body) == 1 and body[0][0] < task.n_state:
                self.heads[body[0]].append(head)
            else:
                self.rules.append((head, body))
        self.operators = defaultdict(list)                  # by a fact of the state that they need, if there is one
        for operator in task.operators:
            first = next((fact for fact in operator.precondition if fact[0] < task.n_state), None)
            self.operators[first].append(operator)

    def number(self, values):
        """The number of a state."""
        return sum(map(int.__mul__, values, self.weights))

    def values(self, number):
        """The values of all variables in a state, as in `extended`."""
        values = [number // weight % size for weight, size in zip(self.weights, self.sizes)]
        heads = chain(*filter(None, map(self.heads.get, enumerate(values))))
        values += [1] * (len(self.task.names) - len(values))
        for head in heads:
            values[head] = 0
        for head, body in self.rules:
            if all(values[var] == value for var, value in body):
                values[head] = 0
        return values

    def steps(self, number, values):
        """The names of the operators that can be applied, the numbers of the states that follow, as in `successor`, and the costs."""
        for fact in (None, *enumerate(values[:self.task.n_state])):
            for name, precondition, effects, cost in self.operators.get(fact, ()):
                if all(values[var] == value for var, value in precondition):
                    changes = {f for conditions, f in effects if all(values[var] == value for var, value in conditions)}
                    if len(dict(changes)) == len(changes):
                        after = number + sum((value - values[var]) * self.weights[var] for var, value in changes)
                        yield name, after, cost if self.has_costs else 0


MAX_STATES = 10**7


def check_states(task, length, claimed_states, claimed_plans, cost=None):
    """Explores all states again, the nearest first. With a length, the states are those reached in fewer steps, else all reachable
    ones. There must be `claimed_states` of them and no goal among them, and `claimed_plans` plans of that length. A shortest plan
    comes to each of its states for the first time. So its paths extend those to states one step nearer, once for each name of an
    operator. With a cost, the states are those that are cheaper to reach, or as cheap in fewer steps."""
    graph, known, target = StateGraph(task, cost is not None), set(), None if length is None else (cost or 0, length)
    expect(graph.n_numbers < 2**128, "the task has 2^128 states or more")
    within = "" if length is None else f" in fewer than {length} steps"
    within = within if cost is None else f" at a cost below {cost}, or of {cost}{within}"
    # For each distance, a cost and a number of steps: the states that are open, with the ways to them. What is known was nearer.
    layers, distances, n_open = {(0, 0): {graph.number(task.initial): 1}}, [(0, 0)], 1
    while distances and distances[0] != target:
        spent, steps = heappop(distances)
        layer = layers.pop((spent, steps))
        n_open -= len(layer)
        ways = {number: n for number, n in layer.items() if number not in known}
        known.update(ways)
        if len(known) > claimed_states:
            raise Wrong(f"more than {claimed_states} states can be reached{within}, and certificate.json claims otherwise")
        for number, n in ways.items():
            values = graph.values(number)
            if all(values[var] == value for var, value in task.goal):
                raise Wrong(f"{steps} steps lead to a goal{f' at a cost of {spent}' if graph.has_costs else ''}, and certificate.json "
                            "claims otherwise")
            if not graph.has_costs and steps + 1 == length and claimed_plans is None:      # the states of a plan's length are not asked for
                continue
            for _, following, price in {*graph.steps(number, values)}:      # operators of one name lead to a state once
                after = spent + price, steps + 1
                if following not in known and (target is None or after < target or claimed_plans is not None and after == target):
                    if after not in layers:
                        layers[after] = defaultdict(int)
                        heappush(distances, after)
                    n_open += following not in layers[after]
                    layers[after][following] += n if claimed_plans is not None else 0
            expect(len(known) + n_open <= MAX_STATES, f"more than {MAX_STATES} states would have to be explored")
    if len(known) != claimed_states:
        raise Wrong(f"{len(known)} states can be reached{within}, and certificate.json claims another number")
    print(f"{len(known)} states can be reached{within}, none of them a goal")
    if claimed_plans is not None:
        are_goals = ((n, graph.values(number)) for number, n in layers.get(target, {}).items())
        n_plans = sum(n for n, values in are_goals if all(values[var] == value for var, value in task.goal))
        sys.set_int_max_str_digits(0)           # the manifest was read with the limit
        if str(n_plans) != claimed_plans:
            raise Wrong(f"there are {n_plans} plans of that length, and certificate.json claims another number")
        print(f"{n_plans} plans of that length lead to a goal")


# --- The certificate ---


def checked(path):
    """The path of a regular file, not a link, of at most 4 GiB."""
    status = os.lstat(path)
    expect(stat.S_ISREG(status.st_mode) and status.st_size <= 1 << 32, f"{path} is not a regular file of at most 4 GiB")
    return path


def read(path):
    """The bytes of a file."""
    with open(checked(path), "rb") as file:
        return file.read()


def text_of(data):
    """The text in the bytes of a file, in which a carriage return alone ends a line, too."""
    return re.sub("\r(?!\n)", "\n", data.decode("utf-8-sig"))


def read_text(path):
    """The text in a file."""
    return text_of(read(path))


class Folder:
    """The files of a certificate, which may change while it is checked: what is used of them are bytes that had their digest."""

    def __init__(self, place):
        self.place, self.digests = place, {}

    def path(self, name):
        """The path of a file."""
        return os.path.join(self.place, name)

    def read(self, name):
        """The bytes of a file."""
        data = read(self.path(name))
        self.compare(name, len(data), hashlib.sha256(data))
        return data

    def read_text(self, name):
        """The text in a file."""
        return text_of(self.read(name))

    def compare(self, name, n_bytes, digest):
        """Checks that a file is the one that is named."""
        if (n_bytes, digest.hexdigest()) != (self.digests[name]["bytes"], self.digests[name]["sha256"]):
            raise Wrong(f"{name} is not the file that certificate.json names")

    def check_digests(self, digests):
        """Checks that files are those that are named, and nowhere else."""
        self.digests = digests
        for name in digests:
            expect(re.fullmatch("[A-Za-z0-9._-]+", name), f"{name!r} is not a valid file name")
            with open(checked(self.path(name)), "rb") as file:
                digest = hashlib.file_digest(file, "sha256")
                self.compare(name, file.tell(), digest)
        print(f"{len(digests)} files are those that certificate.json names")


def lines_in(text):
    """Its lines as bmcplan reads them: a form feed, for one, ends none."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines if lines[-1] else lines[:-1]


def check_refuted(formula, name, folder):
    """Checks that a file is the formula, byte for byte, and that a proof refutes the formula, as it was made here."""
    cnf, lrat = name + ".cnf", name + ".lrat"
    with open(checked(folder.path(cnf)), "rb") as file:
        if any(file.read(len(portion)) != portion for portion in formula.text()) or file.read(1):
            raise Wrong(f"{cnf} is not the formula: {formula.title}")
    print(f"{cnf} says: {formula.title} ({formula.n_variables} variables, {formula.n_clauses()} clauses)")
    clauses = numbered(chain.from_iterable(formula.clauses()))
    n_steps = check_refutation(formula.n_variables, clauses, folder.path(lrat))
    print(f"{lrat} proves in {n_steps} steps that {cnf} has no model")


def check_shortest(task, length, states, told, folder, sharing, cost, n_steps):
    """Checks that there is a plan of that length, and none of fewer steps; and how many there are. It is proved, or recounted if a
    number of states is said. With a cost: that the plan costs so much, and none less."""
    plan = check_plan(task, folder.read_text("plan.txt"), length, sharing is not None)
    if states is None:
        check_model(task, plan, length, sharing)
    is_model = f", and is a model of the formula for {length} steps" if states is None else ""
    print(f"plan.txt leads to the goal in {length} steps{is_model}")
    if cost is not None:
        spent = sum(task.operators[number - 1].cost for number in chain(*plan[1]))
        if spent != cost:
            raise Wrong(f"plan.txt costs {spent}, and certificate.json claims {cost}")
        print(f"plan.txt costs {cost}")
    if states is not None:
        check_states(task, length, states, told, cost)
    elif cost is not None:
        if cost:        # nothing is cheaper than nothing
            landmarks = read_landmarks(task, folder.read_text("landmarks.txt"))
            check_refuted(CostFormula(task, n_steps, cost - 1, landmarks), "below", folder)
    elif length:
        check_refuted(Formula(task, length - 1, sharing), "below", folder)


def check_no_plan(task, folder):
    """Checks that an invariant holds at the start, is kept by every step, and in no goal state."""
    invariant = read_invariant(task, folder.read_text("invariant.cnf"))
    for name in INVARIANT_PARTS:
        check_refuted(InvariantFormula(task, name, invariant), name, folder)


INVARIANT_PARTS = "start", "step", "goal"


# What bmcplan knows of each kind of problems: what plans may be counted in, and the options.
KINDS = {
    "rushhour": ("units", "slides"),
    "sliding": ("units", "slides", "moves"),
    "gdl": ("moves",),
    "sas": ("actions",),
    "pddl": ("actions",),
}
OPTIONS = {"rushhour": {"metric"}, "sliding": {"metric", "labelled"}, "gdl": {"goal"}, "sas": {"metric"}, "pddl": {"metric"}}


def is_number(value, most):
    """Whether a value of JSON is a whole number up to that."""
    return type(value) is int and 0 <= value <= most


def texts_in(value):
    """All texts in JSON."""
    parts = [*value, *value.values()] if type(value) is dict else value if type(value) is list else []
    return [value] if type(value) is str else chain.from_iterable(map(texts_in, parts))


def read_manifest(text):
    """What stands in certificate.json, if each key is there once and has a value of its type."""
    def unique(pairs):
        expect(len(dict(pairs)) == len(pairs), "certificate.json has a key twice")
        return dict(pairs)

    def refuse(word):
        raise Unreadable(f"certificate.json has {word}")

    about = json.loads(text, object_pairs_hook=unique, parse_constant=refuse, parse_int=number_in)
    expect((about.get("format"), about.get("version")) != ("bmcplan certificate", 1),
           "the format of certificates has changed from 1 to 2 since this one was made; make the certificate anew")
    json.dumps(about, ensure_ascii=False).encode()      # halves of characters are none
    expect(not any(re.search("[\0-\x1f\x7f-\x9f]", text) for text in texts_in(about)), "certificate.json has a control character in a text")
    texts = lambda value: type(value) is list and all(type(text) is str for text in value)
    a_text, texts_or_none = lambda value: type(value) is str, lambda value: value is None or type(value) is str
    needed = {
        "format": a_text, "version": lambda value: is_number(value, 2), "claim": a_text, "metric": a_text, "kind": a_text,
        "options": lambda value: all(map(texts_or_none, value.values())), "one_row": lambda value: type(value) is bool,
        "problem": texts, "program": a_text, "proved": texts, "trusted": texts,
        "files": lambda value: all(digest.keys() == {"bytes", "sha256"} and is_number(digest["bytes"], 2**64 - 1)
                                   and type(digest["sha256"]) is str for digest in value.values()),
    }
    others = {
        "evidence": a_text, "length": lambda value: value is None or is_number(value, 10**6), "count": texts_or_none,
        "states": lambda value: value is None or is_number(value, MAX_STATES),
        "goal": lambda value: value is None or is_number(value, 2**32 - 1), "note": texts_or_none,
        "cost": lambda value: value is None or {"total", "operators"} <= value.keys() <= {"total", "scale", "operators", "steps"}
                              and a_text(value["total"]) and a_text(value["operators"])
                              and value.get("scale", 1) in [10**n for n in range(20)] and is_number(value.get("scale", 1), 2**64 - 1)
                              and (value.get("steps") is None or is_number(value["steps"], 10**6)),
        "steps": lambda value: value is None or value.keys() == {"semantics", "operators"} and all(map(a_text, value.values())),
    }
    expect(needed.keys() <= about.keys() <= needed.keys() | others.keys(), "certificate.json has missing or unknown keys")
    wrong = [key for key, is_fine in (needed | others).items() if key in about and not is_fine(about[key])]
    expect(not wrong, f"certificate.json has an odd value of {', '.join(wrong)}")
    return dict.fromkeys(others) | {"evidence": "proof"} | about


def check_problem_of(about, counted):
    """Refuses statements about a problem that contradict each other."""
    kind, options, goal = about["kind"], about["options"], about["goal"]
    expect(kind in KINDS, f"there is no kind {kind!r}")
    expect(counted in KINDS[kind], f"problems of kind {kind} do not count {counted}")
    expect(options.keys() <= OPTIONS.get(kind, set()), "this kind does not have these options")
    minimised = options.get("metric", "units" if "units" in KINDS[kind] else counted)
    if kind in ("sas", "pddl"):
        # These options say what is minimised, and a plan counts actions in any case.
        expect(minimised in ("actions", "cost"), "this kind does not have this metric")
        minimised = counted
    expect(minimised in KINDS[kind], "this kind does not have this metric")
    expect(options.get("labelled") is None, "the option `labelled` has a value")
    asked = options.get("goal", "100")
    is_value = asked is not None and re.fullmatch(r"\+?[0-9]+", asked) and int(asked) <= 100
    expect(asked == "max" or is_value, "the requested goal is neither max nor a value from 0 to 100")
    expect(kind == "gdl" if goal is not None else kind != "gdl", "only goals of games have values")
    expect(kind != "gdl" or asked == "max" or int(asked) == goal, "the goal is not the requested one")
    expect(kind == "rushhour" or not about["one_row"], "only a board stands in one row")
    expect(len(about["problem"]) in ((1, 2) if kind == "pddl" else (1,)), "the problem has more or fewer files")
    if minimised != counted:
        raise Wrong(f"the problem counts {minimised}, not {counted}")


def check_folder(folder):
    """Checks everything in a certificate."""
    folder = Folder(folder)
    about = read_manifest(read_text(folder.path("certificate.json")))
    length, metric, problems, files = (about[key] for key in ("length", "metric", "problem", "files"))
    kind, claim = (about["format"], about["version"]), about["claim"]
    expect(kind == ("bmcplan certificate", 2), "this is not a certificate of version 2")
    evidence, states, needed = about["evidence"], about["states"], [*problems, "task.sas"]
    expect(evidence in ("proof", "recount"), "the evidence is neither proof nor recount")
    expect((evidence == "recount") == (states is not None), "the number of states does not fit the evidence")
    semantics, counted = None, metric
    if about["steps"]:
        semantics, counted = about["steps"]["semantics"], about["steps"]["operators"]
        are_known = (metric, claim, evidence) == ("makespan", "shortest", "proof") and semantics in ("forall", "exists")
        expect(are_known, "the steps of several operators are of an unknown form")
        needed += ["order.txt"] if semantics == "exists" else []
    cost, n_steps, scale, is_of_cost = None, None, 1, claim == "cheapest"
    expect((about["cost"] is not None) == is_of_cost == (metric == "cost"), "the cost does not fit the claim")
    if is_of_cost:
        counted, total = about["cost"]["operators"], about["cost"]["total"]
        expect(re.fullmatch("0|[1-9][0-9]{0,38}", total) and int(total) < 2**128, "the cost is not a number")
        cost, n_steps, scale = int(total), about["cost"].get("steps"), about["cost"].get("scale", 1)
        if scale != 1 and about["kind"] != "pddl":
            raise Wrong("the problem has its costs in another unit")
        expect((n_steps is not None) == (cost > 0 and evidence == "proof"), "the cost does not fit the evidence")
        needed += ["landmarks.txt", "below.cnf", "below.lrat"] if n_steps is not None else []
    check_problem_of(about, counted)
    n_plans, counts = about["count"], claim == "count"
    expect((n_plans is not None) == counts, "the number of plans does not fit the claim")
    if claim == "shortest" or counts or is_of_cost:
        expect(length is not None, "the length of the plan is missing")
        expect((evidence, claim) != ("proof", "count"), "there are no proofs of numbers of plans")
        needed += ["plan.txt"]
    else:
        expect((claim, length) == ("no plan", None), "the claim is unknown, or does not fit the length")
    if length != 0 and evidence == "proof" and not is_of_cost:
        proofs = ["below"] if length else INVARIANT_PARTS
        needed += [name + end for name in proofs for end in (".cnf", ".lrat")]
        needed += ["invariant.cnf"] if length is None else []
    expect(files.keys() >= set(needed), f"certificate.json does not name all of {', '.join(needed)}")
    folder.check_digests(files)
    sas, problem, belief = folder.read("task.sas"), " and ".join(problems), "this script"
    task = read_sas(sas.decode())
    minimised = about["options"].get("metric")
    if minimised is None and about["kind"] == "sas":
        minimised = "cost" if folder.read(problem).split()[4:5] == [b"1"] else "actions"
    if claim != "no plan" and minimised is not None and about["kind"] in ("sas", "pddl"):
        asks_cost = minimised == "cost" and any(operator.cost != 1 for operator in task.operators)
        if asks_cost != is_of_cost:
            raise Wrong("the metric of the claim is not the requested one")
    value = f" to a goal of value {about['goal']}" if about["kind"] == "gdl" else ""
    try:
        if about["kind"] == "sas":
            stated = folder.read(problem)
            if without_mutexes(stated) != sas or read_sas(stated.decode()) != task:
                raise OtherForm("what bmcplan makes of other tasks is not known here")
            print(f"task.sas is {problem}, as it stands")
        elif about["kind"] not in ("rushhour", "sliding"):
            raise OtherForm("what bmcplan makes of such problems is not known here")
        elif task_in(folder.read_text(problem), problem, counted, "labelled" in about["options"], about["one_row"], about["kind"]) != task:
            raise Wrong(f"task.sas is not the task of {problem} in {counted}")
        else:
            print(f"task.sas is the task of {problem} in {counted}: {len(task.operators)} operators")
    except OtherForm:
        times = f", with its costs {f'multiplied by {scale}' if scale != 1 else 'as they stand'}" if is_of_cost else ""
        asks = f", which asks for {'least cost' if is_of_cost else f'fewest {counted}'}" if minimised is None and about["kind"] == "pddl" else ""
        belief = f"this script, and that task.sas is the task of {problem} in {counted}{value}{times}{asks}"
    sharing = sharing_of(task, "order.txt" if semantics == "exists" else semantics, folder.read_text)
    if semantics == "exists":
        print("order.txt is an order of all operators, in which those of a step run")
    if length is not None:
        check_shortest(task, length, states, n_plans, folder, sharing, cost, n_steps)
    elif evidence == "recount":
        check_states(task, None, states, None)
    else:
        check_no_plan(task, folder)
    print(f"to be believed: {belief}")
    order = "the order of order.txt" if semantics == "exists" else "every order"
    unit = f"steps of {counted} that can run in {order}" if sharing else metric
    found = f"{length} {unit}{value}, shortest" if length is not None else f"no plan of any length{value}"
    if is_of_cost:
        fewest = ", and fewest of that cost" if evidence == "recount" else "; fewer of that cost are not excluded"
        own = f"{str(cost // scale)}.{str(cost % scale).zfill(len(str(scale)) - 1)}".rstrip("0").rstrip(".")
        said = cost if scale == 1 else f"{own} ({cost} in task.sas)"
        found = f"cost {said}{value}, cheapest, by {length} {counted}{fewest}"
    found += f"; {n_plans} of that length" if counts else ""
    found += "; all pieces are kept apart" if "labelled" in about["options"] else ""
    found += "; the one row of the board is all its cells" if about["one_row"] else ""
    print(f"{'recomputed' if evidence == 'recount' else 'certified'}: {found}")


def check_problem(path, metric, n, *options):
    """Writes the formula of a problem, or checks a plan of it."""
    expect(re.fullmatch("[0-9]{1,6}", n), f"{n} is no number of steps")
    flags = "--labelled", "--one-row"
    task = task_of(path, metric, *(flag in options for flag in flags))
    options = [option for option in options if option not in flags]
    given = dict(zip(options[::2], options[1::2]))
    are_known = len(options) == 2 * len(given) and given.keys() <= {"--steps", "--plan"}
    expect(are_known, "the options are --labelled, --one-row, --steps forall or --steps ORDER, and --plan FILE")
    sharing = sharing_of(task, given.get("--steps"), read_text)
    if "--plan" in given:
        plan = check_plan(task, read_text(given["--plan"]), int(n), sharing is not None)
        check_model(task, plan, int(n), sharing)
        print(f"the plan leads to the goal in {n} steps, and is a model of the formula for {n} steps")
    else:
        sys.stdout.buffer.writelines(Formula(task, int(n), sharing).text())


def main(words):
    """Does what the words of the command line ask for; the exit code."""
    try:
        if len(words) == 3 and words[0] == "--proof":
            print(f"{words[2]} proves in {check_proof(*words[1:])} steps that {words[1]} has no model")
        elif len(words) >= 3:
            check_problem(*words)
        else:
            expect(len(words) == 1 and not words[0].startswith("-"), __doc__)
            check_folder(words[0])
        return 0
    except Wrong as error:
        print(f"not certified: {error}")
        return 20
    except Exception as error:      # a file that is not what it should be may fail in any way
        print(f"not checked: {error or type(error).__name__}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        print("check.py needs Python 3.11 or newer", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1:]))
