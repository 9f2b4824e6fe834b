//! stub
use super::error::InternalError;
use super::options::{Mode, Options};
use super::report::{Outcome, Progress, Report};
use crate::horizon::Strategy;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

pub(super) fn cheapest_by_formula(
    _task: &Task,
    _options: &Options,
    _stop: &Stop,
    _observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    Ok(Report::of(Outcome::Stopped(StopReason::Memory), Mode::Formula(Strategy::Incremental)))
}
