"""Random problems of unified-planning, with every feature that the engine knows.

Runs where unified-planning is installed, as a part of unified_asked.py.
"""
from fractions import Fraction

from unified_planning.exceptions import UPConflictingEffectsException
from unified_planning.model import metrics
from unified_planning.shortcuts import (
    GE, GT, LE, LT, And, BoolType, Equals, Exists, Fluent, Forall, Iff, Implies, InstantaneousAction, Int, IntType, Minus, Not, Object, Or,
    Plus, Problem, Real, RealType, Times, UserType, Variable,
)

WORDS = ['at', 'Box', 'box', 'a-b', 'a_b', 'and', 'holds', 'Total', 'in-room', 'x', 'object']
VARIABLES = ['x', 'y', 'X', 'v', 'at']


def parameters(types):
    return {f'p{number}': of for number, of in enumerate(types)}


class Drawn:
    """A problem. Others read it as PDDL, where what is called alike may be taken for one another: `is_plain` says that nothing is."""
    def __init__(self, rng):
        self.rng = rng
        self.problem = Problem('drawn')
        self.names = set()
        self.is_plain = True
        self.draw()

    def name(self):
        odd = ' ' if self.rng.random() < 0.03 else ''
        while True:
            name = f'{self.rng.choice(WORDS)}{odd}{self.rng.choice(["", 1, 2, 3])}'
            if name not in self.names:
                self.names.add(name)
                return name

    def draw(self):
        rng, problem = self.rng, self.problem
        self.types = [UserType(self.name())]
        for _ in range(rng.randint(0, 2)):
            self.types.append(UserType(self.name(), rng.choice([None, *self.types])))
        for of in self.types:
            problem.add_objects([Object(self.name(), of) for _ in range(rng.choice([0, 1, 2, 2, 3]))])
        # Types come into a problem by objects and fluents.
        signatures = [[of] for of in self.types if of not in problem.user_types]
        signatures += [[rng.choice(self.types) for _ in range(rng.choice([0, 1, 1, 1, 2]))] for _ in range(rng.randint(2, 4))]
        self.fluents = [Fluent(self.name(), BoolType(), **parameters(types)) for types in signatures]
        self.numbers, self.integers = [], []
        # Others know few numbers and no values that are conditions.
        self.is_for_others = rng.random() < 0.5
        if not self.is_for_others and rng.random() < 0.8:
            self.add_numbers(rng.choice([IntType, RealType]), rng.randint(1, 2))
        for fluent in self.fluents:
            problem.add_fluent(fluent, default_initial_value=rng.random() < 0.2)
        for _ in range(rng.randint(0, 5)):
            atom = self.atom([])
            if atom is not None:
                problem.set_initial_value(atom, rng.random() < 0.8)
        self.actions = [self.action() for _ in range(rng.randint(1, 4))]
        problem.add_actions(self.actions)
        for _ in range(rng.choice([1, 1, 2])):
            problem.add_goal(self.formula([], 2))
        self.metric(rng.choice(['none', 'length', 'costs', 'costs']))

    def term(self, scope, wanted):
        """An expression of a type, of a scope's parameters and variables or of objects; None if there is none."""
        fitting = [of for of in scope if wanted in of.type.ancestors]
        objects = list(self.problem.objects(wanted))
        pool = fitting if fitting and self.rng.random() < 0.85 else objects or fitting
        return self.rng.choice(pool) if pool else None

    def atom(self, scope, fluents=None):
        fluent = self.rng.choice(fluents or self.fluents)
        terms = [self.term(scope, of.type) for of in fluent.signature]
        return None if None in terms else fluent(*terms)

    def variables(self, scope):
        """Variables of which none equals another in sight."""
        found = []
        for _ in range(self.rng.choice([1, 1, 2])):
            # Of conditions for objects of a type that has none, unified-planning's simulator takes some to hold that do not.
            types = [of for of in self.types if any(self.problem.objects(of))]
            if not types:
                break
            variable = Variable(self.rng.choice(VARIABLES), self.rng.choice(types))
            if all(variable != of for of in (*scope, *found)) and variable.name not in [of.name for of in found]:
                found.append(variable)
                self.is_plain &= variable.name not in [of.name for of in scope]
        return found

    def formula(self, scope, depth):
        rng = self.rng
        kinds = ['atom', 'atom', 'atom', 'not', 'not', 'and', 'or', 'implies', 'iff', 'equals', 'exists', 'forall']
        kind = rng.choice([*kinds, *(['compare', 'compare'] if self.numbers or self.integers else [])]) if depth else 'atom'
        if kind == 'compare':
            return rng.choice([LE, LT, GE, GT, Equals])(self.sum(scope), self.sum(scope))
        if kind == 'equals':
            one = rng.choice([*scope, *self.problem.all_objects] or [None])
            other = one and self.term(scope, one.type)
            return self.formula(scope, depth - 1) if other is None else Equals(one, other)
        if kind in ('exists', 'forall'):
            variables = self.variables(scope)
            inner = self.formula([*scope, *variables], depth - 1)
            return (Exists if kind == 'exists' else Forall)(inner, *variables) if variables else inner
        if kind == 'atom':
            atom = self.atom(scope)
            return Or() if atom is None else atom
        one = self.formula(scope, depth - 1)
        if kind == 'not':
            return Not(one)
        of_two = {'and': And, 'or': Or, 'implies': Implies, 'iff': Iff}[kind]
        return of_two(one, self.formula(scope, depth - 1))

    def action(self):
        rng = self.rng
        names = rng.sample(VARIABLES, rng.choice([0, 1, 1, 2]))
        numbers = {'n': IntType(*sorted([rng.randint(-1, 3), rng.randint(-1, 3)]))} if not self.is_for_others and rng.random() < 0.2 else {}
        action = InstantaneousAction(self.name(), **{name: rng.choice(self.types) for name in names}, **numbers)
        scope = list(action.parameters)[:len(names)]
        self.integers = list(action.parameters)[len(names):]
        for _ in range(rng.choice([0, 1, 1, 1, 2])):
            action.add_precondition(self.formula(scope, 2))
        for _ in range(rng.choice([1, 2, 2, 3])):
            forall = self.variables(scope) if rng.random() < 0.2 else []
            within = [*scope, *forall]
            changed = self.atom(within)
            if changed is None:
                continue
            value = rng.choice([True, True, False, rng.random() < 0.5 if self.is_for_others else self.formula(within, rng.choice([1, 1, 2]))])
            condition = self.formula(within, 1) if rng.random() < 0.3 else True
            try:
                action.add_effect(changed, value, condition, forall=forall)
            except UPConflictingEffectsException:
                continue
        self.integers = []
        return action

    def add_numbers(self, of, count):
        rng = self.rng
        for _ in range(count):
            types = [rng.choice(self.types) for _ in range(rng.choice([0, 1, 1, 2]))]
            bounds = [] if self.is_for_others else [0, 1000]
            fluent = Fluent(self.name(), of(*bounds), **parameters(types))
            self.problem.add_fluent(fluent, default_initial_value=self.number(of))
            self.numbers.append(fluent)
            for _ in range(rng.randint(0, 3)):
                atom = self.atom([], [fluent])
                if atom is not None:
                    self.problem.set_initial_value(atom, self.number(of))

    def sum(self, scope):
        """A number, or what two of them are together."""
        rng = self.rng

        def part():
            atom = self.atom(scope, self.numbers) if self.numbers and rng.random() < 0.7 else None
            return rng.choice([*self.integers, *self.integers, self.number(IntType)]) if atom is None else atom
        return part() if rng.random() < 0.6 else rng.choice([Plus, Minus, Times])(part(), part())

    def metric(self, kind):
        rng, problem = self.rng, self.problem
        if kind == 'length':
            problem.add_quality_metric(metrics.MinimizeSequentialPlanLength())
        if kind != 'costs':
            return
        of = IntType if self.is_for_others else rng.choice([IntType, RealType])
        self.add_numbers(of, rng.randint(0, 2))
        costs = {action: self.cost(action, of) for action in self.actions if rng.random() < 0.8}
        problem.add_quality_metric(metrics.MinimizeActionCosts(costs, default=self.number(of)))

    def number(self, of):
        if of is RealType:
            return Real(Fraction(self.rng.randint(0, 20), self.rng.choice([1, 2, 3, 10])))
        return Int(self.rng.choice([0, 1, 1, 2, 3, 10]))

    def cost(self, action, of):
        objects = [of for of in action.parameters if of.type.is_user_type()]

        def part():
            atom = self.atom(objects, self.numbers) if self.numbers and self.rng.random() < 0.7 else None
            return self.number(of) if atom is None else atom
        made = self.rng.choice(['one', 'one', 'sum', 'product']) if not self.is_for_others else 'one'
        return part() if made == 'one' else (Plus if made == 'sum' else Times)(part(), part())
