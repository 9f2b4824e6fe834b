//! Cheapest plans by formulas against the oracle: the same least cost, the same number of operators, and no plan where there is none.

use bmcplan::encode::{Encoding as _, Operators, Semantics, StepOptions, Suffix, Transition, Unrolling};
use bmcplan::formula::{Lit, Var};
use bmcplan::plan::Metric;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Effect, Fact, Literal, Operator, Task, TaskBuilder, VarId};
use bmcplan_planner::{Event, Mode, Options, Outcome, Strategy, solve};

/// Formulas of more steps are not waited for: sometimes, with operators that cost nothing, there is no end.
const FAR: usize = 8;

fn options() -> Options {
    Options { mode: Mode::Formula(Strategy::Incremental), metric: Metric::Cost, ..Options::default() }
}

/// Formulas of few steps find the cheapest plan and prove it.
fn check(task: &Task, cost: u128, length: usize) {
    let stop = Stop::default();
    let observer = &mut |progress: Event| match progress {
        Event::Started(n_steps) if FAR < n_steps => stop.raise(StopReason::Interrupt),
        _ => {}
    };
    let report = solve(task, &Transition, &options(), &stop, observer).unwrap();
    let Outcome::Solved { plan, optimal: true, .. } = &report.outcome else { panic!("{report:?}") };
    assert_eq!((plan.cost(task), plan.length(), report.stopped), (cost, length, None));
    let below = cost.checked_sub(1).map(|below| u64::try_from(below).unwrap());
    assert_eq!(report.refuted_cost, below);
}

/// A road of `n` stretches that cost `each`, and a leap along all of it that costs `leap`.
fn road(n: u32, each: u64, leap: u64) -> Task {
    let mut builder = TaskBuilder::default();
    let var = builder.variable("place", (0..=n).map(|place| place.to_string()), 0);
    let fact = |value| Fact { var, value };
    for place in 0..n {
        let operator = Operator::simple("go", [fact(place).into()], [fact(place + 1)]);
        builder.operator(Operator { cost: each, ..operator });
    }
    builder.operator(Operator { cost: leap, ..Operator::simple("leap", [fact(0).into()], [fact(n)]) });
    builder.goal([fact(n).into()]);
    builder.build().unwrap()
}

/// A shortest plan is found in fewer steps, and is not always the cheapest.
#[test]
fn longer_plans_may_be_cheaper() {
    let greatest = Operator::GREATEST_COST;
    for (task, cost, length) in [
        (road(7, 2, 15), 14, 7),
        (road(7, 2, 14), 14, 1),
        (road(7, 0, 1), 0, 7),
        (road(7, 0, 0), 0, 1),
        (road(3, greatest / 4, greatest), u128::from(greatest / 4 * 3), 3),
        (road(5, greatest, greatest), u128::from(greatest), 1),
    ] {
        check(&task, cost, length);
    }
}

/// The relaxation needs an operator once; every further run counts, too.
#[test]
fn every_run_of_an_operator_counts() {
    let mut builder = TaskBuilder::default();
    let stairs = ["left", "right"].map(|name| builder.variable(name, ["0", "1", "2", "3"], 0));
    for var in stairs {
        let fact = |value| Fact { var, value };
        let effects =
            (0..3).map(|value| Effect { condition: vec![fact(value).into()], fact: fact(value + 1) });
        let up =
            Operator { name: "up".into(), precondition: Vec::new(), effects: effects.collect(), cost: 2 };
        builder.operator(up);
    }
    let both = stairs.map(|var| Fact { var, value: 3 });
    builder.operator(Operator { cost: 13, ..Operator::simple("lift", [], both) });
    builder.goal(both.map(Literal::from));
    check(&builder.build().unwrap(), 12, 6);
}

/// Two goals that take the fuel, the second of them by the light of all lamps; to switch lamps costs nothing.
fn lamps(n: usize, switches: fn(VarId) -> Vec<Operator>) -> Task {
    let mut builder = TaskBuilder::default();
    let tank = builder.variable("tank", ["full", "empty"], 0);
    let [one, two] = ["one", "two"].map(|name| builder.variable(name, ["0", "1"], 0));
    let lamps: Vec<VarId> = (0..n).map(|n| builder.variable(n.to_string(), ["off", "on"], 0)).collect();
    let fact = |var, value| Fact { var, value };
    let [full, empty] = [0, 1].map(|value| fact(tank, value));
    let by_light = lamps.iter().map(|lamp| fact(*lamp, 1)).chain([full]).map(Literal::from);
    builder.operator(Operator::simple("one", [full.into()], [fact(one, 1), empty]));
    builder.operator(Operator::simple("two", by_light, [fact(two, 1), empty]));
    builder.operator(Operator::simple("fill", [empty.into()], [full]));
    for operator in lamps.iter().flat_map(|lamp| switches(*lamp)) {
        builder.operator(Operator { cost: 0, ..operator });
    }
    builder.goal([one, two].map(|var| fact(var, 1).into()));
    builder.build().unwrap()
}

