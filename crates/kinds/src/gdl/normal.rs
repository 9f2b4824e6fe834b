//! Normal form: statements as rules whose bodies are conjunctions.
//!
//! Negations are pushed inwards and the body is multiplied out (disjunctive normal form). A negated `distinct` means that two
//! terms are equal. Unification (Robinson, *A machine-oriented logic based on the resolution principle*, 1965) solves and
//! removes it.

use std::collections::HashSet;

use bmcplan_base::text::{Diagnostic, Source};

use super::limits::{SymbolBudget, atom_size, condition_size, term_size};
use super::sheet::{BodyFormula, Condition, GdlRule, GdlTerm, Statement};
use crate::datalog::Terms;

/// Greatest number of rules into which a statement is multiplied out.
const MAX_RULES: usize = 4096;

/// A conjunction that becomes the body of a rule.
#[derive(Debug, Clone, Default)]
struct Conjunction {
    conditions: Vec<Condition>,
    equal: Vec<(GdlTerm, GdlTerm)>,
    n_symbols: usize,
}

/// Reason why there are no rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NormalFormError {
    /// Equal terms differ under every substitution.
    Differ,
    TooMany,
    TooDeep,
    TooLarge,
}

/// Returns the rules equivalent to a statement; none if its body is unsatisfiable. The whole sheet shares the budget.
pub(super) fn rules(
    source: &Source,
    statement: &Statement,
    budget: &mut SymbolBudget<'_>,
) -> Result<Vec<GdlRule>, Diagnostic> {
    let mut rules = Vec::new();
    let mut multiply_out = || {
        for conjunction in (Multiplication { budget }).all(&statement.body, true)? {
            match rule(statement, conjunction, budget) {
                Err(NormalFormError::Differ) => {}
                rule => rules.push(rule?),
            }
        }
        Ok(())
    };
    let Err(error) = multiply_out() else { return Ok(rules) };
    let name_it = "give a part of it a name: a relation of its own, defined by a rule for each alternative";
    let (message, label, help) = match error {
        NormalFormError::TooMany => (
            "the rule has too many alternatives",
            format!("multiplied out, it becomes more than {MAX_RULES} rules"),
            name_it,
        ),
        NormalFormError::TooDeep => (
            "the terms of the rule are nested too deep",
            format!("they would have more than {} levels", Terms::MAX_DEPTH),
            "nest fewer functions in the terms of (not (distinct …))",
        ),
        NormalFormError::Differ | NormalFormError::TooLarge => (
            "the sheet grows too large when its rules are multiplied out",
            format!("from here on, the sheet has more than {} symbols", SymbolBudget::MAX_SYMBOLS),
            name_it,
        ),
    };
    Err(Diagnostic::new(source, message).at(statement.span.clone(), label).help(help))
}

struct Multiplication<'b, 's> {
    budget: &'b mut SymbolBudget<'s>,
}

impl Multiplication<'_, '_> {
    fn alternatives(
        &mut self,
        formula: &BodyFormula,
        positive: bool,
    ) -> Result<Vec<Conjunction>, NormalFormError> {
        match formula {
            BodyFormula::Atom(atom, _) if positive => self.condition(Condition::Holds(atom.clone())),
            BodyFormula::Atom(atom, _) => self.condition(Condition::Fails(atom.clone())),
            BodyFormula::Distinct(a, b) if positive => {
                self.condition(Condition::Distinct(a.clone(), b.clone()))
            }
            BodyFormula::Distinct(a, b) => {
                let n_symbols = 1 + term_size(a) + term_size(b);
                self.spend(n_symbols)?;
                let equal = vec![(a.clone(), b.clone())];
                Ok(vec![Conjunction { equal, n_symbols, ..Conjunction::default() }])
            }
            BodyFormula::Not(negated) => self.alternatives(negated, !positive),
            BodyFormula::And(parts) if positive => self.all(parts, positive),
            BodyFormula::Or(parts) if !positive => self.all(parts, positive),
            BodyFormula::And(parts) | BodyFormula::Or(parts) => self.any(parts, positive),
        }
    }

    fn condition(&mut self, condition: Condition) -> Result<Vec<Conjunction>, NormalFormError> {
        let n_symbols = condition_size(&condition);
        self.spend(n_symbols)?;
        Ok(vec![Conjunction { conditions: vec![condition], equal: Vec::new(), n_symbols }])
    }

