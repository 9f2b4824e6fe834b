//! The planning task of a ground problem over atoms, with variables made of groups of atoms.

use bmcplan_base::ordered::Map;
use bmcplan_base::stop::Stop;
use bmcplan_task::{Atom, Derived, DerivedId, Effect, Fact, Literal, Operator, Task, TaskBuilder};

use super::domain::{AtomDomain, AtomVariables, Layout, common_name};
use super::effects::{EffectTranslator, merge_effects};
use super::ground::{
    AtomGroup, AtomId, AtomLiteral, FiniteDomainError, GroundTask, at_start, check, constants, usable,
};
use super::known_facts::KnownFacts;
use super::rules::{DerivedAtom, DerivedValue, RuleTable, solve};

/// Greatest number of passes in search of atoms that are never made true.
const MAX_ROUNDS: usize = 4;

/// Builds the planning task of a ground problem. Of each group at most one atom, or exactly one, must hold in every reachable
/// state; atoms in no group become two-valued variables. Operators that change nothing are left out.
///
/// # Errors
/// An atom is misplaced; a derived atom depends on its own negation; the task is too large, or `stop` is raised before it is
/// complete.
pub fn task(ground: &GroundTask, groups: &[AtomGroup], stop: &Stop) -> Result<Task, FiniteDomainError> {
    check(ground)?;
    let mut constants = constants(ground);
    for _ in 1..MAX_ROUNDS {
        let (draft, layout, usable) = draft(ground, &constants, groups, stop)?;
        let never = draft.never_made(ground, &layout);
        if never.is_empty() || stop.is_raised() {
            return draft.build(ground, &layout, &usable, stop);
        }
        never.into_iter().for_each(|atom| constants[atom] = Some(false));
    }
    let (draft, layout, usable) = draft(ground, &constants, groups, stop)?;
    draft.build(ground, &layout, &usable, stop)
}

/// Returns the translation, with the usable groups and the variables made of them.
fn draft(
    ground: &GroundTask,
    constants: &[Option<bool>],
    groups: &[AtomGroup],
    stop: &Stop,
) -> Result<(FiniteDraft, Layout, Vec<AtomGroup>), FiniteDomainError> {
    let groups = usable(ground, constants, groups);
    let is_of_state: Vec<bool> = constants
        .iter()
        .zip(&ground.is_derived)
        .map(|(constant, derived)| constant.is_none() && !derived)
        .collect();
    let variables = AtomVariables::cover(&is_of_state, &groups);
    let layout = Layout::new(variables, &groups, ground.atoms.len());
    let mut table = RuleTable::until(stop);
    let derived = derive(ground, &layout, constants, &mut table, stop)?;
    let literal = |AtomLiteral { atom, positive }: AtomLiteral| {
        let value = if ground.is_derived[atom.index()] {
            derived[atom.index()]
        } else {
            of_state(&layout, constants, atom)
        };
        value.signed(positive)
    };
    let translator = EffectTranslator { layout: &layout, literal: &literal };
    let nothing = KnownFacts::nothing(&layout);
    let conjunction = |literals: &[AtomLiteral]| {
        nothing.with(&DerivedValue::all(literals.iter().map(|lit| literal(*lit)))?)
    };
    let mut operators = Vec::new();
    for operator in ground.operators.iter().take_while(|_| !stop.is_raised()) {
        let Some(known) = conjunction(&operator.precondition) else { continue };
        let effects = translator.effects(&operator.effects, &known, &mut table);
        if !effects.is_empty() {
            let (name, precondition) = (operator.name.clone(), known.beyond(&nothing));
            operators.push(Operator { name, precondition, effects, cost: operator.cost });
        }
    }
    let goal = conjunction(&ground.goal).map(|known| known.beyond(&nothing));
    let draft = FiniteDraft { operators, derived: table.into_derived(), goal };
    Ok((draft, layout, groups))
}

