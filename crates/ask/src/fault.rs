//! The reason for which there is no answer, in the library's words. Exit codes and exceptions are each one `match` on this.

use std::io;
use std::path::PathBuf;

use bmcplan_base::folders::DiskError;
use bmcplan_base::stop::StopReason;
use bmcplan_base::text::Diagnostic;
use bmcplan_kinds::problem::{Kind, OptionError, OptionForm, ProblemError};
use bmcplan_planner::{InternalError, Unsupported};
use bmcplan_sat::encode::EncodeError;
use bmcplan_sat::horizon::RunError;
use bmcplan_sat::solver::SolverError;

use super::settings::{NameStyle, SettingFault, SettingProblem};

/// The reason for which there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A setting that makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingFault),
    /// An option that the kind of the problem does not have.
    #[error("{}", .0.in_words(NameStyle::Keywords))]
    Option(OptionFault),
    /// A text that looks like no kind of problem; its name.
    #[error("{0}: this is not a problem of any known kind")]
    Unrecognised(String),
    /// A formula of more steps than can be written.
    #[error("{0}")]
    TooManySteps(String),
    /// The question makes no sense in another way.
    #[error("{0}")]
    Question(String),
    /// An input that is wrong.
    #[error("{0}")]
    Input(#[from] Diagnostic),
    /// A limit or an interrupt, before anything was known; with the place in the input that it was busy with.
    #[error("{}", at.as_ref().map_or_else(|| format!("nothing is known yet; {}", super::stopped_by(*reason)), ToString::to_string))]
    Stopped {
        /// The limit, or an interrupt.
        reason: StopReason,
        /// The place.
        at: Option<Diagnostic>,
    },
    /// A foreign solver that broke, or is not there.
    #[error("{0}")]
    Solver(SolverError),
    /// A file or folder that cannot be written.
    #[error("cannot write to {}: {cause}", place.display())]
    Write {
        /// The file or folder.
        place: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },
    /// A folder that cannot be used: for a certificate, a search on disk, or a shared solution.
    #[error("{}: {why}", place.display())]
    Folder {
        /// The folder.
        place: PathBuf,
        /// Why not.
        why: String,
    },
    /// A folder that cannot be read as a certificate.
    #[error("{}: {why}", place.display())]
    Unreadable {
        /// The folder.
        place: PathBuf,
        /// The file in it, and why not.
        why: String,
    },
    /// Builds a fault of this program.
    #[error("{0}")]
    Bug(String),
}

/// An option, or a value of it, that a kind of problem does not have.
#[derive(Debug, Clone)]
pub struct OptionFault {
    /// The option, its value, and another one if that is meant.
    pub error: OptionError,
    /// Name of the kind.
    pub kind: &'static Kind,
    /// Was the kind told from the text?
    pub is_guessed: bool,
}

impl OptionFault {
    /// Returns the fault in a sentence.
    pub fn in_words(&self, spelling: NameStyle) -> String {
        let OptionError { option, kind, instead } = &self.error;
        match spelling {
            NameStyle::Options => {
                let found = match instead {
                    Some(instead) => format!(": {instead}"),
                    None if self.is_guessed => {
                        ", which this one looks like; --kind says otherwise".to_owned()
                    }
                    None => String::new(),
                };
                format!("--{option} makes no sense for a problem of kind {kind}{found}")
            }
            NameStyle::Keywords => {
                let has = self.kind.options.iter().filter(|option| option.form != OptionForm::Text);
                let has = has.map(|option| match option.form.names() {
                    [] => option.name.to_owned(),
                    names => format!("{} ({})", option.name, names.join(", ")),
                });
                let has = has.collect::<Vec<_>>().join(", ");
                let known =
                    if has.is_empty() { "it has no options".to_owned() } else { format!("it has: {has}") };
                let name = option.split(' ').next().unwrap_or_default();
                format!("{name}: {}; {known}", self.error)
            }
        }
    }
}

impl Fault {
    /// Builds the fault of an error in this program.
    pub fn bug(what: impl ToString) -> Self {
        Self::Bug(what.to_string())
    }
}

impl From<StopReason> for Fault {
    fn from(reason: StopReason) -> Self {
        Self::Stopped { reason, at: None }
    }
}

impl From<ProblemError> for Fault {
    fn from(error: ProblemError) -> Self {
        match error {
            ProblemError::Invalid(diagnostic) => Self::Input(diagnostic),
            ProblemError::Stopped { reason, at } => Self::Stopped { reason, at },
            bug @ ProblemError::Task(_) => Self::bug(bug),
            ProblemError::Unrecognised(name) => Self::Unrecognised(name),
            error @ (ProblemError::Option(_) | ProblemError::TooLarge(_)) => {
                Self::Question(error.to_string())
            }
        }
    }
}

impl From<EncodeError> for Fault {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::Stopped(reason) => reason.into(),
            EncodeError::Semantics(error) => SettingFault::other("encoding", error.to_string()).into(),
        }
    }
}

impl From<InternalError> for Fault {
    fn from(error: InternalError) -> Self {
        match error {
            InternalError::Run(RunError::Solver(
                error @ (SolverError::Missing { .. } | SolverError::Foreign { .. }),
            )) => Self::Solver(error),
            InternalError::Disk(error) => error.into(),
            InternalError::Run(RunError::TooManySteps(error)) => Self::TooManySteps(error.to_string()),
            InternalError::Unsupported(Unsupported::Endless) => {
                SettingFault::of("fewest", SettingProblem::Endless).into()
            }
            error @ InternalError::Unsupported(_) => Self::Question(error.to_string()),
            error => Self::bug(error),
        }
    }
}

impl From<DiskError> for Fault {
    fn from(DiskError { place, why }: DiskError) -> Self {
        Self::Folder { place, why }
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Self::Bug(format!("the answer cannot be written as JSON: {error}"))
    }
}
