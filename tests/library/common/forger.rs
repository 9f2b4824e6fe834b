//! Everything that decides on proofs, on any bytes: nothing false is accepted. The fuzz targets and the test of their corpora call it.
//!
//! A proof is held against all assignments of its formula. A certificate is a good one with changed files, whose digests are made to match
//! again: if it is accepted, search has to say the same of the problem in it.

#![allow(dead_code, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use bmcplan::ask::{Input, Limiter, Limits};
use bmcplan::formula::{Lit, Var};
use bmcplan::kinds::Kinds;
use bmcplan::problem::ProblemOptions;
use bmcplan::stop::Stop;
use bmcplan::{Answer, Question, Status};
use bmcplan_verify::check::LratChecker;
use bmcplan_verify::{CertifiedClaim, ClaimedCost, FileDigest, MANIFEST, Manifest, SharedSteps, verify};

/// A proof that a formula has no model. The first byte is the number of its clauses, and each of them a byte of its length and as many
/// of its literals, of six variables; the rest is the proof.
pub(crate) fn lrat(bytes: &[u8]) {
    let Some((n_clauses, mut rest)) = bytes.split_first() else { return };
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    for _ in 0..n_clauses % 16 {
        let Some((length, after)) = rest.split_first() else { return };
        let Some((clause, after)) = after.split_at_checked(usize::from(length % 4)) else { return };
        let lit = |byte: &u8| Var::from_index(usize::from(byte / 2) % N_VARS).lit(byte.is_multiple_of(2));
        clauses.push(clause.iter().map(lit).collect());
        rest = after;
    }
    let mut checker = LratChecker::default();
    clauses.iter().for_each(|clause| checker.add_clause(clause));
    if checker.check_sized(rest, rest.len() as u64).is_ok() {
        assert!(!has_model(&clauses), "{clauses:?}");
    }
}

const N_VARS: usize = 6;

fn has_model(clauses: &[Vec<Lit>]) -> bool {
    (0..1_u32 << N_VARS).any(|values| {
        let holds = |lit: &Lit| (values >> lit.var().index() & 1 == 1) == lit.is_positive();
        clauses.iter().all(|clause| clause.iter().any(holds))
    })
}

/// The files of a certificate, by name.
type Files = BTreeMap<String, Vec<u8>>;

/// A certificate and its changes. The first byte says which one it is, and each five of the rest are a change: its file, its kind, its
/// place in two bytes, and a byte to write there.
pub(crate) fn certificate(bytes: &[u8]) {
    let Some((base, changes)) = bytes.split_first() else { return };
    let bases = bases();
    let mut files = bases[usize::from(*base) % bases.len()].clone();
    for change in changes.chunks_exact(5) {
        let &[file, kind, high, low, value] = change else { return };
        let name = files.keys().nth(usize::from(file) % files.len()).unwrap().clone();
        let contents = files.get_mut(&name).unwrap();
        let at = usize::from(u16::from_be_bytes([high, low])) % (contents.len() + 1);
        match kind % 5 {
            0 if at < contents.len() => contents[at] = value,
            1 if at < contents.len() => drop(contents.remove(at)),
            2 => contents.insert(at, value),
            3 => contents.truncate(at),
            // The file of that name in another certificate.
            4 => match bases[usize::from(value) % bases.len()].get(&name) {
                Some(other) => *contents = other.clone(),
                None => drop(files.remove(&name)),
            },
            _ => {}
        }
        if files.is_empty() {
            return;
        }
    }
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, contents)| fs::write(folder.path().join(name), contents).unwrap());
    seal(folder.path());
    let limiter = Limiter::over(Stop::default(), &Limits { timeout: Some(LONG), ..Limits::default() });
    match verify(folder.path(), &Kinds::default(), &limiter.stop) {
        Ok(verified) => check_claim(folder.path(), &verified.manifest),
        Err(error) => assert!(!changes.is_empty(), "{error}"),
    }
}

/// The time after which a problem is too large for this.
const LONG: Duration = Duration::from_secs(5);

/// Writes down the digests of the files that the manifest names, if it can still be read.
fn seal(folder: &Path) {
    let text = fs::read(folder.join(MANIFEST)).unwrap_or_default();
    let Ok(mut manifest) = serde_json::from_slice::<serde_json::Value>(&text) else { return };
    let Some(files) = manifest.get_mut("files").and_then(|files| files.as_object_mut()) else { return };
    for (name, digest) in files {
        if let Ok(found) = FileDigest::of(&folder.join(name)) {
            *digest = serde_json::to_value(found).unwrap();
        }
    }
    fs::write(folder.join(MANIFEST), manifest.to_string()).unwrap();
}

