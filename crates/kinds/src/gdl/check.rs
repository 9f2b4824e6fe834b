//! Static checks of a rule sheet: the restrictions of GDL that can be checked without grounding.
//!
//! The restrictions are those of the language's definition (Love, Hinrichs, Haley, Schkufza & Genesereth, *General game
//! playing: game description language specification*, 2008, section 2), for one player.

use bmcplan_base::names::nearest;
use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::sheet::{Condition, GdlAtom, GdlRule, GdlTerm, Statement, Symbol, Symbols};

const ARITIES: [(Symbol, usize, &str); 10] = [
    (Symbol::ROLE, 1, "(role player)"),
    (Symbol::INIT, 1, "(init fluent)"),
    (Symbol::TRUE, 1, "(true fluent)"),
    (Symbol::DOES, 2, "(does player move)"),
    (Symbol::NEXT, 1, "(next fluent)"),
    (Symbol::LEGAL, 2, "(legal player move)"),
    (Symbol::GOAL, 2, "(goal player value)"),
    (Symbol::TERMINAL, 0, "terminal"),
    (Symbol::BASE, 1, "(base fluent)"),
    (Symbol::INPUT, 2, "(input player move)"),
];

pub(super) fn is_keyword(relation: Symbol) -> bool {
    ARITIES.iter().any(|(symbol, ..)| *symbol == relation)
}

/// Returns the most similar name of a relation of the language with `n_arguments` arguments, if any is similar.
pub(super) fn similar_keyword<'s>(symbols: &'s Symbols, name: &str, n_arguments: usize) -> Option<&'s str> {
    let fitting = ARITIES.iter().filter(|(_, arity, _)| *arity == n_arguments);
    nearest(name, fitting.map(|(symbol, ..)| symbols.name(*symbol)))
}

/// Checks a statement by itself, and its arities against those seen so far.
pub(super) fn statement(
    source: &Source,
    symbols: &Symbols,
    statement: &Statement,
    arities: &mut Map<Symbol, (usize, Span)>,
) -> Result<(), Diagnostic> {
    let head = statement.head.relation;
    let misplaced = match head {
        Symbol::TRUE => Some("a fact of the current state is not derived; write (next …) or (init …)"),
        Symbol::DOES => Some("what the player does is not derived; write (legal …) for what may be done"),
        _ => None,
    };
    if let Some(help) = misplaced {
        return Err(Diagnostic::new(source, format!("`{}` is defined", symbols.name(head)))
            .at(statement.head_span.clone(), "it can only be a condition")
            .help(help));
    }
    arity(source, symbols, &statement.head, &statement.head_span, arities)?;
    let mut checked = Ok(());
    let mut condition = |atom: &GdlAtom, span: &Span, _| {
        if checked.is_err() {
        } else if matches!(atom.relation, Symbol::NEXT | Symbol::INIT) {
            let message = format!("`{}` is a condition", symbols.name(atom.relation));
            checked = Err(Diagnostic::new(source, message)
                .at(span.clone(), "it can only be defined")
                .help("ask for (true …); to reuse a condition, give it a relation of its own"));
        } else {
            checked = arity(source, symbols, atom, span, arities);
        }
    };
    statement.body.iter().for_each(|part| part.atoms(true, &mut condition));
    checked
}

fn arity(
    source: &Source,
    symbols: &Symbols,
    atom: &GdlAtom,
    span: &Span,
    arities: &mut Map<Symbol, (usize, Span)>,
) -> Result<(), Diagnostic> {
    let (name, found) = (symbols.name(atom.relation), atom.arguments.len());
    if let Some((_, wanted, form)) = ARITIES.iter().find(|(symbol, ..)| *symbol == atom.relation) {
        if found != *wanted {
            return Err(Diagnostic::new(source, format!("`{name}` has {}", arguments(found)))
                .at(span.clone(), format!("it takes {wanted}"))
                .help(format!("write {form}")));
        }
        return Ok(());
    }
    let (wanted, first) = arities.entry(atom.relation).or_insert_with(|| (found, span.clone()));
    if *wanted == found {
        return Ok(());
    }
    Err(Diagnostic::new(source, format!("`{name}` has {} here and {wanted} there", arguments(found)))
        .at(span.clone(), format!("{found} here"))
        .also(first.clone(), format!("{wanted} here"))
        .help("a relation has the same number of arguments everywhere"))
}

/// Formats a count: `1 argument`, `2 arguments`.
pub(super) fn arguments(count: usize) -> String {
    format!("{count} argument{}", if count == 1 { "" } else { "s" })
}

/// Checks that every variable of a rule is bound by a positive condition.
pub(super) fn safety(source: &Source, statement: &Statement, rule: &GdlRule) -> Result<(), Diagnostic> {
    let mut bound = vec![false; rule.n_variables];
    for condition in &rule.body {
        if let Condition::Holds(atom) = condition {
            atom.arguments.iter().for_each(|term| mark(term, &mut bound));
        }
    }
    let unbound = |terms: &[GdlTerm]| terms.iter().find_map(|term| first_unbound(term, &bound));
    let in_head = unbound(&rule.head.arguments).map(|variable| (variable, "what is defined"));
    let in_body = || {
        rule.body.iter().find_map(|condition| match condition {
            Condition::Holds(_) => None,
            Condition::Fails(atom) => unbound(&atom.arguments).map(|variable| (variable, "a negation")),
            Condition::Distinct(a, b) => first_unbound(a, &bound)
                .or_else(|| first_unbound(b, &bound))
                .map(|variable| (variable, "`distinct`")),
        })
    };
    let Some((variable, place)) = in_head.or_else(in_body) else { return Ok(()) };
    let Some((name, span)) = statement.variables.get(variable) else { return Ok(()) };
    Err(Diagnostic::new(source, format!("the rule is unsafe: nothing says what {name} can be"))
        .at(span.clone(), format!("it stands in {place}, and no condition that has to hold names it"))
        .also(statement.span.clone(), "in this rule")
        .help(format!("add a condition that holds for the values meant, such as (index {name})")))
}

