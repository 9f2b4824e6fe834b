//! Schedules: nine prisoners, schoolgirls and golfers.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use bmcplan::ask::{Fault, JsonCount, SettingFault, Settings, VERSION, reason_name};
use bmcplan::encode::Reductions;
use bmcplan::text::{MAX_INPUT_BYTES, Source};
use bmcplan_planner::{InternalError, PlanQuery};
use bmcplan_prisoners::read::{self, ScheduleError};
use bmcplan_prisoners::{
    Meets, PrisonersError, Schedule, ScheduleOptions, ScheduleProblem, ScheduleProgress, ScheduleQuery,
    ScheduleReport,
};
use bmcplan_sat::figures::{Figures, seconds};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::failure::Failure;
use crate::work;

/// The schedules that are looked for, and the way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    people: usize,
    row: usize,
    /// As many as all pairs need to meet once, if no number is given.
    days: Option<usize>,
    /// Does everyone in a row meet, not only neighbours?
    everyone: bool,
    encoding: Option<String>,
    symmetry: Option<String>,
    /// The settings of all questions that make sense for schedules, too.
    settings: Settings,
}

/// The settings of all questions that make sense for schedules.
const OF_SCHEDULES: [&str; 9] =
    ["at-most-one", "solver", "trust", "all", "limit", "count", "timeout", "cpu-timeout", "memory"];

/// Days × rows × members, numbered from 1.
type Days = Vec<Vec<Vec<usize>>>;

#[derive(Serialize)]
struct ScheduleObject {
    status: &'static str,
    people: usize,
    row: usize,
    days: usize,
    everyone: bool,
    full: bool,
    schedule: Option<Days>,
    schedules: Option<Vec<Days>>,
    count: Option<JsonCount>,
    complete: Option<bool>,
    proved_by: Option<String>,
    encoding: &'static str,
    symmetry: String,
    solver: String,
    trusted: Option<String>,
    #[serde(flatten)]
    figures: Figures,
    seconds: f64,
    stopped_by: Option<&'static str>,
    version: &'static str,
}

impl Question {
    fn problem(&self) -> Result<ScheduleProblem, Failure> {
        let meets = if self.everyone { Meets::Everyone } else { Meets::Neighbours };
        let none = || {
            Failure::Argument(format!(
                "days: {} in rows of {} meet exactly once on no number of days; give one",
                self.people, self.row
            ))
        };
        let days = match self.days {
            Some(days) => days,
            None => ScheduleProblem::full_days(self.people, self.row, meets)
                .map_err(Failure::argument)?
                .ok_or_else(none)?,
        };
        ScheduleProblem::new(self.people, self.row, days, meets).map_err(Failure::argument)
    }

    fn options(&self) -> Result<ScheduleOptions, Failure> {
        let settings = &self.settings;
        if let Some((setting, _)) = settings.iter().find(|(setting, _)| !OF_SCHEDULES.contains(&setting.name))
        {
            return Err(SettingFault::other(setting.name, "it says nothing of schedules").into());
        }
        if settings.limit() == Some(0) {
            return Err(SettingFault::other("limit", "a number from 1 on is meant, not 0").into());
        }
        Ok(ScheduleOptions {
            encoding: named("encoding", self.encoding.as_deref())?,
            symmetry: named("symmetry", self.symmetry.as_deref())?,
            at_most_one: if settings.has("at-most-one") {
                settings.step(Reductions::NONE).at_most_one
            } else {
                ScheduleOptions::default().at_most_one
            },
            solver: settings.solver()?,
            trust: settings.trust(),
            wanted: match settings.wanted() {
                PlanQuery::All(limit) => ScheduleQuery::All(limit),
                PlanQuery::Count => ScheduleQuery::Count(settings.limit().map(|limit| limit as u128)),
                PlanQuery::One => ScheduleQuery::One,
            },
        })
    }
}

