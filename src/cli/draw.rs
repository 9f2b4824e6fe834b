//! `bmcplan draw`: the board of a problem, or a written plan, as pictures or on the terminal.

use std::io;
use std::path::PathBuf;

use crate::ask::{self, Drawing, Fault, Input};
use crate::draw::film::Film;
use crate::kinds::Kinds;
use crate::problem::{Problem, Trajectory};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};

use super::check::plan_text;
use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::limiter;
use super::output;
use super::pictures::PictureArgs;
use super::pictures::Pictures;
use super::problem_args::{GoalArg, ProblemArgs, Scope};
use super::setting_args::LimitArgs;
use super::shared_args::described;

const ABOUT: &str = "Draw a problem or a plan without solving it";

const DESCRIPTION: &str = "\
Draws the start without --plan, and prints boards without a picture. A plan is an answer of --json or of clingo, a plan file, or names \
of moves, one a line. It need not reach the goal. `bmcplan prisoners --check` draws schedules.";

const EXAMPLES: &str = "\
  bmcplan draw board.toml -o board.svg               the board
  bmcplan draw board.toml --png board.png --title 'No. 7'
  bmcplan rushhour board.toml --json > answer.json
  bmcplan draw board.toml --plan answer.json --gif plan.gif
  bmcplan draw board.toml --plan answer.json --svg plan.svg --columns 3
  bmcplan draw board.toml --plan answer.json --step 5 --png step5.png
  bmcplan draw game.kif --plan plan                  all states, on the terminal";

#[derive(Debug, Args)]
struct DrawArgs {
    /// Draw the states of this plan; - is stdin
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,

    /// Draw only the state after N moves; 0 is the start
    #[arg(long, value_name = "N")]
    step: Option<usize>,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    pictures: PictureArgs,
}

#[derive(Debug)]
pub(crate) struct DrawConfig {
    problem: ProblemArgs,
    args: DrawArgs,
    pictures: Pictures,
    files: Files,
}

pub(crate) fn command(kinds: &Kinds) -> Command {
    let command = Scope::Any(kinds.clone()).add_to(Command::new("draw"), GoalArg::Value);
    let command = DrawArgs::augment_args(command);
    let command = ["svg", "png", "gif", "html", "columns", "title"]
        .into_iter()
        .fold(command, |command, option| command.mut_arg(option, |arg| arg.hide_short_help(false)));
    described(command, ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<DrawConfig, Failure> {
    let mut args = DrawArgs::from_arg_matches(matches)?;
    args.pictures.take_picture()?;
    let problem = ProblemArgs::of(matches, &Scope::Any(kinds.clone()));
    let pictures = Pictures::of(std::mem::take(&mut args.pictures))?.without_names()?;
    let pictures = match args.step {
        Some(step) => pictures.of_step(step)?,
        None => pictures,
    };
    let plan = args.plan.clone().map(Input::at);
    if plan == Some(Input::Stdin) && problem.inputs.contains(&Input::Stdin) {
        return Err(Failure::Usage("--plan -: the problem comes from standard input, too".to_owned()));
    }
    let mut files = Files::of(problem.inputs.iter().chain(&plan));
    output::takes_stdout(&pictures.on_stdout().collect::<Vec<_>>(), None)?;
    pictures.name(&mut files);
    files.check()?;
    Ok(DrawConfig { problem, args, pictures, files })
}

pub(crate) fn run(config: &DrawConfig) -> Result<Exit, Failure> {
    let limiter = limiter::start(&config.args.limits.limits());
    let mut text = config.problem.text(&config.files, &limiter)?;
    let plan = config.args.plan.clone().map(|plan| plan_text(plan, &limiter)).transpose()?;
    if let Some(plan) = &plan {
        plan.choose_options(&mut text)?;
    }
    let loaded = config.problem.load_text(text, &limiter)?;
    let (paint, as_text) = (output::paint(&io::stdout()), config.pictures.is_empty());
    let (step, goal) = (config.args.step, loaded.goal_value()?);
    let show = move |problem: &dyn Problem, name: &str, run: Trajectory<'_>| {
        if let Some(step) = step.filter(|step| run.states.len() <= *step) {
            let moves = match run.plan.length() {
                0 => "there is no plan, only the start, which is step 0".to_owned(),
                moves => format!("the plan has {moves} moves"),
            };
            return Err(Fault::Question(format!("--step {step}: {moves}")));
        }
        Ok(match as_text {
            true => Drawn::Text(ask::text(problem, run, step, paint)),
            false => Drawn::Film(Box::new(ask::film(problem, name, goal, run))),
        })
    };
    let Drawing { drawn, is_whole, read_in } = ask::draw(&loaded, goal, plan, show, &limiter)?;
    match drawn {
        Drawn::Text(text) => {
            output::print_painted(&text)?;
        }
        Drawn::Film(film) => config.pictures.write(&limiter.stop, || *film)?,
    }
    if let Some(other) = read_in {
        output::print_error(&format!("note: the plan is read in {other}"));
    }
    if !is_whole {
        output::print_error("note: this plan does not reach the goal");
    }
    Ok(Exit::Solved)
}

enum Drawn {
    Text(String),
    Film(Box<Film>),
}
