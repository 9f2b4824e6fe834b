//! Random small rule sheets.
//!
//! A sheet is drawn from a tape of numbers, one for each decision; 0 decides for the simplest, so that shrinking the tape
//! shrinks the sheet. Rules are safe because each variable is bound before anything else is said about it, and stratified
//! when ground because each relation uses earlier ones only, or itself along the acyclic `succ`.

use std::collections::BTreeSet;

use bmcplan::kinds::gdl::{Condition, GdlAtom, GroundLimits, looks_like, read};
use bmcplan::text::Source;
use bmcplan::text::sexpr::{self, Expression, ExpressionForm};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::interpreter::Interpreter;

/// Sheets of a few fluents and moves, most with at most 300 states; about half of them can be played to 100 in two
/// moves or more.
pub(crate) fn arb_sheet() -> impl Strategy<Value = Sheet> {
    let tape = prop_oneof![1 => vec(any::<u8>(), 0..100), 6 => vec(any::<u8>(), 100..800)];
    tape.prop_map(|tape| Sheet(Writer { tape, ..Writer::default() }.sheet()))
}

/// The text of a sheet; where a test fails it is shown as it is.
#[derive(Clone)]
pub(crate) struct Sheet(pub(crate) String);

impl std::fmt::Debug for Sheet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

/// An atom with places for arguments: `%` for a number, `@` for a colour, `!` for a move.
type Shape = String;

#[derive(Default)]
struct Writer {
    tape: Vec<u8>,
    at: usize,
    lines: Vec<String>,
    role: &'static str,
    n_numbers: usize,
    n_fresh: usize,
    fluents: Vec<Shape>,
    moves: Vec<Shape>,
    /// Shapes of conditions that are static, depend on the state, or depend on the move.
    fixed: Vec<Shape>,
    state: Vec<Shape>,
    done: Vec<Shape>,
}

/// A variable and its sort.
type Variable = (String, char);

impl Writer {
    /// A number below `n`; 0 at the end of the tape.
    fn pick(&mut self, n: usize) -> usize {
        self.at += 1;
        usize::from(self.tape.get(self.at - 1).copied().unwrap_or(0)) % n
    }

    /// True about so often in ten.
    fn often(&mut self, in_ten: usize) -> bool {
        10 - in_ten <= self.pick(10)
    }

    fn choose(&mut self, from: &[Shape]) -> Shape {
        from[self.pick(from.len())].clone()
    }

    fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn sheet(mut self) -> String {
        self.role = ["r", "robot"][self.pick(2)];
        self.say(format!("(role {})", self.role));
        self.statics();
        self.fluents_and_moves();
        let steps = self.counter();
        self.derived();
        self.legal();
        self.next();
        self.ends(steps);
        self.input_and_base();
        self.text()
    }

    fn statics(&mut self) {
        self.n_numbers = 2 + self.pick(3);
        for number in 1..=self.n_numbers {
            self.say(format!("(dom {number})"));
        }
        for number in 1..self.n_numbers {
            self.say(format!("(succ {number} {})", number + 1));
        }
        self.say("(colour red) (colour blue)");
        self.fixed = ["(dom %)", "(succ % %)", "(colour @)"].map(Shape::from).to_vec();
        if self.often(6) {
            for _ in 0..=self.pick(5) {
                let edge = self.fill("(edge % %)", &[]);
                self.say(edge);
            }
            self.fixed.push("(edge % %)".into());
            if self.often(6) {
                self.say("(<= (path ?x ?y) (edge ?x ?y))");
                let first = ["edge", "path"][self.pick(2)];
                self.say(format!("(<= (path ?x ?y) ({first} ?x ?z) (path ?z ?y))"));
                self.fixed.push("(path % %)".into());
            }
        }
    }

    fn fluents_and_moves(&mut self) {
        self.fluents = vec!["p".into()];
        let more = ["(at %)", "q", "(cell % @)", "(in (box %))", "(hue @)"];
        let n_more = 1 + self.pick(2);
        let first = self.pick(more.len());
        self.fluents.extend((0..n_more).map(|n| more[(first + n) % more.len()].into()));
        self.moves = vec!["a".into()];
        let more = ["(go %)", "b", "(put % @)", "(paint @)"];
        let n_more = 1 + self.pick(2);
        let first = self.pick(more.len());
        self.moves.extend((0..n_more).map(|n| more[(first + n) % more.len()].into()));
        for fluent in self.fluents.clone() {
            for _ in 0..self.pick(3) {
                let fluent = self.fill(&fluent, &[]);
                self.say(format!("(init {fluent})"));
            }
            if self.often(3) {
                let from = self.fixed.clone();
                self.rule(&format!("(init {fluent})"), &from, &[], 1);
            }
        }
        self.state = self.fixed.clone();
        for fluent in self.fluents.clone() {
            self.state.extend([format!("(true {fluent})"), format!("(true {fluent})")]);
        }
    }

