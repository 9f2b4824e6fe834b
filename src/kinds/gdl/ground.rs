//! Grounding: from rules with variables to ground rules.
//!
//! Static relations are computed first and exactly, stratum by stratum. Then everything that could ever hold is
//! over-approximated: what fails is left open, a fluent is possible once some `next` derives it, a move once some
//! `legal` does.

use std::collections::{BTreeMap, BTreeSet};

use super::demand::Demand;
use super::limits::Meter;
use super::rule::RuleForm;
use super::strata::Strata;
use super::{GroundError, Symbol};
use crate::datalog::{AtomQueue, Binding, Derivations, RuleBody, Store, TermId, Terms, saturate};

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
        let form = RuleForm::of(rule, &mut terms).ok_or_else(|| too_large(meter, number))?;
        rules.push((rule.head.relation, form));
    }
    let demand = Demand::of(&rules, &terms, meter)?;
    for (head, rule) in &mut rules {
        rule.body.asked = demand.filters(*head, rule, &terms);
    }
    let of = |relations: &BTreeSet<Symbol>| -> Vec<(usize, &RuleBody)> {
        let numbered = rules.iter().enumerate();
        let wanted = numbered.filter(|(_, (head, _))| relations.contains(head));
        wanted.map(|(number, (_, form))| (number, &form.body)).collect()
    };
    let role = terms.intern(meter.sheet.role, &[]);
    let mut store = Store::default();
    let mut sink = Instances {
        meter,
        rules: &rules,
        role,
        queue: AtomQueue::default(),
        is_recording: false,
        instances: Vec::new(),
        bytes: 0,
    };
    for layer in strata.layers {
        saturate(&of(&layer), &|symbol| layer.contains(&symbol), &mut store, &mut terms, &mut sink)?;
        layer.into_iter().for_each(|symbol| store.complete(symbol));
    }
    sink.record_statics(&store, &mut terms);
    let dynamic = &strata.dynamic;
    saturate(&of(dynamic), &|symbol| dynamic.contains(&symbol), &mut store, &mut terms, &mut sink)?;
    let instances = sink.instances;
    Ok(GroundSheet { terms, instances, atoms: store.into_atoms().collect() })
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

/// What was derived.
struct Instances<'r, 'm, 's> {
    meter: &'m mut Meter<'s>,
    rules: &'r [(Symbol, RuleForm)],
    role: Option<TermId>,
    queue: AtomQueue,
    /// Whether ground rules are kept: not for static relations.
    is_recording: bool,
    instances: Vec<GroundInstance>,
    bytes: usize,
}

impl Instances<'_, '_, '_> {
    /// What static relations say of the start, the next state, moves and the end is kept as ground rules, too.
    fn record_statics(&mut self, known: &Store, terms: &mut Terms) {
        self.is_recording = true;
        for symbol in [Symbol::INIT, Symbol::NEXT, Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL] {
            for head in known.atoms(symbol) {
                self.instances.push(GroundInstance { head: *head, body: Box::new([]), rule: 0 });
                self.follow(*head, terms);
            }
        }
    }

    /// An instance of the rule was found. `None` if a term is too large.
    fn add(&mut self, number: usize, binding: &Binding, known: &Store, terms: &mut Terms) -> Option<()> {
        let rule = &self.rules[number].1;
        let head = rule.head.fill(terms, binding)?;
        if self.is_recording {
            let conditions = rule.body.holds.iter().map(|condition| (condition, true));
            let mut body = Vec::new();
            for ((relation, pattern), holds) in
                conditions.chain(rule.body.fails.iter().map(|condition| (condition, false)))
            {
                if !known.is_complete(*relation) {
                    body.push((pattern.fill(terms, binding)?, holds));
                }
            }
            body.sort_unstable();
            body.dedup();
            self.bytes += 2 * size_of::<GroundInstance>() + size_of_val(body.as_slice());
            self.instances.push(GroundInstance { head, body: body.into(), rule: number });
        }
        self.queue.push(head);
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
        self.queue.push(possible);
        Some(())
    }
}

impl Derivations for Instances<'_, '_, '_> {
    type Error = GroundError;

    fn tick(&mut self, terms: &Terms) -> Result<(), GroundError> {
        self.meter.tick(self.bytes + terms.bytes())
    }

    fn found(
        &mut self,
        rule: usize,
        binding: &Binding,
        known: &Store,
        terms: &mut Terms,
    ) -> Result<(), GroundError> {
        self.tick(terms)?;
        self.meter.count(rule);
        self.add(rule, binding, known, terms).ok_or_else(|| too_large(self.meter, rule))
    }

    fn queue(&mut self) -> &mut AtomQueue {
        &mut self.queue
    }
}
