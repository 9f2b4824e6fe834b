//! Traps for careless encodings of parallel steps.

use bmcplan::encode::{Encoding, Operators, Reductions, Semantics, StepOptions};
use bmcplan::kinds::sliding_block::{self, Labelling, PuzzleMetric};
use bmcplan::stop::Stop;
use bmcplan::task::{Effect, Fact, Literal, Operator, Task, TaskBuilder, VarId};
use bmcplan::text::Source;
use bmcplan_planner::{Mode, Outcome, Strategy};

use super::{PARALLEL, options};
use crate::common::ask::ask;
use crate::sweep::ask_about;
use itertools::Itertools as _;

fn fact(index: usize, value: u32) -> Fact {
    Fact { var: VarId::from_index(index), value }
}

fn lamps(builder: &mut TaskBuilder, n: usize) {
    for index in 0..n {
        builder.variable(format!("x{index}"), ["0", "1"], 0);
    }
}

fn makespan(task: &Task, semantics: Semantics) -> Option<usize> {
    let [by_formulas, by_search] =
        [Mode::Formula(Strategy::Minimize(6)), Mode::Search].map(|mode| {
            match ask(task, &Operators, &options(semantics, mode)).outcome {
                Outcome::Solved { plan, optimal: true, .. } => Some(plan.makespan()),
                Outcome::NoPlanWithin(_) | Outcome::Unsolvable => None,
                other => panic!("{other:?}"),
            }
        });
    assert_eq!(by_search, by_formulas, "{semantics}");
    by_formulas
}

/// Each operator is applicable at the start and disables its predecessor, in a circle.
#[test]
fn four_operators_do_not_rotate_through_each_other() {
    for goal in [4, 3] {
        let mut builder = TaskBuilder::default();
        lamps(&mut builder, 4);
        for index in 0..4 {
            let free = fact((index + 1) % 4, 0).into();
            builder.operator(Operator::simple(format!("o{index}"), [free], [fact(index, 1)]));
        }
        builder.goal((0..goal).map(|index| fact(index, 1).into()));
        let task = builder.build().unwrap();
        let found = PARALLEL.map(|semantics| makespan(&task, semantics));
        // The last one finds its neighbour's place taken; three can go, in one order.
        assert_eq!(found, if goal == 4 { [None, None] } else { [Some(3), Some(1)] });
    }
}

#[test]
fn four_pieces_do_not_rotate_through_each_other() {
    let text = "start\nAB\nCD\ngoal\nCA\nDB\n";
    let puzzle = sliding_block::read(&Source::new("four", text)).unwrap();
    let task =
        sliding_block::task(&puzzle, PuzzleMetric::Units, Labelling::Labelled, &Stop::default()).unwrap();
    for semantics in PARALLEL {
        assert_eq!(makespan(&task, semantics), None, "{semantics}");
    }
}

/// The last operator could go first, but then the one before it could not go any more: they go in one step.
#[test]
fn an_operator_waits_for_another_that_it_disables() {
    let mut builder = TaskBuilder::default();
    lamps(&mut builder, 3);
    builder.operator(Operator::simple("first", [], [fact(0, 1)]));
    builder.operator(Operator::simple("second", [fact(0, 1).into(), fact(1, 0).into()], [fact(2, 1)]));
    builder.operator(Operator::simple("last", [], [fact(1, 1)]));
    builder.goal([fact(1, 1).into(), fact(2, 1).into()]);
    let task = builder.build().unwrap();
    assert_eq!(PARALLEL.map(|semantics| makespan(&task, semantics)), [Some(3), Some(2)]);
}

/// Both switches turn the same lamp: on and off again in sequence, on if their effects were read at the start alone.
#[test]
fn two_switches_of_one_lamp_take_two_steps() {
    let mut builder = TaskBuilder::default();
    lamps(&mut builder, 3);
    for index in 1..3 {
        let switch = |value| Effect { condition: vec![fact(0, value).into()], fact: fact(0, 1 - value) };
        let mut operator = Operator::simple(format!("o{index}"), [], [fact(index, 1)]);
        operator.effects.extend([switch(0), switch(1)]);
        builder.operator(operator);
    }
    builder.goal([fact(1, 1).into(), fact(2, 1).into()]);
    let task = builder.build().unwrap();
    for semantics in PARALLEL {
        assert_eq!(makespan(&task, semantics), Some(2), "{semantics}");
    }
}

/// Any two of n operators disturb each other, and yet twice as many take only about twice the clauses.
#[test]
fn formulas_are_of_linear_size() {
    let n_clauses = |n: usize, semantics| {
        let mut builder = TaskBuilder::default();
        lamps(&mut builder, n + 1);
        for index in 1..=n {
            let lit = Effect { condition: vec![fact(index, 1).into()], fact: fact(0, 1) };
            let mut operator = Operator::simple(format!("o{index}"), [fact(0, 0).into()], [fact(index, 1)]);
            operator.effects.push(lit);
            builder.operator(operator);
        }
        let task = builder.build().unwrap();
        let reductions = Reductions::NONE;
        let options = StepOptions { semantics, reductions, ..StepOptions::default() };
        Operators.encode(&task, &options, &Stop::default()).unwrap().transition().clauses().count()
    };
    for semantics in PARALLEL {
        assert!(n_clauses(200, semantics) < 3 * n_clauses(100, semantics), "{semantics}");
    }
    assert!(3 * n_clauses(100, Semantics::Sequential) < n_clauses(200, Semantics::Sequential));
}

