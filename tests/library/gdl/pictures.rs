//! Pictures of games for play in a page: what is drawn as a thing in a place, for the states that no plan shows, too.

use bmcplan::draw::film::PlayableGame;
use bmcplan::kinds::GDL;
use bmcplan::plan::Plan;
use bmcplan::problem::{ProblemOptions, Trajectory};
use bmcplan::stop::Stop;
use bmcplan::text::Source;

/// A game whose moves put the fox somewhere, with these rules for what stays.
fn game(stays: &str) -> PlayableGame {
    let sheet = format!(
        "(role p) (place 1) (place 2) (init (at fox 1)) (init (at hen 1)) (init still)
         (<= (legal p (put fox ?place)) (place ?place))
         (<= (next (at fox ?place)) (does p (put fox ?place)))
         (<= (next (at hen ?place)) (true (at hen ?place)) (not (true (at fox ?place))))
         (<= (next (at hen ?other)) (true (at hen ?place)) (true (at fox ?place)) (other ?place ?other))
         (other 1 2) (other 2 1) (next still) {stays}
         (<= terminal (true (at hen 2))) (<= (goal p 100) (true (at fox 2)) (true (at hen 2)))"
    );
    played(&sheet)
}

fn played(sheet: &str) -> PlayableGame {
    let stop = Stop::default();
    let problem = GDL.read(&[Source::new("fox", sheet)], &ProblemOptions::default(), &stop).unwrap();
    let task = problem.task(None, &stop).unwrap();
    let states = [task.initial().clone()];
    let run = Trajectory { task: &task, plan: &Plan::default(), states: &states };
    *problem.film("fox", run).game.unwrap()
}

#[test]
fn things_that_are_in_one_place_are_tokens() {
    let game = game("");
    let names: Vec<&str> = game.film.actors.iter().map(|actor| &*actor.name).collect();
    assert_eq!(names, ["fox", "hen"]);
    let put = game.facts.iter().find(|fact| fact.name == "(at fox 2)").unwrap();
    assert_eq!(put.look.places.iter().filter(|place| place.is_some()).count(), 1);
}

#[test]
fn things_that_may_be_in_two_places_are_not() {
    let game = game("(<= (next (at fox ?place)) (true (at fox ?place)))");
    let names: Vec<&str> = game.film.actors.iter().map(|actor| &*actor.name).collect();
    assert_eq!(names, Vec::<&str>::new());
    // Each fact is a light, and those that always hold are not shown.
    let shapes = |name: &str| game.facts.iter().find(|fact| fact.name == name).unwrap().look.shapes.len();
    assert_eq!(["(at fox 1)", "(at fox 2)", "(at hen 2)", "still"].map(shapes), [1, 1, 1, 0]);
    assert_eq!(game.film.frames.len(), 1);
}

#[test]
fn on_and_off_are_one_light() {
    let game = played(
        "(role p) (init (off l)) (init (off r)) (init (off m)) (legal p l) (legal p r)
         (<= (next (on ?x)) (does p ?x) (true (off ?x))) (<= (next (off ?x)) (does p ?x) (true (on ?x)))
         (<= (next (on ?x)) (true (on ?x)) (not (does p ?x))) (<= (next (off ?x)) (true (off ?x)) (not (does p ?x)))
         (<= terminal (true (on l)) (true (on r))) (<= (goal p 100) (true (on l)) (true (on r)))",
    );
    let shapes = |name: &str| game.facts.iter().find(|fact| fact.name == name).unwrap().look.shapes.len();
    assert_eq!(["(on l)", "(off l)", "(on r)", "(off r)"].map(shapes), [1, 0, 1, 0]);
}
