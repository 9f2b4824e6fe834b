//! Work on a thread of its own, with the interpreter's lock released: limits, Ctrl-C and progress meanwhile.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use bmcplan::ask::{Limits, Watch};
use bmcplan::stop::{Stop, StopReason};
use pyo3::prelude::*;
use serde_json::Value;

use crate::failure::Failure;

/// The time between two looks for Ctrl-C.
const PERIOD: Duration = Duration::from_millis(50);

/// The time that stopped work has to report; after that it is left behind.
const GRACE: Duration = Duration::from_secs(3);

/// Where work says how it gets on, if anybody wants to know.
pub(crate) struct Listener {
    sender: Sender<Message>,
    is_heard: bool,
}

impl Listener {
    /// Says how it gets on.
    pub(crate) fn hear(&self, progress: impl FnOnce() -> Option<Value>) {
        if self.is_heard
            && let Some(progress) = progress()
        {
            drop(self.sender.send(Message::Progress(progress.to_string())));
        }
    }
}

/// The messages of a thread.
enum Message {
    /// As JSON.
    Progress(String),
    Done,
}

/// A panic prints nothing: it becomes an exception.
pub(crate) fn keep_panics_quiet() {
    panic::set_hook(Box::new(|_| {}));
}

/// A time in seconds; one that is too long is without end.
pub(crate) fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// Does the work, which is stopped when `parent` is. Work that a limit stopped says so by its own answer or by a fault.
pub(crate) fn run(
    py: Python<'_>,
    limits: Limits,
    progress: Option<&Bound<'_, PyAny>>,
    parent: &Stop,
    work: impl FnOnce(&Watch, &Listener) -> Result<String, Failure> + Send + 'static,
) -> PyResult<String> {
    let fail = |failure: Failure| failure.exception(py);
    let watch = Watch::over(parent.child_within(limits.memory), &limits);
    let stop = watch.stop.clone();
    let (sender, mut receiver) = mpsc::channel();
    let (results, finished) = mpsc::channel();
    let listener = Listener { sender: sender.clone(), is_heard: progress.is_some() };
    let spawned = thread::Builder::new().name("bmcplan".to_owned()).spawn(move || {
        let result = panic::catch_unwind(AssertUnwindSafe(|| work(&watch, &listener)));
        let result = result.unwrap_or_else(|payload| Err(Failure::bug(words(&*payload))));
        drop(results.send(result));
        drop(sender.send(Message::Done));
    });
    spawned.map_err(|error| fail(Failure::bug(format!("no thread can be started: {error}"))))?;
    let mut raised: Option<Instant> = None;
    let mut exception = None;
    loop {
        let message;
        (receiver, message) = py.detach(move || {
            let message = receiver.recv_timeout(PERIOD);
            (receiver, message)
        });
        match message {
            Ok(Message::Progress(text)) if exception.is_none() => {
                if let Some(callback) = progress
                    && let Err(error) = callback.call1((text,))
                {
                    exception = Some(error);
                    stop.raise(StopReason::Interrupt);
                }
            }
            Ok(Message::Progress(_)) | Err(RecvTimeoutError::Timeout) => {}
            Ok(Message::Done) | Err(RecvTimeoutError::Disconnected) => {
                if let Some(error) = exception {
                    return Err(error);
                }
                let result = finished.try_recv();
                let ended = || Failure::bug("the work ended without a result");
                return result.unwrap_or_else(|_| Err(ended())).map_err(fail);
            }
        }
        if exception.is_none()
            && let Err(error) = py.check_signals()
        {
            exception = Some(error);
            stop.raise(StopReason::Interrupt);
        }
        if let Some(reason) = stop.reason()
            && GRACE <= raised.get_or_insert_with(Instant::now).elapsed()
        {
            return Err(exception.unwrap_or_else(|| fail(Failure::Fault(reason.into()))));
        }
    }
}

/// A flag by which another thread ends a call.
#[pyclass(frozen, module = "bmcplan._native")]
#[derive(Default)]
pub(crate) struct Stopper(pub(crate) Stop);

#[pymethods]
impl Stopper {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ends the call.
    fn stop(&self) {
        self.0.raise(StopReason::Interrupt);
    }
}

/// The words of a panic.
fn words(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}

/// Does work at once; a panic is a failure.
pub(crate) fn quietly<R>(work: impl FnOnce() -> Result<R, Failure>) -> Result<R, Failure> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(Failure::bug(words(&*payload))))
}
