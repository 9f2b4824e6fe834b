//! Proofs of horizons that processes share: whoever of them collects has one, also who comes late, and wrong files lead to an error or to
//! a right proof.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use bmcplan::encode::{Reduction, Reductions, StepOptions, Transition};
use bmcplan::horizon::Share;
use bmcplan::kinds::rush_hour::{self, BoardMetric};
use bmcplan::planner::{InternalError, LowerBound, Mode, Options, Outcome, Report, Strategy, solve};
use bmcplan::solver::SolverKind;
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use itertools::Itertools as _;
use proptest::prelude::*;
use tempfile::{TempDir, tempdir};

use crate::common::boards;
use crate::common::cases::cases;
use crate::common::served::check_served;
use crate::common::tasks;
use crate::share::{Seals, question, text};

/// A horizon that stands for "none so far" on tasks without a plan.
const FAR: usize = 5;

fn shared(folder: &TempDir, cubes: &str, collects: bool) -> Options {
    let reductions = Reductions::default().without(Reduction::Symmetries);
    Options {
        mode: Mode::Formula(Strategy::Incremental),
        cubes: cubes.parse().unwrap(),
        search_threads: NonZeroUsize::new(1),
        share: Some(Share { has_proofs: true, ..folder.path().join("shared").into() }),
        lower_bound: LowerBound::None,
        step: StepOptions { reductions, ..StepOptions::default() },
        schedule: "linear".parse().unwrap(),
        max_horizon: Some(FAR),
        keeps_refutation: collects,
        ..Options::default()
    }
}

fn ask(task: &Task, options: &Options) -> Result<Report, InternalError> {
    solve(task, &Transition, options, &Stop::default(), &mut |_| {})
}

