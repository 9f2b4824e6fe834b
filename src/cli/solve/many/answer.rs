//! The answer for one of many problems: its line, and what the summary says of it.

use std::time::{Duration, Instant};

use crate::ask::{
    Answer, NameStyle, NamedProblem, ProblemPlace, ProblemText, Solution, solve_on_this_thread,
};
use crate::draw::film::Film;
use crate::plan::Metric;
use crate::problem::ShownStates;
use crate::stop::{Stop, StopReason};
use crate::text::Diagnostic;
use bmcplan_planner::{Outcome, PlanQuery};
use itertools::Itertools as _;

use super::super::super::exit::Exit;
use super::super::super::failure::Failure;
use super::super::super::problem_args::read_here;
use super::super::super::refusal::ErrorAnswer;
use super::super::super::report::{Show, by, placed_line};
use super::super::config::SolveConfig;
use super::super::one::{exit, title};
use super::super::{measures, stats, text};

/// The length of a plan; of two as long, the one that took longer is the harder.
pub(super) type Hardness = (usize, Duration);

pub(super) struct BatchItem {
    pub(super) place: ProblemPlace,
    pub(super) exit: Exit,
    /// The measure that plans were to have least of, if that is known.
    pub(super) minimises: Option<Metric>,
    /// The value of the goal that the answer is about, if goals have values: `goal 50`.
    pub(super) goal: Option<String>,
    /// The limit or interrupt that left it without an answer, or without a proof.
    pub(super) stopped: Option<StopReason>,
    pub(super) line: String,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) without_effect: Option<String>,
    pub(super) failure: Option<Failure>,
    pub(super) found: Option<FoundPlan>,
    /// The line about it on stderr, where nothing else is printed but moves.
    pub(super) note: Option<String>,
    pub(super) elapsed: Duration,
    pub(super) film: Option<Film>,
}

pub(super) struct FoundPlan {
    /// The number of its moves; of its steps, where moves share them.
    pub(super) length: usize,
    /// The length with what it counts, and the value of the goal if it has one: `39 units`; `goal 50: 2 moves`.
    pub(super) text: String,
    /// True if none is shorter, or cheaper where costs are minimised, and none is worth more.
    pub(super) is_proved: bool,
}

impl BatchItem {
    pub(super) fn of(named: &NamedProblem, config: &SolveConfig, stop: &Stop) -> Result<Self, Failure> {
        let begun = Instant::now();
        let place = named.place();
        let text = match config.problem.understood(named, &config.files) {
            Ok(text) => text,
            Err(failure) => return Self::failed(place, failure, None, config.show),
        };
        let solved = read_here(text.clone(), stop)
            .and_then(|loaded| Ok(solve_on_this_thread(loaded, &config.settings, stop)?));
        let mut solved = match solved {
            Ok(solved) => solved,
            Err(failure) => return Self::failed(place, failure, Some(&text), config.show),
        };
        let has_plan = matches!(config.show, Show::Json | Show::Moves) || !config.pictures.is_empty();
        if has_plan {
            solved.take_fewest_changes();
        }
        let problem = &solved.loaded.problem;
        let line = match config.show {
            Show::Json => placed_line(&place, &solved.answer(ShownStates::Nothing, NameStyle::Options))?,
            Show::Moves => moves(&solved, &place),
            Show::Text | Show::Frames => {
                let proved_by =
                    solved.report.proved_by.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
                let line = text_line(&in_short(&solved), &proved_by, &place);
                [line, below(&listed(&solved)), below(&measured(&solved, config))].concat()
            }
        };
        let film = solved.run().filter(|_| !config.pictures.is_empty()).map(|run| {
            problem.film(&title(place.id.as_ref().unwrap_or(&place.name), config, &solved, run.plan), run)
        });
        let (found, stopped) = match &solved.report.outcome {
            Outcome::Solved { plan, .. } => {
                let found = FoundPlan {
                    length: if measures::is_parallel(&solved) { plan.makespan() } else { plan.length() },
                    text: of_goal(&solved, measures::in_short(&solved, plan)),
                    is_proved: solved.is_best(),
                };
                (Some(found), solved.report.stopped)
            }
            Outcome::Stopped(reason) => (None, Some(*reason)),
            Outcome::Unsolvable | Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) => (None, None),
        };
        let note = text::stopped(&solved, config.show).filter(|_| config.show == Show::Moves);
        let note = note.map(|note| format!("{place}: {note}"));
        let exit = exit(&solved);
        Ok(Self {
            minimises: Some(problem.minimises()),
            goal: goal(&solved),
            warnings: problem.warnings().to_vec(),
            without_effect: solved.without_effect(NameStyle::Options),
            found,
            note,
            film,
            elapsed: begun.elapsed(),
            ..Self::without_plan(place, exit, stopped, line)
        })
    }

    /// Builds the answer of a failed problem, with the reason.
    fn failed(
        place: ProblemPlace,
        failure: Failure,
        text: Option<&ProblemText>,
        show: Show,
    ) -> Result<Self, Failure> {
        let exit = failure.exit();
        let stopped = match failure {
            Failure::Stopped { reason, .. } => Some(reason),
            _ => None,
        };
        let line = match (show, stopped, text) {
            (Show::Text | Show::Frames, ..) => text_line(stopped.map_or("failed", by), "-", &place),
            (Show::Moves, ..) => format!("{place}\t\n"),
            (Show::Json, Some(reason), Some(text)) => {
                placed_line(&place, &Answer::unread(text.kind.name, None, text.metric(), reason))?
            }
            (Show::Json, ..) => placed_line(&place, &ErrorAnswer::of_failure(&failure))?,
        };
        let failure = Some(failure).filter(|_| stopped.is_none());
        Ok(Self { failure, ..Self::without_plan(place, exit, stopped, line) })
    }

    fn without_plan(place: ProblemPlace, exit: Exit, stopped: Option<StopReason>, line: String) -> Self {
        Self {
            place,
            exit,
            minimises: None,
            goal: None,
            stopped,
            line,
            warnings: Vec::new(),
            without_effect: None,
            failure: None,
            found: None,
            note: None,
            elapsed: Duration::ZERO,
            film: None,
        }
    }

    pub(super) fn hardness(&self) -> Option<Hardness> {
        // Of a plan that may be longer than need be, nothing follows for the problem.
        self.found.as_ref().filter(|found| found.is_proved).map(|found| (found.length, self.elapsed))
    }

    /// Builds the answer of a problem that caused a panic, which was reported when it happened.
    pub(super) fn broken(place: ProblemPlace, show: Show) -> Result<Self, Failure> {
        let failed = Self::failed(place, Failure::Bug("internal error".to_owned()), None, show);
        failed.map(|failed| Self { failure: None, ..failed })
    }
}

