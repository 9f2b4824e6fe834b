//! Reading a SAS file: from text to a planning task.

use bmcplan_base::stop::Stop;
use bmcplan_base::text::{Diagnostic, Source, Span};
use bmcplan_task::{DerivedId, Effect, Fact, Operator, TaskBuilder, VarId};

use super::format::{SasError, SasFact, SasLine, SasLines, SasProblem, SasVariable, shown_name};
use crate::fdr::{DerivedAtom, DerivedValue, FiniteDomainError, RuleTable, solve};

/// Checks whether a text is most likely a SAS file.
pub fn looks_like(source: &Source) -> bool {
    source.text().trim_start().starts_with("begin_version")
}

/// Reads a SAS file.
///
/// If an operator has two effects on one variable, at most one of them may be active at a time, as in files of the translator.
/// Otherwise the operator is not applicable.
///
/// # Errors
/// [`SasError::Invalid`] if the text is invalid; [`SasError::Task`] if reading was stopped or the task is too large.
pub fn read(source: &Source, stop: &Stop) -> Result<SasProblem, SasError> {
    let mut reader = SasReader { lines: SasLines::new(source, stop), variables: Vec::new() };
    reader.lines.keyword("begin_version")?;
    let line = reader.lines.next("the version")?;
    if line.text != "3" {
        return Err(reader.lines.wrong(&line, "only version 3 of the format is read"));
    }
    reader.lines.keyword("end_version")?;
    reader.lines.keyword("begin_metric")?;
    let minimises_cost = reader.flag("whether costs count")?;
    reader.lines.keyword("end_metric")?;

    let mut builder = TaskBuilder::until(stop);
    for _ in 0..reader.lines.count("the number of variables")? {
        let variable = reader.variable()?;
        reader.variables.push(variable);
    }
    // Mutex groups are not trusted, since mutexes can be derived from the operators.
    for _ in 0..reader.lines.count("the number of mutex groups")? {
        reader.between("mutex_group")?;
    }
    reader.initial_state(&mut builder)?;
    let goal = reader.between("goal")?;
    let mut operators = Vec::new();
    for _ in 0..reader.lines.count("the number of operators")? {
        operators.push(reader.operator(minimises_cost)?);
    }
    let mut rules = Vec::new();
    for _ in 0..reader.lines.count("the number of axioms")? {
        rules.push(reader.rule()?);
    }
    reader.lines.end("the axioms")?;
    let axioms = SasAxioms::add(&mut builder, &reader.variables, &rules, source, stop)?;
    for operator in operators.into_iter().filter_map(|operator| operator.build(&axioms)) {
        builder.operator(operator);
    }
    match DerivedValue::all(goal.into_iter().map(|fact| axioms.value(fact))) {
        Some(goal) => builder.goal(goal),
        None => {
            let never = builder.derived("never", Vec::new());
            builder.goal([never.into()]);
        }
    }
    Ok(SasProblem { task: builder.build()?, minimises_cost })
}

struct SasReader<'s> {
    lines: SasLines<'s>,
    variables: Vec<SasVariable>,
}

struct SasOperator {
    name: String,
    precondition: Vec<SasFact>,
    effects: Vec<(Vec<SasFact>, SasFact)>,
    cost: u64,
}

impl SasOperator {
    /// Builds the operator; `None` if it is never applicable.
    fn build(self, axioms: &SasAxioms) -> Option<Operator> {
        let literals = |facts: &[SasFact]| DerivedValue::all(facts.iter().map(|fact| axioms.value(*fact)));
        let precondition = literals(&self.precondition)?;
        let effect = |(condition, fact): (Vec<SasFact>, SasFact)| {
            Some(Effect { condition: literals(&condition)?, fact: axioms.fact(fact)? })
        };
        let effects = self.effects.into_iter().filter_map(effect).collect();
        Some(Operator { name: self.name, precondition, effects, cost: self.cost })
    }
}

impl<'s> SasReader<'s> {
    fn variable(&mut self) -> Result<SasVariable, SasError> {
        self.lines.keyword("begin_variable")?;
        let name = self.lines.next("the name of a variable")?.text.to_owned();
        let layer = self.layer()?;
        let line = self.lines.next("the number of values")?;
        let n_values = match line.text.parse::<usize>() {
            Ok(n_values) if 0 < n_values => n_values,
            _ => return Err(self.lines.wrong(&line, "expected the number of values, at least 1")),
        };
        if layer.is_some() && n_values != 2 {
            return Err(self.lines.wrong(&line, "a derived variable has two values"));
        }
        let mut values = Vec::new();
        for _ in 0..n_values {
            values.push(shown_name(self.lines.next("the name of a value")?.text));
        }
        self.lines.keyword("end_variable")?;
        Ok(SasVariable { name, layer, values, initial: 0, id: None })
    }

