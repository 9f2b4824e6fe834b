//! The progress line on a terminal: its times tick while a solver is silent.

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::process::Stdio;
use std::thread;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::{bmcplan, stdout};

/// Runs a command line with a terminal as standard error. Returns what stands on standard output and on the terminal.
fn on_a_terminal(line: &str) -> (String, String) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap();
    let program_side = OpenOptions::new().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let mut command = bmcplan(&line.split_whitespace().collect::<Vec<_>>());
    command.env("TERM", "xterm").stderr(program_side).stdout(Stdio::piped());
    let child = command.spawn().unwrap();
    // Until it is dropped, the terminal has a writer.
    drop(command);
    let shown = thread::spawn(move || {
        let mut shown = Vec::new();
        // The terminal of a program that has ended cannot be read.
        let _ = File::from(terminal).read_to_end(&mut shown);
        String::from_utf8_lossy(&shown).into_owned()
    });
    let output = child.wait_with_output().unwrap();
    (stdout(&output), shown.join().unwrap())
}

#[test]
fn times_tick_while_a_solver_is_silent() {
    let (text, shown) =
        on_a_terminal("sliding instances/sliding/klotski.toml --horizon 60 --timeout 3.3 --solver batsat");
    assert!(text.contains("stopped by the timeout"), "{text}");
    assert!(shown.contains("horizon 60, 0s"), "{shown:?}");
    for seconds in [1, 2] {
        assert!(shown.contains(&format!("horizon 60 for {seconds}s, ")), "{shown:?}");
    }
    // Nothing is left of the line.
    assert!(shown.ends_with("\r\u{1b}[2K"), "{shown:?}");
}

#[test]
fn times_tick_while_one_of_many_problems_is_solved() {
    let (_, shown) = on_a_terminal(
        "solve instances/sliding/klotski.toml instances/sliding/ma.toml --horizon 60 --timeout 3.3 --jobs 2",
    );
    for seconds in [1, 2] {
        assert!(shown.contains(&format!(" 0/2, {seconds}s, ")), "{shown:?}");
    }
}
