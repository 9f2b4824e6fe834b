//! Operators and rules as datalog rules.
//!
//! Negative conditions are left out unless they are static, so all relaxed reachable atoms are derived. An operator's rule
//! derives its unconditional additions. Conditional effects have separate rules, which start from an atom for the operator
//! with the relevant variables.

use bmcplan_base::ordered::Set;

use super::super::lifted::{
    LiftedArgument, LiftedAtom, LiftedEffect, LiftedLiteral, LiftedOperator, LiftedRule, LiftedTask,
};
use crate::datalog::{Pattern, RuleBody, Symbol, TermId, Terms};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RulePurpose {
    Operator(usize),
    /// An effect, or a part of the precondition, of the operator of that number.
    Effect(usize),
    Rule(usize),
    /// A part of the condition of that rule.
    Part(usize),
}

impl RulePurpose {
    pub(super) fn part(self) -> Self {
        match self {
            Self::Operator(operator) | Self::Effect(operator) => Self::Effect(operator),
            Self::Rule(rule) | Self::Part(rule) => Self::Part(rule),
        }
    }
}

#[derive(Debug)]
pub(super) struct DatalogRule {
    pub(super) purpose: RulePurpose,
    pub(super) body: RuleBody,
    pub(super) heads: Vec<Pattern>,
    /// Pattern for each variable of the operator or rule.
    pub(super) variables: Vec<Pattern>,
}

#[derive(Debug)]
pub(super) struct SymbolNumbers {
    /// For each predicate: true if it is static, the same in every state.
    pub(super) is_static: Vec<bool>,
    objects: Vec<TermId>,
    pub(super) n_symbols: usize,
}

impl SymbolNumbers {
    /// Numbers objects and predicates. `None` if there are too many.
    pub(super) fn of(task: &LiftedTask, terms: &mut Terms) -> Option<Self> {
        let first = task.predicates.len() + task.operators.len();
        let object = |number: usize| terms.intern(symbol(first + number)?, &[]);
        let objects = (0..task.objects.len()).map(object).collect::<Option<_>>()?;
        let is_static = task.predicates.iter().map(|predicate| !predicate.is_derived && !predicate.is_fluent);
        Some(Self { is_static: is_static.collect(), objects, n_symbols: first + task.objects.len() })
    }

    /// Returns the number of an object, if the term is one.
    pub(super) fn object(&self, term: TermId) -> Option<u32> {
        // Objects are the first terms of all.
        u32::try_from(term.index()).ok().filter(|number| (*number as usize) < self.objects.len())
    }

    pub(super) fn atom(&self, predicate: usize, objects: &[u32], terms: &mut Terms) -> Option<TermId> {
        let arguments = objects.iter().map(|object| self.objects.get(*object as usize).copied());
        terms.intern(symbol(predicate)?, &arguments.collect::<Option<Vec<TermId>>>()?)
    }

    fn argument(&self, argument: LiftedArgument, variables: &[Pattern]) -> Option<Pattern> {
        match argument {
            LiftedArgument::Variable(variable) => variables.get(variable as usize).cloned(),
            LiftedArgument::Object(object) => self.objects.get(object as usize).copied().map(Pattern::Ground),
        }
    }

    /// Returns an atom under a substitution of its variables.
    pub(super) fn pattern(
        &self,
        atom: &LiftedAtom,
        variables: &[Pattern],
        terms: &mut Terms,
    ) -> Option<Pattern> {
        let parts = atom.arguments.iter().map(|argument| self.argument(*argument, variables));
        Pattern::of(symbol(atom.predicate)?, parts.collect::<Option<_>>()?, terms)
    }

    /// Checks whether a symbol is that of a predicate that can change.
    pub(super) fn grows(&self, symbol: Symbol) -> bool {
        self.is_static.get(symbol.index()).is_none_or(|is_static| !is_static)
    }
}

pub(super) fn symbol(number: usize) -> Option<Symbol> {
    u32::try_from(number).ok().map(Symbol)
}

/// A conjunction prepared for joins.
#[derive(Debug)]
pub(super) struct JoinForm {
    pub(super) body: RuleBody,
    /// Pattern for each variable: itself, an equal earlier one, or an object.
    pub(super) variables: Vec<Pattern>,
    /// Equalities of variables bound before the join, to be checked.
    pub(super) same: Vec<[Pattern; 2]>,
}