/// Steps that cost nothing must not lead back, or the rest would never begin later: neither the steps of one lamp, a circle whatever the
/// others do, nor those of a lamp whose operator has conditions, which is no circle.
#[test]
fn steps_are_not_spent_on_the_way_back() {
    let in_circles = lamps(4, |var| {
        let directions = [0, 1].map(|value| [value, 1 - value].map(|value| Fact { var, value }));
        directions.map(|[from, to]| Operator::simple("switch", [from.into()], [to])).to_vec()
    });
    let by_conditions = lamps(1, |var| {
        let directions = [0, 1].map(|value| [value, 1 - value].map(|value| Fact { var, value }));
        let effects = directions.map(|[from, to]| Effect { condition: vec![from.into()], fact: to }).to_vec();
        vec![Operator { name: "switch".into(), precondition: Vec::new(), effects, cost: 0 }]
    });
    for (task, length) in [(in_circles, 7), (by_conditions, 4)] {
        check(&task, 3, length);
    }
}

/// A plan of fewer operators may need more steps, and in these the cost is as small as before: a button that is pressed twice is paid
/// twice.
#[test]
fn fewer_operators_do_not_cost_more() {
    let mut builder = TaskBuilder::default();
    let parts: Vec<_> = (0..8).map(|part| builder.variable(part.to_string(), ["0", "1"], 0)).collect();
    let road = builder.variable("road", ["0", "1", "2", "3", "4"], 0);
    let [pressed, goal] = ["pressed", "goal"].map(|name| builder.variable(name, ["0", "1", "2"], 0));
    let fact = |var, value| Fact { var, value };
    for part in &parts {
        let operator = Operator::simple("collect", [fact(*part, 0).into()], [fact(*part, 1)]);
        builder.operator(Operator { cost: 0, ..operator });
    }
    let all = parts.iter().map(|part| fact(*part, 1).into());
    builder.operator(Operator::simple("build", all, [fact(goal, 1)]));
    for place in 0..4 {
        let operator = Operator::simple("go", [fact(road, place).into()], [fact(road, place + 1)]);
        builder.operator(Operator { cost: 0, ..operator });
    }
    let once_more = |n| Effect { condition: vec![fact(pressed, n).into()], fact: fact(pressed, n + 1) };
    let (precondition, effects) = (vec![fact(road, 4).into()], vec![once_more(0), once_more(1)]);
    builder.operator(Operator { name: "press".into(), precondition, effects, cost: 1 });
    let operator = Operator::simple("open", [fact(pressed, 2).into()], [fact(goal, 1)]);
    builder.operator(Operator { cost: 0, ..operator });
    builder.goal([fact(goal, 1).into()]);
    check(&builder.build().unwrap(), 1, 9);
}

/// A landmark of a road of two stretches: the leap, and the stretch that comes later in the order.
#[test]
fn operators_are_left_out_of_landmarks_in_order() {
    let (task, stop) = (road(2, 1, 2), Stop::default());
    let step = StepOptions { semantics: Semantics::Exists, ..StepOptions::default() };
    let system = Operators.encode(&task, &step, &stop).unwrap();
    let suffix = Suffix::of(&task, &system, &stop).unwrap();
    let used: Vec<Lit> = (0..3).map(|place| Var::from_index(system.n_vars() + place).positive()).collect();
    for (order, expected) in [([0, 1, 2], [1, 2]), ([1, 0, 2], [0, 2])] {
        let landmarks = suffix.landmarks(|fact| task.initial().contains(fact), |_| false, &order);
        assert_eq!(landmarks.len(), 1);
        let clause = suffix.clause(&landmarks[0], &Unrolling::of(&system), 0, &used).unwrap();
        let operators: Vec<usize> = (0..3).filter(|place| clause.contains(&used[*place])).collect();
        assert_eq!(operators, expected);
    }
}

/// After a stop there is the bound, and the best plan so far.
#[test]
fn a_stop_ends_it() {
    let stop = Stop::default();
    stop.raise(StopReason::Timeout);
    let report = solve(&road(3, 1, 2), &Transition, &options(), &stop, &mut |_| {}).unwrap();
    assert_eq!((report.outcome, report.refuted_cost), (Outcome::Stopped(StopReason::Timeout), None));

    let stop = Stop::default();
    let observer = &mut |progress: Event| {
        if matches!(progress, Event::Plan(_)) {
            stop.raise(StopReason::Memory);
        }
    };
    // It is known to be cheapest, and fewer operators are looked for.
    let options = Options { fewest: true, ..options() };
    let report = solve(&road(9, 2, 18), &Transition, &options, &stop, observer).unwrap();
    let Outcome::Solved { plan, .. } = &report.outcome else { panic!("{report:?}") };
    assert_eq!((plan.length(), report.stopped), (1, Some(StopReason::Memory)));
}
