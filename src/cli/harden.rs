//! `bmcplan harden`: the hardest positions of the same pieces.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use itertools::Itertools as _;

use crate::ask::{Cost, Fault, Limiter, LoadedProblem, ProblemText};
use crate::kinds::Kinds;
use crate::plan::{Metric, counted};
use crate::text::Source;
use bmcplan_search::{GoalDistance, IncompleteReason};
use bmcplan_workshop::{HardPosition, HardenAnswer, HardenSettings, Hardened, harden};

use super::exit::Exit;
use super::explore::why_incomplete;
use super::failure::Failure;
use super::files::Files;
use super::pictures::{PictureArgs, Pictures};
use super::problem_args::{GoalArg, ProblemArgs, Scope};
use super::progress::ProgressLine;
use super::report::{Show, best_plans, json_line, seconds_text};
use super::setting_args::LimitArgs;
use super::shared_args::described;
use super::{limiter, output};

const ABOUT: &str = "Find the hardest positions of a problem's own pieces";

const DESCRIPTION: &str = "\
Prints the reachable positions that are farthest from a goal; each has a plan. Where moves have costs, best plans are the cheapest ones \
of fewest moves.";

const EXAMPLES: &str = "\
  bmcplan harden instances/thinkfun/card02.toml --metric slides
  bmcplan harden instances/thinkfun/card02.toml --top 5 --unique
  bmcplan harden board.toml --top 20 --output harder.toml    a collection, for solve
  bmcplan harden board.toml --top 3 --svg harder-%s.svg      a picture of each
  bmcplan harden instances/sliding/klotski.toml --metric moves --json";

#[derive(Debug, Args)]
struct HardenArgs {
    /// Print the N hardest positions
    #[arg(long, value_name = "N", default_value = "1")]
    top: NonZeroUsize,

    /// Print only positions with one best plan
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    pictures: PictureArgs,
}

#[derive(Debug)]
pub(crate) struct HardenConfig {
    problem: ProblemArgs,
    args: HardenArgs,
    output: Option<PathBuf>,
    pictures: Pictures,
    leaves_stdout: bool,
    files: Files,
}

