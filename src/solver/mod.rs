//! SAT solvers behind one trait.
