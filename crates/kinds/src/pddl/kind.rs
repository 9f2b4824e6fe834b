//! Planning problems in PDDL, with a domain file and a problem file, as a kind of problem. They are grounded when they are
//! read.

use std::fmt;
use std::path::{Path, PathBuf};

use itertools::Itertools as _;

use bmcplan_base::stop::Stop;
use bmcplan_base::text::{Diagnostic, MAX_INPUT_BYTES, Paint, Source};
use bmcplan_task::Task;
use bmcplan_task::plan::Metric;

use crate::atoms;
use crate::fdr::{self, FiniteDomainError};
use crate::pddl::{self, PddlError, PddlGroundError, PddlPart, PddlProblem, PddlReading};
use crate::problem::{Kind, Problem, ProblemError, Recognition, ShownStates, Trajectory};

/// Planning problems in PDDL.
pub static PDDL: Kind = Kind {
    about: "Solve a planning problem in PDDL",
    description: "Prints the actions of a shortest plan, or of a cheapest one as --metric or the problem says, what holds before \
                  and after, and a summary. A problem alone is read with the domain beside it, such as domain.pddl. Without a \
                  mode, explicit search and incremental SAT run side by side.",
    examples: "\
  bmcplan pddl domain.pddl problem.pddl          a shortest or cheapest plan
  bmcplan pddl problem.pddl                      the same: the domain is beside it
  bmcplan pddl problem.pddl --first --anytime    any plan, then ever better ones
  bmcplan pddl problem.pddl --metric actions     fewest actions, whatever they cost
  bmcplan pddl problem.pddl --plan-out plan.txt  for VAL, too
  bmcplan pddl problem.pddl --incremental --semantics exists
  bmcplan pddl problem.pddl --frames             what each action changes",
    file: "The domain and the problem",
    formats: "Types, constants, derived predicates, (:metric minimize (total-cost)).\n\
              Conditions: and, or, not, imply, exists, forall, =.\n\
              Effects: and, not, when, forall, (increase (total-cost) …).\n\
              Not read: durations, other numbers, timed literals, preferences, constraints, processes, chance.",
    max_files: 2,
    max_bytes: MAX_INPUT_BYTES,
    companion: companion_domain,
    options: &[atoms::METRIC],
    recognise: |sources| match sources {
        [source] => match PddlPart::of(source) {
            Some(PddlPart::Problem) => Recognition::Certain,
            Some(PddlPart::Domain) if PddlPart::both(source).is_some() => Recognition::Certain,
            Some(PddlPart::Domain) => Recognition::Perhaps,
            None => Recognition::No,
        },
        [first, second] => match (PddlPart::of(first), PddlPart::of(second)) {
            (Some(a), Some(b)) if a != b => Recognition::Certain,
            (Some(_), _) | (_, Some(_)) => Recognition::Perhaps,
            (None, None) => Recognition::No,
        },
        _ => Recognition::No,
    },
    ..Kind::new("pddl", "actions", |sources, options, stop| {
        Ok(Box::new(PddlTask::read(sources, options.parsed("metric"), stop)?))
    })
};

/// Returns the domain file of a problem, by the usual names in collections.
fn companion_domain(source: &Source) -> Option<PathBuf> {
    if PddlPart::of(source) != Some(PddlPart::Problem) {
        return None;
    }
    let path = Path::new(source.name());
    let folder = path.parent()?;
    let above = match folder.parent() {
        Some(above) if !folder.as_os_str().is_empty() => above.to_owned(),
        _ => folder.join(".."),
    };
    let candidates = usual_domains(path).into_iter().map(|name| match name.strip_prefix("../") {
        Some(name) => above.join(name),
        None => folder.join(name),
    });
    candidates.into_iter().find(|candidate| candidate.is_file())
}

/// Returns the usual names of the domain of a problem in a file, from its folder; none if there is no such file.
fn usual_domains(path: &Path) -> Vec<String> {
    let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()).filter(|_| path.is_file()) else {
        return Vec::new();
    };
    // As `p01` in `p01-airport1-p1.pddl`.
    let number = stem.split(|c: char| !c.is_alphanumeric()).next().unwrap_or(stem);
    let names = [
        format!("{stem}-domain.pddl"),
        format!("domain-{stem}.pddl"),
        format!("{stem}_domain.pddl"),
        format!("domain_{stem}.pddl"),
        format!("{}.pddl", stem.replace("problem", "domain")),
        format!("{number}-domain.pddl"),
        "domain.pddl".to_owned(),
        // In some collections, a folder of problems stands next to the domain, or next to a folder of domains.
        "../domain.pddl".to_owned(),
        format!("../domains/{}.pddl", stem.replace("instance", "domain")),
    ];
    names.into_iter().unique().filter(|name| path.file_name() != Some(name.as_ref())).collect()
}

struct PddlTask {
    problem: PddlProblem,
    domain: Source,
    task: Task,
    warnings: Vec<Diagnostic>,
    minimises: Metric,
}

