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
//! use std::time::Duration;
//!
//! use bmcplan::{Question, Status};
//!
//! let question = Question::about("instances/sample02.toml").metric("slides").timeout(Duration::from_secs(60));
//! let answer = question.ask()?;
//! assert_eq!((answer.status, answer.length, answer.optimal), (Status::Solved, Some(16), true));
//! assert_eq!(answer.plan.map(|moves| moves.len()), Some(16));
//! # Ok::<(), bmcplan::Fault>(())
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
//! # The parts
//!
//! The names that this page re-exports are those that programs need, and they stay. User-defined kinds of problems, encodings and solvers need
//! the modules: [`task`], [`plan`], [`encode`], [`horizon`], [`solver`], [`formula`], [`problem`], [`kinds`], [`text`], [`draw`] and [`ask`].
//! Search, certificates, schedules, the workshop and suites are crates of the workspace, which a program can take by themselves; what is
//! public there may change.
//!
//! `docs/architecture.md` is the map of the crates, with the invariants and the decisions.

// On docs.rs, items say which feature they need.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "cli")]
pub mod cli;

pub use bmcplan_ask as ask;
pub use bmcplan_base::{stop, text};
pub use bmcplan_draw as draw;
pub use bmcplan_formula as formula;
pub use bmcplan_kinds as kinds;
pub use bmcplan_kinds::problem;
pub use bmcplan_sat::{encode, horizon, solver};
pub use bmcplan_task as task;
pub use bmcplan_task::plan;

pub use ask::{Answer, CheckAnswer, ExploreAnswer, ExportFormat, Fault, Question, Status};
pub use bmcplan_planner::{Event, Mode, Options, Outcome, Report, Strategy, solve};
pub use draw::film::Film;
pub use encode::{Encoding, Operators, Strips, Transition};
pub use kinds::{Kinds, read};
pub use plan::{Metric, Plan, PlanError, read_plan, validate, write_plan};
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
#[doc = include_str!("../docs/adding-an-encoding.md")]
pub struct Pages;
