//! A table of derived variables under construction: each is defined by rules over facts and earlier derived variables; equal
//! definitions share one. Cyclic rules are translated into acyclic ones.
//!
//! Each strongly connected component of the rules is solved by itself. Suppose that every body mentions at most one atom of the
//! component, as in reachability. Then atoms are eliminated one by one, as in Gaussian elimination: a rule for the atom and a
//! rule from it become a rule that bypasses it. That is a shortest-path computation over "or" and "and" (Kleene; Backhouse &
//! Carré, *Regular algebra applied to path-finding problems*, 1975). Other components are unrolled in rounds: an atom follows
//! from earlier atoms of this round, and from the others of the round before. A proof without repetitions takes at most as many
//! rounds as there are atoms needed by earlier ones.

use std::collections::{BTreeSet, HashMap};

use bmcplan_base::ordered::{Map, Set, sort, sort_by};
use bmcplan_base::stop::Stop;
use bmcplan_task::{Atom, Derived, DerivedId, Literal, components};

use super::ground::FiniteDomainError;

/// Value of a definition: a constant or a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DerivedValue {
    Always,
    Never,
    Is(Literal),
}

impl From<Literal> for DerivedValue {
    fn from(literal: Literal) -> Self {
        Self::Is(literal)
    }
}

impl DerivedValue {
    pub(crate) fn signed(self, positive: bool) -> Self {
        match self {
            value if positive => value,
            Self::Always => Self::Never,
            Self::Never => Self::Always,
            Self::Is(literal) => Self::Is(!literal),
        }
    }

    /// Returns the literals of a conjunction; `None` if it cannot hold.
    pub(crate) fn all(values: impl IntoIterator<Item = Self>) -> Option<Vec<Literal>> {
        let mut literals = Vec::new();
        for value in values {
            match value {
                Self::Always => {}
                Self::Never => return None,
                Self::Is(literal) => literals.push(literal),
            }
        }
        Some(literals)
    }
}

#[derive(Debug, Default)]
pub(crate) struct RuleTable {
    derived: Vec<Derived>,
    known: HashMap<Vec<Vec<Literal>>, DerivedId>,
    bytes: usize,
    stop: Stop,
}

/// Greatest number of rules among which implied ones are searched for.
const MAX_COMPARED: usize = 64;

impl RuleTable {
    pub(crate) fn until(stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..Self::default() }
    }

    /// Returns the disjunction of bodies, as a value.
    pub(crate) fn define(
        &mut self,
        name: impl FnOnce() -> String,
        mut bodies: Vec<Vec<Literal>>,
    ) -> DerivedValue {
        bodies.retain_mut(is_possible);
        sort_by(&mut bodies, |a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        bodies.dedup();
        if bodies.len() <= MAX_COMPARED {
            let mut kept: Vec<Vec<Literal>> = Vec::with_capacity(bodies.len());
            for body in bodies {
                let implies = |other: &Vec<Literal>| other.iter().all(|lit| body.binary_search(lit).is_ok());
                if !kept.iter().any(implies) {
                    kept.push(body);
                }
            }
            bodies = kept;
        }
        match bodies.as_slice() {
            [] => return DerivedValue::Never,
            [first, ..] if first.is_empty() => return DerivedValue::Always,
            [only] if only.len() == 1 => return DerivedValue::Is(only[0]),
            _ => {}
        }
        if let Some(id) = self.known.get(&bodies) {
            return DerivedValue::Is((*id).into());
        }
        let literals = bodies.iter().flatten().count();
        // Stored twice: as rules, and for look-up.
        self.bytes += 2 * (literals * size_of::<Literal>() + bodies.len() * size_of::<Vec<Literal>>() + 64);
        self.stop.needs("the rules of derived variables", self.bytes);
        let id = DerivedId::from_index(self.derived.len());
        self.derived.push(Derived { name: name(), rules: bodies.clone() });
        self.known.insert(bodies, id);
        DerivedValue::Is(id.into())
    }

    pub(crate) fn into_derived(self) -> Vec<Derived> {
        self.derived
    }
}

