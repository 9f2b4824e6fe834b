//! Landmark facts: for each variable the values that every plan has to leave.
//!
//! A fact blocks a goal fact if the goal's variable cannot get from its first value to the goal's while the fact holds. On
//! each such path, some operator has a precondition that the fact makes false. In Rush Hour these are the cars in the exit
//! car's row. Each such fact is left some time before the goal. So "does a variable have one of these values at this time?"
//! divides the plans in two. Disjunctive landmarks would be similar (Porteous, Sebastia & Hoffmann, *On the extraction,
//! ordering, and usage of landmarks in planning*, 2001).

use bmcplan_base::ordered::distinct;
use bmcplan_base::stop::Stop;

use super::dependence::insert;
use super::{Atom, Dependence, Fact, Literal, Task};

/// Most steps through the values of the goals' variables: about a second.
const EFFORT: usize = 20_000_000;

/// Transition of a variable from one value, or from any, to another one, with its precondition.
struct ValueTransition<'t> {
    /// Value before, if the operator requires one.
    from: Option<Fact>,
    to: Fact,
    precondition: &'t [Literal],
}

impl Task {
    /// Returns the facts that block some goal fact, a list for each variable that has any, in order. Variables all of whose
    /// facts block are left out, since one of them holds at any time. Tasks with very many facts may have more than are
    /// returned.
    pub fn landmark_facts(&self, stop: &Stop) -> Vec<Vec<Fact>> {
        let dependence = Dependence::of(self);
        let mut found: Vec<Fact> = Vec::new();
        let mut effort = EFFORT;
        for goal in self.goal().iter().filter_map(|literal| literal.as_fact()) {
            let transitions = self.transitions_of(goal);
            let blocked = self.blocked_transitions(goal, &transitions, &dependence);
            for blocked in blocked.chunk_by(|(a, _), (b, _)| a == b) {
                let fact = blocked[0].0;
                effort = effort.saturating_sub(transitions.len());
                if stop.is_raised() || effort == 0 {
                    break;
                }
                if found.binary_search(&fact).is_err() && self.is_cut_off(goal, &transitions, blocked) {
                    insert(&mut found, fact);
                }
            }
        }
        let of_variables = self.variable_ids().map(|var| -> Vec<Fact> {
            self.facts(var).filter(|fact| found.binary_search(fact).is_ok()).collect()
        });
        of_variables
            .filter(|facts| facts.first().is_some_and(|first| facts.len() < self.facts(first.var).len()))
            .collect()
    }

    fn transitions_of(&self, goal: Fact) -> Vec<ValueTransition<'_>> {
        let mut transitions = Vec::new();
        for operator in self.operators() {
            let from = operator.needed_fact(goal.var);
            let of_goal = operator.effects.iter().filter(|effect| effect.fact.var == goal.var);
            transitions.extend(of_goal.map(|effect| ValueTransition {
                from,
                to: effect.fact,
                precondition: &operator.precondition,
            }));
        }
        transitions
    }

    /// Returns facts of other variables, each with the index of a transition that it blocks, in order.
    fn blocked_transitions(
        &self,
        goal: Fact,
        transitions: &[ValueTransition<'_>],
        dependence: &Dependence,
    ) -> Vec<(Fact, usize)> {
        let mut blocked: Vec<(Fact, usize)> = Vec::new();
        for (index, way) in transitions.iter().enumerate() {
            for literal in way.precondition {
                let candidates: Vec<Fact> = match literal.atom {
                    Atom::Fact(fact) => self.facts(fact.var).collect(),
                    Atom::Derived(id) => dependence.sufficient_facts(id).to_vec(),
                };
                let excluding = candidates.into_iter().filter(|fact| dependence.excludes(*fact, *literal));
                for fact in excluding.filter(|fact| fact.var != goal.var) {
                    blocked.push((fact, index));
                }
            }
        }
        distinct(blocked)
    }

    /// Checks whether no unblocked transitions lead from the first value to the goal.
    fn is_cut_off(&self, goal: Fact, transitions: &[ValueTransition<'_>], blocked: &[(Fact, usize)]) -> bool {
        let mut is_open = vec![true; transitions.len()];
        blocked.iter().for_each(|(_, index)| is_open[*index] = false);
        let mut is_reached: Vec<bool> =
            self.facts(goal.var).map(|fact| self.initial().contains(fact)).collect();
        loop {
            let mut is_news = false;
            for (way, _) in transitions.iter().zip(&is_open).filter(|(_, is_open)| **is_open) {
                if way.from.is_none_or(|from| is_reached[from.value_index()]) {
                    is_news |= !std::mem::replace(&mut is_reached[way.to.value_index()], true);
                }
            }
            if is_reached[goal.value_index()] {
                return false;
            }
            if !is_news {
                return true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_base::stop::Stop;

    use crate::{Fact, Literal, Operator, Task, TaskBuilder};

    /// Builds a lane of three cells for a cart, whose middle cell is busy while a gate is at its value 1. A lamp blocks
    /// nothing.
    fn lane(goal: u32) -> Task {
        let mut builder = TaskBuilder::default();
        let cart = builder.variable("cart", ["0", "1", "2"], 0);
        let gate = builder.variable("gate", ["0", "1", "2"], 1);
        let lamp = builder.variable("lamp", ["off", "on"], 0);
        let fact = |var, value| Fact { var, value };
        let busy = builder.derived("busy", vec![vec![fact(gate, 1).into()]]);
        let free = !Literal::from(busy);
        for (from, to) in [(0, 2), (0, 1), (1, 2)] {
            builder.operator(Operator::simple("go", [fact(cart, from).into(), free], [fact(cart, to)]));
        }
        builder.operator(Operator::simple("open", [fact(gate, 1).into()], [fact(gate, 2)]));
        builder.operator(Operator::simple("light", [], [fact(lamp, 1)]));
        builder.goal([fact(cart, goal).into()]);
        builder.build().unwrap()
    }

    #[test]
    fn what_blocks_every_way_is_an_obstacle() {
        let task = lane(2);
        let names = |facts: Vec<Vec<Fact>>| -> Vec<Vec<String>> {
            facts.iter().map(|facts| facts.iter().map(|fact| task.fact_name(*fact)).collect()).collect()
        };
        let gate = task.facts(task.variable_ids().nth(1).unwrap()).nth(1).unwrap();
        assert_eq!(names(task.landmark_facts(&Stop::default())), [[task.fact_name(gate)]]);
    }

    #[test]
    fn a_goal_that_holds_has_none() {
        assert_eq!(lane(0).landmark_facts(&Stop::default()), Vec::<Vec<Fact>>::new());
    }
}
