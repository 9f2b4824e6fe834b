//! check.py, the checker in Python. Tests ask it hundreds of times, so it runs in [forks](self#serve.py) of a few processes that have read it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::{fs, io};

use tempfile::TempDir;

use crate::skipped::skipped;

/// The exit code of a check and what it printed.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Those that wait for a question.
static IDLE: Mutex<Vec<Child>> = Mutex::new(Vec::new());

fn start() -> io::Result<Child> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut python = Command::new("python3");
    python.arg(root.join("tests/checker/serve.py")).arg(root.join("crates/verify/src/check.py"));
    python.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
}

/// Runs `check.py ARGUMENT` in a directory; says so where it cannot, for want of Python or forks.
pub(crate) fn check_py(directory: &Path, argument: &str) -> Option<Said> {
    let idle = IDLE.lock().unwrap().pop();
    let started =
        if cfg!(unix) { idle.map_or_else(start, Ok) } else { Err(io::ErrorKind::Unsupported.into()) };
    let mut server = match started {
        Ok(server) => server,
        Err(error) => {
            skipped(&format!("check.py: {error}"));
            return None;
        }
    };
    let files = TempDir::new().unwrap();
    let [stdout, stderr] = ["stdout", "stderr"].map(|name| files.path().join(name));
    let question = serde_json::json!([directory, argument, stdout, stderr]);
    writeln!(server.stdin.as_mut().unwrap(), "{question}").unwrap();
    let mut code = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut code).unwrap();
    IDLE.lock().unwrap().push(server);
    let read = |path| fs::read_to_string(path).unwrap();
    Some(Said { code: code.trim().parse().unwrap(), stdout: read(stdout), stderr: read(stderr) })
}
