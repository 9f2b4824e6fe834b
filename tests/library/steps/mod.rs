//! Steps of several operators: the makespans of formulas and search against a reference that tries all subsets.

pub(crate) mod reference;
mod search;
mod traps;

use bmcplan::encode::{
    EncodeError, Encoding as _, Semantics, StepOptions, Transition, UnknownSemantics, UnsupportedSemantics,
};
use bmcplan::horizon::LemmaCopies;
use bmcplan::stop::Stop;
use bmcplan::task::TaskBuilder;
use bmcplan_planner::{Mode, Options};

/// The semantics in which operators share steps.
pub(crate) const PARALLEL: [Semantics; 2] = [Semantics::ForAll, Semantics::Exists];

/// Options for that semantics.
fn options(semantics: Semantics, mode: Mode) -> Options {
    let step = StepOptions { semantics, ..StepOptions::default() };
    Options { mode, step, copy_lemmas: LemmaCopies::Always, ..Options::default() }
}

/// Asked directly, it does not describe other steps instead.
#[test]
fn an_encoding_refuses_steps_that_it_does_not_know() {
    let task = TaskBuilder::default().build().unwrap();
    for asked in PARALLEL {
        let encoded = Transition.encode(&task, &options(asked, Mode::Auto).step, &Stop::default());
        let known = &[Semantics::Sequential];
        let unknown = UnsupportedSemantics { encoding: "transition", known, asked };
        assert!(matches!(encoded, Err(EncodeError::Semantics(error)) if error == unknown));
    }
}

#[test]
fn names() {
    for semantics in Semantics::ALL {
        assert_eq!(semantics.to_string().parse(), Ok(semantics));
    }
    let unknown: UnknownSemantics = "parallel".parse::<Semantics>().unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "no step semantics is called `parallel`; there are: sequential, forall, exists"
    );
}
