//! Candidates for invariant groups: fluents that are written alike, so that perhaps exactly one of them holds at a time.
//!
//! Such as all `(cell 1 2 ?)`, all `(cell ? ? b)`, or `(clear 1)` with all `(on ? 1)`: fluents of one or two relations
//! that agree in some arguments, their key (Helmert, *Concise finite-domain representations for PDDL planning tasks*,
//! 2009, calls it an invariant candidate with its parameters and a counted variable).

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::limits::Meter;
use super::model::{FluentRole, GameModel};
use super::{GroundError, Symbol};
use crate::datalog::{TermId, Terms};
use crate::fdr::parameter_choices;

/// No more candidates than this, and not more members of them in all than the other.
const MAX_CANDIDATES: usize = 4_000;
const MAX_MEMBERS: usize = 200_000;

/// A relation and which of its arguments are the key.
type KeyedRelation = (Symbol, usize, Vec<usize>);

/// Candidates, each sorted and of at least two fluents, of which one or none holds at the start.
pub(super) fn candidates(
    model: &GameModel,
    terms: &Terms,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<usize>>, GroundError> {
    let mut keyed: BTreeMap<KeyedRelation, BTreeMap<Vec<TermId>, Vec<usize>>> = BTreeMap::new();
    for (fluent, term) in model.fluents.iter().enumerate() {
        if model.roles[fluent] != FluentRole::State {
            continue;
        }
        let arguments = terms.arguments(*term);
        meter.tick(0)?;
        for key in parameter_choices(arguments.len()) {
            let values = key.iter().map(|place| arguments[*place]).collect();
            let part = (terms.symbol(*term), arguments.len(), key);
            keyed.entry(part).or_default().entry(values).or_default().push(fluent);
        }
    }
    let mut found = BTreeSet::new();
    let mut n_members = 0;
    let mut add = |mut fluents: Vec<usize>| {
        fluents.sort_unstable();
        fluents.dedup();
        let n_initial = fluents.iter().filter(|fluent| model.initial[**fluent]).count();
        let is_small = n_members + fluents.len() <= MAX_MEMBERS && found.len() < MAX_CANDIDATES;
        if 2 <= fluents.len() && n_initial <= 1 && is_small {
            n_members += fluents.len();
            found.insert(fluents);
        }
    };
    let is_name = |fluent: &usize| terms.arguments(model.fluents[*fluent]).is_empty();
    let state = (0..model.fluents.len()).filter(|fluent| model.roles[*fluent] == FluentRole::State);
    add(state.filter(is_name).collect());
    for groups in keyed.values() {
        groups.values().for_each(|fluents| add(fluents.clone()));
    }
    let by_length = keyed.iter().into_group_map_by(|((_, _, key), _)| key.len());
    for (length, parts) in by_length.into_iter().sorted_by_key(|(length, _)| *length) {
        if length == 0 {
            continue;
        }
        for [((a, _, _), left), ((b, _, _), right)] in parts.into_iter().array_combinations() {
            meter.tick(0)?;
            if a == b {
                continue;
            }
            for (key, fluents) in left {
                meter.tick(0)?;
                if let Some(others) = right.get(key) {
                    add([fluents.as_slice(), others].concat());
                }
            }
        }
    }
    Ok(found.into_iter().collect())
}
