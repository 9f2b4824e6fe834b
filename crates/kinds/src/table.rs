//! The table of kinds of problems, and reading a problem of any of them.

use std::path::Path;

use bmcplan_base::stop::Stop;
use bmcplan_base::text::{Diagnostic, MAX_INPUT_BYTES, Source};

use super::gdl::GDL;
use super::pddl::PDDL;
use super::rush_hour::RUSH_HOUR;
use super::sas::SAS;
use super::sliding_block::SLIDING_BLOCK;
use crate::problem::{Kind, Problem, ProblemError, ProblemOptions, Recognition};

/// The kinds in this library.
pub static KINDS: &[&Kind] = &[&RUSH_HOUR, &SLIDING_BLOCK, &GDL, &SAS, &PDDL];

/// A set of kinds of problems. By default these are [`KINDS`].
#[derive(Debug, Clone)]
pub struct Kinds(Vec<&'static Kind>);

impl Default for Kinds {
    fn default() -> Self {
        Self(KINDS.to_vec())
    }
}

impl Kinds {
    /// Returns these kinds and another one.
    #[must_use]
    pub fn with(mut self, kind: &'static Kind) -> Self {
        self.0.push(kind);
        self
    }

    /// Returns all kinds, in the order in which they were added.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &'static Kind> + Clone {
        self.0.iter().copied()
    }

    /// Returns the kind of that name or alias.
    pub fn named(&self, name: &str) -> Option<&'static Kind> {
        self.iter().find(|kind| kind.name == name || kind.aliases.contains(&name))
    }

    /// Returns the most likely kind of a text, and the certainty. Of several equally likely kinds, it is the one added last.
    pub fn recognise(&self, sources: &[Source]) -> Option<(&'static Kind, Recognition)> {
        let known = self.iter().map(|kind| (kind, (kind.recognise)(sources)));
        known.filter(|(_, sure)| *sure != Recognition::No).max_by_key(|(_, sure)| *sure)
    }

    /// Returns the most likely kind of a text.
    pub fn kind_of(&self, sources: &[Source]) -> Result<&'static Kind, ProblemError> {
        let name = || sources.first().map_or(String::new(), |source| source.name().to_owned());
        self.recognise(sources).map(|(kind, _)| kind).ok_or_else(|| ProblemError::Unrecognised(name()))
    }

    /// Adds the companion file of these texts, such as a domain.
    pub fn with_companion(&self, sources: Vec<Source>) -> Result<Vec<Source>, Diagnostic> {
        match self.kind_of(&sources) {
            Ok(kind) => kind.with_companion(sources),
            Err(_) => Ok(sources),
        }
    }
}

/// Reads the problem in a file, of any kind, with default options.
pub fn read(path: &Path) -> Result<Box<dyn Problem>, ProblemError> {
    let kinds = Kinds::default();
    let sources = vec![kinds.one(Source::open_at_most(path, MAX_INPUT_BYTES)?, None)?];
    let kind = kinds.kind_of(&sources)?;
    let sources = kind.with_companion(sources)?;
    read_as(kind, &sources, &ProblemOptions::default(), &Stop::default())
}

