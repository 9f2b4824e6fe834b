//! Questions drawn: one value for each option, changed where it would not go with the others or the problem, but for a few that stay as
//! they are and must be refused.

use std::num::NonZeroUsize;

use bmcplan::encode::{Encoding, Reduction, Reductions, Semantics, StepOptions};
use bmcplan::formula::AtMostOne;
use bmcplan::horizon::LemmaCopies;
use bmcplan::plan::Metric;
use bmcplan::solver::SolverKind;
use bmcplan_planner::{
    LowerBound, Mode, Options, PlanQuery, SearchHeuristic, Strategy as Horizons, Unsupported,
};
use bmcplan_search::DiskBuffers;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::graph::{Measure, Plans};
use super::problem::Problem;

/// Greater horizons are not tried where there is no plan.
const FAR: usize = 6;

/// Longer plans are left to search.
const LONG: usize = 16;

/// Longer lists are compared by their numbers, and not made by formulas.
pub(crate) const MANY: u128 = 60;

/// Buffers that make many runs, blocks and mergings of small tasks.
pub(crate) const TINY: DiskBuffers =
    DiskBuffers { successors: 3, recent_bytes: 64, block_bytes: 16, runs: 2, known: 2 };

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Auto,
    Anytime,
    Search,
    First,
    Incremental,
    Fixed,
    Minimize,
    Pdr,
}

/// A question; numbers of steps and plans are relative to the answer.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) way: Way,
    encoding: Index,
    pub(crate) options: Options,
    limit: Option<i8>,
    horizon: i8,
    /// The event at which the flag is raised.
    pub(crate) stop: Option<usize>,
    /// Is the search kept in files?
    pub(crate) disk: bool,
    /// Are options kept that do not go together?
    pub(crate) is_strange: bool,
    /// A place in the plan and an operator to be put there.
    pub(crate) change: (Index, Index),
}

/// Any of them.
pub(crate) fn arb_reductions() -> impl Strategy<Value = Reductions> {
    let some = |chosen: Vec<bool>| {
        let chosen = Reduction::ALL.into_iter().zip(chosen).filter(|(_, is_chosen)| *is_chosen);
        chosen.fold(Reductions::NONE, |all, (reduction, _)| all.with(reduction))
    };
    let any = vec(any::<bool>(), Reduction::ALL.len()).prop_map(some);
    prop_oneof![1 => Just(Reductions::default()), 1 => Just(Reductions::ALL), 3 => any]
}

pub(crate) fn questions() -> impl Strategy<Value = Question> {
    use Way::{Anytime, Auto, First, Fixed, Incremental, Minimize, Pdr, Search};
    let ways = [Incremental, Incremental, Incremental, Fixed, Minimize, Minimize, Search, Search, Auto, Auto];
    let ways = select([&ways[..], &[First, Anytime, Pdr, Pdr]].concat());
    let semantics = [&[Semantics::Sequential; 2][..], &[Semantics::ForAll, Semantics::Exists]].concat();
    let seed = prop::option::of(any::<u64>());
    let step = (select(semantics), arb_reductions(), select(&AtMostOne::ALL[..]), seed);
    let step = step.prop_map(|(semantics, reductions, at_most_one, seed)| StepOptions {
        semantics,
        reductions,
        at_most_one,
        seed,
        ..StepOptions::default()
    });
    let parsed = |texts: &'static [&'static str]| select(texts);
    let schedules = parsed(&["linear", "ramp:1.15", "ramp:1.5", "ramp:2", "ramp:10"]);
    let cubes =
        parsed(&["off", "off", "off", "auto", "landmarks:1", "landmarks:2", "landmarks:3", "landmarks:4"]);
    let solving = (select(SolverKind::ALL), schedules, cubes, prop::option::of(1..=3_usize));
    let known = (select(&LowerBound::ALL[..]), select(&SearchHeuristic::ALL[..]));
    let copies = prop_oneof![Just(LemmaCopies::Late), Just(LemmaCopies::Always)];
    let wanted = prop_oneof![
        5 => Just(PlanQuery::One),
        1 => Just(PlanQuery::Count),
        1 => (0..=4_usize).prop_map(PlanQuery::All),
    ];
    let memory = prop_oneof![5 => Just(None), 1 => select(&[0, 3_000, 30_000]).prop_map(Some)];
    let limits = (prop::option::of(-2..=2_i8), -2..=3_i8, memory);
    let stop = prop_oneof![3 => Just(None), 1 => (0..12_usize).prop_map(Some)];
    let rest = (
        prop::bool::weighted(0.02),
        prop::bool::weighted(0.05),
        prop::bool::weighted(0.05),
        any::<(Index, Index)>(),
    );
    let metrics = select(&[Metric::Actions, Metric::Actions, Metric::Cost]);
    let about = (metrics, wanted, any::<bool>());
    (ways, any::<Index>(), step, solving, (known, copies), about, limits, stop, rest).prop_map(
        |(way, encoding, step, solving, (known, copies), about, limits, stop, rest)| {
            let (solver, schedule, cubes, threads) = solving;
            let options = Options {
                step,
                solver,
                schedule: schedule.parse().unwrap(),
                cubes: cubes.parse().unwrap(),
                search_threads: threads.and_then(NonZeroUsize::new),
                lower_bound: known.0,
                heuristic: known.1,
                copy_lemmas: copies,
                metric: about.0,
                wanted: about.1,
                fewest: about.2,
                search_memory: limits.2,
                keeps_refutation: rest.2,
                ..Options::default()
            };
            let (limit, horizon) = (limits.0, limits.1);
            let [disk, is_strange] = [rest.0, rest.1];
            Question { way, encoding, options, limit, horizon, stop, disk, is_strange, change: rest.3 }
        },
    )
}

