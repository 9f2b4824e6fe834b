//! The encoding `transition`, without a variable per operator: an operator is a pair of values of one variable in consecutive
//! frames.
//!
//! Most operators of a puzzle change one variable v from a known value x to a known value y. Such an operator needs no
//! variable: it *is* the pair (v=x now, v=y next), and its precondition is attached to that pair. One variable `moved(v)` per
//! state variable says that the step moves v, and only these are in the constraint of one operator a step. This is the
//! transition-based view of SASE (Huang, Chen & Zhang, *SAS⁺ planning as satisfiability*, 2012) with the transition variables
//! themselves left out.
//!
//! All other operators get a variable as in `operators`: those with several or conditional effects, without a fixed source
//! value, or with the pair of another operator. Both kinds share one step.

use itertools::{Itertools as _, iproduct};

use bmcplan_base::ordered::Map;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::Lit;
use bmcplan_task::{Dependence, Fact, Literal, OperatorId, Task, VarId};

use super::blocking::{Blocking, MovingVariable};
use super::commuting::{Leads, order_others};
use super::dtg::{Arc, Mutexes, VariableDtg, arcs_and_others, joining};
use super::headings::{FRAME_AXIOMS, PRECONDITIONS, SYMMETRIES};
use super::operator_variables::{Causes, OperatorTerms, operator_terms};
use super::order_encoding::{ValueRelation, products};
use super::sequential::sequential_step;
use super::state::{StateTerms, ValueEncoding};
use super::swept_cells::{self, blockers};
use super::symmetry::Breakable;
use super::{
    Encoding, Operators, Part, Reduction, Reductions, StepOptions, SystemBuilder, Term, TransitionSystem,
    order,
};

/// Heading of the clauses about the values from which and to which a variable moves.
const MOVES: &str = "moves";

/// Heading of the reduction `repeats`.
const REPEATS: &str = "moves taken back or made in two parts";

/// Transition-based encoding.
#[derive(Debug, Clone, Copy, Default)]
pub struct Transition;

impl Encoding for Transition {
    fn name(&self) -> &'static str {
        "transition"
    }

    fn reductions(&self) -> Reductions {
        Reductions::ALL
    }

    fn describe(
        &self,
        task: &Task,
        options: &StepOptions,
        stop: &Stop,
    ) -> Result<TransitionSystem, StopReason> {
        let mut builder = SystemBuilder::until(stop);
        let reductions = options.reductions.of(task);
        let mut state = StateTerms::declare(task, reductions, ValueEncoding::Ordered, &mut builder, stop);
        let mut causes = Causes::none(task);
        let mut movers: Vec<Lit> = Vec::new();
        let mut of_others: Vec<OperatorTerms> = Vec::new();
        let (arcs, others) = arcs_and_others(task, state.reachable(), stop);
        // Those of one pair come last.
        let is_in_order = arcs.is_empty() && others.is_sorted();
        for id in others {
            let terms = operator_terms(id, &mut state, &mut causes, &mut builder);
            movers.push(terms.lit);
            of_others.push(terms);
        }
        let mutexes = Mutexes::of(state.task(), state.mutexes(), stop);
        let mut steps: Vec<VariableDtg<'_>> = Vec::new();
        for (var, arcs) in &arcs {
            let moved = builder.var(format!("moved({})", task.variables()[var.index()].name));
            builder.mover(moved, arcs.iter().map(|arc| arc.operator).collect());
            steps.push(VariableDtg { var: *var, arcs, moved, mutexes: &mutexes });
            movers.push(moved);
        }
        for steps in steps.iter().take_while(|_| !stop.is_raised()) {
            steps.write(&mut state, &mut causes, &mut builder);
        }
        reduce(&steps, reductions, &mut state, &mut builder);
        let leads = if reductions.has(Reduction::Order) {
            order_others(&of_others, &steps, &mutexes, &causes, &mut state, &mut builder)
        } else {
            Leads::new()
        };
        if reductions.has(Reduction::Symmetries) {
            for symmetry in Breakable::all(&state, |_| true, &mut builder) {
                break_symmetry(&symmetry, &steps, &of_others, &leads, &state, &mut builder);
            }
        }
        causes.explain(&state, &mut builder);
        let goal: Vec<Term> =
            task.goal().iter().map(|literal| state.literal(*literal, &mut builder)).collect();
        let idle = sequential_step(&movers, &goal, options.at_most_one, &mut builder);
        // Without arcs, what is left is `operators`, unless the others were ordered.
        let same_as = (is_in_order && leads.is_empty()).then(|| Operators.name());
        Ok(TransitionSystem { same_as, ..builder.finish(&goal, idle, state.into_facts())? })
    }
}

