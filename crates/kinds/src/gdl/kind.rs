//! Games of one player, given as GDL rule sheets, as a kind of problem. A sheet is grounded when it is read.

use std::fmt;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_base::text::{Diagnostic, Paint, Source};
use bmcplan_draw::film::Film;
use bmcplan_task::Task;

use crate::gdl::{self, Game, GroundError, GroundLimits};
use crate::pddl::PddlPart;
use crate::problem::{
    GoalChoice, Kind, KindOption, OptionForm, Problem, ProblemError, Recognition, ShownStates, Trajectory,
};
use crate::problem::{only, rules};

/// Rule sheets.
pub static GDL: Kind = Kind {
    aliases: &["kif"],
    about: "Play a game of one player, a GDL rule sheet",
    description: "Prints the moves of a shortest play that ends with the wanted value, what is true before and after, and a \
                  summary. Without a mode, explicit search and incremental SAT run side by side.",
    examples: "\
  bmcplan gdl game.kif                           a shortest play worth 100
  bmcplan gdl game.kif --goal max                the best value, and a shortest play to it
  bmcplan gdl game.kif --all                     all shortest plays
  bmcplan gdl game.kif --count --json            how many there are
  bmcplan gdl game.kif --svg play.svg            a film strip of the play
  bmcplan gdl game.kif --incremental --solver batsat",
    file: "The rule sheet",
    formats: "In prefix form (KIF) or in infix form, as Prolog has it.",
    options: &[KindOption {
        name: "goal",
        form: OptionForm::Goal { default: "100" },
        value_name: "VALUE",
        help: "Value that the play must reach",
        details: "Each value is a question of its own; with --disk, name one.",
        is_rare: false,
    }],
    recognise: |sources| match sources {
        // A PDDL file is rejected with a hint if no other kind reads it.
        [source] if PddlPart::of(source).is_some() => Recognition::Perhaps,
        [source] if gdl::looks_like(source) => Recognition::Certain,
        // A sheet without a role, or prose.
        [source]
            if gdl::is_infix(source)
                || source.text().lines().any(|line| line.trim_start().starts_with('(')) =>
        {
            Recognition::Perhaps
        }
        _ => Recognition::No,
    },
    ..Kind::new("gdl", "moves", |sources, options, stop| {
        let goal = match GDL.goal(options) {
            Some(GoalChoice::Value(value)) => Some(value),
            Some(GoalChoice::Best) | None => None,
        };
        Ok(Box::new(GdlProblem::read(sources, goal, stop)?))
    })
};

/// Default value of a play.
const DEFAULT_VALUE: u32 = 100;

struct GdlProblem(Game, NameOrders);

type NameOrders = Vec<Vec<String>>;

impl GdlProblem {
    fn read(sources: &[Source], goal: Option<u32>, stop: &Stop) -> Result<Self, ProblemError> {
        let source = only(sources)?;
        let limits =
            GroundLimits { bytes: stop.memory().unwrap_or(usize::MAX), stop: &|| stop.reason().is_some() };
        let game = gdl::read(source, limits)
            .and_then(|sheet| Ok(Self(Game::worth(goal, source, &sheet, limits)?, gdl::orders(&sheet))));
        game.map_err(|error| match error {
            GroundError::Invalid(diagnostic) => diagnostic.into(),
            GroundError::Stopped { rule, .. } => ProblemError::Stopped {
                // Grounding has its own count of memory.
                reason: stop.reason().unwrap_or(StopReason::Memory),
                at: Some(rule),
            },
        })
    }
}

impl Problem for GdlProblem {
    fn kind(&self) -> &'static str {
        GDL.name
    }

    fn metric(&self) -> &str {
        "moves"
    }

    fn task(&self, goal: Option<u32>, stop: &Stop) -> Result<Task, ProblemError> {
        Ok(self.0.task(goal.unwrap_or(DEFAULT_VALUE), stop)?)
    }

    fn whole_task(&self, goal: Option<u32>, stop: &Stop) -> Result<Task, ProblemError> {
        Ok(self.0.whole_task(goal.unwrap_or(DEFAULT_VALUE), stop)?)
    }

    fn goal_values(&self) -> Vec<u32> {
        self.0.goal_values()
    }

    fn warnings(&self) -> &[Diagnostic] {
        self.0.warnings()
    }

    fn states_as_text(&self, run: Trajectory<'_>, shown: ShownStates, _: Paint) -> Vec<String> {
        shown.of(run.states).map(|state| bmcplan_draw::facts(&self.0.fluents(state))).collect()
    }

    fn film(&self, title: &str, run: Trajectory<'_>) -> Film {
        let moves = self.moves(run.task, run.plan);
        let facts: Vec<Vec<String>> = run.states.iter().map(|state| self.0.fluents(state)).collect();
        let film = gdl::film::film(title, &facts, moves.iter().map(String::as_str), &self.1);
        let game = rules(run.task, self.metric()).and_then(|rules| {
            gdl::film::game(title, &facts, &moves, &self.1, self.0.facts(run.task), (rules, run))
        });
        let note = game.is_none().then(|| "This game is too large to be played on a page.".to_owned());
        Film { game: game.map(Box::new), note, ..film }
    }
}

impl fmt::Display for GdlProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a game of `{}`", self.0.role())
    }
}
