//! The slow, obvious way to play rule sheets: rules are evaluated as they stand, in one state after the other, knowing
//! nothing of the reader, ground rules or tasks.
//!
//! The consequences of a state are the well-founded model of its rules (Van Gelder, *The alternating fixpoint of logic
//! programs with negation*, 1993), which is the intended one wherever rules are stratified once they are ground.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// The fluents that hold.
pub(crate) type State = BTreeSet<Term>;

/// A word, a variable of the rule that it stands in, or a list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Term {
    Word(Rc<str>),
    Variable(usize),
    List(Rc<[Term]>),
}

/// A condition with negation at its atoms only.
#[derive(Debug, Clone)]
enum Formula {
    Holds(Term),
    Fails(Term),
    Same(Term, Term),
    Distinct(Term, Term),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

#[derive(Debug, Clone)]
struct Rule {
    head: Term,
    body: Vec<Formula>,
    n_variables: usize,
}

/// The terms bound to the variables of a rule.
type Bindings = Vec<Option<Term>>;

/// Relations that depend on each other, with their rules.
#[derive(Debug, Default)]
struct Component {
    rules: Vec<Rule>,
    is_recursive: bool,
    denies_itself: bool,
}

/// A rule sheet.
pub(crate) struct Interpreter {
    /// The relations that depend on the state, and on the move, each component after the ones that it uses.
    by_state: Vec<Component>,
    by_move: Vec<Component>,
    /// The atoms that always hold.
    always: Facts,
    role: Term,
}

/// The end, the goal values and the legal moves of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) is_terminal: bool,
    /// The values of the goal.
    pub(crate) values: BTreeSet<u32>,
    /// The legal moves.
    pub(crate) moves: BTreeSet<Term>,
}

/// A state with its consequences.
struct Known<'a> {
    rules: &'a Interpreter,
    now: Facts,
    derived: Facts,
}

/// Ground atoms.
#[derive(Debug, Clone, Default)]
struct Facts {
    by_relation: HashMap<Rc<str>, Vec<Term>>,
    all: HashSet<Term>,
}

/// Names of variables of the rule that is being read.
type Names = Vec<String>;

impl Interpreter {
    /// Reads a sheet that is one; panics at any other.
    pub(crate) fn new(text: &str) -> Self {
        let rules = needed(expressions(text).iter().map(rule).collect());
        let reached = reached(&rules);
        let mut phases = [Vec::new(), Vec::new(), Vec::new()];
        for component in components(&rules, &reached) {
            let used = &reached[&component.rules[0].head.relation()];
            let phase = if used.contains("does") { 2 } else { usize::from(used.contains("true")) };
            phases[phase].push(component);
        }
        let [by_nothing, by_state, by_move] = phases;
        let always = model(&by_nothing, &[]);
        let role = always.of("role").first().expect("somebody plays").arguments()[0].clone();
        Self { by_state, by_move, always, role }
    }

    /// The initial state.
    pub(crate) fn initial(&self) -> State {
        self.always.of("init").iter().map(|init| init.arguments()[0].clone()).collect()
    }

    /// The end of the play, goal values and legal moves.
    pub(crate) fn view(&self, state: &State) -> View {
        self.known(state).view()
    }

    /// The state that a move leads to.
    pub(crate) fn next(&self, state: &State, a_move: &Term) -> State {
        self.known(state).next(a_move)
    }

    /// The state as facts, with the consequences that depend on no move.
    fn known(&self, state: &State) -> Known<'_> {
        let now = state.iter().map(|fluent| Term::list([Term::word("true"), fluent.clone()])).collect();
        let derived = model(&self.by_state, &[&self.always, &now]);
        Known { rules: self, now, derived }
    }

    /// Plays everything, layer by layer, up to so many states; with a goal value, up to the layer in which it is reached.
    pub(crate) fn explore(&self, max_states: usize, until: Option<u32>) -> Explored {
        let initial = self.initial();
        let mut found = Explored {
            numbers: HashMap::from([(initial.clone(), 0)]),
            nodes: vec![Node { state: initial, depth: 0, count: 1, from: Vec::new() }],
            best: BTreeMap::new(),
            complete: false,
            depth: 0,
        };
        let mut number = 0;
        while let Some(node) = found.nodes.get(number) {
            let (depth, count, state) = (node.depth, node.count, node.state.clone());
            found.depth = depth;
            if until.and_then(|value| found.best.get(&value)).is_some_and(|best| best.length < depth) {
                return found;
            }
            let known = self.known(&state);
            let view = known.view();
            if view.is_terminal {
                for value in view.values {
                    let best =
                        found.best.entry(value).or_insert(Best { length: depth, count: 0, ends: Vec::new() });
                    if best.length == depth {
                        best.count += count;
                        best.ends.push(number);
                    }
                }
            } else {
                for a_move in view.moves {
                    let next = known.next(&a_move);
                    let fresh = found.nodes.len();
                    let to = *found.numbers.entry(next.clone()).or_insert(fresh);
                    if to == fresh {
                        if fresh == max_states {
                            return found;
                        }
                        found.nodes.push(Node { state: next, depth: depth + 1, count: 0, from: Vec::new() });
                    }
                    let node = &mut found.nodes[to];
                    if node.depth == depth + 1 {
                        node.count += count;
                        node.from.push((number, a_move.to_string()));
                    }
                }
            }
            number += 1;
        }
        found.complete = true;
        found
    }
}