impl JoinForm {
    /// Prepares a conjunction; `None` if its equalities are contradictory. The first `n_given` variables are bound before the
    /// join.
    pub(super) fn of(
        literals: &[LiftedLiteral],
        n_variables: usize,
        n_given: usize,
        symbols: &SymbolNumbers,
        terms: &mut Terms,
    ) -> Option<Self> {
        let mut variables: Vec<Pattern> = (0..n_variables).map(Pattern::Variable).collect();
        let mut same = Vec::new();
        for literal in literals {
            let LiftedLiteral::Same(one, other, true) = literal else { continue };
            let pair = [one, other].map(|argument| symbols.argument(*argument, &variables));
            let [Some(one), Some(other)] = pair else { return None };
            let (from, to) = match (&one, &other) {
                _ if one == other => continue,
                (Pattern::Variable(a), Pattern::Variable(b)) if a < b => (*b, one),
                (Pattern::Variable(a), _) => (*a, other),
                (_, Pattern::Variable(b)) => (*b, one),
                _ => return None,
            };
            if from < n_given {
                same.push([Pattern::Variable(from), to]);
                continue;
            }
            for variable in &mut variables {
                if *variable == Pattern::Variable(from) {
                    *variable = to.clone();
                }
            }
        }
        let mut body = RuleBody { n_variables, ..RuleBody::default() };
        for literal in literals {
            match literal {
                LiftedLiteral::Holds(atom) => {
                    let condition = (symbol(atom.predicate)?, symbols.pattern(atom, &variables, terms)?);
                    if !body.holds.contains(&condition) {
                        body.holds.push(condition);
                    }
                }
                LiftedLiteral::Fails(atom) if symbols.is_static[atom.predicate] => {
                    body.fails.push((symbol(atom.predicate)?, symbols.pattern(atom, &variables, terms)?));
                }
                LiftedLiteral::Fails(_) | LiftedLiteral::Same(_, _, true) => {}
                LiftedLiteral::Same(one, other, false) => {
                    let one = symbols.argument(*one, &variables)?;
                    body.distinct.push([one, symbols.argument(*other, &variables)?]);
                }
            }
        }
        Some(Self { body, variables, same })
    }
}

/// Returns the datalog rules of a task. Operators and rules that can never apply have none.
pub(super) fn rules(task: &LiftedTask, symbols: &SymbolNumbers, terms: &mut Terms) -> Vec<DatalogRule> {
    let mut rules = Vec::new();
    for (number, operator) in task.operators.iter().enumerate() {
        operator_rules(number, operator, task, symbols, terms, &mut rules);
    }
    for (number, rule) in task.axioms.iter().enumerate() {
        rules.extend(axiom_rule(number, rule, symbols, terms));
    }
    rules
}

fn axiom_rule(
    number: usize,
    rule: &LiftedRule,
    symbols: &SymbolNumbers,
    terms: &mut Terms,
) -> Option<DatalogRule> {
    let JoinForm { body, variables, .. } = JoinForm::of(&rule.body, rule.n_variables, 0, symbols, terms)?;
    let heads = vec![symbols.pattern(&rule.head, &variables, terms)?];
    Some(DatalogRule { purpose: RulePurpose::Rule(number), body, heads, variables })
}

fn operator_rules(
    number: usize,
    operator: &LiftedOperator,
    task: &LiftedTask,
    symbols: &SymbolNumbers,
    terms: &mut Terms,
    rules: &mut Vec<DatalogRule>,
) -> Option<()> {
    let JoinForm { body, variables, .. } =
        JoinForm::of(&operator.precondition, operator.n_variables, 0, symbols, terms)?;
    let added = operator.effects.iter().filter(|effect| effect.is_added);
    let (always, sometimes): (Vec<&LiftedEffect>, _) = added.partition(|effect| effect.condition.is_empty());
    let mut heads = Vec::new();
    for effect in always {
        heads.push(symbols.pattern(&effect.atom, &variables, terms)?);
    }
    if !sometimes.is_empty() {
        let used: Set<u32> =
            sometimes.iter().flat_map(|effect| used_variables(effect, operator.n_variables)).collect();
        let applies = symbol(task.predicates.len() + number)?;
        let parts = used.iter().map(|variable| variables.get(*variable as usize).cloned());
        heads.push(Pattern::of(applies, parts.collect::<Option<_>>()?, terms)?);
        for effect in sometimes {
            let conjunction = JoinForm::of(&effect.condition, effect.n_variables, 0, symbols, terms);
            let Some(JoinForm { mut body, variables, .. }) = conjunction else { continue };
            let parts = used.iter().map(|variable| variables.get(*variable as usize).cloned());
            body.holds.push((applies, Pattern::of(applies, parts.collect::<Option<_>>()?, terms)?));
            let heads = vec![symbols.pattern(&effect.atom, &variables, terms)?];
            rules.push(DatalogRule { purpose: RulePurpose::Effect(number), body, heads, variables });
        }
    }
    rules.push(DatalogRule { purpose: RulePurpose::Operator(number), body, heads, variables });
    Some(())
}

/// Returns the variables of the operator in an effect.
fn used_variables(effect: &LiftedEffect, n_variables: usize) -> Vec<u32> {
    let mut used = effect.atom.arguments.clone();
    for literal in &effect.condition {
        match literal {
            LiftedLiteral::Holds(atom) | LiftedLiteral::Fails(atom) => used.extend(&atom.arguments),
            LiftedLiteral::Same(one, other, _) => used.extend([one, other]),
        }
    }
    let variables = used.into_iter().filter_map(|argument| match argument {
        LiftedArgument::Variable(variable) if (variable as usize) < n_variables => Some(variable),
        _ => None,
    });
    variables.collect()
}
