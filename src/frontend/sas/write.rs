//! Writing a task as a SAS file, for planners that read what Fast Downward's translator writes.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::task::{Atom, Fact, Literal, Operator, Task, VarId, Variable};

use super::names;

/// Writes a task as a SAS file of version 3.
///
/// What the format has no words for becomes derived variables (a value that a variable is not to have; effects that would
/// contradict each other) and conditional effects (a clock). Operators that are never applicable are left out.
///
/// # Errors
/// Whatever the writer reports; or the task would have too many derived variables ([`io::ErrorKind::OutOfMemory`]).
pub fn write_task(task: &Task, out: impl Write) -> io::Result<()> {
    let task = task.portable().map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
    SasWriter::new(&task, out).write()
}

struct SasWriter<'t, W> {
    task: &'t Task,
    out: W,
    /// Facts that are denied somewhere and whose variable has more than two values; each has a derived variable.
    denied: Vec<Fact>,
}

impl<'t, W: Write> SasWriter<'t, W> {
    fn new(task: &'t Task, out: W) -> Self {
        let mut denied = BTreeSet::new();
        let bodies = task.derived().iter().flat_map(|derived| derived.rules.iter().flatten());
        let operators = task.operators().iter().flat_map(|operator| {
            operator.precondition.iter().chain(operator.effects.iter().flat_map(|effect| &effect.condition))
        });
        for literal in bodies.chain(operators).chain(task.goal()) {
            if let (Atom::Fact(fact), false) = (literal.atom, literal.positive)
                && task.facts(fact.var).len() != 2
            {
                denied.insert(fact);
            }
        }
        Self { task, out, denied: denied.into_iter().collect() }
    }

    fn write(mut self) -> io::Result<()> {
        let has_costs = self.task.has_costs();
        writeln!(
            self.out,
            "begin_version\n3\nend_version\nbegin_metric\n{}\nend_metric",
            u8::from(has_costs)
        )?;
        self.variables()?;
        writeln!(self.out, "{}", self.task.mutexes().len())?;
        for [a, b] in self.task.mutexes() {
            self.facts("begin_mutex_group", &[Self::pair(*a), Self::pair(*b)], "end_mutex_group")?;
        }
        writeln!(self.out, "begin_state")?;
        for value in self.task.initial().values() {
            writeln!(self.out, "{value}")?;
        }
        for _ in 0..self.denied.len() + self.task.derived().len() {
            writeln!(self.out, "1")?;
        }
        writeln!(self.out, "end_state")?;
        let goal: Vec<(usize, usize)> =
            self.task.goal().iter().map(|literal| self.literal(*literal)).collect();
        self.facts("begin_goal", &goal, "end_goal")?;
        let possible: Vec<(&Operator, Vec<(usize, usize)>)> = self
            .task
            .operators()
            .iter()
            .filter_map(|operator| Some((operator, self.precondition(operator)?)))
            .collect();
        writeln!(self.out, "{}", possible.len())?;
        for (operator, precondition) in possible {
            self.operator(operator, &precondition)?;
        }
        self.axioms()?;
        self.out.flush()
    }

    fn variables(&mut self) -> io::Result<()> {
        let variables = self.task.variables();
        writeln!(self.out, "{}", variables.len() + self.denied.len() + self.task.derived().len())?;
        for (index, variable) in variables.iter().enumerate() {
            writeln!(self.out, "begin_variable\nvar{index}\n-1\n{}", variable.values.len())?;
            for value in &variable.values {
                writeln!(self.out, "{}", value_name(variable, value))?;
            }
            writeln!(self.out, "end_variable")?;
        }
        // A derived variable is in a layer above all that it depends on.
        let others: Vec<String> =
            self.denied.iter().map(|fact| format!("not {}", self.task.fact_name(*fact))).collect();
        let derived = self.task.derived().iter().map(|derived| derived.name.clone());
        let names: Vec<String> = others.into_iter().chain(derived).collect();
        for (layer, name) in names.iter().enumerate() {
            let index = variables.len() + layer;
            let name = name.replace(['\n', '\r'], " ");
            writeln!(
                self.out,
                "begin_variable\nvar{index}\n{layer}\n2\nAtom {name}\nNegatedAtom {name}\nend_variable"
            )?;
        }
        Ok(())
    }

    fn pair(fact: Fact) -> (usize, usize) {
        (fact.var.index(), fact.value_index())
    }

