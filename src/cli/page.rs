//! `bmcplan page`: a page to play on, with a board, with many to choose from or with an empty editor, as one file.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use itertools::Itertools as _;

use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::problem_args::{GoalArg, ProblemArgs, Scope};
use super::progress::ProgressLine;
use super::report::Show;
use super::setting_args::LimitArgs;
use super::shared_args::{described, one_of};
use super::{limiter, output, picture_formats};
use crate::ask::{
    self, Input, Limiter, Limits, LoadedProblem, NamedProblem, ProblemPlace, Settings, half_of_spare_memory,
    solve,
};
use crate::draw::html::{self, CardLayout, CardsPerSheet, Exhibit, Paper};
use crate::kinds::Kinds;
use crate::plan::Metric;
use crate::problem::{Problem, Trajectory};
use crate::stop::StopReason;
use bmcplan_workshop::{Rating, rate, rated_exhibit};

const ABOUT: &str = "Make a page to play on, and to make boards with";

const DESCRIPTION: &str = "\
The page is one file for any browser, without a network. Without a problem it begins with an empty board in its editor. Many problems \
become a gallery that sorts and filters by the figures of `bmcplan rate`, and prints cards with solutions. The limits are for each problem.";

const EXAMPLES: &str = "\
  bmcplan page                                   the empty editor, as editor.html
  bmcplan page board.toml -o board.html          a board to play
  bmcplan page klotski.toml --metric moves --html klotski.html
  bmcplan page game.kif                          a game whose moves are buttons
  bmcplan page instances/thinkfun --metric slides --html gallery.html
  bmcplan page boards.txt --html cards.html --cards 6 --paper letter    a gallery to print";

#[derive(Debug, Args)]
struct PageArgs {
    /// Write the page to this file; - is stdout [default: editor.html, or FILE.html]
    #[arg(long, short = 'o', visible_alias = "output", value_name = "FILE")]
    html: Option<PathBuf>,

    /// Title of the page
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Make a gallery with N cards on a printed sheet [default: 4]
    #[arg(long, value_name = "N", requires = "input", value_parser = one_of(CardsPerSheet::ALL, CardsPerSheet::name))]
    cards: Option<CardsPerSheet>,

    /// Make a gallery with cards for this paper [default: a4]
    #[arg(long, value_name = "PAPER", requires = "input", value_parser = one_of(Paper::ALL, Paper::name))]
    paper: Option<Paper>,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Debug)]
pub(crate) struct PageConfig {
    problem: Option<ProblemArgs>,
    html: PathBuf,
    title: Option<String>,
    /// The layout of printed cards, if the page is to be a gallery whatever the problem.
    layout: Option<CardLayout>,
    limits: Limits,
    files: Files,
}

