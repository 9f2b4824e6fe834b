//! A system without repeated clauses, for people and programs that read its formula.
//!
//! Encoders write some clauses twice: a mutex of two facts of one variable, an effect that several conditions activate. Solvers
//! do not mind. A clause is repeated if its part has it already, or a part that is copied wherever this one is: clauses of every
//! frame are in each frame of a step, and those of a step in both steps of three frames.

use bmcplan_base::ordered::{Set, sort};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{Lit, Var};

use super::TransitionSystem;
use super::headings::HeadedClauses;

/// Clauses of a part: its number of frames, and the clauses as sorted literals.
type PartClauses = (usize, Set<Vec<Lit>>);

impl TransitionSystem {
    /// Returns the system without repeated clauses. The clauses of a horizon are the same, but each frame has each once.
    ///
    /// # Errors
    /// `stop` was raised.
    pub fn without_repeats(&self, stop: &Stop) -> Result<Self, StopReason> {
        let mut repeats = Repeats { n_vars: self.n_vars(), known: Vec::new(), stop };
        let (universal, every_frame) = repeats.leave_out(&self.universal, 1)?;
        repeats.known.push(every_frame);
        let (initial, _) = repeats.leave_out(&self.initial, 1)?;
        let (transition, every_step) = repeats.leave_out(&self.transition, 2)?;
        repeats.known.push(every_step);
        let (succession, _) = repeats.leave_out(&self.succession, 3)?;
        Ok(Self { initial, universal, transition, succession, ..self.clone() })
    }
}

struct Repeats<'a> {
    n_vars: usize,
    /// Parts whose clauses hold wherever they fit into the frames of another part.
    known: Vec<PartClauses>,
    stop: &'a Stop,
}

impl Repeats<'_> {
    /// Returns the clauses of a part over `n_frames` frames that are not repeated, in two forms.
    fn leave_out(
        &self,
        part: &HeadedClauses,
        n_frames: usize,
    ) -> Result<(HeadedClauses, PartClauses), StopReason> {
        let (mut kept, mut own) = (HeadedClauses::default(), Set::new());
        for (heading, clause) in part.iter() {
            self.stop.check()?;
            let is_known = self.known.iter().any(|(n, clauses)| {
                let places = 0..=n_frames.saturating_sub(*n);
                places.filter_map(|place| self.key(clause, place)).any(|key| clauses.contains(&key))
            });
            if !is_known && self.key(clause, 0).is_some_and(|key| own.insert(key)) {
                kept.push(heading, clause);
            }
        }
        Ok((kept, (n_frames, own)))
    }

    /// Returns a clause as sorted literals, `place` frames earlier; `None` if it is about a frame before that.
    fn key(&self, clause: &[Lit], place: usize) -> Option<Vec<Lit>> {
        let earlier = |lit: &Lit| {
            let index = lit.var().index().checked_sub(place * self.n_vars)?;
            Some(Var::from_index(index).lit(lit.is_positive()))
        };
        let mut key: Vec<Lit> = clause.iter().map(earlier).collect::<Option<_>>()?;
        sort(&mut key);
        key.dedup();
        Some(key)
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_formula::{ClauseSink as _, Cnf, Formula};

    use super::*;
    use crate::encode::{Part, SystemBuilder, Unrolling, next};

    /// Returns the clauses of a horizon by the frame that adds them, each sorted.
    fn by_frame(system: &TransitionSystem, horizon: usize) -> Vec<Vec<Vec<Lit>>> {
        let sorted = |clauses: &Cnf, from: usize| {
            let mut clauses: Vec<Vec<Lit>> = clauses.clauses().skip(from).map(<[Lit]>::to_vec).collect();
            clauses.iter_mut().for_each(|clause| {
                clause.sort_unstable();
                clause.dedup();
            });
            clauses.sort_unstable();
            clauses
        };
        let (mut unrolling, mut formula) = (Unrolling::of(system), Formula::default());
        (0..=horizon)
            .map(|_| {
                let from = formula.cnf().len();
                unrolling.grow(&mut formula);
                sorted(formula.cnf(), from)
            })
            .collect()
    }

    #[test]
    fn a_frame_has_each_clause_once_and_a_horizon_has_the_same_clauses() {
        let mut builder = SystemBuilder::default();
        let [a, b, idle] = ["a", "b", "idle"].map(|name| builder.var(name));
        let mut every = builder.part(Part::Universal);
        every.add_clause(&[a, b]);
        every.add_clause(&[b, a, a]);
        let mut initial = builder.part(Part::Initial);
        [&[a][..], &[!b], &[b, a], &[a]].iter().for_each(|clause| initial.add_clause(clause));
        let mut step = builder.part(Part::Transition);
        step.add_clause(&[a, b]);
        step.add_clause(&[next(b), next(a)]);
        // In both frames, though in no single one of them in every frame.
        step.add_clause(&[!a, idle]);
        step.add_clause(&[next(!a), next(idle)]);
        step.add_clause(&[a, next(b)]);
        let mut three = builder.part(Part::Succession);
        three.add_clause(&[next(a), next(next(b))]);
        three.add_clause(&[next(next(!a)), next(next(idle))]);
        three.add_clause(&[next(next(a)), next(next(b))]);
        three.add_clause(&[next(next(!b))]);
        let system = builder.finish(&[], idle, Vec::new()).unwrap();
        let once = system.without_repeats(&Stop::default()).unwrap();
        for horizon in 0..4 {
            let (all, once) = (by_frame(&system, horizon), by_frame(&once, horizon));
            for frame in &once {
                assert!(frame.windows(2).all(|pair| pair[0] != pair[1]), "{frame:?}");
            }
            let set = |frames: Vec<Vec<Vec<Lit>>>| frames.into_iter().flatten().collect::<Set<_>>();
            assert_eq!(set(once), set(all), "horizon {horizon}");
        }
        assert_eq!(once.initial().len(), 2);
        assert_eq!((once.universal().len(), once.transition().len(), once.succession().len()), (1, 3, 1));
    }
}
