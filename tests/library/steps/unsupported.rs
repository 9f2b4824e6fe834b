//! Semantics that an encoding does not know, and such as there are not.

use bmcplan::encode::{
    EncodeError, Encoding, Semantics, StepOptions, Transition, UnknownSemantics, UnsupportedSemantics,
};
use bmcplan::stop::Stop;
use bmcplan::task::TaskBuilder;

use super::PARALLEL;

/// Asked directly, an encoding does not describe other steps instead.
#[test]
fn steps_that_an_encoding_does_not_know() {
    let task = TaskBuilder::default().build().unwrap();
    for asked in PARALLEL {
        let known = &[Semantics::Sequential];
        let unknown = UnsupportedSemantics { encoding: "transition", known, asked };
        let step = StepOptions { semantics: asked, ..StepOptions::default() };
        let encoded = Transition.encode(&task, &step, &Stop::default());
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
