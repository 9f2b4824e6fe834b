//! Which horizons are tried, in what order.
