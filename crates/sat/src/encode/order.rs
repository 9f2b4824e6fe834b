//! Ordering of commuting operators: of two consecutive arcs that could be exchanged, the arc of the greater variable comes
//! first.
//!
//! Let step t take arc a = (x → x') of variable v and step t+1 arc b = (y → y') of a greater variable w. Suppose that b could
//! be taken before a, and a after it. Then this order leads to the same state, and its plan is as short and lexicographically
//! greater in the sequence of variables that move. So the greatest of the shortest plans never takes a and b in this order, and
//! a formula need not either (partial-order reduction; Godefroid, *Partial-order methods for the verification of concurrent
//! systems*, 1996).
//!
//! The values x, x', y and y' decide whether a and b can be exchanged. The conditions of b on other variables than v have the
//! same truth value before a and after it. Its conditions on v are checked for the value x; likewise for a and the value y'.
//! The second half matters for slides: b may be possible before a and yet end on cells that a sweeps, which makes a impossible.

use itertools::Itertools;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_task::Fact;

use super::blocking::MovingVariable;
use super::dtg::Mutexes;
use super::headings::ORDER;
use super::state::StateTerms;
use super::{Part, SystemBuilder, Term};

/// Adds clauses for the order of all pairs of movers: of two, the earlier one in the list moves first.
pub(super) fn sort(
    movers: &[MovingVariable<'_>],
    mutexes: &Mutexes,
    state: &mut StateTerms<'_>,
    builder: &mut SystemBuilder,
) {
    for (index, second) in movers.iter().enumerate() {
        for first in &movers[index + 1..] {
            if builder.is_stopped() {
                return;
            }
            Pair { first: *first, second: *second, mutexes }.sort(state, builder);
        }
    }
}

/// Two variables that move in the wrong order: the greater one, `second`, after the smaller one.
struct Pair<'a> {
    first: MovingVariable<'a>,
    second: MovingVariable<'a>,
    mutexes: &'a Mutexes,
}

type Classes = Set<usize>;

/// Classes that two consecutive arcs go through: of the first variable before and after, of the second before and after.
type Quadruple = [usize; 4];

impl Pair<'_> {
    fn sort(&self, state: &mut StateTerms<'_>, builder: &mut SystemBuilder) {
        let entangled = |mover: &MovingVariable<'_>, with: &MovingVariable<'_>| {
            mover.blocking.iter().any(|b| b.is_entangled(with.var))
        };
        if entangled(&self.first, &self.second) || entangled(&self.second, &self.first) {
            return;
        }
        let moved = [self.first.moved.into(), Term::from(self.second.moved).next()];
        let ignores = |mover: &MovingVariable<'_>, other: &MovingVariable<'_>| {
            mover.blocking.iter().all(|b| b.ignores(other.var))
        };
        if ignores(&self.first, &self.second) && ignores(&self.second, &self.first) {
            builder.part(Part::Transition).under(ORDER).rule(&moved, &[]);
            return;
        }
        let classes = [classes(&self.first, &self.second, state), classes(&self.second, &self.first, state)];
        let runs = self.runs(&classes);
        let mut writer = OrderWriter { classes: &classes, moved, state, builder };
        writer.write(&runs);
    }

    /// Returns the pairs of arcs that can follow each other, by classes; true if some of them could not be exchanged.
    fn runs(&self, [of_first, of_second]: &[Partition; 2]) -> Map<Quadruple, bool> {
        let mut runs = Map::new();
        for (a, blocks_a) in self.first.arcs.iter().zip(self.first.blocking) {
            for (b, blocks_b) in self.second.arcs.iter().zip(self.second.blocking) {
                let excluded = [(a.from, b.from), (a.to, b.from), (a.to, b.to)];
                let is_possible = !excluded.iter().any(|(x, y)| self.mutexes.exclude(*x, *y))
                    && !blocks_a.blocks(b.from)
                    && !blocks_b.blocks(a.to);
                if is_possible {
                    let stuck = blocks_b.blocks(a.from) || blocks_a.blocks(b.to);
                    let quadruple =
                        [of_first.of(a.from), of_first.of(a.to), of_second.of(b.from), of_second.of(b.to)];
                    *runs.entry(quadruple).or_insert(false) |= stuck;
                }
            }
        }
        runs
    }
}

/// Values of a variable, in classes of values that are equivalent for another variable.
struct Partition {
    class_of: Vec<usize>,
    /// Reachable values of each class.
    members: Vec<Vec<Fact>>,
}

impl Partition {
    fn of(&self, fact: Fact) -> usize {
        self.class_of[fact.value_index()]
    }
}

/// Partitions the values of `mover`. Values of one class block the same arcs of the other variable. They are connected by arcs
/// that no value of the other variable blocks.
fn classes(mover: &MovingVariable<'_>, other: &MovingVariable<'_>, state: &StateTerms<'_>) -> Partition {
    let facts: Vec<Fact> = state.task().facts(mover.var).collect();
    let blocked = |fact: &Fact| other.blocking.iter().map(|blocking| blocking.blocks(*fact)).collect_vec();
    let blocked = facts.iter().map(blocked).collect_vec();
    let mut class_of = (0..facts.len()).collect_vec();
    for (arc, blocking) in mover.arcs.iter().zip(mover.blocking) {
        let (from, to) = (arc.from.value_index(), arc.to.value_index());
        if blocking.ignores(other.var) && blocked[from] == blocked[to] {
            let (kept, merged) = (class_of[from].min(class_of[to]), class_of[from].max(class_of[to]));
            class_of.iter_mut().filter(|class| **class == merged).for_each(|class| *class = kept);
        }
    }
    let mut members = vec![Vec::new(); facts.len()];
    for fact in facts.iter().filter(|fact| state.fact(**fact) != Term::False) {
        members[class_of[fact.value_index()]].push(*fact);
    }
    Partition { class_of, members }
}

