//! The proof that no plan costs at most `bound`: a number of steps and sets of landmarks for which the formula of the cost has
//! no model, and the solver's derivation of that.
//!
//! The formula begins with no steps and no landmarks. While the operators of a model's suffix do not reach the goal, sets of
//! landmarks exclude the model. Once they do, more steps are tried. The solver keeps its derivations throughout, so the last
//! one is the proof. Sets of landmarks that it does not need are left out.

use bmcplan_base::stop::Stop;
use bmcplan_formula::{Lit, Var};
use bmcplan_sat::solver::{Answer, DerivationLog, ProvedAnswer, ProvingSolver, Solver, StepId, with_log};
use bmcplan_task::Task;
use bmcplan_verify::{CostFormula, CostFormulaError, LandmarkSet, Specification};

use super::cuts::Cuts;
use super::error::CertifyError;
use super::lrat_proof::{Needed, ProofStep, write_steps};

/// Parts of a certificate that no plan costs at most some bound.
#[derive(Debug)]
pub struct CostProof {
    /// Number of steps before the relaxed suffix.
    pub n_steps: usize,
    /// Sets of landmarks.
    pub landmarks: Vec<LandmarkSet>,
    /// Proof, in binary LRAT, that the formula has no model.
    pub proof: Vec<u8>,
}

/// Returns the greatest number of steps before the suffix that is tried, for a cheapest plan of `length` steps. (Where every
/// operator has a cost, the steps that the cost pays for are enough, which may be far more.)
pub(super) fn most_steps(length: usize) -> usize {
    2 * length + 2
}

/// Proves that no plan of an [affirmative](Task::affirmative) task costs at most `bound`, with at most `most_steps` steps
/// before the suffix. Fails if the relaxation has a cheaper plan, if costs have too many sums, or at a stop.
pub fn prove_cost(
    task: &Task,
    specification: &Specification,
    bound: u128,
    most_steps: usize,
    stop: &Stop,
) -> Result<CostProof, CertifyError> {
    let cuts = Cuts::of(task, specification.propositions());
    let mut landmarks: Vec<LandmarkSet> = Vec::new();
    let mut n_steps = 0;
    loop {
        let mut formula = CostFormula::of(task, specification, n_steps, bound)?;
        let (found, log) = with_log(stop, |mut solver| {
            refute(&mut formula, specification, &cuts, &mut landmarks, &mut solver)
        });
        log::info!("{n_steps} steps: {} sets of landmarks, {} clauses derived", landmarks.len(), log.len());
        if let Some(last) = found? {
            return CostRefutation { formula, log, landmarks, n_steps }.proof(
                task,
                specification,
                bound,
                last,
            );
        }
        if n_steps == most_steps {
            return Err(CertifyError::CostProof(format!("{n_steps} steps and a relaxed rest may cost less")));
        }
        n_steps = (n_steps + 1 + n_steps / 4).min(most_steps);
    }
}

fn refute(
    formula: &mut CostFormula<'_>,
    specification: &Specification,
    cuts: &Cuts,
    landmarks: &mut Vec<LandmarkSet>,
    solver: &mut &mut ProvingSolver<'_>,
) -> Result<Option<StepId>, CertifyError> {
    let propositions = specification.propositions();
    let n_steps = formula.n_steps();
    solver.reserve(formula.n_vars());
    let Ok(()) = formula.for_each_clause(|clause| {
        solver.add_clause(clause);
        Ok::<(), std::convert::Infallible>(())
    });
    for set in &*landmarks {
        formula.add(set)?.clauses().for_each(|clause| solver.add_clause(clause));
    }
    loop {
        match Solver::solve(solver, &[])? {
            Answer::Satisfiable => {}
            Answer::Unsatisfiable => match ProvingSolver::solve(solver, &[])? {
                ProvedAnswer::Refuted(last) => return Ok(Some(last)),
                _ => return Err(CertifyError::Derivation),
            },
            Answer::Stopped(reason) => return Err(CertifyError::Stopped(reason)),
        }
        let holds = |lit: Lit| solver.value(propositions.at(lit, n_steps)) == Some(true);
        let facts: Vec<usize> =
            (0..propositions.n_facts()).filter(|fact| holds(Var::from_index(*fact).positive())).collect();
        let runs: Vec<bool> = propositions.operators().map(|id| holds(propositions.operator(id))).collect();
        let sets = cuts.of_model(&facts, &runs);
        if sets.is_empty() {
            return Ok(None);
        }
        for set in sets {
            formula.add(&set)?.clauses().for_each(|clause| solver.add_clause(clause));
            landmarks.push(set);
        }
    }
}

struct CostRefutation<'a> {
    formula: CostFormula<'a>,
    log: DerivationLog,
    landmarks: Vec<LandmarkSet>,
    n_steps: usize,
}

impl CostRefutation<'_> {
    fn proof(
        self,
        task: &Task,
        specification: &Specification,
        bound: u128,
        last: StepId,
    ) -> Result<CostProof, CertifyError> {
        let Self { formula, log, landmarks, n_steps } = self;
        let mut needed = Needed::of(&log);
        let given = needed.mark(&log, last)?;
        let n_base: usize =
            formula.n_clauses() - (0..landmarks.len()).map(|set| formula.n_clauses_of(set)).sum::<usize>();
        // For each later clause its set, and its index among the clauses of the set.
        let of_sets: Vec<(usize, usize)> = (0..landmarks.len())
            .flat_map(|set| (0..formula.n_clauses_of(set)).map(move |place| (set, place)))
            .collect();
        let mut is_needed = vec![false; landmarks.len()];
        for place in given.iter().filter_map(|input| input.checked_sub(n_base)) {
            is_needed[of_sets[place].0] = true;
        }
        let mut written = CostFormula::of(task, specification, n_steps, bound)?;
        let (mut kept, mut firsts, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (set, is_needed) in landmarks.into_iter().zip(is_needed) {
            firsts.push(written.n_clauses());
            places.push(kept.len());
            if is_needed {
                written.add(&set)?;
                kept.push(set);
            }
        }
        let first_var = formula.n_vars_before_landmarks();
        let renamed = |lit: &Lit| match lit.var().index().checked_sub(first_var) {
            None => *lit,
            Some(set) => Var::from_index(first_var + places[set]).lit(lit.is_positive()),
        };
        let mut steps = Vec::new();
        let mut numbers = vec![0; log.len()];
        let n_given = written.n_clauses() as u64;
        for step in log.steps() {
            let Some(hints) = &needed.hints[step.index()] else { continue };
            numbers[step.index()] = match log.input(step) {
                Some(input) => match input.checked_sub(n_base) {
                    None => input as u64 + 1,
                    Some(place) => (firsts[of_sets[place].0] + of_sets[place].1) as u64 + 1,
                },
                None => {
                    let hints = hints.iter().map(|hint| numbers[hint.index()]).collect();
                    let clause = log.clause(step).iter().map(renamed).collect();
                    steps.push(ProofStep::implied(clause, hints));
                    n_given + steps.len() as u64
                }
            };
        }
        let mut proof = Vec::new();
        write_steps(&steps, written.n_vars(), n_given, &mut proof)?;
        Ok(CostProof { n_steps, landmarks: kept, proof })
    }
}

impl From<CostFormulaError> for CertifyError {
    fn from(error: CostFormulaError) -> Self {
        Self::CostProof(error.to_string())
    }
}
