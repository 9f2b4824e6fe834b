//! The ground program: rules over numbered atoms, simplified and put in order.

use std::collections::HashMap;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_task::components;

use super::ground::GroundSheet;
use super::limits::{GroundError, Meter};
use super::sheet::Symbol;
use crate::datalog::{TermId, Terms};

/// Index into [`GroundProgram::atoms`].
pub(super) type ProgramAtom = usize;

#[derive(Debug, Clone)]
pub(super) struct ProgramRule {
    pub(super) head: ProgramAtom,
    pub(super) body: Box<[(ProgramAtom, bool)]>,
    /// Number of its rule in the sheet.
    pub(super) rule: usize,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Fluent {
    /// Argument of `true`.
    pub(super) term: TermId,
    /// Atom of `true`.
    pub(super) holds: ProgramAtom,
    /// Atoms of `init` and `next`, if there are rules for them.
    pub(super) init: Option<ProgramAtom>,
    pub(super) next: Option<ProgramAtom>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct GroundMove {
    /// Second argument of `does`.
    pub(super) term: TermId,
    /// Atoms of `does` and `legal`.
    pub(super) does: ProgramAtom,
    pub(super) legal: Option<ProgramAtom>,
}

/// Rules over densely numbered atoms, and the language's own relations among them.
#[derive(Debug)]
pub(super) struct GroundProgram {
    pub(super) atoms: Vec<TermId>,
    pub(super) rules: Vec<ProgramRule>,
    pub(super) fluents: Vec<Fluent>,
    pub(super) moves: Vec<GroundMove>,
    pub(super) terminal: Option<ProgramAtom>,
    /// Goal atoms of the player, by the term of their value.
    pub(super) goals: Map<TermId, ProgramAtom>,
}

impl GroundProgram {
    pub(super) fn of(ground: GroundSheet, meter: &mut Meter<'_>) -> Result<(Self, Terms), GroundError> {
        let GroundSheet { terms, instances, atoms: mut relations } = ground;
        // The memory limit is checked before the rules are made.
        let literals = instances.iter().map(|instance| instance.body.len()).sum::<usize>();
        let needed = size_of::<ProgramRule>() * instances.len() + size_of::<(ProgramAtom, bool)>() * literals;
        meter.tick(terms.bytes() + needed)?;
        let mut atoms = Vec::new();
        let mut numbers: HashMap<TermId, ProgramAtom> = HashMap::new();
        let mut number = |atom: TermId| {
            *numbers.entry(atom).or_insert_with(|| {
                atoms.push(atom);
                atoms.len() - 1
            })
        };
        let mut rules = Vec::with_capacity(instances.len());
        for instance in instances {
            meter.tick(0)?;
            rules.push(ProgramRule {
                head: number(instance.head),
                body: instance.body.iter().map(|(atom, holds)| (number(*atom), *holds)).collect(),
                rule: instance.rule,
            });
        }
        let argument = |atom: TermId, place: usize| terms.arguments(atom).get(place).copied();
        let mut all = |relation| relations.remove(&relation).unwrap_or_default().into_iter();
        let holds: Vec<ProgramAtom> = all(Symbol::TRUE).map(&mut number).collect();
        let does: Vec<ProgramAtom> = all(Symbol::DOES).map(&mut number).collect();
        let mut by_argument: HashMap<(Symbol, TermId), ProgramAtom> = HashMap::new();
        let (mut terminal, mut goals) = (None, Map::new());
        for (id, atom) in atoms.iter().enumerate() {
            let symbol = terms.symbol(*atom);
            let is_players = || argument(*atom, 0).is_some_and(|role| terms.symbol(role) == meter.sheet.role);
            match (symbol, argument(*atom, 0), argument(*atom, 1)) {
                (Symbol::TERMINAL, None, _) => terminal = Some(id),
                (Symbol::INIT | Symbol::NEXT, Some(fluent), _) => {
                    by_argument.insert((symbol, fluent), id);
                }
                (Symbol::LEGAL, _, Some(term)) if is_players() => {
                    by_argument.insert((symbol, term), id);
                }
                (Symbol::GOAL, _, Some(value)) if is_players() => {
                    goals.insert(value, id);
                }
                _ => {}
            }
        }
        let find = |symbol, term| by_argument.get(&(symbol, term)).copied();
        let fluents = holds
            .into_iter()
            .filter_map(|holds| {
                let term = argument(atoms[holds], 0)?;
                let (init, next) = (find(Symbol::INIT, term), find(Symbol::NEXT, term));
                Some(Fluent { term, holds, init, next })
            })
            .collect();
        let moves = does
            .into_iter()
            .filter_map(|does| {
                let term = argument(atoms[does], 1)?;
                Some(GroundMove { term, does, legal: find(Symbol::LEGAL, term) })
            })
            .collect();
        Ok((Self { atoms, rules, fluents, moves, terminal, goals }, terms))
    }
}

pub(super) type AtomValues = Vec<Option<bool>>;

/// Decides atoms independently of the state, by propagation and as unfounded, and removes them from the rules. Afterwards
/// heads and bodies have open atoms only.
///
/// An atom is unfounded if no chain of rules from facts derives it, even if all open negative conditions hold (van Gelder,
/// Ross & Schlipf, *The well-founded semantics*, 1991). A fluent is founded on its `init` and `next`, a move on its `legal`.
/// So fluents and moves that only the over-approximation made possible are removed, too.
pub(super) fn simplify(
    program: &mut GroundProgram,
    meter: &mut Meter<'_>,
) -> Result<AtomValues, GroundError> {
    let mut simplifier = Simplifier::new(program, meter)?;
    simplifier.propagate(meter)?;
    while simplifier.refute_unfounded(meter)? {
        simplifier.propagate(meter)?;
    }
    let Simplifier { values, open, .. } = simplifier;
    let mut open = open.into_iter();
    program.rules.retain_mut(|rule| {
        let is_alive = open.next().flatten().is_some() && values[rule.head].is_none();
        if is_alive {
            rule.body = rule.body.iter().copied().filter(|(atom, _)| values[*atom].is_none()).collect();
        }
        is_alive
    });
    Ok(values)
}

struct Simplifier<'p> {
    program: &'p GroundProgram,
    values: AtomValues,
    /// Number of open literals of each rule; `None` once the rule cannot apply.
    open: Vec<Option<usize>>,
    /// Number of rules that may still derive each atom.
    n_rules: Vec<usize>,
    /// Rules that mention each atom, with its sign.
    uses: Vec<Vec<(usize, bool)>>,
    is_root: Vec<bool>,
    settled: Vec<ProgramAtom>,
}

impl<'p> Simplifier<'p> {
    fn new(program: &'p GroundProgram, meter: &mut Meter<'_>) -> Result<Self, GroundError> {
        let n = program.atoms.len();
        let mut simplifier = Self {
            program,
            values: vec![None; n],
            open: Vec::with_capacity(program.rules.len()),
            n_rules: vec![0; n],
            uses: vec![Vec::new(); n],
            is_root: vec![false; n],
            settled: Vec::new(),
        };
        program.fluents.iter().for_each(|fluent| simplifier.is_root[fluent.holds] = true);
        program.moves.iter().for_each(|a_move| simplifier.is_root[a_move.does] = true);
        for (number, rule) in program.rules.iter().enumerate() {
            meter.tick(0)?;
            // A rule with its head as a condition adds nothing.
            let is_idle = rule.body.contains(&(rule.head, true));
            simplifier.open.push((!is_idle).then_some(rule.body.len()));
            if is_idle {
                continue;
            }
            simplifier.n_rules[rule.head] += 1;
            for (atom, holds) in &rule.body {
                simplifier.uses[*atom].push((number, *holds));
            }
        }
        for (number, rule) in program.rules.iter().enumerate() {
            if simplifier.open[number] == Some(0) {
                simplifier.settle(rule.head, true);
            }
        }
        for atom in 0..n {
            if simplifier.n_rules[atom] == 0 && !simplifier.is_root[atom] {
                simplifier.settle(atom, false);
            }
        }
        Ok(simplifier)
    }

