//! Exclusions of operators: pairs that never share a step, because of clauses added for other reasons.
//!
//! Two operators exclude each other if literals of their preconditions are never both true, or if they make facts true that no
//! state has together. Exclusions of literals follow from the variables' values, the mutex pairs of the formula and the
//! definitions of derived variables. The mutex pairs include h²; Rintanen, Heljanko & Niemelä 2006 leave such pairs out of the
//! disabling graph, too.

use bmcplan_base::ordered::Map;
use bmcplan_task::{Atom, Dependence, Fact, Literal, Task, VarId};

use super::operator_variables::OperatorTerms;

/// Exclusions among a list of operators. Operators are given by their index in the list.
pub struct StepExclusions {
    /// For each operator the literals of its precondition, by their number.
    needed: Vec<Vec<usize>>,
    /// For each operator the facts always made true, by their number.
    made: Vec<Vec<usize>>,
    literals: Vec<Literal>,
    /// For each literal the excluded literals, apart from facts of the same variable.
    excluded: Vec<Vec<usize>>,
    /// Marks for an operator's needs, and for its effects.
    marks: [Marks; 2],
    marked: Option<usize>,
}

/// Literals marked for one operator; marks of earlier operators have an older time.
struct Marks {
    now: u64,
    excluded: Vec<u64>,
    /// For each variable, the value that the operator needs, or gives it.
    values: Vec<(u64, u32)>,
}

impl StepExclusions {
    /// Computes the exclusions among `operators`, in a formula with a clause for each of `mutexes`.
    pub fn of(task: &Task, operators: &[OperatorTerms], mutexes: &[[Fact; 2]]) -> Self {
        let mut numbers: Map<Literal, usize> = Map::new();
        let mut literals = Vec::new();
        let mut number = |literal: Literal| {
            *numbers.entry(literal).or_insert_with(|| {
                literals.push(literal);
                literals.len() - 1
            })
        };
        let (mut needed, mut made) = (Vec::new(), Vec::new());
        for operator in operators.iter().map(|terms| task.operator(terms.id)) {
            needed.push(operator.precondition.iter().map(|literal| number(*literal)).collect());
            let always = operator.effects.iter().filter(|effect| effect.condition.is_empty());
            made.push(always.map(|effect| number(effect.fact.into())).collect());
        }
        let mut excluded = vec![Vec::new(); literals.len()];
        let mut exclude = |a: Literal, b: Literal| {
            if let (Some(a), Some(b)) = (numbers.get(&a), numbers.get(&b)) {
                excluded[*a].push(*b);
                excluded[*b].push(*a);
            }
        };
        for [a, b] in mutexes {
            exclude((*a).into(), (*b).into());
        }
        let dependence = Dependence::of(task);
        for literal in literals.iter().filter(|literal: &&Literal| !literal.positive) {
            exclude(*literal, !*literal);
            if let Atom::Derived(id) = literal.atom {
                dependence.sufficient_facts(id).iter().for_each(|fact| exclude((*fact).into(), *literal));
            }
        }
        let marks = [(); 2].map(|()| Marks::of(literals.len(), task.variables().len()));
        Self { needed, made, literals, excluded, marks, marked: None }
    }

    /// Returns the value of `var` that an operator needs, if its precondition has one.
    pub fn needed_value(&self, operator: usize, var: VarId) -> Option<u32> {
        let mut facts = self.needed[operator].iter().filter_map(|number| self.literals[*number].as_fact());
        facts.find(|fact| fact.var == var).map(|fact| fact.value)
    }

    /// Checks whether two operators are never applicable in one state, or lead to facts that no state has together. Fast for
    /// consecutive calls with the same `a`.
    pub fn exclude(&mut self, a: usize, b: usize) -> bool {
        let Self { needed, made, literals, excluded, marks: [of_needs, of_makes], marked } = self;
        if *marked != Some(a) {
            *marked = Some(a);
            of_needs.mark(&needed[a], literals, excluded);
            of_makes.mark(&made[a], literals, excluded);
        }
        of_needs.exclude_any(&needed[b], literals) || of_makes.exclude_any(&made[b], literals)
    }
}

impl Marks {
    fn of(n_literals: usize, n_variables: usize) -> Self {
        Self { now: 0, excluded: vec![0; n_literals], values: vec![(0, 0); n_variables] }
    }

