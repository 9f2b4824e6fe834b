//! Provably shortest plans by incremental SAT solving.
//!
//! A problem is read into a finite-domain [planning task](task); one step of it is [described as
//! clauses](encode); a [horizon strategy](horizon) copies that step through time inside one
//! [solver] and stops at the first horizon at which the goal holds. The answer is then
//! [checked](plan::validate) without the machinery that produced it.
//!
//! ```text
//!  text ──kinds─────▶ Task ──encode──▶ TransitionSystem ──horizon──▶ clauses ──solver──▶ model
//!                      │                 (I, U, G, T)     Unrolling                       │
//!                      │                                                                  ▼
//!                   search (explicit states)                     plan::validate ◀── Plan (decode)
//! ```
//!
//! # Examples
//!
//! A question about a problem in a file, of whatever kind, asked as the command line and Python ask it:
//!
//! ```
//! use bmcplan::{Kinds, Question, Stop, Watch, ask};
//!
//! let question = Question::about("instances/sample02.toml").option("metric", "slides").setting("mode", "incremental")?;
//! let watch = Watch::over(Stop::default(), &question.settings.limits());
//! let answer = ask(&question, &Kinds::default(), &watch, &mut |_| {})?;
//! assert_eq!((answer.status.as_str(), answer.length, answer.optimal), ("solved", Some(16), true));
//! assert_eq!(answer.plan.map(|moves| moves.len()), Some(16));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A task built by a program: a lamp that can be switched on only while the door is open.
//!
//! ```
//! use bmcplan::{Fact, Mode, Operator, Options, Outcome, Stop, Strategy, TaskBuilder, Transition, solve, validate};
//!
//! let mut builder = TaskBuilder::default();
//! let door = builder.variable("door", ["closed", "open"], 0);
//! let lamp = builder.variable("lamp", ["off", "on"], 0);
//! let fact = |var, value| Fact { var, value };
//! builder.operator(Operator::simple("open", [fact(door, 0).into()], [fact(door, 1)]));
//! builder.operator(Operator::simple("close", [fact(door, 1).into()], [fact(door, 0)]));
//! builder.operator(Operator::simple("switch on", [fact(door, 1).into()], [fact(lamp, 1)]));
//! builder.goal([fact(door, 0).into(), fact(lamp, 1).into()]);
//! let task = builder.build()?;
//!
//! let options = Options { mode: Mode::Formula(Strategy::Incremental), ..Options::default() };
//! let report = solve(&task, &Transition, &options, &Stop::default(), &mut |_| {})?;
//!
//! let Outcome::Solved { plan, optimal: true, .. } = report.outcome else { panic!("there is a plan") };
//! let names: Vec<&str> = plan.operators().map(|id| &*task.operator(id).name).collect();
//! assert_eq!(names, ["open", "switch on", "close"]);
//! assert_eq!(report.refuted, Some(2));
//! assert!(validate(&task, &plan).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The public face
//!
//! The names that this page re-exports are those that programs need, and they stay. The rooms behind them are public so that kinds of
//! problems, encodings and solvers can be added ([`task`], [`plan`], [`encode`], [`solver`], [`problem`], [`kinds`], [`text`], [`draw`],
//! [`ask`](mod@ask)), or for tests and benchmarks only, and then may change at any time: [`heuristic`], [`search`], [`formula`], [`figures`], [`ordered`],
//! [`horizon`], [`fdr`], [`certificate`], [`prisoners`], [`workshop`], [`bench`](mod@bench).
//!
//! # The rooms
//!
//! In order of dependency; a room imports only rooms above it, and `tests/layering/` fails on any other
//! import.
//!
//! | room | what lives there | knows nothing of |
//! |---|---|---|
//! | [`stop`] | the flag that a timeout, a memory limit or Ctrl-C raises | everything else |
//! | [`ordered`] | ordered maps, sets and sorting | everything else |
//! | `names` | variants that are chosen by name | everything else |
//! | `child` | child processes under limits | everything else |
//! | `messages` | errors whose `Debug` is their message | everything else |
//! | `folders` | folders whose files outlive a process: whole files, seals, faults | everything else |
//! | [`text`] | texts and places in them, diagnostics, rows, s-expressions, TOML, collections | everything else |
//! | [`task`] | the planning task and its executable semantics | SAT, files, puzzles |
//! | [`plan`] | plans, the independent validator, the plan file | encodings, solvers |
//! | `relaxation` | the delete relaxation: what was true once stays true | search, SAT |
//! | [`heuristic`] | lower bounds on the number or the cost of the operators from a state to the goal, and estimates of it | search, SAT |
//! | [`search`] | explicit-state search: breadth first, on all cores; of steps of several operators; by cost; A*; greedy; depth first | SAT |
//! | [`formula`] | literals, clauses, named clause shapes, cardinality constraints | planning, solvers |
//! | [`figures`] | what a run measures | everything else |
//! | [`solver`] | SAT solvers behind one trait | planning |
//! | [`encode`] | task → transition system, one encoding a file; unrolling; the relaxed suffix; decoding | horizons, solvers |
//! | [`horizon`] | which horizons, in what order; which bounds on the cost | tasks, puzzles |
//! | [`planner`] | where they meet: the board of bounds, engines, portfolios as tables, one scheduler; outcomes, validation | files, puzzles |
//! | `datalog` | rules with variables and the atoms that follow from them: joins | everything else |
//! | [`fdr`] | from atoms to finite domains: ground tasks, groups of atoms, variables made of them | SAT, files |
//! | [`draw`] | pictures: films as SVG, GIF and pages; plots | SAT, puzzles |
//! | [`prisoners`] | Nine Prisoners and its kind: its reader, its film, straight to clauses | planning |
//! | [`problem`] | the trait through which everybody else sees a problem; the row of a kind, options | puzzles, horizons, solvers |
//! | [`kinds`] | the kinds of problems, a folder each: readers, task, encodings of its own, film, row; the table of all | horizons, solvers |
//! | [`certificate`] | certificates that a plan is shortest or cheapest, or that there is none: the claims, the formulas, and how they are written | encodings, solvers |
//! | [`certificate::check`] | checking certificates: digests, plans, proofs, and all states explored again | encodings, solvers, the making |
//! | [`certificate::make`] | making certificates: an encoding's refutation, derived from that formula step by step; invariants | puzzles |
//! | [`ask`](mod@ask) | what can be asked and how it is answered: the table of settings, limits, answers with their certificates | doors |
//! | [`workshop`] | what puzzle makers ask: how hard a puzzle is and why, the hardest positions of the same pieces, new puzzles, galleries | doors |
//! | [`bench`](mod@bench) | runs side by side: records, tables, plots | everything else |
//!
//! Not every problem is one of planning: [`prisoners`] goes straight from numbers to clauses.
//!
//! The [command line](cli) stands on top: arguments, configuration, output. No other room imports it.
//!
//! # Invariants
//!
//! **Architecture Invariant:** encodings do not know horizons, strategies do not know tasks, solvers do not know steps. So
//! every encoding runs under every strategy with every solver, and each combination is tested against breadth-first
//! search.
//!
//! **Architecture Invariant:** [`planner::Outcome::Solved`] is constructed in one place, after [`plan::validate`] has
//! accepted the plan.
//!
//! **Architecture Invariant:** what engines find out about a question stands on one board of bounds, each entry true by itself; the answer is
//! read off in one place, whichever engine settled it, and also where a limit came and engines are left behind.
//!
//! **Architecture Invariant:** the same input and options give the same formula, clause by clause; nothing depends on the
//! order of a hash table.
//!
//! **Architecture Invariant:** only [`kinds`] knows which kinds of problems there are; everybody else sees
//! [`problem::Problem`] and rows of a table.
//!
//! **Architecture Invariant:** certificates are checked by code that shares nothing with what made them but the task, the
//! validator and how formulas and numbers are written.
//!
//! **Architecture Invariant:** a setting is a row of [one table](ask::settings): the command line's arguments, Python's keywords
//! and the checks of suites are made from it, so that the same question has the same answer everywhere. A test made from the tables
//! of settings, modes and kinds asks the same at every door.
//!
//! **Architecture Invariant:** only the [command line](cli) prints, and only it ends the process.
//!
//! # Choices that could have gone another way
//!
//! - *The goal is a conjunction of literals*, not of clauses: a front end that needs more defines a derived variable. So a
//!   goal is assumed literal by literal, without activation variables.
//! - *Idle frames satisfy the goal.* So a plan within n steps is also one within n + 1, one assumption asks for at most k
//!   steps in a longer formula, and after a refuted horizon the formula says that a longer plan moves there, which makes
//!   later refutations shorter.
//! - *Plans are decoded with the task, not with the encoding.* Only states are read from a model; the task's semantics finds
//!   the operator between two of them. Where a step may have several operators, these are read from the model, too, and
//!   applied by the task's semantics.
//! - *A refutation that blames no goal literal proves unsolvability*: if the formula has no model even without the goal, no
//!   run has that many steps, so no longer plan exists.
//! - *An inductive invariant proves unsolvability, too*: property-directed reachability looks at single steps, and fresh
//!   solvers check its invariant.
//! - *Foreign solvers are not believed.* Their models are checked; where an answer rests on one of their refutations, a
//!   built-in solver confirms it, or the answer names the solver ([`solver::Trust`]).
//! - *A cheapest plan needs a proof over all lengths*, since a longer plan may be cheaper. So formulas of costs have some steps and
//!   then a delete-relaxed rest of any length ([`encode::Suffix`]), and their bound rises core by core ([`horizon::cheapest`]).
//! - *A clock has no effects.* A step counter that every operator advances is a constant in every frame. The goal may then
//!   hold in one frame and not in the next, so only the first idle frame satisfies it.
//! - *Reductions are chosen by name* ([`encode::Reduction`]). All of them keep the same shortest plan, so they can be
//!   combined. Clauses over three frames restrict two steps in a row.
//! - *Sets of values have literals where values form a line*, such as "at most this one": one clause keeps a swept cell
//!   free, however long the slide. That halved the time of slides.
//! - *Search keeps one of states that are alike*, where one plan is asked for; a plan is traced back through the exchanges. So it does without
//!   move pruning there, which compares operators and not what they are alike to.
//! - *A first plan is looked for in turns*, by greedy search and by formulas, each bounded by its effort and not by time. So the same
//!   question has the same plan.
//! - *Plans are rendered as films*: what stands still, what moves and where. Each kind makes a film; SVG, GIF and HTML
//!   know no puzzle. The page's own search knows pieces of cells, lanes, walls and goals, and is held to the library's.
//! - *Without a mode, search and formulas run side by side*, and the faster one answers. So the plan may differ from run to
//!   run; its length does not.
//! - *Interchangeable pieces have no names.* A sliding-block task has a variable per cell for them, and the front end
//!   follows the letters through a plan. So state spaces have the sizes that people publish.
//! - *The planner is a room of its own*, so that the command line and library users have the same modes and the same
//!   outcomes.

