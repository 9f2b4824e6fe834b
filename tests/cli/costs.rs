//! Cheapest plans on the command line: what is said of them, and what is refused where least cost is asked for, or is not.

use crate::certificates::{manifest, verdict};
use crate::run_in;
use crate::{code, stderr, stdout};

/// Both checkers accept what is written, and refuse that it answers the question about the other metric.
#[test]
fn cheapest_plans_are_certified() {
    let root = env!("CARGO_MANIFEST_DIR");
    for (problem, other, evidences) in [
        ("pddl/parcels/problem.pddl", Some("actions"), &["recount"][..]),
        ("costs/heavy.toml", None, &["recount", "proof"]),
    ] {
        for evidence in evidences {
            let folder = tempfile::tempdir().unwrap();
            let metric = if other.is_some() { "--metric cost" } else { "" };
            let line = format!("solve {root}/instances/{problem} {metric} --certify c --evidence {evidence}");
            let written = run_in(&folder, &line);
            assert_eq!(code(&written), 0, "{problem}: {}", stderr(&written));
            let word = if *evidence == "proof" { "\ncertified: " } else { "\nrecomputed: " };
            assert!(stdout(&written).contains(word), "{problem}: {}", stdout(&written));
            let cost = if other.is_some() { "11.5 (115 in task.sas)" } else { "17" };
            let said = stdout(&run_in(&folder, "verify c"));
            assert!(said.contains(&format!("cost {cost}, cheapest, by ")), "{said}");
            assert!(said.contains(&format!("\nchecked: plan.txt costs {cost}\n")), "{said}");
            let (code, reason) = verdict(&folder);
            assert_eq!(code, 0, "{problem} {evidence}: {reason}");
            if let Some(other) = other {
                manifest(&folder, |json| json["options"]["metric"] = other.into());
                let (code, reason) = verdict(&folder);
                assert_ne!(code, 0, "{problem} {evidence}");
                assert!(reason.contains("another metric"), "{reason}");
            }
        }
    }
}

#[test]
fn a_suite_expects_a_cost_with_decimals() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["domain.pddl", "problem.pddl"] {
        std::fs::copy(format!("instances/pddl/parcels/{name}"), folder.path().join(name)).unwrap();
    }
    for (cost, exit) in [("11.5", 0), ("11.4", 20), ("11.55", 20), ("11", 20)] {
        let suite = format!(
            "[[group]]\ninstances = [[\"domain.pddl\", \"problem.pddl\"]]\n\
             metrics = [\"cost\", \"actions\"]\nmodes = [\"search\"]\n\
             expected = {{ cost = {cost}, actions = 7 }}\n"
        );
        std::fs::write(folder.path().join("suite.toml"), suite).unwrap();
        let output = run_in(&folder, &format!("bench suite.toml --out {cost}.jsonl"));
        assert_eq!(code(&output), exit, "{cost}: {}", stderr(&output));
        let log = std::fs::read_to_string(folder.path().join(format!("{cost}.jsonl"))).unwrap();
        crate::json_keys::check_lines(&log);
        let again = run_in(&folder, &format!("bench --report {cost}.jsonl"));
        assert_eq!(code(&again), exit, "{cost}: {}", stderr(&again));
    }
}
