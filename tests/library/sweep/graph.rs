//! The oracle: all states in reach and the steps between them, by the task's own semantics; lengths, costs and numbers of plans.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet};

use bmcplan::plan::Metric;
use bmcplan::task::{OperatorId, State, Task};
use bmcplan_search::StateSpace;

/// A cost and a number of operators.
pub(crate) type Measure = (u128, usize);

/// The names of operators of a plan, each with the state that it leads to.
pub(crate) type Walk = Vec<(String, State)>;

pub(crate) struct Graph {
    /// All states in reach, in the order of breadth-first search.
    pub(crate) states: Vec<State>,
    depths: Vec<usize>,
    /// For each state the operators that can run, and the states that they lead to.
    pub(crate) steps: Vec<Vec<(OperatorId, usize)>>,
    is_goal: Vec<bool>,
}

/// Does a best plan end in a state? And the steps from it that go on with one.
type BestSteps = (Vec<bool>, Vec<Vec<(OperatorId, usize)>>);

/// The plans that are best by some measure.
pub(crate) enum Plans {
    /// Operators that cost nothing lead in a circle.
    Endless,
    /// So many; `None` from 2^128 on.
    Some(Option<u128>),
}

/// The number of ways to an end; an error if there are endlessly many.
fn count(
    at: usize,
    parts: &BestSteps,
    known: &mut HashMap<usize, Option<Option<u128>>>,
) -> Result<Option<u128>, ()> {
    match known.insert(at, None) {
        Some(None) => return Err(()),
        Some(Some(number)) => {
            known.insert(at, Some(number));
            return Ok(number);
        }
        None => {}
    }
    let mut number = Some(u128::from(parts.0[at]));
    for (_, next) in &parts.1[at] {
        let more = count(*next, parts, known)?;
        number = number.zip(more).and_then(|(number, more)| number.checked_add(more));
    }
    known.insert(at, Some(number));
    Ok(number)
}

impl Graph {
    /// `None` if more states than `most` are in reach.
    pub(crate) fn of(task: &Task, most: usize) -> Option<Self> {
        let mut states = vec![task.initial().clone()];
        let mut numbers = HashMap::from([(task.initial().clone(), 0)]);
        let (mut depths, mut steps) = (vec![0], Vec::new());
        while let Some(state) = states.get(steps.len()).cloned() {
            let extended = task.extend(&state);
            let mut own = Vec::new();
            for id in task.operator_ids() {
                let Ok(next) = extended.successor(id) else { continue };
                let number = *numbers.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    depths.push(depths[steps.len()] + 1);
                    states.len() - 1
                });
                own.push((id, number));
            }
            if most < states.len() {
                return None;
            }
            steps.push(own);
        }
        let is_goal = states.iter().map(|state| task.is_goal(state)).collect();
        Some(Self { states, depths, steps, is_goal })
    }

    pub(crate) fn shortest(&self) -> Option<usize> {
        self.is_goal.iter().position(|is_goal| *is_goal).map(|goal| self.depths[goal])
    }

    /// The numbers that exploration tells. Operators of one name that lead to the same state count once.
    pub(crate) fn space(&self, task: &Task) -> StateSpace {
        let named = |own: &Vec<(OperatorId, usize)>| -> usize {
            own.iter().map(|(id, next)| (&*task.operator(*id).name, *next)).collect::<BTreeSet<_>>().len()
        };
        StateSpace {
            states: self.states.len() as u64,
            transitions: self.steps.iter().map(named).sum::<usize>() as u64,
            depth: self.depths.last().copied().unwrap_or(0),
            goal_states: self.is_goal.iter().filter(|is_goal| **is_goal).count() as u64,
        }
    }

    /// The measure of a best plan from each state, if there is a plan.
    pub(crate) fn rests(&self, task: &Task, metric: Metric) -> Vec<Option<Measure>> {
        let mut before: Vec<Vec<(u64, usize)>> = vec![Vec::new(); self.states.len()];
        for (from, own) in self.steps.iter().enumerate() {
            own.iter().for_each(|(id, next)| before[*next].push((metric.of(task.operator(*id)), from)));
        }
        let mut rests = vec![None; self.states.len()];
        let goals = (0..self.states.len()).filter(|number| self.is_goal[*number]);
        let mut open: BinaryHeap<_> = goals.map(|number| Reverse(((0, 0), number))).collect();
        while let Some(Reverse((rest, number))) = open.pop() {
            if rests[number].is_some() {
                continue;
            }
            rests[number] = Some(rest);
            for (cost, from) in &before[number] {
                open.push(Reverse(((rest.0 + u128::from(*cost), rest.1 + 1), *from)));
            }
        }
        rests
    }

    /// The steps of best plans; the number of operators counts if `fewest`.
    fn best_steps(&self, task: &Task, metric: Metric, fewest: bool) -> BestSteps {
        let mut rests = self.rests(task, metric);
        if !fewest {
            rests.iter_mut().flatten().for_each(|rest| rest.1 = 0);
        }
        let steps = self.steps.iter().enumerate().map(|(from, own)| {
            let mut seen = HashSet::new();
            let is_best = |id: OperatorId, next: usize| {
                let way = rests[next].map(|(cost, length)| {
                    (cost + u128::from(metric.of(task.operator(id))), length + usize::from(fewest))
                });
                // An operator that changes nothing is in no plan.
                way.is_some() && way == rests[from] && next != from
            };
            let best = own.iter().copied().filter(|(id, next)| is_best(*id, *next));
            best.filter(|(id, next)| seen.insert((&*task.operator(*id).name, *next))).collect()
        });
        let steps = steps.collect();
        let ends = (0..self.states.len()).map(|number| self.is_goal[number] && rests[number] == Some((0, 0)));
        (ends.collect(), steps)
    }

    /// The number of best plans.
    pub(crate) fn n_plans(&self, task: &Task, metric: Metric, fewest: bool) -> Plans {
        let parts = self.best_steps(task, metric, fewest);
        count(0, &parts, &mut HashMap::new()).map_or(Plans::Endless, Plans::Some)
    }

    /// The number of best plans of fewest operators from each state.
    pub(crate) fn n_plans_from_all(&self, task: &Task, metric: Metric) -> Vec<Option<u128>> {
        let (parts, mut known) = (self.best_steps(task, metric, true), HashMap::new());
        (0..self.states.len()).map(|at| count(at, &parts, &mut known).unwrap()).collect()
    }

    /// All best plans, of which there must be an end, in the order of operators.
    pub(crate) fn plans(&self, task: &Task, metric: Metric, fewest: bool) -> Vec<Vec<OperatorId>> {
        let (ends, steps) = self.best_steps(task, metric, fewest);
        let (mut found, mut open) = (Vec::new(), vec![(0, Vec::new())]);
        while let Some((at, plan)) = open.pop() {
            if ends[at] {
                found.push(plan.clone());
            }
            open.extend(steps[at].iter().rev().map(|(id, next)| (*next, [&plan[..], &[*id]].concat())));
        }
        found
    }
}

/// A plan as names and states; of each state the first variables, since others only pad it.
pub(crate) fn walk(task: &Task, plan: impl Iterator<Item = OperatorId>, n_variables: usize) -> Walk {
    let mut state = task.initial().clone();
    let step = |id| {
        state = task.extend(&state).successor(id).unwrap();
        let seen = State::from_values(state.values()[..n_variables].to_vec());
        (task.operator(id).name.to_string(), seen)
    };
    plan.map(step).collect()
}
