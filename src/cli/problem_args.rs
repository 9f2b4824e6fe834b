//! The arguments that name a problem, and what they make of its files.

use std::path::PathBuf;

use crate::ask::{ProblemPlace, ProblemText};
use crate::kinds::{Contents, Kinds};
use crate::problem::{Kind, OptionError, OptionForm, ProblemOptions, Recognition};
use crate::text::{Diagnostic, Source};
use clap::ArgMatches;
use clap::parser::ValueSource;

use super::failure::Failure;
use super::files::Files;
use super::input::Input;
use super::problem_scope::{FILES, KIND, STRICT};
pub(crate) use super::problem_scope::{GoalArg, Scope};

/// The arguments that name a problem, as far as they were given.
#[derive(Debug, Clone)]
pub(crate) struct ProblemArgs {
    /// Its files, or what stands for them; never none.
    pub(crate) inputs: Vec<Input>,
    /// How they are understood.
    pub(crate) understanding: Understanding,
}

/// The arguments on how files are understood.
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
                let files = matches.try_get_many::<PathBuf>(FILES).ok().flatten().into_iter().flatten();
                Self { inputs: files.cloned().map(Input::of_problem).collect(), understanding }
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
        let title = || self.inputs.last().map(Input::title).unwrap_or_default();
        let files: Option<Vec<String>> = self.inputs.iter().map(Input::file).collect();
        ProblemPlace { name: text.name().unwrap_or_else(title), file: files.map(|files| files.join(" ")) }
    }

    /// Reads its files and finds out of what kind it is; `files` are those that are written later.
    pub(crate) fn read(&self, files: &Files) -> Result<ProblemText, Failure> {
        self.understanding.read(&self.inputs, files)
    }
}

impl Understanding {
    /// The arguments of a command.
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

    /// Are several texts one problem, of a kind that has problems in several files?
    pub(crate) fn is_one_problem(&self, sources: &[Source]) -> bool {
        let kind = self.kind.or_else(|| match self.kinds().recognise(sources) {
            Some((kind, Recognition::Certain)) => Some(kind),
            _ => None,
        });
        let is_whole = |kind: &Kind| (kind.recognise)(sources) == Recognition::Certain;
        kind.is_some_and(|kind| sources.len() == 1 || (sources.len() <= kind.max_files && is_whole(kind)))
    }

    /// Puts texts together that are one problem, the others alone: a part that several problems have in common, such as a
    /// domain, belongs to those behind it up to the next part, or to those before it if it is the first.
    pub(crate) fn together<T: Clone>(
        &self,
        texts: &[T],
        source: impl Fn(&T) -> Option<&Source>,
    ) -> Vec<Vec<T>> {
        let is_part = |index: &usize| source(&texts[*index]).is_some_and(|source| self.is_part(source));
        let parts: Vec<usize> = (0..texts.len()).filter(is_part).collect();
        let part_of = |index: usize| {
            let part = parts.iter().rfind(|part| **part < index).or(parts.first())?;
            let pair = [source(&texts[*part])?.clone(), source(&texts[index])?.clone()];
            self.is_whole(&pair).then_some(*part)
        };
        let whole = (0..texts.len()).filter(|index| !parts.contains(index));
        let mut all: Vec<(usize, Option<usize>)> = whole.map(|index| (index, part_of(index))).collect();
        // A part without a problem is a fault that its reader names.
        let is_left = |part: &&usize| all.iter().all(|(_, of)| of != &Some(**part));
        let left: Vec<usize> = parts.iter().filter(is_left).copied().collect();
        all.extend(left.into_iter().map(|part| (part, None)));
        all.sort_unstable();
        let text = |index: usize| texts[index].clone();
        all.into_iter().map(|(index, part)| part.into_iter().chain([index]).map(text).collect()).collect()
    }

    fn is_part(&self, source: &Source) -> bool {
        let is_half = |kind: &Kind| (kind.recognise)(std::slice::from_ref(source)) == Recognition::Perhaps;
        self.possible().any(|kind| 1 < kind.max_files && is_half(kind))
    }

    fn is_whole(&self, sources: &[Source]) -> bool {
        self.possible().any(|kind| (kind.recognise)(sources) == Recognition::Certain)
    }

    /// The kind that was given, or all.
    fn possible(&self) -> impl Iterator<Item = &'static Kind> {
        self.kinds().iter().filter(|kind| self.kind.is_none_or(|given| given.name == kind.name))
    }

    /// Is a text surely a problem or several, right or wrong?
    pub(crate) fn looks_like_problems(&self, source: &Source) -> bool {
        self.is_whole(std::slice::from_ref(source))
            || matches!(self.kinds().contents(source.clone()), Ok(Contents::Collection(_)))
    }

    /// Checks that the options make sense for the kind, if it is known before anything is read.
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

    /// The problem that these inputs are, as [`Understanding::apply`] has it.
    pub(crate) fn read(&self, inputs: &[Input], files: &Files) -> Result<ProblemText, Failure> {
        let sources = inputs.iter().map(|input| self.source(input)).collect::<Result<_, _>>()?;
        self.apply(sources, files)
    }

    /// The text of an input that is one problem, or a part of one.
    pub(crate) fn source(&self, input: &Input) -> Result<Source, Diagnostic> {
        self.kinds().one(input.read_large()?, input.entry())
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

/// The failure to read a problem, with the command that its text is for if it is another one.
pub(crate) fn hinted(text: &ProblemText, failure: Failure) -> Failure {
    match failure {
        Failure::Input(diagnostic) => Failure::Input(text.hint(diagnostic)),
        failure => failure,
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