/// Looks for schedules; the question and the answer are JSON.
#[pyfunction]
#[pyo3(signature = (question, progress=None))]
pub(crate) fn schedules(
    py: Python<'_>,
    question: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let asked = || -> Result<(ScheduleProblem, ScheduleOptions, Settings), Failure> {
        let question: Question = serde_json::from_str(question).map_err(Failure::argument)?;
        Ok((question.problem()?, question.options()?, question.settings))
    };
    let (problem, options, settings) = work::quietly(asked).map_err(|failure| failure.exception(py))?;
    work::run(py, settings.limits(), progress, None, move |limiter, listener| {
        let report = bmcplan_prisoners::solve_within(problem, &options, limiter, &mut |progress| {
            listener.hear(|| {
                Some(match progress {
                    ScheduleProgress::Built { variables, clauses } => {
                        json!({"event": "built", "variables": variables, "clauses": clauses})
                    }
                    ScheduleProgress::Found(count) => json!({"event": "found", "count": JsonCount(count)}),
                    ScheduleProgress::Confirmed(count) => {
                        json!({"event": "confirmed", "count": JsonCount(count)})
                    }
                })
            });
        })?;
        Ok(serde_json::to_string(&object(&problem, &options, &report))?)
    })
}

fn object(problem: &ScheduleProblem, options: &ScheduleOptions, report: &ScheduleReport) -> ScheduleObject {
    let proved_by = report.proved_by(&options.solver);
    let found = report.schedules();
    let is_list = matches!(options.wanted, ScheduleQuery::All(_));
    ScheduleObject {
        status: report.status(),
        people: problem.people(),
        row: problem.row(),
        days: problem.days(),
        everyone: problem.meets() == Meets::Everyone,
        full: problem.is_full(),
        schedule: found.first().map(Schedule::numbered),
        schedules: is_list.then(|| found.iter().map(Schedule::numbered).collect()),
        count: report.count.map(JsonCount),
        complete: report.count.map(|_| report.complete),
        proved_by,
        encoding: options.encoding.name(),
        symmetry: options.symmetry.to_string(),
        solver: options.solver.to_string(),
        trusted: report.trusted.as_ref().map(ToString::to_string),
        figures: report.figures,
        seconds: seconds(report.elapsed),
        stopped_by: report.stopped_by().map(reason_name),
        version: VERSION,
    }
}

/// Checks a schedule in TOML, in a file or as a text; the answer is JSON.
#[pyfunction]
pub(crate) fn check_schedule(py: Python<'_>, file: Option<PathBuf>, text: &str) -> PyResult<String> {
    let checked = || -> Result<String, Failure> {
        let source = match &file {
            Some(path) => {
                Source::open_at_most(path, MAX_INPUT_BYTES).map_err(|error| Failure::of_file(path, error))?
            }
            None => Source::new("the schedule", text),
        };
        let (found, reason) = match read::read(&source) {
            Ok((problem, _)) => (Some(problem), None),
            Err(ScheduleError::Wrong(diagnostic)) => (None, Some(diagnostic.message().to_owned())),
            Err(ScheduleError::Unreadable(diagnostic)) => return Err(diagnostic.into()),
        };
        Ok(json!({
            "status": if found.is_some() { "valid" } else { "wrong" },
            "people": found.map(|problem| problem.people()),
            "row": found.map(|problem| problem.row()),
            "days": found.map(|problem| problem.days()),
            "everyone": found.map(|problem| problem.meets() == Meets::Everyone),
            "full": found.map(|problem| problem.is_full()),
            "reason": reason,
            "version": VERSION,
        })
        .to_string())
    };
    work::quietly(checked).map_err(|failure| failure.exception(py))
}

impl From<PrisonersError> for Failure {
    fn from(error: PrisonersError) -> Self {
        match error {
            PrisonersError::Solver(error) => Fault::from(InternalError::from(error)).into(),
            error @ (PrisonersError::Symmetry(_) | PrisonersError::Unsound) => Self::argument(error),
            error => Self::bug(error),
        }
    }
}

/// Returns the value of that name, or the default.
fn named<T: FromStr<Err: Display> + Default>(what: &str, name: Option<&str>) -> Result<T, Failure> {
    let parsed =
        |name: &str| name.parse().map_err(|error: T::Err| SettingFault::other(what, error.to_string()));
    Ok(name.map_or_else(|| Ok(T::default()), parsed)?)
}
