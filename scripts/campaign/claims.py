"""The claim of a certificate, held against all states of its task.sas, which is read here again."""
import json
from fractions import Fraction

from . import cheapest, sas, sharing
from .lab import Unanswered
from .space import explore

MOST_STATES = 5000


def fault_of(folder):
    """What is wrong with the claim of a certificate; None if it is true."""
    about = json.loads((folder / 'certificate.json').read_text())
    task, _ = sas.read((folder / 'task.sas').read_text())
    space = explore(task, MOST_STATES)
    if space is None:
        raise Unanswered('a changed task that has too many states for the oracle')
    if about['claim'] == 'no plan':
        return None if space.length is None else f'there is a plan of {space.length}'
    plan = names_in((folder / 'plan.txt').read_text(), task)
    fault = task.replay(plan, may_stay=True)
    if fault is not None:
        return fault
    if about['claim'] == 'cheapest':
        return fault_of_cost(about, task, space, plan)
    if about['metric'] == 'makespan':
        return fault_of_steps(about, task, folder)
    if not len(plan) == about['length'] == space.length:
        return f'length {about["length"]}, plan of {len(plan)}, but there is {space.length}'
    if about['claim'] == 'count' and int(about['count']) != space.plans:
        return f'{about["count"]} plans, but there are {space.plans}'
    return None


def names_in(text, task):
    """The names of the operators in a plan file, which may have them in capitals."""
    lines = [line.strip() for line in text.splitlines()]
    names = [line[1:-1] for line in lines if line and line[0] == '(']
    known = {operator[0] for operator in task.operators}
    in_words = {words(name): name for name in known}
    return [name if name in known else in_words.get(words(name), name) for name in names]


def words(name):
    return ' '.join(name.split()).lower()


def fault_of_cost(about, task, space, plan):
    costs = cheapest.least_costs(task, space.depths)
    total = Fraction(about['cost']['total'])
    if not costs.cost == total == cheapest.spent(task, plan):
        return f'cost {total}, but least is {costs.cost}'
    if len(plan) != about['length']:
        return f'length {about["length"]} of a plan of {len(plan)}'
    if about.get('evidence') == 'recount' and costs.length != about['length']:
        return f'length {about["length"]}, but there is {costs.length} of that cost'
    return None


def fault_of_steps(about, task, folder):
    order = None
    if about['steps']['semantics'] == 'exists':
        order = [int(word) for word in (folder / 'order.txt').read_text().split()]
    least = sharing.fewest(task, order, 200_000)
    if least is None:
        raise Unanswered('a task with too many steps of several operators for the oracle')
    return None if least == about['length'] else f'makespan {about["length"]}, but there is {least}'
