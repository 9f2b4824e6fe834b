//! Grounding: from rules with variables to ground rules.
//!
//! Static relations are computed first and exactly, stratum by stratum. Then all possible atoms are over-approximated. Negative
//! conditions are ignored unless their relation is static. A fluent is possible once some `next` derives it, a move once some
//! `legal` does.

use bmcplan_base::ordered::{Map, Set, sort};
use bmcplan_task::components;

use super::limits::{GroundError, Meter};
use super::sheet::{Condition, GdlRule, GdlTerm, Sheet, Symbol};
use crate::datalog::{AtomQueue, Binding, Derivations, Pattern, RuleBody, Store, TermId, Terms, saturate};

/// A ground instance of a rule whose head depends on the state or the move, without its static conditions.
#[derive(Debug, Clone)]
pub(super) struct GroundInstance {
    pub(super) head: TermId,
    pub(super) body: Box<[(TermId, bool)]>,
    /// Number of its rule in the sheet.
    pub(super) rule: usize,
}

#[derive(Debug)]
pub(super) struct GroundSheet {
    pub(super) terms: Terms,
    pub(super) instances: Vec<GroundInstance>,
    /// Possible atoms of each relation, in the order of discovery. Those of `true` and `does` contain the fluents and the
    /// moves.
    pub(super) atoms: Map<Symbol, Vec<TermId>>,
}

pub(super) fn ground(meter: &mut Meter<'_>) -> Result<GroundSheet, GroundError> {
    let strata = Strata::of(meter.sheet);
    let mut terms = Terms::default();
    let mut rules = Vec::new();
    for (number, rule) in meter.sheet.rules.iter().enumerate() {
        let form = RuleForm::of(rule, &mut terms).ok_or_else(|| too_large(meter, number))?;
        rules.push((rule.head.relation, form));
    }
    let demand = Demand::of(&rules, &terms, meter)?;
    for (head, rule) in &mut rules {
        rule.body.domains = demand.filters(*head, rule, &terms);
    }
    let of = |relations: &Set<Symbol>| -> Vec<(usize, &RuleBody)> {
        let numbered = rules.iter().enumerate();
        let wanted = numbered.filter(|(_, (head, _))| relations.contains(head));
        wanted.map(|(number, (_, form))| (number, &form.body)).collect()
    };
    let role = terms.intern(meter.sheet.role, &[]);
    let mut store = Store::default();
    let mut sink = Instances {
        meter,
        rules: &rules,
        role,
        queue: AtomQueue::default(),
        is_recording: false,
        instances: Vec::new(),
        bytes: 0,
    };
    for layer in strata.layers {
        saturate(&of(&layer), &|symbol| layer.contains(&symbol), &mut store, &mut terms, &mut sink)?;
        layer.into_iter().for_each(|symbol| store.complete(symbol));
    }
    sink.record_statics(&store, &mut terms);
    let dynamic = &strata.dynamic;
    saturate(&of(dynamic), &|symbol| dynamic.contains(&symbol), &mut store, &mut terms, &mut sink)?;
    let instances = sink.instances;
    Ok(GroundSheet { terms, instances, atoms: store.into_atoms().collect() })
}

fn too_large(meter: &Meter<'_>, rule: usize) -> GroundError {
    meter.refuse(
        rule,
        "terms grow without end",
        "this rule makes a term that is too large",
        &format!(
            "terms have at most {} symbols, and functions are nested at most {} deep",
            Terms::MAX_SIZE,
            Terms::MAX_DEPTH
        ),
    )
}

/// The ground rules found so far, and the queue of atoms that became possible.
struct Instances<'r, 'm, 's> {
    meter: &'m mut Meter<'s>,
    rules: &'r [(Symbol, RuleForm)],
    role: Option<TermId>,
    queue: AtomQueue,
    /// True while ground rules are kept, that is, after the static relations.
    is_recording: bool,
    instances: Vec<GroundInstance>,
    bytes: usize,
}

