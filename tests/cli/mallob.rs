//! The script that starts Mallob, runs the program and ends Mallob, with stand-ins for the launcher and the program.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::{bmcplan, code, stderr, stdout};

/// In place of the launcher's: makes the folders of a service, and says when it ends.
const MPIRUN: &str = r#"#!/bin/sh
echo "$(pwd) $*"
for argument; do
    case $argument in
    -apidir=*) folder=${argument#-apidir=}/jobs.0 ;;
    -fails) exit 1 ;;
    esac
done
trap 'echo ended; exit 0' TERM
mkdir -p "$folder/in" "$folder/out"
while :; do sleep 0.01; done
"#;

/// In place of the program's.
const PROGRAM: &str = r#"#!/bin/sh
echo "$*"
[ -d "${4#mallob:}/in" ] && exit 11
"#;

fn script(folder: &Path, line: &str) -> Output {
    for (name, text) in [("mpirun", MPIRUN), ("program", PROGRAM)] {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/slurm-mallob.sh"))
        .args(line.split_whitespace())
        .envs([("PATH", path), ("BMCPLAN", folder.join("program").display().to_string())])
        .envs([("MALLOB_THREADS", "3")])
        .env_remove("SLURM_JOB_ID")
        .env_remove("SLURM_CPUS_PER_TASK")
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn the_script_starts_a_service_and_ends_it() {
    let folder = TempDir::new().unwrap();
    let at = folder.path().canonicalize().unwrap();
    fs::create_dir(at.join("built")).unwrap();
    let output = script(&at, "built -np 2 -- solve board");
    let said = stdout(&output);
    assert_eq!(code(&output), 11, "{}", stderr(&output));
    let service = said.trim().strip_prefix("solve board --solver mallob:").unwrap();
    let service = Path::new(service).parent().unwrap();
    assert!(!service.exists());
    let log = fs::read_to_string(service.with_extension("log")).unwrap();
    let (built, service) = (at.join("built"), service.display());
    let built = built.display();
    assert_eq!(log, format!("{built} -np 2 build/mallob -t=3 -cm=0 -inotify=0 -apidir={service}\nended\n"));

    let output = script(&at, "built -fails -- solve board");
    assert!(code(&output) == 2 && stderr(&output).contains("Mallob has ended before"), "{}", stderr(&output));
    for usage in ["", "built", "built -- ", "built -np 2 solve board"] {
        let output = script(&at, usage);
        assert!(code(&output) == 2 && stderr(&output).contains("OPTIONS OF srun"), "{usage}");
    }
}

#[test]
fn a_folder_without_a_service() {
    let output =
        bmcplan(&["rushhour", "--board", "ooXX", "--incremental", "--solver", "mallob:no-such"]).output();
    let output = output.unwrap();
    assert_eq!((code(&output), &*stdout(&output)), (2, ""));
    let said = stderr(&output);
    assert!(
        said.starts_with(
            "error: the SAT solver mallob:no-such cannot be used: there is no folder `no-such/in`; Mallob"
        ),
        "{said}"
    );
}
