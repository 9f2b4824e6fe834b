//! Random small puzzles, solvable or not.

use std::collections::BTreeSet;

use bmcplan::kinds::sliding_block::PuzzleMetric;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::oracle::{Drawn, Grid, pieces, successors};

/// Boards of 1 to 4 rows and 1 to 5 columns with up to 10 pieces of 1 to 3 cells, connected or not, copies of earlier ones
/// or not, and up to 3 walls. Most goals are where a random walk leads; some cannot be reached; some hold at the start.
pub(crate) fn arb_puzzle() -> impl Strategy<Value = Drawn> {
    let piece = (any::<Index>(), prop_oneof![2 => vec(any::<Index>(), 0..3).prop_map(Some), 3 => Just(None)]);
    let walls = prop_oneof![1 => vec(any::<Index>(), 0..1), 1 => vec(any::<Index>(), 0..4)];
    let sides = || prop_oneof![1 => 1..=4usize, 5 => 3..=4usize];
    let walk = vec(any::<Index>(), 0..60);
    let named = vec(prop::bool::weighted(0.2), 10);
    let elsewhere = prop_oneof![9 => Just(None), 1 => any::<Index>().prop_map(Some)];
    (sides(), (sides(), 0..=1usize), walls, vec(piece, 3..11), walk, (named, elsewhere, any::<bool>()))
        .prop_map(|(rows, (columns, more), walls, attempts, walk, (named, elsewhere, grouped))| {
            let columns = columns + more;
            let mut start = vec![vec!['.'; columns]; rows];
            for wall in walls {
                start[wall.index(rows)][wall.index(columns)] = '#';
            }
            for ((place, growth), letter) in attempts.into_iter().zip("ABCDEFGHIJ".chars()) {
                place_piece(&mut start, letter, place, growth);
            }
            if pieces(&start).is_empty() {
                start[0][0] = 'A';
            }
            let goal = goal(&start, &walk, &named, elsewhere);
            let groups = if grouped { groups(&start) } else { Vec::new() };
            Drawn { start, goal, groups }
        })
}

/// Places a piece if there is room: grown from a cell, mostly to neighbours, or a copy of an earlier piece.
fn place_piece(grid: &mut Grid, letter: char, place: Index, growth: Option<Vec<Index>>) {
    let (rows, columns) = (grid.len(), grid[0].len());
    let free: Vec<(usize, usize)> = (0..rows)
        .flat_map(|r| (0..columns).map(move |c| (r, c)))
        .filter(|(r, c)| grid[*r][*c] == '.')
        .collect();
    if free.is_empty() {
        return;
    }
    let first = *place.get(&free);
    let mut cells = BTreeSet::from([first]);
    match growth {
        Some(growth) => {
            for step in growth {
                let far = step.index(8) == 0;
                let beside =
                    |(r, c): &(usize, usize)| cells.iter().any(|(a, b)| a.abs_diff(*r) + b.abs_diff(*c) == 1);
                let room: Vec<_> = free
                    .iter()
                    .filter(|cell| !cells.contains(*cell) && (far || beside(cell)))
                    .copied()
                    .collect();
                if !room.is_empty() {
                    cells.insert(*step.get(&room));
                }
            }
        }
        None => {
            let Some((_, model)) = pieces(grid).into_iter().next_back() else { return };
            let (top, left) = *model.first().unwrap();
            let moved = |(r, c): &(usize, usize)| {
                Some(((r + first.0).checked_sub(top)?, (c + first.1).checked_sub(left)?))
            };
            let Some(copy) = model.iter().map(moved).collect::<Option<BTreeSet<_>>>() else { return };
            cells = copy;
        }
    }
    if cells.iter().all(|cell| free.contains(cell)) {
        cells.into_iter().for_each(|(r, c)| grid[r][c] = letter);
    }
}

/// Some of the pieces where a walk of unit moves takes them, or one of them anywhere.
fn goal(start: &Grid, walk: &[Index], named: &[bool], elsewhere: Option<Index>) -> Grid {
    let mut end = start.clone();
    for step in walk {
        let next = successors(&end, PuzzleMetric::Units);
        if !next.is_empty() {
            end = step.get(&next).clone();
        }
    }
    let all = pieces(&end);
    let mut goal: Grid =
        start.iter().map(|row| row.iter().map(|c| if *c == '#' { '#' } else { '.' }).collect()).collect();
    if let Some(place) = elsewhere {
        let letter = *all.keys().next().unwrap();
        place_piece_at(&mut goal, letter, &all[&letter], place);
    }
    let moved = |letter: &char| all[letter] != pieces(start)[letter];
    let mut names: Vec<char> = all.keys().filter(|letter| moved(letter)).copied().take(1).collect();
    names.extend(all.keys().zip(named).filter(|(_, named)| **named).map(|(letter, _)| *letter).take(2));
    if names.is_empty() {
        names.extend(all.keys().next());
    }
    if pieces(&goal).is_empty() {
        for letter in names {
            all[&letter].iter().for_each(|(r, c)| goal[*r][*c] = letter);
        }
    }
    goal
}

/// Draws a piece of that shape somewhere on the free cells, if it fits there.
fn place_piece_at(goal: &mut Grid, letter: char, cells: &BTreeSet<(usize, usize)>, place: Index) {
    let (rows, columns) = (goal.len(), goal[0].len());
    let shift = place.index(rows * columns);
    let (top, left) = *cells.first().unwrap();
    let moved = cells
        .iter()
        .map(|(r, c)| Some((r - top + shift / columns, (c + shift % columns).checked_sub(left)?)));
    let Some(moved) = moved.collect::<Option<Vec<_>>>() else { return };
    if moved.iter().all(|(r, c)| goal.get(*r).and_then(|row| row.get(*c)) == Some(&'.')) {
        moved.into_iter().for_each(|(r, c)| goal[r][c] = letter);
    }
}

/// The first pieces of the same shape as a group.
fn groups(start: &Grid) -> Vec<String> {
    let shape = |cells: &BTreeSet<(usize, usize)>| -> Vec<(usize, isize)> {
        let (top, left) = *cells.first().unwrap();
        let left = isize::try_from(left).unwrap();
        cells.iter().map(|(r, c)| (r - top, isize::try_from(*c).unwrap() - left)).collect()
    };
    let pieces: Vec<_> = pieces(start).into_iter().collect();
    pieces
        .iter()
        .map(|(_, model)| {
            let same = pieces.iter().filter(|(_, cells)| shape(cells) == shape(model));
            same.map(|(letter, _)| *letter).take(2).collect::<String>()
        })
        .find(|group| 1 < group.len())
        .into_iter()
        .collect()
}
