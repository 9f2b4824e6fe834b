"""Random domains and problems in PDDL: types, constants, ADL, derived predicates, and costs."""
from fractions import Fraction

from .adl import World
from .interpreter import show
from .problem import Problem
from .space import explore

# The type above each.
TYPES = {'object': None, 'thing': 'object', 'place': 'object', 'box': 'thing', 'cart': 'thing'}
FLUENTS = [('p',), ('q', 'thing'), ('at', 'thing', 'place'), ('full', 'object'), ('near', 'place', 'place')]
# One for each stratum.
DERIVED = [('linked', 'place', 'place'), ('d', 'thing'), ('g',)]
OBJECTS = [('k', 'cart'), ('l1', 'place'), ('b1', 'box'), ('l2', 'place'), ('b2', 'box'), ('x', 'object')]
NUMBERS = ['0', '1', '2.0', '3', '0.5', '10', '1.25']


class Author:
    """Writes random parts of a domain. What a variable is of, is in `scope`."""
    def __init__(self, rng):
        self.rng = rng
        self.fluents = rng.sample(FLUENTS, rng.randint(2, 5))
        self.n_strata = rng.choice([0, 0, 1, 2, 3])
        self.names = dict(OBJECTS[:rng.randint(3, len(OBJECTS))])

    def is_below(self, low, high):
        while low is not None and low != high:
            low = TYPES[low]
        return low == high

    def term(self, of, scope):
        """A variable, or the constant; where there is none of the type, one of the types below or above it."""
        fit = [name for name, type_of in scope.items() if self.is_below(type_of, of)]
        fit += ['k'] if self.is_below('cart', of) else []
        return self.rng.choice(fit) if fit else None

    def atom(self, shapes, scope):
        """An atom of one of the shapes; None where no variable fits."""
        name, *types = self.rng.choice(shapes)
        words = [self.term(of, scope) for of in types]
        return None if None in words else (name, *words)

    def formula(self, depth, scope, stratum=3, positive=True):
        """A formula in which predicates of that stratum stand under an even number of negations only."""
        rng, kind = self.rng, self.rng.randrange(12 if depth else 4)
        below = lambda of_scope=scope, same=True: self.formula(depth - 1, of_scope, stratum, positive == same)
        if kind < 3:
            derived = DERIVED[:min(self.n_strata, stratum + positive)]
            atom = self.atom(derived if derived and rng.random() < 0.4 else self.fluents, scope)
            if atom is None:
                return ('and',)
            negate = kind == 2 and atom[0] in [name for name, *_ in self.fluents]
            return ('not', atom) if negate else atom
        if kind == 3:
            return ('=', self.term('object', scope) or 'k', self.term('object', scope) or 'k')
        if kind < 8:
            return (rng.choice(['and', 'and', 'or']), *(below() for _ in range(rng.randint(1, 3))))
        if kind == 8:
            return ('not', below(same=False))
        if kind == 9:
            return ('imply', below(same=False), below())
        name, of = rng.choice(['?z', '?w', '?x']), rng.choice(['place', 'thing', 'box', 'object'])
        # `either` here has a type and one below it, so that what follows is right.
        written = ('either', 'box', 'cart') if of == 'thing' and rng.random() < 0.5 else of
        return (rng.choice(['exists', 'forall']), (name, '-', written), below(scope | {name: of}))

    def effect(self, depth, scope):
        rng, kind = self.rng, self.rng.randrange(6 if depth else 3)
        if kind < 3:
            atom = self.atom(self.fluents, scope)
            return ('and',) if atom is None else ('not', atom) if kind == 2 else atom
        if kind < 5:
            return ('when', self.formula(1, scope), self.effect(depth - 1, scope))
        name, of = rng.choice(['?z', '?x']), rng.choice(['place', 'thing', 'box'])
        return ('forall', (name, '-', of), self.effect(depth - 1, scope | {name: of}))

    def cost(self, scope):
        """An increase, perhaps in some states only, or for each object."""
        rng = self.rng
        of_object = self.term('object', scope)
        amount = ('toll', of_object) if of_object and rng.random() < 0.4 else rng.choice(NUMBERS)
        increase = ('increase', ('total-cost',), amount)
        kind = rng.random()
        if kind < 0.6:
            return increase
        if kind < 0.8:
            return ('when', self.formula(1, scope), increase)
        of = rng.choice(['place', 'thing'])
        return ('forall', ('?z', '-', of), ('increase', ('total-cost',), rng.choice([('toll', '?z'), '1'])))

    def action(self, number, with_costs):
        rng = self.rng
        scope = {name: rng.choice(['thing', 'place', 'box', 'object'])
                 for name in ['?x', '?y'][:rng.choice([0, 1, 1, 2])]}
        costs = [self.cost(scope) for _ in range(rng.choice([0, 1, 1, 2]))] if with_costs else []
        effects = [self.effect(2, scope) for _ in range(rng.randint(1, 3))]
        return {'name': f'do{number}', 'scope': scope, 'parameters': [(name, (of,)) for name, of in scope.items()],
                'precondition': self.formula(rng.choice([0, 1, 1, 2]), scope), 'effect': ('and', *effects, *costs)}

    def axiom(self):
        """A rule of a derived predicate: its stratum, its parameters, its head, and its condition."""
        rng, stratum = self.rng, self.rng.randrange(self.n_strata)
        name, *types = DERIVED[stratum]
        scope = dict(zip(['?x', '?y'], types))
        condition = self.formula(2, scope, stratum)
        if stratum == 0 and rng.random() < 0.5 and FLUENTS[4] in self.fluents:
            further = ('and', ('near', '?x', '?z'), ('linked', '?z', '?y'))
            condition = ('or', ('near', '?x', '?y'), ('exists', ('?z', '-', 'place'), further))
        return stratum, scope, (name, *scope), condition


