//! A task's state as the variables of a frame: the literals of facts and derived variables.
//!
//! A finite-domain variable is one-hot ("direct encoding"; Walsh, *SAT v CSP*, 2000), a two-valued one is a single variable,
//! and a fact settled by relaxed reachability is a constant. Derived variables get a variable and a definition (Tseitin, 1968)
//! only when some condition cannot be expressed by facts.

use itertools::{Itertools, iproduct};

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::stop::Stop;
use bmcplan_formula::{AtMostOne, ClauseSink, Lit};
use bmcplan_task::{Atom, Derived, DerivedId, Fact, Literal, OperatorId, Reachability, Task, VarId};

use super::dtg::arcs_and_others;
use super::headings::{DEFINITIONS, MUTEXES, ONE_VALUE};
use super::order_encoding::{Line, ValueRelation, is_line, products};
use super::{Part, Reduction, Reductions, SystemBuilder, Term};

/// Terms of a task's facts and derived variables, over one frame.
#[derive(Debug)]
pub struct StateTerms<'t> {
    task: &'t Task,
    reachable: Reachability,
    facts: Vec<Vec<Term>>,
    derived: Vec<Option<Term>>,
    mutexes: Vec<[Fact; 2]>,
    lines: Map<VarId, Line>,
    stop: Stop,
}

/// Representation of a variable's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueEncoding {
    Direct,
    /// A literal for each value, and no clauses about several of them: the steps keep one value.
    Propositions,
    /// A literal for each value and for sets of values, which [form a line](super::order_encoding).
    Ordered,
}

impl<'t> StateTerms<'t> {
    /// Creates a term for every fact reachable by relevant operators. Adds the clauses that hold for any form of a step: the
    /// initial state, exactly one value per variable, and the mutexes.
    pub fn declare(
        task: &'t Task,
        reductions: Reductions,
        values: ValueEncoding,
        builder: &mut SystemBuilder,
        stop: &Stop,
    ) -> Self {
        let relevant = reductions.has(Reduction::Relevance).then(|| task.relevant_operators(stop));
        let may = |id: OperatorId| relevant.as_ref().is_none_or(|relevant| relevant[id.index()]);
        let mut reachable = Reachability::of(task, may, stop);
        let has_clauses = values != ValueEncoding::Propositions;
        let mut mutexes = if has_clauses { task.mutexes().to_vec() } else { Vec::new() };
        if reductions.has(Reduction::Mutexes) {
            let (never, pairs): (Vec<_>, Vec<_>) =
                task.mutex_pairs(Task::MUTEX_LIMIT, stop).into_iter().partition(|[a, b]| a == b);
            reachable.rule_out(task, never.iter().map(|[fact, _]| *fact));
            mutexes.extend(pairs);
        }
        let derived = vec![None; task.derived().len()];
        let (facts, lines, stop) = (Vec::new(), Map::new(), stop.clone());
        let mut terms = Self { task, reachable, facts, derived, mutexes, lines, stop };
        let arcs = if values == ValueEncoding::Ordered {
            arcs_and_others(task, &terms.reachable, &terms.stop).0
        } else {
            Map::new()
        };
        for var in task.variable_ids() {
            if let Some(clock) = task.clock().filter(|clock| clock.var == var) {
                let values = builder.clock(task, clock);
                terms.facts.push(values.into_iter().map(Term::from).collect());
                continue;
            }
            let reached: Vec<Fact> = task.facts(var).filter(|fact| terms.reachable.fact(*fact)).collect();
            let is_line = arcs.get(&var).is_some_and(|arcs| is_line(&reached, arcs));
            let mut column = vec![Term::False; task.facts(var).len()];
            match reached.as_slice() {
                [only] => column[only.value_index()] = Term::True,
                [one, other] => {
                    let lit = builder.var(task.fact_name(*one));
                    column[one.value_index()] = lit.into();
                    column[other.value_index()] = (!lit).into();
                }
                several => {
                    let lits: Vec<Lit> =
                        several.iter().map(|fact| builder.var(task.fact_name(*fact))).collect();
                    for (fact, lit) in several.iter().zip(&lits) {
                        column[fact.value_index()] = (*lit).into();
                    }
                    let mut universal = builder.part(Part::Universal).under(ONE_VALUE);
                    if has_clauses {
                        universal.add_clause(&lits);
                    }
                    if has_clauses && !is_line {
                        AtMostOne::Pairwise.encode(&mut universal, &lits);
                    }
                }
            }
            if is_line {
                let values = reached.iter().map(|fact| (*fact, column[fact.value_index()]));
                let mut line = Line::of(&task.variables()[var.index()].name, values.collect());
                line.exclude(builder);
                terms.lines.insert(var, line);
            }
            terms.facts.push(column);
        }
        for (var, value) in task.variable_ids().zip(task.initial().values()) {
            if terms.is_clock(var) {
                continue;
            }
            for fact in task.facts(var) {
                let term = terms.fact(fact);
                let here = if fact.value == *value { term } else { !term };
                builder.part(Part::Initial).rule(&[], &[here]);
            }
        }
        terms.exclude(builder);
        terms
    }

