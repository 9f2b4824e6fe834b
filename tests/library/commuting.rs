//! Pairs of operators in a row left out by [`Reduction::Order`] could change places, and remain in the other order: checked for
//! every pair with the formula, and with the task by running it.

use bmcplan::encode::{Encoding, Reduction, Reductions, StepOptions, Term, Transition, TransitionSystem};
use bmcplan::formula::Lit;
use bmcplan::solver::Answer;
use bmcplan::stop::Stop;
use bmcplan::task::{OperatorId, State, Task};
use itertools::Itertools as _;
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::tasks;
use crate::reductions::with_frames;
use crate::sweep::problem::{PADDING, with_operators};

/// The literals for these operators running one after the other, through these states.
fn run(task: &Task, system: &TransitionSystem, operators: [OperatorId; 2], states: &[State; 3]) -> Vec<Lit> {
    let runs = operators.iter().enumerate().map(|(step, id)| {
        let (lit, _) = system.movers().iter().find(|(_, ids)| ids.contains(id)).unwrap();
        system.at(*lit, step)
    });
    let facts = states.iter().enumerate().flat_map(|(frame, state)| {
        let facts = task.variable_ids().flat_map(|var| task.facts(var)).filter(|fact| state.contains(*fact));
        facts.filter_map(move |fact| match system.fact(fact) {
            Term::Lit(lit) => Some(system.at(lit, frame)),
            Term::True | Term::False => None,
        })
    });
    runs.chain(facts).collect()
}

/// The states on the way, if the operators can run in this order.
fn states(task: &Task, operators: [OperatorId; 2]) -> Option<[State; 3]> {
    let start = task.initial().clone();
    let middle = task.extend(&start).successor(operators[0]).ok()?;
    let end = task.extend(&middle).successor(operators[1]).ok()?;
    Some([start, middle, end])
}

/// True if a shortest plan may go this way.
fn may_be_shortest(task: &Task, [start, middle, end]: &[State; 3]) -> bool {
    start != middle && middle != end && ![start, middle].into_iter().any(|state| task.is_goal(state))
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, ..cases(2_000) })]

    #[test]
    fn only_operators_that_could_change_places(task in tasks::tasks(), n in 2..12_usize, before: bool) {
        prop_assume!(task.clock().is_none());
        let task = tasks::padded(&with_operators(&task, n), PADDING, before);
        let step = StepOptions { reductions: Reductions::NONE.with(Reduction::Order), ..StepOptions::default() };
        let system = Transition.encode(&task, &step, &Stop::default()).unwrap();
        let mut solver = with_frames(&system, 3);
        let own = task.operator_ids().filter(|id| task.operator(*id).name != "pad").collect_vec();
        for (a, b) in own.iter().copied().cartesian_product(own.iter().copied()) {
            let mut is_kept = |operators, states: &[State; 3]| {
                let run = run(&task, &system, operators, states);
                !may_be_shortest(&task, states) || solver.solve(&run).unwrap() == Answer::Satisfiable
            };
            let Some(on_the_way) = states(&task, [a, b]) else { continue };
            if !is_kept([a, b], &on_the_way) {
                let exchanged = states(&task, [b, a]);
                let ends = exchanged.as_ref().map(|states| &states[2]);
                prop_assert_eq!(ends, Some(&on_the_way[2]), "{:?} {:?}", a, b);
                prop_assert!(is_kept([b, a], &exchanged.unwrap()), "neither {:?} {:?} nor the reverse", a, b);
            }
        }
    }
}
