#!/usr/bin/env python3
"""Random problems of all kinds, with random options, against slow oracles that share no code with the program.

    scripts/campaign.py --seed 1 --cases 20000 --jobs 2 --state campaign.jsonl
    scripts/campaign.py --seed 1 --case 4711          # one of them again, with everything that it runs

A case is determined by the seed and its number, and by --asks. With --state, a campaign that was stopped goes on. Ends with exit
code 1 if anything differs.
"""
import argparse, json, multiprocessing, pathlib, random, sys, tempfile, time

from campaign import cases
from campaign.lab import Lab
from measure import BINARY, head, machine, row


def one(seed, index, binary, limit, only=None, python=None, asks=1, folder=None, loud=False):
    """Makes a case; what becomes of it, as a line of the state file."""
    rng = random.Random(f'{seed}:{index}')
    with tempfile.TemporaryDirectory() as temporary:
        lab = Lab(binary, folder or temporary, limit, python, loud, asks)
        since = time.monotonic()
        try:
            category, result, note = cases.run(rng, lab, only)
        except Exception as error:      # an answer that cannot be read is a difference, too
            if loud:
                raise
            category, result, note = 'a fault of the campaign, or an answer that cannot be read', 'differs', repr(error)
        line = {'case': index, 'category': category, 'result': result, 'runs': lab.runs,
                'seconds': round(time.monotonic() - since, 4)}
        if note is not None:
            line['note'] = note
        if result != 'agrees':
            files = {str(path.relative_to(lab.folder)): path.read_bytes().decode('latin-1')
                     for path in lab.folder.rglob('*') if path.is_file() and path.stat().st_size < 10**6}
            line.update(differences=lab.differences, oracle=lab.oracle, commands=lab.commands, files=files)
        return line


def work(given):
    return one(*given)


def read_state(path, about):
    """The lines of the cases that were made before. The first line says of what campaign the file is."""
    if not path.exists() or not path.read_text().strip():
        path.write_text(json.dumps(about) + '\n')
        return []
    text = path.read_text()
    if not text.endswith('\n'):
        # The last line is torn: it is made again.
        text = text[:text.rfind('\n') + 1]
        path.write_text(text)
    first, *lines = map(json.loads, text.splitlines())
    if first != about:
        sys.exit(f'{path} is of {first}, not of {about}')
    return lines


def report(lines, seconds):
    head('category', 'cases', 'runs', 'differing', 'unanswered', 'CPU and waiting, seconds')
    names = [name for name in cases.CATEGORIES] + sorted({line['category'] for line in lines} - set(cases.CATEGORIES))
    for name in [*names, 'all']:
        of_name = [line for line in lines if name in (line['category'], 'all')]
        results = [line['result'] for line in of_name]
        row(name, f'{len(of_name):,}', f'{sum(line["runs"] for line in of_name):,}', results.count('differs'),
            results.count('unanswered'), f'{sum(line["seconds"] for line in of_name):.0f}')
    print(f'\n{seconds:.0f} s by the clock')


def tell(line):
    print(f'case {line["case"]}, {line["category"]}: {line["result"]}', file=sys.stderr)
    for difference in [*line.get('differences', [])[:3], *filter(None, [line.get('note')])]:
        print(f'    {difference[:600]}', file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', default='1', help='another one, other cases')
    parser.add_argument('--cases', type=int, default=20000, help='how many')
    parser.add_argument('--jobs', type=int, default=1, help='how many at a time')
    parser.add_argument('--state', type=pathlib.Path, help='a file of lines of JSON, to go on with if it is there')
    parser.add_argument('--binary', type=pathlib.Path, default=BINARY, help='the program [target/release/bmcplan]')
    parser.add_argument('--limit', type=float, default=20, help='seconds after which a run counts as unanswered')
    parser.add_argument('--asks', type=int, default=1, help='how many times as many questions about each problem as usual')
    parser.add_argument('--case', type=int, metavar='INDEX', help='make one case, print all of it, and keep its files')
    parser.add_argument('--only', choices=cases.CATEGORIES, help='cases of one category')
    parser.add_argument('--python', type=pathlib.Path, help='a Python in which the package is installed, to be asked, too')
    given = parser.parse_args()
    binary = given.binary.resolve()
    if not binary.exists():
        sys.exit(f'no {given.binary}: run cargo build --release first, or name it with --binary')
    if given.case is not None:
        folder = tempfile.mkdtemp(prefix=f'case-{given.case}-')
        line = one(given.seed, given.case, binary, given.limit, given.only, given.python, given.asks, folder, loud=True)
        print('files:', folder)
        print('oracle:', line.get('oracle', 'agrees'))
        print('\n'.join(line.get('differences', [])))
        sys.exit(int(line['result'] == 'differs'))
    since = time.monotonic()
    about = {'campaign': given.seed, 'limit': given.limit} | ({'only': given.only} if given.only else {}) | ({'asks': given.asks} if given.asks != 1 else {})
    lines = read_state(given.state, about) if given.state else []
    done = {line['case'] for line in lines}
    todo = [(given.seed, index, binary, given.limit, given.only, given.python, given.asks) for index in range(given.cases) if index not in done]
    state = given.state.open('a') if given.state else None
    with multiprocessing.Pool(given.jobs) as pool:
        for line in pool.imap_unordered(work, todo, chunksize=4):
            lines.append(line)
            if state:
                state.write(json.dumps(line) + '\n')
                state.flush()
            if line['result'] != 'agrees':
                tell(line)
    machine(f'seed {given.seed}', f'{given.jobs} at a time')
    lines = [line for line in lines if line['case'] < given.cases]
    report(lines, time.monotonic() - since)
    sys.exit(int(any(line['result'] == 'differs' for line in lines)))


if __name__ == '__main__':
    main()
