//! Normalisation: operators and rules get conditions that are conjunctions of literals (Helmert, *Concise finite-domain
//! representations for PDDL planning tasks*, 2009, section 4).

mod cases;
mod context;
mod nnf;
mod quantify;
#[cfg(test)]
mod tests;

use cases::VariableOrder;
use context::{Normaliser, VariableScope, argument};
use nnf::NormalCondition;
use quantify::{ExpansionLimit, lifted};

use bmcplan_base::ordered::{Set, sort};
use bmcplan_base::stop::Stop;
use bmcplan_base::text::Span;
use bmcplan_task::components;

use super::diagnostics::PddlGroundError;
use super::lifted::{
    LiftedAmount, LiftedArgument, LiftedAtom, LiftedEffect, LiftedIncrease, LiftedLiteral, LiftedOperator,
    LiftedRule, LiftedTask,
};
use super::syntax::{ActionSchema, CostTerm, PddlEffect, PddlFormula, PddlProblem, PredicateId};

/// Converts a problem to normal form.
pub(super) fn normalise(problem: &PddlProblem, stop: &Stop) -> Result<LiftedTask, PddlGroundError> {
    let mut context = Normaliser::new(problem, stop);
    let mut operators = Vec::new();
    for (number, action) in problem.actions.iter().enumerate() {
        let cases = context.operators(number, action);
        operators.extend(cases.map_err(|error| error.at(action.span.clone(), "this action"))?);
    }
    context.axioms()?;
    let goal = context.goal(&problem.goal, problem.n_goal_variables)?;
    context.check_strata()?;
    let Normaliser { predicates, mut rules, types, .. } = context;
    let mut initial: Vec<(usize, Vec<u32>)> = Vec::new();
    for (predicate, arguments) in &problem.initial {
        let arguments = arguments.iter().map(|object| u32::try_from(object.0).unwrap_or(u32::MAX));
        if predicates[predicate.0].is_derived {
            let arguments = arguments.map(LiftedArgument::Object).collect();
            let head = LiftedAtom { predicate: predicate.0, arguments };
            rules.push(LiftedRule { head, body: Vec::new(), n_variables: 0 });
        } else {
            initial.push((predicate.0, arguments.collect()));
        }
    }
    initial.extend(types.facts());
    Ok(LiftedTask {
        objects: problem.objects.iter().map(|object| object.name.clone()).collect(),
        predicates,
        operators,
        axioms: rules,
        initial,
        goal,
    })
}

/// An effect without `and`, `forall` and `when`.
struct FlatEffect<'p> {
    /// Variables of the enclosing `forall`s.
    variables: Vec<u32>,
    condition: NormalCondition,
    change: FlatChange<'p>,
}

enum FlatChange<'p> {
    /// The atom is added if true, deleted if false.
    Atom(LiftedAtom, bool),
    Cost(&'p CostTerm, &'p Span),
}

