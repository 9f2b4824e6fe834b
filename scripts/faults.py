#!/usr/bin/env python3
"""Kills commands that write files, makes their system calls fail, and looks at what is left: old files whole, new files whole or absent.

usage: scripts/faults.py [--trials 1000] [--seed 1] [--only NAME…] [--binary PATH]

Each trial takes one command in a folder where an older file of the same name stands (or none), and one of these:
  kill    the process is killed (SIGKILL) at a random moment
  clock   the clock on the wall is set back by up to ten days at a random moment (only with libfaketime, from the Debian package faketime)
  fault   one system call that opens, reads, writes, renames, synchronises or removes fails once in a thread: no space, an I/O error, interrupted
  full    the folder is on a file system of a few pages, so it is full at some place (only as root)
  fixed   the folder cannot be written at all (only as root)
After it, every file that stands there has to be the older one or a new one, byte by byte or by what it must look like; a command that ends
with code 0 has written it; other codes are 2, 12 or 130, and none but 0 where only the clock was set. What the command goes on from (a journal of runs, a search on disk) is used again by the same command without a fault, which has to give the answer. What is left over besides is counted.

Prints a table; ends with 1 if anything is wrong, and says how to see it again. Needs strace, and the program (cargo build --release).
"""
import argparse, contextlib, json, os, pathlib, platform, random, shutil, signal, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOARD = ROOT / 'instances/thinkfun/card02.toml'
OTHER = str(BOARD.with_name('card01.toml'))
CALLS = ['openat', 'read', 'write', 'rename', 'renameat2', 'fsync', 'fdatasync', 'unlink', 'mkdir', 'link', 'linkat', 'fchmod', 'ftruncate']
FAKETIME = pathlib.Path('/usr/lib') / f'{platform.machine()}-linux-gnu/faketime/libfaketime.so.1'
FAULTS = ['ENOSPC', 'EIO', 'EINTR', 'EACCES', 'EDQUOT']


def ends(*tails):
    return lambda path, tool: path.read_bytes().rstrip().endswith(tails)


def is_cnf(path, tool):
    lines = [line for line in path.read_text().splitlines() if not line.startswith('c')]
    return len(lines) - 1 == int(lines[0].split()[3])


def is_certificate(path, tool):
    return subprocess.run([tool, 'verify', path], capture_output=True).returncode == 0


class Command:
    """A command that writes `file`. Where it goes on from what it has left, `resume` has the options for that."""

    def __init__(self, file, line, is_whole=None, resume=None, answers=lambda out: True):
        self.file, self.line, self.is_whole, self.resume, self.answers = file, line, is_whole, resume, answers


def solved(out):
    return json.loads(out)['status'] == 'solved'


SLIDES = ['solve', BOARD, '--metric', 'slides']
COMMANDS = {
    'svg': Command('b.svg', [*SLIDES, '--svg', 'b.svg'], ends(b'</svg>')),
    'html': Command('b.html', [*SLIDES, '--html', 'b.html'], ends(b'</html>')),
    'gif': Command('b.gif', [*SLIDES, '--gif', 'b.gif'], ends(b'\x3b')),
    'png': Command('b.png', ['draw', BOARD, '--png', 'b.png'], ends(b'IEND\xaeB`\x82')),
    'plan': Command('b.plan', [*SLIDES, '--plan-out', 'b.plan'], ends(b'; cost = 8 (unit cost)')),
    'export': Command('b.cnf', ['export', BOARD, '--horizon', '9', '--output', 'b.cnf'], is_cnf),
    'certificate': Command('c', [*SLIDES, '--incremental', '--certify', 'c'], is_certificate),
    'recount': Command('c', [*SLIDES, '--certify', 'c', '--evidence', 'recount'], is_certificate),
    'generate': Command('new.txt', ['generate', '--length', '8..', '--count', '2', '--seed', '1', '--output', 'new.txt'], lambda path, tool: 2 <= path.read_text().count('\n')),
    'compare': Command('c.csv', ['compare', BOARD, '--modes', 'search', '--runs', '1', '--csv', 'c.csv'], lambda path, tool: path.read_text().count('\n') == 2),
    'bench': Command('r.jsonl', ['bench', 'suite.toml', '--out', 'r.jsonl', '--jobs', '1'], resume=['--resume']),
    'disk': Command('d', [*SLIDES, '--search', '--disk', 'd', '--json'], resume=['--resume'], answers=solved),
}
SUITE = f"""[[group]]
instances = ["{BOARD}"]
modes = ["search", "incremental"]
"""


