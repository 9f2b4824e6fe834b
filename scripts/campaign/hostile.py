"""Files with mistakes."""
from .kinds import any_problem


def mutate(rng, data):
    """A few bytes changed, dropped, doubled or put in."""
    data = bytearray(data)
    words = [b'(', b')', b'"', b'=', b'[', b']', b'\n', b'\r', b'\x00', b'\xff', b'-1', b'99999999999999999999', b'?x',
             b'not', b'0..l-1', b'.', b'#', b'\xc3\xa9', b'%', b'}', b'"""']
    for _ in range(rng.randint(1, 5)):
        at = rng.randint(0, len(data))
        end = min(len(data), at + rng.randint(0, 8))
        kind = rng.random()
        if kind < 0.3:
            data[at:end] = b''
        elif kind < 0.6:
            data[at:at] = rng.choice(words)
        elif kind < 0.8:
            data[at:at + 1] = bytes([rng.randrange(256)])
        else:
            data[at:at] = data[at:end]
    return bytes(data)


def case(rng, lab):
    """Files with mistakes: whatever is made of them, the program ends as it says it does."""
    if rng.random() < 0.15:
        data = rng.choice([b'days = [[[1,2],[3,4]],[[1,3],[2,4]]]\n', b'meets = "everyone"\ndays = [[[1,2,3]]]\n'])
        lab.write('schedule.toml', mutate(rng, data))
        lab.expect(lab.run('prisoners', '--check', 'schedule.toml').code in (0, 2, 20), 'an exit code')
        return
    problem = any_problem(rng, 300)
    problem.write(lab)
    spoilt = rng.choice([problem.name, *problem.files])
    lab.write(spoilt, mutate(rng, problem.files.get(spoilt, problem.text).encode()))
    limits = ['--timeout', 2, '--memory', 1000]
    words = rng.choice([
        [problem.command, problem.name, *problem.meaning, '--search', '--json', *limits],
        [problem.command, problem.name, *problem.meaning, '--incremental', '--max-horizon', 4, *limits],
        ['explore', problem.name, *limits],
        ['export', problem.name, '--horizon', 2],
        # A file of another kind than the command's.
        [rng.choice(['rushhour', 'sliding', 'gdl']), problem.name, '--horizon', 2, *limits],
    ])
    ran = lab.run(*words)
    if ran.code == 2:
        lab.expect(ran.err.startswith('error'), f'a complaint that starts with {ran.err[:40]!r}')
