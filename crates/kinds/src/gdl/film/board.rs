//! A board made of facts with two coordinates: lights, letters, or tiles that move.

use itertools::Itertools as _;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::text::Cell;
use bmcplan_draw::block::{Block, MARGIN, cells};
use bmcplan_draw::colouring::Neighbours;
use bmcplan_draw::film::{Actor, Point, Shape};
use bmcplan_draw::palette::Colour;
use bmcplan_draw::stage::{self, CORNER, INSET, RADIUS};
use bmcplan_draw::words;

use super::facts::{FactGroup, Facts};

/// Greatest number of rows, and of columns.
const SIDE: usize = 40;

const BLANK: [&str; 9] = ["b", "blank", "empty", "hole", "space", "free", "none", "nil", "_"];

/// Words for a light that is off, and for one that is on.
pub(super) const LIGHTS: [[&str; 2]; 6] =
    [["off", "on"], ["0", "1"], ["false", "true"], ["no", "yes"], ["unlit", "lit"], ["dark", "light"]];

type At = (usize, usize);

pub(super) struct GameBoard {
    rows: Vec<String>,
    columns: Vec<String>,
    style: BoardStyle,
    /// Value at each place, frame by frame; absent for a blank.
    frames: Vec<Map<At, String>>,
    n_played: usize,
    n_drawn: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum BoardStyle {
    /// Lights at these places; those with a value are on.
    Lights(Set<At>),
    /// Tiles with values; these places are not on the board.
    Values(Set<At>),
}

#[derive(Debug, Clone, Copy)]
enum Coordinates {
    Two(usize, usize),
    /// One letter for the row, and a number for the column: `b2`.
    Joined(usize),
}

/// Returns the board of the facts, if any, and the groups of the other facts. Of several boards, the one with most facts is
/// chosen.
pub(super) fn find(facts: &Facts) -> (Option<GameBoard>, Vec<FactGroup>) {
    let mut groups = facts.groups();
    let still = facts.holding.len() < 2;
    let boards = groups.iter().enumerate().filter(|(_, group)| still || facts.changes(group));
    let boards = boards.filter_map(|(index, group)| Some((index, group.len(), GameBoard::of(facts, group)?)));
    // Of equally large boards, the first one.
    let best = boards.max_set_by_key(|(_, size, _)| *size).into_iter().next();
    let board = best.map(|(index, _, board)| {
        groups.remove(index);
        board
    });
    (board, groups)
}

impl Coordinates {
    /// Returns the possible positions of coordinates in facts of this arity, the usual ones first.
    fn of(arity: usize) -> Vec<Self> {
        match arity {
            1 => vec![Self::Joined(0)],
            2 => vec![Self::Two(0, 1), Self::Joined(0), Self::Joined(1)],
            3 => vec![Self::Two(0, 1), Self::Two(1, 2), Self::Two(0, 2)],
            _ => Vec::new(),
        }
    }

    /// Reads row, column and value from the arguments.
    fn read(self, arguments: &[String]) -> Option<(String, String, String)> {
        let is_number = |text: &str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit());
        let value = |places: &[usize]| {
            let others = arguments.iter().enumerate().filter(|(index, _)| !places.contains(index));
            others.map(|(_, term)| term).join(" ")
        };
        match self {
            Self::Two(row, column) => {
                let [one, other] = [arguments.get(row)?, arguments.get(column)?];
                let read = is_number(one) && is_number(other);
                read.then(|| (one.clone(), other.clone(), value(&[row, column])))
            }
            Self::Joined(place) => {
                let (letter, number) = arguments.get(place)?.split_at_checked(1)?;
                let read = letter.chars().all(char::is_alphabetic) && is_number(number);
                read.then(|| (letter.to_owned(), number.to_owned(), value(&[place])))
            }
        }
    }
}

impl GameBoard {
    fn of(facts: &Facts, group: &FactGroup) -> Option<Self> {
        let arity = facts.arguments(*group.first()?).len();
        Coordinates::of(arity).into_iter().find_map(|coordinates| Self::read(facts, group, coordinates))
    }

