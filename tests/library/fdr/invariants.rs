//! Invariant groups: all groups found hold in every reachable state, and the expected ones are found.

use proptest::prelude::*;

use super::generated::ground_task;
use super::interpreter::{is_invariant, reachable};
use bmcplan::stop::Stop;
use bmcplan_kinds::fdr::{
    AtomEffect, AtomId, AtomLiteral, GroundOperator, GroundTask, invariant_groups, task,
};

/// Each atom as one of two predicates of some of three objects.
fn predicates(n: usize) -> impl Strategy<Value = Vec<(usize, Vec<u32>)>> {
    let unary = (0..3_u32).prop_map(|a| (0, vec![a]));
    let binary = (1..3_usize, 0..3_u32, 0..3_u32).prop_map(|(predicate, a, b)| (predicate, vec![a, b]));
    prop::collection::vec(prop_oneof![1 => unary, 2 => binary], n)
}

proptest! {
    #![proptest_config(crate::common::cases::cases(3000))]

    #[test]
    fn groups_hold_in_every_reachable_state(ground in ground_task(), predicates in predicates(11)) {
        let ground = GroundTask { predicates, ..ground };
        let states = reachable(&ground, 200).unwrap();
        for group in invariant_groups(&ground, &Stop::default()) {
            prop_assert!(is_invariant(&group, &states), "{group:?}");
        }
    }
}

/// Builds problems by names.
#[derive(Default)]
struct Names(GroundTask);

impl Names {
    /// `predicate object object`, with `-` before it if it fails.
    fn literal(&mut self, text: &str) -> AtomLiteral {
        let name = text.trim_start_matches('-');
        let number = self.0.atoms.iter().position(|atom| atom == name).unwrap_or_else(|| {
            let code = |word: &str| word.bytes().fold(0_u32, |code, byte| code * 256 + u32::from(byte));
            let mut words = name.split(' ').map(code);
            let predicate = usize::try_from(words.next().unwrap()).unwrap();
            self.0.predicates.push((predicate, words.collect()));
            self.0.atoms.push(name.into());
            self.0.is_derived.push(false);
            self.0.atoms.len() - 1
        });
        AtomLiteral { atom: AtomId(u32::try_from(number).unwrap()), positive: name == text }
    }

    fn operator(&mut self, precondition: &[String], effects: &[String]) {
        let precondition = precondition.iter().map(|text| self.literal(text)).collect();
        let effects =
            effects.iter().map(|text| AtomEffect { condition: vec![], literal: self.literal(text) });
        let effects = effects.collect();
        self.0.operators.push(GroundOperator { name: "o".into(), precondition, effects, cost: 1 });
    }
}

fn sorted(groups: impl IntoIterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let mut groups: Vec<Vec<String>> = groups.into_iter().collect();
    groups.iter_mut().for_each(|group| group.sort());
    groups.sort();
    groups
}

