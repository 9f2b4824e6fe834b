//! The arguments that name a problem, and what they make of its files.

use std::path::PathBuf;

use crate::ask::{Input, ProblemPlace, ProblemText, Reading};
use crate::problem::{OptionForm, ProblemOptions};
use crate::text::Source;
use clap::ArgMatches;
use clap::parser::ValueSource;

use super::failure::Failure;
use super::files::Files;
use super::problem_scope::{FILES, KIND, STRICT};
pub(crate) use super::problem_scope::{GoalArg, Scope};

/// The arguments that name a problem, as far as they were given.
#[derive(Debug, Clone)]
pub(crate) struct ProblemArgs {
    /// Its files, or what stands for them; never none.
    pub(crate) inputs: Vec<Input>,
    /// How they are understood.
    pub(crate) reading: Reading,
}

impl ProblemArgs {
    /// The problem of a command.
    pub(crate) fn of(matches: &ArgMatches, scope: &Scope) -> Self {
        let reading = reading(matches, scope);
        let mut texts = scope.texts().into_iter();
        let given =
            texts.find_map(|(option, kinds)| Some((option, kinds, matches.get_one::<String>(option.name)?)));
        match given {
            Some((option, kinds, text)) => Self {
                inputs: vec![Input::Typed { option: format!("--{}", option.name), text: text.clone() }],
                reading: Reading { kind: reading.kind.or(kinds.first().copied()), ..reading },
            },
            None => {
                let files = matches.try_get_many::<PathBuf>(FILES).ok().flatten().into_iter().flatten();
                Self { inputs: files.cloned().map(Input::of_problem).collect(), reading }
            }
        }
    }

    /// The problem of a command that has these files, or a text in place of them.
    pub(crate) fn of_files(
        matches: &ArgMatches,
        scope: &Scope,
        files: impl IntoIterator<Item = PathBuf>,
    ) -> Result<Self, Failure> {
        let mut args = Self::of(matches, scope);
        let files: Vec<Input> = files.into_iter().map(Input::of_problem).collect();
        match (&*args.inputs, &*files) {
            ([], []) => Err(Failure::Usage("the problem is missing: name its file".to_owned())),
            ([Input::Typed { option, .. }, ..], [_, ..]) => {
                Err(Failure::Usage(format!("{option}: there is a file, too; give one of them")))
            }
            ([], _) => {
                args.inputs = files;
                Ok(args)
            }
            _ => Ok(args),
        }
    }

    /// The name of the problem of this text, and its files as they were named; none if it is not in files.
    pub(crate) fn place(&self, text: &ProblemText) -> ProblemPlace {
        ProblemPlace::of(&self.inputs, text)
    }

    /// Reads its files and finds out of what kind it is; `files` are those that are written later.
    pub(crate) fn read(&self, files: &Files) -> Result<ProblemText, Failure> {
        let sources = self.inputs.iter().map(|input| self.reading.source(input)).collect::<Result<_, _>>()?;
        understood(&self.reading, sources, files)
    }
}

/// How files are understood, by the arguments of a command.
pub(crate) fn reading(matches: &ArgMatches, scope: &Scope) -> Reading {
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
    let (Scope::One(_, kinds) | Scope::Any(kinds)) = scope;
    Reading { kinds: kinds.clone(), kind, options, warnings_are_errors: matches.get_flag(STRICT) }
}

/// The problem that stands in some texts, and in the file that belongs to them; none of `files`, which are written later, is
/// one of these.
pub(crate) fn understood(
    reading: &Reading,
    sources: Vec<Source>,
    files: &Files,
) -> Result<ProblemText, Failure> {
    let text = reading.problem(sources)?;
    files.check_read(&text.sources)?;
    Ok(text)
}

/// The failure to read a problem, with the command that its text is for if it is another one.
pub(crate) fn hinted(text: &ProblemText, failure: Failure) -> Failure {
    match failure {
        Failure::Input(diagnostic) => Failure::Input(text.hint(diagnostic)),
        failure => failure,
    }
}

#[cfg(test)]
mod tests {
    use crate::kinds::Kinds;
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
        let read = arguments.reading.problem(vec![Source::new("test", text)]);
        let read = read.map_err(|fault| Failure::from(fault).to_string())?;
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
