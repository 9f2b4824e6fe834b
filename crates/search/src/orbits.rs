//! Orbit search: of symmetric states, one is kept.
//!
//! [Symmetries](bmcplan_task::TaskSymmetry) map plans to plans, so a state and its images are equally far from the goal. Each
//! state found is replaced by an image, the smallest one that single exchanges lead to: two balls are exchanged, or two hands.
//! So twenty balls in two rooms have some hundreds of states instead of billions (Pochter, Zohar & Rosenschein, *Exploiting
//! problem symmetries in state-based planners*, 2011).
//!
//! The search finds a chain of states, each of them an image of a successor of the one before. The states and operators of a
//! plan are images of those in the chain (Domshlak, Katz & Shleyfman, *Enhanced symmetry breaking in cost-optimal planning as
//! forward search*, 2012).

use std::cmp::{Ordering, Reverse};

use bmcplan_base::ordered::{distinct, sort_by_key};
use bmcplan_base::stop::Stop;
use bmcplan_task::plan::Plan;
use bmcplan_task::{OperatorId, Task, TaskSymmetry, VarId};

use super::compiled::Compiled;
use super::packing::{Field, Packing, index};
use super::width::{States, Width};

pub(super) type ExchangeSet = [u64; 4];

#[derive(Debug)]
pub(super) struct Orbits {
    exchanges: Vec<PackedExchange>,
    /// For each exchange the operators that are not their own image, each with its image.
    operators: Vec<Vec<[OperatorId; 2]>>,
    /// For each exchange the others that move a variable which it moves, too.
    by_exchange: Vec<ExchangeSet>,
    /// For each compiled operator the exchanges that move a variable which it changes. No other one makes its result smaller,
    /// if none made the state before smaller.
    by_operator: Vec<ExchangeSet>,
    /// For each compiled operator the exchanges of which its image has a smaller number.
    to_earlier: Vec<ExchangeSet>,
}

#[derive(Debug)]
struct PackedExchange(Vec<MovedVariable>);

/// Variable whose value is moved to another one, or to another value of the same one.
#[derive(Debug)]
struct MovedVariable {
    from: Digit,
    to: Digit,
    /// For each code of `from` the code that `to` gets; `None` if `to` never has that value.
    codes: Vec<Option<u64>>,
}

#[derive(Debug, Clone, Copy)]
struct Digit {
    field: Field,
    /// Value of a digit of one within the word.
    unit: u64,
    /// Where several variables share the field: the value of one within it, and the number of codes.
    shared: Option<(u64, u64)>,
}

impl Orbits {
    pub(super) fn of(task: &Task, compiled: &Compiled, stop: &Stop) -> Option<Self> {
        let mut groups = Groups::of(task.variables().len());
        let (mut exchanges, mut operators, mut moved) = (Vec::new(), Vec::new(), Vec::new());
        for symmetry in task.symmetries(Task::SYMMETRY_LIMIT, stop) {
            // Exchanges with neighbours generate all others.
            if exchanges.len() == size_of::<ExchangeSet>() * 8 || !groups.join(&symmetry) {
                continue;
            }
            let Some(exchange) = PackedExchange::of(task, &compiled.layout.packing, &symmetry) else {
                continue;
            };
            exchanges.push(exchange);
            let vars: Vec<VarId> = distinct(symmetry.facts.iter().flatten().map(|fact| fact.var).collect());
            moved.push(vars);
            operators.push(symmetry.operators);
        }
        log::info!("{} exchanges of what is alike", exchanges.len());
        let with = |vars: &mut dyn Iterator<Item = VarId>| {
            let mut set = ExchangeSet::default();
            for var in vars {
                for number in (0..moved.len()).filter(|number| moved[*number].binary_search(&var).is_ok()) {
                    set[number / 64] |= 1 << (number % 64);
                }
            }
            set
        };
        let by_operator = compiled
            .operator_ids()
            .map(|id| with(&mut task.operator(id).effects.iter().map(|effect| effect.fact.var)));
        let by_exchange = moved.iter().enumerate().map(|(number, vars)| {
            let mut others = with(&mut vars.iter().copied());
            others[number / 64] &= !(1 << (number % 64));
            others
        });
        let (by_operator, by_exchange) = (by_operator.collect(), by_exchange.collect());
        let to_earlier = to_earlier(task, compiled, &operators);
        (!exchanges.is_empty()).then_some(Self { exchanges, operators, by_exchange, by_operator, to_earlier })
    }

