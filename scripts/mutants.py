#!/usr/bin/env python3
"""Puts small faults into the program, one at a time, and sees whether a test fails: mutation testing, in a table for each crate.

usage: scripts/mutants.py prepare FOLDER       a copy of the last commit with all faults, each behind a switch; builds the tests
       scripts/mutants.py survey FOLDER        runs each test once, and notes by which mutants it comes
       scripts/mutants.py run FOLDER [--share 1.0] [--seed 1] [--places …] [--minutes N] [--jobs 1]
       scripts/mutants.py table FOLDER

cargo-mutants compiles the project anew for each mutant, which takes minutes here. So scripts/mutants/ writes all of them into the sources (a
comparison that is off by one, a condition turned round, a statement left out, …), and one build has them all; the variable MUTANT
switches one on. The survey notes which tests come by which mutant; tests that take over --longest seconds of CPU time are left out. Then for
each mutant those tests run that come by it, those first that are fast or have caught mutants of the same file, until one fails or --effort
seconds are spent. A test that takes ten times as long as without a fault counts as failed. All times are of CPU.

A mutant by which no test comes is not caught. Survey and `run` write row by row (survey.jsonl and tried.jsonl in FOLDER), and go on where they were
stopped; `run` tries those again that were not caught if there are more tests since, or more effort. `prepare` of a FOLDER that has been prepared
brings the tests up to date, and leaves the mutants as they are. Where FOLDER/target is there before (a linked copy, say), the build begins with it.
What is known of a mutant that is not caught can be written into FOLDER/verdicts.tsv: its number, `equal`, `slower` or `gone` (code that is not there any more), and why;
then it is not tried again. On Linux.
"""
import argparse, collections, json, os, pathlib, random, re, resource, shutil, signal, subprocess, sys, threading, time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'scripts/mutants'))
import checker

CHECKER, CHECKER_TESTS = 'crates/verify/src/check.py', 'tests/python/test_check.py'
CRATES = ['task', 'search', 'formula', 'sat', 'verify']
PLACES = [*CRATES, 'check.py']
# The programs of tests, in the order of the survey; `python` is the tests of the checker.
PROGRAMS = [*(f'bmcplan_{name}' for name in CRATES), 'library', 'python', 'cli']
TARGETS = {'library': ['--package', 'bmcplan', '--test', 'library'], 'cli': ['--package', 'bmcplan', '--test', 'cli'], 'python': [],
           **{f'bmcplan_{name}': ['--package', f'bmcplan-{name}', '--lib'] for name in CRATES}}
# Some mutants ask for memory without end.
MOST_MEMORY = 8 << 30


def place_of(file):
    return 'check.py' if file == CHECKER else file.split('/')[1]


def build(folder, programs, *more):
    """Compiles test programs. Nobody looks for the lines of mutants in a debugger."""
    targets = [word for program in programs for word in TARGETS[program]]
    command = ['cargo', 'test', '--no-run', '--config', 'profile.dev.debug=false', *targets, *more]
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True, env=dict(os.environ, CARGO_INCREMENTAL='0')).stdout


def prepare(folder, programs):
    git = lambda *words: subprocess.run(['git', '-C', folder, *words], check=True)
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / 'mutants.tsv').exists():
        shutil.copytree(ROOT / 'tests', folder / 'tests', dirs_exist_ok=True)
        for file in {file for file, _, _ in mutants(folder).values() if file.endswith('.rs')}:
            bring_unit_tests(ROOT / file, folder / file)
    else:
        git('init', '-q')
        git('fetch', '-q', '--update-shallow', ROOT, 'HEAD')
        git('checkout', '-q', '-f', 'FETCH_HEAD')
        write_mutants(folder)
    if programs != ['python']:
        build(folder, programs)


def bring_unit_tests(origin, copy):
    """Exchanges the tests at the end of a file."""
    head, begin, before = copy.read_text().partition('\n#[cfg(test)]\n')
    now = origin.read_text().partition('\n#[cfg(test)]\n')[2] if origin.exists() else ''
    if now and now != before:
        copy.write_text(head.rstrip('\n') + '\n\n#[cfg(test)]\n' + now)


