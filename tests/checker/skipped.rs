//! What is not tested on a machine that lacks something.

use std::io::{self, Write as _};

/// Says that something is not tested here.
#[expect(clippy::explicit_write, reason = "the test harness would swallow what `eprintln` says")]
pub(crate) fn skipped(what: &str) {
    writeln!(io::stderr(), "skipped: {what}").unwrap();
}
