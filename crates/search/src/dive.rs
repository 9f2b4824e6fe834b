//! Depth-first search to the first depth at which a task's clock allows the goal: a plan of that length is a shortest one.
//!
//! A game of thirty moves that is won by lasting so long has no shorter plans and often very many of that length. Next is the
//! state with the fewest successors, since it gets none when it is left for later. This is Warnsdorff's rule for the tours of a
//! knight (1823), and "fail first" in constraint satisfaction (Haralick & Elliott, *Increasing tree search efficiency for
//! constraint satisfaction problems*, 1980). Paths that end at once do not count.
//!
//! After an early mistake, the search restarts with another choice among states with as many successors. One attempt takes
//! operators in their order. After some effort it gives up, and then proves nothing.

use std::cmp::Reverse;

use bmcplan_base::stop::Stop;
use bmcplan_task::Task;
use bmcplan_task::plan::Plan;

use super::compiled::{Compiled, Scratch};
use super::memory::{MemoryBudget, OutOfMemory};
use super::numbered::NumberedStates;
use super::width::Width;

/// Searches for a plan of at most `depth` operators; `None` if it finds none within `effort`, in expansions.
///
/// It is meant for tasks with a clock, where a state never occurs again at another depth.
pub fn dive(task: &Task, depth: usize, effort: usize, stop: &Stop) -> Option<Plan> {
    if task.is_goal(task.initial()) {
        return Some(Plan::default());
    }
    let compiled = Compiled::of(task, stop).ok()?;
    let operators = at_width!(compiled, dive_at(&compiled, depth, effort, stop))?;
    Some(Plan::sequential(operators.into_iter().map(|operator| compiled.operator_id(operator))))
}

/// Order in which the successors of a state are tried.
#[derive(Debug, Clone, Copy)]
enum SuccessorOrder {
    /// States with the fewest successors first; the number decides between states with equally many.
    FewestWays(u32),
    Operators,
}

/// An odd number with well-mixed bits, from the golden ratio.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Attempts, each with its greatest share of the effort.
const ATTEMPTS: [(SuccessorOrder, usize); 10] = [
    (SuccessorOrder::FewestWays(0), 1 << 13),
    (SuccessorOrder::FewestWays(8), 1 << 13),
    (SuccessorOrder::FewestWays(16), 1 << 13),
    (SuccessorOrder::FewestWays(24), 1 << 13),
    (SuccessorOrder::Operators, 1 << 17),
    (SuccessorOrder::FewestWays(32), 1 << 14),
    (SuccessorOrder::FewestWays(40), 1 << 14),
    (SuccessorOrder::FewestWays(48), 1 << 14),
    (SuccessorOrder::FewestWays(56), 1 << 14),
    (SuccessorOrder::Operators, usize::MAX),
];

fn dive_at<W: Width>(
    width: W,
    compiled: &Compiled,
    depth: usize,
    mut effort: usize,
    stop: &Stop,
) -> Option<Vec<usize>> {
    for (order, most) in ATTEMPTS {
        let mut attempt = Attempt::new(width, compiled, order, most.min(effort)).ok()?;
        if let Some(operators) = attempt.run(depth, stop).ok()? {
            return Some(operators);
        }
        effort = effort.saturating_sub(most);
        if 0 < attempt.effort || effort == 0 || stop.is_raised() {
            break;
        }
    }
    None
}

struct Attempt<'a, W: Width> {
    width: W,
    compiled: &'a Compiled,
    order: SuccessorOrder,
    effort: usize,
    seen: NumberedStates<W>,
    budget: MemoryBudget,
    scratch: Scratch,
}

type Successor<W> = (usize, <W as Width>::Owned);

impl<'a, W: Width> Attempt<'a, W> {
    fn new(
        width: W,
        compiled: &'a Compiled,
        order: SuccessorOrder,
        effort: usize,
    ) -> Result<Self, OutOfMemory> {
        let mut budget = MemoryBudget::new(None);
        Ok(Self {
            width,
            compiled,
            order,
            effort,
            seen: NumberedStates::new(width, &mut budget)?,
            budget,
            scratch: compiled.scratch(),
        })
    }

    /// Returns the operators of a plan, if one is found. Without one, all states were visited if some effort is left.
    fn run(&mut self, depth: usize, stop: &Stop) -> Result<Option<Vec<usize>>, OutOfMemory> {
        let mut plan = Vec::new();
        // For the initial state and after each operator of the plan, the successors that are left to try, the next one last.
        let mut left = vec![self.successors(W::of(&self.width.zeros()))];
        while let Some(successors) = left.last_mut().filter(|_| 0 < self.effort && !stop.is_raised()) {
            let Some((operator, state)) = successors.pop() else {
                left.pop();
                plan.pop();
                continue;
            };
            if depth < left.len() {
                continue;
            }
            if self.compiled.is_goal(W::of(&state).as_ref(), &mut self.scratch) {
                plan.push(operator);
                return Ok(Some(plan));
            }
            if self.seen.find_or_add(W::of(&state), &mut self.budget)?.is_err() {
                plan.push(operator);
                left.push(self.successors(W::of(&state)));
            }
        }
        Ok(None)
    }

    fn successors(&mut self, state: &W::State) -> Vec<Successor<W>> {
        let mut successors = self.all_successors(state);
        successors.retain(|(_, next)| self.seen.find(W::of(next)).is_none());
        successors.reverse();
        if let SuccessorOrder::FewestWays(choice) = self.order {
            successors.sort_by_cached_key(|(operator, next)| {
                let mixed = (*operator as u64).wrapping_mul(MIXER).rotate_left(choice);
                Reverse((self.ways_out(W::of(next)), mixed))
            });
        }
        successors
    }

    fn ways_out(&mut self, state: &W::State) -> usize {
        let successors = self.all_successors(state);
        let is_way = |(_, next): &Successor<W>| {
            let next = W::of(next);
            self.compiled.is_goal(next.as_ref(), &mut self.scratch) || !self.all_successors(next).is_empty()
        };
        successors.iter().map(is_way).filter(|is_way| *is_way).count()
    }

    fn all_successors(&mut self, state: &W::State) -> Vec<Successor<W>> {
        let Self { compiled, scratch, effort, .. } = self;
        *effort = effort.saturating_sub(1);
        let mut successors = Vec::new();
        compiled.each_successor::<W>(state, scratch, |operator, next| {
            successors.push((operator, W::owned(next)));
        });
        successors
    }
}
