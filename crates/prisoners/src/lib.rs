//! Nine Prisoners and all schedules of its kind: a constraint problem, encoded directly as clauses.
//!
//! Dudeney's puzzle of 1917 (Gardner popularised it): nine prisoners walk in rows of three on six days, neighbours handcuffed.
//! Can every pair share handcuffs exactly once? In general, v people walk in rows of k on d days, and no two [meet](Meets)
//! twice. Either neighbours meet (handcuffed designs; Hell & Rosa, *Graph decompositions, handcuffed prisoners and balanced
//! P-designs*, 1972), or everyone in a row (Kirkman's schoolgirls; social golfers, problem 10 of CSPLib). Counting pairs
//! excludes too many days; a SAT solver decides the rest. There are three [encodings](ScheduleEncoding) and several levels of
//! [symmetry breaking](Symmetry). Every schedule is [checked](check()) by code that depends on neither.
//!
//! ```
//! use bmcplan_prisoners::{Meets, ScheduleOptions, ScheduleOutcome, ScheduleProblem, check, solve};
//! use bmcplan_base::stop::Stop;
//!
//! let problem = ScheduleProblem::new(9, 3, 6, Meets::Neighbours)?;
//! let report = solve(problem, &ScheduleOptions::default(), &Stop::default(), &mut |_| {})?;
//! let ScheduleOutcome::Solved(schedules) = report.outcome else { panic!("there are many") };
//! assert_eq!(check(&problem, &schedules[0]), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is wrong with the document's symmetry breaking
//!
//! The B model orders the rows of a day with `!c.(c:{1,3} => arrange(d)(c) < arrange(d)(c+3))`. Rows begin at places 1, 4 and
//! 7, so `c:{1,4}` is meant: first members in order. `c:{1,3}` compares places 1 and 4, which is right, and places 3 and 6,
//! which are the *last* members of the first two rows. The third row is not compared. A day survives only if two of its three
//! rows are ordered both by first and by last members. In each row the smaller end is first. For the rows 1-·-9, 2-·-8, 3-·-7
//! no two are. Of the 92,672 schedules with day 1 fixed and days in one fixed order, 27,998 have such a day and are lost. A
//! search for one schedule still finds one, so only a count shows the fault: `first-day,ends,rows-as-printed,days` counts
//! 64,674.
//!
//! **Architecture Invariant:** schedules and their encodings know nothing of planning; only `solve_within` uses the limits of
//! questions.

mod check;
mod encodings;
pub mod film;
mod model;
mod problem;
pub mod read;
mod report;
mod schedule;
mod solve;
mod solve_within;
mod symmetry;

pub use check::{Fault, check};
pub use encodings::{ScheduleEncoding, UnknownEncoding};
pub use problem::{MAX_PEOPLE, Meets, ScheduleProblem, ScheduleProblemError};
pub use report::{
    Impossible, PrisonersError, ScheduleOptions, ScheduleOutcome, ScheduleProgress, ScheduleQuery,
    ScheduleReport,
};
pub use schedule::Schedule;
pub use solve::solve;
pub use solve_within::solve_within;
pub use symmetry::{Symmetry, SymmetryError, SymmetryPart};