impl Known<'_> {
    fn view(&self) -> View {
        let layers = [&self.rules.always, &self.now, &self.derived];
        let of_player = |relation: &'static str| {
            let atoms = layers.iter().flat_map(move |layer| layer.of(relation)).map(Term::arguments);
            let of_player = atoms.filter(|arguments| arguments[0] == self.rules.role);
            of_player.map(|arguments| arguments[1].clone())
        };
        View {
            is_terminal: layers.iter().any(|layer| !layer.of("terminal").is_empty()),
            values: of_player("goal").map(|value| value.to_string().parse().expect("a number")).collect(),
            moves: of_player("legal").collect(),
        }
    }

    fn next(&self, a_move: &Term) -> State {
        let does = Term::list([Term::word("does"), self.rules.role.clone(), a_move.clone()]);
        let done: Facts = [does].into_iter().collect();
        let known = [&self.rules.always, &self.now, &self.derived, &done];
        let after = model(&self.rules.by_move, &known);
        let next = [&self.rules.always, &self.derived, &after].into_iter().flat_map(|layer| layer.of("next"));
        next.map(|next| next.arguments()[0].clone()).collect()
    }
}

/// The explored part of a game.
pub(crate) struct Explored {
    numbers: HashMap<State, usize>,
    nodes: Vec<Node>,
    /// For each goal value the shortest plays that end with it.
    pub(crate) best: BTreeMap<u32, Best>,
    /// True if this is the whole game.
    pub(crate) complete: bool,
    /// The number of layers explored.
    pub(crate) depth: usize,
}

struct Node {
    state: State,
    depth: usize,
    /// The number of shortest plays that lead here.
    count: u128,
    /// The predecessors in the layer before, with the moves.
    from: Vec<(usize, String)>,
}

/// The shortest plays to a goal value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Best {
    /// Their number of moves.
    pub(crate) length: usize,
    /// The number of these plays.
    pub(crate) count: u128,
    ends: Vec<usize>,
}

impl Explored {
    /// The number of states explored.
    pub(crate) fn n_states(&self) -> usize {
        self.nodes.len()
    }

    /// The states, by their distance from the initial one.
    pub(crate) fn states(&self) -> Vec<State> {
        self.nodes.iter().map(|node| node.state.clone()).collect()
    }

    /// The length of a shortest play that ends with the value; the outer `None` if too little was seen to know.
    pub(crate) fn optimum(&self, value: u32) -> Option<Option<usize>> {
        let best = self.best.get(&value).map(|best| best.length);
        (best.is_some() || self.complete).then_some(best)
    }

    /// All shortest plays that end with the value, in alphabetical order of their moves.
    pub(crate) fn plays(&self, value: u32) -> BTreeSet<Vec<String>> {
        let ends = self.best.get(&value).into_iter().flat_map(|best| &best.ends);
        let mut open: Vec<(usize, Vec<String>)> = ends.map(|end| (*end, Vec::new())).collect();
        let mut plays = BTreeSet::new();
        while let Some((number, mut play)) = open.pop() {
            if number == 0 {
                play.reverse();
                plays.insert(play);
                continue;
            }
            for (from, a_move) in &self.nodes[number].from {
                open.push((*from, [play.as_slice(), std::slice::from_ref(a_move)].concat()));
            }
        }
        plays
    }
}

// The consequences of rules.