impl PddlTask {
    /// Reads a problem. `metric` is the quantity to minimise; `None` leaves it to the problem.
    fn read(sources: &[Source], metric: Option<Metric>, stop: &Stop) -> Result<Self, ProblemError> {
        let both = match sources {
            [only] => PddlPart::both(only),
            _ => None,
        };
        let (domain, problem) = match both.as_ref().map_or(sources, |both| both) {
            [domain, problem] => (domain, problem),
            [] => return Err(Diagnostic::without_text("the problem", "there is no file of it").into()),
            [only] => {
                let message = match PddlPart::of(only) {
                    Some(PddlPart::Domain) => "this is a domain, and the problem is missing",
                    _ => "this is a problem, and its domain is missing",
                };
                let both = "give both: bmcplan pddl domain.pddl problem.pddl";
                let tried = match PddlPart::of(only) {
                    Some(PddlPart::Domain) => Vec::new(),
                    _ => usual_domains(Path::new(only.name())),
                };
                let help = match tried.is_empty() {
                    true => both.to_owned(),
                    false => format!("{both}; looked for {}", tried.join(", ")),
                };
                return Err(Diagnostic::new(only, message).help(help).into());
            }
            [.., last] => {
                return Err(Diagnostic::without_text(
                    last.name(),
                    "a problem is in two files: the domain and the problem",
                )
                .into());
            }
        };
        // Both orders are allowed.
        let is_swapped = PddlPart::of(domain) == Some(PddlPart::Problem);
        let (domain, problem) = if is_swapped { (problem, domain) } else { (domain, problem) };
        let PddlReading { mut problem, warnings } = pddl::read(domain, problem, stop)?;
        let default = if problem.minimises_cost { Metric::Cost } else { Metric::Actions };
        // Without costs, each action counts 1.
        let minimises = match metric.unwrap_or(default) {
            Metric::Cost if !problem.minimises_cost && !problem.has_costs() => Metric::Actions,
            minimises => minimises,
        };
        problem.minimises_cost |= minimises == Metric::Cost;
        let task = grounded_task(&problem, domain, stop)?;
        Ok(Self { problem, domain: domain.clone(), task, warnings, minimises })
    }
}

/// Grounds a problem and builds its task; `domain` is the text of error places.
///
/// # Errors
/// A schema cannot be grounded, a limit is reached, or the problem is too large.
pub fn grounded_task(problem: &PddlProblem, domain: &Source, stop: &Stop) -> Result<Task, ProblemError> {
    let grounded = pddl::ground(problem, stop).map_err(|error| match error {
        PddlGroundError::Stopped { reason, .. } => {
            ProblemError::Stopped { reason, at: Some(error.diagnostic(domain)) }
        }
        invalid @ PddlGroundError::Invalid { .. } => invalid.diagnostic(domain).into(),
    })?;
    let groups = fdr::invariant_groups(&grounded.ground, stop);
    Ok(fdr::task(&grounded.ground, &groups, stop)?)
}

impl Problem for PddlTask {
    fn kind(&self) -> &'static str {
        PDDL.name
    }

    fn metric(&self) -> &str {
        PDDL.unit
    }

    fn minimises(&self) -> Metric {
        self.minimises
    }

    fn cost_scale(&self) -> u64 {
        if self.problem.minimises_cost { self.problem.cost_scale } else { 1 }
    }

    fn task(&self, _: Option<u32>, _: &Stop) -> Result<Task, ProblemError> {
        Ok(self.task.clone())
    }

    fn task_with_idle_moves(&self, _: Option<u32>, stop: &Stop) -> Result<Option<Task>, ProblemError> {
        grounded_task(&self.problem.ticking(), &self.domain, stop).map(Some)
    }

    fn states_as_text(&self, run: Trajectory<'_>, shown: ShownStates, _: Paint) -> Vec<String> {
        atoms::states_as_text(run, shown)
    }

    fn why_unreached(&self, stop: &Stop) -> Option<String> {
        pddl::why_unreached(&self.problem, stop)
    }

    fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}

impl fmt::Display for PddlTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (variables, operators) = (self.task.variables().len(), self.task.operators().len());
        let PddlProblem { domain, name, .. } = &self.problem;
        write!(f, "{name} of {domain}, {variables} variables and {operators} operators")
    }
}

impl From<FiniteDomainError> for ProblemError {
    fn from(error: FiniteDomainError) -> Self {
        match error {
            FiniteDomainError::Task(error) => error.into(),
            error => Self::TooLarge(format!("the problem cannot be made a planning task: {error}")),
        }
    }
}

impl From<PddlError> for ProblemError {
    fn from(error: PddlError) -> Self {
        match error {
            PddlError::Invalid(diagnostic) => diagnostic.into(),
            PddlError::Stopped(reason) => Self::Stopped { reason, at: None },
        }
    }
}
