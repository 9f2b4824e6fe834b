//! Detection and parsing of a board's format, with a warning where another red car or another exit may have been meant.

use std::path::Path;

use bmcplan_base::text::rows::{is_cell, lines};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::draft::Located;
use super::geometry::{UNAMBIGUOUS, is_red_name};
use super::{Board, Car, Cell, Draft, Orientation, asp, grid, toml};

/// Format of boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoardFormat {
    /// TOML: an ASCII board or a list of cars.
    Toml,
    /// Facts of the Rush Hour ASP document, version 1 or 2.
    Asp,
    /// Rows of characters.
    Text,
    /// All cells of a square board in one string, row after row.
    Line,
}

impl BoardFormat {
    /// Detects the format of a text: by the extension of its name if known (`.toml`, `.lp`, `.asp`), otherwise by its contents.
    pub fn of(source: &Source) -> Self {
        match Path::new(source.name()).extension().and_then(|extension| extension.to_str()) {
            Some("toml") => Self::Toml,
            Some("lp" | "asp") => Self::Asp,
            _ => match Self::by_look(source.text()) {
                Self::Text if source.is_one_row() && lines(source.text(), 0).len() == 1 => Self::Line,
                look => look,
            },
        }
    }

    fn by_look(text: &str) -> Self {
        // A board in a frame may have cars with any names.
        let is_framed =
            |line: &str| line.starts_with(['|', '+', '<']) && line.ends_with(['|', '+', '>', '*']);
        let lines = || {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('%'));
            lines.filter(move |line| !is_framed(line))
        };
        // `car(`, and not `Card 1 (easy)`. After an equals sign or a quote, it is part of a value in TOML.
        let is_fact = |line: &str| {
            let line = line.split(['=', '"', '\'']).next().unwrap_or(line);
            let before = |at: usize| line[..at].chars().next_back();
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            !line.starts_with('#') && line.match_indices('(').any(|(at, _)| before(at).is_some_and(is_name))
        };
        let is_key = |key: &str| !key.is_empty() && !key.contains(char::is_whitespace);
        let is_toml = |line: &str| {
            line.starts_with('[') || line.split_once('=').is_some_and(|(key, _)| is_key(key.trim_end()))
        };
        if lines().all(|line| line.chars().all(is_cell)) {
            Self::Text
        } else if lines().any(is_fact) {
            Self::Asp
        } else if lines().any(is_toml) {
            Self::Toml
        } else {
            Self::Text
        }
    }
}

/// Board that was read, with warnings about its text.
#[derive(Debug, Clone)]
pub struct BoardReading {
    /// What was read.
    pub board: Board,
    /// Warnings about likely mistakes.
    pub warnings: Vec<Diagnostic>,
    /// Are its empty cells drawn as blanks?
    pub has_blanks: bool,
}

/// Checks whether a text is a board, valid or not, rather than something else.
pub fn looks_like(source: &Source) -> bool {
    let rows = lines(source.text(), 0);
    let begins_with =
        |words: &[&str]| rows.iter().any(|row| words.iter().any(|word| row.text.starts_with(word)));
    match BoardFormat::of(source) {
        BoardFormat::Toml => begins_with(&["board", "rows", "columns", "car", "[[car]]"]),
        BoardFormat::Asp => begins_with(&["position(", "car("]),
        BoardFormat::Text | BoardFormat::Line => grid::looks_drawn(source, &rows),
    }
}

/// Parses a board in any format.
pub fn read(source: &Source) -> Result<Board, Diagnostic> {
    read_as(source, BoardFormat::of(source))
}

/// Parses a board like [`read`], with the warnings about the text.
pub fn read_with_warnings(source: &Source) -> Result<BoardReading, Diagnostic> {
    reading(source, BoardFormat::of(source))
}

/// Parses a board in a given format.
pub fn read_as(source: &Source, format: BoardFormat) -> Result<Board, Diagnostic> {
    reading(source, format).map(|reading| reading.board)
}