/// The consequences of known facts.
fn model(components: &[Component], known: &[&Facts]) -> Facts {
    let mut derived = Facts::default();
    for component in components {
        let more = component.model(&[known, &[&derived]].concat());
        derived.extend(more.all);
    }
    derived
}

impl Component {
    /// The well-founded model of the rules.
    fn model(&self, known: &[&Facts]) -> Facts {
        let mut least = Facts::default();
        loop {
            let most = self.closure(known, &least);
            if !self.denies_itself {
                return most;
            }
            let more = self.closure(known, &most);
            if more.all == most.all {
                return more;
            }
            assert!(more.all != least.all, "the rules are not stratified");
            least = more;
        }
    }

    /// The consequences if a negation holds where its atom is neither known nor assumed.
    fn closure(&self, known: &[&Facts], assumed: &Facts) -> Facts {
        let mut found = Facts::default();
        loop {
            let before = found.all.len();
            for rule in &self.rules {
                let mut heads = Vec::new();
                let world = World { known, found: &found, assumed };
                world.solve(rule.body.iter().collect(), &vec![None; rule.n_variables], &mut |bindings| {
                    heads.push(rule.head.with(bindings));
                });
                found.extend(heads);
            }
            if found.all.len() == before || !self.is_recursive {
                return found;
            }
            assert!(found.all.len() < 100_000, "the terms grow without end");
        }
    }
}

struct World<'a> {
    known: &'a [&'a Facts],
    found: &'a Facts,
    assumed: &'a Facts,
}

impl World<'_> {
    /// Calls back for each way to make all of the goals hold.
    fn solve(&self, mut goals: Vec<&Formula>, bindings: &Bindings, found: &mut dyn FnMut(&Bindings)) {
        let is_test = |goal: &&Formula| goal.is_test(bindings);
        let is_source = |goal: &&Formula| matches!(goal, Formula::Holds(_) | Formula::Or(_));
        let Some(place) = goals.iter().position(is_test).or_else(|| goals.iter().position(is_source)) else {
            assert!(goals.is_empty(), "a rule is unsafe");
            found(bindings);
            return;
        };
        match goals.remove(place) {
            Formula::And(parts) => {
                goals.splice(place..place, parts);
                self.solve(goals, bindings, found);
            }
            Formula::Or(parts) => {
                for part in parts {
                    let mut goals = goals.clone();
                    goals.insert(place, part);
                    self.solve(goals, bindings, found);
                }
            }
            Formula::Holds(atom) => {
                let atom = atom.with(bindings);
                for layer in self.known.iter().copied().chain([self.found]) {
                    if layer.all.contains(&atom) {
                        self.solve(goals.clone(), bindings, found);
                        continue;
                    }
                    for fact in layer.of(&atom.relation()) {
                        let mut bindings = bindings.clone();
                        if atom.matches(fact, &mut bindings) {
                            self.solve(goals.clone(), &bindings, found);
                        }
                    }
                }
            }
            Formula::Fails(atom) => {
                let atom = atom.with(bindings);
                let mut layers = self.known.iter().copied().chain([self.assumed]);
                if !layers.any(|layer| layer.all.contains(&atom)) {
                    self.solve(goals, bindings, found);
                }
            }
            Formula::Distinct(a, b) => {
                if a.with(bindings) != b.with(bindings) {
                    self.solve(goals, bindings, found);
                }
            }
            Formula::Same(a, b) => {
                let (a, b) = (a.with(bindings), b.with(bindings));
                let mut bindings = bindings.clone();
                if if b.is_ground() { a.matches(&b, &mut bindings) } else { b.matches(&a, &mut bindings) } {
                    self.solve(goals, &bindings, found);
                }
            }
        }
    }
}

impl Formula {
    /// True if the bindings decide it.
    fn is_test(&self, bindings: &Bindings) -> bool {
        let is_ground = |term: &Term| term.is_ground_with(bindings);
        match self {
            Self::And(_) => true,
            Self::Holds(_) | Self::Or(_) => false,
            Self::Fails(atom) => is_ground(atom),
            Self::Distinct(a, b) => is_ground(a) && is_ground(b),
            Self::Same(a, b) => is_ground(a) || is_ground(b),
        }
    }
}

impl Term {
    fn word(text: &str) -> Self {
        Self::Word(text.into())
    }

    fn list(terms: impl IntoIterator<Item = Self>) -> Self {
        Self::List(terms.into_iter().collect())
    }

