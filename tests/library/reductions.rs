//! Reductions leave out plans, never answers: each of them, alone and with the others, finds the same length as breadth-first
//! search, in every mode, and refutes shorter ones.

use crate::common::tasks;
use bmcplan::encode::{
    Encoding, Operators, Reduction, Reductions, StepOptions, Term, Transition, TransitionSystem, Unrolling,
};
use bmcplan::formula::{Formula, Lit, Var};
use bmcplan::kinds::rush_hour::{self, BoardFormat, BoardMetric};
use bmcplan::solver::{Answer, Solver, SolverKind};
use bmcplan::stop::Stop;
use bmcplan::task::{Fact, Literal, Operator, Task, TaskBuilder};
use bmcplan::text::Source;
use bmcplan_planner::{Mode, Options, Outcome, Strategy};
use itertools::Itertools as _;

use crate::common::ask::ask;
use crate::common::optimum::optimum;
use crate::sweep::ask_about;

/// Time advances in every step: a blocker after a move, because of the time, was none before.
#[test]
fn a_game_that_is_won_at_the_last_moment() {
    for length in 1..5 {
        let mut builder = TaskBuilder::default();
        let var = builder.variable("v", (0..=length).map(|value| value.to_string()), 0);
        let fact = |value| Fact { var, value };
        for value in 0..length {
            builder.operator(Operator::simple("up", [fact(value).into()], [fact(value + 1)]));
        }
        builder.goal([fact(length).into()]);
        let task = builder.build().unwrap();
        for deadline in [length - 1, length, length + 1].into_iter().filter(|deadline| 0 < *deadline) {
            let task = tasks::with_deadline(&task, deadline);
            let shortest = usize::try_from(length).unwrap();
            assert_eq!(optimum(&task), (length <= deadline).then_some(shortest), "{length} by {deadline}");
            ask_about(&task);
        }
    }
}

fn board(text: &str, metric: BoardMetric) -> Task {
    rush_hour::task(
        &rush_hour::read_as(&Source::new("board", text), BoardFormat::Text).unwrap(),
        metric,
        &Stop::default(),
    )
    .unwrap()
}

/// Slides may seem to be exchangeable: C can go up before A goes to the right, but then C stands on cells swept by A. To
/// forbid A before C loses the plan.
#[test]
fn a_slide_that_would_end_in_the_way_of_the_other_stays_behind_it() {
    let text = "..##..\n#AA...\n..BC..\nXXBC..\n";
    let task = board(text, BoardMetric::Slides);
    assert_eq!(optimum(&task), Some(4));
    ask_about(&task);
}

/// Exactly one order of independent moves remains, and no move there and back.
#[test]
fn each_reduction_leaves_something_out() {
    let text = "XX..A.\n....A.\n......\n######\nCC..D.\n....D.\n";
    let count = |reductions| {
        let task = board(text, BoardMetric::Units);
        let system = Transition
            .encode(&task, &StepOptions { reductions, ..StepOptions::default() }, &Stop::default())
            .unwrap();
        let parts = [system.transition(), system.succession(), system.universal()];
        (parts.map(|part| part.len()), system.n_vars())
    };
    let (none, n_vars) = count(Reductions::NONE);
    assert_eq!(none[1], 0, "nothing over three frames");
    let (ordered, _) = count(Reductions::NONE.with(Reduction::Order));
    assert!(none[0] + none[1] < ordered[0] + ordered[1], "{ordered:?}");
    let (once, _) = count(Reductions::NONE.with(Reduction::Repeats));
    assert!(none[0] <= once[0] && 0 < once[1], "{once:?}");
    let (_, relevant) = count(Reductions::NONE.with(Reduction::Relevance));
    assert!(relevant < n_vars, "C and D are behind a wall");
}

/// A solver with the first frames of a system.
pub(crate) fn with_frames(system: &TransitionSystem, n_frames: usize) -> Box<dyn Solver> {
    let mut formula = Formula::default();
    let mut unrolling = Unrolling::of(system);
    (0..n_frames).for_each(|_| unrolling.grow(&mut formula));
    let mut solver = SolverKind::Batsat.build(&Stop::default()).unwrap();
    solver.reserve(formula.n_vars());
    formula.cnf().clauses().for_each(|clause| solver.add_clause(clause));
    solver
}

