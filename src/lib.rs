//! Provably shortest plans by incremental SAT solving.
//!
//! A problem is read into a finite-domain [planning task](task); one step of it is [described as
//! clauses](encode); a [horizon strategy](horizon) copies that step through time inside one
//! [solver] and stops at the first horizon at which the goal holds. The answer is then
//! [checked](plan::validate) without the machinery that produced it.
//!
//! ```text
//!  text ──frontend──▶ Task ──encode──▶ TransitionSystem ──horizon──▶ clauses ──solver──▶ model
//!                      │                 (I, U, G, T)     Unrolling                       │
//!                      │                                                                  ▼
//!                   search (explicit states)                     plan::validate ◀── Plan (decode)
//! ```
//!
//! # Example
//!
//! A lamp that can be switched on only while the door is open:
//!
//! ```
//! use bmcplan::encode::Transition;
//! use bmcplan::plan::validate;
//! use bmcplan::planner::{Mode, Options, Outcome, solve, Strategy};
//! use bmcplan::stop::Stop;
//! use bmcplan::task::{Fact, Operator, TaskBuilder};
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
//! # The rooms
//!
//! In order of dependency; a room imports only rooms above it, and `tests/layering.rs` fails on any other
//! import.
//!
//! | room | what lives there | knows nothing of |
//! |---|---|---|
//! | [`stop`] | the flag that a timeout, a memory limit or Ctrl-C raises | everything else |
//! | `names` | variants that are chosen by name | everything else |
//! | [`task`] | the planning task and its executable semantics | SAT, files, puzzles |
//! | [`plan`] | plans, the independent validator, the plan file | encodings, solvers |
//! | [`search`] | explicit-state breadth-first search | SAT |
//! | [`formula`] | literals, clauses, named clause shapes, cardinality constraints | planning, solvers |
//! | [`figures`] | what a run measures | everything else |
//! | [`solver`] | SAT solvers behind one trait | planning |
//! | [`encode`] | task → transition system, one encoding a file; unrolling; decoding | horizons, solvers |
//! | [`horizon`] | which horizons, in what order | tasks, puzzles |
//! | [`planner`] | where they meet: modes, outcomes, validation | files, puzzles |
//! | [`prisoners`] | Nine Prisoners and its kind, straight to clauses | planning |
//! | [`frontend`] | what people write | SAT |
//! | [`draw`] | pictures of states and plans | SAT |
//! | [`problem`] | one table of problem kinds; the trait through which everybody else sees a problem | horizons, solvers |
//! | [`bench`](mod@bench) | runs side by side: records, tables, plots | everything else |
//!
//! Not every problem is one of planning: [`prisoners`] goes straight from numbers to clauses.
//!
//! The [command line](cli) stands on top: arguments, configuration, output. No other room imports it.
//!
//! # Invariants
//!
//! **Architecture Invariant:** an encoding never sees a horizon, a strategy never sees a task, a solver never
//! sees a step. So every encoding runs under every strategy and solver, and every cell of that table is
//! tested against breadth-first search.
//!
//! **Architecture Invariant:** [`planner::Outcome::Solved`] is made in one place, behind
//! [`plan::validate`].
//!
//! **Architecture Invariant:** equal input and options give the same formula, clause by clause; nothing
//! depends on the order of a hash table.
//!
//! **Architecture Invariant:** only [`problem`] knows which kinds of problems there are; everybody else sees
//! [`problem::Problem`] and rows of a table.
//!
//! **Architecture Invariant:** only the [command line](cli) prints, and only it ends the process.
//!
//! # Choices that could have gone another way
//!
//! - *The goal is a conjunction of literals*, not clauses: whatever a front end wants beyond that is a derived
//!   variable. So assuming a goal is assuming literals, and no activation variables are needed.
//! - *Idle frames satisfy the goal.* With that, "a plan within n steps" is monotone in n, one assumption says
//!   "at most k steps" in a longer formula, and a refuted horizon leaves behind "whoever goes on moves here",
//!   which makes later refutations shorter.
//! - *Decoding asks the task, not the encoding.* Only states are read from a model; the operator between two of
//!   them is found by the task's own semantics. Encodings need not say what their variables mean beyond that, unless a
//!   step may have several operators: then these are read off, too, and run by the task's semantics.
//! - *An empty set of failed assumptions proves unsolvability*: if the formula has no model even without the
//!   goal, no run gets that far, so no longer plan exists.
//! - *An invariant proves unsolvability, too*: property-directed reachability looks at single steps, and what it claims is
//!   checked by solvers that have seen nothing of it.
//! - *A solver from elsewhere is a witness*: its models are checked, and what it refuted is confirmed by one that is built in
//!   where an answer rests on it, or the answer names whom it trusts ([`solver::Trust`]).
//! - *A clock is no effect.* A step counter is a variable that every operator moves on, so it is a constant in every
//!   frame; then the goal may hold in one frame and not in the next, and only the first idle frame satisfies it.
//! - *What a formula leaves out is chosen by name* ([`encode::Reduction`]): each keeps one and the same shortest plan, so they
//!   go together, and a fifth part of a transition system, over three frames, says what two steps in a row need not be.
//! - *Where values form a line, sets of them have literals*, such as "at most this one": a long slide passes a cell in one
//!   clause, and whatever relates two lines is said set by set, which halved the time of slides.
//! - *A plan becomes a film*: what stands still, what moves and where. Front ends are filmed once; SVG, GIF and HTML know no
//!   puzzle.
//! - *Without a mode, the faster one answers*: search and formulas side by side, so the plan may differ from run to run; its
//!   length may not.
//! - *Interchangeable pieces have no names.* A sliding-block task has a variable per cell for them, and the front end
//!   follows the letters through a plan; so a state space is counted as people count it.
//! - *`planner` is a room of its own*, so that the command line and library users get the same modes and the
//!   same honesty.

#[cfg(feature = "bench")]
pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
pub mod draw;
pub mod encode;
pub mod figures;
pub mod formula;
pub mod frontend;
pub mod horizon;
mod names;
pub mod plan;
pub mod planner;
pub mod prisoners;
pub mod problem;
pub mod search;
pub mod solver;
pub mod stop;
pub mod task;

/// The examples of the README and of the page about the library are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/library.md")]
#[doc = include_str!("../docs/adding-a-kind.md")]
pub struct Pages;
