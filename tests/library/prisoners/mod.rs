//! Nine Prisoners and its kind: every encoding and symmetry breaking against all schedules there are, the published
//! counts, schedules that are read, and what is refused.

mod brute;
mod counts;
mod kept;
mod reading;