/// An accepted claim is true of the problem in the folder, by search.
fn check_claim(folder: &Path, manifest: &Manifest) {
    // A board in a row is read in another way there.
    if manifest.one_row {
        return;
    }
    let options = manifest.options.iter().fold(ProblemOptions::default(), |all, (name, value)| match value {
        Some(value) => all.with(name, value),
        None => all.with_flag(name),
    });
    let mut question = Question {
        inputs: manifest.problem.iter().map(|file| Input::File(folder.join(file))).collect(),
        kind: Some(manifest.kind.clone()),
        options,
        ..Question::default()
    };
    let mut settings = vec![("mode", "search"), ("timeout", "5s")];
    match &manifest.steps {
        Some(steps) if steps.semantics == SharedSteps::ForAll => settings.push(("semantics", "forall")),
        Some(_) => settings.push(("semantics", "exists")),
        None => {}
    }
    if manifest.claim == CertifiedClaim::Count {
        settings.push(("count", "true"));
    }
    for (name, value) in settings {
        question = question.setting(name, value).unwrap();
    }
    let answer = answer(&question);
    if answer.status == Status::Stopped {
        return;
    }
    let length = if manifest.steps.is_some() { answer.makespan } else { answer.length };
    assert_eq!(answer.status == Status::Solved, manifest.length.is_some(), "{manifest:?}");
    match manifest.cost.as_ref().map(ClaimedCost::own) {
        // A cost in parts that are no decimals of the problem's unit.
        Some(None) => {}
        Some(cost) => assert_eq!(answer.cost, cost, "{manifest:?}"),
        None => assert_eq!(length, manifest.length, "{manifest:?}"),
    }
    if let Some(count) = &manifest.count {
        assert_eq!(answer.count.map(|count| count.0.to_string()).as_ref(), Some(count), "{manifest:?}");
    }
}

fn answer(question: &Question) -> Answer {
    question.ask().unwrap()
}

/// Certificates of small problems, with proofs, recounts, numbers, costs, makespans and without a plan.
fn bases() -> &'static [Files] {
    static BASES: OnceLock<Vec<Files>> = OnceLock::new();
    BASES.get_or_init(|| {
        let board = "board = \"\"\"\nXX.A\n...A\n....\n\"\"\"\n";
        // A lamp that can be switched on while a door is open, and has to be on behind a closed one.
        let lamp = sas(false, [0, 1], &[OPEN, CLOSE, ("switch on", 1, 0, 1, 1, 1)]);
        let never = sas(false, [0, 1], &[OPEN, ("switch on", 1, 0, 1, 1, 1)]);
        // Two doors that need nothing of each other.
        let doors = sas(false, [1, 1], &[OPEN, ("open too", 1, 0, 1, NOTHING, 1)]);
        // A way round is cheaper.
        let toll = sas(
            true,
            [1, 1],
            &[("walk", 0, 0, 1, NOTHING, 1), ("talk", 1, 0, 1, 1, 2), ("pay", 1, 0, 1, NOTHING, 5)],
        );
        let (proof, recount) = (("evidence", "proof"), ("evidence", "recount"));
        let made = [
            ("board.toml", board, vec![proof]),
            ("board.toml", board, vec![recount]),
            ("board.toml", board, vec![("count", "true")]),
            ("lamp.sas", &lamp, vec![proof]),
            ("never.sas", &never, vec![proof]),
            ("never.sas", &never, vec![recount]),
            ("doors.sas", &doors, vec![proof, ("semantics", "forall")]),
            ("toll.sas", &toll, vec![proof]),
            ("toll.sas", &toll, vec![recount]),
        ];
        made.into_iter().map(|(name, text, settings)| certified(name, text, &settings)).collect()
    })
}

fn certified(name: &str, text: &str, settings: &[(&str, &str)]) -> Files {
    let folder = tempfile::tempdir().unwrap();
    let (file, made) = (folder.path().join(name), folder.path().join("certificate"));
    fs::write(&file, text).unwrap();
    let of_all = [("certify", made.to_str().unwrap())];
    let settings = settings.iter().chain(&of_all);
    let question =
        settings.fold(Question::about(file), |all, (name, value)| all.setting(name, value).unwrap());
    let answer = answer(&question);
    assert!(answer.certificate.is_some(), "{name}: {answer:?}");
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.unwrap();
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    // The checker and the page about it are no part of what is checked.
    let is_checked = |name: &str| name != "check.py" && name != "README";
    fs::read_dir(made).unwrap().map(read).filter(|(name, _)| is_checked(name)).collect()
}

/// An operator: its name, the variable that it sets, from which value to which, the value that the other variable must have, and its cost.
type Row = (&'static str, usize, u32, u32, u32, u32);

/// The other variable may have any value.
const NOTHING: u32 = u32::MAX;

const OPEN: Row = ("open", 0, 0, 1, NOTHING, 1);
const CLOSE: Row = ("close", 0, 1, 0, NOTHING, 1);

/// A SAS file of two variables with two values each, both 0 at first.
fn sas(minimises_cost: bool, goal: [u32; 2], operators: &[Row]) -> String {
    let metric = u8::from(minimises_cost);
    let mut text = format!("begin_version\n3\nend_version\nbegin_metric\n{metric}\nend_metric\n2\n");
    for var in 0..2 {
        text += &format!("begin_variable\nvar{var}\n-1\n2\nAtom off({var})\nAtom on({var})\nend_variable\n");
    }
    let [first, second] = goal;
    text += &format!(
        "0\nbegin_state\n0\n0\nend_state\nbegin_goal\n2\n0 {first}\n1 {second}\nend_goal\n{}\n",
        operators.len()
    );
    for (name, var, from, to, other, cost) in operators {
        let needs = if *other == NOTHING { "0\n".to_owned() } else { format!("1\n{} {other}\n", 1 - var) };
        text += &format!("begin_operator\n{name}\n{needs}1\n0 {var} {from} {to}\n{cost}\nend_operator\n");
    }
    text + "0\n"
}