    /// A step counter, perhaps, and its last step.
    fn counter(&mut self) -> Option<usize> {
        if !self.often(5) {
            return None;
        }
        let steps = 3 + self.pick(5);
        self.say("(init (step 1))");
        for step in 1..steps {
            self.say(format!("(tick {step} {})", step + 1));
        }
        if self.often(1) {
            self.say(format!("(tick {steps} 1)"));
        }
        let rule = [
            "(<= (next (step ?y)) (true (step ?x)) (tick ?x ?y))",
            "(<= (next (step ?y)) (tick ?x ?y) (does ?r ?m) (true (step ?x)))",
        ];
        let rule = rule[self.pick(2)];
        self.say(rule);
        if self.often(3) {
            self.state.push("(true (step %))".into());
        }
        Some(steps)
    }

    /// Relations over the state, each of which uses those before it.
    fn derived(&mut self) {
        let names = ["high", "(near %)", "(fit % @)", "low"];
        for name in names.iter().take(self.pick(4)) {
            for _ in 0..=self.pick(2) {
                let from = self.state.clone();
                self.rule(name, &from, &[], 2);
            }
            self.state.push((*name).into());
        }
        let number: Vec<Shape> =
            self.state.iter().filter(|shape| shape.matches('%').count() == 1).cloned().collect();
        if self.often(3) {
            let base = self.choose(&number).replace('%', "?x").replace('@', "red");
            self.say(format!("(<= (seen ?x) (dom ?x) {base})"));
            self.say("(<= (seen ?x) (succ ?x ?y) (seen ?y))");
            self.state.push("(seen %)".into());
        }
        if self.often(3) {
            let base = self.choose(&number).replace('%', "?y").replace('@', "blue");
            self.say(format!("(<= (odd ?y) (succ ?x ?y) (or (not (odd ?x)) (and (even ?x) {base})))"));
            self.say("(<= (even ?y) (dom ?y) (not (odd ?y)))");
            self.state.extend(["(odd %)".into(), "(even %)".into()]);
        }
    }

    fn legal(&mut self) {
        let role = self.role;
        for a_move in self.moves.clone() {
            let free = a_move.replace('%', "?x").replace('@', "?c");
            let unless = match self.pick(4) {
                2 => "(or (not (true p)) (distinct ?x 1))",
                3 => "(true p)",
                _ => "",
            };
            self.say(format!("(<= (legal {role} {free}) (dom ?x) (colour ?c) {unless})"));
            for _ in 0..self.pick(3) {
                let from = self.state.clone();
                self.rule(&format!("(legal {role} {a_move})"), &from, &[], 1);
            }
        }
        if self.often(3) {
            self.say(format!("(legal {role} wait)"));
        }
        if self.often(3) {
            self.say("(special a)");
            let a_move = self.choose(&self.moves.clone());
            let a_move = self.fill(&a_move, &[]);
            self.say(format!("(special {a_move})"));
            self.fixed.push("(special !)".into());
            let from = self.state.clone();
            self.rule(&format!("(legal {role} !)"), &from, &["(special !)".into()], 1);
            self.done.push("(special !)".into());
        }
        self.say(format!("(<= open (legal {role} ?m))"));
        self.state.push("open".into());
        let moves: Vec<Shape> = self.moves.iter().map(|a_move| format!("(legal {role} {a_move})")).collect();
        self.state.extend(moves);
    }

