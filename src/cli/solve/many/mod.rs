//! Many problems: solves them on several threads, prints a line for each as soon as it is known, and a summary.
//!
//! Every problem has the time that one alone would have. A fault of one, be it a bug of this program, does not stop the
//! others. Memory is that of the whole process, so a problem that ran out of it beside others is tried again alone.

mod answer;
mod drawings;
mod printer;
mod summary;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::stop::StopReason;

use super::super::at_a_time::at_a_time;
use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::given_problems::WaitingProblem;
use super::super::watch;
use super::config::SolveConfig;
use crate::ask::Watch;
use answer::OneOfMany;
use drawings::ManyDrawings;
use printer::Printer;

/// Data that the threads share.
struct Shared {
    config: SolveConfig,
    problems: Vec<WaitingProblem>,
    watch: Watch,
}

/// Solves the problems and prints the answers.
pub(super) fn run(config: SolveConfig, problems: Vec<WaitingProblem>, watch: Watch) -> Result<Exit, Failure> {
    config.check_many(problems.len())?;
    let n_problems = problems.len();
    let drawings = ManyDrawings::of(&config, &problems)?;
    let mut printer = Printer::of(&config, n_problems, drawings);
    let jobs = config.jobs.get().min(n_problems);
    let shared = Arc::new(Shared { config, problems, watch });
    let mut again = Vec::new();
    round(&shared, (0..n_problems).collect(), jobs, &mut |index, answer| {
        if 1 < jobs && answer.stopped == Some(StopReason::Memory) {
            again.push(index);
            return Ok(());
        }
        printer.hear(index, answer, &shared.watch.stop)
    })?;
    again.sort_unstable();
    round(&shared, again, 1, &mut |index, answer| printer.hear(index, answer, &shared.watch.stop))?;
    watch::answering();
    printer.finish(&shared.watch.stop)
}

/// Solves the problems of these numbers, in that order, on so many threads, and hands their answers on.
fn round(
    shared: &Arc<Shared>,
    order: Vec<usize>,
    jobs: usize,
    hear: &mut dyn FnMut(usize, OneOfMany) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let work = {
        let shared = shared.clone();
        move |index| shared.solve(index)
    };
    at_a_time(jobs, order, &shared.watch.stop, work, &mut |index, answer| hear(index, answer?))
}

impl Shared {
    /// Solves one of the problems. A panic is a fault of that one alone.
    fn solve(&self, index: usize) -> Result<OneOfMany, Failure> {
        let waiting = &self.problems[index];
        let watch = self.watch.part(&self.config.limits);
        let solved = catch_unwind(AssertUnwindSafe(|| OneOfMany::of(waiting, &self.config, &watch.stop)));
        solved.unwrap_or_else(|_| OneOfMany::broken(waiting.place(), self.config.show))
    }
}
