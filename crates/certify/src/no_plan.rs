//! Proofs that a task has no plan of any length: an invariant that excludes the goal, found by property-directed reachability.
//!
//! The invariant found is one of the encoding `transition`, in which some facts are impossible, or impossible together. That
//! belongs to the invariant, too. Its clauses become clauses over facts alone. Of all these clauses those are kept that exclude
//! the goal, and those that keep others through a step. Each formula of the certificate is about one state or one step, so it
//! is refuted directly.

use std::collections::{HashMap, HashSet};

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::stop::Stop;
use bmcplan_formula::{Cnf, Lit};
use bmcplan_sat::encode::{Encoding as _, Reduction, Reductions, StepOptions, Transition, TransitionSystem};
use bmcplan_sat::horizon::{InvariantSearch, find_invariant};
use bmcplan_sat::solver::{DerivationLog, ProvedAnswer, ProvingSolver, SolverKind, StepId, with_log};
use bmcplan_task::{Atom, Fact, Task, VarId};
use bmcplan_verify::{FramePropositions, InvariantFormula, LratWriter, Specification, SpecificationPart};

use super::error::CertifyError;
use super::interpretation::{Gate, Interpretation};
use super::lrat_proof::Needed;
use super::template::sorted;

/// Invariant that excludes the goal, with the proof for each formula.
#[derive(Debug)]
pub struct InvariantProofs {
    /// Clauses over the facts of a state.
    pub invariant: Cnf,
    /// Proof for each of [`InvariantFormula::ALL`], in binary LRAT, that it has no model.
    pub proofs: [Vec<u8>; 3],
}

/// Finds an invariant that excludes the goal of an [affirmative](Task::affirmative) task, and proves it. Fails if a plan
/// exists, and at a stop.
pub fn prove_no_plan(
    task: &Task,
    specification: &Specification,
    stop: &Stop,
) -> Result<InvariantProofs, CertifyError> {
    let options =
        StepOptions { reductions: Reductions::NONE.with(Reduction::Mutexes), ..StepOptions::default() };
    let system = Transition.encode(task, &options, stop)?;
    let found = match find_invariant(&system, &SolverKind::default(), stop)? {
        InvariantSearch::Found(clauses) => clauses,
        InvariantSearch::Reached(length) => return Err(CertifyError::Reached(length)),
        InvariantSearch::Stopped(reason) => return Err(CertifyError::Stopped(reason)),
    };
    let candidates = over_facts(task, &system, specification, &found)?;
    let maker = InvariantMaker { specification, candidates: &candidates, stop };
    let mut goal = maker.derivation(InvariantFormula::Goal)?;
    let mut step = maker.derivation(InvariantFormula::Step)?;
    // First the clauses that exclude the goal, then clauses that keep others through a step.
    let mut open = goal.mark_all()?;
    let mut kept = Set::new();
    while let Some(clause) = open.pop() {
        if kept.insert(clause) {
            open.extend(step.mark(step.targets[clause])?);
        }
    }
    let kept: Vec<usize> = kept.into_iter().collect();
    let candidates: Vec<Vec<Lit>> = kept.iter().map(|clause| candidates[*clause].clone()).collect();
    step.targets = kept.iter().map(|clause| step.targets[*clause]).collect();
    let mut start =
        InvariantMaker { candidates: &candidates, ..maker }.derivation(InvariantFormula::Start)?;
    start.mark_all()?;
    let invariant: Cnf = candidates.iter().map(Vec::as_slice).collect();
    let numbered = |derivation: &Derivation| derivation.proof(specification, &invariant, &kept);
    Ok(InvariantProofs { proofs: [numbered(&start)?, numbered(&step)?, numbered(&goal)?], invariant })
}

/// Returns the clauses that were found, and the encoding's assumptions about facts, as clauses over the specification's facts.
fn over_facts(
    task: &Task,
    system: &TransitionSystem,
    specification: &Specification,
    found: &Cnf,
) -> Result<Vec<Vec<Lit>>, CertifyError> {
    let propositions = specification.propositions();
    let interpretation = Interpretation::of(task, system, propositions);
    let facts = FactClauses::of(task, propositions, &interpretation);
    let mut clauses: Vec<Vec<Lit>> = interpretation.never.iter().map(|fact| vec![!*fact]).collect();
    // Clauses that were found may mention derived variables of the goal, too.
    let mut derived: HashMap<Lit, Lit> = HashMap::new();
    for (lit, place) in system.goal().iter().zip(system.goal_places()) {
        if let Some(literal) = task.goal().get(*place)
            && let Atom::Derived(_) = literal.atom
        {
            derived.insert(*lit, propositions.literal(*literal));
        }
    }
    let translated = |clause: &[Lit]| -> Option<Vec<Vec<Lit>>> {
        let of_derived =
            |lit: &Lit| derived.get(lit).copied().or_else(|| derived.get(&!*lit).map(|fact| !*fact));
        let (others, of_facts): (Vec<Lit>, Vec<Lit>) =
            clause.iter().partition(|lit| of_derived(lit).is_some());
        let others: Vec<Lit> = others.iter().filter_map(of_derived).collect();
        let of_facts = facts.clauses(&of_facts)?;
        Some(of_facts.into_iter().map(|clause| [clause, others.clone()].concat()).collect())
    };
    clauses.extend(system.universal().clauses().filter_map(translated).flatten());
    for clause in found.clauses() {
        clauses.extend(translated(clause).ok_or(CertifyError::Invariant)?);
    }
    // The specification has many of them.
    let state = specification.clauses(SpecificationPart::State(0));
    let mut known: HashSet<Vec<Lit>> = state.into_iter().map(sorted).collect();
    Ok(clauses.iter().map(|clause| sorted(clause)).filter(|clause| known.insert(clause.clone())).collect())
}

