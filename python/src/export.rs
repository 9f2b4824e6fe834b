//! Problems in other formats, as text.

use bmcplan::answer::VERSION;
use bmcplan::encode::StepOptions;
use bmcplan::frontend::{pddl, plasp, sas};
use bmcplan::horizon::{self, ExportError};
use bmcplan::stop::Stop;

use crate::failure::Failure;
use crate::problem::Given;
use crate::settings::{Settings, named};

/// The formats.
pub(crate) const FORMATS: [&str; 6] = ["dimacs", "icnf", "dimspec", "sas", "pddl", "lp"];

/// The text of a format.
pub(crate) fn export(
    given: &Given,
    format: &str,
    settings: &Settings,
    stop: &Stop,
) -> Result<String, Failure> {
    if !FORMATS.contains(&format) {
        let words = format!("format: no format is called `{format}`; there are: {}", FORMATS.join(", "));
        return Err(Failure::Argument(words));
    }
    let problem = given.problem(stop)?;
    let task = problem.task(given.goal_value(), stop)?;
    let mut out = Vec::new();
    match format {
        "sas" => sas::write_task(&task, &mut out).map_err(Failure::bug)?,
        "lp" => plasp::write_task(&task, &mut out).map_err(Failure::bug)?,
        "pddl" => pddl::write_task(&task, &mut out, None).map_err(Failure::bug)?,
        formula => {
            // Whoever reads the formula elsewhere is to find every plan in it.
            let semantics = named("semantics", settings.semantics.as_deref())?;
            let step = StepOptions {
                semantics,
                at_most_one: named("at_most_one", settings.at_most_one.as_deref())?,
                reductions: settings.reductions()?.unwrap_or(bmcplan::encode::Reductions::NONE),
                ..StepOptions::default()
            };
            let encoding = settings.encoding(&*problem, semantics)?;
            let system = encoding.encode(&task, &step, stop)?;
            let comments = format!("bmcplan {VERSION}: {problem}\nencoding {}", encoding.name());
            let horizon = || {
                settings.horizon.ok_or_else(|| Failure::Argument(format!("format='{format}' needs horizon")))
            };
            let written = match formula {
                "dimacs" => horizon::write_dimacs(&system, horizon()?, &comments, stop, &mut out),
                "icnf" => horizon::write_icnf(&system, horizon()?, &comments, stop, &mut out),
                _ => horizon::write_dimspec(&system, &comments, stop, &mut out),
            };
            written.map_err(|error| match error {
                ExportError::Stopped(reason) => Failure::Stopped(reason),
                ExportError::TooLarge(error) => Failure::Argument(format!("horizon: {error}")),
                error @ ExportError::ThreeFrames => Failure::Argument(format!("reduce: {error}")),
                ExportError::Io(error) => Failure::bug(error),
            })?;
        }
    }
    String::from_utf8(out).map_err(Failure::bug)
}