fn reading(source: &Source, format: BoardFormat) -> Result<BoardReading, Diagnostic> {
    if source.text().trim().is_empty() {
        return Err(Diagnostic::new(source, "the input is empty").at(0..0, "nothing here").help(
            "write a board in TOML, as facts of the ASP document, or as rows of characters such as '..XX.a'",
        ));
    }
    if looks_like_json(source.text()) {
        return Err(Diagnostic::new(source, "this is JSON, which is not a format of boards")
            .at(0..source.text().len(), "here")
            .help(
                "write the rows of the board as lines of text, or as board = \"\"\"…\"\"\" in TOML; an answer of --json is a plan, \
                 for --plan of draw",
            ));
    }
    let located = match format {
        BoardFormat::Toml => toml::read(source),
        BoardFormat::Asp => asp::read(source),
        BoardFormat::Text => grid::read_text(source),
        BoardFormat::Line => grid::read_line(source),
    }?;
    let warning = red_car_warning(source, &located).or_else(|| exit_warning(source, &located, format));
    let has_blanks = located.has_blanks;
    Ok(BoardReading { board: located.check(source)?, warnings: warning.into_iter().collect(), has_blanks })
}

/// Reads the board in a file.
pub fn read_path(path: &Path) -> Result<Board, Diagnostic> {
    read(&Source::open(path)?)
}

/// Checks whether a row of a text has an arrow beside it that is not on a frame.
pub fn has_bare_exit(source: &Source) -> bool {
    let rows = source.text().split(['\n', '"', '\'']).flat_map(|line| lines(line, 0));
    rows.into_iter()
        .any(|row| (row.text.ends_with('>') || row.text.starts_with('<')) && !row.text.contains('|'))
}

/// Checks whether a text begins like JSON, in a way that TOML does not.
fn looks_like_json(text: &str) -> bool {
    let text = text.trim_start();
    let Some(list) = text.strip_prefix('[').map(str::trim_start) else { return text.starts_with('{') };
    list.strip_prefix('[').unwrap_or(list).trim_start().starts_with(['"', '{'])
}

/// Evidence that a car is the red one, the stronger first: its path to the right is free of walls and of cars of its row, and
/// it is in the row of the exit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RedCarEvidence {
    can_leave: bool,
    is_in_exit_row: bool,
}

/// Warns if the red car, chosen by its name, may not be the one that was meant.
///
/// Only `X` is unambiguous. Collections call the red car `A`, and then `R` is another car. In a board in small letters it may
/// be `xx`, which are two walls. So where the text does not name the red car, a warning lists the candidates.
fn red_car_warning(source: &Source, located: &Located) -> Option<Diagnostic> {
    let Located { draft, cars: places, red, goal, .. } = located;
    if draft.red.is_some() || red.is_some() || goal.is_some() {
        return None;
    }
    let taken = draft.red_car()?;
    let (car, place) = (&draft.cars[taken], places.get(taken)?.clone());
    let (name, own) = (&car.name, RedCarEvidence::of(draft, car));
    let rivals =
        draft.cars.iter().enumerate().filter(|(index, car)| *index != taken && is_red_name(&car.name));
    let rivals = rivals.map(|(index, car)| (index, RedCarEvidence::of(draft, car)));
    let rival = rivals
        .filter(|(_, evidence)| evidence.can_leave && own <= *evidence)
        .max_by_key(|(_, evidence)| *evidence);
    let is_unambiguous = name == UNAMBIGUOUS;
    let is_vertical = car.orientation == Orientation::Vertical;
    if is_unambiguous && !(is_vertical && rival.is_some()) {
        return None;
    }
    let no_x = if is_unambiguous { "" } else { ": there is no X" };
    let warning = Diagnostic::warning(source, format!("the red car may be another one than '{name}'"))
        .at(place, format!("this one is taken{no_x}"));
    if let Some(wall) = walls_like_a_car(source, located) {
        let help = "write the red car as XX and walls as #; red = \"…\" in TOML names another one";
        return Some(warning.also(wall, "these are two walls").help(help));
    }
    if let Some((rival, _)) = rival {
        let other = &draft.cars[rival].name;
        let help = format!(
            "call the red car X and no other, or name it in TOML: red = \"{other}\", or red = \"{name}\" if all is well"
        );
        return Some(
            warning.also(places.get(rival)?.clone(), "this one could leave on the right").help(help),
        );
    }
    is_vertical.then(|| {
        let help = format!("call the red car X, or name it in TOML: red = \"{name}\" if all is well");
        Diagnostic::warning(source, format!("the red car is '{name}', which moves up and down"))
            .at(places[taken].clone(), format!("this one is taken{no_x}"))
            .help(help)
    })
}

