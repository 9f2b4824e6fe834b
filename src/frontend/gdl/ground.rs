//! Grounding: from rules with variables to ground rules.
//!
//! Static relations are computed first and exactly, stratum by stratum. Then everything that could ever hold is
//! over-approximated: what fails is left open, a fluent is possible once some `next` derives it, a move once some
//! `legal` does. Both by semi-naive evaluation, an atom at a time: when an atom is taken from the queue, it is joined
//! with the atoms taken before, so each ground instance of a rule is found exactly once (Abiteboul, Hull & Vianu,
//! *Foundations of Databases*, 1995, chapter 13).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::demand::Demand;
use super::join::{AtomStore, JoinPlan, RuleForm};
use super::limits::Meter;
use super::pattern::Binding;
use super::relation::IndexedRelation;
use super::strata::Strata;
use super::terms::{TermId, Terms};
use super::{GroundError, Symbol};

/// A ground instance of a rule whose head depends on the state or the move, without what is settled already.
#[derive(Debug, Clone)]
pub(super) struct GroundInstance {
    pub(super) head: TermId,
    /// Atoms, and whether they are to hold.
    pub(super) body: Box<[(TermId, bool)]>,
    /// Its rule's number in the sheet.
    pub(super) rule: usize,
}

/// The ground rules of a sheet.
#[derive(Debug)]
pub(super) struct GroundSheet {
    pub(super) terms: Terms,
    pub(super) instances: Vec<GroundInstance>,
    /// The atoms of each relation that could ever hold, in the order of discovery. What is `true` at some time and what the
    /// player `does` at some time is among them.
    pub(super) atoms: BTreeMap<Symbol, Vec<TermId>>,
}

/// Grounds a sheet.
pub(super) fn ground(meter: &mut Meter<'_>) -> Result<GroundSheet, GroundError> {
    let strata = Strata::of(meter.sheet);
    let mut terms = Terms::default();
    let mut rules = Vec::new();
    for (number, rule) in meter.sheet.rules.iter().enumerate() {
        let form = RuleForm::of(number, rule, &mut terms).ok_or_else(|| too_large(meter, number))?;
        rules.push((rule.head.relation, form));
    }
    let demand = Demand::of(&rules, &terms, meter)?;
    for (head, rule) in &mut rules {
        rule.asked = demand.filters(*head, rule, &terms);
    }
    let of = |relations: &BTreeSet<Symbol>| -> Vec<&RuleForm> {
        rules.iter().filter(|(head, _)| relations.contains(head)).map(|(_, form)| form).collect()
    };
    let sink = Derivations { role: terms.intern(meter.sheet.role, &[]), ..Derivations::default() };
    let mut grounder = Grounder { meter, terms, store: Store::default(), sink, binding: Binding::default() };
    for layer in strata.layers {
        grounder.evaluate(&of(&layer), &layer)?;
        grounder.store.complete(layer);
    }
    grounder.record_statics();
    grounder.evaluate(&of(&strata.dynamic), &strata.dynamic)?;
    let Grounder { terms, store, sink, .. } = grounder;
    let atoms = store.relations.into_iter().map(|(symbol, relation)| (symbol, relation.into_atoms()));
    Ok(GroundSheet { terms, instances: sink.instances, atoms: atoms.collect() })
}

fn too_large(meter: &Meter<'_>, rule: usize) -> GroundError {
    meter.refuse(
        rule,
        "terms grow without end",
        "this rule makes a term that is too large",
        &format!(
            "terms have at most {} symbols, and functions are nested at most {} deep",
            Terms::MAX_SIZE,
            Terms::MAX_DEPTH
        ),
    )
}

/// The atoms known.
#[derive(Default)]
struct Store {
    relations: BTreeMap<Symbol, IndexedRelation>,
    /// Relations that do not grow any more.
    complete: BTreeSet<Symbol>,
    /// Which terms are atoms of complete relations.
    settled: Vec<bool>,
}

impl Store {
    fn complete(&mut self, layer: BTreeSet<Symbol>) {
        for relation in layer.iter().filter_map(|symbol| self.relations.get(symbol)) {
            for atom in relation.atoms() {
                mark(&mut self.settled, *atom);
            }
        }
        self.complete.extend(layer);
    }
}

impl AtomStore for Store {
    fn relation(&self, symbol: Symbol) -> Option<&IndexedRelation> {
        self.relations.get(&symbol)
    }

    fn relation_mut(&mut self, symbol: Symbol) -> &mut IndexedRelation {
        self.relations.entry(symbol).or_default()
    }

    fn is_complete(&self, symbol: Symbol) -> bool {
        self.complete.contains(&symbol)
    }

    fn contains(&self, atom: TermId) -> bool {
        self.settled.get(atom.index()).copied().unwrap_or(false)
    }
}

/// What was derived.
#[derive(Default)]
struct Derivations {
    role: Option<TermId>,
    seen: Vec<bool>,
    /// Atoms that were derived and not yet joined with the others.
    waiting: VecDeque<TermId>,
    /// Whether ground rules are kept: not for static relations.
    is_recording: bool,
    instances: Vec<GroundInstance>,
    bytes: usize,
}

