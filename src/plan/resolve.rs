//! The operators that the names of a written plan mean.
//!
//! Several operators may have one name; those are meant that lead to the goal. An unknown name is compared without regard to upper
//! and lower case, as in PDDL. On boards, letters of either case are pieces of their own, and names that were given to operators in Python
//! are exact.

use crate::ordered::Map;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::iter;

use itertools::Itertools as _;

use super::{Plan, WrittenMove, WrittenPlan};
use crate::task::{ExtendedState, OperatorId, State, Task};

/// A name without a move, at least in the state reached so far; or with so many that it takes too long to find out which are meant.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("step {step}: there {} '{}'", if *.is_known { "are too many moves that may be meant by" } else { "is no move" }, .written.name)]
pub struct UnknownMove {
    /// The number of the move in the plan, counted from 1.
    pub step: usize,
    /// The name as written.
    pub written: WrittenMove,
    /// There are moves of this name.
    pub is_known: bool,
}

debug_is_message!(UnknownMove);

/// The most operators that are tried, beyond those of a single state, to find out which are meant by names that several have.
const MOST_TRIED: usize = 1 << 18;

impl WrittenPlan {
    /// The plan of the operators with these names. `called` gives the operators of a name, asked in the order of the moves. Of
    /// several operators those are meant that lead to the goal at the least cost; if none do, those by which most moves can be made.
    ///
    /// Where no move can be made, the plan ends with the operator that lacks least; replaying it gives the step and the reason.
    ///
    /// # Errors
    /// The first name that no operator has, or one with which too many are to be tried.
    pub fn find(
        &self,
        task: &Task,
        mut called: impl FnMut(&str) -> Vec<OperatorId>,
    ) -> Result<Plan, UnknownMove> {
        let mut states = vec![(task.initial().clone(), 0)];
        // For each move, and each state after it: the place of the state before it, and the operator.
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

    /// As [`WrittenPlan::find`], by the operators' names in the task, as in plan files.
    ///
    /// # Errors
    /// As [`WrittenPlan::find`].
    pub fn by_operators(&self, task: &Task) -> Result<Plan, UnknownMove> {
        self.find(task, operators_called(task))
    }

    /// As [`WrittenPlan::by_operators`], for operators whose names begin with that of a piece. One that differs from all pieces is that of the
    /// piece that it differs from in case alone, if there is one and no other.
    ///
    /// # Errors
    /// As [`WrittenPlan::find`].
    pub fn by_pieces(&self, task: &Task, pieces: &[String]) -> Result<Plan, UnknownMove> {
        let operators = operators_by_name(task);
        self.find(task, |name| {
            let as_spelled = || operators.get(&*spelled(name, pieces)?);
            operators.get(name).or_else(as_spelled).cloned().unwrap_or_default()
        })
    }

    /// As [`WrittenPlan::by_operators`], by names that are those of operators in every letter and blank.
    ///
    /// # Errors
    /// As [`WrittenPlan::find`].
    pub fn by_exact_names(&self, task: &Task) -> Result<Plan, UnknownMove> {
        let operators = operators_by_name(task);
        self.find(task, |name| operators.get(name).cloned().unwrap_or_default())
    }
}

/// A state that may be reached, with the least cost at which it is.
type Reached = (State, u128);

/// The states after a move that is one of these operators; of each the place of the state before it, and the operator, by which it
/// is reached at the least cost.
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

/// The operators of each name.
fn operators_by_name(task: &Task) -> Map<&str, Vec<OperatorId>> {
    let mut by_name: Map<&str, Vec<OperatorId>> = Map::new();
    for id in task.operator_ids() {
        by_name.entry(&task.operator(id).name).or_default().push(id);
    }
    by_name
}

/// The operators of each name; if there are none, those whose names differ in case and blanks alone.
pub(crate) fn operators_called(task: &Task) -> impl Fn(&str) -> Vec<OperatorId> {
    let by_name = operators_by_name(task);
    let mut by_words: Map<String, Vec<OperatorId>> = Map::new();
    for id in task.operator_ids() {
        by_words.entry(words(&task.operator(id).name)).or_default().push(id);
    }
    move |name| by_name.get(name).or_else(|| by_words.get(&words(name))).cloned().unwrap_or_default()
}

/// A name in lower case, with one blank between its words.
fn words(name: &str) -> String {
    name.split_whitespace().join(" ").to_lowercase()
}

/// The move of a piece as operators are spelled: the piece as it is called, and the rest in lower case. A piece that is none of these is the
/// one that it differs from in case alone, if there is one and no other.
pub(crate) fn spelled(name: &str, pieces: &[String]) -> Option<String> {
    let (piece, rest) = name.trim().split_once(char::is_whitespace)?;
    let alike =
        || pieces.iter().filter(|other| other.to_lowercase() == piece.to_lowercase()).exactly_one().ok();
    let piece = pieces.iter().find(|other| *other == piece).or_else(alike)?;
    Some(format!("{piece} {}", words(rest)))
}

/// The possible names of a move: all that is written; of a line also the part in parentheses, and the same behind a number, before a
/// duration or a comment. Names in JSON have none of these around them.
fn readings(written: &WrittenMove) -> impl Iterator<Item = &str> {
    let line = written.name.as_str();
    let is_line = written.place.is_some();
    let uncommented = line.split_once(';').map_or(line, |(name, _)| name.trim());
    let timed = without_time(uncommented);
    let within = [inside(line), Some(uncommented), inside(uncommented), Some(timed), inside(timed)];
    iter::once(line).chain(within.into_iter().flatten().filter(move |_| is_line).map(str::trim))
}

/// The words in parentheses.
fn inside(line: &str) -> Option<&str> {
    line.strip_prefix('(')?.strip_suffix(')')
}

/// The forms in which planners write a step: `3: (move a b)`, `step    3: MOVE A B`, `0.003: (move a b) [1.000]`.
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

/// The number of conditions of an operator that do not hold.
pub(crate) fn lacks(task: &Task, here: &ExtendedState<'_>, id: OperatorId) -> usize {
    task.operator(id).precondition.iter().filter(|literal| !here.holds(**literal)).count()
}

#[cfg(test)]
mod tests {
    use super::super::{PlanError, read_plan, replay};
    use super::*;
    use crate::task::{Fact, Operator, TaskBuilder};

