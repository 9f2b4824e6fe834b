//! h^FF: the number or the cost of the operators of a relaxed plan, and those of its operators that are applicable at once.
//!
//! In the delete relaxation every proposition gets the cost h^add. That is the cost of the cheapest part that makes it true:
//! the sum of the costs of its preconditions and of its operator (Bonet & Geffner, *Planning as heuristic search*, 2001). From
//! the goal backwards these cheapest parts make a relaxed plan (Keyder & Geffner, *Heuristics for planning with action costs
//! revisited*, 2008). Its length or its cost estimates the distance, and may be too small or too great. Its operators that are
//! applicable in the state are *helpful* (Hoffmann & Nebel, *The FF planning system*, 2001).
//!
//! Where costs count, each operator costs one more than it does: without that, those of cost 0 would never be helpful (Richter &
//! Westphal, *The LAMA planner*, 2010, section 5.1).

use std::sync::Arc;

use bmcplan_base::stop::{Stop, StopReason};

use super::bucket_queue::BucketQueue;
use super::landmarks::Landmarks;
use super::relaxed_task::RelaxedTask;
use crate::plan::Metric;
use crate::relaxation::{index, number};
use crate::{Operator, OperatorId, Task};

/// The FF heuristic, with its working space.
#[derive(Debug, Clone)]
pub struct FastForward {
    task: Arc<RelaxedTask>,
    propositions: Vec<ReachedProposition>,
    parts: Vec<CountedPart>,
    /// Parts before anything is reached.
    fresh: Vec<CountedPart>,
    queue: BucketQueue,
    plan: RelaxedPlan,
    effort: u64,
}

/// Cost of a proposition, and the part that makes it true at that cost.
#[derive(Debug, Clone, Copy)]
struct ReachedProposition {
    cost: u32,
    supporter: u32,
}

#[derive(Debug, Clone, Copy)]
struct CountedPart {
    n_missing: u32,
    /// Cost of the operator and of the reached preconditions.
    cost: u32,
}

/// Working space of relaxed plans. Members of the current plan are marked with the plan's number.
#[derive(Debug, Clone)]
struct RelaxedPlan {
    number: u32,
    propositions: Vec<u32>,
    operators: Vec<u32>,
    helpful_operators: Vec<u32>,
    helpful: Vec<u32>,
    open: Vec<u32>,
}

const UNREACHED: ReachedProposition = ReachedProposition { cost: u32::MAX, supporter: NO_PART };
/// Supporter of propositions that are true in the state.
const NO_PART: u32 = u32::MAX;
/// Cap on costs, since sums of sums double from operator to operator.
const MOST: u32 = 1 << 30;

impl FastForward {
    /// Builds the heuristic for states reachable from the task's initial state, with the [estimated costs](estimated_cost) of a metric.
    ///
    /// # Errors
    /// `stop` was raised meanwhile.
    pub fn of(task: &Task, metric: Metric, stop: &Stop) -> Result<Self, StopReason> {
        let task = RelaxedTask::of(task, &|operator| estimated_cost(metric, operator), stop)?;
        let parts = (0..).take(task.n_parts()).map(|part| CountedPart {
            n_missing: number(task.preconditions.list(part).len()),
            cost: task.operator_of.get(index(part)).map_or(0, |operator| task.costs[index(*operator)]),
        });
        let fresh: Vec<CountedPart> = parts.collect();
        let n_operators = task.parts_of.len();
        Ok(Self {
            propositions: vec![UNREACHED; task.n_propositions],
            parts: fresh.clone(),
            fresh,
            queue: BucketQueue::default(),
            plan: RelaxedPlan {
                number: 0,
                propositions: vec![0; task.n_propositions],
                operators: vec![0; n_operators],
                helpful_operators: vec![0; n_operators],
                helpful: Vec::new(),
                open: Vec::new(),
            },
            effort: 0,
            task: Arc::new(task),
        })
    }

    /// Returns the sum of the estimated costs of a relaxed plan from the state with these `values`; `None` if there is no plan.
    pub fn distance(&mut self, values: &[u32]) -> Option<u64> {
        self.reach_goal(values);
        self.plan.helpful.clear();
        let is_reached = self.propositions[index(self.task.goal)].cost != UNREACHED.cost;
        is_reached.then(|| u64::from(self.extract()).saturating_mul(self.task.unit))
    }

