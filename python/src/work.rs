//! Work with the interpreter's lock released: limits, Ctrl-C and progress meanwhile.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use bmcplan::ask::{Limiter, Limits};
use bmcplan::stop::{Stop, StopReason};
use pyo3::prelude::*;
use serde_json::Value;

use crate::failure::Failure;

/// The time between two looks for Ctrl-C.
const PERIOD: Duration = Duration::from_millis(50);

/// Where work says how it gets on, if anybody wants to know.
pub(crate) struct Listener {
    callback: Option<Py<PyAny>>,
    call: Arc<Call>,
}

impl Listener {
    /// Says how it gets on.
    pub(crate) fn hear(&self, progress: impl FnOnce() -> Option<Value>) {
        if let Some(callback) = &self.callback
            && self.call.exception.get().is_none()
            && let Some(progress) = progress()
            && let Err(error) = Python::attach(|py| callback.call1(py, (progress.to_string(),)))
        {
            self.call.fail(error);
        }
    }
}

/// A call, which ends with an exception that a signal raises, or the function that hears of its progress.
struct Call {
    stop: Stop,
    exception: OnceLock<PyErr>,
    looked: Mutex<Instant>,
}

impl Call {
    fn fail(&self, error: PyErr) {
        // The first is raised.
        drop(self.exception.set(error));
        self.stop.raise(StopReason::Interrupt);
    }

    fn look_for_signals(&self) {
        let Ok(mut looked) = self.looked.try_lock() else { return };
        if PERIOD <= looked.elapsed() && self.exception.get().is_none() {
            *looked = Instant::now();
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                self.fail(error);
            }
        }
    }
}

/// Keeps panics from printing: they become exceptions.
pub(crate) fn keep_panics_quiet() {
    panic::set_hook(Box::new(|_| {}));
}

/// Converts a time in seconds; one that is too long is without end.
pub(crate) fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// Runs the work, which is stopped when `parent`, if any, is. Work that a limit stopped says so by its own answer or by a fault. What takes long
/// is on a thread of its own, for which this one [waits](bmcplan::ask::listen).
pub(crate) fn run<R: Send>(
    py: Python<'_>,
    limits: Limits,
    progress: Option<&Bound<'_, PyAny>>,
    parent: Option<&StopFlag>,
    work: impl FnOnce(&Limiter, &Listener) -> Result<R, Failure> + Send,
) -> PyResult<R> {
    let parent = parent.map(|flag| flag.0.clone()).unwrap_or_default();
    let stop = parent.child_within(limits.memory);
    let call =
        Arc::new(Call { stop: stop.clone(), exception: OnceLock::new(), looked: Mutex::new(Instant::now()) });
    let listener =
        Listener { callback: progress.map(|callback| callback.clone().unbind()), call: call.clone() };
    let result = {
        let (call, listener) = (call.clone(), &listener);
        py.detach(move || {
            let limiter = Limiter::over(stop, &limits).polling(Arc::new(move || call.look_for_signals()));
            quietly(|| work(&limiter, listener))
        })
    };
    match call.exception.get() {
        Some(error) => Err(error.clone_ref(py)),
        None => result.map_err(|failure| failure.exception(py)),
    }
}

/// A flag by which another thread ends a call: `stop=Stop()`, then `cancel()`. It stays raised.
#[pyclass(frozen, name = "Stop", module = "bmcplan")]
pub(crate) struct StopFlag(pub(crate) Stop);

#[pymethods]
impl StopFlag {
    /// Makes a flag that is raised when `parent` is, too.
    #[new]
    #[pyo3(signature = (parent=None))]
    fn new(parent: Option<&Self>) -> Self {
        Self(parent.map_or_else(Stop::default, |parent| parent.0.child_within(None)))
    }

    /// Ends every call that was given this flag, at once or when it begins; its answer is what is known by then.
    fn cancel(&self) {
        self.0.raise(StopReason::Interrupt);
    }

    /// Checks whether it was cancelled.
    #[getter]
    fn cancelled(&self) -> bool {
        self.0.reason().is_some()
    }
}

/// Returns the message of a panic.
fn words(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}

/// Runs work at once; a panic is a failure.
pub(crate) fn quietly<R>(work: impl FnOnce() -> Result<R, Failure>) -> Result<R, Failure> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(Failure::bug(words(&*payload))))
}
