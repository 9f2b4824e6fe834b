//! Writing a task as a SAS file, for planners that read the output of Fast Downward's translator.

use std::io::{self, Write};

use bmcplan_task::{Atom, Fact, Literal, Operator, Task, VarId, Variable};

use super::format::written_name;

/// Writes a task as a SAS file of version 3.
///
/// Some features that the format lacks become derived variables: negated facts, and preconditions against contradictory
/// effects. A clock becomes conditional effects. Operators that are never applicable are left out.
///
/// # Errors
/// The writer fails; or the task would have too many derived variables ([`io::ErrorKind::OutOfMemory`]).
pub fn write_task(task: &Task, out: &mut dyn Write) -> io::Result<()> {
    let task = task.affirmative().map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
    SasWriter { task: &task, mutexes: task.mutexes(), out }.write()
}

/// Writes an [affirmative](Task::affirmative) task unchanged, but without mutexes, which are claims about it.
pub fn write_stated_task(task: &Task, out: &mut dyn Write) -> io::Result<()> {
    SasWriter { task, mutexes: &[], out }.write()
}

struct SasWriter<'t> {
    task: &'t Task,
    mutexes: &'t [[Fact; 2]],
    out: &'t mut dyn Write,
}

impl SasWriter<'_> {
    fn write(mut self) -> io::Result<()> {
        let has_costs = self.task.has_costs();
        writeln!(
            self.out,
            "begin_version\n3\nend_version\nbegin_metric\n{}\nend_metric",
            u8::from(has_costs)
        )?;
        self.variables()?;
        writeln!(self.out, "{}", self.mutexes.len())?;
        for [a, b] in self.mutexes {
            self.facts("begin_mutex_group", &[Self::pair(*a), Self::pair(*b)], "end_mutex_group")?;
        }
        writeln!(self.out, "begin_state")?;
        for value in self.task.initial().values() {
            writeln!(self.out, "{value}")?;
        }
        for _ in self.task.derived() {
            writeln!(self.out, "1")?;
        }
        writeln!(self.out, "end_state")?;
        let goal: Vec<(usize, usize)> =
            self.task.goal().iter().map(|literal| self.literal(*literal)).collect();
        self.facts("begin_goal", &goal, "end_goal")?;
        writeln!(self.out, "{}", self.task.operators().len())?;
        for operator in self.task.operators() {
            self.operator(operator)?;
        }
        self.axioms()?;
        self.out.flush()
    }

    fn variables(&mut self) -> io::Result<()> {
        let variables = self.task.variables();
        writeln!(self.out, "{}", variables.len() + self.task.derived().len())?;
        for (index, variable) in variables.iter().enumerate() {
            writeln!(self.out, "begin_variable\nvar{index}\n-1\n{}", variable.values.len())?;
            for value in &variable.values {
                writeln!(self.out, "{}", value_name(variable, value))?;
            }
            writeln!(self.out, "end_variable")?;
        }
        // A derived variable has a layer above all variables that it depends on.
        for (layer, derived) in self.task.derived().iter().enumerate() {
            let index = variables.len() + layer;
            let [holds, fails] = derived_names(&derived.name);
            writeln!(self.out, "begin_variable\nvar{index}\n{layer}\n2\n{holds}\n{fails}\nend_variable")?;
        }
        Ok(())
    }

    fn pair(fact: Fact) -> (usize, usize) {
        (fact.var.index(), fact.value_index())
    }

    fn derived_index(&self, index: usize) -> usize {
        self.task.variables().len() + index
    }

    /// Returns the variable and the value of a literal.
    fn literal(&self, literal: Literal) -> (usize, usize) {
        match literal.atom {
            Atom::Derived(id) => (self.derived_index(id.index()), usize::from(!literal.positive)),
            Atom::Fact(fact) => Self::pair(fact),
        }
    }

    fn operator(&mut self, operator: &Operator) -> io::Result<()> {
        let is_changed =
            |var: usize| operator.effects.iter().any(|effect| effect.fact.var == VarId::from_index(var));
        let precondition = operator.precondition.iter().map(|literal| self.literal(*literal));
        let (before, prevail): (Vec<_>, Vec<_>) = precondition.partition(|(var, _)| is_changed(*var));
        writeln!(self.out, "begin_operator\n{}", one_line(&operator.name))?;
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

/// Returns the names of all values in a SAS file, variable after variable, derived ones last.
pub fn value_names(task: &Task) -> Vec<String> {
    let names = |variable: &Variable| -> Vec<String> {
        variable.values.iter().map(|value| value_name(variable, value)).collect()
    };
    let derived = task.derived().iter().flat_map(|derived| derived_names(&derived.name));
    task.variables().iter().flat_map(names).chain(derived).collect()
}

/// Returns the names of the values of a derived variable: true and false.
fn derived_names(name: &str) -> [String; 2] {
    let name = one_line(name);
    [format!("Atom {name}"), format!("NegatedAtom {name}")]
}

/// Replaces line breaks in a name by spaces.
pub fn one_line(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}

/// Returns the name of a value. A value with the form of an atom stays unchanged, and so do values of variables without a
/// name. Other names include the variable.
fn value_name(variable: &Variable, value: &str) -> String {
    let name = &variable.name;
    let has_no_name = name.strip_prefix("var").is_some_and(|number| number.parse::<u32>().is_ok());
    // A group of atoms is named after its predicates, some of which have no arguments.
    let is_atom = value.ends_with(')') || name.split('|').any(|predicate| predicate == value);
    match value {
        "true" if variable.values == ["false", "true"] => written_name(name),
        "false" if variable.values == ["false", "true"] => written_name(&format!("not {name}")),
        "none" => written_name("none of those"),
        value if has_no_name || is_atom || value == "none of those" => written_name(value),
        value => written_name(&format!("{name}={value}")),
    }
}
