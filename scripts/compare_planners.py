#!/usr/bin/env python3
"""Times bmcplan against planners on PDDL problems and prints Markdown tables.

usage: scripts/compare_planners.py [--what translate,makespan,shortest,first,lama,cheapest,alike]
                                   [--data ../shared/data/pddl] [--timeout 30] [--memory 4096] [--only NAME,…] [--wheel DIR]
                                   [--searches lmcut,blind] [--options '…']

translate   from PDDL to a SAS file (bmcplan export --format sas) against Fast Downward's translator, on every problem
makespan    least makespans, ∀-step and ∃-step (bmcplan pddl --semantics …), against Madagascar
shortest    shortest sequential plans (bmcplan pddl) against A* with LM-cut and blind search of Fast Downward
first       any plan (bmcplan pddl --first) against Madagascar's MpC
lama        any plan (bmcplan pddl --first) of the large problems against lama-first of Fast Downward, all in one run
cheapest    cheapest plans of the problems in COSTS.tsv (bmcplan pddl, without a mode and --incremental) against A* with LM-cut
            of Fast Downward and sym_bd() of SymK, all in one run
alike       shortest plans of gripper with more and more balls, which are alike (bmcplan pddl, without a mode and --incremental), against
            A* with LM-cut of Fast Downward and sym_bd() of SymK, all in one run

Seconds are of CPU time (user + system) of whole processes: reading, grounding and, for Fast Downward, translating included.
Limits are of CPU time, and in megabytes. The figures of Madagascar, which is in no package, are those in MADAGASCAR.tsv of
the data, measured on a machine of the same kind. Fast Downward is PyPI's up-fast-downward: `pip download --no-deps
up-fast-downward`, unpacked into --wheel, or installed; SymK is up-symk in the same manner. A length that differs from another planner's ends the script. A limit
is written as a dash, and a geometric mean is over what both solved. Build first: cargo build --release
"""
import argparse, importlib.util, json, math, pathlib, sys, tempfile

import measure
from measure import row, head

DATA = measure.ROOT.parent / 'shared' / 'data' / 'pddl'
# The alias lama-first of Fast Downward's driver.
LAMA = ('let(hlm,eval_modify_costs(landmark_sum(lm_factory=lm_reasonable_orders_hps(lm_rhw()),pref=false),cost_type=one),'
        'let(hff,eval_modify_costs(ff(),cost_type=one),'
        'lazy_greedy([hff,hlm],preferred=[hff,hlm],cost_type=one,reopen_closed=false)))')
SEARCHES = {'lmcut': 'astar(lmcut())', 'blind': 'astar(blind())'}


def problems(data, only):
    """Name, domain and problem of those that Madagascar was measured on, with its figures."""
    lines = [line.split('\t') for line in (data / 'MADAGASCAR.tsv').read_text().splitlines()]
    header = next(line for line in lines if line[0].startswith('# problem'))
    for line in lines:
        if not line[0].startswith('#') and (not only or line[0] in only):
            figures = dict(zip(header[3:], line[3:]))
            yield line[0], data / line[1], data / line[2], figures


def corpus(data, only):
    """Name, domain and problem of the corpus: one problem of each domain."""
    for folder in sorted((data / 'corpus').iterdir()):
        if not only or folder.name in only:
            yield folder.name, folder / 'domain.pddl', folder / 'problem.pddl', {}