    /// Adds clauses for the mutexes; those between two lines set by set.
    fn exclude(&mut self, builder: &mut SystemBuilder) {
        let mut relations: Map<[VarId; 2], ValueRelation> = Map::new();
        for [a, b] in self.mutexes.iter().take_while(|_| !self.stop.is_raised()) {
            if self.is_line(a.var) && self.is_line(b.var) && a.var != b.var {
                let (a, b) = (a.min(b), a.max(b));
                relations.entry([a.var, b.var]).or_default().entry(*a).or_default().insert(*b);
            } else {
                let mut universal = builder.part(Part::Universal).under(MUTEXES);
                universal.rule(&[self.fact(*a), self.fact(*b)], &[]);
            }
        }
        for [left, right] in relations.values().flat_map(products) {
            if builder.is_stopped() {
                break;
            }
            for (a, b) in iproduct!(self.one_of(&left, builder), self.one_of(&right, builder)) {
                builder.part(Part::Universal).under(MUTEXES).rule(&[a, b], &[]);
            }
        }
    }

    /// Checks whether there are literals for sets of the variable's values.
    pub fn is_line(&self, var: VarId) -> bool {
        self.lines.contains_key(&var)
    }

    /// Returns a line's literals for "the value is at most some value", other than those of single values.
    pub fn at_most(&self, var: VarId) -> &[Lit] {
        self.lines.get(&var).map_or(&[], |line| &line.at_most)
    }

    /// Returns terms of which at least one is true when one of these facts of a variable holds: a single one on a line.
    pub fn one_of(&mut self, facts: &Set<Fact>, builder: &mut SystemBuilder) -> Vec<Term> {
        match facts.first().and_then(|fact| self.lines.get_mut(&fact.var)) {
            Some(line) => vec![line.one_of(facts, builder)],
            None => facts.iter().map(|fact| self.fact(*fact)).collect(),
        }
    }

