//! The run log of a comparison, in a file or in place of the table on standard output.

use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::Path;

use serde::Serialize;

use crate::bench::run_log::{Entry, Head};
use crate::bench::{Runner, Suite};
use crate::stop::Stop;

use super::super::bench::session;
use super::super::failure::Failure;
use super::super::output::{self, OutputSink};
use super::config::{CompareConfig, JsonOutput};
use crate::ask::VERSION;

/// A log that is written line by line, so that no run is lost: where writing fails, what was written stays.
pub(super) struct LogOutput<'c> {
    /// None if no log is wanted, or not any more.
    sink: Option<OutputSink>,
    /// None for standard output.
    path: Option<&'c Path>,
}

impl<'c> LogOutput<'c> {
    /// Begins the log with its head, if one is wanted.
    pub(super) fn open(
        config: &'c CompareConfig,
        suite: &Suite,
        runner: &Runner,
        stop: &Stop,
    ) -> Result<Self, Failure> {
        let path = match &config.outputs.json {
            None => return Ok(Self { sink: None, path: None }),
            Some(JsonOutput::Printed) => None,
            Some(JsonOutput::File(path)) => Some(&**path),
        };
        let mut log = Self { sink: Some(OutputSink::open(path)?), path };
        let session = session::begin(suite, NonZeroUsize::MIN, None, runner, stop);
        log.line(&Head::of(suite, VERSION, session))?;
        Ok(log)
    }

    /// Adds a run.
    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), Failure> {
        self.line(entry)
    }

    /// Puts the file in its place.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.sink.map_or(Ok(()), OutputSink::finish)
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let Some(out) = &mut self.sink else { return Ok(()) };
        let line =
            serde_json::to_string(value).map_err(|error| Failure::Usage(format!("--json: {error}")))?;
        match writeln!(out, "{}", output::visible(&line)).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            // Whoever closed standard output is not interested any more.
            Err(cause) if cause.kind() == io::ErrorKind::BrokenPipe => {
                self.sink = None;
                Ok(())
            }
            Err(cause) => {
                let left = self.sink.take().and_then(OutputSink::leave);
                let left = left.map(|left| format!(" (the runs so far are in {})", left.display()));
                Err(Failure::Output { place: output::place(self.path) + &left.unwrap_or_default(), cause })
            }
        }
    }
}