/// Returns the value of an atom that is not derived.
fn of_state(layout: &Layout, constants: &[Option<bool>], atom: AtomId) -> DerivedValue {
    match (constants[atom.index()], layout.fact(atom.index())) {
        (Some(true), _) => DerivedValue::Always,
        (None, Some(fact)) => DerivedValue::Is(fact.into()),
        _ => DerivedValue::Never,
    }
}

/// Defines all needed derived atoms; returns the value of each atom, if it is derived.
fn derive(
    ground: &GroundTask,
    layout: &Layout,
    constants: &[Option<bool>],
    table: &mut RuleTable,
    stop: &Stop,
) -> Result<Vec<DerivedValue>, FiniteDomainError> {
    let derived: Vec<usize> = (0..ground.atoms.len()).filter(|atom| ground.is_derived[*atom]).collect();
    let numbers: Map<usize, usize> =
        derived.iter().enumerate().map(|(number, atom)| (*atom, number)).collect();
    let mut rules: Vec<DerivedAtom> = derived
        .iter()
        .map(|atom| DerivedAtom { name: ground.atoms[*atom].clone(), bodies: Vec::new() })
        .collect();
    let nothing = KnownFacts::nothing(layout);
    for axiom in ground.axioms.iter().take_while(|_| !stop.is_raised()) {
        let value = |lit: &AtomLiteral| match numbers.get(&lit.atom.index()) {
            Some(number) => DerivedValue::Is(DerivedId::from_index(*number).into()).signed(lit.positive),
            None => of_state(layout, constants, lit.atom).signed(lit.positive),
        };
        let body = DerivedValue::all(axiom.body.iter().map(value)).and_then(|body| nothing.with(&body));
        if let (Some(body), Some(number)) = (body, numbers.get(&axiom.head.index())) {
            rules[*number].bodies.push(body.beyond(&nothing));
        }
    }
    let conditions = ground.operators.iter().flat_map(|operator| {
        operator.precondition.iter().chain(operator.effects.iter().flat_map(|effect| &effect.condition))
    });
    let needed = conditions.chain(&ground.goal).filter_map(|lit| numbers.get(&lit.atom.index()).copied());
    let solved = solve(&rules, needed, table, stop)?;
    let mut values = vec![DerivedValue::Never; ground.atoms.len()];
    derived.iter().zip(solved).for_each(|(atom, value)| values[*atom] = value);
    Ok(values)
}

/// Task in which some variables may have a superfluous value for "none".
struct FiniteDraft {
    operators: Vec<Operator>,
    derived: Vec<Derived>,
    /// `None` if it cannot hold.
    goal: Option<Vec<Literal>>,
}

impl FiniteDraft {
    /// Returns the atoms of variables that are false initially and never added by an operator. Grounding may have left them:
    /// some operators have been removed since, because their preconditions never hold together.
    fn never_made(&self, ground: &GroundTask, layout: &Layout) -> Vec<usize> {
        let mut is_made = at_start(ground);
        for effect in self.operators.iter().flat_map(|operator| &operator.effects) {
            let domain = &layout.variables.domains()[effect.fact.var.index()];
            domain.atom(effect.fact.value_index()).into_iter().for_each(|atom| is_made[atom] = true);
        }
        (0..is_made.len()).filter(|atom| !is_made[*atom] && layout.variables.place(*atom).is_some()).collect()
    }

