"""Counts of two SAS files of one problem, ours and Fast Downward's, and the reasons of what differs, found in the files."""
import collections, dataclasses, functools


@dataclasses.dataclass
class SasOperator:
    name: str
    asked: dict     # variable: value, of preconditions
    effects: list   # conditions, variable, value


@dataclasses.dataclass
class SasTask:
    values: list        # of each variable: the atoms that its values stand for, or None
    is_derived: list
    initial: list
    goal: dict
    mutexes: list       # sets of pairs of variable and value
    operators: list
    rules: list         # conditions, variable

    def facts(self):
        """The atoms of what is not derived, in small letters; without those that a translator has made up."""
        return {atom for atoms, derived in zip(self.values, self.is_derived) if not derived
                for atom in atoms if atom and not atom.startswith('new-axiom') and '#' not in atom}

    def places(self):
        return {atom: (variable, value) for variable, atoms in enumerate(self.values)
                for value, atom in enumerate(atoms) if atom}

    def exclusive(self, facts):
        """Whether some of these exclude each other: by a variable, or by a mutex group."""
        known = set(facts)
        variables = {variable for variable, _ in known}
        return len(variables) < len(known) or any(1 < len(known & group) for group in self.mutexes)

    @functools.cached_property
    def relevant(self):
        """The facts, variables with values, that the goal depends on."""
        causes = collections.defaultdict(set)
        for operator in self.operators:
            for conditions, variable, after in operator.effects:
                conditions = [*operator.asked.items(), *conditions]
                before = dict(conditions).get(variable)
                befores = range(len(self.values[variable])) if before is None else [before]
                for value in {after, *befores}:
                    causes[variable, value].update(conditions)
        for conditions, variable in self.rules:
            for value in range(2):
                causes[variable, value].update(conditions)
        found, open_ = set(), list(self.goal.items())
        while open_:
            fact = open_.pop()
            if fact not in found:
                found.add(fact)
                open_ += causes[fact]
        return found


    def reachable(self, left_out):
        """The facts that can be reached, if nothing that was once so stopped being so, without operators of these names."""
        operators = [operator for operator in self.operators if operator.name not in left_out]
        found, n_before = set(enumerate(self.initial)), -1
        found |= {(variable, value) for _, variable in self.rules for value in range(2)}
        while n_before != len(found):
            n_before = len(found)
            for operator in operators:
                if found.issuperset(operator.asked.items()):
                    found |= {(variable, after) for conditions, variable, after in operator.effects
                              if found.issuperset(conditions)}
        return found


def read(path):
    lines = iter(path.read_text().splitlines())
    take = lambda: next(lines)
    numbers = lambda: [int(word) for word in take().split()]
    number = lambda: int(take())
    pairs = lambda n: [tuple(numbers()) for _ in range(n)]
    for _ in range(6):
        take()
    values, derived = [], []
    for _ in range(number()):
        take(), take()
        derived.append(number() != -1)
        values.append([atom(take()) for _ in range(number())])
        take()
    mutexes = []
    for _ in range(number()):
        take()
        mutexes.append(set(pairs(number())))
        take()
    take()
    initial = [number() for _ in values]
    take(), take()
    goal = dict(pairs(number()))
    take()
    operators = []
    for _ in range(number()):
        take()
        name = ' '.join(take().lower().split())
        asked, effects = dict(pairs(number())), []
        for _ in range(number()):
            words = numbers()
            count = words[0]
            conditions = list(zip(words[1:1 + 2 * count:2], words[2:2 + 2 * count:2]))
            variable, before, after = words[1 + 2 * count:]
            if before != -1:
                asked[variable] = before
            effects.append((conditions, variable, after))
        operators.append(SasOperator(name, asked, effects))
        take(), take()
    rules = []
    for _ in range(number()):
        take()
        conditions = pairs(number())
        rules.append((conditions, numbers()[0]))
        take()
    return SasTask(values, derived, initial, goal, mutexes, operators, rules)


def atom(line):
    """The atom that a value stands for; none for negated atoms and for what is left over."""
    return line[5:].lower().replace(' ', '').removesuffix('()') if line.startswith('Atom ') else None


def why_missing(task, operator, other):
    """Why an operator of a task is not in the other one."""
    places = other.places()
    asked = [task.values[variable][value] for variable, value in operator.asked.items()]
    if all(operator.asked.get(variable) == after for _, variable, after in operator.effects):
        return 'changes nothing'
    if other.exclusive(places[name] for name in asked if name in places):
        return 'mutex preconditions'
    touched = {(variable, value) for _, variable, after in operator.effects
               for value in (after, operator.asked.get(variable, after))}
    return None if touched & task.relevant else 'no part in the goal'


def differences(ours, theirs):
    """The reasons of what differs, with how many facts or operators each is for; what has none is under `unexplained`."""
    # What Fast Downward writes for a problem whose goal its exploration does not reach.
    if 'dummy(val1)' in theirs.facts():
        return {'theirs is an unsolvable task without operators': 1}
    reasons = collections.Counter()
    our_names, their_names = ({operator.name: operator for operator in task.operators} for task in (ours, theirs))
    missing = {name: why_missing(theirs, their_names[name], ours) for name in their_names.keys() - our_names.keys()}
    reached = theirs.reachable({name for name, why in missing.items() if why == 'mutex preconditions'})
    for name, why in missing.items():
        if not reached.issuperset(their_names[name].asked.items()):
            why = why or 'not reachable'
        reasons[f'operators, theirs: {why or "unexplained"}'] += 1
    for name in our_names.keys() - their_names.keys():
        reasons[f'operators, ours: {why_missing(ours, our_names[name], theirs) or "unexplained"}'] += 1
    again = len(ours.operators) - len(our_names), len(theirs.operators) - len(their_names)
    if again[0] != again[1]:
        reasons['operators listed again, ours and theirs: {} and {}'.format(*again)] += 1
    relevant = {ours.values[variable][value] for variable, value in ours.relevant}
    for fact in ours.facts() - theirs.facts():
        reasons['facts, ours: ' + ('unexplained' if fact in relevant else 'no part in the goal')] += 1
    places = theirs.places()
    for fact in theirs.facts() - ours.facts():
        variable, value = places[fact]
        values = {other for changed, other in reached if changed == variable}
        why = 'not reachable' if value not in values else 'never changes' if len(values) == 1 else 'unexplained'
        reasons[f'facts, theirs: {why}'] += 1
    return reasons
