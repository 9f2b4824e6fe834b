"""Tasks in SAS files: random ones, and a reader of those that the program writes."""
from .planned import Planned
from .problem import Problem
from .space import explore


class SasTask(Planned):
    """A state has the value of each variable, those of derived ones as they are at the start.

    `layers` has None for variables that operators change, `rules` are a body, a variable and its new value; an operator
    is a name, its precondition, its effects (conditions, variable, value), and its cost.
    """
    def __init__(self, layers, n_values, initial, goal, operators, rules):
        super().__init__()
        self.layers, self.n_values, self.goal = layers, n_values, goal
        self.operators, self.rules, self.start = operators, rules, tuple(initial)
        self.extended = {}

    def values(self, state):
        """A state with the values of derived variables: layer by layer, until nothing changes."""
        if state not in self.extended:
            values = list(state)
            for layer in sorted({layer for layer in self.layers if layer is not None}):
                changed = True
                while changed:
                    changed = False
                    for body, variable, after in self.rules:
                        if self.layers[variable] == layer and values[variable] != after and holds(body, values):
                            values[variable], changed = after, True
            self.extended[state] = values
        return self.extended[state]

    def has_names_apart(self):
        return len({name for name, *_ in self.operators}) == len(self.operators)

    def is_goal(self, state):
        return holds(self.goal, self.values(state))

    def active(self, state, operator):
        """The effects of an operator that it has in a state; None if it cannot be applied, or they contradict each other."""
        values = self.values(state)
        if not holds(operator[1], values):
            return None
        found = {(variable, after) for condition, variable, after in operator[2] if holds(condition, values)}
        return dict(found) if len(dict(found)) == len(found) else None

    def expand(self, state):
        for operator in self.operators:
            effects = self.active(state, operator)
            if effects is not None:
                yield operator[0], operator[3], tuple(effects.get(at, value) for at, value in enumerate(state))


def holds(facts, values):
    return all(values[variable] == value for variable, value in facts)


def read(text):
    """The task of a file of version 3, and whether its costs count."""
    lines = iter(text.split('\n'))
    skip = lambda n: [next(lines) for _ in range(n)]
    number = lambda: int(next(lines))
    pairs = lambda: [tuple(map(int, next(lines).split())) for _ in range(number())]
    skip(4)
    has_costs = number() == 1
    skip(1)
    layers, n_values = [], []
    for _ in range(number()):
        skip(2)
        layer, n = number(), number()
        layers.append(None if layer == -1 else layer)
        n_values.append(n)
        skip(n + 1)
    for _ in range(number()):
        skip(1), pairs(), skip(1)
    skip(1)
    initial = [number() for _ in layers]
    skip(2)
    goal = pairs()
    skip(1)
    operators, rules = [], []
    for _ in range(number()):
        skip(1)
        name, precondition, effects = next(lines), pairs(), []
        for _ in range(number()):
            n, *numbers, variable, before, after = map(int, next(lines).split())
            assert len(numbers) == 2 * n
            precondition += [(variable, before)] if before != -1 else []
            effects.append((list(zip(numbers[::2], numbers[1::2])), variable, after))
        cost = number()
        operators.append((name, precondition, effects, cost if has_costs else 1))
        skip(1)
    for _ in range(number()):
        skip(1)
        body, (variable, _, after) = pairs(), map(int, next(lines).split())
        rules.append((body, variable, after))
        skip(1)
    return SasTask(layers, n_values, initial, goal, operators, rules), has_costs


def write(task, has_costs, rng):
    """The task as a file; what an operator asks of a variable that it changes may stand with the effect."""
    facts = lambda facts: [str(len(facts)), *(f'{variable} {value}' for variable, value in facts)]
    lines = ['begin_version', '3', 'end_version', 'begin_metric', str(int(has_costs)), 'end_metric', str(len(task.layers))]
    for at, (layer, n) in enumerate(zip(task.layers, task.n_values)):
        lines += ['begin_variable', f'var{at}', str(-1 if layer is None else layer), str(n)]
        lines += [f'Atom v{at}({value})' for value in range(n)] + ['end_variable']
    lines += ['0', 'begin_state', *map(str, task.start), 'end_state', 'begin_goal', *facts(task.goal), 'end_goal']
    lines.append(str(len(task.operators)))
    for name, precondition, effects, cost in task.operators:
        asked = dict(precondition) if rng.random() < 0.7 else {}
        kept = [fact for fact in precondition if fact[0] not in [v for _, v, _ in effects if v in asked]]
        lines += ['begin_operator', name, *facts(kept), str(len(effects))]
        for condition, variable, after in effects:
            words = [len(condition), *(number for fact in condition for number in fact)]
            lines.append(' '.join(map(str, [*words, variable, asked.get(variable, -1), after])))
        lines += [str(cost), 'end_operator']
    lines.append(str(len(task.rules)))
    for body, variable, after in task.rules:
        lines += ['begin_rule', *facts(body), f'{variable} {1 - after} {after}', 'end_rule']
    return '\n'.join(lines) + '\n'


