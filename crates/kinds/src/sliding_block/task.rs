//! The planning task of a puzzle, a metric and a labelling.
//!
//! The state variables are those of [`VariableLayout`]. One derived variable `occupied(r,c)` per cell that a piece can cover,
//! with a rule per class and place covering it. One operator per class and pair of places: a member is at the first, and no
//! cell that has to be empty on the path to the second is occupied. Where there are several paths around corners, a derived
//! variable `way(…)` says that one of them is empty. So a move is one operator, whatever its path.

use itertools::Itertools;

use bmcplan_base::ordered::Map;
use bmcplan_base::stop::Stop;
use bmcplan_base::text::Cell;
use bmcplan_task::{DerivedId, Fact, Literal, Operator, Task, TaskBuilder};

use super::geometry::CellSet;
use super::layout::{VariableLayout, coordinates};
use super::paths::paths;
use super::{Labelling, Puzzle, PuzzleMetric};

/// Greatest number of operators, and of paths around corners, of all moves.
const MAX_PATHS: usize = 1 << 18;

/// Greatest number of mutexes. More of them, on large boards of many different pieces, would cost more than they save, and none
/// are given.
const MAX_MUTEXES: usize = 1 << 17;

/// Error of building a task.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleTaskError {
    /// The pieces have too many paths in this metric; the limit was reached at the piece of this letter.
    #[error("this board is too open for the metric '{0}': there are too many ways for piece '{1}' to go{narrower}",
        narrower = narrower(*.0))]
    TooOpen(PuzzleMetric, char),
    /// Error of the task's own check; does not occur for valid puzzles.
    #[error(transparent)]
    Invalid(#[from] bmcplan_task::TaskError),
}

/// Returns advice for too many moves.
fn narrower(metric: PuzzleMetric) -> &'static str {
    match metric {
        PuzzleMetric::Units => "",
        PuzzleMetric::Slides => "; try the metric 'units'",
        PuzzleMetric::Moves => "; try the metric 'slides' or 'units'",
    }
}

/// Builds the planning task whose shortest plans are the puzzle's shortest solutions in `metric`.
///
/// # Errors
/// The board is large and so empty that there are too many different moves; or `stop` is raised. It is raised at once where the
/// task would exceed its memory limit.
pub fn task(
    puzzle: &Puzzle,
    metric: PuzzleMetric,
    labelling: Labelling,
    stop: &Stop,
) -> Result<Task, PuzzleTaskError> {
    let mut builder = TaskBuilder::until(stop);
    let layout = VariableLayout::of(puzzle, labelling);
    let paths = all_paths(puzzle, &layout, metric, stop)?;
    expect(&builder, &paths)?;
    layout.declare(puzzle, &mut builder);
    let moves = Moves { puzzle, layout: &layout, occupied: add_occupied(puzzle, &layout, &mut builder) };
    for (class, from, paths) in paths {
        for (to, sets) in paths {
            moves.add(class, from, to, &sets, &mut builder);
        }
    }
    for [a, b] in mutexes(&layout, stop) {
        builder.mutex(a, b);
    }
    for id in puzzle.piece_ids() {
        let goal = puzzle.piece(id).goal.zip(layout.class_of(id));
        builder.goal(goal.and_then(|(cell, class)| layout.at(class, cell)).map(Literal::from));
    }
    Ok(builder.build()?)
}

/// Class and one of its places, and the paths from there to others.
type PathsFrom = (usize, Cell, Map<Cell, Vec<CellSet>>);

fn all_paths(
    puzzle: &Puzzle,
    layout: &VariableLayout,
    metric: PuzzleMetric,
    stop: &Stop,
) -> Result<Vec<PathsFrom>, PuzzleTaskError> {
    let (mut all, mut limit) = (Vec::new(), MAX_PATHS);
    for (class, places) in layout.classes.iter().map(|class| &class.places).enumerate() {
        for from in places.keys() {
            let paths = paths(places, *from, metric, puzzle.n_empty(), limit, stop);
            if let Some(reason) = stop.reason() {
                return Err(bmcplan_task::TaskError::Stopped(reason).into());
            }
            let left = paths.as_ref().and_then(|paths| limit.checked_sub(paths.values().map(Vec::len).sum()));
            let (Some(paths), Some(left)) = (paths, left) else {
                return Err(PuzzleTaskError::TooOpen(metric, layout.name(puzzle, class)));
            };
            limit = left;
            all.push((class, *from, paths));
        }
    }
    Ok(all)
}

