"""Exported formulas of tiny problems, read and decided here."""
import sys

from .lab import Unanswered

sys.setrecursionlimit(10_000)
# Decisions after which a formula is given up.
BUDGET = 20_000


def is_satisfiable(clauses, n_vars, assumptions=()):
    """Unit propagation and decisions (DPLL); the first unassigned variable is tried both ways."""
    value = [0] * (n_vars + 1)
    watching = {}
    units = list(assumptions)
    for clause in clauses:
        clause = list(dict.fromkeys(clause))
        if not clause:
            return False
        if len(clause) == 1:
            units.append(clause[0])
        else:
            for lit in clause[:2]:
                watching.setdefault(lit, []).append(clause)

    def is_true(lit):
        return value[abs(lit)] == (1 if 0 < lit else -1)

    def assign(lits, trail):
        """Sets literals and what follows; False at a conflict."""
        queue = list(lits)
        while queue:
            lit = queue.pop()
            if is_true(lit):
                continue
            if is_true(-lit):
                return False
            value[abs(lit)] = 1 if 0 < lit else -1
            trail.append(lit)
            kept = []
            of_lit = watching.get(-lit, [])
            for place, clause in enumerate(of_lit):
                if clause[0] == -lit:
                    clause[0], clause[1] = clause[1], clause[0]
                other = clause[0]
                if is_true(other):
                    kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    if not is_true(-clause[k]):
                        clause[1], clause[k] = clause[k], clause[1]
                        watching.setdefault(clause[1], []).append(clause)
                        break
                else:
                    kept.append(clause)
                    if is_true(-other):
                        watching[-lit] = kept + of_lit[place + 1:]
                        return False
                    queue.append(other)
            watching[-lit] = kept
        return True

    if not assign(units, []):
        return False
    decisions, next_var, n_decisions = [], 1, 0
    while True:
        while next_var <= n_vars and value[next_var]:
            next_var += 1
        if n_vars < next_var:
            return True
        n_decisions += 1
        if BUDGET < n_decisions:
            raise Unanswered('a formula that is too hard for the oracle')
        trail = []
        decisions.append((next_var, trail, False))
        right = assign([next_var], trail)
        while not right:
            if not decisions:
                return False
            var, trail, was_flipped = decisions.pop()
            for lit in trail:
                value[abs(lit)] = 0
            if not was_flipped:
                next_var, trail = var, []
                decisions.append((var, trail, True))
                right = assign([-var], trail)


def numbers(line):
    found = [int(word) for word in line.split()]
    assert found[-1] == 0, line
    return found[:-1]


def dimacs(text):
    """The number of variables, and the clauses."""
    lines = [line for line in text.splitlines() if line and line[0] != 'c']
    _, form, n_vars, n_clauses = lines[0].split()
    clauses = [numbers(line) for line in lines[1:]]
    assert form == 'cnf' and len(clauses) == int(n_clauses), (lines[0], len(clauses))
    assert all(0 < abs(lit) <= int(n_vars) for clause in clauses for lit in clause)
    return int(n_vars), clauses


def icnf(text):
    """For each line of assumptions the clauses before it, and the assumptions."""
    lines = [line for line in text.splitlines() if line and line[0] != 'c']
    assert lines[0] == 'p inccnf', lines[0]
    clauses, found = [], []
    for line in lines[1:]:
        if line[0] == 'a':
            found.append((len(clauses), numbers(line[1:])))
        else:
            clauses.append(numbers(line))
    n_vars = max([abs(lit) for clause in clauses for lit in clause] + [abs(lit) for _, a in found for lit in a] + [0])
    return n_vars, clauses, found


def dimspec(text, horizon):
    """The formula of a horizon, by as many copies of the sections."""
    sections, n_of = {}, {}
    for line in text.splitlines():
        if not line or line[0] == 'c':
            continue
        if line[0] in 'iugt':
            name, _, n_vars, n_clauses = line.split()
            sections[name], n_of[name] = [], (int(n_vars), int(n_clauses))
        else:
            sections[name].append(numbers(line))
    assert all(len(sections[name]) == n for name, (_, n) in n_of.items()), n_of
    n = n_of['u'][0]
    assert n_of['t'][0] == 2 * n, n_of

    def at(frame, name):
        return [[lit + frame * n * (1 if 0 < lit else -1) for lit in clause] for clause in sections[name]]

    clauses = at(0, 'i')
    for frame in range(horizon + 1):
        clauses += at(frame, 'u')
        clauses += at(frame, 't') if frame < horizon else []
    return n * (horizon + 1), clauses + at(horizon, 'g')
