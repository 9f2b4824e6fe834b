//! Benchmarks: suites of problems and configurations, runs in processes of their own, records, tables, plots and reports.
//!
//! A [`Configuration`] says how a problem is solved, a [`Record`] holds the result and the figures of one run of it on one
//! instance. Records are lines of JSON in a [run log](run_log), so a log can be appended to, cut off and joined.
//!
//! ```text
//! Choices ──combine──▶ SuiteRow ──▶ Suite ──Planned──▶ run_all ──Record──▶ Entry ──▶ report: tables, scores, plots,
//!    ▲                   ▲                             (processes)         (run log)         contradictions
//!  flags                TOML
//! ```
//!
//! **Architecture Invariant:** this crate knows neither tasks nor solvers; it runs a program that prints JSON.

mod configuration;
pub mod contradictions;
pub mod plots;
mod pool;
mod record;
pub mod report;
pub mod run_log;
mod runner;
mod suite;
mod summary;
mod table;

pub use bmcplan_ask::HorizonRecord;
pub use configuration::{Choices, Configuration};
pub use contradictions::Expected;
pub use pool::{RunEvent, random_order, run_all};
pub use record::{Record, RunOutcome};
pub use runner::{Instance, Planned, Runner, first_line};
pub use suite::{Abilities, Suite, SuiteRow, hash_of_texts};
pub use summary::{Spread, Summary, summaries};
pub use table::{ColumnAlign, TableStyle, lay_out, table, write_csv};
