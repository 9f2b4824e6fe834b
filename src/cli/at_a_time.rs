//! Work on many things, several at a time, which ends soon after an interrupt.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::stop::Stop;

const PERIOD: Duration = Duration::from_millis(10);
const GRACE: Duration = Duration::from_millis(200);

/// Works on `order` with `jobs` threads and hands the results on as they come; `stop` ends it. Fails with the first error of `hear`.
pub(crate) fn at_a_time<R: Send + 'static, E>(
    jobs: usize,
    order: Vec<usize>,
    stop: &Stop,
    work: impl Fn(usize) -> R + Clone + Send + 'static,
    hear: &mut dyn FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E> {
    let (sender, receiver) = mpsc::channel();
    let taken = Arc::new((AtomicUsize::new(0), order));
    for _ in 0..jobs.min(taken.1.len()) {
        let (work, taken, sender, stop) = (work.clone(), taken.clone(), sender.clone(), stop.clone());
        let work = move || {
            let (n_taken, order) = &*taken;
            while let Some(index) = order.get(n_taken.fetch_add(1, Ordering::Relaxed))
                && !stop.is_raised()
                && sender.send((*index, work(*index))).is_ok()
            {}
        };
        if let Err(error) = thread::Builder::new().spawn(work) {
            log::warn!("no thread can be started: {error}");
        }
    }
    drop(sender);
    let mut stopped_since: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(PERIOD) {
            Ok((index, result)) => hear(index, result)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if stop.is_raised() && GRACE < stopped_since.get_or_insert_with(Instant::now).elapsed() {
            return Ok(());
        }
    }
}
