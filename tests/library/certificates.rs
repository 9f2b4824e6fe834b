//! Proofs that no shorter plan exists: made, and checked.

use std::convert::Infallible;
use std::path::Path;

use bmcplan::certificate::{LratChecker, Specification};
use bmcplan::certify::write_proof;
use bmcplan::problem;
use bmcplan::stop::Stop;
use bmcplan::task::Task;

/// Makes a proof that there is no plan of so many steps, and checks it. Gives its size.
fn certify(task: &Task, n_steps: usize) -> Result<usize, String> {
    let task = task.portable().map_err(|error| error.to_string())?;
    let specification = Specification::of(&task);
    let mut proof = Vec::new();
    write_proof(&task, &specification, n_steps, &Stop::default(), &mut proof, &mut |_| {})
        .map_err(|error| error.to_string())?;
    let mut checker = LratChecker::default();
    let Ok(()) = specification.for_each_clause(n_steps, |clause| {
        checker.add_clause(clause);
        Ok::<(), Infallible>(())
    });
    checker.check(&proof[..]).map_err(|error| error.to_string())?;
    Ok(proof.len())
}

#[test]
fn try_some() {
    for (file, optimum) in [("instances/sample02.toml", 39), ("instances/sample23.toml", 75)] {
        let problem = problem::read(Path::new(file)).unwrap();
        let task = problem.task(None, &Stop::default()).unwrap();
        let size = certify(&task, optimum - 1).unwrap();
        println!("{file}: {size} bytes");
    }
}