fn check_task(task: &Task) {
    // Others have no proofs.
    if task.clock().is_some() {
        return;
    }
    for cubes in ["auto", "landmarks:2", "landmarks:4@1"] {
        let folder = tempdir().unwrap();
        let reports = thread::scope(|scope| {
            let workers = [true, false, true].map(|collects| {
                let options = shared(&folder, cubes, collects);
                scope.spawn(move || ask(task, &options).unwrap())
            });
            workers.map(|worker| worker.join().unwrap())
        });
        let late = ask(task, &shared(&folder, cubes, true)).unwrap();
        assert!(reports[1].refutation.is_none());
        for report in [&reports[0], &reports[2], &late] {
            check_served(task, report);
        }
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn random_tasks(task in tasks::tasks()) {
        check_task(&task);
    }

    #[test]
    fn random_boards(board in boards::arb_board()) {
        check_task(&rush_hour::task(&board, BoardMetric::Slides, &Stop::default()).unwrap());
    }
}

fn card() -> Task {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/thinkfun/card02.toml");
    rush_hour::task(&rush_hour::read_path(&file).unwrap(), BoardMetric::Slides, &Stop::default()).unwrap()
}

/// A folder in which that board was solved, less the limit on its length.
fn solved(task: &Task) -> (TempDir, Options) {
    let folder = tempdir().unwrap();
    let options = Options { max_horizon: None, ..shared(&folder, "landmarks:2", true) };
    check_served(task, &ask(task, &options).unwrap());
    (folder, options)
}

#[test]
fn damaged_proofs() {
    let task = card();
    let (folder, options) = solved(&task);
    let proofs = folder.path().join("shared/proofs");
    let files = fs::read_dir(&proofs).unwrap().map(|entry| entry.unwrap().path()).sorted().collect_vec();
    let mut random = fastrand::Rng::with_seed(5);
    let mut n_refused = 0;
    for file in &files {
        let bytes = fs::read(file).unwrap();
        let mut flipped = bytes.clone();
        flipped[random.usize(..bytes.len())] ^= 1 << random.u32(..8);
        let other = fs::read(&files[random.usize(..files.len())]).unwrap();
        for wrong in [Some(bytes[..random.usize(..bytes.len())].to_vec()), Some(flipped), Some(other), None] {
            match wrong {
                Some(wrong) => fs::write(file, wrong).unwrap(),
                None => fs::remove_file(file).unwrap(),
            }
            match ask(&task, &options) {
                Ok(report) => check_served(&task, &report),
                Err(InternalError::Disk(error)) => {
                    assert!(error.place.starts_with(folder.path()), "{error}");
                    n_refused += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
        fs::write(file, &bytes).unwrap();
    }
    assert!(files.len() < n_refused, "{n_refused} of {}", files.len());
}

/// Lines are about clauses of the formula's frames, and about their literals; here they are added to the last part that is read.
#[test]
fn lines_beyond_the_formula() {
    let task = card();
    let (folder, options) = solved(&task);
    let report = ask(&task, &options).unwrap();
    let refutation = report.refutation.as_deref().unwrap();
    let (system, last) = (&refutation.system, refutation.n_steps);
    let n_lits = (last + 1) * system.n_vars();
    let told = fs::read_dir(question(&folder, last)).unwrap().map(|entry| entry.unwrap().path());
    let told = told.filter(|path| path.extension().is_some_and(|suffix| suffix == "refuted"));
    let named = told.map(|path| text(&path).lines().next_back().unwrap().replace(' ', "-"));
    let name = named.max_by_key(|name| name.rsplit('-').next().unwrap().parse::<usize>().unwrap());
    let proof = folder.path().join("shared/proofs").join(name.unwrap());
    let (seals, right) = (Seals::of(&folder), text(&proof));
    let is_accepted = |line: &str| {
        seals.write(&proof, "proof", &format!("{right}\n{line}"));
        match ask(&task, &options) {
            Ok(report) => {
                check_served(&task, &report);
                true
            }
            Err(InternalError::Disk(error)) => {
                assert!(error.place.starts_with(&proof), "{line}: {error}");
                false
            }
            Err(other) => panic!("{line}: {other}"),
        }
    };
    let (before, after) = (last - 1, last + 1);
    for line in ["i 0", &format!("u 0 {last}"), &format!("t 0 {before}"), &format!("d {n_lits} 0")] {
        assert!(is_accepted(line), "{line}");
    }
    for line in [
        "x 0",
        "u 0",
        &format!("i {}", system.initial().len()),
        &format!("u {} 0", system.universal().len()),
        &format!("u 0 {after}"),
        &format!("t {} 0", system.transition().len()),
        &format!("t 0 {last}"),
        &format!("d {} 0", n_lits + 1),
    ] {
        assert!(!is_accepted(line), "{line}");
    }
}

/// Names of parts become names of files, so that a part of nobody is not looked for, even if it is there.
#[test]
fn parts_of_nobody() {
    let task = card();
    let (folder, options) = solved(&task);
    let told = fs::read_dir(question(&folder, 0)).unwrap().map(|entry| entry.unwrap().path());
    let mut told = told.filter(|path| path.extension().is_some_and(|suffix| suffix == "refuted"));
    let first = told.find(|path| text(path).ends_with(" 0")).unwrap();
    let right = text(&first);
    let (cube, name) = right.rsplit_once('\n').unwrap();
    let proofs = folder.path().join("shared/proofs");
    let part = text(&proofs.join(name.replace(' ', "-"))).replacen(name, "nobody 0 0", 1);
    let seals = Seals::of(&folder);
    seals.write(&proofs.join("nobody-0-0"), "proof", &part);
    seals.write(&first, "refuted", &format!("{cube}\nnobody 0 0"));
    let refused = ask(&task, &options).unwrap_err();
    assert!(matches!(&refused, InternalError::Disk(_)), "{refused}");
    seals.write(&first, "refuted", &right);
    check_served(&task, &ask(&task, &options).unwrap());
}

#[test]
fn without_proofs_there_is_no_certificate() {
    let task = card();
    let folder = tempdir().unwrap();
    let options = shared(&folder, "auto", true);
    let share = options.share.clone().map(|share| Share { has_proofs: false, ..share });
    let refused = ask(&task, &Options { share, ..options.clone() }).unwrap_err();
    assert!(refused.to_string().contains("share FOLDER:proofs in each"), "{refused}");
    let refused = ask(&task, &Options { solver: SolverKind::Batsat, ..options.clone() }).unwrap_err();
    assert!(refused.to_string().contains("kept by varisat"), "{refused}");
    assert!(!folder.path().join("shared").exists());
    assert!(matches!(
        ask(&task, &options).unwrap().outcome,
        Outcome::Solved { .. } | Outcome::NoPlanWithin(_)
    ));
    let share = options.share.clone().map(|share| Share { has_proofs: false, ..share });
    let refused = ask(&task, &Options { share, keeps_refutation: false, ..options }).unwrap_err();
    assert!(refused.to_string().contains("by processes that keep proofs"), "{refused}");
}