impl Question {
    /// The encoding of that number, of those that know such steps.
    pub(crate) fn encoding(&self, problem: &Problem) -> Box<dyn Encoding> {
        let mut all = problem.encodings();
        all.retain(|encoding| self.is_strange || encoding.check(self.options.step.semantics).is_ok());
        if self.options.keeps_refutation && !self.is_strange {
            all.retain(|encoding| encoding.name() == "transition");
        }
        all.swap_remove(self.encoding.index(all.len()))
    }

    /// The question with what this problem can be asked.
    pub(crate) fn fitted(mut self, problem: &Problem) -> Self {
        let (core, _) = problem.core();
        let (has_clock, is_far) = (core.clock().is_some(), problem.graph.shortest() > Some(LONG));
        let options = &mut self.options;
        if options.step.semantics.is_parallel() && !has_clock && !problem.is_small {
            options.step.semantics = Semantics::Sequential;
        }
        if is_far {
            self.way = if self.way == Way::Auto { Way::Auto } else { Way::Search };
        }
        if self.way == Way::Pdr && 300 < problem.graph.states.len() {
            self.way = Way::Incremental;
        }
        if problem.is_vast()
            && matches!(self.way, Way::Auto | Way::Anytime | Way::Search | Way::First | Way::Pdr)
        {
            self.way = Way::Incremental;
        }
        if problem.is_vast() {
            options.wanted = PlanQuery::One;
        }
        let n_plans = problem.graph.n_plans(core, options.metric, true);
        let are_many = !matches!(n_plans, Plans::Some(Some(number)) if number <= MANY);
        if options.wanted == PlanQuery::Count && are_many {
            (self.way, options.search_memory) = (Way::Search, None);
        }
        if options.keeps_refutation {
            options.step.seed = None;
        }
        if self.is_strange {
            return self;
        }
        if options.keeps_refutation {
            self.way = Way::Incremental;
            options.lower_bound = LowerBound::None;
            options.solver = SolverKind::default();
            options.metric = Metric::Actions;
            options.wanted = PlanQuery::One;
            options.step.semantics = Semantics::Sequential;
            options.step.reductions = options.step.reductions.without(Reduction::Symmetries);
            options.step.at_most_one = AtMostOne::default();
        }
        if self.disk {
            self.way = Way::Search;
            options.metric = Metric::Actions;
        }
        if options.metric == Metric::Cost {
            options.step.semantics = Semantics::Sequential;
            if has_clock && self.way == Way::Incremental || options.wanted != PlanQuery::One {
                self.way = Way::Search;
            }
            if matches!(self.way, Way::Fixed | Way::Minimize | Way::Pdr) {
                self.way = Way::Incremental;
            }
        }
        if options.metric == Metric::Cost && self.way != Way::Search {
            // Formulas begin late.
            options.search_memory = None;
        }
        self.disk &= self.way == Way::Search && !problem.is_vast();
        if self.disk {
            options.step.semantics = Semantics::Sequential;
            options.heuristic = SearchHeuristic::Blind;
        }
        if self.disk || options.step.semantics.is_parallel() || matches!(self.way, Way::First | Way::Anytime)
        {
            options.wanted = PlanQuery::One;
        }
        let is_a_star = matches!(options.heuristic, SearchHeuristic::LmCut | SearchHeuristic::Patterns);
        if options.step.semantics.is_parallel() || is_a_star && options.wanted != PlanQuery::One {
            options.heuristic = SearchHeuristic::Blind;
        }
        self
    }

