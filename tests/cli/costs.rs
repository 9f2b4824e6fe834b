//! Cheapest plans on the command line: what is said of them, and what is refused where least cost is asked for, or is not.

use expect_test::{Expect, expect};

use crate::certificates::{manifest, run_in, verdict};
use crate::{bmcplan, check_output, code, stderr, stdout};

const PARCELS: &str = "pddl instances/pddl/parcels/problem.pddl";
const HEAVY: &str = "rushhour instances/costs/heavy.toml";

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The last line of the answer, without the time.
fn last_line(line: &str) -> String {
    let output = bmcplan(&words(line)).output().unwrap();
    assert_eq!(code(&output), 0, "{line}: {}", stderr(&output));
    let text = stdout(&output);
    let last = text.lines().last().unwrap_or_default();
    last.rsplit_once(" (").map_or(last, |(known, _)| known).to_owned()
}

#[test]
fn every_way_gives_a_cheapest_plan_of_fewest_actions() {
    for mode in ["", "--search", "--search --heuristic lmcut", "--incremental", "--first --anytime"] {
        let known = last_line(&format!("{PARCELS} {mode}"));
        assert!(
            known.starts_with("cost 11.5, cheapest; 8 actions: every cost up to 11.4 was refuted by "),
            "{mode}: {known}"
        );
        let known = last_line(&format!("{HEAVY} {mode}"));
        assert!(
            known.starts_with("cost 17, cheapest; 17 units: every cost up to 16 was refuted by "),
            "{mode}: {known}"
        );
    }
    assert!(last_line(&format!("{PARCELS} --metric actions")).starts_with("7 actions, cost 1"));
    assert!(last_line(&format!("{PARCELS} --first")).contains(", perhaps not cheapest; "));
    let slides = last_line(&format!("{HEAVY} --metric slides --search"));
    assert_eq!(slides, "cost 11, cheapest; 11 slides: every cost up to 10 was refuted by search");
}

/// The solver of formulas with a relaxed rest has a part in the answer, though no horizon is tried.
#[test]
fn formulas_with_a_relaxed_rest_name_their_solver() {
    let output = bmcplan(&words(&format!("{PARCELS} --incremental --solver batsat"))).output().unwrap();
    let (text, warnings) = (stdout(&output), stderr(&output));
    let means = "(incremental, operators, batsat, ";
    assert!(text.contains("every cost up to 11.4") && text.contains(means), "{text}");
    assert!(!warnings.contains("no effect"), "{warnings}");
}

#[test]
fn a_greatest_cost_is_to_costs_what_a_horizon_is_to_lengths() {
    let answer = |limit: &str| {
        let line = format!("{PARCELS} --max-cost {limit} --search --quiet");
        let output = bmcplan(&words(&line)).output().unwrap();
        (code(&output), stdout(&output).lines().count())
    };
    assert_eq!(answer("11.5"), (0, 8));
    assert_eq!(answer("11.4"), (11, 0));
    assert_eq!(answer("0"), (11, 0));
    let none = bmcplan(&words(&format!("{PARCELS} --max-cost 11 --search"))).output().unwrap();
    assert!(
        stdout(&none).starts_with("no plan of cost 11 or less exists, proved by search; dearer ones"),
        "{}",
        stdout(&none)
    );
}

#[test]
fn lists_and_numbers_of_cheapest_plans() {
    let counted = |line: &str| last_line(&format!("{line} --count --search"));
    assert_eq!(
        counted(&format!("{PARCELS} --fewest")),
        "cost 11.5, cheapest; 8 actions: every cost up to 11.4 was refuted by search; 2 of that cost and length"
    );
    assert_eq!(
        counted(HEAVY),
        "cost 17, cheapest; 17 units: every cost up to 16 was refuted by search; 6 of that cost; as slides it may be cheaper: --metric slides"
    );
    let endless = bmcplan(&words(&format!("{PARCELS} --count"))).output().unwrap();
    assert_eq!(code(&endless), 2);
    let said =
        "endlessly many cheapest plans, since actions that cost nothing lead in a circle; --fewest asks for";
    assert!(stderr(&endless).contains(said), "{}", stderr(&endless));
}