    fn all(&mut self, parts: &[BodyFormula], positive: bool) -> Result<Vec<Conjunction>, NormalFormError> {
        let mut joined = vec![Conjunction::default()];
        for part in parts {
            let mut part = self.alternatives(part, positive)?;
            if MAX_RULES < joined.len().saturating_mul(part.len()) {
                return Err(NormalFormError::TooMany);
            }
            if let [only] = part.as_mut_slice() {
                let [copies @ .., last] = joined.as_mut_slice() else { continue };
                self.spend(copies.len().saturating_mul(1 + only.n_symbols))?;
                copies.iter_mut().for_each(|left| left.append(&mut only.clone()));
                last.append(only);
                continue;
            }
            let mut product = Vec::with_capacity(joined.len() * part.len());
            for left in &joined {
                for right in &part {
                    self.spend(1 + left.n_symbols + right.n_symbols)?;
                    let mut both = left.clone();
                    both.append(&mut right.clone());
                    product.push(both);
                }
            }
            joined = product;
        }
        Ok(joined)
    }

    fn any(&mut self, parts: &[BodyFormula], positive: bool) -> Result<Vec<Conjunction>, NormalFormError> {
        let mut found = Vec::new();
        for part in parts {
            found.append(&mut self.alternatives(part, positive)?);
            if MAX_RULES < found.len() {
                return Err(NormalFormError::TooMany);
            }
        }
        Ok(found)
    }

    fn spend(&mut self, symbols: usize) -> Result<(), NormalFormError> {
        self.budget.spend(symbols).ok_or(NormalFormError::TooLarge)
    }
}

impl Conjunction {
    fn append(&mut self, other: &mut Self) {
        self.conditions.append(&mut other.conditions);
        self.equal.append(&mut other.equal);
        self.n_symbols += other.n_symbols;
    }
}

fn rule(
    statement: &Statement,
    conjunction: Conjunction,
    budget: &mut SymbolBudget<'_>,
) -> Result<GdlRule, NormalFormError> {
    let Conjunction { mut conditions, equal, .. } = conjunction;
    let mut head = statement.head.clone();
    budget.spend(atom_size(&head)).ok_or(NormalFormError::TooLarge)?;
    if !equal.is_empty() {
        budget.spend(statement.variables.len()).ok_or(NormalFormError::TooLarge)?;
        let mut unifier = Unifier { bound: vec![None; statement.variables.len()], budget };
        equal.iter().try_for_each(|(a, b)| unifier.unify(a, b))?;
        let mut terms: Vec<&mut GdlTerm> = head.arguments.iter_mut().collect();
        for condition in &mut conditions {
            match condition {
                Condition::Holds(atom) | Condition::Fails(atom) => terms.extend(&mut atom.arguments),
                Condition::Distinct(a, b) => terms.extend([a, b]),
            }
        }
        for term in terms {
            *term = unifier.term(term)?;
        }
    }
    let mut seen = HashSet::new();
    let is_first: Vec<bool> = conditions.iter().map(|condition| seen.insert(condition)).collect();
    let mut is_first = is_first.into_iter();
    conditions.retain(|_| is_first.next() == Some(true));
    Ok(GdlRule {
        head,
        body: conditions,
        n_variables: statement.variables.len(),
        span: statement.span.clone(),
    })
}

/// A substitution that makes terms equal: the term bound to each variable, if any. A term is expanded only as far as its depth
/// and the budget allow: a few equations can define terms of any size.
struct Unifier<'b, 's> {
    bound: Vec<Option<GdlTerm>>,
    budget: &'b mut SymbolBudget<'s>,
}

impl Unifier<'_, '_> {
    fn unify(&mut self, a: &GdlTerm, b: &GdlTerm) -> Result<(), NormalFormError> {
        match (self.term(a)?, self.term(b)?) {
            (a, b) if a == b => Ok(()),
            (GdlTerm::Variable(variable), term) | (term, GdlTerm::Variable(variable)) => {
                if mentions(&term, variable) {
                    return Err(NormalFormError::Differ);
                }
                self.bound[variable] = Some(term);
                Ok(())
            }
            (GdlTerm::Function(f, a), GdlTerm::Function(g, b)) if f == g && a.len() == b.len() => {
                a.iter().zip(&b).try_for_each(|(a, b)| self.unify(a, b))
            }
            _ => Err(NormalFormError::Differ),
        }
    }