/// Sorts a body. Returns false if its literals contradict each other.
fn is_possible(body: &mut Vec<Literal>) -> bool {
    sort(body);
    body.dedup();
    // Facts of one variable are adjacent, but not always the positive ones.
    !body.iter().enumerate().any(|(place, a)| body[..place].iter().any(|b| a.excludes(*b)))
}

#[derive(Debug, Clone, Default)]
pub(crate) struct DerivedAtom {
    pub(crate) name: String,
    /// Conjunctions. A derived literal represents the atom of that number.
    pub(crate) bodies: Vec<Vec<Literal>>,
}

/// Defines the needed atoms and all that they depend on. The others never hold.
pub(crate) fn solve(
    atoms: &[DerivedAtom],
    needed: impl IntoIterator<Item = usize>,
    table: &mut RuleTable,
    stop: &Stop,
) -> Result<Vec<DerivedValue>, FiniteDomainError> {
    let mut is_needed = vec![false; atoms.len()];
    let mut open: Vec<usize> = needed.into_iter().collect();
    while let Some(atom) = open.pop() {
        if !std::mem::replace(&mut is_needed[atom], true) {
            open.extend(atoms[atom].bodies.iter().flatten().filter_map(number));
        }
    }
    let uses = |atom: usize| {
        let used = atoms[atom].bodies.iter().flatten().filter_map(number);
        used.collect::<Set<usize>>().into_iter().collect::<Vec<_>>()
    };
    let graph: Vec<Vec<usize>> =
        (0..atoms.len()).map(|atom| if is_needed[atom] { uses(atom) } else { Vec::new() }).collect();
    let mut values = vec![DerivedValue::Never; atoms.len()];
    let mut place_of = vec![None; atoms.len()];
    for component in components(&graph).into_iter().filter(|component| is_needed[component[0]]) {
        component.iter().enumerate().for_each(|(place, atom)| place_of[*atom] = Some(place));
        let mut system = System::default();
        for atom in &component {
            system.names.push(&atoms[*atom].name);
            system.bodies.push(Vec::new());
            for body in &atoms[*atom].bodies {
                let (inner, outer): (Vec<Literal>, Vec<Literal>) =
                    body.iter().partition(|lit| number(lit).is_some_and(|atom| place_of[atom].is_some()));
                if inner.iter().any(|lit| !lit.positive) {
                    return Err(FiniteDomainError::Circular(atoms[*atom].name.clone()));
                }
                let known = |lit: &Literal| {
                    number(lit).map_or((*lit).into(), |atom| values[atom].signed(lit.positive))
                };
                let Some(outer) = DerivedValue::all(outer.iter().map(known)) else { continue };
                let inner: Set<usize> = inner.iter().filter_map(|lit| place_of[number(lit)?]).collect();
                // An atom that follows only from itself does not hold.
                if !place_of[*atom].is_some_and(|place| inner.contains(&place)) {
                    system
                        .bodies
                        .last_mut()
                        .into_iter()
                        .for_each(|bodies| bodies.push((inner.clone(), outer.clone())));
                }
            }
        }
        let solved = system.solve(table, stop);
        for (atom, value) in component.iter().zip(solved) {
            values[*atom] = value;
            place_of[*atom] = None;
        }
    }
    Ok(values)
}

fn number(literal: &Literal) -> Option<usize> {
    match literal.atom {
        Atom::Derived(id) => Some(id.index()),
        Atom::Fact(_) => None,
    }
}

/// Rules of a component: for each atom its bodies, each with its atoms of the component and the rest.
#[derive(Default)]
struct System<'a> {
    names: Vec<&'a str>,
    bodies: Vec<Vec<(Set<usize>, Vec<Literal>)>>,
}