    /// The first word.
    fn relation(&self) -> Rc<str> {
        match self {
            Self::Word(word) => word.clone(),
            Self::List(terms) => terms[0].relation(),
            Self::Variable(_) => panic!("a variable is no relation"),
        }
    }

    fn arguments(&self) -> &[Self] {
        match self {
            Self::List(terms) => &terms[1..],
            _ => &[],
        }
    }

    fn is_ground(&self) -> bool {
        match self {
            Self::Word(_) => true,
            Self::Variable(_) => false,
            Self::List(terms) => terms.iter().all(Self::is_ground),
        }
    }

    fn is_ground_with(&self, bindings: &Bindings) -> bool {
        match self {
            Self::Word(_) => true,
            Self::Variable(variable) => bindings[*variable].is_some(),
            Self::List(terms) => terms.iter().all(|term| term.is_ground_with(bindings)),
        }
    }

    /// The term with bound variables replaced.
    fn with(&self, bindings: &Bindings) -> Self {
        match self {
            Self::Word(_) => self.clone(),
            Self::Variable(variable) => bindings[*variable].clone().unwrap_or_else(|| self.clone()),
            Self::List(_) if self.is_ground() => self.clone(),
            Self::List(terms) => Self::List(terms.iter().map(|term| term.with(bindings)).collect()),
        }
    }

    /// True if it matches the ground term; binds variables.
    fn matches(&self, ground: &Self, bindings: &mut Bindings) -> bool {
        match (self, ground) {
            (Self::Variable(variable), _) => match &bindings[*variable] {
                Some(bound) => bound == ground,
                None => {
                    bindings[*variable] = Some(ground.clone());
                    true
                }
            },
            (Self::List(terms), Self::List(others)) => {
                terms.len() == others.len()
                    && terms.iter().zip(others.iter()).all(|(term, other)| term.matches(other, bindings))
            }
            _ => self == ground,
        }
    }
}

impl std::fmt::Display for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Variable(variable) => write!(f, "?{variable}"),
            Self::List(terms) => {
                let words: Vec<String> = terms.iter().map(Self::to_string).collect();
                write!(f, "({})", words.join(" "))
            }
        }
    }
}

impl Facts {
    fn of(&self, relation: &str) -> &[Term] {
        self.by_relation.get(relation).map_or(&[], Vec::as_slice)
    }
}

impl Extend<Term> for Facts {
    fn extend<T: IntoIterator<Item = Term>>(&mut self, atoms: T) {
        for atom in atoms {
            if self.all.insert(atom.clone()) {
                self.by_relation.entry(atom.relation()).or_default().push(atom);
            }
        }
    }
}

impl FromIterator<Term> for Facts {
    fn from_iter<T: IntoIterator<Item = Term>>(atoms: T) -> Self {
        let mut facts = Self::default();
        facts.extend(atoms);
        facts
    }
}

// Reading.

/// A word or a list.
enum Expression {
    Word(String),
    List(Vec<Expression>),
}

fn expressions(text: &str) -> Vec<Expression> {
    let text: Vec<&str> = text.lines().map(|line| line.split(';').next().unwrap()).collect();
    let text = text.join(" ").replace('(', " ( ").replace(')', " ) ").to_lowercase();
    let mut open = vec![Vec::new()];
    for token in text.split_whitespace() {
        match token {
            "(" => open.push(Vec::new()),
            ")" => {
                let list = open.pop().unwrap();
                open.last_mut().expect("as many ( as )").push(Expression::List(list));
            }
            word => open.last_mut().unwrap().push(Expression::Word(word.to_owned())),
        }
    }
    assert_eq!(open.len(), 1, "as many ) as (");
    open.pop().unwrap()
}

fn rule(expression: &Expression) -> Rule {
    let mut names = Vec::new();
    let (head, body) = match parts(expression) {
        ("<=", parts) => (term(&parts[0], &mut names), &parts[1..]),
        _ => (term(expression, &mut names), [].as_slice()),
    };
    let body = body.iter().map(|part| formula(part, true, &mut names)).collect();
    Rule { head, body, n_variables: names.len() }
}

/// The first word, and what comes after it.
fn parts(expression: &Expression) -> (&str, &[Expression]) {
    match expression {
        Expression::Word(word) => (word, &[]),
        Expression::List(items) => match items.as_slice() {
            [Expression::Word(word), rest @ ..] => (word, rest),
            _ => panic!("a list begins with a word"),
        },
    }
}