impl Instances<'_, '_, '_> {
    /// Keeps static atoms about the start, the next state, moves and the end as ground rules, too.
    fn record_statics(&mut self, known: &Store, terms: &mut Terms) {
        self.is_recording = true;
        for symbol in [Symbol::INIT, Symbol::NEXT, Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL] {
            for head in known.atoms(symbol) {
                self.instances.push(GroundInstance { head: *head, body: Box::new([]), rule: 0 });
                self.follow(*head, terms);
            }
        }
    }

    /// Adds an instance of a rule; `None` if a term is too large.
    fn add(&mut self, number: usize, binding: &Binding, known: &Store, terms: &mut Terms) -> Option<()> {
        let rule = &self.rules[number].1;
        let head = rule.head.fill(terms, binding)?;
        if self.is_recording {
            let conditions = rule.body.holds.iter().map(|condition| (condition, true));
            let mut body = Vec::new();
            for ((relation, pattern), holds) in
                conditions.chain(rule.body.fails.iter().map(|condition| (condition, false)))
            {
                if !known.is_complete(*relation) {
                    body.push((pattern.fill(terms, binding)?, holds));
                }
            }
            sort(&mut body);
            body.dedup();
            self.bytes += 2 * size_of::<GroundInstance>() + size_of_val(body.as_slice());
            self.instances.push(GroundInstance { head, body: body.into(), rule: number });
        }
        self.queue.push(head);
        self.follow(head, terms)
    }

    /// Queues the atom that this one makes possible: a fluent from `init` or `next`, a move from `legal`.
    fn follow(&mut self, atom: TermId, terms: &mut Terms) -> Option<()> {
        if !self.is_recording {
            return Some(());
        }
        let arguments = terms.arguments(atom).to_vec();
        let possible = match terms.symbol(atom) {
            Symbol::INIT | Symbol::NEXT => Symbol::TRUE,
            Symbol::LEGAL if arguments.first().copied() == self.role => Symbol::DOES,
            _ => return Some(()),
        };
        let possible = terms.intern(possible, &arguments)?;
        self.queue.push(possible);
        Some(())
    }
}

impl Derivations for Instances<'_, '_, '_> {
    type Error = GroundError;

    fn tick(&mut self, terms: &Terms) -> Result<(), GroundError> {
        self.meter.tick(self.bytes + terms.bytes())
    }

    fn found(
        &mut self,
        rule: usize,
        binding: &Binding,
        known: &Store,
        terms: &mut Terms,
    ) -> Result<(), GroundError> {
        self.tick(terms)?;
        self.meter.count(rule);
        self.add(rule, binding, known, terms).ok_or_else(|| too_large(self.meter, rule))
    }

    fn queue(&mut self) -> &mut AtomQueue {
        &mut self.queue
    }
}

#[derive(Debug)]
struct RuleForm {
    head: Pattern,
    body: RuleBody,
}

impl RuleForm {
    /// Converts a rule; `None` if it has a ground term that is too large.
    fn of(rule: &GdlRule, terms: &mut Terms) -> Option<Self> {
        let head = function(rule.head.relation, &rule.head.arguments, terms)?;
        let mut body = RuleBody { n_variables: rule.n_variables, ..RuleBody::default() };
        for condition in &rule.body {
            match condition {
                Condition::Holds(atom) => {
                    body.holds.push((atom.relation, function(atom.relation, &atom.arguments, terms)?));
                }
                Condition::Fails(atom) => {
                    body.fails.push((atom.relation, function(atom.relation, &atom.arguments, terms)?));
                }
                Condition::Distinct(a, b) => body.distinct.push([pattern(a, terms)?, pattern(b, terms)?]),
            }
        }
        Some(Self { head, body })
    }
}

fn function(symbol: Symbol, arguments: &[GdlTerm], terms: &mut Terms) -> Option<Pattern> {
    let parts = arguments.iter().map(|argument| pattern(argument, terms)).collect::<Option<_>>()?;
    Pattern::of(symbol, parts, terms)
}

fn pattern(term: &GdlTerm, terms: &mut Terms) -> Option<Pattern> {
    match term {
        GdlTerm::Constant(symbol) => terms.intern(*symbol, &[]).map(Pattern::Ground),
        GdlTerm::Variable(variable) => Some(Pattern::Variable(*variable)),
        GdlTerm::Function(symbol, arguments) => function(*symbol, arguments, terms),
    }
}

/// Strata: the static relations in the order of their computation, and the other relations of a play.
#[derive(Debug, Default)]
struct Strata {
    /// Static relations, each stratum after the strata that it depends on.
    layers: Vec<Set<Symbol>>,
    /// Relations that depend on the state or the move, or negatively on themselves. Such cycles are checked on the ground
    /// rules.
    dynamic: Set<Symbol>,
}

impl Strata {
    /// Sorts the relations that a play depends on, and ignores all others.
    fn of(sheet: &Sheet) -> Self {
        let needed = needed(sheet);
        let names: Vec<Symbol> = needed.iter().copied().collect();
        let numbers: Map<Symbol, usize> = names.iter().copied().zip(0..).collect();
        let mut uses: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
        let mut denies: Set<(usize, usize)> = Set::new();
        for rule in &sheet.rules {
            let Some(head) = numbers.get(&rule.head.relation) else { continue };
            for condition in &rule.body {
                let (Condition::Holds(atom) | Condition::Fails(atom)) = condition else { continue };
                let Some(used) = numbers.get(&atom.relation) else { continue };
                uses[*head].push(*used);
                if matches!(condition, Condition::Fails(_)) {
                    denies.insert((*head, *used));
                }
            }
        }
        let components = components(&uses);
        let mut component_of = vec![0; names.len()];
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|relation| component_of[*relation] = number);
        }
        let denied: Set<usize> = denies
            .iter()
            .filter(|(head, used)| component_of[*head] == component_of[*used])
            .map(|(head, _)| component_of[*head])
            .collect();
        let mut strata = Self::default();
        strata.dynamic.extend([Symbol::TRUE, Symbol::DOES]);
        for (number, component) in components.iter().enumerate() {
            let mut used = component.iter().flat_map(|relation| &uses[*relation]).chain(component);
            let depends = used.any(|relation| strata.dynamic.contains(&names[*relation]));
            let relations = component.iter().map(|relation| names[*relation]);
            if depends || denied.contains(&number) {
                strata.dynamic.extend(relations);
            } else {
                strata.layers.push(relations.collect());
            }
        }
        strata
    }
}