pub(crate) fn command(kinds: &Kinds) -> Command {
    let scope = Scope::Any(kinds.clone());
    let command = scope.takes_many(scope.add_optional_to(Command::new("page"), GoalArg::Value));
    described(PageArgs::augment_args(command), ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<PageConfig, Failure> {
    let PageArgs { html, title, cards, paper, limits } = PageArgs::from_arg_matches(matches)?;
    let problem = ProblemArgs::of(matches, &Scope::Any(kinds.clone()));
    let problem = Some(problem).filter(|problem| !problem.inputs.is_empty());
    let is_default = html.is_none();
    let html = html.unwrap_or_else(|| default_name(problem.as_ref()));
    let mut files = Files::of(problem.iter().flat_map(|problem| &problem.inputs));
    let on_stdout = output::name(&mut files, "--html", &html).map(|option| (option, false));
    output::takes_stdout(on_stdout.as_slice(), None)?;
    files.check()?;
    picture_formats::check_page(&html)?;
    if is_default && html.exists() {
        let html = html.display();
        return Err(Failure::Usage(format!(
            "{html} exists already: --html {html} replaces it, another name keeps it"
        )));
    }
    let layout = (cards.is_some() || paper.is_some())
        .then(|| CardLayout { cards: cards.unwrap_or_default(), paper: paper.unwrap_or_default() });
    Ok(PageConfig { problem, html, title, layout, limits: limits.limits(), files })
}

/// Returns the file of a page that is not named: in the current folder, called as the first file of the problems.
fn default_name(problem: Option<&ProblemArgs>) -> PathBuf {
    let input = problem.and_then(|problem| problem.inputs.first()).and_then(Input::path);
    let stem = input.and_then(|path| path.canonicalize().ok()?.file_stem().map(PathBuf::from));
    let default = if problem.is_some() { "page" } else { "editor" };
    format!("{}.html", stem.unwrap_or_else(|| default.into()).display()).into()
}

pub(crate) fn run(config: &PageConfig) -> Result<Exit, Failure> {
    let (page, exit) = match &config.problem {
        None => (Some(html::editor(config.title.as_deref().unwrap_or("bmcplan"))), Exit::Solved),
        Some(problem) => of_problems(problem, config)?,
    };
    page.map_or(Ok(()), |page| output::write(&config.html, page.as_bytes()))?;
    Ok(exit)
}

fn of_problems(args: &ProblemArgs, config: &PageConfig) -> Result<(Option<String>, Exit), Failure> {
    let all = limiter::start(&Limits::default());
    let limiter = all.part(&config.limits);
    let problems = args.problems(&config.files, &limiter)?;
    let (exhibits, exit) = match args.only(&problems) {
        Some(only) => {
            let loaded = args.load_text(args.understood(only, &config.files)?, &limiter)?;
            if config.layout.is_none() {
                return Ok((Some(with_board(loaded, config, &limiter)?), Exit::Solved));
            }
            (vec![exhibit(&loaded, None, &config.limits, &limiter)?], Exit::Solved)
        }
        None => exhibits(&problems, args, config, &all)?,
    };
    limiter::answering();
    Ok(((!exhibits.is_empty()).then(|| gallery_of(&exhibits, args, config)), exit))
}

/// Returns the gallery, called by the name of the files unless there is a title.
fn gallery_of(exhibits: &[Exhibit], args: &ProblemArgs, config: &PageConfig) -> String {
    let titles = || args.inputs.iter().map(Input::title).join(", ");
    let title = config.title.clone().unwrap_or_else(titles);
    html::gallery(&title, exhibits, config.layout.unwrap_or_default())
}

fn with_board(loaded: LoadedProblem, config: &PageConfig, limiter: &Limiter) -> Result<String, Failure> {
    let place = config.title.as_deref().map(ProblemPlace::called).or(loaded.place);
    let loaded = LoadedProblem { place, ..loaded };
    let page =
        |problem: &dyn Problem, title: &str, run: Trajectory<'_>| Ok(html::page(&problem.film(title, run)));
    Ok(ask::draw(&loaded, loaded.goal_value()?, None, page, limiter)?.drawn)
}

/// Returns the exhibits of many problems, each within the limits; and the end of the process. A problem with a fault is named on stderr
/// and left out; if all have one, there are no exhibits.
fn exhibits(
    problems: &[NamedProblem],
    args: &ProblemArgs,
    config: &PageConfig,
    all: &Limiter,
) -> Result<(Vec<Exhibit>, Exit), Failure> {
    let (mut exhibits, mut exit) = (Vec::new(), Exit::Solved);
    for problem in problems {
        let limiter = all.part(&config.limits);
        let text = args.understood(problem, &config.files);
        let loaded = text.and_then(|text| args.load_text(text, &limiter));
        let title = problem.place().title();
        match loaded.and_then(|loaded| exhibit(&loaded, Some(title), &config.limits, &limiter)) {
            Ok(exhibit) => exhibits.push(exhibit),
            Err(stopped @ Failure::Stopped { reason: StopReason::Interrupt, .. }) => return Err(stopped),
            Err(failure) => exit = failure.print(),
        }
    }
    Ok((exhibits, exit))
}

/// Builds a problem in a gallery, under this title, or else under its name.
fn exhibit(
    loaded: &LoadedProblem,
    title: Option<String>,
    limits: &Limits,
    limiter: &Limiter,
) -> Result<Exhibit, Failure> {
    let name = &title.or_else(|| Some(loaded.place.as_ref()?.name.clone())).unwrap_or_default();
    let mut line = ProgressLine::of(Show::Text);
    let solved = solve(loaded.clone(), &Settings::default(), limiter, &mut |event| {
        line.on_event(event, &*loaded.problem)
    })?;
    let memory = limits.memory.or_else(half_of_spare_memory);
    let rating = match loaded.problem.variants() {
        Some(_) => rate(loaded, memory, limiter, &mut |event| line.on_event(event, &*loaded.problem))?,
        None => Rating::default(),
    };
    drop(line);
    if let Some(StopReason::Interrupt) = limiter.stop.reason() {
        return Err(StopReason::Interrupt.into());
    }
    match (rated_exhibit(&solved, &rating, name), limiter.stop.reason()) {
        (Some(exhibit), _) => Ok(exhibit),
        (None, Some(reason)) => Err(reason.into()),
        (None, None) => {
            let problem = &loaded.problem;
            // Only kinds with boards have variants.
            let has_costs = problem.variants().is_some() && problem.minimises() == Metric::Cost;
            let reason = if has_costs {
                "boards with costs cannot be played, for a page counts moves".to_owned()
            } else {
                format!("{} problems have no board to play on", problem.kind())
            };
            Err(Failure::Usage(format!("{name}: {reason}, so they cannot be in a gallery")))
        }
    }
}