fn expect(builder: &TaskBuilder, paths: &[PathsFrom]) -> Result<(), bmcplan_task::TaskError> {
    let moves = || paths.iter().flat_map(|(_, _, paths)| paths.values());
    // The place of the piece, and for each path the cells that have to be empty.
    let literals = moves().flatten().map(|path| path.len()).sum::<usize>() + moves().count();
    builder.expect(moves().count(), literals, 0)
}

/// Adds `occupied(r,c)` for every cell that a piece can cover.
fn add_occupied(
    puzzle: &Puzzle,
    layout: &VariableLayout,
    builder: &mut TaskBuilder,
) -> Vec<(Cell, DerivedId)> {
    let mut occupied = Vec::new();
    for cell in puzzle.cells() {
        if builder.is_stopped() {
            break;
        }
        let places = layout.classes.iter().enumerate().flat_map(|(class, places)| {
            places.places.iter().filter(|(_, cover)| cover.contains(cell)).map(move |(at, _)| (class, *at))
        });
        let rules =
            places.filter_map(|(class, at)| layout.at(class, at)).map(|fact| vec![fact.into()]).collect_vec();
        if !rules.is_empty() {
            occupied.push((cell, builder.derived(format!("occupied({})", coordinates(&cell)), rules)));
        }
    }
    occupied
}

struct Moves<'a> {
    puzzle: &'a Puzzle,
    layout: &'a VariableLayout,
    occupied: Vec<(Cell, DerivedId)>,
}

impl Moves<'_> {
    fn add(&self, class: usize, from: Cell, to: Cell, paths: &[CellSet], builder: &mut TaskBuilder) {
        let (Some(here), Some(there)) = (self.layout.at(class, from), self.layout.at(class, to)) else {
            return;
        };
        let name = self.name(class, from, to);
        let letter = self.layout.name(self.puzzle, class);
        let free = match paths {
            [path] => self.free(*path),
            paths => {
                let path = format!("way({letter},{},{})", coordinates(&from), coordinates(&to));
                let rules = paths.iter().map(|path| self.free(*path)).collect();
                vec![Literal::from(builder.derived(path, rules))]
            }
        };
        let precondition = [Literal::from(here)].into_iter().chain(free);
        let effects = self.layout.left(class, from).into_iter().chain([there]);
        let cost = self.puzzle.piece(self.layout.classes[class].members[0]).cost;
        builder.operator(Operator { cost, ..Operator::simple(name, precondition, effects) });
    }

    /// Returns the literals "no piece is on any of the cells".
    fn free(&self, cells: CellSet) -> Vec<Literal> {
        let occupied = self.occupied.iter().filter(|(cell, _)| cells.contains(*cell));
        occupied.map(|(_, occupied)| !Literal::from(*occupied)).collect()
    }

    /// Returns the name of a move by its end: its path may depend on the state.
    fn name(&self, class: usize, from: Cell, to: Cell) -> String {
        let part = |from: u8, to: u8, less: &str, more: &str| {
            (from != to).then(|| format!("{} {}", if from < to { more } else { less }, from.abs_diff(to)))
        };
        let parts = [part(from.row, to.row, "up", "down"), part(from.column, to.column, "left", "right")];
        let place =
            (1 < self.layout.classes[class].members.len()).then(|| format!("at {}", coordinates(&from)));
        let letter = self.layout.name(self.puzzle, class).to_string();
        [Some(letter), place].into_iter().chain(parts).flatten().join(" ")
    }
}

/// Returns the pairs of places of two pieces that share a cell; none if there are more than [`MAX_MUTEXES`]. Pairs of values of
/// one variable are implicit.
fn mutexes(layout: &VariableLayout, stop: &Stop) -> Vec<[Fact; 2]> {
    let classes = layout.classes.iter().enumerate();
    let facts = classes.map(|(index, class)| {
        let fact = |(at, cover): (&Cell, &CellSet)| Some((layout.at(index, *at)?, *cover));
        class.places.iter().filter_map(fact).collect_vec()
    });
    let facts = facts.collect_vec();
    let mut found = Vec::new();
    for class in &facts {
        for other in &facts {
            for ((a, cover_a), (b, cover_b)) in class.iter().cartesian_product(other) {
                if a.var < b.var && cover_a.intersects(*cover_b) {
                    found.push([*a, *b]);
                }
            }
            if MAX_MUTEXES < found.len() || stop.is_raised() {
                return Vec::new();
            }
        }
    }
    found
}
