//! The questions of processes that share a folder, one after the other: claims, refuted cubes, and traces.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use itertools::Itertools as _;

use super::super::division::Division;
use super::super::node_proofs::NodeProofs;
use super::super::tree::{NodeId, Tree};
use super::folder::SharedFolder;
use super::proofs::ProofFiles;
use crate::encode::{Trace, TransitionSystem};
use crate::folders::{DiskError, Interrupted, file_names};
use crate::horizon::error::check_length;
use crate::horizon::proof::{ProofBook, ProofPart};
use crate::horizon::session::Reply;
use crate::solver::StepId;

const DIVISION: &str = "division";
const TRACE: &str = "trace";
const CONTRADICTION: &str = "contradiction";
/// The root's way is empty, which is no name of a file.
const ROOT: &str = "root";

/// The time between two looks into the folder, for a process that has work.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// The same for a process that waits for others.
const LOOK_SOON: Duration = Duration::from_millis(100);

/// The question that is being answered.
pub struct SharedQuestions {
    folder: SharedFolder,
    horizon: usize,
    frames: usize,
    /// The horizon up to which all were refuted before.
    refuted: Option<usize>,
    place: PathBuf,
    /// The ways to the nodes that are known to be refuted.
    known: BTreeSet<String>,
    looked: Option<Instant>,
    is_divided: bool,
    by_others: bool,
    /// Kept if refutations come with proofs.
    proofs: Option<ProofFiles>,
}

impl SharedQuestions {
    /// No question so far.
    pub fn of(folder: SharedFolder) -> Self {
        Self {
            place: folder.place().to_owned(),
            proofs: folder.has_proofs().then(ProofFiles::default),
            folder,
            horizon: 0,
            frames: 0,
            refuted: None,
            known: BTreeSet::new(),
            looked: None,
            is_divided: false,
            by_others: false,
        }
    }

    /// Begins a question.
    pub fn begin(
        &mut self,
        horizon: usize,
        frames: usize,
        refuted: Option<usize>,
    ) -> Result<(), Interrupted> {
        self.place = self.folder.question(horizon, frames)?;
        (self.horizon, self.frames, self.refuted) = (horizon, frames, refuted);
        (self.looked, self.is_divided, self.by_others) = (None, false, false);
        self.known.clear();
        Ok(())
    }

    /// True if somebody has divided the question.
    pub fn is_divided(&self) -> bool {
        self.is_divided
    }

    /// True if a refutation of another process was believed.
    pub fn is_by_others(&self) -> bool {
        self.by_others
    }

    /// The number of processes at work.
    pub fn n_processes(&mut self) -> usize {
        self.folder.n_alive()
    }

    /// The division of whoever came first; this one if nobody did.
    pub fn division(&mut self, system: &TransitionSystem, own: &Division) -> Result<Division, Interrupted> {
        // All that was seen is seen again in the divided tree.
        self.looked = None;
        self.known.clear();
        let path = self.place.join(DIVISION);
        if !self.is_divided {
            let text = self.text(&own.to_string());
            self.folder.offer(&path, &title(DIVISION), &text)?;
            self.is_divided = true;
        }
        let text = self.read(&path, DIVISION)?.ok_or_else(|| DiskError::new(&path, "the file is gone"))?;
        Division::read(&text, system, self.horizon).ok_or_else(|| DiskError::damaged(&path).into())
    }

