//! Rows of characters as a draft: the part that text files, `--board` strings and TOML's `board` key share.
//!
//! `.` or `o` is an empty cell, `#` or `x` a wall, any other letter or digit a cell of the car of that name. So a lower-case
//! `x` is a wall and an upper-case `X` the red car. A board uses one character for empty cells, and one for walls.
//!
//! Where a board has neither, the first of `-`, `_` and `0` in it is an empty cell, and where it has none of these, a blank may
//! be ([`blanks`]). A `>` behind a row is the exit of its car, and a `<` before it.
//!
//! A printed board can be read, too. With spaces between the cells, names may have several letters. In a frame, only `.` is an
//! empty cell and only `#` a wall. Marks on the frame show the goal, whose cells are empty where they have a `*`.
//!
//! In text files, lines that start with `%` are comments; blank lines and spaces around a row are ignored. One string of n·n
//! cells is the form of puzzle collections.

use bmcplan_base::ordered::{Map, sort_by_key};
use bmcplan_base::text::printed::{FrameMark, FrameSide, PrintedBoard};
use bmcplan_base::text::rows::{TextRow, is_cell, lines};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::blanks::{self, BlankBoard};
use super::draft::Located;
use super::{Car, Cell, MAX_SIDE, Orientation};

pub(super) fn empty(source: &Source, span: Span) -> Diagnostic {
    Diagnostic::new(source, "there is no board here")
        .at(span, "no rows of characters")
        .help("write one line of characters per row of the board, such as '..XX.a'")
}

/// Checks whether rows look like a drawn board, valid or not.
pub(super) fn looks_drawn(source: &Source, rows: &[TextRow<'_>]) -> bool {
    let plain = rows.iter().all(|row| row.text.chars().all(is_cell));
    PrintedBoard::of(rows).is_some()
        || plain && rows.iter().any(|row| 1 < row.text.chars().count())
        || !matches!(blanks::read(source, rows), Ok(None))
}

/// Parses rows of equal length, or a printed board. `red` names the red car, if it is named elsewhere.
pub(super) fn read_rows(
    source: &Source,
    rows: &[TextRow<'_>],
    red: Option<(Span, &str)>,
) -> Result<Located, Diagnostic> {
    if let Some(BlankBoard { rows, exits }) = blanks::read(source, rows)? {
        let mut located = Located { has_blanks: true, ..read_cells(source, &rows, false)? };
        located.name_red(red);
        marked(source, &exits, &mut located)?;
        return Ok(located);
    }
    let (exits, bare) = exits(rows);
    let Some(PrintedBoard { rows, frame, named }) = PrintedBoard::of(&bare) else {
        let rows = &bare;
        check_lines(source, rows)?;
        let cell = |(span, _): (Span, char)| (span.clone(), source.text().get(span).unwrap_or_default());
        let rows: Vec<Vec<_>> = rows.iter().map(|row| row.characters().map(cell).collect()).collect();
        let mut located = read_cells(source, &rows, false)?;
        located.name_red(red);
        marked(source, &exits, &mut located)?;
        return Ok(located);
    };
    let mut located = read_cells(source, &rows, frame.is_some())?;
    located.name_red(one_name(source, red.into_iter().chain(named))?);
    let marks = frame.unwrap_or(exits);
    marked(source, &marks, &mut located)?;
    check_stars(source, &rows, &marks, &located)?;
    Ok(located)
}

/// Returns the arrows before and behind rows without a frame, and the rows without them.
pub(super) fn exits<'a>(rows: &[TextRow<'a>]) -> (Vec<FrameMark>, Vec<TextRow<'a>>) {
    let mut exits = Vec::new();
    let is_framed = rows.iter().any(|row| row.text.starts_with(['|', '+']));
    let bare = rows.iter().enumerate().map(|(at, row)| {
        let mut mark = |sign, side, start| exits.push(FrameMark { sign, at, side, span: start..start + 1 });
        if let Some(text) = row.text.strip_suffix('>').filter(|_| !is_framed) {
            mark('>', FrameSide::Right, row.at + text.len());
            TextRow { text: text.trim_end(), ..*row }
        } else if let Some(text) = row.text.strip_prefix('<').filter(|_| !is_framed) {
            mark('<', FrameSide::Left, row.at);
            let bare = text.trim_start();
            TextRow { at: row.at + row.text.len() - bare.len(), text: bare }
        } else {
            *row
        }
    });
    let bare = bare.collect();
    (exits, bare)
}

