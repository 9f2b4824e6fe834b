//! The encoding of a name, with a check that it knows the problem's metric, the step semantics and the reductions.

use crate::encode::{Encoding, Reductions, Semantics};
use crate::problem::{COMMON_ENCODINGS, Problem};
use itertools::Itertools as _;

use super::failure::Failure;

/// The encoding of that name, or else the first that knows the step semantics.
pub(crate) fn encoding(
    name: Option<&str>,
    problem: &dyn Problem,
    semantics: Semantics,
    reductions: Option<Reductions>,
) -> Result<Box<dyn Encoding>, Failure> {
    let knows_steps = |encoding: &dyn Encoding| encoding.check(semantics).is_ok();
    let usual = || problem.encodings().iter().find(|known| knows_steps(&***known)).map(|known| known.name());
    let name = name.or_else(usual).unwrap_or(COMMON_ENCODINGS[0]);
    let encoding = choose(name, problem.metric(), problem.encodings())?;
    let unknown =
        reductions.into_iter().flat_map(Reductions::iter).find(|one| !encoding.reductions().has(*one));
    if let Some(unknown) = unknown {
        let known = encoding.reductions();
        return Err(Failure::Usage(format!("--encoding {name} --reduce {unknown}: {name} knows {known}")));
    }
    if knows_steps(&*encoding) {
        return Ok(encoding);
    }
    let known = problem.encodings();
    let names = known.iter().filter(|known| knows_steps(&***known)).map(|known| known.name()).join(", ");
    Err(Failure::Usage(format!(
        "--encoding {name} --semantics {semantics}: {name} does not know such steps; these do: {names}"
    )))
}

fn choose(name: &str, metric: &str, known: Vec<Box<dyn Encoding>>) -> Result<Box<dyn Encoding>, Failure> {
    let names = known.iter().map(|encoding| encoding.name()).join(", ");
    known.into_iter().find(|encoding| encoding.name() == name).ok_or_else(|| {
        Failure::Usage(format!(
            "--encoding {name} --metric {metric}: {name} does not describe moves in {metric}; these do: {names}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use crate::encode::{StepOptions, TransitionSystem};
    use crate::stop::{Stop, StopReason};
    use crate::task::Task;
    use expect_test::expect;

    use super::*;

    struct Named(&'static str);

    impl Encoding for Named {
        fn name(&self) -> &'static str {
            self.0
        }

        fn describe(&self, _: &Task, _: &StepOptions, _: &Stop) -> Result<TransitionSystem, StopReason> {
            panic!("only chosen")
        }
    }

    #[test]
    fn an_encoding_may_know_some_metrics_only() {
        let known = || -> Vec<Box<dyn Encoding>> { vec![Box::new(Named("both"))] };
        assert!(choose("both", "slides", known()).is_ok());
        let Err(failure) = choose("one", "slides", known()) else { panic!("it knows units only") };
        expect!["--encoding one --metric slides: one does not describe moves in slides; these do: both"]
            .assert_eq(&failure.to_string());
    }
}
