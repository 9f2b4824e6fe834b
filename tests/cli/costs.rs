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
