//! Sliding-block puzzles as text and films: the pieces of a puzzle on its board.
//!
//! ```text
//! +---------+
//! | A B B C |
//! | A B B C |
//! | D E E . |    an empty cell
//! | D # # . |    two walls
//! +---------+
//! ```

use bmcplan_base::text::Paint;
use bmcplan_draw::PieceColours;
use bmcplan_draw::film::Film;
use bmcplan_draw::grid::titled;
use bmcplan_draw::playable::PlayableBoard;

use crate::pieces::{BoardPiece, PieceBoard, Places};
use crate::sliding_block::{Labelling, PieceId, Play, Positions, Puzzle};

/// Returns the pieces on their board; those of a class of this labelling are interchangeable.
pub(super) fn pieces(puzzle: &Puzzle, labelling: Labelling) -> PieceBoard {
    let classes = labelling.classes(puzzle);
    let piece = |id: PieceId| {
        let piece = puzzle.piece(id);
        let group = classes.iter().take_while(|class| !class.contains(&id)).count();
        let others = classes.get(group).filter(|class| 1 < class.len());
        BoardPiece {
            name: piece.name.to_string(),
            cells: piece.shape.cells_at(piece.start).unwrap_or_default(),
            axis: None,
            goal: piece.goal,
            goal_group: others.map(|class| class.iter().map(|id| puzzle.piece(*id).name).collect()),
            group,
        }
    };
    PieceBoard {
        rows: puzzle.rows(),
        columns: puzzle.columns(),
        walls: puzzle.cells().filter(|cell| puzzle.is_wall(*cell)).collect(),
        pieces: puzzle.piece_ids().map(piece).collect(),
        exit: None,
        goal_name: None,
    }
}

/// Draws a board with its pieces at `positions`, as lines that all end in a line feed.
pub fn board(puzzle: &Puzzle, positions: &Positions) -> String {
    let pieces = pieces(puzzle, Labelling::Shapes);
    pieces.text(&positions.places(), &PieceColours::default(), Paint::Plain)
}

/// Draws the boards of a plan one below the other, each after the first under the name of the move that leads to it.
pub fn frames(puzzle: &Puzzle, play: &Play) -> String {
    let names = play.names(puzzle);
    let boards = play.positions().iter().map(|positions| board(puzzle, positions));
    titled(boards, names.iter().map(String::as_str))
}

/// Returns the places of the pieces at the start of a plan and after each of its moves.
pub(super) fn places(play: &Play) -> Vec<Places> {
    play.positions().iter().map(Positions::places).collect()
}

/// Returns the film of a plan.
pub fn film(title: &str, puzzle: &Puzzle, labelling: Labelling, play: &Play) -> Film {
    let names = play.names(puzzle);
    pieces(puzzle, labelling).film(title, &places(play), names.iter().map(String::as_str))
}

/// Returns the board with its rules, to be played in a page; `metric` is that of the moves.
pub fn playable(puzzle: &Puzzle, labelling: Labelling, metric: &str) -> PlayableBoard {
    pieces(puzzle, labelling).playable(metric)
}

#[cfg(test)]
mod tests {
    use itertools::Itertools as _;

    use bmcplan_base::text::Source;
    use bmcplan_draw::film::Shape;
    use bmcplan_draw::palette::Colour;
    use bmcplan_draw::stage::{CORNER, INSET};

    use super::*;
    use crate::sliding_block::{PuzzleMetric, read, task};

    fn puzzle(text: &str) -> Puzzle {
        read(&Source::new("test", text)).unwrap()
    }

    fn start(puzzle: &Puzzle) -> Play {
        let task = task(puzzle, PuzzleMetric::Units, Labelling::Shapes, &bmcplan_base::stop::Stop::default())
            .unwrap();
        Play::of(puzzle, Labelling::Shapes, &task, [])
    }

    #[test]
    fn the_only_piece_with_a_goal_is_red_and_others_differ() {
        let of = |puzzle: &Puzzle| {
            let colours = pieces(puzzle, Labelling::Shapes).colours(&[Positions::start(puzzle).places()]);
            (0..puzzle.pieces().len()).map(|piece| colours.get(piece).0).collect_vec()
        };
        let one = puzzle("start\nABBC\ngoal\n...A\n");
        assert_eq!(of(&one), [Colour::Red, Colour::Piece(1), Colour::Piece(2)]);
        // Nine pieces and eight colours: one occurs twice, but not on neighbours, nor on both with a goal.
        let two = puzzle("start\nA.BCDEFGHI\ngoal\nI........A\n");
        assert!(of(&two)[1..].windows(2).all(|pair| pair[0] != pair[1]));
        assert_ne!(of(&two)[0], of(&two)[8]);
    }

    #[test]
    fn goals_are_dashed_and_have_names() {
        let of = |text: &str| {
            let puzzle = puzzle(text);
            film("test", &puzzle, Labelling::Shapes, &start(&puzzle)).overlay
        };
        let names = |shapes: &[Shape]| {
            let mut texts = shapes.iter().filter_map(|shape| match shape {
                Shape::Text { text, .. } => Some(text.clone()),
                _ => None,
            });
            texts.join("")
        };
        assert_eq!(names(&of("start\nABBC\ngoal\n...A\n")), "A");
        let two = of("start\nA.BC\ngoal\n..AB\n");
        assert_eq!(names(&two), "AB");
        let group = "start = \"A.BC\"\ngoal = \"..AB\"\ninterchangeable = [\"AB\"]\n";
        assert_eq!(names(&of(group)), "ABAB");
        let (group, labelled) = (puzzle(group), Labelling::Labelled);
        assert_eq!(names(&film("test", &group, labelled, &start(&group)).overlay), "AB");
        let dashed = two.iter().filter(|shape| matches!(shape, Shape::Outline { dash: Some(_), .. }));
        assert_eq!(dashed.count(), 2);
    }

    #[test]
    fn a_piece_is_drawn_from_its_first_cell() {
        // The first cell of the piece is not in its first column.
        let puzzle = puzzle("start\n.A..\nAA..\ngoal\n..A.\n.AA.\n");
        let film = film("test", &puzzle, Labelling::Shapes, &start(&puzzle));
        let Shape::Area { loops, .. } = &film.actors[0].shapes[0] else { panic!("{:?}", film.actors) };
        let left = loops[0].iter().map(|point| point.x).fold(f64::INFINITY, f64::min);
        assert_eq!(left, INSET - 1.0);
        assert_eq!(film.frames[0].places, [Some(CORNER.plus(1.0, 0.0))]);
    }
}
