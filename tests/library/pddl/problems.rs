//! Random small problems that were never texts: in every reachable state the ground task does what the problem says.

use std::collections::BTreeSet;

use bmcplan::kinds::pddl::{
    ActionSchema, AxiomSchema, CostNumber, CostTerm, ObjectId, Parameter, PddlAtom, PddlEffect, PddlFormula,
    PddlObject, PddlProblem, PddlTerm, PddlType, Predicate, PredicateId, TypeId,
};
use proptest::prelude::*;

use super::ground::compare;
use crate::common::cases::cases;

/// Numbers one after the other (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 20).unwrap() % end
    }
}

/// Objects a, b of type s and c of type t; predicates: static 0 and 1, changing 2 to 4, derived 5 and 6.
const ARITIES: [usize; 7] = [1, 2, 0, 1, 2, 1, 1];
const FIRST_DERIVED: usize = 5;

/// The derived predicates that a rule may mention: those before one with any sign, and itself positively.
#[derive(Clone, Copy)]
struct Mentions {
    before: usize,
    itself: bool,
}

struct Writer<'d> {
    dice: &'d mut Dice,
    /// The variables so far, and how many are in scope.
    n_variables: usize,
    scope: Vec<usize>,
    mentions: Mentions,
    /// The quantifiers around an effect, and the terms of the cost so far.
    n_foralls: usize,
    n_increases: usize,
}

impl<'d> Writer<'d> {
    fn new(dice: &'d mut Dice, mentions: Mentions) -> Self {
        Self { dice, n_variables: 0, scope: Vec::new(), mentions, n_foralls: 0, n_increases: 0 }
    }

    fn parameter(&mut self) -> Parameter {
        let variable = self.n_variables;
        self.n_variables += 1;
        self.scope.push(variable);
        let types = match self.dice.below(6) {
            0 => vec![TypeId(1)],
            1 => vec![TypeId(2)],
            2 => vec![TypeId(1), TypeId(2)],
            3 if self.dice.below(4) == 0 => vec![TypeId(3)],
            _ => vec![TypeId(0)],
        };
        Parameter { variable, name: format!("?v{variable}"), types }
    }

    fn term(&mut self) -> PddlTerm {
        if self.scope.is_empty() || self.dice.below(5) == 0 {
            return PddlTerm::Object(ObjectId(self.dice.below(3)));
        }
        let place = self.dice.below(self.scope.len());
        PddlTerm::Variable(self.scope[place])
    }

    fn atom(&mut self, predicate: usize) -> PddlAtom {
        let arguments = (0..ARITIES[predicate]).map(|_| self.term()).collect();
        PddlAtom { predicate: PredicateId(predicate), arguments }
    }

    fn formula(&mut self, depth: usize, positive: bool) -> PddlFormula {
        let part = |writer: &mut Self, positive| Box::new(writer.formula(depth - 1, positive));
        match self.dice.below(if depth == 0 { 3 } else { 12 }) {
            0 if self.dice.below(6) == 0 => PddlFormula::Equal(self.term(), self.term()),
            0..3 => {
                let end = self.mentions.before + usize::from(self.mentions.itself && positive);
                // Mostly the last ones, which are derived or change.
                let first = if self.dice.below(3) == 0 { 0 } else { 3 };
                let predicate = first + self.dice.below(end - first);
                PddlFormula::Atom(self.atom(predicate))
            }
            3..5 => PddlFormula::Not(part(self, !positive)),
            kind @ 5..9 => {
                let n_parts = if self.dice.below(12) == 0 { 0 } else { 2 + self.dice.below(2) };
                let parts = (0..n_parts).map(|_| self.formula(depth - 1, positive)).collect();
                if kind < 7 { PddlFormula::And(parts) } else { PddlFormula::Or(parts) }
            }
            9 => PddlFormula::Imply(part(self, !positive), part(self, positive)),
            kind => {
                let n_before = self.scope.len();
                let n_parameters = 1 + self.dice.below(2);
                let parameters = (0..n_parameters).map(|_| self.parameter()).collect();
                let part = part(self, positive);
                self.scope.truncate(n_before);
                if kind == 10 {
                    PddlFormula::Exists(parameters, part)
                } else {
                    PddlFormula::Forall(parameters, part)
                }
            }
        }
    }

