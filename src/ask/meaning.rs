//! The meaning of settings: the options of the planner, the encoding, the solver and the limits that they ask for.

use itertools::Itertools as _;

use super::fault::Fault;
use super::form::bytes;
use super::given::{SettingFault, SettingProblem, Settings};
use super::limits::Limits;
use crate::certificate::EvidenceChoice;
use crate::encode::{Encoding, Reductions, Semantics, StepOptions};
use crate::figures::parse_duration;
use crate::horizon::Cubes;
use crate::plan::{Cost, Metric};
use crate::planner::{Mode, Options, PlanQuery, SearchHeuristic, Strategy, Unsupported};
use crate::problem::{COMMON_ENCODINGS, Problem};
use crate::search::DiskSearch;
use crate::solver::{SolverKind, Trust};
use crate::stop::Stop;

/// The number of plans listed unless `limit` says otherwise.
const LISTED: usize = 10_000;

impl Settings {
    /// The limits of the run.
    pub fn limits(&self) -> Limits {
        let time = |name| self.value(name).and_then(|text| parse_duration(text).ok());
        Limits {
            timeout: time("timeout"),
            cpu_timeout: time("cpu-timeout"),
            memory: self.value("memory").and_then(bytes),
        }
    }

    /// The way in which a step becomes clauses, with these reductions unless others were asked for.
    pub fn step(&self, usual: Reductions) -> StepOptions {
        StepOptions {
            at_most_one: self.parsed("at-most-one").unwrap_or_default(),
            semantics: self.semantics(),
            reductions: self.parsed("reduce").unwrap_or(usual),
            ..StepOptions::default()
        }
    }

    /// The semantics of steps: which operators may share one.
    pub fn semantics(&self) -> Semantics {
        self.parsed("semantics").unwrap_or_default()
    }

    /// The evidence that a certificate is to rest on.
    pub fn evidence(&self) -> EvidenceChoice {
        self.parsed("evidence").unwrap_or_default()
    }

    /// The plans that are asked for.
    pub fn wanted(&self) -> PlanQuery {
        match (self.has("all"), self.has("count")) {
            (true, _) => PlanQuery::All(self.parsed("limit").unwrap_or(LISTED)),
            (_, true) => PlanQuery::Count,
            _ => PlanQuery::One,
        }
    }

    /// The planner's mode. One formula is never of more steps than the greatest horizon.
    pub fn planner_mode(&self) -> Mode {
        let greatest = self.parsed("max-horizon").unwrap_or(usize::MAX);
        let horizon = self.parsed("horizon").unwrap_or_default();
        match self.mode().name {
            "incremental" => Mode::Formula(Strategy::Incremental),
            "fixed" => Mode::Formula(Strategy::Fixed(greatest.min(horizon))),
            "minimize" => Mode::Formula(Strategy::Minimize(greatest.min(horizon))),
            "search" => Mode::Search,
            "pdr" => Mode::Formula(Strategy::Pdr),
            "first" => Mode::Formula(Strategy::First),
            "anytime" => Mode::Anytime,
            _ => Mode::Auto,
        }
    }

    /// Checks the settings before there is a problem, as far as that goes: nobody knows yet by which metric its plans are compared.
    ///
    /// # Errors
    /// Settings that do not go together, or a solver that cannot be had.
    pub fn check_for_any_problem(&self) -> Result<(), Fault> {
        let is_about_costs = self.iter().any(|(setting, _)| !setting.metrics.contains(&Metric::Actions));
        let metric = if is_about_costs { Metric::Cost } else { Metric::Actions };
        self.options_in(metric, 1).map(drop)
    }

    /// The options of the planner for a problem whose plans are compared by this metric, with so many parts in the unit of costs. Half
    /// of a memory limit is for the search where formulas go on after it.
    ///
    /// # Errors
    /// Settings that do not go together, or with the metric, or a solver that cannot be had.
    pub fn options_in(&self, metric: Metric, cost_scale: u64) -> Result<Options, Fault> {
        self.check()?;
        self.check_metric(metric)?;
        self.check_threads(metric)?;
        self.check_disk()?;
        let mode = self.planner_mode();
        let memory = self.limits().memory;
        let options = Options {
            mode,
            solver: match mode {
                // PDR has a solver of its own.
                Mode::Formula(Strategy::First) => SolverKind::Batsat,
                _ => self.solver()?,
            },
            trust: self.trust(),
            schedule: self.parsed("schedule").unwrap_or_default(),
            cubes: self.cubes()?,
            lower_bound: self.parsed("lower-bound").unwrap_or_default(),
            heuristic: self.parsed("heuristic").unwrap_or_default(),
            step: self.step(Reductions::default()),
            metric,
            max_cost: self.value("max-cost").map(|text| Cost::parts(text, cost_scale).unwrap_or(u64::MAX)),
            fewest: self.has("fewest"),
            max_horizon: self.parsed("max-horizon"),
            search_memory: match mode {
                Mode::Auto | Mode::Anytime => memory.map(|bytes| bytes / 2),
                _ => memory,
            },
            search_threads: self.parsed("threads"),
            disk: self.disk(),
            wanted: self.wanted(),
            ..Options::default()
        };
        options.check().map_err(|error| match error {
            Unsupported::CostIn(_) => Fault::Question(error.to_string()),
            error => unsupported(&error, options.wanted).into(),
        })?;
        self.check_evidence()?;
        Ok(options)
    }

