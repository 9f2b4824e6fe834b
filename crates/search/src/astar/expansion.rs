//! The expansion of states by their f: the loop of A* and of uniform-cost search, and its data.

use bmcplan_abstraction::PatternDatabases;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::heuristic::{CutLandmarks, LmCut};
use bmcplan_task::plan::{Metric, Plan};

use super::super::compiled::{Compiled, Scratch};
use super::super::limits::{
    BestPlans, Counter, IncompleteReason, OnProgress, PathCost, SearchInput, SearchMethod, SearchProgress,
};
use super::super::memory::{MemoryBudget, OutOfMemory};
use super::super::orbits::{ExchangeSet, Orbits, plan_along};
use super::super::packing::Unpacking;
use super::super::pruning::{PrunedOperators, Pruning};
use super::super::successors::Successors;
use super::super::width::{States, Width};
use super::forced::{ForcedMoves, follow};
use super::landmarks::{KnownLandmarks, Request};
use super::lookahead::{Distance, Lookahead};
use super::nodes::{Node, Nodes, OpenList, OpenState};
use super::stubborn::StubbornSets;

pub(super) fn length(measure: u64) -> usize {
    usize::try_from(measure).unwrap_or(usize::MAX)
}

/// Lower bounds in the metric of the search, and on the number of operators.
pub(super) struct Heuristics {
    pub(super) of_measure: Heuristic,
    /// `None` where cheapest plans of any length do.
    of_length: Option<Heuristic>,
    /// Bytes of tables that the budget of the search has counted.
    counted: usize,
}

pub(super) enum Heuristic {
    LmCut(LmCut),
    Patterns(PatternDatabases),
}

/// Greatest size of pattern databases, in bytes. At most a quarter of the memory of the search is theirs.
const MOST_TABLES: usize = 128 << 20;

impl Heuristics {
    /// Builds the heuristics, each by `new`.
    pub(super) fn of(
        metric: Metric,
        which: BestPlans,
        new: impl Fn(Metric) -> Result<Heuristic, StopReason>,
    ) -> Result<Self, StopReason> {
        let of_length = match (metric, which) {
            (Metric::Cost, BestPlans::CheapestAndShortest) => Some(new(Metric::Actions)?),
            (Metric::Actions, _) | (_, BestPlans::Cheapest) => None,
        };
        Ok(Self { of_measure: new(metric)?, of_length, counted: 0 })
    }

    /// Counts the tables that were added since the last call.
    fn count(&mut self, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        let all = [Some(&self.of_measure), self.of_length.as_ref()];
        let bytes = all.into_iter().flatten().map(Heuristic::bytes).sum();
        budget.take(bytes - std::mem::replace(&mut self.counted, bytes))
    }
}

impl Heuristic {
    pub(super) fn lm_cut(input: SearchInput<'_>, metric: Metric) -> Result<Self, StopReason> {
        LmCut::of(input.task, metric, input.stop).map(Self::LmCut)
    }

    pub(super) fn patterns(input: SearchInput<'_>, metric: Metric) -> Result<Self, StopReason> {
        let most = input.limits.memory_bytes.map_or(MOST_TABLES, |bytes| MOST_TABLES.min(bytes / 4));
        PatternDatabases::of(input.task, metric, most, input.stop).map(Self::Patterns)
    }

    /// Returns a lower bound on the measure of plans from a state; `None` if there is no plan. `values` has room for its values.
    fn distance(
        &mut self,
        state: &[u64],
        unpacking: &Unpacking,
        values: &mut [u32],
        stop: &Stop,
    ) -> Result<Option<u64>, StopReason> {
        let databases = match self {
            Self::LmCut(lm_cut) => {
                unpacking.read(state, values);
                return lm_cut.distance(values, stop);
            }
            Self::Patterns(databases) => databases,
        };
        unpacking.read_some(databases.variables(), state, values);
        let Some(known) = databases.distance(values) else { return Ok(None) };
        if !databases.is_to_learn() {
            return Ok(Some(known));
        }
        unpacking.read(state, values);
        Ok(Some(known.max(databases.learn(values, known, stop)?)))
    }

    /// Returns the number of bytes of its tables.
    fn bytes(&self) -> usize {
        match self {
            Self::LmCut(_) => 0,
            Self::Patterns(databases) => databases.bytes(),
        }
    }
}