    /// Returns the task.
    pub fn task(&self) -> &'t Task {
        self.task
    }

    /// Returns the flag that ends the work.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Checks whether `stop` is raised.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// Returns the task's relaxed reachability.
    pub fn reachable(&self) -> &Reachability {
        &self.reachable
    }

    /// Returns the pairs of facts that are never true together in any frame, by clauses.
    pub fn mutexes(&self) -> &[[Fact; 2]] {
        &self.mutexes
    }

    /// Checks whether `var` is the task's clock, which needs no clauses.
    pub fn is_clock(&self, var: VarId) -> bool {
        self.task.clock().is_some_and(|clock| clock.var == var)
    }

    /// Returns the term of `fact`.
    pub fn fact(&self, fact: Fact) -> Term {
        self.facts[fact.var.index()][fact.value_index()]
    }

    /// Returns the terms of all facts, by variable and value.
    pub fn into_facts(self) -> Vec<Vec<Term>> {
        self.facts
    }

    /// Returns the term of `literal`; a derived variable is defined on first use.
    pub fn literal(&mut self, literal: Literal, builder: &mut SystemBuilder) -> Term {
        let term = match literal.atom {
            Atom::Fact(fact) => self.fact(fact),
            Atom::Derived(id) => self.derived(id, builder),
        };
        if literal.positive { term } else { !term }
    }

    /// Returns a conjunction of terms equivalent to a conjunction of literals. A negated derived variable whose rules are
    /// single literals is expanded and needs no variable of its own.
    pub fn conjunction(&mut self, condition: &[Literal], builder: &mut SystemBuilder) -> Vec<Term> {
        let mut terms = Vec::with_capacity(condition.len());
        for literal in condition {
            match (literal.atom, literal.positive) {
                (Atom::Derived(id), false) if has_literal_rules(&self.task.derived()[id.index()]) => {
                    for body in &self.task.derived()[id.index()].rules {
                        terms.push(!self.body(body, builder));
                    }
                }
                _ => terms.push(self.literal(*literal, builder)),
            }
        }
        terms
    }

    fn derived(&mut self, id: DerivedId, builder: &mut SystemBuilder) -> Term {
        if let Some(term) = self.derived[id.index()] {
            return term;
        }
        let (can_hold, can_fail) =
            (self.reachable.literal(id.into()), self.reachable.literal(!Literal::from(id)));
        let derived = &self.task.derived()[id.index()];
        let term = match (can_hold, can_fail) {
            (false, _) => Term::False,
            (true, false) => Term::True,
            (true, true) => {
                let bodies: Vec<Term> =
                    derived.rules.iter().map(|body| self.body(body, builder)).unique().collect();
                match bodies.as_slice() {
                    [only] => *only,
                    several => {
                        let lit = builder.var(&derived.name);
                        let mut universal = builder.part(Part::Universal).under(DEFINITIONS);
                        universal.rule(&[lit.into()], several);
                        for body in several {
                            universal.rule(&[*body], &[lit.into()]);
                        }
                        lit.into()
                    }
                }
            }
        };
        self.derived[id.index()] = Some(term);
        term
    }

    fn body(&mut self, body: &[Literal], builder: &mut SystemBuilder) -> Term {
        let terms: Vec<Term> = body.iter().map(|literal| self.literal(*literal, builder)).collect();
        define_and(&terms, builder)
    }
}

/// Returns a term equivalent to a conjunction, in every frame.
pub fn define_and(terms: &[Term], builder: &mut SystemBuilder) -> Term {
    if terms.contains(&Term::False) {
        return Term::False;
    }
    let open: Vec<Term> = terms.iter().copied().filter(|term| *term != Term::True).unique().collect();
    match open.as_slice() {
        [] => Term::True,
        [only] => *only,
        several => {
            let lit = builder.var("and");
            let mut universal = builder.part(Part::Universal).under(DEFINITIONS);
            for term in several {
                universal.rule(&[lit.into()], &[*term]);
            }
            universal.rule(several, &[lit.into()]);
            lit.into()
        }
    }
}

/// Returns a term implied by each of `terms` in a step.
pub fn implied_by_each(terms: &[Term], name: &str, builder: &mut SystemBuilder) -> Term {
    let open: Vec<Term> = terms.iter().copied().filter(|term| *term != Term::False).collect();
    match open.as_slice() {
        [] => Term::False,
        [only] => *only,
        several => {
            let any = builder.var(name).into();
            let mut transition = builder.part(Part::Transition).under(DEFINITIONS);
            several.iter().for_each(|term| transition.rule(&[*term], &[any]));
            any
        }
    }
}

fn has_literal_rules(derived: &Derived) -> bool {
    derived.rules.iter().all(|body| matches!(body.as_slice(), [Literal { atom: Atom::Fact(_), .. }]))
}
