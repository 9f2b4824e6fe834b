"""Tests of the checker of certificates, against slow oracles: truth tables, a splitting prover, breadth-first search.

    python3 -m unittest tests/python/test_check.py
"""
import contextlib, hashlib, importlib.util, io, itertools, json, os, pathlib, random, subprocess, sys
import tempfile, unittest, unittest.mock

ROOT = pathlib.Path(__file__).parents[2]
SCRIPT = ROOT / "crates/verify/src/check.py"
sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("check", SCRIPT)
check = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check)


def number(value):
    """A number of a binary proof."""
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


def coded(values):
    return b"".join(number(2 * abs(value) + (value < 0)) for value in values) + b"\0"


def new(clause, literals, hints):
    """A step that adds a clause."""
    return b"a" + coded([clause])[:-1] + coded(literals) + coded(hints)


def forget(*clauses):
    return b"d" + coded(clauses)


def dimacs(clauses, n_variables=None):
    n_variables = n_variables or max((abs(x) for clause in clauses for x in clause), default=0)
    lines = [" ".join(map(str, clause)) + " 0\n" for clause in clauses]
    return f"c a comment\np cnf {n_variables} {len(clauses)}\n{''.join(lines)}"


def propagated(clauses, assumed):
    """The literals that follow, None at a conflict, and the numbers of the clauses that they come from."""
    true, hints, has_more = set(assumed), [], True
    while has_more:
        has_more = False
        for place, clause in enumerate(clauses, 1):
            if true.isdisjoint(clause):
                left = {x for x in clause if -x not in true}
                if len(left) < 2:
                    hints.append(place)
                    true |= left
                    has_more = True
                if not left:
                    return None, hints
    return true, hints


def prove(clauses):
    """A proof by splitting, its steps in order; None with a model if there is one."""
    clauses, steps = [list(clause) for clause in clauses], []

    def split(assumed):
        true, hints = propagated(clauses, assumed)
        if true is not None:
            free = [x for clause in clauses if true.isdisjoint(clause) for x in clause if -x not in true]
            if not free or not split(assumed + [free[0]]) or not split(assumed + [-free[0]]):
                return False
            hints = propagated(clauses, assumed)[1]
        clauses.append([-x for x in assumed])
        steps.append(new(len(clauses), clauses[-1], hints))
        return True

    return steps if split([]) else None


def is_satisfiable(clauses):
    variables = sorted({abs(x) for clause in clauses for x in clause})
    return any(all(any(x in model for x in clause) for clause in clauses)
               for model in map(set, itertools.product(*([x, -x] for x in variables))))


def shortest(task, limit=10**6):
    """The length of a shortest plan, and one, by breadth-first search; None if there is none up to a limit."""
    start = check.extended(task, task.initial)
    layer, seen = {tuple(start): []}, {tuple(start)}
    for length in range(limit):
        for values, plan in layer.items():
            if all(values[var] == value for var, value in task.goal):
                return length, plan
        after = {}
        for values, plan in layer.items():
            for operator in task.operators:
                state = check.successor(task, values, operator)
                if state and tuple(state) not in seen:
                    seen.add(tuple(state))
                    after[tuple(state)] = plan + [operator.name]
        layer = after
        if not layer:
            break
    return None


def kept(task, fact, holds=True):
    """What must go on to be so for a fact to go on to hold, or not to: pairs of a variable and values."""
    var, value = fact
    if var < task.n_state:
        return [(var, {x for x in range(len(task.names[var])) if (x == value) == holds})]
    bodies = [body for head, body in task.rules if head == var]
    if holds == (value == 1):
        return [one for body in bodies for part in body for one in kept(task, part, False)]
    single = [body[0] for body in bodies if len(body) == 1 and body[0][0] < task.n_state]
    found = [(var, {x for other, x in single if other == var}) for var in {var for var, _ in single}]
    return found + [one for body in bodies if body[0] not in single or len(body) > 1 for part in body for one in kept(task, part)]


def makespan(task, places, limit):
    """The least number of shared steps, or 9, by breadth-first search over all sets of operators."""
    read = []
    for _, precondition, effects, _ in task.operators:
        of_conditions = [one for conditions, _ in effects for fact in conditions for t in (True, False) for one in kept(task, fact, t)]
        read.append([one for fact in precondition for one in kept(task, fact)] + of_conditions)
    layer = seen = {tuple(task.initial)}
    for length in range(limit):
        after = set()
        for state in layer:
            values = check.extended(task, state)
            if all(values[var] == value for var, value in task.goal):
                return length
            able = [o for o, operator in enumerate(task.operators) if check.successor(task, values, operator)]
            active = {o: {f for c, f in task.operators[o].effects if {*enumerate(values)}.issuperset(c)} for o in able}
            for size in range(1, len(able) + 1):
                for chosen in itertools.combinations(able, size):
                    changes = set().union(*(active[o] for o in chosen))
                    disturbs = any(var == other and value not in allowed for a, b in itertools.permutations(chosen, 2)
                                   if places is None or places[a] < places[b]
                                   for var, value in active[a] for other, allowed in read[b])
                    if not disturbs and len(dict(changes)) == len(changes):
                        after.add(tuple(dict(changes).get(var, value) for var, value in enumerate(state)))
        layer = after - seen
        seen = seen | after
    return 9


def check_model(task, text, n, sharing=None):
    """Checks that a plan leads to the goal in n steps, and satisfies the formula."""
    check.check_model(task, check.check_plan(task, text, n, sharing is not None), n, sharing)


def run(*words):
    """The exit code and the output of the script, without a process."""
    out = io.TextIOWrapper(io.BytesIO())
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = check.main([str(word) for word in words])
    out.flush()
    return code, out.buffer.getvalue().decode()