fn mark(term: &GdlTerm, variables: &mut [bool]) {
    match term {
        GdlTerm::Constant(_) => {}
        GdlTerm::Variable(variable) => variables[*variable] = true,
        GdlTerm::Function(_, arguments) => arguments.iter().for_each(|argument| mark(argument, variables)),
    }
}

fn first_unbound(term: &GdlTerm, bound: &[bool]) -> Option<usize> {
    match term {
        GdlTerm::Constant(_) => None,
        GdlTerm::Variable(variable) => Some(*variable).filter(|variable| !bound[*variable]),
        GdlTerm::Function(_, arguments) => {
            arguments.iter().find_map(|argument| first_unbound(argument, bound))
        }
    }
}

pub(super) fn role(source: &Source, symbols: &Symbols, rules: &[GdlRule]) -> Result<Symbol, Diagnostic> {
    let mut player: Option<(Symbol, &GdlRule)> = None;
    for rule in rules.iter().filter(|rule| rule.head.relation == Symbol::ROLE) {
        let [GdlTerm::Constant(name)] = rule.head.arguments.as_slice() else {
            return Err(Diagnostic::new(source, "the player has no plain name")
                .at(rule.span.clone(), "here")
                .help("write (role player)"));
        };
        if !rule.body.is_empty() {
            return Err(Diagnostic::new(source, "who plays depends on conditions")
                .at(rule.span.clone(), "here")
                .help("write (role player) without a body"));
        }
        match player {
            Some((other, first)) if other != *name => {
                return Err(Diagnostic::new(source, "the game has more than one player")
                    .at(rule.span.clone(), format!("`{}` plays, too", symbols.name(*name)))
                    .also(first.span.clone(), format!("`{}` plays", symbols.name(other)))
                    .help("only games of one player can be planned: the moves of others are unknown"));
            }
            _ => player = Some((*name, rule)),
        }
    }
    player.map(|(name, _)| name).ok_or_else(|| {
        Diagnostic::new(source, "nobody plays")
            .at(0..0, "in this sheet")
            .help("name the player: (role player)")
    })
}

/// Checks that the relations of a game are `defined`, and that none depends on a forbidden one.
pub(super) fn sheet(
    source: &Source,
    symbols: &Symbols,
    defined: &Set<Symbol>,
    rules: &[GdlRule],
) -> Result<(), Diagnostic> {
    for (relation, form, why) in [
        (Symbol::LEGAL, "(<= (legal player move) …)", "there would be nothing to do"),
        (Symbol::TERMINAL, "(<= terminal …)", "no play would ever end"),
        (Symbol::GOAL, "(<= (goal player 100) …)", "no play would be worth anything"),
    ] {
        if !defined.contains(&relation) {
            return Err(Diagnostic::new(
                source,
                format!("there is no rule for `{}`", symbols.name(relation)),
            )
            .at(0..0, "in this sheet")
            .help(format!("{why}; write {form}")));
        }
    }
    let mut by_head: Map<Symbol, Vec<&GdlRule>> = Map::new();
    for rule in rules {
        by_head.entry(rule.head.relation).or_default().push(rule);
    }
    for (relation, forbidden, why) in [
        (Symbol::INIT, Symbol::TRUE, "there is no state before the first one"),
        (Symbol::INIT, Symbol::DOES, "nothing is done before the first state"),
        (Symbol::LEGAL, Symbol::DOES, "what may be done cannot depend on what is done"),
        (Symbol::TERMINAL, Symbol::DOES, "whether the game is over depends on the state alone"),
        (Symbol::GOAL, Symbol::DOES, "what a state is worth depends on the state alone"),
    ] {
        if let Some(rule) = reaches(&by_head, relation, forbidden) {
            let (name, other) = (symbols.name(relation), symbols.name(forbidden));
            return Err(Diagnostic::new(source, format!("`{name}` depends on `{other}`"))
                .at(rule.span.clone(), "by this rule")
                .help(why));
        }
    }
    Ok(())
}

/// Returns a rule through which `from` depends on `to`, directly or indirectly.
fn reaches<'a>(by_head: &Map<Symbol, Vec<&'a GdlRule>>, from: Symbol, to: Symbol) -> Option<&'a GdlRule> {
    let mut seen = Set::from([from]);
    let mut open = vec![from];
    while let Some(relation) = open.pop() {
        for rule in by_head.get(&relation).into_iter().flatten() {
            for condition in &rule.body {
                let (Condition::Holds(atom) | Condition::Fails(atom)) = condition else { continue };
                if atom.relation == to {
                    return Some(rule);
                }
                if seen.insert(atom.relation) {
                    open.push(atom.relation);
                }
            }
        }
    }
    None
}
