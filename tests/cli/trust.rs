//! No foreign solver is left behind.

use crate::bmcplan;

/// 4 units.
const BOARD: &str = "..B.XXB.........";

/// A solver that hangs ends with a command that is killed without being asked.
#[test]
#[cfg(target_os = "linux")]
fn no_solver_is_left_behind() {
    use std::fs;
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::Duration;

    // Found again by how long it sleeps, which is no other test's time.
    let time = format!("86398.{}", std::process::id());
    let is_running = || {
        let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
        lines.any(|line| {
            line == format!("sleep\0{time}\0").as_bytes()
                || line.ends_with(format!("/sleep\0{time}\0").as_bytes())
        })
    };
    let solver = format!("cmd:sleep {time}");
    let line = ["rushhour", "--board", BOARD, "--lower-bound", "none", "--incremental", "--solver", &solver];
    let mut child = bmcplan(&line).stdout(Stdio::null()).spawn().unwrap();
    while !is_running() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let buried = (0..1000).any(|_| {
        sleep(Duration::from_millis(10));
        !is_running()
    });
    assert!(buried, "sleep {time} goes on");
}
