//! `bmcplan explain`: why there is no shorter plan.

use bmcplan_base::ordered::Set;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use itertools::Itertools as _;

use bmcplan_base::names::listed;

use crate::ask::{Certified, Fault, Limiter, Settings, place_at, solve, stopped_by};
use crate::kinds::Kinds;
use crate::problem::ElementKind;
use bmcplan_workshop::{
    BlockedPiece, ExplainAnswer, ExplainSettings, Explained, Explanation, KeptElement, explain,
    explained_film,
};

use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::pictures::{PictureArgs, Pictures};
use super::problem_args::{GoalArg, ProblemArgs, Scope};
use super::progress::ProgressLine;
use super::report::{Show, best, json_line, seconds_text};
use super::setting_args::LimitArgs;
use super::shared_args::{described, one_of};
use super::{limiter, output};

const ABOUT: &str = "Explain why no plan is shorter: the parts that force the length";

const DESCRIPTION: &str = "\
Finds a minimal set of elements that keeps the length of a shortest plan, the least cost, or unsolvability. Elements are the pieces and \
walls of boards and sliding blocks, and the goals and conditions of other problems.";

const EXAMPLES: &str = "\
  bmcplan explain instances/sample02.toml
  bmcplan explain instances/sample02.toml --smallest         a set of fewest elements
  bmcplan explain instances/sample02.toml --all 10           ten minimal sets, if there are as many
  bmcplan explain board.toml --svg board.svg                 the board, its scenery pale
  bmcplan explain board.toml --output reduced.toml           the board without scenery, for solve
  bmcplan explain board.toml --certify certificate           a proof of that length
  bmcplan explain instances/pddl/suitcase/problem.pddl --only goal";

#[derive(Debug, Args)]
struct ExplainArgs {
    /// Find a set of fewest elements, proven smallest
    #[arg(long)]
    smallest: bool,

    /// Find at most N minimal sets (with --smallest: sets of fewest elements)
    #[arg(long, value_name = "N", default_value = "1")]
    all: NonZeroUsize,

    /// Look for elements of this kind only; keep all others
    #[arg(long, value_name = "KIND", value_parser = one_of(ElementKind::ALL, ElementKind::name))]
    only: Option<ElementKind>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Write a certificate of the first reduced problem
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    certify: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    pictures: PictureArgs,
}

#[derive(Debug)]
pub(crate) struct ExplainConfig {
    problem: ProblemArgs,
    args: ExplainArgs,
    output: Option<PathBuf>,
    pictures: Pictures,
    leaves_stdout: bool,
    files: Files,
}

