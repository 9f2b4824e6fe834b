//! Many problems: solves them on several threads, prints a line for each as soon as it is known, and a summary.
//!
//! Each has the time of one alone, and a fault of one, be it a bug of this program, does not stop the others. Memory is that of the
//! whole process, so a problem that ran out of it beside others is tried again alone.

mod answer;
mod printer;
mod summary;

use bmcplan_base::ordered::sort;
use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::stop::{Stop, StopReason};

use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::limiter;
use super::config::SolveConfig;
use crate::ask::{Limiter, NamedProblem, Stage, for_each_index};
use answer::BatchItem;
use printer::{ManyDrawings, Printer};

struct Shared {
    config: SolveConfig,
    problems: Vec<NamedProblem>,
}

pub(super) fn run(
    config: SolveConfig,
    problems: Vec<NamedProblem>,
    limiter: &Limiter,
) -> Result<Exit, Failure> {
    config.check_many(problems.len())?;
    let n_problems = problems.len();
    let drawings = ManyDrawings::of(&config, &problems)?;
    let mut printer = Printer::of(&config, n_problems, drawings);
    let jobs = config.jobs;
    let shared = Arc::new(Shared { config, problems });
    let mut again = Vec::new();
    round(&shared, (0..n_problems).collect(), jobs, limiter, &mut |index, answer| {
        if 1 < jobs.get().min(n_problems) && answer.stopped == Some(StopReason::Memory) {
            again.push(index);
            return Ok(());
        }
        printer.add(index, answer, &limiter.stop)
    })?;
    sort(&mut again);
    round(&shared, again, NonZeroUsize::MIN, limiter, &mut |index, answer| {
        printer.add(index, answer, &limiter.stop)
    })?;
    limiter::answering();
    printer.finish(&limiter.stop)
}

fn round(
    shared: &Arc<Shared>,
    order: Vec<usize>,
    jobs: NonZeroUsize,
    limiter: &Limiter,
    on_answer: &mut dyn FnMut(usize, BatchItem) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (shared, places) = (shared.clone(), order.clone());
    let work = move |turn: usize, stop: &Stop, send: &dyn Fn(_)| send(shared.solve(places[turn], stop));
    let on_answer = &mut |turn: usize, answer: Result<BatchItem, Failure>| on_answer(order[turn], answer?);
    // Work on each begins with reading it.
    for_each_index(order.len(), jobs, Stage::Reading, work, limiter, on_answer)
}

impl Shared {
    fn solve(&self, index: usize, stop: &Stop) -> Result<BatchItem, Failure> {
        let problem = &self.problems[index];
        let work = |stop: &Stop| BatchItem::of(problem, &self.config, stop);
        limiter::one_of_many(&self.config.settings.limits(), stop, work)
            .unwrap_or_else(|| BatchItem::broken(problem.place(), self.config.show))
    }
}

#[cfg(test)]
mod tests {
    use crate::kinds::Kinds;
    use crate::problem::{Kind, Recognition};

    use super::super::super::limiter;
    use super::super::super::problem_args::Scope;
    use super::super::{command, config};
    use super::*;
    use crate::ask::{Input, Limits, Reading};

    static BROKEN: Kind = Kind {
        recognise: |sources| match sources {
            [source] if source.text() == "broken" => Recognition::Certain,
            _ => Recognition::No,
        },
        ..Kind::new("broken", "moves", |_, _, _| panic!("a test of panics"))
    };

    #[test]
    fn a_panic_is_a_fault_of_one_problem() {
        let scope = Scope::Any(Kinds::default().with(&BROKEN));
        let matches = command(&scope).try_get_matches_from(["solve", "some files"]).unwrap();
        let typed = |text: &str| Input::Typed { option: "test".to_owned(), text: text.to_owned() };
        let problems =
            ["broken", "XX.\n"].map(|text| NamedProblem::one(&[typed(text)], &Reading::default()).unwrap());
        let shared = Shared { config: config(&matches, &scope).unwrap(), problems: problems.into() };
        let limiter = limiter::start(&Limits::default());
        let mut ends = Vec::new();
        let on_answer = &mut |index, answer: BatchItem| {
            ends.push((index, answer.exit, answer.line.trim().to_owned()));
            Ok(())
        };
        round(&Arc::new(shared), vec![0, 1], NonZeroUsize::MIN, &limiter, on_answer).unwrap();
        let [(0, Exit::Internal, broken), (1, Exit::Solved, solved)] = &*ends else { panic!("{ends:?}") };
        assert!(broken.starts_with("failed") && solved.starts_with("1 unit "), "{ends:?}");
    }
}
