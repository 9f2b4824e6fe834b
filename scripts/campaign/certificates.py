"""Certificates: accepted by both checkers as they are made, and refused when anything in them is changed.

What is changed may still be the proof of a true claim, as a proof with a superfluous step is. So whatever a checker accepts has to be
true by an oracle that reads task.sas again and looks at all states; nothing else is an agreement.
"""
import json, pathlib, shutil, sys
from fractions import Fraction

from . import boards, cheapest, claims, falsify, forge, games, pddl, sas, sliding
from .kinds import kind_of
from .lab import Unanswered

CHECKER = pathlib.Path(__file__).resolve().parent.parent.parent / 'crates/verify/src/check.py'


def case(rng, lab):
    """A certificate, and then each of its files changed in some way."""
    makers = [boards.draw, sliding.draw, games.draw, pddl.draw, pddl.draw, sas.draw, sas.draw]
    maker, form = rng.choice(makers), rng.choice(['one', 'one', 'steps', 'count', 'cost', 'cost'])
    folder = make(rng, lab, maker, form, 'c')
    if folder is None:
        return
    other = make(rng, lab, maker, form, 'o') if rng.random() < 0.5 else None
    of_task = ['task.sas', *json.loads((folder / 'certificate.json').read_text())['problem']]
    for name, way in falsify.changes(rng, folder, other, lab.folder / 'd'):
        # Only one of the checkers reads all problems, so one of them may find a task wrong that the other cannot read.
        judge(lab, 'd', f'{name}, changed in the way {way}', has_own_task=name in of_task)
        shutil.rmtree(lab.folder / 'd')
    if forge.longer(lab, folder, lab.folder / 'd', checker):
        judge(lab, 'd', 'a longer plan with its formula')


def checker(*words, at=None):
    """The command that runs check.py, on files of a folder if one is given."""
    first, *others = words
    return [sys.executable, str(CHECKER), str(at / first if at else first), *map(str, others)]


def make(rng, lab, maker, form, name):
    """A problem with a certificate in that folder, which both checkers accept; None if there is none."""
    while True:
        problem = maker(rng, 120)
        if problem.space.length is None or problem.space.length <= 12:
            break
    space, words = problem.space, []
    is_cost = form == 'cost' and (problem.may_cost or problem.name.endswith('.toml'))
    puzzle, meaning = problem.puzzle, problem.meaning
    if is_cost:
        meaning = ['--metric', 'cost'] if problem.may_cost else meaning
        puzzle = puzzle if problem.may_cost else cheapest.with_costs(rng, problem)
    elif form == 'steps':
        words = ['--incremental', '--semantics', rng.choice(['forall', 'exists'])]
    elif form == 'count':
        words = ['--count']
    if form != 'steps' and space.length is not None:
        modes = [[], ['--search'], ['--incremental'], ['--incremental', '--threads', 2], ['--incremental', '--solver', 'batsat']]
        words += rng.choice(modes[:2] if is_cost else modes)
        # Numbers of plans are recounted in any case.
        words += ['--evidence', rng.choice(['proof', 'recount'])] if '--count' not in words and rng.random() < 0.4 else []
    if form == 'steps' and space.length is None:
        words = ['--search']
    problem.write(lab)
    answer = lab.answer(['solve', problem.name, *meaning, *kind_of(rng, problem), *words, '--certify', name], {0, 10})
    if answer is None:
        return None
    if 'missing' in answer['certificate']:
        # Numbers of plans have no proofs, and invariants may need more than facts.
        lab.notes.append(answer['certificate']['missing'])
        return None
    accepted = judge(lab, name, 'a new certificate')
    lab.expect(accepted == (True, True), f'accepted by the checkers: {accepted}')
    about = json.loads((lab.folder / name / 'certificate.json').read_text())
    wanted = space.length
    if is_cost:
        # Where every move costs 1, it is the length that is least.
        least, cost = cheapest.least_costs(puzzle, space.depths).cost, about.get('cost')
        told = Fraction(cost['total']) / cost.get('scale', 1) if cost else about['length']
        lab.expect(told == least, f'cost {told}, not {least}')
    elif about['metric'] != 'makespan':
        lab.expect(about['length'] == wanted, f'length {about["length"]}, not {wanted}')
    return lab.folder / name


def judge(lab, name, what, has_own_task=False):
    """Asks both checkers. Whoever accepts has to be right; who of them accepts."""
    ours = lab.run('verify', name, '--timeout', 10)
    theirs = lab.process(checker(name), f'check.py {name}')
    if 12 in (ours.code, theirs.code):
        raise Unanswered('verify reached its limit')
    lab.expect(theirs.code in (0, 2, 20), f'exit code {theirs.code}')
    accepted = (ours.code == 0, theirs.code == 0)
    # The task of a problem that check.py cannot read is believed by it.
    believes = 'task.sas is the task of' in theirs.out.partition('to be believed:')[2]
    if accepted[0] != accepted[1] and not (accepted[1] and believes):
        lab.expect(False, f'{what}: verify {ours.code}, check.py {theirs.code}: {ours.err[:150]} {theirs.out[-150:]} {theirs.err[-150:]}')
    if any(accepted):
        fault = claims.fault_of(lab.folder / name)
        lab.expect(fault is None, f'{what} is accepted by {accepted}, and wrong: {fault}')
    elif not has_own_task and ours.code != theirs.code:
        lab.expect(False, f'{what}: verify {ours.code}, check.py {theirs.code}: {ours.err[:150]} {theirs.out[-150:]} {theirs.err[-150:]}')
    return accepted
