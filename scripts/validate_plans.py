#!/usr/bin/env python3
"""Has two outside validators check the plans that bmcplan finds for PDDL problems, and prints a line for each.

usage: scripts/validate_plans.py [--binary PATH] [--timeout 10] [--options '--semantics exists …'] [PROBLEM …]

up   unified-planning's SequentialPlanValidator, on the PDDL files themselves
fd   Fast Downward's translator, and its task (variables, operators, axioms) replayed in the lines below

Where the problem asks for least cost, both say what the plan costs, too.

Both are on PyPI: pip install unified-planning up-fast-downward. The domain of a problem is domain.pddl beside it, or has the
problem's name with -domain. What a validator cannot read is said, and is no failure; a rejected plan ends the script with
code 1, and so does a cost that differs. Without problems: instances/pddl. Build first: cargo build --release
"""
import argparse, importlib.util, json, os, pathlib, subprocess, sys, tempfile, warnings
from decimal import Decimal

from campaign.sas import holds, read

ROOT = pathlib.Path(__file__).resolve().parent.parent


def domain_of(problem):
    for name in (f'{problem.stem}-domain.pddl', 'domain.pddl', problem.name.replace('problem', 'domain')):
        if (problem.parent / name).exists() and problem.name != name:
            return problem.parent / name
    sys.exit(f'{problem}: there is no domain beside it')


class Unsupported(Exception):
    """The validator cannot read the problem."""


def by_unified_planning(domain, problem, plan):
    """Whether the plan is valid, and what it costs, or None."""
    from unified_planning.environment import get_environment
    from unified_planning.engines import SequentialPlanValidator, ValidationResultStatus
    from unified_planning.io import PDDLReader
    get_environment().credits_stream = None
    try:
        reader = PDDLReader()
        task = reader.parse_problem(str(domain), str(problem))
        actions = reader.parse_plan(task, str(plan))
        validator = SequentialPlanValidator()
        # It asks for no metric it does not know, and evaluates those it does.
        validator.skip_checks = True
        found = validator.validate(task, actions)
    except Exception as error:
        raise Unsupported(f'{type(error).__name__}: {str(error).strip().splitlines()[0][:80] if str(error) else ""}')
    costs = list((found.metric_evaluations or {}).values())
    return found.status == ValidationResultStatus.VALID, costs[0] if costs else None


def by_fast_downward(domain, problem, plan):
    found = importlib.util.find_spec('up_fast_downward')
    builds = pathlib.Path(found.origin).parent / 'downward/builds/release/bin'
    with tempfile.TemporaryDirectory() as folder:
        sas = pathlib.Path(folder) / 'output.sas'
        command = [sys.executable, '-m', 'fast_downward.translate', '--keep-unimportant-variables', '--sas-file', sas, domain, problem]
        environment = {**os.environ, 'PYTHONPATH': str(builds)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if not sas.exists():
            raise Unsupported(done.stderr.strip().splitlines()[-1] if done.stderr else f'code {done.returncode}')
        task, is_about_costs = read(sas.read_text())
        is_valid, cost = replay(task, plan)
        return is_valid, cost if is_about_costs else None


def replay(task, plan):
    """Whether the plan can be run and reaches the goal, and what it costs. The translator drops operators that change nothing."""
    state, cost = task.start, 0
    for line in plan.read_text().splitlines():
        name = line.strip().strip('()').lower()
        if not name or name.startswith(';'):
            continue
        values = task.values(state)
        held = [rest for known, precondition, *rest in task.operators if known.strip() == name and holds(precondition, values)]
        if not held:
            return False, None
        (effects, price), after = held[0], list(state)
        for condition, variable, value in effects:
            if holds(condition, values):
                after[variable] = value
        state, cost = tuple(after), cost + price
    return task.is_goal(state), cost


VALIDATORS = {'up': by_unified_planning, 'fd': by_fast_downward}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--binary', default=ROOT / 'target/release/bmcplan', type=pathlib.Path)
    parser.add_argument('--timeout', default='10')
    parser.add_argument('--options', default=[], type=str.split, help='more options of bmcplan')
    parser.add_argument('problems', nargs='*', type=pathlib.Path)
    args = parser.parse_args()
    warnings.simplefilter('ignore')
    problems = args.problems or sorted(ROOT.glob('instances/pddl/*/problem.pddl'))
    n_valid, n_wrong = 0, 0
    for problem in problems:
        domain = domain_of(problem)
        with tempfile.TemporaryDirectory() as folder:
            plan = pathlib.Path(folder) / 'plan'
            command = [args.binary, 'pddl', domain, problem, '--plan-out', plan, '--timeout', args.timeout, '--json', *args.options]
            done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
            if done.returncode not in (0, 10, 12):
                sys.exit(f'{problem}: exit code {done.returncode}: {done.stderr}')
            if not plan.exists():
                print(f'{problem}: no plan (exit code {done.returncode})', flush=True)
                continue
            told, verdicts = json.loads(done.stdout, parse_float=Decimal).get('cost'), []
            for name, validate in VALIDATORS.items():
                try:
                    is_valid, cost = validate(domain, problem, plan)
                    is_valid = is_valid and cost in (None, told)
                    n_valid, n_wrong = n_valid + is_valid, n_wrong + (not is_valid)
                    costs = '' if cost is None else f', cost {cost}, told {told}'
                    verdicts.append(f'{name}: {"valid" if is_valid else "WRONG"}{costs}')
                except Unsupported as reason:
                    verdicts.append(f'{name}: cannot read it ({reason})')
        print(f'{problem}: {", ".join(verdicts)}', flush=True)
    print(f'{n_valid} verdicts "valid", {n_wrong} "wrong"')
    sys.exit(1 if n_wrong or not n_valid else 0)


if __name__ == '__main__':
    main()