pub(super) struct AStar<'a, W: Width> {
    pub(super) width: W,
    pub(super) input: SearchInput<'a>,
    pub(super) compiled: &'a Compiled,
    pub(super) metric: Metric,
    pub(super) costs: Vec<u64>,
    pruning: Pruning<'a>,
    /// Used instead of `pruning`; `None` where they would not be sound, or do not pay.
    stubborn: Option<StubbornSets<'a>>,
    forced: ForcedMoves,
    /// Symmetry exchanges by which states are replaced. Then operators are not pruned.
    orbits: Option<Orbits>,
    heuristics: Option<Heuristics>,
    landmarks: KnownLandmarks,
    /// Values from other threads, and the number of states that are requested at a time.
    pub(super) lookahead: Option<(&'a Lookahead, usize)>,
    /// True if all cheapest plans are listed in the end.
    lists: bool,
    pub(super) nodes: Nodes<W>,
    open: OpenList,
    pub(super) budget: MemoryBudget,
    pub(super) scratch: Scratch,
    unpacking: Unpacking,
    values: Vec<u32>,
    /// Made by operators, each with the record of it.
    successors: Successors<W, (usize, u16)>,
    pub(super) least: u64,
    pub(super) goal: Option<u32>,
}

/// Number of evaluated states after which progress is reported, besides once for each f.
const EVALUATIONS_PER_REPORT: u64 = 1 << 12;

/// The same without a heuristic, in expansions.
const EXPANSIONS_PER_REPORT: u64 = 1 << 18;

impl<'a, W: Width> AStar<'a, W> {
    pub(super) fn new(
        width: W,
        input: SearchInput<'a>,
        compiled: &'a Compiled,
        metric: Metric,
        mut heuristics: Option<Heuristics>,
        lists: bool,
    ) -> Result<Self, OutOfMemory> {
        let SearchInput { task, limits, stop } = input;
        let orbits = (limits.orbits && !lists).then(|| Orbits::of(task, compiled, stop)).flatten();
        let mut budget = MemoryBudget::new(limits.memory_bytes);
        if let Some(heuristics) = &mut heuristics {
            heuristics.count(&mut budget)?;
        }
        let mut nodes = Nodes::new(width, &mut budget)?;
        let mut open = OpenList::default();
        let _ = nodes.find_or_add(W::of(&width.zeros()), Node::START, &mut budget)?;
        open.push(OpenState { number: 0, way: PathCost::default() }, 0, &mut budget)?;
        Ok(Self {
            width,
            input,
            compiled,
            metric,
            costs: compiled.operator_ids().map(|id| metric.of(task.operator(id))).collect(),
            pruning: match orbits {
                None => Pruning::of(task, compiled, Counter::Kept, metric),
                Some(_) => Pruning::none(task, compiled, metric),
            },
            stubborn: (!lists).then(|| StubbornSets::of(task, compiled)).flatten(),
            forced: if lists { ForcedMoves::NotFollowed } else { ForcedMoves::ON_TRIAL },
            orbits,
            heuristics,
            landmarks: KnownLandmarks::within(limits.memory_bytes),
            lookahead: None,
            lists,
            nodes,
            open,
            budget,
            scratch: compiled.scratch(),
            unpacking: Unpacking::of(task, &compiled.layout.packing),
            values: task.initial().values().to_vec(),
            successors: Successors::new(width),
            least: 0,
            goal: None,
        })
    }

    pub(super) fn limit(&self) -> Option<u64> {
        match self.metric {
            Metric::Actions => self.input.limits.max_depth.map(|depth| depth as u64),
            Metric::Cost => self.input.limits.max_cost,
        }
    }

