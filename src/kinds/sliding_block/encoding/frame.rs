//! Clauses of a single frame.

use crate::ordered::Map;

use itertools::Itertools;

use crate::encode::{Part, SystemBuilder, Term};
use crate::formula::{AtMostOne, Lit, exactly};
use crate::kinds::sliding_block::Puzzle;
use crate::kinds::sliding_block::layout::{FactMeaning, VariableLayout, coordinates};
use crate::task::{Fact, Task, VarId};
use crate::text::Cell;

pub(super) struct FrameVars {
    /// For each class and place: a member of the class has its anchor there.
    pub(super) at: Vec<Map<Cell, Lit>>,
    /// For each cell that is no wall: no piece covers it.
    pub(super) empty: Map<Cell, Term>,
}

impl FrameVars {
    /// Declares the variables and says what is true of them in every frame and in the first.
    pub(super) fn declare(puzzle: &Puzzle, layout: &VariableLayout, builder: &mut SystemBuilder) -> Self {
        let mut frame = Self { at: Vec::new(), empty: Map::new() };
        for class in 0..layout.classes.len() {
            frame.declare_class(puzzle, layout, class, builder);
        }
        let places = layout.classes.iter().zip(&frame.at).flat_map(|(class, at)| {
            class.places.iter().filter_map(|(cell, cover)| Some((*at.get(cell)?, *cover)))
        });
        let places = places.collect_vec();
        for [(a, cover_a), (b, cover_b)] in places.iter().array_combinations() {
            if builder.is_stopped() {
                break;
            }
            if cover_a.intersects(*cover_b) {
                builder.part(Part::Universal).rule(&[(*a).into(), (*b).into()], &[]);
            }
        }
        for cell in puzzle.cells().filter(|cell| !puzzle.is_wall(*cell)) {
            let covering =
                places.iter().filter(|(_, cover)| cover.contains(cell)).map(|(lit, _)| (*lit).into());
            let covering: Vec<Term> = covering.collect();
            let empty = if covering.is_empty() {
                Term::True
            } else {
                let empty: Term = builder.var(format!("empty({})", coordinates(&cell))).into();
                let mut universal = builder.part(Part::Universal);
                covering.iter().for_each(|place| universal.rule(&[*place, empty], &[]));
                universal.rule(&[!empty], &covering);
                empty
            };
            frame.empty.insert(cell, empty);
        }
        let (open, always): (Vec<Term>, Vec<Term>) =
            frame.empty.values().partition(|empty| matches!(empty, Term::Lit(_)));
        let lits = open.iter().filter_map(|empty| match empty {
            Term::Lit(lit) => Some(*lit),
            Term::True | Term::False => None,
        });
        let n_empty = puzzle.n_empty().saturating_sub(always.len());
        exactly(&mut builder.part(Part::Universal), &lits.collect_vec(), n_empty);
        frame
    }

    fn declare_class(
        &mut self,
        puzzle: &Puzzle,
        layout: &VariableLayout,
        index: usize,
        builder: &mut SystemBuilder,
    ) {
        let class = &layout.classes[index];
        let name = layout.name(puzzle, index);
        let var = |cell: &Cell| (*cell, builder.var(format!("at({name},{})", coordinates(cell))));
        let at: Map<Cell, Lit> = class.places.keys().map(var).collect();
        for (cell, lit) in &at {
            let is_start = class.members.iter().any(|id| puzzle.piece(*id).start == *cell);
            let here = if is_start { Term::from(*lit) } else { !Term::from(*lit) };
            builder.part(Part::Initial).rule(&[], &[here]);
        }
        let lits = at.values().copied().collect_vec();
        let mut universal = builder.part(Part::Universal);
        universal.rule(&[], &lits.iter().map(|lit| (*lit).into()).collect_vec());
        if class.members.len() == 1 {
            AtMostOne::Pairwise.encode(&mut universal, &lits);
        }
        self.at.push(at);
    }

    /// A member of the class has its anchor in the cell.
    pub(super) fn at(&self, class: usize, cell: Cell) -> Term {
        self.at[class].get(&cell).map_or(Term::False, |lit| (*lit).into())
    }

    /// Every class and place with its term.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, Cell, Term)> {
        let of_class = |(class, at): (usize, &Map<Cell, Lit>)| {
            at.iter().map(move |(cell, lit)| (class, *cell, Term::from(*lit))).collect_vec()
        };
        self.at.iter().enumerate().flat_map(of_class)
    }

    /// The goal: each piece that has one is there.
    pub(super) fn goal(&self, puzzle: &Puzzle, layout: &VariableLayout) -> Vec<Term> {
        let goals = puzzle.piece_ids().filter_map(|id| puzzle.piece(id).goal.zip(layout.class_of(id)));
        goals.map(|(cell, class)| self.at(class, cell)).collect()
    }

    /// The terms of the task's facts.
    pub(super) fn facts(
        &self,
        task: &Task,
        layout: &VariableLayout,
        builder: &mut SystemBuilder,
    ) -> Vec<Vec<Term>> {
        task.variable_ids().map(|var| self.column(task, layout, var, builder)).collect()
    }

    fn column(
        &self,
        task: &Task,
        layout: &VariableLayout,
        var: VarId,
        builder: &mut SystemBuilder,
    ) -> Vec<Term> {
        let anchor = |fact: Fact| match layout.meaning(fact) {
            Some(FactMeaning::Anchor(class, cell)) => Some(self.at(class, cell)),
            Some(FactMeaning::None(_)) | None => None,
        };
        let anchors = task.facts(var).filter_map(anchor).filter(|term| *term != Term::False).collect_vec();
        let mut none = None;
        let mut no_anchor = |builder: &mut SystemBuilder| {
            *none.get_or_insert_with(|| match anchors.as_slice() {
                [] => Term::True,
                [only] => !*only,
                several => {
                    let none: Term = builder.var("none").into();
                    let mut universal = builder.part(Part::Universal);
                    several.iter().for_each(|anchor| universal.rule(&[none, *anchor], &[]));
                    universal.rule(&[!none], several);
                    none
                }
            })
        };
        task.facts(var).map(|fact| anchor(fact).unwrap_or_else(|| no_anchor(builder))).collect()
    }
}
