//! Collections: several problems in one text, cut into the texts of single ones.
//!
//! Each of these keeps its place: it starts at the line where it stands in the collection, so that diagnostics point there.

use std::borrow::Cow;
use std::cmp::Reverse;

use itertools::Itertools as _;

use super::{Source, Span};

/// A form in which several problems stand in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CollectionForm {
    /// A square board on each line: the longest column of n·n cells, row after row. The other columns are its id.
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
}

/// Where a problem stands: whole lines.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EntryPlace {
    span: Span,
    /// The number of its first line.
    line: usize,
}

/// One of several problems in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionEntry {
    /// What the collection calls it.
    pub id: Option<String>,
    /// Its text.
    pub source: Source,
}

/// The names of the tables that hold a problem each.
const TABLES: [&str; 3] = ["problem", "board", "puzzle"];

/// The fewest cells of a board on one line.
const LEAST_CELLS: usize = 9;

/// The fewest cells of a board on one line that is more likely a board than a row of one, without anything beside it.
const MANY_CELLS: usize = 25;

impl Collection {
    /// Cuts a text of that form.
    pub fn cut(source: &Source, form: CollectionForm) -> Self {
        let mut places: Vec<EntryPlace> = Vec::new();
        let mut at = EntryPlace { span: 0..0, line: source.first_line() };
        // Where the comments begin that stand right above.
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
        // Comments alone are no problem.
        places
            .retain(|place| source.text()[place.span.clone()].lines().any(|row| !form.is_blank(row.trim())));
        Self { source: source.clone(), form, places }
    }

    /// The form.
    pub fn form(&self) -> CollectionForm {
        self.form
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// One of them, counted from 0.
    pub fn get(&self, index: usize) -> Option<CollectionEntry> {
        let EntryPlace { span, line } = self.places.get(index)?;
        let text = self.source.text().get(span.clone())?;
        let (id, text) = match self.form {
            CollectionForm::Lines => on_a_line(text),
            CollectionForm::Tables => in_a_table(text),
            CollectionForm::Blocks | CollectionForm::Headings(_) => (comment(text), text.into()),
        };
        let source = Source::new(self.source.name(), &text).starting_at(*line);
        let is_line = self.form == CollectionForm::Lines;
        Some(CollectionEntry { id, source: if is_line { source.in_one_row() } else { source } })
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = CollectionEntry> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Whether one of them is a table.
    pub fn has_tables(&self) -> bool {
        let mut texts = self.places.iter().filter_map(|place| self.source.text().get(place.span.clone()));
        self.form == CollectionForm::Tables
            && texts.any(|text| text.lines().any(|row| table(row.trim()).is_some()))
    }

    /// Whether one of them is so long a line that it is more likely a board than a row of one.
    pub fn has_long_line(&self, index: usize) -> bool {
        let line = self.places.get(index).and_then(|place| self.source.text().get(place.span.clone()));
        line.and_then(board_column).is_some_and(|board| MANY_CELLS <= board.chars().count())
    }

    /// Whether one of them has both an id and something like a board on its line: that is no row of a board.
    pub fn has_columns(&self, index: usize) -> bool {
        let line = self.places.get(index).and_then(|place| self.source.text().get(place.span.clone()));
        let is_large = |board: &str| LEAST_CELLS < board.chars().count();
        self.form == CollectionForm::Lines
            && line.is_some_and(|line| board_column(line).is_some_and(is_large) && 1 < columns(line).count())
    }
}

impl CollectionForm {
    /// Whether there is nothing but a comment.
    fn is_blank(self, row: &str) -> bool {
        row.is_empty() || row.starts_with(if self == Self::Tables { '#' } else { '%' })
    }
}

/// The first comment.
fn comment(text: &str) -> Option<String> {
    let row = text.lines().map(str::trim).find(|row| !row.is_empty())?;
    Some(row.strip_prefix('%')?.trim_start_matches('%').trim().to_owned()).filter(|id| !id.is_empty())
}

fn columns(line: &str) -> impl Iterator<Item = &str> + Clone {
    line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).filter(|column| !column.is_empty())
}

/// The column that is the board: the longest, and of several as long the first.
fn board_column(line: &str) -> Option<&str> {
    let is_board = |column: &&str| {
        let cells = column.chars().count();
        LEAST_CELLS <= cells
            && cells.isqrt().pow(2) == cells
            && column.chars().all(|c| matches!(c, '.' | '#') || c.is_alphanumeric())
    };
    columns(line).filter(is_board).min_by_key(|column| Reverse(column.len()))
}

/// The other columns, and the line with spaces in their places.
fn on_a_line(line: &str) -> (Option<String>, Cow<'_, str>) {
    let Some((board, (before, after))) =
        board_column(line).and_then(|board| Some((board, line.split_once(board)?)))
    else {
        return (None, line.into());
    };
    let id = columns(before).chain(columns(after)).join(" ");
    let before = " ".repeat(before.chars().count());
    (Some(id).filter(|id| !id.is_empty()), format!("{before}{board}\n").into())
}

/// The name of the table, or of the array of tables, that begins on this line.
fn table(row: &str) -> Option<&'static str> {
    let name = row.strip_prefix("[[")?.split("]]").next()?.trim();
    TABLES.into_iter().find(|table| *table == name)
}

