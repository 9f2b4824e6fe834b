"""Sliding blocks: random puzzles, their rules, and the two formats that they are written in."""
from .problem import Problem
from .space import explore, far_from_goal

WAYS = {'up': (-1, 0), 'down': (1, 0), 'left': (0, -1), 'right': (0, 1)}


class Puzzle:
    """A state has for each class of interchangeable pieces the sorted places of its members' first cells.

    `pieces` are the cells of each piece by its letter, `goals` the place of the first cell of those that have a goal.
    """
    def __init__(self, rows, columns, walls, pieces, goals, groups, metric, labelled):
        self.rows, self.columns, self.walls, self.metric = rows, columns, walls, metric
        self.pieces, self.goals, self.groups, self.labelled = pieces, goals, groups, labelled
        self.anchors = {letter: min(cells) for letter, cells in pieces.items()}
        shapes = {letter: tuple(sorted((r - self.anchors[letter][0], c - self.anchors[letter][1]) for r, c in cells))
                  for letter, cells in pieces.items()}
        self.classes = classes(pieces, shapes, goals, groups, labelled)
        self.shapes = [shapes[members[0]] for members in self.classes]
        self.wanted = [{goals[letter] for letter in members if letter in goals} for members in self.classes]
        self.free = {(r, c) for r in range(rows) for c in range(columns)} - set(walls)
        self.start = self.state(self.anchors)

    def state(self, anchors):
        return tuple(tuple(sorted(anchors[letter] for letter in members)) for members in self.classes)

    def is_goal(self, state):
        return all(wanted <= set(places) for wanted, places in zip(self.wanted, state))

    def is_end(self, _):
        return False

    @staticmethod
    def cells(shape, anchor):
        return {(anchor[0] + r, anchor[1] + c) for r, c in shape}

    def targets(self, shape, anchor, free):
        """Where one move takes a piece, if all cells but these and its own are taken."""
        fits = lambda place: self.cells(shape, place) <= free
        steps = [(anchor[0] + r, anchor[1] + c) for r, c in WAYS.values()]
        if self.metric == 'units':
            return {place for place in steps if fits(place)}
        found = set()
        if self.metric == 'slides':
            for r, c in WAYS.values():
                place = (anchor[0] + r, anchor[1] + c)
                while fits(place):
                    found.add(place)
                    place = (place[0] + r, place[1] + c)
            return found
        return set(self.distances(shape, anchor, free)) - {anchor}

    def distances(self, shape, anchor, free):
        """How many steps it takes a piece to each place that it can go to."""
        found, layer = {anchor: 0}, [anchor]
        for place in layer:
            for r, c in WAYS.values():
                after = (place[0] + r, place[1] + c)
                if after not in found and self.cells(shape, after) <= free:
                    found[after] = found[place] + 1
                    layer.append(after)
        return found

    def next(self, state):
        empty = set(self.free)
        for shape, places in zip(self.shapes, state):
            for place in places:
                empty -= self.cells(shape, place)
        found = []
        for index, (shape, places) in enumerate(zip(self.shapes, state)):
            for place in places:
                rest = set(places) - {place}
                for target in self.targets(shape, place, empty | self.cells(shape, place)):
                    found.append((*state[:index], tuple(sorted(rest | {target})), *state[index + 1:]))
        return found

    def replay(self, names):
        """What is wrong with a plan, if anything. Every piece is followed by its letter."""
        anchors = dict(self.anchors)
        shape_of = {letter: shape for shape, members in zip(self.shapes, self.classes) for letter in members}
        for number, name in enumerate(names, 1):
            letter, *words = name.split(' ')
            if letter not in anchors or not words or len(words) % 2:
                return f'move {number}, {name!r}, names no move'
            others = set().union(*(self.cells(shape_of[other], at) for other, at in anchors.items() if other != letter))
            free, place, n_steps = self.free - others, anchors[letter], 0
            for way, by in zip(words[::2], words[1::2]):
                for _ in range(int(by)):
                    place = (place[0] + WAYS[way][0], place[1] + WAYS[way][1])
                    n_steps += 1
                    if not self.cells(shape_of[letter], place) <= free:
                        return f'move {number}, {name!r}, is not possible'
            one_way = len(words) == 2
            if self.metric == 'units' and n_steps != 1 or self.metric == 'slides' and not one_way:
                return f'move {number}, {name!r}, is not one of {self.metric}'
            if n_steps != self.distances(shape_of[letter], anchors[letter], free)[place]:
                return f'move {number}, {name!r}, goes a long way round'
            anchors[letter] = place
        return None if self.is_goal(self.state(anchors)) else 'the plan does not end in a goal state'


def classes(pieces, shapes, goals, groups, labelled):
    """The letters of each class of pieces that may stand in for each other."""
    if labelled:
        return [[letter] for letter in pieces]
    found = [list(group) for group in groups]
    grouped = set().union(*groups) if groups else set()
    by_shape = {}
    for letter in pieces:
        if letter in grouped:
            continue
        if letter in goals:
            found.append([letter])
        else:
            by_shape.setdefault(shapes[letter], []).append(letter)
    return found + list(by_shape.values())


