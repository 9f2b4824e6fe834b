//! The arguments that name a problem, and what they make of its files.

use std::path::PathBuf;

use crate::answer::ProblemPlace;
use crate::frontend::{Diagnostic, Source};
use crate::problem::{Contents, Kind, Kinds, OptionError, OptionForm, ProblemOptions, Recognition};
use clap::ArgMatches;
use clap::parser::ValueSource;

use super::failure::Failure;
use super::files::Files;
use super::input::Input;
use super::problem_scope::{FILES, KIND, STRICT};
pub(crate) use super::problem_scope::{GoalArg, Scope};
pub(crate) use super::problem_text::ProblemText;

/// The arguments that name a problem, as far as they were given.
#[derive(Debug, Clone)]
pub(crate) struct ProblemArgs {
    /// Its files, or what stands for them; never none.
    pub(crate) inputs: Vec<Input>,
    /// How they are understood.
    pub(crate) understanding: Understanding,
}

/// What was given on how files are understood.
#[derive(Debug, Clone)]
pub(crate) struct Understanding {
    scope: Scope,
    kind: Option<&'static Kind>,
    warnings_are_errors: bool,
    options: ProblemOptions,
}

impl ProblemArgs {
    /// The problem of a command.
    pub(crate) fn of(matches: &ArgMatches, scope: &Scope) -> Self {
        let understanding = Understanding::of(matches, scope);
        let mut texts = scope.texts().into_iter();
        let given =
            texts.find_map(|(option, kinds)| Some((option, kinds, matches.get_one::<String>(option.name)?)));
        match given {
            Some((option, kinds, text)) => Self {
                inputs: vec![Input::Typed { option: format!("--{}", option.name), text: text.clone() }],
                understanding: Understanding {
                    kind: understanding.kind.or(kinds.first().copied()),
                    ..understanding
                },
            },
            None => {
                let files = matches.get_many::<PathBuf>(FILES).into_iter().flatten();
                Self { inputs: files.cloned().map(Input::at).collect(), understanding }
            }
        }
    }

    /// What the problem of this text is called, and its files as they were named; none if it is not in files.
    pub(crate) fn place(&self, text: &ProblemText) -> ProblemPlace {
        let title = || self.inputs.last().map(Input::title).unwrap_or_default();
        let files: Option<Vec<String>> = self.inputs.iter().map(Input::file).collect();
        ProblemPlace { name: text.name().unwrap_or_else(title), file: files.map(|files| files.join(" ")) }
    }

    /// Reads its files and finds out of what kind it is; `files` are those that are written later.
    pub(crate) fn read(&self, files: &Files) -> Result<ProblemText, Failure> {
        let sources =
            self.inputs.iter().map(Input::read_large).collect::<Result<Vec<Source>, Diagnostic>>()?;
        self.understanding.apply(sources, files)
    }
}

impl Understanding {
    /// What the arguments of a command say.
    pub(crate) fn of(matches: &ArgMatches, scope: &Scope) -> Self {
        let kind = match scope {
            Scope::One(kind, _) => Some(*kind),
            Scope::Any(kinds) => matches.get_one::<String>(KIND).and_then(|name| kinds.named(name)),
        };
        let given = scope.options().into_iter().filter(|(option, _)| option.form != OptionForm::Text);
        // Defaults are not given.
        let typed = |name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
        let given = given.filter(|(option, _)| typed(option.name));
        let options = given.fold(ProblemOptions::default(), |options, (option, _)| match option.form {
            OptionForm::Flag if matches.get_flag(option.name) => options.with_flag(option.name),
            OptionForm::Flag => options,
            _ => match matches.get_one::<String>(option.name) {
                Some(value) => options.with(option.name, value),
                None => options,
            },
        });
        Self { scope: scope.clone(), kind, warnings_are_errors: matches.get_flag(STRICT), options }
    }

    /// The kinds that a problem may be of.
    pub(crate) fn kinds(&self) -> &Kinds {
        let (Scope::One(_, kinds) | Scope::Any(kinds)) = &self.scope;
        kinds
    }

    /// Whether several texts are one problem of a kind that has problems in several files.
    pub(crate) fn is_one_problem(&self, sources: &[Source]) -> bool {
        let kind = self.kind.or_else(|| match self.kinds().recognise(sources) {
            Some((kind, Recognition::Certain)) => Some(kind),
            _ => None,
        });
        let is_whole = |kind: &Kind| (kind.recognise)(sources) == Recognition::Certain;
        kind.is_some_and(|kind| sources.len() == 1 || (sources.len() <= kind.max_files && is_whole(kind)))
    }

