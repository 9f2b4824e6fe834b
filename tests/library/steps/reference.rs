//! The slow, obvious way: breadth-first search in which every subset of the applicable operators may be a step.

use std::collections::{BTreeSet, VecDeque};

use bmcplan::task::{Atom, Fact, Literal, OperatorId, State, Task, VarId};

/// The greatest numbers of reachable states, and of operators applicable in a state, for this reference.
const MAX_STATES: usize = 400;
const MAX_APPLICABLE: usize = 8;

/// A state, the operators that are applicable in it, and their active effects there.
pub(crate) struct Situation<'a> {
    task: &'a Task,
    state: State,
    applicable: Vec<OperatorId>,
    active: Vec<Vec<Fact>>,
}

/// The sets of operators that are a step: subsets of the applicable ones as bits, with effects that agree.
pub(crate) type Admits<'a> = &'a dyn Fn(&Situation<'_>) -> Vec<u32>;

impl<'a> Situation<'a> {
    fn of(task: &'a Task, state: State) -> Self {
        let extended = task.extend(&state);
        let applicable: Vec<OperatorId> =
            task.operator_ids().filter(|id| extended.successor(*id).is_ok()).collect();
        let active = |id: &OperatorId| {
            let effects = task.operator(*id).effects.iter();
            effects.filter(|effect| extended.satisfies(&effect.condition)).map(|effect| effect.fact).collect()
        };
        let active = applicable.iter().map(active).collect();
        Self { task, state, applicable, active }
    }

    fn members(&self, set: u32) -> impl Iterator<Item = usize> + use<> {
        (0..self.applicable.len()).filter(move |place| set & (1 << place) != 0)
    }

    /// The successor by all effects that are active here; none if they contradict each other.
    fn after(&self, set: u32) -> Option<State> {
        let facts: BTreeSet<Fact> =
            self.members(set).flat_map(|place| self.active[place].iter().copied()).collect();
        let mut values = self.state.values().to_vec();
        for fact in &facts {
            if facts.iter().any(|other| other.var == fact.var && other.value != fact.value) {
                return None;
            }
            values[fact.var.index()] = fact.value;
        }
        // Every operator advances the clock.
        if let Some(clock) = self.task.clock() {
            let [only] = self.members(set).collect::<Vec<_>>()[..] else { return None };
            let next = self.task.extend(&self.state).successor(self.applicable[only]).unwrap();
            values[clock.var.index()] = next.values()[clock.var.index()];
        }
        Some(State::from_values(values))
    }

    /// The sets with effects that agree.
    fn consistent(&self) -> impl Iterator<Item = u32> {
        (1..1 << self.applicable.len()).filter(|set| self.after(*set).is_some())
    }

    /// The sets of which no member disables another, or (with an order) a later one.
    pub(crate) fn undisturbed(&self, order: Option<&[OperatorId]>) -> Vec<u32> {
        let n = self.applicable.len();
        let rank = |place: usize| {
            // Operators irrelevant to the goal have no place in the order, and need none.
            let listed = |order: &[OperatorId]| {
                order.iter().position(|id| *id == self.applicable[place]).unwrap_or(order.len())
            };
            order.map_or(0, listed)
        };
        let disables = |a: usize, b: usize| {
            a != b && rank(a) <= rank(b) && {
                let reads = reads(self.task, self.applicable[b]);
                self.active[a].iter().any(|effect| reads.iter().any(|read| read.is_lost_by(*effect)))
            }
        };
        let disabled_by: Vec<u32> =
            (0..n).map(|b| (0..n).filter(|a| disables(*a, b)).map(|a| 1 << a).sum()).collect();
        self.consistent().filter(|set| self.members(*set).all(|b| set & disabled_by[b] == 0)).collect()
    }

    /// The sets that can run in all orders (or in some), every operator with the effects that are active here.
    pub(crate) fn orderable(&self, all: bool) -> Vec<u32> {
        let mut runs = vec![false; 1 << self.applicable.len()];
        runs[0] = true;
        for set in self.consistent() {
            let last = |place: usize| {
                let before = set & !(1 << place);
                let state = if before == 0 { Some(self.state.clone()) } else { self.after(before) };
                runs[before as usize]
                    && state.is_some_and(|state| {
                        let next = self.task.extend(&state).successor(self.applicable[place]);
                        next.ok() == self.after(set)
                    })
            };
            let mut members = self.members(set);
            runs[set as usize] = if all { members.all(last) } else { members.any(last) };
        }
        self.consistent().filter(|set| runs[*set as usize]).collect()
    }
}

/// The values of a variable that it must keep, or must not take, before the operator runs.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Read {
    var: VarId,
    values: BTreeSet<u32>,
    truth: bool,
}

