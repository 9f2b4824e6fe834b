//! Problems in other formats, as text.

use bmcplan::ask::{self, ExportFormat, SettingFault, Settings};
use bmcplan::stop::Stop;

use crate::failure::Failure;
use crate::given::Given;

/// The text of a format.
pub(crate) fn export(
    given: &Given,
    format: &str,
    settings: &Settings,
    stop: &Stop,
) -> Result<String, Failure> {
    let format: ExportFormat = format
        .parse()
        .map_err(|error: ask::UnknownFormat| SettingFault::other("format", error.to_string()))?;
    format.check(settings)?;
    let problem = given.problem(stop)?;
    let mut out = Vec::new();
    ask::export(&*problem, given.goal_value()?, format, settings, stop, &mut out, None)?
        .map_err(Failure::bug)?;
    String::from_utf8(out).map_err(Failure::bug)
}