/// Adds clauses for the reductions `order` and `repeats` of arcs.
fn reduce(
    steps: &[VariableDtg<'_>],
    reductions: Reductions,
    state: &mut StateTerms<'_>,
    builder: &mut SystemBuilder,
) {
    if !reductions.has(Reduction::Order) && !reductions.has(Reduction::Repeats) {
        return;
    }
    let dependence = Dependence::of(state.task());
    let of_arcs = |arcs: &[Arc]| {
        let arcs = arcs.iter().take_while(|_| !state.is_stopped());
        arcs.map(|arc| Blocking::of(state.task(), &dependence, arc)).collect()
    };
    let blocking: Vec<Vec<Blocking>> = steps.iter().map(|steps| of_arcs(steps.arcs)).collect();
    if state.is_stopped() {
        return;
    }
    let movers = steps.iter().zip(&blocking).map(|(steps, blocking)| {
        let VariableDtg { var, arcs, moved, .. } = *steps;
        MovingVariable { var, arcs, blocking, moved }
    });
    // The greater variable moves first.
    let movers: Vec<MovingVariable<'_>> = movers.rev().collect();
    if reductions.has(Reduction::Order)
        && let Some(VariableDtg { mutexes, .. }) = steps.first()
    {
        order::sort(&movers, mutexes, state, builder);
    }
    if reductions.has(Reduction::Repeats) {
        movers.iter().for_each(|mover| forbid_repeats(mover, state, builder));
    }
}

/// Excludes operators that are not preferred to their images. Operators of greater variables are preferred.
fn break_symmetry(
    symmetry: &Breakable,
    steps: &[VariableDtg<'_>],
    of_others: &[OperatorTerms],
    leads: &Leads,
    state: &StateTerms<'_>,
    builder: &mut SystemBuilder,
) {
    let arcs = steps.iter().flat_map(|steps| steps.arcs.iter().map(|arc| (arc.operator, steps.var)));
    let var_of: Map<OperatorId, VarId> = arcs.collect();
    // Other operators are preferred to arcs.
    let rank = |id| var_of.get(&id).map_or((true, leads.get(&id)), |var| (false, Some(var)));
    let worse = symmetry.worse(|id| (rank(id), id));
    let mut transition = builder.part(Part::Transition).under(SYMMETRIES);
    for other in of_others.iter().filter(|other| worse.contains(&other.id)) {
        transition.rule(&[symmetry.fixed, other.lit.into()], &[]);
    }
    for VariableDtg { arcs, moved, .. } in steps {
        let body = [symmetry.fixed, (*moved).into()];
        if arcs.iter().all(|arc| worse.contains(&arc.operator)) {
            transition.rule(&body, &[]);
            continue;
        }
        for arc in arcs.iter().filter(|arc| worse.contains(&arc.operator)) {
            transition.rule(&[body[0], body[1], state.fact(arc.from), state.fact(arc.to).next()], &[]);
        }
    }
}

impl VariableDtg<'_> {
    fn write(&self, state: &mut StateTerms<'_>, causes: &mut Causes, builder: &mut SystemBuilder) {
        let task = state.task();
        let moved = Term::from(self.moved);
        // Changes of this variable by operators with a variable of their own.
        let others = |to: Fact| causes.of(to).iter().copied();
        let is_ordered =
            !state.at_most(self.var).is_empty() && task.facts(self.var).all(|to| causes.of(to).is_empty());
        for from in task.facts(self.var) {
            let here = state.fact(from);
            let targets = task.facts(self.var).filter(|to| joining(self.arcs, from, *to).is_some());
            let targets: Vec<Term> = targets.map(|to| state.fact(to).next()).collect();
            let mut transition = builder.part(Part::Transition).under(MOVES);
            transition.rule(&[moved, here], &targets);
            transition.rule(&[moved, here, here.next()], &[]);
            if !is_ordered {
                let leaves = task.facts(self.var).filter(|to| *to != from).flat_map(others);
                let stays: Vec<Term> = [here.next(), moved].into_iter().chain(leaves).collect();
                transition.under(FRAME_AXIOMS).rule(&[here], &stays);
            }
        }
        if is_ordered {
            self.stay_in_line(state, builder);
        }
        self.keep_to_arcs(state, causes, builder);
        let is_line = state.is_line(self.var);
        if is_line {
            swept_cells::keep_clear(self, causes, state, builder);
        }
        for arc in self.arcs {
            if state.is_stopped() {
                break;
            }
            let mut step = vec![state.fact(arc.from), state.fact(arc.to).next()];
            // If an operator with a variable of its own can make the same change, the pair alone does not identify the arc.
            if !causes.of(arc.to).is_empty() {
                step.push(moved);
            }
            for literal in &task.operator(arc.operator).precondition {
                if !is_line || blockers(*literal, task).is_none() {
                    self.require(*literal, arc, &step, state, builder);
                }
            }
        }
        for to in task.facts(self.var) {
            if self.arcs.iter().any(|arc| arc.to == to) {
                causes.add(to, moved);
            }
        }
    }

    /// Adds clauses: no value changes to another without an arc. This follows from the other clauses, one value per frame and
    /// the explanatory frame axioms. Added explicitly it halves the time of hard boards, since it propagates in both
    /// directions.
    fn keep_to_arcs(&self, state: &mut StateTerms<'_>, causes: &Causes, builder: &mut SystemBuilder) {
        let task = state.task();
        let reaches = |from: Fact, to: Fact| from == to || joining(self.arcs, from, to).is_some();
        // Values too far down, and values too far up.
        let mut beyond = [ValueRelation::new(), ValueRelation::new()];
        let facts: Vec<Fact> = task.facts(self.var).collect();
        let pairs = facts.iter().copied().cartesian_product(facts.iter().copied());
        for (from, to) in pairs.filter(|(from, to)| !reaches(*from, *to)) {
            let causes = causes.of(to);
            if state.is_line(self.var) && causes.is_empty() {
                beyond[usize::from(from < to)].entry(from).or_default().insert(to);
            } else {
                let mut transition = builder.part(Part::Transition).under(MOVES);
                transition.rule(&[state.fact(from), state.fact(to).next()], causes);
            }
        }
        for [from, to] in beyond.iter().flat_map(products) {
            for (here, there) in iproduct!(state.one_of(&from, builder), state.one_of(&to, builder)) {
                builder.part(Part::Transition).under(MOVES).rule(&[here, there.next()], &[]);
            }
        }
    }

    /// Adds clauses: a variable that does not move keeps its upper and lower bounds. Together with the explanatory frame axioms
    /// it keeps its value.
    fn stay_in_line(&self, state: &StateTerms<'_>, builder: &mut SystemBuilder) {
        for lit in state.at_most(self.var) {
            let below = Term::from(*lit);
            for side in [below, !below] {
                let mut transition = builder.part(Part::Transition).under(FRAME_AXIOMS);
                transition.rule(&[side], &[side.next(), self.moved.into()]);
            }
        }
    }

    /// Adds clauses for `step → literal`, without parts that follow from the mutexes of the next frame.
    fn require(
        &self,
        literal: Literal,
        arc: &Arc,
        step: &[Term],
        state: &mut StateTerms<'_>,
        builder: &mut SystemBuilder,
    ) {
        let task = state.task();
        let clock = task.clock().map(|clock| clock.var);
        let stays = |fact: Fact| fact.var != self.var && Some(fact.var) != clock;
        let implied = |fact: Fact| stays(fact) && self.mutexes.exclude(fact, arc.to);
        if literal == arc.from.into() {
            return;
        }
        let condition = match blockers(literal, task) {
            // Only `var` and the clock change in this step, so any other blocker would remain in the next frame, where the
            // mutex forbids it.
            Some((_, blockers)) => blockers
                .into_iter()
                .filter(|fact| !implied(*fact) && (fact.var != self.var || *fact == arc.from))
                .map(|fact| !state.fact(fact))
                .collect(),
            None => state.conjunction(&[literal], builder),
        };
        for term in condition {
            builder.part(Part::Transition).under(PRECONDITIONS).rule(step, &[term]);
        }
    }
}

/// Forbids superfluous pairs of arcs. x → x' → x is the same as doing nothing. x → x' → x'' is the same as x → x'' where that
/// is an arc whose precondition follows from those of the two: nothing else changes between them. Either way there is a shorter
/// plan.
fn forbid_repeats(mover: &MovingVariable<'_>, state: &StateTerms<'_>, builder: &mut SystemBuilder) {
    let MovingVariable { arcs, blocking, moved, .. } = *mover;
    let is_superfluous = |first: usize, second: usize| {
        let (from, to) = (arcs[first].from, arcs[second].to);
        from == to
            || joining(arcs, from, to)
                .is_some_and(|direct| blocking[direct].is_implied_by([&blocking[first], &blocking[second]]))
    };
    let pairs = || {
        let followed = |first: usize| {
            (0..arcs.len())
                .filter(move |second| arcs[first].to == arcs[*second].from)
                .map(move |second| (first, second))
        };
        (0..arcs.len()).take_while(|_| !state.is_stopped()).flat_map(followed)
    };
    let moved = Term::from(moved);
    let again = moved.next();
    if pairs().all(|(first, second)| is_superfluous(first, second)) {
        builder.part(Part::Transition).under(REPEATS).rule(&[moved, again], &[]);
        return;
    }
    let mut ends: Map<(Fact, Fact), Vec<(Fact, bool)>> = Map::new();
    for (first, second) in pairs() {
        let over = (arcs[first].to, is_superfluous(first, second));
        ends.entry((arcs[first].from, arcs[second].to)).or_default().push(over);
    }
    let mut succession = builder.part(Part::Succession).under(REPEATS);
    for ((from, to), overs) in ends {
        let body = [moved, again, state.fact(from), state.fact(to).next().next()];
        if overs.iter().all(|(_, is_superfluous)| *is_superfluous) {
            succession.rule(&body, &[]);
            continue;
        }
        for (over, _) in overs.into_iter().filter(|(_, is_superfluous)| *is_superfluous) {
            succession.rule(&[&body[..], &[state.fact(over).next()]].concat(), &[]);
        }
    }
}
