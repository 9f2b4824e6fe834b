"""What the scripts here share: one run of a command, measured; the boards; cells of Markdown tables."""
import contextlib, dataclasses, datetime, json, os, pathlib, platform, shutil, signal, statistics, subprocess, sys
import tempfile, time, tomllib

TICKS = os.sysconf('SC_CLK_TCK')
PAGE = os.sysconf('SC_PAGE_SIZE')
# How long a process that was interrupted may take to tell how far it came.
GRACE = 5

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = ROOT / 'target' / 'release' / 'bmcplan'
PEERS = ROOT.parent / 'shared' / 'peers'
SHARED = ROOT.parent / 'shared' / 'data'
COLLECTION = SHARED / 'rushhour' / 'fogleman_297.txt'


@dataclasses.dataclass
class Run:
    seconds: float      # CPU time, user + system
    wall: float         # seconds on the clock
    megabytes: float    # greatest resident set
    code: int           # exit code
    out: str            # standard output
    err: str            # standard error
    over: str | None    # the limit that it was stopped at: time, memory


def run(command, cpu_seconds=None, megabytes=None):
    """Runs a command to its end; stops it when it has used that many seconds of CPU time, or that much memory."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begun = time.monotonic()
        process = subprocess.Popen([str(word) for word in command], stdout=out, stderr=err)
        over = None
        if cpu_seconds is not None or megabytes is not None:
            over = watch(process.pid, cpu_seconds, megabytes)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
        seconds = usage.ru_utime + usage.ru_stime
        return Run(seconds, wall, usage.ru_maxrss / 1024, process.returncode, *texts, over)


def watch(pid, cpu_seconds, megabytes):
    """Waits until a child has ended, which stays to be waited for, and stops it at a limit; tells which, if any."""
    over, since = None, None
    while True:
        # A child that has ended is still there, as `Z`, until somebody waits for it.
        fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()
        if fields[0] == 'Z':
            return over
        if over is None:
            if cpu_seconds is not None and cpu_seconds <= (int(fields[11]) + int(fields[12])) / TICKS:
                over = 'time'
            elif megabytes is not None and megabytes <= int(fields[21]) * PAGE / 2**20:
                over = 'memory'
            if over is not None:
                since = time.monotonic()
                os.kill(pid, signal.SIGINT)
        # What runs in the background of a shell may have been told to ignore interrupts.
        elif since + GRACE <= time.monotonic():
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)


def fail(command, done):
    """A run that should have ended otherwise ends the script."""
    sys.exit(f'{" ".join(map(str, command))}: exit code {done.code}: {done.err.strip()}')


@dataclasses.dataclass
class Answer:
    seconds: float          # CPU time
    megabytes: float
    length: int | None      # of a shortest plan, proved; None if a limit came first
    over: str | None        # that limit
    states: int | None = None


def bmcplan(file, metric, *options, seconds=None, megabytes=None, binary=BINARY):
    """A shortest plan for the board in a file."""
    command = [binary, 'rushhour', file, '--metric', metric, '--json', *options]
    done = run(command, seconds, megabytes)
    if done.over is not None:
        return Answer(done.seconds, done.megabytes, None, done.over)
    if done.code != 0:
        fail(command, done)
    answer = json.loads(done.out)
    return Answer(done.seconds, done.megabytes, answer['length'], None, answer['states'])


def clingo(facts, *options, seconds=None, megabytes=None, peers=PEERS):
    """The same by clingo, from the facts of a board."""
    command = ['clingo', facts, peers / 'rush_hour.lp', '--outf=2', *options]
    done = run(command, seconds, megabytes)
    if done.over is not None:
        return Answer(done.seconds, done.megabytes, None, done.over)
    if done.code not in (10, 30):
        fail(command, done)
    return Answer(done.seconds, done.megabytes, json.loads(done.out)['Calls'] - 1, None)


def need_bmcplan():
    if not BINARY.exists():
        sys.exit('no target/release/bmcplan: run cargo build --release first')


def has_clingo(peers=PEERS):
    """Whether there is the peer; if not, that is told."""
    files = [peers / 'rush_hour.lp', peers / 'rush_hour_facts.py']
    found = shutil.which('clingo') is not None and all(file.exists() for file in files)
    if not found:
        print('no clingo, or no rush_hour.lp in --peers: only bmcplan is timed', file=sys.stderr)
    return found


@dataclasses.dataclass(frozen=True)
class Board:
    name: str
    metric: str                     # units or slides
    text: str                       # as bmcplan reads it: TOML, or rows of characters
    optimum: int | None = None


def instance(file, metric):
    """One of the boards that come with bmcplan, by its file in instances/."""
    lines = [line.split('\t') for line in (ROOT / 'instances' / 'OPTIMA.tsv').read_text().splitlines()]
    column = lines[0].index(metric)
    optimum = next(int(line[column]) for line in lines if line[0] == file)
    return Board(pathlib.Path(file).stem, metric, (ROOT / 'instances' / file).read_text(), optimum)


def hardest(path, count):
    """The hardest boards of a collection, in both metrics; its lines: slides, units, 36 characters, states."""
    lines = [(number, line.split()) for number, line in enumerate(path.read_text().splitlines(), 1)]
    boards = [(int(line[0]), int(line[1]), number, line[2]) for number, line in lines if line and line[0] != '%']
    boards.sort(key=lambda board: (-board[0], -board[1], board[2]))
    return [Board(f'{path.stem}:{number}', metric, text + '\n', optimum)
            for slides, units, number, text in boards[:count]
            for metric, optimum in (('slides', slides), ('units', units))]


def rows(text):
    """The rows of a board, as the peer's facts script reads them."""
    if '=' not in text:
        return text
    data = tomllib.loads(text)
    if 'board' in data:
        return data['board'].replace('#', 'x')
    grid = [['.'] * data['columns'] for _ in range(data['rows'])]
    for row, column in data.get('walls', []):
        grid[row - 1][column - 1] = 'x'
    for number, car in enumerate(data['car']):
        # Letters beyond ASCII: a large board has more cars than A to Z.
        letter = 'X' if car['name'] == data.get('red', 'r') else chr(0x100 + number)
        down = car['orientation'].startswith('v')
        for k in range(car['length']):
            grid[car['row'] - 1 + k * down][car['column'] - 1 + k * (not down)] = letter
    return '\n'.join(map(''.join, grid)) + '\n'