    fn next(&mut self) {
        let role = self.role;
        self.done.extend(self.state.clone());
        self.done.push(format!("(does {role} !)"));
        let does: Vec<Shape> = self.moves.iter().map(|a_move| format!("(does {role} {a_move})")).collect();
        self.done.extend(does.clone());
        if self.often(4) {
            let from = self.done.clone();
            let doing = self.choose(&does);
            self.rule("(touched %)", &from, &[doing], 1);
            self.done.push("(touched %)".into());
        }
        if self.often(2) {
            self.fluents.push("(last !)".into());
            self.say(format!("(<= (next (last ?m)) (does {role} ?m))"));
        }
        for fluent in self.fluents.clone().into_iter().filter(|fluent| !fluent.contains('!')) {
            if self.often(1) {
                self.frame(&fluent);
            } else {
                self.mechanism(&fluent);
            }
            for _ in 0..self.pick(4).saturating_sub(1) {
                let from = self.done.clone();
                let doing = self.choose(&does);
                let needed: &[Shape] = if self.often(2) { &[] } else { &[doing] };
                self.rule(&format!("(next {fluent})"), &from, needed, 2);
            }
        }
    }

    /// Something that moves keep changing.
    fn mechanism(&mut self, fluent: &str) {
        let role = self.role;
        let now = fluent.replacen('%', "?x", 1).replacen('@', "?c", 1);
        let variables = self.variables_of(&now);
        let doing = self.choose(&self.moves.clone());
        let doing = format!("(does {role} {})", self.fill(&doing, &variables));
        let values = "(dom ?x) (colour ?c)";
        let setters: Vec<Shape> =
            self.moves.iter().filter(|a_move| a_move.contains(['%', '@'])).cloned().collect();
        match self.pick(5) {
            4 if fluent.contains('@') => {
                // Colours switch, so that things that have one at first always do.
                if !self.often(3) {
                    self.say(format!("(<= (init {}) (dom ?x))", now.replace("?c", "blue")));
                }
                let other = now.replace("?c", "?d");
                self.say(format!(
                    "(<= (next {now}) {doing} (true {other}) (colour ?c) (colour ?d) (distinct ?c ?d))"
                ));
                self.say(format!("(<= (next {now}) (true {now}) (not {doing}))"));
            }
            3 if fluent.contains(['%', '@']) && !setters.is_empty() => {
                // The move names the only value that holds next.
                let setter = self.choose(&setters).replace('%', "?x").replace('@', "?c");
                self.say(format!("(<= (next {now}) (does {role} {setter}) {values})"));
                let other = setter.replace("?x", "?y").replace("?c", "?d");
                let name = format!("set{}", self.lines.len());
                self.say(format!("(<= {name} (does {role} {other}))"));
                self.say(format!("(<= (next {now}) (true {now}) (not {name}))"));
            }
            1 if fluent.contains('%') => {
                let (by, then) = ([("?x ?y"), ("?y ?x")][self.pick(2)], now.replace("?x", "?y"));
                let doing = doing.replace("?x", "?y");
                self.say(format!("(<= (next {then}) {doing} (true {now}) (succ {by}))"));
                self.say(format!("(<= (next {now}) (true {now}) (succ ?y ?x) (not {doing}))"));
                self.say(format!("(<= (next {now}) (true {now}) (not (succ 1 ?x)))"));
            }
            2 => {
                self.say(format!("(<= (next {now}) {doing} {values} (or (not (true {now})) (true p)))"));
                self.say(format!("(<= (next {now}) (not {doing}) (true {now}))"));
            }
            _ => {
                self.say(format!("(<= (next {now}) {doing} (not (true {now})) {values})"));
                self.say(format!("(<= (next {now}) (true {now}) (not {doing}))"));
            }
        }
    }

    /// Something that stays, perhaps under conditions.
    fn frame(&mut self, fluent: &str) {
        let kept = fluent.replacen('%', "?x", 1).replacen('@', "?c", 1);
        let variables = self.variables_of(&kept);
        let from = self.done.clone();
        let but = if self.often(7) { self.formula(&from, &variables, 1, true) } else { String::new() };
        self.say(format!("(<= (next {kept}) (true {kept}) {but})"));
    }

