//! What is known about a problem before any plan is looked for: its variables, the facts that exclude each other or have to be true some
//! time, objects that are alike, and how far the goal is at least.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use bmcplan_base::stop::Stop;
use bmcplan_task::heuristic::{FastForward, LmCut};
use bmcplan_task::plan::{Cost, Metric};
use bmcplan_task::{Atom, Fact, Literal, Reachability, Task, VarId};

use super::answer::{AnswerHead, RunInfo};
use super::fault::Fault;
use super::limits::{Limiter, Stage, alone};
use super::solution::LoadedProblem;
use super::status::Status;

/// Most pairs of facts that are listed.
const MOST_PAIRS: usize = 10_000;

/// What is known about a problem, as an object of JSON, with the keys of `docs/facts.md`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct FactsAnswer {
    /// The first keys.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The state variables.
    pub variables: Vec<VariableFacts>,
    /// The names of the derived variables.
    pub derived: Vec<String>,
    /// The number of operators.
    pub operators: usize,
    /// The number of those that can never be applied.
    pub unreachable_operators: usize,
    /// The number of the others that have no part in reaching the goal.
    pub irrelevant_operators: usize,
    /// The parts of the goal.
    pub goals: Vec<GoalFact>,
    /// The number of pairs of facts of two variables that are never true together, as far as invariants and h² say.
    pub mutexes: usize,
    /// The first of these pairs.
    pub mutex_pairs: Vec<[String; 2]>,
    /// Sets of facts of which one is true at some time in every plan.
    pub landmarks: Vec<Vec<String>>,
    /// Exchanges that keep operators and goal, each by the pairs of facts that it exchanges.
    pub symmetries: Vec<Vec<[String; 2]>>,
    /// Estimates of the goal's distance.
    pub distances: RelaxedDistances,
    /// The time and memory taken, warnings, and the version.
    #[serde(flatten)]
    pub run: RunInfo,
}

/// A state variable.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct VariableFacts {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
    /// The first of them in time.
    pub initial: String,
    /// Those that it never has.
    pub unreachable: Vec<String>,
    /// Does it keep its value for ever?
    pub is_static: bool,
}

/// A part of the goal.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct GoalFact {
    /// Its name.
    pub fact: String,
    /// It does not hold before this step; none if it never holds.
    pub not_before: Option<usize>,
}

/// Distances of the goal where nothing becomes false; none where it is out of reach even so.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RelaxedDistances {
    /// h^max: a lower bound on the number of steps.
    pub hmax: Option<usize>,
    /// LM-cut: a lower bound on the number of operators, or on the cost where that is minimised.
    pub lmcut: Option<Cost>,
    /// h^FF: the number of operators of a relaxed plan, which is no bound.
    pub hff: Option<u64>,
}

/// Finds out what is known about a problem without looking for a plan.
///
/// # Errors
/// See [`Fault`]. Nothing is known if a limit came first.
pub fn facts(loaded: &LoadedProblem, limiter: &Limiter) -> Result<FactsAnswer, Fault> {
    let begun = Instant::now();
    let (own, goal) = (loaded.clone(), loaded.goal_value()?);
    let work = move |stop: &Stop| {
        let task = own.problem.task(goal, stop)?;
        let metric = own.problem.minimises().in_task(&task);
        let answer = of_task(&task, metric, own.problem.cost_scale(), stop)?;
        // What was cut short would claim too much.
        stop.check()?;
        Ok(answer)
    };
    let answer = alone::<_, Fault>(Stage::Working, work, limiter)?;
    let run = RunInfo::of(&*loaded.problem, begun.elapsed(), None);
    Ok(FactsAnswer { head: loaded.head(Status::Complete), run, ..answer })
}

