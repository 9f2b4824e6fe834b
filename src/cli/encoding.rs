//! The encoding that a name means for a problem, with a check that it knows the step semantics.

use crate::encode::{Encoding, Operators, Reductions, Semantics};
use itertools::Itertools as _;

use super::failure::Failure;
use super::lowargs::{ENCODINGS, LowSolve};
use super::problem::Problem;

/// The encoding that was asked for, or else the usual one, if that knows the step semantics.
pub(crate) fn encoding_or(usual: &str, typed: Option<String>, solve: &LowSolve) -> String {
    let of_shared_steps = solve.semantics.is_parallel().then(|| Operators.name());
    typed.unwrap_or_else(|| of_shared_steps.unwrap_or(usual).to_owned())
}

/// The encoding of that name, if it knows the problem and the step semantics.
pub(crate) fn encoding(
    name: &str,
    problem: &Problem,
    semantics: Semantics,
    reductions: Option<Reductions>,
) -> Result<Box<dyn Encoding>, Failure> {
    let knows_steps = |encoding: &dyn Encoding| encoding.semantics().contains(&semantics);
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

/// The encoding of that name or, without a name, the problem's default.
pub(crate) fn encoding_or_default(
    name: Option<&str>,
    problem: &Problem,
) -> Result<Box<dyn Encoding>, Failure> {
    let default = problem.encodings().first().map_or(ENCODINGS[0], |encoding| encoding.name());
    encoding(name.unwrap_or(default), problem, Semantics::Sequential, None)
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
    use crate::frontend::sliding_block::Labelling;
    use crate::frontend::{Source, rush_hour, sliding_block};
    use crate::stop::{Stop, StopReason};
    use crate::task::Task;
    use expect_test::expect;

    use super::*;
    use crate::cli::lowargs::{RUSHHOUR_ENCODINGS, SLIDING_ENCODINGS};
    use crate::cli::problem::Meaning;
    use crate::cli::watch::Limits;

    #[test]
    fn the_names_of_encodings_are_those_that_can_be_typed_the_default_first() {
        let names = |meaning| {
            let source = Source::new("test", "XX..\n");
            let problem = Problem::read(&source, &meaning, &Limits::default(), &Stop::default()).unwrap();
            problem.encodings().iter().map(|encoding| encoding.name()).collect_vec()
        };
        assert_eq!(names(Meaning::RushHour(rush_hour::Metric::Units)), RUSHHOUR_ENCODINGS);
        assert_eq!(names(Meaning::RushHour(rush_hour::Metric::Slides)), ENCODINGS);
        let source = "start\nA.\ngoal\n.A\n";
        let names = |metric| {
            let meaning = Meaning::Sliding(metric, Labelling::Shapes);
            let problem =
                Problem::read(&Source::new("test", source), &meaning, &Limits::default(), &Stop::default());
            problem.unwrap().encodings().iter().map(|encoding| encoding.name()).collect_vec()
        };
        assert_eq!(names(sliding_block::Metric::Units), SLIDING_ENCODINGS);
        assert_eq!(names(sliding_block::Metric::Moves), SLIDING_ENCODINGS[..4]);
    }

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
