//! A stand-in for a Mallob service: a thread that serves the folders `in` and `out` as Mallob does, by its sources, with batsat
//! behind it, and misbehaves on demand.
//!
//! Like Mallob it is silent about jobs that it refuses: formulas that it cannot see or that have an empty clause, and
//! incremental jobs beyond the number that it has room for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{fs, mem};

use bmcplan::formula::Lit;
use bmcplan::solver::{Answer, SolverKind};
use bmcplan::stop::{Stop, StopReason};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The behaviour of a service. The first job of each client, a trial, is answered honestly by all but the first three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Takes no file.
    Deaf,
    /// Packs models into texts.
    PacksModels,
    Honest,
    /// Takes jobs, and answers none.
    Silent,
    /// Takes a job, and then no file any more.
    Dies,
    /// Makes every variable true.
    WrongModel,
    /// "Unsatisfiable", whatever it is asked.
    Liar,
    /// Blames a literal that was not assumed.
    WrongBlame,
    /// Answers in the name of another job.
    AnotherJob,
    /// No JSON.
    Garbage,
    /// "Unknown" at once.
    GivesUp,
}

/// A service, which ends when this is dropped.
pub(crate) struct FakeMallob {
    folder: TempDir,
    /// The requests that were taken, in order, a word each.
    heard: Arc<Mutex<Vec<String>>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl FakeMallob {
    /// A service with room for one incremental job.
    pub(crate) fn start(manner: Manner) -> Self {
        let folder = tempfile::tempdir().unwrap();
        ["in", "out"].iter().for_each(|part| fs::create_dir(folder.path().join(part)).unwrap());
        let (heard, is_over) = (Arc::<Mutex<Vec<String>>>::default(), Arc::new(AtomicBool::new(false)));
        let service = Service {
            folder: folder.path().to_owned(),
            manner,
            heard: Arc::clone(&heard),
            incremental: BTreeMap::new(),
            running: BTreeMap::new(),
            is_over: Arc::clone(&is_over),
        };
        let thread = Some(thread::spawn(move || service.serve()));
        Self { folder, heard, is_over, thread }
    }

    pub(crate) fn kind(&self) -> SolverKind {
        SolverKind::Mallob(self.folder())
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// The requests that were taken since the last call.
    pub(crate) fn take_heard(&self) -> Vec<String> {
        mem::take(&mut *self.heard.lock().unwrap())
    }

    /// Waits until a request was taken, and says whether it was.
    pub(crate) fn hears(&self, request: &str) -> bool {
        (0..1000).any(|_| {
            thread::sleep(Duration::from_millis(2));
            self.heard.lock().unwrap().iter().any(|heard| heard == request)
        })
    }

    /// The files and folders that clients have left, but for `in` and `out`.
    pub(crate) fn left(&self) -> Vec<PathBuf> {
        ["", "in", "out"]
            .iter()
            .flat_map(|part| fs::read_dir(self.folder.path().join(part)).unwrap())
            .map(|entry| entry.unwrap().path())
            .filter(|path| !["in", "out"].map(|part| self.folder.path().join(part)).contains(path))
            .collect()
    }
}

impl Drop for FakeMallob {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

struct Service {
    folder: PathBuf,
    manner: Manner,
    heard: Arc<Mutex<Vec<String>>>,
    /// The clauses of the incremental job, by the name of its latest revision.
    incremental: BTreeMap<String, Vec<Vec<Lit>>>,
    running: BTreeMap<String, (Stop, JoinHandle<()>)>,
    is_over: Arc<AtomicBool>,
}

impl Service {
    fn serve(mut self) {
        let is_over = Arc::clone(&self.is_over);
        while !is_over.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
            let n_jobs = self.running.len();
            if self.manner == Manner::Deaf || (self.manner == Manner::Dies && n_jobs == 2) {
                continue;
            }
            for file in fs::read_dir(self.folder.join("in")).unwrap() {
                let path = file.unwrap().path();
                let request: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
                let word = self.take(&request);
                fs::remove_file(path).unwrap();
                self.heard.lock().unwrap().push(word);
            }
        }
        for (stop, thread) in self.running.into_values() {
            stop.raise(StopReason::Interrupt);
            thread.join().unwrap();
        }
    }

    /// Deals with a request, and says which it was.
    fn take(&mut self, request: &Value) -> String {
        let text = |field: &str| request[field].as_str().map(str::to_owned);
        let has = |field: &str| request[field].as_bool() == Some(true);
        assert_eq!(text("application").as_deref(), Some("SAT"));
        let name = format!("{}.{}", text("user").unwrap(), text("name").unwrap());
        if has("interrupt") {
            let Some((stop, _)) = self.running.get(&name) else { return "knock".to_owned() };
            stop.raise(StopReason::Interrupt);
            return "interrupt".to_owned();
        }
        if has("done") {
            let precursor = text("precursor").unwrap();
            let (_, thread) = &self.running[&precursor];
            assert!(thread.is_finished(), "Mallob crashes if a job ends while a revision runs");
            assert!(self.incremental.remove(&precursor).is_some());
            return "done".to_owned();
        }
        assert!(text("wallclock-limit").unwrap().trim_end_matches('s').parse::<u32>().is_ok());
        let (is_incremental, precursor) = (has("incremental"), text("precursor"));
        let known = match &precursor {
            Some(precursor) => self.incremental.remove(precursor).unwrap(),
            None if is_incremental && !self.incremental.is_empty() => return "hangs".to_owned(),
            None => Vec::new(),
        };
        let Some((new, assumptions)) = read(Path::new(request["files"][0].as_str().unwrap())) else {
            return "refused".to_owned();
        };
        assert!(is_incremental || assumptions.is_none(), "not every solver of Mallob has assumptions");
        let clauses = [known, new].concat();
        if is_incremental {
            self.incremental.insert(name.clone(), clauses.clone());
        }
        let is_trial = name.ends_with("-0");
        let manner = match self.manner {
            Manner::PacksModels => Manner::PacksModels,
            _ if is_trial => Manner::Honest,
            manner => manner,
        };
        let word = match (is_incremental, precursor) {
            _ if is_trial => "trial",
            (false, _) => "whole",
            (true, None) => "first",
            (true, Some(_)) => "next",
        };
        let (stop, folder) = (Stop::default(), self.folder.clone());
        let flag = stop.clone();
        let (user, job, path) = (text("user"), text("name"), format!("out/{name}.json"));
        let thread = thread::spawn(move || {
            let assumptions = assumptions.unwrap_or_default();
            if let Some(answer) = answer(manner, &clauses, &assumptions, is_incremental, &flag) {
                let job = if manner == Manner::AnotherJob { Some("another".to_owned()) } else { job };
                let text = json!({"user": user, "name": job, "result": answer, "stats": {}});
                let text = if manner == Manner::Garbage { "{".to_owned() } else { format!("{text:#}") };
                let unfinished = folder.join(path.replace("out/", "~"));
                fs::write(&unfinished, text).unwrap();
                fs::rename(unfinished, folder.join(path)).unwrap();
            }
        });
        self.running.insert(name, (stop, thread));
        word.to_owned()
    }
}

type Clauses = Vec<Vec<Lit>>;

/// The clauses and the assumptions of a formula, if it can be read.
fn read(path: &Path) -> Option<(Clauses, Option<Vec<Lit>>)> {
    let (mut clauses, mut assumptions) = (Clauses::new(), None);
    for line in fs::read_to_string(path).ok()?.lines().filter(|line| !line.starts_with(['p', 'c'])) {
        let numbers = line.trim_start_matches("a ").strip_suffix('0').unwrap().split_whitespace();
        let lits: Vec<Lit> =
            numbers.map(|number| Lit::from_dimacs(number.parse().unwrap()).unwrap()).collect();
        if line.starts_with('a') {
            assumptions = Some(lits);
        } else if lits.is_empty() {
            return None;
        } else {
            clauses.push(lits);
        }
    }
    Some((clauses, assumptions))
}

/// The field `result`; none if there is no answer.
fn answer(
    manner: Manner,
    clauses: &[Vec<Lit>],
    assumptions: &[Lit],
    is_incremental: bool,
    stop: &Stop,
) -> Option<Value> {
    match manner {
        Manner::Silent | Manner::Dies => return None,
        Manner::GivesUp => return Some(json!({"resultcode": 0, "solution": []})),
        Manner::Liar => return Some(json!({"resultcode": 20, "solution": []})),
        Manner::WrongBlame => return Some(json!({"resultcode": 20, "solution": [-77]})),
        _ => {}
    }
    let mut solver = SolverKind::Batsat.build(stop).unwrap();
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    let variables = clauses.iter().flatten().chain(assumptions).map(|lit| lit.var().index() + 1);
    let n_vars = i32::try_from(variables.max().unwrap_or(0)).unwrap();
    Some(match solver.solve(assumptions).unwrap() {
        Answer::Stopped(_) => json!({"resultcode": 0, "solution": []}),
        Answer::Unsatisfiable => {
            let failed = solver.failed().unwrap().iter().map(|lit| lit.to_dimacs());
            let failed: Vec<i32> = failed.filter(|_| is_incremental).collect();
            json!({"resultcode": 20, "solution": failed})
        }
        Answer::Satisfiable if manner == Manner::PacksModels => {
            json!({"resultcode": 10, "solution": format!("{n_vars}:f")})
        }
        Answer::Satisfiable => {
            let holds = |number: i32| {
                let holds = solver.value(Lit::from_dimacs(number).unwrap()) == Some(true);
                if holds || manner == Manner::WrongModel { number } else { -number }
            };
            let model: Vec<i32> = [0].into_iter().chain((1..=n_vars).map(holds)).collect();
            json!({"resultcode": 10, "solution": model})
        }
    })
}
