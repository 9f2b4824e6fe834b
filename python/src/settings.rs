//! The settings of a question, by the names that the command line gives them.

use std::fmt::Display;
use std::str::FromStr;

use bmcplan::certificate::EvidenceChoice;
use bmcplan::encode::{Encoding, Reductions, Semantics, StepOptions};
use bmcplan::planner::{Mode, Options, PlanQuery, Strategy};
use bmcplan::problem::Problem;
use bmcplan::solver::SolverKind;
use serde::Deserialize;

use crate::failure::Failure;
use crate::work::Limits;

/// Everything that can be said about how to solve a problem. What is not given is as on the command line.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) mode: Option<String>,
    pub(crate) horizon: Option<usize>,
    pub(crate) encoding: Option<String>,
    pub(crate) semantics: Option<String>,
    pub(crate) solver: Option<String>,
    pub(crate) schedule: Option<String>,
    pub(crate) lower_bound: Option<String>,
    pub(crate) heuristic: Option<String>,
    pub(crate) at_most_one: Option<String>,
    pub(crate) reduce: Option<String>,
    pub(crate) max_horizon: Option<usize>,
    /// All shortest plans, up to so many.
    pub(crate) all: Option<usize>,
    /// The number of shortest plans.
    pub(crate) count: bool,
    /// The states of the plan.
    pub(crate) frames: bool,
    /// The folder for a certificate.
    pub(crate) certify: Option<String>,
    /// What the certificate is to rest on.
    evidence: Option<String>,
    pub(crate) limits: Limits,
}

/// The names of modes; `horizon` is what the command line calls `fixed`.
pub(crate) const MODES: [&str; 10] = [
    "auto",
    "search",
    "incremental",
    "pdr",
    "first",
    "anytime",
    "core-guided",
    "fixed",
    "horizon",
    "minimize",
];

/// The modes that make formulas and ask a solver that can be chosen.
const OF_SOLVERS: [&str; 7] = ["auto", "incremental", "pdr", "anytime", "core-guided", "fixed", "minimize"];

/// The modes that begin with a lower bound on the number of steps.
const OF_BOUNDS: [&str; 7] = ["auto", "incremental", "first", "anytime", "core-guided", "fixed", "minimize"];

impl Settings {
    pub(crate) fn of_json(text: &str) -> Result<Self, Failure> {
        let mut settings: Self = serde_json::from_str(text).map_err(Failure::argument)?;
        if settings.mode.as_deref() == Some("horizon") {
            settings.mode = Some("fixed".to_owned());
        }
        Ok(settings)
    }

    fn mode(&self) -> Result<Mode, Failure> {
        let name = self.mode.as_deref().unwrap_or("auto");
        let horizon = || {
            self.horizon.ok_or_else(|| {
                Failure::Argument(format!("mode='{name}' needs horizon, the greatest number of steps"))
            })
        };
        let at_most = |horizon: usize| self.max_horizon.map_or(horizon, |greatest| greatest.min(horizon));
        let mode = match name {
            "auto" => Mode::Auto,
            "search" => Mode::Search,
            "anytime" => Mode::Anytime,
            "incremental" => Mode::Formula(Strategy::Incremental),
            "pdr" => Mode::Formula(Strategy::Pdr),
            "first" => Mode::Formula(Strategy::First),
            "core-guided" => Mode::Formula(Strategy::CoreGuided),
            "fixed" => Mode::Formula(Strategy::Fixed(at_most(horizon()?))),
            "minimize" => Mode::Formula(Strategy::Minimize(at_most(horizon()?))),
            other => {
                return Err(Failure::Argument(format!(
                    "mode: no mode is called `{other}`; there are: {}",
                    MODES.join(", ")
                )));
            }
        };
        if self.horizon.is_some() && !matches!(name, "fixed" | "minimize") {
            return Err(Failure::Argument(format!(
                "horizon is for mode='fixed' and mode='minimize'; mode='{name}' takes max_horizon"
            )));
        }
        Ok(mode)
    }