    /// The options, with numbers near the best plan's.
    pub(crate) fn options_near(&self, problem: &Problem, best: Option<Measure>) -> Options {
        let mut options = self.options.clone();
        let near = |offset: i8| {
            let measure = best.map_or(FAR as i128, |best| i128::try_from(best.0).unwrap_or(i128::MAX / 2));
            (measure + i128::from(offset)).max(0)
        };
        let horizon = usize::try_from(near(self.horizon)).unwrap_or(FAR);
        options.mode = match self.way {
            Way::Auto => Mode::Auto,
            Way::Anytime => Mode::Anytime,
            Way::Search => Mode::Search,
            Way::First => Mode::Formula(Horizons::First),
            Way::Incremental => Mode::Formula(Horizons::Incremental),
            Way::Fixed => Mode::Formula(Horizons::Fixed(horizon)),
            Way::Minimize => Mode::Formula(Horizons::Minimize(horizon)),
            Way::Pdr => Mode::Formula(Horizons::Pdr),
        };
        if let PlanQuery::All(more) = options.wanted {
            let number = problem.graph.n_plans(problem.core().0, options.metric, options.fewest);
            let number = if let Plans::Some(Some(number)) = number { number.min(MANY) } else { MANY };
            options.wanted = PlanQuery::All((usize::try_from(number).unwrap() + more).saturating_sub(2));
        }
        let is_of_cost = (options.metric == Metric::Cost) != (self.is_strange && self.horizon == 0);
        // Formulas find no end where there is no plan.
        let by_formulas = !matches!(self.way, Way::Search | Way::Pdr)
            && (self.way != Way::Auto || options.search_memory.is_some());
        let limit = self.limit.or((best.is_none() && by_formulas).then_some(0));
        match limit.map(near) {
            Some(greatest) if is_of_cost => options.max_cost = u64::try_from(greatest).ok(),
            // One formula has its horizon.
            Some(_) if matches!(self.way, Way::Fixed | Way::Minimize) => {}
            Some(greatest) => options.max_horizon = usize::try_from(greatest).ok(),
            None => {}
        }
        options
    }

    /// The reasons why options do not go together, as they are documented.
    pub(crate) fn refusals(&self, problem: &Problem, options: &Options) -> Vec<Unsupported> {
        let semantics = options.step.semantics;
        let (is_cost, is_list) = (options.metric == Metric::Cost, options.wanted != PlanQuery::One);
        let is_parallel = semantics.is_parallel();
        let is_blind = options.heuristic == SearchHeuristic::Blind;
        let can_be_on_disk = self.way == Way::Search && is_blind && !is_list && !is_cost && !is_parallel;
        let by_formula = matches!(options.mode, Mode::Formula(_));
        let is_a_star = matches!(options.heuristic, SearchHeuristic::LmCut | SearchHeuristic::Patterns);
        let reasons = [
            (is_list && self.way == Way::Search && is_a_star, Unsupported::ListingOfAStar),
            (is_parallel && self.way == Way::Search && !is_blind, Unsupported::AStar(semantics)),
            (self.disk && !can_be_on_disk, Unsupported::Disk),
            (is_list && matches!(self.way, Way::First | Way::Anytime), Unsupported::ListingOfFirst),
            (is_list && is_parallel, Unsupported::Listing(semantics)),
            (is_list && is_cost && by_formula, Unsupported::ListingOfCosts),
            (is_cost && is_parallel, Unsupported::CostOf(semantics)),
            (is_cost && options.max_horizon.is_some(), Unsupported::HorizonOfCosts),
            (!is_cost && options.max_cost.is_some(), Unsupported::CostOfLengths),
            (
                is_cost && matches!(self.way, Way::Fixed | Way::Minimize | Way::Pdr),
                Unsupported::CostIn(options.mode.name()),
            ),
        ];
        let reasons = reasons.into_iter().filter(|(does_not_go, _)| *does_not_go).map(|(_, reason)| reason);
        let unknown = self.encoding(problem).check(semantics).err().map(Unsupported::from);
        reasons.chain(unknown).collect()
    }
}