    /// A term of the cost, if there are not too many: each may be two cases of the action.
    fn increase(&mut self) -> PddlEffect {
        if 1 < self.n_foralls || 1 < self.n_increases {
            return PddlEffect::And(Vec::new());
        }
        self.n_increases += 1;
        let digits = u64::try_from(self.dice.below(50)).unwrap();
        let n_decimals = u32::try_from(self.dice.below(3)).unwrap();
        let number = CostNumber { digits, n_decimals };
        PddlEffect::Increase(CostTerm::Number(number), 0..0)
    }

    fn effect(&mut self, depth: usize) -> PddlEffect {
        if self.dice.below(4) == 0 {
            return self.increase();
        }
        match self.dice.below(if depth == 0 { 2 } else { 5 }) {
            0 => {
                let predicate = 2 + self.dice.below(3);
                PddlEffect::Add(self.atom(predicate))
            }
            1 => {
                let predicate = 2 + self.dice.below(3);
                PddlEffect::Delete(self.atom(predicate))
            }
            2 => {
                let n_parts = 2 + self.dice.below(2);
                PddlEffect::And((0..n_parts).map(|_| self.effect(depth - 1)).collect())
            }
            3 => PddlEffect::When(self.formula(2, true), Box::new(self.effect(depth - 1))),
            _ => {
                let n_before = self.scope.len();
                let parameters = vec![self.parameter()];
                self.n_foralls += 1;
                let part = Box::new(self.effect(depth - 1));
                self.n_foralls -= 1;
                self.scope.truncate(n_before);
                PddlEffect::Forall(parameters, part)
            }
        }
    }
}

fn problem(dice: &mut Dice) -> PddlProblem {
    let everything = Mentions { before: ARITIES.len(), itself: false };
    let kind = |name: &str, parents| PddlType { name: name.to_owned(), parents };
    let object = |name: &str, of| PddlObject { name: name.to_owned(), types: vec![TypeId(of)] };
    let parameter = |variable| Parameter { variable, name: format!("?v{variable}"), types: vec![TypeId(0)] };
    let predicates = ARITIES.iter().enumerate().map(|(number, arity)| Predicate {
        name: format!("p{number}"),
        parameters: (0..*arity).map(parameter).collect(),
        is_derived: FIRST_DERIVED <= number,
    });
    let action = |number| {
        let mut writer = Writer::new(dice, everything);
        let n_parameters = writer.dice.below(3);
        let parameters = (0..n_parameters).map(|_| writer.parameter()).collect();
        let (precondition, effect) = (writer.formula(3, true), writer.effect(3));
        ActionSchema {
            name: format!("a{number}"),
            parameters,
            n_variables: writer.n_variables,
            precondition,
            effect,
            span: 0..0,
        }
    };
    let actions = (0..4).map(action).collect();
    let axioms = [5, 5, 5, 6, 6].map(|predicate| {
        let mut writer = Writer::new(dice, Mentions { before: predicate, itself: true });
        let parameters = vec![writer.parameter()];
        let condition = writer.formula(3, true);
        let n_variables = writer.n_variables;
        AxiomSchema { predicate: PredicateId(predicate), parameters, n_variables, condition, span: 0..0 }
    });
    let mut goal_writer = Writer::new(dice, everything);
    let (goal, n_goal_variables) = (goal_writer.formula(3, true), goal_writer.n_variables);
    let mut initial = BTreeSet::new();
    for _ in 0..8 {
        let predicate = dice.below(FIRST_DERIVED);
        initial.insert((
            PredicateId(predicate),
            (0..ARITIES[predicate]).map(|_| ObjectId(dice.below(3))).collect(),
        ));
    }
    PddlProblem {
        domain: "d".to_owned(),
        name: "p".to_owned(),
        types: vec![
            kind("object", vec![]),
            kind("s", vec![TypeId(0)]),
            kind("t", vec![TypeId(0)]),
            kind("u", vec![TypeId(2)]),
        ],
        objects: vec![object("a", 1), object("b", 1), object("c", 2)],
        predicates: predicates.collect(),
        functions: Vec::new(),
        actions,
        axioms: axioms.into(),
        initial: initial.into_iter().collect(),
        goal,
        n_goal_variables,
        minimises_cost: true,
        cost_scale: 100,
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn ground_tasks_do_what_the_problem_says(seed in 1..u64::MAX) {
        compare(&problem(&mut Dice(seed)), 60);
    }
}