def declared(scope):
    return ' '.join(f'{name} - {of}' for name, of in scope.items())


def domain_text(author, axioms, actions, with_costs):
    shapes = author.fluents + DERIVED[:author.n_strata]
    predicates = [f'({" ".join([name, *(f"?a{at} - {of}" for at, of in enumerate(types))])})' for name, *types in shapes]
    text = '(define (domain drawn)\n (:requirements :adl :derived-predicates :action-costs)\n'
    text += ' (:types thing place - object box cart - thing)\n (:constants k - cart)\n'
    text += f' (:predicates {" ".join(predicates)})\n'
    text += ' (:functions (total-cost) (toll ?x - object) - number)\n' if with_costs else ''
    for _, scope, (name, *_), condition in axioms:
        text += f' (:derived ({name} {declared(scope)}) {show(condition)})\n'
    for action in actions:
        text += (f' (:action {action["name"]} :parameters ({declared(action["scope"])})\n  :precondition '
                 f'{show(action["precondition"])}\n  :effect {show(action["effect"])})\n')
    return text + ')\n'


def problem_text(author, world, minimises):
    listed = ' '.join(f'{name} - {of}' for name, of in author.names.items() if name != 'k')
    values = ' '.join(f'(= {show(atom)} {float(value):g})' for atom, value in world.values.items())
    initial = ' '.join(map(show, sorted(world.start)))
    metric = ' (:metric minimize (total-cost))\n' if minimises else ''
    return (f'(define (problem p)\n (:domain drawn)\n (:objects {listed})\n (:init {initial} {values})\n'
            f' (:goal {show(world.goal)})\n{metric})\n')


def draw(rng, most_states=250):
    """A random problem of at most so many states, with everything that can be reached in it."""
    least = rng.choice([1, 4, 10, 30])
    while True:
        author = Author(rng)
        with_costs = rng.random() < 0.5
        actions = [author.action(number, with_costs) for number in range(rng.randint(2, 4))]
        axioms = [author.axiom() for _ in range(rng.choice([1, 2, 3]) if author.n_strata else 0)]
        strata = [[([(name, (of,)) for name, of in scope.items()], head, condition)
                   for at, scope, head, condition in axioms if at == stratum] for stratum in range(author.n_strata)]
        values = {('toll', name): Fraction(rng.choice(NUMBERS)) for name in author.names} if with_costs else {}
        possible = [atom for shape in author.fluents for atom in atoms_of(author, shape)]
        initial = rng.sample(possible, min(len(possible), rng.randint(0, 5)))
        world = World(TYPES, author.names, strata, actions, values, initial, author.formula(2, {}))
        space = explore(world, most_states)
        if space is None or space.states < least:
            least = max(1, least - 1)
            continue
        if rng.random() < 0.7:
            world.goal = far_goal(rng, world, space)
            space = explore(world, most_states)
        break
    with_costs = any('increase' in show(action['effect']) for action in actions)
    minimises = with_costs and rng.random() < 0.5
    meaning = ['--metric', 'actions'] if minimises or with_costs and rng.random() < 0.3 else []
    return Problem('pddl', 'actions', 'problem.pddl', problem_text(author, world, minimises), meaning, world, space,
                   ['transition', 'operators', 'strips'], files={'domain.pddl': domain_text(author, axioms, actions, bool(values))},
                   may_cost=with_costs)


def atoms_of(author, shape):
    name, *types = shape
    found = [(name,)]
    for of in types:
        fit = [word for word, type_of in author.names.items() if author.is_below(type_of, of)]
        found = [(*atom, word) for atom in found for word in fit]
    return found


def far_goal(rng, world, space):
    """A goal in which a state that is far from the start differs from it, in everything or in a part."""
    state = max(rng.sample(sorted(space.depths, key=sorted), min(8, space.states)), key=space.depths.get)
    differs = [*state - world.start, *(('not', atom) for atom in world.start - state)]
    derived = [atom for atom in world.atoms(state) - world.atoms(world.start) if atom[0] in [name for name, *_ in DERIVED]]
    if derived and rng.random() < 0.6:
        return ('and', rng.choice(sorted(derived)))
    differs.sort(key=show)
    return ('and', *(differs if rng.random() < 0.5 else rng.sample(differs, rng.randint(0, len(differs)))))
