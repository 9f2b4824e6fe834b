//! The encoding `shapes-counted` of a sliding-block puzzle: a move leaves one anchor and takes another, for any class of
//! interchangeable pieces.
//!
//! No operator has a variable of its own. One variable per cell says that a piece leaves it, and one that a piece comes to it.
//! The class follows from the piece that was there ("operator splitting"; Kautz & Selman, *Planning as satisfiability*, 1992).
//! So a move is a pair, and pieces of the same shape have no names.
//!
//! The [variables of a frame](FrameVars) are the anchors of each class, and the empty cells. A redundant constraint fixes the
//! number of empty cells in every frame. Unit propagation does not derive it, and refutations need it.

use itertools::Itertools;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_base::text::Cell;
use bmcplan_formula::{AtMostOne, ClauseSink as _, Lit, exactly};
use bmcplan_sat::encode::headings::{
    AT_MOST_ONE, DEFINITIONS, EFFECTS, FRAME_AXIOMS, ONE_VALUE, PRECONDITIONS,
};
use bmcplan_sat::encode::{
    self, Encoding, Part, StepOptions, SystemBuilder, Term, TransitionSystem, sequential_step,
};
use bmcplan_task::{Fact, Task, VarId};

use crate::sliding_block::geometry::CellSet;
use crate::sliding_block::layout::{FactMeaning, VariableLayout, coordinates};
use crate::sliding_block::paths::paths;
use crate::sliding_block::{Labelling, Puzzle, PuzzleMetric};

/// Returns every encoding of a puzzle, the default first.
pub fn encodings(puzzle: &Puzzle, metric: PuzzleMetric, labelling: Labelling) -> Vec<Box<dyn Encoding>> {
    let own: Box<dyn Encoding> = Box::new(ShapesEncoding { puzzle: puzzle.clone(), metric, labelling });
    [own].into_iter().chain(encode::encodings()).collect()
}

#[derive(Debug, Clone)]
struct ShapesEncoding {
    puzzle: Puzzle,
    metric: PuzzleMetric,
    labelling: Labelling,
}

/// Move of a class, with the sets of cells of which one has to be empty.
struct ShapeMove {
    class: usize,
    from: Cell,
    to: Cell,
    paths: Vec<CellSet>,
}

impl Encoding for ShapesEncoding {
    fn name(&self) -> &'static str {
        "shapes-counted"
    }

    fn describe(
        &self,
        task: &Task,
        options: &StepOptions,
        stop: &Stop,
    ) -> Result<TransitionSystem, StopReason> {
        let layout = VariableLayout::of(&self.puzzle, self.labelling);
        let mut builder = SystemBuilder::until(stop);
        let frame = FrameVars::declare(&self.puzzle, &layout, &mut builder);
        let moves = self.moves(&layout, stop);
        let named = |name: &str, cells: Set<Cell>, builder: &mut SystemBuilder| -> Map<Cell, Lit> {
            let var = |cell: Cell| (cell, builder.var(format!("{name}({})", coordinates(&cell))));
            cells.into_iter().map(var).collect()
        };
        let from = named("from", moves.iter().map(|m| m.from).collect(), &mut builder);
        let to = named("to", moves.iter().map(|m| m.to).collect(), &mut builder);
        let to_lits = to.values().copied().collect_vec();
        options.at_most_one.encode(&mut builder.part(Part::Transition).under(AT_MOST_ONE), &to_lits);
        let mut step = ShapeStep { frame: &frame, moves: &moves, from: &from, to: &to, paths: Map::new() };
        step.write_ends(&mut builder);
        step.write_moves(&mut builder);
        let goal = frame.goal(&self.puzzle, &layout);
        let from_lits = from.values().copied().collect_vec();
        let idle = sequential_step(&from_lits, &goal, options.at_most_one, &mut builder);
        let facts = task.variable_ids().map(|var| frame.column(task, &layout, var, &mut builder)).collect();
        builder.finish(&goal, idle, facts)
    }
}