    /// The solver, which can be had: a library or program that is missing is reported before long work, even if in the end
    /// no formula is made.
    ///
    /// # Errors
    /// The encoding cannot be had.
    pub fn solver(&self) -> Result<SolverKind, Fault> {
        let solver: SolverKind = self.parsed("solver").unwrap_or_default();
        solver.build(&Stop::default()).map_err(Fault::Solver)?;
        Ok(solver)
    }

    /// The trust in its refutations.
    pub fn trust(&self) -> Trust {
        if self.has("trust") { Trust::Believe } else { Trust::Confirm }
    }

    /// Of the searches only breadth-first search and A* have threads.
    fn check_threads(&self, metric: Metric) -> Result<(), SettingFault> {
        let heuristic = self.parsed("heuristic").unwrap_or_default();
        let is_of_one_thread = match (self.mode().name, heuristic) {
            ("search", SearchHeuristic::LmCut) => false,
            ("search" | "auto" | "incremental", _) => metric == Metric::Cost,
            _ => false,
        };
        if !(is_of_one_thread && self.has("threads")) {
            return Ok(());
        }
        let reason = "looking for cheapest plans without A* works in one thread; breadth-first search and A* have several";
        Err(SettingFault::other("threads", reason))
    }

    /// Only breadth-first search knows disks.
    fn check_disk(&self) -> Result<(), SettingFault> {
        let other = match self.parsed("heuristic").unwrap_or_default() {
            SearchHeuristic::LmCut => "A*",
            SearchHeuristic::Blind if self.semantics().is_parallel() => "search over steps of several moves",
            SearchHeuristic::Blind => return self.check_begun(),
        };
        if !self.has("disk") {
            return Ok(());
        }
        Err(SettingFault::other("disk", format!("{other} works in memory; breadth-first search knows disks")))
    }

    /// A search on disk goes on only where that is asked for.
    pub(crate) fn check_begun(&self) -> Result<(), SettingFault> {
        match self.disk() {
            Some(disk) if !disk.resume && disk.is_begun() => {
                Err(SettingFault::of("disk", SettingProblem::Begun))
            }
            _ => Ok(()),
        }
    }

    /// The place of a search on disk.
    pub fn disk(&self) -> Option<DiskSearch> {
        self.parsed("disk").map(|disk| DiskSearch { resume: self.has("resume"), ..disk })
    }

    /// Threads that are asked for divide what takes long.
    fn cubes(&self) -> Result<Cubes, SettingFault> {
        let has_threads = self.mode().name == "incremental" && self.has("threads");
        match self.parsed("cubes") {
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
        match self.evidence() {
            EvidenceChoice::Recount if semantics.is_parallel() => Err(SettingFault::other(
                "evidence",
                format!("a recount is of plans of one move a step, not of {semantics} steps"),
            )),
            EvidenceChoice::Proof if self.has("count") => Err(SettingFault::other(
                "evidence",
                "numbers of plans are counted again, not proved; the evidence recount does that",
            )),
            _ => Ok(()),
        }
    }

    /// The encoding that was asked for, or else the first that knows the steps.
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
        let name = self.value("encoding").or(usual).unwrap_or(COMMON_ENCODINGS[0]).to_owned();
        let refused = |why: String| Err(SettingFault::other("encoding", why));
        let names = known.iter().map(|known| known.name()).join(", ");
        let names_with_steps =
            known.iter().filter(|known| knows_steps(&***known)).map(|known| known.name()).join(", ");
        let Some(encoding) = known.into_iter().find(|known| known.name() == name) else {
            let metric = problem.metric();
            return refused(format!("{name} does not describe moves in {metric}; these do: {names}"));
        };
        let asked: Option<Reductions> = self.parsed("reduce");
        let has = encoding.reductions();
        if let Some(unknown) = asked.into_iter().flat_map(Reductions::iter).find(|one| !has.has(*one)) {
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

/// The setting that the planner cannot do, and why.
fn unsupported(error: &Unsupported, wanted: PlanQuery) -> SettingFault {
    let is_count = wanted == PlanQuery::Count;
    let list = if is_count { "count" } else { "all" };
    let semantics =
        |semantics: &Semantics, what: &str| format!("{what} one move a step only, not {semantics} steps");
    match error {
        Unsupported::AStar(steps) => SettingFault::other("heuristic", semantics(steps, "A* takes")),
        Unsupported::Listing(steps) if is_count => {
            SettingFault::other(list, semantics(steps, "plans are counted with"))
        }
        Unsupported::Listing(steps) => SettingFault::other(list, semantics(steps, "plans are listed with")),
        Unsupported::CostOf(_) => SettingFault::other("semantics", error.to_string()),
        Unsupported::CostIn(_) => SettingFault::other("mode", error.to_string()),
        Unsupported::HorizonOfCosts => SettingFault::other("max-horizon", error.to_string()),
        Unsupported::CostOfLengths => SettingFault::other("max-cost", error.to_string()),
        Unsupported::ListingOfCosts
        | Unsupported::Endless
        | Unsupported::TooDear
        | Unsupported::ListingOfFirst => SettingFault::other(list, error.to_string()),
        Unsupported::Disk => SettingFault::other("disk", error.to_string()),
        Unsupported::RestAgainstTime => SettingFault::other("mode", error.to_string()),
        Unsupported::Encoding(_) => SettingFault::other("encoding", error.to_string()),
    }
}