    fn term(&mut self, term: &GdlTerm) -> Result<GdlTerm, NormalFormError> {
        resolve(&self.bound, self.budget, term, 0)
    }
}

fn resolve(
    bound: &[Option<GdlTerm>],
    budget: &mut SymbolBudget<'_>,
    term: &GdlTerm,
    depth: u32,
) -> Result<GdlTerm, NormalFormError> {
    budget.spend(1).ok_or(NormalFormError::TooLarge)?;
    // No recursion along variables: their chains can be as long as their number.
    let mut term = term;
    while let GdlTerm::Variable(variable) = term
        && let Some(known) = &bound[*variable]
    {
        budget.spend(1).ok_or(NormalFormError::TooLarge)?;
        term = known;
    }
    match term {
        GdlTerm::Constant(_) | GdlTerm::Variable(_) => Ok(term.clone()),
        GdlTerm::Function(..) if Terms::MAX_DEPTH <= depth => Err(NormalFormError::TooDeep),
        GdlTerm::Function(symbol, arguments) => {
            let arguments = arguments.iter().map(|argument| resolve(bound, budget, argument, depth + 1));
            Ok(GdlTerm::Function(*symbol, arguments.collect::<Result<_, _>>()?))
        }
    }
}

fn mentions(term: &GdlTerm, variable: usize) -> bool {
    match term {
        GdlTerm::Constant(_) => false,
        GdlTerm::Variable(other) => *other == variable,
        GdlTerm::Function(_, arguments) => arguments.iter().any(|argument| mentions(argument, variable)),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use bmcplan_base::text::sexpr;

    use super::super::read::statement;
    use super::super::sheet::Symbols;
    use super::*;

    fn normal(text: &str) -> Result<String, Diagnostic> {
        let source = Source::new("sheet.kif", text);
        let (mut symbols, mut budget) = (Symbols::default(), SymbolBudget::until(&|| false));
        let mut lines = String::new();
        for expression in sexpr::read(&source)? {
            let statement = statement(&source, &mut symbols, &expression)?;
            for rule in rules(&source, &statement, &mut budget)? {
                lines.push_str(&symbols.atom(&rule.head));
                for (number, condition) in rule.body.iter().enumerate() {
                    lines.push_str(if number == 0 { " <= " } else { ", " });
                    match condition {
                        Condition::Holds(atom) => lines.push_str(&symbols.atom(atom)),
                        Condition::Fails(atom) => lines.push_str(&format!("not {}", symbols.atom(atom))),
                        Condition::Distinct(a, b) => {
                            let [a, b] = [a, b].map(|term: &GdlTerm| symbols.term(term));
                            lines.push_str(&format!("{a} != {b}"));
                        }
                    }
                }
                lines.push('\n');
            }
        }
        Ok(lines)
    }

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&normal(text).unwrap());
    }

    fn error(text: &str) -> String {
        normal(text).unwrap_err().message().to_owned()
    }

    #[test]
    fn facts_and_rules_without_a_body_are_the_same() {
        check(
            "p (p) (<= p) (<= (p)) (<= p (and)) (q (a) (f (b) C)) (<= (S ?X) (Q ?x (F B ?X)))",
            expect![[r#"
                p
                p
                p
                p
                p
                (q a (f b c))
                (s ?0) <= (q ?0 (f b ?0))
            "#]],
        );
    }

    #[test]
    fn negation_reaches_the_atoms() {
        check(
            "(<= h (not (not a)))
             (<= h (not (or a (not b))))
             (<= h (not (and a b)))
             (<= h (not (and a (or b (not (and c d))))))
             (<= (h ?x) (p ?x) (not (or (q ?x) (distinct ?x a))))",
            expect![[r#"
                h <= a
                h <= not a, b
                h <= not a
                h <= not b
                h <= not a
                h <= not b, c, d
                (h a) <= (p a), not (q a)
            "#]],
        );
    }

    #[test]
    fn disjunctions_are_multiplied_out_in_order() {
        check(
            "(<= h a (or b (and c d)) (or e f) g)
             (<= h (or a (or b c)))
             (<= h a (or))
             (<= h (not (and)))
             (<= h a a (or a b))",
            expect![[r#"
                h <= a, b, e, g
                h <= a, b, f, g
                h <= a, c, d, e, g
                h <= a, c, d, f, g
                h <= a
                h <= b
                h <= c
                h <= a
                h <= a, b
            "#]],
        );
    }

    #[test]
    fn what_is_not_distinct_is_the_same() {
        check(
            "(<= (h ?x ?y) (p ?x) (not (distinct ?x ?y)))
             (<= (h ?x ?y ?z) (p ?z) (not (or (distinct ?x ?y) (distinct ?y ?z))))
             (<= (h ?x) (p ?x) (not (distinct a a)))
             (<= (h ?x) (p ?x) (not (distinct a b)))
             (<= (h ?x) (p ?y) (not (distinct (f ?x a) (f (g ?y) ?z))) (not (q ?z)))
             (<= (h ?x) (p ?x) (not (distinct ?x (f ?x))))
             (<= (h ?x) (p ?x) (not (and (distinct ?x a) (distinct ?x b))))",
            expect![[r#"
                (h ?1 ?1) <= (p ?1)
                (h ?2 ?2 ?2) <= (p ?2)
                (h ?0) <= (p ?0)
                (h (g ?1)) <= (p ?1), not (q a)
                (h a) <= (p a)
                (h b) <= (p b)
            "#]],
        );
    }

    #[test]
    fn alternatives_have_a_limit() {
        let ors = |count: usize| format!("(<= h {})", "(or a b)".repeat(count));
        assert_eq!(normal(&ors(12)).unwrap().lines().count(), 4096);
        assert_eq!(error(&ors(13)), "the rule has too many alternatives");
        let many: String = (0..4097).map(|number| format!(" a{number}")).collect();
        assert_eq!(error(&format!("(<= h (or {many}))")), "the rule has too many alternatives");
        assert_eq!(error(&format!("(<= h (not (and {many})))")), "the rule has too many alternatives");
        assert!(normal(&format!("(<= h (or) {})", "(or a b)".repeat(50_000))).unwrap().is_empty());
    }

    #[test]
    fn sizes_have_a_limit() {
        let too_large = "the sheet grows too large when its rules are multiplied out";
        let long: String = (0..20_000).map(|number| format!(" a{number}")).collect();
        assert_eq!(normal(&format!("(<= h {long})")).unwrap().lines().count(), 1);
        assert_eq!(error(&format!("(<= h {long} {})", "(or b c)".repeat(8))), too_large);
        assert_eq!(error(&format!("(<= h {} {long})", "(or b c)".repeat(8))), too_large);
        assert_eq!(error(&format!("(<= (h {long}) {})", "(or b c)".repeat(8))), too_large);
        // Many rules, none of which is large.
        assert_eq!(error(&format!("(<= h {})", "(or a b)".repeat(12)).repeat(100)), too_large);
        // Terms that double with every equation.
        let doubling: String =
            (0..60).map(|number| format!("(not (distinct ?{number} (f ?{0} ?{0})))", number + 1)).collect();
        assert_eq!(error(&format!("(<= (h ?0) (p ?60) {doubling})")), too_large);
    }

    #[test]
    fn terms_have_a_greatest_depth() {
        let nested = |range: &mut dyn Iterator<Item = usize>| -> String {
            range.map(|number| format!("(not (distinct ?{number} (f ?{})))", number + 1)).collect()
        };
        let too_deep = "the terms of the rule are nested too deep";
        for levels in [129, 12_000] {
            let up = nested(&mut (0..levels));
            assert_eq!(error(&format!("(<= (h ?0) (p ?{levels}) {up})")), too_deep);
            let down = nested(&mut (0..levels).rev());
            assert_eq!(error(&format!("(<= (h ?0) (p ?{levels}) {down})")), too_deep);
        }
        assert!(normal(&format!("(<= (h ?0) (p ?128) {})", nested(&mut (0..128)))).is_ok());
        // Variables bound to each other are as deep as a variable.
        let chain: String =
            (0..12_000).map(|number| format!("(not (distinct ?{number} ?{}))", number + 1)).collect();
        check(
            &format!("(<= (h ?0) (p ?12000) {chain})"),
            expect![[r#"
                (h ?1) <= (p ?1)
            "#]],
        );
    }
}
