//! A gallery of the problems that a command was given, each rated and solved.

use std::path::Path;

use crate::ask::{Limits, ProblemText, Settings, Subject, Watch, half_of_spare_memory, solve};
use crate::draw::html::Exhibit;
use crate::plan::Metric;
use crate::stop::StopReason;
use crate::workshop::{RateQuestion, Rating, rate, rated_exhibit};

use super::exit::Exit;
use super::failure::{Failure, report_warnings};
use super::files::Files;
use super::given_problems::WaitingProblem;
use super::problem_args::{ProblemArgs, hinted, understood};
use super::progress::ProgressLine;
use super::report::Show;

/// The exhibits of many problems, each within the limits; and the end of the process. A problem with a fault is named on stderr
/// and left out; if all have one, there are no exhibits.
pub(super) fn exhibits(
    problems: &[WaitingProblem],
    args: &ProblemArgs,
    limits: &Limits,
    files: &Files,
    all: &Watch,
) -> Result<(Vec<Exhibit>, Exit), Failure> {
    // Files in folders were read, though nobody has named them.
    let mut files = files.clone();
    problems.iter().for_each(|problem| files.reads("the problem", Path::new(&problem.place().file)));
    files.check()?;
    let (mut exhibits, mut exit) = (Vec::new(), Exit::Solved);
    for problem in problems {
        let name = problem.place().title();
        let sources = problem.sources().map_err(Failure::from);
        let text = sources.and_then(|sources| understood(&args.reading, sources, &files));
        match text.and_then(|text| exhibit(text, &name, limits, &all.part(limits))) {
            Ok(exhibit) => exhibits.push(exhibit),
            Err(stopped @ Failure::Stopped { reason: StopReason::Interrupt, .. }) => return Err(stopped),
            Err(failure) => exit = failure.print(),
        }
    }
    Ok((exhibits, exit))
}

/// The exhibit of a problem, with its figures and its solution.
pub(super) fn exhibit(
    text: ProblemText,
    name: &str,
    limits: &Limits,
    watch: &Watch,
) -> Result<Exhibit, Failure> {
    let problem = text.read(&watch.stop).map_err(|error| hinted(&text, error.into()))?;
    report_warnings(problem.warnings(), text.warnings_are_errors)?;
    let (kind, goal) = (text.kind.name, text.goal_value()?);
    let subject = Subject { problem, text: Some(text), place: None };
    let mut line = ProgressLine::of(Show::Text);
    let solved = solve(subject.clone(), &Settings::default(), watch, &mut |heard| line.hear(heard, false))?;
    let memory = limits.memory.or_else(half_of_spare_memory);
    let question = RateQuestion { goal, memory };
    let rating = match subject.problem.variants() {
        Some(_) => rate(&subject, question, watch, &mut |heard| line.hear(heard, false))?,
        None => Rating::default(),
    };
    drop(line);
    if let Some(StopReason::Interrupt) = watch.stop.reason() {
        return Err(StopReason::Interrupt.into());
    }
    match (rated_exhibit(&solved, &rating, name), watch.stop.reason()) {
        (Some(exhibit), _) => Ok(exhibit),
        (None, Some(reason)) => Err(reason.into()),
        (None, None) => {
            let problem = &subject.problem;
            // Only kinds with boards have variants.
            let has_costs = problem.variants().is_some() && problem.minimises() == Metric::Cost;
            let reason = if has_costs {
                "boards with costs cannot be played, for a page counts moves".to_owned()
            } else {
                format!("{kind} problems have no board to play on")
            };
            Err(Failure::Usage(format!("{name}: {reason}, so they cannot be in a gallery")))
        }
    }
}