class FastDownward:
    """The planner in the wheel."""

    def __init__(self, wheel, package='up_fast_downward', folder='downward', translator=('-m', 'fast_downward.translate')):
        if wheel is None:
            found = importlib.util.find_spec(package)
            wheel = None if found is None else pathlib.Path(found.origin).parent.parent
        found = None if wheel is None else wheel / package / folder / 'builds/release/bin'
        if found is None or not found.exists():
            sys.exit(f'no {package}: pip install {package.replace("_", "-")}, or --wheel')
        self.translator = ['env', f'PYTHONPATH={found}', sys.executable, *translator]
        self.search = found / 'downward'
        self.search.chmod(0o755)

    def translate(self, domain, problem, sas, limits):
        return measure.run([*self.translator, '--sas-file', sas, domain, problem], *limits)

    def solve(self, name, domain, problem, limits):
        """The length of a shortest plan (of the domain without costs), seconds, or None where there is none within limits."""
        return self.length(SEARCHES[name], domain, problem, limits)

    def length(self, search, domain, problem, limits):
        plan, seconds = self.plan(search, domain, problem, limits, is_about_costs=False)
        return plan if plan in (None, 'unsolvable') else sum(line.startswith('(') for line in plan), seconds

    def cost(self, search, domain, problem, limits):
        """The cost of a cheapest plan, in the same manner."""
        plan, seconds = self.plan(search, domain, problem, limits, is_about_costs=True)
        costs = [line.split()[3] for line in plan or () if line.startswith('; cost = ')]
        return (int(costs[0]) if costs else plan), seconds

    def plan(self, search, domain, problem, limits, is_about_costs):
        with tempfile.TemporaryDirectory() as folder:
            sas, plan = pathlib.Path(folder) / 'sas', pathlib.Path(folder) / 'plan'
            first = self.translate(domain, problem, sas, limits)
            if first.code != 0 or not sas.exists():
                return None, first.seconds
            if not is_about_costs:
                # Every operator costs 1.
                sas.write_text(sas.read_text().replace('begin_metric\n1\n', 'begin_metric\n0\n', 1))
            left = (max(0.01, limits[0] - first.seconds), limits[1])
            command = f'exec {self.search} --internal-plan-file {plan} --search "{search}" < {sas}'
            done = measure.run(['bash', '-c', command], *left)
            seconds = first.seconds + done.seconds
            if done.code == 0 and plan.exists():
                return plan.read_text().splitlines(), seconds
            return ('unsolvable' if done.code in (11, 12) and done.over is None else None), seconds


def bmcplan(domain, problem, options, limits):
    """The answer, and the seconds; no answer at a limit."""
    seconds, megabytes = limits
    command = [measure.BINARY, 'pddl', domain, problem, '--json', '--cpu-timeout', seconds, '--memory', megabytes, *options]
    done = measure.run(command, seconds + 5, megabytes * 1.25)
    if done.over is not None or done.code == 12:
        return None, done.seconds
    if done.code not in (0, 10, 11):
        measure.fail(command, done)
    return json.loads(done.out), done.seconds


def mean(ratios):
    return f'{math.exp(sum(map(math.log, ratios)) / len(ratios)):.3f} over {len(ratios)}' if ratios else 'none'


def cell(answer, seconds):
    return f'{answer}: {seconds:.2f} s' if answer is not None else '—'


def peer(figure):
    """A figure of the table: answer and seconds; none for a limit or where it was not measured."""
    answer, _, seconds = figure.partition(':')
    return (int(answer), float(seconds)) if seconds else (None, None)


def agree(name, *answers):
    known = {answer for answer in answers if answer is not None}
    if 1 < len(known):
        sys.exit(f'{name}: the answers differ: {known}')


def translate(args, limits):
    fast_downward = FastDownward(args.wheel)
    head('problem', 'bmcplan', "Fast Downward's translator", 'ratio')
    ratios = []
    for name, domain, problem, _ in [*problems(args.data, args.only), *corpus(args.data, args.only)]:
        with tempfile.TemporaryDirectory() as folder:
            sas = pathlib.Path(folder) / 'sas'
            command = [measure.BINARY, 'export', domain, problem, '--format', 'sas', '--output', sas]
            ours = measure.run(command, *limits)
            theirs = fast_downward.translate(domain, problem, sas, limits)
        both = ours.code == 0 and theirs.code == 0
        if both:
            ratios.append(ours.seconds / theirs.seconds)
        texts = [f'{done.seconds:.3f} s' if done.code == 0 else f'— ({done.over or done.code})' for done in (ours, theirs)]
        row(name, *texts, f'{ratios[-1]:.3f}' if both else '')
    print(f'\ngeometric mean of the ratios: {mean(ratios)}, greatest {max(ratios, default=0):.3f}')


def makespan(args, limits):
    head('problem', '∀-step', 'Madagascar', '∃-step', 'Madagascar')
    solved, theirs_solved, ratios = 0, 0, []
    for name, domain, problem, figures in problems(args.data, args.only):
        if figures['forall'] == '-' and figures['exists'] == '-':
            continue
        cells = []
        for semantics in ('forall', 'exists'):
            answer, seconds = bmcplan(domain, problem, ['--semantics', semantics, *args.options], limits)
            ours = answer and (answer['makespan'] if answer['optimal'] else answer['status'])
            theirs, their_seconds = peer(figures[semantics])
            # Madagascar lets fewer operators share a step: its ∃-steps are in one fixed order, and conditional effects keep
            # operators apart.
            if isinstance(ours, int) and theirs is not None and theirs < ours:
                sys.exit(f'{name}, {semantics}: a makespan of {theirs} instead of {ours}')
            solved, theirs_solved = solved + (ours is not None), theirs_solved + (theirs is not None)
            if ours is not None and theirs is not None:
                ratios.append(max(seconds, 0.005) / max(their_seconds, 0.005))
            cells += [cell(ours, seconds), cell(theirs, their_seconds)]
        row(name, *cells)
    print(f'\nsolved: bmcplan {solved}, Madagascar {theirs_solved}; geometric mean of the ratios: {mean(ratios)}')


