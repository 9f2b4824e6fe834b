//! Comparisons and suites: configurations, records of runs, tables, plots and reports.
//!
//! A [`Configuration`] is one way to solve a problem, a [`Record`] is what one run of it on one instance gave. Records are
//! lines of JSON, so a file of them can be appended to, cut off and joined.
//!
//! ```text
//! Choices ──combine──▶ Configuration ──Job──▶ Program::run ──▶ Record ──summaries──▶ table, write_csv, plot
//!    ▲                                         (a process)        ├──disagreements
//!  Suite ──────────────Planned──────────────▶ run_all ────────────┴──▶ journal ──▶ report
//!  (TOML)                                     (several at a time)      (a file)
//! ```
//!
//! **Architecture Invariant:** this room knows neither tasks nor solvers; what it runs is a program that prints JSON.

mod agreement;
mod answer;
mod combinations;
mod configuration;
mod expected;
pub mod journal;
mod order;
pub mod plot;
mod pool;
mod process;
mod record;
pub mod report;
mod run;
mod suite;
mod summary;
mod table;
mod versions;

pub use agreement::{Disagreement, disagreements};
pub use combinations::Choices;
pub use configuration::{Configuration, MODES, ModeTraits};
pub use expected::Expected;
pub use order::shuffle;
pub use pool::{Moment, run_all};
pub use record::{Outcome, Record, RecordError, Tried};
pub use run::{Instance, Job, Program, RunLimits};
pub use suite::{Abilities, Planned, Suite};
pub use summary::{Spread, Summary, summaries};
pub use table::{Align, CsvError, Style, lay_out, table, write_csv};
pub use versions::first_line;
