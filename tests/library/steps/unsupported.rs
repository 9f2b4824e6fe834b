//! Options that do not go with steps of several operators are refused, not answered wrongly.

use bmcplan::encode::{
    EncodeError, Encoding, Operators, Semantics, Transition, UnknownSemantics, UnsupportedSemantics,
};
use bmcplan::planner::{
    InternalError, Mode, Options, PlanQuery, SearchHeuristic, Strategy, Unsupported, solve,
};
use bmcplan::stop::Stop;
use bmcplan::task::TaskBuilder;

use super::{PARALLEL, options};

#[test]
fn options_that_do_not_go_together() {
    let task = TaskBuilder::default().build().unwrap();
    let refused = |encoding: &dyn Encoding, options: &Options| match solve(
        &task,
        encoding,
        options,
        &Stop::default(),
        &mut |_| {},
    ) {
        Err(InternalError::Unsupported(reason)) => Some(reason),
        other => {
            other.unwrap();
            None
        }
    };
    for asked in PARALLEL {
        let search = options(asked, Mode::Search);
        assert_eq!(refused(&Operators, &search), None);
        let informed = Options { heuristic: SearchHeuristic::LmCut, ..search };
        assert_eq!(refused(&Operators, &informed), Some(Unsupported::AStar(asked)));
        for wanted in [PlanQuery::All(3), PlanQuery::Count] {
            let list = Options { wanted, ..options(asked, Mode::Formula(Strategy::Incremental)) };
            assert_eq!(refused(&Operators, &list), Some(Unsupported::Listing(asked)));
        }
        let auto = options(asked, Mode::Auto);
        let known = &[Semantics::Sequential];
        let unknown = UnsupportedSemantics { encoding: "transition", known, asked };
        assert_eq!(refused(&Transition, &auto), Some(Unsupported::Encoding(unknown.clone())));
        // Asked directly, it does not describe other steps instead.
        let encoded = Transition.encode(&task, &auto.step, &Stop::default());
        assert!(matches!(encoded, Err(EncodeError::Semantics(error)) if error == unknown));
        assert_eq!(refused(&Operators, &auto), None);
    }
    assert_eq!(refused(&Transition, &options(Semantics::Sequential, Mode::Search)), None);
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