    /// Rules for the end and its values. About half of the sheets aim at a state far away.
    fn ends(&mut self, steps: Option<usize>) {
        let role = self.role;
        let aimed = !self.often(2);
        if let Some(steps) = steps
            && !self.often(2)
        {
            self.say(format!("(<= terminal (true (step {steps})))"));
        }
        if self.often(2) {
            self.say("(<= (terminal) (not open))");
        }
        let mut from = self.state.clone();
        if !aimed && self.often(5) {
            self.rule("terminal", &from, &[], 2);
            from.push("terminal".into());
        }
        if self.often(3) {
            for number in 1..=self.n_numbers {
                let value = [0, 30, 50, 100][self.pick(4)];
                self.say(format!("(value {number} {value})"));
            }
            let numbered: Vec<Shape> = from.iter().filter(|shape| shape.contains('%')).cloned().collect();
            let holds = self.choose(&numbered).replacen('%', "?n", 1);
            let holds = self.fill(&holds, &[]);
            self.say(format!("(<= (goal {role} ?v) {holds} (value ?n ?v))"));
        }
        if aimed {
            let target = self.target();
            if self.often(4) {
                self.say(format!("(<= (goal {role} 100) (not (goal {role} 0)))"));
                for part in target {
                    self.say(format!("(<= (goal {role} 0) (not {part}))"));
                }
            } else {
                self.say(format!("(<= (goal {role} 100) {})", target.join(" ")));
                self.say(format!("(<= (goal {role} 20) (not (goal {role} 100)))"));
            }
            self.say(format!("(<= terminal (goal {role} 100))"));
        } else {
            let wanted = self.choose(&self.state.clone());
            self.rule(&format!("(goal {role} 100)"), &from, &[wanted], 2);
            let value = self.pick(2) * 30;
            self.rule(&format!("(goal {role} {value})"), &from, &[], 2);
            if !from.contains(&"terminal".into()) {
                self.say(format!("(<= terminal (goal {role} {value}) (true p))"));
            }
        }
    }

    /// Conditions that hold in one of the states that take most moves to get to, and not at the start if that can be.
    fn target(&mut self) -> Vec<String> {
        let draft = format!("{} (goal {} 0) (<= terminal (not (dom 1)))", self.lines.join("\n"), self.role);
        let explored = Interpreter::new(&draft).explore(200, None);
        let states: Vec<BTreeSet<String>> = explored
            .states()
            .iter()
            .map(|state| state.iter().map(|fluent| fluent.to_string()))
            .map(|fluents| fluents.filter(|fluent| !fluent.starts_with("(step")).collect())
            .collect();
        let others: Vec<&BTreeSet<String>> = states.iter().filter(|state| **state != states[0]).collect();
        let far = self.pick(others.len().div_ceil(8).max(1));
        let aim = others.iter().rev().nth(far).copied().unwrap_or(&states[0]);
        let all: BTreeSet<&String> = states.iter().flatten().collect();
        let vague = self.often(3);
        let mut said = Vec::new();
        for fluent in all {
            let holds = aim.contains(fluent);
            if vague && holds == states[0].contains(fluent) && self.often(5) {
                continue;
            }
            said.push(if holds { format!("(true {fluent})") } else { format!("(not (true {fluent}))") });
        }
        if said.is_empty() {
            said.push("(dom 1)".into());
        }
        said
    }

    fn input_and_base(&mut self) {
        if !self.often(3) {
            return;
        }
        for (relation, shapes) in [("base ", self.fluents.clone()), ("input ", self.moves.clone())] {
            for shape in shapes.into_iter().filter(|shape| !shape.contains('!')) {
                let shape = shape.replace('%', "?x").replace('@', "?c");
                let role = if relation == "input " { format!("{} ", self.role) } else { String::new() };
                self.say(format!("(<= ({relation}{role}{shape}) (dom ?x) (colour ?c))"));
            }
        }
    }

    /// The lines, with words here and there in another case, on two lines or with a comment.
    fn text(&mut self) -> String {
        let lines = std::mem::take(&mut self.lines);
        let style = self.pick(3);
        let mut text = String::new();
        for (number, line) in lines.iter().enumerate() {
            for (place, word) in line.split(' ').enumerate() {
                match (style, (number * 7 + place * 5) % 11) {
                    (0, _) => text.push_str(word),
                    (1, 0) => text.push_str(&word.to_uppercase()),
                    (2, 1) => text.push_str(&format!("{word}\n  ")),
                    (2, 2) => text.push_str(&format!("; ({word}\n{word}")),
                    _ => text.push_str(word),
                }
                text.push(' ');
            }
            text.push('\n');
        }
        text
    }

