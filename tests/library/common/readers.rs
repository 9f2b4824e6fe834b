//! Every reader of files on any bytes: what the fuzz targets call, and what the test of their corpora calls.
//!
//! None of them may panic, nor may the complaint about what was read, and what was accepted has to make sense.

#![allow(dead_code, clippy::unwrap_used)]

use std::cell::Cell;
use std::sync::OnceLock;
use std::time::Duration;
use std::{fs, slice};

use bmcplan::ask::Reading;
use bmcplan::ask::{Limiter, Limits};
use bmcplan::draw::svg;
use bmcplan::kinds::gdl::{self, Game, GroundError};
use bmcplan::kinds::sas::{self, SasError};
use bmcplan::kinds::{Contents, GDL, Kinds, PDDL, RUSH_HOUR, SAS, SLIDING_BLOCK};
use bmcplan::kinds::{pddl, rush_hour, sliding_block};
use bmcplan::plan::{Plan, read_plan, replay, validate};
use bmcplan::problem::{Kind, Problem, ProblemError, ProblemOptions, ShownStates, Trajectory};
use bmcplan::solver::{ClaimedAnswer, read_output};
use bmcplan::stop::Stop;
use bmcplan::task::{Fact, Operator, Task, TaskBuilder};
use bmcplan::text::{Diagnostic, Paint, Source};
use bmcplan_bench::run_log::{RunLog, RunLogWriter, merge};
use bmcplan_bench::{Abilities, Configuration, Instance, Suite};
use bmcplan_prisoners::read::ScheduleError;
use tempfile::TempDir;

/// Grounding of a sheet may take so many bytes, and may ask so often whether to stop.
const GROUND_BYTES: usize = 1 << 20;
const GROUND_POLLS: u32 = 3_000;

/// A problem that takes longer, or more bytes, is too large for this.
const LONG: Duration = Duration::from_secs(2);
const MEMORY: usize = 1 << 24;

/// A problem of that kind as the program reads it: its task is made and its initial state shown, within limits.
fn problem(kind: &Kind, sources: &[Source]) -> Result<(), Diagnostic> {
    let stop = Stop::within(Some(MEMORY));
    let limiter = Limiter::over(stop, &Limits { timeout: Some(LONG), ..Limits::default() });
    let read = |sources: &[Source]| kind.read(sources, &ProblemOptions::default(), &limiter.stop);
    let made = read(sources).and_then(|problem| {
        let task = problem.task(None, &limiter.stop)?;
        show(&*problem, &task);
        problem
            .warnings()
            .iter()
            .for_each(|warning| assert!(warning.render(Paint::Plain).contains("warning")));
        // A text of the problem has the same task, but perhaps its pieces in another order.
        if let Some(text) = problem.text_from(task.initial()) {
            let again = read(&[Source::new("again", &text)])?;
            assert_eq!(names(&again.task(None, &limiter.stop)?), names(&task), "{text}");
        }
        Ok(())
    });
    match made {
        Ok(()) | Err(ProblemError::Stopped { .. } | ProblemError::TooLarge(_)) => Ok(()),
        Err(ProblemError::Invalid(complaint)) => Err(complaint),
        Err(error) => panic!("{error}"),
    }
}

/// Draws the initial state of a problem in all ways.
fn show(problem: &dyn Problem, task: &Task) {
    let plan = Plan::default();
    let states = replay(task, &plan).unwrap();
    let run = Trajectory { task, plan: &plan, states: &states };
    assert_eq!(problem.states_as_text(run, ShownStates::Everything, Paint::Plain).len(), 1);
    assert!(!svg::still(&problem.film("f", run), 0).is_empty());
    assert!(!problem.to_string().is_empty());
    problem.elements();
}

/// A task as a SAS file.
fn written(task: &Task) -> Vec<u8> {
    let mut text = Vec::new();
    sas::write_task(task, &mut text).unwrap();
    text
}

/// The words of a task as a SAS file, one for each of its parts, sorted.
fn names(task: &Task) -> Vec<String> {
    let text = String::from_utf8(written(task)).unwrap();
    let mut names: Vec<String> =
        text.lines().filter(|line| line.contains(char::is_alphabetic)).map(str::to_owned).collect();
    names.sort_unstable();
    names
}

/// A GDL rule sheet in KIF, read and made ground within limits.
pub(crate) fn kif(bytes: &[u8]) {
    complain(ground(bytes));
}