impl ShapesEncoding {
    fn moves(&self, layout: &VariableLayout, stop: &Stop) -> Vec<ShapeMove> {
        let mut moves = Vec::new();
        for (class, places) in layout.classes.iter().map(|class| &class.places).enumerate() {
            for from in places.keys().take_while(|_| !stop.is_raised()) {
                let found = paths(places, *from, self.metric, self.puzzle.n_empty(), usize::MAX, stop);
                let found = found.into_iter().flatten();
                moves.extend(found.map(|(to, paths)| ShapeMove { class, from: *from, to, paths }));
            }
        }
        moves
    }
}

struct ShapeStep<'a> {
    frame: &'a FrameVars,
    moves: &'a [ShapeMove],
    from: &'a Map<Cell, Lit>,
    to: &'a Map<Cell, Lit>,
    /// Sets of cells, each with a variable "all of them are empty".
    paths: Map<CellSet, Term>,
}

impl ShapeStep<'_> {
    fn from(&self, cell: Cell) -> Term {
        self.from.get(&cell).map_or(Term::False, |lit| (*lit).into())
    }

    fn to(&self, cell: Cell) -> Term {
        self.to.get(&cell).map_or(Term::False, |lit| (*lit).into())
    }

    /// Adds clauses: a piece that leaves was there and no longer is, one that comes was not there and now is, and no other
    /// place changes.
    fn write_ends(&self, builder: &mut SystemBuilder) {
        let mut transition = builder.part(Part::Transition).under(EFFECTS);
        let leaving = self.from.values().map(|lit| Term::from(*lit)).collect_vec();
        for (cell, to) in self.to {
            transition.rule(&[(*to).into()], &leaving);
            let there =
                (0..self.frame.at.len()).map(|class| self.frame.at(class, *cell).next()).collect_vec();
            transition.rule(&[(*to).into()], &there);
        }
        for (cell, from) in self.from {
            let here = (0..self.frame.at.len()).map(|class| self.frame.at(class, *cell)).collect_vec();
            transition.rule(&[(*from).into()], &here);
        }
        let ends = |pick: fn(&ShapeMove) -> (Cell, Cell)| {
            let mut ends: Map<(usize, Cell), Vec<Cell>> = Map::new();
            for a_move in self.moves {
                let (at, other) = pick(a_move);
                ends.entry((a_move.class, at)).or_default().push(other);
            }
            ends
        };
        let (targets, sources) = (ends(|m| (m.from, m.to)), ends(|m| (m.to, m.from)));
        for (class, cell, here) in self.frame.places() {
            let (from, to) = (self.from(cell), self.to(cell));
            transition.heading(FRAME_AXIOMS);
            transition.rule(&[here], &[here.next(), from]);
            transition.rule(&[here.next()], &[here, to]);
            transition.heading(EFFECTS);
            transition.rule(&[from, here, here.next()], &[]);
            transition.rule(&[to, here], &[]);
            let targets = targets.get(&(class, cell)).map_or(&[][..], Vec::as_slice);
            let sources = sources.get(&(class, cell)).map_or(&[][..], Vec::as_slice);
            transition.rule(&[from, here], &targets.iter().map(|to| self.to(*to)).collect_vec());
            transition.rule(&[to, here.next()], &sources.iter().map(|from| self.from(*from)).collect_vec());
            for other in self.to.keys().filter(|other| !targets.contains(other)) {
                transition.rule(&[from, here, self.to(*other)], &[]);
            }
        }
    }

    /// Adds clauses: a piece that goes from one anchor to another is there next, and the cells on one of the paths are empty.
    fn write_moves(&mut self, builder: &mut SystemBuilder) {
        for a_move in self.moves {
            if builder.is_stopped() {
                break;
            }
            let here = self.frame.at(a_move.class, a_move.from);
            let body = [self.from(a_move.from), self.to(a_move.to), here];
            let there = self.frame.at(a_move.class, a_move.to).next();
            builder.part(Part::Transition).under(EFFECTS).rule(&body, &[there]);
            match a_move.paths.as_slice() {
                [path] => {
                    for empty in self.empty(*path) {
                        builder.part(Part::Transition).under(PRECONDITIONS).rule(&body, &[empty]);
                    }
                }
                paths => {
                    let paths = paths.iter().map(|path| self.is_empty(*path, builder)).collect_vec();
                    builder.part(Part::Transition).under(PRECONDITIONS).rule(&body, &paths);
                }
            }
        }
    }

    fn empty(&self, cells: CellSet) -> Vec<Term> {
        self.frame.empty.iter().filter(|(cell, _)| cells.contains(**cell)).map(|(_, empty)| *empty).collect()
    }

    /// Returns a term that is equivalent to "all of the cells are empty".
    fn is_empty(&mut self, cells: CellSet, builder: &mut SystemBuilder) -> Term {
        if let Some(known) = self.paths.get(&cells) {
            return *known;
        }
        let empty = self.empty(cells);
        let path: Term = builder.var("way").into();
        let mut universal = builder.part(Part::Universal).under(DEFINITIONS);
        empty.iter().for_each(|cell| universal.rule(&[path], &[*cell]));
        universal.rule(&empty, &[path]);
        self.paths.insert(cells, path);
        path
    }
}