    fn mark(&mut self, conjunction: &[usize], literals: &[Literal], excluded: &[Vec<usize>]) {
        self.now += 1;
        for number in conjunction {
            if let Some(fact) = literals[*number].as_fact() {
                self.values[fact.var.index()] = (self.now, fact.value);
            }
            excluded[*number].iter().for_each(|other| self.excluded[*other] = self.now);
        }
    }

    /// Checks whether one of these literals was marked.
    fn exclude_any(&self, conjunction: &[usize], literals: &[Literal]) -> bool {
        conjunction.iter().any(|number| {
            let is_other_value = |fact: Fact| {
                let (time, value) = self.values[fact.var.index()];
                time == self.now && value != fact.value
            };
            self.excluded[*number] == self.now || literals[*number].as_fact().is_some_and(is_other_value)
        })
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_formula::Var;
    use bmcplan_task::{Operator, TaskBuilder};

    use super::*;

    #[test]
    fn operators_exclude_each_other_by_what_they_need_and_by_what_they_make() {
        let mut builder = TaskBuilder::default();
        let vars = ["x", "y", "z"].map(|name| builder.variable(name, ["0", "1", "2"], 0));
        let fact = |var: usize, value| Fact { var: vars[var], value };
        let busy = builder.derived("busy", vec![vec![fact(0, 1).into()], vec![fact(1, 1).into()]]);
        let free = !Literal::from(busy);
        let facts = (0..3).flat_map(|var| (0..3).map(move |value| (var, value)));
        let facts: Vec<Fact> = facts.map(|(var, value)| fact(var, value)).collect();
        let mut literals: Vec<Literal> = facts.iter().map(|fact| (*fact).into()).collect();
        literals.extend([free, !free, !Literal::from(fact(0, 0)), !Literal::from(fact(1, 2))]);
        for (index, literal) in literals.iter().enumerate() {
            let made = facts[index % facts.len()];
            builder.operator(Operator::simple("needs one", [*literal], [made]));
            builder.operator(Operator::simple("needs none", [], [made]));
            let is_of_z = literal.as_fact().is_some_and(|fact| fact.var == vars[2]);
            let other = if is_of_z { fact(0, 0) } else { fact(2, 1) };
            builder.operator(Operator::simple("needs two", [*literal, other.into()], []));
        }
        let task = builder.build().unwrap();
        let mutexes = [[fact(0, 2), fact(1, 1)], [fact(2, 0), fact(0, 0)]];
        let lit = Var::from_index(0).positive();
        let terms = task.operator_ids().map(|id| OperatorTerms { id, lit, effects: Vec::new() });
        let terms: Vec<OperatorTerms> = terms.collect();
        let mut exclusions = StepExclusions::of(&task, &terms, &mutexes);
        let facts_exclude = |a: Fact, b: Fact| {
            (a.var == b.var && a != b) || mutexes.contains(&[a, b]) || mutexes.contains(&[b, a])
        };
        let dependence = Dependence::of(&task);
        let literals_exclude = |p: Literal, q: Literal| {
            p == !q
                || match (p.as_fact(), q.as_fact()) {
                    (Some(a), Some(b)) => facts_exclude(a, b),
                    (Some(a), None) => dependence.excludes(a, q),
                    (None, Some(b)) => dependence.excludes(b, p),
                    (None, None) => false,
                }
        };
        let n = task.operators().len();
        let mut n_excluded = 0;
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
            let [one, other] = [&task.operators()[a], &task.operators()[b]];
            let needed = |p: &Literal| other.precondition.iter().any(|q| literals_exclude(*p, *q));
            let made = |effect: &bmcplan_task::Effect| {
                other.effects.iter().any(|second| facts_exclude(effect.fact, second.fact))
            };
            let expected = one.precondition.iter().any(needed) || one.effects.iter().any(made);
            assert_eq!(exclusions.exclude(a, b), expected, "{one:?} and {other:?}");
            n_excluded += usize::from(expected);
        }
        assert!(0 < n_excluded && n_excluded < n * n);
        assert_eq!(exclusions.needed_value(0, vars[0]), Some(0));
        assert_eq!(exclusions.needed_value(0, vars[1]), None);
    }
}