/// The number of runs that an encoding allows, of these: each is given by the values of two variables in each frame.
fn n_allowed<const N: usize>(
    task: &Task,
    encoding: &dyn Encoding,
    reductions: Reductions,
    runs: &[[[u32; 2]; N]],
) -> usize {
    let step = StepOptions { reductions, ..StepOptions::default() };
    let system = encoding.encode(task, &step, &Stop::default()).unwrap();
    let mut solver = with_frames(&system, N);
    let is_allowed = |run: &&[[u32; 2]; N]| {
        let mut states: Vec<Lit> = Vec::new();
        for (frame, values) in run.iter().enumerate() {
            for (var, value) in task.variable_ids().zip(values) {
                let Term::Lit(lit) = system.fact(Fact { var, value: *value }) else { panic!("{var:?}") };
                states.push(system.at(lit, frame));
            }
        }
        solver.solve(&states).unwrap() == Answer::Satisfiable
    };
    runs.iter().filter(is_allowed).count()
}

/// Of two switches that are alike one is set first.
#[test]
fn one_order_of_operators_that_are_alike_remains() {
    let mut builder = TaskBuilder::default();
    let vars = ["a", "b"].map(|name| builder.variable(name, ["0", "1"], 0));
    for var in vars {
        builder.operator(Operator::simple("set", [Fact { var, value: 0 }.into()], [Fact { var, value: 1 }]));
    }
    builder.goal(vars.map(|var| Fact { var, value: 1 }.into()));
    let task = builder.build().unwrap();
    let runs = [[[0, 0], [1, 0], [1, 1]], [[0, 0], [0, 1], [1, 1]]];
    let encodings: [&dyn Encoding; 2] = [&Transition, &Operators];
    for encoding in encodings {
        let choices = [Reductions::NONE, Reductions::NONE.with(Reduction::Symmetries)];
        let allowed = choices.map(|reductions| n_allowed(&task, encoding, reductions, &runs));
        assert_eq!(allowed, [2, 1], "{}", encoding.name());
    }
}

/// Moves block each other or not, by where they begin and end: B moves before A, but to leap it has to wait until A has left 0, and it does
/// not wait until A is at 2, which keeps it from going on.
#[test]
fn one_order_of_moves_that_may_block_each_other_remains() {
    let mut builder = TaskBuilder::default();
    let [a, b] = ["a", "b"].map(|name| builder.variable(name, ["0", "1", "2"], 0));
    let fact = |var, value| Fact { var, value };
    let unless = |value| !Literal::from(fact(a, value));
    for value in 0..2 {
        builder.operator(Operator::simple("A", [fact(a, value).into()], [fact(a, value + 1)]));
        builder.operator(Operator::simple("B", [fact(b, value).into(), unless(2)], [fact(b, value + 1)]));
    }
    builder.operator(Operator::simple("leap", [fact(b, 0).into(), unless(0)], [fact(b, 2)]));
    builder.goal([fact(a, 1).into(), fact(b, 2).into()]);
    let task = builder.build().unwrap();
    let steps = [
        [[0, 0], [1, 0], [1, 1], [1, 2]],
        [[0, 0], [0, 1], [1, 1], [1, 2]],
        [[0, 0], [0, 1], [0, 2], [1, 2]],
        [[0, 0], [1, 0], [2, 0], [2, 2]],
    ];
    let leap = [[[0, 0], [1, 0], [1, 2]]];
    for (reductions, expected) in
        [(Reductions::NONE, (4, 1)), (Reductions::NONE.with(Reduction::Order), (1, 1))]
    {
        let allowed = (
            n_allowed(&task, &Transition, reductions, &steps),
            n_allowed(&task, &Transition, reductions, &leap),
        );
        assert_eq!(allowed, expected, "{reductions}");
    }
}

