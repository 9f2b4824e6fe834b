//! Run logs: files with one line of JSON for each run, written as soon as it is made, so that nothing measured is lost
//! when the program is killed.
//!
//! ```text
//! {"format":"bmcplan bench 1","suite":{…},"version":…,"sessions":[{…}]}    the head
//! {"job":3,"instance":…,"result":…,…}                                     a run
//! {"job":1,…}
//! {"session":{…}}                                                         it was taken up again
//! {"job":2,…}
//! ```
//!
//! Who writes to a file has locked it, so that no two processes do. A run that is there twice all the same counts once.
//!
//! A line is written at once. A last line without an end is torn, and is cut off before the next one is written. A file in which only a part of a head stands begins anew.

mod head;
mod merge;
mod read;
mod write;

pub use head::{BenchSession, Head, Machine, SuiteId};
pub use merge::merge;
pub use read::{Entry, RunLog};
pub use write::RunLogWriter;

use std::io;

/// Why a run log is refused.
#[derive(thiserror::Error)]
pub enum RunLogError {
    /// It cannot be read or written.
    #[error("{file}: {cause}")]
    System {
        /// The file.
        file: String,
        /// What the system says.
        cause: io::Error,
    },
    /// It is a pipe, a device or a folder: runs are not read from there, nor added.
    #[error("{0}: this is no file that runs can stand in")]
    NoFile(String),
    /// Another process writes to it.
    #[error("{0}: another process writes runs to this file; wait for its end, or give another --out")]
    InUse(String),
    /// It is there already.
    #[error("{0}: there is such a file already; --resume goes on with it")]
    Exists(String),
    /// A line is neither a head nor a run.
    #[error("{file}:{line}: this is no line of a run log: {cause}")]
    Line {
        /// The file.
        file: String,
        /// The number of the line, from 1 on.
        line: usize,
        /// What is wrong with it.
        cause: String,
    },
    /// Two runs are the same.
    #[error("{file}: run {job} is in {other}, too")]
    Twice {
        /// The file.
        file: String,
        /// Its number in the suite.
        job: usize,
        /// Where it is, too; perhaps in the same file.
        other: String,
    },
    /// It belongs to something else.
    #[error("{file} is of {its}, and not of {wanted}")]
    Other {
        /// The file.
        file: String,
        /// What it is of.
        its: String,
        /// What it should be of.
        wanted: String,
    },
    /// It has no whole head.
    #[error("{0}: there is nothing in it")]
    Empty(String),
    /// There is nothing to join.
    #[error("there are no files to join")]
    NoFiles,
}

debug_is_message!(RunLogError);

#[cfg(test)]
mod tests;
