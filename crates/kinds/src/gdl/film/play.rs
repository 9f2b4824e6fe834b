//! Pictures of all states of a game, for play in a page: what each fact adds to the picture.
//!
//! The layout is found from more frames than those of a plan. Each fact has one to itself, and so has each pair of facts that
//! may hold together. So a thing that may be in two places, for instance, is not drawn as a thing in a place.

use bmcplan_base::ordered::{Map, Set};
use bmcplan_draw::film::{Frame, PlayableFact, PlayableGame};
use bmcplan_draw::playable::PlayableRules;
use bmcplan_task::{Fact, Task, VarId};
use itertools::Itertools as _;

use super::board::LIGHTS;
use super::facts::Facts;
use super::film_of;
use crate::gdl::game::GameFact;
use crate::problem::Trajectory;

/// Greatest number of facts, since pairs of them are compared.
const MAX_FACTS: usize = 300;

/// Returns the game that a page plays. `states` are the facts at the start and after each move, and `moves` the names of the
/// moves. `None` if there are too many facts.
pub fn game(
    title: &str,
    states: &[Vec<String>],
    moves: &[String],
    orders: &[Vec<String>],
    facts: Vec<GameFact>,
    (rules, run): (PlayableRules, Trajectory<'_>),
) -> Option<PlayableGame> {
    if MAX_FACTS < facts.len() {
        return None;
    }
    let off = off_facts(&facts, run.task);
    let mut frames = frames(states, &facts, run.task);
    frames.iter_mut().for_each(|frame| frame.retain(|fact| !off.contains(&**fact)));
    let mut read = Facts::of(&frames);
    read.n_played = states.len();
    read.n_drawn = states.len() + 2 * (facts.len() + 1);
    let captions = ["start"].into_iter().chain(moves.iter().map(String::as_str)).map(str::to_owned);
    let words = states.iter().map(|state| bmcplan_draw::facts(state));
    let words = captions.zip(words).chain(std::iter::repeat_with(Default::default)).take(read.n_drawn);
    let mut film = film_of(title, &read, words, orders);
    let mut looks = film.frames.split_off(states.len()).into_iter().skip(1).step_by(2);
    let empty = looks.next()?;
    let facts = facts.into_iter().zip(looks).map(|(fact, look)| PlayableFact {
        name: fact.name,
        at: fact.at.map(|facts| facts.iter().map(|fact| (fact.var.index(), fact.value)).collect()),
        look: added(look, &empty),
    });
    Some(PlayableGame {
        facts: facts.collect(),
        states: run.states.iter().map(|state| state.values().to_vec()).collect(),
        film,
        empty,
        rules,
    })
}

/// Returns the facts that a light is off, such as `(off p)`, where `(on p)` is the other value of the same variable. The picture
/// of that one says both.
fn off_facts<'f>(facts: &'f [GameFact], task: &Task) -> Set<&'f str> {
    let variable = |fact: &GameFact| match fact.at.as_deref() {
        Some([at]) if task.variables()[at.var.index()].values.len() == 2 => Some(at.var),
        _ => None,
    };
    let variables: Map<&str, VarId> =
        facts.iter().filter_map(|fact| Some((&*fact.name, variable(fact)?))).collect();
    let is_off = |name: &str| {
        let (word, rest) = name.strip_prefix('(')?.split_once(' ')?;
        let [_, on] = LIGHTS.iter().find(|[off, _]| *off == word)?;
        Some(variables.get(name)? == variables.get(&*format!("({on} {rest}"))?)
    };
    facts.iter().map(|fact| &*fact.name).filter(|name| is_off(name) == Some(true)).collect()
}

/// Returns the facts of all frames: the states, then nothing and each fact, twice each, then each pair that may hold together.
/// Constant facts are in all of them.
///
/// Tables mark what has changed since the frame before, so the second of two equal frames has no marks.
fn frames(states: &[Vec<String>], facts: &[GameFact], task: &Task) -> Vec<Vec<String>> {
    let constant: Vec<&GameFact> = facts.iter().filter(|fact| fact.at.is_none()).collect();
    let with = |added: &[&GameFact]| -> Vec<String> {
        let added = added.iter().copied().filter(|fact| fact.at.is_some());
        constant.iter().copied().chain(added).map(|fact| fact.name.clone()).collect()
    };
    let looks = [vec![]].into_iter().chain(facts.iter().map(|fact| vec![fact]));
    let mutexes: Set<[Fact; 2]> =
        task.mutexes().iter().flat_map(|&[one, other]| [[one, other], [other, one]]).collect();
    let is_together =
        |one: Fact, other: Fact| one == other || one.var != other.var && !mutexes.contains(&[one, other]);
    // The first word has the bracket of the fact, too.
    let relation = |fact: &GameFact| fact.name.split(' ').next().map(str::to_owned);
    let pairs = facts.iter().array_combinations().filter(|[one, other]| {
        let [Some(these), Some(those)] = [&one.at, &other.at] else { return false };
        relation(one) == relation(other)
            && these.iter().cartesian_product(those).any(|(one, other)| is_together(*one, *other))
    });
    let looks = looks.flat_map(|added| [with(&added), with(&added)]);
    states.iter().cloned().chain(looks).chain(pairs.map(|pair| with(&pair))).collect()
}

/// Returns a frame without what the empty one shows, too.
fn added(mut look: Frame, empty: &Frame) -> Frame {
    look.shapes.retain(|shape| !empty.shapes.contains(shape));
    for (place, common) in look.places.iter_mut().zip(&empty.places) {
        if place == common {
            *place = None;
        }
    }
    look
}
