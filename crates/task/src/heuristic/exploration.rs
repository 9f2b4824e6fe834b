//! h^max: a lower bound on the cost of each proposition by itself, and the costliest precondition of each operator.
//!
//! A proposition costs as much as the cheapest operator that makes it true. An operator costs as much as its costliest
//! precondition, its *supporter*, plus its own cost (Bonet & Geffner, *Planning as heuristic search*, 2001). Computed by
//! Dijkstra's algorithm. When operators become cheaper, only their consequences are recomputed.

use super::bucket_queue::BucketQueue;
use super::relaxed_task::RelaxedTask;
use crate::relaxation::index;

/// Cost of anything unreachable.
pub(super) const UNREACHED: u32 = u32::MAX;
/// Supporter of an unreachable part.
pub(super) const NO_SUPPORTER: u32 = u32::MAX;

#[derive(Debug, Clone)]
pub(super) struct Exploration {
    pub(super) costs: Vec<u32>,
    pub(super) parts: Vec<ExploredPart>,
    /// Parts before anything is explored.
    fresh: Vec<ExploredPart>,
    /// For each proposition the number of free parts that make it true.
    n_free: Vec<u32>,
    n_free_at_first: Vec<u32>,
    queue: BucketQueue,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct ExploredPart {
    n_missing: u32,
    pub(super) supporter: u32,
    supporter_cost: u32,
    /// Current cost of the operator.
    pub(super) cost: u32,
}

impl Exploration {
    pub(super) fn of(task: &RelaxedTask) -> Self {
        let parts = (0..).take(task.n_parts()).map(|part| ExploredPart {
            n_missing: crate::relaxation::number(task.preconditions.list(part).len()),
            supporter: NO_SUPPORTER,
            supporter_cost: UNREACHED,
            cost: task.operator_of.get(index(part)).map_or(0, |operator| task.costs[index(*operator)]),
        });
        let fresh: Vec<ExploredPart> = parts.collect();
        let mut n_free = vec![0; task.n_propositions];
        for (part, explored) in (0..).zip(&fresh) {
            for added in task.adds.list(part).iter().filter(|_| explored.cost == 0) {
                n_free[index(*added)] += 1;
            }
        }
        Self {
            costs: vec![UNREACHED; task.n_propositions],
            n_free: n_free.clone(),
            n_free_at_first: n_free,
            parts: fresh.clone(),
            fresh,
            queue: BucketQueue::default(),
        }
    }

    /// Forgets what was explored, and gives operators their original costs.
    pub(super) fn reset(&mut self) {
        let Self { costs, parts, fresh, n_free, n_free_at_first, .. } = self;
        costs.fill(UNREACHED);
        n_free.copy_from_slice(n_free_at_first);
        parts.copy_from_slice(fresh);
    }

    /// Explores from a state, after [`Self::reset`]. Operators may have been made cheaper.
    pub(super) fn explore(&mut self, task: &RelaxedTask, values: &[u32]) {
        let Self { costs, parts, queue, .. } = self;
        for proposition in task.true_in(values) {
            reach(costs, queue, proposition, 0);
        }
        while let Some((cost, proposition)) = queue.pop() {
            if costs[index(proposition)] < cost {
                continue;
            }
            for part in task.needed_by.list(proposition) {
                let explored = &mut parts[index(*part)];
                explored.n_missing -= 1;
                if explored.n_missing == 0 {
                    (explored.supporter, explored.supporter_cost) = (proposition, cost);
                    let cost = cost + explored.cost;
                    for added in task.adds.list(*part) {
                        reach(costs, queue, *added, cost);
                    }
                }
            }
        }
    }

    /// Returns the supporter of a part that is free and reachable. Among equally costly preconditions, one in the goal zone is
    /// preferred, so that the zone does not grow. Otherwise one that no free operator makes true, so that the zone grows no
    /// further.
    #[inline]
    pub(super) fn free_supporter(
        &mut self,
        task: &RelaxedTask,
        part: u32,
        is_in_zone: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let explored = &mut self.parts[index(part)];
        if explored.cost != 0 || explored.supporter == NO_SUPPORTER {
            return None;
        }
        if is_in_zone(explored.supporter) {
            return Some(explored.supporter);
        }
        for asked in task.preconditions.list(part) {
            if self.costs[index(*asked)] != explored.supporter_cost {
                continue;
            }
            if is_in_zone(*asked) {
                explored.supporter = *asked;
                break;
            }
            if self.n_free[index(*asked)] == 0 && self.n_free[index(explored.supporter)] != 0 {
                explored.supporter = *asked;
            }
        }
        Some(explored.supporter)
    }

    pub(super) fn reduce(&mut self, task: &RelaxedTask, operator: u32, by: u32) {
        for part in task.parts_of[index(operator)].clone() {
            let explored = &mut self.parts[index(part)];
            explored.cost -= by;
            if explored.cost == 0 {
                task.adds.list(part).iter().for_each(|added| self.n_free[index(*added)] += 1);
            }
            if explored.supporter != NO_SUPPORTER {
                let cost = explored.supporter_cost + explored.cost;
                for added in task.adds.list(part) {
                    reach(&mut self.costs, &mut self.queue, *added, cost);
                }
            }
        }
    }

    /// Propagates until no cost decreases any more.
    pub(super) fn update(&mut self, task: &RelaxedTask) {
        let Self { costs, parts, queue, .. } = self;
        while let Some((cost, proposition)) = queue.pop() {
            if costs[index(proposition)] < cost {
                continue;
            }
            for part in task.needed_by.list(proposition) {
                let explored = &mut parts[index(*part)];
                if explored.supporter != proposition || explored.supporter_cost <= cost {
                    continue;
                }
                for asked in task.preconditions.list(*part) {
                    // A reachable part has only reachable preconditions.
                    if costs[index(explored.supporter)] < costs[index(*asked)] {
                        explored.supporter = *asked;
                    }
                }
                let dearest = costs[index(explored.supporter)];
                if dearest < explored.supporter_cost {
                    explored.supporter_cost = dearest;
                    let cost = dearest + explored.cost;
                    for added in task.adds.list(*part) {
                        reach(costs, queue, *added, cost);
                    }
                }
            }
        }
    }
}

#[inline]
fn reach(costs: &mut [u32], queue: &mut BucketQueue, proposition: u32, cost: u32) {
    let known = &mut costs[index(proposition)];
    if cost < *known {
        *known = cost;
        queue.push(cost, proposition);
    }
}