/// The value of `id`, and the text of the table as if it stood alone, each character in its place.
fn in_a_table(text: &str) -> (Option<String>, Cow<'_, str>) {
    let Some(name) = text.lines().find_map(|row| table(row.trim())) else { return (None, text.into()) };
    let mut id = None;
    let mut alone = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let row = line.trim();
        // Of `[problem.goal]` and `[[problem.car]]`, the name of the part.
        let part = row.trim_start_matches('[').trim_start().strip_prefix(name);
        let is_part = row.starts_with('[') && part.is_some_and(|part| part.trim_start().starts_with('.'));
        let given = row.strip_prefix("id").and_then(|rest| rest.trim_start().strip_prefix('='));
        if let (None, Some(given)) = (&id, given) {
            id = Some(given.trim().trim_matches(['"', '\'']).to_owned());
            alone.push('\n');
        } else if table(row).is_some() {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The ids, the first lines and the texts.
    fn cut(text: &str, form: CollectionForm) -> Vec<(Option<String>, usize, String)> {
        let collection = Collection::cut(&Source::new("test", text), form);
        let entry = |CollectionEntry { id, source }| (id, source.first_line(), source.text().to_owned());
        collection.iter().map(entry).collect()
    }

    fn entry(id: &str, line: usize, text: &str) -> (Option<String>, usize, String) {
        (Some(id.to_owned()).filter(|id| !id.is_empty()), line, text.to_owned())
    }

    #[test]
    fn a_board_on_each_line() {
        let text =
            "% a comment\n60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n\nXX.......\nno board\na,XX.......;b";
        assert_eq!(
            cut(text, CollectionForm::Lines),
            [
                entry("60 2332", 2, "   IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n"),
                entry("", 4, "XX.......\n"),
                entry("", 5, "no board\n"),
                entry("a b", 6, "  XX.......\n"),
            ]
        );
        let collection = Collection::cut(&Source::new("test", text), CollectionForm::Lines);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|index| collection.has_columns(index)),
            [true, false, false, false, false]
        );
    }

    #[test]
    fn blank_lines_between_boards() {
        assert_eq!(
            cut("% alone\n\n% one\nXX.\n...\n \n\nXX.\n% two\n...", CollectionForm::Blocks),
            [entry("one", 3, "% one\nXX.\n...\n"), entry("", 8, "XX.\n% two\n...")]
        );
    }

    #[test]
    fn headings() {
        assert_eq!(
            cut("% one\n\nstart\nA.\n\ngoal\n.A\n\n% two\n start\nB\n", CollectionForm::Headings("start")),
            [entry("one", 1, "% one\n\nstart\nA.\n\ngoal\n.A\n"), entry("two", 9, "% two\n start\nB\n")]
        );
    }

    #[test]
    fn tables() {
        let text = "# all\n[[board]]\nid = \"one\"\nrows = 2\n[[board.car]]\nname = \"X.\"\n[ board . goal ]\n\n[[board]]\nrows = 3\n";
        assert_eq!(
            cut(text, CollectionForm::Tables),
            [
                entry("one", 2, "\n\nrows = 2\n[[      car]]\nname = \"X.\"\n[         goal ]\n"),
                entry("", 9, "\nrows = 3\n"),
            ]
        );
        // What belongs to no board is not lost: it makes no sense as a board, which will be said.
        assert_eq!(cut("red = 1\n[[board]]\nx = 2\n", CollectionForm::Tables).len(), 2);
    }
}
