//! Problems drawn: tasks of many kinds, boards, puzzles, games and PDDL, each with a quarter of costs, and with all states in reach.

use std::fmt;
use std::sync::Arc;

use bmcplan::encode::{self, Encoding};
use bmcplan::kinds::rush_hour::{self, Board, BoardMetric};
use bmcplan::kinds::sliding_block::{self, Labelling, Puzzle, PuzzleFormat, PuzzleMetric};
use bmcplan::kinds::{self, GDL, PDDL};
use bmcplan::problem::{Kind, ProblemOptions};
use bmcplan::stop::Stop;
use bmcplan::task::{Effect, Fact, Literal, Operator, Task, VarId};
use bmcplan::text::Source;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::graph::Graph;
use crate::common::alike::tasks_with_alike;
use crate::common::boards::{arb_board, crowded_board};
use crate::common::cases::everything;
use crate::common::cheapest::with_costs;
use crate::common::tasks::{self, elements_of, tasks, variables_of, with_deadline};
use crate::gdl::sheets::arb_sheet;
use crate::pddl::texts::arb_pddl;
use crate::sliding::random::arb_puzzle;
use crate::steps::reference::is_small;

/// Problems with more states in reach are not drawn. The few large ones would take most of the time.
fn most_states() -> usize {
    if everything() { 1_000 } else { 400 }
}

/// What else there is of a problem than its task.
#[derive(Debug, Clone)]
enum Form {
    Task,
    /// The task that is padded, and the number of operators before its own.
    Padded(Box<Task>, usize),
    Board(Board, BoardMetric),
    Puzzle(Puzzle, PuzzleMetric, Labelling),
}

/// A problem, and all that is in its reach.
#[derive(Clone)]
pub(crate) struct Problem {
    pub(crate) task: Task,
    form: Form,
    /// States and operators of the [core](Self::core).
    pub(crate) graph: Arc<Graph>,
    /// May steps of several operators be tried?
    pub(crate) is_small: bool,
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.form {
            Form::Padded(core, _) => write!(f, "{} operators around {core:?}", self.task.operators().len()),
            form => write!(f, "{form:?} {:?}", self.task),
        }
    }
}

impl Problem {
    fn of(task: Task, form: Form, most_states: usize) -> Option<Self> {
        let core = if let Form::Padded(core, _) = &form { core } else { &task };
        let graph = Arc::new(Graph::of(core, most_states)?);
        let is_small = is_small(core);
        Some(Self { task, form, graph, is_small })
    }

    /// A task by hand, with few states.
    pub(crate) fn of_task(task: Task) -> Self {
        Self::of(task, Form::Task, 1_000).unwrap()
    }

    /// The task without what only pads it, and the number of operators before its own.
    pub(crate) fn core(&self) -> (&Task, usize) {
        match &self.form {
            Form::Padded(core, before) => (core, *before),
            _ => (&self.task, 0),
        }
    }

    /// The same of the whole task, which has operators that change nothing.
    pub(crate) fn graph_of_task(&self) -> Arc<Graph> {
        match self.form {
            Form::Padded(..) => Arc::new(Graph::of(&self.task, usize::MAX).unwrap()),
            _ => self.graph.clone(),
        }
    }

    /// False where a reader of texts tells mutexes that hold only together: there are no proofs of those.
    #[cfg(feature = "varisat")]
    pub(crate) fn has_proofs(&self) -> bool {
        let has_lanes = matches!(self.form, Form::Board(..) | Form::Puzzle(..));
        !self.is_vast() && (has_lanes || self.task.mutexes().is_empty())
    }

    /// Has padding so many states that none can be searched?
    pub(crate) fn is_vast(&self) -> bool {
        self.task.operators().len() == self.core().0.operators().len() + PADDING
    }

    pub(crate) fn encodings(&self) -> Vec<Box<dyn Encoding>> {
        match &self.form {
            Form::Task | Form::Padded(..) => encode::encodings(),
            Form::Board(board, metric) => rush_hour::encodings(board, *metric),
            Form::Puzzle(puzzle, metric, labelling) => sliding_block::encodings(puzzle, *metric, *labelling),
        }
    }
}

/// Numbers of variables that never change, and of their values; the last took a third of the time for one draw in fifty.
const WIDE: [(usize, u32); 3] = [(31, 3), (70, 2), (150, 3)];

/// The number of extra operators with which nine of ten pairs commute whatever the others do, so that all are ordered.
pub(crate) const PADDING: usize = 40;