impl Read {
    fn is_lost_by(&self, effect: Fact) -> bool {
        effect.var == self.var && self.values.contains(&effect.value) != self.truth
    }
}

fn reads(task: &Task, id: OperatorId) -> BTreeSet<Read> {
    let mut reads = BTreeSet::new();
    let operator = task.operator(id);
    for literal in &operator.precondition {
        spell_out(task, *literal, &mut reads);
    }
    for literal in operator.effects.iter().flat_map(|effect| &effect.condition) {
        spell_out(task, *literal, &mut reads);
        spell_out(task, !*literal, &mut reads);
    }
    reads
}

fn spell_out(task: &Task, literal: Literal, reads: &mut BTreeSet<Read>) {
    match literal.atom {
        Atom::Fact(Fact { var, value }) => {
            reads.insert(Read { var, values: [value].into(), truth: literal.positive });
        }
        Atom::Derived(id) => {
            let rules = &task.derived()[id.index()].rules;
            // The facts that each alone make it true: the denial of one of two values is the other value.
            let alone: Vec<Fact> = rules.iter().filter_map(|body| said_alone(task, body)).collect();
            for var in alone.iter().map(|fact| fact.var).filter(|_| literal.positive) {
                let values = alone.iter().filter(|fact| fact.var == var).map(|fact| fact.value).collect();
                reads.insert(Read { var, values, truth: true });
            }
            for body in rules.iter().filter(|body| !literal.positive || said_alone(task, body).is_none()) {
                for part in body {
                    spell_out(task, if literal.positive { *part } else { !*part }, reads);
                }
            }
        }
    }
}

fn said_alone(task: &Task, body: &[Literal]) -> Option<Fact> {
    let [Literal { atom: Atom::Fact(fact), positive }] = body else { return None };
    let mut others = task.facts(fact.var).filter(|other| other != fact);
    match (positive, others.next(), others.next()) {
        (true, ..) => Some(*fact),
        (false, Some(only), None) => Some(only),
        _ => None,
    }
}

/// The least number of steps to the goal, if there is a plan.
pub(crate) fn makespan(task: &Task, admits: Admits<'_>) -> Option<usize> {
    let mut seen = BTreeSet::from([task.initial().clone()]);
    let mut queue = VecDeque::from([(task.initial().clone(), 0)]);
    while let Some((state, depth)) = queue.pop_front() {
        if task.is_goal(&state) {
            return Some(depth);
        }
        let situation = Situation::of(task, state);
        for set in admits(&situation) {
            let next = situation.after(set).unwrap();
            if seen.insert(next.clone()) {
                queue.push_back((next, depth + 1));
            }
        }
    }
    None
}

/// True if the task is small enough to be tried.
pub(crate) fn is_small(task: &Task) -> bool {
    let mut seen = BTreeSet::from([task.initial().clone()]);
    let mut open = vec![task.initial().clone()];
    while let Some(state) = open.pop() {
        let situation = Situation::of(task, state);
        if MAX_APPLICABLE < situation.applicable.len() || MAX_STATES < seen.len() {
            return false;
        }
        for id in &situation.applicable {
            let next = task.extend(&situation.state).successor(*id).unwrap();
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    true
}