/// Three operators of two effects each, in any order; operators that share a tool need it to be put down in between.
fn three_jobs(with_tool: bool) -> Task {
    let mut builder = TaskBuilder::default();
    let tool = builder.variable("tool", ["down", "up"], 0);
    let fact = |var, value| Fact { var, value };
    let mut goal: Vec<Literal> = Vec::new();
    for name in ["a", "b", "c"] {
        let [one, other] = [1, 2].map(|part| builder.variable(format!("{name}{part}"), ["0", "1"], 0));
        let (mut precondition, mut effects) = (vec![fact(one, 0).into()], vec![fact(one, 1), fact(other, 1)]);
        goal.extend(effects.iter().copied().map(Literal::from));
        if with_tool {
            precondition.push(fact(tool, 0).into());
            effects.push(fact(tool, 1));
        }
        builder.operator(Operator::simple(name, precondition, effects));
    }
    builder.operator(Operator::simple("put down", [fact(tool, 1).into()], [fact(tool, 0)]));
    builder.goal(goal);
    builder.build().unwrap()
}

/// Operators that are no arcs are ordered where most of them commute, and only there.
#[test]
fn one_order_of_commuting_operators_remains() {
    let system = |with_tool, reductions| {
        let step = StepOptions { reductions, ..StepOptions::default() };
        Transition.encode(&three_jobs(with_tool), &step, &Stop::default()).unwrap()
    };
    let n_orders = |system: &TransitionSystem| {
        let mut solver = with_frames(system, 4);
        let lit = |name: &str| {
            let place = system.names().iter().position(|other| other == name).unwrap();
            Var::from_index(place).positive()
        };
        let orders = ["a", "b", "c"].into_iter().permutations(3);
        let runs = orders.map(|order| {
            let steps = order.iter().zip(0..).map(|(name, step)| system.at(lit(name), step));
            steps.chain(system.goal().iter().map(|lit| system.at(*lit, 3))).collect_vec()
        });
        runs.filter(|run| solver.solve(run).unwrap() == Answer::Satisfiable).count()
    };
    let [none, order] = [Reductions::NONE, Reductions::NONE.with(Reduction::Order)];
    assert_eq!([none, order].map(|reductions| n_orders(&system(false, reductions))), [6, 1]);
    assert_eq!(system(true, order).n_vars(), system(true, none).n_vars(), "no two of them commute");
}

/// Clauses on states belong to the part for every frame; if they exclude the goal, no horizon is tried.
#[test]
fn unreachable_states_are_left_out() {
    let mut builder = TaskBuilder::default();
    let [a, b] = ["a", "b"].map(|name| builder.variable(name, ["free", "taken"], 0));
    let [free, taken] = [0, 1].map(|value| move |var| Fact { var, value });
    for (var, other) in [(a, b), (b, a)] {
        let precondition = [free(var).into(), free(other).into()];
        builder.operator(Operator::simple("take", precondition, [taken(var)]));
    }
    builder.goal([taken(a).into(), taken(b).into()]);
    let task = builder.build().unwrap();
    let encodings: [&dyn Encoding; 2] = [&Transition, &Operators];
    let modes = [
        Mode::Formula(Strategy::Incremental),
        Mode::Formula(Strategy::Fixed(2)),
        Mode::Formula(Strategy::Minimize(2)),
    ];
    for (encoding, mode) in encodings.into_iter().cartesian_product(modes) {
        let system = |reductions| {
            encoding
                .encode(&task, &StepOptions { reductions, ..StepOptions::default() }, &Stop::default())
                .unwrap()
        };
        let [none, exclusive] = [Reductions::NONE, Reductions::NONE.with(Reduction::Mutexes)].map(system);
        assert_eq!(exclusive.universal().len(), none.universal().len() + 1, "{}", encoding.name());
        assert!(exclusive.excludes_goal() && !none.excludes_goal(), "{}", encoding.name());
        let report = ask(&task, encoding, &Options { mode, ..Options::default() });
        assert_eq!((report.outcome, report.attempts.len()), (Outcome::Unsolvable, 0), "{}", encoding.name());
    }
}
