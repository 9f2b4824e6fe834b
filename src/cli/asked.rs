//! The problem arguments of `explore`, `export` and `compare`: file, kind, metric, goal; the kind is detected from the
//! file's content if it is not given.

use crate::frontend::sliding_block::Labelling;
use crate::frontend::{Source, rush_hour, sliding_block};

use super::failure::Failure;
use super::input::Input;
use super::lowproblem::{LowBoard, LowMeaning, LowProblem};
use super::problem::{Kind, Meaning};

/// A problem of any kind, told as far as something was typed.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) input: Input,
    pub(crate) kind: Option<Kind>,
    pub(crate) metric: Option<String>,
    pub(crate) labelling: Option<Labelling>,
    pub(crate) goal: Option<u32>,
}

pub(crate) fn asked(typed: LowProblem) -> Asked {
    // A board on the command line is one of Rush Hour.
    let usual = typed.input.board.is_some().then_some(Kind::RushHour);
    let asked = Asked::of(board(typed.input), &typed.meaning);
    Asked { kind: asked.kind.or(usual), ..asked }
}

impl Asked {
    /// The problem of an input, with what was typed of it.
    pub(crate) fn of(input: Input, typed: &LowMeaning) -> Self {
        Self {
            input,
            kind: typed.kind,
            metric: typed.metric.clone(),
            labelling: typed.labelled.then_some(Labelling::Labelled),
            goal: typed.goal,
        }
    }

    /// How the problem in a text is to be understood.
    pub(crate) fn meaning(&self, source: &Source) -> Result<Meaning, Failure> {
        let kind = self.kind.unwrap_or_else(|| Kind::of(source));
        let unknown = |option: &str| {
            let found =
                if self.kind.is_some() { "" } else { ", which this one looks like; --kind says otherwise" };
            Err(Failure::Usage(format!(
                "{option} makes no sense for a problem of kind {}{found}",
                kind.name()
            )))
        };
        if self.labelling.is_some() && kind != Kind::Sliding {
            return unknown("--labelled");
        }
        if self.goal.is_some() && kind != Kind::Gdl {
            return unknown("--goal");
        }
        let metric = self.metric.as_deref();
        Ok(match kind {
            Kind::RushHour => match metric.unwrap_or_default().parse() {
                Ok(metric) => Meaning::RushHour(metric),
                Err(_) if metric.is_none() => Meaning::RushHour(rush_hour::Metric::default()),
                Err(_) => return unknown(&format!("--metric {}", metric.unwrap_or_default())),
            },
            Kind::Sliding => {
                let metric = metric.and_then(|name| name.parse::<sliding_block::Metric>().ok());
                Meaning::Sliding(metric.unwrap_or_default(), self.labelling.unwrap_or_default())
            }
            Kind::Gdl if metric.is_some() => return unknown("--metric"),
            Kind::Gdl => Meaning::Gdl,
        })
    }
}

pub(crate) fn board(typed: LowBoard) -> Input {
    match (typed.board, typed.file) {
        (Some(text), _) => Input::Typed(text),
        (None, path) => path.map_or(Input::Stdin, Input::at),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use expect_test::expect;

    use super::*;
    use crate::cli::hiargs::{Command, interpret};
    use crate::cli::lowargs::LowArgs;

    #[test]
    fn a_problem_is_understood_by_what_it_is_and_what_was_typed() {
        let meaning = |arguments: &str, text: &str| match interpreted(arguments) {
            Ok(Command::Explore(meant)) => {
                meant.problem.meaning(&Source::new("test", text)).map_err(|failure| failure.to_string())
            }
            other => panic!("{other:?}"),
        };
        let (board, puzzle, sheet) = ("XX.\n", "start\nA.\ngoal\n.A\n", "; a game\n(role me)\n");
        assert_eq!(meaning("f", board), Ok(Meaning::RushHour(rush_hour::Metric::Units)));
        assert_eq!(meaning("f --metric slides", board), Ok(Meaning::RushHour(rush_hour::Metric::Slides)));
        let shapes = |metric| Ok(Meaning::Sliding(metric, Labelling::Shapes));
        assert_eq!(meaning("f", puzzle), shapes(sliding_block::Metric::Units));
        assert_eq!(meaning("f --metric moves", puzzle), shapes(sliding_block::Metric::Moves));
        assert_eq!(meaning("f --goal 50", sheet), Ok(Meaning::Gdl));
        assert_eq!(meaning("f --kind gdl", board), Ok(Meaning::Gdl));
        let refused = |arguments, text| meaning(arguments, text).unwrap_err();
        expect!["--metric moves makes no sense for a problem of kind rushhour, which this one looks like; --kind says otherwise"]
            .assert_eq(&refused("f --metric moves", board));
        expect!["--goal makes no sense for a problem of kind sliding"]
            .assert_eq(&refused("f --kind sliding --goal 3", sheet));
        expect!["--metric makes no sense for a problem of kind gdl, which this one looks like; --kind says otherwise"]
            .assert_eq(&refused("f --metric units", sheet));
    }

    fn interpreted(arguments: &str) -> Result<Command, Failure> {
        let typed = ["bmcplan", "explore"].into_iter().chain(arguments.split_whitespace());
        interpret(LowArgs::try_parse_from(typed).unwrap())
    }
}
