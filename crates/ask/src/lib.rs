//! Questions about problems, and their answers: what the command line, Python and suites can ask, and how it is answered.
//!
//! ```text
//! argv, JSON, keywords, suites ─▶ Question ─read─▶ problem ─planner─▶ Solution ─▶ Answer: text, JSON, certificate
//! ```
//!
//! The [table of settings](settings_table) has a row for everything that can be set. The [`Settings`] of a question are values of these
//! rows, and [what they mean](Settings::options_in) is decided in one place. So the same question has the same answer everywhere.
//! [`solve`](solve()) answers it within its [`Limits`], with a certificate on request. A [`Fault`] says why there is no answer.
//!
//! The keys of answers in JSON and their order are stable; `docs/json.md` lists them.
//!
//! **Architecture Invariant:** a setting is a row of one table, from which arguments, keywords and checks of suites are made.

mod answer;
#[cfg(feature = "varisat")]
mod certify;
mod check;
mod draw;
mod explore;
mod export;
mod facts;
mod fault;
mod input;
mod limits;
mod meaning;
pub mod modes;
mod named;
mod plan_text;
mod problem_text;
mod question;
mod reading;
mod replay;
mod settings;

pub mod setting;
pub mod settings_table;
mod solution;
mod solve;
mod status;
mod verify;

use bmcplan_base::stop::StopReason;

pub use answer::{Answer, AnswerHead, Certified, DiagnosticObject, HorizonRecord, JsonCount, RunInfo};
pub use bmcplan_kinds::problem::encoding_named;
pub use bmcplan_planner::{Event, Minimum};
pub use bmcplan_symbolic::SymbolicSpace;
pub use bmcplan_task::plan::Cost;
#[cfg(feature = "varisat")]
pub use certify::{certify_moves, place_at, remove_unfinished};
pub use check::{CheckAnswer, Checked, CheckedPlan, PlanSize, check};
pub use draw::{Drawing, draw, film, text};
pub use explore::{ExploreAnswer, Explored, explore};
pub use export::{ExportFormat, UnknownFormat, export, export_text};
pub use facts::{FactsAnswer, GoalFact, RelaxedDistances, VariableFacts, facts};
pub use fault::{Fault, OptionFault};
pub use input::{Input, looks_like_board};
pub use limits::{
    Limiter, Limits, Stage, alone, for_each_index, half_of_spare_memory, listen, search_threads,
};
pub use named::NamedProblem;
pub use plan_text::{PlanText, WrongStep};
pub use problem_text::{ProblemPlace, ProblemText};
pub use question::{AskedProblem, Question, answer};
pub use reading::Reading;
pub use settings::{NameStyle, SettingFault, SettingProblem, Settings};

pub use setting::Form;
pub use solution::{FindPlan, LoadedProblem, Solution};
pub use solve::{solve, solve_on_this_thread};
pub use status::Status;
pub use verify::{Verification, VerifyAnswer, verify, verify_proof};

/// The version of this library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Names a stop reason in JSON.
pub fn reason_name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Timeout => "timeout",
        StopReason::Memory => "memory",
        StopReason::Interrupt => "interrupt",
        StopReason::Disk => "disk",
        StopReason::CpuTimeout => "cpu_timeout",
    }
}

/// Names a stop reason in a sentence.
pub fn stopped_by(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Timeout => "stopped by the timeout",
        StopReason::Memory => "stopped by the memory limit",
        StopReason::Interrupt => "interrupted",
        StopReason::Disk => "stopped by a full disk",
        StopReason::CpuTimeout => "stopped by the CPU timeout",
    }
}
