"""Many problems in one command: files, folders, collections; and searches on disk that are gone on with."""
import json

from . import boards, pddl, sas, sliding
from .kinds import any_problem

# Worse ones end a list of problems with theirs.
ORDER = [0, 10, 11, 12, 2]


def case(rng, lab):
    if rng.random() < 0.35:
        return on_disk(rng, lab)
    if rng.random() < 0.4:
        return collection(rng, lab)
    return files(rng, lab)


def files(rng, lab):
    """Several files of any kinds, in folders of their own, and perhaps one that is faulty."""
    problems, names = {}, []
    for number in range(rng.randint(2, 6)):
        problem = rng.choice([boards.draw, sliding.draw, pddl.draw, sas.draw])(rng, 150)
        if problem.command in ('rushhour', 'sliding'):
            # One metric for all of them is what a command has.
            if problem.meaning or problem.metric != 'units':
                continue
        elif problem.meaning:
            continue
        folder = f'p{number}'
        (lab.folder / folder).mkdir()
        for name, text in problem.files.items():
            lab.write(f'{folder}/{name}', text)
        lab.write(f'{folder}/{problem.name}', problem.text)
        problems[f'{folder}/{problem.name}'] = problem
        # In a folder, one character a row is no board, and what is half a problem stands beside the other half.
        is_found = problem.command != 'pddl' and any(1 < len(line) for line in problem.text.splitlines())
        names.append(rng.choice([folder, f'{folder}/{problem.name}']) if is_found else f'{folder}/{problem.name}')
    if len(names) < 2:
        return
    faulty = rng.random() < 0.3
    if faulty:
        lab.write('faulty.txt', 'XX..\n...\n')
        names.append('faulty.txt')
    rng.shuffle(names)
    words = ['solve', *names, '--jsonl', *rng.choice([[], ['--ordered'], ['--jobs', rng.randint(1, 3)]])]
    words += rng.choice([[], ['--search'], ['--search', '--threads', rng.randint(1, 3)]])
    wanted = [('error', None)] * faulty + [(status(problem), problem.space.length) for problem in problems.values()]
    compare(lab, words, wanted)
    if faulty or '--ordered' not in words:
        return
    # Parts of the list are the list.
    parts = [lab.run(*words, '--shard', f'{part}/2') for part in (1, 2)]
    lines = [json.loads(line) for ran in parts for line in ran.out.splitlines()]
    lab.expect(len(lines) == len(wanted), f'{len(lines)} answers of two parts, not {len(wanted)}')


def status(problem):
    return 'unsolvable' if problem.space.length is None else 'solved'


def compare(lab, words, wanted):
    """Runs a list; the answers in any order, and the exit code of the worst."""
    ran = lab.run(*words)
    code = max(({'solved': 0, 'unsolvable': 10, 'error': 2}[status] for status, _ in wanted), key=ORDER.index)
    lab.oracle = str(wanted)
    if not lab.expect(ran.code == code, f'exit code {ran.code}, not {code}: {ran.err[:300]}'):
        return
    lines = [json.loads(line) for line in ran.out.splitlines()]
    found = [(line['status'], line.get('length')) for line in lines]
    lab.expect(sorted(map(str, found)) == sorted(map(str, wanted)), f'answers {found}, not {wanted}')


def collection(rng, lab):
    """Boards in one file, in TOML or in rows; one of them is asked for by its id, too."""
    drawn = []
    while len(drawn) < rng.randint(2, 5):
        problem = rng.choice([boards.draw, boards.draw, sliding.draw])(rng, 150)
        if problem.name.endswith('.toml') and not problem.meaning and problem.metric == 'units':
            drawn.append(problem)
    text = ''
    for number, problem in enumerate(drawn):
        # Tables of a problem are tables below it.
        text += f'[[problem]]\nid = "b{number}"\n' + problem.text.replace('[[car]]', '[[problem.car]]') + '\n'
    lab.write('boards.toml', text)
    compare(lab, ['solve', 'boards.toml', '--jsonl', '--jobs', rng.randint(1, 3)],
            [(status(problem), problem.space.length) for problem in drawn])
    number = rng.randrange(len(drawn))
    answer = lab.answer(['solve', f'boards.toml:b{number}'], {0, 10})
    if answer is not None:
        length = drawn[number].space.length
        lab.expect(answer['length'] == length, f'length {answer["length"]} of b{number}, not {length}')


def on_disk(rng, lab):
    """A search in files that stops at a horizon, and goes on to the end."""
    problem = any_problem(rng, 300)
    problem.write(lab)
    length, depth = problem.space.length, problem.space.depth
    words = [problem.command, problem.name, *problem.meaning, '--search', '--disk', 'states']
    bound = rng.randint(0, max(0, (depth if length is None else length) + 1))
    within = length is not None and length <= bound
    lab.oracle = f'length {length}, depth {depth}, horizon {bound}'
    first = lab.answer([*words, '--max-horizon', bound], 0 if within else {10, 11} if length is None else 11)
    if first is None or first['status'] != 'no_plan_within_horizon':
        expect_removed(lab)
        return
    lab.expect(bound <= first['refuted'], f'refuted {first["refuted"]} of {bound}')
    again = lab.answer([*words, '--resume'], 10 if length is None else 0)
    if again is not None:
        lab.expect(again['length'] == length, f'length {again["length"]}')
        fault = again['plan'] and problem.puzzle.replay(again['plan'])
        lab.expect(not fault, f'{fault}: {again["plan"]}')
        expect_removed(lab)


def expect_removed(lab):
    """A search that has come to its end leaves no files."""
    folder = lab.folder / 'states'
    left = [path.name for path in folder.rglob('*')] if folder.exists() else []
    lab.expect(not left, f'files are left: {left}')
