//! Writing a task as facts for answer set programs such as clingo, in the format of plasp 3.
//!
//! A variable is `variable("b1")`, one of its values `value("b1", "2,4")`, an operator `action("b1 right 1")`. The second
//! object of a name has `("name",2)` instead. Encodings for plasp's facts can be used on any problem.
//!
//! **Reference:** Dimopoulos, Gebser, Lühne, Romero & Schaub, *plasp 3: Towards effective ASP planning*, 2017.

use std::fmt;
use std::io::{self, Write};

use bmcplan_base::ordered::Set;
use bmcplan_task::{Atom, Fact, Literal, Operator, Task, VarId};

/// Writes a task as facts of plasp 3.
///
/// Derived variables are variables that no action changes and that axiom rules make true; they are false otherwise. Features
/// that the format lacks are written as in [`sas::write_task`](super::write_task).
///
/// # Errors
/// The writer fails; or the task would have too many derived variables ([`io::ErrorKind::OutOfMemory`]).
pub fn write_task(task: &Task, out: &mut dyn Write) -> io::Result<()> {
    let task = task.affirmative().map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
    write(&task, out)
}

struct Quoted<'n>(&'n str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escaped = self.0.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        write!(f, "\"{escaped}\"")
    }
}

/// Names made unique: the second of two equal names is `("name",2)`.
#[derive(Default)]
struct UniqueTerms(Set<String>);

impl UniqueTerms {
    fn unique(&mut self, name: &str) -> String {
        let quoted = Quoted(name);
        let others = (2_u64..).map(|number| format!("({quoted},{number})"));
        let mut terms = std::iter::once(quoted.to_string()).chain(others);
        terms.find(|term| self.0.insert(term.clone())).unwrap_or_default()
    }
}

/// Writes a task without negated facts.
fn write(task: &Task, out: &mut dyn Write) -> io::Result<()> {
    let mut terms = UniqueTerms::default();
    let variables: Vec<String> =
        task.variables().iter().map(|variable| terms.unique(&variable.name)).collect();
    let derived: Vec<String> = task.derived().iter().map(|derived| terms.unique(&derived.name)).collect();
    let values: Vec<Vec<String>> = task
        .variables()
        .iter()
        .map(|variable| {
            let mut terms = UniqueTerms::default();
            variable.values.iter().map(|value| terms.unique(value)).collect()
        })
        .collect();
    let fact = |fact: Fact| {
        let (variable, value) = (&variables[fact.var.index()], &values[fact.var.index()][fact.value_index()]);
        format!("variable({variable}),value({variable},{value})")
    };
    let literal = |literal: Literal| match literal.atom {
        Atom::Fact(asked) => fact(asked),
        Atom::Derived(id) => derived_fact(&derived[id.index()], literal.positive),
    };
    let is_conditional =
        |operator: &Operator| operator.effects.iter().any(|effect| !effect.condition.is_empty());
    for (feature, is_used) in [
        ("actionCosts", task.has_costs()),
        ("axiomRules", !derived.is_empty()),
        ("conditionalEffects", task.operators().iter().any(is_conditional)),
        ("mutexGroups", !task.mutexes().is_empty()),
    ] {
        if is_used {
            writeln!(out, "requires(feature({feature})).")?;
        }
    }
    writeln!(out, "\n% variables and their values")?;
    for (name, values) in variables.iter().zip(&values) {
        writeln!(out, "variable(variable({name})).")?;
        for value in values {
            writeln!(out, "contains(variable({name}),value({name},{value})).")?;
        }
    }
    for name in &derived {
        writeln!(out, "derivedVariable(derivedVariable({name})).")?;
        for holds in [true, false] {
            writeln!(out, "contains({}).", derived_fact(name, holds))?;
        }
    }
    writeln!(out, "\n% initial state and goal")?;
    for (index, value) in task.initial().values().iter().enumerate() {
        let initial = Fact { var: VarId::from_index(index), value: *value };
        writeln!(out, "initialState({}).", fact(initial))?;
    }
    for wanted in task.goal() {
        writeln!(out, "goal({}).", literal(*wanted))?;
    }
    writeln!(out, "\n% actions")?;
    let (mut terms, mut n_conditional) = (UniqueTerms::default(), 0_u64);
    for operator in task.operators() {
        let action = format!("action({})", terms.unique(&operator.name));
        writeln!(out, "action({action}). costs({action},{}).", operator.cost)?;
        for condition in &operator.precondition {
            writeln!(out, "precondition({action},{}).", literal(*condition))?;
        }
        for effect in &operator.effects {
            let name = if effect.condition.is_empty() {
                "effect(unconditional)".to_owned()
            } else {
                n_conditional += 1;
                format!("effect({n_conditional})")
            };
            for condition in &effect.condition {
                writeln!(out, "precondition({name},{}).", literal(*condition))?;
            }
            writeln!(out, "postcondition({action},{name},{}).", fact(effect.fact))?;
        }
    }
    let rules = task.derived().iter().zip(&derived);
    let rules = rules.flat_map(|(derived, name)| derived.rules.iter().map(move |body| (name, body)));
    for (number, (head, body)) in rules.enumerate() {
        let rule = format!("axiomRule({number})");
        writeln!(out, "axiomRule({rule}).")?;
        for condition in body {
            writeln!(out, "precondition({rule},{}).", literal(*condition))?;
        }
        writeln!(out, "postcondition({rule},effect(unconditional),{}).", derived_fact(head, true))?;
    }
    for (number, pair) in task.mutexes().iter().enumerate() {
        let group = format!("mutexGroup({number})");
        writeln!(out, "mutexGroup({group}).")?;
        for one in pair {
            writeln!(out, "contains({group},{}).", fact(*one))?;
        }
    }
    out.flush()
}

fn derived_fact(name: &str, holds: bool) -> String {
    format!("derivedVariable({name}),value({name},{holds})")
}
