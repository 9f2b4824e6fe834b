//! A user-defined encoding in some fifty lines, and the horizons by hand: a variable for each fact and each operator, and the clauses that
//! textbooks give (Kautz & Selman, *Planning as satisfiability*, 1992).
//!
//! Try `cargo run --release --example toy_encoding -- instances/sample02.toml`.

use std::error::Error;
use std::path::PathBuf;

use bmcplan::encode::{
    Encoding, Part, StepOptions, SystemBuilder, Term, Transition, TransitionSystem, decode, next,
    sequential_step,
};
use bmcplan::formula::{AtMostOne, ClauseSink as _, Lit};
use bmcplan::horizon::horizons;
use bmcplan::solver::SolverKind;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Atom, Fact, Literal, Task};
use bmcplan::{read, validate};

/// The textbook encoding, for tasks without conditional effects and step counters.
pub struct Toy;

impl Encoding for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn describe(&self, task: &Task, _: &StepOptions, stop: &Stop) -> Result<TransitionSystem, StopReason> {
        let mut builder = SystemBuilder::until(stop);
        let literals = |var| task.facts(var).map(|fact| builder.var(task.fact_name(fact))).collect();
        let values: Vec<Vec<Lit>> = task.variable_ids().map(literals).collect();
        let operators: Vec<Lit> =
            task.operators().iter().map(|operator| builder.var(&*operator.name)).collect();
        let derived: Vec<Lit> = task.derived().iter().map(|derived| builder.var(&*derived.name)).collect();
        let value = |fact: Fact| values[fact.var.index()][fact.value_index()];
        let term = |literal: &Literal| {
            let lit = match literal.atom {
                Atom::Fact(fact) => value(fact),
                Atom::Derived(id) => derived[id.index()],
            };
            Term::from(if literal.positive { lit } else { !lit })
        };

        // Initial state, and one value of each variable in every frame.
        for (var, of_var) in task.variable_ids().zip(&values) {
            let first = Fact { var, value: task.initial().values()[var.index()] };
            builder.part(Part::Initial).rule(&[], &[value(first).into()]);
            AtMostOne::Pairwise.exactly_one(&mut builder.part(Part::Universal), of_var);
        }
        // A derived variable is true exactly when the body of one of its rules is.
        let mut frame = builder.part(Part::Universal);
        for (rules, lit) in task.derived().iter().map(|derived| &derived.rules).zip(&derived) {
            let holds: Vec<Term> = rules.iter().map(|_| frame.new_var().positive().into()).collect();
            for (body, holds) in rules.iter().zip(&holds) {
                let body: Vec<Term> = body.iter().map(term).collect();
                body.iter().for_each(|literal| frame.rule(&[*holds], &[*literal]));
                frame.rule(&body, &[(*lit).into()]);
            }
            frame.rule(&[(*lit).into()], &holds);
        }
        let mut step = builder.part(Part::Transition);
        for (operator, lit) in task.operators().iter().zip(&operators) {
            // Preconditions and effects.
            for condition in &operator.precondition {
                step.rule(&[(*lit).into()], &[term(condition)]);
            }
            for effect in &operator.effects {
                step.rule(&[(*lit).into()], &[next(value(effect.fact)).into()]);
            }
        }
        // Frame axioms: what becomes true was made true by some operator.
        for fact in task.variable_ids().flat_map(|var| task.facts(var)) {
            let adds = |id: &usize| task.operators()[*id].effects.iter().any(|effect| effect.fact == fact);
            let adders = (0..operators.len()).filter(adds).map(|id| operators[id].into());
            let adders: Vec<Term> = adders.collect();
            step.rule(&[(!value(fact)).into(), next(value(fact)).into()], &adders);
        }
        // At most one operator a step; none only after the goal.
        let goal: Vec<Term> = task.goal().iter().map(term).collect();
        let idle = sequential_step(&operators, &goal, AtMostOne::Pairwise, &mut builder);
        builder.finish(
            &goal,
            idle,
            values.iter().map(|of_var| of_var.iter().map(|lit| (*lit).into()).collect()).collect(),
        )
    }
}

#[expect(clippy::print_stdout, reason = "a program")]
fn main() -> Result<(), Box<dyn Error>> {
    let file: PathBuf = std::env::args().nth(1).ok_or("name a file, such as instances/sample02.toml")?.into();
    let stop = Stop::default();
    let task = read(&file)?.task(None, &stop)?;
    let mut effects = task.operators().iter().flat_map(|operator| &operator.effects);
    if task.clock().is_some() || effects.any(|effect| !effect.condition.is_empty()) {
        return Err("the toy knows neither conditional effects nor step counters".into());
    }
    for encoding in [&Toy as &dyn Encoding, &Transition] {
        let system = encoding.encode(&task, &StepOptions::default(), &stop)?;
        println!("{}: {} variables a step", encoding.name(), system.n_vars());
        for tried in horizons(&system, &SolverKind::Batsat, &stop)? {
            let tried = tried?;
            let (horizon, clauses) = (tried.attempt.horizon, tried.size.clauses);
            println!(
                "{horizon:4} {:?}, {clauses} clauses, {:?} conflicts",
                tried.attempt.answer, tried.attempt.conflicts
            );
            if let Some(trace) = tried.trace {
                let plan = decode(&task, &system, &trace)?;
                validate(&task, &plan)?;
                let moves: Vec<&str> = plan.operators().map(|id| &*task.operator(id).name).collect();
                println!("{} moves: {}", moves.len(), moves.join(", "));
            }
        }
    }
    Ok(())
}
