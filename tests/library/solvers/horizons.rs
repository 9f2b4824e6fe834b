//! Whole answers by foreign solvers: growing horizons, one horizon, and none.

use bmcplan::encode::Transition;
use bmcplan::horizon::RunError;
use bmcplan::solver::{SolverError, SolverKind};
use bmcplan::stop::Stop;
use bmcplan_planner::{InternalError, LowerBound, Mode, Options, Outcome, Strategy};

use super::fake_mallob::{FakeMallob, Manner};
use crate::common::foreign::{incremental_solvers, programs};
use crate::schedules::counter;

fn answer(solver: &SolverKind, mode: Mode) -> Result<(Outcome, Option<usize>), InternalError> {
    // The solver must answer, not the relaxation, which has the length of this plan.
    let lower_bound = LowerBound::None;
    let options = Options { mode, solver: solver.clone(), lower_bound, ..Options::default() };
    let report =
        bmcplan_planner::solve(&counter(5, false), &Transition, &options, &Stop::default(), &mut |_| {})?;
    Ok((report.outcome, report.refuted))
}

#[test]
fn shortest_plans() {
    let service = FakeMallob::start(Manner::Honest);
    for solver in &[incremental_solvers(), programs(), vec![service.kind()]].concat() {
        for (mode, proved) in [
            (Mode::Formula(Strategy::Incremental), true),
            (Mode::Formula(Strategy::Minimize(8)), true),
            (Mode::Formula(Strategy::Fixed(5)), false),
        ] {
            let (outcome, refuted) = answer(solver, mode).unwrap();
            let Outcome::Solved { plan, optimal, .. } = outcome else {
                panic!("{solver} {mode:?}: {outcome:?}")
            };
            assert_eq!((plan.length(), optimal), (5, proved), "{solver} {mode:?}");
            assert_eq!(refuted, proved.then_some(4), "{solver} {mode:?}");
        }
        let (outcome, _) = answer(solver, Mode::Formula(Strategy::Fixed(4))).unwrap();
        assert_eq!(outcome, Outcome::NoPlanWithin(4), "{solver}");
    }
}

#[test]
fn solvers_that_fail_give_no_answer() {
    for (name, is_missing) in [("cmd:no-such-solver", true), ("cmd:false", false)] {
        let Err(InternalError::Run(RunError::Solver(error))) =
            answer(&name.parse().unwrap(), Mode::Formula(Strategy::Incremental))
        else {
            panic!("{name} answers")
        };
        assert_eq!(matches!(error, SolverError::Missing { .. }), is_missing, "{error}");
        assert_eq!(matches!(error, SolverError::Foreign { .. }), !is_missing, "{error}");
    }
}
