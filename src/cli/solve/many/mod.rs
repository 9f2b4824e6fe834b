//! Many problems: solves them on several threads, prints a line for each as soon as it is known, and a summary.
//!
//! Each has the time of one alone, and a fault of one, be it a bug of this program, does not stop the others. Memory is that of the
//! whole process, so a problem that ran out of it beside others is tried again alone.

mod answer;
mod printer;
mod summary;

use crate::ordered::sort;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::stop::StopReason;

use super::super::at_a_time::at_a_time;
use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::watch;
use super::config::SolveConfig;
use crate::ask::{NamedProblem, Watch};
use answer::OneOfMany;
use printer::{ManyDrawings, Printer};

struct Shared {
    config: SolveConfig,
    problems: Vec<NamedProblem>,
    watch: Watch,
}

pub(super) fn run(config: SolveConfig, problems: Vec<NamedProblem>, watch: Watch) -> Result<Exit, Failure> {
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
    sort(&mut again);
    round(&shared, again, 1, &mut |index, answer| printer.hear(index, answer, &shared.watch.stop))?;
    watch::answering();
    printer.finish(&shared.watch.stop)
}

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
    fn solve(&self, index: usize) -> Result<OneOfMany, Failure> {
        let waiting = &self.problems[index];
        let watch = self.watch.part(&self.config.limits);
        let solved = catch_unwind(AssertUnwindSafe(|| OneOfMany::of(waiting, &self.config, &watch.stop)));
        solved.unwrap_or_else(|_| OneOfMany::broken(waiting.place(), self.config.show))
    }
}

#[cfg(test)]
mod tests {
    use crate::kinds::Kinds;
    use crate::problem::{COMMON_ENCODINGS, Kind, Recognition};
    use crate::text::MAX_BYTES;

    use super::super::super::problem_args::Scope;
    use super::super::super::watch;
    use super::super::{command, config};
    use super::*;
    use crate::ask::{Input, Limits, Reading};

    static BROKEN: Kind = Kind {
        name: "broken",
        aliases: &[],
        about: "",
        description: "",
        examples: "",
        file: "",
        formats: "",
        max_files: 1,
        max_bytes: MAX_BYTES,
        companion: |_| None,
        collections: &[],
        unit: "moves",
        options: &[],
        encodings: COMMON_ENCODINGS,
        encodings_help: "",
        suits_search: false,
        is_read_by_checker: |_| false,
        recognise: |sources| match sources {
            [source] if source.text() == "broken" => Recognition::Certain,
            _ => Recognition::No,
        },
        read: |_, _, _| panic!("a test of panics"),
    };

    #[test]
    fn a_panic_is_a_fault_of_one_problem() {
        let scope = Scope::Any(Kinds::default().with(&BROKEN));
        let matches = command(&scope).try_get_matches_from(["solve", "some files"]).unwrap();
        let typed = |text: &str| Input::Typed { option: "test".to_owned(), text: text.to_owned() };
        let problems =
            ["broken", "XX."].map(|text| NamedProblem::one(&[typed(text)], &Reading::default()).unwrap());
        let shared = Shared {
            config: config(&matches, &scope).unwrap(),
            problems: problems.into(),
            watch: watch::start(&Limits::default()),
        };
        let mut ends = Vec::new();
        let hear = &mut |index, answer: OneOfMany| {
            ends.push((index, answer.exit, answer.line.trim().to_owned()));
            Ok(())
        };
        round(&Arc::new(shared), vec![0, 1], 1, hear).unwrap();
        let [(0, Exit::Internal, broken), (1, Exit::Solved, solved)] = &*ends else { panic!("{ends:?}") };
        assert!(broken.starts_with("failed") && solved.starts_with("1 unit "), "{ends:?}");
    }
}
