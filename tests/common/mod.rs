//! What several test suites share.

#![allow(clippy::unwrap_used)]

pub(crate) mod tasks;
