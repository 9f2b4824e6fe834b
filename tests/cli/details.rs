//! Parts of answers beside the plan: who proved it, other metrics, moves in parts, states, statistics, names; and limits
//! of counts and of CPU time.

use serde_json::Value;

use crate::{answer, bmcplan, code, stdout};

/// The path of a move that is followed from the start leads to where the board has the car.
#[test]
fn paths_lead_from_state_to_state() {
    for line in [
        "rushhour --board BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN --json --frames",
        "rushhour --board BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN --json --frames --metric slides",
        "sliding instances/sliding/klotski.toml --json --frames --metric moves",
    ] {
        let answer = answer(line);
        let (moves, states) = (answer["moves"].as_array().unwrap(), answer["frames"].as_array().unwrap());
        assert_eq!(moves.len() + 1, states.len(), "{line}");
        for (index, made) in moves.iter().enumerate() {
            let (path, cells) = (made["path"].as_array().unwrap(), made["cells"].as_u64().unwrap());
            assert_eq!(path.len() as u64, cells + 1, "{line}: {made}");
            assert_eq!(made["name"], answer["plan"][index], "{line}");
            for (place, state) in [(&path[0], &states[index]), (&path[path.len() - 1], &states[index + 1])] {
                let [row, column] = [0, 1].map(|at| usize::try_from(place[at].as_u64().unwrap()).unwrap());
                // A frame of one line and of two characters, and a space between cells.
                let shown = state.as_str().unwrap().lines().nth(row).unwrap().chars().nth(2 * column);
                let piece = made["piece"].as_str().unwrap().chars().next();
                assert_eq!(shown, piece, "{line}: {made} in\n{}", state.as_str().unwrap());
            }
        }
    }
}

/// A solver that waits takes no CPU time, and one that works takes it even if it is another process.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_cpu_time() {
    let limited = |solver: &str, limits: &[&str], stopped_by: &str| {
        let line = ["rushhour", "instances/sample02.toml", "--incremental", "--solver", solver, "--json"];
        let output = bmcplan(&[&line, limits].concat()).output().unwrap();
        let object: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!((code(&output), &object["stopped_by"]), (12, &stopped_by.into()), "{solver}: {object}");
        object["wall_seconds"].as_f64().unwrap()
    };
    let working = "cmd:sh -c 'while :; do :; done'";
    assert!(0.4 <= limited(working, &["--cpu-timeout", "500ms", "--timeout", "1m"], "cpu_timeout"));
    let sleeping = "cmd:sh -c 'sleep 60'";
    assert!(0.9 <= limited(sleeping, &["--cpu-timeout", "500ms", "--timeout", "1s"], "timeout"));
    let hard = "rushhour instances/large/12x12_7.toml --metric slides --json --cpu-timeout 0.3";
    let object = answer(hard);
    assert_eq!(object["stopped_by"], "cpu_timeout", "{object}");
    assert!(0.3 <= object["cpu_seconds"].as_f64().unwrap(), "{object}");
}

/// Parts of a run are no longer than the run, by the clock of all of them.
#[test]
fn seconds_of_parts_add_up() {
    for line in [
        "rushhour instances/sample05.toml --json --incremental",
        "rushhour instances/sample02.toml --json --incremental --cubes landmarks:3 --threads 2",
        "prisoners --days 3 --count --limit 1000 --json",
    ] {
        let object = answer(line);
        let seconds = |key: &str| object[key].as_f64().unwrap();
        let parts = seconds("build_seconds") + seconds("solver_seconds");
        assert!(parts <= seconds("cpu_seconds"), "{line}: {object}");
    }
}
