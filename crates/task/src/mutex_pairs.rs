//! Pairs of facts that are never true together, by the h² fixed point.
//!
//! The reachable pairs are over-approximated (h² < ∞; Haslum & Geffner, *Admissible heuristics for optimal planning*, 2000).
//! They are the pairs of the initial state, and the pairs after an operator whose precondition is reached pair by pair. All
//! other pairs are invariants (Rintanen, *A planning algorithm not based on directional search*, 1998).
//!
//! A precondition narrows the values of every variable, also of variables not mentioned in it. A value counts as possible there
//! only if each variable has a value left that is compatible with it (disambiguation; Alcázar & Torralba, *A reminder about the
//! importance of computing and exploiting invariants in planning*, 2015). So a negated fact means "some other value that is
//! compatible with the rest".

use bmcplan_base::stop::Stop;

use super::dependence::insert;
use super::pairs::{Bit, Pairs};
use super::{Atom, Effect, Fact, Literal, Task};

impl Task {
    /// The usual limit on the work for mutexes, in 64-bit words: tenths of a second.
    pub const MUTEX_LIMIT: u64 = 1 << 27;

    /// Returns pairs of facts that are never true together in a reachable state. Pairs of [`Task::mutexes`], which are taken as
    /// given, and pairs of one variable are left out. A fact that is never true at all is paired with itself. Sorted, the
    /// smaller fact first. No pair contains a clock's fact.
    ///
    /// `limit` bounds the work, in 64-bit words visited, and so the memory, to a few times as many words. Nothing is returned
    /// where the fixed point would take more, or where `stop` is raised before it is reached.
    pub fn mutex_pairs(&self, limit: u64, stop: &Stop) -> Vec<[Fact; 2]> {
        let pairs = Pairs::of(self, limit, stop)
            .and_then(|pairs| FixedPoint::start(self, pairs, limit, stop)?.run(stop));
        pairs.map(|pairs| pairs.unreached()).unwrap_or_default()
    }
}

/// One case of an operator: all its unconditional effects, or one conditional effect.
struct PairRule {
    case: Narrowing,
    makes: Vec<Bit>,
    operator: usize,
    is_conditional: bool,
    /// Rows on which the outcome depends.
    watched: Vec<usize>,
    /// Time of the last visit; 0 before the first.
    seen: u64,
}

struct PairEffects {
    always: Vec<Bit>,
    sometimes: Vec<Bit>,
}

struct FixedPoint {
    pairs: Pairs,
    rules: Vec<PairRule>,
    effects: Vec<PairEffects>,
    /// Time at which each row last grew; the last entry is for the set of all facts reached.
    grown: Vec<u64>,
    time: u64,
    work: u64,
    limit: u64,
}

impl FixedPoint {
    /// Sets up the initial pairs and all rules; `None` beyond `limit`, or if `stop` is raised.
    fn start(task: &Task, mut pairs: Pairs, limit: u64, stop: &Stop) -> Option<Self> {
        let initial = task.initial().values().iter().zip(task.variable_ids());
        let initial: Vec<Bit> =
            initial.filter_map(|(value, var)| pairs.bit(Fact { var, value: *value })).collect();
        for a in &initial {
            for b in &initial {
                pairs.connect(*a, *b);
            }
        }
        let mut work = pairs.size();
        let (mut rules, mut effects) = (Vec::new(), Vec::new());
        for operator in task.operators() {
            let (always, sometimes): (Vec<&Effect>, Vec<&Effect>) =
                operator.effects.iter().partition(|effect| effect.condition.is_empty());
            let bits = |some: &[&Effect]| some.iter().filter_map(|effect| pairs.bit(effect.fact)).collect();
            let whole = PairEffects { always: bits(&always), sometimes: bits(&sometimes) };
            let cases = sometimes.iter().map(|effect| (effect.condition.as_slice(), bits(&[*effect])));
            for (condition, makes) in std::iter::once((&[][..], whole.always.clone())).chain(cases) {
                let is_conditional = !condition.is_empty();
                let literals = operator.precondition.iter().chain(condition);
                let (case, effort) = Narrowing::of(task, literals.copied(), &pairs);
                work = work.saturating_add(effort);
                if limit < work || stop.is_raised() {
                    return None;
                }
                if let Some(case) = case.filter(|_| !makes.is_empty()) {
                    let (operator, watched) = (effects.len(), Vec::new());
                    rules.push(PairRule { case, makes, operator, is_conditional, watched, seen: 0 });
                }
            }
            effects.push(whole);
        }
        let grown = vec![0; pairs.n_bits() + 1];
        Some(Self { pairs, rules, effects, grown, time: 0, work, limit })
    }

