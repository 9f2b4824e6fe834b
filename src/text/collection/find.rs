//! Finding a problem of a collection by its line or by its id.

use super::Collection;
use crate::text::Diagnostic;

impl Collection {
    /// The number of the problem on that line of the file, or else of the one with that id, or with an id of which it is a word.
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
                let help = "a problem is named by a line of it in the file, or by its id";
                refuse(message, format!("{help}: {}:{first}", self.source.name()))
            }
            [first, second, ..] => {
                let message = format!("{} problems have the id {name}", found.len());
                let lines = format!("{} and {}", line(first), line(second));
                refuse(message, format!("name one by its line: those of the first two are {lines}"))
            }
        }
    }

    /// The number of the problem that the line of that number is part of.
    fn at_line(&self, line: usize) -> Option<usize> {
        let index = self.places.partition_point(|place| place.line <= line).checked_sub(1)?;
        let place = self.places.get(index)?;
        let n_lines = self.source.text().get(place.span.clone())?.lines().count();
        (line < place.line + n_lines).then_some(index)
    }
}