impl Derivations {
    /// An instance of the rule was found.
    fn add(
        &mut self,
        rule: &RuleForm,
        binding: &Binding,
        complete: &BTreeSet<Symbol>,
        terms: &mut Terms,
    ) -> Option<()> {
        let head = rule.head.fill(terms, binding)?;
        if self.is_recording {
            let conditions = rule.holds.iter().map(|condition| (condition, true));
            let mut body = Vec::new();
            for ((relation, pattern), holds) in
                conditions.chain(rule.fails.iter().map(|condition| (condition, false)))
            {
                if !complete.contains(relation) {
                    body.push((pattern.fill(terms, binding)?, holds));
                }
            }
            body.sort_unstable();
            body.dedup();
            self.bytes += 2 * size_of::<GroundInstance>() + size_of_val(body.as_slice());
            self.instances.push(GroundInstance { head, body: body.into(), rule: rule.number });
        }
        self.derive(head);
        self.follow(head, terms)
    }

    /// What becomes possible with an atom: the fluent that is true next or at the start, the move that is legal.
    fn follow(&mut self, atom: TermId, terms: &mut Terms) -> Option<()> {
        if !self.is_recording {
            return Some(());
        }
        let arguments = terms.arguments(atom).to_vec();
        let possible = match terms.symbol(atom) {
            Symbol::INIT | Symbol::NEXT => Symbol::TRUE,
            Symbol::LEGAL if arguments.first().copied() == self.role => Symbol::DOES,
            _ => return Some(()),
        };
        let possible = terms.intern(possible, &arguments)?;
        self.derive(possible);
        Some(())
    }

    fn derive(&mut self, atom: TermId) {
        if mark(&mut self.seen, atom) {
            self.waiting.push_back(atom);
        }
    }
}

/// Sets a bit; whether it was not set before.
fn mark(bits: &mut Vec<bool>, atom: TermId) -> bool {
    if bits.len() <= atom.index() {
        bits.resize(2 * atom.index() + 1, false);
    }
    !std::mem::replace(&mut bits[atom.index()], true)
}

struct Grounder<'m, 's> {
    meter: &'m mut Meter<'s>,
    terms: Terms,
    store: Store,
    sink: Derivations,
    binding: Binding,
}

impl Grounder<'_, '_> {
    /// What static relations say of the start, the next state, moves and the end is kept as ground rules, too.
    fn record_statics(&mut self) {
        self.sink.is_recording = true;
        for symbol in [Symbol::INIT, Symbol::NEXT, Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL] {
            for head in self.store.relation(symbol).map_or(&[][..], IndexedRelation::atoms) {
                self.sink.instances.push(GroundInstance { head: *head, body: Box::new([]), rule: 0 });
                self.sink.follow(*head, &mut self.terms);
            }
        }
    }

    /// Applies rules until nothing new comes of them. `growing` are the relations that grow meanwhile.
    fn evaluate(&mut self, rules: &[&RuleForm], growing: &BTreeSet<Symbol>) -> Result<(), GroundError> {
        let mut triggers: BTreeMap<Symbol, Vec<(&RuleForm, usize, JoinPlan)>> = BTreeMap::new();
        for rule in rules {
            let grows = |condition: &usize| growing.contains(&rule.holds[*condition].0);
            let starts: Vec<usize> = (0..rule.holds.len()).filter(grows).collect();
            if starts.is_empty() {
                let plan = JoinPlan::new(rule, None, &mut self.store, &self.terms);
                self.binding.reset(rule.n_variables);
                self.apply(rule, &plan, None)?;
            }
            for start in starts {
                self.meter.tick(self.sink.bytes + self.terms.bytes())?;
                let plan = JoinPlan::new(rule, Some(start), &mut self.store, &self.terms);
                triggers.entry(rule.holds[start].0).or_default().push((rule, start, plan));
            }
        }
        while let Some(atom) = self.sink.waiting.pop_front() {
            let symbol = self.terms.symbol(atom);
            self.store.relation_mut(symbol).insert(atom, &self.terms);
            for (rule, start, plan) in triggers.get(&symbol).into_iter().flatten() {
                self.meter.tick(self.sink.bytes + self.terms.bytes())?;
                self.binding.reset(rule.n_variables);
                if rule.holds[*start].1.matches(atom, &self.terms, &mut self.binding) {
                    self.apply(rule, plan, Some(atom))?;
                }
            }
        }
        Ok(())
    }

    fn apply(&mut self, rule: &RuleForm, plan: &JoinPlan, start: Option<TermId>) -> Result<(), GroundError> {
        let Self { meter, terms, store, sink, binding } = self;
        plan.run(rule, start, binding, &*store, terms, &mut |found, terms| {
            meter.tick(sink.bytes + terms.bytes())?;
            let Some(binding) = found else { return Ok(()) };
            meter.count(rule.number);
            sink.add(rule, binding, &store.complete, terms).ok_or_else(|| too_large(meter, rule.number))
        })
    }
}
