//! Formulas whose best models are cheapest plans, for MaxSAT and pseudo-Boolean solvers: the clauses of DIMACS, and the costs of the
//! operators of all steps as a sum to be minimised.
//!
//! | format | clauses | costs |
//! |---|---|---|
//! | WCNF, as in MaxSAT Evaluations from 2022 on | `h LITERALS 0` | `COST -VARIABLE 0` for each operator and step |
//! | OPB, linear | `+1 x1 -1 x2 >= 0 ;` for x1 ∨ ¬x2 | one line `min: +COST xVARIABLE … ;` |
//!
//! Variables have the numbers of the same formula in DIMACS. Operators of cost 0 are left out of the sum.

use std::io::Write;

use bmcplan_base::stop::Stop;
use bmcplan_formula::Lit;
use bmcplan_task::Task;

use super::export::{ClauseForm, ExportError, go_on, grow, n_clauses, n_vars, write_head};
use crate::encode::{TransitionSystem, Unrolling};

/// Format of a formula with costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CostFormat {
    /// Weighted clauses.
    Wcnf,
    /// Linear inequalities.
    Opb,
}

/// Reason why no sum of literals of a frame is the cost of a step.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCostLiterals {
    /// The encoding does not say which operators run.
    #[error("it has no variables that say which operator runs")]
    NoMovers,
    /// Operators of different costs have one variable.
    #[error("it has one variable for `{0}` and `{1}`, whose costs differ")]
    Shared(String, String),
}

/// Returns a literal for each operator that has a cost, or for several of the same cost, with the cost. In each step the sum of the
/// costs of the true ones is the cost of its operators.
///
/// # Errors
/// [`NoCostLiterals`].
pub fn cost_literals(task: &Task, system: &TransitionSystem) -> Result<Vec<(Lit, u64)>, NoCostLiterals> {
    if system.movers().is_empty() && !task.operators().is_empty() {
        return Err(NoCostLiterals::NoMovers);
    }
    let mut costs = Vec::new();
    for (lit, ids) in system.movers() {
        let mut operators = ids.iter().map(|id| task.operator(*id));
        let Some(first) = operators.next() else { continue };
        if let Some(other) = operators.find(|operator| operator.cost != first.cost) {
            return Err(NoCostLiterals::Shared(first.name.clone(), other.name.clone()));
        }
        if first.cost != 0 {
            costs.push((*lit, first.cost));
        }
    }
    Ok(costs)
}

/// Writes "the goal is reached within `horizon` steps", and the costs of all steps to be minimised, after `comments`.
///
/// # Errors
/// Too many variables, costs that sum up to 2⁶³ or more (then nothing is written), a failure to write, or a stop.
pub fn write_costs(
    system: &TransitionSystem,
    horizon: usize,
    costs: &[(Lit, u64)],
    format: CostFormat,
    comments: &str,
    stop: &Stop,
    mut out: impl Write,
) -> Result<(), ExportError> {
    let system = &system.with_explicit_clock().without_repeats(stop).map_err(ExportError::Stopped)?;
    let n_vars = n_vars(system, horizon)?;
    let sum = costs.iter().map(|(_, cost)| u128::from(*cost)).sum::<u128>().saturating_mul(horizon as u128);
    if i64::try_from(sum).is_err() {
        return Err(ExportError::TooDear);
    }
    let of_steps =
        (0..horizon).flat_map(|step| costs.iter().map(move |(lit, cost)| (system.at(*lit, step), cost)));
    let (form, sign) = match format {
        CostFormat::Wcnf => (ClauseForm::Hard, "c"),
        CostFormat::Opb => {
            let n_clauses = n_clauses(system, horizon, stop)?;
            writeln!(out, "* #variable= {n_vars} #constraint= {n_clauses}")?;
            (ClauseForm::Linear, "*")
        }
    };
    write_head(system, horizon, comments, sign, stop, &mut out)?;
    if format == CostFormat::Opb {
        write!(out, "min:")?;
        for (lit, cost) in of_steps.clone() {
            let sign = if lit.is_positive() { "" } else { "~" };
            write!(out, " +{cost} {sign}x{}", lit.var().index() + 1)?;
        }
        writeln!(out, " ;")?;
    }
    let mut unrolling = Unrolling::of(system);
    for _ in 0..=horizon {
        grow(&mut unrolling, None, form, stop, &mut out)?;
    }
    for lit in unrolling.goal_at(horizon) {
        form.write(&[lit], &mut out)?;
    }
    if format == CostFormat::Wcnf {
        for (lit, cost) in of_steps {
            go_on(stop)?;
            writeln!(out, "{cost} {} 0", (!lit).to_dimacs())?;
        }
    }
    Ok(out.flush()?)
}