    fn derived_index(&self, index: usize) -> usize {
        self.task.variables().len() + self.denied.len() + index
    }

    /// The variable and the value that a literal asks for.
    fn literal(&self, literal: Literal) -> (usize, usize) {
        match literal.atom {
            Atom::Derived(id) => (self.derived_index(id.index()), usize::from(!literal.positive)),
            Atom::Fact(fact) if literal.positive => Self::pair(fact),
            Atom::Fact(fact) => match self.denied.binary_search(&fact) {
                Ok(place) => (self.task.variables().len() + place, 0),
                Err(_) => (fact.var.index(), 1 - fact.value_index().min(1)),
            },
        }
    }

    /// A precondition with each variable once; none if it contradicts itself.
    fn precondition(&self, operator: &Operator) -> Option<Vec<(usize, usize)>> {
        let mut facts: Vec<_> = operator.precondition.iter().map(|literal| self.literal(*literal)).collect();
        facts.sort_unstable();
        facts.dedup();
        facts.windows(2).all(|pair| pair[0].0 != pair[1].0).then_some(facts)
    }

    fn operator(&mut self, operator: &Operator, precondition: &[(usize, usize)]) -> io::Result<()> {
        let is_changed =
            |var: usize| operator.effects.iter().any(|effect| effect.fact.var == VarId::from_index(var));
        let (before, prevail): (Vec<_>, Vec<_>) = precondition.iter().partition(|(var, _)| is_changed(*var));
        writeln!(self.out, "begin_operator\n{}", operator.name.replace(['\n', '\r'], " "))?;
        writeln!(self.out, "{}", prevail.len())?;
        for (var, value) in prevail {
            writeln!(self.out, "{var} {value}")?;
        }
        writeln!(self.out, "{}", operator.effects.len())?;
        for effect in &operator.effects {
            write!(self.out, "{}", effect.condition.len())?;
            for literal in &effect.condition {
                let (var, value) = self.literal(*literal);
                write!(self.out, " {var} {value}")?;
            }
            let var = effect.fact.var.index();
            let known = before.iter().find(|(changed, _)| *changed == var);
            let known = known.map_or("-1".to_owned(), |(_, value)| value.to_string());
            writeln!(self.out, " {var} {known} {}", effect.fact.value)?;
        }
        writeln!(self.out, "{}\nend_operator", operator.cost)
    }

    fn axioms(&mut self) -> io::Result<()> {
        let mut rules: Vec<(usize, Vec<(usize, usize)>)> = Vec::new();
        for (place, fact) in self.denied.iter().enumerate() {
            let others = self.task.facts(fact.var).filter(|other| other != fact);
            rules.extend(others.map(|other| (self.task.variables().len() + place, vec![Self::pair(other)])));
        }
        for (index, derived) in self.task.derived().iter().enumerate() {
            let literals = |body: &Vec<Literal>| body.iter().map(|literal| self.literal(*literal)).collect();
            rules.extend(derived.rules.iter().map(|body| (self.derived_index(index), literals(body))));
        }
        writeln!(self.out, "{}", rules.len())?;
        for (head, body) in rules {
            self.facts("begin_rule", &body, &format!("{head} 1 0\nend_rule"))?;
        }
        Ok(())
    }

    fn facts(&mut self, begin: &str, facts: &[(usize, usize)], end: &str) -> io::Result<()> {
        writeln!(self.out, "{begin}\n{}", facts.len())?;
        for (var, value) in facts {
            writeln!(self.out, "{var} {value}")?;
        }
        writeln!(self.out, "{end}")
    }
}

/// A value that reads like an atom stays as it is, as do those of variables without a name; others say of which variable they
/// are.
fn value_name(variable: &Variable, value: &str) -> String {
    let name = &variable.name;
    let has_no_name = name.strip_prefix("var").is_some_and(|number| number.parse::<u32>().is_ok());
    // A group of atoms is named after their predicates, of which some have no arguments.
    let is_atom = value.ends_with(')') || name.split('|').any(|predicate| predicate == value);
    match value {
        "true" if variable.values == ["false", "true"] => names::written(name),
        "false" if variable.values == ["false", "true"] => names::written(&format!("not {name}")),
        "none" => names::written("none of those"),
        value if has_no_name || is_atom || value == "none of those" => names::written(value),
        value => names::written(&format!("{name}={value}")),
    }
}