def shortest(args, limits):
    fast_downward = FastDownward(args.wheel)
    names = [f'astar({search})' for search in args.searches]
    head('problem', 'bmcplan', 'proved by', *names)
    solved, ratios, missed = [0] * (1 + len(names)), [], []
    for name, domain, problem, figures in [*problems(args.data, args.only), *corpus(args.data, args.only)]:
        if name.startswith('L-') and not name.startswith('L-mystery'):
            continue
        answer, seconds = bmcplan(domain, problem, args.options, limits)
        is_proved = answer is not None and (answer['optimal'] or answer['status'] == 'unsolvable')
        ours = (answer['length'] if answer['optimal'] else 'unsolvable') if is_proved else None
        theirs = [fast_downward.solve(search, domain, problem, limits) for search in args.searches]
        agree(name, ours, *(length for length, _ in theirs))
        solved = [count + (length is not None) for count, (length, _) in zip(solved, [(ours, 0), *theirs])]
        if ours is not None and theirs[0][0] is not None:
            ratios.append(max(seconds, 0.005) / max(theirs[0][1], 0.005))
        if ours is None and any(length is not None for length, _ in theirs):
            missed.append(name)
        row(name, cell(ours, seconds), answer['proved_by'] if is_proved else '', *(cell(*their) for their in theirs))
    counts = ', '.join(f'{name} {count}' for name, count in zip(['bmcplan', *names], solved))
    print(f'\nsolved: {counts}; geometric mean of bmcplan / {names[0]}: {mean(ratios)}; solved by others alone: '
          f'{", ".join(missed) or "none"}')


def first(args, limits):
    head('problem', 'bmcplan: actions', 'Madagascar MpC: steps')
    solved, theirs_solved, ratios = 0, 0, []
    for name, domain, problem, figures in problems(args.data, args.only):
        answer, seconds = bmcplan(domain, problem, ['--first', *args.options], limits)
        is_solved = answer is not None and answer['status'] == 'solved'
        ours = answer['length'] if is_solved else answer and answer['status']
        theirs, their_seconds = peer(figures['first'])
        solved, theirs_solved = solved + is_solved, theirs_solved + (theirs is not None)
        if is_solved and theirs is not None:
            ratios.append(max(seconds, 0.005) / max(their_seconds, 0.005))
        row(name, cell(ours, seconds), cell(theirs, their_seconds))
    print(f'\nsolved: bmcplan {solved}, MpC {theirs_solved}; geometric mean of the ratios: {mean(ratios)}')


def lama(args, limits):
    fast_downward = FastDownward(args.wheel)
    head('problem', 'bmcplan: actions', 'LAMA-first: actions', 'ratio of times', 'ratio of lengths')
    solved, theirs_solved, times, lengths, missed = 0, 0, [], [], []
    for name, domain, problem, _ in problems(args.data, args.only):
        if not name.startswith('L-'):
            continue
        answer, seconds = bmcplan(domain, problem, ['--first', '--metric', 'actions', *args.options], limits)
        is_solved = answer is not None and answer['status'] == 'solved'
        ours = answer['length'] if is_solved else answer and answer['status']
        theirs, their_seconds = fast_downward.length(LAMA, domain, problem, limits)
        has_plan = isinstance(theirs, int)
        solved, theirs_solved = solved + (ours is not None), theirs_solved + (theirs is not None)
        ratios = ['', '']
        if is_solved and has_plan:
            times.append(seconds / their_seconds)
            lengths.append(ours / theirs)
            ratios = [f'{times[-1]:.2f}', f'{lengths[-1]:.2f}']
        if ours is None and theirs is not None:
            missed.append(name)
        row(name, cell(ours, seconds), cell(theirs, their_seconds), *ratios)
    print(f'\nanswered: bmcplan {solved}, LAMA {theirs_solved}; geometric means of the ratios: times {mean(times)}, lengths '
          f'{mean(lengths)}; answered by LAMA alone: {", ".join(missed) or "none"}')


def costs(data, only):
    """Name, domain, problem and cheapest cost of the problems with costs."""
    for line in (data / 'COSTS.tsv').read_text().splitlines():
        name, *rest = line.split('\t')
        if not name.startswith('#') and (not only or name in only):
            yield name, data / rest[0], data / rest[1], int(rest[2])