def distances_of(task):
    """The cost and the number of steps of a cheapest way to each state, the nearest first."""
    found, open_ = {}, {((0, 0), tuple(check.extended(task, task.initial)))}
    while open_:
        distance, values = nearest = min(open_)
        open_.remove(nearest)
        if found.setdefault(values, distance) == distance:
            for operator in task.operators:
                after = check.successor(task, list(values), operator)
                if after and tuple(after) not in found:
                    open_.add(((distance[0] + operator.cost, distance[1] + 1), tuple(after)))
    return found


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def accepts(self, function, *words):
        """Whether a part of the script finds nothing wrong."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                function(*words)
            return True
        except check.Wrong:
            return False

    def verdict(self, clauses, *steps, n_variables=None):
        """The exit code for a proof; 20 needs a reason, and anything else than 0 and 20 is a fault of the test."""
        cnf, lrat = self.folder / "f.cnf", self.folder / "f.lrat"
        cnf.write_text(dimacs(clauses, n_variables))
        lrat.write_bytes(b"".join(steps))
        code, text = run("--proof", cnf, lrat)
        self.assertIn(code, (0, 20), text)
        self.assertEqual(text.startswith("not certified: "), code == 20, text)
        return code


SQUARE = [[1, 2], [1, -2], [-1, 2], [-1, -2]]


class Proofs(InFolder):
    def test_clauses_that_follow(self):
        ends, behind = new(6, [], [5, 3, 4]), [new(6, [1], [1, 2]), new(7, [], [6, 3, 4])]
        self.assertEqual(self.verdict(SQUARE, new(5, [1], [1, 2]), ends), 0)
        self.assertEqual(self.verdict(SQUARE, new(5, [1], [1, 2]), forget(1, 2), ends), 0)
        self.assertEqual(self.verdict(SQUARE, new(5, [1], [1, 2]), forget(), ends), 0)
        self.assertEqual(self.verdict(SQUARE + [[]], new(6, [], [5])), 0)
        for fault in (
            [],                                                         # no empty clause
            [new(5, [1], [1, 2])],
            [new(5, [], [1, 2])],                                       # a hint with two literals left
            [new(5, [1], [1]), ends],                                   # hints without a conflict
            [new(5, [1], [1, 7]), ends],                                # no such clause
            [new(5, [1], [1, 2]), forget(3), ends],                     # a forgotten one
            [new(5, [1], [1, 2]), forget(1, 1), ends],
            [new(4, [1], [1, 2]), ends],                                # a number twice
            [new(5, [1], [1, 2]), new(5, [1], [1, 2]), ends],
            [new(6, [1], [1, 2]), new(5, [], [6, 3, 4])],
            [new(5, [1], [1, 2]), new(6, [], [3, 5, 4])],               # hints in another order
            [new(5, [1], [1, 2]), new(6, [], [5, 3, -4])],
            [b"a" + number(11) + coded([1]) + coded([1, 2]), *behind],  # an odd number
            [b"a" + number(10) + b"\2\1\0" + coded([1, 2]), *behind],   # the negation of no variable
            [b"a\0" + coded([1, 2]), ends],
            [b"x", ends],
            [new(5, [1], [1, 2]), b"x" + coded([1]), ends],             # neither added nor forgotten
            [new(5, [1], [1, 2]), b"x\0", ends],
            [b"\xff" * 9, ends],
        ):
            self.assertEqual(self.verdict(SQUARE, *fault), 20, fault)

    def test_every_beginning_of_a_proof_is_no_proof(self):
        proof = new(5, [1], [1, 2]) + forget(1) + new(6, [], [5, 3, 4])
        for length in range(len(proof)):
            self.assertEqual(self.verdict(SQUARE, proof[:length]), 20, length)

    def test_definitions(self):
        # 3 is defined as 1 ∧ 2, and 4 as 3 ∨ ¬1.
        three = [new(5, [3, -1, -2], []), new(6, [-3, 1], [-5]), new(7, [-3, 2], [-5])]
        four = [new(8, [-4, 3, -1], []), new(9, [4, -3], [-8]), new(10, [4, 1], [-8])]
        end = [new(11, [3], [1, 2, 3]), new(12, [], [11, 6, 7, 4])]
        self.assertEqual(self.verdict(SQUARE, *three, *four, new(11, [1], [1, 2]), new(12, [], [11, 3, 4])), 0)
        self.assertEqual(check.check_proof(self.folder / "f.cnf", self.folder / "f.lrat"), 8)
        for missing in range(3):
            broken = [step for place, step in enumerate(three) if place != missing]
            self.assertEqual(self.verdict(SQUARE, *broken, *four, *end), 20)

    def test_forged_definitions(self):
        satisfiable = [[1, 2]]
        same = [new(2, [3, -1], []), new(3, [-3, 1], [-2])]             # 3 is 1
        for forged in (
            [new(4, [3, 1], [-3])],                                     # and ¬1, too
            [new(4, [3, 1], [])],
            [new(4, [3, 1], [-2])],
            [new(4, [-3, -1], [-2])],
            [new(4, [3], [-3])],
            [new(4, [1, 3], []), ],                                     # no pivot that is new
            [new(4, [-1], [])],
            [new(4, [-1], [-1])],
            [new(4, [-1], [-1, 1])],
            [new(4, [], [])],
        ):
            self.assertEqual(self.verdict(satisfiable, *same, *forged, new(9, [], [2, 3, 4])), 20, forged)
            # It is the forged step that is refused, not the one behind it.
            proof = check.Proof(2, {2: (2, 4)})
            (self.folder / "forged").write_bytes(b"".join(same + forged + [new(9, [1, -1], [])]))
            with self.assertRaisesRegex(check.Wrong, "step 3 "):
                proof.check(check.proof_steps(self.folder / "forged"))

    def test_proofs_that_take_too_much(self):
        with tempfile.TemporaryDirectory() as folder:
            cnf, lrat = pathlib.Path(folder) / "a.cnf", pathlib.Path(folder) / "a.lrat"
            cnf.write_text("p cnf 1 2\n1 0\n-1 0\n")
            proof = b"a" + bytes([6, 0, 2, 4, 0])
            for step, expected in ((b"", None), (b"a\x06" + b"\x80" * 3 + b"\x01\x00\x00", check.Wrong),
                                   (b"a\x06" + b"\x02" * 5_000_000 + b"\x00\x00", check.Unreadable)):
                lrat.write_bytes(step + proof)
                with self.assertRaises(expected) if expected else contextlib.nullcontext():
                    check.check_proof(cnf, lrat)

    def test_the_longest_steps(self):
        """A step has a bounded length, whether it ends or not."""
        cnf, lrat = self.folder / "f.cnf", self.folder / "f.lrat"
        cnf.write_text(dimacs(SQUARE))
        for proof, error, what in (
            (new(5, [1], [1, 2]) + new(6, [], [5, 3, 4]), None, ""),
            (new(5, [1, 1], [1, 2]) + new(6, [], [5, 3, 4]), check.Unreadable, "too long"),
            (forget(1, 2, 1, 2, 1), check.Wrong, "does not exist"), (forget(1, 2, 1, 2, 1, 2), check.Unreadable, "too long"),
            (b"a" + b"\2" * 5, check.Wrong, "cut off"), (b"a" + b"\2" * 6, check.Unreadable, "too long"),
        ):
            lrat.write_bytes(proof)
            with unittest.mock.patch.object(check, "LONGEST_STEP", 6), self.assertRaisesRegex(error, what) if error else contextlib.nullcontext():
                check.check_proof(cnf, lrat)

    def test_numbers_may_lie_across_blocks(self):
        """A file is read in blocks of 2²⁰ bytes; the number of the second step has five bytes."""
        self.assertEqual(len(number(2 << 27)), 5)
        for n_in_first in range(6):
            begin = b"a" + number(10) + b"\2" * ((1 << 20) - n_in_first - 7) + b"\0" + coded([1, 2])
            self.assertEqual(len(begin + b"a"), (1 << 20) - n_in_first)
            self.assertEqual(self.verdict(SQUARE, begin, new(1 << 27, [], [5, 3, 4])), 0, n_in_first)

    def test_a_proof_defines_no_more_variables_than_it_has_bytes(self):
        for literals, what in (([2], "does not end"), ([3], "too large"), ([3, 1], "too large"), ([2, 1, 3], "too large")):
            (self.folder / "f.lrat").write_bytes(new(2, literals, []))
            with self.assertRaisesRegex(check.Wrong, what):
                check.Proof(1, {2: (2,)}, 1).check(check.proof_steps(self.folder / "f.lrat"))

    def test_formulas_are_read_as_they_stand(self):
        cnf = self.folder / "f.cnf"
        cnf.write_text("c a comment\np cnf 3 2\n1 -3 1 0\n2 0\n")
        self.assertEqual(check.read_cnf(cnf), (3, {2: (2, 7), 4: (4,)}))
        cnf.write_text("c nothing\n")
        self.assertEqual(check.read_cnf(cnf), (0, {}))
        for odd in ("p cnf 3 1\n+1 0\n", "p cnf 3 1\n01 0\n", "p cnf 11 1\n1_0 0\n", "p cnf 1_0 1\n1 0\n", "p cnf 3 1\n\u0663 0\n"):
            cnf.write_text(odd, "utf-8")
            with self.assertRaisesRegex(check.Unreadable, "is not a number"):
                check.read_cnf(cnf)
        for odd in ("0\n", "p cnf 3 1\n1 0\n2 0\n", "p cnf 1 1\n2 0\n", "p cnf 2 1\n1 0 2 0\n", "p cnf 2 1\n1\n"):
            cnf.write_text(odd)
            with self.assertRaises((check.Unreadable, ValueError)):
                check.read_cnf(cnf)

    def test_what_was_forgotten_may_be_defined_anew(self):
        same = [new(2, [3, -1], []), new(3, [-3, 1], [-2]), forget(2, 3)]
        other = [new(4, [3, 1], []), new(5, [-3, -1], [-4])]
        self.assertEqual(self.verdict([[1, 2]], *same, *other, new(6, [], [2, 3, 4, 5])), 20)
        self.assertEqual(self.verdict([[1], [-1]], *same[:0], new(3, [2, 1], []), new(4, [], [1, 2])), 0)

    def test_definitions_on_variables_of_the_formula(self):
        # The clause 1 is not implied, but does no harm: with ¬1 ∨ 2, what is left is 2.
        formula = [[-1, 2], [2, 3], [2, -3], [-2, 4], [-2, -4]]
        end = [new(7, [2], [2, 3]), new(8, [], [7, 4, 5])]
        self.assertEqual(self.verdict(formula, new(6, [1], [-1, 2, 3]), *end), 0)
        for hints in ([], [-1], [-1, 2], [-2], [-1, 3]):
            self.assertEqual(self.verdict(formula, new(6, [1], hints), *end), 20, hints)

    def test_a_clause_with_a_literal_and_its_negation_is_against_nothing(self):
        formula, end = [[-1, 2, -2], [3], [-3]], new(5, [], [2, 3])
        self.assertEqual(self.verdict(formula, new(4, [1], [-1]), end), 0)
        self.assertEqual(self.verdict(formula, new(4, [1], []), end), 20)

    def test_random_formulas_and_mutated_proofs(self):
        rng, accepted, refused, satisfiable = random.Random(1), 0, 0, 0
        while accepted < 150 or refused < 600:
            clauses = [rng.sample([1, -1, 2, -2, 3, -3, 4, -4], rng.randint(1, 3)) for _ in range(rng.randint(5, 14))]
            steps = prove(clauses)
            if steps is None:
                self.assertTrue(is_satisfiable(clauses))
                continue
            self.assertEqual(self.verdict(clauses, *steps, n_variables=4), 0)
            for _ in range(8):
                changed, proof = [list(clause) for clause in clauses], bytearray(b"".join(steps))
                if rng.random() < 0.7:
                    clause = rng.choice([rng.choice(clauses), [rng.choice([1, -2, 3, -4])]])
                    changed[rng.randrange(len(changed))] = clause
                for _ in range(rng.randint(0, 2)):
                    byte = rng.choice([0, 1, 2, 3, 97, 100, rng.randrange(256), rng.randrange(20)])
                    proof[rng.randrange(len(proof))] = byte
                is_accepted = self.verdict(changed, bytes(proof), n_variables=4) == 0
                accepted, refused = accepted + is_accepted, refused + (not is_accepted)
                satisfiable += is_satisfiable(changed)
                self.assertFalse(is_accepted and is_satisfiable(changed), (changed, proof))
        self.assertGreater(satisfiable, 30)

    def test_definitions_drawn_at_random_prove_nothing_false(self):
        rng, accepted = random.Random(2), 0
        for _ in range(3000):
            clauses = [rng.sample([1, -1, 2, -2], rng.randint(1, 2)) for _ in range(3)]
            proof, derived = check.Proof(2, {2 * n + 2: self.coded(c) for n, c in enumerate(clauses)}), list(clauses)
            for _ in range(12):
                literals = rng.sample([1, -1, 2, -2, 3, -3, 4, -4], rng.randint(0, 3))
                live = range(1, len(derived) + 1)
                hints = rng.sample(live, rng.randint(0, 2))
                hints += [x for n in live if rng.random() < 0.8 and literals and -literals[0] in derived[n - 1]
                          for x in [-n] + rng.sample(live, rng.randint(0, 1))]
                step = [check.ADD, 2 * len(derived) + 2, *self.coded(literals)], self.coded(hints)
                with contextlib.suppress(check.Wrong):
                    proof.last = 2 * len(derived)
                    proof.check_clause(list(self.coded(literals)), list(step[1]))
                    proof.clauses[step[0][1]] = self.coded(literals)
                    proof.not_listed.append(step[0][1])
                    derived.append(literals)
                    accepted += 1
            self.assertEqual(is_satisfiable(clauses), is_satisfiable(derived), derived)
        self.assertGreater(accepted, 5000)

    @staticmethod
    def coded(literals):
        return tuple(2 * abs(x) + (x < 0) for x in literals)


LAMP = """begin_version
3
end_version
begin_metric
0
end_metric
2
begin_variable
var0
-1
2
Atom off()
Atom on()
end_variable
begin_variable
var1
0
2
Atom bright()
NegatedAtom bright()
end_variable
0
begin_state
0
1
end_state
begin_goal
1
1 0
end_goal
2
begin_operator
press
0
1
1 0 0 0 -1 1
1
end_operator
begin_operator
wait
1
0 0
0
1
end_operator
1
begin_rule
1
0 1
1 1 0
end_rule
"""

# Written by hand after docs/certificate-format.md.
LAMP_FORMULA = """c There is a plan of at most 1 steps.
c 1 Atom off()
c 2 Atom on()
c 3 Atom bright()
c 4 NegatedAtom bright()
c 5 rule 0
c 6 over
c 7 press
c 8 wait
c 9 effect 0
c 10 bit 0
c 11 bit 1
p cnf 16 33
1 0
1 2 0
-1 -2 0
3 4 0
-3 -4 0
-5 2 0
5 -2 0
-5 3 0
-3 5 0
6 7 8 0
-6 -10 0
-6 -11 0
-7 10 0
-7 -11 0
-8 -10 0
-8 11 0
-9 7 0
-9 1 0
9 -7 -1 0
-9 13 0
-8 1 0
-12 1 0
-13 2 9 0
-6 3 0
12 13 0
-12 -13 0
14 15 0
-14 -15 0
-16 13 0
16 -13 0
-16 14 0
-14 16 0
14 0
"""


class Formulas(InFolder):
    def test_the_formula_of_a_lamp(self):
        text = b"".join(check.Formula(check.read_sas(LAMP), 1).text()).decode()
        self.assertEqual(text, LAMP_FORMULA)

    def test_a_task_is_read_as_it_is_written(self):
        for old, new in [("var1", "var2"), ("0 1\n", "0\t1\n"), ("0 1\n", "+0 1\n"), ("0 1\n", "0 01\n"), ("0 1\n", " 0 1\n"),
                         ("0 1\n", "0  1\n"), ("press\n0", "press\n-0"), ("end_rule\n", "end_rule\n\n"), ("end_rule\n", "end_rule"),
                         ("0\n2\nAtom bright", "1\n2\nAtom bright"), ("1\nend_state", "2\nend_state"), ("begin_metric\n0", "begin_metric\n1"),
                         ("1\nend_operator", "2\nend_operator")]:
            self.assertIn(old, LAMP)
            with self.subTest(new), self.assertRaises((check.Unreadable, ValueError)):
                check.read_sas(LAMP.replace(old, new))

    def test_mutexes_of_a_task_are_passed_over(self):
        group = "begin_mutex_group\n2\n0 1\n1 0\nend_mutex_group\n"
        with_groups = LAMP.replace("end_variable\n0\n", f"end_variable\n2\n{group}{group}")
        self.assertEqual(check.read_sas(with_groups), check.read_sas(LAMP))
        self.assertEqual(check.without_mutexes(with_groups.encode()), LAMP.encode())
        self.assertNotEqual(check.without_mutexes(with_groups.replace("0 1\n1 0", "zero").encode()), LAMP.encode())

    def test_formulas_have_models_as_there_are_plans(self):
        rng, lengths = random.Random(3), []
        for _ in range(150):
            task = self.random_task(rng)
            length = (shortest(task, 4) or (9, None))[0]
            lengths.append(length)
            for n in range(4):
                clauses = [clause for portion in check.Formula(task, n).clauses() for clause in portion]
                self.assertEqual(prove(clauses) is None, length <= n, task)
        self.assertGreater(min(lengths.count(length) for length in (1, 2, 3, 9)), 3)

    def test_formulas_of_costs_have_models_as_there_are_plans(self):
        """Of a lower cost there may be none; of what a plan costs there is one, whatever the landmarks."""
        rng, refuted = random.Random(5), 0
        for _ in range(60):
            task = self.random_task(rng)
            task = task._replace(operators=[operator._replace(cost=rng.choice((0, 1, 1, 2, 4))) for operator in task.operators[:6]])
            goals = (d for values, d in distances_of(task).items() if {*enumerate(values)}.issuperset(task.goal))
            cost, n = next(goals, (0, 0))[0], rng.randrange(3)
            if cost:
                facts = [(var, value) for var, values in enumerate(task.names) for value in range(len(values)) if var < task.n_state or not value]
                sets = [sorted(rng.sample(facts, rng.randint(1, min(4, len(facts))))) for _ in range(6)]
                sets += [[f for f in facts if f not in enumerate(task.initial)]]
                clauses = lambda bound: list(itertools.chain(*check.CostFormula(task, n, bound, sets).clauses()))
                self.assertIsNone(prove(clauses(cost)))
                refuted += prove(clauses(cost - 1)) is not None
        self.assertGreater(refuted, 10)

    def test_shared_steps_have_models_as_there_are_plans(self):
        rng, lengths = random.Random(8), []
        for _ in range(400):
            task = self.random_task(rng, 5)
            places = rng.choice((None, dict(enumerate(rng.sample(range(len(task.operators)), len(task.operators))))))
            sharing = check.Sharing(task, places)
            length = makespan(task, places, 4)
            lengths.append((length, length < (shortest(task, 20) or (9, None))[0]))
            for n in range(4):
                clauses = [clause for portion in check.Formula(task, n, sharing).clauses() for clause in portion]
                self.assertEqual(prove(clauses) is None, length <= n, (task, places))
        self.assertGreater(min(lengths.count(one) for one in ((1, True), (2, True), (3, False))), 3, lengths)

    def test_a_derived_variable_needs_one_of_some_values(self):
        """A lamp is lit at two of three places of a wheel: it may be turned from one to the other while its light is needed."""
        names, rules = [["0", "1", "2"], ["shut", "open"], ["lit", "dark"]], [(2, [(0, 0)]), (2, [(0, 1)])]
        for place, n_pairs in ((1, 0), (2, 1)):
            operators = [check.Operator("turn", [(0, 0)], [([], (0, place))]), check.Operator("open", [(2, 0)], [([], (1, 1))])]
            task = check.Task(names, 2, [0, 0], [(0, place), (1, 1)], operators, rules)
            self.assertEqual(len(check.Sharing(task).pairs(1, 3)), n_pairs)
            self.assertEqual(makespan(task, None, 4), 1 + n_pairs)

    def test_operators_that_disturb_each_other_too_often(self):
        """Each of 1025 conditional effects disturbs each of 1024 operators."""
        readers = [check.Operator(f"read {number}", [(0, 0)], []) for number in range(1024)]
        switch = check.Operator("switch", [], [([(1, 0)], (0, 1))] * 1025)
        sharing = check.Sharing(check.Task([["0", "1"]] * 2, 2, [0, 0], [(0, 1)], [switch, *readers], []))
        with self.assertRaisesRegex(check.Unreadable, "too many operators disturb each other"):
            sharing.pairs(1, 2000)

    def test_derived_variables_of_derived_ones(self):
        names, rules = [["0", "1", "2"], ["shut", "open"], ["lit", "dark"], ["seen", "unseen"]], [(2, [(0, 1)]), (2, [(0, 2)]), (3, [(2, 0)])]
        for place, n_pairs in ((2, 0), (0, 1)):
            operators = [check.Operator("turn", [(0, 1)], [([], (0, place))]), check.Operator("open", [(3, 0)], [([], (1, 1))])]
            task = check.Task(names, 2, [1, 0], [(0, place), (1, 1)], operators, rules)
            self.assertEqual(len(check.Sharing(task).pairs(1, 3)), n_pairs)
            graph = check.StateGraph(task)
            for state in itertools.product(range(3), range(2)):
                self.assertEqual(graph.values(graph.number(state)), check.extended(task, state))

    def test_a_plan_that_is_over_stays_over(self):
        formula = check.Formula(check.read_sas(LAMP), 4)
        stays = [[-formula.over - t * formula.width, formula.over + (t + 1) * formula.width] for t in range(3)]
        self.assertEqual([clause for clause in itertools.chain(*formula.clauses()) if clause in stays], stays)

    def test_sums_exclude_what_is_too_dear(self):
        rng, dear = random.Random(6), 0
        for _ in range(150):
            costs, limit = [rng.randint(1, 4) for _ in range(rng.randint(1, 6))], rng.randrange(9)
            ends = sorted(rng.choices(range(len(costs) + 1), k=2))
            priced, sums = list(zip(costs, range(1, len(costs) + 1))), check.Sums(limit, len(costs) + 1)
            groups, singles = [priced[:ends[0]], priced[ends[0]:ends[1]]], priced[ends[1]:]
            first, second = map(sums.one_of, groups)
            sums.bound(sums.join(first, second), sums.join_all([sums.one(*one) for one in singles]))
            for chosen in itertools.product((0, 1), repeat=len(costs)):
                if all(sum(chosen[number - 1] for _, number in group) < 2 for group in groups):
                    spent = sum(itertools.compress(costs, chosen))
                    dear += limit < spent
                    units = [[number if is_chosen else -number] for number, is_chosen in enumerate(chosen, 1)]
                    self.assertEqual(propagated(sums.clauses + units, [])[0] is None, limit < spent, (costs, limit, ends, chosen))
        self.assertGreater(dear, 100)

    def test_sums_that_are_too_many(self):
        """The pairs that are counted are 2²² at most: for each list the numbers in it and one, for two of them the product of these."""
        half = (1 << 11) - 1
        sums = check.Sums(1, 10)
        sums.count(half, half - 1)
        self.assertEqual(sums.one_of([(2, 1)] * half), {})
        for more in (lambda: sums.one_of([]), lambda: sums.join({1: 1}, {1: 2}), lambda: sums.bound({}, {})):
            with self.assertRaisesRegex(check.Unreadable, "too many sums"):
                more()

    def test_nothing_is_below_a_cost_of_nothing(self):
        task = check.read_sas(LAMP)
        with self.assertRaisesRegex(check.Unreadable, "no operator costs anything"):
            check.CostFormula(task._replace(operators=[operator._replace(cost=0) for operator in task.operators]), 1, 0, [])

    def test_variables_of_many_values(self):
        wheel = lambda n: check.Task([[str(at) for at in range(n)]], 1, [0], [(0, n - 1)], [], [])
        self.assertEqual(check.Formula(wheel(300), 0).n_variables, 300)
        with self.assertRaises(check.Unreadable):
            check.Formula(wheel(4500), 0)
        most = (2**28 - 300) // check.Formula(wheel(300), 0).width
        check.Formula(wheel(300), most)
        with self.assertRaisesRegex(check.Unreadable, "the formula has too many variables"):
            check.Formula(wheel(300), most + 1)

    def test_causes_are_in_the_order_of_operators(self):
        operators = [check.Operator("first", [], [([(1, 1)], (0, 1))]), check.Operator("second", [], [([], (0, 1))]),
                     check.Operator("third", [], [([(1, 0)], (0, 1))])]
        task = check.Task([["0", "1"]] * 2, 2, [0, 0], [(0, 1)], operators, [])
        formula = check.CostFormula(task, 0, 0, [[(0, 1)]])
        self.assertEqual(formula.last[-1][2:], [formula.first_effect, formula.over + 2, formula.first_effect + 1])

    def test_landmarks(self):
        task = check.read_sas(LAMP)
        self.assertEqual(check.read_landmarks(task, "1 2\n2 3\n"), [[(0, 0), (0, 1)], [(0, 1), (1, 0)]])
        self.assertEqual(check.read_landmarks(task, ""), [])
        for wrong in ("2 1\n", "1 1\n", "4\n", "3 4\n", "5\n", "0\n", "1", "\n", "1  2\n", "01\n", "1 2\n\n"):
            with self.assertRaisesRegex(check.Unreadable, "landmarks.txt"):
                check.read_landmarks(task, wrong)
        for wrong in ("1 2\n2 1\n", "2\n5\n"):
            with self.assertRaisesRegex(check.Unreadable, "line 2 of landmarks.txt"):
                check.read_landmarks(task, wrong)
        sizes = [check.CostFormula(task, 1, 2, [[(0, 1)]] * number).n_variables for number in range(3)]
        self.assertEqual([size - sizes[0] for size in sizes], [0, 1, 2], "each landmark has a variable")

    def test_plans_of_shared_steps(self):
        rng, n_shared = random.Random(9), 0
        for _ in range(600):
            task = self.random_task(rng, 5)
            sharing, found = check.Sharing(task), shortest(task, 6)
            if found and found[0]:
                check_model(task, "".join(f"({name})\n" for name in found[1]), found[0], sharing)
                together = "; step 1\n" + "".join(f"({name})\n" for name in found[1])
                if makespan(task, None, 2) == 1 < found[0]:
                    with contextlib.suppress(check.Wrong):      # a shortest plan need not be a single step
                        check_model(task, together, 1, sharing)
                        n_shared += 1
                elif found[0] > 1:
                    with self.assertRaises(check.Wrong):
                        check_model(task, together, 1, sharing)
        self.assertGreater(n_shared, 3)

    def test_names_end_where_they_do_for_bmcplan(self):
        """Separators such as U+001F are no blanks; a name as it stands goes before one with other blanks."""
        operators = [check.Operator(name, [], [([], (0, at))]) for at, name in enumerate(("go", "go\x1f", " go", "Go\u3000on"))]
        task = check.Task([["0", "1", "2", "3"]], 1, [0], [], operators, [])
        for line, meant in (("(go)", 1), ("go", 1), ("(go\x1f)", 2), ("GO", 1), ("\u3000(go \x85on)\xa0", 4)):
            self.assertEqual(check.check_plan(task, line + "\n", 1)[1], [[meant]], line)

    def test_a_shortest_plan_is_a_model(self):
        rng, n_plans = random.Random(4), 0
        for _ in range(300):
            task = self.random_task(rng)
            found = shortest(task, 6)
            if found:
                n_plans += found[0] > 0
                check_model(task, "; a comment\n" + "".join(f"({name})\n" for name in found[1]), found[0])
                with self.assertRaises(check.Wrong):
                    check_model(task, "(o)\n" * found[0], found[0] + 1)
        self.assertGreater(n_plans, 80)

    @staticmethod
    def random_task(rng, most=3):
        """A task of two or three variables, two derived ones and some operators, with conditional effects. The goal is,
        for the most part, the end of a walk."""
        sizes = [rng.randint(2, 3) for _ in range(rng.randint(2, most))]
        n = len(sizes)

        def fact(var=None):
            var = rng.randrange(n) if var is None else var
            return var, rng.randrange(sizes[var])

        names = [[f"{var}={value}" for value in range(size)] for var, size in enumerate(sizes)] + [["a", "b"]] * 2
        rules = [(n, [fact()]), (n, [fact(), fact()]), (n + 1, [(n, rng.randrange(2)), fact()])]
        operators = []
        for number in range(rng.randint(3, 2 * most)):
            changed = rng.sample(range(n), rng.randint(1, 2))
            effects = [([fact()] if rng.random() < 0.3 else [], fact(var)) for var in changed]
            precondition = dict([fact()] + ([(n + rng.randrange(2), rng.randrange(2))] if rng.random() < 0.3 else []))
            operators.append(check.Operator(f"o{number}", sorted(precondition.items()), effects))
        task = check.Task(names, n, [0] * n, [], operators, rules)
        values = check.extended(task, task.initial)
        for _ in range(20):
            values = check.successor(task, values, rng.choice(operators)) or values
        goal = [(var, values[var]) for var in range(n)] + [(n + 1, values[n + 1] if rng.random() < 0.8 else 0)]
        return task._replace(goal=goal)

    def test_formulas_of_invariants_have_models_where_these_are_none(self):
        rng, seen = random.Random(6), set()
        for _ in range(150):
            task = self.random_task(rng)
            states = [*itertools.product(*(range(len(task.names[var])) for var in range(task.n_state)))]
            after = {state: self.successors(task, state) for state in states}
            allowed, to_do = set(), [tuple(task.initial)]
            while to_do:                                                # what can be reached, perhaps without one state, or with more
                state = to_do.pop()
                if state not in allowed:
                    allowed.add(state)
                    to_do += after[state]
            change = rng.choice(states)
            allowed = allowed - {change} if rng.random() < 0.3 else allowed | {change} if rng.random() < 0.5 else allowed
            is_goal = lambda state: {*enumerate(check.extended(task, state))}.issuperset(task.goal)
            excluded = [state for state in states if state not in allowed]
            broken = {"start": tuple(task.initial) in excluded, "goal": any(map(is_goal, allowed)),
                      "step": any(new in excluded for state in allowed for new in after[state])}
            facts = check.Formula(task, 0).fact

            def denied(var, value):
                others = [facts((var, other)) for other in range(len(task.names[var])) if other != value]
                return rng.choice([others, [-facts((var, value))]])

            invariant = [[*itertools.chain(*itertools.starmap(denied, enumerate(state)))] for state in excluded]
            for name, is_broken in broken.items():
                seen.add((name, is_broken))
                clauses = [clause for portion in check.InvariantFormula(task, name, invariant).clauses() for clause in portion]
                self.assertEqual(prove(clauses) is None, is_broken, (name, task))
        self.assertEqual(len(seen), 6)

    @staticmethod
    def successors(task, state):
        after = (check.successor(task, check.extended(task, state), operator) for operator in task.operators)
        return [tuple(values[:task.n_state]) for values in after if values]

    def test_a_formula_that_no_plan_can_satisfy_is_refused(self):
        task = check.read_sas(LAMP)
        check_model(task, "press\n", 1)
        for silly in ([[1], [-1]], [[-check.Formula(task, 1).over]]):
            with unittest.mock.patch.object(check.Formula, "choice_clauses", lambda self: silly):
                with self.assertRaisesRegex(check.Wrong, "does not satisfy the clause"):
                    check_model(task, "press\n", 1)

    def test_a_plan_satisfies_the_formula_of_its_length_and_a_longer_one(self):
        task = check.read_sas(LAMP)
        for n, is_asked in enumerate((False, True, False, True, False)):
            with unittest.mock.patch.object(check.Formula, "choice_clauses", lambda self: [[]] if self.n == n else []):
                self.assertEqual(self.accepts(check_model, task, "press\n", 1), not is_asked, n)

    def test_no_piece_takes_more_cells_than_are_empty(self):
        (self.folder / "p.toml").write_text('start = """\nAA.\nAAB\n"""\ngoal = """\nAA.\nAA.\n"""\n')
        for metric in ("units", "slides", "moves"):
            task = check.task_of(self.folder / "p.toml", metric)
            self.assertEqual([names for names in task.names if "A=" in names[0]], [["Atom A=1,1"]])
            self.assertEqual({operator.name[0] for operator in task.operators}, {"B"})

    def test_shipped_boards_and_puzzles_have_their_shortest_plans(self):
        for name, metric, expected in (
            ("sample01.toml", "units", 21), ("sample01.toml", "slides", 9), ("sample02.toml", "units", 39),
            ("sample02.toml", "slides", 16), ("sliding/quzzle.toml", "units", 115),
            ("sliding/quzzle.toml", "slides", 93), ("sliding/quzzle.toml", "moves", 84), ("sliding/motorcar.toml", "moves", 17),
        ):
            task = check.task_of(ROOT / "instances" / name, metric)
            self.assertEqual(shortest(task)[0], expected, (name, metric))


class Problems(InFolder):
    def task(self, text, metric="units", name="problem.toml", **more):
        (self.folder / name).write_text(text)
        return check.task_of(self.folder / name, metric, **more)

    def refused(self, what, *words, error=check.Unreadable, **more):
        with self.assertRaisesRegex(error, what):
            self.task(*words, **more)

    def test_sas_files_with_faults(self):
        for before, after, what in (
            ("var1\n0\n2", "var1\n-2\n2", "layers"), ("var0\n-1\n2", "var0\n1\n2", "layers"),
            ("begin_rule\n1\n0 1", "begin_rule\n1\n1 1", "rule"), ("1 1 0\nend_rule", "0 1 0\nend_rule", "rule"),
            ("1 1 0\nend_rule", "1 0 1\nend_rule", "rule"), ("goal\n1\n1 0", "goal\n1\n2 0", "variable 2 has no value 0"),
            ("goal\n1\n1 0", "goal\n1\n1 2", "variable 1 has no value 2"), ("goal\n1\n1 0", "goal\n1\n-1 0", "variable -1 has"),
            ("state\n0\n1", "state\n0\n0", "does not begin as 1"), ("-1 1\n1\nend", "-1 1\n-1\nend", "odd cost"),
            ("1 0 0 0 -1 1", "1 0 0 1 -1 1", "odd effect"), ("1 0 0 0 -1 1", "2 0 0 0 -1 1", "odd effect"),
            ("0\n2\nAtom bright()", "0\n3\nAtom dim()\nAtom bright()", "more or less than two values"),
            ("1 1 0\nend_rule", "2 1 0\nend_rule", "rule"),
            ("begin_rule\n1\n0 1", "begin_rule\n2\n0 1\n1 1", "rule"), ("begin_rule\n1\n0 1", "begin_rule\n2\n1 0\n0 1", "rule"),
        ):
            self.assertIn(before, LAMP)
            self.refused(what, LAMP.replace(before, after, 1), name="task.sas")

    def test_conditions_and_costs_of_operators(self):
        several = LAMP.replace("1 0 0 0 -1 1", "3 1 1 0 1 0 0 0 -1 1")
        self.assertEqual(self.task(several, name="task.sas").operators[0].effects, [([(1, 1), (0, 1), (0, 0)], (0, 1))])
        costing = lambda cost: LAMP.replace("begin_metric\n0", "begin_metric\n1").replace("1\nend_operator", f"{cost}\nend_operator")
        self.assertEqual({operator.cost for operator in self.task(costing(2**63), name="task.sas").operators}, {2**63})
        self.refused("odd cost", costing(2**63 + 1), name="task.sas")

    def test_positions_end_at_walls(self):
        for board, columns in ((".XX.#.", "1235"), ("#..XX.", "2345"), ("#.XX..", "2345"), ("..XX..", "12345")):
            task = self.task(f'board = """\n{board}\n......\n"""\n')
            self.assertEqual(task.names[0], [f"Atom X=1,{column}" for column in columns], board)

    LISTED = """rows = 2