fn ground(bytes: &[u8]) -> Result<(), Diagnostic> {
    let source = Source::from_bytes("f", bytes)?;
    gdl::looks_like(&source);
    let polls = Cell::new(0);
    let stop = || {
        polls.set(polls.get() + 1);
        GROUND_POLLS < polls.get()
    };
    let limits = gdl::GroundLimits { bytes: GROUND_BYTES, stop: &stop };
    match gdl::read(&source, limits).and_then(|sheet| Game::of(&source, &sheet, limits)) {
        Ok(game) => {
            assert!(game.goal_values().iter().all(|value| *value <= 100));
            problem(&GDL, slice::from_ref(&source))
        }
        Err(GroundError::Invalid(complaint)) => Err(complaint),
        Err(GroundError::Stopped { rule, .. }) => Err(rule),
    }
}

/// A domain and a problem in PDDL, with a line of four dashes between them; without that line, both in one file.
pub(crate) fn pddl(bytes: &[u8]) {
    const BETWEEN: &[u8] = b"\n----\n";
    let place = bytes.windows(BETWEEN.len()).position(|part| part == BETWEEN);
    complain(match place {
        Some(at) => planning_problem(&bytes[..at], &bytes[at + BETWEEN.len()..]),
        None => Source::from_bytes("f", bytes).and_then(|source| problem(&PDDL, &[source])),
    });
}

fn planning_problem(domain: &[u8], task: &[u8]) -> Result<(), Diagnostic> {
    let sources = [Source::from_bytes("d", domain)?, Source::from_bytes("p", task)?];
    pddl::PddlPart::of(&sources[0]);
    match pddl::read(&sources[0], &sources[1], &Stop::default()) {
        Ok(pddl::PddlReading { problem: read, .. }) => {
            for (predicate, objects) in &read.initial {
                assert_eq!(read.predicates[predicate.0].parameters.len(), objects.len());
            }
            problem(&PDDL, &sources)
        }
        Err(pddl::PddlError::Invalid(complaint)) => Err(complaint),
        Err(pddl::PddlError::Stopped(_)) => panic!("nobody stopped it"),
    }
}

/// A Rush Hour board in TOML.
pub(crate) fn board_toml(bytes: &[u8]) {
    board(bytes, rush_hour::BoardFormat::Toml);
}

/// A Rush Hour board as facts of the ASP document.
pub(crate) fn board_facts(bytes: &[u8]) {
    board(bytes, rush_hour::BoardFormat::Asp);
}

/// A Rush Hour board as rows of characters.
pub(crate) fn board_rows(bytes: &[u8]) {
    board(bytes, rush_hour::BoardFormat::Text);
}

fn board(bytes: &[u8], format: rush_hour::BoardFormat) {
    complain(Source::from_bytes("f", bytes).and_then(|source| {
        // The kind that was detected reads the text without a panic, too.
        complain(rush_hour::read(&source).map(|_| ()));
        let board = rush_hour::read_as(&source, format)?;
        assert!(
            board.cars().iter().flat_map(|car| car.cells_at(car.position())).all(|cell| !board.is_wall(cell))
        );
        // It may be read in another form.
        problem(&RUSH_HOUR, &[source])
    }));
}

/// A sliding-block puzzle, in TOML and as text.
pub(crate) fn sliding(bytes: &[u8]) {
    use sliding_block::{PuzzleFormat, looks_like, read_as};
    complain(Source::from_bytes("f", bytes).map(|source| {
        looks_like(&source);
        for format in [PuzzleFormat::Toml, PuzzleFormat::Text] {
            complain(read_as(&source, format).map(|puzzle| {
                let covered: usize = puzzle.pieces().iter().map(|piece| piece.shape.area()).sum();
                let walls = puzzle.cells().filter(|cell| puzzle.is_wall(*cell)).count();
                assert_eq!(covered + walls + puzzle.n_empty(), puzzle.cells().count());
            }));
        }
        complain(problem(&SLIDING_BLOCK, &[source]));
    }));
}

/// A SAS file: what is read is the same when it is written and read again, but for derived variables that can be done without.
pub(crate) fn sas(bytes: &[u8]) {
    let read = |bytes: &[u8]| {
        let source = Source::from_bytes("f", bytes)?;
        sas::looks_like(&source);
        match sas::read(&source, &Stop::default()) {
            Ok(problem) => Ok(Some(problem.task)),
            Err(SasError::Invalid(complaint)) => Err(complaint),
            Err(SasError::Task(error)) => {
                assert!(!error.to_string().is_empty());
                Ok(None)
            }
        }
    };
    complain(read(bytes).map(|task| {
        let Some(task) = task else { return };
        let again = |task: &Task| {
            let task =
                read(&written(task)).unwrap_or_else(|complaint| panic!("{}", complaint.render(Paint::Plain)));
            task.unwrap()
        };
        let simple = again(&task);
        assert_eq!(written(&again(&simple)), written(&simple));
        complain(Source::from_bytes("f", bytes).and_then(|source| problem(&SAS, &[source])));
    }));
}

