//! One problem: solves it within its limits, prints the answer and writes the files that were asked for.

use std::path::Path;
use std::time::Instant;

use crate::certificate::EvidenceKind;
use crate::plan::{Plan, write_plan};
use crate::planner::{Mode, Options, Outcome, PlanQuery};
use crate::problem::ShownStates;
use crate::stop::StopReason;
use crate::task::Task;

use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::problem_args::ProblemText;
use super::super::progress::ProgressLine;
use super::super::report::{Show, json_line};
use super::super::watch::{self, Watch};
use super::super::{exhaustion, named_output, output, spare_memory, warnings, worker};
use super::config::SolveConfig;
use super::solved::Solved;
use super::{certified, planner_thread, stats, text};
use crate::answer::NothingKnown;
use crate::answer::ProblemPlace;
use crate::answer::{SolveAnswer, solve_object};

/// Solves the problem and prints the answer.
pub(super) fn run(config: &SolveConfig, text: &ProblemText, watch: &Watch) -> Result<Exit, Failure> {
    if config.leaves_stdout {
        output::leave_stdout();
    }
    let place = config.problem.place(text);
    let pictures = config.pictures.of_problem(&place.name, &config.files)?;
    let nothing_known = |reason| {
        let ProblemPlace { name, file } = place.clone();
        NothingKnown::of(text.kind.name, text.metric(), reason).named(name, file)
    };
    if config.show == Show::Json {
        exhaustion::report_with(nothing_known(StopReason::Memory));
    }
    let begun = Instant::now();
    let problem = match worker::read(text, watch) {
        Err(Failure::Stopped { reason, at }) => {
            watch::answering();
            if config.show == Show::Json {
                output::print(&json_line(&nothing_known(reason))?)?;
            }
            return Err(Failure::Stopped { reason, at });
        }
        read => read.map_err(|failure| text.hint(failure))?,
    };
    log::info!("{problem}");
    // The moves alone are no place for doubts about them, unless these are errors.
    if config.show != Show::Moves || text.warnings_are_errors {
        warnings::report(problem.warnings_of_plans(), text.warnings_are_errors)?;
    }
    let options = Options {
        search_memory: config.options.search_memory.or_else(|| spare(config)),
        keeps_refutation: config.certify.is_some()
            && config.evidence.of(text.kind, false) == EvidenceKind::Proof,
        ..config.options.clone()
    };
    let mut line = ProgressLine::of(config.show);
    let solved = Solved::of(&*problem, text.goal(), config, &mut |goal, encoding| {
        planner_thread::solve(&problem, goal, encoding, &options, watch, &mut line)
    });
    let mut solved = solved?;
    solved.report.elapsed = begun.elapsed();
    // The answer is printed even if its certificate cannot be written.
    let certify = |place| certified::certify(place, config, text, &solved, watch, &line);
    let certified = config.certify.as_ref().map(certify);
    drop(line);
    let (certified, failed) = match certified.transpose() {
        Ok(certified) => (certified, None),
        Err(failure) => (None, Some(failure)),
    };
    watch::answering();
    let answer = SolveAnswer {
        certified,
        place: Some(place.clone()),
        coarser: text.other_metrics(),
        ..solved.answer(&*problem, config, shown_states(config))
    };
    print(&answer, config)?;
    match solved.run() {
        Some(run) => {
            if let Some(path) = &config.plan_out {
                write(path, run.task, run.plan)?;
            }
            let title = || title(&place.name, config, &answer, run.plan);
            pictures.write(&watch.stop, || problem.film(&title(), run))?;
        }
        None => pictures.leave_out("no plan was found; `bmcplan draw` draws the board alone"),
    }
    failed.map_or_else(|| Ok(solved.exit(config)), Err)
}

/// What the search of `auto` may have where no limit was given: other problems are not solved beside it.
fn spare(config: &SolveConfig) -> Option<usize> {
    if matches!(config.options.mode, Mode::Auto | Mode::Anytime) { spare_memory::half() } else { None }
}

/// The states that the answer shows: only those are rendered.
fn shown_states(config: &SolveConfig) -> ShownStates {
    match (config.show, config.options.wanted) {
        (Show::Json, PlanQuery::One) if config.with_states => ShownStates::Everything,
        (Show::Frames, PlanQuery::One) => ShownStates::Everything,
        (Show::Text, PlanQuery::One) => ShownStates::Ends,
        (Show::Moves | Show::Json, _) | (_, PlanQuery::All(_) | PlanQuery::Count) => ShownStates::Nothing,
    }
}

/// What a picture is called: `sample02: 39 units, shortest, proved by varisat`.
pub(super) fn title(name: &str, config: &SolveConfig, answer: &SolveAnswer<'_>, plan: &Plan) -> String {
    let is_optimal = matches!(answer.report.outcome, Outcome::Solved { optimal: true, .. });
    let shortest = is_optimal && answer.open().is_empty() && !config.options.step.semantics.is_parallel();
    let (length, metric) = (plan.length(), answer.metric);
    let shortest =
        if shortest { format!(", shortest{}", text::proved(answer.report)) } else { String::new() };
    format!("{name}: {length} {metric}{shortest}")
}

fn print(answer: &SolveAnswer<'_>, config: &SolveConfig) -> Result<(), Failure> {
    let show = config.show;
    output::print_painted(&match show {
        Show::Text | Show::Frames if config.stats => {
            format!("{}\n{}", text::answer(answer, show), stats::text(answer))
        }
        Show::Text | Show::Frames => text::answer(answer, show),
        Show::Moves => text::moves_alone(answer),
        Show::Json => json_line(&solve_object(answer))?,
    })?;
    if let Some(stopped) = text::stopped(answer, show) {
        output::print_error(&stopped);
    }
    if let Some(better) = text::better_values(answer, show) {
        output::print_error(&better);
    }
    if let Some(message) = &answer.without_effect {
        output::print_error(&format!("warning: {message}"));
    }
    Ok(())
}

fn write(path: &Path, task: &Task, plan: &Plan) -> Result<(), Failure> {
    let mut file = Vec::new();
    write_plan(task, plan, &mut file)
        .map_err(|cause| Failure::Output { place: output::place(Some(path)), cause })?;
    named_output::write(path, &file)
}
