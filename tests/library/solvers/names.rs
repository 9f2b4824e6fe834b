//! Names of solvers as typed, and the errors for wrong ones.

use bmcplan::solver::{SolverError, SolverKind};
use bmcplan::stop::Stop;
use expect_test::{Expect, expect};

#[test]
fn names_lead_back() {
    for name in [
        "varisat",
        "batsat",
        "ipasir:/a b/lib.so",
        "ipasir:lib:x.so",
        "mallob:.api/jobs.0",
        "cmd:kissat -q",
        "cmd:sh -c 'a | b' '' \"it's\"",
    ] {
        let kind: SolverKind = name.parse().unwrap();
        assert_eq!(kind.to_string(), name);
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    let untidy: SolverKind = "cmd:  'kissat'   -q".parse().unwrap();
    assert_eq!(untidy.to_string(), "cmd:kissat -q");
}

fn refused(name: &str, expected: Expect) {
    expected.assert_eq(&name.parse::<SolverKind>().unwrap_err().to_string());
}

#[test]
fn names_of_nothing() {
    let all: Vec<String> = SolverKind::ALL.iter().map(SolverKind::to_string).collect();
    let said = "minisat".parse::<SolverKind>().unwrap_err().to_string();
    let forms = "ipasir:PATH, cmd:'PROGRAM ARGS', mallob:DIR";
    assert_eq!(said, format!("no solver is called `minisat`; there are: {}, {forms}", all.join(", ")));
    refused("ipasir:", expect!["`ipasir:` needs the path of a shared library after it"]);
    refused(
        "mallob:",
        expect!["`mallob:` needs the folder of a running service after it, such as mallob:.api/jobs.0"],
    );
    refused("cmd:", expect!["`cmd:` needs a program after it, such as cmd:'kissat -q'"]);
    refused("cmd:a 'b", expect!["`cmd:a 'b`: a quote is not closed, or a backslash is at the end"]);
}

#[test]
fn a_feature_may_be_left_out() {
    match "cadical".parse::<SolverKind>() {
        Ok(kind) => assert!(SolverKind::ALL.contains(&kind)),
        Err(error) => expect!["`cadical` is not part of this build; build with `--features cadical`"]
            .assert_eq(&error.to_string()),
    }
}

fn missing(name: &str, why: &str) {
    let kind: SolverKind = name.parse().unwrap();
    match kind.build(&Stop::default()) {
        Err(SolverError::Missing { solver, cause }) => {
            assert_eq!(solver, name);
            assert!(cause.contains(why), "{cause}");
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("{name} is there"),
    }
}

#[test]
fn what_is_not_there_is_told_before_any_work() {
    missing("cmd:no-such-solver -q", "there is no program `no-such-solver` that can be run");
    missing("cmd:/no/such/solver", "there is no program `/no/such/solver` that can be run");
    missing("cmd:/etc/passwd", "there is no program `/etc/passwd` that can be run");
    missing("mallob:/no/such/folder", "there is no folder `/no/such/folder/in`; Mallob makes it");
    missing("ipasir:/no/such/library.so", "/no/such/library.so: cannot open shared object file");
    missing("ipasir:/etc/passwd", "/etc/passwd: invalid ELF header");
}

#[test]
fn a_library_of_another_kind() {
    missing("ipasir:libc.so.6", "undefined symbol: ipasir_");
}
