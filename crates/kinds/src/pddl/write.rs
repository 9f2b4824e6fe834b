//! Writing a task as ground PDDL: a predicate for each value of a variable, an action without parameters for each operator.

use std::io::{self, Write};

use bmcplan_base::ordered::{Map, Set};
use bmcplan_task::{Atom, Fact, Literal, Operator, Task, VarId, Variable};

use super::names::WORDS;

/// Writes a task as a domain and a problem in PDDL, both to `domain` if `problem` is `None`.
///
/// A variable of two values is one predicate. Names are made of those in the task, with hyphens for characters that PDDL does
/// not allow in names.
///
/// # Errors
/// A writer fails; or the task would have too many derived variables ([`io::ErrorKind::OutOfMemory`]).
pub fn write_task(task: &Task, domain: &mut dyn Write, problem: Option<&mut dyn Write>) -> io::Result<()> {
    let task = task.portable().map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
    let names = PddlNames::of(&task);
    names.domain(&task, domain)?;
    match problem {
        Some(problem) => names.problem(&task, problem),
        None => names.problem(&task, domain),
    }
}

/// Unique names of predicates and actions.
struct PddlNames {
    facts: Vec<Vec<String>>,
    derived: Vec<String>,
    operators: Vec<String>,
}

struct TakenNames(Set<String>);

impl Default for TakenNames {
    fn default() -> Self {
        Self(WORDS.map(str::to_owned).into())
    }
}

impl TakenNames {
    fn unique(&mut self, like: &str) -> String {
        let mut name = String::new();
        for c in like.to_lowercase().chars() {
            match c {
                'a'..='z' | '0'..='9' | '_' => name.push(c),
                // Several hyphens in a row become one, and none is first or last.
                _ if name.ends_with('-') || name.is_empty() => {}
                _ => name.push('-'),
            }
        }
        let mut name = name.trim_end_matches('-').to_owned();
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            name.insert_str(0, "x-");
        }
        let first = name.clone();
        let mut number = 2_u64;
        while !self.0.insert(name.clone()) {
            name = format!("{first}--{number}");
            number += 1;
        }
        name
    }
}

impl PddlNames {
    fn of(task: &Task) -> Self {
        let mut taken = TakenNames::default();
        let value_name = |variable: &Variable, value: &str| match value {
            "true" if variable.values == ["false", "true"] => variable.name.clone(),
            value if value.ends_with(')') => value.to_owned(),
            value => format!("{}-{value}", variable.name),
        };
        let facts = task.variables().iter().map(|variable| {
            variable.values.iter().map(|value| taken.unique(&value_name(variable, value))).collect()
        });
        let facts = facts.collect();
        let derived = task.derived().iter().map(|derived| taken.unique(&derived.name)).collect();
        let mut taken = TakenNames::default();
        let operators = task.operators().iter().map(|operator| taken.unique(&operator.name)).collect();
        Self { facts, derived, operators }
    }

    /// Returns the predicate of a fact, and its sign: a variable of two values has a predicate for the last one only.
    fn fact(&self, fact: Fact) -> (&str, bool) {
        let values = &self.facts[fact.var.index()];
        if values.len() == 2 { (&values[1], fact.value == 1) } else { (&values[fact.value_index()], true) }
    }

    fn literal(&self, literal: Literal) -> String {
        let (name, holds) = match literal.atom {
            Atom::Fact(fact) => self.fact(fact),
            Atom::Derived(id) => (&*self.derived[id.index()], true),
        };
        if holds == literal.positive { format!("({name})") } else { format!("(not ({name}))") }
    }

    fn conjunction(&self, literals: &[Literal]) -> String {
        let parts: Vec<String> = literals.iter().map(|literal| self.literal(*literal)).collect();
        format!("(and {})", parts.join(" "))
    }

    fn domain(&self, task: &Task, out: &mut dyn Write) -> io::Result<()> {
        let has_costs = task.has_costs();
        let costs = if has_costs { " :action-costs" } else { "" };
        writeln!(out, "(define (domain exported)")?;
        writeln!(
            out,
            "  (:requirements :strips :negative-preconditions :disjunctive-preconditions :conditional-effects :derived-predicates{costs})"
        )?;
        writeln!(out, "  (:predicates")?;
        for values in &self.facts {
            let first = usize::from(values.len() == 2);
            values[first..].iter().try_for_each(|name| writeln!(out, "    ({name})"))?;
        }
        self.derived.iter().try_for_each(|name| writeln!(out, "    ({name})"))?;
        writeln!(out, "  )")?;
        if has_costs {
            writeln!(out, "  (:functions (total-cost) - number)")?;
        }
        for (derived, name) in task.derived().iter().zip(&self.derived) {
            for body in &derived.rules {
                writeln!(out, "  (:derived ({name}) {})", self.conjunction(body))?;
            }
        }
        for (operator, name) in task.operators().iter().zip(&self.operators) {
            writeln!(out, "  (:action {name}\n    :parameters ()")?;
            writeln!(out, "    :precondition {}", self.conjunction(&operator.precondition))?;
            write!(out, "    :effect (and")?;
            self.effects(operator, out)?;
            if has_costs {
                write!(out, " (increase (total-cost) {})", operator.cost)?;
            }
            writeln!(out, "))")?;
        }
        writeln!(out, ")")
    }

    fn effects(&self, operator: &Operator, out: &mut dyn Write) -> io::Result<()> {
        let before: Map<_, u32> = operator.precondition.iter().filter_map(known).collect();
        for effect in &operator.effects {
            let var = effect.fact.var;
            let here = effect.condition.iter().filter_map(known).find(|(known, _)| *known == var);
            let old = before.get(&var).copied().or(here.map(|(_, value)| value));
            let mut changes = vec![self.literal(effect.fact.into())];
            let values = &self.facts[var.index()];
            if values.len() != 2 {
                let lost = values
                    .iter()
                    .zip(0_u32..)
                    .filter(|(_, value)| *value != effect.fact.value && old.is_none_or(|old| old == *value));
                changes.extend(lost.map(|(name, _)| format!("(not ({name}))")));
            }
            match effect.condition.as_slice() {
                [] => write!(out, " {}", changes.join(" "))?,
                condition => {
                    write!(out, " (when {} (and {}))", self.conjunction(condition), changes.join(" "))?;
                }
            }
        }
        Ok(())
    }

    fn problem(&self, task: &Task, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "(define (problem exported)\n  (:domain exported)\n  (:init")?;
        for (var, value) in task.variable_ids().zip(task.initial().values()) {
            let (name, holds) = self.fact(Fact { var, value: *value });
            if holds {
                writeln!(out, "    ({name})")?;
            }
        }
        if task.has_costs() {
            writeln!(out, "    (= (total-cost) 0)")?;
        }
        writeln!(out, "  )\n  (:goal {})", self.conjunction(task.goal()))?;
        if task.has_costs() {
            writeln!(out, "  (:metric minimize (total-cost))")?;
        }
        writeln!(out, ")")?;
        out.flush()
    }
}

fn known(literal: &Literal) -> Option<(VarId, u32)> {
    match literal.atom {
        Atom::Fact(fact) if literal.positive => Some((fact.var, fact.value)),
        Atom::Fact(_) | Atom::Derived(_) => None,
    }
}
