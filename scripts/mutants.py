#!/usr/bin/env python3
"""Puts small faults into the program, one at a time, and sees whether a test fails: mutation testing, in a table for each room.

usage: scripts/mutants.py prepare FOLDER [--rooms plan task …]     a copy of the repository with all faults, each behind a switch; builds the tests
       scripts/mutants.py run FOLDER [--state FILE] [--seed 1] [--share 1.0] [--rooms …] [--minutes N]
       scripts/mutants.py table FOLDER [--state FILE]

cargo-mutants compiles the project anew for each mutant, which takes minutes here. So scripts/mutants/ writes all of them into the sources (a
comparison that is off by one, a condition turned round, a statement left out, …), and one build has them all; the variable MUTANT
switches one on. A first run of all tests notes which tests come by which mutant. Then for each mutant those tests run that come by it, the
fastest first, until one fails. A test that takes ten times as long as without a fault counts as failed.

A mutant by which no test comes is not caught. `run` goes on where it was stopped; with --share it takes a random part of the mutants.
"""
import argparse, collections, json, os, pathlib, random, re, shutil, subprocess, sys, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ['plan', 'task', 'encode', 'horizon', 'search', 'certificate/check']
# Tests that come by a mutant are run so many at most: the fastest.
MOST = 40


def room_of(file):
    return next((room for room in ROOMS if file.startswith(f'src/{room}/')), '?')


def prepare(folder, rooms):
    subprocess.run(['git', 'clone', '-q', '--no-hardlinks', ROOT, folder], check=True)
    shutil.copy(ROOT / 'scripts/mutants/mutant.rs', folder / 'src/mutant.rs')
    lib = folder / 'src/lib.rs'
    lib.write_text(lib.read_text().replace('mod messages;\n', 'mod messages;\n#[doc(hidden)]\npub mod mutant;\n', 1))
    files = sorted(str(file.relative_to(folder)) for room in rooms for file in (folder / 'src' / room).rglob('*.rs'))
    tool = ['cargo', 'run', '--release', '-q', '--manifest-path', str(ROOT / 'scripts/mutants/Cargo.toml'), '--']
    listed = subprocess.run([*tool, *files], cwd=folder, check=True, capture_output=True, text=True).stdout
    (folder / 'mutants.tsv').write_text(listed)
    subprocess.run(['rustfmt', '--edition', '2024', *files], cwd=folder)
    subprocess.run(['cargo', 'test', '--no-run', '--lib', '--test', 'library'], cwd=folder, check=True)


def mutants(folder):
    rows = (line.split('\t') for line in (folder / 'mutants.tsv').read_text().splitlines())
    return {int(number): (file, int(line), fault) for number, file, line, fault in rows}


def binaries(folder):
    """The test programs: of the units within the library, and of the library from outside."""
    made = subprocess.run(['cargo', 'test', '--no-run', '--lib', '--test', 'library', '--message-format', 'json'], cwd=folder, check=True,
                          capture_output=True, text=True).stdout
    found = [json.loads(line) for line in made.splitlines()]
    return [row['executable'] for row in found if row.get('executable')]


def environment(folder, **more):
    return dict(os.environ, CARGO_MANIFEST_DIR=str(folder), RUST_BACKTRACE='0', PROPTEST_FAILURE_PERSISTENCE='off', **more)


def survey(folder):
    """For each mutant the tests that come by it, as (seconds, program, name), the fastest first."""
    place = folder / 'survey.json'
    if place.exists():
        return json.loads(place.read_text())
    met, seconds = collections.defaultdict(set), {}
    for program in binaries(folder):
        names = re.findall(r'^(\S+): test$', subprocess.run([program, '--list'], capture_output=True, text=True).stdout, re.M)
        for name in names:
            log = folder / 'met'
            log.unlink(missing_ok=True)
            begun = time.monotonic()
            try:
                done = subprocess.run([program, '--exact', name], cwd=folder, capture_output=True, timeout=120,
                                      env=environment(folder, MUTANT_LOG=str(log)))
            except subprocess.TimeoutExpired:
                continue
            if done.returncode != 0:
                print(f'{name} fails without a fault', file=sys.stderr)
                continue
            seconds[program, name] = time.monotonic() - begun
            for line in log.read_text().splitlines() if log.exists() else []:
                met[int(line)].add((program, name))
    found = {number: sorted((seconds[test], *test) for test in tests) for number, tests in met.items()}
    place.write_text(json.dumps(found))
    return json.loads(place.read_text())


def try_one(folder, number, tests):
    """The test that fails with this mutant, if any."""
    for seconds, program, name in tests[:MOST]:
        try:
            done = subprocess.run([program, '--exact', name], cwd=folder, capture_output=True, timeout=10 * seconds + 5,
                                  env=environment(folder, MUTANT=str(number)))
        except subprocess.TimeoutExpired:
            return f'{name} (takes too long)'
        if done.returncode != 0:
            return name
    return None


def run(folder, state, options):
    known = {row['number'] for row in read(state)}
    found, all_mutants = survey(folder), mutants(folder)
    dice = random.Random(options.seed)
    chosen = [number for number in sorted(all_mutants) if dice.random() < options.share]
    dice.shuffle(chosen)
    begun = time.monotonic()
    with open(state, 'a') as out:
        for number in chosen:
            file, line, fault = all_mutants[number]
            if number in known or room_of(file) not in options.rooms:
                continue
            if 60 * options.minutes < time.monotonic() - begun:
                break
            tests = found.get(str(number), [])
            row = dict(number=number, file=file, line=line, fault=fault, tests=len(tests), caught_by=try_one(folder, number, tests))
            print(json.dumps(row), file=out, flush=True)


def read(state):
    return [json.loads(line) for line in state.read_text().splitlines()] if state.exists() else []


def table(folder, state):
    rows, all_mutants = read(state), mutants(folder)
    print('| room | mutants | tried | caught | of these by time | not caught | no test comes by | caught |\n|---|---|---|---|---|---|---|---|')
    for room in [*ROOMS, 'all']:
        is_in = lambda file: room in ('all', room_of(file))
        of_room = [row for row in rows if is_in(row['file'])]
        if not of_room:
            continue
        caught = [row for row in of_room if row['caught_by']]
        slow = [row for row in caught if row['caught_by'].endswith('(takes too long)')]
        unmet = [row for row in of_room if not row['tests']]
        n_all = sum(is_in(file) for file, _, _ in all_mutants.values())
        print(f'| {room} | {n_all:,} | {len(of_room):,} | {len(caught):,} | {len(slow)} | {len(of_room) - len(caught) - len(unmet)} | {len(unmet)} '
              f'| {100 * len(caught) / len(of_room):.1f} % |')
    print()
    for row in sorted(rows, key=lambda row: (row['file'], row['line'])):
        if not row['caught_by']:
            print(f"{row['file']}:{row['line']}: {row['fault']} ({row['tests']} tests, mutant {row['number']})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('what', choices=['prepare', 'run', 'table'])
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--rooms', nargs='+', choices=ROOMS, default=ROOMS)
    parser.add_argument('--state', type=pathlib.Path)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--share', type=float, default=1.0)
    parser.add_argument('--minutes', type=float, default=float('inf'))
    options = parser.parse_args()
    folder = options.folder.resolve()
    state = options.state or folder / 'tried.jsonl'
    match options.what:
        case 'prepare':
            prepare(folder, options.rooms)
        case 'run':
            run(folder, state, options)
        case 'table':
            table(folder, state)


if __name__ == '__main__':
    main()