/// A schedule of prisoners or golfers: what is read solves the problem that it says it solves.
pub(crate) fn schedule(bytes: &[u8]) {
    complain(Source::from_bytes("f", bytes).and_then(|source| {
        match bmcplan_prisoners::read::read(&source) {
            Ok((problem, schedule)) => {
                assert!(bmcplan_prisoners::check(&problem, &schedule).is_ok());
                Ok(())
            }
            Err(ScheduleError::Unreadable(complaint) | ScheduleError::Wrong(complaint)) => Err(complaint),
        }
    }));
}

/// A text that may hold many problems: each of them begins at a line of it.
pub(crate) fn collection(bytes: &[u8]) {
    complain(Source::from_bytes("f", bytes).and_then(|source| {
        let text = source.text().to_owned();
        if let Contents::Collection(all) = Kinds::default().contents(source)? {
            assert_eq!(all.iter().count(), all.len());
            let n_lines = text.lines().count();
            assert!(all.iter().all(|entry| (1..=n_lines).contains(&entry.source.first_line())));
        }
        Ok(())
    }));
}

/// A plan in any of its forms: what the validator accepts reaches the goal.
pub(crate) fn plan(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let written = match read_plan(&text) {
        Ok(written) => written,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let task = lamp();
    match written.by_operators(&task) {
        Ok(plan) if validate(&task, &plan).is_ok() => {
            let states = replay(&task, &plan).unwrap();
            assert!(states.last().is_some_and(|state| task.is_goal(state)));
        }
        Ok(_) => {}
        Err(unknown) => assert!(!unknown.to_string().is_empty()),
    }
}

/// A lamp that can be switched on while a door is open, and has to be on behind a closed one.
fn lamp() -> Task {
    let mut builder = TaskBuilder::default();
    let [door, lamp] = ["door", "lamp"].map(|name| builder.variable(name, ["0", "1"], 0));
    let fact = |var, value| Fact { var, value };
    builder.operator(Operator::simple("open", [fact(door, 0).into()], [fact(door, 1)]));
    builder.operator(Operator::simple("close", [fact(door, 1).into()], [fact(door, 0)]));
    builder.operator(Operator::simple("switch on", [fact(door, 1).into()], [fact(lamp, 1)]));
    builder.goal([fact(door, 0).into(), fact(lamp, 1).into()]);
    builder.build().unwrap()
}

/// The output of a solver, about a formula of ten variables.
pub(crate) fn solver_output(bytes: &[u8]) {
    match read_output(bytes, 10) {
        Ok(ClaimedAnswer::Satisfiable(values)) => assert_eq!(values.len(), 10),
        Ok(ClaimedAnswer::Unsatisfiable) => assert!(String::from_utf8_lossy(bytes).contains("UNSATISFIABLE")),
        Err(fault) => assert!(!fault.is_empty()),
    }
}

/// A file of benchmark runs: what can be read can be gone on with and joined, and stays what it is.
pub(crate) fn journal(bytes: &[u8]) {
    let folder = folder().path();
    let path = folder.join(format!("journal-{}", std::process::id()));
    fs::write(&path, bytes).unwrap();
    match RunLog::read(&path) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(log) => {
            let (writer, before) = RunLogWriter::resume(&path, &log.head).unwrap();
            drop(writer);
            assert_eq!(before.unwrap().entries, log.entries);
            assert_eq!(RunLog::read(&path).unwrap().entries, log.entries);
            fs::write(&path, merge(slice::from_ref(&log)).unwrap()).unwrap();
            assert_eq!(RunLog::read(&path).unwrap().entries, log.entries);
        }
    }
}

/// A benchmark suite in TOML, with a few boards beside it.
pub(crate) fn suite(bytes: &[u8]) {
    complain(Source::from_bytes("f", bytes).and_then(|source| {
        // A suite may name any file; here it is to find nothing but what stands beside it.
        if source.text().contains(['/', '\\']) || source.text().contains("..") {
            return Ok(());
        }
        let abilities = Abilities { reading: &Reading::default(), check: &can_run };
        let suite = Suite::read(&source, folder().path(), abilities)?;
        assert!(!suite.planned.is_empty());
        Ok(())
    }));
}

/// Everything can be run that does not look like an option.
fn can_run(instance: &Instance, _: &Configuration) -> Result<(), String> {
    if instance.kind.starts_with('-') { Err("this is an option".to_owned()) } else { Ok(()) }
}

/// A folder with three boards.
fn folder() -> &'static TempDir {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.toml", "b.toml", "c.txt"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        folder
    })
}

/// A complaint can be drawn, and says what would be right.
fn complain(read: Result<(), Diagnostic>) {
    let Err(complaint) = read else { return };
    for paint in [Paint::Plain, Paint::Colored] {
        let drawn = complaint.render(paint);
        assert!(drawn.contains("error") && drawn.contains("help"), "{drawn}");
    }
}