def draft(rng):
    """A random task, and whether its costs count."""
    n, n_derived = rng.randint(1, 5), rng.choice([0, 0, 1, 2, 3])
    layers = [None] * n + sorted(rng.choice([0, 0, 1, 2]) for _ in range(n_derived))
    if rng.random() < 0.2:
        rng.shuffle(layers)
    n_values = [rng.choice([2, 2, 3, 4]) if layer is None else 2 for layer in layers]
    initial = [rng.randrange(n) if layer is None else rng.choice([1, 1, 0]) for layer, n in zip(layers, n_values)]
    plain = [at for at, layer in enumerate(layers) if layer is None]
    derived = [at for at, layer in enumerate(layers) if layer is not None]

    def some(most, usable):
        chosen = rng.sample(usable, min(len(usable), rng.randint(0, most)))
        return [(variable, rng.randrange(n_values[variable])) for variable in chosen]

    rules = []
    for variable in derived:
        for _ in range(rng.choice([0, 1, 1, 2])):
            body = some(2, plain + [at for at in derived if layers[at] < layers[variable]])
            same = [at for at in derived if layers[at] == layers[variable]]
            body += [(at, 1 - initial[at]) for at in rng.sample(same, rng.choice([0, 0, 1]))]
            rules.append((body, variable, 1 - initial[variable]))
    operators, has_costs = [], rng.random() < 0.4
    for number in range(rng.randint(1, 8)):
        changed = rng.sample(plain, min(len(plain), rng.choice([1, 1, 1, 2, 3])))
        effects = [(some(2, plain + derived) if rng.random() < 0.3 else [], variable, rng.randrange(n_values[variable]))
                   for variable in changed]
        if rng.random() < 0.1:
            effects.append((some(1, plain + derived), changed[0], rng.randrange(n_values[changed[0]])))
        precondition = dict(some(2, plain + derived))
        if rng.random() < 0.7:
            precondition[changed[0]] = rng.randrange(n_values[changed[0]])
        name = f'op {number}' if not operators or 0.03 < rng.random() else operators[-1][0]
        operators.append((name, sorted(precondition.items()), effects, rng.choice([0, 1, 1, 2, 3, 7])))
    task = SasTask(layers, n_values, initial, some(2, plain + derived), operators, rules)
    return task, has_costs


def draw(rng, most_states=300):
    """A random task of at most so many states, with everything that can be reached in it."""
    least = rng.choice([1, 4, 10, 30, 80])
    while True:
        task, has_costs = draft(rng)
        space = explore(task, most_states)
        if space is not None and least <= space.states:
            break
        least = max(1, least - 1)
    if rng.random() < 0.7:
        state = max(rng.sample(sorted(space.depths), min(6, space.states)), key=space.depths.get)
        plain = [at for at, layer in enumerate(task.layers) if layer is None]
        task.goal = [(at, task.values(state)[at]) for at in sorted(rng.sample(plain, rng.randint(1, len(plain))))]
        space = explore(task, most_states)
    return problem(rng, task, has_costs, space)


def problem(rng, task, has_costs, space):
    """The task as a file. Where its costs do not count, some are written all the same."""
    if not has_costs:
        task.operators = [(*operator[:3], 1) if rng.random() < 0.5 else operator for operator in task.operators]
    meaning = ['--metric', 'actions'] if has_costs else []
    return Problem('sas', 'actions', 'task.sas', write(task, has_costs, rng), meaning, task, space,
                   ['transition', 'operators', 'strips'], may_cost=has_costs)


def draw_crossroads(rng, most_states):
    """A random task in which the way of the fewest operators is seldom the cheapest one."""
    while True:
        task = crossroads(rng)
        space = explore(task, most_states)
        if space is not None:
            return problem(rng, task, True, space)


def crossroads(rng):
    """Several ways to the goal, each of roads that can be gone at the same time and of a button to be pressed so many times."""
    n_values, operators = [2], []
    for way in range(rng.choice([1, 2, 2, 2, 3])):
        ends = []
        for _ in range(rng.randint(1, 5)):
            road, length, cost = len(n_values), rng.choice([1, 1, 1, 2, 4]), rng.choice([0, 0, 0, 1])
            n_values.append(length + 1)
            operators += [(f'go {road} {at}', [(road, at)], [([], road, at + 1)], cost) for at in range(length)]
            ends.append((road, length))
        times = rng.choice([0, 1, 2, 2, 3])
        if times:
            button = len(n_values)
            n_values.append(times + 1)
            effects = [([(button, at)], button, at + 1) for at in range(times)]
            before = sorted(rng.sample(ends, rng.randint(0, len(ends))))
            operators.append((f'press {button}', before, effects, rng.choice([0, 1, 1, 2])))
            ends.append((button, times))
        operators.append((f'arrive {way}', ends, [([], 0, 1)], rng.choice([0, 0, 1, 2])))
    return SasTask([None] * len(n_values), n_values, [0] * len(n_values), [(0, 1)], operators, [])
