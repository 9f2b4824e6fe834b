//! Resolution of the names in a written plan to operators.
//!
//! Several operators may have one name; those that lead to the goal are chosen. An unknown name is compared case-insensitively,
//! as in PDDL. On boards, letters of either case are different pieces. Names that were given to operators in Python are exact.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::iter;

use itertools::Itertools as _;

use bmcplan_base::ordered::Map;

use super::{Plan, WrittenMove, WrittenPlan};
use crate::{ExtendedState, OperatorId, State, Task};

/// Name without an operator, at least in the states reached so far, or with too many candidates to find out which are meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("step {step}: {}", if *.is_known { format!("'{}' fits too many moves", .written.name) } else { format!("there is no move '{}'", .written.name) })]
pub struct UnknownMove {
    /// Number of the move in the plan, counted from 1.
    pub step: usize,
    /// Name as written.
    pub written: WrittenMove,
    /// True if there are operators of this name.
    pub is_known: bool,
}

/// Most operators that are tried, beyond those of a single state, to resolve names that several operators have.
const MOST_TRIED: usize = 1 << 18;

impl WrittenPlan {
    /// Returns the plan of the operators with these names. `called` returns the operators of a name, called in the order of the
    /// moves. Of several operators those are chosen that lead to the goal at the least cost. If none do, those by which most
    /// moves can be made.
    ///
    /// Where no move can be made, the plan ends with the operator with the fewest unmet conditions; replaying it gives the step
    /// and the reason. The error is the first name that no operator has, or one with too many candidates.
    pub fn find(
        &self,
        task: &Task,
        mut called: impl FnMut(&str) -> Vec<OperatorId>,
    ) -> Result<Plan, UnknownMove> {
        let mut states = vec![(task.initial().clone(), 0)];
        // For each move, and each state after it: the index of the state before it, and the operator.
        let mut layers: Vec<Vec<(usize, OperatorId)>> = Vec::with_capacity(self.moves.len());
        let mut n_tried = 0_usize;
        for (index, written) in self.moves.iter().enumerate() {
            let unknown = |is_known| UnknownMove { step: index + 1, written: written.clone(), is_known };
            let operators = readings(written).map(&mut called).find(|operators| !operators.is_empty());
            let operators = operators.ok_or_else(|| unknown(false))?;
            n_tried = n_tried.saturating_add((states.len() - 1).saturating_mul(operators.len()));
            if MOST_TRIED < n_tried {
                return Err(unknown(true));
            }
            let (layer, after) = layer(task, &states, &operators);
            if after.is_empty() {
                let here = states.first().map(|(state, _)| task.extend(state));
                let lacking = |id: &OperatorId| here.as_ref().map(|here| lacks(task, here, *id));
                layers.extend(operators.into_iter().min_by_key(lacking).map(|id| vec![(0, id)]));
                states.clear();
                break;
            }
            layers.push(layer);
            states = after;
        }
        let goals = states.iter().enumerate().filter(|(_, (state, _))| task.is_goal(state));
        let mut place = goals.min_by_key(|(_, (_, cost))| *cost).map_or(0, |(place, _)| place);
        let mut found = Vec::with_capacity(layers.len());
        for layer in layers.iter().rev() {
            let (before, id) = layer[place];
            found.push(id);
            place = before;
        }
        found.reverse();
        Ok(Plan::sequential(found))
    }

    /// Resolves the names like [`WrittenPlan::find`], by the operators' names in the task, as in plan files.
    pub fn by_operators(&self, task: &Task) -> Result<Plan, UnknownMove> {
        self.find(task, operators_called(task))
    }

    /// Resolves the names like [`WrittenPlan::by_operators`], for operators whose names begin with that of a piece. An unknown
    /// piece is replaced by the only piece that differs from it in case alone, if there is exactly one.
    pub fn by_pieces(&self, task: &Task, pieces: &[String]) -> Result<Plan, UnknownMove> {
        let operators = operators_by_name(task);
        self.find(task, |name| {
            let as_spelled = || operators.get(&*spelled(name, pieces)?);
            operators.get(name).or_else(as_spelled).cloned().unwrap_or_default()
        })
    }

    /// Returns the plan with lines of several moves divided: `B down 2, X right 2`. Between them are commas or semicolons, and
    /// each begins with a piece.
    #[must_use]
    pub fn divided(&self, pieces: &[String]) -> Self {
        let moves = self.moves.iter().flat_map(|line| {
            let parts = || line.name.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
            let part = |part: &str| {
                let start = line.place.as_ref()?.start + part.as_ptr().addr() - line.name.as_ptr().addr();
                spelled(part, pieces)?;
                Some(WrittenMove { name: part.to_owned(), place: Some(start..start + part.len()) })
            };
            parts().map(part).collect::<Option<Vec<_>>>().unwrap_or_else(|| vec![line.clone()])
        });
        Self { moves: moves.collect(), ..self.clone() }
    }