columns = 4
walls = [[2, 1], [2, 4]]
[[car]]
name = "X"
length = 2
orientation = "h"
row = 1
column = 1
[[car]]
name = "B"
length = 2
orientation = "vertical"
row = 1
column = 3
"""

    def test_boards_that_are_listed(self):
        drawn = 'board = """\nXXB.\n#.B#\n"""\n'
        for metric in ("units", "slides"):
            self.assertEqual(self.task(self.LISTED, metric), self.task(drawn, metric))
        self.assertEqual(len(self.task(self.LISTED.replace("rows = 2", "rows = 64")).names[1]), 63, "a board has at most 64 rows")
        self.assertEqual(self.task(self.LISTED.replace('"B"', f'"{"B" * 32}"')).names[1][0], f"Atom {'B' * 32}=1,3")
        for before, after, what in (
            ("row = 1\ncolumn = 1", "row = 3\ncolumn = 1", "outside"), ("row = 1\ncolumn = 1", "row = 1\ncolumn = 4", "outside"),
            ("row = 1\ncolumn = 3", "row = 2\ncolumn = 3", "outside"), ("row = 1\ncolumn = 3", "row = 1\ncolumn = 2", "in one cell"),
            ('"X"', '""', "invalid name"), ('"X"', f'"{"X" * 33}"', "invalid name"), ('"X"', '"X X"', "invalid name"),
            ('"X"', '" X"', "invalid name"), ('"B"', '"X"', "one name"), ('"X"', '"C"', "no red car"), ("rows = 2", "rows = 65", "not from 1 to 64"),
            ("rows = 2", "rows = 0", "not from 1 to 64"), ("[2, 4]", "[3, 4]", "outside"), ("columns", "colour = 1\ncolumns", "not known"),
            ("columns", "name = 1\ncolumns", "not a string"), ('"h"', '"h"\ncolour = 1', "unknown keys"),
        ):
            self.assertIn(before, self.LISTED)
            self.refused(what, self.LISTED.replace(before, after, 1))

    def test_boards_with_faults(self):
        board = lambda rows, more="": f'board = """\n{rows}"""\n{more}'
        for text, what in (
            (board("XX.\n..\n"), "differ in length"), (board("XX" + "." * 63 + "\n"), "too many"), (board(".X\nXX\n"), "bent"),
            (board("XX.B\n"), "one cell"), (board("XX-.\n--..\n"), "is not a name on a board"), (board("BB.\n"), "no red car"), (board("XX.\n#.x\n"), "two signs"), (board("XX.\n", "rows = 1\n"), "twice"),
            (board("XX.\n", "goal = { column = 3 }\n"), "outside the board"), (board("XX.\n", "goal = { column = 1, row = 2 }\n"), "outside the lane"),
            (board("XX.\n", "goal = { column = 1, cell = 2 }\n"), "not known"),
        ):
            self.refused(what, text, kind="rushhour")
        self.assertEqual(len(self.task(board("XX" + "." * 62 + "\n")).names[0]), 63, "a board has at most 64 columns")
        self.refused("does not know", board("XX→\n..→\n"), error=check.OtherForm)
        self.refused("no metric", board("XX.\n"), "moves")
        self.refused("facts", "car(1,2).\n", name="board.txt", kind="rushhour", error=check.OtherForm)
        self.refused("facts", "XX.\n", name="board.lp", kind="rushhour", error=check.OtherForm)
        self.refused("facts", "#show.\ncar(1,2).\nwall.\n", name="board.txt", kind="rushhour", error=check.OtherForm)
        self.assertEqual(self.task("# a copy(2)\n" + board("XX.\n"), name="board"), self.task(board("XX.\n")), "a comment is no fact")
        self.refused("costs", board("XX.\n", "cost = { X = 2 }\n"), error=check.OtherForm)
        self.refused("of a kind", "(role robot)\n", kind="gdl", error=check.OtherForm)
        self.refused("more than one row", "XX\n..\n", name="board.txt", one_row=True)
        self.refused("not square", "XX.\n", name="board.txt", one_row=True)
        self.refused("not in one row", board("XX..\n"), one_row=True)
        self.refused("only a board", "start\nA.\ngoal\n.A\n", name="puzzle.txt", one_row=True)

    def test_puzzles(self):
        puzzle = lambda start, goal, more="": f'start = """\n{start}"""\ngoal = """\n{goal}"""\n{more}'
        one = puzzle("A...\n....\n", "...A\n....\n")
        for metric, n_operators in (("units", 20), ("slides", 32), ("moves", 56)):
            self.assertEqual(len(self.task(one, metric).operators), n_operators)
        self.assertEqual(self.task(puzzle("AA\n", "AA\n")).names[0], ["Atom A=1,1"])
        # The others of one shape share a variable for each cell.
        self.assertEqual(self.task(puzzle("AB.\nC..\n", "..A\n...\n")).initial, [0, 0, 1, 0, 1, 0, 0])
        self.assertEqual(self.task(puzzle("AB.\nDD.\n", "..A\n...\n")).n_state, 3)
        more = 'interchangeable = ["BC"]\nname = "two"\nsource = "a book"\n'
        self.assertEqual(self.task(puzzle("AB.\nC..\n", "..A\n...\n", more)), self.task(puzzle("AB.\nC..\n", "..A\n...\n")))
        # A drawing is the same puzzle.
        drawn = "start\nAB.\nC..\ngoal\n..A\n...\n"
        for name in ("puzzle", "puzzle.txt"):
            self.assertEqual(self.task(drawn, name=name), self.task(puzzle("AB.\nC..\n", "..A\n...\n")))
        self.assertEqual(self.task(one, name="puzzle"), self.task(one), "a table needs no ending")
        self.refused("no metric", one, "actions")
        self.refused("rows before", "AB\nstart\nA.\ngoal\n.A\n", name="puzzle.txt", kind="sliding")
        self.refused("two starts", "start\nA.\ngoal\n.A\nstart\nA.\n", name="puzzle.txt", kind="sliding")
        for text, what in (
            (puzzle("AB . .\n. . .\n", "AB . .\n. . .\n"), "several letters"), (puzzle("AB.\n", "..A\n", 'interchangeable = ["AB", "BA"]\n'), "two groups"),
            (puzzle("ACC\n", "A..\n", 'interchangeable = ["AC"]\n'), "several shapes"), (puzzle("A.\n", ".A.\n"), "does not fit"),
            (puzzle("A.#\n", "..A\n"), "does not fit"), (puzzle("AA.\n", "A..\n"), "changes its shape"), (puzzle("A..\n", "...\n"), "has no piece"),
            (puzzle("A..\n", "..B\n"), "has no piece"), (puzzle("A.\n", ".A\n", "colour = 1\n"), "not known"),
            (puzzle("A.\n", ".A\n", "name = 1\n"), "not a string"), (puzzle("A.\n", ".A\n", "source = 1\n"), "not a string"),
            (puzzle("A-\n", "A-\n"), "is not a name on a board"),
            (puzzle("+-+\n| |\n+-+\n", "+-+\n| |\n+-+\n"), "no cells"),
            # Of two signs that are odd the same one is told, in whatever order they are met.
            (puzzle("A→+.\n", ".→+A\n"), "is not a name on a board"),
        ):
            self.refused(what, text, kind="sliding")

    def test_ways_around_corners(self):
        puzzle = lambda rows: f'start = """\n{rows}"""\ngoal = """\n{rows}"""\n'
        self.assertEqual(self.task(puzzle("AB\nAC\n"), "moves").operators, [], "no cell is empty")
        # The piece has two cells, and comes to some of its twelve places without a further cell that has to be empty.
        operators = self.task(puzzle("###A.\n#.A..\n..#..\n.....\n....#\n"), "moves").operators
        self.assertEqual(len(operators), 12 * 11)
        self.refused("too many ways around corners", puzzle("A.......\n" + "........\n" * 3), "moves")
        many = {(0, 1): [frozenset()] * (2**18 + 1)}
        with unittest.mock.patch.object(check, "all_ways", lambda places, start, n_empty: many):
            self.refused("too many moves", puzzle("A.\n"), "moves")

    def test_tables_over_several_lines(self):
        text = 'name = "a{"\ngoal = {    # a comment {\n  column = 1,\n  row = 2,\n}\nother = { a = { b = \'}\', }, }\nlast = 1\n'
        expected = {"name": "a{", "goal": {"column": 1, "row": 2}, "other": {"a": {"b": "}"}}, "last": 1}
        self.assertEqual(check.read_toml(text), expected)


