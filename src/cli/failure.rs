//! All errors of the command line, with their messages and exit codes: and the panic hook, since a panic is a bug.

use std::io;
use std::panic::{self, UnwindSafe};

use crate::ask::{Fault, NameStyle, SettingFault};
use crate::encode::EncodeError;
use crate::problem::ProblemError;
use crate::solver::SolverError;
use crate::stop::StopReason;
use crate::text::Diagnostic;
use bmcplan_planner::InternalError;
use bmcplan_prisoners::PrisonersError;
use bmcplan_prisoners::read::ScheduleError;

use super::exit::Exit;
use super::report::by;
use super::terminal;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{0}")]
    Usage(String),
    #[error("{0}")]
    Input(#[from] Diagnostic),
    #[error("{0}")]
    Wrong(Diagnostic),
    /// Warnings about an input, where they count as errors.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Warned(Vec<Diagnostic>),
    /// A limit or an interrupt, before anything was known; with the place in the input that it was busy with.
    #[error("{}", at.as_ref().map_or_else(|| format!("nothing is known yet; {}", by(*reason)), ToString::to_string))]
    Stopped { reason: StopReason, at: Option<Diagnostic> },
    #[error("cannot write to {place}: {cause}")]
    Output { place: String, cause: io::Error },
    /// A picture that was not drawn before a limit was reached; there is an answer.
    #[error("{picture}: not written, {why}", why = by(*.reason))]
    Picture { picture: String, reason: StopReason },
    #[error("{0}")]
    Solver(SolverError),
    #[error("{0}")]
    Bug(String),
}

impl Failure {
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) | Self::Input(_) | Self::Warned(_) | Self::Output { .. } | Self::Solver(_) => {
                Exit::Usage
            }
            Self::Wrong(_) => Exit::Wrong,
            Self::Picture { reason, .. } | Self::Stopped { reason, .. } => (*reason).into(),
            Self::Bug(_) => Exit::Internal,
        }
    }

    pub(crate) fn print(&self) -> Exit {
        match self {
            Self::Input(diagnostic)
            | Self::Wrong(diagnostic)
            | Self::Stopped { at: Some(diagnostic), .. } => {
                terminal::print_diagnostic(diagnostic);
            }
            Self::Warned(warnings) => warnings.iter().for_each(terminal::print_diagnostic),
            Self::Picture { .. } | Self::Stopped { at: None, .. } => terminal::print_error(&self.to_string()),
            Self::Usage(_) | Self::Output { .. } | Self::Solver(_) => {
                terminal::print_error(&format!("error: {self}"));
            }
            Self::Bug(_) => report_bug(&self.to_string()),
        }
        self.exit()
    }
}

/// Arguments that the parser did not understand, or that make no sense.
impl From<clap::Error> for Failure {
    fn from(refusal: clap::Error) -> Self {
        Self::Usage(in_a_line(&refusal))
    }
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Self::Stopped { reason, at: None }
    }
}

impl From<ScheduleError> for Failure {
    fn from(error: ScheduleError) -> Self {
        match error {
            ScheduleError::Unreadable(diagnostic) => Self::Input(diagnostic),
            ScheduleError::Wrong(diagnostic) => Self::Wrong(diagnostic),
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Setting(fault) => Self::Usage(fault.in_words(NameStyle::Options)),
            Fault::Option(fault) => Self::Usage(fault.in_words(NameStyle::Options)),
            unrecognised @ Fault::Unrecognised(_) => Self::Usage(format!("{unrecognised}; --kind names one")),
            Fault::Question(why) | Fault::TooManySteps(why) => Self::Usage(why),
            folder @ (Fault::Folder { .. } | Fault::Unreadable { .. }) => Self::Usage(folder.to_string()),
            Fault::Input(diagnostic) => Self::Input(diagnostic),
            Fault::Stopped { reason, at } => Self::Stopped { reason, at },
            Fault::Solver(error) => Self::Solver(error),
            Fault::Write { place, cause } => Self::Output { place: place.display().to_string(), cause },
            bug => Self::Bug(bug.to_string()),
        }
    }
}

