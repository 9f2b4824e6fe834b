//! SAS files: planning tasks as Fast Downward's translator writes them (output format, version 3).
//!
//! Tasks have variables with finite domains, mutex groups, operators with conditional effects, and axioms. Fast Downward's
//! pages describe the format ("Translator output format"), and Helmert the tasks (*The Fast Downward planning system*, JAIR
//! 26, 2006).

mod format;
mod kind;
pub mod plasp;
mod read;
mod write;

pub use format::{SasError, SasProblem};
pub use kind::SAS;
pub use read::{looks_like, read};
pub use write::{one_line, value_names, write_stated_task, write_task};