impl RedCarEvidence {
    fn of(draft: &Draft, car: &Car) -> Self {
        let is_horizontal = car.orientation == Orientation::Horizontal;
        Self {
            can_leave: is_horizontal
                && fixed_in_row(draft, car).all(|part| part.cell().column <= car.cell.column),
            is_in_exit_row: is_horizontal && car.cell.row == draft.rows.saturating_sub(1) / 2,
        }
    }
}

/// Part of a board that a horizontal car can never pass.
#[derive(Debug, Clone, Copy)]
enum FixedPart<'a> {
    Wall(Cell),
    /// Another horizontal car of its row, with its index.
    Car(usize, &'a Car),
}

impl FixedPart<'_> {
    fn cell(&self) -> Cell {
        match self {
            Self::Wall(cell) => *cell,
            Self::Car(_, car) => car.cell,
        }
    }
}

fn fixed_in_row<'a>(draft: &'a Draft, car: &'a Car) -> impl Iterator<Item = FixedPart<'a>> {
    let walls = draft.walls.iter().filter(|wall| wall.row == car.cell.row);
    let is_beside = |other: &Car| {
        other.orientation == Orientation::Horizontal
            && other.cell.row == car.cell.row
            && other.cell.column != car.cell.column
    };
    let cars = draft.cars.iter().enumerate().filter(move |(_, other)| is_beside(other));
    walls.map(|wall| FixedPart::Wall(*wall)).chain(cars.map(|(index, car)| FixedPart::Car(index, car)))
}

/// Warns if the red car can never get to the exit at the right, which is taken where none is written, but perhaps to one at the
/// left, where it is not yet.
fn exit_warning(source: &Source, located: &Located, format: BoardFormat) -> Option<Diagnostic> {
    let Located { draft, cars: places, walls, .. } = located;
    let red = draft.red_car().filter(|_| draft.goal.is_none())?;
    let car = &draft.cars[red];
    let change = match format {
        BoardFormat::Toml => "write goal = { column = 1 }",
        BoardFormat::Text => "write '<' before that row",
        BoardFormat::Line => "write the board in rows, with '<' before that row",
        // The programs of the document have no other exit.
        BoardFormat::Asp => return None,
    };
    if car.orientation == Orientation::Vertical || car.cell.column == 0 {
        return None;
    }
    let (left, right): (Vec<_>, Vec<_>) =
        fixed_in_row(draft, car).partition(|part| part.cell().column < car.cell.column);
    let nearest = right.iter().min_by_key(|part| part.cell().column).filter(|_| left.is_empty())?;
    let (span, label) = match nearest {
        FixedPart::Wall(cell) => (walls.get(cell)?.clone(), "this wall is in its way".to_owned()),
        FixedPart::Car(index, other) => {
            (places.get(*index)?.clone(), format!("'{}' never leaves its way", other.name))
        }
    };
    let message = format!("the exit is taken to be at the right, where '{}' never gets", car.name);
    let warning =
        Diagnostic::warning(source, message).at(places.get(red)?.clone(), "the red car").also(span, label);
    Some(warning.help(format!("if the exit is at the left, {change}")))
}

/// Returns the place of the first of exactly two walls, written `xx`, if all cars have small letters.
fn walls_like_a_car(source: &Source, located: &Located) -> Option<Span> {
    let mut walls = located.walls.iter();
    let ((first, at), (second, _)) = (walls.next()?, walls.next()?);
    let is_pair = walls.next().is_none() && first.row == second.row && first.column + 1 == second.column;
    let is_small = |car: &Car| car.name.chars().all(char::is_lowercase);
    let is_alike = source.text().get(at.clone()) == Some("x") && located.draft.cars.iter().all(is_small);
    (is_pair && is_alike).then(|| at.clone())
}