/// Errors of the library that become a [`Fault`] first.
macro_rules! by_fault {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Fault::from(error).into()
            }
        })*
    };
}

by_fault!(ProblemError, EncodeError, InternalError, SettingFault, serde_json::Error);

impl From<PrisonersError> for Failure {
    fn from(error: PrisonersError) -> Self {
        match error {
            PrisonersError::Symmetry(error) => Self::Usage(format!("--symmetry: {error}")),
            PrisonersError::Solver(error) => InternalError::from(error).into(),
            broken @ (PrisonersError::Check { .. } | PrisonersError::Unsound) => {
                Self::Bug(broken.to_string())
            }
        }
    }
}

/// Returns the fault of a command line that could not be understood, and what could be there instead.
pub(super) fn in_a_line(refusal: &clap::Error) -> String {
    let text = refusal.to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more "));
    let first = lines.next().unwrap_or_default().trim_start_matches("error: ");
    let rest = lines.filter(|line| !line.starts_with("tip:"));
    [first].into_iter().chain(rest).collect::<Vec<_>>().join(" ")
}

pub(crate) fn describe_panics() {
    if std::env::var_os("RUST_BACKTRACE").is_some() {
        return;
    }
    panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let what = payload.downcast_ref::<&str>().copied();
        let what =
            what.or_else(|| payload.downcast_ref::<String>().map(|text| &**text)).unwrap_or("no message");
        let place = info.location().map(|location| format!(" ({location})")).unwrap_or_default();
        report_bug(&format!("{what}{place}"));
    }));
}

pub(crate) fn report_bug(what: &str) {
    terminal::print_error(&format!(
        "internal error: {what}\n\
         This is a bug in bmcplan {}. Please report it, with the command line and the input.",
        env!("CARGO_PKG_VERSION")
    ));
}

/// Runs it; a panic ends it with [`Exit::Internal`].
pub(crate) fn contain_panics(run: impl FnOnce() -> Exit + UnwindSafe) -> Exit {
    panic::catch_unwind(run).unwrap_or(Exit::Internal)
}

pub(crate) fn checked_warnings(warnings: &[Diagnostic], are_errors: bool) -> Result<&[Diagnostic], Failure> {
    if are_errors && !warnings.is_empty() {
        return Err(Failure::Warned(warnings.iter().cloned().map(Diagnostic::into_error).collect()));
    }
    Ok(warnings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_faults_of_this_program_are_internal() {
        let [solver, cause] = ["some", "that"].map(str::to_owned);
        let code = |error: SolverError| Failure::from(InternalError::from(error)).exit().code();
        assert_eq!(code(SolverError::Internal { solver: solver.clone(), cause: cause.clone() }), 70);
        assert_eq!(code(SolverError::Foreign { solver: solver.clone(), cause: cause.clone() }), 2);
        assert_eq!(code(SolverError::Missing { solver, cause }), 2);
        assert_eq!(Failure::Usage(String::new()).exit().code(), 2);
        assert_eq!(Failure::Input(Diagnostic::without_text("f", "m")).exit().code(), 2);
        assert_eq!(Failure::Wrong(Diagnostic::without_text("f", "m")).exit().code(), 20);
        let full = Failure::Output { place: "f".to_owned(), cause: io::ErrorKind::StorageFull.into() };
        assert_eq!(full.exit().code(), 2);
    }

    #[test]
    fn refused_arguments_are_a_sentence_without_a_prefix() {
        let refusal = clap::Error::raw(clap::error::ErrorKind::ValueValidation, "that makes no sense");
        assert_eq!(Failure::from(refusal).to_string(), "that makes no sense");
    }

    #[test]
    fn a_panic_is_an_internal_error() {
        assert_eq!(contain_panics(|| Exit::NoPlanWithin), Exit::NoPlanWithin);
        assert_eq!(contain_panics(|| panic!("a test of panics")), Exit::Internal);
    }
}