BOARD = 'board = """\n.B..\n.BXX\n....\n....\n"""\ngoal = { column = 1 }\n'


MANIFEST = {"format": "bmcplan certificate", "version": 2, "options": {}, "goal": None, "length": None, "one_row": False,
            "program": "", "proved": [], "trusted": []}


class Certificates(InFolder):
    def certificate(self, problem, metric="units", sas=None, name="problem.toml", **more):
        """Writes a whole certificate, with a proof by splitting."""
        write = lambda file, data: (self.folder / file).write_bytes(data.encode() if isinstance(data, str) else data)
        write(name, problem)
        write("task.sas", sas or self.written(check.task_of(self.folder / name, metric)))
        task = check.read_sas((self.folder / "task.sas").read_text())
        length, plan = shortest(task)
        write("plan.txt", "".join(f"({step})\n" for step in plan) + f"; cost = {length} (unit cost)\n")
        if length:
            formula = check.Formula(task, length - 1)
            write("below.cnf", b"".join(formula.text()))
            write("below.lrat", b"".join(prove([c for portion in formula.clauses() for c in portion])))
        kind = {".pddl": "pddl", ".sas": "sas"}.get(pathlib.Path(name).suffix) or check.kind_of(check.read_text(self.folder / name))
        self.about = MANIFEST | {"claim": "shortest", "metric": metric, "length": length, "kind": kind, "problem": [name], **more}
        self.seal()
        return length

    def seal(self, **changes):
        """Writes the digests."""
        self.about |= changes
        files = {file.name: file.read_bytes() for file in self.folder.iterdir() if file.name != "certificate.json"}
        self.about["files"] = {name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                               for name, data in files.items()}
        (self.folder / "certificate.json").write_text(json.dumps(self.about))

    @staticmethod
    def written(task):
        """A task as a SAS file."""
        has_costs = any(operator.cost != 1 for operator in task.operators)
        lines = ["begin_version", 3, "end_version", "begin_metric", int(has_costs), "end_metric", len(task.names)]
        pairs = lambda facts: [len(facts)] + [f"{var} {value}" for var, value in facts]
        for var, names in enumerate(task.names):
            layer = max(-1, var - task.n_state)
            lines += ["begin_variable", f"var{var}", layer, len(names), *names, "end_variable"]
        lines += [0, "begin_state", *task.initial, *[1] * (len(task.names) - task.n_state), "end_state"]
        lines += ["begin_goal", *pairs(task.goal), "end_goal", len(task.operators)]
        for name, precondition, effects, cost in task.operators:
            before = dict(precondition)
            changed = [var for _, (var, _) in effects]
            prevail = [fact for fact in precondition if fact[0] not in changed]
            lines += ["begin_operator", name, *pairs(prevail), len(effects)]
            lines += [" ".join(map(str, [len(c), *itertools.chain(*c), var, before.get(var, -1), value]))
                      for c, (var, value) in effects] + [cost, "end_operator"]
        lines += [len(task.rules)]
        for head, body in task.rules:
            lines += ["begin_rule", *pairs(body), f"{head} 1 0", "end_rule"]
        return "".join(f"{line}\n" for line in lines)

    def test_a_certificate(self):
        self.assertEqual(self.certificate(BOARD), 4)
        code, text = run(self.folder)
        self.assertEqual((code, text.splitlines()[-1]), (0, "certified: 4 units, shortest"), text)
        self.assertIn("to be believed: this script\n", text)
        self.assertEqual(run(self.folder, self.folder)[0], 2, "one folder at a time")
        self.seal(evidence="proof", count=None, states=None, cost=None, steps=None, note="every key is there")
        self.assertEqual(run(self.folder)[0], 0)
        self.assertEqual(self.certificate(BOARD, "slides", options={"metric": "slides"}), 2)
        self.assertEqual(run(self.folder)[0], 0)

    def test_names_of_operators_have_no_case(self):
        self.certificate(BOARD)
        plan = (self.folder / "plan.txt").read_text()
        (self.folder / "plan.txt").write_text(plan.upper().replace("(", "( "))
        self.seal()
        self.assertEqual(run(self.folder)[0], 0)
        (self.folder / "plan.txt").write_text(plan.replace("(", "(x"))
        self.seal()
        self.assertEqual(run(self.folder)[0], 20)

    def test_names_that_differ_in_case_alone(self):
        """Such a name is that of the operator which is written like it."""
        press, wait = check.read_sas(LAMP).operators
        for operators, is_plan in (([wait._replace(name="PRESS"), press], True), ([press._replace(name="PRESS"), wait._replace(name="press")], False)):
            task = check.read_sas(LAMP)._replace(operators=operators)
            for plan, leads in (("(press)\n", is_plan), ("PRESS\n", not is_plan)):
                self.assertEqual(self.accepts(check.check_plan, task, plan, 1), leads, (operators, plan))
        with self.assertRaisesRegex(check.Wrong, "step 2 of the plan, 'rest', is not an operator"):
            check.check_plan(task, "PRESS\nrest\n", 2)

    def test_puzzles_count_units_unless_they_are_asked_for_more(self):
        self.certificate(BOARD, "slides", options={"metric": "slides"})
        self.assertEqual(run(self.folder)[0], 0)
        self.seal(options={})
        code, text = run(self.folder)
        self.assertEqual((code, "the problem counts units, not slides" in text), (20, True), text)
        self.seal(options={"metric": "moves"})      # which boards do not count
        self.assertEqual(run(self.folder)[0], 2)

    def test_no_plan_of_any_length(self):
        (self.folder / "task.sas").write_text(LAMP.replace("1 0 0 0 -1 1", "1 0 0 0 -1 0"))
        task = check.read_sas((self.folder / "task.sas").read_text())
        invariant = [[-2]]

        def write(invariant):
            (self.folder / "invariant.cnf").write_text("c It is off.\n" + dimacs(invariant))
            for name in check.INVARIANT_PARTS:
                formula = check.InvariantFormula(task, name, invariant)
                (self.folder / f"{name}.cnf").write_bytes(b"".join(formula.text()))
                proof = prove([clause for portion in formula.clauses() for clause in portion])
                if proof is not None:
                    (self.folder / f"{name}.lrat").write_bytes(b"".join(proof))

        self.about = MANIFEST | {"claim": "no plan", "metric": "actions", "kind": "sas", "problem": ["task.sas"]}
        write(invariant)
        self.seal()
        code, text = run(self.folder)
        self.assertEqual((code, text.splitlines()[-1]), (0, "certified: no plan of any length"), text)
        for false in ([], [[2]], [[1, 2]], [[-1]], [[-2], [-4]]):       # with the proofs of the true one, where there is none
            write(false)
            self.seal()
            code, text = run(self.folder)
            self.assertEqual((code, "of the proof" in text), (20, True), text)
        write(invariant)
        for changes in ({"claim": "shortest"}, {"length": 1}, {"claim": "none"}):
            about = dict(self.about)
            self.seal(**changes)
            self.assertEqual(run(self.folder)[0], 2, changes)
            self.about = about
        for text in ("c It is off.\n-5 0\n", "-2 0\n-2\n", "-2 0\n1 0 -2 0\n"):
            with self.assertRaisesRegex(check.Unreadable, "line 2 of invariant.cnf is not a clause"):
                check.read_invariant(task, text)
        for line in ("+2 0", " -2 0", "-2 0 ", "-2  0", "-2\t0", "-02 0", "-0 0", "1_0 0", "1 00", "\u0663 0", "-2\u00a00", ""):
            with self.assertRaisesRegex(check.Unreadable, "line 2 of invariant.cnf is not a clause"):
                check.read_invariant(task, f"-2 0\n{line}\n")
        for key in ("goal", "length"):                                  # optional keys
            del self.about[key]
        self.seal()
        self.assertEqual(run(self.folder)[0], 0)
        for name in ("invariant.cnf", "start.cnf", "step.lrat"):
            self.seal()
            del self.about["files"][name]
            (self.folder / "certificate.json").write_text(json.dumps(self.about))
            self.assertEqual(run(self.folder)[0], 2, name)

    def test_states(self):
        rng, verdicts = random.Random(7), set()
        for _ in range(400):
            task = Formulas.random_task(rng)
            if task.goal[-1][1] and rng.random() < 0.5:                 # a goal out of reach, as a rule
                task = task._replace(goal=[(var, rng.randrange(len(task.names[var]))) for var in range(task.n_state)] + task.goal[-2:])
            graph, layers, known = check.StateGraph(task), [], set()
            layer = {graph.number(task.initial)}
            while layer:
                layers.append(layer)
                known |= layer
                after = set()
                for state in layer:
                    values = graph.values(state)
                    self.assertEqual(values, check.extended(task, values[:task.n_state]))
                    after.update(number for _, number, _ in graph.steps(state, values))
                    expected = [(o.name, graph.number(v[:task.n_state]), 0)
                                for o in task.operators for v in [check.successor(task, values, o)] if v]
                    self.assertEqual(sorted(graph.steps(state, values)), sorted(expected))
                layer = after - known
            length = (shortest(task) or (None, None))[0]
            for n, change in itertools.product((0, 1, 2, 3, length, None), (-1, 0, 1)):
                is_true = length is None or n is not None and n <= length
                accepted = self.accepts(check.check_states, task, n, sum(map(len, layers[:n])) + change, None)
                self.assertEqual(accepted, is_true and not change, (n, change, length))
                verdicts.add((change, n is None, accepted))
        self.assertEqual(len(verdicts), 8)

    def test_states_by_their_cost(self):
        rng, verdicts = random.Random(9), set()
        for _ in range(300):
            task = Formulas.random_task(rng)
            prices = rng.choice(((0, 1), (0, 1, 2, 7), (1, 2, 3), (0, 2**63, 2**62)))
            task = task._replace(operators=[operator._replace(cost=rng.choice(prices)) for operator in task.operators])
            distances = distances_of(task)
            goals = [distance for values, distance in distances.items() if {*enumerate(values)}.issuperset(task.goal)]
            for cost, length in [*goals[:1], (rng.randrange(4), rng.randrange(4)), (0, 1)]:
                n_states = sum(distance < (cost, length) for distance in distances.values())
                is_true = all((cost, length) <= goal for goal in goals)
                for change in (-1, 0, 1):
                    accepted = self.accepts(check.check_states, task, length, n_states + change, None, cost)
                    self.assertEqual(accepted, is_true and not change, (cost, length, change))
                    verdicts.add((change, accepted))
        self.assertEqual(len(verdicts), 4)

    def test_states_that_are_too_many(self):
        """A task of a few lines may have more states than a computer holds."""
        def bits(n):
            flips = [check.Operator(f"{bit} {value}", [(bit, value)], [([], (bit, 1 - value))]) for bit in range(n) for value in (0, 1)]
            return check.Task([["0", "1"]] * n, n, [0] * n, [(0, 0), (0, 1)], flips, [])

        self.assertTrue(self.accepts(check.check_states, bits(8), None, 256, None))
        for told in (1, 255, 1000):
            self.assertFalse(self.accepts(check.check_states, bits(60), None, told, None))
        self.assertFalse(self.accepts(check.check_states, bits(127), None, 1, None))
        with self.assertRaises(check.Unreadable):
            check.check_states(bits(128), 0, 0, None)
        with self.assertRaises(check.Unreadable), unittest.mock.patch.object(check, "MAX_STATES", 1000):
            check.check_states(bits(60), None, 10**7, None)
        with unittest.mock.patch.object(check, "MAX_STATES", 256):
            self.assertTrue(self.accepts(check.check_states, bits(8), None, 256, None))
        with self.assertRaisesRegex(check.Unreadable, "more than 255 states"), unittest.mock.patch.object(check, "MAX_STATES", 255):
            check.check_states(bits(8), None, 256, None)

    def test_numbers_of_plans_have_any_size(self):
        n = 4400
        names = [check.Operator(f"{at} {way}", [(0, at)], [([], (0, at + 1))]) for at in range(n) for way in range(10)]
        task = check.Task([[str(at) for at in range(n + 1)]], 1, [0], [(0, n)], names, [])
        for told, is_right in ((f"1{'0' * n}", True), (f"1{'0' * (n - 1)}1", False)):
            self.assertEqual(self.accepts(check.check_states, task, n, n, told), is_right)

    def test_a_recount(self):
        self.assertEqual(self.certificate(BOARD, "slides", options={"metric": "slides"}), 2)
        for file in ("below.cnf", "below.lrat"):
            (self.folder / file).unlink()
        good = None
        for states in range(1, 10):
            self.seal(evidence="recount", states=states)
            code, text = run(self.folder)
            if code == 0:
                self.assertEqual((good, text.splitlines()[-1]), (None, "recomputed: 2 slides, shortest"), text)
                good = states
            else:
                self.assertTrue(code == 20 and "states can be reached in fewer than 2 steps, and" in text, text)
        self.seal(states=good)
        with unittest.mock.patch.object(check, "Formula", side_effect=AssertionError("no evidence is about a formula")):
            code, text = run(self.folder)
        self.assertEqual((code, text.splitlines()[2]), (0, "plan.txt leads to the goal in 2 steps"), text)
        for code, changes in (
            (20, {"states": good + 1}), (20, {"length": 1}), (20, {"length": 3}), (20, {"claim": "no plan", "length": None}),
            (2, {"states": None}), (2, {"states": -1}), (2, {"states": 10**7 + 1}), (2, {"states": 2.0}), (2, {"evidence": "layers"}),
            (2, {"evidence": "proof"}),
        ):
            self.seal(**self.about | {"states": good, "evidence": "recount", "claim": "shortest", "length": 2} | changes)
            self.assertEqual(run(self.folder)[0], code, changes)

    def test_a_longer_plan_is_found_out(self):
        """A plan with a detour, and its length."""
        self.assertEqual(self.certificate(BOARD, "slides", options={"metric": "slides"}), 2)
        plan = (self.folder / "plan.txt").read_text().splitlines()
        task = check.read_sas((self.folder / "task.sas").read_text())
        values = check.extended(task, task.initial)
        for there, back in itertools.permutations(task.operators, 2):
            after = check.successor(task, values, there)
            if after and check.successor(task, after, back) == values:
                break
        (self.folder / "plan.txt").write_text("\n".join([f"({there.name})", f"({back.name})", *plan, ""]))
        self.seal(length=4, evidence="recount", states=50)
        self.assertEqual(run(self.folder)[1].splitlines()[-1], "not certified: 2 steps lead to a goal, and certificate.json claims otherwise")

    def test_an_older_format_is_refused(self):
        self.certificate(BOARD)
        for changes in ({}, {"evidence": "layers"}):
            self.seal(version=1, **changes)
            code, text = run(self.folder)
            self.assertTrue(code == 2 and "the format of certificates has changed from 1 to 2" in text, text)

    def test_a_puzzle_with_and_without_letters(self):
        puzzle = 'start = """\nAB.\n"""\ngoal = """\n.A.\n"""\n'
        self.assertEqual(self.certificate(puzzle, "moves", options={"metric": "moves"}), 2)
        self.assertEqual(run(self.folder)[0], 0)
        twins = 'start = """\nAB\nC.\n"""\ngoal = """\nA.\n.."""\ninterchangeable = ["AC"]\n'
        self.assertEqual(self.certificate(twins), 0)
        self.assertEqual(run(self.folder)[0], 0)
        self.seal(options={"labelled": None})
        self.assertEqual(run(self.folder)[0], 20)
        self.seal(options={"labelled": "yes"})
        self.assertEqual(run(self.folder)[0], 2)
        (self.folder / "problem.toml").write_text(puzzle)
        task = check.task_of(self.folder / "problem.toml", "moves", labelled=True)
        self.certificate(puzzle, "moves", self.written(task), options={"metric": "moves", "labelled": None})
        self.assertEqual(run(self.folder)[1].splitlines()[-1], "certified: 2 moves, shortest; all pieces are kept apart")

    def test_boards_in_other_forms(self):
        rows = "XXB\n..B\n.CC\n"
        spaced = "".join(" ".join(row) + "\n" for row in rows.split())
        framed = "+-------+\n" + "".join(f"| {row} {'>' if number == 0 else '|'}\n" for number, row in enumerate(spaced.split("\n")[:3])) + "+-------+\n"
        toml = lambda board: f'board = """\n{board}"""\n'
        for name, board in (("a.txt", rows), ("a", spaced), ("a.txt", framed), ("a.toml", toml(rows)), ("a.toml", toml(framed)),
                            ("a.txt", toml(spaced)), ("a.txt", "%\n\n" + rows.replace("\n", "\r"))):
            self.assertEqual(self.certificate(board, name=name), 3, board)
            self.assertIn("to be believed: this script\n", run(self.folder)[1], board)
            (self.folder / name).write_text(board.replace("B", "D"))
            self.seal()
            self.assertEqual(run(self.folder)[0], 20, board)
            (self.folder / name).unlink()
        self.certificate(rows, name="a.txt", one_row=True)
        self.assertEqual(run(self.folder)[0], 2)
        (self.folder / "a.txt").write_text("XXB..B.CC")
        self.seal()
        self.assertEqual(run(self.folder)[1].splitlines()[-1], "certified: 3 units, shortest; the one row of the board is all its cells")
        self.seal(one_row=False)
        self.assertEqual(run(self.folder)[0], 2)
        (self.folder / "a.txt").write_text("XXB..B.C")
        self.seal(one_row=True)
        self.assertEqual(run(self.folder)[0], 2)

    def test_frames(self):
        draw = lambda text: check.drawing(check.lines_of(text), 64)
        frame = "+-----^---+\n| b10 r   |\n< .   #   > q\n+-----*---+\n"
        marks = [(">", 1, "right"), ("<", 1, "left"), ("^", 1, "top"), ("*", 1, "bottom")]
        self.assertEqual(draw(frame), ([["b10", "r"], [".", "#"]], marks, ["q"]))
        self.assertEqual(draw("+---+\n| a |\n+-*-+ red\n"), ([["a"]], [("*", 0, "bottom")], ["red"]))
        self.assertEqual(draw(". a b\n. . #\n"), ([[".", "a", "b"], [".", ".", "#"]], None, []))
        self.assertEqual(draw(". a\n. a\n"), ([[".", "a"], [".", "a"]], None, []))
        for words in (".ab\n...\n", ".bcd b\nc defg\n", ".bcd b\nab cde\n", ". a b\n"):
            self.assertEqual(draw(words), ([[*row] for row in words.split("\n")[:-1]], None, []))
        # Without a sign of empty cells, blanks may be such cells.
        for words in ("abcd b\nc defg\n", "abcd b\nab cde\n"):
            with self.assertRaises(check.OtherForm):
                draw(words)
        # An edge may be shorter than the others, with a mark at its last place.
        self.assertEqual(draw("+---^+\n| a b |\n+-----+\n"), ([["a", "b"]], [("^", 1, "top")], []))
        self.assertEqual(draw("+-^-+ b\n| a | c\n+---+ d\n"), ([["a"]], [("^", 0, "top")], ["c", "b", "d"]))
        for none in (frame.replace("^", "v"), "+-^-+ red one\n| a |\n+---+\n", "+---+\n+---+\n", "| a |\n| b |\n",
                     "+---v+\n| a b |\n+-----+\n", "+---+\n| a | red one\n+---+\n", "+---+\n< a\n+---+\n", "+---+\n| a\n+---+\n"):
            self.assertIsNone(check.framed(check.lines_of(none)), none)
        goal = lambda frame: check.read_board({"board": draw(frame)})[4]
        board = "+---------+\n| . X X . |\n| . . . . |\n+---------+\n"
        self.assertEqual([goal(board), goal(board.replace("| . X", "< . X")), goal(board.replace("X . |", "X . >"))], [None, 0, None])
        self.assertEqual(goal(board[:-12] + "+-----*-*-+\n"), 2)
        for odd in (board[:-12] + "+-----*---+\n", board.replace("| . . .", "< . . ."), board.replace("+-", "+^", 1),
                    board.replace("+-----", "+-^-^-", 1), board.replace(". |", ". *"),
                    board.replace("+---", "+-^-", 1)[:-12] + "+---*-----+\n"):
            with self.assertRaises(check.Unreadable):
                goal(odd)
        # A `*` in a cell is part of a goal that is marked.
        self.assertEqual(goal(board[:-12].replace("X . |", "X * |") + "+-----*-*-+\n"), 2)
        for stars in (board.replace("X . |", "X * |"), board.replace("X . |", "X * >"), board[:-12].replace("| . . .", "| . . *") + "+-----*-*-+\n",
                      board.replace("X", "B").replace("B . |", "B * |")):
            with self.assertRaises(check.Unreadable):
                goal(stars)

    def test_frames_and_keys(self):
        """The marks are those of the car that is named in the table, or behind them."""
        draw = lambda text: check.drawing(check.lines_of(text), 64)
        board = "+---------+\n| . A A . |\n| . B B . >\n+---------+\n"
        read = lambda frame, **keys: check.read_board({"board": draw(frame)} | keys)[3:]
        self.assertEqual(read(board, red="B"), ("B", None))
        self.assertEqual(read(board.replace(">", "> B"), red="B"), ("B", None))
        self.assertEqual(read(board.replace(">", "> B")), ("B", None))
        self.assertEqual(read(board.replace(">", "|"), goal={"column": 2}), (None, None))
        for odd, keys in ((board, {}), (board, {"red": "A"}), (board.replace(">", "> A"), {}), (board.replace(">", "> B"), {"red": "A"}),
                          (board.replace("A . |", "A . | A").replace(">", "> B"), {}), (board, {"red": "B", "goal": {"column": 2}})):
            with self.assertRaises(check.Unreadable):
                read(odd, **keys)

    def test_signs_are_no_names_of_cars(self):
        board = 'rows = 1\ncolumns = 3\ncar = [{ name = "X", length = 1, orientation = "h", row = 1, column = 1 },\n' \
                '{ name = "SIGN", length = 1, orientation = "v", row = 1, column = 3 }]\n'
        for sign in ".#*|<>^":
            with self.assertRaises(check.Unreadable):
                check.board_task(check.read_toml(board.replace("SIGN", sign)), "units")
        for name in ("v", "o", "x", "+", ".."):
            self.assertEqual(check.board_task(check.read_toml(board.replace("SIGN", name)), "units").names[1][0], f"Atom {name}=1,3")

    def test_frames_of_puzzles_have_no_marks(self):
        start, goal = "+---+\n| A |\n| . |\n+---+", "+---+\n| . |\n| A |\n+---+"
        self.assertEqual(len(check.read_puzzle({"start": start, "goal": goal})[1]), 1)
        for part, other in ((start, goal), (goal, start)):
            for odd in (part.replace("A |", "A >"), part.replace("A |", "A | A"), part.replace("+---+", "+-^-+", 1)):
                for data in ({"start": odd, "goal": other}, {"start": other, "goal": odd}):
                    with self.assertRaises(check.Unreadable):
                        check.read_puzzle(data)

    def test_what_makes_no_sense_is_refused(self):
        self.certificate("(define …)", "actions", sas=LAMP, name="problem.pddl")
        good = dict(self.about)
        for changes in ({"metric": "slides"}, {"metric": "cost"}, {"metric": "makespan"}, {"goal": 100}, {"one_row": True}, {"kind": "gdl"},
                        {"options": {"metric": "units"}}, {"problem": ["problem.pddl"] * 3}, {"more": 1}, {"version": 1.0}, {"note": 1},
                        {"options": {"labelled": None}}, {"options": {"more": "1"}}, {"version": 0}, {"format": "certificate"},
                        {"proved": [1]}, {"trusted": "nothing"}, {"trusted": {}}, {"problem": "p"}):
            self.seal(**changes)
            self.assertEqual(run(self.folder)[0], 2, changes)
            self.about = dict(good)
        self.seal(kind="gdl", metric="moves", goal=70, options={"goal": "max"})
        self.assertEqual(run(self.folder)[1].splitlines()[-1], "certified: 1 moves to a goal of value 70, shortest")
        for code, goal, asked in (
            (0, 2**32 - 1, "max"), (2, 2**32, "max"), (0, 100, "100"), (0, 70, "+070"), (2, 69, "70"), (2, 101, "101"), (2, 70, "7_0"), (2, 70, " 70"),
            (2, 70, "most"), (2, 70, ""), (2, 70, None), (2, None, "max"),
        ):
            self.seal(goal=goal, options={"goal": asked})
            self.assertEqual(run(self.folder)[0], code, (goal, asked))
        self.about = dict(good)
        self.seal(kind="chess")
        self.assertEqual(run(self.folder)[1], "not checked: there is no kind 'chess'\n")
        self.about = dict(good)
        self.seal()
        text = (self.folder / "certificate.json").read_text()
        for before, after in (('"metric"', '"metric": "actions", "metric"'), ('"plan.txt": {', '"plan.txt": {"bytes": 1, '),
                              ('"program": ""', '"program": "\\ud800"'), ('"proved": []', '"proved": NaN'),
                              ('"length": 1', '"length": -0'), ('"program": ""', '"program": "", "note": NaN')):
            self.assertIn(before, text)
            (self.folder / "certificate.json").write_text(text.replace(before, after, 1))
            self.assertEqual(run(self.folder)[0], 2, after)
        self.certificate(BOARD)
        (self.folder / "problem.toml").write_text(BOARD + "= 3\n")
        self.seal()
        self.assertEqual(run(self.folder)[0], 2)

    def test_a_plan_of_no_steps(self):
        self.assertEqual(self.certificate(BOARD.replace("column = 1", "column = 3")), 0)
        self.assertEqual(run(self.folder)[0], 0)
        for code, changes in ((2, {}), (0, {"evidence": "recount", "states": 0}), (20, {"evidence": "recount", "states": 0, "count": "2"})):
            about = dict(self.about)
            self.seal(**{"claim": "count", "count": "1"} | changes)
            self.assertEqual(run(self.folder)[0], code, changes)
            self.about = about
        (self.folder / "plan.txt").write_text("(X left 1)\n")
        self.seal()
        self.assertEqual(run(self.folder)[0], 20)

    def test_a_problem_that_the_script_does_not_read(self):
        self.certificate("(define …)", "actions", sas=LAMP, name="problem.pddl")
        code, text = run(self.folder)
        self.assertEqual(code, 0, text)
        self.assertIn("to be believed: this script, and that task.sas is the task of problem.pddl in actions, which asks for fewest actions\n", text)
        self.assertEqual(text.splitlines()[-1], "certified: 1 actions, shortest")
        self.seal(options={"metric": "cost"})       # costs are lengths where every action costs 1
        self.assertEqual(run(self.folder)[1].splitlines()[-1], "certified: 1 actions, shortest")
        for problem, belief in ((LAMP.replace("wait", "rest"), True), (LAMP, False)):
            self.certificate(problem, "actions", sas=LAMP, name="problem.sas")
            code, text = run(self.folder)
            self.assertEqual((code, "and that task.sas is the task of problem.sas" in text), (0, belief), text)

    def test_least_costs(self):
        dear = LAMP.replace("begin_metric\n0", "begin_metric\n1").replace("-1 1\n1\nend_operator", "-1 1\n3\nend_operator")
        self.certificate(dear, "actions", name="problem.sas", sas=dear)
        task = check.read_sas(dear)
        formula = check.CostFormula(task, 1, 2, [[(0, 1)], [(0, 1), (1, 0)]])
        (self.folder / "landmarks.txt").write_text("2\n2 3\n")
        (self.folder / "below.cnf").write_bytes(b"".join(formula.text()))
        (self.folder / "below.lrat").write_bytes(b"".join(prove([*itertools.chain(*formula.clauses())])))
        cost = {"total": "3", "operators": "actions", "steps": 1}
        good = {"claim": "cheapest", "metric": "cost", "cost": cost, "options": {"metric": "cost"}, "evidence": "proof", "states": None}
        recounted = good | {"cost": {"total": "3", "operators": "actions"}, "evidence": "recount", "states": 1}
        for about, found in ((good, "certified: cost 3, cheapest, by 1 actions; fewer of that cost are not excluded"),
                             (recounted, "recomputed: cost 3, cheapest, by 1 actions, and fewest of that cost")):
            self.seal(**about)
            code, text = run(self.folder)
            self.assertEqual((code, text.splitlines()[-1]), (0, found), text)
        changed = lambda **changes: {"cost": {key: value for key, value in (cost | changes).items() if value is not None}}
        for code, changes in (
            (20, changed(total="4")), (20, changed(total="2")), (20, changed(scale=10)), (20, changed(steps=2)), (20, {"options": {"metric": "actions"}}),
            (20, {"claim": "shortest", "metric": "actions", "cost": None}), (20, {"length": 2}),
            (20, recounted | {"claim": "shortest", "metric": "actions", "cost": None, "options": {}}), (0, {"options": {}}), (20, recounted | {"states": 2}),
            (20, recounted | {"cost": {"total": "2", "operators": "actions"}}),
            (2, changed(total="03")), (2, changed(total=3)), (2, changed(total="-3")), (2, changed(total=str(2**128))), (2, changed(total=None)),
            (2, changed(operators=None)), (2, changed(operators=1)), (2, changed(operators="units")), (2, changed(scale=3)), (2, changed(scale=10**20)),
            (2, changed(steps=None)), (2, changed(steps=-1)), (2, changed(more=1)), (2, {"cost": None}), (2, {"metric": "actions"}), (2, {"length": None}),
            (2, {"claim": "shortest"}), (2, recounted | {"cost": cost}), (2, {"evidence": "recount"}), (2, {"options": {"metric": "steps"}}),
        ):
            self.seal(**good | {"length": 1} | changes)
            self.assertEqual(run(self.folder)[0], code, changes)
        self.seal(**good | {"length": 1})
        for name, data in (("below.lrat", b""), ("below.cnf", b""), ("landmarks.txt", b"2\n"), ("plan.txt", b"(wait)\n(press)\n")):
            before = (self.folder / name).read_bytes()
            (self.folder / name).write_bytes(data)
            self.seal()
            self.assertEqual(run(self.folder)[0], 20, name)
            (self.folder / name).write_bytes(before)
            self.seal()
            del self.about["files"][name]
            (self.folder / "certificate.json").write_text(json.dumps(self.about))
            self.assertEqual(run(self.folder)[0], 2, name)

    def test_a_cost_of_one_of_nothing_and_decimals(self):
        cheap = LAMP.replace("begin_metric\n0", "begin_metric\n1").replace("0\n1\nend_operator", "0\n5\nend_operator")
        self.certificate(cheap, "actions", name="problem.sas", sas=cheap)
        formula = check.CostFormula(check.read_sas(cheap), 0, 0, [])
        for name, data in (("landmarks.txt", b""), ("below.cnf", b"".join(formula.text())), ("below.lrat", b"".join(prove([*itertools.chain(*formula.clauses())])))):
            (self.folder / name).write_bytes(data)
        self.seal(claim="cheapest", metric="cost", cost={"total": "1", "operators": "actions", "steps": 0}, options={"metric": "cost"})
        self.assertEqual(run(self.folder)[1].splitlines()[-1], "certified: cost 1, cheapest, by 1 actions; fewer of that cost are not excluded")
        (self.folder / "problem.sas").unlink()
        free = LAMP.replace("begin_metric\n0", "begin_metric\n1").replace("-1 1\n1\nend_operator", "-1 1\n0\nend_operator")
        self.certificate("(define …)", "actions", name="problem.pddl", sas=free)
        about = {"claim": "cheapest", "metric": "cost", "cost": {"total": "0", "operators": "actions"}}
        self.seal(**about)
        self.assertEqual(run(self.folder)[1].splitlines()[-1], "certified: cost 0, cheapest, by 1 actions; fewer of that cost are not excluded")
        dear = free.replace("-1 1\n0\nend", "-1 1\n250\nend")
        self.certificate("(define …)", "actions", name="problem.pddl", sas=dear)
        self.seal(**about | {"cost": {"total": "250", "operators": "actions", "scale": 100}, "evidence": "recount", "states": 1})
        *_, belief, found = run(self.folder)[1].splitlines()
        self.assertEqual(belief, "to be believed: this script, and that task.sas is the task of problem.pddl in actions, with its costs multiplied by 100, which asks for least cost")
        self.assertEqual(found, "recomputed: cost 2.5 (250 in task.sas), cheapest, by 1 actions, and fewest of that cost")

    def test_least_makespans(self):
        self.certificate(LAMP, "actions", name="problem.sas", sas=LAMP)
        task = check.read_sas(LAMP)
        (self.folder / "order.txt").write_text("1\n0\n")
        for semantics, order in (("forall", "every order"), ("exists", "the order of order.txt")):
            formula = check.Formula(task, 0, check.Sharing(task, None if semantics == "forall" else {1: 0, 0: 1}))
            (self.folder / "below.cnf").write_bytes(b"".join(formula.text()))
            (self.folder / "below.lrat").write_bytes(b"".join(prove([*itertools.chain(*formula.clauses())])))
            (self.folder / "plan.txt").write_text("; step 1\n(press)\n")
            good = {"metric": "makespan", "steps": {"semantics": semantics, "operators": "actions"}, "evidence": "proof", "states": None, "claim": "shortest"}
            self.seal(**good)
            code, text = run(self.folder)
            found = f"certified: 1 steps of actions that can run in {order}, shortest"
            self.assertEqual((code, text.splitlines()[-1]), (0, found), text)
            self.assertEqual("order.txt is an order of all operators" in text, semantics == "exists", text)
            for code, changes in (
                (2, {"steps": {"semantics": "all", "operators": "actions"}}), (2, {"steps": {"semantics": semantics}}), (2, {"metric": "actions"}),
                (2, {"steps": {"semantics": semantics, "operators": "units"}}), (2, {"evidence": "recount", "states": 1}), (2, {"steps": None}),
                (2, {"steps": good["steps"] | {"more": "1"}}), (2, {"steps": good["steps"] | {"operators": 1}}),
                (2, {"claim": "all", "count": "1"}), (2, {"claim": "no plan", "length": None}), (20, {"length": 2}),
            ):
                self.seal(**good | {"length": 1, "count": None} | changes)
                self.assertEqual(run(self.folder)[0], code, changes)
            self.seal(**good | {"length": 1, "count": None})
        for order in ("0\n", "0\n0\n", "0\n1\n1\n", "0\n2\n", "", "0 1\n", "0\v1\n", "0\u20281\n", "0\n+1\n"):
            (self.folder / "order.txt").write_text(order)
            self.seal()
            self.assertEqual(run(self.folder)[0], 20, order)
        (self.folder / "order.txt").write_text("as they come\n")
        with self.assertRaisesRegex(check.Wrong, "not an order of the operators"):
            check.sharing_of(check.Task([], 0, [], [], [], []), self.folder / "order.txt", check.read_text)
        del self.about["files"]["order.txt"]
        (self.folder / "certificate.json").write_text(json.dumps(self.about))
        self.assertEqual(run(self.folder)[0], 2)

    def test_what_is_wrong_is_told(self):
        self.certificate(BOARD)
        good = {file: file.read_bytes() for file in self.folder.iterdir()}
        texts = {file.name: data for file, data in good.items()}
        lines = texts["below.cnf"].splitlines(keepends=True)
        plan = texts["plan.txt"].splitlines(keepends=True)
        for code, name, data in (
            (20, "plan.txt", b"".join(plan[1:])), (20, "plan.txt", b"".join(plan[:1] + plan)),
            (20, "plan.txt", b"".join([plan[2], *plan[:2], *plan[3:]])), (20, "plan.txt", b"(X left 9)\n" * 4),
            (20, "below.cnf", b"".join(lines[:-1])), (20, "below.cnf", b"".join(lines + lines[-1:])),
            (20, "below.cnf", b"".join(lines[:-1]) + b"1 0\n-1 0\n"), (20, "below.cnf", b""),
            (20, "below.lrat", b""), (20, "below.lrat", texts["below.lrat"][:-1]),
            (20, "problem.toml", BOARD.replace(".B..", "BB..").replace(".BXX", "..XX").encode()),
            (20, "problem.toml", BOARD.replace("column = 1", "column = 2").encode()),
            (20, "task.sas", texts["task.sas"].replace(b"X left 1", b"X left 2")),
            (2, "problem.toml", b"board = 1\n"), (2, "problem.toml", b"\xff"), (2, "task.sas", b""),
            (2, "task.sas", texts["task.sas"][:-30]), (2, "plan.txt", b"\xff"), (2, "certificate.json", b"[" * 10**5),
            (2, "certificate.json", b"{}"), (2, "certificate.json", b""),
        ):
            (self.folder / name).write_bytes(data)
            if name != "certificate.json":
                self.assertEqual(run(self.folder)[0], 20, f"{name}: another digest")
                self.seal()
            result, text = run(self.folder)
            self.assertEqual(result, code, (name, data, text))
            self.assertEqual(text.splitlines()[-1].startswith("not checked: "), code == 2)
            for file, original in good.items():
                file.write_bytes(original)
        for code, changes in (
            (20, {"length": 3}), (20, {"length": 5}), (20, {"metric": "slides"}),
            (2, {"metric": "x"}), (2, {"length": True}),
            (2, {"length": -1}), (2, {"length": 10**9}), (2, {"length": None}), (2, {"claim": "longest"}),
            (2, {"version": 1}), (2, {"version": 3}), (2, {"problem": ["other"]}), (2, {"problem": []}), (2, {"metric": "units\ncertified"}),
        ):
            about = dict(self.about)
            self.seal(**changes)
            self.assertEqual(run(self.folder)[0], code, changes)
            self.about = about

    def test_files_are_plain_files_of_the_folder(self):
        self.certificate(BOARD)
        with tempfile.TemporaryDirectory() as elsewhere:
            for name in ("plan.txt", "task.sas", "certificate.json"):
                path, moved = self.folder / name, pathlib.Path(elsewhere) / name
                path.rename(moved)
                self.assertEqual(run(self.folder)[0], 2, "missing")
                path.symlink_to(moved)
                self.assertEqual(run(self.folder)[0], 2, "a link")
                path.unlink()
                os.mkfifo(path)
                self.assertEqual(run(self.folder)[0], 2, "a pipe")
                path.unlink()
                moved.rename(path)
            self.assertEqual(run(self.folder)[0], 0)
            for name in ("../x", "/etc/passwd", "..", "", ".", "a b", "a:b", "a\u2028b", "a\nb", "\xe4"):
                self.about["files"][name] = {"bytes": 0, "sha256": ""}
                (self.folder / "certificate.json").write_text(json.dumps(self.about))
                self.assertEqual(run(self.folder)[0], 2, name)
                del self.about["files"][name]
        with open(self.folder / "plan.txt", "r+b") as file:
            file.truncate(1 << 32)
            self.assertEqual(check.checked(file.name), file.name)
            file.truncate((1 << 32) + 1)
        self.assertEqual(run(self.folder)[0], 2, "too large")

    def test_a_formula_that_another_one_takes_the_place_of(self):
        """A proof is about the formula that was made here, not about what stands in the file by then."""
        self.certificate(BOARD)
        cnf, other, plan, text = self.folder / "below.cnf", self.folder / "other.cnf", self.folder / "plan.txt", check.Formula.text
        step, detour = "(X left 1)\n", "(X left 1)\n(X right 1)\n(X left 1)\n"
        plan.write_text(plan.read_text().replace(step, detour, 1))
        cnf.write_bytes(b"".join(text(check.Formula(check.read_sas((self.folder / "task.sas").read_text()), 5))))
        (self.folder / "below.lrat").write_bytes(new(3, [], [1, 2]))
        other.write_text(dimacs([[1], [-1]]))
        self.seal(length=6)

        def text_and_then(formula):
            yield from text(formula)
            other.replace(cnf)

        with unittest.mock.patch.object(check.Formula, "text", text_and_then):
            code, said = run(self.folder)
        self.assertEqual((code, cnf.read_text()), (20, dimacs([[1], [-1]])), said)
        self.assertIn("of the proof", said)

    def test_texts_do_not_pass_for_lines(self):
        self.certificate(BOARD)
        for changes in ({"note": "a\ncertified: 1 units, shortest"}, {"program": "a\x1b[8m"}, {"proved": ["a\x85b"]}, {"options": {"a\n": None}},
                        {"metric": "units\r"}, {"kind": "\x7f"}, {"problem": ["problem.toml\n"]}):
            about = dict(self.about)
            self.seal(**changes)
            code, text = run(self.folder)
            self.assertEqual((code, text), (2, "not checked: certificate.json has a control character in a text\n"), changes)
            self.about = about

    def test_files_that_change_behind_their_digests(self):
        self.certificate(BOARD)
        check_digests = check.Folder.check_digests
        for name in ("problem.toml", "task.sas", "plan.txt"):
            data = (self.folder / name).read_bytes()

            def check_and_then(folder, digests):
                check_digests(folder, digests)
                (self.folder / name).write_bytes(data + b"\n")

            with unittest.mock.patch.object(check.Folder, "check_digests", check_and_then):
                code, said = run(self.folder)
            self.assertEqual((code, said.splitlines()[-1]), (20, f"not certified: {name} is not the file that certificate.json names"))
            (self.folder / name).write_bytes(data)

    def test_digests_have_a_number_of_bytes_and_a_text(self):
        self.certificate(BOARD)
        good = self.about["files"]["plan.txt"]
        for code, changes in (
            (0, {}), (20, {"bytes": good["bytes"] + 1}), (20, {"bytes": 2**64 - 1}), (2, {"bytes": 2**64}), (2, {"bytes": -1}), (2, {"bytes": "1"}),
            (20, {"sha256": ""}), (2, {"sha256": 1}), (2, {"more": 1}),
        ):
            self.about["files"]["plan.txt"] = good | changes
            (self.folder / "certificate.json").write_text(json.dumps(self.about))
            self.assertEqual(run(self.folder)[0], code, changes)

    def test_files_with_changed_bytes(self):
        self.certificate(BOARD)
        rng = random.Random(5)
        for name in ("problem.toml", "task.sas", "plan.txt", "below.cnf", "below.lrat"):
            path = self.folder / name
            good, codes = path.read_bytes(), []
            for _ in range(60):
                data = bytearray(good)
                data[rng.randrange(len(data))] = rng.choice(b" \n\0019-aX\xff")
                path.write_bytes(data)
                self.seal()
                codes.append(run(self.folder)[0])
                if name == "below.cnf" and data != good:
                    self.assertEqual(codes[-1], 20)
            path.write_bytes(good)
            self.assertLessEqual(set(codes), {0, 2, 20})
            self.assertGreater(codes.count(20) + codes.count(2), 20, name)


