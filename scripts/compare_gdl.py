#!/usr/bin/env python3
"""Times bmcplan against clingo on GDL rule sheets and prints a Markdown table.

usage: scripts/compare_gdl.py [--runs 3] [--timeout 60] [--binary PATH] [SHEET ...]

A sheet is translated to an answer set program in the standard way (Thielscher, Answer set programming for single-player
games in general game playing, 2009), for clingo's incremental mode: relations that depend on the state or the move have a
time argument, one legal move is chosen in every step until a terminal state, and the query asks for a terminal state worth
100 in this step. bmcplan runs as it comes (`bmcplan gdl SHEET`), from reading to proof, and so does clingo, grounding
included. Seconds are of CPU time (user + system) of whole processes, medians over the runs, run in turn.

clingo is Debian's package `gringo` or PyPI's `clingo`. Without sheets: instances/gdl and, if it is there,
../shared/data/gdl. Build first: cargo build --release
"""
import argparse, itertools, json, pathlib, re, shutil, statistics, sys, tempfile

import measure

ROOT = pathlib.Path(__file__).resolve().parent.parent


def read(text):
    """The expressions of a sheet: words and tuples."""
    tokens = re.findall(r'[()]|[^\s();]+', re.sub(r';.*', '', text).lower())
    stack = [[]]
    for token in tokens:
        if token == '(':
            stack.append([])
        elif token == ')':
            last = tuple(stack.pop())
            stack[-1].append(last)
        else:
            stack[-1].append(token)
    return stack[0]


def alternatives(condition, positive=True):
    """A condition in disjunctive normal form: lists of (positive, atom)."""
    head = condition[0] if isinstance(condition, tuple) else condition
    if head == 'not':
        return alternatives(condition[1], not positive)
    if head in ('or', 'and'):
        parts = [alternatives(part, positive) for part in condition[1:]]
        if (head == 'or') == positive:
            return list(itertools.chain(*parts))
        return [list(itertools.chain(*choice)) for choice in itertools.product(*parts)]
    return [[(positive, condition)]]


def name(kind, word):
    return kind + '_' + re.sub(r'[^a-z0-9]', lambda match: f'_{ord(match[0])}_', word)


def term(expression):
    if isinstance(expression, tuple):
        arguments = ','.join(map(term, expression[1:]))
        return f"{name('f', expression[0])}({arguments})" if arguments else name('c', expression[0])
    return name('V', expression[1:]) if expression.startswith('?') else name('c', expression)


def parts(atom):
    return (atom[0], atom[1:]) if isinstance(atom, tuple) else (atom, ())


class Translation:
    def __init__(self, text):
        self.rules = []
        for expression in read(text):
            head, body = (expression[1], expression[2:]) if parts(expression)[0] == '<=' else (expression, ())
            for alternative in alternatives(('and', *body)):
                self.rules.append((head, alternative))
        self.timed, self.moved = self.depending({'true', 'does'}), self.depending({'does'})

    def depending(self, found):
        while True:
            more = {parts(head)[0] for head, body in self.rules
                    if any(parts(atom)[0] in found for _, atom in body)} - found
            if not more:
                return found
            found = found | more

    def literal(self, atom, time):
        relation, arguments = parts(atom)
        words = [term(argument) for argument in arguments]
        if relation == 'next':
            return f"r_true({','.join(words)},{time}+1)"
        words += [str(time)] if relation in self.timed | {'legal', 'goal', 'terminal'} else []
        return name('r', relation) + (f"({','.join(words)})" if words else '')

    def rule(self, head, body, time):
        conditions = []
        for positive, atom in body:
            if parts(atom)[0] == 'distinct':
                a, b = map(term, parts(atom)[1])
                conditions.append(f"{a} {'!=' if positive else '='} {b}")
            else:
                conditions.append(('' if positive else 'not ') + self.literal(atom, time))
        # A relation with rules over the state and facts besides has its facts in every state.
        return f"{self.literal(head, time)}{' :- ' if conditions else ''}{', '.join(conditions)}."

    def program(self):
        fixed, state, step = [], [], []
        role = next(head[1] for head, _ in self.rules if parts(head)[0] == 'role')
        for head, body in self.rules:
            relation = parts(head)[0]
            if relation in ('base', 'input'):
                continue
            if relation == 'next' or relation in self.moved:
                step.append((head, body))
            elif relation in self.timed | {'legal', 'goal', 'terminal'}:
                state.append((head, body))
            else:
                fixed.append((head, body))
        defined = sorted({parts(head) and (name('r', parts(head)[0]), len(parts(head)[1])) for head, _ in self.rules})
        lines = ['#include <incmode>.', '#program base.']
        lines += [f'#defined {relation}/{extra}.' for relation, arity in defined for extra in (arity, arity + 1)]
        lines += [self.rule(head, body, 0) for head, body in fixed]
        lines += ['r_true(F,0) :- r_init(F).']
        lines += [self.rule(head, body, 0) for head, body in state]
        lines += ['over(0) :- r_terminal(0).', '#program step(t).']
        lines += ['1 { r_does(R,M,t-1) : r_legal(R,M,t-1) } 1 :- not over(t-1).']
        lines += [self.rule(head, body, '(t-1)').replace('(t-1)+1', 't') for head, body in step]
        lines += [self.rule(head, body, 't') for head, body in state]
        lines += ['over(t) :- r_terminal(t).', 'over(t) :- over(t-1).', '#program check(t).']
        lines += [f':- query(t), not r_terminal(t).', f":- query(t), not r_goal({term(role)},c_100,t)."]
        lines += [':- query(t), over(t-1).', '#show r_does/3.']
        return '\n'.join(lines) + '\n'