/// Reads a problem of that kind, until `stop` is raised. The memory limit of `stop` ([`Stop::within`]) applies to grounding,
/// too.
///
/// # Errors
/// The options or the text are invalid, or reading was stopped.
pub fn read_as(
    kind: &Kind,
    sources: &[Source],
    options: &ProblemOptions,
    stop: &Stop,
) -> Result<Box<dyn Problem>, ProblemError> {
    kind.read(sources, options, stop)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use itertools::Itertools as _;

    use super::*;
    use crate::problem::{COMMON_ENCODINGS, OptionForm};

    const BOARD: &str = "XX..\n";
    const PUZZLE: &str = "start\nA.\ngoal\n.A\n";
    const SHEET: &str = "; a game\n(role me)\n";

    fn kind_of(text: &str) -> Option<(&'static str, Recognition)> {
        Kinds::default().recognise(&[Source::new("test", text)]).map(|(kind, sure)| (kind.name, sure))
    }

    #[test]
    fn kinds_are_recognised_by_what_stands_in_a_text() {
        assert_eq!(kind_of(BOARD), Some(("rushhour", Recognition::Certain)));
        assert_eq!(kind_of("no board"), Some(("rushhour", Recognition::Perhaps)));
        assert_eq!(kind_of(PUZZLE), Some(("sliding", Recognition::Certain)));
        assert_eq!(kind_of(SHEET), Some(("gdl", Recognition::Certain)));
    }

    #[test]
    fn options_are_completed_or_refused() {
        let none = ProblemOptions::default;
        assert_eq!(RUSH_HOUR.complete(&none()), Ok(none().with("metric", "units")));
        let slides = none().with("metric", "slides");
        assert_eq!(RUSH_HOUR.complete(&slides), Ok(slides));
        let labelled = none().with("metric", "moves").with_flag("labelled");
        assert_eq!(SLIDING_BLOCK.complete(&labelled), Ok(labelled));
        assert_eq!(GDL.complete(&none()), Ok(none().with("goal", "100")));
        let refused = |kind: &Kind, options| kind.complete(&options).unwrap_err().to_string();
        expect!["option `metric moves` makes no sense for a problem of kind rushhour: a car goes straight, so its moves are slides; give --metric slides"]
            .assert_eq(&refused(&RUSH_HOUR, none().with("metric", "moves")));
        expect!["option `metric` makes no sense for a problem of kind gdl"]
            .assert_eq(&refused(&GDL, none().with("metric", "units")));
        expect!["option `labelled` makes no sense for a problem of kind gdl"]
            .assert_eq(&refused(&GDL, none().with_flag("labelled")));
        expect!["option `board XX..` makes no sense for a problem of kind rushhour"]
            .assert_eq(&refused(&RUSH_HOUR, none().with("board", "XX..")));
    }

    #[test]
    fn plans_may_be_shorter_in_coarser_metrics() {
        let coarser =
            |kind: &Kind, metric| kind.coarser_metrics(&ProblemOptions::default().with("metric", metric));
        assert_eq!(coarser(&SLIDING_BLOCK, "units"), ["slides", "moves"]);
        assert_eq!(coarser(&SLIDING_BLOCK, "moves"), [""; 0]);
        assert_eq!(RUSH_HOUR.coarser_metrics(&ProblemOptions::default()), ["slides"]);
        assert_eq!(GDL.coarser_metrics(&ProblemOptions::default()), [""; 0]);
    }

    /// Checks that the table has the names of the encodings of its problems in all metrics.
    #[cfg(feature = "encodings")]
    #[test]
    fn the_encodings_of_a_kind_are_those_of_its_problems() {
        let sheet = "(role r)(legal r a)(init p)(<= terminal (true p))(goal r 100)";
        for (kind, text) in [(&RUSH_HOUR, BOARD), (&SLIDING_BLOCK, PUZZLE), (&GDL, sheet)] {
            let metrics = match kind.option("metric").map(|option| option.form) {
                Some(OptionForm::OneOf { names, .. }) => {
                    names.iter().map(|name| ProblemOptions::default().with("metric", name)).collect_vec()
                }
                _ => vec![ProblemOptions::default()],
            };
            let mut all = Vec::new();
            for options in metrics {
                let source = Source::new("test", text);
                let problem = read_as(kind, &[source], &options, &Stop::default()).unwrap();
                assert_eq!((problem.kind(), problem.metric()), (kind.name, kind.metric(&options)));
                let names = problem.encodings().iter().map(|encoding| encoding.name()).collect_vec();
                let known = kind.encodings.iter().filter(|name| names.contains(name)).copied();
                assert_eq!(known.collect_vec(), names, "{} in {}", kind.name, problem.metric());
                all.extend(names);
            }
            assert!(kind.encodings.iter().all(|name| all.contains(name)), "{}", kind.name);
        }
        let common = bmcplan_sat::encode::encodings();
        assert_eq!(common.iter().map(|encoding| encoding.name()).collect_vec(), COMMON_ENCODINGS);
    }

    #[test]
    fn names_and_aliases_are_unique() {
        let names = KINDS.iter().flat_map(|kind| kind.aliases.iter().chain([&kind.name]));
        assert!(names.clone().all_unique());
        for name in names {
            assert!(Kinds::default().named(name).is_some(), "{name}");
        }
    }
}
