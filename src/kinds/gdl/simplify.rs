//! Simplification of ground rules without knowing the state: constants propagated, unfounded atoms false.
//!
//! An atom is unfounded if even with everything that may fail failing, no chain of rules from facts leads to it (van
//! Gelder, Ross & Schlipf, *The well-founded semantics*, 1991). A fluent is founded on its `init` and `next`, a move on
//! its `legal`, so fluents and moves that only the over-approximation made possible go, too.

use super::GroundError;
use super::limits::Meter;
use super::program::{GroundProgram, ProgramAtom};

/// The value of each atom where it is settled.
pub(super) type AtomValues = Vec<Option<bool>>;

/// Settles what can be settled, and removes settled atoms from the rules: afterwards bodies mention open atoms only,
/// and heads are open.
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
    /// How many literals of each rule are open; nothing once the rule cannot apply.
    open: Vec<Option<usize>>,
    /// How many rules may still derive each atom.
    n_rules: Vec<usize>,
    /// The rules that mention each atom, and how.
    uses: Vec<Vec<(usize, bool)>>,
    /// Fluents and moves.
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
            // An atom that is its own reason adds nothing.
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

    /// Settles unfounded atoms as false; whether there were any.
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