    fn settle(&mut self, atom: ProgramAtom, value: bool) {
        if self.values[atom].is_none() {
            self.values[atom] = Some(value);
            self.settled.push(atom);
        }
    }

    fn propagate(&mut self, meter: &mut Meter<'_>) -> Result<(), GroundError> {
        while let Some(atom) = self.settled.pop() {
            let value = self.values[atom];
            for (number, holds) in std::mem::take(&mut self.uses[atom]) {
                meter.tick(0)?;
                let head = self.program.rules[number].head;
                let Some(open) = &mut self.open[number] else { continue };
                if value == Some(holds) {
                    *open -= 1;
                    if *open == 0 {
                        self.settle(head, true);
                    }
                } else {
                    self.open[number] = None;
                    self.n_rules[head] -= 1;
                    if self.n_rules[head] == 0 {
                        self.settle(head, false);
                    }
                }
            }
        }
        Ok(())
    }

    /// Decides that unfounded atoms are false; returns whether there were any.
    fn refute_unfounded(&mut self, meter: &mut Meter<'_>) -> Result<bool, GroundError> {
        let n = self.values.len();
        let mut founded = vec![false; n];
        let mut missing = vec![0_usize; self.program.rules.len()];
        let mut supports: Vec<Vec<ProgramAtom>> = vec![Vec::new(); n];
        let links = self.program.fluents.iter().flat_map(|fluent| {
            [fluent.init, fluent.next].into_iter().flatten().map(|reason| (reason, fluent.holds))
        });
        let legals = self.program.moves.iter().filter_map(|a_move| Some((a_move.legal?, a_move.does)));
        for (reason, root) in links.chain(legals) {
            supports[reason].push(root);
        }
        let mut waiting: Vec<ProgramAtom> = (0..n).filter(|atom| self.values[*atom] == Some(true)).collect();
        for (number, rule) in self.program.rules.iter().enumerate() {
            if self.open[number].is_none() {
                continue;
            }
            missing[number] =
                rule.body.iter().filter(|(atom, holds)| *holds && self.values[*atom].is_none()).count();
            if missing[number] == 0 {
                waiting.push(rule.head);
            }
        }
        while let Some(atom) = waiting.pop() {
            meter.tick(0)?;
            if std::mem::replace(&mut founded[atom], true) {
                continue;
            }
            waiting.extend(&supports[atom]);
            for (number, holds) in &self.uses[atom] {
                if *holds && self.open[*number].is_some() {
                    missing[*number] -= 1;
                    if missing[*number] == 0 {
                        waiting.push(self.program.rules[*number].head);
                    }
                }
            }
        }
        let unfounded: Vec<ProgramAtom> =
            (0..n).filter(|atom| self.values[*atom].is_none() && !founded[*atom]).collect();
        unfounded.iter().for_each(|atom| self.settle(*atom, false));
        Ok(!unfounded.is_empty())
    }
}

/// Returns the heads of the program's rules in topological order. Fails if an atom depends on itself.
pub(super) fn order(
    program: &GroundProgram,
    terms: &Terms,
    meter: &mut Meter<'_>,
) -> Result<Vec<ProgramAtom>, GroundError> {
    let n = program.atoms.len();
    let mut uses: Vec<Vec<ProgramAtom>> = vec![Vec::new(); n];
    let mut is_head = vec![false; n];
    for rule in &program.rules {
        meter.tick(0)?;
        is_head[rule.head] = true;
        uses[rule.head].extend(rule.body.iter().map(|(atom, _)| *atom));
    }
    let mut order = Vec::new();
    for component in components(&uses) {
        if let [atom] = component.as_slice()
            && !uses[*atom].contains(atom)
        {
            order.extend(is_head[*atom].then_some(*atom));
            continue;
        }
        let component: Set<ProgramAtom> = component.into_iter().collect();
        let inside = |atom: &ProgramAtom| component.contains(atom);
        let rules: Vec<_> = program
            .rules
            .iter()
            .filter(|rule| inside(&rule.head) && rule.body.iter().any(|(atom, _)| inside(atom)))
            .collect();
        let denying = rules.iter().find(|rule| rule.body.iter().any(|(atom, holds)| !holds && inside(atom)));
        let Some(rule) = denying.or(rules.first()) else { continue };
        let head = meter.sheet.symbols.ground(terms, program.atoms[rule.head]);
        return Err(if denying.is_some() {
            meter.refuse(
                rule.rule,
                format!("not stratified: {head} depends on its own negation"),
                "this rule negates a condition that depends on its head",
                "a rule may only negate conditions that do not depend on its head",
            )
        } else {
            meter.refuse(
                rule.rule,
                format!("recursion over the state: {head} depends on itself"),
                "this rule leads back to its head",
                "recursion may run over static facts, or over the state if it always comes to an end",
            )
        });
    }
    Ok(order)
}