    /// Searches until no state is left that could be on a plan, or on a better one than was found.
    pub(super) fn run(&mut self, progress: OnProgress<'_>) -> Result<(), IncompleteReason> {
        let (limit, stop) = (self.limit(), self.input.stop);
        let (mut n_done, report_after) = match self.heuristics {
            Some(_) => (0, EVALUATIONS_PER_REPORT),
            None => (0, EXPANSIONS_PER_REPORT),
        };
        while let Some((OpenState { number, way }, f)) = self.open.pop(&mut self.budget) {
            let mut node = self.nodes.node(number);
            if node.way != way || node.f() != f || node.is_expanded {
                continue;
            }
            stop.check()?;
            if self.least < f {
                if self.goal.is_some() {
                    return Ok(());
                }
                if limit.is_some_and(|limit| limit < f) {
                    return Err(IncompleteReason::DepthReached);
                }
                self.least = f;
                progress(self.progress());
            }
            if self.compiled.is_goal(self.nodes.states.get(number).as_ref(), &mut self.scratch) {
                let is_better = |known: u32| way.length < self.nodes.node(known).way.length;
                if self.goal.is_none_or(is_better) {
                    self.goal = Some(number);
                }
                // Without a heuristic, other paths of this cost are no shorter.
                let is_best = self.heuristics.as_ref().is_none_or(|bounds| bounds.of_length.is_none());
                match self.lists {
                    false if is_best => return Ok(()),
                    false => continue,
                    // Operators of cost 0 may lead on from here.
                    true => {}
                }
            }
            n_done += 1;
            if n_done % report_after == 0 {
                progress(self.progress());
            }
            if self.heuristics.is_some() && !self.may_be_shorter(number, way)? {
                continue;
            }
            if self.heuristics.is_some() && !node.is_evaluated {
                node.is_evaluated = true;
                let Some((distance, landmarks)) = self.distance(number, f)? else {
                    node.distance = Node::DEAD_END;
                    self.nodes.set(number, node);
                    continue;
                };
                self.landmarks.keep(number, landmarks, &mut self.budget);
                if node.distance < distance {
                    node.distance = distance;
                    self.nodes.set(number, node);
                    self.open.push(OpenState { number, way }, distance, &mut self.budget)?;
                    continue;
                }
            }
            node.is_expanded = true;
            self.nodes.set(number, node);
            self.expand(number, node)?;
        }
        Ok(())
    }

    /// Returns the distance of a state that was taken from the open list with this `f`.
    fn distance(&mut self, number: u32, f: u64) -> Result<Distance, StopReason> {
        let Self { input, lookahead, compiled, pruning, stubborn, forced, orbits, scratch, .. } = self;
        let Self { open, nodes, heuristics, landmarks, .. } = self;
        let (unpacking, values) = (&self.unpacking, &mut self.values);
        let Some(heuristics) = heuristics else { return Ok(None) };
        let of_measure = &mut heuristics.of_measure;
        let Heuristic::LmCut(lm_cut) = of_measure else {
            let state = nodes.states.get(number).as_ref();
            let distance = of_measure.distance(state, unpacking, values, input.stop)?;
            heuristics.count(&mut self.budget)?;
            return Ok(distance.map(|distance| (distance, CutLandmarks::default())));
        };
        let mut evaluate = |request: &Request| {
            unpacking.read(&request.key, values);
            lm_cut.distance_after(values, request.before(), input.stop)
        };
        let request = |number: u32| {
            let (state, Node { parent, found_by, .. }) = (nodes.states.get(number), nodes.node(number));
            landmarks.request(state.as_ref(), parent, found_by, compiled)
        };
        let asked = request(number);
        let Some((lookahead, n_asked)) = lookahead else { return evaluate(&asked) };
        let mut next = || {
            let mut next: Vec<Request> = Vec::new();
            // Only this many entries are examined, since very many may be out of date.
            for entry in open.first(f).take(8 * *n_asked) {
                let node = nodes.node(entry.number);
                if node.way != entry.way || node.f() != f || node.is_expanded {
                    continue;
                }
                let state = nodes.states.get(entry.number);
                if node.is_evaluated {
                    if forced.are_followed() {
                        continue;
                    }
                    let fixing = fixing::<W>(orbits.as_ref(), stubborn.as_ref(), state);
                    let PrunedOperators { pruned, groups } =
                        not_tried::<W>(pruning, stubborn.as_mut(), state, node.found_by);
                    compiled.expand::<W>(state, scratch, groups, pruned, |operator, successor| {
                        let found_by = replace::<W>(orbits.as_ref(), &fixing, operator, successor);
                        let Some(found_by) = found_by else { return };
                        if nodes.states.find(successor).is_none() {
                            let state = (*successor).as_ref();
                            next.push(landmarks.request(state, entry.number, found_by, compiled));
                        }
                    });
                } else {
                    next.push(request(entry.number));
                }
                if *n_asked <= next.len() {
                    break;
                }
            }
            next.reverse();
            next
        };
        lookahead.ask(&asked, &mut next, &mut evaluate)
    }