    fn build(
        mut self,
        ground: &GroundTask,
        layout: &Layout,
        groups: &[AtomGroup],
        stop: &Stop,
    ) -> Result<Task, FiniteDomainError> {
        let initial = at_start(ground);
        let is_initial = |atom: usize| initial[atom];
        let domains = layout.variables.domains();
        let mut has_none: Vec<bool> = domains
            .iter()
            .map(|domain| domain.has_none && (domain.atoms.len() < 2 || domain.value_in(&is_initial) == 0))
            .collect();
        for effect in self.operators.iter().flat_map(|operator| &operator.effects) {
            let variable = effect.fact.var.index();
            has_none[variable] |= domains[variable].has_none && effect.fact.value == 0;
        }
        let domains: Vec<AtomDomain> = domains
            .iter()
            .zip(has_none)
            .map(|(domain, has_none)| AtomDomain { has_none, ..domain.clone() })
            .collect();
        self.leave_out_none(layout, &domains);
        let n_values = |fact: Fact| domains[fact.var.index()].n_values();
        self.operators.iter_mut().for_each(|operator| merge_effects(operator, n_values));
        let exclusions = layout.variables.exclusions(groups);
        let mut builder = TaskBuilder::until(stop);
        let literals = self.operators.iter().map(|operator| {
            let conditions = operator.effects.iter().map(|effect| effect.condition.len() + 1);
            operator.precondition.len() + conditions.sum::<usize>()
        });
        builder.expect(self.operators.len(), literals.sum(), exclusions.len())?;
        for domain in &domains {
            let initial = u32::try_from(domain.value_in(&is_initial)).unwrap_or(u32::MAX);
            let names: Vec<&str> = domain.atoms.iter().map(|atom| ground.atoms[*atom].as_str()).collect();
            match names.as_slice() {
                [name] if domain.has_none => builder.variable(*name, ["false", "true"], initial),
                _ => {
                    let none = domain.has_none.then_some("none");
                    builder.variable(
                        common_name(&names),
                        none.into_iter().chain(names.iter().copied()),
                        initial,
                    )
                }
            };
        }
        for derived in self.derived {
            builder.derived(derived.name, derived.rules);
        }
        for operator in self.operators {
            builder.operator(operator);
        }
        let fact = |atom: usize| moved(layout, &domains, layout.fact(atom)?);
        for [a, b] in exclusions {
            if let (Some(a), Some(b)) = (fact(a), fact(b)) {
                builder.mutex(a, b);
            }
        }
        match self.goal {
            Some(goal) => builder.goal(goal),
            None => {
                let never = builder.derived("never", Vec::new());
                builder.goal([never.into()]);
            }
        }
        Ok(builder.build()?)
    }

    /// Removes the value for "none" from the variables that never have it.
    fn leave_out_none(&mut self, layout: &Layout, domains: &[AtomDomain]) {
        let change = |literals: &mut Vec<Literal>| {
            // "Not none" always holds.
            literals.retain_mut(|literal| {
                let Atom::Fact(fact) = literal.atom else { return true };
                let Some(fact) = moved(layout, domains, fact) else { return false };
                *literal = Literal { atom: Atom::Fact(fact), ..*literal };
                if !literal.positive && domains[fact.var.index()].n_values() == 2 {
                    *literal = Fact { value: 1 - fact.value, ..fact }.into();
                }
                true
            });
        };
        let is_never = |literals: &[Literal]| {
            literals.iter().any(|literal| match literal.atom {
                Atom::Fact(fact) => literal.positive && moved(layout, domains, fact).is_none(),
                Atom::Derived(_) => false,
            })
        };
        for derived in &mut self.derived {
            derived.rules.retain(|body| !is_never(body));
            derived.rules.iter_mut().for_each(change);
        }
        self.operators.retain(|operator| !is_never(&operator.precondition));
        for Operator { precondition, effects, .. } in &mut self.operators {
            change(precondition);
            effects.retain(|effect| !is_never(&effect.condition));
            for Effect { condition, fact } in effects {
                change(condition);
                *fact = moved(layout, domains, *fact).unwrap_or(*fact);
            }
        }
        self.operators.retain(|operator| !operator.effects.is_empty());
        self.goal = self.goal.take().filter(|goal| !is_never(goal));
        self.goal.iter_mut().for_each(change);
    }
}

/// Returns a fact after the removal of values for "none"; `None` for such a value.
fn moved(layout: &Layout, domains: &[AtomDomain], fact: Fact) -> Option<Fact> {
    let variable = fact.var.index();
    let shift = layout.variables.domains()[variable].has_none && !domains[variable].has_none;
    Some(Fact { value: fact.value.checked_sub(u32::from(shift))?, ..fact })
}
