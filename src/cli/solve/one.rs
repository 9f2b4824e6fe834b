//! One problem: solves it within its limits, prints the answer and writes the files that were asked for.

use std::path::Path;
use std::time::Instant;

use crate::ask::{Answer, Limiter, NameStyle, ProblemText, Solution, solve};
use crate::plan::{Plan, write_plan_in_units};
use crate::stop::StopReason;
use crate::task::Task;
use crate::text::Paint;
use bmcplan_planner::Mode;

use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::limiter;
use super::super::problem_args::load_problem;
use super::super::progress::ProgressLine;
use super::super::report::{Show, json_line, proved};
use super::super::{exhaustion, output};
use super::config::SolveConfig;
use super::{measures, stats, text};

pub(super) fn run(config: &SolveConfig, text: &ProblemText, limiter: &Limiter) -> Result<Exit, Failure> {
    if config.leaves_stdout {
        output::leave_stdout();
    }
    let place = config.problem.place(text);
    let pictures = config.pictures.of_problem(&place.name, &config.files)?;
    let unread = |reason| Answer::unread(text.kind.name, Some(place.clone()), text.metric(), reason);
    if config.show == Show::Json {
        exhaustion::report_with(unread(StopReason::Memory));
    }
    let begun = Instant::now();
    let loaded = match load_problem(text.clone(), Some(place.clone()), limiter) {
        Err(Failure::Stopped { reason, at }) => {
            limiter::answering();
            if config.show == Show::Json {
                output::print(&json_line(&unread(reason))?)?;
            }
            return Err(Failure::Stopped { reason, at });
        }
        read => read?,
    };
    let problem = loaded.problem.clone();
    log::info!("{problem}");
    let mut line = ProgressLine::of(config.show);
    line.reports_plans = config.settings.planner_mode() == Mode::Anytime;
    let solved = solve(loaded, &config.settings, limiter, &mut |event| line.on_event(event, &*problem));
    let mut solved = solved?;
    solved.report.elapsed = begun.elapsed();
    drop(line);
    limiter::answering();
    // The answer is printed even if its certificate cannot be written.
    let failed = solved.unwritten.take().map(Failure::from);
    print(&solved, config)?;
    match solved.run() {
        Some(run) => {
            if let Some(path) = &config.plan_out {
                write(path, run.task, run.plan, problem.cost_scale())?;
            }
            let title = || title(&place.name, config, &solved, run.plan);
            pictures.write(&limiter.stop, || problem.film(&title(), run))?;
        }
        None => pictures.leave_out("no plan was found; `bmcplan draw` draws the board alone"),
    }
    failed.map_or_else(|| Ok(exit(&solved)), Err)
}

fn paint(show: Show) -> Paint {
    if show == Show::Json { Paint::Plain } else { output::paint(&std::io::stdout()) }
}

/// Returns the exit code: some of the plans are no answer to how many there are.
pub(super) fn exit(solved: &Solution) -> Exit {
    let cut_short = solved.report.cut_short(solved.options.wanted);
    cut_short.map_or_else(|| Exit::from(&solved.report.outcome), Exit::from)
}

/// Returns the title of a picture: `sample02: 39 units, shortest, proved by varisat`; `p01: cost 37, 9 actions, cheapest, proved by search`;
/// `doors: goal 40: 1 move, shortest, proved by search`.
pub(super) fn title(name: &str, config: &SolveConfig, solved: &Solution, plan: &Plan) -> String {
    let shortest = solved.is_best() && !config.settings.semantics().is_parallel();
    let best = if solved.minimises_cost() { "cheapest" } else { "shortest" };
    let best = if shortest { format!(", {best}{}", proved(&solved.report)) } else { String::new() };
    let goal = text::goal(solved).map(|goal| format!("{goal}: ")).unwrap_or_default();
    format!("{name}: {goal}{}{best}", measures::measure(solved, plan))
}

fn print(solved: &Solution, config: &SolveConfig) -> Result<(), Failure> {
    let show = config.show;
    let text = || text::answer(solved, show, &solved.states(config.shown_states(), paint(show)));
    output::print_painted(&match show {
        Show::Text | Show::Frames if config.stats => format!("{}\n{}", text(), stats::text(solved)),
        Show::Text | Show::Frames => text(),
        Show::Moves => text::moves_alone(solved),
        Show::Json => json_line(&solved.answer(config.shown_states(), NameStyle::Options))?,
    })?;
    if let Some(stopped) = text::stopped(solved, show) {
        output::print_error(&stopped);
    }
    if let Some(better) = text::better_values(solved, show) {
        output::print_error(&better);
    }
    if let Some(message) = solved.without_effect(NameStyle::Options) {
        output::print_error(&format!("warning: {message}"));
    }
    Ok(())
}

fn write(path: &Path, task: &Task, plan: &Plan, cost_scale: u64) -> Result<(), Failure> {
    let mut file = Vec::new();
    write_plan_in_units(task, plan, cost_scale, &mut file)
        .map_err(|cause| Failure::Output { place: output::place(Some(path)), cause })?;
    output::write(path, &file)
}
