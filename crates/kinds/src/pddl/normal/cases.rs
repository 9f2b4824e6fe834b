//! Conditions multiplied out: a disjunction of conjunctions, each a case with additional variables.
//!
//! If there would be too many cases, the largest disjunctions get derived predicates. The top level of rules has no limit: an
//! additional rule copies nothing.

use bmcplan_base::ordered::{Map, Set};

use super::super::diagnostics::PddlGroundError;
use super::super::lifted::{LiftedArgument, LiftedAtom, LiftedLiteral, LiftedRule};
use super::context::{Normaliser, VariableScope};
use super::nnf::{NormalCondition, rename_literal};

/// Greatest number of cases of an action, effect or rule.
const MAX_CASES: usize = 16;

/// Greatest number of existential parts in a conjunction: they are independent, so their choices of objects multiply.
const MAX_WITNESSES: usize = 2;

#[derive(Debug, Clone, Default)]
pub(super) struct ConditionCase {
    pub(super) variables: Vec<u32>,
    pub(super) literals: Vec<LiftedLiteral>,
}

impl Normaliser<'_> {
    /// Returns the cases of a condition of an action or effect. Their literals include the types of additional variables.
    pub(super) fn cases(
        &mut self,
        condition: &NormalCondition,
        scope: &VariableScope,
    ) -> Result<Vec<ConditionCase>, PddlGroundError> {
        let mut condition = self.shorten(condition, scope)?;
        if MAX_CASES < condition.n_cases() {
            condition = self.named(&condition, scope)?;
        }
        self.multiplied(&condition, scope)
    }

    fn multiplied(
        &mut self,
        condition: &NormalCondition,
        scope: &VariableScope,
    ) -> Result<Vec<ConditionCase>, PddlGroundError> {
        let mut cases = self.multiply(condition)?;
        for case in &mut cases {
            let types = self.type_literals(&case.variables, scope, &case.literals);
            case.literals.extend(types);
            let mut seen = Set::new();
            case.literals.retain(|literal| seen.insert(literal.clone()));
        }
        Ok(cases)
    }

    /// Replaces disjunctions inside of conjunctions by predicates, the largest ones first, until there are few cases.
    fn shorten(
        &mut self,
        condition: &NormalCondition,
        scope: &VariableScope,
    ) -> Result<NormalCondition, PddlGroundError> {
        match condition {
            NormalCondition::Literal(_) => Ok(condition.clone()),
            NormalCondition::Exists(variables, part) => {
                Ok(NormalCondition::Exists(variables.clone(), Box::new(self.shorten(part, scope)?)))
            }
            NormalCondition::And(parts) | NormalCondition::Or(parts) => {
                let mut shorter = Vec::with_capacity(parts.len());
                for part in parts {
                    shorter.push(self.shorten(part, scope)?);
                }
                if matches!(condition, NormalCondition::Or(_)) {
                    return Ok(NormalCondition::or(shorter));
                }
                let is_exists = |part: &&mut NormalCondition| matches!(part, NormalCondition::Exists(..));
                if MAX_WITNESSES < shorter.iter_mut().filter(is_exists).count() {
                    for part in shorter.iter_mut().filter(is_exists) {
                        *part = self.named(part, scope)?;
                    }
                }
                let mut counts: Vec<usize> = shorter.iter().map(NormalCondition::n_cases).collect();
                while MAX_CASES < counts.iter().copied().fold(1, usize::saturating_mul) {
                    let largest = (0..counts.len()).max_by_key(|place| (counts[*place], usize::MAX - place));
                    let Some(largest) = largest.filter(|largest| 1 < counts[*largest]) else { break };
                    shorter[largest] = self.named(&shorter[largest], scope)?;
                    counts[largest] = shorter[largest].n_cases();
                }
                Ok(NormalCondition::and(shorter))
            }
        }
    }

    fn multiply(&mut self, condition: &NormalCondition) -> Result<Vec<ConditionCase>, PddlGroundError> {
        match condition {
            NormalCondition::Literal(literal) => {
                self.spend(1)?;
                Ok(vec![ConditionCase { variables: Vec::new(), literals: vec![literal.clone()] }])
            }
            NormalCondition::Or(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.multiply(part)?);
                }
                Ok(all)
            }
            NormalCondition::Exists(variables, part) => {
                let mut cases = self.multiply(part)?;
                cases.iter_mut().for_each(|case| case.variables.extend(variables));
                Ok(cases)
            }
            NormalCondition::And(parts) => {
                let mut all = vec![ConditionCase::default()];
                for part in parts {
                    let cases = self.multiply(part)?;
                    if let [case] = cases.as_slice() {
                        self.spend(all.len() * case.literals.len())?;
                        for so_far in &mut all {
                            so_far.variables.extend(&case.variables);
                            so_far.literals.extend(case.literals.iter().cloned());
                        }
                        continue;
                    }
                    let mut longer = Vec::new();
                    for so_far in &all {
                        for case in &cases {
                            self.spend(so_far.literals.len() + case.literals.len())?;
                            let mut both = so_far.clone();
                            both.variables.extend(&case.variables);
                            both.literals.extend(case.literals.iter().cloned());
                            longer.push(both);
                        }
                    }
                    all = longer;
                }
                Ok(all)
            }
        }
    }

    /// Returns an atom of a derived predicate that is equivalent to the condition. Conditions that differ only in the names of
    /// their variables share it.
    pub(super) fn named(
        &mut self,
        condition: &NormalCondition,
        scope: &VariableScope,
    ) -> Result<NormalCondition, PddlGroundError> {
        self.spend(condition.size())?;
        if [NormalCondition::TRUE, NormalCondition::FALSE].contains(condition) {
            return Ok(condition.clone());
        }
        let free = condition.free_variables();
        let mut own = VariableScope::default();
        let mut numbers: Map<u32, u32> = Map::new();
        let mut kinds = Vec::new();
        let mut number = |variable: u32| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            if *numbers.entry(variable).or_insert(next) == next {
                kinds.push(scope.kind(variable));
                if let Some(kind) = scope.kind(variable) {
                    own.declare(next, kind);
                }
            }
        };
        free.iter().copied().for_each(&mut number);
        condition.visit(&mut |variable, _| number(variable));
        let renamed = condition.rename(&mut |variable| {
            LiftedArgument::Variable(numbers.get(&variable).copied().unwrap_or(variable))
        });
        let key = (kinds, renamed);
        let predicate = match self.named.get(&key) {
            Some(predicate) => *predicate,
            None => {
                let predicate = self.new_predicate(free.len());
                let condition = key.1.clone();
                self.named.insert(key, predicate);
                let head: Vec<u32> = (0..).take(free.len()).collect();
                self.rules_for(predicate, &head, &condition, &own)?;
                predicate
            }
        };
        let arguments = free.into_iter().map(LiftedArgument::Variable).collect();
        Ok(NormalCondition::Literal(LiftedLiteral::Holds(LiftedAtom { predicate, arguments })))
    }

    /// Adds the rules that derive a predicate of the variables `head` from a condition.
    pub(super) fn rules_for(
        &mut self,
        predicate: usize,
        head: &[u32],
        condition: &NormalCondition,
        scope: &VariableScope,
    ) -> Result<(), PddlGroundError> {
        let condition = self.shorten(condition, scope)?;
        for case in self.multiplied(&condition, scope)? {
            let body = self.typed(head, scope, &case.literals);
            let order = VariableOrder::default().and([head, &case.variables]);
            let arguments = head.iter().map(|variable| order.argument(*variable)).collect();
            self.rules.push(LiftedRule {
                head: LiftedAtom { predicate, arguments },
                body: order.literals(&body),
                n_variables: order.len(),
            });
        }
        Ok(())
    }
}

/// Variables numbered from 0 in the order in which they are added.
#[derive(Debug, Clone, Default)]
pub(super) struct VariableOrder {
    numbers: Map<u32, u32>,
}

impl VariableOrder {
    /// Returns the order with more variables behind its own.
    pub(super) fn and(mut self, more: [&[u32]; 2]) -> Self {
        for variable in more.into_iter().flatten() {
            let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
            self.numbers.entry(*variable).or_insert(next);
        }
        self
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn rename(&self, argument: LiftedArgument) -> LiftedArgument {
        match argument {
            LiftedArgument::Variable(variable) => self.argument(variable),
            LiftedArgument::Object(_) => argument,
        }
    }

    pub(super) fn argument(&self, variable: u32) -> LiftedArgument {
        LiftedArgument::Variable(self.numbers.get(&variable).copied().unwrap_or(u32::MAX))
    }

    pub(super) fn literals(&self, literals: &[LiftedLiteral]) -> Vec<LiftedLiteral> {
        let renamed = |literal| rename_literal(literal, &mut |variable| self.argument(variable));
        literals.iter().map(renamed).collect()
    }
}