impl System<'_> {
    fn solve(&self, table: &mut RuleTable, stop: &Stop) -> Vec<DerivedValue> {
        if self.bodies.iter().flatten().all(|(inner, _)| inner.len() <= 1) {
            self.eliminate(table, stop)
        } else {
            self.unroll(table, stop)
        }
    }

    /// Solves by elimination, for rules with at most one atom of the component each.
    fn eliminate(&self, table: &mut RuleTable, stop: &Stop) -> Vec<DerivedValue> {
        let n = self.names.len();
        let mut base: Vec<Vec<Vec<Literal>>> = vec![Vec::new(); n];
        // Atoms that an atom follows from, with the conditions, and the atoms that follow from it.
        let mut from: Vec<Map<usize, Vec<Vec<Literal>>>> = vec![Map::new(); n];
        let mut to: Vec<Set<usize>> = vec![Set::new(); n];
        for (atom, bodies) in self.bodies.iter().enumerate() {
            for (inner, outer) in bodies {
                match inner.first() {
                    None => base[atom].push(outer.clone()),
                    Some(other) => {
                        from[atom].entry(*other).or_default().push(outer.clone());
                        to[*other].insert(atom);
                    }
                }
            }
        }
        let cost = |atom: usize, from: &[Map<usize, _>], to: &[Set<usize>]| from[atom].len() * to[atom].len();
        let mut waiting: BTreeSet<(usize, usize)> =
            (0..n).map(|atom| (cost(atom, &from, &to), atom)).collect();
        let mut eliminated = Vec::with_capacity(n);
        while let Some((_, atom)) = waiting.pop_first() {
            if stop.is_raised() {
                break;
            }
            let name = self.names[atom];
            let start = table.define(|| format!("{name} at once"), std::mem::take(&mut base[atom]));
            let sources: Vec<(usize, DerivedValue)> = std::mem::take(&mut from[atom])
                .into_iter()
                .map(|(source, ways)| {
                    (source, table.define(|| format!("{name} by {}", self.names[source]), ways))
                })
                .collect();
            let targets = std::mem::take(&mut to[atom]);
            let changed: Set<usize> =
                sources.iter().map(|(source, _)| *source).chain(targets.iter().copied()).collect();
            changed.iter().for_each(|other| {
                waiting.remove(&(cost(*other, &from, &to), *other));
            });
            sources.iter().for_each(|(source, _)| {
                to[*source].remove(&atom);
            });
            for target in targets {
                let ways = from[target].remove(&atom).unwrap_or_default();
                let way = table.define(|| format!("{} by {name}", self.names[target]), ways);
                base[target].extend(DerivedValue::all([way, start]));
                for (source, before) in sources.iter().filter(|(source, _)| *source != target) {
                    if let Some(both) = DerivedValue::all([way, *before]) {
                        from[target].entry(*source).or_default().push(both);
                        to[*source].insert(target);
                    }
                }
            }
            waiting.extend(changed.into_iter().map(|other| (cost(other, &from, &to), other)));
            eliminated.push((atom, start, sources));
        }
        let mut values = vec![DerivedValue::Never; n];
        for (atom, start, sources) in eliminated.into_iter().rev() {
            let ways = sources.into_iter().map(|(source, way)| DerivedValue::all([way, values[source]]));
            let bodies = std::iter::once(DerivedValue::all([start])).chain(ways).flatten().collect();
            values[atom] = table.define(|| self.names[atom].to_owned(), bodies);
        }
        values
    }

    /// Solves by unrolling, for all rules.
    fn unroll(&self, table: &mut RuleTable, stop: &Stop) -> Vec<DerivedValue> {
        let n = self.names.len();
        // Atoms needed by an earlier atom or by themselves.
        let late = self.bodies.iter().enumerate().flat_map(|(atom, bodies)| {
            bodies.iter().flat_map(|(inner, _)| inner).copied().filter(move |other| atom <= *other)
        });
        let n_rounds = 1 + late.collect::<Set<usize>>().len();
        let mut values = vec![DerivedValue::Never; n];
        for round in 1..=n_rounds {
            let before = values.clone();
            for (atom, bodies) in self.bodies.iter().enumerate() {
                if stop.is_raised() {
                    return values;
                }
                let spelled_out = bodies.iter().filter_map(|(inner, outer)| {
                    let inner = DerivedValue::all(inner.iter().map(|other| values[*other]))?;
                    Some([inner.as_slice(), outer].concat())
                });
                let is_last = round == n_rounds;
                let name = || {
                    if is_last {
                        self.names[atom].to_owned()
                    } else {
                        format!("{} in {round} rounds", self.names[atom])
                    }
                };
                values[atom] = table.define(name, spelled_out.collect());
            }
            if values == before {
                break;
            }
        }
        values
    }
}
