//! The encoding `holes`: a move is an empty cell that is filled, and a direction.
//!
//! So the `Next` of the TLA+ module *SlidingPuzzles* has it: for some empty cell, the piece beside it moves into it. A
//! piece with several cells in front fills the first of them in reading order, so that each move is said in one way.
//! Moves by one cell only.

use crate::ordered::Map;

use itertools::Itertools;

use super::Counting;
use super::frame::FrameVars;
use crate::encode::{Encoding, Part, StepOptions, SystemBuilder, Term, TransitionSystem, sequential_step};
use crate::formula::{AtMostOne, Lit};
use crate::kinds::sliding_block::layout::{VariableLayout, coordinates};
use crate::kinds::sliding_block::{Direction, Labelling, Puzzle};
use crate::stop::{Stop, StopReason};
use crate::task::Task;
use crate::text::Cell;

/// The encoding of one puzzle.
#[derive(Debug, Clone)]
pub(super) struct HolesEncoding {
    pub(super) puzzle: Puzzle,
    pub(super) labelling: Labelling,
    pub(super) counting: Counting,
}

impl Encoding for HolesEncoding {
    fn name(&self) -> &'static str {
        match self.counting {
            Counting::Plain => "holes",
            Counting::Counted => "holes-counted",
        }
    }

    fn describe(
        &self,
        task: &Task,
        options: &StepOptions,
        stop: &Stop,
    ) -> Result<TransitionSystem, StopReason> {
        let layout = VariableLayout::of(&self.puzzle, self.labelling);
        let mut builder = SystemBuilder::until(stop);
        let frame = FrameVars::declare(&self.puzzle, &layout, self.counting, &mut builder);
        let directions = Direction::ALL.map(|direction| (direction, builder.var(direction.word())));
        let fill: Map<Cell, Lit> = frame
            .empty
            .keys()
            .map(|cell| (*cell, builder.var(format!("fill({})", coordinates(cell)))))
            .collect();
        let direction_lits = directions.map(|(_, lit)| lit);
        AtMostOne::Pairwise.encode(&mut builder.part(Part::Transition), &direction_lits);
        let step = HoleStep { layout: &layout, frame: &frame, fill: &fill };
        step.write_fills(&direction_lits, &mut builder);
        for (direction, lit) in directions {
            step.write_direction(direction, lit.into(), &mut builder);
        }
        let goal = frame.goal(&self.puzzle, &layout);
        let movers = fill.values().copied().collect_vec();
        let idle = sequential_step(&movers, &goal, options.at_most_one, &mut builder);
        let facts = frame.facts(task, &layout, &mut builder);
        builder.finish(&goal, idle, facts)
    }
}

/// The clauses from a frame to the next.
struct HoleStep<'a> {
    layout: &'a VariableLayout,
    frame: &'a FrameVars,
    fill: &'a Map<Cell, Lit>,
}

impl HoleStep<'_> {
    fn fill(&self, cell: Cell) -> Term {
        self.fill.get(&cell).map_or(Term::False, |lit| (*lit).into())
    }

    /// A cell is filled in some direction; it was empty and is not any more. Without that nothing changes.
    fn write_fills(&self, directions: &[Lit], builder: &mut SystemBuilder) {
        let mut transition = builder.part(Part::Transition);
        let directions = directions.iter().map(|lit| Term::from(*lit)).collect_vec();
        let fills = self.fill.values().map(|lit| Term::from(*lit)).collect_vec();
        directions.iter().for_each(|direction| transition.rule(&[*direction], &fills));
        for (cell, empty) in &self.frame.empty {
            let fill = self.fill(*cell);
            transition.rule(&[fill], &directions);
            transition.rule(&[fill], &[*empty]);
            transition.rule(&[fill], &[!empty.next()]);
        }
        for (_, _, here) in self.frame.places() {
            let moved = fills.iter().copied();
            transition.rule(&[here], &moved.clone().chain([here.next()]).collect_vec());
            transition.rule(&[here.next()], &moved.chain([here]).collect_vec());
        }
    }

    /// The clauses of a step in this direction.
    fn write_direction(&self, direction: Direction, going: Term, builder: &mut SystemBuilder) {
        let mut transition = builder.part(Part::Transition);
        let before = |cell: Cell| {
            let neighbours =
                self.frame.empty.iter().filter(|(other, _)| direction.next(**other) == Some(cell));
            neighbours.map(|(other, empty)| (*other, *empty)).next()
        };
        for cell in self.frame.empty.keys() {
            let pusher = before(*cell).map(|(_, empty)| !empty);
            transition.rule(&[going, self.fill(*cell)], &pusher.into_iter().collect_vec());
        }
        for (class, cell, here) in self.frame.places() {
            let places = &self.layout.classes[class].places;
            let Some(cover) = places.get(&cell) else { continue };
            let target = direction.next(cell).and_then(|next| Some((next, *places.get(&next)?)));
            // The cells in front of the piece, as far as there is board.
            let front = self.frame.empty.keys().copied().filter(|front| {
                !cover.contains(*front) && before(*front).is_some_and(|(pusher, _)| cover.contains(pusher))
            });
            let first = target.and_then(|(_, there)| {
                self.frame
                    .empty
                    .keys()
                    .copied()
                    .find(|front| there.contains(*front) && !cover.contains(*front))
            });
            for front in front {
                let body = [going, self.fill(front), here];
                let Some((next, there)) = target.filter(|_| Some(front) == first) else {
                    transition.rule(&body, &[]);
                    continue;
                };
                transition.rule(&body, &[self.frame.at(class, next).next()]);
                transition.rule(&body, &[!here.next()]);
                for (swept, empty) in &self.frame.empty {
                    if there.contains(*swept) && !cover.contains(*swept) {
                        transition.rule(&body, &[*empty]);
                    }
                }
            }
            let cause = first.map(|first| self.fill(first));
            transition.rule(&[going, here], &cause.into_iter().chain([here.next()]).collect_vec());
            let came = self.frame.at[class].iter().find(|(other, _)| direction.next(**other) == Some(cell));
            let came = came.map_or(Term::False, |(_, lit)| Term::from(*lit));
            transition.rule(&[going, here.next()], &[came, here]);
            // A piece that came has left its old anchor: none of the same shape appears in front of one that stays.
            transition.rule(&[going, here.next(), came.next()], &[here]);
        }
    }
}
