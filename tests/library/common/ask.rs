//! Steps that many suites share.

use bmcplan::encode::Encoding;
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use bmcplan_planner::{Options, Report, solve};

/// Solves the task without limits.
pub(crate) fn ask(task: &Task, encoding: &dyn Encoding, options: &Options) -> Report {
    solve(task, encoding, options, &Stop::default(), &mut |_| {}).unwrap()
}