    /// Returns the exchanges that change nothing in a state.
    pub(super) fn fixing<W: Width>(&self, state: &W::State) -> ExchangeSet {
        let mut set = ExchangeSet::default();
        for (number, exchange) in self.exchanges.iter().enumerate() {
            set[number / 64] |= u64::from(exchange.fixes(state.as_ref())) << (number % 64);
        }
        set
    }

    /// Replaces the result of an operator by its smallest image, as far as single exchanges find it. Returns whether it was replaced, or
    /// `None` if the operator can be left out in a state that these exchanges [fix](Self::fixing): its image is tried before, and leads
    /// to an image of the same state.
    #[inline]
    pub(super) fn keep<W: Width>(
        &self,
        operator: usize,
        fixing: &ExchangeSet,
        next: &mut W::State,
    ) -> Option<bool> {
        if self.to_earlier[operator].iter().zip(fixing).any(|(earlier, fixing)| earlier & fixing != 0) {
            return None;
        }
        let mut is_replaced = false;
        self.replace::<W>(operator, next, |_| is_replaced = true);
        Some(is_replaced)
    }

    /// Replaces the result of an operator like [`Self::keep`]; `done` gets the number of every exchange that is made.
    pub(super) fn replace<W: Width>(
        &self,
        operator: usize,
        state: &mut W::State,
        mut done: impl FnMut(usize),
    ) {
        let mut open = self.by_operator[operator];
        while let Some(word) = open.iter().position(|word| *word != 0) {
            let number = 64 * word + index(open[word].trailing_zeros().into());
            open[word] &= open[word] - 1;
            if self.exchanges[number].make_smaller::<W>(state) {
                done(number);
                let more = &self.by_exchange[number];
                for (word, open) in open.iter_mut().enumerate() {
                    *open |= more[word];
                }
            }
        }
    }
}

/// Returns for each compiled operator the exchanges of which its image has a smaller number.
fn to_earlier(task: &Task, compiled: &Compiled, operators: &[Vec<[OperatorId; 2]>]) -> Vec<ExchangeSet> {
    let places = compiled.places(task);
    let mut sets = vec![ExchangeSet::default(); compiled.operator_ids().len()];
    for (number, pairs) in operators.iter().enumerate() {
        for pair in pairs {
            if let [Some(operator), Some(image)] = pair.map(|id| places[id.index()]) {
                sets[index(operator.into())][number / 64] |= u64::from(image < operator) << (number % 64);
            }
        }
    }
    sets
}

/// Returns the plan of a chain of states from the initial one. Each is a successor of the one before, or its replacement if
/// there are orbits. Of the compiled operators between two of them, the cheapest is taken, and of equal ones the first.
pub(super) fn plan_along<W: Width>(
    task: &Task,
    compiled: &Compiled,
    orbits: Option<&Orbits>,
    chain: &States<W>,
    cost: &dyn Fn(usize) -> u64,
) -> Plan {
    // Image of each operator of the chain in the plan.
    let mut images: Vec<OperatorId> = task.operator_ids().collect();
    let mut scratch = compiled.scratch();
    let mut plan = Vec::new();
    for place in 1..chain.len() {
        let (state, target) = (chain.get(place - 1), chain.get(place));
        let mut best: Option<(u64, usize, W::Owned)> = None;
        compiled.each_successor::<W>(state, &mut scratch, |operator, next| {
            let found = (cost(operator), operator);
            if best.as_ref().is_some_and(|(cost, operator, _)| (*cost, *operator) <= found) {
                return;
            }
            let before = W::owned(next);
            if let Some(orbits) = orbits {
                orbits.replace::<W>(operator, next, |_| {});
            }
            if next == target {
                best = Some((found.0, operator, before));
            }
        });
        let Some((_, operator, mut next)) = best else { break };
        plan.push(images[compiled.operator_id(operator).index()]);
        if let Some(orbits) = orbits {
            orbits.replace::<W>(operator, W::of_mut(&mut next), |number| {
                // All at once: of equal operators, two may have one image.
                let pairs = &orbits.operators[number];
                let new: Vec<OperatorId> = pairs.iter().map(|[_, image]| images[image.index()]).collect();
                pairs.iter().zip(new).for_each(|([operator, _], image)| images[operator.index()] = image);
            });
        }
    }
    Plan::sequential(plan)
}