class Counts(InFolder):
    def tasks(self, seed, n_tasks):
        """Random tasks, with the number of shortest plans of each. In some, operators share names; then those of one name that lead to the
        same state are one step."""
        rng = random.Random(seed)
        while n_tasks:
            task = Formulas.random_task(rng)
            if rng.random() < 0.5:
                others = [o._replace(precondition=o.precondition[1:]) for o in task.operators[:2]]
                task = task._replace(operators=task.operators[1:] + others + task.operators[:1])
            length, ends = (shortest(task, 4) or (None, []))[0], [check.extended(task, task.initial)]
            for _ in range(length or 0):
                ends = [after for values in ends for after in self.steps(task, values)]
            if length:
                n_tasks -= 1
                yield task, length, sum({*enumerate(values)}.issuperset(task.goal) for values in ends)

    @staticmethod
    def steps(task, values):
        """The states that follow, once for each name of an operator that leads to it."""
        after = ((operator.name, check.successor(task, values, operator)) for operator in task.operators)
        return [[*values] for _, values in {(name, (*values,)) for name, values in after if values}]

    def test_plans_are_counted(self):
        several = 0
        for task, length, n_plans in self.tasks(8, 300):
            graph, known, several = check.StateGraph(task), set(), several + (n_plans > 1)
            layer = {graph.number(task.initial)}
            for _ in range(length):
                known |= layer
                layer = {after for state in layer for _, after, _ in graph.steps(state, graph.values(state))} - known
            counted = lambda n, told, states=len(known): self.accepts(check.check_states, task, n, states, told)
            self.assertTrue(counted(length, str(n_plans)))
            for n, told in ((length, str(n_plans + 1)), (length, "0"), (length, f"0{n_plans}"), (length + 1, str(n_plans))):
                self.assertFalse(counted(n, told))
            for states in (0, len(known) - 1, len(known) + 1, 10**7):
                self.assertFalse(counted(length, str(n_plans), states))
        self.assertGreater(several, 30)

    def test_certificates_of_how_many_plans_there_are(self):
        certificates = Certificates()
        certificates.folder = self.folder
        length = certificates.certificate("(define …)", "actions", sas=LAMP, name="problem.pddl")
        self.assertEqual(length, 1)
        about = {"claim": "count", "count": "1", "evidence": "recount", "states": 1}
        certificates.seal(**about)
        code, text = run(self.folder)
        self.assertEqual((code, text.splitlines()[-1]), (0, "recomputed: 1 actions, shortest; 1 of that length"), text)
        for code, changes in (
            (20, {"count": "2"}), (20, {"count": ""}), (20, {"length": 2}), (2, {"count": 1}), (2, {"count": None}),
            (2, {"claim": "shortest"}), (2, {"claim": "no plan"}), (2, {"claim": "all"}), (2, {"length": None}), (2, {"evidence": "faith"}),
            (2, {"evidence": "proof"}), (20, {"states": 2}), (20, {"states": 0}), (2, {"states": "1"}), (2, {"states": None}),
        ):
            certificates.seal(**about | {"length": 1} | changes)
            self.assertEqual(run(self.folder)[0], code, changes)


