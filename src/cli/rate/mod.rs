//! `bmcplan rate`: how hard puzzles are for people.

mod rated;

use bmcplan_base::ordered::{Map, sort_by};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches as _};

use crate::ask::{Limiter, Limits, NamedProblem, Stage, for_each_index, half_of_spare_memory};
use crate::draw::plot::Figure;
use crate::kinds::Kinds;
use crate::stop::{Stop, StopReason};
use bmcplan_workshop::{FIGURES, PuzzleFigure, figure, rate_on_this_thread};

use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::picture_formats::PlotFile;
use super::problem_args::{FILES, GoalArg, ProblemArgs, Scope, read_here};
use super::progress;
use super::report::Show;
use super::setting_args::LimitArgs;
use super::shared_args::{described, jobs};
use super::{limiter, output, terminal};
use rated::{Rated, ShownFigures};

const ABOUT: &str = "Rate how hard puzzles are for people";

const DESCRIPTION: &str = "\
Prints figures of all reachable positions and all shortest plans that go with how hard people find a puzzle; --figures defines them. \
Boards are compared with the forty ThinkFun cards by their slides.";

const EXAMPLES: &str = "\
  bmcplan rate instances/thinkfun/card02.toml --metric slides
  bmcplan rate instances/thinkfun --sort states        all cards, the one with most positions first
  bmcplan rate instances/thinkfun/card40.toml --histogram card40.svg
  bmcplan rate instances/thinkfun --csv > cards.csv
  bmcplan rate --figures                               the definitions";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RatingForm {
    Text,
    /// An object a line.
    Json,
    /// Rows for spreadsheets.
    Csv,
}

#[derive(Debug, Args)]
struct RateArgs {
    /// Sort from the least to the greatest
    #[arg(long, requires = "sort")]
    ascending: bool,

    /// Print all figures, not only five
    #[arg(long)]
    all_figures: bool,

    /// Rate N problems at a time [default: as many as there are cores]
    #[arg(short, long, value_name = "N", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Plot positions by their distance from a goal (.svg or .png)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    histogram: Option<PathBuf>,

    /// Print one JSON object a line for each problem
    #[arg(long, visible_alias = "jsonl", help_heading = "Output")]
    json: bool,

    /// Print rows of values separated by commas
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    csv: bool,
}

#[derive(Debug)]
pub(crate) struct RateConfig {
    problem: Option<ProblemArgs>,
    sort: Option<&'static PuzzleFigure>,
    ascending: bool,
    shown: ShownFigures,
    jobs: NonZeroUsize,
    limits: Limits,
    histogram: Option<PlotFile>,
    form: RatingForm,
    files: Files,
}

pub(crate) fn command(kinds: &Kinds) -> Command {
    let scope = Scope::Any(kinds.clone());
    let command = scope.takes_many(scope.add_optional_to(Command::new("rate"), GoalArg::Value));
    let command = command.mut_arg(FILES, |arg| arg.required_unless_present("figures"));
    let figures = Arg::new("figures").long("figures").action(ArgAction::SetTrue).exclusive(true);
    let names = PossibleValuesParser::new(FIGURES.iter().map(|figure| figure.name));
    let sort = Arg::new("sort").long("sort").value_name("FIGURE").value_parser(names);
    let command = command
        .arg(figures.help("Print the definitions of all figures"))
        .arg(sort.hide_possible_values(true).help("Sort problems by this figure, the greatest first"));
    described(RateArgs::augment_args(command), ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<RateConfig, Failure> {
    let args = RateArgs::from_arg_matches(matches)?;
    let problem = ProblemArgs::of(matches, &Scope::Any(kinds.clone()));
    let histogram = args.histogram.map(|path| PlotFile::of("--histogram", path)).transpose()?;
    let mut files = Files::of(&problem.inputs);
    histogram.iter().for_each(|plot| plot.name(&mut files));
    files.check()?;
    let limits = args.limits.limits();
    Ok(RateConfig {
        problem: Some(problem).filter(|_| !matches.get_flag("figures")),
        sort: matches.get_one::<String>("sort").and_then(|name| figure(name)),
        ascending: args.ascending,
        shown: if args.all_figures { ShownFigures::All } else { ShownFigures::Main },
        jobs: jobs(args.jobs, &limits),
        limits,
        histogram,
        form: match (args.json, args.csv) {
            (true, _) => RatingForm::Json,
            (_, true) => RatingForm::Csv,
            _ => RatingForm::Text,
        },
        files,
    })
}

pub(crate) fn run(config: RateConfig) -> Result<Exit, Failure> {
    let Some(problem) = config.problem.clone() else { return output::print(&rated::definitions()) };
    let all = limiter::start(&Limits::default());
    let problems = problem.problems(&config.files, &all.part(&config.limits))?;
    let (config, n_problems) = (Arc::new(config), problems.len());
    let mut rated = rate_all(&config, problem, problems, &all)?;
    limiter::answering();
    if let Some(figure) = config.sort {
        sort_by(&mut rated, |a, b| a.compared(b, figure, config.ascending));
    }
    for one in &rated {
        one.print_news(config.form == RatingForm::Json);
    }
    if let Some(plot) = &config.histogram {
        let panels = rated.iter().filter_map(rated::histogram).collect();
        plot.write(&Figure { title: "Positions by their distance from a goal".to_owned(), panels })?;
    }
    output::print(&match config.form {
        RatingForm::Json => rated::json(&rated)?,
        RatingForm::Csv => rated::csv(&rated)?,
        RatingForm::Text => rated::text(&rated, &rated::shown(&rated, config.sort, config.shown)),
    })?;
    let left = n_problems - rated.len();
    if 0 < left {
        terminal::print_error(&format!("{left} problems were not rated: interrupted"));
        return Ok(Exit::from(StopReason::Interrupt));
    }
    Ok(rated::worst(rated.iter().map(|one| one.exit)))
}

fn rate_all(
    config: &Arc<RateConfig>,
    args: ProblemArgs,
    problems: Vec<NamedProblem>,
    all: &Limiter,
) -> Result<Vec<Rated>, Failure> {
    let n_problems = problems.len();
    let bar = progress::bar(n_problems, Show::Text);
    let jobs = config.jobs.get().min(n_problems).max(1);
    let memory = config.limits.memory.or_else(half_of_spare_memory).map(|bytes| bytes / jobs);
    let work = {
        let config = config.clone();
        move |index: usize, stop: &Stop, send: &dyn Fn(Rated)| {
            let problem = &problems[index];
            let rated = limiter::one_of_many(&config.limits, stop, |stop| {
                let loaded = read_here(args.understood(problem, &config.files)?, stop)?;
                let rating = rate_on_this_thread(&loaded, memory, stop, &mut |_| {})?;
                Ok((loaded, rating))
            });
            let broken = || Err(Failure::Bug("internal error".to_owned()));
            send(Rated::of(problem.place(), rated.unwrap_or_else(broken)));
        }
    };
    let mut rated = Map::new();
    // Work on each begins with reading it.
    for_each_index(n_problems, config.jobs, Stage::Reading, work, all, &mut |index, one| {
        rated.insert(index, one);
        bar.inc(1);
        Ok::<_, Failure>(())
    })?;
    bar.finish_and_clear();
    Ok(rated.into_values().collect())
}