@contextlib.contextmanager
def files(board, peers=None):
    """The files of a board while they are needed: as bmcplan reads it and, if there is the peer, the facts for clingo."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        file = folder / ('board.toml' if '=' in board.text else 'board.txt')
        plain, facts = folder / 'rows', folder / 'facts.lp'
        file.write_text(board.text, encoding='utf-8')
        if peers is not None:
            plain.write_text(rows(board.text), encoding='utf-8')
            script = [sys.executable, '-X', 'utf8', peers / 'rush_hour_facts.py', board.metric, plain]
            facts.write_bytes(subprocess.check_output(script))
        yield file, facts


def check(board, answers):
    """Everybody has to say the same."""
    lengths = {answer.length for answer in answers} | {board.optimum}
    lengths.discard(None)
    if 1 < len(lengths):
        sys.exit(f'{board.name}, {board.metric}: the lengths differ: {lengths}')
    return next(iter(lengths), None)


def median(answers):
    """The median of the seconds, or None if not all of the runs came to their end."""
    ended = answers and all(answer.length is not None for answer in answers)
    return statistics.median(answer.seconds for answer in answers) if ended else None


def seconds_cell(seconds, limit):
    return f'more than {limit:g} s' if seconds is None else f'{seconds:.{2 if 0.1 <= seconds else 3}f} s'


def row(*cells):
    """A row of a Markdown table, printed at once."""
    print('|' + ''.join(f' {cell} |' for cell in cells), flush=True)


def head(*cells):
    print()
    row(*cells)
    print('|' + '---|' * len(cells))


def machine(*more):
    """The first line of a report."""
    print(', '.join([str(datetime.date.today()), platform.machine(), f'{os.cpu_count()} cores', *more]))