    /// Reads a line with a truth value.
    fn flag(&mut self, what: &str) -> Result<bool, SasError> {
        let line = self.lines.next(what)?;
        match line.text {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(self.lines.wrong(&line, &format!("expected 0 or 1: {what}"))),
        }
    }

    /// Reads the axiom layer of a variable; `None` if operators change it.
    fn layer(&mut self) -> Result<Option<u32>, SasError> {
        let line = self.lines.next("the axiom layer, or -1")?;
        match line.text {
            "-1" => Ok(None),
            layer => match layer.parse() {
                Ok(layer) => Ok(Some(layer)),
                Err(_) => Err(self.lines.wrong(&line, "expected the axiom layer, from 0 on, or -1")),
            },
        }
    }

    /// Reads facts, with their number, between `begin_…` and `end_…`.
    fn between(&mut self, what: &str) -> Result<Vec<SasFact>, SasError> {
        self.lines.keyword(&format!("begin_{what}"))?;
        let facts = self.facts()?;
        self.lines.keyword(&format!("end_{what}"))?;
        Ok(facts)
    }

    fn facts(&mut self) -> Result<Vec<SasFact>, SasError> {
        let mut facts = Vec::new();
        for _ in 0..self.lines.count("the number of facts")? {
            let (line, numbers) = self.lines.numbers("a variable and its value")?;
            let [variable, value] = numbers[..] else {
                return Err(self.lines.wrong(&line, "expected a variable and its value"));
            };
            facts.push(self.fact(&line, variable, value)?);
        }
        Ok(facts)
    }

    fn fact(&self, line: &SasLine<'s>, variable: i64, value: i64) -> Result<SasFact, SasError> {
        let index = usize::try_from(variable).ok().filter(|index| *index < self.variables.len());
        let index =
            index.ok_or_else(|| self.lines.wrong(line, &format!("there is no variable {variable}")))?;
        let n_values = self.variables[index].values.len();
        let known = usize::try_from(value).is_ok_and(|value| value < n_values);
        let message = || format!("variable {variable} has no value {value}");
        match u32::try_from(value) {
            Ok(value) if known => Ok((index, value)),
            _ => Err(self.lines.wrong(line, &message())),
        }
    }

    fn initial_state(&mut self, builder: &mut TaskBuilder) -> Result<(), SasError> {
        self.lines.keyword("begin_state")?;
        for index in 0..self.variables.len() {
            let (line, numbers) = self.lines.numbers("the value of a variable at the start")?;
            let [value] = numbers[..] else {
                return Err(self.lines.wrong(&line, "expected one value"));
            };
            let (_, value) = self.fact(&line, i64::try_from(index).unwrap_or(i64::MAX), value)?;
            let variable = &mut self.variables[index];
            variable.initial = value;
            if variable.layer.is_none() {
                variable.id = Some(builder.variable(&*variable.name, variable.values.clone(), value));
            }
        }
        self.lines.keyword("end_state")
    }

    fn operator(&mut self, minimises_cost: bool) -> Result<SasOperator, SasError> {
        self.lines.keyword("begin_operator")?;
        let name = self.lines.next("the name of an operator")?.text.to_owned();
        let mut precondition = self.facts()?;
        let mut effects = Vec::new();
        for _ in 0..self.lines.count("the number of effects")? {
            let (line, numbers) = self.lines.numbers("an effect")?;
            let (condition, before, effect) = self.effect(&line, &numbers)?;
            precondition.extend(before.filter(|fact| !precondition.contains(fact)));
            effects.push((condition, effect));
        }
        let line = self.lines.next("the cost")?;
        let cost = line.text.parse().ok().filter(|cost| *cost <= Operator::GREATEST_COST);
        let wrong = || {
            let greatest = Operator::GREATEST_COST;
            self.lines.wrong(&line, &format!("expected a cost, a whole number from 0 to {greatest}"))
        };
        let cost = cost.ok_or_else(wrong)?;
        self.lines.keyword("end_operator")?;
        Ok(SasOperator { name, precondition, effects, cost: if minimises_cost { cost } else { 1 } })
    }

    /// Returns the condition of an effect, the operator's precondition on the variable, and its new value.
    fn effect(
        &self,
        line: &SasLine<'s>,
        numbers: &[i64],
    ) -> Result<(Vec<SasFact>, Option<SasFact>, SasFact), SasError> {
        let form = "expected an effect: the number of conditions, the conditions, the variable, its value before or -1, its value after";
        let wrong = || self.lines.wrong(line, form);
        let (n_conditions, rest) = numbers.split_first().ok_or_else(wrong)?;
        let n_conditions = usize::try_from(*n_conditions).map_err(|_| wrong())?;
        let at = n_conditions
            .checked_mul(2)
            .filter(|at| rest.len().checked_sub(*at) == Some(3))
            .ok_or_else(wrong)?;
        let (conditions, last) = rest.split_at(at);
        let mut condition = Vec::with_capacity(n_conditions);
        for pair in conditions.chunks_exact(2) {
            condition.push(self.fact(line, pair[0], pair[1])?);
        }
        let [variable, before, after] = last[..] else { return Err(wrong()) };
        let effect = self.fact(line, variable, after)?;
        if self.variables[effect.0].layer.is_some() {
            return Err(self
                .lines
                .wrong(line, &format!("an operator sets variable {variable}, which axioms derive")));
        }
        let before = if before == -1 { None } else { Some(self.fact(line, variable, before)?) };
        Ok((condition, before, effect))
    }

