"""Random problems of unified-planning, asked of the engine for it: `python unified_asked.py SEED PROBLEMS` prints what differs, as JSON.

Its status, lengths and costs are held against a search by unified-planning's own simulator, and against Fast Downward and SymK where these
are installed (up-fast-downward, up-symk) and know the problem; plans against unified-planning's own validator.
"""
import heapq, itertools, json, random, sys, warnings
from collections import Counter
from fractions import Fraction

import bmcplan, bmcplan.up
from unified_planning.engines.plan_validator import SequentialPlanValidator
from unified_planning.engines.sequential_simulator import UPSequentialSimulator
from unified_planning.environment import get_environment
from unified_planning.exceptions import UPUnsupportedProblemTypeError, UPUsageError
from unified_planning.model import metrics
from unified_planning.model.walkers import StateEvaluator
from unified_planning.plans import ActionInstance, SequentialPlan
from unified_planning.shortcuts import AnytimePlanner, Not, OneshotPlanner, PlanValidator
from unified_drawn import Drawn
from unified_refused import REFUSED

MOST_STATES = 120
MOST_ACTIONS = 40
FEATURES = (
    'NEGATIVE_CONDITIONS', 'CONDITIONAL_EFFECTS', 'FORALL_EFFECTS', 'ACTIONS_COST', 'STATIC_FLUENTS_IN_ACTIONS_COST', 'EXISTENTIAL_CONDITIONS',
    'UNIVERSAL_CONDITIONS', 'INT_FLUENTS', 'REAL_FLUENTS', 'BOUNDED_INT_ACTION_PARAMETERS',
)
# LM-cut refuses conditional effects, blind search does not; its plans are optimal, too, which unified-planning does not say of them.
OTHERS = {'fast-downward-opt': {}, 'fast-downward': {'fast_downward_search_config': 'astar(blind())'}, 'symk-opt': {}}


