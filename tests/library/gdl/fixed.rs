//! Rule sheets by hand, one for each thing that is easily got wrong.

/// A game and its shortest plays.
pub(crate) struct Fixed {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    /// For each goal value that a play can end with the length of a shortest play, and how many there are.
    pub(crate) plays: &'static [(u32, usize, u128)],
}

pub(crate) const FIXED: &[Fixed] = &[
    Fixed {
        name: "the play ends in the first terminal state",
        text: "(role r) (init (at 1)) (succ 1 2) (succ 2 3) (succ 3 4)
            (legal r go)
            (<= (next (at ?y)) (does r go) (true (at ?x)) (succ ?x ?y))
            (<= terminal (true (at 3))) (<= terminal (true (at 4)))
            (<= (goal r 100) (true (at 4))) (<= (goal r 50) (true (at 3))) (<= (goal r 10) (true (at 2)))",
        plays: &[(50, 2, 1)],
    },
    Fixed {
        name: "a state without legal moves that is not terminal is a dead end",
        text: "(role r) (init p) (<= (legal r a) (true p)) (<= (legal r b) (true p)) (<= (legal r c) (true q))
            (<= (next q) (does r b)) (<= (next s) (does r c)) (<= (next t) (does r a))
            (<= terminal (true s)) (<= (goal r 100) (not (true p))) (<= (goal r 0) (true t))",
        plays: &[(100, 2, 1)],
    },
    Fixed {
        name: "moves of the same effect are different plays, one legal for two reasons is one",
        text: "(role r) (legal r a) (legal r b) (<= (legal r a) (true p)) (init p)
            (<= (next q) (does r ?m)) (<= (next s) (true q))
            (<= terminal (true s)) (<= (goal r 100) (true s))",
        plays: &[(100, 2, 4)],
    },
    Fixed {
        name: "a play of no moves",
        text: "(role r) terminal (goal r 100) (goal r 0) (legal r a) (init p)",
        plays: &[(0, 0, 1), (100, 0, 1)],
    },
    Fixed {
        name: "nothing can be done, and nothing is over",
        text: "(role r) (init p) (<= (legal r a) (true q)) (<= (next q) (does r a)) (<= terminal (true q))
            (goal r 100)",
        plays: &[],
    },
    Fixed {
        name: "what no rule derives is gone",
        text: "(role r) (init p) (init q) (legal r a) (legal r b)
            (<= (next p) (true p) (does r b)) (<= (next p) (not (true p)) (not (true q)))
            (<= terminal (true p) (not (true q))) (<= (goal r 100) (true p)) (goal r 1)",
        plays: &[(1, 1, 1), (100, 1, 1)],
    },
    Fixed {
        name: "the state may be empty",
        text: "(role r) (init p) (legal r a) (<= (next q) (not (true p)) (does r a)) (<= (terminal) (true (q)))
            (<= (goal r 100) (not (true p)))",
        plays: &[(100, 2, 1)],
    },
    Fixed {
        name: "case does not matter, nor do parentheses around a word",
        text: "(ROLE Robot) (Init (At HOME)) (legal robot (Leave)) (<= (NEXT (at Away)) (does ROBOT leave))
            (<= (Terminal) (true (at AWAY)) (nice)) (<= nice (not (BAD))) (<= bad (true (at home)))
            (<= (goal robot ?V) (worth away ?v)) (worth AWAY 100)",
        plays: &[(100, 1, 1)],
    },
    Fixed {
        name: "not distinct is the same, and binds",
        text: "(role r) (init (at (pos 1 1))) (dom 1) (dom 2)
            (<= (legal r (go ?x ?y)) (dom ?x) (dom ?y) (not (distinct ?x ?y)))
            (<= (legal r (go ?x 2)) (not (distinct (pos ?x a) (pos 1 a))))
            (<= (next (at ?p)) (does r (go ?x ?y)) (not (distinct ?p (pos ?y ?x))))
            (<= terminal (true (at (pos 2 1)))) (<= terminal (true (at (pos 2 2))))
            (<= (goal r 100) (true (at (pos 2 1)))) (<= (goal r 40) (true (at (pos 2 2))))",
        plays: &[(40, 1, 1), (100, 1, 1)],
    },
    Fixed {
        name: "the goal is that another value is not reached",
        text: "(role r) (init (low 2)) (legal r up) (legal r rest) (less 2 1) (less 1 0)
            (<= (next (low ?y)) (does r up) (true (low ?x)) (less ?x ?y))
            (<= (next (low ?x)) (does r rest) (true (low ?x)))
            (<= (goal r 100) (not (goal r 0))) (<= (goal r 0) (true (low ?x)) (less ?x ?y))
            (<= terminal (goal r 100))",
        plays: &[(100, 2, 1)],
    },
    Fixed {
        name: "negation through a relation itself, along an order",
        text: "(role r) (init (off 1)) (dom 1) (dom 2) (dom 3) (dom 4) (succ 1 2) (succ 2 3) (succ 3 4)
            (<= (legal r (push ?x)) (dom ?x))
            (<= (next (off ?x)) (does r (push ?x)))
            (<= (win ?x) (succ ?y ?x) (not (win ?y)) (not (true (off ?x))))
            (<= terminal (win 3)) (<= terminal (not (win 4)) (not (win 3)))
            (<= (goal r 100) (win 3)) (<= (goal r 70) (not (win 3)))",
        plays: &[(70, 1, 1), (100, 1, 1)],
    },
    Fixed {
        name: "the game is over when nothing is legal",
        text: "(role r) (init (heap 3)) (less 3 2) (less 2 1) (less 1 0) (less 3 1) (less 2 0)
            (<= (legal r (to ?y)) (true (heap ?x)) (less ?x ?y))
            (<= (next (heap ?y)) (does r (to ?y)))
            (<= able (legal r ?m)) (<= terminal (not able)) (<= (goal r 100) terminal (true (heap 0)))",
        plays: &[(100, 2, 2)],
    },
    Fixed {
        name: "fluents and moves as variables",
        text: "(role r) (<= (init ?f) (first ?f)) (first (on 1)) (first p) (first (on (2)))
            (<= (legal r (drop ?f)) (true ?f) (first ?f)) (<= (next ?f) (true ?f) (not (gone ?f)))
            (<= (gone ?f) (does r (drop ?f))) (<= (next (last ?m)) (does r ?m))
            (<= some (true (on ?x))) (<= terminal (not some)) (<= terminal (not (true p)))
            (<= (goal r 100) (true p) (not some)) (<= (goal r 5) (true (last (drop p))))",
        plays: &[(5, 1, 1), (100, 2, 2)],
    },
    Fixed {
        name: "whoever plays",
        text: "(role solo) (<= (legal ?p a) (role ?p)) (<= (legal ?p b) (role ?p) (true q))
            (<= (next q) (does ?p a) (role ?p)) (<= (next s) (does ?p b))
            (<= terminal (true s)) (<= (goal ?p 100) (role ?p) (true s))",
        plays: &[(100, 2, 1)],
    },
    Fixed {
        name: "input and base in rules",
        text: "(role r) (base (at 1)) (base (at 2)) (<= (base (at 3)) (base (at 2)))
            (input r (go 2)) (<= (input r (go ?x)) (base (at ?x)))
            (init (at 1)) (<= (legal r ?m) (input r ?m)) (<= (next ?f) (base ?f) (doing ?f))
            (<= (doing (at ?x)) (does r (go ?x))) (<= terminal (true (at 3))) (<= (goal r 100) (true (at 3)))",
        plays: &[(100, 1, 1)],
    },
    Fixed {
        name: "time goes round",
        text: "(role r) (init (hand 0)) (tick 0 1) (tick 1 2) (tick 2 0) (legal r hit) (legal r wait)
            (<= (next (hand ?y)) (true (hand ?x)) (tick ?x ?y))
            (<= (next (got ?x)) (true (hand ?x)) (does r hit)) (<= (next (got ?x)) (true (got ?x)))
            (<= terminal (true (got 2)) (true (hand 1)))
            (<= (goal r 100) (true (got 0))) (<= (goal r 30) (not (true (got 0))))",
        plays: &[(30, 4, 2), (100, 4, 6)],
    },
    Fixed {
        name: "paths in a graph with cycles, and over the state along an order",
        text: "(role r) (edge a b) (edge b a) (edge b c) (edge c d)
            (<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?y) (path ?x ?z) (path ?z ?y))
            (init (at a)) (<= (legal r (go ?y)) (true (at ?x)) (edge ?x ?y))
            (<= (next (at ?y)) (does r (go ?y))) (succ a b) (succ b c) (succ c d)
            (<= (behind ?x) (true (at ?y)) (succ ?x ?y)) (<= (behind ?x) (succ ?x ?y) (behind ?y))
            (<= terminal (true (at ?x)) (not (path ?x ?x)))
            (<= (goal r 100) (behind b)) (<= (goal r 20) (true (at d)))",
        plays: &[(100, 2, 1)],
    },
    Fixed {
        name: "alternatives that bind different variables",
        text: "(role r) (p 1) (q 2) (q 3) (init (n 1))
            (<= (legal r (set ?x)) (or (and (p ?x) (true (n ?y)) (q ?y)) (q ?x)))
            (<= (next (n ?x)) (does r (set ?x)))
            (<= terminal (or (true (n 3)) (and (true (n ?x)) (p ?x) (not (or (true (n 1)) (true (n 2)))))))
            (<= (goal r ?v) (or (and (true (n 3)) (not (distinct ?v 100))) (and (q ?x) (worth ?x ?v))))
            (worth 2 60) (worth 1 10)",
        plays: &[(60, 1, 1), (100, 1, 1)],
    },
    Fixed {
        name: "words of the language as names, functions of several arities",
        text: "(role goal) (init (true 1)) (init (true 1 2)) (init next) (legal goal (does legal)) (legal goal legal)
            (<= (next (true 2)) (does goal legal) (true (true 1)) (true (true 1 2)) (true next))
            (<= (next (true 2)) (does goal (does legal)) (true next) (not (true (true 1))))
            (<= (next next) (true next))
            (<= terminal (true (true 2))) (<= (goal goal 100) (distinct (true 1) (true 1 2)) (true (true 2)))",
        plays: &[(100, 1, 1)],
    },
    Fixed {
        name: "rules that never apply",
        text: "(role r) (init p) (legal r a) (<= (legal r b) (distinct 1 1)) (<= (legal r c) (not (legal r a)))
            (<= (next q) (true p) (does r b)) (<= (next s) (true p) (does r a)) (<= (goal r 100) (true q))
            (<= (goal r 30) (true s) (or (true q) (not (true q)))) (<= terminal (true q)) (<= terminal (true s))
            (<= (unused ?x) (unused ?x))",
        plays: &[(30, 1, 1)],
    },
    Fixed {
        name: "painting over does not take the first colour off",
        text: "(role r) (init (hue red)) (colour red) (colour blue)
            (<= (legal r (paint ?c)) (colour ?c))
            (<= (next (hue ?c)) (does r (paint ?c)) (true (hue ?d)) (distinct ?c ?d))
            (<= (next (hue ?c)) (true (hue ?c)) (not (does r (paint ?c))))
            (<= terminal (true (hue blue))) (<= (goal r 100) (true (hue red))) (<= (goal r 10) (true (hue blue)))",
        plays: &[(10, 1, 1), (100, 1, 1)],
    },
    Fixed {
        name: "two colours that change places",
        text: "(role r) (init (cell 1 blue)) (init (cell 2 red)) (legal r (flip 1)) (legal r (flip 2)) (legal r a)
            (<= (next (cell ?x red)) (does r (flip ?x)) (not (true (cell ?x red))))
            (<= (next (cell ?x blue)) (does r (flip ?x)) (not (true (cell ?x blue))))
            (<= (next (cell ?x ?c)) (true (cell ?x ?c)) (not (does r (flip ?x))))
            (<= terminal (true (cell 1 red)) (true (cell 2 blue)))
            (<= (goal r 100) (true (cell 1 red)) (not (true (cell 2 red))))",
        plays: &[(100, 2, 2)],
    },
];
