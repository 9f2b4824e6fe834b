//! `bmcplan bench`: runs a suite, joins files of its parts, and reports on files of runs.

mod abilities;
mod meant;
mod progress;
mod session;
mod told;

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::bench::journal::{Entry, Head, Journal, JournalError, Writer, merge};
use crate::bench::{Job, Moment, Outcome, Program, RunLimits, Suite, run_all, shuffle};
use crate::frontend::Source;
use crate::stop::Stop;

use super::exit::Exit;
use super::failure::Failure;
use super::json::VERSION;
use super::watch::{Limits, Watch};
use super::{files, output};
use abilities::ThisProgram;
pub(crate) use meant::{Bench, interpret};
use meant::{Run, What};
use progress::Bar;

/// The order of runs is random, so that whatever changes on a machine falls on all alike, and always the same, so that
/// parts of a suite are.
const SEED: u64 = 1;

/// Does it, and tells how it went.
pub(crate) fn run(meant: &Bench) -> Result<Exit, Failure> {
    match &meant.what {
        What::Run(run) => make(run, meant),
        What::Report(path) => told::report(&read(path)?, meant, None),
        What::Merge(parts, out) => join(parts, out, meant),
    }
}

/// A file of runs. What is torn at its end is left out, which is told.
fn read(path: &Path) -> Result<Journal, Failure> {
    let journal = Journal::read(path).map_err(usage)?;
    complain_of(&journal, "left out");
    Ok(journal)
}

/// Tells what does not belong into a file of runs; `what` becomes of a torn line.
fn complain_of(journal: &Journal, what: &str) {
    let (place, repeated) = (journal.path.display(), journal.repeated);
    if repeated != 0 {
        output::complain(&format!(
            "{place}: {repeated} lines have runs that are there already, and do not count; \
             bmcplan bench --merge {place} --out NEW.jsonl writes a file without them"
        ));
    }
    if journal.torn != 0 {
        let (place, torn) = (journal.path.display(), journal.torn);
        output::complain(&format!("{place}: the last line is torn; its {torn} bytes are {what}"));
    }
}

fn usage(error: JournalError) -> Failure {
    Failure::Usage(error.to_string())
}

/// Makes the runs of a suite that are not there yet.
fn make(run: &Run, meant: &Bench) -> Result<Exit, Failure> {
    let source = Source::open(&run.suite)?;
    let folder = run.suite.parent().unwrap_or(Path::new(""));
    let suite = Suite::read(&source, folder, &ThisProgram)?;
    let mut files = meant.files();
    suite.instance_files().into_iter().for_each(|path| files.reads("the instance", path));
    files.check()?;
    let watch = Watch::start(&Limits::default());
    let path = std::env::current_exe()
        .map_err(|error| Failure::Usage(format!("this program does not know where it is: {error}")))?;
    let head = Head::of(&suite, VERSION, session::begin(&suite, run, &path, &watch.stop));
    let (mut writer, before) = if run.resume {
        Writer::resume(&run.out, &head).map_err(usage)?
    } else {
        (Writer::create(&run.out, &head).map_err(usage)?, None)
    };
    if let Some(before) = &before {
        complain_of(before, "cut off");
    }
    let mut places: Vec<usize> = (0..suite.planned.len()).collect();
    shuffle(&mut places, SEED);
    let is_here = |turn: usize| run.shard.is_none_or(|shard| turn % shard.of + 1 == shard.part);
    let is_left =
        |place: usize| !before.as_ref().is_some_and(|before| before.entries.contains_key(&(place + 1)));
    let mine: Vec<usize> =
        places.into_iter().enumerate().filter(|(turn, _)| is_here(*turn)).map(|(_, place)| place).collect();
    let left: Vec<usize> = mine.iter().copied().filter(|place| is_left(*place)).collect();
    let program = Program { path, version: VERSION.to_owned() };
    let not_made =
        write_runs(&program, &suite, &left, mine.len() - left.len(), run, &watch.stop, &mut writer)?;
    drop(writer);
    let journal = Journal::read(&run.out).map_err(usage)?;
    if let Some(reason) = watch.stop.reason() {
        let done = mine.iter().filter(|place| journal.entries.contains_key(&(*place + 1))).count();
        output::complain(&format!(
            "{reason}: {done} of {} runs are in {}; --resume goes on with them",
            mine.len(),
            run.out.display()
        ));
        return told::report(&journal, meant, Some(reason));
    }
    let exit = told::report(&journal, meant, None)?;
    let Some(message) = not_made.first() else { return Ok(exit) };
    let (number, file) = (not_made.len(), run.out.display());
    output::complain(&format!(
        "error: {number} runs were not made: {message}\n--resume makes them and adds them to {file}"
    ));
    Ok(if exit == Exit::Internal { exit } else { Exit::Usage })
}

/// Makes the runs at these places of the suite, each of which is written when it is done. Returns why the others could not
/// be made: these are not written, so that they are still to be made.
fn write_runs(
    program: &Program,
    suite: &Suite,
    left: &[usize],
    done_before: usize,
    run: &Run,
    stop: &Stop,
    writer: &mut Writer,
) -> Result<Vec<String>, Failure> {
    let planned = |turn: usize| &suite.planned[left[turn]];
    let runs: Vec<(&Job, RunLimits)> =
        (0..left.len()).map(planned).map(|planned| (&planned.job, planned.limits)).collect();
    let mut bar = Bar::of(done_before, left.len());
    let mut not_made = Vec::new();
    run_all(program, &runs, run.at_a_time, stop, |moment| {
        match moment {
            Moment::Begun(turn) => bar.begin(turn, &planned(turn).job),
            Moment::Done(turn, record) => {
                bar.done(turn, &record);
                match record.result {
                    Outcome::NotStarted { message } => not_made.push(message),
                    _ => writer.add(&Entry::of(left[turn] + 1, planned(turn), *record))?,
                }
            }
        }
        Ok(())
    })
    .map_err(usage)?;
    Ok(not_made)
}

/// Joins files.
fn join(parts: &[PathBuf], out: &Path, meant: &Bench) -> Result<Exit, Failure> {
    if fs::symlink_metadata(out).is_ok() {
        let cause = io::Error::new(io::ErrorKind::AlreadyExists, "there is such a file already");
        return Err(Failure::Output { place: output::place(Some(out)), cause });
    }
    let journals = parts.iter().map(|part| read(part)).collect::<Result<Vec<Journal>, Failure>>()?;
    let text = merge(&journals).map_err(usage)?;
    files::write(out, text.as_bytes())?;
    let journal = read(out)?;
    let (there, all) = (journal.entries.len(), journal.head.suite.runs);
    output::complain(&format!("{}: {there} of {all} runs from {} files", out.display(), parts.len()));
    told::drawn(&journal, meant)
}