def cheapest(args, limits):
    lm_cut = FastDownward(args.wheel)
    symk = FastDownward(args.wheel, 'up_symk', 'symk', ('-m', 'translate'))
    head('problem', 'bmcplan', 'proved by', '--incremental', 'A* with LM-cut', 'SymK')
    solved, ratios, missed = [0] * 4, [], []
    for name, domain, problem, known in costs(args.data, args.only):
        runs, by = [], ''
        for options in ([], ['--incremental']):
            answer, seconds = bmcplan(domain, problem, [*options, *args.options], limits)
            is_proved = answer is not None and answer['optimal']
            runs.append((answer['cost'] if is_proved else None, seconds))
            by = by or (answer['proved_by'] if is_proved else '')
        for planner, search in ((lm_cut, 'astar(lmcut())'), (symk, 'sym_bd()')):
            runs.append(planner.cost(search, domain, problem, limits))
        agree(name, known, *(cost for cost, _ in runs))
        solved = [count + (cost is not None) for count, (cost, _) in zip(solved, runs)]
        if runs[0][0] is not None and runs[2][0] is not None:
            ratios.append(max(runs[0][1], 0.005) / max(runs[2][1], 0.005))
        if runs[0][0] is None:
            missed.append(name)
        row(name, cell(*runs[0]), by, *(cell(*run) for run in runs[1:]))
    print(f'\nsolved: bmcplan {solved[0]}, --incremental {solved[1]}, LM-cut {solved[2]}, SymK {solved[3]}; geometric mean of '
          f'bmcplan / LM-cut: {mean(ratios)}; not solved by bmcplan: {", ".join(missed) or "none"}')


def gripper(balls):
    """A problem of so many balls, for the domain of gripper-02."""
    balls = [f'ball{number}' for number in range(1, balls + 1)]
    all_balls = lambda text: ' '.join(text.format(ball) for ball in balls)
    return (f'(define (problem alike) (:domain gripper-strips) (:objects rooma roomb left right {all_balls("{}")})\n'
            f'(:init (room rooma) (room roomb) (gripper left) (gripper right) (free left) (free right) (at-robby rooma)\n'
            f'{all_balls("(ball {0}) (at {0} rooma)")})\n(:goal (and {all_balls("(at {} roomb)")})))\n')


def alike(args, limits):
    lm_cut = FastDownward(args.wheel)
    symk = FastDownward(args.wheel, 'up_symk', 'symk', ('-m', 'translate'))
    domain = args.data / 'ipc/gripper-02/domain.pddl'
    head('balls', 'bmcplan', '--incremental', 'A* with LM-cut', 'SymK')
    with tempfile.TemporaryDirectory() as folder:
        problem = pathlib.Path(folder) / 'problem.pddl'
        for balls in (4, 8, 12, 16, 20, 40):
            problem.write_text(gripper(balls))
            answers = [bmcplan(domain, problem, [*options, *args.options], limits) for options in ([], ['--incremental'])]
            runs = [(answer['length'] if answer and answer['optimal'] else None, seconds) for answer, seconds in answers]
            for planner, search in ((lm_cut, 'astar(lmcut())'), (symk, 'sym_bd()')):
                plan, seconds = planner.plan(search, domain, problem, limits, is_about_costs=False)
                runs.append((plan and sum(line.startswith('(') for line in plan), seconds))
            agree(f'{balls} balls', *(length for length, _ in runs))
            row(balls, *(cell(*run) for run in runs))


TABLES = {'translate': translate, 'makespan': makespan, 'shortest': shortest,
          'first': first, 'lama': lama, 'cheapest': cheapest, 'alike': alike}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--what', default=','.join(TABLES), type=lambda text: text.split(','))
    parser.add_argument('--data', default=DATA, type=pathlib.Path)
    parser.add_argument('--timeout', default=30, type=float)
    parser.add_argument('--memory', default=4096, type=int)
    parser.add_argument('--only', default=[], type=lambda text: text.split(','))
    parser.add_argument('--wheel', type=pathlib.Path)
    parser.add_argument('--searches', default=list(SEARCHES), type=lambda text: text.split(','), help='of Fast Downward: lmcut, blind')
    parser.add_argument('--options', default=[], type=str.split, help='more options of bmcplan')
    args = parser.parse_args()
    measure.need_bmcplan()
    measure.machine(f'limits {args.timeout:g} s of CPU time and {args.memory} MB')
    for name in args.what:
        print(f'\n## {name}')
        TABLES[name](args, (args.timeout, args.memory))


if __name__ == '__main__':
    main()