    /// Returns the operators that are helpful in the state that was evaluated last. Some may not be applicable.
    pub fn helpful(&self) -> impl Iterator<Item = OperatorId> {
        let ids = self.plan.helpful.iter().flat_map(|operator| self.task.stands_for.list(*operator));
        ids.map(|id| OperatorId::from_index(index(*id)))
    }

    /// Returns the landmarks of plans from the initial state of the same task. Every landmark is in a relaxed plan.
    pub fn landmarks(&mut self, task: &Task, stop: &Stop) -> Option<Landmarks> {
        self.distance(task.initial().values())?;
        let this = self.plan.number;
        let numbers = (0..).zip(&self.plan.propositions);
        let in_plan: Vec<u32> =
            numbers.filter(|(_, plan)| **plan == this).map(|(number, _)| number).collect();
        Some(Landmarks::of(task, &self.task, &in_plan, stop))
    }

    /// Returns the work done so far: the number of preconditions visited, and of words written for each state, divided by 8.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// Reaches propositions in the order of their costs until the goal is among them.
    fn reach_goal(&mut self, values: &[u32]) {
        let Self { task, propositions, parts, fresh, queue, effort, .. } = self;
        propositions.fill(UNREACHED);
        parts.copy_from_slice(fresh);
        *effort += (propositions.len() + parts.len()) as u64 / 8;
        for proposition in task.true_in(values) {
            reach(propositions, queue, proposition, ReachedProposition { cost: 0, supporter: NO_PART });
        }
        while let Some((cost, proposition)) = queue.pop() {
            if propositions[index(proposition)].cost < cost {
                continue;
            }
            if proposition == task.goal {
                break;
            }
            let needed_by = task.needed_by.list(proposition);
            *effort += needed_by.len() as u64 + 1;
            for part in needed_by {
                let counted = &mut parts[index(*part)];
                counted.n_missing -= 1;
                counted.cost = (counted.cost + cost).min(MOST);
                if counted.n_missing == 0 {
                    let reached = ReachedProposition { cost: counted.cost, supporter: *part };
                    for added in task.adds.list(*part) {
                        reach(propositions, queue, *added, reached);
                    }
                }
            }
        }
        queue.clear();
    }

    /// Extracts a relaxed plan: the operators that make the goal true with all that they need. Returns their cost, in units.
    fn extract(&mut self) -> u32 {
        let Self { task, propositions, parts, plan, .. } = self;
        plan.number += 1;
        let this = plan.number;
        let mut cost = 0;
        plan.open.push(task.goal);
        while let Some(proposition) = plan.open.pop() {
            if std::mem::replace(&mut plan.propositions[index(proposition)], this) == this {
                continue;
            }
            let supporter = propositions[index(proposition)].supporter;
            if supporter == NO_PART {
                continue;
            }
            plan.open.extend(task.preconditions.list(supporter));
            let Some(operator) = task.operator_of.get(index(supporter)) else { continue };
            let place = index(*operator);
            if std::mem::replace(&mut plan.operators[place], this) != this {
                cost += task.costs[place];
            }
            let is_applicable = parts[index(supporter)].cost == task.costs[place];
            if is_applicable && std::mem::replace(&mut plan.helpful_operators[place], this) != this {
                plan.helpful.push(*operator);
            }
        }
        cost
    }
}

/// Returns what an operator costs in estimates: 1, or one more than its cost where costs count.
pub fn estimated_cost(metric: Metric, operator: &Operator) -> u64 {
    match metric {
        Metric::Actions => 1,
        Metric::Cost => operator.cost.saturating_add(1),
    }
}

#[inline]
fn reach(
    propositions: &mut [ReachedProposition],
    queue: &mut BucketQueue,
    proposition: u32,
    reached: ReachedProposition,
) {
    let known = &mut propositions[index(proposition)];
    if reached.cost < known.cost {
        *known = reached;
        queue.push(reached.cost, proposition);
    }
}