// On docs.rs, items say which feature they need.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "cli")]
pub mod cli;

pub use bmcplan_ask as ask;
pub use bmcplan_base::{ordered, stop, text};
#[cfg(feature = "bench")]
pub use bmcplan_bench as bench;
pub use bmcplan_draw as draw;
pub use bmcplan_formula as formula;
pub use bmcplan_kinds as kinds;
pub use bmcplan_kinds::{fdr, problem};
pub use bmcplan_planner as planner;
#[cfg(feature = "prisoners")]
pub use bmcplan_prisoners as prisoners;
pub use bmcplan_sat::{encode, figures, horizon, solver};
pub use bmcplan_search as search;
pub use bmcplan_task as task;
pub use bmcplan_task::{heuristic, plan};
#[cfg(feature = "workshop")]
pub use bmcplan_workshop as workshop;

/// Certificates: how they are [checked](bmcplan_verify) and made.
pub mod certificate {
    #[cfg(feature = "varisat")]
    pub use bmcplan_certify as make;
    pub use bmcplan_verify::*;
}

pub use ask::{Answer, Fault, Input, Limits, Question, Settings, Watch, ask, check, explore, export, verify};
pub use draw::film::Film;
pub use encode::{Encoding, Operators, Transition};
pub use kinds::{Kinds, read};
pub use plan::{Metric, Plan, PlanError, read_plan, validate, write_plan};
pub use planner::{Event, Mode, Options, Outcome, Report, Strategy, solve};
pub use problem::{Kind, Problem, ProblemError, ProblemOptions};
pub use solver::SolverKind;
pub use stop::{Stop, StopReason};
pub use task::{Effect, Fact, Literal, Operator, OperatorId, State, Task, TaskBuilder, TaskError, VarId};
pub use text::{Diagnostic, Source};

/// The examples of the README and of the page about the library are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/library.md")]
#[doc = include_str!("../docs/adding-a-kind.md")]
pub struct Pages;