pub(crate) fn command(kinds: &Kinds) -> Command {
    let command = Scope::Any(kinds.clone()).add_to(Command::new("explain"), GoalArg::Value);
    let command = ExplainArgs::augment_args(command)
        .mut_arg("output", |arg| arg.help("Write a picture, a page (.html) or the first reduced problem"));
    described(command, ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<ExplainConfig, Failure> {
    let mut args = ExplainArgs::from_arg_matches(matches)?;
    let problem = ProblemArgs::of(matches, &Scope::Any(kinds.clone()));
    let output = args.pictures.take_output()?;
    let pictures = Pictures::of(std::mem::take(&mut args.pictures))?.without_names()?;
    let mut files = Files::of(&problem.inputs);
    let reduced = output.as_deref().and_then(|path| output::name(&mut files, "--output", path));
    let on_stdout = pictures.on_stdout().chain(reduced.map(|option| (option, true))).collect_vec();
    let leaves_stdout = output::takes_stdout(&on_stdout, args.json.then_some("--json"))?;
    pictures.name(&mut files);
    if let Some(folder) = &args.certify {
        files.certificate("--certify", folder)?;
    }
    files.check()?;
    Ok(ExplainConfig { problem, args, output, pictures, leaves_stdout, files })
}

pub(crate) fn run(config: &ExplainConfig) -> Result<Exit, Failure> {
    if config.leaves_stdout {
        output::leave_stdout();
    }
    let begun = Instant::now();
    let ExplainArgs { smallest, all, only, limits, certify: folder, json, .. } = &config.args;
    let (limits, show) = (limits.limits(), if *json { Show::Json } else { Show::Text });
    let limiter = limiter::start(&limits);
    let text = config.problem.text(&config.files, &limiter)?;
    if let Some(folder) = folder {
        place_at(folder, Some(&text))?;
    }
    let loaded = config.problem.load_text(text, &limiter)?;
    if !config.pictures.is_empty() && loaded.problem.with_elements(&Set::new()).is_none() {
        return Err(Failure::Usage("pictures show pieces and walls, and this problem has none".to_owned()));
    }
    let question =
        ExplainSettings { smallest: *smallest, most: all.get(), only: *only, memory: limits.memory };
    let mut line = ProgressLine::of(show);
    let explained =
        explain(&loaded, &question, &limiter, &mut |event| line.on_event(event, &*loaded.problem))?;
    let explained = Explained { elapsed: begun.elapsed(), ..explained };
    let certified = match (folder, explained.sets.first()) {
        (Some(folder), Some(set)) => Some(certify(&explained, set, folder, &limiter, &mut line)?),
        _ => None,
    };
    drop(line);
    limiter::answering();
    if let (Some(path), Some(set)) = (&config.output, explained.sets.first()) {
        let reduced = explained.reduced(set)?;
        let sources = reduced.text.iter().flat_map(|text| &text.sources);
        output::write(path, sources.map(|source| source.text()).collect::<String>().as_bytes())?;
    }
    let is_written = config.output.is_some() || matches!(certified, Some(Certified::Written { .. }));
    let written = explained.sets.first().filter(|_| is_written);
    let sas_costs = written.and_then(|set| explained.sas_costs(set));
    output::print(&match show {
        Show::Json => {
            json_line(&ExplainAnswer { certificate: certified, ..ExplainAnswer::from(&explained) })?
        }
        Show::Text | Show::Frames | Show::Moves => {
            printed(&explained, certified.as_ref(), sas_costs.as_deref())
        }
    })?;
    if let (Show::Json, Some(sas_costs)) = (show, &sas_costs) {
        output::print_error(sas_costs);
    }
    if let (false, Some(set)) = (config.pictures.is_empty(), explained.sets.first()) {
        let film = explained_film(&explained, set, &limiter.stop)?;
        config.pictures.write(&limiter.stop, || film)?;
    }
    Ok(match (explained.incomplete, explained.least) {
        (Some(reason), _) => reason.into(),
        (None, None) => Exit::Unsolvable,
        (None, Some(_)) => Exit::Solved,
    })
}

fn certify(
    explained: &Explained<'_>,
    set: &Explanation,
    folder: &Path,
    limiter: &Limiter,
    line: &mut ProgressLine,
) -> Result<Certified, Failure> {
    let mut settings = Settings::default();
    settings.set("certify", &folder.display().to_string()).map_err(Fault::from)?;
    let reduced = explained.reduced(set)?;
    let problem = reduced.problem.clone();
    let solved = solve(reduced, &settings, limiter, &mut |event| line.on_event(event, &*problem))?;
    match solved.unwritten {
        Some(fault) => Err(fault.into()),
        None => Ok(solved.certified.unwrap_or_else(|| Certified::missing("no plan was found"))),
    }
}

fn printed(explained: &Explained<'_>, certified: Option<&Certified>, sas_costs: Option<&str>) -> String {
    let several = 1 < explained.sets.len();
    let number = |number: usize| if several { format!("{number}: ") } else { String::new() };
    let sets = (1..).zip(&explained.sets);
    let sets = sets.map(|(index, set)| format!("{}{}", number(index), set_text(explained, set))).join("\n");
    let solved = explained.solved.map(|solved| format!(", {solved} problems solved")).unwrap_or_default();
    let end =
        explained.incomplete.map(|reason| format!("{}: these suffice, but fewer may\n", stopped_by(reason)));
    let all = match (explained.are_all, explained.incomplete) {
        (true, None) if explained.at_least.is_some() => "no other set has as few elements\n",
        (true, None) => "there is no other minimal set\n",
        _ => "",
    };
    let certified = certified.map(|certified| certified.text() + "\n").unwrap_or_default();
    let sas_costs = sas_costs.map(|sas_costs| format!("{sas_costs}\n")).unwrap_or_default();
    format!(
        "{sets}\n{}{all}{}{certified}{sas_costs}({}{solved})\n",
        blocked(explained),
        end.unwrap_or_default(),
        seconds_text(explained.elapsed)
    )
}

/// Formats as `X by A and P`, a line for each blocked piece.
fn blocked(explained: &Explained<'_>) -> String {
    let problem = &*explained.loaded.problem;
    let Some(blocked) = explained.blocked.as_ref().filter(|blocked| !blocked.is_empty()) else {
        return String::new();
    };
    let line = |BlockedPiece { piece, by }: &BlockedPiece| format!("  {piece} by {}\n", listed(by));
    format!(
        "blocked at the start, in every {}:\n{}",
        best(problem, "plan"),
        blocked.iter().map(line).join("")
    )
}

fn set_text(explained: &Explained<'_>, set: &Explanation) -> String {
    let mut text = explained.sentence(set) + "\n";
    let width = set
        .kept
        .iter()
        .map(|kept| explained.elements[kept.number].to_string().chars().count())
        .max()
        .unwrap_or(0);
    let without = |KeptElement { number, without }: &KeptElement| {
        let name = explained.elements[*number].to_string();
        match without {
            Some(least) => format!("  {name:width$}  without it: {}\n", explained.measure(*least)),
            None => format!("  {name}\n"),
        }
    };
    text.extend(set.kept.iter().map(without));
    text + &format!("scenery: {}\n", listed(explained.scenery(set)))
        + set.shown.as_deref().unwrap_or_default()
}
