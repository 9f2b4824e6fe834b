#!/usr/bin/env python3
"""A day of load: a process that imports the Python package and solves in eight threads, and four processes of the command line.

    scripts/load.py --hours 24 --state load.jsonl --python venv/bin/python

A fixed list of questions is drawn from at random: solving, certifying, verifying, rating, explaining, drawing, exploring on disk, with limits,
interrupts, callbacks and wrong inputs. The first answer to each is kept, without times, and every later one has to be the same, by whichever door. Every
second the memory that the Python process has allocated, its resident memory, open files and threads are looked at, and the temporary files of all; the
state file has a row a minute, with the least of each. After a warm-up (a quarter of the time, an hour at most) the slope of a straight line through the rows has to stay
below a bound, by more than twice its standard error in either direction. When all has ended, no more may be allocated than before. Ends with 1 if an answer
differs, anything grows, or files are left behind.

For Linux with glibc. Resident memory is more than what is allocated: glibc keeps what was freed, up to 64 MB for each of 8 arenas a core. The interpreter of --python needs the package, this script Python 3.11.
"""
import argparse, ctypes, gc, json, math, os, pathlib, random, signal, subprocess, sys, tempfile, threading, time

import load_questions as questions
from campaign.lab import Lab
from measure import BINARY, PAGE, head, machine, row

THREADS, PROCESSES = 8, 4
# Seconds that an answer may take, and the end of the run.
PATIENCE = 1800
# The figures of a row, and the most by which each may grow in an hour.
BOUNDS = {'allocated, MB': 1, 'resident, MB': 4, 'open files': 0.5, 'threads': 0.5, 'temporary files': 0.5}
# The megabytes by which an idle Python process may have more than before: what was loaded at first use.
IDLE = 4
FAULTS = ['memory', 'handle', 'file', 'answer']


class Allocated(ctypes.Structure):
    """The figures of mallinfo2(3)."""
    _fields_ = [(name, ctypes.c_size_t) for name in 'arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost'.split()]


def allocated():
    """The megabytes that this process has allocated and not freed."""
    library = ctypes.CDLL(None)
    library.mallinfo2.restype = Allocated
    figures = library.mallinfo2()
    return (figures.uordblks + figures.hblkhd) / 1e6


def ask_in_python(faults):
    """The process that imports the package: prints a line for each answer and each second, until it is told to end (SIGTERM)."""
    import bmcplan

    over, printing, leaked = threading.Event(), threading.Lock(), []
    signal.signal(signal.SIGTERM, lambda *_: over.set())
    signal.signal(signal.SIGALRM, signal.default_int_handler)

    def ask():
        dice = random.Random()
        while not over.is_set():
            question = dice.choice(questions.of_python())
            with tempfile.TemporaryDirectory() as folder:
                answer, wrong = questions.in_python(bmcplan, question, pathlib.Path(folder))
                answer = [answer, questions.standing(pathlib.Path(folder))]
            if 'memory' in faults:
                leaked.append(b'x' * 20_000)
            if 'handle' in faults and dice.random() < 0.1:
                leaked.append(open(os.devnull))
            if 'file' in faults and dice.random() < 0.1:
                tempfile.mkstemp()
            if 'answer' in faults and dice.random() < 0.02:
                answer = 'another one'
            tell([question, answer, wrong])

    def tell(line):
        with printing:
            print(json.dumps(line), flush=True)

    def look():
        while not over.wait(1):
            tell(allocated())

    tell(allocated())
    threads = [threading.Thread(target=work) for work in [look] + [ask] * (THREADS - 1)]
    for thread in threads:
        thread.start()
    ask()
    for thread in threads:
        thread.join()
    gc.collect()
    tell(allocated())


class Answers:
    """The first answer to each question, and those that differ from it."""

    def __init__(self, tell):
        self.tell, self.lock = tell, threading.Lock()
        self.first, self.asked, self.differing = {}, {'Python': 0, 'command line': 0}, 0
        # Of the Python process: at first, and now.
        self.idle = self.allocated = None

    def note(self, door, question, answer, wrong):
        name = questions.name(door, question)
        # As it comes back from JSON.
        answer = json.loads(json.dumps(answer))
        with self.lock:
            self.asked[door] += 1
            first = self.first.setdefault(name, answer)
            if wrong or answer != first:
                self.differing += 1
                self.tell({'question': name, 'door': door, 'first': first, 'now': answer, 'wrong': wrong})


def ask_on_command_line(answers, binary, over):
    dice = random.Random()
    while not over.is_set():
        question, wrong = dice.choice(questions.of_command_line()), None
        with tempfile.TemporaryDirectory() as folder:
            lab = Lab(binary, folder, PATIENCE)
            try:
                answer = questions.on_command_line(lab, question)
            except Exception as error:      # an answer that cannot be read, or none in time
                answer, wrong = None, repr(error)
            answer = [answer, questions.standing(lab.folder)]
        answers.note('command line', question, answer, wrong or lab.differences)