    /// Visits rules until none adds a pair; `None` beyond the limit, or if `stop` is raised.
    fn run(mut self, stop: &Stop) -> Option<Pairs> {
        let mut rules = std::mem::take(&mut self.rules);
        loop {
            let before = self.time;
            for rule in &mut rules {
                let is_due = rule.seen == 0 || rule.watched.iter().any(|row| rule.seen <= self.grown[*row]);
                self.work = self.work.saturating_add(1);
                if is_due {
                    self.look_at(rule);
                }
                if self.limit < self.work || stop.is_raised() {
                    return None;
                }
            }
            if before == self.time {
                return Some(self.pairs);
            }
        }
    }

    fn look_at(&mut self, rule: &mut PairRule) {
        let PairEffects { always, sometimes } = &self.effects[rule.operator];
        let Self { pairs, grown, time, .. } = self;
        *time += 1;
        rule.seen = *time;
        let all = pairs.n_bits();
        let mut connect = |a: Bit, b: Bit, pairs: &mut Pairs| {
            if pairs.connect(a, b) {
                let rows = [a.index(), b.index(), if a == b { all } else { a.index() }];
                rows.into_iter().for_each(|row| grown[row] = *time);
            }
        };
        // Without a required fact, every reached fact may matter.
        rule.watched.clear();
        rule.watched.extend(rule.case.required.iter().map(|bit| bit.index()));
        if rule.watched.is_empty() {
            rule.watched.push(all);
        }
        let now = pairs.together(&rule.case.required, &rule.case.forbidden);
        let row_words = pairs.row_words();
        let n_rows = u64::try_from(rule.watched.len()).unwrap_or(u64::MAX);
        self.work = self.work.saturating_add(row_words.saturating_mul(n_rows));
        if !pairs.leaves_every_variable_a_value(&now) {
            return;
        }
        let mut kept = now.clone();
        always.iter().chain(&rule.makes).for_each(|bit| pairs.clear_variable(&mut kept, *bit));
        for made in &rule.makes {
            connect(*made, *made, pairs);
        }
        for other in pairs.lacking(&rule.makes, &kept) {
            self.work = self.work.saturating_add(row_words);
            if pairs.go_together(other, &now) {
                rule.makes.iter().for_each(|made| connect(*made, other, pairs));
            } else {
                rule.watched.push(other.index());
            }
        }
        for other in always {
            rule.makes.iter().for_each(|made| connect(*made, *other, pairs));
        }
        // Two conditional effects may occur together if each may occur. The rule that is found applicable last finds the fact
        // of the other one reached.
        for other in sometimes.iter().filter(|_| rule.is_conditional) {
            if pairs.is_reached(*other) {
                rule.makes.iter().for_each(|made| connect(*made, *other, pairs));
            }
        }
        let n_others = u64::try_from(always.len() + sometimes.len()).unwrap_or(u64::MAX);
        self.work = self.work.saturating_add(n_others);
    }
}

/// Facts that are true, and facts that are false, wherever a condition holds. An approximation: it leaves out the clock and
/// other parts of the condition.
#[derive(Debug)]
struct Narrowing {
    required: Vec<Bit>,
    forbidden: Vec<Bit>,
}

impl Narrowing {
    /// Computes the narrowing of a conjunction, and the number of literals visited; `None` if the conjunction never holds.
    /// Derived variables are expanded where that gives a conjunction: positive ones with one rule, negative ones with rules of
    /// one literal.
    fn of(task: &Task, condition: impl Iterator<Item = Literal>, pairs: &Pairs) -> (Option<Self>, u64) {
        let (mut required, mut forbidden) = (Vec::new(), Vec::new());
        let mut seen = Vec::new();
        let mut open: Vec<Literal> = condition.collect();
        let mut effort = 0;
        while let Some(literal) = open.pop() {
            effort += 1;
            if !insert(&mut seen, literal) {
                continue;
            }
            let id = match literal.atom {
                Atom::Fact(fact) => {
                    let bits = if literal.positive { &mut required } else { &mut forbidden };
                    bits.extend(pairs.bit(fact));
                    continue;
                }
                Atom::Derived(id) => id,
            };
            match (task.derived()[id.index()].rules.as_slice(), literal.positive) {
                ([], true) => return (None, effort),
                ([only], true) => open.extend(only),
                (_, true) => {}
                (rules, false) => {
                    for body in rules {
                        effort += 1;
                        match body.as_slice() {
                            [] => return (None, effort),
                            [only] => open.push(!*only),
                            _ => {}
                        }
                    }
                }
            }
        }
        for bits in [&mut required, &mut forbidden] {
            bits.sort_unstable();
            bits.dedup();
        }
        (Some(Self { required, forbidden }), effort)
    }
}