/// Returns the sign of empty cells besides `.` and `o`, in a board that has neither.
fn other_empty(rows: &[Vec<(Span, &str)>]) -> Option<&'static str> {
    let has = |sign: &&str| rows.iter().flatten().any(|(_, name)| name == sign);
    ["-", "_", "0"].into_iter().find(has).filter(|_| ![".", "o"].iter().any(has))
}

/// Returns the name of the red car, which may be given in several places.
fn one_name<'a>(
    source: &Source,
    names: impl IntoIterator<Item = (Span, &'a str)>,
) -> Result<Option<(Span, &'a str)>, Diagnostic> {
    let mut names = names.into_iter();
    let Some((span, name)) = names.next() else { return Ok(None) };
    match names.find(|(_, other)| *other != name) {
        Some((at, other)) => Err(Diagnostic::new(source, "the red car has two names here")
            .at(at, format!("'{other}'"))
            .also(span, format!("and '{name}'"))
            .help("there is one red car: leave one of the names out")),
        None => Ok(Some((span, name))),
    }
}

/// Refuses lines that are not rows: parts of an incomplete frame, and titles.
fn check_lines(source: &Source, rows: &[TextRow<'_>]) -> Result<(), Diagnostic> {
    let sides = |row: &&TextRow<'_>| row.text.starts_with(['|', '+']) && row.text.ends_with(['|', '+', '>']);
    let framed = rows.iter().filter(sides);
    if let Some(first) = framed.clone().next().filter(|_| rows.len() < 2 * framed.count()) {
        return Err(Diagnostic::new(source, "the frame around the board is not as bmcplan prints it")
            .at(first.span(), "here")
            .help("leave the frame out, or write | . . B | with spaces between the cells, and +-------+ above and below"));
    }
    let is_row = |row: &&TextRow<'_>| row.text.chars().all(is_cell);
    let is_title = |row: &&TextRow<'_>| !is_row(row) && row.text.contains(char::is_whitespace);
    match rows.iter().find(is_title) {
        Some(title) if 2 <= rows.iter().filter(is_row).count() => {
            Err(Diagnostic::new(source, "a line among the rows of the board is not a row")
                .at(title.span(), "this one has spaces in it")
                .help("put % before it if it is a title, and write '.' for an empty cell; several boards have blank lines between them"))
        }
        _ => Ok(()),
    }
}

/// Synonymous characters. A board uses one of each pair; if it has both, the second is most likely a car.
const SAME: [(&str, &str, &str); 2] = [(".", "o", "an empty cell"), ("#", "x", "a wall")];

/// Refuses a board with two characters for empty cells, or for walls.
fn check_signs(source: &Source, rows: &[Vec<(Span, &str)>]) -> Result<(), Diagnostic> {
    let first = |sign| rows.iter().flatten().find(|(_, name)| *name == sign).map(|(span, _)| span.clone());
    for (sign, other, what) in SAME {
        if let (Some(here), Some(also)) = (first(other), first(sign)) {
            let help = format!(
                "write {what} as '{sign}' everywhere; if '{other}' is a car, give it another letter, such as '{}'",
                other.to_uppercase()
            );
            return Err(Diagnostic::new(source, format!("both '{sign}' and '{other}' are {what} here"))
                .at(here, format!("'{other}' is {what}"))
                .also(also, format!("and so is '{sign}'"))
                .help(help));
        }
    }
    Ok(())
}

/// Parses the contents of cells. In a frame, only `.` and `*` are empty and only `#` is a wall.
fn read_cells(source: &Source, rows: &[Vec<(Span, &str)>], in_frame: bool) -> Result<Located, Diagnostic> {
    let side = usize::from(MAX_SIDE);
    let place = |row: &Vec<(Span, &str)>| match (row.first(), row.last()) {
        (Some((first, _)), Some((last, _))) => first.start..last.end,
        _ => 0..0,
    };
    let size = rows.first().map_or(0..0, place);
    let columns = rows.first().map_or(0, Vec::len);
    if side < rows.len() || side < columns {
        return Err(Diagnostic::new(source, format!("a board of {} rows and {columns} columns", rows.len()))
            .at(rows.get(side).map_or(size, place), "too large")
            .help(format!("a board has at most {side} rows and {side} columns")));
    }
    if !in_frame {
        check_signs(source, rows)?;
    }
    let other_empty = other_empty(rows).filter(|_| !in_frame);
    let mut located = Located { size: size.clone(), ..Located::default() };
    let mut cars: Map<&str, Vec<(Cell, Span)>> = Map::new();
    for (row, cells) in (0..).zip(rows) {
        let length = cells.len();
        if length != columns {
            return Err(Diagnostic::new(source, "the rows of the board differ in length")
                .at(place(cells), format!("this row has {length} cells"))
                .also(size, format!("the first row has {columns}"))
                .help("give all rows the same number of cells; '.' is an empty cell, and % begins a title"));
        }
        for (column, (span, name)) in (0..).zip(cells) {
            let cell = Cell { row, column };
            match *name {
                "." => {}
                "#" => located.wall(cell, span.clone()),
                "*" if in_frame => {}
                "o" if !in_frame => {}
                sign if other_empty == Some(sign) => {}
                "x" if !in_frame => located.wall(cell, span.clone()),
                name if in_frame || name.chars().all(char::is_alphanumeric) => {
                    cars.entry(name).or_default().push((cell, span.clone()));
                }
                name => {
                    let odd = name.chars().find(|c| !c.is_alphanumeric()).unwrap_or_default();
                    return Err(Diagnostic::new(source, format!("{odd:?} is not a cell of a board"))
                        .at(span.clone(), "this character")
                        .help(
                            "write '.' or 'o' for an empty cell, '#' or 'x' for a wall, a letter for a car",
                        ));
                }
            }
        }
    }
    located.draft.rows = (0..).zip(rows).map(|(row, _)| row + 1).last().unwrap_or(0);
    located.draft.columns = u8::try_from(columns).unwrap_or(u8::MAX);
    // Cars in reading order, by their first cells.
    let mut cars = cars.into_iter().collect::<Vec<_>>();
    sort_by_key(&mut cars, |(_, cells)| cells.first().map(|(cell, _)| *cell));
    for (name, cells) in cars {
        let span = cells.first().map_or(0..0, |(_, span)| span.clone());
        located.car(car(source, name, &cells)?, span);
    }
    Ok(located)
}

/// Sets the goal from the marks on a frame: an arrow where the red car leaves, or `*` next to each cell of its goal.
fn marked(source: &Source, marks: &[FrameMark], located: &mut Located) -> Result<(), Diagnostic> {
    let (Some(first), Some(red)) = (marks.first(), located.draft.red_car()) else { return Ok(()) };
    let car = &located.draft.cars[red];
    let across = |side| match (side, car.orientation) {
        (FrameSide::Left | FrameSide::Right, Orientation::Horizontal) => Some(car.cell.row),
        (FrameSide::Top | FrameSide::Bottom, Orientation::Vertical) => Some(car.cell.column),
        _ => None,
    };
    let is_first = |mark: &FrameMark| u8::try_from(mark.at).is_ok_and(|at| across(mark.side) == Some(at));
    let goal = match (first.sign, marks) {
        ('*', marks) => {
            let places = marks.iter().filter(|mark| mark.sign == '*' && across(mark.side).is_none());
            let is_whole = places.clone().count() == marks.len() && marks.len() == usize::from(car.length);
            let least = places.map(|mark| mark.at).min().filter(|_| is_whole);
            least.and_then(|at| u8::try_from(at).ok()).map(Some)
        }
        ('<' | '^', [mark]) if is_first(mark) => Some(Some(0)),
        (_, [mark]) if is_first(mark) => Some(None),
        _ => None,
    };
    located.goal = Some(first.span.clone());
    located.draft.goal = goal.ok_or_else(|| {
        Diagnostic::new(source, "the marks beside the board are not those of the red car's goal")
            .at(first.span.clone(), format!("the red car is '{}'", car.name))
            .help(
                "mark the end of its lane by one of < > ^ v, or a goal inside the board by a * at the frame for each of its \
                 cells",
            )
    })?;
    Ok(())
}

/// Refuses a `*` in a cell that does not belong to a goal with its `*` on the frame: alone, it is ambiguous.
fn check_stars(
    source: &Source,
    rows: &[Vec<(Span, &str)>],
    marks: &[FrameMark],
    located: &Located,
) -> Result<(), Diagnostic> {
    let draft = &located.draft;
    let car = draft.red_car().and_then(|red| draft.cars.get(red));
    let goal = car.zip(draft.goal).filter(|_| marks.iter().any(|mark| mark.sign == '*'));
    let goal: Vec<Cell> = goal.into_iter().flat_map(|(car, at)| car.cells_at(at)).collect();
    for (row, cells) in (0..).zip(rows) {
        for (column, (span, name)) in (0..).zip(cells) {
            if *name == "*" && !goal.contains(&Cell { row, column }) {
                return Err(Diagnostic::new(source, "a * stands in a cell outside the goal")
                    .at(span.clone(), "this one")
                    .help(
                        "mark a goal inside the board by a * at the frame for each of its cells; '.' is an empty cell",
                    ));
            }
        }
    }
    Ok(())
}

/// Returns the car with these cells, in reading order.
fn car(source: &Source, name: &str, cells: &[(Cell, Span)]) -> Result<Car, Diagnostic> {
    let [(first, span), rest @ ..] = cells else {
        return Err(Diagnostic::new(source, format!("car '{name}' has no cells")));
    };
    let Some((second, _)) = rest.first() else {
        return Err(Diagnostic::new(source, format!("car '{name}' has a single cell"))
            .at(span.clone(), "does it move along its row or along its column?")
            .help(
                "write a board with such a car as a list of cars: \
                 [[car]] with name, length = 1, orientation, row, column in a TOML file",
            ));
    };
    let orientation = if first.row == second.row { Orientation::Horizontal } else { Orientation::Vertical };
    for ((expected, (cell, span)), (_, before)) in (1..).zip(rest).zip(cells) {
        if *cell != orientation.cell(orientation.across(*first), orientation.along(*first) + expected) {
            return Err(Diagnostic::new(source, format!("car '{name}' is bent or split"))
                .at(span.clone(), "not in line with the rest")
                .also(before.clone(), "the cell before it")
                .help("the cells of a car lie side by side in one row or one column; each car has its own letter"));
        }
    }
    let length = (1..).zip(cells).map(|(count, _)| count).last().unwrap_or(0);
    Ok(Car { name: name.to_string(), length, orientation, cell: *first })
}

pub(super) fn read_text(source: &Source) -> Result<Located, Diagnostic> {
    read_all(source, lines(source.text(), 0))
}

/// Parses a single row of n·n cells: n rows of n cells, written one after the other.
pub(super) fn read_line(source: &Source) -> Result<Located, Diagnostic> {
    read_all(source, square(source, lines(source.text(), 0))?)
}

fn read_all(source: &Source, rows: Vec<TextRow<'_>>) -> Result<Located, Diagnostic> {
    if rows.is_empty() {
        return Err(empty(source, 0..0));
    }
    let mut located = read_rows(source, &rows, None)?;
    located.red_name_help = "name the red car X, A or r; a small x is a wall";
    Ok(located)
}

fn square<'a>(source: &Source, rows: Vec<TextRow<'a>>) -> Result<Vec<TextRow<'a>>, Diagnostic> {
    let [row] = rows.as_slice() else { return Ok(rows) };
    let count = row.text.chars().count();
    let side = count.isqrt();
    if side * side != count {
        return Err(Diagnostic::new(source, format!("a board string of {count} cells is not square"))
            .at(row.span(), format!("{count} cells; {side}×{side} would be {}", side * side))
            .help(
                "a board in one line has n·n cells, row after row; \
                 write any other board as lines of text, or as a list of cars in a TOML file",
            ));
    }
    let starts = row.text.char_indices().map(|(offset, _)| offset).step_by(side.max(1));
    let ends = starts.clone().skip(1).chain([row.text.len()]);
    Ok(starts
        .zip(ends)
        .map(|(start, end)| TextRow { at: row.at + start, text: &row.text[start..end] })
        .collect())
}