/// An operator's need may depend on two derived variables and a negation.
#[test]
fn disabling_is_seen_through_derived_variables() {
    let mut builder = TaskBuilder::default();
    lamps(&mut builder, 2);
    let dark = builder.derived("dark", vec![vec![fact(0, 0).into()]]);
    let lit = builder.derived("lit", vec![vec![!Literal::from(dark)]]);
    builder.operator(Operator::simple("light", [], [fact(0, 1)]));
    builder.operator(Operator::simple("develop", [!Literal::from(lit)], [fact(1, 1)]));
    builder.goal([fact(0, 1).into(), fact(1, 1).into()]);
    let task = builder.build().unwrap();
    assert_eq!(PARALLEL.map(|semantics| makespan(&task, semantics)), [Some(2), Some(1)]);
    let system = Operators
        .encode(
            &task,
            &StepOptions { semantics: Semantics::Exists, ..StepOptions::default() },
            &Stop::default(),
        )
        .unwrap();
    let order: Vec<&str> = system.operators().iter().map(|(id, _)| &*task.operator(*id).name).collect();
    assert_eq!(order, ["develop", "light"]);
}

/// The denial of one of two values is the other one, in a rule too.
#[test]
fn disabling_is_seen_through_denials() {
    let mut builder = TaskBuilder::default();
    lamps(&mut builder, 2);
    let dark = builder.derived("dark", vec![vec![!Literal::from(fact(0, 1))]]);
    builder.operator(Operator::simple("light", [], [fact(0, 1)]));
    builder.operator(Operator::simple("develop", [dark.into()], [fact(1, 1)]));
    builder.goal([fact(0, 1).into(), fact(1, 1).into()]);
    let task = builder.build().unwrap();
    assert_eq!(PARALLEL.map(|semantics| makespan(&task, semantics)), [Some(2), Some(1)]);
}

#[test]
fn an_operator_runs_again_in_the_next_step() {
    let mut builder = TaskBuilder::default();
    let counter = builder.variable("counter", ["0", "1", "2"], 0);
    let at = |value| Fact { var: counter, value };
    let effects =
        [0, 1].map(|value| Effect { condition: vec![at(value).into()], fact: at(value + 1) }).into();
    builder.operator(Operator { effects, ..Operator::simple("count", [], []) });
    builder.goal([at(2).into()]);
    let task = builder.build().unwrap();
    assert_eq!(PARALLEL.map(|semantics| makespan(&task, semantics)), [Some(2), Some(2)]);
}

#[test]
fn idle_operators_are_left_out() {
    let mut builder = TaskBuilder::default();
    lamps(&mut builder, 1);
    builder.operator(Operator::simple("wait", [], []));
    builder.operator(Operator::simple("stay", [fact(0, 0).into()], [fact(0, 0)]));
    builder.operator(Operator::simple("light", [], [fact(0, 1)]));
    builder.operator(Operator::simple("also light", [], [fact(0, 1)]));
    builder.goal([fact(0, 1).into()]);
    let task = builder.build().unwrap();
    for (semantics, mode) in itertools::iproduct!(
        PARALLEL,
        [Mode::Formula(Strategy::Incremental), Mode::Formula(Strategy::Fixed(5)), Mode::Search]
    ) {
        let report = ask(&task, &Operators, &options(semantics, mode));
        let Outcome::Solved { plan, .. } = &report.outcome else { panic!("{:?}", report.outcome) };
        assert_eq!((plan.makespan(), plan.length()), (1, 1), "{semantics} {mode:?}");
    }
}

/// Two objects are alike, but their operators disable each other in a ring, so that the order, whatever it is, puts one of
/// them first: then only one of two pairs that are each other's image may share an ∃-step.
#[test]
fn an_order_that_a_symmetry_does_not_keep() {
    for listed in (0..4).permutations(4) {
        let mut builder = TaskBuilder::default();
        let made = ["made 0", "made 1"].map(|name| builder.variable(name, ["no", "yes"], 0));
        let used = ["used 0", "used 1"].map(|name| builder.variable(name, ["no", "yes"], 0));
        let [no, yes] = [0, 1].map(|value| move |var| Fact { var, value });
        let end = builder.variable("end", ["no", "yes"], 0);
        for copy in 0..2 {
            let both = [yes(made[copy]).into(), yes(used[copy]).into()];
            builder.operator(Operator::simple("end", both, [yes(end)]));
        }
        for (kind, copy) in listed.iter().map(|number| (number / 2, number % 2)) {
            let other = 1 - copy;
            builder.operator(match kind {
                0 => Operator::simple("make", [no(used[copy]).into()], [yes(made[other])]),
                _ => Operator::simple("use", [no(made[copy]).into()], [yes(used[copy])]),
            });
        }
        builder.goal([yes(end).into()]);
        let task = builder.build().unwrap();
        assert_eq!(task.symmetries(1 << 20, &Stop::default()).len(), 1);
        ask_about(&task);
    }
}
