//! `bmcplan page`: a page to play on, with a board or with an empty editor, as one file.

use std::path::PathBuf;

use crate::ask::{self, Limits, ProblemPlace, Subject};
use crate::draw::html;
use crate::kinds::Kinds;
use crate::problem::{Problem, Trajectory};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};

use super::exit::Exit;
use super::failure::Failure;
use super::files::{self, Files};
use super::problem_args::{GoalArg, ProblemArgs, Scope, hinted};
use super::setting_args::LimitArgs;
use super::shared_args::with_examples;
use super::watch;
use super::worker;

const ABOUT: &str = "Make a page to play on and to make boards with, for any browser";

const DESCRIPTION: &str = "\
Without a problem, the page begins with an empty Rush Hour board in its editor, which makes sliding blocks, too. The page needs no \
network: on a phone, the file is the whole application.";

const EXAMPLES: &str = "\
  bmcplan page --html editor.html                the empty editor
  bmcplan page board.toml -o board.html          a board to play
  bmcplan page klotski.toml --metric moves --html klotski.html";

#[derive(Debug, Args)]
struct PageArgs {
    /// Write the page to this file
    #[arg(long, short = 'o', visible_alias = "output", value_name = "FILE", required = true)]
    html: PathBuf,

    /// Call the page so
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    #[command(flatten)]
    limits: LimitArgs,
}

/// A page to make.
#[derive(Debug)]
pub(crate) struct PageConfig {
    /// None for the empty editor.
    problem: Option<ProblemArgs>,
    html: PathBuf,
    title: Option<String>,
    limits: Limits,
    files: Files,
}

/// The command.
pub(crate) fn command(kinds: &Kinds) -> Command {
    let command = Scope::Any(kinds.clone()).add_optional_to(Command::new("page"), GoalArg::Value);
    let command = PageArgs::augment_args(command).about(ABOUT);
    with_examples(command.long_about(format!("{ABOUT}\n\n{DESCRIPTION}")), EXAMPLES)
}

/// Makes the configuration.
pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<PageConfig, Failure> {
    let PageArgs { html, title, limits } =
        PageArgs::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let problem = ProblemArgs::of(matches, &Scope::Any(kinds.clone()));
    let problem = Some(problem).filter(|problem| !problem.inputs.is_empty());
    let mut files = Files::default();
    problem.iter().flat_map(|problem| &problem.inputs).for_each(|input| files.input(input));
    files.writes("--html", &html);
    files.check()?;
    Ok(PageConfig { problem, html, title, limits: limits.limits(), files })
}

/// Writes the page.
pub(crate) fn run(config: &PageConfig) -> Result<Exit, Failure> {
    let page = match &config.problem {
        None => html::editor(config.title.as_deref().unwrap_or("bmcplan")),
        Some(problem) => with_board(problem, config)?,
    };
    files::write(&config.html, page.as_bytes())?;
    Ok(Exit::Solved)
}

fn with_board(args: &ProblemArgs, config: &PageConfig) -> Result<String, Failure> {
    let watch = watch::start(&config.limits);
    let text = worker::text(args, &config.files, &watch)?;
    let problem = worker::read(&text, &watch).map_err(|failure| hinted(&text, failure))?;
    let title = config.title.clone().unwrap_or_else(|| args.place(&text).name);
    let (goal, place) = (text.goal_value(), Some(ProblemPlace { name: title, file: None }));
    let subject = Subject { problem, text: Some(text), place };
    let page =
        |problem: &dyn Problem, title: &str, run: Trajectory<'_>| Ok(html::page(&problem.film(title, run)));
    Ok(ask::draw(&subject, goal, None, page, &watch)?.drawn)
}
