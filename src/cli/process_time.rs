//! The CPU time of this process and of all that it has started, as the system counts it: on Linux only.

use std::time::Duration;

/// What they took so far, running ones included; none where that cannot be found out.
#[cfg(target_os = "linux")]
pub(crate) fn taken() -> Option<Duration> {
    let ticks = of_tree(std::process::id());
    let (ticks, a_second) = (u32::try_from(ticks?).ok()?, rustix::param::clock_ticks_per_second());
    Some(Duration::from_secs(1) * ticks / u32::try_from(a_second).ok()?)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn taken() -> Option<Duration> {
    None
}

/// In ticks of the system's clock. A process that ends meanwhile is counted for its parent the next time.
#[cfg(target_os = "linux")]
fn of_tree(process: u32) -> Option<u64> {
    use std::fs;
    let folder = format!("/proc/{process}");
    let stat = fs::read_to_string(format!("{folder}/stat")).ok()?;
    // Behind the name in parentheses, which may have spaces: the state, ten numbers, and then the time of its own and of
    // children that it has waited for, each by themselves and by the system for them.
    let (_, rest) = stat.rsplit_once(')')?;
    let own: u64 =
        rest.split_whitespace().skip(11).take(4).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    let threads = fs::read_dir(format!("{folder}/task")).ok()?;
    let children = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
    let children: Vec<u32> = children
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect();
    Some(own + children.into_iter().filter_map(of_tree).sum::<u64>())
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::process::Command;
    use std::time::Instant;

    use super::*;

    #[test]
    fn running_children_count() {
        let mut busy = Command::new("sh").args(["-c", "(while :; do :; done) & wait"]).spawn().unwrap();
        let (before, begun) = (taken().unwrap(), Instant::now());
        while taken().unwrap() < before + Duration::from_millis(200)
            && begun.elapsed() < Duration::from_secs(60)
        {
            std::thread::sleep(Duration::from_millis(5));
        }
        let after = taken().unwrap();
        let children = format!("/proc/{}/task/{0}/children", busy.id());
        for child in std::fs::read_to_string(children).unwrap().split_whitespace() {
            Command::new("kill").arg(child).status().unwrap();
        }
        busy.kill().unwrap();
        busy.wait().unwrap();
        assert!(before + Duration::from_millis(200) <= after);
    }
}