    /// Resolves the names like [`WrittenPlan::by_operators`], where they match operators in every letter and space.
    pub fn by_exact_names(&self, task: &Task) -> Result<Plan, UnknownMove> {
        let operators = operators_by_name(task);
        self.find(task, |name| operators.get(name).cloned().unwrap_or_default())
    }
}

/// A reachable state, with the least cost at which it is reached.
type Reached = (State, u128);

fn layer(
    task: &Task,
    before: &[Reached],
    operators: &[OperatorId],
) -> (Vec<(usize, OperatorId)>, Vec<Reached>) {
    let (mut ways, mut reached) = (Vec::new(), Vec::<Reached>::new());
    let mut places: HashMap<State, usize> = HashMap::new();
    for (place, (state, so_far)) in before.iter().enumerate() {
        let here = task.extend(state);
        let possible = operators.iter().filter_map(|id| Some((*id, here.successor(*id).ok()?)));
        for (id, after) in possible {
            let cost = so_far + u128::from(task.operator(id).cost);
            match places.entry(after) {
                Entry::Vacant(entry) => {
                    reached.push((entry.key().clone(), cost));
                    ways.push((place, id));
                    entry.insert(ways.len() - 1);
                }
                Entry::Occupied(entry) if cost < reached[*entry.get()].1 => {
                    reached[*entry.get()].1 = cost;
                    ways[*entry.get()] = (place, id);
                }
                Entry::Occupied(_) => {}
            }
        }
    }
    (ways, reached)
}

fn operators_by_name(task: &Task) -> Map<&str, Vec<OperatorId>> {
    let mut by_name: Map<&str, Vec<OperatorId>> = Map::new();
    for id in task.operator_ids() {
        by_name.entry(&task.operator(id).name).or_default().push(id);
    }
    by_name
}

/// Returns a look-up from names to the operators of `task` that have them.
pub fn operators_called(task: &Task) -> impl Fn(&str) -> Vec<OperatorId> {
    let by_name = operators_by_name(task);
    let mut by_words: Map<String, Vec<OperatorId>> = Map::new();
    for id in task.operator_ids() {
        by_words.entry(words(&task.operator(id).name)).or_default().push(id);
    }
    move |name| by_name.get(name).or_else(|| by_words.get(&words(name))).cloned().unwrap_or_default()
}

fn words(name: &str) -> String {
    name.split_whitespace().join(" ").to_lowercase()
}

/// Returns the move of a piece in the spelling of operators: the piece as it is called, and the rest in lower case. An unknown
/// piece is replaced by the only piece that differs from it in case alone, if there is exactly one.
pub fn spelled(name: &str, pieces: &[String]) -> Option<String> {
    let (piece, rest) = name.trim().split_once(char::is_whitespace)?;
    let alike =
        || pieces.iter().filter(|other| other.to_lowercase() == piece.to_lowercase()).exactly_one().ok();
    let piece = pieces.iter().find(|other| *other == piece).or_else(alike)?;
    Some(format!("{piece} {}", words(rest)))
}

/// Returns the possible names of a move: the whole text first. Of a line also the part in parentheses, and the same after a
/// number, before a duration or a comment. Names in JSON have none of these around them.
fn readings(written: &WrittenMove) -> impl Iterator<Item = &str> {
    let line = written.name.as_str();
    let is_line = written.place.is_some();
    let uncommented = line.split_once(';').map_or(line, |(name, _)| name.trim());
    let timed = without_time(uncommented);
    let within = [inside(line), Some(uncommented), inside(uncommented), Some(timed), inside(timed)];
    iter::once(line).chain(within.into_iter().flatten().filter(move |_| is_line).map(str::trim))
}

fn inside(line: &str) -> Option<&str> {
    line.strip_prefix('(')?.strip_suffix(')')
}

fn without_time(line: &str) -> &str {
    let Some((time, name)) = line.split_once(':') else { return line };
    let word = time.trim();
    let number = word.strip_prefix("step").or_else(|| word.strip_prefix("STEP")).unwrap_or(word).trim();
    if number.parse::<f64>().is_err() || !number.starts_with(|char: char| char.is_ascii_digit()) {
        return line;
    }
    let name = name.trim();
    let duration = name.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    match duration {
        Some((name, duration)) if duration.trim().parse::<f64>().is_ok() => name.trim(),
        _ => name,
    }
}

/// Returns the number of preconditions of operator `id` that do not hold in state `here`.
pub fn lacks(task: &Task, here: &ExtendedState<'_>, id: OperatorId) -> usize {
    task.operator(id).precondition.iter().filter(|literal| !here.holds(**literal)).count()
}
