//! The slow, obvious way to solve sliding-block puzzles: breadth-first search over grids of letters, knowing no task.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bmcplan::kinds::sliding_block::{Labelling, PuzzleMetric};

/// Rows of characters: letters of pieces, `.` and `#`.
pub(crate) type Grid = Vec<Vec<char>>;

type Cells = BTreeSet<(usize, usize)>;

/// A puzzle as drawn.
#[derive(Debug, Clone)]
pub(crate) struct Drawn {
    pub(crate) start: Grid,
    pub(crate) goal: Grid,
    pub(crate) groups: Vec<String>,
}

/// The findings of breadth-first search over all reachable states. Goal states are expanded like any other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Explored {
    pub(crate) states: u64,
    /// The number of moves out of them.
    pub(crate) transitions: u64,
    pub(crate) depth: usize,
    pub(crate) goal_states: u64,
    /// The length of a shortest solution in the metric, if there is one.
    pub(crate) shortest: Option<usize>,
}

impl Drawn {
    /// In the plain text form; groups have no place in it.
    pub(crate) fn text(&self) -> String {
        format!("start\n{}goal\n{}", rows(&self.start), rows(&self.goal))
    }

    /// In the TOML form.
    pub(crate) fn toml(&self) -> String {
        let (start, goal) = (rows(&self.start), rows(&self.goal));
        format!("start = '''\n{start}'''\ngoal = '''\n{goal}'''\ninterchangeable = {:?}\n", self.groups)
    }

    /// Explores all that can be reached; `None` if that is more than `limit` states.
    pub(crate) fn explore(
        &self,
        metric: PuzzleMetric,
        labelling: Labelling,
        limit: usize,
    ) -> Option<Explored> {
        let classes = self.classes(labelling);
        let goal = places(&self.goal, &classes);
        let mut seen = BTreeMap::from([(places(&self.start, &classes), 0)]);
        let mut queue = VecDeque::from([self.start.clone()]);
        let mut found = Explored { states: 0, transitions: 0, depth: 0, goal_states: 0, shortest: None };
        while let Some(grid) = queue.pop_front() {
            let here = places(&grid, &classes);
            let depth = seen[&here];
            found.depth = depth;
            if goal.is_subset(&here) {
                found.goal_states += 1;
                found.shortest = found.shortest.or(Some(depth));
            }
            for next in successors(&grid, metric) {
                found.transitions += 1;
                seen.entry(places(&next, &classes)).or_insert_with(|| {
                    queue.push_back(next);
                    depth + 1
                });
            }
            if limit < seen.len() {
                return None;
            }
        }
        found.states = u64::try_from(seen.len()).unwrap();
        Some(found)
    }

    /// Does the grid satisfy the goal?
    pub(crate) fn solved(&self, grid: &Grid, labelling: Labelling) -> bool {
        let classes = self.classes(labelling);
        places(&self.goal, &classes).is_subset(&places(grid, &classes))
    }

    /// For each letter a name that it shares with those it may be exchanged with.
    fn classes(&self, labelling: Labelling) -> BTreeMap<char, String> {
        let named = pieces(&self.goal);
        let class = |letter: char, cells: &Cells| {
            let group = self.groups.iter().find(|group| group.contains(letter));
            match labelling {
                Labelling::Labelled => letter.to_string(),
                Labelling::Shapes if group.is_some() => group.unwrap().clone(),
                Labelling::Shapes if named.contains_key(&letter) => letter.to_string(),
                Labelling::Shapes => {
                    let top = cells.iter().map(|(row, _)| row).min().unwrap();
                    let left = cells.iter().map(|(_, column)| column).min().unwrap();
                    format!("{:?}", cells.iter().map(|(r, c)| (r - top, c - left)).collect::<Vec<_>>())
                }
            }
        };
        pieces(&self.start).into_iter().map(|(letter, cells)| (letter, class(letter, &cells))).collect()
    }
}

/// The grid after the move that a name such as `G right 1 down 2` tells, made cell by cell.
pub(crate) fn replay(grid: &Grid, name: &str) -> Grid {
    let words: Vec<&str> = name.split(' ').collect();
    let letter = words[0].chars().next().unwrap();
    let mut grid = grid.clone();
    for part in words[1..].chunks(2) {
        let shift = match part[0] {
            "up" => (-1, 0),
            "down" => (1, 0),
            "left" => (0, -1),
            "right" => (0, 1),
            other => panic!("{other}"),
        };
        for _ in 0..part[1].parse().unwrap() {
            grid = shifted(&grid, letter, shift).unwrap_or_else(|| panic!("{name}: no room"));
        }
    }
    grid
}

/// Every grid one move away, each once.
pub(crate) fn successors(grid: &Grid, metric: PuzzleMetric) -> Vec<Grid> {
    let mut next = Vec::new();
    for letter in pieces(grid).into_keys() {
        match metric {
            PuzzleMetric::Units => {
                next.extend(SHIFTS.iter().filter_map(|shift| shifted(grid, letter, *shift)))
            }
            PuzzleMetric::Slides => {
                for shift in SHIFTS {
                    let mut at = grid.clone();
                    while let Some(further) = shifted(&at, letter, shift) {
                        next.push(further.clone());
                        at = further;
                    }
                }
            }
            PuzzleMetric::Moves => {
                let mut reached = BTreeSet::from([grid.clone()]);
                let mut open = vec![grid.clone()];
                while let Some(at) = open.pop() {
                    for shift in SHIFTS {
                        if let Some(further) = shifted(&at, letter, shift)
                            && reached.insert(further.clone())
                        {
                            open.push(further);
                        }
                    }
                }
                reached.remove(grid);
                next.extend(reached);
            }
        }
    }
    next
}

const SHIFTS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// The grid with one letter shifted, if it can be.
fn shifted(grid: &Grid, letter: char, (down, right): (isize, isize)) -> Option<Grid> {
    let mut next: Grid =
        grid.iter().map(|row| row.iter().map(|c| if *c == letter { '.' } else { *c }).collect()).collect();
    for (row, cells) in grid.iter().enumerate() {
        for column in (0..cells.len()).filter(|column| cells[*column] == letter) {
            let row = row.checked_add_signed(down)?;
            let cell = next.get_mut(row)?.get_mut(column.checked_add_signed(right)?)?;
            if *cell != '.' {
                return None;
            }
            *cell = letter;
        }
    }
    Some(next)
}

/// The cells of each letter.
pub(crate) fn pieces(grid: &Grid) -> BTreeMap<char, Cells> {
    let mut pieces: BTreeMap<char, Cells> = BTreeMap::new();
    for (row, cells) in grid.iter().enumerate() {
        for (column, c) in cells.iter().enumerate().filter(|(_, c)| !matches!(c, '.' | '#')) {
            pieces.entry(*c).or_default().insert((row, column));
        }
    }
    pieces
}

/// The cells of each class.
fn places(grid: &Grid, classes: &BTreeMap<char, String>) -> BTreeSet<(String, Cells)> {
    pieces(grid).into_iter().map(|(letter, cells)| (classes[&letter].clone(), cells)).collect()
}

/// The rows as lines.
pub(crate) fn rows(grid: &Grid) -> String {
    grid.iter().map(|row| row.iter().chain(['\n'].iter()).collect::<String>()).collect()
}
