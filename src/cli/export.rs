//! `bmcplan export`: a problem as a formula, for other solvers.

use std::fmt;
use std::io;
use std::str::FromStr;

use crate::encode::EncodeError;
use crate::horizon::{self, ExportError};
use crate::stop::Stop;

use super::encoding::encoding_or_default;
use super::exit::Exit;
use super::failure::Failure;
use super::hiargs::Export;
use super::json::VERSION;
use super::problem::Problem;
use super::watch::Watch;
use super::{output, worker};

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Format {
    #[default]
    Dimacs,
    Icnf,
    Dimspec,
}

impl Format {
    pub(crate) const ALL: [Self; 3] = [Self::Dimacs, Self::Icnf, Self::Dimspec];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Dimacs => "dimacs",
            Self::Icnf => "icnf",
            Self::Dimspec => "dimspec",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no [`Format`].
#[derive(Debug, thiserror::Error)]
#[error("there is no such format")]
pub(crate) struct UnknownFormat;

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(UnknownFormat)
    }
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// One formula of so many steps.
    Dimacs(usize),
    /// All formulas up to so many steps.
    Icnf(usize),
    /// The parts of any.
    Dimspec,
}

/// Writes the formula.
pub(crate) fn run(meant: &Export) -> Result<Exit, Failure> {
    let source = meant.problem.input.read()?;
    let meaning = meant.problem.meaning(&source)?;
    let watch = Watch::start(&meant.limits);
    let problem = worker::read(&source, &meaning, &meant.limits, &watch)?;
    let meant = meant.clone();
    worker::alone(move |stop| write(&meant, &problem, stop), &watch)
}

fn write(meant: &Export, problem: &Problem, stop: &Stop) -> Result<Exit, Failure> {
    let encoding = encoding_or_default(meant.encoding.as_deref(), problem)?;
    let system = encoding.encode(&problem.task(meant.problem.goal, stop)?, &meant.step, stop);
    let system = system.map_err(|error| match error {
        EncodeError::Stopped(reason) => Failure::Stopped(reason),
        EncodeError::Semantics(error) => Failure::Usage(error.to_string()),
    })?;
    let goal = match meant.form {
        Form::Dimacs(horizon) => format!("at most {horizon} {}", problem.metric()),
        Form::Icnf(horizon) => format!("at most 0, 1, … {horizon} {}", problem.metric()),
        Form::Dimspec => format!("any number of {}", problem.metric()),
    };
    let comments = format!(
        "bmcplan {VERSION}: {problem}\nencoding {}, at most one {}; satisfiable if there is a plan of {goal}",
        encoding.name(),
        meant.step.at_most_one,
    );
    let mut out = output::Sink::open(meant.output.as_deref())?;
    let written = match meant.form {
        Form::Dimacs(horizon) => horizon::write_dimacs(&system, horizon, &comments, stop, &mut out),
        Form::Icnf(horizon) => horizon::write_icnf(&system, horizon, &comments, stop, &mut out),
        Form::Dimspec => horizon::write_dimspec(&system, &comments, stop, &mut out),
    };
    match written {
        Ok(()) => out.finish().map(|()| Exit::Solved),
        Err(ExportError::Stopped(reason)) => Err(Failure::Stopped(reason)),
        Err(error @ ExportError::TooLarge(_)) => Err(Failure::Usage(format!("--horizon: {error}"))),
        // Who reads no further has read enough.
        Err(ExportError::Io(cause)) if cause.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Solved),
        Err(ExportError::Io(cause)) => {
            Err(Failure::Output { place: output::place(meant.output.as_deref()), cause })
        }
    }
}