def write_mutants(folder):
    shutil.copy(ROOT / 'scripts/mutants/mutant.rs', folder / 'crates/base/src/mutant.rs')
    lib = folder / 'crates/base/src/lib.rs'
    lib.write_text('#![allow(unused_parens)]\n' + lib.read_text().replace('mod messages;\n', 'mod messages;\n#[doc(hidden)]\npub mod mutant;\n', 1))
    places = (folder / 'crates' / name / 'src' for name in CRATES)
    files = sorted(str(file.relative_to(folder)) for place in places for file in place.rglob('*.rs'))
    tool = ['cargo', 'run', '--release', '-q', '--manifest-path', str(ROOT / 'scripts/mutants/Cargo.toml'), '--']
    listed = subprocess.run([*tool, *files], cwd=folder, check=True, capture_output=True, text=True).stdout
    subprocess.run(['rustfmt', '--edition', '2024', *files], cwd=folder)
    text, found = checker.mutated((folder / CHECKER).read_text(), listed.count('\n'))
    (folder / CHECKER).write_text(text)
    rows = ''.join(f'{number}\t{CHECKER}\t{line}\t{fault}\n' for number, line, fault in found)
    (folder / 'mutants.tsv').write_text(listed + rows)


def mutants(folder):
    rows = (line.split('\t') for line in (folder / 'mutants.tsv').read_text().splitlines())
    return {int(number): (file, int(line), fault) for number, file, line, fault in rows}


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


