//! Cubes shared by processes, through a folder that all of them see.
//!
//! ```text
//! FOLDER/manifest              the problem, the solver and the version of the program
//! FOLDER/workers/ID            rewritten every five seconds by the process of that name
//! FOLDER/12-of-14/             the question: is the goal reached within 12 steps, in a formula of 14?
//!     division                 the obstacles by which it is divided, chosen by whoever came first
//!     0110.taken               a cube that somebody works on; its name is the way to it from the root
//!     0110.refuted             a cube without a trace to the goal; root.refuted: none at all
//!     trace                    a trace to the goal: the first that was found
//!     contradiction            no run has so many steps, whatever the goal
//! ```
//!
//! With proofs, the derivations of each solver are in `FOLDER/proofs`, a file for each cube that it has refuted, which the file of the
//! cube names. A question that was divided has no `root.refuted` then.
//!
//! The next question depends only on the answers before, and on traces. So all processes ask the same questions in the same
//! order, and whoever comes later, or again, reads the answers that are there. A node is split when something below it has a file.
//!
//! **Whole files.** Every file but the workers' appears whole, and has a seal that depends on the problem. A damaged one ends the run, but for
//! claims, which are taken over. Two processes that have the same cube lose time and nothing else.
//!
//! **Time.** A claim is abandoned when its owner's file is old by the clock of the file system: its time is compared with that of one's
//! own file. Clocks of machines are never compared.
//!
//! **Trust.** A trace is held against all clauses. Refutations of others are believed, and the answer says so; where proofs are joined to a
//! certificate, nobody has to believe them.

mod folder;
mod proofs;
mod questions;
mod share;

pub use share::{InvalidShare, Share};

pub(super) use folder::SharedFolder;
pub(super) use questions::SharedQuestions;