    /// Whether a text is surely a problem or several, right or wrong.
    pub(crate) fn looks_like_problems(&self, source: &Source) -> bool {
        let sure = |kind: &Kind| (kind.recognise)(std::slice::from_ref(source)) == Recognition::Certain;
        let is_problem = match self.kind {
            Some(kind) => sure(kind),
            None => self.kinds().iter().any(sure),
        };
        is_problem || matches!(self.kinds().contents(source.clone()), Ok(Contents::Collection(_)))
    }

    /// That the options make sense for the kind, if that is known before anything is read.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.kind.map_or(Ok(()), |kind| self.complete(kind).map(drop))
    }

    fn complete(&self, kind: &Kind) -> Result<ProblemOptions, Failure> {
        kind.complete(&self.options).map_err(|OptionError { option, kind, instead }| {
            let found = match instead {
                Some(instead) => format!(": {instead}"),
                None if self.kind.is_some() => String::new(),
                None => ", which this one looks like; --kind says otherwise".to_owned(),
            };
            Failure::Usage(format!("--{option} makes no sense for a problem of kind {kind}{found}"))
        })
    }

    /// The problem that stands in some texts, and in the file that belongs to them; none of `files`, which are written later, is
    /// one of these.
    pub(crate) fn apply(&self, sources: Vec<Source>, files: &Files) -> Result<ProblemText, Failure> {
        let kinds = self.kinds();
        let kind = match self.kind {
            Some(kind) => kind,
            None => kinds
                .kind_of(&sources)
                .map_err(|error| Failure::Usage(format!("{error}; --kind names one")))?,
        };
        let options = self.complete(kind)?;
        let sources = kind.with_companion(sources)?;
        files.check_read(&sources)?;
        Ok(ProblemText {
            kind,
            sources,
            given: self.options.clone(),
            options,
            warnings_are_errors: self.warnings_are_errors,
            kinds: kinds.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::Command;
    use expect_test::expect;
    use itertools::Itertools as _;

    use super::*;

    fn understood(arguments: &str, text: &str) -> Result<String, String> {
        let scope = Scope::Any(Kinds::default());
        let command = scope.add_to(Command::new("test"), GoalArg::Value);
        let words = ["test"].into_iter().chain(arguments.split_whitespace());
        let matches = command.try_get_matches_from(words).map_err(|error| error.to_string())?;
        let arguments = ProblemArgs::of(&matches, &scope);
        let read = arguments.understanding.apply(vec![Source::new("test", text)], &Files::default());
        let read = read.map_err(|failure| failure.to_string())?;
        let given = |(name, value): (&str, Option<&str>)| format!(" {name} {}", value.unwrap_or_default());
        Ok(format!("{}{}", read.kind.name, read.options.iter().map(given).join("")))
    }

    #[test]
    fn a_problem_is_understood_by_its_text_and_the_arguments() {
        let (board, puzzle, sheet) = ("XX.\n", "start\nA.\ngoal\n.A\n", "; a game\n(role me)\n");
        for (arguments, text, expected) in [
            ("f", board, "rushhour metric units"),
            ("f --metric slides", board, "rushhour metric slides"),
            ("f", puzzle, "sliding metric units"),
            ("f --metric moves --labelled", puzzle, "sliding labelled  metric moves"),
            ("f --goal 50", sheet, "gdl goal 50"),
            ("f --kind gdl", board, "gdl goal 100"),
            ("--board XX..", sheet, "rushhour metric units"),
        ] {
            assert_eq!(understood(arguments, text).as_deref(), Ok(expected), "{arguments}");
        }
        let refused = |arguments, text| understood(arguments, text).unwrap_err();
        expect!["--metric moves makes no sense for a problem of kind rushhour: a car goes straight, so its moves are slides; give --metric slides"]
            .assert_eq(&refused("f --metric moves", board));
        expect!["--goal makes no sense for a problem of kind sliding"]
            .assert_eq(&refused("f --kind sliding --goal 3", sheet));
        expect!["--metric makes no sense for a problem of kind gdl, which this one looks like; --kind says otherwise"]
            .assert_eq(&refused("f --metric units", sheet));
    }
}