def run(command, seconds):
    """One run of at most that many seconds."""
    return measure.run(['timeout', '--kill-after=1', seconds, *command])


def bmcplan(binary, sheet, seconds):
    done = run([binary, 'gdl', sheet, '--json'], seconds)
    if done.code not in (0, 10):
        return done.seconds, None, 'gave up'
    answer = json.loads(done.out)
    how = {'search': 'search', 'incremental': 'SAT'}[answer['mode']]
    if done.code == 10:
        how = answer['proved_by']
    return done.seconds, '–' if done.code == 10 else answer['length'], how


def clingo(program, seconds):
    done = run(['clingo', program, '--outf=2'], seconds)
    if done.code not in (10, 30):
        return done.seconds, None
    return done.seconds, json.loads(done.out)['Calls'] - 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('sheets', nargs='*', type=pathlib.Path)
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--timeout', type=int, default=60, help='seconds for each run')
    parser.add_argument('--binary', type=pathlib.Path, default=ROOT / 'target' / 'release' / 'bmcplan')
    options = parser.parse_args()
    if shutil.which('clingo') is None:
        sys.exit('there is no clingo')
    folders = [ROOT / 'instances' / 'gdl', ROOT.parent / 'shared' / 'data' / 'gdl']
    sheets = options.sheets or [sheet for folder in folders for sheet in sorted(folder.glob('*.kif'))]
    print('| sheet | shortest play | bmcplan | by | clingo | bmcplan / clingo |\n|---|---|---|---|---|---|')
    for sheet in sheets:
        with tempfile.NamedTemporaryFile('w', suffix='.lp') as program:
            program.write(Translation(sheet.read_text()).program())
            program.flush()
            ours, theirs = [], []
            for _ in range(options.runs):
                ours.append(bmcplan(options.binary, sheet, options.timeout))
                # One run that does not end is enough.
                if not theirs or theirs[-1][1] is not None:
                    theirs.append(clingo(program.name, options.timeout))
        length, how = ours[0][1:]
        ended = theirs[-1][1] is not None
        if ended and length is not None and theirs[-1][1] != length:
            sys.exit(f'{sheet}: bmcplan says {length}, clingo {theirs[-1][1]}')
        mine = statistics.median(seconds for seconds, *_ in ours)
        peer = statistics.median(seconds for seconds, _ in theirs)
        clock = f'{peer:.2f} s' if ended else f'more than {options.timeout} s'
        ratio = f'{mine / peer:.2f}' if ended else '–'
        print(f'| {sheet.stem} | {"gave up" if length is None else length} | {mine:.2f} s | {how} | {clock} | {ratio} |', flush=True)


if __name__ == '__main__':
    main()