def listen(answers, lines):
    for line in map(json.loads, lines):
        if isinstance(line, list):
            answers.note('Python', *line)
        else:
            answers.idle, answers.allocated = answers.idle or line, line


def look(pid, answers, scratch):
    """The figures of the Python process now."""
    process = pathlib.Path('/proc') / str(pid)
    return {'allocated, MB': answers.allocated or 0, 'resident, MB': int((process / 'statm').read_text().split()[1]) * PAGE / 1e6, 'open files': len(os.listdir(process / 'fd')),
            'threads': len(os.listdir(process / 'task')), 'temporary files': len(os.listdir(scratch))}


def slope(points):
    """The growth in an hour of a straight line through points (seconds, value) by least squares, and its standard error; of three at least."""
    n = len(points)
    middle, mean = (sum(point[part] for point in points) / n for part in (0, 1))
    spread = sum((x - middle) ** 2 for x, _ in points)
    grows = sum((x - middle) * (y - mean) for x, y in points) / spread
    rest = sum((y - mean - grows * (x - middle)) ** 2 for x, y in points)
    return 3600 * grows, 3600 * math.sqrt(rest / (n - 2) / spread)


def report(rows, hours, answers, left, ended):
    """Prints the table; true if all is well."""
    warm = [one for one in rows if min(hours / 4, 1) * 3600 <= one['seconds']]
    head('of the Python process', 'start', 'middle', 'end', 'an hour', 'bound', '')
    fine = True
    for name, bound in BOUNDS.items():
        points = [(one['seconds'], one[name]) for one in warm]
        grows, error = slope(points) if 3 <= len(points) else (0, math.inf)
        word = 'grows' if bound < grows - 2 * error else 'steady' if grows + 2 * error <= bound else 'too short to tell'
        fine &= word != 'grows'
        row(name, *(f'{points[place][1]:.0f}' if points else '' for place in (0, len(points) // 2, -1)), f'{grows:+.2f} ± {2 * error:.2f}', bound, word)
    print()
    print(', '.join(f'{count:,} questions by {door}' for door, count in answers.asked.items()), end='; ')
    print(f'{len(answers.first)} different ones, {answers.differing} answers that differ, {left} files left behind, {hours:g} hours')
    more = (answers.allocated or 0) - (answers.idle or 0)
    print(f'allocated by the idle Python process: {more:+.1f} MB since the start, of which {IDLE} MB may be')
    if not ended:
        print('the Python process did not end, or not with code 0')
    return fine and ended and more <= IDLE and answers.differing == 0 and left == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--hours', type=float, default=24)
    parser.add_argument('--state', type=pathlib.Path, default='load.jsonl')
    parser.add_argument('--python', default=sys.executable, help='one that can import the package')
    parser.add_argument('--binary', type=pathlib.Path, default=BINARY)
    parser.add_argument('--faults', nargs='+', choices=FAULTS, default=[], help='puts faults into the Python process, to see that they are found')
    parser.add_argument('--ask', action='store_true', help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.ask:
        return ask_in_python(options.faults)
    state = options.state.open('a')

    def tell(line):
        state.write(json.dumps(line) + '\n')
        state.flush()

    version = subprocess.run([options.binary, '--version'], capture_output=True, text=True, check=True).stdout.strip()
    machine(version)
    answers, over, rows = Answers(tell), threading.Event(), []
    with tempfile.TemporaryDirectory() as scratch:
        # For this process and all that it starts.
        os.environ['TMPDIR'] = tempfile.tempdir = scratch
        command = [options.python, __file__, '--ask', *(['--faults', *options.faults] if options.faults else [])]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        binary = options.binary.resolve()
        asking = [threading.Thread(target=ask_on_command_line, args=(answers, binary, over)) for _ in range(PROCESSES)]
        asking.append(threading.Thread(target=listen, args=(answers, process.stdout)))
        for thread in asking:
            thread.start()
        begun, period = time.monotonic(), min(60, options.hours * 180)
        try:
            while time.monotonic() < begun + options.hours * 3600:
                samples, until = [], time.monotonic() + period
                while time.monotonic() < until:
                    if process.poll() is not None:
                        raise ChildProcessError('the Python process has ended')
                    samples.append(look(process.pid, answers, scratch))
                    time.sleep(min(1, period / 5))
                least = {name: min(one[name] for one in samples) for name in BOUNDS}
                rows.append({'seconds': time.monotonic() - begun, **least, **answers.asked, 'differing': answers.differing})
                tell(rows[-1])
        except (KeyboardInterrupt, ChildProcessError) as early:
            print(f'stopped early: {early!r}')
        hours = (time.monotonic() - begun) / 3600
        over.set()
        process.terminate()
        try:
            ended = process.wait(PATIENCE) == 0
        except subprocess.TimeoutExpired:
            process.kill()
            ended = False
        for thread in asking:
            thread.join()
        left = sum(len(files) + len(folders) for _, folders, files in os.walk(scratch))
    sys.exit(0 if report(rows, round(hours, 2), answers, left, ended) else 1)


if __name__ == '__main__':
    main()
