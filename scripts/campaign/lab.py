"""One case of the campaign: files, runs of the program, and what differs from what an oracle says."""
import json, pathlib, shlex, subprocess, time

# Exit codes that README.md documents and that no fault of the program can give.
DOCUMENTED = {0, 2, 10, 11, 12, 20}

# Commands that take many problems, and options that they have for one alone.
SOLVE = {'solve', 'rushhour', 'sliding', 'gdl', 'pddl', 'sas'}
ALONE = {'--disk', '--certify', '--plan-out', '--frames'}


class Unanswered(Exception):
    """A run reached the limit of time: the case has no answer, which is counted, and no fault."""


class Ran:
    """A run that ended."""
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def json(self):
        return json.loads(self.out)


class Lab:
    def __init__(self, binary, folder, limit, python=None, loud=False, asks=1):
        self.binary, self.folder, self.limit, self.loud = str(binary), pathlib.Path(folder), limit, loud
        self.python = python    # one that can import the package, if any
        self.asks = asks        # how many times as many questions about a problem as usual
        self.runs = 0
        self.commands = []
        self.differences = []
        self.notes = []         # what was not asked, and why
        self.oracle = ''

    def write(self, name, data):
        """Writes a file of the case; it is in the folder in which commands run."""
        data = data if isinstance(data, bytes) else data.encode()
        (self.folder / name).write_bytes(data)
        return name

    def run(self, *words):
        """Runs the program; every run has to end with a documented exit code, and without a panic."""
        ran = self.process([self.binary, *map(str, words)], shlex.join(['bmcplan', *map(str, words)]))
        self.expect(ran.code in DOCUMENTED, f'exit code {ran.code}')
        self.expect('panicked' not in ran.err, 'a panic')
        return ran

    def process(self, command, shown):
        """Runs any command in the folder of the case."""
        self.commands.append(shown)
        if self.loud:
            print('$', self.commands[-1], flush=True)
        self.runs += 1
        since = time.monotonic()
        try:
            done = subprocess.run(command, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=self.limit)
        except subprocess.TimeoutExpired as late:
            raise Unanswered(self.commands[-1]) from late
        ran = Ran(done.returncode, done.stdout.decode(errors='replace'), done.stderr.decode(errors='replace'))
        if self.loud:
            print(ran.out, ran.err, f'exit code {ran.code}, {time.monotonic() - since:.3f} s', sep='\n', flush=True)
        return ran

    def expect(self, right, message):
        """Notes a difference unless what is expected is so."""
        if not right:
            self.differences.append(f'{message} [{self.commands[-1] if self.commands else "no command"}]')
        return right

    def answer(self, words, code):
        """Runs the program with --json, or as one of many problems; None, and a difference noted, unless it ends with one of these
        exit codes."""
        may_be_many = words[0] in SOLVE and ALONE.isdisjoint(words)
        ran = self.run(*words, '--jsonl' if may_be_many and self.runs % 4 == 3 else '--json')
        codes = code if isinstance(code, (set, tuple)) else {code}
        last = ran.err.strip().splitlines()[:1]
        if not self.expect(ran.code in codes, f'exit code {ran.code}, not {sorted(codes)}: {last}'):
            return None
        return ran.json()