    /// A rule for an atom, with conditions of the shapes given, at least those needed, and so many more at most.
    fn rule(&mut self, head: &str, from: &[Shape], needed: &[Shape], n_more: usize) {
        let mut variables: Vec<Variable> = Vec::new();
        let head: String = head
            .chars()
            .map(|c| match c {
                '%' | '@' | '!' if c == '!' || !self.often(3) => {
                    let same: Vec<Variable> =
                        variables.iter().filter(|(_, sort)| *sort == c).cloned().collect();
                    if !same.is_empty() && self.often(2) {
                        return same[0].0.clone();
                    }
                    let variable = self.fresh(c);
                    variables.push(variable.clone());
                    variable.0
                }
                '%' | '@' => self.constant(c),
                _ => c.to_string(),
            })
            .collect();
        if self.often(3) {
            variables.push(self.fresh('%'));
        }
        let mut body = Vec::new();
        let mut bound: Vec<Variable> = Vec::new();
        for shape in needed {
            let said = self.fill(shape, &variables);
            bound.extend(variables.iter().filter(|(name, _)| mentions(&said, name)).cloned());
            body.push(said);
        }
        for variable in variables {
            if bound.contains(&variable) {
                continue;
            }
            let binder = self.binder(&variable, from, &bound);
            body.push(binder);
            bound.push(variable);
        }
        for _ in 0..self.pick(n_more + 1) {
            let more = self.formula(from, &bound, 2, true);
            let place = self.pick(body.len() + 1);
            body.insert(body.len() - place, more);
        }
        if body.is_empty() && !head.contains('?') {
            self.say(head);
        } else {
            self.say(format!("(<= {head} {})", body.join(" ")));
        }
    }

    /// A condition that says what a variable can be.
    fn binder(&mut self, variable: &Variable, from: &[Shape], bound: &[Variable]) -> String {
        let (name, sort) = variable;
        let able: Vec<Shape> = from.iter().filter(|shape| shape.contains(*sort)).cloned().collect();
        let plain = |writer: &mut Self| {
            let shape = writer.choose(&able);
            let said = shape.replacen(*sort, name, 1);
            writer.fill(&said, bound)
        };
        match self.pick(8) {
            0..6 => plain(self),
            6 => format!("(or {} (and {}))", plain(self), plain(self)),
            _ if *sort == '!' => plain(self),
            _ => format!("(not (distinct {name} {}))", self.constant(*sort)),
        }
    }

    /// Any condition on what is bound.
    fn formula(&mut self, from: &[Shape], bound: &[Variable], depth: usize, positive: bool) -> String {
        let n_kinds = if depth == 0 { 5 } else { 9 };
        match self.pick(n_kinds) {
            0 | 1 => {
                let shape = self.choose(from);
                let mut bound = bound.to_vec();
                if positive && self.often(2) {
                    bound = vec![self.fresh('%'), self.fresh('@'), self.fresh('!')];
                } else if shape.contains('!') && bound.iter().all(|(_, sort)| *sort != '!') {
                    return "(dom 1)".into();
                }
                self.fill(&shape, &bound)
            }
            2 | 3 => {
                let shape = self.choose(from);
                if shape.contains('!') && bound.iter().all(|(_, sort)| *sort != '!') {
                    return "(not (succ 1 1))".into();
                }
                let said = self.fill(&shape, bound);
                format!("(not {said})")
            }
            4 => {
                let [a, b] = [0, 1].map(|_| self.fill("%", bound));
                format!("(distinct {a} {b})")
            }
            5 | 6 => {
                let [a, b] = [0, 1].map(|_| self.formula(from, bound, depth - 1, positive));
                format!("(or {a} {b})")
            }
            7 => {
                let [a, b] = [0, 1].map(|_| self.formula(from, bound, depth - 1, positive));
                format!("(and {a} {b})")
            }
            _ => {
                let negated = self.formula(from, bound, depth - 1, false);
                format!("(not {negated})")
            }
        }
    }

    /// The shape with variables and constants in its places.
    fn fill(&mut self, shape: &str, variables: &[Variable]) -> String {
        let place = |c: char| match c {
            '%' | '@' | '!' => {
                let able: Vec<&Variable> = variables.iter().filter(|(_, sort)| *sort == c).collect();
                if able.is_empty() || (c != '!' && self.often(3)) {
                    return self.constant(c);
                }
                able[self.pick(able.len())].0.clone()
            }
            _ => c.to_string(),
        };
        shape.chars().map(place).collect()
    }

    fn constant(&mut self, sort: char) -> String {
        match sort {
            '%' => (1 + self.pick(self.n_numbers)).to_string(),
            '@' => ["red", "blue"][self.pick(2)].into(),
            _ => "a".into(),
        }
    }

    fn fresh(&mut self, sort: char) -> Variable {
        self.n_fresh += 1;
        let letter = match sort {
            '%' => 'x',
            '@' => 'c',
            _ => 'm',
        };
        (format!("?{letter}{}", self.n_fresh), sort)
    }