    /// A counter from 0 to 2 whose two moves are both called `up`, and one move `(down)`.
    fn counter() -> Task {
        let mut builder = TaskBuilder::default();
        let counter = builder.variable("counter", ["0", "1", "2"], 0);
        let at = |value| Fact { var: counter, value };
        builder.operator(Operator::simple("up", [at(1).into()], [at(2)]));
        builder.operator(Operator::simple("up", [at(0).into()], [at(1)]));
        builder.operator(Operator::simple("(down)", [at(2).into()], [at(0)]));
        builder.goal([at(2).into()]);
        builder.build().unwrap()
    }

    fn replayed(text: &str) -> Result<usize, PlanError> {
        let task = counter();
        let plan = read_plan(text).unwrap().by_operators(&task).unwrap();
        replay(&task, &plan).map(|states| states.len())
    }

    #[test]
    fn of_moves_with_one_name_that_is_meant_that_can_be_made() {
        assert_eq!(replayed("up\n(up)\n((down))\n(down)\n").unwrap_err().step, 4);
        assert_eq!(replayed("(up)\n(up)\n(down)\n(up)\n"), Ok(5));
        let error = replayed("up\nup\nup\nup\n").unwrap_err();
        assert_eq!(error.step, 3);
        assert!(error.to_string().contains("'up' cannot be applied"), "{error}");
    }