class Tests:
    """The tests, each a pair of its program's name and its own."""

    def __init__(self, folder, programs):
        self.folder, self.programs = folder, {}
        if programs == ['python']:
            return
        rows = (json.loads(line) for line in build(folder, programs, '-q', '--message-format', 'json').splitlines())
        self.programs = {row['target']['name']: row['executable'] for row in rows
                         if row.get('executable') and row['profile']['test']}

    def names(self, program):
        if program == 'python':
            listing = 'import test_check, unittest\nfor a in unittest.defaultTestLoader.loadTestsFromModule(test_check):\n for b in a: print(b.id())'
            listed = subprocess.run(['python3', '-c', listing], cwd=(self.folder / CHECKER_TESTS).parent, check=True,
                                    capture_output=True, text=True).stdout
            return [name.removeprefix('test_check.') for name in listed.split()]
        listed = subprocess.run([self.programs[program], '--list'], check=True, capture_output=True, text=True).stdout
        return re.findall(r'^(\S+): test$', listed, re.M)

    def run(self, test, most_seconds, **variables):
        """The exit code of a test, None if it takes more seconds of CPU time than that, and the seconds."""
        program, name = test
        command = ['python3', CHECKER_TESTS, name] if program == 'python' else [self.programs[program], '--exact', name]
        fixed = dict(CARGO_MANIFEST_DIR=str(self.folder), RUST_BACKTRACE='0', PROPTEST_DISABLE_FAILURE_PERSISTENCE='true', PROPTEST_RNG_SEED='1',
                     PROPTEST_MAX_SHRINK_ITERS='0')
        child = subprocess.Popen(command, cwd=self.folder, env=dict(os.environ, **fixed, **variables), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        limit = int(most_seconds) + 1
        resource.prlimit(child.pid, resource.RLIMIT_CPU, (limit, limit))
        resource.prlimit(child.pid, resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        # Threads that wait for each other take no time of CPU.
        timer = threading.Timer(60 + 6 * most_seconds, stop, [child.pid])
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        stop(child.pid)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        return None if child.returncode == -signal.SIGKILL else child.returncode, seconds


def stop(group):
    """Ends what a test has left running."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def side_by_side(jobs, function, items, rows, deadline):
    """Writes a row of each item as soon as it is there, until the deadline."""
    lock = threading.Lock()

    def do(item):
        if time.monotonic() < deadline:
            row = function(item)
            with lock, open(rows, 'a') as out:
                print(json.dumps(row), file=out, flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(do, items))


def survey(folder, tests, options, deadline):
    rows = folder / 'survey.jsonl'
    known = {tuple(row['test']) for row in read(rows)}
    names = [(program, name) for program in options.programs for name in tests.names(program)]

    def look(test):
        log = folder / f'met.{threading.get_ident()}'
        log.unlink(missing_ok=True)
        code, seconds = tests.run(test, options.longest, MUTANT_LOG=str(log))
        met = sorted({int(line) for line in log.read_text().split()}) if log.exists() else []
        return dict(test=test, code=code, seconds=round(seconds, 3), met=met)

    side_by_side(options.jobs, look, [test for test in names if test not in known], rows, deadline)


def tests_by_mutant(folder, programs):
    """For each mutant the tests that come by it, with their seconds; only those that pass without a fault."""
    found = collections.defaultdict(dict)
    for row in read(folder / 'survey.jsonl'):
        if row['code'] == 0 and row['test'][0] in programs:
            for number in row['met']:
                found[number][tuple(row['test'])] = row['seconds']
    return found


def run(folder, tests, options, deadline):
    rows, by_mutant, all_mutants = folder / 'tried.jsonl', tests_by_mutant(folder, options.programs), mutants(folder)
    judged = verdicts(folder)
    known = {row['number']: row for row in read(rows)}
    dice = random.Random(options.seed)
    chosen = [number for number in sorted(all_mutants) if dice.random() < options.share]
    dice.shuffle(chosen)
    # How many mutants of a file a test has caught.
    catches = collections.Counter((row['file'], *row['by']) for row in known.values() if row['by'])

    def is_open(number):
        row = known.get(number)
        is_new = row is None or not row['by'] and (row['tests'], row['effort']) != (len(by_mutant[number]), options.effort)
        return is_new and str(number) not in judged and place_of(all_mutants[number][0]) in options.places

    def attempt(number):
        file, line, fault = all_mutants[number]
        row = dict(number=number, file=file, line=line, fault=fault, tests=len(by_mutant[number]), tried=0, effort=options.effort, by=None)
        spent = 0
        for test, seconds in sorted(by_mutant[number].items(), key=lambda of: (of[1] + 0.1) / (1 + catches[file, *of[0]])):
            if options.effort < spent:
                break
            row['tried'] += 1
            code, taken = tests.run(test, 10 * seconds + 2, MUTANT=str(number))
            spent += taken
            if code != 0:
                catches[file, *test] += 1
                return row | dict(by=test, slow=code is None)
        return row

    side_by_side(options.jobs, attempt, list(filter(is_open, chosen)), rows, deadline)


def verdicts(folder):
    """The judgements of mutants by their numbers, which are text."""
    place = folder / 'verdicts.tsv'
    return dict(line.split('\t')[:2] for line in place.read_text().splitlines()) if place.exists() else {}


def table(folder):
    rows, all_mutants, judged = {row['number']: row for row in read(folder / 'tried.jsonl')}, mutants(folder), verdicts(folder)
    print('| place | mutants | tried | caught | of these by time | equal | slower only | gone | left | of these no test | caught of the others |')
    print('|---|---|---|---|---|---|---|---|---|---|---|')
    for place in [*PLACES, 'all']:
        is_in = lambda file: place in ('all', place_of(file))
        tried = [row for row in rows.values() if is_in(row['file'])]
        if tried:
            caught = [row for row in tried if row['by']]
            kinds = collections.Counter(judged.get(str(row['number']), 'left') for row in tried if not row['by'])
            n_all, n_unmet = sum(is_in(file) for file, _, _ in all_mutants.values()), sum(
                not row['by'] and not row['tests'] and str(row['number']) not in judged for row in tried)
            share = 100 * len(caught) / (len(caught) + kinds['left'])
            print(f"| {place} | {n_all:,} | {len(tried):,} | {len(caught):,} | {sum(row['slow'] for row in caught)} | {kinds['equal']} | {kinds['slower']} "
                  f"| {kinds['gone']} | {kinds['left']} | {n_unmet} | {share:.1f} % |")
    print()
    for row in sorted(rows.values(), key=lambda row: (row['file'], row['line'])):
        if not row['by']:
            told = judged.get(str(row['number']), '')
            print(f"{row['number']} {row['file']}:{row['line']}: {row['fault']} ({row['tried']} of {row['tests']} tests) {told}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('what', choices=['prepare', 'survey', 'run', 'table'])
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--places', nargs='+', choices=PLACES, default=PLACES)
    parser.add_argument('--programs', nargs='+', choices=PROGRAMS, default=PROGRAMS)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--share', type=float, default=1.0)
    parser.add_argument('--minutes', type=float, default=float('inf'))
    parser.add_argument('--longest', type=float, default=60)
    parser.add_argument('--effort', type=float, default=20)
    parser.add_argument('--jobs', type=int, choices=[1, 2], default=1)
    options = parser.parse_args()
    folder, deadline = options.folder.resolve(), time.monotonic() + 60 * options.minutes
    match options.what:
        case 'prepare':
            prepare(folder, options.programs)
        case 'table':
            table(folder)
        case what:
            {'survey': survey, 'run': run}[what](folder, Tests(folder, options.programs), options, deadline)


if __name__ == '__main__':
    main()