    fn read(facts: &Facts, group: &FactGroup, coordinates: Coordinates) -> Option<Self> {
        let read = group.iter().map(|fact| coordinates.read(facts.arguments(*fact)));
        let read = read.collect::<Option<Vec<_>>>()?;
        let names = |of: fn(&(String, String, String)) -> &String| {
            let names = read.iter().map(of).unique();
            names.sorted_by_key(|name| (name.parse::<u64>().ok(), (*name).clone())).cloned().collect_vec()
        };
        let (rows, columns) = (names(|read| &read.0), names(|read| &read.1));
        if ![rows.len(), columns.len()].iter().all(|side| (2..=SIDE).contains(side)) {
            return None;
        }
        let index = |names: &[String], name: &String| names.iter().position(|other| other == name);
        let places: Map<usize, (At, &str)> = group
            .iter()
            .zip(&read)
            .filter_map(|(fact, (row, column, value))| {
                Some((*fact, ((index(&rows, row)?, index(&columns, column)?), value.as_str())))
            })
            .collect();
        let all: Set<At> = (0..rows.len()).cartesian_product(0..columns.len()).collect();
        let known: Set<At> = places.values().map(|(at, _)| *at).collect();
        let missing: Set<At> = all.difference(&known).copied().collect();
        // A few distant places are no board.
        let is_light = read.iter().all(|(_, _, value)| value.is_empty());
        if !is_light && known.len() < missing.len() {
            return None;
        }
        let values: Set<&str> = places.values().map(|(_, value)| *value).collect();
        let switch = LIGHTS.iter().find(|words| values.iter().all(|value| words.contains(value)));
        let numbers = values.iter().all(|value| value.parse::<u64>().is_ok());
        let is_nothing = |value: &str| match switch {
            Some([off, _]) => value == *off,
            None => BLANK.contains(&value) || (numbers && value == "0"),
        };
        let mut frames = Vec::with_capacity(facts.holding.len());
        for holding in &facts.holding {
            let mut frame = Map::new();
            for (at, value) in holding.iter().filter_map(|fact| places.get(fact)) {
                if frame.insert(*at, (*value).to_owned()).is_some() {
                    return None;
                }
            }
            frame.retain(|_, value| !is_nothing(value));
            frames.push(frame);
        }
        let style = match switch {
            _ if is_light => BoardStyle::Lights(all),
            Some(_) => BoardStyle::Lights(known),
            None => BoardStyle::Values(missing),
        };
        let Facts { n_played, n_drawn, .. } = *facts;
        Some(Self { rows, columns, style, frames, n_played, n_drawn })
    }

    /// Draws the board in the upper left corner of the film.
    pub(super) fn block(&self) -> Block {
        let walls = match &self.style {
            BoardStyle::Lights(_) => Vec::new(),
            BoardStyle::Values(missing) => missing.iter().filter_map(|at| cell(*at)).collect(),
        };
        let mut block = Block {
            right: CORNER.x + cells(self.columns.len()) + MARGIN,
            bottom: CORNER.y + cells(self.rows.len()),
            ground: stage::labelled(&self.rows, &self.columns, &walls, None),
            ..Block::default()
        };
        match &self.style {
            BoardStyle::Lights(places) => {
                block.ground.extend(lights(places, Colour::Off));
                let on = |frame: &Map<At, String>| lights(&frame.keys().copied().collect(), Colour::On);
                block.shapes = self.drawn().iter().map(|frame| on(frame).into_iter().collect()).collect();
            }
            BoardStyle::Values(_) => self.values(&mut block),
        }
        block
    }

    fn drawn(&self) -> &[Map<At, String>] {
        &self.frames[..self.n_drawn]
    }

    /// Adds tiles for values. A value in exactly one place in each state of the play, and never in two places, is a tile that
    /// moves.
    fn values(&self, block: &mut Block) {
        let values: Set<&String> = self.frames.iter().flat_map(Map::values).collect();
        let values: Vec<&String> = values.into_iter().collect();
        let played = &self.frames[..self.n_played];
        let neighbours = Neighbours::of(played.iter().map(|frame| {
            let value = |value: &String| values.binary_search(&value).ok();
            frame.iter().filter_map(|(at, text)| Some((cell(*at)?, value(text)?))).collect()
        }));
        let colours = neighbours.colours(values.len(), |_| false);
        let places = |frame: &Map<At, String>, wanted: &str| -> Vec<At> {
            frame.iter().filter(|(_, value)| *value == wanted).map(|(at, _)| *at).collect()
        };
        let n_places = |frame: &Map<At, String>, wanted: &str| places(frame, wanted).len();
        block.places = vec![Vec::new(); self.n_drawn];
        block.shapes = vec![Vec::new(); self.n_drawn];
        for (value, colour) in values.into_iter().zip(colours) {
            if played.iter().all(|frame| n_places(frame, value) == 1)
                && self.frames.iter().all(|frame| n_places(frame, value) <= 1)
            {
                let shapes = tile(value, colour, Point::default());
                block.actors.push(Actor { name: value.clone(), shapes, rank: None });
                for (frame, shown) in self.drawn().iter().zip(&mut block.places) {
                    shown.push(places(frame, value).first().map(|at| corner(*at)));
                }
            } else {
                for (frame, shown) in self.drawn().iter().zip(&mut block.shapes) {
                    shown.extend(
                        places(frame, value).into_iter().flat_map(|at| tile(value, colour, corner(at))),
                    );
                }
            }
        }
    }
}

fn corner((row, column): At) -> Point {
    CORNER.plus(cells(column), cells(row))
}

fn cell((row, column): At) -> Option<Cell> {
    Some(Cell { row: u8::try_from(row).ok()?, column: u8::try_from(column).ok()? })
}

/// Draws a square at each place, in one shape.
fn lights(places: &Set<At>, fill: Colour) -> Option<Shape> {
    let mut corners = places.iter().map(|at| corner(*at).plus(LIGHT, LIGHT));
    Shape::squares(&mut corners, 1.0 - 2.0 * LIGHT, RADIUS, fill)
}

/// Distance of a light from the edge of its cell.
const LIGHT: f64 = 0.1;

fn tile(value: &str, colour: usize, corner: Point) -> Vec<Shape> {
    let (text, size) = words::fitted(value, 0.8, 0.46);
    let side = 1.0 - 2.0 * INSET;
    vec![
        Shape::rectangle(corner.plus(INSET, INSET), side, side, RADIUS, Colour::Piece(colour)),
        Shape::label(corner.plus(0.5, 0.5), size, text, Colour::OnPiece(colour)),
    ]
}
