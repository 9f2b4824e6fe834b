//! Propositional formulas: literals, clauses, and the named shapes in which encodings write them.
//!
//! Encoders never push raw clauses. They hold a [`ClauseSink`] and express clauses through [`ClauseShapes`] (`implies_any`,
//! `never_both`, …) and [`AtMostOne`]. The sink decides whether clauses are collected in a [`Formula`] or go elsewhere. This
//! module knows nothing of planning and nothing of solvers.
//!
//! ```
//! use bmcplan_formula::{AtMostOne, ClauseShapes, ClauseSink, Formula, Lit};
//!
//! let mut formula = Formula::default();
//! let places: Vec<Lit> = (0..3).map(|_| formula.new_var().positive()).collect();
//! AtMostOne::Pairwise.exactly_one(&mut formula, &places);
//! formula.implies(places[0], !places[2]);
//! assert_eq!((formula.n_vars(), formula.cnf().len()), (3, 5));
//! ```

mod at_most_one;
mod cnf;
mod dimacs;
mod exactly;
mod lit;
mod shapes;
mod sink;

pub use at_most_one::{AtMostOne, UnknownAtMostOne};
pub use cnf::Cnf;
pub use dimacs::{write_clause, write_comments};
pub use exactly::exactly;
pub use lit::{Lit, Var};
pub use shapes::ClauseShapes;
pub use sink::{ClauseSink, Formula, FormulaSize};