    /// Takes note of what others have done, now and then, more often if there is nothing else to do; returns the answer if there is one that ends the question.
    pub fn look(
        &mut self,
        tree: &mut Tree,
        system: &TransitionSystem,
        is_idle: bool,
        (of_nodes, mut book): (&mut NodeProofs, Option<&mut ProofBook>),
    ) -> Result<Option<Reply>, Interrupted> {
        let pause = if is_idle { LOOK_SOON } else { LOOK_AGAIN };
        if self.looked.is_some_and(|looked| looked.elapsed() < pause) {
            return Ok(None);
        }
        self.looked = Some(Instant::now());
        self.folder.beat()?;
        let names = file_names(&self.place).map_err(|error| Interrupted::by_system(&self.place, &error))?;
        let has = |name: &str| names.iter().any(|other| other == name);
        self.is_divided |= has(DIVISION);
        if has(TRACE)
            && let Some(trace) = self.trace(system)?
        {
            log::debug!("horizon {}: a trace in {}", self.horizon, self.place.display());
            return Ok(Some(Reply::Reached(trace)));
        }
        if has(CONTRADICTION) && self.read(&self.place.join(CONTRADICTION), CONTRADICTION)?.is_some() {
            self.by_others = true;
            return Ok(Some(Reply::Contradiction));
        }
        for way in names.iter().filter_map(|name| way_of(name.strip_suffix(".refuted")?)) {
            if let Some(node) = tree.node_at(way).filter(|_| !self.known.contains(way)) {
                let step = self.believe(tree, node, way, (system, book.as_deref_mut()))?;
                if let Some(step) = step {
                    of_nodes.note(node, step);
                }
            }
        }
        for way in names.iter().filter_map(|name| way_of(name.strip_suffix(".taken")?)) {
            if let Some(node) = tree.node_at(way).filter(|node| !tree.is_decided(*node)) {
                match self.owner(&self.path(way, "taken")) {
                    Some(owner) if owner == self.folder.worker() => {}
                    Some(owner) if self.folder.is_alive(&owner) => tree.leave(node),
                    _ => tree.reopen(node),
                }
            }
        }
        Ok(None)
    }

    /// Takes note that somebody has refuted a node. Returns the refutation if there is a book to enter it in.
    fn believe(
        &mut self,
        tree: &mut Tree,
        node: NodeId,
        way: &str,
        (system, book): (&TransitionSystem, Option<&mut ProofBook>),
    ) -> Result<Option<StepId>, Interrupted> {
        let path = self.path(way, "refuted");
        let Some(text) = self.read(&path, "refuted")? else { return Ok(None) };
        let (cube, proof) = text.split_once('\n').unwrap_or((&text, ""));
        if cube != cube_text(tree, node) {
            return Err(DiskError::damaged(&path).into());
        }
        let step = match (&mut self.proofs, book) {
            (Some(proofs), Some(book)) => {
                Some(proofs.enter(&self.folder, proof, (system, self.frames + 1), book)?)
            }
            _ => None,
        };
        log::debug!("{}: believed", path.display());
        self.known.insert(way.to_owned());
        self.by_others |= !tree.is_decided(node);
        tree.refute(node);
        Ok(step)
    }

    /// Writes the part of a proof, if there are proofs, and returns its name.
    pub fn tell_part(&mut self, part: &ProofPart) -> Result<String, Interrupted> {
        self.proofs.get_or_insert_default().tell(&mut self.folder, part)
    }

    /// Claims a node; false if somebody else has it.
    pub fn claim(&mut self, tree: &Tree, node: NodeId) -> Result<bool, Interrupted> {
        let way = tree.way(node);
        let path = self.path(&way, "taken");
        let text = self.text(self.folder.worker());
        self.folder.offer(&path, &title("taken"), &text)?;
        match self.owner(&path) {
            Some(owner) if owner == self.folder.worker() => {}
            Some(owner) if self.folder.is_alive(&owner) => return Ok(false),
            gone => {
                log::debug!("{}: taken over from {}", path.display(), gone.as_deref().unwrap_or("nobody"));
                self.folder.write(&path, &title("taken"), &text)?;
            }
        }
        Ok(true)
    }

    /// The process that has a node, if it can be read.
    fn owner(&self, path: &Path) -> Option<String> {
        self.read(path, "taken").ok().flatten()
    }