impl Normaliser<'_> {
    /// Returns the operators of an action: one for each case of the precondition.
    fn operators(
        &mut self,
        number: usize,
        action: &ActionSchema,
    ) -> Result<Vec<LiftedOperator>, PddlGroundError> {
        let (mut scope, parameters) = self.scope_of(&action.parameters, action.n_variables);
        let precondition = self.normal(&action.precondition, true, ExpansionLimit::Few, &mut scope)?;
        let mut effects = Vec::new();
        self.flatten(&action.effect, &[], &NormalCondition::TRUE, &mut scope, &mut effects)?;
        let (mut flat, mut increases) = (Vec::new(), Vec::new());
        for FlatEffect { variables, condition, change } in effects {
            let (atom, is_added) = match change {
                FlatChange::Atom(atom, is_added) => (atom, is_added),
                FlatChange::Cost(term, span) => {
                    increases.extend(self.increase(variables, condition, (term, span), &scope)?);
                    continue;
                }
            };
            if self.predicates[atom.predicate].is_derived {
                let name = &self.predicates[atom.predicate].name;
                let message = format!("the action {} changes {name}, which rules derive", action.name);
                return Err(PddlGroundError::invalid(message).at(action.span.clone(), "this action"));
            }
            let cases = self.cases(&condition, &scope)?;
            flat.push((variables, atom, is_added, cases));
        }
        let mut operators = Vec::new();
        for case in self.cases(&precondition, &scope)? {
            let literals = self.typed(&parameters, &scope, &case.literals);
            let order = VariableOrder::default().and([&parameters, &case.variables]);
            let mut effects = Vec::new();
            for (variables, atom, is_added, cases) in &flat {
                for case in cases {
                    self.spend(1 + case.literals.len())?;
                    let condition = self.typed(variables, &scope, &case.literals);
                    let order = order.clone().and([variables, &case.variables]);
                    let arguments = atom.arguments.iter().map(|argument| order.rename(*argument));
                    effects.push(LiftedEffect {
                        n_variables: order.len(),
                        condition: order.literals(&condition),
                        atom: LiftedAtom { predicate: atom.predicate, arguments: arguments.collect() },
                        is_added: *is_added,
                    });
                }
            }
            let increases =
                increases.iter().map(|(variables, increase)| in_order(variables, increase, &order)).collect();
            operators.push(LiftedOperator {
                name: action.name.clone(),
                n_parameters: parameters.len(),
                n_variables: order.len(),
                precondition: order.literals(&literals),
                effects,
                increases,
                action: number,
            });
        }
        Ok(operators)
    }

    fn flatten<'p>(
        &mut self,
        effect: &'p PddlEffect,
        variables: &[u32],
        condition: &NormalCondition,
        scope: &mut VariableScope,
        into: &mut Vec<FlatEffect<'p>>,
    ) -> Result<(), PddlGroundError> {
        self.spend(1 + variables.len() + condition.size())?;
        let mut push = |change| {
            into.push(FlatEffect { variables: variables.to_vec(), condition: condition.clone(), change });
        };
        match effect {
            PddlEffect::Add(atom) => push(FlatChange::Atom(lifted(atom), true)),
            PddlEffect::Delete(atom) => push(FlatChange::Atom(lifted(atom), false)),
            PddlEffect::Increase(term, span) => {
                if self.problem.minimises_cost {
                    push(FlatChange::Cost(term, span));
                }
            }
            PddlEffect::And(parts) => {
                for part in parts {
                    self.flatten(part, variables, condition, scope, into)?;
                }
            }
            PddlEffect::Forall(parameters, part) => {
                let more = self.declare(parameters, scope);
                self.flatten(part, &[variables, &more].concat(), condition, scope, into)?;
            }
            PddlEffect::When(formula, part) => {
                let more = self.normal(formula, true, ExpansionLimit::Few, scope)?;
                let both = NormalCondition::and([condition.clone(), more]);
                self.flatten(part, variables, &both, scope, into)?;
            }
        }
        Ok(())
    }
}

impl Normaliser<'_> {
    /// Returns a term of a cost with its variables, numbered as in the action; `None` if its condition never holds. Any other
    /// condition than a literal gets a derived predicate, so its negation is a literal, too.
    fn increase(
        &mut self,
        variables: Vec<u32>,
        condition: NormalCondition,
        (term, span): (&CostTerm, &Span),
        scope: &VariableScope,
    ) -> Result<Option<(Vec<u32>, LiftedIncrease)>, PddlGroundError> {
        let condition = match condition {
            NormalCondition::Literal(_) => condition,
            other => self.named(&other, scope)?,
        };
        let literal = match condition {
            NormalCondition::Literal(literal) => Some(literal),
            constant if constant == NormalCondition::TRUE => None,
            _ => return Ok(None),
        };
        let literal: Vec<LiftedLiteral> = literal.into_iter().collect();
        let condition = self.typed(&variables, scope, &literal);
        let amount = match term {
            CostTerm::Number(number) => LiftedAmount::Number(*number),
            CostTerm::Function(function, terms) => {
                LiftedAmount::Function(*function, terms.iter().map(|term| argument(*term)).collect())
            }
        };
        Ok(Some((variables, LiftedIncrease { n_variables: 0, condition, amount, span: span.clone() })))
    }
}

/// Renumbers the variables of a term of a cost behind those of an operator.
fn in_order(variables: &[u32], increase: &LiftedIncrease, of_operator: &VariableOrder) -> LiftedIncrease {
    let order = of_operator.clone().and([variables, &[]]);
    LiftedIncrease {
        n_variables: order.len(),
        condition: order.literals(&increase.condition),
        amount: match &increase.amount {
            LiftedAmount::Number(number) => LiftedAmount::Number(*number),
            LiftedAmount::Function(function, arguments) => LiftedAmount::Function(
                *function,
                arguments.iter().map(|argument| order.rename(*argument)).collect(),
            ),
        },
        span: increase.span.clone(),
    }
}