struct InvariantMaker<'a> {
    specification: &'a Specification,
    candidates: &'a [Vec<Lit>],
    stop: &'a Stop,
}

impl InvariantMaker<'_> {
    fn derivation(&self, formula: InvariantFormula) -> Result<Derivation, CertifyError> {
        let propositions = self.specification.propositions();
        let mut n_given = 0;
        let (targets, log) = with_log(self.stop, |solver| {
            for (part, frame) in formula.parts() {
                for clause in self.specification.clauses(part) {
                    let clause: Vec<Lit> = clause.iter().map(|lit| propositions.at(*lit, frame)).collect();
                    solver.add_clause(&clause);
                    n_given += 1;
                }
            }
            if formula.assumes() {
                self.candidates.iter().for_each(|clause| solver.add_clause(clause));
            }
            if !formula.violates() {
                return Ok(vec![refuted(solver, &[])?]);
            }
            let denied = |lit: &Lit| !propositions.at(*lit, formula.n_steps());
            let denials = self.candidates.iter().map(|clause| clause.iter().map(denied).collect());
            denials.map(|denial: Vec<Lit>| refuted(solver, &denial)).collect::<Result<Vec<StepId>, _>>()
        });
        Ok(Derivation { formula, targets: targets?, needed: Needed::of(&log), log, n_given })
    }
}

fn refuted(solver: &mut ProvingSolver<'_>, lits: &[Lit]) -> Result<StepId, CertifyError> {
    match solver.solve(lits)? {
        ProvedAnswer::Refuted(step) => Ok(step),
        ProvedAnswer::Satisfiable => Err(CertifyError::Invariant),
        ProvedAnswer::Stopped(reason) => Err(CertifyError::Stopped(reason)),
    }
}

struct Derivation {
    formula: InvariantFormula,
    log: DerivationLog,
    /// Number of clauses of the specification that were given; the candidates come after them.
    n_given: usize,
    targets: Vec<StepId>,
    needed: Needed,
}

impl Derivation {
    fn mark_all(&mut self) -> Result<Vec<usize>, CertifyError> {
        let mut found = Vec::new();
        for target in self.targets.clone() {
            found.extend(self.mark(target)?);
        }
        Ok(found)
    }

    /// Marks what a clause needs. Returns the candidates that were not marked before.
    fn mark(&mut self, target: StepId) -> Result<Vec<usize>, CertifyError> {
        let given = self.needed.mark(&self.log, target)?;
        Ok(given.into_iter().filter_map(|input| input.checked_sub(self.n_given)).collect())
    }

    fn proof(
        &self,
        specification: &Specification,
        invariant: &Cnf,
        kept: &[usize],
    ) -> Result<Vec<u8>, CertifyError> {
        let n_assumed = if self.formula.assumes() { kept.len() } else { 0 };
        let mut proof = Vec::new();
        let mut writer = LratWriter::to(&mut proof);
        let mut numbers = vec![0; self.log.len()];
        let mut last = self.formula.clauses(specification, invariant).len() as u64;
        for step in self.log.steps() {
            let Some(hints) = &self.needed.hints[step.index()] else { continue };
            numbers[step.index()] = match self.log.input(step) {
                Some(input) => match input.checked_sub(self.n_given) {
                    Some(candidate) => kept.partition_point(|other| *other < candidate) as u64 + 1,
                    None => (n_assumed + input) as u64 + 1,
                },
                None => {
                    let hints: Vec<u64> = hints.iter().map(|hint| numbers[hint.index()]).collect();
                    last += 1;
                    writer.implied(last, self.log.clause(step), &hints)?;
                    last
                }
            };
        }
        let mut hints: Vec<u64> = Vec::new();
        if self.formula.violates() {
            // Clauses that define a violation.
            let mut definition = (n_assumed + self.n_given) as u64 + 1;
            for (number, (clause, target)) in invariant.clauses().zip(&self.targets).enumerate() {
                let violated = self.formula.violation(specification, number);
                let mut parts: Vec<u64> = (definition..).take(clause.len()).collect();
                definition += clause.len() as u64;
                parts.push(numbers[target.index()]);
                last += 1;
                writer.implied(last, &[!violated], &parts)?;
                hints.push(last);
            }
            hints.push(definition);
        } else {
            hints.extend(self.targets.iter().map(|target| numbers[target.index()]));
        }
        writer.implied(last + 1, &[], &hints)?;
        writer.finish()?;
        Ok(proof)
    }
}