fn needed(sheet: &Sheet) -> Set<Symbol> {
    let mut bodies: Map<Symbol, Set<Symbol>> = Map::new();
    for rule in &sheet.rules {
        let used = bodies.entry(rule.head.relation).or_default();
        for condition in &rule.body {
            if let Condition::Holds(atom) | Condition::Fails(atom) = condition {
                used.insert(atom.relation);
            }
        }
    }
    let mut open = vec![Symbol::INIT, Symbol::NEXT, Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL];
    let mut needed = Set::new();
    while let Some(relation) = open.pop() {
        if needed.insert(relation) {
            open.extend(bodies.get(&relation).into_iter().flatten());
        }
    }
    needed
}

/// Demanded constants: for the argument of a relation the only values that conditions use.
///
/// `(count 1 1 0 ?n)` demands 0 in the third argument. Suppose every condition with `count` does, or passes on the third
/// argument of a head that is `count` itself. Then no other atoms of it are needed, and rules for it are filtered. This is the
/// simplest case of magic sets (Bancilhon, Maier, Sagiv & Ullman, *Magic sets and other strange ways to implement logic
/// programs*, 1986).
#[derive(Debug, Default)]
struct Demand(Map<(Symbol, usize), Set<TermId>>);

/// Demanded constants of an argument; `None` for any value.
type DemandedValues = Option<Set<TermId>>;

impl Demand {
    /// Relations that are read from outside of the rules.
    const READ: [Symbol; 6] =
        [Symbol::INIT, Symbol::NEXT, Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL, Symbol::ROLE];

    /// Computes the demand of all conditions of rules, as a least fixpoint.
    fn of(rules: &[(Symbol, RuleForm)], terms: &Terms, meter: &mut Meter<'_>) -> Result<Self, GroundError> {
        let mut demanded: Map<(Symbol, usize), DemandedValues> = Map::new();
        loop {
            let mut has_grown = false;
            for (head, rule) in rules {
                for (relation, pattern) in rule.body.holds.iter().chain(&rule.body.fails) {
                    meter.tick(terms.bytes())?;
                    for (place, part) in pattern.arguments(terms).into_iter().enumerate() {
                        let new = Self::by(&part, *head, rule, terms, &demanded);
                        let known = demanded.entry((*relation, place)).or_insert(Some(Set::new()));
                        has_grown |= join(known, new);
                    }
                }
            }
            if !has_grown {
                break;
            }
        }
        let limited = demanded.into_iter().filter(|((relation, _), _)| !Self::READ.contains(relation));
        let limited = limited.filter_map(|(argument, demanded)| Some((argument, demanded?)));
        Ok(Self(limited.collect()))
    }

    fn by(
        part: &Pattern,
        head: Symbol,
        rule: &RuleForm,
        terms: &Terms,
        demanded: &Map<(Symbol, usize), DemandedValues>,
    ) -> DemandedValues {
        match part {
            Pattern::Ground(term) => Some(Set::from([*term])),
            Pattern::Variable(_) if !Self::READ.contains(&head) => {
                let place = rule.head.arguments(terms).iter().position(|argument| argument == part)?;
                demanded.get(&(head, place)).cloned().unwrap_or(Some(Set::new()))
            }
            _ => None,
        }
    }

    /// Returns the filters of a rule's head: arguments with their demanded constants.
    fn filters(&self, head: Symbol, rule: &RuleForm, terms: &Terms) -> Vec<(Pattern, Set<TermId>)> {
        let arguments = rule.head.arguments(terms).into_iter().enumerate();
        arguments.filter_map(|(place, part)| Some((part, self.0.get(&(head, place))?.clone()))).collect()
    }
}

/// Adds values, and returns whether the set grew.
fn join(known: &mut DemandedValues, new: DemandedValues) -> bool {
    match (known.as_mut(), new) {
        (None, _) => false,
        (Some(known), Some(new)) => {
            let before = known.len();
            known.extend(new);
            before < known.len()
        }
        (Some(_), None) => known.take().is_some(),
    }
}