impl PackedExchange {
    /// Packs an exchange; `None` if it moves no variable that can change, or if the image of the initial state is unreachable.
    fn of(task: &Task, packing: &Packing, symmetry: &TaskSymmetry) -> Option<Self> {
        let pairs = || symmetry.facts.iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]);
        let moved: Vec<[VarId; 2]> = distinct(pairs().map(|pair| pair.map(|fact| fact.var)).collect());
        let variables = moved.into_iter().map(|[from, to]| {
            let mut codes = vec![None; index(packing.variable(from).n_codes)];
            for fact in task.facts(from) {
                let Some(code) = packing.code(fact) else { continue };
                let image = pairs().find(|[one, _]| *one == fact).map(|[_, image]| image);
                // A value that stays where only some of a variable's are exchanged.
                let image = image.or((from == to).then_some(fact));
                codes[index(code)] = image.and_then(|image| packing.code(image));
            }
            let can_change = packing.can_change(from) || packing.can_change(to);
            (can_change, MovedVariable { from: Digit::of(packing, from), to: Digit::of(packing, to), codes })
        });
        let variables: Vec<(bool, MovedVariable)> = variables.collect();
        // Where the image of the initial state is unreachable, images lead out of the reachable states. This is so where a
        // variable that never changes would have another value.
        let has_image = variables.iter().all(|(_, moved)| moved.codes.first().is_some_and(Option::is_some));
        let mut variables: Vec<MovedVariable> =
            variables.into_iter().filter_map(|(can_change, moved)| can_change.then_some(moved)).collect();
        // All exchanges compare states by one order of variables, so that a chain of them sorts what is alike.
        sort_by_key(&mut variables, |moved| Reverse((moved.to.field.word, moved.to.unit)));
        (!variables.is_empty() && has_image).then_some(Self(variables))
    }

    /// Checks whether a state is its own image.
    #[inline]
    fn fixes(&self, state: &[u64]) -> bool {
        self.0
            .iter()
            .all(|MovedVariable { from, to, codes }| codes[index(from.get(state))] == Some(to.get(state)))
    }

    /// Makes the exchange if the image is smaller than the state, and may be reachable. Returns whether it was made.
    #[inline]
    fn make_smaller<W: Width>(&self, state: &mut W::State) -> bool {
        for (first, MovedVariable { from, to, codes }) in self.0.iter().enumerate() {
            let Some(code) = codes[index(from.get((*state).as_ref()))] else { return false };
            match code.cmp(&to.get((*state).as_ref())) {
                Ordering::Equal => {}
                Ordering::Greater => return false,
                Ordering::Less => return self.make::<W>(first, state),
            }
        }
        false
    }

    /// Makes the exchange, which moves nothing before index `first`, if the image may be reachable. Returns whether it was
    /// made.
    fn make<W: Width>(&self, first: usize, state: &mut W::State) -> bool {
        let mut image = W::owned(state);
        let words = W::of_mut(&mut image).as_mut();
        for MovedVariable { from, to, codes } in &self.0[first..] {
            let state = (*state).as_ref();
            let Some(code) = codes[index(from.get(state))] else { return false };
            let less = to.get(state).wrapping_mul(to.unit);
            let word = &mut words[to.field.word];
            *word = word.wrapping_sub(less).wrapping_add(code.wrapping_mul(to.unit));
        }
        W::copy(W::of(&image), state);
        true
    }
}

impl Digit {
    fn of(packing: &Packing, var: VarId) -> Self {
        let variable = packing.variable(var);
        let (field, unit) = (variable.packed, variable.unit);
        let shared = packing.has_copy(var).then_some((unit >> field.shift, variable.n_codes));
        Self { field, unit, shared }
    }

    #[inline]
    fn get(self, state: &[u64]) -> u64 {
        let content = self.field.get(state);
        self.shared.map_or(content, |(unit, n_codes)| content / unit % n_codes)
    }
}

struct Groups(Vec<usize>);

impl Groups {
    fn of(n: usize) -> Self {
        Self((0..n).collect())
    }

    fn first(&self, mut var: usize) -> usize {
        while self.0[var] != var {
            var = self.0[var];
        }
        var
    }

    /// Joins the variables that an exchange swaps. Returns false if all of them were joined before.
    fn join(&mut self, symmetry: &TaskSymmetry) -> bool {
        let mut is_new = symmetry.facts.iter().all(|[a, b]| a.var == b.var);
        for [a, b] in &symmetry.facts {
            let (a, b) = (self.first(a.var.index()), self.first(b.var.index()));
            is_new |= a != b;
            self.0[a.max(b)] = a.min(b);
        }
        is_new
    }
}