    /// Checks whether this path to a state can be part of a plan of fewer operators than the best one found. True if none was
    /// found.
    fn may_be_shorter(&mut self, number: u32, way: PathCost) -> Result<bool, StopReason> {
        let Some(goal) = self.goal else { return Ok(true) };
        let most = u64::from(self.nodes.node(goal).way.length);
        let length = u64::from(way.length);
        if most <= length + 1 {
            return Ok(false);
        }
        let of_length = self.heuristics.as_mut().and_then(|heuristics| heuristics.of_length.as_mut());
        let Some(of_length) = of_length else { return Ok(true) };
        let state = self.nodes.states.get(number).as_ref();
        Ok(of_length
            .distance(state, &self.unpacking, &mut self.values, self.input.stop)?
            .is_some_and(|distance| length + distance < most))
    }

    fn expand(&mut self, number: u32, node: Node) -> Result<(), OutOfMemory> {
        let Self { input, compiled, pruning, stubborn, forced, orbits, nodes, open, budget, .. } = self;
        let Self { scratch, successors, costs, .. } = self;
        let state = nodes.states.get(number);
        let fixing = fixing::<W>(orbits.as_ref(), stubborn.as_ref(), state);
        let mut emit = |operator, next: &mut W::State| {
            if let Some(found_by) = replace::<W>(orbits.as_ref(), &fixing, operator, next) {
                successors.push(next, (operator, found_by));
            }
        };
        let mut pays = true;
        match stubborn {
            Some(sets) if sets.are_on_trial() => {
                let PrunedOperators { pruned, .. } = sets.left_out(state.as_ref());
                let n_applicable = compiled.expand_all::<W>(state, scratch, pruned, &mut emit);
                pays = sets.pay(n_applicable, successors.made_by.len() as u64, input.limits.trial);
            }
            _ => {
                let PrunedOperators { pruned, groups } =
                    not_tried::<W>(pruning, stubborn.as_mut(), state, node.found_by);
                compiled.expand::<W>(state, scratch, groups, pruned, emit);
            }
        }
        let is_forced = forced.are_followed() && successors.made_by.len() == 1;
        let mut last;
        for ((operator, found_by), next) in successors.made_by.iter().copied().zip(successors.states.iter()) {
            let first = node.way.and(costs[operator]);
            let (mut way, mut next) = (first, next);
            if is_forced {
                last = W::owned(next);
                let state = W::of_mut(&mut last);
                let goes_on = |_: &W::State, way: PathCost| way.cost <= node.f();
                way = follow::<W>(compiled, orbits.as_ref(), costs, scratch, state, way, goes_on);
                next = W::of(&last);
            }
            let new = Node {
                parent: number,
                way,
                distance: node.distance.saturating_sub(way.cost - node.way.cost),
                found_by: if way == first { found_by } else { Pruning::NO_OPERATOR },
                is_evaluated: false,
                is_expanded: false,
            };
            let (number, distance) = match nodes.find_or_add(next, new, budget)? {
                Err(number) => (number, new.distance),
                Ok(number) => {
                    let known = nodes.node(number);
                    if known.way <= way || known.distance == Node::DEAD_END {
                        continue;
                    }
                    let distance = known.distance.max(new.distance);
                    nodes.set(number, Node { distance, is_evaluated: known.is_evaluated, ..new });
                    (number, distance)
                }
            };
            open.push(OpenState { number, way }, distance, budget)?;
        }
        forced.count(successors.made_by.len(), input.limits.trial);
        successors.clear();
        if pays || self.goal.is_some() { Ok(()) } else { self.restart_without_stubborn_sets() }
    }

    /// Begins again without stubborn sets, since pruning after operators relies on what they left out. What is known about
    /// distances is kept.
    fn restart_without_stubborn_sets(&mut self) -> Result<(), OutOfMemory> {
        log::info!("stubborn sets leave out too few operators");
        let Self { nodes, open, budget, stubborn, .. } = self;
        *stubborn = None;
        for number in (0..).take(nodes.states.len()) {
            let node = Node { way: PathCost::UNREACHED, is_expanded: false, ..nodes.node(number) };
            nodes.set(number, node);
        }
        while open.pop(budget).is_some() {}
        let start = Node { way: PathCost::default(), ..nodes.node(0) };
        nodes.set(0, start);
        open.push(OpenState { number: 0, way: start.way }, start.distance, budget)
    }

