//! What people write.

pub mod rush_hour;