class CommandLine(InFolder):
    def test_the_formula_and_the_plan_of_a_problem(self):
        sas, plan = self.folder / "lamp.sas", self.folder / "plan.txt"
        sas.write_text(LAMP)
        plan.write_text("(press)\n")
        words = [sys.executable, SCRIPT]
        written = subprocess.run([*words, sas, "-", "1"], capture_output=True, check=True).stdout
        self.assertEqual(written, b"".join(check.Formula(check.read_sas(LAMP), 1).text()))
        self.assertEqual(run(sas, "-", 1, "--plan", plan)[0], 0)
        self.assertEqual(run(sas, "-", 2, "--plan", plan)[0], 20)
        self.assertEqual(run(sas, "-", 1, "--steps", "forall", "--plan", plan)[0], 0)
        plan.write_text("(wait)\n")
        self.assertEqual(run(sas, "-", 1, "--plan", plan), (20, "not certified: the plan does not lead to the goal\n"))
        for wrong in ([], ["--help"], [sas], [sas, "-"], [sas, "-", "x"], [sas, "-", "+1"], [sas, "-", "-1"], [sas, "-", "1_0"], [sas, "-", "1", "--plan"], [plan, "-", "1"]):
            self.assertEqual(subprocess.run([*words, *wrong], capture_output=True).returncode, 2, wrong)


if __name__ == "__main__":
    unittest.main()
