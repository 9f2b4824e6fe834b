//! Sets of landmarks that a model of a relaxed suffix violates, since its facts support each other in a cycle.
//!
//! Of the facts that a model has, those are *reached* that its operators make true from those of frame N, one after the other.
//! While a goal is not among them, all other operators are added that do not reach it either. The unreached facts are narrowed
//! down to a set. In it, each operator that could make one of its facts true requires another of its facts, or could reach the
//! goal at once. The latter are a landmark: one of them runs (Haslum, Slaney & Thiébaux, *Minimal landmarks for optimal
//! delete-free planning*, 2012). The cheapest of them is then added, and so on until the goals are reached, so a model gives
//! several sets.

use bmcplan_base::ordered::{Set, sort_by_key};
use bmcplan_task::{Literal, Task};
use bmcplan_verify::{FramePropositions, LandmarkSet};

struct FactMaker {
    operator: Option<usize>,
    /// Facts that it requires, without repetitions.
    needs: Vec<usize>,
    makes: usize,
}

pub(super) struct Cuts {
    n_facts: usize,
    causes: Vec<FactMaker>,
    /// For each fact: the causes that require it.
    asked_by: Vec<Vec<usize>>,
    /// For each fact: the causes that make it true.
    made_by: Vec<Vec<usize>>,
    of_operator: Vec<Vec<usize>>,
    by_cost: Vec<usize>,
    costs: Vec<u64>,
    goal: Vec<usize>,
    /// Facts that a derived variable is false: they count as true.
    free: Vec<usize>,
}

impl Cuts {
    pub(super) fn of(task: &Task, propositions: &FramePropositions) -> Self {
        let number = |literal: &Literal| propositions.literal(*literal).var().index();
        let unique = |literals: &mut dyn Iterator<Item = &Literal>| -> Vec<usize> {
            literals.map(number).collect::<Set<usize>>().into_iter().collect()
        };
        let mut causes = Vec::new();
        for id in task.operator_ids() {
            let operator = task.operator(id);
            for effect in &operator.effects {
                causes.push(FactMaker {
                    operator: Some(id.index()),
                    needs: unique(&mut operator.precondition.iter().chain(&effect.condition)),
                    makes: propositions.fact(effect.fact).var().index(),
                });
            }
        }
        for id in task.derived_ids() {
            for body in &task.derived()[id.index()].rules {
                let makes = number(&id.into());
                causes.push(FactMaker { operator: None, needs: unique(&mut body.iter()), makes });
            }
        }
        let n_facts = propositions.n_facts();
        let (mut asked_by, mut made_by) = (vec![Vec::new(); n_facts], vec![Vec::new(); n_facts]);
        let mut of_operator = vec![Vec::new(); task.operators().len()];
        for (place, cause) in causes.iter().enumerate() {
            cause.needs.iter().for_each(|fact| asked_by[*fact].push(place));
            made_by[cause.makes].push(place);
            if let Some(operator) = cause.operator {
                of_operator[operator].push(place);
            }
        }
        let costs: Vec<u64> = task.operators().iter().map(|operator| operator.cost).collect();
        let mut by_cost: Vec<usize> = (0..costs.len()).collect();
        sort_by_key(&mut by_cost, |operator| costs[*operator]);
        let goal = unique(&mut task.goal().iter());
        let free = task.derived_ids().map(|id| number(&!Literal::from(id))).collect();
        Self { n_facts, causes, asked_by, made_by, of_operator, by_cost, costs, goal, free }
    }

    /// Returns sets that exclude a model with these facts in frame N, in which the operators in `runs` run in the suffix; none
    /// if they reach the goal.
    pub(super) fn of_model(&self, facts: &[usize], runs: &[bool]) -> Vec<LandmarkSet> {
        let mut reached = Reached::of(self, runs.to_vec());
        reached.add(self.free.iter().chain(facts).copied());
        let mut sets = Vec::new();
        while !self.is_goal(&reached) {
            let (set, cheapest) = self.cut(reached.clone());
            sets.push(set);
            // Without a cause there is no plan at all.
            let Some(operator) = cheapest else { break };
            reached.run(operator);
        }
        sets
    }

    fn is_goal(&self, reached: &Reached<'_>) -> bool {
        self.goal.iter().all(|fact| reached.facts[*fact])
    }

