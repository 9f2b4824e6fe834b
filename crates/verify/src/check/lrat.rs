//! Checking proofs: a clause is accepted only if it follows by unit propagation from the clauses of its hints, or if it defines
//! a literal.
//!
//! **Architecture Invariant:** this shares no code with solvers and writers of proofs.

use std::collections::{HashMap, HashSet};
use std::io::{BufReader, Read};

use bmcplan_formula::{Cnf, Lit, Var};

use crate::lrat::{LratFault, LratForm, LratStep};

/// Formula and the clauses derived from it so far.
#[derive(Debug, Default)]
pub struct LratChecker {
    /// Clauses of the formula, deleted ones too.
    formula: Cnf,
    forgotten: HashSet<u64>,
    /// Derived clauses with their numbers, which increase; `None` for a deleted clause.
    derived: Vec<(u64, Option<Box<[Lit]>>)>,
    /// Derived clauses by their literals of variables that are not in the formula; deleted clauses may be among them.
    occurrences: HashMap<Lit, Vec<u64>>,
    last: u64,
    /// Number of variables of the formula: definitions of these require reading all clauses.
    n_vars: usize,
    /// Number of variables that the proof may define, where that is bounded.
    n_new: Option<usize>,
    false_lits: FalseLiterals,
    step: u64,
}

#[derive(Debug, Default)]
struct FalseLiterals {
    is_false: Vec<bool>,
    set: Vec<Lit>,
}

impl FalseLiterals {
    fn holds_not(&self, lit: Lit) -> bool {
        self.is_false.get(lit.code()).copied().unwrap_or(false)
    }

    fn set_false(&mut self, lit: Lit) {
        if self.is_false.len() <= lit.code() {
            self.is_false.resize(2 * lit.code() + 2, false);
        }
        if !std::mem::replace(&mut self.is_false[lit.code()], true) {
            self.set.push(lit);
        }
    }

    fn shrink(&mut self, n: usize) {
        for lit in self.set.drain(n..) {
            self.is_false[lit.code()] = false;
        }
    }
}

