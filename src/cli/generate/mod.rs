//! `bmcplan generate`: new puzzles by chance, printed as they are found, and kept in a file.

mod config;
mod kept;

use std::num::NonZeroUsize;
use std::time::Instant;

use itertools::Itertools as _;
use serde::Serialize;

use super::exit::Exit;
use super::failure::Failure;
use super::report::{Show, by, json_line, seconds_text};
use super::{limiter, output, progress, terminal};
use crate::ask::{Fault, ProblemText};
use crate::problem::VariantLimits;
use crate::stop::StopReason;
use bmcplan_workshop::{
    FigureFilter, GenerateEvent, GenerateResult, GenerateSettings, RateAnswer, SAME, generate, new_seed,
    shown,
};
use kept::{KeptPuzzles, words};

pub(crate) use config::{GenerateConfig, command, config};

#[derive(Serialize)]
struct PuzzleAnswer<'a> {
    id: String,
    seed: u64,
    text: &'a str,
    shown: String,
    #[serde(flatten)]
    rating: RateAnswer,
}

pub(crate) fn run(config: GenerateConfig) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let limiter = limiter::start(&config.limits);
    let start = config.problem.text(&config.files, &limiter)?;
    let (pictures, files) = (config.pictures, config.files);
    let mut question = config.question;
    if let Some(memory) = config.limits.memory {
        // The memory of a board decides which puzzles are found, so it must not depend on the jobs.
        question.memory = question.memory.min(memory);
        let most = NonZeroUsize::new(memory / question.memory.max(1)).unwrap_or(NonZeroUsize::MIN);
        question.jobs = question.jobs.min(most);
    }
    let earlier = config.output.as_deref().filter(|_| config.resume).and_then(kept::seed_of);
    question.seed = config.seed.or(earlier).unwrap_or_else(new_seed);
    let settings = settings(config.blank, &start, &question);
    let mut kept = KeptPuzzles::open(config.output, config.resume, settings, &start, &limiter.stop)?;
    (question.first, question.fruitless) = (kept.next, kept.fruitless);
    question.known = std::mem::take(&mut kept.known);
    question.count = question.count.saturating_sub(kept.n_puzzles);
    // As behind `head`; a file is still written.
    let has_file = kept.has_file();
    let is_unread = || output::is_closed() && !has_file;
    let bar = progress::bar(question.count, Show::Text);
    let end = generate(&start, &question, &limiter, &mut |news, next| {
        bar.set_message(format!("{next} attempts, "));
        let GenerateEvent::Found(puzzle) = news else { return Ok(()) };
        bar.inc(1);
        let id = kept.add(&puzzle, next)?;
        let problem = &puzzle.loaded.problem;
        let task = problem.task(None, &limiter.stop).map_err(Fault::from)?;
        let shown = shown(&**problem, &task, task.initial());
        bar.suspend(|| match config.is_json {
            true => {
                let rating = RateAnswer::of(&puzzle.loaded, &puzzle.rating);
                let (id, seed) = (id.to_string(), question.seed);
                let answer = PuzzleAnswer { id, seed, text: &puzzle.text, shown, rating };
                output::print(&json_line(&answer)?)
            }
            false => output::print(&format!("{id}: {}\n{shown}\n", words(&puzzle))),
        })?;
        let title = (&*id.to_string(), words(&puzzle));
        pictures.write_start(title, &puzzle.loaded, &files, &limiter)?;
        if is_unread() {
            limiter.stop.raise(StopReason::Interrupt);
        }
        Ok::<_, Failure>(())
    })?;
    bar.finish_and_clear();
    limiter::answering();
    kept.finish(end.next, end.fruitless)?;
    if is_unread() {
        return Ok(Exit::Solved);
    }
    let summary = summary(&end, &question, begun);
    match config.is_json {
        true => terminal::print_error(summary.trim_end()),
        false => drop(output::print(&summary)?),
    }
    Ok(match end.stopped {
        Some(reason) => reason.into(),
        None if end.n_found < question.count => Exit::Stopped,
        None => Exit::Solved,
    })
}

fn settings(blank: Option<(u8, u8)>, start: &ProblemText, question: &GenerateSettings) -> String {
    let GenerateSettings { filters, seed, limits: VariantLimits { walls, .. }, steps, memory, .. } = question;
    let beginning = match blank {
        None => format!(
            "pieces of {}",
            start.sources.iter().map(|source| source.text().escape_debug().to_string()).join(" ")
        ),
        Some((size, exit_row)) => format!("size {size}, exit row {exit_row}, {walls} walls"),
    };
    let filters =
        filters.iter().map(|FigureFilter { figure, range }| format!(", {} {range}", figure.name)).join("");
    format!("{beginning}, {}{filters}, seed {seed}, {steps} steps, {memory} bytes", start.metric())
}

fn summary(end: &GenerateResult, question: &GenerateSettings, begun: Instant) -> String {
    let GenerateResult { n_found, refused, stopped, .. } = end;
    let attempts = end.next - question.first;
    let puzzles = if *n_found == 1 { "puzzle" } else { "puzzles" };
    let tried = if attempts == 1 { "attempt" } else { "attempts" };
    let why = match stopped {
        _ if question.count <= *n_found => String::new(),
        Some(reason) => format!("; {}", by(*reason)),
        None => format!("; the last {} attempts gave no new puzzle", question.patience),
    };
    let most = refused.iter().max_by_key(|(_, count)| **count);
    let most = match most.filter(|_| *n_found < question.count) {
        Some((&SAME, count)) => format!("; {count} gave a puzzle that was known"),
        Some((name, count)) => format!("; most were refused by {name}: {count}"),
        None => String::new(),
    };
    let (seed, seconds) = (question.seed, seconds_text(begun.elapsed()));
    format!("{n_found} {puzzles} in {attempts} {tried}{why}{most} (--seed {seed}, {seconds})\n")
}