fn without_clock() -> impl Strategy<Value = Task> {
    tasks().prop_filter("no clock", |task| task.clock().is_none())
}

/// Problems of all kinds; some have states of several words, or too many states to be searched.
pub(crate) fn problems() -> impl Strategy<Value = Problem> {
    let plain = |tasks: BoxedStrategy<Task>| tasks.prop_map(|task| (task, Form::Task)).boxed();
    let few = || (tasks(), 4..20_usize).prop_map(|(task, n)| with_operators(&task, n));
    let few_without_clock = || few().prop_filter("no clock", |task| task.clock().is_none());
    let games = (without_clock(), 1..8_u32).prop_map(|(task, deadline)| {
        let game = with_deadline(&task, deadline);
        assert!(game.is_earlier_never_worse(&Stop::default()));
        game
    });
    let small_games =
        (few_without_clock(), 1..5_u32).prop_map(|(task, deadline)| with_deadline(&task, deadline));
    let players = few_without_clock().prop_map(|task| with_player(&task));
    let wide = (tasks(), select(&WIDE[..if everything() { 3 } else { 2 }])).prop_map(|(task, (n, size))| {
        // Time passes in steps that change nothing else.
        let form = if task.clock().is_some() { Form::Task } else { Form::Padded(Box::new(task.clone()), 0) };
        (wide(&task, n, size), form)
    });
    let vast = (few_without_clock(), any::<bool>()).prop_map(|(task, before)| {
        let padded = tasks::padded(&task, PADDING, before);
        (padded, Form::Padded(Box::new(task), if before { PADDING } else { 0 }))
    });
    let idle = few_without_clock().prop_map(|task| (idle(&task), Form::Padded(Box::new(task), IDLE)));
    let boards =
        (prop_oneof![arb_board(), crowded_board()], select(&BoardMetric::ALL)).prop_map(|(board, metric)| {
            (rush_hour::task(&board, metric, &Stop::default()).unwrap(), Form::Board(board, metric))
        });
    let labellings = select(&[Labelling::Shapes, Labelling::Labelled]);
    let puzzles = (arb_puzzle(), select(&PuzzleMetric::ALL), labellings);
    let puzzles = puzzles.prop_map(|(drawn, metric, labelling)| {
        let puzzle = sliding_block::read_as(&Source::new("puzzle", &drawn.toml()), PuzzleFormat::Toml);
        let puzzle = puzzle.unwrap();
        let task = sliding_block::task(&puzzle, metric, labelling, &Stop::default()).unwrap();
        (task, Form::Puzzle(puzzle, metric, labelling))
    });
    let sheets = arb_sheet().prop_map(|sheet| read(&GDL, &[&sheet.0], Some(100)));
    let pddl = arb_pddl().prop_map(|text| read(&PDDL, &[&text.domain, &text.problem], None));
    let drawn = prop_oneof![
        8 => plain(tasks().boxed()),
        6 => plain(few().boxed()),
        3 => plain(games.boxed()),
        2 => plain(small_games.boxed()),
        4 => plain(tasks_with_alike().boxed()),
        2 => plain(players.boxed()),
        2 => wide,
        2 => vast,
        1 => idle,
        8 => boards,
        3 => puzzles,
        1 => plain(sheets.boxed()),
        3 => plain(pddl.boxed()),
    ];
    let costly = (drawn, costs()).prop_map(|((task, form), costs)| match form {
        Form::Padded(core, before) => {
            (costs.given_to(&task), Form::Padded(Box::new(costs.shifted(before).given_to(&core)), before))
        }
        form => (costs.given_to(&task), form),
    });
    costly.prop_filter_map("few states", |(task, form)| Problem::of(task, form, most_states()))
}

/// Boards with a way out of several slides.
pub(crate) fn slides() -> impl Strategy<Value = Problem> {
    crowded_board().prop_filter_map("a way out", |board| {
        let task = rush_hour::task(&board, BoardMetric::Slides, &Stop::default()).unwrap();
        let problem = Problem::of(task, Form::Board(board, BoardMetric::Slides), most_states())?;
        Some(problem).filter(|problem| Some(1) < problem.graph.shortest())
    })
}

/// Costs of operators.
#[derive(Debug, Clone)]
enum Costs {
    /// Those of the problem.
    Own,
    /// These, again and again.
    Cycle(Vec<u64>),
    /// Operators of one name cost the same, as objects that are alike do.
    ByName,
}

