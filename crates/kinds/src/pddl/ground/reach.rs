//! Relaxed reachability: all instances of operators and rules that are applicable if nothing is ever deleted.

use bmcplan_base::ordered::{Map, Set};

use super::super::diagnostics::PddlGroundError;
use super::super::lifted::LiftedTask;
use super::meter::{GroundMeter, allocated};
use super::program::{DatalogRule, RulePurpose, SymbolNumbers, rules, symbol};
use crate::datalog::{
    AtomQueue, Binding, Derivations, Pattern, RuleBody, Store, Symbol, TermId, Terms, saturate,
};

/// Factor from the bytes of terms to those of terms and indexes.
const TERM_SHARE: usize = 2;

/// Relaxed reachable atoms, and applicable operators and rules.
pub(super) struct Reachable {
    pub(super) terms: Terms,
    pub(super) symbols: SymbolNumbers,
    pub(super) store: Store,
    /// For each operator, and for each rule, the objects of each instance.
    pub(super) operators: Vec<Vec<Box<[TermId]>>>,
    pub(super) rules: Vec<Vec<Box<[TermId]>>>,
    pub(super) bytes: usize,
}

pub(super) fn reach(task: &LiftedTask, meter: &mut GroundMeter<'_>) -> Result<Reachable, PddlGroundError> {
    let mut terms = Terms::default();
    let symbols = SymbolNumbers::of(task, &mut terms).ok_or_else(|| meter.overflow())?;
    let rules = rules(task, &symbols, &mut terms);
    let rules = cut(rules, symbols.n_symbols, &mut terms).ok_or_else(|| meter.overflow())?;
    let mut store = Store::default();
    let mut search = RelaxedSearch {
        meter,
        rules: &rules,
        queue: AtomQueue::default(),
        operators: vec![Vec::new(); task.operators.len()],
        axioms: vec![Vec::new(); task.axioms.len()],
        bytes: 0,
    };
    for (predicate, objects) in &task.initial {
        search.tick(&terms)?;
        let atom = symbols.atom(*predicate, objects, &mut terms).ok_or_else(|| search.meter.overflow())?;
        if !symbols.is_static[*predicate] {
            search.queue.push(atom);
        } else if !store.contains(atom) {
            store.insert(atom, &terms);
        }
    }
    for (predicate, is_static) in symbols.is_static.iter().enumerate() {
        if let Some(symbol) = symbol(predicate).filter(|_| *is_static) {
            store.complete(symbol);
        }
    }
    let bodies: Vec<(usize, &RuleBody)> = rules.iter().map(|rule| &rule.body).enumerate().collect();
    saturate(&bodies, &|symbol| symbols.grows(symbol), &mut store, &mut terms, &mut search)?;
    let RelaxedSearch { mut operators, axioms, bytes, .. } = search;
    let bytes = bytes + TERM_SHARE * terms.bytes();
    operators.iter_mut().for_each(|instances| instances.sort_unstable());
    Ok(Reachable { terms, symbols, store, operators, rules: axioms, bytes })
}

struct RelaxedSearch<'r, 'm, 'p> {
    meter: &'m mut GroundMeter<'p>,
    rules: &'r [DatalogRule],
    queue: AtomQueue,
    operators: Vec<Vec<Box<[TermId]>>>,
    axioms: Vec<Vec<Box<[TermId]>>>,
    bytes: usize,
}

impl Derivations for RelaxedSearch<'_, '_, '_> {
    type Error = PddlGroundError;

    fn tick(&mut self, terms: &Terms) -> Result<(), PddlGroundError> {
        self.meter.tick(|| self.bytes + TERM_SHARE * terms.bytes())
    }

    fn found(
        &mut self,
        number: usize,
        binding: &Binding,
        _known: &Store,
        terms: &mut Terms,
    ) -> Result<(), PddlGroundError> {
        self.tick(terms)?;
        let rule = &self.rules[number];
        self.meter.count(rule.purpose);
        let instances = match rule.purpose {
            RulePurpose::Operator(operator) => Some(&mut self.operators[operator]),
            RulePurpose::Rule(axiom) => Some(&mut self.axioms[axiom]),
            RulePurpose::Effect(_) | RulePurpose::Part(_) => None,
        };
        if let Some(instances) = instances {
            // Every variable has a type, so all of them are bound.
            let objects = rule.variables.iter().map(|variable| variable.find(terms, binding));
            let objects: Option<Box<[TermId]>> = objects.collect();
            instances.extend(objects);
            self.bytes += 2 * size_of::<Box<[TermId]>>() + allocated::<TermId>(rule.variables.len());
        }
        for head in &rule.heads {
            let atom = head.fill(terms, binding).ok_or_else(|| self.meter.overflow())?;
            self.queue.push(atom);
        }
        Ok(())
    }

    fn queue(&mut self) -> &mut AtomQueue {
        &mut self.queue
    }
}

/// Greatest number of conditions of a rule; a longer rule is cut into parts of this size.
const MAX_CONDITIONS: usize = 24;

/// Cuts long rules: groups of conditions on the same variables become new predicates. The symbols from `first` on are free.
///
/// A join is planned from each condition of a rule, so planning time is quadratic in their number.
fn cut(rules: Vec<DatalogRule>, first: usize, terms: &mut Terms) -> Option<Vec<DatalogRule>> {
    let (mut short, mut next) = (Vec::new(), first);
    for mut rule in rules {
        while MAX_CONDITIONS < rule.body.holds.len() {
            let before = rule.body.holds.len();
            let mut by_variables: Map<Set<usize>, Vec<(Symbol, Pattern)>> = Map::new();
            for condition in std::mem::take(&mut rule.body.holds) {
                let mut variables = Set::new();
                condition.1.variables(&mut |variable| {
                    variables.insert(variable);
                });
                by_variables.entry(variables).or_default().push(condition);
            }
            for (variables, conditions) in by_variables {
                for part in conditions.chunks(MAX_CONDITIONS) {
                    if part.len() == 1 {
                        rule.body.holds.extend(part.iter().cloned());
                        continue;
                    }
                    let symbol = symbol(next)?;
                    next += 1;
                    let head = Pattern::of(
                        symbol,
                        variables.iter().copied().map(Pattern::Variable).collect(),
                        terms,
                    )?;
                    let body = RuleBody {
                        holds: part.to_vec(),
                        n_variables: rule.body.n_variables,
                        ..RuleBody::default()
                    };
                    rule.body.holds.push((symbol, head.clone()));
                    let (purpose, variables) = (rule.purpose.part(), Vec::new());
                    short.push(DatalogRule { purpose, body, heads: vec![head], variables });
                }
            }
            if before <= rule.body.holds.len() {
                break;
            }
        }
        short.push(rule);
    }
    Some(short)
}