pub(crate) fn command(kinds: &Kinds) -> Command {
    let command = Scope::Any(kinds.clone()).add_to(Command::new("harden"), GoalArg::Value);
    let command = HardenArgs::augment_args(command)
        .mut_arg("output", |arg| arg.help("Write a picture, a page (.html), or a collection of them"));
    described(command, ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<HardenConfig, Failure> {
    let mut args = HardenArgs::from_arg_matches(matches)?;
    let written = args.pictures.take_output()?;
    let pictures = Pictures::of(std::mem::take(&mut args.pictures))?;
    pictures.check_for_puzzles(args.top.get())?;
    let problem = ProblemArgs::of(matches, &Scope::Any(kinds.clone()));
    let mut files = Files::of(&problem.inputs);
    let output = written.as_deref().and_then(|path| output::name(&mut files, "--output", path));
    let on_stdout = pictures.on_stdout().chain(output.map(|option| (option, true))).collect_vec();
    let leaves_stdout = output::takes_stdout(&on_stdout, args.json.then_some("--json"))?;
    pictures.name(&mut files);
    files.check()?;
    Ok(HardenConfig { problem, args, output: written, pictures, leaves_stdout, files })
}

pub(crate) fn run(config: &HardenConfig) -> Result<Exit, Failure> {
    if config.leaves_stdout {
        output::leave_stdout();
    }
    let begun = Instant::now();
    let (HardenArgs { top, unique, limits, json, .. }, output) = (&config.args, &config.output);
    let (limits, show) = (limits.limits(), if *json { Show::Json } else { Show::Text });
    let limiter = limiter::start(&limits);
    let loaded = config.problem.load(&config.files, &limiter)?;
    let (top, memory) = (top.get(), limits.memory);
    let question = HardenSettings { top, unique: *unique, memory };
    let mut line = ProgressLine::of(show);
    let found = harden(&loaded, &question, &limiter, &mut |event| line.on_event(event, &*loaded.problem));
    drop(line);
    limiter::answering();
    let found = Hardened { elapsed: begun.elapsed(), ..found? };
    match output {
        Some(path) if found.positions.is_empty() => {
            output::print_error(&format!("--output {}: not written, there is no position", path.display()));
        }
        Some(path) => output::write(path, collection(&found)?.as_bytes())?,
        None => {}
    }
    output::print(&match show {
        Show::Json => json_line(&HardenAnswer::from(&found))?,
        Show::Text | Show::Frames | Show::Moves => listed(&found, &question),
    })?;
    if found.positions.is_empty() {
        config.pictures.leave_out("there is no position");
    }
    for (number, position) in (1..).zip(&found.positions).filter(|_| !config.pictures.is_empty()) {
        draw(config, (&found, position), number, &limiter)?;
    }
    match found.incomplete {
        Some(reason) => {
            if show == Show::Json {
                output::print_error(why_incomplete(reason));
            }
            Ok(reason.into())
        }
        None if found.given.is_none() => Ok(Exit::Unsolvable),
        None => Ok(Exit::Solved),
    }
}

fn draw(
    config: &HardenConfig,
    (found, position): (&Hardened<'_>, &HardPosition),
    number: usize,
    limiter: &Limiter,
) -> Result<(), Failure> {
    let (Some(text), Some(read)) = (&position.text, &found.loaded.text) else {
        let kind = found.loaded.problem.kind();
        return Err(Failure::Usage(format!(
            "pictures show positions of boards and sliding blocks, not of {kind} problems"
        )));
    };
    let text = ProblemText { sources: vec![Source::new("position.toml", text)], ..read.clone() };
    let loaded = LoadedProblem::read(text, None, &limiter.stop).map_err(Fault::from)?;
    let title = words(found, position);
    config.pictures.write_start((&number.to_string(), title), &loaded, &config.files, limiter)
}

fn collection(found: &Hardened<'_>) -> Result<String, Failure> {
    let entry = |(number, position): (usize, &HardPosition)| {
        let Some(text) = &position.text else {
            let kind = found.loaded.problem.kind();
            return Err(Failure::Usage(format!(
                "--output: positions of {kind} problems cannot be written as problems; boards and sliding blocks can"
            )));
        };
        Ok(format!("# {}\n[[problem]]\nid = \"{number}\"\n{text}", words(found, position)))
    };
    Ok((1..).zip(&found.positions).map(entry).collect::<Result<Vec<_>, _>>()?.join("\n"))
}

/// Formats as `39 units, 2 shortest plans`
fn words(found: &Hardened<'_>, position: &HardPosition) -> String {
    let plans = |count: &str| best_plans(&*found.loaded.problem, count);
    let length = measure(found, position.distance);
    match (found.incomplete, position.plans) {
        (Some(_), _) => format!("at most {length}"),
        (None, None) => format!("{length}, {} than 64 bits can count", plans("more")),
        (None, Some(count)) => format!("{length}, {}", plans(&count.to_string())),
    }
}

fn measure(found: &Hardened<'_>, distance: GoalDistance) -> String {
    let problem = &found.loaded.problem;
    let length = counted(distance.length, problem.metric());
    match problem.minimises() {
        Metric::Actions => length,
        Metric::Cost => {
            format!("cost {} by {length}", Cost::of(distance.cost.into(), problem.cost_scale()))
        }
    }
}

fn listed(found: &Hardened<'_>, question: &HardenSettings) -> String {
    let position = |(number, position): (usize, &HardPosition)| {
        format!("{number}: {}\n{}\n", words(found, position), position.shown)
    };
    let positions = (1..).zip(&found.positions).map(position).join("");
    let Hardened { states, dead_ends, .. } = found;
    let given = match found.given {
        Some(given) => format!("the one given: {}", measure(found, given)),
        None => "from the one given no goal can be reached".to_owned(),
    };
    let end = match found.incomplete {
        None => {
            let dead_ends = dead_ends.unwrap_or_default();
            format!("of {states} positions that can be reached, {dead_ends} are dead ends; {given}")
        }
        Some(reason) if found.positions.is_empty() => {
            format!("nothing is known of the {states} positions that were seen: {}", why_incomplete(reason))
        }
        Some(reason) => {
            let more = "there may be harder ones, and these may be easier";
            format!("of {states} positions that were seen; {more}: {}", why_incomplete(reason))
        }
    };
    let none = match (found.positions.is_empty(), question.unique, found.incomplete) {
        (false, ..) | (_, _, Some(IncompleteReason::TooLarge)) => "",
        (true, true, Some(_)) => "the number of best plans is known only once all positions were seen\n",
        (true, true, None) if found.given.is_some() => "no position has one best plan only\n",
        (true, ..) => "",
    };
    format!("{positions}{none}{end} ({})\n", seconds_text(found.elapsed))
}