    /// Two moves are called `step`, and the first one, with which more can be done at first, leads nowhere.
    #[test]
    fn of_moves_with_one_name_those_are_meant_that_lead_to_the_goal() {
        let mut builder = TaskBuilder::default();
        let place = builder.variable("place", ["start", "left", "right", "end"], 0);
        let at = |value| Fact { var: place, value };
        let mut step = |from, to| builder.operator(Operator::simple("step", [at(from).into()], [at(to)]));
        let ids = [(0, 1), (0, 2), (1, 1), (2, 3), (1, 2)].map(|(from, to)| step(from, to));
        let jump = builder.operator(Operator::simple("jump", [at(0).into()], [at(3)]));
        builder.goal([at(3).into()]);
        let task = builder.build().unwrap();
        let plan = |n: usize| read_plan(&"step\n".repeat(n)).unwrap();
        let any = |n| plan(n).by_operators(&task).unwrap();
        assert_eq!(any(1), Plan::sequential([ids[0]]));
        assert_eq!(any(2), Plan::sequential([ids[1], ids[3]]));
        assert_eq!(any(3), Plan::sequential([ids[0], ids[4], ids[3]]));
        // A goal on the way is none at the end.
        let stuck = read_plan("step\nstep\njump\nstep\n").unwrap().by_operators(&task).unwrap();
        assert_eq!(stuck, Plan::sequential([ids[0], ids[2], jump]));
        let unknown = read_plan("step\nstop\n").unwrap().by_operators(&task).unwrap_err();
        assert_eq!(unknown.to_string(), "step 2: there is no move 'stop'");
    }

    /// Two moves are called `step` and lead to the same place, the second one at a lower cost; then one to another goal.
    #[test]
    fn of_moves_with_one_name_the_cheapest_are_meant() {
        let mut builder = TaskBuilder::default();
        let place = builder.variable("place", ["start", "end"], 0);
        let paint = builder.variable("paint", ["none", "red"], 0);
        let mut step = |painted, cost| {
            let effects = [Fact { var: place, value: 1 }].into_iter().chain(painted);
            builder.operator(Operator { cost, ..Operator::simple("step", [], effects) })
        };
        let ids = [(None, 5), (None, 3), (Some(Fact { var: paint, value: 1 }), 2)]
            .map(|(effect, cost)| step(effect, cost));
        builder.goal([Fact { var: place, value: 1 }.into()]);
        let task = builder.build().unwrap();
        let plan = read_plan("step").unwrap();
        assert_eq!(plan.by_operators(&task).unwrap(), Plan::sequential([ids[2]]));
        let twice = read_plan("step\nstep").unwrap().by_operators(&task).unwrap();
        assert_eq!(twice.cost(&task), 4);
    }

    /// Each of 30 switches may be set or left alone by a move of the same name.
    #[test]
    fn it_is_said_where_too_many_moves_may_be_meant() {
        let mut builder = TaskBuilder::default();
        let switches: Vec<_> =
            (0..30).map(|n| builder.variable(format!("switch {n}"), ["off", "on"], 0)).collect();
        let last = builder.variable("last", ["off", "on"], 0);
        for switch in switches {
            builder.operator(Operator::simple("flip", [], [Fact { var: switch, value: 1 }]));
        }
        builder.goal([Fact { var: last, value: 1 }.into()]);
        let plan = read_plan(&"flip\n".repeat(30)).unwrap();
        let error = plan.by_operators(&builder.build().unwrap()).unwrap_err();
        let text = error.to_string();
        assert!(
            text.ends_with(": there are too many moves that may be meant by 'flip'") && error.is_known,
            "{text}"
        );
    }

    #[test]
    fn lines_of_planners() {
        for text in [
            "0: (up)\n1: (UP)\n",
            "step    0: UP\n        1:  Up\n",
            "STEP 1: up\nSTEP 2: up\n",
            "0.000: (up) [1.000]\n1.001: ( up ) [1]\n",
            "(up) ; first\n(up); second\n; cost = 2 (unit cost)\n",
        ] {
            assert_eq!(replayed(text), Ok(3), "{text}");
        }
    }

    /// The moves of a list in JSON.
    fn listed(names: &[&str]) -> WrittenPlan {
        read_plan(&serde_json::to_string(names).unwrap()).unwrap()
    }

    #[test]
    fn names_of_a_list_stand_in_no_parentheses_times_or_comments() {
        let task = counter();
        for name in ["(up)", "up;now", "up ; now", "1:up", "3: up [2]", "0.1: (up) [1]", "down"] {
            let error = listed(&[name]).by_operators(&task).unwrap_err();
            assert_eq!(error.to_string(), format!("step 1: there is no move '{name}'"));
        }
        for names in [["up", "up"], ["UP", " Up "]] {
            let plan = listed(&names).by_operators(&task).unwrap();
            assert_eq!(replay(&task, &plan).map(|states| states.len()), Ok(3), "{names:?}");
        }
    }