    pub(super) fn plan_to(&self, goal: u32) -> Plan {
        let (mut numbers, mut number) = (vec![goal], goal);
        while number != 0 {
            number = self.nodes.node(number).parent;
            numbers.push(number);
        }
        let mut chain = States::new(self.width);
        numbers.reverse();
        chain.push(self.nodes.states.get(0));
        for step in numbers.windows(2) {
            self.push_forced(&mut chain, step[0], step[1]);
            chain.push(self.nodes.states.get(step[1]));
        }
        let cost = |operator| self.costs[operator];
        plan_along(self.input.task, self.compiled, self.orbits.as_ref(), &chain, &cost)
    }

    /// Appends the states between two states, one of which was reached from the other, to a chain.
    fn push_forced(&self, chain: &mut States<W>, from: u32, to: u32) {
        if !self.forced.are_followed() {
            return;
        }
        let (from, to) = (self.nodes.states.get(from), self.nodes.states.get(to));
        let (mut scratch, mut between) = (self.compiled.scratch(), self.compiled.scratch());
        let mut best: Option<(PathCost, States<W>)> = None;
        self.compiled.each_successor::<W>(from, &mut scratch, |operator, next| {
            if let Some(orbits) = &self.orbits {
                orbits.replace::<W>(operator, next, |_| {});
            }
            let mut passed = States::new(self.width);
            let goes_on = |state: &W::State, _| {
                let goes_on = state != to;
                if goes_on {
                    passed.push(state);
                }
                goes_on
            };
            let way = PathCost::default().and(self.costs[operator]);
            let (compiled, orbits) = (self.compiled, self.orbits.as_ref());
            let way = follow::<W>(compiled, orbits, &self.costs, &mut between, next, way, goes_on);
            if next == to && best.as_ref().is_none_or(|(best, _)| way < *best) {
                best = Some((way, passed));
            }
        });
        if let Some((_, passed)) = best {
            passed.iter().for_each(|state| chain.push(state));
        }
    }

    fn progress(&self) -> SearchProgress {
        let refuted = self.least.checked_sub(1);
        let (depth, refuted_cost) = match self.metric {
            Metric::Actions => (refuted.map_or(0, length), None),
            Metric::Cost => (0, refuted),
        };
        let method = match self.heuristics.as_ref().map(|heuristics| &heuristics.of_measure) {
            Some(Heuristic::LmCut(_)) => SearchMethod::AStar,
            Some(Heuristic::Patterns(_)) => SearchMethod::Patterns,
            None => SearchMethod::UniformCost,
        };
        let states = self.nodes.states.len() as u64;
        SearchProgress { method, depth, refuted_cost, states, memory_bytes: self.budget.peak() }
    }
}

/// Returns the exchanges that change nothing in a state. None counts beside stubborn sets, which may have one of two operators that are
/// alike and not the other.
fn fixing<W: Width>(
    orbits: Option<&Orbits>,
    stubborn: Option<&StubbornSets<'_>>,
    state: &W::State,
) -> ExchangeSet {
    match (orbits, stubborn) {
        (Some(orbits), None) => orbits.fixing::<W>(state),
        _ => ExchangeSet::default(),
    }
}

/// Replaces a successor by its image if there are orbits. Returns the record of the operator that found it: none if it was
/// replaced. `None` if the successor can be left out, by the exchanges that fix the state before.
#[inline]
fn replace<W: Width>(
    orbits: Option<&Orbits>,
    fixing: &ExchangeSet,
    operator: usize,
    successor: &mut W::State,
) -> Option<u16> {
    let is_replaced = match orbits {
        Some(orbits) => orbits.keep::<W>(operator, fixing, successor)?,
        None => false,
    };
    let found_by = u16::try_from(operator).ok().filter(|_| !is_replaced);
    Some(found_by.unwrap_or(Pruning::NO_OPERATOR))
}

/// Returns the operators that need not be tried in a state, given the operator that found it.
fn not_tried<'s, W: Width>(
    pruning: &'s Pruning<'_>,
    stubborn: Option<&'s mut StubbornSets<'_>>,
    state: &W::State,
    found_by: u16,
) -> &'s PrunedOperators {
    match stubborn {
        Some(sets) => sets.left_out(state.as_ref()),
        None => pruning.after(found_by),
    }
}
