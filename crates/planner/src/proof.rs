//! Proofs that lengths below the answer are too short: their sources, and lower bounds computed before any solver is asked.

use std::fmt;

use bmcplan_base::names::chosen_by_name;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_sat::encode::Semantics;
use bmcplan_sat::solver::SolverKind;
use bmcplan_search::SearchMethod;
use bmcplan_task::Task;
use bmcplan_task::heuristic::LmCut;
use bmcplan_task::plan::Metric;

/// The source of the proof that the lengths below the answer, or all lengths, are ruled out. Its text is the same wherever an
/// answer is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofSource {
    /// Explicit search: no state that was reached is a goal.
    Search,
    /// A\* with LM-cut: no state is left from which a plan could be so short.
    AStar,
    /// A\* with pattern databases: likewise.
    Patterns,
    /// Symbolic search: sets of states from the start and from the goal do not meet.
    Symbolic,
    /// A refutation by this solver: the confirming solver, if a foreign solver's refutation was confirmed.
    Solver(SolverKind),
    /// Relaxed reachability: the least number of steps to the goal if no fact ever became false, if it is reached at all.
    RelaxedReachability,
    /// LM-cut: sets of operators of which every plan has one.
    LmCut,
    /// A step counter: the first step at which the clock allows the goal, if it ever does.
    StepCounter,
    /// Mutexes: facts of the goal that exclude each other.
    Mutexes,
    /// An inductive invariant that excludes the goal, checked by fresh solvers.
    Invariant,
}

impl From<SearchMethod> for ProofSource {
    fn from(method: SearchMethod) -> Self {
        match method {
            SearchMethod::BreadthFirst | SearchMethod::UniformCost | SearchMethod::Greedy => Self::Search,
            SearchMethod::AStar => Self::AStar,
            SearchMethod::Patterns => Self::Patterns,
            SearchMethod::Symbolic => Self::Symbolic,
        }
    }
}

impl fmt::Display for ProofSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search => f.write_str("search"),
            Self::AStar => f.write_str("A* with LM-cut"),
            Self::Patterns => f.write_str("A* with pattern databases"),
            Self::Symbolic => f.write_str("symbolic search"),
            Self::Solver(solver) => solver.fmt(f),
            Self::RelaxedReachability => f.write_str("relaxed reachability"),
            Self::LmCut => f.write_str("LM-cut"),
            Self::StepCounter => f.write_str("step counter"),
            Self::Mutexes => f.write_str("mutexes"),
            Self::Invariant => f.write_str("invariant"),
        }
    }
}

/// The lower bound on the number of steps; horizons below it are not tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LowerBound {
    /// The task's clock alone. With all horizons in turn, the short ones cost little and warm the solver.
    None,
    /// The layers of relaxed reachability, too ([`Task::relaxed_distance`]): worth its time with horizons that grow
    /// geometrically, as they do by default.
    #[default]
    HMax,
    /// The same, and [LM-cut](bmcplan_task::heuristic::LmCut) from the initial state, where a step has one operator.
    LmCut,
}

chosen_by_name!(LowerBound { HMax: "hmax", LmCut: "lmcut", None: "none" }, UnknownLowerBound, "lower bound");

impl LowerBound {
    /// Returns the least number of steps of these semantics that a plan must have, `None` if plans are ruled out; and the proof.
    pub(super) fn of(
        self,
        task: &Task,
        semantics: Semantics,
        stop: &Stop,
    ) -> Result<(Option<usize>, ProofSource), StopReason> {
        let Some(relaxed) = task.relaxed_distance(stop)? else {
            return Ok((None, ProofSource::RelaxedReachability));
        };
        let Some(by_clock) = task.earliest_goal() else { return Ok((None, ProofSource::StepCounter)) };
        let mut best = (by_clock, ProofSource::StepCounter);
        if self != Self::None && best.0 < relaxed {
            best = (relaxed, ProofSource::RelaxedReachability);
        }
        // Where operators share steps, there may be fewer steps than operators.
        if self == Self::LmCut && !semantics.is_parallel() {
            match LmCut::of(task, Metric::Actions, stop)?.distance(task.initial().values(), stop)? {
                None => return Ok((None, ProofSource::LmCut)),
                Some(operators) => {
                    let operators = usize::try_from(operators).unwrap_or(usize::MAX);
                    if best.0 < operators {
                        best = (operators, ProofSource::LmCut);
                    }
                }
            }
        }
        Ok((Some(best.0), best.1))
    }
}