/// Formats as `   39 units  search        60 2332 (boards.txt:1)`.
fn text_line(known: &str, proved_by: &str, place: &ProblemPlace) -> String {
    format!("{known:>12}  {proved_by:<12}  {place}\n")
}

fn moves(solved: &Solution, place: &ProblemPlace) -> String {
    let moves = text::moves_alone(solved);
    let lines = match solved.options.wanted {
        PlanQuery::One => vec![moves.lines().join(", ")],
        PlanQuery::All(_) | PlanQuery::Count if moves.is_empty() => vec![String::new()],
        PlanQuery::All(_) | PlanQuery::Count => moves.lines().map(str::to_owned).collect(),
    };
    lines.iter().map(|line| format!("{place}\t{line}\n")).join("")
}

fn listed(solved: &Solution) -> String {
    match solved.options.wanted {
        PlanQuery::All(_) => text::moves_alone(solved),
        PlanQuery::One | PlanQuery::Count => String::new(),
    }
}

fn measured(solved: &Solution, config: &SolveConfig) -> String {
    if config.stats { stats::of_one(solved) } else { String::new() }
}

fn below(lines: &str) -> String {
    lines.lines().map(|line| format!("{:>12}  {line}\n", "")).join("")
}

pub(super) fn in_short(solved: &Solution) -> String {
    let known = match &solved.report.outcome {
        Outcome::Solved { plan, optimal, .. } => {
            let plans = match solved.options.wanted {
                PlanQuery::One => String::new(),
                PlanQuery::All(_) | PlanQuery::Count => {
                    let number = text::number(solved);
                    let plans = if number == "1" { "plan" } else { "plans" };
                    format!(", {number} {plans}")
                }
            };
            format!("{}{}{plans}", if *optimal { "" } else { "at most " }, measures::in_short(solved, plan))
        }
        Outcome::Unsolvable => "no plan".to_owned(),
        Outcome::NoPlanWithin(horizon) => format!("none up to {}", measures::steps(solved, *horizon)),
        Outcome::NoPlanAtCost(cost) => format!("none up to cost {}", solved.cost_of((*cost).into())),
        Outcome::Stopped(reason) => by(*reason).to_owned(),
    };
    of_goal(solved, known)
}

/// Returns the value of the goal, or all that are open where a limit came.
fn goal(solved: &Solution) -> Option<String> {
    match (&solved.report.outcome, solved.open()) {
        (Outcome::Stopped(_), open @ [_, _, ..]) => Some(format!("goal {}", text::any_of(open))),
        _ => text::goal(solved),
    }
}

fn of_goal(solved: &Solution, known: String) -> String {
    match goal(solved) {
        Some(goal) => format!("{goal}: {known}"),
        None => known,
    }
}