fn formula(expression: &Expression, positive: bool, names: &mut Names) -> Formula {
    match (parts(expression), positive) {
        (("not", parts), _) => formula(&parts[0], !positive, names),
        (("and", parts), true) | (("or", parts), false) => {
            Formula::And(parts.iter().map(|part| formula(part, positive, names)).collect())
        }
        (("and", parts), false) | (("or", parts), true) => {
            Formula::Or(parts.iter().map(|part| formula(part, positive, names)).collect())
        }
        (("distinct", [a, b]), true) => Formula::Distinct(term(a, names), term(b, names)),
        (("distinct", [a, b]), false) => Formula::Same(term(a, names), term(b, names)),
        (_, true) => Formula::Holds(term(expression, names)),
        (_, false) => Formula::Fails(term(expression, names)),
    }
}

/// A word on its own in a list is that word.
fn term(expression: &Expression, names: &mut Names) -> Term {
    match expression {
        Expression::Word(word) if word.starts_with('?') => {
            let known = names.iter().position(|name| name == word);
            Term::Variable(known.unwrap_or_else(|| {
                names.push(word.clone());
                names.len() - 1
            }))
        }
        Expression::Word(word) => Term::word(word),
        Expression::List(items) => match items.as_slice() {
            [item] => term(item, names),
            items => Term::list(items.iter().map(|item| term(item, names))),
        },
    }
}

/// The rules that a play depends on.
fn needed(rules: Vec<Rule>) -> Vec<Rule> {
    let mut wanted: BTreeSet<Rc<str>> =
        ["role", "init", "next", "legal", "goal", "terminal"].into_iter().map(Rc::from).collect();
    loop {
        let before = wanted.len();
        for rule in &rules {
            if wanted.contains(&rule.head.relation()) {
                rule.body.iter().for_each(|formula| relations(formula, &mut wanted));
            }
        }
        if wanted.len() == before {
            return rules.into_iter().filter(|rule| wanted.contains(&rule.head.relation())).collect();
        }
    }
}

fn relations(formula: &Formula, found: &mut BTreeSet<Rc<str>>) {
    match formula {
        Formula::Holds(atom) | Formula::Fails(atom) => {
            found.insert(atom.relation());
        }
        Formula::Same(..) | Formula::Distinct(..) => {}
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| relations(part, found)),
    }
}

/// For each relation the relations that it depends on, itself included.
fn reached(rules: &[Rule]) -> BTreeMap<Rc<str>, BTreeSet<Rc<str>>> {
    let mut reached: BTreeMap<Rc<str>, BTreeSet<Rc<str>>> = BTreeMap::new();
    for rule in rules {
        let used = reached.entry(rule.head.relation()).or_insert(BTreeSet::from([rule.head.relation()]));
        rule.body.iter().for_each(|formula| relations(formula, used));
    }
    loop {
        let before: usize = reached.values().map(BTreeSet::len).sum();
        for relation in reached.keys().cloned().collect::<Vec<_>>() {
            let further = reached[&relation].iter().filter_map(|used| reached.get(used)).flatten().cloned();
            let further: Vec<Rc<str>> = further.collect();
            reached.get_mut(&relation).unwrap().extend(further);
        }
        if before == reached.values().map(BTreeSet::len).sum::<usize>() {
            return reached;
        }
    }
}

/// The rules of relations that depend on each other, after the rules that they use.
fn components(rules: &[Rule], reached: &BTreeMap<Rc<str>, BTreeSet<Rc<str>>>) -> Vec<Component> {
    let mut groups: BTreeMap<(usize, &BTreeSet<Rc<str>>), Component> = BTreeMap::new();
    for rule in rules {
        let uses = &reached[&rule.head.relation()];
        let component = groups.entry((uses.len(), uses)).or_default();
        let (mut all, mut denied) = (BTreeSet::new(), BTreeSet::new());
        rule.body.iter().for_each(|formula| relations(formula, &mut all));
        rule.body.iter().for_each(|formula| negated(formula, &mut denied));
        let is_own = |used: &Rc<str>| reached.get(used) == Some(uses);
        component.is_recursive |= all.iter().any(is_own);
        component.denies_itself |= denied.iter().any(is_own);
        component.rules.push(rule.clone());
    }
    groups.into_values().collect()
}

fn negated(formula: &Formula, found: &mut BTreeSet<Rc<str>>) {
    match formula {
        Formula::Fails(_) => relations(formula, found),
        Formula::Holds(_) | Formula::Same(..) | Formula::Distinct(..) => {}
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| negated(part, found)),
    }
}