/// None, all equal, mostly small ones and zeros, or huge ones.
fn costs() -> impl Strategy<Value = Costs> {
    let huge = prop_oneof![Just(0), Just(1), Just(1 << 62), 0..=1_u64 << 62, Just(Operator::GREATEST_COST)];
    prop_oneof![
        4 => Just(Costs::Own),
        1 => (0..4_u64).prop_map(|cost| Costs::Cycle(vec![cost])),
        5 => vec(prop_oneof![Just(0), 0..=3_u64, 0..=20_u64], 2..30).prop_map(Costs::Cycle),
        1 => vec((1..=4_u64).prop_map(|cost| 6 * cost), 2..30).prop_map(Costs::Cycle),
        1 => vec(huge, 2..30).prop_map(Costs::Cycle),
        2 => Just(Costs::ByName),
    ]
}

impl Costs {
    /// Returns the costs of the operators from number `before` on.
    fn shifted(&self, before: usize) -> Self {
        let Self::Cycle(costs) = self else { return self.clone() };
        let mut costs = costs.clone();
        let n = costs.len();
        costs.rotate_left(before % n);
        Self::Cycle(costs)
    }

    fn given_to(&self, task: &Task) -> Task {
        let n = task.operators().len();
        match self {
            Self::Own => task.clone(),
            Self::Cycle(costs) => {
                with_costs(task, &costs.iter().copied().cycle().take(n).collect::<Vec<_>>())
            }
            Self::ByName => {
                let cost = |name: &str| u64::from(name.bytes().map(u32::from).sum::<u32>() % 4);
                with_costs(
                    task,
                    &task.operators().iter().map(|operator| cost(&operator.name)).collect::<Vec<_>>(),
                )
            }
        }
    }
}

fn read(kind: &'static Kind, texts: &[&str], goal: Option<u32>) -> Task {
    let sources: Vec<_> = texts.iter().map(|text| Source::new("problem", text)).collect();
    let problem = kinds::read_as(kind, &sources, &ProblemOptions::default(), &Stop::default()).unwrap();
    problem.task(goal, &Stop::default()).unwrap()
}

/// Returns the same task with at most `n` operators.
pub(crate) fn with_operators(task: &Task, n: usize) -> Task {
    let mut builder = elements_of(task);
    task.operators().iter().take(n).for_each(|operator| _ = builder.operator(operator.clone()));
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}

/// The same task with a player who has to be in one of two places for each operator, and goes to the other one.
fn with_player(task: &Task) -> Task {
    let mut builder = variables_of(task);
    let player = builder.variable("player", ["here", "there"], 0);
    for (operator, here) in task.operators().iter().zip([0, 1].into_iter().cycle()) {
        for from in [here, 1 - here].into_iter().take(1 + operator.effects.len() % 2) {
            let mut operator = operator.clone();
            operator.precondition.push(Fact { var: player, value: from }.into());
            let fact = Fact { var: player, value: 1 - from };
            operator.effects.push(Effect { condition: Vec::new(), fact });
            builder.operator(operator);
        }
    }
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}

/// Returns the same task with `n` more variables that never change, which searches cannot see: states of several words.
pub(crate) fn wide(task: &Task, n: usize, size: u32) -> Task {
    let mut builder = elements_of(task);
    task.operators().iter().for_each(|operator| _ = builder.operator(operator.clone()));
    for index in 0..n {
        let var = builder.variable(format!("padding {index}"), (0..size).map(|value| value.to_string()), 0);
        let never: Vec<Literal> = task.facts(VarId::from_index(0)).map(|fact| !Literal::from(fact)).collect();
        let effects = (0..size).map(|value| Effect { condition: never.clone(), fact: Fact { var, value } });
        let operator = Operator::simple("never", [], []);
        builder.operator(Operator { effects: effects.collect(), ..operator });
    }
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}

/// The number of operators that come before all others in every state: sets of operators take more than a word.
const IDLE: usize = 70;

/// The same task with operators before its own that set the first variable to the value it has.
fn idle(task: &Task) -> Task {
    let mut builder = variables_of(task);
    let facts: Vec<Fact> = task.facts(VarId::from_index(0)).collect();
    for (number, fact) in (0..IDLE).zip(facts.into_iter().cycle()) {
        let mut operator = Operator::simple(format!("stay {number}"), [fact.into()], [fact]);
        operator.effects.push(Effect { condition: vec![fact.into()], fact });
        builder.operator(operator);
    }
    task.operators().iter().for_each(|operator| _ = builder.operator(operator.clone()));
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}