const MOST_CLAUSES: usize = 1024;

/// A set of values for each variable: one of all of them must hold.
type Choice = Map<VarId, Set<Fact>>;

struct FactClauses<'a> {
    task: &'a Task,
    propositions: &'a FramePropositions,
    interpretation: &'a Interpretation,
    facts: HashMap<Lit, Fact>,
    /// For the head of each gate over facts alone: when it is true.
    gates: HashMap<Lit, Choice>,
}

impl<'a> FactClauses<'a> {
    fn of(task: &'a Task, propositions: &'a FramePropositions, interpretation: &'a Interpretation) -> Self {
        let facts = task.variable_ids().flat_map(|var| task.facts(var));
        let facts = facts.map(|fact| (propositions.fact(fact), fact)).collect();
        let mut this = Self { task, propositions, interpretation, facts, gates: HashMap::new() };
        for Gate { head, any } in &interpretation.gates {
            let parts: Option<Vec<Choice>> = any.iter().map(|lit| this.choice(*lit)).collect();
            let Some(parts) = parts else { continue };
            let mut choice = Choice::new();
            for (var, facts) in parts.into_iter().flatten() {
                choice.entry(var).or_default().extend(facts);
            }
            this.gates.insert(*head, choice);
        }
        this
    }

    fn choice(&self, lit: Lit) -> Option<Choice> {
        if let Some(choice) = self.gates.get(&lit) {
            return Some(choice.clone());
        }
        if let Some(fact) = self.facts.get(&lit) {
            return Some([(fact.var, [*fact].into())].into());
        }
        let mut parts = self.denials(lit)?;
        if parts.len() == 1 { parts.pop() } else { None }
    }

    /// Returns a literal as a conjunction of choices, if its negation is a choice.
    fn denials(&self, lit: Lit) -> Option<Vec<Choice>> {
        let denied = match self.facts.get(&!lit) {
            Some(fact) => [(fact.var, [*fact].into())].into(),
            None => self.gates.get(&!lit)?.clone(),
        };
        let rest = |(var, facts): (VarId, Set<Fact>)| -> Choice {
            [(var, self.task.facts(var).filter(|fact| !facts.contains(fact)).collect())].into()
        };
        Some(denied.into_iter().map(rest).collect())
    }

    /// Returns a clause of the encoding as clauses over facts, without those that are true in every state. `None` if it has
    /// other literals than facts, or would give too many clauses.
    fn clauses(&self, clause: &[Lit]) -> Option<Vec<Vec<Lit>>> {
        let mut all = vec![Choice::new()];
        for lit in clause {
            let lit = self.interpretation.literal(*lit);
            let parts = self.choice(lit).map(|choice| vec![choice]).or_else(|| self.denials(lit))?;
            if MOST_CLAUSES < all.len().saturating_mul(parts.len()) {
                return None;
            }
            let with = |choice: &Choice, part: &Choice| {
                let mut both = choice.clone();
                for (var, facts) in part {
                    both.entry(*var).or_default().extend(facts);
                }
                both
            };
            all = all.iter().flat_map(|choice| parts.iter().map(|part| with(choice, part))).collect();
        }
        let is_needed =
            |choice: &Choice| choice.iter().all(|(var, facts)| facts.len() < self.task.facts(*var).count());
        Some(all.iter().filter(|choice| is_needed(choice)).map(|choice| self.clause(choice)).collect())
    }

    /// Returns the clause of a choice: for each variable the facts, or, where only one is missing, the negation of that one.
    fn clause(&self, choice: &Choice) -> Vec<Lit> {
        let of_variable = |(var, facts): (&VarId, &Set<Fact>)| -> Vec<Lit> {
            let mut rest = self.task.facts(*var).filter(|fact| !facts.contains(fact));
            match (rest.next(), rest.next()) {
                (Some(only), None) => vec![!self.propositions.fact(only)],
                _ => facts.iter().map(|fact| self.propositions.fact(*fact)).collect(),
            }
        };
        choice.iter().flat_map(of_variable).collect()
    }
}