class Oracle:
    """All states of a problem by unified-planning's simulator: the least number of actions, and the least value of the metric."""
    def __init__(self, problem):
        self.problem, self.evaluator = problem, StateEvaluator(problem)
        self.simulator = UPSequentialSimulator(problem, error_on_failed_checks=False)
        self.atoms = [atom for atom in problem.initial_values if atom.type.is_bool_type()]
        self.start = self.simulator.get_initial_state()
        metric = problem.quality_metrics[0] if problem.quality_metrics else None
        self.costs = metric if isinstance(metric, metrics.MinimizeActionCosts) else None
        self.moves = {}
        self.solve()

    def solve(self):
        self.length = self.least(lambda action, objects: 1)
        self.value = self.least(self.cost) if self.costs else self.length

    def aim(self, rng):
        """Asks for some of what is otherwise than at the start in one of the states that are found last."""
        keys, start = list(self.moves), self.key(self.start)
        chosen = rng.choice(keys[len(keys) * 2 // 3:])
        changed = [place for place, holds in enumerate(chosen) if holds != start[place]]
        if changed:
            self.problem.clear_goals()
            for place in rng.sample(changed, rng.randint(1, len(changed))):
                self.problem.add_goal(self.atoms[place] if chosen[place] else Not(self.atoms[place]))
            self.solve()

    def cost(self, action, objects):
        cost = self.costs.get_action_cost(action)
        given = cost.substitute(dict(zip(action.parameters, objects)))
        return Fraction(self.evaluator.evaluate(given, self.start).constant_value())

    def key(self, state):
        return tuple(state.get_value(atom).bool_constant_value() for atom in self.atoms)

    def expand(self, state):
        key = self.key(state)
        if key not in self.moves:
            if MOST_STATES <= len(self.moves):
                raise OverflowError
            applicable = list(self.simulator.get_applicable_actions(state))
            self.moves[key] = [(*move, self.simulator.apply(state, *move)) for move in applicable]
        return self.moves[key]

    def least(self, cost):
        """Dijkstra's algorithm over all states; None if no goal can be reached."""
        order, settled, found = itertools.count(), set(), None
        queue = [(0, next(order), self.start)]
        while queue:
            value, _, state = heapq.heappop(queue)
            if self.key(state) in settled:
                continue
            settled.add(self.key(state))
            if found is None and self.simulator.is_goal(state):
                found = value
            for action, objects, after in self.expand(state):
                heapq.heappush(queue, (value + cost(action, objects), next(order), after))
        return found


class Asked:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.runs, self.differences = 0, []
        self.figures = Counter()

    def expect(self, right, message):
        if not right:
            self.differences.append(f'problem {self.number}, {self.asked}: {message}')
        return right

    def problems(self, wanted):
        for self.number in range(wanted):
            self.asked = 'drawing'
            if self.rng.random() < 0.1:
                self.refused(Drawn(self.rng))
                continue
            drawn, oracle = self.with_oracle()
            problem = drawn.problem
            least = oracle.length
            self.figures['no plan' if least is None else 'a plan' if least else 'a goal at the start'] += 1
            self.figures.update(feature for feature in FEATURES if feature in problem.kind.features)
            self.one_shot(problem, oracle, {})
            self.one_shot(problem, oracle, self.options(problem, oracle))
            self.anytime(problem, oracle)
            self.validate(problem, oracle)
            if drawn.is_plain:
                self.others(problem, oracle)

    def with_oracle(self):
        """A problem with few enough states, and seldom with next to none."""
        while True:
            drawn = Drawn(self.rng)
            n_objects = len(list(drawn.problem.all_objects))
            if MOST_ACTIONS < sum(n_objects ** len(action.parameters) for action in drawn.actions):
                continue
            try:
                oracle = Oracle(drawn.problem)
            except (OverflowError, ValueError):  # Too many states, or unified-planning's grounder removes an object that is not there.
                continue
            if len(oracle.moves) < 8 and self.rng.random() < 0.9:
                continue
            if self.rng.random() < 0.8:
                oracle.aim(self.rng)
            return drawn, oracle

    def refused(self, drawn):
        """Everything refuses the problem: planners, the validator, and what converts it, also where nobody has looked at its kind."""
        spoil = self.rng.choice(REFUSED)
        self.asked = spoil.__name__
        spoil(drawn)
        problem = drawn.problem
        asks = {
            'Converted': lambda: bmcplan.up.Converted(problem).problem.facts(),
            'OneshotPlanner': lambda: OneshotPlanner(name='bmcplan').solve(problem),
            'AnytimePlanner': lambda: list(AnytimePlanner(name='bmcplan').get_solutions(problem)),
            'PlanValidator': lambda: PlanValidator(name='bmcplan').validate(problem, SequentialPlan([])),
            'unchecked': lambda: unchecked(OneshotPlanner(name='bmcplan')).solve(problem),
        }
        for name, ask in asks.items():
            self.runs += 1
            try:
                found = ask()
            except (UPUnsupportedProblemTypeError, UPUsageError, bmcplan.InputError):
                continue
            self.expect(False, f'{name} has {found}')

    def options(self, problem, oracle):
        """Options at random, of those that any problem of this kind may have."""
        rng = self.rng
        cheapest = bmcplan.up.Converted(problem).wanted is bmcplan.up.Wanted.CHEAPEST
        modes = ['search', 'auto', 'first', *(['incremental'] if oracle.length is not None else []), *([] if cheapest else ['pdr'])]
        chosen = {'mode': rng.choice(modes), 'timeout': 30}
        if chosen['mode'] == 'incremental' and not cheapest:
            chosen |= {'encoding': rng.choice(['transition', 'operators', 'strips']), 'solver': rng.choice(['varisat', 'batsat'])}
        if chosen['mode'] == 'auto' and not cheapest and rng.random() < 0.5:
            chosen['threads'] = 2
        if chosen['mode'] in ('search', 'auto', 'incremental') and rng.random() < 0.4:
            chosen |= {'max_cost': rng.choice([0, 1, 5, 30])} if cheapest else {'max_horizon': rng.randint(0, 6)}
        return chosen

    def one_shot(self, problem, oracle, options):
        self.runs += 1
        self.asked = f'OneshotPlanner {options}'
        result = OneshotPlanner(name='bmcplan', params=options).solve(problem)
        status = result.status.name
        bound = options.get('max_cost', options.get('max_horizon'))
        least = oracle.value if 'max_cost' in options else oracle.length
        if least is None or (bound is not None and bound < least):
            wanted = {'UNSOLVABLE_PROVEN'} if bound is None else {'UNSOLVABLE_INCOMPLETELY'}
            wanted |= {'UNSOLVABLE_PROVEN'} if least is None else set()
            self.expect(status in wanted and result.plan is None, f'{status}, and the least is {least}')
            return
        if not self.expect(result.plan is not None, f'{status}, and the least is {least}'):
            return
        value = self.value(problem, result)
        has_best = bool(problem.quality_metrics) and options.get('mode') != 'first'
        if has_best:
            self.expect(status == 'SOLVED_OPTIMALLY' and value == oracle.value, f'{status} with {value}, and the least is {oracle.value}')
        elif status == 'SOLVED_OPTIMALLY':
            self.expect(problem.quality_metrics and value == oracle.value, f'{status} with {value}, and the least is {oracle.value}')
        else:
            self.expect(status == 'SOLVED_SATISFICING', status)

    def value(self, problem, result):
        """The value of a plan by unified-planning's validator, which has to accept it; the engine has to tell the same cost."""
        if not self.expect(result.plan is not None, f'no plan: {result.status.name}'):
            return None
        checked = SequentialPlanValidator().validate(problem, result.plan)
        if not self.expect(bool(checked), f'no plan: {result.plan}') or not problem.quality_metrics:
            return None
        value = Fraction(checked.metric_evaluations[problem.quality_metrics[0]])
        told = (result.metrics or {}).get('cost')
        has_costs = isinstance(problem.quality_metrics[0], metrics.MinimizeActionCosts)
        # Other engines tell no cost, and nobody tells one of lengths.
        is_right = Fraction(told) == value if told is not None else not has_costs or self.asked in OTHERS
        self.expect(is_right, f'a cost of {told}, and it is {value}')
        return value

    def anytime(self, problem, oracle):
        self.asked = 'AnytimePlanner'
        self.runs += 1
        found = list(AnytimePlanner(name='bmcplan').get_solutions(problem))
        if not self.expect(found, 'nothing'):
            return
        if oracle.value is None:
            self.expect([one.status.name for one in found] == ['UNSOLVABLE_PROVEN'], f'{[one.status.name for one in found]}')
            return
        values = [self.value(problem, one) for one in found]
        if problem.quality_metrics:
            wanted = found[-1].status.name == 'SOLVED_OPTIMALLY' and values[-1] == oracle.value
            self.expect(wanted, f'{found[-1].status.name} with {values}, and the least is {oracle.value}')
            earlier = values[:-1]
            self.expect(earlier == sorted(set(earlier), reverse=True), f'values {values}')

    def validate(self, problem, oracle):
        """Plans that follow the moves of states, some of them with a fault, are valid exactly where unified-planning's validator says so."""
        rng = self.rng
        for self.asked in ('PlanValidator', 'PlanValidator of a changed plan'):
            state, steps = oracle.start, []
            for _ in range(rng.randint(0, 6)):
                if oracle.simulator.is_goal(state) and rng.random() < 0.7:
                    break
                moves = oracle.expand(state)
                if not moves:
                    break
                action, objects, state = rng.choice(moves)
                steps.append((action, objects))
            if 'changed' in self.asked and steps:
                at = rng.randrange(len(steps))
                steps[at:at + 1] = rng.choice([[], [steps[at], steps[at]], [rng.choice(steps)]])
            plan = SequentialPlan([ActionInstance(action, tuple(objects)) for action, objects in steps])
            self.runs += 1
            found = PlanValidator(name='bmcplan').validate(problem, plan)
            wanted = SequentialPlanValidator().validate(problem, plan)
            self.expect(bool(found) == bool(wanted), f'{found.status} of {plan}, which is {wanted.status}')
            if found and wanted and problem.quality_metrics:
                values = [one.metric_evaluations[problem.quality_metrics[0]] for one in (found, wanted)]
                self.expect(values[0] == values[1], f'{values} of {plan}')

    def others(self, problem, oracle):
        for name, params in OTHERS.items():
            if name not in get_environment().factory.engines or not problem.quality_metrics:
                continue
            planner = OneshotPlanner(name=name, params=params)
            if not planner.supports(problem.kind):
                self.figures[f'not for {name}'] += 1
                continue
            self.asked = name
            try:
                result = planner.solve(problem)
            except Exception:  # Problems that unified-planning itself cannot write as PDDL, or whose plans it cannot read.
                self.figures[f'not for {name}'] += 1
                continue
            self.runs += 1
            self.figures[f'{name}: {result.status.name}'] += 1
            if result.status.name in ('SOLVED_OPTIMALLY', 'SOLVED_SATISFICING'):
                value = self.value(problem, result)
                self.expect(value == oracle.value, f'{value}, and the least is {oracle.value}')
            elif result.status.name == 'UNSOLVABLE_PROVEN':
                self.expect(oracle.value is None, f'no plan, and the least is {oracle.value}')


def unchecked(planner):
    planner.skip_checks = True
    return planner


if __name__ == '__main__':
    warnings.simplefilter('ignore')
    get_environment().credits_stream = None
    asked = Asked(int(sys.argv[1]))
    asked.problems(int(sys.argv[2]))
    print(json.dumps({'runs': asked.runs, 'differences': asked.differences, 'figures': dict(asked.figures)}))
