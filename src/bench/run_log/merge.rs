//! The union of the run logs of parts of a suite. Its bytes do not depend on the order in which the parts are given.

use std::collections::BTreeMap;

use super::RunLogError;
use super::head::{BenchSession, Head};
use super::read::RunLog;

/// The text of a file with all runs, in the order of the suite.
///
/// # Errors
/// [`RunLogError`] if there are none, if they are of different suites or versions, or if two have the same run.
pub fn merge(parts: &[RunLog]) -> Result<String, RunLogError> {
    let first = parts.first().ok_or(RunLogError::NoFiles)?;
    let mut sessions: Vec<(String, &BenchSession)> = Vec::new();
    let mut lines: BTreeMap<usize, (&RunLog, &str)> = BTreeMap::new();
    for part in parts {
        let file = part.path.display().to_string();
        if !part.head.fits(&first.head) {
            let (its, wanted) = (part.head.belongs_to(), first.head.belongs_to());
            return Err(RunLogError::Other { file, its, wanted });
        }
        for session in &part.head.sessions {
            sessions.push((json(&file, session)?, session));
        }
        for (job, (_, text)) in &part.entries {
            if let Some((other, _)) = lines.insert(*job, (part, text)) {
                let other = other.path.display().to_string();
                return Err(RunLogError::Twice { file, job: *job, other });
            }
        }
    }
    sessions.sort_by(|one, other| one.0.cmp(&other.0));
    let sessions = sessions.into_iter().map(|(_, session)| session.clone()).collect();
    let head = json(&first.path.display().to_string(), &Head { sessions, ..first.head.clone() })?;
    let lines = lines.values().map(|(_, line)| *line);
    Ok(std::iter::once(&*head).chain(lines).map(|line| format!("{line}\n")).collect())
}

fn json(file: &str, value: &impl serde::Serialize) -> Result<String, RunLogError> {
    serde_json::to_string(value)
        .map_err(|error| RunLogError::System { file: file.to_owned(), cause: error.into() })
}