    fn rule(&mut self) -> Result<SasRule, SasError> {
        self.lines.keyword("begin_rule")?;
        let body = self.facts()?;
        let (line, numbers) = self.lines.numbers("the head of an axiom")?;
        let [variable, before, after] = numbers[..] else {
            return Err(self.lines.wrong(&line, "expected the variable, its value before, and after"));
        };
        let (before, head) = (self.fact(&line, variable, before)?, self.fact(&line, variable, after)?);
        let variable = &self.variables[head.0];
        if variable.layer.is_none() || before.1 != variable.initial || head.1 == variable.initial {
            let message = "an axiom sets a derived variable from its value at the start to the other one";
            return Err(self.lines.wrong(&line, message));
        }
        self.lines.keyword("end_rule")?;
        Ok(SasRule { head: head.0, body, span: line.span })
    }
}

/// An axiom: the variable loses its initial value if all of the body holds.
#[derive(Debug, Clone)]
struct SasRule {
    head: usize,
    body: Vec<SasFact>,
    span: Span,
}

/// Meaning of the file's variables in the task.
struct SasAxioms {
    meanings: Vec<SasMeaning>,
}

#[derive(Debug, Clone, Copy)]
enum SasMeaning {
    State(VarId),
    /// A derived variable: it has its initial value, given here, unless the condition holds.
    Derived(DerivedValue, u32),
}

impl SasAxioms {
    /// Adds the derived variables, each after the variables that it depends on. Axioms may be cyclic.
    fn add(
        builder: &mut TaskBuilder,
        variables: &[SasVariable],
        rules: &[SasRule],
        source: &Source,
        stop: &Stop,
    ) -> Result<Self, SasError> {
        for rule in rules {
            let layer = variables[rule.head].layer;
            for (used, value) in &rule.body {
                let used_layer = variables[*used].layer;
                let is_negative = *value == variables[*used].initial;
                if layer < used_layer || (used_layer.is_some() && layer == used_layer && is_negative) {
                    return Err(Diagnostic::new(source, "the axiom layers are not in order")
                        .at(rule.span.clone(), format!("this axiom uses variable {used} before it is known"))
                        .help("an axiom may use derived variables of lower layers, and those of its own layer with values other than the initial one")
                        .into());
                }
            }
        }
        // While rules may be cyclic, derived variables have the numbers of the file.
        let place = |(variable, value): &SasFact| match variables[*variable].id {
            Some(var) => DerivedValue::Is(Fact { var, value: *value }.into()),
            None => {
                let number = DerivedValue::Is(DerivedId::from_index(*variable).into());
                number.signed(*value != variables[*variable].initial)
            }
        };
        let named = |variable: &SasVariable| DerivedAtom {
            name: variable.values.get(usize::from(variable.initial == 0)).cloned().unwrap_or_default(),
            bodies: Vec::new(),
        };
        let mut atoms: Vec<DerivedAtom> = variables.iter().map(named).collect();
        for rule in rules {
            atoms[rule.head].bodies.extend(DerivedValue::all(rule.body.iter().map(place)));
        }
        let mut table = RuleTable::until(stop);
        let needed = (0..variables.len()).filter(|variable| variables[*variable].layer.is_some());
        let values = solve(&atoms, needed, &mut table, stop).map_err(|error| match error {
            FiniteDomainError::Task(error) => SasError::Task(error),
            error => Diagnostic::new(source, error.to_string()).into(),
        })?;
        for derived in table.into_derived() {
            builder.derived(derived.name, derived.rules);
        }
        let meanings = variables.iter().zip(values).map(|(variable, value)| match variable.id {
            Some(var) => SasMeaning::State(var),
            None => SasMeaning::Derived(value, variable.initial),
        });
        Ok(Self { meanings: meanings.collect() })
    }

    fn value(&self, (variable, value): SasFact) -> DerivedValue {
        match self.meanings[variable] {
            SasMeaning::State(var) => DerivedValue::Is(Fact { var, value }.into()),
            SasMeaning::Derived(derived, default) => derived.signed(value != default),
        }
    }

    /// Returns the fact for a variable with a value; `None` if axioms derive the variable.
    fn fact(&self, (variable, value): SasFact) -> Option<Fact> {
        match self.meanings[variable] {
            SasMeaning::State(var) => Some(Fact { var, value }),
            SasMeaning::Derived(..) => None,
        }
    }
}
