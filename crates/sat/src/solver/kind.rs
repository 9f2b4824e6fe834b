//! The table of solvers, their construction (one solver per thread), and the trust in foreign ones.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use itertools::Itertools as _;

use bmcplan_base::stop::Stop;

#[cfg(feature = "cadical")]
use crate::solver::cadical;
use crate::solver::program::{self, CommandError};
#[cfg(feature = "varisat")]
use crate::solver::varisat;
use crate::solver::{CommandLine, Solver, SolverError, batsat, ipasir, mallob};

/// Choice of a SAT solver.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum SolverKind {
    /// [varisat](https://docs.rs/varisat), by Jannis Harder. Counts conflicts.
    #[cfg(feature = "varisat")]
    #[default]
    Varisat,
    /// [batsat](https://docs.rs/batsat), by Simon Cruanes and Masaki Hara: MiniSat 2.2 in Rust. Has statistics.
    #[cfg_attr(not(feature = "varisat"), default)]
    Batsat,
    /// [CaDiCaL](https://github.com/arminbiere/cadical), by Armin Biere and others. Counts conflicts.
    #[cfg(feature = "cadical")]
    Cadical,
    /// `ipasir:PATH`: a shared library with the interface IPASIR (Balyo, Biere, Iser, Sinz: "SAT Race 2015", 2016).
    ///
    /// A path without a slash is searched among the system's libraries. Loading a library runs it: a malicious one may do
    /// anything.
    Ipasir(PathBuf),
    /// `cmd:'PROGRAM ARGS'`: a program that reads a formula in the DIMACS format on its standard input and prints the answer as
    /// in the SAT competitions. It is started anew with the whole formula for every call.
    Command(CommandLine),
    /// `mallob:DIR`: a running service of [Mallob](https://github.com/domschrei/mallob), by Dominik Schreiber and others. `DIR`
    /// is the folder of its JSON interface, such as `.api/jobs.0`, with the folders `in` and `out`.
    Mallob(PathBuf),
}

impl SolverKind {
    /// All built-in solvers.
    pub const ALL: &'static [Self] = &[
        #[cfg(feature = "varisat")]
        Self::Varisat,
        Self::Batsat,
        #[cfg(feature = "cadical")]
        Self::Cadical,
    ];

    /// Returns the choices for display: the names of the built-in solvers, and the forms of the others.
    pub fn names() -> impl Iterator<Item = String> {
        let forms = [format!("{IPASIR}PATH"), format!("{COMMAND}'PROGRAM ARGS'"), format!("{MALLOB}DIR")];
        Self::ALL.iter().map(Self::to_string).chain(forms)
    }

    /// Checks whether the solver is compiled into this program, and so tested with it. Libraries, programs and services are
    /// foreign.
    pub fn is_built_in(&self) -> bool {
        Self::ALL.contains(self)
    }

    /// Checks whether the solver reports learned clauses ([`Solver::take_learned`]).
    pub fn reports_learned(&self) -> bool {
        match self {
            #[cfg(feature = "varisat")]
            Self::Varisat => true,
            Self::Batsat => true,
            #[cfg(feature = "cadical")]
            Self::Cadical => false,
            Self::Ipasir(_) | Self::Command(_) | Self::Mallob(_) => false,
        }
    }

    /// Builds a solver without clauses, which gives up when `stop` is raised.
    ///
    /// # Errors
    /// [`SolverError::Missing`] if the library, program or folder does not exist or is not a solver.
    pub fn build(&self, stop: &Stop) -> Result<Box<dyn Solver>, SolverError> {
        Ok(match self {
            #[cfg(feature = "varisat")]
            Self::Varisat => Box::new(varisat::Varisat::new(stop.clone())),
            Self::Batsat => Box::new(batsat::Batsat::new(stop.clone())),
            #[cfg(feature = "cadical")]
            Self::Cadical => Box::new(cadical::Cadical::new(stop.clone())),
            Self::Ipasir(path) => Box::new(ipasir::Ipasir::load(path, self.to_string(), stop.clone())?),
            Self::Command(line) => {
                Box::new(program::SolverProgram::find(line, self.to_string(), stop.clone())?)
            }
            Self::Mallob(folder) => Box::new(mallob::Mallob::find(folder, self.to_string(), stop.clone())?),
        })
    }

    /// Returns the version, if known without running a program: of a built-in solver, the version of the crate; of a library,
    /// its signature.
    pub fn version(&self) -> Option<String> {
        match self {
            #[cfg(feature = "varisat")]
            Self::Varisat => Some("0.2.2".to_owned()),
            Self::Batsat => Some("0.6.0".to_owned()),
            #[cfg(feature = "cadical")]
            Self::Cadical => Some("crate 0.1.16".to_owned()),
            Self::Ipasir(path) => ipasir::signature(path).filter(|signature| !signature.is_empty()),
            Self::Command(_) | Self::Mallob(_) => None,
        }
    }
}

