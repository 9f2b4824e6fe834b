//! Jobs of one solver at a Mallob service.
//!
//! A solver's calls are revisions of one incremental job, which keeps its learned clauses. Each revision adds the new clauses
//! and has its own assumptions. Mallob hangs if there are as many incremental jobs as it has ranks, and does not report that
//! number. So only one solver of this process at a time has an incremental job at a service. The calls of others are whole jobs
//! of their own, which Mallob queues.
//!
//! The first job is a trial of one clause. Some faults give no answer or a late one: a formula that the service cannot see is
//! waited for without end, and an unreadable model comes after all the work. The trial shows them in about a minute.
//!
//! Some input must never be sent to the service, since it then ends or is silent: an empty clause, a formula without any
//! number, and the end of an incremental job (`done`) of which a revision runs.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use bmcplan_base::ordered::Set;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{Cnf, Lit, Var, write_clause};

use super::job_answer::JobAnswer;
use super::mailbox::{Mailbox, USER, cannot};

/// Time after which the service gives up a call by itself, in case this process has ended by then.
const LONGEST_CALL: Duration = Duration::from_secs(3 * 24 * 3600);
const TRIAL: Duration = Duration::from_secs(60);
/// Time in which the service answers a job that it has given up.
const GRACE: Duration = Duration::from_secs(10);
/// Longest wait for the last answer of a stopped job.
const LAST_ANSWER_WAIT: Duration = Duration::from_secs(2);
/// Pause between the last answer and the end of an incremental job: Mallob still uses the job after it has answered.
const PAUSE_BEFORE_END: Duration = Duration::from_millis(10);

/// Services at which a solver of this process has an incremental job.
static SERVICES: Mutex<Set<PathBuf>> = Mutex::new(Set::new());

fn services() -> MutexGuard<'static, Set<PathBuf>> {
    SERVICES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Permission to have an incremental job at a service; dropping it returns it.
struct IncrementalRight(PathBuf);

impl IncrementalRight {
    fn take(service: &Path) -> Option<Self> {
        services().insert(service.to_owned()).then(|| Self(service.to_owned()))
    }
}

impl Drop for IncrementalRight {
    fn drop(&mut self) {
        services().remove(&self.0);
    }
}

/// Clauses of a job, and how they are written.
#[derive(Clone, Copy)]
struct JobFormula<'a> {
    clauses: &'a Cnf,
    n_known: usize,
    assumptions: &'a [Lit],
    /// True if the assumptions are written as such, and not as clauses.
    is_revision: bool,
}

/// A solver's connection to a service, with its jobs there.
pub(super) struct Client {
    mailbox: Mailbox,
    n_jobs: usize,
    n_sent: usize,
    /// Latest revision of the incremental job, if there is one.
    revision: Option<String>,
    /// Stopped job that is not answered so far.
    stopped: Option<String>,
    answered: Instant,
    /// `None` if the jobs are whole ones. The last field, so that it is returned after everything else.
    right: Option<IncrementalRight>,
}

impl Client {
    /// Opens a connection to the service of this folder, which has answered a trial; the inner error is a stop.
    pub(super) fn open(service: &Path, stop: &Stop) -> Result<Result<Self, StopReason>, String> {
        let mut client = Self {
            mailbox: Mailbox::open(service)?,
            n_jobs: 0,
            n_sent: 0,
            revision: None,
            stopped: None,
            answered: Instant::now(),
            right: None,
        };
        let clause = [Var::from_index(0).positive()];
        let clauses: Cnf = [&clause[..]].into_iter().collect();
        let trial = JobFormula { clauses: &clauses, n_known: 0, assumptions: &[], is_revision: false };
        match client.run(trial, 1, TRIAL, stop)? {
            Err(reason) => return Ok(Err(reason)),
            Ok(JobAnswer::Model(values)) if values == [true] => {}
            Ok(_) => return Err("it gives no correct model for the trial clause `1`".to_owned()),
        }
        client.right = IncrementalRight::take(service);
        Ok(Ok(client))
    }

    pub(super) fn is_incremental(&self) -> bool {
        self.right.is_some()
    }