def snapshot(path):
    """A file's bytes, or those of all files of a folder; None if there is none."""
    if path.is_dir():
        return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob('*')) if file.is_file()}
    return path.read_bytes() if path.exists() else None


@contextlib.contextmanager
def mounted(folder, pages):
    """A small file system on the folder."""
    subprocess.run(['mount', '-t', 'tmpfs', '-o', f'size={4 * pages}k,nr_inodes=64', 'tmpfs', folder], check=True)
    try:
        yield
    finally:
        subprocess.run(['umount', '-l', folder], check=True)


class Lab:
    def __init__(self, tool):
        self.tool = str(pathlib.Path(tool).resolve())

    def line(self, command):
        return [self.tool, *map(str, command.line)]

    def run(self, line, folder, **more):
        return subprocess.run(line, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, **more)

    def prepare(self, command, folder, with_old):
        (folder / 'suite.toml').write_text(SUITE)
        if with_old and command.resume is None:
            # The older certificate is one of another board.
            done = self.run([OTHER if part == str(BOARD) else part for part in self.line(command)], folder)
            assert done.returncode == 0, done.stderr.decode()
            path = folder / command.file
            if path.is_file():
                path.write_bytes(b'old ' + path.read_bytes())

    def calls(self, command, folder):
        """How often each of the calls occurs in a run without a fault."""
        log = folder / 'calls'
        self.run(['strace', '-f', '-qq', '-o', str(log), '-e', 'trace=' + ','.join(CALLS), *self.line(command)], folder)
        names = [line.split()[1].split('(')[0] for line in log.read_text().splitlines() if '(' in line]
        return {name: names.count(name) for name in CALLS if name in names}

    def trial(self, name, command, dice, counts, seconds):
        """One fault; returns its kind and a complaint, if anything is wrong, and what is left over."""
        kinds = ['kill', 'fault', 'fault'] + ['clock'] * FAKETIME.exists() + (['full', 'fixed'] if os.geteuid() == 0 else [])
        kind, with_old = dice.choice(kinds), dice.random() < 0.5
        with tempfile.TemporaryDirectory() as name_of_folder, contextlib.ExitStack() as stack:
            folder = pathlib.Path(name_of_folder)
            if kind == 'full':
                stack.enter_context(mounted(folder, dice.choice([1, 2, 3, 5, 8, 13, 30, 80]) + (0 if not with_old else 100)))
            try:
                self.prepare(command, folder, with_old)
            except (AssertionError, OSError):
                # Not even the older file has room.
                return kind, None, 0
            path, old = folder / command.file, snapshot(folder / command.file)
            before = set(os.listdir(folder))
            line, what, code = self.line(command), kind, None
            if kind == 'kill':
                delay = dice.uniform(0, 1.3 * seconds)
                what = f'kill after {delay:.4f} s'
                process = subprocess.Popen(line, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(delay)
                process.send_signal(signal.SIGKILL)
                code = process.wait()
            elif kind == 'clock':
                delay, days = dice.uniform(0, seconds), dice.uniform(0, 10)
                what = f'clock set back by {days:.4f} days after {delay:.4f} s'
                clock = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory())) / 'clock'
                clock.write_text('+0\n')
                # Read at each call. The monotonic clock cannot be set.
                faked = {'LD_PRELOAD': str(FAKETIME), 'FAKETIME_TIMESTAMP_FILE': str(clock), 'FAKETIME_NO_CACHE': '1', 'FAKETIME_DONT_FAKE_MONOTONIC': '1'}
                process = subprocess.Popen(line, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | faked)
                time.sleep(delay)
                clock.with_name('new').write_text(f'-{days:.4f}d\n')
                clock.with_name('new').rename(clock)
                try:
                    code = process.wait(60)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                if code != 0:
                    return kind, f'{name}, {what}: code {code}', 0
            elif kind == 'fault':
                call = dice.choice(list(counts))
                fault, when = dice.choice(FAULTS), dice.randrange(1, counts[call] + 1)
                what = f'{call} number {when} fails with {fault}'
                inject = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', f'inject={call}:error={fault}:when={when}']
                try:
                    done = self.run([*inject, *line], folder)
                except subprocess.TimeoutExpired:
                    return kind, f'{name}, {what}: it does not end', 0
                code = done.returncode
            else:
                if kind == 'fixed':
                    subprocess.run(['mount', '--bind', folder, folder], check=True)
                    stack.callback(subprocess.run, ['umount', '-l', folder], check=True)
                    subprocess.run(['mount', '-o', 'remount,bind,ro', folder], check=True)
                code = self.run(line, folder).returncode
            complaint = self.complaint(command, path, old, code, folder, kind)
            left = len(set(os.listdir(folder)) - before - {command.file}) if kind != 'fixed' else 0
            return kind, complaint and f'{name}, {what}: {complaint}', left

    def complaint(self, command, path, old, code, folder, kind):
        # 127: the system could not load the program.
        if code not in (0, 2, 12, 127, 130, -9):
            return f'code {code}'
        now = snapshot(path)
        if command.resume is not None:
            if kind in ('full', 'fixed'):
                return None
            done = self.run([*self.line(command), *command.resume], folder)
            # There may be nothing to go on from: the run had not begun, or it has ended.
            if done.returncode == 2 and command.resume:
                done = self.run(self.line(command), folder)
            if done.returncode != 0 or not command.answers(done.stdout):
                return f'then the same command ends with {done.returncode}: {done.stderr.decode()[-300:]}'
            return None
        if now == old:
            return 'code 0, and nothing was written' if code == 0 else None
        if now is None:
            return 'the older file is gone'
        if isinstance(now, bytes) and now.startswith(b'old '):
            return 'the older file was changed'
        try:
            is_whole = command.is_whole(path, self.tool)
        except (ValueError, IndexError, OSError):
            is_whole = False
        return None if is_whole else 'the new file is not whole'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--trials', type=int, default=1000, help='for each command')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', nargs='+', choices=list(COMMANDS), default=list(COMMANDS))
    parser.add_argument('--binary', default=ROOT / 'target/release/bmcplan')
    options = parser.parse_args()
    if not shutil.which('strace'):
        sys.exit('strace is missing: apt-get install strace')
    lab, wrong = Lab(options.binary), 0
    print('| command | killed | clock set back | failing calls | full disks | folders that cannot be written | wrong | left over |\n|---|---|---|---|---|---|---|---|')
    for name in options.only:
        command, tally, left_over, complaints = COMMANDS[name], {}, 0, []
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            lab.prepare(command, folder, False)
            begun = time.monotonic()
            done = lab.run(lab.line(command), folder)
            seconds = time.monotonic() - begun
            if done.returncode != 0:
                sys.exit(f'{name}: {done.stderr.decode()}')
        with tempfile.TemporaryDirectory() as folder:
            lab.prepare(command, pathlib.Path(folder), False)
            counts = lab.calls(command, pathlib.Path(folder))
        for number in range(options.trials):
            dice = random.Random(f'{options.seed} {name} {number}')
            kind, complaint, left = lab.trial(name, command, dice, counts, seconds)
            tally[kind] = tally.get(kind, 0) + 1
            left_over += left
            if complaint:
                complaints.append(f'trial {number}: {complaint}')
        wrong += len(complaints)
        numbers = ' | '.join(f'{tally.get(kind, 0):,}' for kind in ('kill', 'clock', 'fault', 'full', 'fixed'))
        print(f'| {name} | {numbers} | {len(complaints)} | {left_over} |', flush=True)
        for complaint in complaints[:10]:
            print(complaint, file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
