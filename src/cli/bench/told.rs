//! The output of `bench`: the report, plots, and errors for answers that cannot be true.

use crate::bench::journal::Journal;
use crate::bench::report::{Way, cactus, contradictions, markdown, scatter, ways};
use crate::stop::StopReason;

use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::{files, output};
use super::meant::{Bench, Scatter};

/// Prints the report and draws what is wanted. The code is that of the worst that there is.
pub(super) fn report(journal: &Journal, meant: &Bench, stopped: Option<StopReason>) -> Result<Exit, Failure> {
    output::print(&markdown(journal))?;
    let exit = drawn(journal, meant)?;
    Ok(match stopped {
        Some(reason) if exit != Exit::Internal => reason.into(),
        _ => exit,
    })
}

/// Draws what is wanted, and complains of what cannot be true.
pub(super) fn drawn(journal: &Journal, meant: &Bench) -> Result<Exit, Failure> {
    let ways = ways(journal);
    let name = &journal.head.suite.name;
    // First, so that a name that is none hides nothing.
    let wrong = contradictions(journal);
    if !wrong.is_empty() {
        output::complain(&format!("error: these cannot be true\n  {}", wrong.join("\n  ")));
    }
    if let Some(path) = &meant.cactus {
        files::write(path, cactus(&format!("{name}: answers"), &ways).as_bytes())?;
    }
    if let Some(Scatter { names: [across, upright], file }) = &meant.scatter {
        let named = |name: &str| {
            Way::named(&ways, name).map_err(|unclear| Failure::Usage(format!("--scatter: {unclear}")))
        };
        let drawn = scatter(&format!("{name}: times"), named(across)?, named(upright)?);
        files::write(file, drawn.as_bytes())?;
    }
    let failed =
        |code: Option<u8>| journal.records().any(|record| record.result.has_failed(code.map(i32::from)));
    Ok(if !wrong.is_empty() || failed(Some(Exit::Internal.code())) {
        Exit::Internal
    } else if failed(None) {
        Exit::Usage
    } else {
        Exit::Solved
    })
}
