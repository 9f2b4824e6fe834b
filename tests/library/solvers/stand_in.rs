//! A program that is a solver and lies on demand: this test binary, started anew, with varisat behind it.

use std::fs::OpenOptions;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::{env, fs};

use bmcplan::formula::Lit;
use bmcplan::solver::{Answer, SolverKind};
use bmcplan::stop::Stop;

/// The environment variables with the file that counts the calls, and with the number of honest ones.
const CALLS: &str = "BMCPLAN_TEST_CALLS";
const HONEST: &str = "BMCPLAN_TEST_HONEST";

/// A solver that answers honestly so many times, and "unsatisfiable" from then on; `calls` counts.
pub(crate) fn honest_for(honest: usize, calls: &Path) -> SolverKind {
    let _ = fs::remove_file(calls);
    let (calls, honest) = (format!("{CALLS}={}", calls.display()), format!("{HONEST}={honest}"));
    let this = env::current_exe().unwrap().display().to_string();
    let test = ["solvers::stand_in::serve", "--exact", "--ignored", "--nocapture", "--test-threads=1"];
    let words = [&["env", &calls, &honest, &this], &test[..]].concat();
    format!("cmd:{}", shlex::try_join(words).unwrap()).parse().unwrap()
}

#[test]
#[ignore = "it is started by other tests, as a program"]
fn serve() {
    let (Ok(calls), Ok(honest)) = (env::var(CALLS), env::var(HONEST)) else { return };
    let mut file = OpenOptions::new().create(true).append(true).open(calls).unwrap();
    let before = file.metadata().unwrap().len();
    file.write_all(b".").unwrap();
    let said = if before < honest.parse().unwrap() { solved() } else { "s UNSATISFIABLE".to_owned() };
    // The harness may have begun a line.
    writeln!(io::stdout(), "\n{said}").unwrap();
}

/// The answer to the formula on standard input.
fn solved() -> String {
    let mut formula = String::new();
    io::stdin().read_to_string(&mut formula).unwrap();
    let mut solver = SolverKind::default().build(&Stop::default()).unwrap();
    let mut n_vars = 0;
    for line in formula.lines() {
        if let Some(header) = line.strip_prefix("p cnf ") {
            n_vars = header.split(' ').next().unwrap().parse().unwrap();
            solver.reserve(n_vars);
        } else {
            let numbers = line.split_whitespace().map(|word| word.parse().unwrap());
            let clause: Vec<Lit> = numbers.filter_map(Lit::from_dimacs).collect();
            solver.add_clause(&clause);
        }
    }
    match solver.solve(&[]).unwrap() {
        Answer::Satisfiable => {
            let numbers =
                (1..=i32::try_from(n_vars).unwrap()).map(|number| Lit::from_dimacs(number).unwrap());
            let holds = |lit: Lit| if solver.value(lit) == Some(true) { lit } else { !lit };
            let model: Vec<String> = numbers.map(|lit| holds(lit).to_dimacs().to_string()).collect();
            format!("s SATISFIABLE\nv {} 0", model.join(" "))
        }
        _ => "s UNSATISFIABLE".to_owned(),
    }
}
