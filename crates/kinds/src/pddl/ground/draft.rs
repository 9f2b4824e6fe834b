//! Ground operators and rules over all relaxed reachable atoms, before simplification.
//!
//! Conditions and effects with variables are prepared once, and filled in for each instance.

use bmcplan_base::ordered::sort;

use super::super::diagnostics::PddlGroundError;
use super::super::lifted::{LiftedArgument, LiftedAtom, LiftedLiteral, LiftedOperator, LiftedTask};
use super::meter::{GroundMeter, allocated};
use super::program::{JoinForm, SymbolNumbers, symbol};
use super::reach::Reachable;
use crate::datalog::{Binding, JoinPlan, JoinStart, Pattern, Store, TermId, Terms};
use crate::fdr::{AtomEffect, AtomId, AtomLiteral, GroundAxiom};

#[derive(Debug, Clone)]
pub(super) struct OperatorDraft {
    /// Operator of the lifted task, and its objects.
    pub(super) operator: usize,
    pub(super) objects: Box<[u32]>,
    pub(super) precondition: Vec<AtomLiteral>,
    pub(super) effects: Vec<AtomEffect>,
    /// Terms of its cost that depend on more than its objects.
    pub(super) increases: Vec<IncreaseDraft>,
}

impl OperatorDraft {
    /// Returns its name in a plan: the action and its objects.
    pub(super) fn name(&self, lifted: &LiftedTask) -> String {
        let action = &lifted.operators[self.operator];
        let mut name = action.name.clone();
        for object in &self.objects[..action.n_parameters] {
            name.push(' ');
            name.push_str(&lifted.objects[*object as usize]);
        }
        name
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IncreaseDraft {
    /// Index of the term in the lifted operator.
    pub(super) number: usize,
    /// Objects of its variables, those of the operator first.
    pub(super) objects: Box<[u32]>,
    pub(super) condition: Vec<AtomLiteral>,
}

/// All relaxed reachable atoms, with the operators and rules over them.
#[derive(Debug, Default)]
pub(super) struct TaskDraft {
    /// Predicate and objects of each atom, sorted.
    pub(super) atoms: Vec<(usize, Vec<u32>)>,
    pub(super) is_initial: Vec<bool>,
    pub(super) operators: Vec<OperatorDraft>,
    pub(super) axioms: Vec<GroundAxiom>,
    pub(super) goal: Vec<AtomLiteral>,
}

/// Grounds the instances.
pub(super) fn draft(
    task: &LiftedTask,
    reachable: Reachable,
    meter: &mut GroundMeter<'_>,
) -> Result<TaskDraft, PddlGroundError> {
    let Reachable { mut terms, symbols, mut store, operators, rules, mut bytes } = reachable;
    let (mut draft, numbers) = atoms(task, &terms, &symbols, &store);
    let mut binding = Binding::default();
    for (number, instances) in operators.into_iter().enumerate() {
        let operator = &task.operators[number];
        if instances.is_empty() {
            continue;
        }
        let form = OperatorForm::of(operator, &symbols, &mut store, &mut terms);
        let form = form.ok_or_else(|| meter.overflow())?;
        for objects in instances {
            bind(&mut binding, &objects, operator.n_variables);
            let precondition = numbers.literals(&form.precondition, &terms, &binding);
            let Some(precondition) = precondition else { continue };
            let mut effects = Vec::with_capacity(form.effects.len());
            for effect in &form.effects {
                bind(&mut binding, &objects, effect.condition.n_variables);
                effect.condition.instances(&mut binding, &store, &mut terms, &mut |found| {
                    effects
                        .extend(found.and_then(|(binding, terms)| effect.instance(binding, &numbers, terms)));
                    meter.tick(|| bytes)
                })?;
            }
            let mut increases = Vec::new();
            for (number, form) in &form.increases {
                bind(&mut binding, &objects, form.n_variables);
                form.instances(&mut binding, &store, &mut terms, &mut |found| {
                    let increase = found.and_then(|(binding, terms)| {
                        let condition = numbers.literals(&form.literals, terms, binding)?;
                        let objects = form.variables.iter().map(|variable| variable.find(terms, binding));
                        let objects = objects.map(|object| symbols.object(object?)).collect::<Option<_>>()?;
                        Some(IncreaseDraft { number: *number, objects, condition })
                    });
                    bytes += increase.as_ref().map_or(0, increase_bytes);
                    increases.extend(increase);
                    meter.tick(|| bytes)
                })?;
            }
            let objects: Option<Box<[u32]>> = objects.iter().map(|object| symbols.object(*object)).collect();
            // The vector of all operators grows by doubling.
            bytes += 2 * size_of::<OperatorDraft>() + operator_bytes(&precondition, &effects);
            bytes += allocated::<u32>(operator.n_variables);
            meter.tick(|| bytes)?;
            if let Some(objects) = objects {
                let draft = &mut draft.operators;
                draft.push(OperatorDraft { operator: number, objects, precondition, effects, increases });
            }
        }
    }
    for (number, instances) in rules.into_iter().enumerate() {
        let rule = &task.axioms[number];
        let forms = LiteralForm::all(&rule.body, &variables(rule.n_variables), &symbols, &mut terms);
        let forms = forms.ok_or_else(|| meter.overflow())?;
        let head = plain(&rule.head, &symbols, &mut terms).ok_or_else(|| meter.overflow())?;
        for objects in instances {
            bind(&mut binding, &objects, rule.n_variables);
            let body = numbers.literals(&forms, &terms, &binding);
            if let (Some(body), Some(head)) = (body, numbers.find(&head, &terms, &binding)) {
                bytes += 2 * size_of::<GroundAxiom>() + allocated::<AtomLiteral>(body.capacity());
                draft.axioms.push(GroundAxiom { head, body });
            }
            meter.tick(|| bytes)?;
        }
    }
    for literal in &task.goal {
        let (LiftedLiteral::Holds(atom) | LiftedLiteral::Fails(atom)) = literal else { continue };
        let pattern = plain(atom, &symbols, &mut terms).ok_or_else(|| meter.overflow())?;
        let positive = matches!(literal, LiftedLiteral::Holds(_));
        match numbers.find(&pattern, &terms, &Binding::default()) {
            Some(atom) => draft.goal.push(AtomLiteral { atom, positive }),
            None if positive => {
                // The goal can never hold: an atom that nothing adds represents it.
                let number = u32::try_from(draft.atoms.len()).map_err(|_| meter.overflow())?;
                let objects = atom.arguments.iter().filter_map(|argument| match argument {
                    LiftedArgument::Object(object) => Some(*object),
                    LiftedArgument::Variable(_) => None,
                });
                draft.atoms.push((atom.predicate, objects.collect()));
                draft.is_initial.push(false);
                draft.goal.push(AtomLiteral { atom: AtomId(number), positive });
            }
            None => {}
        }
    }
    Ok(draft)
}

pub(super) fn operator_bytes(precondition: &Vec<AtomLiteral>, effects: &Vec<AtomEffect>) -> usize {
    let conditions = effects.iter().map(|effect| allocated::<AtomLiteral>(effect.condition.capacity()));
    allocated::<AtomLiteral>(precondition.capacity())
        + allocated::<AtomEffect>(effects.capacity())
        + conditions.sum::<usize>()
}

fn increase_bytes(increase: &IncreaseDraft) -> usize {
    2 * size_of::<IncreaseDraft>()
        + allocated::<u32>(increase.objects.len())
        + allocated::<AtomLiteral>(increase.condition.capacity())
}

/// Resets the binding to at least `n_variables` variables, and binds the first ones to the objects.
fn bind(binding: &mut Binding, objects: &[TermId], n_variables: usize) {
    binding.reset(n_variables.max(objects.len()));
    for (variable, object) in objects.iter().enumerate() {
        binding.bind(variable, *object);
    }
}

/// Returns all relaxed reachable atoms, and their numbers by term.
fn atoms(
    task: &LiftedTask,
    terms: &Terms,
    symbols: &SymbolNumbers,
    store: &Store,
) -> (TaskDraft, AtomNumbers) {
    let mut found: Vec<((usize, Vec<u32>), TermId)> = Vec::new();
    for predicate in (0..task.predicates.len()).filter(|predicate| !symbols.is_static[*predicate]) {
        let Some(symbol) = symbol(predicate) else { continue };
        for atom in store.atoms(symbol) {
            let objects = terms.arguments(*atom).iter().filter_map(|object| symbols.object(*object));
            found.push(((predicate, objects.collect()), *atom));
        }
    }
    sort(&mut found);
    let mut numbers = vec![None; found.iter().map(|(_, atom)| atom.index() + 1).max().unwrap_or(0)];
    for (number, (_, atom)) in found.iter().enumerate() {
        numbers[atom.index()] = u32::try_from(number).ok().map(AtomId);
    }
    let mut draft = TaskDraft { is_initial: vec![false; found.len()], ..TaskDraft::default() };
    draft.atoms = found.into_iter().map(|(atom, _)| atom).collect();
    for initial in &task.initial {
        if let Ok(number) = draft.atoms.binary_search(initial) {
            draft.is_initial[number] = true;
        }
    }
    (draft, AtomNumbers(numbers))
}

#[derive(Debug)]
struct AtomNumbers(Vec<Option<AtomId>>);

impl AtomNumbers {
    /// Returns the number of an atom; `None` if it can never hold.
    fn find(&self, pattern: &Pattern, terms: &Terms, binding: &Binding) -> Option<AtomId> {
        let atom: TermId = pattern.find(terms, binding)?;
        self.0.get(atom.index()).copied().flatten()
    }

    /// Returns the literals of forms; `None` if one can never hold. Literals that always hold are left out.
    fn literals(&self, forms: &[LiteralForm], terms: &Terms, binding: &Binding) -> Option<Vec<AtomLiteral>> {
        let mut literals = Vec::with_capacity(forms.len());
        for form in forms {
            match self.find(&form.pattern, terms, binding) {
                Some(atom) => literals.push(AtomLiteral { atom, positive: form.positive }),
                None if form.positive => return None,
                None => {}
            }
        }
        Some(literals)
    }
}

/// A literal of a predicate that can change. The joins decide all others.
#[derive(Debug)]
struct LiteralForm {
    pattern: Pattern,
    positive: bool,
}

impl LiteralForm {
    /// Returns the literals that can change, under a substitution of their variables.
    fn all(
        literals: &[LiftedLiteral],
        variables: &[Pattern],
        symbols: &SymbolNumbers,
        terms: &mut Terms,
    ) -> Option<Vec<Self>> {
        let mut forms = Vec::new();
        for literal in literals {
            let (LiftedLiteral::Holds(atom) | LiftedLiteral::Fails(atom)) = literal else { continue };
            if !symbols.is_static[atom.predicate] {
                let positive = matches!(literal, LiftedLiteral::Holds(_));
                forms.push(Self { pattern: symbols.pattern(atom, variables, terms)?, positive });
            }
        }
        Some(forms)
    }
}

fn plain(atom: &LiftedAtom, symbols: &SymbolNumbers, terms: &mut Terms) -> Option<Pattern> {
    let n_variables = atom.arguments.iter().map(|argument| match argument {
        LiftedArgument::Variable(variable) => *variable as usize + 1,
        LiftedArgument::Object(_) => 0,
    });
    symbols.pattern(atom, &variables(n_variables.max().unwrap_or(0)), terms)
}

fn variables(n_variables: usize) -> Vec<Pattern> {
    (0..n_variables).map(Pattern::Variable).collect()
}

#[derive(Debug)]
struct OperatorForm {
    precondition: Vec<LiteralForm>,
    effects: Vec<EffectForm>,
    /// Terms of its cost that are not plain, with their indices.
    increases: Vec<(usize, ConditionForm)>,
}

#[derive(Debug)]
struct EffectForm {
    condition: ConditionForm,
    atom: Pattern,
    is_added: bool,
}

/// Condition of an effect or of a term of a cost, with additional variables.
#[derive(Debug)]
struct ConditionForm {
    n_variables: usize,
    variables: Vec<Pattern>,
    literals: Vec<LiteralForm>,
    /// Join that finds objects for the additional variables; `None` if there are no literals.
    join: Option<(JoinForm, JoinPlan)>,
}

impl OperatorForm {
    fn of(
        operator: &LiftedOperator,
        symbols: &SymbolNumbers,
        store: &mut Store,
        terms: &mut Terms,
    ) -> Option<Self> {
        let precondition =
            LiteralForm::all(&operator.precondition, &variables(operator.n_variables), symbols, terms)?;
        let (mut effects, mut increases) = (Vec::new(), Vec::new());
        let mut condition = |literals: &[LiftedLiteral], n_variables: usize, terms: &mut Terms| {
            let n_given = operator.n_variables;
            // Without a join form the condition is contradictory.
            match JoinForm::of(literals, n_variables, n_given, symbols, terms) {
                Some(join) => Some(Some(ConditionForm::of(literals, join, n_given, symbols, store, terms)?)),
                None => Some(None),
            }
        };
        for effect in &operator.effects {
            if let Some(condition) = condition(&effect.condition, effect.n_variables, terms)? {
                let atom = symbols.pattern(&effect.atom, &condition.variables, terms)?;
                effects.push(EffectForm { condition, atom, is_added: effect.is_added });
            }
        }
        for (number, increase) in operator.increases.iter().enumerate() {
            if !increase.is_plain()
                && let Some(condition) = condition(&increase.condition, increase.n_variables, terms)?
            {
                increases.push((number, condition));
            }
        }
        Some(Self { precondition, effects, increases })
    }
}

impl EffectForm {
    fn instance(&self, binding: &Binding, numbers: &AtomNumbers, terms: &Terms) -> Option<AtomEffect> {
        let atom = numbers.find(&self.atom, terms, binding)?;
        let condition = numbers.literals(&self.condition.literals, terms, binding)?;
        Some(AtomEffect { condition, literal: AtomLiteral { atom, positive: self.is_added } })
    }
}

/// The objects bound to variables, and the terms of these objects.
type Bound<'b> = (&'b Binding, &'b Terms);

impl ConditionForm {
    fn of(
        literals: &[LiftedLiteral],
        join: JoinForm,
        n_given: usize,
        symbols: &SymbolNumbers,
        store: &mut Store,
        terms: &mut Terms,
    ) -> Option<Self> {
        let variables = join.variables.clone();
        Some(Self {
            n_variables: variables.len(),
            literals: LiteralForm::all(literals, &variables, symbols, terms)?,
            variables,
            join: (!literals.is_empty()).then(|| {
                let plan = JoinPlan::new(&join.body, JoinStart::Variables(n_given), store, terms);
                (join, plan)
            }),
        })
    }

    /// Calls `found` with the objects of each possible instance, and with `None` in other steps. The operator's variables are
    /// bound.
    fn instances<E>(
        &self,
        binding: &mut Binding,
        store: &Store,
        terms: &mut Terms,
        found: &mut dyn FnMut(Option<Bound<'_>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some((join, plan)) = &self.join else { return found(Some((binding, terms))) };
        let differs = |[one, other]: &[Pattern; 2]| one.find(terms, binding) != other.find(terms, binding);
        if join.same.iter().any(differs) {
            return Ok(());
        }
        plan.run(&join.body, None, binding, store, terms, &mut |binding, terms| {
            found(binding.map(|binding| (binding, &*terms)))
        })
    }
}