#[test]
fn blocks_are_in_one_place() {
    let mut names = Names::default();
    let blocks = ["a", "b", "c"];
    for x in blocks {
        let [clear, table, hold] = [format!("cl {x}"), format!("tb {x}"), format!("ho {x}")];
        let not = |text: &str| format!("-{text}");
        names.operator(
            &[clear.clone(), table.clone(), "he".into()],
            &[not(&clear), not(&table), "-he".into(), hold.clone()],
        );
        names.operator(std::slice::from_ref(&hold), &[clear.clone(), table.clone(), "he".into(), not(&hold)]);
        for y in blocks.into_iter().filter(|y| *y != x) {
            let [on, below] = [format!("on {x} {y}"), format!("cl {y}")];
            names.operator(
                &[clear.clone(), on.clone(), "he".into()],
                &[not(&clear), not(&on), "-he".into(), hold.clone(), below.clone()],
            );
            names.operator(
                &[hold.clone(), below.clone()],
                &[clear.clone(), on.clone(), "he".into(), not(&hold), not(&below)],
            );
        }
    }
    let initial = ["he", "cl a", "on a b", "tb b", "cl c", "tb c"].map(|name| names.literal(name).atom);
    let mut ground = names.0;
    ground.initial = initial.to_vec();
    let groups = invariant_groups(&ground, &Stop::default());
    assert!(groups.iter().all(|group| group.exactly));
    let found =
        groups.iter().map(|group| group.atoms.iter().map(|atom| ground.atoms[*atom].clone()).collect());
    let others = |x: &str| blocks.into_iter().filter(|y| *y != x).map(str::to_owned).collect::<Vec<_>>();
    let mut expected = vec![vec!["he".to_owned(), "ho a".into(), "ho b".into(), "ho c".into()]];
    for x in blocks {
        let above = others(x).into_iter().map(|y| format!("on {y} {x}"));
        expected.push(above.chain([format!("cl {x}"), format!("ho {x}")]).collect());
        let below = others(x).into_iter().map(|y| format!("on {x} {y}"));
        expected.push(below.chain([format!("tb {x}"), format!("ho {x}")]).collect());
    }
    assert_eq!(sorted(found), sorted(expected));
    let task = task(&ground, &groups, &Stop::default()).unwrap();
    assert!(task.variables().iter().all(|variable| variable.values != ["none"]));
    // None of the large groups has lost an atom to another one.
    assert_eq!(task.variables().len(), 7);
    assert_eq!(
        task.variables().iter().map(|variable| variable.values.len()).sum::<usize>(),
        3 * 4 + 3 * 2 + 2
    );
}

#[test]
fn what_is_never_begun_again_is_found_from_its_other_side() {
    let mut names = Names::default();
    names.operator(&["idle".into()], &["-idle".into(), "busy x".into()]);
    names.operator(&["busy x".into()], &["-busy x".into(), "done".into()]);
    let idle = names.literal("idle").atom;
    let ground = GroundTask { initial: vec![idle], ..names.0 };
    let groups = invariant_groups(&ground, &Stop::default());
    assert_eq!(
        groups.iter().map(|group| (group.atoms.len(), group.exactly)).collect::<Vec<_>>(),
        [(3, true)]
    );
}

#[test]
fn propositions_without_objects_are_grouped() {
    let mut names = Names::default();
    let n = 14;
    for place in 0..n {
        let [here, next, lamp] = [format!("p{place}"), format!("p{}", (place + 1) % n), format!("l{place}")];
        names.operator(std::slice::from_ref(&here), &[format!("-{here}"), next, lamp.clone()]);
        names.operator(&[here, lamp.clone()], &[format!("-{lamp}")]);
    }
    let start = names.literal("p0").atom;
    let ground = GroundTask { initial: vec![start], ..names.0 };
    let groups = invariant_groups(&ground, &Stop::default());
    assert_eq!(
        groups.iter().map(|group| (group.atoms.len(), group.exactly)).collect::<Vec<_>>(),
        [(n, true)]
    );
}

/// A process begins where no other one runs, which a negative literal says: it is at one place.
#[test]
fn a_process_that_nothing_runs_beside_is_at_one_place() {
    let mut names = Names::default();
    for x in ["a", "b"] {
        let places = [1, 2, 3].map(|place| format!("at {x} {place}"));
        names.operator(&["-busy".into()], &["busy".into(), places[0].clone()]);
        for pair in places.windows(2) {
            names.operator(&pair[..1], &[format!("-{}", pair[0]), pair[1].clone()]);
        }
        names.operator(&places[2..], &[format!("-{}", places[2]), "-busy".into()]);
    }
    let mut ground = names.0;
    let groups = invariant_groups(&ground, &Stop::default());
    let found =
        groups.iter().map(|group| group.atoms.iter().map(|atom| ground.atoms[*atom].clone()).collect());
    let all = ["a", "b"].iter().flat_map(|x| [1, 2, 3].map(|place| format!("at {x} {place}")));
    assert_eq!(sorted(found), [all.collect::<Vec<_>>()]);
    assert!(!groups[0].exactly);
    // An addition counts where an atom is deleted, too: two processes may begin.
    let busy = AtomEffect { condition: vec![], literal: ground.operators[0].effects[0].literal };
    let end = ground.operators.last_mut().unwrap();
    end.effects.push(busy);
    assert_eq!(invariant_groups(&ground, &Stop::default()), []);
}