impl LratChecker {
    /// Adds the next clause of the formula.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.n_vars = clause.iter().map(|lit| lit.var().index() + 1).fold(self.n_vars, usize::max);
        self.last += 1;
        self.formula.push(clause);
    }

    fn clause(&self, number: u64) -> Option<&[Lit]> {
        match usize::try_from(number).ok()?.checked_sub(1)? {
            index if index < self.formula.len() => {
                Some(self.formula.clause(index)).filter(|_| !self.forgotten.contains(&number))
            }
            _ => self.derived[self.place(number)?].1.as_deref(),
        }
    }

    /// Returns the index of a derived clause: guessed as if no number was skipped, then by binary search.
    fn place(&self, number: u64) -> Option<usize> {
        let guess = usize::try_from(number.checked_sub(self.derived.first()?.0)?).ok()?;
        match self.derived.get(guess) {
            Some((found, _)) if *found == number => Some(guess),
            _ => self.derived.binary_search_by_key(&number, |(found, _)| *found).ok(),
        }
    }

    fn forget(&mut self, number: u64) -> bool {
        let is_there = self.clause(number).is_some();
        match self.place(number) {
            Some(place) => self.derived[place].1 = None,
            None => drop(self.forgotten.insert(number)),
        }
        is_there
    }

    /// Checks a proof of `n_bytes` bytes like [`LratChecker::check`]; it may define at most `n_bytes` variables.
    pub fn check_sized(self, proof: impl Read, n_bytes: u64) -> Result<u64, LratError> {
        self.check_form(proof, LratForm::Binary, n_bytes)
    }

    /// Works as [`LratChecker::check_sized`] for a proof of this form.
    pub(super) fn check_form(self, proof: impl Read, form: LratForm, n_bytes: u64) -> Result<u64, LratError> {
        Self { n_new: usize::try_from(n_bytes).ok(), ..self }.check_in(proof, form)
    }

    /// Checks a binary proof that the formula has no model. Returns the number of its steps, the clauses that it derives.
    pub fn check(self, proof: impl Read) -> Result<u64, LratError> {
        self.check_in(proof, LratForm::Binary)
    }

    fn check_in(mut self, proof: impl Read, form: LratForm) -> Result<u64, LratError> {
        let mut proof = BufReader::new(proof);
        while let Some(step) = form.read(&mut proof).map_err(|fault| self.fault(fault))? {
            match step {
                LratStep::Add(number, lits, hints) => {
                    self.step += 1;
                    if self.add(number, lits, &hints)? {
                        return Ok(self.step);
                    }
                }
                LratStep::Delete(numbers) => {
                    for number in numbers {
                        let clause = self.clause_number(number)?;
                        if !self.forget(clause) {
                            return Err(LratError::NothingToDelete(self.step, clause));
                        }
                    }
                }
            }
        }
        Err(LratError::NoContradiction)
    }

    /// Returns the error of a step that cannot be read, the one after those that were checked.
    fn fault(&self, fault: LratFault) -> LratError {
        match fault {
            LratFault::Unreadable(error) => LratError::Unreadable(error),
            LratFault::Malformed => LratError::Malformed(self.step + 1),
            LratFault::TooLong => LratError::TooLong(self.step + 1),
        }
    }

    fn malformed(&self) -> LratError {
        LratError::Malformed(self.step)
    }

    fn clause_number(&self, number: u64) -> Result<u64, LratError> {
        if number.is_multiple_of(2) { Ok(number / 2) } else { Err(self.malformed()) }
    }

    fn add(&mut self, number: u64, lits: Vec<u64>, hints: &[u64]) -> Result<bool, LratError> {
        let number = self.clause_number(number)?;
        let clause =
            lits.into_iter().map(|code| self.literal(code)).collect::<Result<Vec<Lit>, LratError>>()?;
        if number <= self.last {
            return Err(LratError::NotGreater(self.step, number));
        }
        let follows = self.follows(&clause, hints);
        self.false_lits.shrink(0);
        follows?;
        self.last = number;
        for lit in clause.iter().filter(|lit| self.n_vars <= lit.var().index()) {
            self.occurrences.entry(*lit).or_default().push(number);
        }
        let is_empty = clause.is_empty();
        self.derived.push((number, Some(clause.into())));
        Ok(is_empty)
    }

    fn literal(&self, code: u64) -> Result<Lit, LratError> {
        let code = usize::try_from(code).ok().and_then(|code| code.checked_sub(2));
        let n_vars = self.n_new.map_or(usize::MAX, |n_new| self.n_vars.saturating_add(n_new));
        let code = code.filter(|code| code / 2 <= Var::MAX_INDEX && code / 2 < n_vars);
        code.map(Lit::from_code).ok_or_else(|| self.malformed())
    }

    fn follows(&mut self, clause: &[Lit], hints: &[u64]) -> Result<(), LratError> {
        clause.iter().for_each(|lit| self.false_lits.set_false(*lit));
        let n_positive = hints.iter().position(|hint| hint % 2 == 1).unwrap_or(hints.len());
        let (positive, negative) = hints.split_at(n_positive);
        if self.propagate(positive)? {
            return Ok(());
        }
        let Some(pivot) = clause.first() else { return Err(LratError::NotImplied(self.step)) };
        let mut refutations: HashMap<u64, &[u64]> = HashMap::new();
        let mut rest = negative;
        while let Some((first, others)) = rest.split_first() {
            let n = others.iter().position(|hint| hint % 2 == 1).unwrap_or(others.len());
            refutations.insert(first / 2, &others[..n]);
            rest = &others[n..];
        }
        let against = self.against(*pivot);
        if negative.is_empty() && !against.is_empty() {
            return Err(LratError::NotImplied(self.step));
        }
        for number in against {
            self.blocked(*pivot, number, refutations.get(&number).copied())?;
        }
        Ok(())
    }

    fn against(&self, pivot: Lit) -> Vec<u64> {
        if pivot.var().index() < self.n_vars {
            let numbers =
                (1..).take(self.formula.len()).chain(self.derived.iter().map(|(number, _)| *number));
            numbers
                .filter(|number| self.clause(*number).is_some_and(|clause| clause.contains(&!pivot)))
                .collect()
        } else {
            let numbers = self.occurrences.get(&!pivot).into_iter().flatten();
            numbers.filter(|number| self.clause(**number).is_some()).copied().collect()
        }
    }

    /// Checks whether the clause under definition, resolved with clause `number`, is implied.
    fn blocked(&mut self, pivot: Lit, number: u64, hints: Option<&[u64]>) -> Result<(), LratError> {
        let error = LratError::NotBlocked(self.step, number);
        let (Some(hints), Some(clause)) = (hints, self.clause(number)) else { return Err(error) };
        let others: Vec<Lit> = clause.iter().copied().filter(|lit| *lit != !pivot).collect();
        let set = self.false_lits.set.len();
        for lit in others {
            // The negation of a literal of the clause under definition: the resolvent is a tautology.
            if self.false_lits.holds_not(!lit) {
                self.false_lits.shrink(set);
                return Ok(());
            }
            self.false_lits.set_false(lit);
        }
        let refuted = self.propagate(hints);
        self.false_lits.shrink(set);
        if refuted? { Ok(()) } else { Err(error) }
    }

    fn propagate(&mut self, hints: &[u64]) -> Result<bool, LratError> {
        for hint in hints {
            let number = self.clause_number(*hint)?;
            let Some(clause) = self.clause(number) else {
                return Err(LratError::NoSuchClause(self.step, number));
            };
            let mut left = None;
            for lit in clause.iter().filter(|lit| !self.false_lits.holds_not(**lit)) {
                if left.is_some_and(|other| other != *lit) {
                    return Err(LratError::NotUnit(self.step, number));
                }
                left = Some(*lit);
            }
            match left {
                None => return Ok(true),
                Some(lit) => self.false_lits.set_false(!lit),
            }
        }
        Ok(false)
    }
}

/// Fault of a proof, with the number of the step, counted from 1 without deletions, and that of the clause.
#[derive(Debug, thiserror::Error)]
pub enum LratError {
    /// The file cannot be read.
    #[error("the proof cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// Invalid byte, number or literal.
    #[error("step {0} of the proof is not well formed")]
    Malformed(u64),
    /// Step of more numbers than a checker accepts.
    #[error("step {0} of the proof is too long")]
    TooLong(u64),
    /// Step that names a clause that does not exist.
    #[error("step {0} of the proof names clause {1}, which does not exist")]
    NoSuchClause(u64, u64),
    /// Deletion of a clause that does not exist, after a step.
    #[error("after step {0}, the proof deletes clause {1}, which does not exist")]
    NothingToDelete(u64, u64),
    /// Step whose number is not greater than all before it.
    #[error("step {0} of the proof has the number {1}, which is not greater than those before")]
    NotGreater(u64, u64),
    /// Hint that leaves more than one literal.
    #[error("in step {0} of the proof, hint {1} leaves more than one literal")]
    NotUnit(u64, u64),
    /// The hints of a step lead to no conflict, and it is not a definition.
    #[error("step {0} of the proof does not follow from its hints")]
    NotImplied(u64),
    /// Definition that a clause contradicts.
    #[error("step {0} of the proof is no definition: clause {1} contradicts it")]
    NotBlocked(u64, u64),
    /// The proof ends before the empty clause.
    #[error("the proof does not end in a contradiction")]
    NoContradiction,
}