def drawing(puzzle, at):
    """Rows of characters, with the pieces whose first cells are given."""
    grid = [['.'] * puzzle.columns for _ in range(puzzle.rows)]
    for row, column in puzzle.walls:
        grid[row][column] = '#'
    for letter, anchor in at.items():
        first = puzzle.anchors[letter]
        for row, column in puzzle.pieces[letter]:
            grid[row - first[0] + anchor[0]][column - first[1] + anchor[1]] = letter
    return ''.join(''.join(row) + '\n' for row in grid)


def draw(rng, most_states=400):
    """A random puzzle of at most so many states, with everything that can be reached from it."""
    least = rng.choice([1, 10, 30, 60])
    while True:
        puzzle = draft(rng)
        found = puzzle and far_from_goal(puzzle, rng, most_states)
        if found and least <= len(found[1]):
            break
        least = max(1, least - 1)
    start, known_next = found
    # Which of the members of a class stands where makes no difference.
    at = {letter: place for members, places in zip(puzzle.classes, start) for letter, place in zip(members, places)}
    pieces = {letter: sorted(puzzle.cells(shape, at[letter])) for shape, members in zip(puzzle.shapes, puzzle.classes)
              for letter in members}
    groups, labelled = puzzle.groups, puzzle.labelled
    puzzle = Puzzle(puzzle.rows, puzzle.columns, puzzle.walls, pieces, puzzle.goals, groups, puzzle.metric, labelled)
    space = explore(puzzle, most_states, known_next if puzzle.start == start else None)
    start, goal = drawing(puzzle, puzzle.anchors), drawing(puzzle, puzzle.goals)
    if rng.random() < 0.5 and not groups:
        name, text = 'puzzle.txt', f'% drawn at random\nstart\n{start}goal\n{goal}'
    else:
        letters = ', '.join(f'"{"".join(group)}"' for group in groups)
        more = f'interchangeable = [{letters}]\n' if groups else ''
        name, text = 'puzzle.toml', f'{more}start = """\n{start}"""\ngoal = """\n{goal}"""\n'
    meaning = ['--metric', puzzle.metric] + (['--labelled'] if labelled else [])
    return Problem('sliding', puzzle.metric, name, text, meaning, puzzle, space, ['shapes-counted', 'transition', 'operators', 'strips'])


def draft(rng):
    """A random puzzle; None if nothing came of it."""
    rows, columns = rng.choice([1, 2, 2, 3, 3, 4]), rng.choice([2, 3, 3, 4, 5])
    free = {(r, c) for r in range(rows) for c in range(columns)}
    walls = set(rng.sample(sorted(free), rng.choice([0, 0, 0, 1, 2])))
    free -= walls
    pieces, letters = {}, list('ABCDEFGHIJ2')
    rng.shuffle(letters)
    # Few empty cells, or many.
    n_empty = rng.choice([1, 2, 2, 3, 3, 4, 6])
    for _ in range(10):
        if len(free) <= n_empty:
            break
        cells = {rng.choice(sorted(free))}
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 3])):
            near = {(r + dr, c + dc) for r, c in cells for dr, dc in WAYS.values()} & free - cells
            # Pieces may come in two parts.
            near = near if near and rng.random() < 0.95 else free - cells
            if near:
                cells.add(rng.choice(sorted(near)))
        if len(cells) < len(free):
            pieces[letters.pop()] = sorted(cells)
            free -= cells
    if not pieces:
        return None
    metric, labelled = rng.choice(['units', 'slides', 'moves']), rng.random() < 0.3
    # A goal that a walk comes to, or any at all.
    walker = Puzzle(rows, columns, walls, pieces, {}, [], metric, labelled=True)
    state = walker.start
    for _ in range(rng.choice([1, 5, 20, 60])):
        state = rng.choice(walker.next(state) or [state])
    ends = {members[0]: places[0] for members, places in zip(walker.classes, state)}
    goals = {letter: ends[letter] for letter in rng.sample(sorted(pieces), min(len(pieces), rng.choice([1, 1, 2])))}
    if rng.random() < 0.2:
        letter = rng.choice(sorted(goals))
        shape = walker.shapes[[members[0] for members in walker.classes].index(letter)]
        inside = [place for place in sorted(walker.free) if walker.cells(shape, place) <= walker.free]
        taken = set().union(*(walker.cells(walker.shapes[index], goals[members[0]])
                              for index, members in enumerate(walker.classes)
                              if members[0] in goals and members[0] != letter))
        place = rng.choice(inside)
        if not walker.cells(shape, place) & taken:
            goals[letter] = place
    groups = []
    if not labelled and rng.random() < 0.3:
        alike = {}
        for shape, members in zip(walker.shapes, walker.classes):
            alike.setdefault(shape, []).extend(members)
        groups = [rng.sample(members, rng.randint(2, len(members))) for members in alike.values() if 1 < len(members)]
    return Puzzle(rows, columns, walls, pieces, goals, groups, metric, labelled)
