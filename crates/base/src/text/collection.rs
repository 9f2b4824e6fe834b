//! Collections: several problems in one text, cut into the texts of single ones.
//!
//! Each of these keeps its place: it starts at its line in the collection, so that diagnostics point there.

use std::borrow::Cow;
use std::cmp::Reverse;

use itertools::Itertools as _;
use toml::de::{DeTable, DeValue};

use super::{Diagnostic, Source, Span};

/// Form of a text with several problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CollectionForm {
    /// A square board on each line: the longest column of n·n cells, row after row. The other columns are its id, or the one
    /// that the first line calls `id` or `name`.
    Lines,
    /// Blank lines between the problems; a comment at the start of one is its id.
    Blocks,
    /// Every such line begins another problem; a comment above it is its id.
    Headings(&'static str),
    /// TOML: a table `[[problem]]`, `[[board]]` or `[[puzzle]]` each; the key `id` in it is its id.
    Tables,
}

/// Several problems in one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    source: Source,
    form: CollectionForm,
    places: Vec<EntryPlace>,
    /// Column of the id, counted from 0, if the first line names it.
    id_column: Option<usize>,
}

/// Place of a problem: whole lines.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EntryPlace {
    span: Span,
    /// Number of its first line.
    line: usize,
}

/// One of several problems in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionEntry {
    /// Name in the collection.
    pub id: Option<String>,
    /// Text of the problem.
    pub source: Source,
}

/// Names of the tables that hold a problem each.
const TABLES: [&str; 3] = ["problem", "board", "puzzle"];

impl Collection {
    /// Cuts a text of the form `form`.
    pub fn cut(source: &Source, form: CollectionForm) -> Self {
        let mut places: Vec<EntryPlace> = Vec::new();
        let mut at = EntryPlace { span: 0..0, line: source.first_line() };
        // Start of the comments directly above.
        let mut comments: Option<EntryPlace> = None;
        let mut is_open = false;
        for text in source.text().split_inclusive('\n') {
            at.span = at.span.end..at.span.end + text.len();
            let row = text.trim();
            let begins = match form {
                CollectionForm::Lines => !form.is_blank(row),
                CollectionForm::Blocks => !row.is_empty() && !is_open,
                CollectionForm::Headings(heading) => row == heading,
                CollectionForm::Tables => table(row).is_some() || places.is_empty() && !form.is_blank(row),
            };
            if begins {
                let above = comments.take().filter(|_| matches!(form, CollectionForm::Headings(_)));
                let first = above.unwrap_or_else(|| at.clone());
                places.push(EntryPlace { span: first.span.start..at.span.end, line: first.line });
            } else if let Some(last) = places.last_mut() {
                let goes_on = match form {
                    CollectionForm::Lines => false,
                    CollectionForm::Blocks => !row.is_empty(),
                    CollectionForm::Headings(_) | CollectionForm::Tables => !form.is_blank(row),
                };
                if goes_on {
                    last.span.end = at.span.end;
                }
            }
            match row {
                row if row.starts_with('%') => comments = comments.or_else(|| Some(at.clone())),
                "" => {}
                _ => comments = None,
            }
            is_open = !row.is_empty();
            at.line += 1;
        }
        // Comments alone are not a problem.
        places
            .retain(|place| source.text()[place.span.clone()].lines().any(|row| !form.is_blank(row.trim())));
        let mut collection = Self { source: source.clone(), form, places, id_column: None };
        if form == CollectionForm::Lines {
            collection.take_header();
        }
        collection
    }

    /// Removes a first line that names the columns.
    fn take_header(&mut self) {
        let [first, _, ..] = &*self.places else { return };
        let Some(header) = self.source.text().get(first.span.clone()) else { return };
        let header = Columns::of(header);
        let name = |column: &str| COLUMN_NAMES.iter().position(|name| name.eq_ignore_ascii_case(column));
        let named = (0..).zip(&header.all).filter_map(|(place, column)| Some((name(column)?, place)));
        if let Some((name, place)) = named.min().filter(|_| header.board().is_none()) {
            self.id_column = (name < N_ID_NAMES).then_some(place);
            self.places.remove(0);
        }
    }

    /// Returns the form.
    pub fn form(&self) -> CollectionForm {
        self.form
    }

    /// Returns the name of the text.
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// Returns the number of problems.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Checks whether there are no problems.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the problem at `index`, counted from 0.
    pub fn get(&self, index: usize) -> Option<CollectionEntry> {
        let EntryPlace { span, line } = self.places.get(index)?;
        let text = self.source.text().get(span.clone())?;
        let (id, text) = match self.form {
            CollectionForm::Lines => Columns::of(text).cut(self.id_column),
            CollectionForm::Tables => in_a_table(text),
            CollectionForm::Blocks | CollectionForm::Headings(_) => (comment(text), text.into()),
        };
        let source = Source::new(self.source.name(), &text).starting_at(*line);
        let is_line = self.form == CollectionForm::Lines;
        Some(CollectionEntry { id, source: if is_line { source.in_one_row() } else { source } })
    }

