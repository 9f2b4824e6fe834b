//! Variables whose values form a line, and literals for sets of their values.
//!
//! Let arcs join every two neighbouring values, as for a car in its lane. Then conditions are less often about one value than
//! about all up to some point: a car is to the left of a cell, or covers it. So besides a literal for each value ("direct
//! encoding") each frame has a literal for "at most this value" ("order encoding"; Tamura, Taga, Kitagawa & Banbara, *Compiling
//! finite linear CSP into SAT*, 2009; both together are the full regular encoding of Ansótegui & Manyà, *Mapping problems with
//! finite-domain variables into problems with Boolean variables*, 2004). These literals express "at most one value" with a
//! number of clauses linear in the number of values.
//!
//! Any other set of values gets a literal on first use, and relations between two lines are encoded by [`products`].

use itertools::Itertools as _;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_formula::Lit;
use bmcplan_task::Fact;

use super::dtg::{Arc, joining};
use super::headings::{DEFINITIONS, ONE_VALUE};
use super::{Part, SystemBuilder, Term};

/// Checks whether arcs join all neighbouring values, in either direction.
pub(super) fn is_line(values: &[Fact], arcs: &[Arc]) -> bool {
    let joined = |a: Fact, b: Fact| joining(arcs, a, b).or(joining(arcs, b, a)).is_some();
    values.iter().tuple_windows().all(|(a, b)| joined(*a, *b))
}

#[derive(Debug)]
pub(super) struct Line {
    name: String,
    values: Map<Fact, Term>,
    sets: Map<Vec<Fact>, Lit>,
    /// For each value but the first and the last two: a literal for "at most this value".
    pub(super) at_most: Vec<Lit>,
}

impl Line {
    /// Builds a line of the reachable `values` of the variable `name`, in order, with their terms.
    pub(super) fn of(name: &str, values: Map<Fact, Term>) -> Self {
        Self { name: name.to_owned(), values, sets: Map::new(), at_most: Vec::new() }
    }

    /// Adds clauses against two values at once. If there are only two, one is the other's negation already.
    pub(super) fn exclude(&mut self, builder: &mut SystemBuilder) {
        let (facts, terms): (Vec<Fact>, Vec<Term>) = self.values.iter().map(|(f, t)| (*f, *t)).unzip();
        let Some(last) = terms.len().checked_sub(1) else { return };
        let at_most = |index: usize, builder: &mut SystemBuilder| -> Term {
            match index {
                0 => terms[0],
                _ if index + 1 == last => !terms[last],
                _ => builder.var(format!("{}≤{index}", self.name)).into(),
            }
        };
        let ladder: Vec<Term> = (0..last).map(|index| at_most(index, builder)).collect();
        let mut universal = builder.part(Part::Universal).under(ONE_VALUE);
        for (index, (below, up_to)) in ladder.iter().tuple_windows().enumerate() {
            let value = terms[index + 1];
            universal.rule(&[*below], &[*up_to]);
            universal.rule(&[value], &[*up_to]);
            universal.rule(&[value, *below], &[]);
            universal.rule(&[*up_to], &[*below, value]);
        }
        for (index, term) in ladder.into_iter().enumerate() {
            if let Term::Lit(lit) = term
                && 0 < index
                && index + 1 < last
            {
                self.at_most.push(lit);
                self.sets.insert(facts[..=index].to_vec(), lit);
                self.sets.insert(facts[index + 1..].to_vec(), !lit);
            }
        }
    }

    pub(super) fn one_of(&mut self, facts: &Set<Fact>, builder: &mut SystemBuilder) -> Term {
        let of = |wanted: bool| {
            let values = self.values.iter().filter(|(fact, _)| facts.contains(fact) == wanted);
            values.map(|(fact, term)| (*fact, *term)).unzip()
        };
        let (inside, terms): (Vec<Fact>, Vec<Term>) = of(true);
        let (outside, others): (Vec<Fact>, Vec<Term>) = of(false);
        match (terms.as_slice(), others.as_slice()) {
            ([], _) => return Term::False,
            (_, []) => return Term::True,
            ([only], _) => return *only,
            (_, [other]) => return !*other,
            _ => {}
        }
        if let Some(lit) = self.sets.get(&inside) {
            return (*lit).into();
        }
        let names = inside.iter().map(|fact| fact.value).join("|");
        let lit = builder.var(format!("{}∈{names}", self.name));
        let mut universal = builder.part(Part::Universal).under(DEFINITIONS);
        universal.rule(&[lit.into()], &terms);
        for term in terms {
            universal.rule(&[term], &[lit.into()]);
        }
        self.sets.insert(inside, lit);
        self.sets.insert(outside, !lit);
        lit.into()
    }
}