    /// Tells the others that a node is refuted, and by which part of a proof. Where there are proofs, it is not told without one: others
    /// then take the refutation of the root from those of its cubes.
    pub fn tell_refuted(
        &mut self,
        tree: &Tree,
        node: NodeId,
        proof: Option<&str>,
    ) -> Result<(), Interrupted> {
        let way = tree.way(node);
        let path = self.path(&way, "refuted");
        if self.proofs.is_some() && proof.is_none() {
            return Ok(());
        }
        if self.known.insert(way) {
            let cube = cube_text(tree, node);
            let text = self.text(&proof.map_or_else(|| cube.clone(), |proof| format!("{cube}\n{proof}")));
            self.folder.write(&path, &title("refuted"), &text)?;
        }
        Ok(())
    }

    /// Tells the others the answer, and returns the one that counts for all.
    pub fn tell(
        &mut self,
        reply: Reply,
        tree: &Tree,
        system: &TransitionSystem,
    ) -> Result<Reply, Interrupted> {
        match reply {
            Reply::Reached(trace) => {
                let path = self.place.join(TRACE);
                let text = self.text(&trace_text(&trace));
                self.folder.offer(&path, &title(TRACE), &text)?;
                Ok(Reply::Reached(self.trace(system)?.unwrap_or(trace)))
            }
            Reply::Refuted => self.tell_refuted(tree, 0, None).map(|()| Reply::Refuted),
            Reply::Contradiction => {
                let path = self.place.join(CONTRADICTION);
                let text = self.text("");
                self.folder.write(&path, &title(CONTRADICTION), &text)?;
                Ok(Reply::Contradiction)
            }
            Reply::Stopped(reason) => Ok(Reply::Stopped(reason)),
        }
    }

    /// The trace of the folder, which is believed only if it is one.
    fn trace(&self, system: &TransitionSystem) -> Result<Option<Trace>, Interrupted> {
        let path = self.place.join(TRACE);
        let Some(text) = self.read(&path, TRACE)? else { return Ok(None) };
        let frames: Vec<Vec<bool>> =
            text.lines().map(|frame| frame.bytes().map(|value| value == b'1').collect()).collect();
        let fits = check_length(system, frames.len()).is_ok();
        let trace = fits.then(|| Trace::checked(system, frames)).flatten();
        let trace = trace.ok_or_else(|| DiskError::damaged(&path))?;
        let length = trace.length(system);
        if self.horizon < length {
            return Err(DiskError::damaged(&path).into());
        }
        if let Some(refuted) = self.refuted.filter(|refuted| length <= *refuted) {
            let why = format!(
                "the trace has {length} steps, and all lengths up to {refuted} were refuted: some process was wrong, so start with a new folder"
            );
            return Err(DiskError::new(&path, why).into());
        }
        Ok(Some(trace))
    }

    fn path(&self, way: &str, suffix: &str) -> PathBuf {
        self.place.join(format!("{}.{suffix}", if way.is_empty() { ROOT } else { way }))
    }

    /// The text of a file: first, the question to which it belongs.
    fn text(&self, text: &str) -> String {
        format!("{} of {}\n{text}", self.horizon, self.frames)
    }

    /// The text of a file that belongs to the question.
    fn read(&self, path: &Path, what: &str) -> Result<Option<String>, Interrupted> {
        let Some(text) = self.folder.read(path, &title(what))? else { return Ok(None) };
        let text = text.strip_prefix(&self.text("")).map(str::to_owned);
        text.map(Some).ok_or_else(|| DiskError::damaged(path).into())
    }
}

fn title(what: &str) -> String {
    format!("bmcplan shared {what}")
}

/// The way to a node whose files have such names.
fn way_of(name: &str) -> Option<&str> {
    if name == ROOT {
        return Some("");
    }
    (!name.is_empty() && name.bytes().all(|byte| matches!(byte, b'0' | b'1'))).then_some(name)
}

/// The literals of a cube as numbers, from which it can be told whether it is the same one.
fn cube_text(tree: &Tree, node: NodeId) -> String {
    tree.cube(node).iter().map(|lit| lit.to_dimacs()).join(" ")
}

/// A line of digits for each frame.
fn trace_text(trace: &Trace) -> String {
    let line = |frame: &Vec<bool>| -> String {
        frame.iter().map(|value| char::from(b'0' + u8::from(*value))).collect()
    };
    trace.frames().iter().map(line).join("\n")
}
