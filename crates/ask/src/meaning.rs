//! The meaning of settings: whether they go together, and the options of the planner, the encoding and the solver that they ask for.

use std::num::NonZeroUsize;

use itertools::Itertools as _;

use bmcplan_base::stop::Stop;
use bmcplan_kinds::problem::{COMMON_ENCODINGS, Problem};
use bmcplan_planner::{Mode, Options, SearchHeuristic, Strategy, Unsupported};
use bmcplan_sat::encode::{Encoding, Reductions, Semantics};
use bmcplan_sat::horizon::Cubes;
use bmcplan_sat::solver::SolverKind;
use bmcplan_task::plan::Metric;
use bmcplan_verify::EvidenceChoice;

use super::fault::Fault;
use super::settings::{SettingFault, SettingProblem, Settings};

impl Settings {
    /// Checks that the settings go together: each with the mode and with the others.
    ///
    /// # Errors
    /// The first that does not.
    pub fn check(&self) -> Result<(), SettingFault> {
        let mode = self.mode();
        match (mode.needs_horizon, self.horizon) {
            (true, None) => return Err(SettingFault::of("horizon", SettingProblem::Horizon(mode))),
            (false, Some(_)) => {
                let why = "it is for the modes fixed and minimize; others take the greatest as max_horizon";
                return Err(SettingFault::other("horizon", why));
            }
            _ => {}
        }
        for (setting, _) in self.iter() {
            let fault = |problem| Err(SettingFault::of(setting.name, problem));
            if !(setting.modes)(mode) {
                return fault(SettingProblem::Mode(mode, setting.modes));
            }
            if !setting.needs.is_empty() && !setting.needs.iter().any(|other| self.has(other)) {
                return fault(SettingProblem::Needs(setting.needs));
            }
            if let Some(other) = setting.excludes.iter().find(|other| self.has(other)) {
                return fault(SettingProblem::Excludes(other));
            }
        }
        Ok(())
    }

    /// Checks that nothing was given but limits and these settings; `why` others have no use.
    ///
    /// # Errors
    /// The first other one.
    pub fn check_only(&self, names: &[&str], why: &str) -> Result<(), SettingFault> {
        const LIMITS: [&str; 3] = ["timeout", "cpu-timeout", "memory"];
        let other = self
            .iter()
            .find(|(setting, _)| !LIMITS.contains(&setting.name) && !names.contains(&setting.name));
        other.map_or(Ok(()), |(setting, _)| Err(SettingFault::other(setting.name, why)))
    }

    /// Checks the settings before there is a problem, as far as that goes: the metric of its plans is not known yet. A
    /// library or program that is missing is reported before long work, even if in the end no formula is made.
    ///
    /// # Errors
    /// Settings that do not go together, or a solver that cannot be had.
    pub fn check_for_any_problem(&self) -> Result<(), Fault> {
        let is_about_costs = self.iter().any(|(setting, _)| !setting.metrics.contains(&Metric::Actions));
        let metric = if is_about_costs { Metric::Cost } else { Metric::Actions };
        self.options_in(metric, 1)?;
        self.solver().map(drop)
    }

    /// Returns the options of the planner for a problem whose plans are compared by `metric`, with `cost_scale` parts in the unit of costs. Half
    /// of a memory limit is for the search where formulas go on after it.
    ///
    /// # Errors
    /// Settings that do not go together, or with the metric.
    pub fn options_in(&self, metric: Metric, cost_scale: u64) -> Result<Options, Fault> {
        self.check()?;
        if let Some((setting, _)) = self.iter().find(|(setting, _)| !setting.metrics.contains(&metric)) {
            return Err(SettingFault::of(setting.name, SettingProblem::Metric(metric, self.mode())).into());
        }
        self.check_threads(metric)?;
        self.check_disk()?;
        let mode = self.planner_mode();
        let mut options = Options {
            mode,
            cubes: self.cubes()?,
            step: self.step(Reductions::default()),
            metric,
            max_cost: self.max_cost.map(|cost| cost.parts(cost_scale)),
            search_memory: match mode {
                Mode::Auto | Mode::Anytime => self.limits.memory.map(|bytes| bytes / 2),
                _ => self.limits.memory,
            },
            disk: self.disk(),
            wanted: self.wanted(),
            ..self.options.clone()
        };
        if mode == Mode::Formula(Strategy::First) {
            // It has a solver of its own.
            options.solver = SolverKind::Batsat;
        }
        options.check().map_err(|error| self.unsupported(&error))?;
        self.check_evidence()?;
        Ok(options)
    }

    /// Returns the fault of what the planner cannot do, and the table does not know.
    fn unsupported(&self, error: &Unsupported) -> Fault {
        let (list, listed) = if self.count { ("count", "counted") } else { ("all", "listed") };
        let of_one = |what: &str, steps| format!("{what} one move a step only, not {steps} steps");
        let (setting, why) = match error {
            Unsupported::AStar(steps) => ("heuristic", of_one("A* and symbolic search take", steps)),
            Unsupported::Listing(steps) => (list, of_one(&format!("plans are {listed} with"), steps)),
            Unsupported::CostOf(_) => ("semantics", error.to_string()),
            Unsupported::ListingOfCosts | Unsupported::ListingOfAStar => (list, error.to_string()),
            error => return Fault::Question(error.to_string()),
        };
        SettingFault::other(setting, why).into()
    }