    #[test]
    fn exact_names_are_those_of_no_other_operators() {
        let mut builder = TaskBuilder::default();
        let switch = builder.variable("switch", ["off", "on"], 0);
        let on = Fact { var: switch, value: 1 };
        let [bare, blank] = ["go", " go"].map(|name| builder.operator(Operator::simple(name, [], [on])));
        builder.goal([on.into()]);
        let task = builder.build().unwrap();
        for (name, id) in [("go", bare), (" go", blank)] {
            assert_eq!(listed(&[name]).by_exact_names(&task).unwrap(), Plan::sequential([id]), "{name}");
        }
        for name in ["GO", "go ", "(go)", "go;now", "1:go", ""] {
            assert!(listed(&[name]).by_exact_names(&task).is_err(), "{name}");
        }
    }

    #[test]
    fn words_before_a_colon_that_are_no_time_belong_to_the_name() {
        for line in ["inf: up", "nan: (up)", "-1: up", "+1: up", "1st: up", "step: up", ": up"] {
            let error = read_plan(line).unwrap().by_operators(&counter()).unwrap_err();
            assert_eq!(error.written.name, line);
        }
    }

    #[test]
    fn names_that_differ_in_case_alone_are_those_that_are_written() {
        let mut builder = TaskBuilder::default();
        let place = builder.variable("place", ["a", "b", "c"], 0);
        let at = |value| Fact { var: place, value };
        let operators = [
            Operator::simple("go", [at(0).into()], [at(1)]),
            Operator::simple("GO", [at(0).into()], [at(2)]),
        ];
        let [small, great] = operators.map(|operator| builder.operator(operator));
        builder.goal([at(2).into()]);
        let task = builder.build().unwrap();
        for (text, expected) in [("go", small), ("(go)", small), ("GO", great), ("(GO)", great)] {
            let plan = read_plan(text).unwrap().by_operators(&task).unwrap();
            assert_eq!(plan, Plan::sequential([expected]), "{text}");
        }
        let either = read_plan("Go").unwrap();
        assert_eq!(either.by_operators(&task).unwrap(), Plan::sequential([great]));
    }

    /// A car `b` that cannot move, a car `B`, and a car `X`.
    #[test]
    fn names_of_pieces_that_differ_in_case_are_those_of_different_pieces() {
        let mut builder = TaskBuilder::default();
        let place = builder.variable("place", ["a", "b", "c"], 0);
        let at = |value| Fact { var: place, value };
        let great = builder.operator(Operator::simple("B down 1", [], [at(1)]));
        let red = builder.operator(Operator::simple("X right 1", [], [at(2)]));
        builder.operator(Operator::simple("Bb down 1", [], [at(1)]));
        builder.goal([at(2).into()]);
        let task = builder.build().unwrap();
        let pieces = ["b", "B", "X"].map(str::to_owned);
        let read = |text: &str| read_plan(text).unwrap().by_pieces(&task, &pieces);
        for text in ["B down 1", "(B  DOWN 1)", "0: (B down 1) [1]"] {
            assert_eq!(read(text).unwrap(), Plan::sequential([great]), "{text}");
        }
        for text in ["X right 1", "x right 1", "(x Right\t1)"] {
            assert_eq!(read(text).unwrap(), Plan::sequential([red]), "{text}");
        }
        for text in ["b down 1", "(b DOWN 1)", "Y right 1", "X", ""] {
            let name = WrittenMove { name: text.to_owned(), place: None };
            let plan = WrittenPlan { moves: vec![name], ..WrittenPlan::default() };
            assert!(plan.by_pieces(&task, &pieces).is_err(), "{text}");
        }
        // Two pieces may be meant, and there is no guess.
        let two = ["Bb", "bB", "X"].map(str::to_owned);
        assert!(read_plan("BB down 1").unwrap().by_pieces(&task, &two).is_err());
    }

    #[test]
    fn a_name_that_nothing_has_is_told_with_its_place() {
        let text = "up\n (left) \n";
        let error = read_plan(text).unwrap().by_operators(&counter()).unwrap_err();
        assert_eq!(error.to_string(), "step 2: there is no move '(left)'");
        assert_eq!(&text[error.written.place.unwrap()], "(left)");
    }
}
