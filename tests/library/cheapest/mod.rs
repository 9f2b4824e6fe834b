//! Cheapest plans against uniform-cost search: the same least costs, and the fewest operators for them.

mod oracle;
mod search;