    /// Solves all `clauses` under `assumptions`; the inner error is a stop. No clause is empty, and the earlier clauses are
    /// unchanged.
    pub(super) fn ask(
        &mut self,
        clauses: &Cnf,
        assumptions: &[Lit],
        n_vars: usize,
        stop: &Stop,
    ) -> Result<Result<JobAnswer, StopReason>, String> {
        let (is_revision, n_known) = (self.is_incremental(), self.n_sent);
        let answer =
            self.run(JobFormula { clauses, n_known, assumptions, is_revision }, n_vars, LONGEST_CALL, stop)?;
        if is_revision && answer.is_ok() {
            self.n_sent = clauses.len();
        }
        Ok(answer)
    }

    /// Runs a job, which the service gives up after `limit`.
    fn run(
        &mut self,
        formula: JobFormula<'_>,
        n_vars: usize,
        limit: Duration,
        stop: &Stop,
    ) -> Result<Result<JobAnswer, StopReason>, String> {
        let job = self.n_jobs.to_string();
        self.n_jobs += 1;
        let answer = self.exchange(&job, formula, n_vars, limit, stop);
        if answer.is_err() {
            // The service is unreachable.
            (self.revision, self.stopped) = (None, None);
        }
        match answer? {
            Ok(text) => JobAnswer::read(&text, USER, &self.mailbox.job_name(&job), n_vars).map(Ok),
            Err(reason) => Ok(Err(reason)),
        }
    }

    fn exchange(
        &mut self,
        job: &str,
        formula: JobFormula<'_>,
        n_vars: usize,
        limit: Duration,
        stop: &Stop,
    ) -> Result<Result<Vec<u8>, StopReason>, String> {
        let path = self.mailbox.formula(job);
        if let Err(reason) =
            write(&path, formula, n_vars, stop).map_err(|error| cannot("write", &path, &error))?
        {
            return Ok(Err(reason));
        }
        let mut request = self.mailbox.request(job);
        request["files"] = json!([path]);
        request["priority"] = json!(1.0);
        request["wallclock-limit"] = json!(format!("{}s", limit.as_secs()));
        request["incremental"] = json!(formula.is_revision);
        if formula.is_revision
            && let Some(before) = self.revision.replace(job.to_owned())
        {
            request["precursor"] = json!(self.mailbox.qualified_name(&before));
        }
        self.mailbox.post(job, &request)?;
        match self.mailbox.wait(job, limit + GRACE, stop)? {
            Ok(text) => {
                self.answered = Instant::now();
                // The whole folder is removed in the end.
                let _ = fs::remove_file(path);
                Ok(Ok(text))
            }
            Err(reason) => {
                if self.mailbox.interrupt(job)? {
                    self.stopped = Some(job.to_owned());
                } else {
                    self.revision = None;
                }
                Ok(Err(reason))
            }
        }
    }

    fn end(&mut self) -> Result<(), String> {
        if let Some(job) = self.stopped.take() {
            if self.mailbox.wait(&job, LAST_ANSWER_WAIT, &Stop::default())?.is_err() {
                return Ok(());
            }
            self.answered = Instant::now();
        }
        let Some(last) = self.revision.take() else { return Ok(()) };
        thread::sleep(PAUSE_BEFORE_END.saturating_sub(self.answered.elapsed()));
        let mut request = self.mailbox.request("done");
        request["incremental"] = json!(true);
        request["precursor"] = json!(self.mailbox.qualified_name(&last));
        request["done"] = json!(true);
        self.mailbox.post("done", &request)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Err(cause) = self.end() {
            log::warn!("a job was left to Mallob, which gives it up by itself: {cause}");
        }
    }
}

/// Writes a formula in the DIMACS format, assumptions of a revision as a line `a`; the inner error is a stop.
fn write(
    path: &Path,
    formula: JobFormula<'_>,
    n_vars: usize,
    stop: &Stop,
) -> io::Result<Result<(), StopReason>> {
    let JobFormula { clauses, n_known, assumptions, is_revision } = formula;
    let mut out = BufWriter::new(File::create_new(path)?);
    let units = if is_revision { &[][..] } else { assumptions };
    writeln!(out, "p cnf {n_vars} {}", clauses.len() - n_known + units.len())?;
    let new = (n_known..clauses.len()).map(|index| clauses.clause(index));
    for clause in new.chain(units.chunks(1)) {
        if let Some(reason) = stop.reason() {
            return Ok(Err(reason));
        }
        write_clause(clause, &mut out)?;
    }
    if is_revision {
        write!(out, "a ")?;
        write_clause(assumptions, &mut out)?;
    }
    out.flush()?;
    Ok(Ok(()))
}