/// A free action that can be done again and changes nothing makes plans no longer.
#[test]
fn what_changes_nothing_leads_in_no_circle() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(define (domain d) (:predicates (p) (q)) (:functions (total-cost))
        (:action one :effect (p))
        (:action two :precondition (p) :effect (and (q) (increase (total-cost) 3))))
        (define (problem e) (:domain d) (:init) (:goal (q)) (:metric minimize (total-cost)))";
    std::fs::write(folder.path().join("free.pddl"), text).unwrap();
    let counted = run_in(&folder, "pddl free.pddl --count --json --search");
    assert_eq!(code(&counted), 0, "{}", stderr(&counted));
    assert!(
        stdout(&counted).contains(r#""cost":3,"#) && stdout(&counted).contains(r#""count":1,"#),
        "{}",
        stdout(&counted)
    );
}

fn refused(line: &str, expected: Expect) {
    let output = bmcplan(&words(line)).output().unwrap();
    assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{line}");
    expected.assert_eq(&stderr(&output));
}

#[test]
fn settings_of_the_other_metric_are_refused() {
    refused(
        &format!("{PARCELS} --minimize 11"),
        expect![[r#"
        error: --minimize is about lengths, and least cost is asked for; leave it out, or give --metric actions where the problem has both
    "#]],
    );
    refused(
        &format!("{PARCELS} --max-horizon 11"),
        expect![[r#"
        error: --max-horizon is about lengths, and least cost is asked for; leave it out, or give --metric actions where the problem has both
    "#]],
    );
    refused(
        &format!("{PARCELS} --horizon 11"),
        expect![[r#"
        error: --horizon is about lengths, and least cost is asked for; leave it out, or give --metric actions where the problem has both
    "#]],
    );
    refused(
        &format!("{PARCELS} --pdr"),
        expect![[r#"
        error: the mode pdr bounds lengths, and a longer plan may be cheaper: ask in another mode, or for fewest actions where the problem has both metrics
    "#]],
    );
    refused(
        &format!("{PARCELS} --semantics exists"),
        expect![[r#"
        error: --semantics: costs are minimised with sequential steps only, not exists: ask for sequential steps, or for fewest actions where the problem has both metrics
    "#]],
    );
    // A board with costs has no other metric.
    refused(
        "rushhour instances/costs/heavy.toml --semantics exists",
        expect![[r#"
        error: --semantics: costs are minimised with sequential steps only, not exists: ask for sequential steps, or for fewest actions where the problem has both metrics
    "#]],
    );
    refused(
        &format!("{PARCELS} --incremental --all"),
        expect![[r#"
        error: --all: cheapest plans are listed and counted by search only: ask for one plan, or in the mode search
    "#]],
    );
    refused(
        &format!("{PARCELS} --metric actions --max-cost 3"),
        expect![[r#"
        error: --max-cost is about costs, and shortest plans are asked for; leave it out, or give --metric cost where the problem has both
    "#]],
    );
    refused(
        "rushhour instances/sample02.toml --max-cost 3",
        expect![[r#"
        error: --max-cost is about costs, and shortest plans are asked for; leave it out, or give --metric cost where the problem has both
    "#]],
    );
    refused(
        "rushhour instances/sample02.toml --count --fewest",
        expect![[r#"
        error: --fewest is about costs, and shortest plans are asked for; leave it out, or give --metric cost where the problem has both
    "#]],
    );
    refused(
        &format!("{PARCELS} --fewest"),
        expect![[r#"
        error: --fewest makes no sense without --all or --count; add one of them, or leave it out
    "#]],
    );
    refused(
        &format!("{PARCELS} --max-cost=-3"),
        expect![[r#"
        error: invalid value '-3' for '--max-cost <COST>': a cost is meant, such as 37 or 3.5

        For more information, try '--help'.
    "#]],
    );
    refused(
        "pddl instances/pddl/trolley/problem.pddl --metric cost",
        expect![[r#"
        error: the domain has no costs, and plans of least cost are asked for
         --> instances/pddl/trolley/domain.pddl:1:1
          |
        1 | ; A librarian takes books back to the rooms that they belong in, on a trolley with few places.
          | ^ in this file
          |
          = help: write (increase (total-cost) …) into the effects of actions, or ask for fewest actions
    "#]],
    );
}

#[test]
fn the_answer_in_json() {
    let output = bmcplan(&words(&format!("{PARCELS} --search --json"))).output().unwrap();
    check_output(
        &output,
        expect![[r#"
        {"kind":"pddl","name":"problem","file":"instances/pddl/parcels/problem.pddl","status":"solved","metric":"cost","unit":"actions","goal":null,"open_goals":null,"length":8,"cost":11.5,"makespan":8,"optimal":true,"refuted":null,"refuted_below":11.4,"proved_by":"search","plan":["drive depot village","load stove village","drive village depot","unload stove depot","load letter depot","drive depot village","drive village farm","unload letter farm"],"moves":[{"name":"drive depot village","piece":null,"direction":null,"cells":null,"path":null},{"name":"load stove village","piece":null,"direction":null,"cells":null,"path":null},{"name":"drive village depot","piece":null,"direction":null,"cells":null,"path":null},{"name":"unload stove depot","piece":null,"direction":null,"cells":null,"path":null},{"name":"load letter depot","piece":null,"direction":null,"cells":null,"path":null},{"name":"drive depot village","piece":null,"direction":null,"cells":null,"path":null},{"name":"drive village farm","piece":null,"direction":null,"cells":null,"path":null},{"name":"unload letter farm","piece":null,"direction":null,"cells":null,"path":null}],"plans":null,"count":null,"complete":null,"mode":"search","schedule":null,"encoding":null,"semantics":"sequential","solver":null,"horizons":[],"variables":null,"clauses":null,"literals":null,"formula_bytes":null,"states":46,"build_seconds":null,"solver_seconds":null,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
        -- stderr
        -- exit code 0
    "#]],
    );
}

#[test]
fn somebodys_plan_may_not_be_cheapest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan");
    let path = path.to_str().unwrap();
    for (metric, verdicts, exit) in [
        ("cost", ["valid, and cheapest: 8 actions, cost 11.5\n", ""], 0),
        ("actions", ["valid, and not cheapest: 7 actions, cost 1", "; there is a plan of cost 11.5\n"], 20),
    ] {
        let line = format!("{PARCELS} --metric {metric} --plan-out {path}");
        let solved = bmcplan(&words(&line)).output().unwrap();
        assert_eq!(code(&solved), 0, "{}", stderr(&solved));
        let problem = "instances/pddl/parcels/problem.pddl";
        let checked = bmcplan(&["check", problem, path, "--optimal"]).output().unwrap();
        let said = stdout(&checked);
        assert!(said.starts_with(verdicts[0]) && said.ends_with(verdicts[1]), "{said}");
        assert_eq!(code(&checked), exit);
    }
}

/// Nothing is cheaper than nothing, whatever a move is.
#[test]
fn no_metric_makes_a_free_plan_cheaper() {
    let folder = tempfile::tempdir().unwrap();
    for (price, cost, hint) in [(0, 0, false), (3, 6, true)] {
        let board = format!("board = \"\"\"\nXX..\n\"\"\"\ncost = {{ X = {price} }}\n");
        std::fs::write(folder.path().join("board.toml"), board).unwrap();
        let said = stdout(&run_in(&folder, "solve board.toml --search"));
        assert!(said.contains(&format!("cost {cost}, cheapest; 2 units")), "{said}");
        assert_eq!(said.contains("it may be cheaper"), hint, "{said}");
    }
}

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
