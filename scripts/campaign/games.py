"""Games of one player: random rule sheets."""
from .interpreter import Sheet, leaves, relation, show
from .problem import Problem
from .space import explore

OBJECTS = ['a', 'b', 'c']
VALUES = [100, 75, 50, 25, 0]


def write(rules, rng):
    """The sheet in KIF, in any order, with comments and odd spaces."""
    lines = []
    for head, body in rules:
        text = f'(<= {show(head)} {" ".join(map(show, body))})' if body else show(head)
        if rng.random() < 0.1:
            text = text.replace(' ', rng.choice(['  ', '\n    ', '\t']))
        lines.append(text + rng.choice(['\n', '\n', '\n', ' ', ' ; a comment\n']))
    if rng.random() < 0.5:
        rng.shuffle(lines)
    return ''.join(lines)


class Author:
    """Writes random rules."""
    def __init__(self, rng):
        self.rng = rng
        self.fluents = rng.sample(['p', 'q', 's', 'u', 'v'], rng.randint(2, 5))
        self.with_objects = rng.random() < 0.4
        self.moves = rng.sample(['m', 'n', 'go', 'k'], rng.randint(2, 4))
        self.derived = []

    def fluent(self, variable):
        """A fluent; with a variable, if there is one."""
        if self.with_objects and self.rng.random() < 0.5:
            return ('at', variable or self.rng.choice(OBJECTS))
        return self.rng.choice(self.fluents)

    def literal(self, variable, does, depth=0):
        """A condition that binds nothing."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.12 and depth < 2:
            parts = [self.literal(variable, does, depth + 1) for _ in range(rng.randint(1, 3))]
            return (rng.choice(['or', 'or', 'and']), *parts)
        if kind < 0.17 and depth < 2:
            return ('not', self.literal(variable, does, depth + 1))
        if kind < 0.22 and variable:
            return ('distinct', variable, rng.choice(OBJECTS))
        if kind < 0.27 and variable:
            return ('near', variable, rng.choice(OBJECTS))
        if kind < 0.4 and self.derived:
            name, of_object = rng.choice(self.derived)
            atom = (name, variable or rng.choice(OBJECTS)) if of_object else name
        elif kind < 0.6 and does:
            atom = ('does', 'r', self.move(variable))
        else:
            atom = ('true', self.fluent(variable))
        return ('not', atom) if rng.random() < 0.4 else atom

    def move(self, variable):
        if self.with_objects and self.rng.random() < 0.5:
            return ('to', variable or self.rng.choice(OBJECTS))
        return self.rng.choice(self.moves)

    def body(self, most, variable=None, does=False):
        bound = [('obj', variable)] if variable else []
        return bound + [self.literal(variable, does) for _ in range(self.rng.randint(0, most))]

    def play(self):
        """Everything but how a game ends, and what it is worth."""
        rng = self.rng
        rules = [(('role', 'r'), [])]
        rules += [(('obj', name), []) for name in OBJECTS]
        rules += [(('near', 'a', 'b'), []), (('near', 'b', 'c'), [])]
        fluents = [*self.fluents, *([('at', name) for name in OBJECTS] if self.with_objects else [])]
        rules += [(('init', fluent), []) for fluent in fluents if rng.random() < 0.4]
        for name in rng.sample(['d', 'e', 'f'], rng.choice([0, 0, 1, 2, 3])):
            of_object = rng.random() < 0.3
            for _ in range(rng.randint(1, 2)):
                head = (name, '?x') if of_object else name
                rules.append((head, self.body(2, '?x' if of_object or rng.random() < 0.3 else None)))
            self.derived.append((name, of_object))
        for name in self.moves:
            rules.append((('legal', 'r', name), self.body(rng.choice([0, 0, 1, 1, 2]))))
        if self.with_objects:
            rules.append((('legal', 'r', ('to', '?x')), self.body(2, '?x') or [('obj', '?x')]))
        for fluent in fluents:
            self.next_rules(rules, fluent)
        # Fluents that nothing asks for are part of the state, too, also if they change as time does.
        for fluent in rng.sample(['w', 'z'], rng.choice([0, 0, 1, 2])):
            if rng.random() < 0.5:
                self.next_rules(rules, fluent)
            else:
                before = ('true', rng.choice(['w', 'z']))
                rules.append((('next', fluent), rng.choice([[], [before], [('not', before)]])))
        if self.with_objects and rng.random() < 0.5:
            rules.append((('next', ('at', '?x')), [('obj', '?x'), ('does', 'r', ('to', '?x')), *self.body(1)]))
        return rules

    def next_rules(self, rules, fluent):
        """What makes a fluent true, and what keeps it so."""
        rng = self.rng
        if rng.random() < 0.85:
            move = self.move(None)
            kept = [('true', fluent), ('not', ('does', 'r', move))]
            if rng.random() < 0.2:
                kept = [('true', fluent), ('does', 'r', '?m'), ('distinct', '?m', move)]
            rules.append((('next', fluent), kept))
        for _ in range(rng.choice([1, 1, 1, 2])):
            rules.append((('next', fluent), [('does', 'r', self.move(None)), *self.body(2, None, rng.random() < 0.3)]))

    def ends(self, rules, state):
        """When a game ends, and what it is worth: among others, whenever it is like this state."""
        rng = self.rng
        inits = {head[1] for head, _ in rules if relation(head) == 'init'}
        for _ in range(5):
            asked = rng.sample(self.fluents, rng.randint(1, len(self.fluents)))
            if any((fluent in state) != (fluent in inits) for fluent in asked):
                break
        wanted = [('true', fluent) if fluent in state else ('not', ('true', fluent)) for fluent in asked]
        ends = [wanted] + [self.body(3) or ['over'] for _ in range(rng.choice([0, 0, 1]))]
        if rng.random() < 0.3:
            # A step counter.
            last = rng.randint(2, 8)
            rules.append((('init', ('step', '1')), []))
            rules += [(('after', str(n), str(n + 1)), []) for n in range(1, last)]
            rules.append((('next', ('step', '?n')), [('true', ('step', '?m')), ('after', '?m', '?n')]))
            ends.append([('true', ('step', str(last)))])
        rules += [('terminal', body) for body in ends]
        values = sorted(rng.sample(VALUES, rng.randint(1, 4)), reverse=True)
        apart, before = rng.random() < 0.6, []
        first = 0 if rng.random() < 0.7 else 1
        for number, value in enumerate(values):
            body = list(wanted) if number == first else self.body(3)
            # Values that exclude each other, or any.
            rules.append((('goal', 'r', str(value)), body + (before if apart else [])))
            before = [*before, ('not', ('and', *body))] if body else before
        return rules


def draw(rng, most_states=150):
    """A random game of at most so many states, with everything that can be reached for one of its values."""
    least = rng.choice([1, 3, 6, 10, 20])
    while True:
        author = Author(rng)
        rules = author.play()
        space = explore(Sheet(rules, 100), most_states)
        if space is None or space.states < least:
            least = max(1, least - 1)
            continue
        states = list(space.depths)
        rules = author.ends(rules, rng.choice(states[len(states) * rng.choice([0, 1, 1, 2]) // 3:]))
        sheet = Sheet(rules, 100)
        space = explore(sheet, 2 * most_states)
        if space is not None:
            break
    given = sorted({int(head[2]) for head, _ in rules if relation(head) == 'goal'}, reverse=True)
    lengths = {}
    for sheet.goal in given:
        lengths[sheet.goal] = explore(sheet, 2 * most_states).length
    reachable = [value for value in given if lengths[value] is not None]
    # A value that can be reached, mostly the one that takes longest.
    if reachable and rng.random() < 0.8:
        sheet.goal = rng.choice([*reachable, *[max(reachable, key=lengths.get)] * 2])
    else:
        sheet.goal = rng.choice([*given, 100, 42])
    space = explore(sheet, 2 * most_states)
    meaning = [] if sheet.goal == 100 and rng.random() < 0.5 else ['--goal', sheet.goal]
    problem = Problem('gdl', 'moves', 'game.kif', write(rules, rng), meaning, sheet, space,
                      ['transition', 'operators', 'strips'])
    problem.values = given
    return problem


def spaces(problem):
    """For each value that some rule gives, the best first, what the oracle finds."""
    sheet, goal = problem.puzzle, problem.puzzle.goal
    found = {}
    for value in problem.values:
        sheet.goal = value
        found[value] = explore(sheet, problem.space.states)
    sheet.goal = goal
    return found