pub(super) type ValueRelation = Map<Fact, Set<Fact>>;

/// Returns a relation as a union of products of two sets: one for each set of facts that is the image of some fact.
pub(super) fn products(relation: &ValueRelation) -> Vec<[Set<Fact>; 2]> {
    let images: Set<&Set<Fact>> = relation.values().collect();
    let product = |image: &Set<Fact>| {
        let related = relation.iter().filter(|(_, to)| image.is_subset(to)).map(|(from, _)| *from);
        [related.collect(), image.clone()]
    };
    images.into_iter().map(product).collect()
}

#[cfg(test)]
mod tests {
    use bmcplan_formula::ClauseSink as _;
    use bmcplan_task::VarId;

    use super::*;
    use crate::encode::TransitionSystem;

    /// Returns all valuations of a frame that satisfy its clauses.
    fn models(system: &TransitionSystem) -> Vec<Vec<bool>> {
        let valuation = |bits: u32| (0..system.n_vars()).map(|var| bits >> var & 1 == 1).collect_vec();
        let is_model = |valuation: &Vec<bool>| {
            let holds = |lit: &Lit| valuation[lit.var().index()] == lit.is_positive();
            system.universal().clauses().all(|clause| clause.iter().any(holds))
        };
        (0..1 << system.n_vars()).map(valuation).filter(is_model).collect()
    }

    #[test]
    fn a_literal_for_a_set_holds_at_its_values_and_nowhere_else() {
        for n_values in 3..=5_u32 {
            let facts = (0..n_values).map(|value| Fact { var: VarId::from_index(0), value }).collect_vec();
            for wanted in facts.iter().copied().powerset() {
                let mut builder = SystemBuilder::default();
                let lits = facts.iter().map(|fact| builder.var(fact.value.to_string())).collect_vec();
                builder.part(Part::Universal).add_clause(&lits);
                let values = facts.iter().copied().zip(lits.iter().copied().map(Term::from));
                let mut line = Line::of("car", values.collect());
                line.exclude(&mut builder);
                let set = line.one_of(&wanted.iter().copied().collect(), &mut builder);
                let again = line.one_of(&wanted.iter().copied().collect(), &mut builder);
                assert_eq!(set, again, "{wanted:?}");
                let idle = builder.var("idle");
                let system = builder.finish(&[], idle, Vec::new()).unwrap();
                let models =
                    models(&system).into_iter().filter(|model| model[idle.var().index()]).collect_vec();
                assert_eq!(models.len(), facts.len(), "one model a value, {wanted:?}");
                for model in models {
                    let had = facts.iter().zip(&lits).filter(|(_, lit)| model[lit.var().index()]);
                    let [fact] = had.map(|(fact, _)| *fact).collect_vec()[..] else { panic!("one value") };
                    let holds = match set {
                        Term::True => true,
                        Term::False => false,
                        Term::Lit(lit) => model[lit.var().index()] == lit.is_positive(),
                    };
                    assert_eq!(holds, wanted.contains(&fact), "{fact:?} in {wanted:?}");
                }
            }
        }
    }

    #[test]
    fn products_are_the_relation_again() {
        let fact = |var, value| Fact { var: VarId::from_index(var), value };
        // A staircase, a gap, and a value without related values.
        let pairs = [(0, 2), (0, 3), (1, 3), (2, 0), (2, 2), (2, 3), (4, 0)];
        let mut relation = ValueRelation::new();
        for (a, b) in pairs {
            relation.entry(fact(0, a)).or_default().insert(fact(1, b));
        }
        let products = products(&relation);
        let pairs_of = |[left, right]: &[Set<Fact>; 2]| {
            left.iter().cartesian_product(right).map(|(a, b)| (a.value, b.value)).collect_vec()
        };
        let again: Set<(u32, u32)> = products.iter().flat_map(pairs_of).collect();
        assert_eq!(again, Set::from(pairs));
        assert!(products.len() < pairs.len());
    }
}
