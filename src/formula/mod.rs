//! Propositional formulas.