struct OrderWriter<'a, 't> {
    classes: &'a [Partition; 2],
    moved: [Term; 2],
    state: &'a mut StateTerms<'t>,
    builder: &'a mut SystemBuilder,
}

impl OrderWriter<'_, '_> {
    /// Adds first the clauses over the first variable's start and the second's end, then the clauses with a third place.
    fn write(&mut self, runs: &Map<Quadruple, bool>) {
        // For each start of the first variable: the ends that the second could have, and the allowed ones.
        let ends = |key: fn(&Quadruple) -> Vec<usize>| {
            let mut ends: Map<Vec<usize>, [Classes; 2]> = Map::new();
            for (quadruple, stuck) in runs {
                let [could, may] = ends.entry(key(quadruple)).or_default();
                could.insert(quadruple[3]);
                if *stuck {
                    may.insert(quadruple[3]);
                }
            }
            ends
        };
        let coarse = ends(|[x, _, _, _]| vec![*x]);
        let mut groups: Map<Classes, Classes> = Map::new();
        for (key, [could, may]) in &coarse {
            if could != may {
                groups.entry(may.clone()).or_default().insert(key[0]);
            }
        }
        for (may, starts) in groups {
            self.forbid([Some(&starts), None, None], &may);
        }
        let may_coarsely = |x: usize| coarse.get(&vec![x]).map(|[_, may]| may.clone()).unwrap_or_default();
        let mut finer: Set<(usize, usize, usize, Classes)> = Set::new();
        for (position, key) in [
            (2, (|[x, _, y, _]| vec![*x, *y]) as fn(&Quadruple) -> Vec<usize>),
            (1, |[x, x2, _, _]| vec![*x, *x2]),
        ] {
            let mut groups: Map<(usize, Classes), Classes> = Map::new();
            for (key, [could, may]) in ends(key) {
                let coarse = may_coarsely(key[0]);
                if could.intersection(&coarse).any(|end| !may.contains(end)) {
                    groups.entry((key[0], may.clone())).or_default().insert(key[1]);
                    finer.insert((position, key[0], key[1], may));
                }
            }
            for ((start, may), others) in groups {
                let starts = Classes::from([start]);
                let bodies = if position == 2 {
                    [Some(&starts), None, Some(&others)]
                } else {
                    [Some(&starts), Some(&others), None]
                };
                self.forbid(bodies, &may);
            }
        }
        let is_covered = |[x, x2, y, y2]: &Quadruple| {
            !may_coarsely(*x).contains(y2)
                || finer.iter().any(|(position, start, other, may)| {
                    start == x && other == if *position == 2 { y } else { x2 } && !may.contains(y2)
                })
        };
        for (quadruple, _) in runs.iter().filter(|(quadruple, stuck)| !**stuck && !is_covered(quadruple)) {
            let [x, x2, y, y2] = quadruple.map(|class| Classes::from([class]));
            let elsewhere = (0..self.classes[1].members.len()).filter(|class| !y2.contains(class)).collect();
            self.forbid([Some(&x), Some(&x2), Some(&y)], &elsewhere);
        }
    }

    /// Adds a clause: if both move in this order, and their variables go through these classes, the second one ends in one of
    /// `may`.
    fn forbid(&mut self, [x, x2, y]: [Option<&Classes>; 3], may: &Classes) {
        let [first, second] = self.classes;
        let mut body = self.moved.to_vec();
        let mut head = Vec::new();
        for (classes, partition, frame) in [(x, first, 0), (x2, first, 1), (y, second, 1)] {
            if let Some(classes) = classes {
                self.member(classes, partition, frame, &mut body, &mut head);
            }
        }
        let part = if may.is_empty() { Part::Transition } else { Part::Succession };
        let ends = may.iter().flat_map(|class| &second.members[*class]);
        head.extend(ends.map(|fact| self.state.fact(*fact).next().next()));
        self.builder.part(part).under(ORDER).rule(&body, &head);
    }

    /// Adds the condition that a variable is in one of `classes` to a rule's body, or its negation to the head.
    fn member(
        &mut self,
        classes: &Classes,
        partition: &Partition,
        frame: usize,
        body: &mut Vec<Term>,
        head: &mut Vec<Term>,
    ) {
        let later = |term: Term| (0..frame).fold(term, |term, _| term.next());
        let inside: Set<Fact> =
            classes.iter().flat_map(|class| &partition.members[*class]).copied().collect();
        if let [only] = self.state.one_of(&inside, self.builder).as_slice() {
            body.push(later(*only));
            return;
        }
        let outside = (0..partition.members.len()).filter(|class| !classes.contains(class));
        head.extend(
            outside.flat_map(|class| &partition.members[class]).map(|fact| later(self.state.fact(*fact))),
        );
    }
}
