//! PDDL: what is read, and that nothing makes the reader panic.

mod corpus;
