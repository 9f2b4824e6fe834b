"""An interpreter of PDDL that tries all objects for each variable, as the language is defined.

A term is a word or a tuple of terms, as in interpreter.py; a state is the set of atoms that hold, derived ones left out.
"""
import itertools
from fractions import Fraction

from .planned import Planned


class World(Planned):
    """A domain with its problem: `types` has the type above each, `objects` the type of each, actions are dicts."""
    def __init__(self, types, objects, axioms, actions, values, initial, goal):
        super().__init__()
        self.types, self.objects, self.values, self.goal = types, objects, values, goal
        # Each list of axioms may deny what the lists before it derive.
        self.strata, self.actions = axioms, actions
        self.start = frozenset(initial)
        self.extended = {}

    def of_types(self, wanted):
        """The objects of a type, or of one of several."""
        def is_of(name):
            while name is not None and name not in wanted:
                name = self.types.get(name)
            return name is not None
        return [name for name, of in self.objects.items() if is_of(of)]

    def bindings(self, parameters):
        """All ways to give objects to variables; a parameter is a variable and its types."""
        names = [name for name, _ in parameters]
        for chosen in itertools.product(*(self.of_types(types) for _, types in parameters)):
            yield dict(zip(names, chosen))

    def holds(self, term, atoms, bound):
        head, *parts = term or ('and',)
        if head == 'and':
            return all(self.holds(part, atoms, bound) for part in parts)
        if head == 'or':
            return any(self.holds(part, atoms, bound) for part in parts)
        if head == 'not':
            return not self.holds(parts[0], atoms, bound)
        if head == 'imply':
            return not self.holds(parts[0], atoms, bound) or self.holds(parts[1], atoms, bound)
        if head == '=':
            return bound.get(parts[0], parts[0]) == bound.get(parts[1], parts[1])
        if head in ('exists', 'forall'):
            each = (self.holds(parts[1], atoms, bound | more) for more in self.bindings(typed(parts[0])))
            return any(each) if head == 'exists' else all(each)
        return self.atom(term, bound) in atoms

    @staticmethod
    def atom(term, bound):
        return (term[0], *(bound.get(word, word) for word in term[1:]))

    def atoms(self, state):
        """A state with all that is derived from it."""
        if state not in self.extended:
            atoms = set(state)
            for axioms in self.strata:
                before = None
                while before != len(atoms):
                    before = len(atoms)
                    for parameters, head, condition in axioms:
                        atoms |= {self.atom(head, bound) for bound in self.bindings(parameters)
                                  if self.holds(condition, atoms, bound)}
            self.extended[state] = atoms
        return self.extended[state]

    def is_goal(self, state):
        return self.holds(self.goal, self.atoms(state), {})

    def expand(self, state):
        atoms = self.atoms(state)
        for action in self.actions:
            for bound in self.bindings(action['parameters']):
                if self.holds(action['precondition'], atoms, bound):
                    added, deleted, costs = set(), set(), []
                    self.change(action['effect'], atoms, bound, added, deleted, costs)
                    name = ' '.join([action['name'], *bound.values()])
                    yield name, sum(costs), frozenset(state - deleted | added)

    def change(self, effect, atoms, bound, added, deleted, costs):
        """Collects what an effect does; what is added holds, whatever is deleted."""
        head, *parts = effect or ('and',)
        if head == 'and':
            for part in parts:
                self.change(part, atoms, bound, added, deleted, costs)
        elif head == 'when':
            if self.holds(parts[0], atoms, bound):
                self.change(parts[1], atoms, bound, added, deleted, costs)
        elif head == 'forall':
            for more in self.bindings(typed(parts[0])):
                self.change(parts[1], atoms, bound | more, added, deleted, costs)
        elif head == 'increase':
            amount = parts[1]
            costs.append(Fraction(amount) if isinstance(amount, str) else self.values[self.atom(amount, bound)])
        elif head == 'not':
            deleted.add(self.atom(parts[0], bound))
        else:
            added.add(self.atom(effect, bound))


def typed(words):
    """The variables of a list such as `(?x - box ?y - (either box room))`, each with its types."""
    found, waiting, words = [], [], iter(words)
    for word in words:
        if word == '-':
            of = next(words)
            found += [(name, of[1:] if isinstance(of, tuple) else (of,)) for name in waiting]
            waiting = []
        else:
            waiting.append(word)
    return found + [(name, ('object',)) for name in waiting]