    /// The options of the planner.
    pub(crate) fn options(&self) -> Result<Options, Failure> {
        let mode = self.mode()?;
        let memory = self.limits.memory;
        let options = Options {
            mode,
            solver: match mode {
                // It has a solver of its own.
                Mode::Formula(Strategy::First) => SolverKind::Batsat,
                _ => named("solver", self.solver.as_deref())?,
            },
            schedule: named("schedule", self.schedule.as_deref())?,
            lower_bound: named("lower_bound", self.lower_bound.as_deref())?,
            heuristic: named("heuristic", self.heuristic.as_deref())?,
            step: StepOptions {
                semantics: named("semantics", self.semantics.as_deref())?,
                at_most_one: named("at_most_one", self.at_most_one.as_deref())?,
                reductions: self.reductions()?.unwrap_or_default(),
                ..StepOptions::default()
            },
            max_horizon: self.max_horizon,
            wanted: match (self.all, self.count) {
                (Some(limit), _) => PlanQuery::All(limit),
                (None, true) => PlanQuery::Count,
                (None, false) => PlanQuery::One,
            },
            search_memory: match mode {
                // Formulas go on when the search has had its half.
                Mode::Auto | Mode::Anytime => memory.map(|bytes| bytes / 2),
                _ => memory,
            },
            ..Options::default()
        };
        options.check().map_err(Failure::argument)?;
        self.check_mode()?;
        if self.evidence.is_some() && self.certify.is_none() {
            return Err(Failure::argument(
                "evidence: it is what the certificate rests on that `certify` asks for",
            ));
        }
        if self.evidence()? == EvidenceChoice::Layers && options.step.semantics.is_parallel() {
            return Err(Failure::argument(
                "evidence: layer tables are for plans of one move a step; semantics='sequential'",
            ));
        }
        Ok(options)
    }

    /// What the certificate is to rest on.
    pub(crate) fn evidence(&self) -> Result<EvidenceChoice, Failure> {
        named("evidence", self.evidence.as_deref())
    }

    /// That nothing is given which the mode has no use for.
    fn check_mode(&self) -> Result<(), Failure> {
        let mode = self.mode.as_deref().unwrap_or("auto");
        let uses: [(&str, bool, &[&str]); 4] = [
            ("heuristic", self.heuristic.is_some(), &["search"]),
            ("schedule", self.schedule.is_some(), &["auto", "incremental", "core-guided"]),
            ("solver", self.solver.is_some(), &OF_SOLVERS),
            ("lower_bound", self.lower_bound.is_some(), &OF_BOUNDS),
        ];
        for (what, is_given, modes) in uses {
            if is_given && !modes.contains(&mode) {
                let words = format!("{what}: not with mode='{mode}'; it goes with: {}", modes.join(", "));
                return Err(Failure::Argument(words));
            }
        }
        Ok(())
    }

    /// The arguments of formulas that were given: where an answer comes without one, they have no effect.
    pub(crate) fn of_formulas(&self) -> Vec<&'static str> {
        let given = [
            ("encoding", self.encoding.is_some()),
            ("solver", self.solver.is_some()),
            ("reduce", self.reduce.is_some()),
            ("at_most_one", self.at_most_one.is_some()),
            ("schedule", self.schedule.is_some()),
        ];
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
    }

    /// The reductions that were asked for.
    pub(crate) fn reductions(&self) -> Result<Option<Reductions>, Failure> {
        self.reduce.as_deref().map(|name| parsed("reduce", name)).transpose()
    }

    /// The encoding that was asked for, or else the first that knows the steps.
    pub(crate) fn encoding(
        &self,
        problem: &dyn Problem,
        semantics: Semantics,
    ) -> Result<Box<dyn Encoding>, Failure> {
        let knows = |encoding: &dyn Encoding| encoding.check(semantics).is_ok();
        let known: Vec<_> = problem.encodings().into_iter().filter(|known| knows(&**known)).collect();
        let names: Vec<&str> = known.iter().map(|known| known.name()).collect();
        let wanted = self.encoding.as_deref().or(names.first().copied()).unwrap_or_default().to_owned();
        let refused = format!(
            "encoding: there is no `{wanted}` for {} and semantics='{semantics}'; there are: {}",
            problem.metric(),
            names.join(", ")
        );
        let chosen = known.into_iter().find(|known| known.name() == wanted);
        let chosen = chosen.ok_or(Failure::Argument(refused))?;
        let has = chosen.reductions();
        match self.reductions()?.unwrap_or_default().iter().find(|one| !has.has(*one)) {
            // Those that hold by default are left out where they are not known; those that were asked for are not.
            Some(unknown) if self.reduce.is_some() => {
                Err(Failure::Argument(format!("reduce: {wanted} does not know {unknown}; it knows {has}")))
            }
            _ => Ok(chosen),
        }
    }
}

/// The value of that name, or else the usual one.
pub(crate) fn named<T: FromStr<Err: Display> + Default>(
    what: &str,
    name: Option<&str>,
) -> Result<T, Failure> {
    name.map_or_else(|| Ok(T::default()), |name| parsed(what, name))
}

fn parsed<T: FromStr<Err: Display>>(what: &str, name: &str) -> Result<T, Failure> {
    name.parse().map_err(|error| Failure::Argument(format!("{what}: {error}")))
}