    /// Returns the solver.
    ///
    /// # Errors
    /// It cannot be had.
    pub fn solver(&self) -> Result<SolverKind, Fault> {
        self.options.solver.build(&Stop::default()).map_err(Fault::Solver)?;
        Ok(self.options.solver.clone())
    }

    /// Checks the threads: of the searches, only breadth-first search and A* have them.
    fn check_threads(&self, metric: Metric) -> Result<(), SettingFault> {
        let (has_threads, other) = match self.options.heuristic {
            SearchHeuristic::Blind => (metric == Metric::Actions, "looking for cheapest plans without A*"),
            SearchHeuristic::LmCut => (true, "A*"),
            SearchHeuristic::Patterns => (false, "A* with pattern databases"),
            SearchHeuristic::Symbolic => (false, "symbolic search"),
        };
        if has_threads || self.options.search_threads.is_none_or(|threads| threads == NonZeroUsize::MIN) {
            return Ok(());
        }
        let reason =
            format!("{other} works in one thread; breadth-first search and A* with LM-cut have several");
        Err(SettingFault::other("threads", reason))
    }

    /// Checks the disk: only breadth-first search can use it.
    fn check_disk(&self) -> Result<(), SettingFault> {
        let other = match self.options.heuristic {
            SearchHeuristic::LmCut | SearchHeuristic::Patterns => "A*",
            SearchHeuristic::Symbolic => "symbolic search",
            SearchHeuristic::Blind if self.semantics().is_parallel() => "search over steps of several moves",
            SearchHeuristic::Blind => return self.check_begun(),
        };
        if self.options.disk.is_none() {
            return Ok(());
        }
        Err(SettingFault::other("disk", format!("{other} works in memory; breadth-first search knows disks")))
    }

    /// Checks that a search on disk is resumed only on request.
    pub fn check_begun(&self) -> Result<(), SettingFault> {
        match self.disk() {
            Some(disk) if !disk.resume && disk.is_begun() => {
                Err(SettingFault::of("disk", SettingProblem::Begun))
            }
            _ => Ok(()),
        }
    }

    /// Threads that are asked for divide what takes long.
    fn cubes(&self) -> Result<Cubes, SettingFault> {
        let has_threads = self.mode().name == "incremental" && self.options.search_threads.is_some();
        match self.cubes {
            Some(Cubes::Off) if has_threads => Err(SettingFault::other(
                "threads",
                "without cubes one thread tries one horizon after the other",
            )),
            Some(cubes) => Ok(cubes),
            None if has_threads => Ok(Cubes::Auto),
            None => Ok(Cubes::Off),
        }
    }

    fn check_evidence(&self) -> Result<(), SettingFault> {
        let semantics = self.semantics();
        match self.evidence {
            EvidenceChoice::Recount if semantics.is_parallel() => Err(SettingFault::other(
                "evidence",
                format!("a recount is of plans of one move a step, not of {semantics} steps"),
            )),
            EvidenceChoice::Proof if self.count => Err(SettingFault::other(
                "evidence",
                "numbers of plans are counted again, not proved; the evidence recount does that",
            )),
            _ => Ok(()),
        }
    }

    /// Returns the encoding that was asked for, or else the first that knows the steps.
    ///
    /// # Errors
    /// The encoding does not support the problem, the semantics of steps or a reduction.
    pub fn encoding(
        &self,
        problem: &dyn Problem,
        semantics: Semantics,
    ) -> Result<Box<dyn Encoding>, SettingFault> {
        let knows_steps = |encoding: &dyn Encoding| encoding.check(semantics).is_ok();
        let known = problem.encodings();
        let usual = known.iter().find(|known| knows_steps(&***known)).map(|known| known.name());
        let name = self.encoding.as_deref().or(usual).unwrap_or(COMMON_ENCODINGS[0]);
        let refused = |why: String| Err(SettingFault::other("encoding", why));
        let names = known.iter().map(|known| known.name()).join(", ");
        let names_with_steps =
            known.iter().filter(|known| knows_steps(&***known)).map(|known| known.name()).join(", ");
        let Some(encoding) = known.into_iter().find(|known| known.name() == name) else {
            let metric = problem.metric();
            return refused(format!("{name} does not describe moves in {metric}; these do: {names}"));
        };
        let has = encoding.reductions();
        if let Some(unknown) =
            self.reductions.into_iter().flat_map(Reductions::iter).find(|one| !has.has(*one))
        {
            return Err(SettingFault::other(
                "reduce",
                format!("the encoding {name} does not know {unknown}; it knows {has}"),
            ));
        }
        if !knows_steps(&*encoding) {
            return refused(format!("{name} does not know {semantics} steps; these do: {names_with_steps}"));
        }
        Ok(encoding)
    }
}