    /// Iterates over all problems.
    pub fn iter(&self) -> impl Iterator<Item = CollectionEntry> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Checks whether one of the problems is a table.
    pub fn has_tables(&self) -> bool {
        let mut texts = self.places.iter().filter_map(|place| self.source.text().get(place.span.clone()));
        self.form == CollectionForm::Tables
            && texts.any(|text| text.lines().any(|row| table(row.trim()).is_some()))
    }

    /// Checks whether the line of a problem is long enough to be more likely a board than a row of one.
    pub fn has_long_line(&self, index: usize) -> bool {
        self.columns(index).and_then(|columns| columns.n_cells()).is_some_and(|n_cells| MANY_CELLS <= n_cells)
    }

    /// Checks whether a problem has both an id and something like a board on its line. Then the line is not a row of a board.
    pub fn has_columns(&self, index: usize) -> bool {
        let columns = self.columns(index).filter(|columns| 1 < columns.all.len());
        let n_cells = columns.and_then(|columns| columns.n_cells());
        self.form == CollectionForm::Lines && n_cells.is_some_and(|n_cells| LEAST_CELLS < n_cells)
    }

    fn columns(&self, index: usize) -> Option<Columns<'_>> {
        let place = self.places.get(index)?;
        self.source.text().get(place.span.clone()).map(Columns::of)
    }
}

impl CollectionForm {
    /// Checks whether a row is blank except for a comment.
    fn is_blank(self, row: &str) -> bool {
        match self {
            Self::Tables => row.is_empty() || row.starts_with('#'),
            // In a board, `#` is a wall.
            Self::Lines if row.starts_with('#') => Columns::of(row).board().is_none(),
            Self::Lines | Self::Blocks | Self::Headings(_) => row.is_empty() || row.starts_with('%'),
        }
    }
}

fn comment(text: &str) -> Option<String> {
    let row = text.lines().map(str::trim).find(|row| !row.is_empty())?;
    Some(row.strip_prefix('%')?.trim_start_matches('%').trim().to_owned()).filter(|id| !id.is_empty())
}

/// Returns the name of the table, or of the array of tables, that begins on this line.
fn table(row: &str) -> Option<&'static str> {
    let name = row.strip_prefix("[[")?.split("]]").next()?.trim();
    TABLES.into_iter().find(|table| *table == name)
}

/// Returns the value of `id`, and the text of the table as a separate file, each character in its place.
fn in_a_table(text: &str) -> (Option<String>, Cow<'_, str>) {
    let Some(name) = text.lines().find_map(|row| table(row.trim())) else { return (None, text.into()) };
    let (id, place) = id_in(text, name).unzip();
    let place = place.unwrap_or_default();
    let blank = |(at, c): (usize, char)| if c != '\n' && place.contains(&at) { ' ' } else { c };
    let text: String = text.char_indices().map(blank).collect();
    let mut alone = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let row = line.trim();
        // The name of the part in `[problem.goal]` or `[[problem.car]]`.
        let part = row.trim_start_matches('[').trim_start().strip_prefix(name);
        let is_part = row.starts_with('[') && part.is_some_and(|part| part.trim_start().starts_with('.'));
        if table(row).is_some() {
            alone.push('\n');
        } else if is_part && let Some((before, after)) = line.split_once('.') {
            alone += &before.replace(name, &" ".repeat(name.len()));
            alone.push(' ');
            alone += after;
        } else {
            alone += line;
        }
    }
    (id, alone.into())
}

/// Returns the value of the table's own key `id` in a single line, and the place of both. The place is empty where the text has
/// a fault, which the parser of the problem will report.
fn id_in(text: &str, name: &str) -> Option<(String, Span)> {
    let (file, faults) = DeTable::parse_recoverable(text);
    let table = file.get_ref().get(name)?.get_ref().get(0)?.get_ref().as_table()?;
    let (key, value) = table.get_key_value("id")?;
    let id = match value.get_ref() {
        DeValue::String(id) => id.replace(char::is_control, " "),
        DeValue::Array(_) | DeValue::Table(_) => return None,
        _ => text.get(value.span())?.to_owned(),
    };
    Some((id, if faults.is_empty() { key.span().start..value.span().end } else { 0..0 }))
}

