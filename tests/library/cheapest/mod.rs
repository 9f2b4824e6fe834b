//! Cheapest plans against uniform-cost search: the same least costs, and the fewest operators for them.

mod formula;
mod oracle;
mod search;
