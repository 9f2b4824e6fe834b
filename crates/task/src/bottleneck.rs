//! Bottleneck of a task: a variable that every operator requires to have some value and moves to another one. An example is the
//! place of the only player.
//!
//! With a bottleneck no two operators can share a step, in any [semantics](super::dependence). Applicable in one state, they
//! require the same value of it. Each takes that value away, so each disables the other.

use bmcplan_base::stop::Stop;

use super::{OperatorId, Reachability, Task, VarId};

impl Task {
    /// Returns the first bottleneck, if there is one. Operators that are in no shortest plan are ignored.
    pub fn bottleneck(&self, stop: &Stop) -> Option<VarId> {
        let relevant = self.relevant_operators(stop);
        let reachable = Reachability::of(self, |id| relevant[id.index()], stop);
        let mut left: Option<Vec<VarId>> = None;
        for id in self.operator_ids().filter(|id| reachable.operator(*id)) {
            if stop.is_raised() {
                return None;
            }
            let moved = self.moved_on(id);
            match &mut left {
                None => left = Some(moved),
                Some(left) => left.retain(|var| moved.contains(var)),
            }
            if left.as_ref().is_some_and(Vec::is_empty) {
                return None;
            }
        }
        left?.first().copied()
    }

    /// Returns the variables that `id` moves from a required value to another one, whatever else holds.
    fn moved_on(&self, id: OperatorId) -> Vec<VarId> {
        let operator = self.operator(id);
        let asked = operator.needed_facts();
        let takes_away = |value: u32, var: VarId| {
            let always = operator.effects.iter().filter(|effect| effect.condition.is_empty());
            always.map(|effect| effect.fact).any(|fact| fact.var == var && fact.value != value)
        };
        asked.filter(|fact| takes_away(fact.value, fact.var)).map(|fact| fact.var).collect()
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_base::stop::Stop;

    use crate::{Effect, Fact, Operator, Task, TaskBuilder, VarId};

    /// Builds a task of a player who walks to and fro and pushes; operators in `other` may switch the lamp.
    fn task(other: &[Operator]) -> Task {
        let mut builder = TaskBuilder::default();
        let [player, stone, lamp] =
            ["player", "stone", "lamp"].map(|name| builder.variable(name, ["0", "1"], 0));
        let fact = |var, value| Fact { var, value };
        for (from, to) in [(0, 1), (1, 0)] {
            builder.operator(Operator::simple("walk", [fact(player, from).into()], [fact(player, to)]));
        }
        let effects = [fact(stone, 1), fact(player, 1)];
        let push = [fact(player, 0).into(), fact(stone, 0).into()];
        builder.operator(Operator::simple("push", push, effects));
        other.iter().for_each(|operator| {
            builder.operator(operator.clone());
        });
        builder.goal([fact(stone, 1).into(), fact(lamp, 0).into()]);
        builder.build().unwrap()
    }

    fn vars() -> [VarId; 3] {
        [0, 1, 2].map(VarId::from_index)
    }

    #[test]
    fn every_operator_moves_it_on() {
        let [player, stone, lamp] = vars();
        let fact = |var, value| Fact { var, value };
        let found = |other: &[Operator]| task(other).bottleneck(&Stop::default());
        assert_eq!(found(&[]), Some(player));
        assert_eq!(found(&[Operator::simple("switch", [fact(lamp, 0).into()], [fact(lamp, 1)])]), None);
        assert_eq!(
            found(&[Operator::simple("jump", [], [fact(player, 1), fact(stone, 1)])]),
            None,
            "from anywhere"
        );
        assert_eq!(
            found(&[Operator::simple("wait", [fact(player, 1).into()], [fact(stone, 1), fact(player, 1)])]),
            None
        );
        let effect = Effect { condition: vec![fact(stone, 0).into()], fact: fact(player, 1) };
        let mut perhaps = Operator::simple("perhaps", [fact(player, 0).into()], [fact(stone, 1)]);
        perhaps.effects.push(effect);
        assert_eq!(found(&[perhaps]), None);
    }
}
