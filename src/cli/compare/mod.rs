//! `bmcplan compare`: the same problems solved in several ways, each run in a process of its own.
//!
//! The process is this program again. So a run that takes all memory takes none of the others', what the system counts for
//! a process is what the run took, and what is compared is what people run.

mod entrant;
mod meant;
mod progress;
mod told;

use std::io::{self, Write};

use crate::bench::{Job, Program, Record, disagreements, shuffle, summaries};
use crate::stop::{Stop, StopReason};

use super::exit::Exit;
use super::failure::Failure;
use super::json::VERSION;
use super::output::{self, Sink};
use super::watch::{Limits, Watch};
use entrant::Entrant;
use meant::Json;
pub(crate) use meant::{Compare, interpret};
use progress::Bar;
use told::Measured;

/// More horizons than this make no better line.
const MOST_HORIZONS: usize = 40;

/// Compares, and tells how it went.
pub(crate) fn run(meant: &Compare) -> Result<Exit, Failure> {
    let watch = Watch::start(&Limits::default());
    let path = std::env::current_exe()
        .map_err(|error| Failure::Usage(format!("this program does not know where it is: {error}")))?;
    let program = Program { path, version: VERSION.to_owned() };
    let read = meant.files.iter().zip(&meant.asked);
    let mut entrants = read
        .map(|(path, asked)| Entrant::read(path, asked, meant, &watch.stop))
        .collect::<Result<Vec<Entrant>, Failure>>()?;
    let mut course = Course { program, meant, stop: &watch.stop, json: open(meant)? };
    let mut measured = Measured::default();
    let mut probes = Vec::new();
    let stopped = course.measure(&mut entrants, &mut probes, &mut measured)?;
    if let Some(json) = course.json {
        json.finish()?;
    }
    let rows = summaries(&measured.rows);
    if told::prints_table(&meant.outputs) {
        output::print(&told::tables(&entrants, &rows, meant))?;
    }
    told::write_files(&meant.outputs, &measured)?;
    let all = || probes.iter().chain(&measured.rows).chain(&measured.horizons);
    let disagreements = disagreements(all());
    if !disagreements.is_empty() {
        return Ok(told::complain(&disagreements));
    }
    let failed = |code: u8| all().any(|record| record.result.has_failed(Some(code.into())));
    Ok(if failed(Exit::Internal.code()) {
        Exit::Internal
    } else if let Some(reason) = stopped {
        reason.into()
    } else if all().any(|record| record.result.has_failed(None)) {
        Exit::Usage
    } else {
        Exit::Solved
    })
}

/// Where runs are written as they come.
fn open(meant: &Compare) -> Result<Option<Sink>, Failure> {
    let sink = meant.outputs.json.as_ref().map(|json| match json {
        Json::Printed => Sink::open(None),
        Json::File(path) => Sink::open(Some(path)),
    });
    sink.transpose()
}

/// What runs are made with.
struct Course<'a> {
    program: Program,
    meant: &'a Compare,
    stop: &'a Stop,
    json: Option<Sink>,
}

impl Course<'_> {
    /// Makes all runs, or as many as there were before a stop, whose reason is returned.
    fn measure(
        &mut self,
        entrants: &mut [Entrant],
        probes: &mut Vec<Record>,
        measured: &mut Measured,
    ) -> Result<Option<StopReason>, Failure> {
        for entrant in entrants.iter_mut().filter(|entrant| entrant.needs_horizon()) {
            match entrant.find_horizon(&self.program, self.meant, self.stop) {
                Ok(record) => probes.push(record),
                Err(reason) => return Ok(Some(reason)),
            }
        }
        let rows: Vec<Job> = entrants.iter().flat_map(|entrant| entrant.jobs(self.meant.runs)).collect();
        let horizons: Vec<Job> = match self.meant.outputs.plot {
            Some(_) => entrants.iter().flat_map(|entrant| entrant.jobs_of_horizons(MOST_HORIZONS)).collect(),
            None => Vec::new(),
        };
        let mut order: Vec<(usize, &Job)> = rows.iter().chain(&horizons).enumerate().collect();
        shuffle(&mut order, self.meant.seed);
        let mut records: Vec<(usize, Record)> = Vec::new();
        let bar = Bar::of(order.len());
        let mut stopped = None;
        for (place, job) in order {
            bar.begin(job);
            match self.program.run(job, &self.meant.limits, self.stop) {
                Ok(record) => {
                    self.write(&record)?;
                    records.push((place, record));
                }
                Err(reason) => {
                    stopped = Some(reason);
                    break;
                }
            }
            bar.done();
        }
        drop(bar);
        records.sort_by_key(|(place, _)| *place);
        let after = records.partition_point(|(place, _)| *place < rows.len());
        measured.horizons = records.split_off(after).into_iter().map(|(_, record)| record).collect();
        measured.rows = records.into_iter().map(|(_, record)| record).collect();
        Ok(stopped)
    }

    /// Line by line, so that a run that was made is not lost: where writing fails, what was written stays.
    fn write(&mut self, record: &Record) -> Result<(), Failure> {
        let Some(out) = &mut self.json else { return Ok(()) };
        let line = record.to_line().map_err(|error| Failure::Usage(format!("--json: {error}")))?;
        match writeln!(out, "{}", output::visible(&line)).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            // Whoever closed standard output is not interested any more.
            Err(cause) if cause.kind() == io::ErrorKind::BrokenPipe => {
                self.json = None;
                Ok(())
            }
            Err(cause) => {
                let left = self.json.take().and_then(Sink::leave);
                let left = left.map(|left| format!(" (the runs so far are in {})", left.display()));
                let place = match &self.meant.outputs.json {
                    Some(Json::File(path)) => output::place(Some(path)),
                    _ => output::place(None),
                };
                Err(Failure::Output { place: place + &left.unwrap_or_default(), cause })
            }
        }
    }
}