struct FrameVars {
    /// For each class and place: a member of the class has its anchor there.
    at: Vec<Map<Cell, Lit>>,
    /// For each cell that is not a wall: no piece covers it.
    empty: Map<Cell, Term>,
}

impl FrameVars {
    /// Declares the variables, and adds the clauses about every frame and about the first.
    fn declare(puzzle: &Puzzle, layout: &VariableLayout, builder: &mut SystemBuilder) -> Self {
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
                let mut universal = builder.part(Part::Universal).under("one piece in a cell");
                universal.rule(&[(*a).into(), (*b).into()], &[]);
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
                let mut universal = builder.part(Part::Universal).under(DEFINITIONS);
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
        let mut universal = builder.part(Part::Universal).under("number of empty cells");
        exactly(&mut universal, &lits.collect_vec(), n_empty);
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
        let mut universal = builder.part(Part::Universal).under(ONE_VALUE);
        universal.rule(&[], &lits.iter().map(|lit| (*lit).into()).collect_vec());
        if class.members.len() == 1 {
            AtMostOne::Pairwise.encode(&mut universal, &lits);
        }
        self.at.push(at);
    }

    /// Returns the term "a member of the class has its anchor in the cell".
    fn at(&self, class: usize, cell: Cell) -> Term {
        self.at[class].get(&cell).map_or(Term::False, |lit| (*lit).into())
    }

    /// Iterates over every class and place with its term.
    fn places(&self) -> impl Iterator<Item = (usize, Cell, Term)> {
        let of_class = |(class, at): (usize, &Map<Cell, Lit>)| {
            at.iter().map(move |(cell, lit)| (class, *cell, Term::from(*lit))).collect_vec()
        };
        self.at.iter().enumerate().flat_map(of_class)
    }

    fn goal(&self, puzzle: &Puzzle, layout: &VariableLayout) -> Vec<Term> {
        let goals = puzzle.piece_ids().filter_map(|id| puzzle.piece(id).goal.zip(layout.class_of(id)));
        goals.map(|(cell, class)| self.at(class, cell)).collect()
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
                    let mut universal = builder.part(Part::Universal).under(DEFINITIONS);
                    several.iter().for_each(|anchor| universal.rule(&[none, *anchor], &[]));
                    universal.rule(&[!none], several);
                    none
                }
            })
        };
        task.facts(var).map(|fact| anchor(fact).unwrap_or_else(|| no_anchor(builder))).collect()
    }
}
