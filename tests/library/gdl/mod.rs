//! Rule sheets: reading, which never panics, games, and the interpreter that the suites compare with, checked on known
//! games.

mod against_interpreter;
mod fixed;
mod games;
mod ground;
mod instances;
mod interpreter;
mod pictures;
mod plays;
pub(crate) mod sheets;
mod warnings;