impl Normaliser<'_> {
    /// Adds the rules of the problem's derived predicates.
    fn axioms(&mut self) -> Result<(), PddlGroundError> {
        let problem = self.problem;
        let recursive = recursive(problem);
        for axiom in &problem.axioms {
            self.recursive.clone_from(&recursive[axiom.predicate.0]);
            let (mut scope, parameters) = self.scope_of(&axiom.parameters, axiom.n_variables);
            let condition = self
                .normal(&axiom.condition, true, ExpansionLimit::Few, &mut scope)
                .and_then(|condition| self.rules_for(axiom.predicate.0, &parameters, &condition, &scope));
            condition.map_err(|error| error.at(axiom.span.clone(), "this rule"))?;
        }
        self.recursive = Set::new();
        Ok(())
    }

    /// Checks that no predicate depends on its own negation.
    fn check_strata(&self) -> Result<(), PddlGroundError> {
        let mut uses: Vec<Vec<usize>> = vec![Vec::new(); self.predicates.len()];
        for rule in &self.rules {
            uses[rule.head.predicate].extend(rule.body.iter().filter_map(predicate));
        }
        let mut component_of = vec![0; uses.len()];
        let components = components(&uses);
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|predicate| component_of[*predicate] = number);
        }
        let denies = |rule: &&LiftedRule| {
            rule.body.iter().any(|literal| match literal {
                LiftedLiteral::Fails(atom) => {
                    component_of[atom.predicate] == component_of[rule.head.predicate]
                }
                _ => false,
            })
        };
        let Some(rule) = self.rules.iter().find(denies) else { return Ok(()) };
        let mut circle: Vec<usize> = components[component_of[rule.head.predicate]].clone();
        circle.retain(|predicate| *predicate < self.problem.predicates.len());
        sort(&mut circle);
        let names: Vec<&str> = circle.iter().map(|predicate| &*self.predicates[*predicate].name).collect();
        let error = PddlGroundError::invalid(format!(
            "not stratified: {} depend{} on {} own negation",
            names.join(", "),
            if names.len() == 1 { "s" } else { "" },
            if names.len() == 1 { "its" } else { "their" },
        ))
        .help("a rule may only negate conditions that do not depend on its head");
        let axiom = self.problem.axioms.iter().find(|axiom| circle.contains(&axiom.predicate.0));
        Err(match axiom {
            Some(axiom) => error.at(axiom.span.clone(), "a rule of the circle"),
            None => error,
        })
    }
}

fn predicate(literal: &LiftedLiteral) -> Option<usize> {
    match literal {
        LiftedLiteral::Holds(atom) | LiftedLiteral::Fails(atom) => Some(atom.predicate),
        LiftedLiteral::Same(..) => None,
    }
}

/// Returns for each predicate the predicates in a cycle with it; itself only if it depends on itself.
fn recursive(problem: &PddlProblem) -> Vec<Set<PredicateId>> {
    let mut uses: Vec<Vec<usize>> = vec![Vec::new(); problem.predicates.len()];
    for axiom in &problem.axioms {
        axiom.condition.visit(&mut |part| {
            if let PddlFormula::Atom(atom) = part {
                uses[axiom.predicate.0].push(atom.predicate.0);
            }
        });
    }
    let mut recursive = vec![Set::new(); uses.len()];
    for component in components(&uses) {
        if let [only] = component.as_slice()
            && !uses[*only].contains(only)
        {
            continue;
        }
        let all: Set<PredicateId> = component.iter().copied().map(PredicateId).collect();
        component.iter().for_each(|predicate| recursive[*predicate].clone_from(&all));
    }
    recursive
}

impl Normaliser<'_> {
    /// Returns the goal as literals without variables. Any other part gets a derived predicate.
    fn goal(
        &mut self,
        goal: &PddlFormula,
        n_variables: usize,
    ) -> Result<Vec<LiftedLiteral>, PddlGroundError> {
        let mut scope = VariableScope::above(n_variables);
        let parts = match self.normal(goal, true, ExpansionLimit::Many, &mut scope)? {
            NormalCondition::And(parts) => parts,
            other => vec![other],
        };
        let mut literals = Vec::new();
        for part in parts {
            if part == NormalCondition::FALSE {
                // A predicate without rules.
                let predicate = self.new_predicate(0);
                literals.push(LiftedLiteral::Holds(LiftedAtom { predicate, arguments: Vec::new() }));
                continue;
            }
            let part =
                if matches!(part, NormalCondition::Literal(_)) { part } else { self.named(&part, &scope)? };
            if let NormalCondition::Literal(literal) = part {
                literals.push(literal);
            }
        }
        Ok(literals)
    }
}