/// Treatment of refutations by a foreign solver, one that is [not built in](SolverKind::is_built_in).
///
/// A model is checked against the formula; a refutation cannot be checked, only repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Trust {
    /// A built-in solver confirms the refutations on which an answer rests. If it is stopped, the answer names the trusted
    /// solver.
    #[default]
    Confirm,
    /// Refutations are accepted unchecked, and the answer names the trusted solver.
    Unchecked,
}

const IPASIR: &str = "ipasir:";
const COMMAND: &str = "cmd:";
const MALLOB: &str = "mallob:";

impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "varisat")]
            Self::Varisat => f.write_str(varisat::NAME),
            Self::Batsat => f.write_str(batsat::NAME),
            #[cfg(feature = "cadical")]
            Self::Cadical => f.write_str(cadical::NAME),
            Self::Ipasir(path) => write!(f, "{IPASIR}{}", path.display()),
            Self::Command(line) => write!(f, "{COMMAND}{line}"),
            Self::Mallob(folder) => write!(f, "{MALLOB}{}", folder.display()),
        }
    }
}

/// Error of parsing the name of a solver.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownSolver {
    /// Unknown name.
    #[error("no solver is called `{0}`; there are: {all}", all = SolverKind::names().join(", "))]
    Name(String),
    /// Name of a solver that was left out of this build.
    #[error("`{0}` is not part of this build; build with `--features {0}`")]
    NotBuiltIn(String),
    /// Library without a path.
    #[error("`{IPASIR}` needs the path of a shared library after it")]
    NoPath,
    /// Service without a folder.
    #[error("`{MALLOB}` needs the folder of a running service after it, such as mallob:.api/jobs.0")]
    NoFolder,
    /// Invalid command.
    #[error(transparent)]
    Command(#[from] CommandError),
}

impl FromStr for SolverKind {
    type Err = UnknownSolver;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if let Some(line) = name.strip_prefix(COMMAND) {
            return Ok(Self::Command(line.parse::<CommandLine>()?));
        }
        match name.strip_prefix(IPASIR) {
            Some("") => return Err(UnknownSolver::NoPath),
            Some(path) => return Ok(Self::Ipasir(path.into())),
            None => {}
        }
        match name.strip_prefix(MALLOB) {
            Some("") => return Err(UnknownSolver::NoFolder),
            Some(folder) => return Ok(Self::Mallob(folder.into())),
            None => {}
        }
        let built_in = Self::ALL.iter().find(|kind| kind.to_string() == name);
        built_in.cloned().ok_or_else(|| match name {
            "cadical" | "varisat" => UnknownSolver::NotBuiltIn(name.to_owned()),
            _ => UnknownSolver::Name(name.to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Guards the versions written in the code against going out of date.
    #[test]
    fn versions_are_those_of_the_crates() {
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
        let lock: toml::Table = fs::read_to_string(lock).unwrap().parse().unwrap();
        let packages = lock["package"].as_array().unwrap();
        for kind in SolverKind::ALL {
            let is_it = |package: &&toml::Value| package["name"].as_str() == Some(&kind.to_string());
            let version = packages.iter().find(is_it).unwrap()["version"].as_str().unwrap();
            assert_eq!(kind.version().unwrap().trim_start_matches("crate "), version, "{kind}");
        }
        assert_eq!(SolverKind::Ipasir("/no/such/library.so".into()).version(), None);
    }
}