fn of_task(task: &Task, metric: Metric, cost_scale: u64, stop: &Stop) -> Result<FactsAnswer, Fault> {
    let mut reached = Reachability::of(task, |_| true, stop);
    let (never, pairs): (Vec<_>, Vec<_>) =
        task.mutex_pairs(Task::MUTEX_LIMIT, stop).into_iter().partition(|[a, b]| a == b);
    reached.rule_out(task, never.iter().map(|[fact, _]| *fact));
    let pairs: Vec<[Fact; 2]> = task.mutexes().iter().copied().chain(pairs).collect();
    let name = |fact: &Fact| literal_name(task, Literal::from(*fact));
    let pair = |pair: &[Fact; 2]| pair.each_ref().map(name);
    let variables = task.variable_ids().map(|var| variable(task, var, &reached)).collect();
    let relevant = task.relevant_operators(stop);
    let n_operators = |is_meant: &dyn Fn(bool, bool) -> bool| {
        let both = task.operator_ids().map(|id| (reached.operator(id), relevant[id.index()]));
        both.filter(|(is_reached, is_relevant)| is_meant(*is_reached, *is_relevant)).count()
    };
    let not_before = task.relaxed_distances(stop)?;
    let initial = task.initial().values();
    let mut fast_forward = FastForward::of(task, Metric::Actions, stop)?;
    let hff = fast_forward.distance(initial);
    let landmarks = hff.and_then(|_| fast_forward.landmarks(task, stop));
    let lmcut = LmCut::of(task, metric, stop)?.distance(initial, stop)?;
    let scale = if metric == Metric::Cost { cost_scale } else { 1 };
    let symmetries = task.symmetries(Task::SYMMETRY_LIMIT, stop);
    Ok(FactsAnswer {
        variables,
        derived: task.derived().iter().map(|derived| derived.name.clone()).collect(),
        operators: task.operators().len(),
        unreachable_operators: n_operators(&|is_reached, _| !is_reached),
        irrelevant_operators: n_operators(&|is_reached, is_relevant| is_reached && !is_relevant),
        goals: task
            .goal()
            .iter()
            .zip(&not_before)
            .map(|(literal, not_before)| GoalFact {
                fact: literal_name(task, *literal),
                not_before: *not_before,
            })
            .collect(),
        mutexes: pairs.len(),
        mutex_pairs: pairs.iter().take(MOST_PAIRS).map(pair).collect(),
        landmarks: landmarks
            .iter()
            .flat_map(|landmarks| landmarks.facts())
            .map(|facts| facts.iter().map(name).collect())
            .collect(),
        symmetries: symmetries.iter().map(|symmetry| symmetry.facts.iter().map(pair).collect()).collect(),
        distances: RelaxedDistances {
            hmax: not_before.iter().try_fold(0, |greatest, distance| Some((*distance)?.max(greatest))),
            lmcut: lmcut.map(|parts| Cost::of(parts.into(), scale)),
            hff,
        },
        ..FactsAnswer::default()
    })
}

/// Names a literal by its atom where values are atoms, and otherwise by variable and value.
fn literal_name(task: &Task, literal: Literal) -> String {
    let has_atoms = |var: VarId| {
        let values = &task.variables()[var.index()].values;
        *values == ["false", "true"] || values.iter().any(|value| value.contains('('))
    };
    match literal.atom {
        Atom::Fact(fact) if has_atoms(fact.var) => task.literal_as_atom(literal),
        _ => task.literal_name(literal),
    }
}

fn variable(task: &Task, var: VarId, reached: &Reachability) -> VariableFacts {
    let variable = &task.variables()[var.index()];
    let value = |fact: Fact| variable.values[fact.value_index()].clone();
    let unreachable: Vec<String> = task.facts(var).filter(|fact| !reached.fact(*fact)).map(value).collect();
    VariableFacts {
        name: variable.name.clone(),
        values: variable.values.clone(),
        initial: value(Fact { var, value: task.initial().values()[var.index()] }),
        is_static: unreachable.len() + 1 == variable.values.len(),
        unreachable,
    }
}
