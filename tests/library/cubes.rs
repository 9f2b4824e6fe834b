//! Horizons divided into cubes: the answer of breadth-first search, whatever the division and the number of threads, and however
//! early the run is stopped.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use crate::auto::board;
use crate::common::ask::ask;
use crate::common::boards;
use crate::common::cases::cases;
use bmcplan::encode::{Encoding, StepOptions, Term, Transition, Unrolling, encodings};
use bmcplan::formula::{ClauseSink, Lit, Var};
use bmcplan::kinds::rush_hour::{self, BoardMetric};
use bmcplan::solver::{Answer, Solver, SolverKind};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Operator, TaskBuilder};
use bmcplan_planner::{Event, LowerBound, Mode, Options, Outcome, Strategy, solve};
use bmcplan_sat::figures::Figures;
use itertools::{Itertools as _, iproduct};
use proptest::prelude::*;

fn divided(cubes: &str, threads: usize, solver: &SolverKind) -> Options {
    Options {
        mode: Mode::Formula(Strategy::Incremental),
        cubes: cubes.parse().unwrap(),
        search_threads: NonZeroUsize::new(threads),
        solver: solver.clone(),
        lower_bound: LowerBound::None,
        ..Options::default()
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// In each frame of each run a landmark is there exactly if one of its facts holds.
    #[test]
    fn obstacles_are_what_they_say(board in boards::arb_board(), steps in 0..4_usize) {
        let task = rush_hour::task(&board, BoardMetric::Slides, &Stop::default()).unwrap();
        let sets = task.landmark_facts(&Stop::default());
        let system = Transition.encode(&task, &StepOptions::default(), &Stop::default()).unwrap();
        let system = system.with_landmark_facts(&sets);
        let mut sink = Sink { solver: SolverKind::Batsat.build(&Stop::default()).unwrap(), n_vars: 0 };
        let mut unrolling = Unrolling::of(&system);
        (0..=steps).for_each(|_| unrolling.grow(&mut sink));
        for (landmark, frame) in iproduct!(system.landmark_facts(), 0..=steps) {
            let there = unrolling.at(landmark.there, frame);
            let facts = sets.iter().find(|facts| facts.iter().any(|fact| match system.fact(*fact) {
                Term::Lit(lit) => landmark.values.contains(&lit),
                Term::True | Term::False => false,
            }));
            let lits = facts.unwrap().iter().filter_map(|fact| match system.fact(*fact) {
                Term::Lit(lit) => Some(unrolling.at(lit, frame)),
                Term::True | Term::False => None,
            });
            let lits = lits.collect_vec();
            for lit in &lits {
                prop_assert_eq!(sink.solver.solve(&[*lit, !there]).unwrap(), Answer::Unsatisfiable);
            }
            let none = lits.iter().map(|lit| !*lit).chain([there]).collect_vec();
            prop_assert_eq!(sink.solver.solve(&none).unwrap(), Answer::Unsatisfiable);
        }
    }
}

struct Sink {
    solver: Box<dyn Solver>,
    n_vars: usize,
}

impl ClauseSink for Sink {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    fn new_var(&mut self) -> Var {
        self.n_vars += 1;
        self.solver.reserve(self.n_vars);
        Var::from_index(self.n_vars - 1)
    }
}

/// A cart needs one value of a gate and then the other, so that each has to be left: one of them is there at any time.
#[test]
fn variables_of_obstacles_alone_are_left_out() {
    let mut builder = TaskBuilder::default();
    let cart = builder.variable("cart", ["0", "1", "2"], 0);
    let gate = builder.variable("gate", ["0", "1"], 0);
    let fact = |var, value| Fact { var, value };
    for at in [0, 1] {
        let precondition = [fact(cart, at).into(), fact(gate, at).into()];
        builder.operator(Operator::simple("go", precondition, [fact(cart, at + 1)]));
    }
    builder.operator(Operator::simple("turn", [fact(gate, 0).into()], [fact(gate, 1)]));
    builder.goal([fact(cart, 2).into()]);
    assert!(builder.build().unwrap().landmark_facts(&Stop::default()).is_empty());
}

#[test]
fn no_obstacles_are_looked_for_once_the_flag_is_raised() {
    let task = board("thinkfun/card02.toml", BoardMetric::Slides);
    let stop = Stop::default();
    assert!(!task.landmark_facts(&stop).is_empty());
    stop.raise(StopReason::Timeout);
    assert!(task.landmark_facts(&stop).is_empty());
}

/// Boards that take the solver so long that horizons are divided of their own accord. Three threads have two cubes, so that one
/// is halved.
#[test]
fn long_refutations() {
    for (file, cubes, threads, shortest) in
        [("large/12x12_7.toml", "auto", 2, 25), ("large/9x9_6.toml", "landmarks:1", 3, 18)]
    {
        let task = board(file, BoardMetric::Slides);
        assert!(!task.landmark_facts(&Stop::default()).is_empty());
        let options =
            Options { lower_bound: LowerBound::HMax, ..divided(cubes, threads, &SolverKind::default()) };
        let report = ask(&task, &*encodings()[0], &options);
        let Outcome::Solved { plan, optimal: true, .. } = &report.outcome else {
            panic!("{:?}", report.outcome)
        };
        assert_eq!((plan.length(), report.refuted), (shortest, Some(shortest - 1)), "{cubes} {threads}");
    }
}

/// The flag is raised while all threads work on cubes that take long.
#[test]
fn stopped_within_a_cube() {
    let task = board("large/12x12_7.toml", BoardMetric::Units);
    let options =
        Options { lower_bound: LowerBound::HMax, ..divided("landmarks:1", 2, &SolverKind::default()) };
    let (stop, mut raised) = (Stop::default(), None);
    let report = std::thread::scope(|scope| {
        let flag = stop.clone();
        let solving = scope.spawn(|| solve(&task, &*encodings()[0], &options, &stop, &mut |_| {}));
        std::thread::sleep(Duration::from_millis(700));
        flag.raise(StopReason::Timeout);
        raised = Some(Instant::now());
        solving.join().unwrap().unwrap()
    });
    assert!(raised.unwrap().elapsed() < Duration::from_secs(5));
    match report.outcome {
        Outcome::Solved { optimal: false, .. } => assert_eq!(report.stopped, Some(StopReason::Timeout)),
        outcome => assert_eq!(outcome, Outcome::Stopped(StopReason::Timeout)),
    }
}

#[test]
fn horizons_are_told_once() {
    let task = board("thinkfun/card02.toml", BoardMetric::Slides);
    let mut told = Vec::new();
    let options = divided("landmarks:3", 2, &SolverKind::Batsat);
    let report = solve(&task, &*encodings()[0], &options, &Stop::default(), &mut |progress| match progress {
        Event::Started(horizon) => told.push((horizon, None)),
        Event::Finished(attempt) => told.push((attempt.horizon, Some(attempt.answer))),
        _ => {}
    });
    let report = report.unwrap();
    let expected = report
        .attempts
        .iter()
        .flat_map(|attempt| [(attempt.horizon, None), (attempt.horizon, Some(attempt.answer))]);
    assert_eq!(told, expected.collect_vec());
    assert!(report.attempts.iter().all(|attempt| attempt.conflicts.is_some()));
    let Figures { variables, clauses, .. } = report.figures;
    assert!(Some(0) < variables && Some(0) < clauses, "the formulas of all threads");
}
