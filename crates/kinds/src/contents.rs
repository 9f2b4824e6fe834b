//! The contents of a text: one problem, or a collection of several.

use bmcplan_base::stop::Stop;
use bmcplan_base::text::{Collection, CollectionForm, Diagnostic, MAX_BYTES, Source};

use super::Kinds;
use crate::problem::{Kind, ProblemOptions};

/// Contents of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contents {
    /// One problem, valid or not.
    Problem(Source),
    /// Several problems, or one in the form of a collection.
    Collection(Collection),
}

/// Number of entries that are read to recognise a collection.
const SAMPLE: usize = 20;

impl Kinds {
    /// Distinguishes one problem from a collection of several. A text that can be read as one problem is one, unless every
    /// part between blank lines is a problem, too.
    ///
    /// ```
    /// use bmcplan_base::stop::Stop;
    /// use bmcplan_base::text::Source;
    /// use bmcplan_kinds::problem::ProblemOptions;
    /// use bmcplan_kinds::{Contents, Kinds, read_as};
    ///
    /// let text = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n58 BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN 9192\n";
    /// let kinds = Kinds::default();
    /// let Contents::Collection(boards) = kinds.contents(Source::new("boards.txt", text))? else { panic!("two boards") };
    /// for board in boards.iter() {
    ///     let kind = kinds.kind_of(std::slice::from_ref(&board.source))?;
    ///     let problem = read_as(kind, &[board.source], &ProblemOptions::default(), &Stop::default())?;
    ///     println!("{}: {problem}", board.id.unwrap_or_default());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The text is one problem, and too large for its kind.
    pub fn contents(&self, source: Source) -> Result<Contents, Diagnostic> {
        for (kind, form) in
            self.iter().flat_map(|kind| kind.collections.iter().map(move |form| (kind, *form)))
        {
            let collection = Collection::cut(&source, form);
            if is_collection(kind, &source, &collection) {
                return Ok(Contents::Collection(collection));
            }
        }
        let most =
            self.recognise(std::slice::from_ref(&source)).map_or(MAX_BYTES, |(kind, _)| kind.max_bytes);
        source.check_size(most)?;
        Ok(Contents::Problem(source))
    }

    /// Returns the only problem of a text, or of a collection of one. In a larger collection, `entry` selects a problem by its
    /// line in the file or by its id.
    ///
    /// # Errors
    /// The text has several problems, and `entry` is missing or unknown.
    pub fn one(&self, source: Source, entry: Option<&str>) -> Result<Source, Diagnostic> {
        let refuse = |name: &str, message: String, help: String| {
            Err(Diagnostic::without_text(name, message).help(help))
        };
        let collection = match (self.contents(source)?, entry) {
            (Contents::Problem(source), None) => return Ok(source),
            (Contents::Problem(source), Some(entry)) => {
                return refuse(
                    source.name(),
                    "this is one problem, not a collection".into(),
                    format!("leave out :{entry}"),
                );
            }
            (Contents::Collection(collection), _) => collection,
        };
        let index = match (entry, collection.len()) {
            (Some(entry), _) => collection.find(entry)?,
            (None, 0 | 1) => 0,
            (None, n_problems) => {
                let name = collection.name();
                let line = collection.get(0).map_or(1, |entry| entry.source.first_line());
                return refuse(
                    name,
                    format!("there are {n_problems} problems here"),
                    format!("name one by its line or by its id: {name}:{line}"),
                );
            }
        };
        match collection.get(index) {
            Some(entry) => Ok(entry.source),
            None => {
                refuse(collection.name(), "there is no problem here".into(), "there is only a comment".into())
            }
        }
    }
}

/// Checks whether a text, cut into `collection`, is a collection.
fn is_collection(kind: &Kind, source: &Source, collection: &Collection) -> bool {
    let reads = |source: Source| kind.read(&[source], &ProblemOptions::default(), &Stop::default()).is_ok();
    let is_problem = |index: usize| collection.get(index).is_some_and(|entry| reads(entry.source));
    let is_one_problem = || source.check_size(kind.max_bytes).is_ok() && reads(source.clone());
    let sample = 0..collection.len().min(SAMPLE);
    let most = |is_one: &dyn Fn(usize) -> bool| {
        let n_found = sample.clone().filter(|index| is_one(*index)).count();
        0 < n_found && sample.len() <= 2 * n_found
    };
    match collection.form() {
        CollectionForm::Tables => collection.has_tables(),
        CollectionForm::Headings(_) => 2 <= collection.len(),
        CollectionForm::Lines => {
            let is_board = |index: usize| collection.has_long_line(index) && is_problem(index);
            (most(&|index| collection.has_columns(index)) || most(&is_board)) && !is_one_problem()
        }
        CollectionForm::Blocks => {
            2 <= collection.len()
                && most(&is_problem)
                && (!is_one_problem() || sample.clone().all(is_problem))
        }
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools as _;

    use super::*;

    fn contents(text: &str) -> String {
        match Kinds::default().contents(Source::new("test", text)) {
            Ok(Contents::Problem(_)) => "one".to_owned(),
            Ok(Contents::Collection(collection)) => {
                let ids = collection.iter().map(|entry| entry.id.unwrap_or("-".to_owned())).join(", ");
                format!("{:?}: {ids}", collection.form())
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn one_problem() {
        let sheet = "(role me)\n\n(init (at a))\n";
        let nine = "XX.......\n".to_owned() + &".........\n".repeat(8);
        for text in [
            "",
            "XX.\n...\n",
            "XX.\n\n...\n",
            "XX..",
            "start\nA.\n\ngoal\n.A\n",
            sheet,
            &nine,
            "not one\n\nnot two\n",
        ] {
            assert_eq!(contents(text), "one", "{text}");
        }
    }

    #[test]
    fn several_problems() {
        let line = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
        for (text, expected) in [
            (format!("60 {line} 2332\n"), "Lines: 60 2332"),
            (format!("{line}\n{line}\n"), "Lines: -, -"),
            (line.to_owned(), "Lines: -"),
            // Invalid boards do not matter.
            (format!("1 {}\n2 {line}\n3\n4 {line}", line.replace('A', "?")), "Lines: -, 2, -, 4"),
            (format!("1 {}", line.replace('A', "o")), "Lines: 1"),
            ("XX.\n...\n\nXX.\n..X\n".to_owned(), "Blocks: -, -"),
            ("% one\nXX.\n...\n\nAA.\n...\n".to_owned(), "Blocks: one, -"),
            ("start\nA.\ngoal\n.A\nstart\nB.\ngoal\n".to_owned(), "Headings(\"start\"): -, -"),
            ("[[board]]\nboard = 'XX..'\n".to_owned(), "Tables: -"),
            (
                "[[puzzle]]\nid = 'p'\nstart = 'A.'\ngoal = '.A'\n[[board]]\nboard = 'XX..'\n".to_owned(),
                "Tables: p, -",
            ),
        ] {
            assert_eq!(contents(&text), expected, "{text}");
        }
    }

    #[test]
    fn only_collections_are_large() {
        let line = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n";
        let Ok(Contents::Collection(boards)) =
            Kinds::default().contents(Source::new("test", &line.repeat(30_000)))
        else {
            panic!("a collection");
        };
        assert_eq!(boards.len(), 30_000);
        assert_eq!(boards.get(29_999).unwrap().source.first_line(), 30_000);
        assert!(contents(&"x".repeat(1 << 21)).starts_with("error: more than 1024 KiB\n"));
    }
}
