//! The planning task of a game and a goal: variables, derived variables for nested conditions, operators.

use bmcplan_base::ordered::Set;
use bmcplan_base::stop::Stop;
use bmcplan_task::{Atom, DerivedId, Effect, Fact, Literal, Operator, Task, TaskBuilder, TaskError, VarId};

use super::conditions::{CondLit, CondNode, Formulas};
use super::model::{ClockModel, FluentRole, GameModel};
use super::operators::GameOperator;
use crate::fdr::{AtomVariables, common_name};

/// A compiled game: the state variables, conditions and draft operators from which planning tasks are built.
#[derive(Debug, Clone)]
pub(super) struct CompiledGame {
    pub(super) role: String,
    pub(super) model: GameModel,
    pub(super) variables: AtomVariables,
    pub(super) drafts: Vec<GameOperator>,
    pub(super) fluent_names: Vec<String>,
    pub(super) move_names: Vec<String>,
    /// Pairs of fluents of different variables that never hold together.
    pub(super) exclusions: Set<[usize; 2]>,
}

impl CompiledGame {
    /// Returns a name for the derived variable of a condition.
    fn condition_name(&self, node: usize) -> String {
        if node == self.model.terminal.node() {
            return "terminal".into();
        }
        let goal = self.model.goals.iter().find(|(_, lit)| node == lit.node());
        goal.map_or_else(|| format!("condition {node}"), |(value, _)| format!("(goal {} {value})", self.role))
    }
}

/// Builds the task of a game with a conjunction as its goal, until `stop` is raised.
pub(super) fn task(
    game: &CompiledGame,
    goal: &[CondLit],
    clock: Option<&ClockModel>,
    stop: &Stop,
) -> Result<Task, TaskError> {
    let mut builder = TaskBuilder::until(stop);
    expect(&builder, game)?;
    for group in game.variables.domains() {
        let initial = group.value_in(&|fluent| game.model.initial[fluent]);
        let initial = u32::try_from(initial).unwrap_or(u32::MAX);
        match group.atoms.as_slice() {
            [fluent] if group.has_none => {
                builder.variable(&game.fluent_names[*fluent], ["false", "true"], initial);
            }
            fluents => {
                let none = group.has_none.then_some("none");
                let names: Vec<&str> =
                    fluents.iter().map(|fluent| game.fluent_names[*fluent].as_str()).collect();
                builder.variable(common_name(&names), none.into_iter().chain(names.iter().copied()), initial);
            }
        }
    }
    let clock = clock.map(|clock| {
        let names = clock.values.iter().map(|fluents| {
            let shown = fluents.iter().filter(|fluent| game.model.roles[**fluent] == FluentRole::Clock);
            shown.map(|fluent| game.fluent_names[*fluent].as_str()).collect::<Vec<_>>().join(" ")
        });
        builder.clock("clock", names, u32::try_from(clock.loop_to).unwrap_or(u32::MAX))
    });
    let mut literals = Literals { game, formulas: &game.model.formulas, clock, derived: Vec::new() };
    literals.define(goal, &mut builder);
    for draft in game.drafts.iter().take_while(|_| !stop.is_raised()) {
        let effects = draft.effects.iter().map(|effect| Effect {
            condition: literals.all(&effect.condition),
            fact: fact(VarId::from_index(effect.variable), effect.value),
        });
        builder.operator(Operator {
            name: game.move_names[draft.a_move].clone(),
            precondition: literals.all(&draft.precondition),
            effects: effects.collect(),
            cost: 1,
        });
    }
    for pair in game.exclusions.iter().take_while(|_| !stop.is_raised()) {
        let [Some(a), Some(b)] = pair.map(|fluent| literals.state_fact(fluent)) else { continue };
        builder.mutex(a, b);
    }
    if goal == [CondLit::FALSE] {
        let never = builder.derived("never", Vec::new());
        builder.goal([never.into()]);
    } else {
        builder.goal(literals.all(goal));
    }
    builder.build()
}

fn expect(builder: &TaskBuilder, game: &CompiledGame) -> Result<(), TaskError> {
    let literals = game.drafts.iter().map(|draft| {
        let effects = draft.effects.iter().map(|effect| effect.condition.len() + 1);
        draft.precondition.len() + effects.sum::<usize>()
    });
    builder.expect(game.drafts.len(), literals.sum(), game.exclusions.len())
}

fn fact(var: VarId, value: usize) -> Fact {
    Fact { var, value: u32::try_from(value).unwrap_or(u32::MAX) }
}

struct Literals<'g> {
    game: &'g CompiledGame,
    formulas: &'g Formulas,
    clock: Option<VarId>,
    derived: Vec<Option<DerivedId>>,
}

impl Literals<'_> {
    /// Adds derived variables for the nested conditions of the operators and the goal.
    fn define(&mut self, goal: &[CondLit], builder: &mut TaskBuilder) {
        let mut needed = vec![false; self.formulas.nodes().len()];
        let effects = self.game.drafts.iter().flat_map(|draft| &draft.effects);
        let used = effects.flat_map(|effect| &effect.condition);
        let used = used.chain(self.game.drafts.iter().flat_map(|draft| &draft.precondition)).chain(goal);
        used.for_each(|lit| needed[lit.node()] = true);
        for number in (0..needed.len()).rev() {
            if let CondNode::Or(bodies) = &self.formulas.nodes()[number]
                && needed[number]
            {
                bodies.iter().flatten().for_each(|lit| needed[lit.node()] = true);
            }
        }
        self.derived = vec![None; needed.len()];
        for (number, node) in self.formulas.nodes().iter().enumerate() {
            if builder.is_stopped() {
                break;
            }
            if let CondNode::Or(bodies) = node
                && needed[number]
            {
                let rules = bodies.iter().map(|body| self.all(body)).collect();
                self.derived[number] = Some(builder.derived(self.game.condition_name(number), rules));
            }
        }
    }

    fn all(&self, body: &[CondLit]) -> Vec<Literal> {
        body.iter().filter_map(|lit| self.literal(*lit)).collect()
    }

    fn state_fact(&self, fluent: usize) -> Option<Fact> {
        let (variable, place) = self.game.variables.place(fluent)?;
        Some(fact(VarId::from_index(variable), self.game.variables.domains()[variable].value(place)))
    }

    /// Returns the literal of a condition; `None` if it always holds.
    fn literal(&self, lit: CondLit) -> Option<Literal> {
        let atom = match self.formulas.node(lit) {
            CondNode::True => return None,
            CondNode::Or(_) => Atom::Derived(self.derived[lit.node()]?),
            CondNode::Leaf(leaf) => Atom::Fact(match self.state_fact(*leaf) {
                Some(fact) => fact,
                None => fact(self.clock?, leaf.checked_sub(self.game.model.fluents.len())?),
            }),
        };
        // The negation of one of two values is the other value.
        if let (Atom::Fact(Fact { var, value }), false) = (atom, lit.is_positive())
            && self.game.variables.domains().get(var.index()).is_some_and(|group| group.n_values() == 2)
        {
            return Some(Fact { var, value: 1 - value }.into());
        }
        Some(Literal { atom, positive: lit.is_positive() })
    }
}