    /// Returns a set of facts that are not reached, and the cheapest of the operators that could make one of them true at once.
    fn cut(&self, mut reached: Reached<'_>) -> (LandmarkSet, Option<usize>) {
        // An operator that reaches the goal now does so later, too.
        for operator in self.by_cost.iter().copied() {
            if reached.runs[operator] {
                continue;
            }
            let before = reached.n_facts();
            reached.run(operator);
            if self.is_goal(&reached) {
                reached.withdraw(operator, before);
            }
        }
        let goals = self.goal.iter().filter(|fact| !reached.facts[**fact]);
        let sets = goals.map(|goal| self.narrowed(*goal, &reached));
        sets.min_by_key(|(facts, first)| (first.len(), facts.len()))
            .map(|(facts, first)| {
                let cheapest = first.into_iter().min_by_key(|operator| self.costs[*operator]);
                (LandmarkSet::of(facts), cheapest)
            })
            .unwrap_or_else(|| (LandmarkSet::of([]), None))
    }

    fn narrowed(&self, goal: usize, reached: &Reached<'_>) -> (Set<usize>, Set<usize>) {
        let (mut facts, mut first, mut open) = (Set::from([goal]), Set::new(), vec![goal]);
        while let Some(fact) = open.pop() {
            for cause in self.made_by[fact].iter().map(|place| &self.causes[*place]) {
                let mut needs = cause.needs.iter().filter(|fact| !reached.facts[**fact]);
                if cause.needs.iter().any(|fact| facts.contains(fact)) {
                    continue;
                }
                match needs.next() {
                    Some(need) => {
                        facts.insert(*need);
                        open.push(*need);
                    }
                    None => first.extend(cause.operator),
                }
            }
        }
        (facts, first)
    }
}

#[derive(Clone)]
struct Reached<'a> {
    cuts: &'a Cuts,
    facts: Vec<bool>,
    trail: Vec<usize>,
    /// For each cause: the number of its required facts that are not reached.
    n_open: Vec<usize>,
    runs: Vec<bool>,
}

impl<'a> Reached<'a> {
    fn of(cuts: &'a Cuts, runs: Vec<bool>) -> Self {
        let n_open = cuts.causes.iter().map(|cause| cause.needs.len()).collect();
        let mut this = Self { cuts, facts: vec![false; cuts.n_facts], trail: Vec::new(), n_open, runs };
        let causes = cuts.causes.iter().filter(|cause| cause.needs.is_empty());
        let at_once: Vec<usize> =
            causes.filter(|cause| this.may_act(cause)).map(|cause| cause.makes).collect();
        this.add(at_once);
        this
    }

    fn n_facts(&self) -> usize {
        self.trail.len()
    }

    fn may_act(&self, cause: &FactMaker) -> bool {
        cause.operator.is_none_or(|operator| self.runs[operator])
    }

    fn add(&mut self, facts: impl IntoIterator<Item = usize>) {
        let mut next = self.trail.len();
        for fact in facts {
            self.reach(fact);
        }
        while let Some(fact) = self.trail.get(next).copied() {
            next += 1;
            let cuts = self.cuts;
            for place in &cuts.asked_by[fact] {
                self.n_open[*place] -= 1;
                let cause = &cuts.causes[*place];
                if self.n_open[*place] == 0 && self.may_act(cause) {
                    self.reach(cause.makes);
                }
            }
        }
    }

    fn reach(&mut self, fact: usize) {
        if !self.facts[fact] {
            self.facts[fact] = true;
            self.trail.push(fact);
        }
    }

    fn run(&mut self, operator: usize) {
        self.runs[operator] = true;
        let cuts = self.cuts;
        let acting = cuts.of_operator[operator].iter().filter(|place| self.n_open[**place] == 0);
        let made: Vec<usize> = acting.map(|place| cuts.causes[*place].makes).collect();
        self.add(made);
    }

    /// Undoes that `operator` runs, before which `n_facts` facts were reached.
    fn withdraw(&mut self, operator: usize, n_facts: usize) {
        self.runs[operator] = false;
        for fact in self.trail.drain(n_facts..) {
            self.facts[fact] = false;
            self.cuts.asked_by[fact].iter().for_each(|place| self.n_open[*place] += 1);
        }
    }
}