impl Collection {
    /// Returns the index of the problem on that line of the file. If there is none, the one with that id, or with an id that
    /// contains it as a word.
    ///
    /// # Errors
    /// No problem has that id, or several have.
    pub fn find(&self, name: &str) -> Result<usize, Diagnostic> {
        if let Some(index) = name.parse().ok().and_then(|line| self.at_line(line)) {
            return Ok(index);
        }
        let ids = || (0..self.len()).filter_map(|index| Some((index, self.get(index)?.id?)));
        let mut found: Vec<usize> = ids().filter(|(_, id)| id == name).map(|(index, _)| index).collect();
        if found.is_empty() {
            let has_word = |id: &str| id.split_whitespace().any(|word| word == name);
            found.extend(ids().filter(|(_, id)| has_word(id)).map(|(index, _)| index));
        }
        let refuse = |message: String, help: String| {
            Err(Diagnostic::without_text(self.source.name(), message).help(help))
        };
        let line = |index: &usize| self.places.get(*index).map_or(0, |place| place.line);
        match &*found {
            [index] => Ok(*index),
            [] => {
                let message = format!("there is no problem {name} among the {} here", self.len());
                let first = self.places.first().map_or(1, |place| place.line);
                let help = "name a problem by one of its lines in the file, or by its id";
                refuse(message, format!("{help}: {}:{first}", self.source.name()))
            }
            [first, second, ..] => {
                let message = format!("{} problems have the id {name}", found.len());
                let lines = format!("{} and {}", line(first), line(second));
                refuse(message, format!("name one by its line: the first two are on lines {lines}"))
            }
        }
    }

    /// Returns the number of the problem that contains line `line`.
    fn at_line(&self, line: usize) -> Option<usize> {
        let index = self.places.partition_point(|place| place.line <= line).checked_sub(1)?;
        let place = self.places.get(index)?;
        let n_lines = self.source.text().get(place.span.clone())?.lines().count();
        (line < place.line + n_lines).then_some(index)
    }
}

/// Least number of cells of a board on one line.
const LEAST_CELLS: usize = 9;

/// Least number of cells of a single line that is more likely a board than a row of one.
const MANY_CELLS: usize = 25;

/// Names of columns in tables of boards; those of the id first.
const COLUMN_NAMES: [&str; 12] =
    ["id", "name", "title", "card", "level", "number", "no", "nr", "board", "puzzle", "grid", "position"];

/// Number of [`COLUMN_NAMES`] that are those of an id.
const N_ID_NAMES: usize = 8;

/// Columns of a line with a board: separated by spaces, commas or semicolons, in quotes where they contain those.
struct Columns<'a> {
    line: &'a str,
    all: Vec<&'a str>,
}

impl<'a> Columns<'a> {
    fn of(line: &'a str) -> Self {
        let (mut rest, mut all) = (line, Vec::new());
        while let Some(start) = rest.find(|c| !is_between(c)) {
            rest = &rest[start..];
            let quoted = rest.strip_prefix('"').and_then(|inside| inside.split_once('"'));
            if let Some((inside, behind)) =
                quoted.filter(|(_, behind)| behind.chars().next().is_none_or(is_between))
            {
                all.push(inside);
                rest = behind;
            } else {
                let (column, behind) = rest.split_at(rest.find(is_between).unwrap_or(rest.len()));
                all.push(column);
                rest = behind;
            }
        }
        Self { line, all }
    }

    /// Returns the column that is the board: the longest, and of equally long ones the first.
    fn board(&self) -> Option<usize> {
        let is_board = |column: &str| {
            let cells = column.chars().count();
            LEAST_CELLS <= cells
                && cells.isqrt().pow(2) == cells
                && column.chars().all(|c| matches!(c, '.' | '#') || c.is_alphanumeric())
        };
        self.all
            .iter()
            .positions(|column| is_board(column))
            .min_by_key(|place| Reverse(self.all[*place].len()))
    }

    fn n_cells(&self) -> Option<usize> {
        self.board().map(|place| self.all[place].chars().count())
    }

    /// Returns the id, which is column `id` or all others, and the line with spaces in place of everything but the board.
    fn cut(&self, id: Option<usize>) -> (Option<String>, Cow<'a, str>) {
        let Some(place) = self.board() else { return (None, self.line.into()) };
        let board = self.all[place];
        let named = id.filter(|id| *id != place).and_then(|id| self.all.get(id)).map(|id| (*id).to_owned());
        let others =
            || self.all.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, id)| id).join(" ");
        let before = self.line.split_once(board).map_or(0, |(before, _)| before.chars().count());
        let id = named.unwrap_or_else(others);
        (Some(id).filter(|id| !id.is_empty()), format!("{}{board}\n", " ".repeat(before)).into())
    }
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';')
}