    fn variables_of(&self, text: &str) -> Vec<Variable> {
        [("?x", '%'), ("?c", '@')]
            .into_iter()
            .filter(|(name, _)| text.contains(name))
            .map(|(name, sort)| (name.to_owned(), sort))
            .collect()
    }
}

fn mentions(text: &str, variable: &str) -> bool {
    text.split(['(', ')', ' ']).any(|word| word == variable)
}

proptest! {
    #[test]
    fn random_sheets_are_read(sheet in arb_sheet()) {
        let source = Source::new("sheet.kif", &sheet.0);
        let read = read(&source, GroundLimits::default());
        prop_assert!(read.is_ok(), "{}", read.unwrap_err());
        prop_assert!(looks_like(&source));
    }

    /// Checks that a sheet has the same rules in infix form, with dots and without.
    #[test]
    fn random_sheets_are_the_same_in_infix_form(sheet in arb_sheet(), has_dots: bool) {
        let prefix = Source::new("sheet.kif", &sheet.0);
        let infix = Source::new("sheet.gdl", &infix(&prefix, has_dots));
        let rules = |source: &Source| read(source, GroundLimits::default()).map(|sheet| {
            let rules = sheet.rules.iter().map(|rule| {
                let terms = |atom: &GdlAtom| sheet.symbols.atom(atom);
                let conditions = rule.body.iter().map(|condition| match condition {
                    Condition::Holds(atom) => terms(atom),
                    Condition::Fails(atom) => format!("not {}", terms(atom)),
                    Condition::Distinct(a, b) => format!("{} {}", sheet.symbols.term(a), sheet.symbols.term(b)),
                });
                (terms(&rule.head), conditions.collect::<Vec<_>>())
            });
            (rules.collect::<Vec<_>>(), sheet.symbols.name(sheet.role).to_owned())
        });
        prop_assert!(looks_like(&infix), "{}", infix.text());
        prop_assert_eq!(rules(&infix), rules(&prefix), "{}", infix.text());
    }
}

/// Writes a sheet in infix form.
pub(crate) fn infix(source: &Source, has_dots: bool) -> String {
    fn written(expression: &Expression<'_>, and: &str) -> String {
        let all = |parts: &[Expression<'_>], between: &str| {
            parts.iter().map(|part| written(part, and)).collect::<Vec<_>>().join(between)
        };
        match (&expression.form, expression.headed()) {
            (ExpressionForm::Word(word), _) => match word.strip_prefix('?') {
                Some(variable) => variable.to_uppercase(),
                None => (*word).to_owned(),
            },
            (_, Some(("<=", [head, body @ ..]))) if !body.is_empty() => {
                format!("{} :-\n    {}", written(head, and), all(body, and))
            }
            (_, Some(("<=", head))) => all(head, ""),
            (_, Some(("not", [negated]))) => format!("~({})", written(negated, and)),
            (_, Some(("distinct", [a, b]))) => format!("{} \\= {}", written(a, and), written(b, and)),
            (_, Some(("and", parts @ [_, ..]))) => format!("({})", all(parts, and)),
            (_, Some(("or", parts @ [_, ..]))) => format!("({})", all(parts, " ; ")),
            (_, Some((name, []))) => name.to_owned(),
            (_, Some((name, arguments))) => format!("{name}({})", all(arguments, ", ")),
            (_, None) => panic!("a list without a name"),
        }
    }
    let (and, end) = if has_dots { (", ", ". % and\n") } else { (" &\n    ", "\n") };
    let source = Source::new("f", &source.text().to_lowercase());
    sexpr::read(&source).unwrap().iter().map(|clause| written(clause, and) + end).collect()
}

/// Sheets that end before they begin, or that nobody could play through, would test nothing.
#[test]
fn random_sheets_are_games_of_some_moves() {
    let mut runner = TestRunner::deterministic();
    let (mut played, mut deep) = (0, 0);
    for _ in 0..150 {
        let sheet = arb_sheet().new_tree(&mut runner).unwrap().current();
        let explored = Interpreter::new(&sheet.0).explore(300, None);
        played += usize::from(explored.complete);
        deep += usize::from(explored.best.get(&100).is_some_and(|best| 2 <= best.length));
    }
    assert!(140 <= played && 50 <= deep, "{played} {deep}");
}
