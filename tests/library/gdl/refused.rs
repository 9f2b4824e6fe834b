//! Sheets that are refused, and what is said about them: the place, what is wrong there, and what would be right.

use bmcplan::frontend::Source;
use bmcplan::frontend::gdl::{Game, GroundError, GroundLimits, read};
use expect_test::{Expect, expect};

/// A game, for rules that make it none.
const GAME: &str = "(role r) (init p) (legal r a) (goal r 100) (<= terminal (true p))\n";

/// A sheet that is refused when it is read.
fn whole(text: &str, expected: Expect) {
    expected.assert_eq(&read(&Source::new("s.kif", text), GroundLimits::default()).unwrap_err().to_string());
}

/// Rules that are refused when the sheet is read.
fn rules(rules: &str, expected: Expect) {
    whole(&format!("{rules}\n{GAME}"), expected);
}

/// Rules that are refused when they are made ground.
fn ground(rules: &str, expected: Expect) {
    let source = Source::new("s.kif", &format!("{rules}\n{GAME}"));
    let sheet = read(&source, GroundLimits::default()).unwrap();
    let error = Game::of(&source, &sheet, GroundLimits::default()).unwrap_err();
    assert!(matches!(error, GroundError::Refused(_)), "{error}");
    expected.assert_eq(&error.to_string());
}

#[test]
fn a_parenthesis_too_few() {
    whole(
        "(role r)\n(<= (next p)\n    (true p)\n(legal r a)\n",
        expect![[r#"
        error: a parenthesis is not closed
         --> s.kif:2:1
          |
        2 | (<= (next p)
          | ^ opened here
          |
          = help: every '(' needs its ')'; the rule that begins here has too few of them"#]],
    );
}

#[test]
fn a_parenthesis_too_many() {
    whole(
        "(role r)\n(init p))\n",
        expect![[r#"
        error: a parenthesis is closed that was not opened
         --> s.kif:2:9
          |
        2 | (init p))
          |         ^ here
          |
          = help: remove it, or open one before it"#]],
    );
}

#[test]
fn nested_too_deep() {
    let text = format!("(role r)\n{}", "(".repeat(101));
    whole(
        &text,
        expect![[r#"
        error: the parentheses are nested too deep
         --> s.kif:2:101
          |
        2 | (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
          |                                                                                                     ^ this is level 101
          |
          = help: at most 100 levels are read"#]],
    );
}

#[test]
fn an_empty_rule() {
    rules(
        "(<=)",
        expect![[r#"
        error: the rule is empty
         --> s.kif:1:1
          |
        1 | (<=)
          | ^^^^ nothing is defined here
          |
          = help: write (<= head condition …)"#]],
    );
}

#[test]
fn an_empty_list() {
    rules(
        "(<= (next p) ())",
        expect![[r#"
        error: a list is empty
         --> s.kif:1:14
          |
        1 | (<= (next p) ())
          |              ^^ nothing in it
          |
          = help: write a relation, such as (cell 1 2 b) or terminal"#]],
    );
}

#[test]
fn an_empty_list_as_a_term() {
    rules(
        "(init ())",
        expect![[r#"
        error: a list is empty
         --> s.kif:1:7
          |
        1 | (init ())
          |       ^^ nothing in it
          |
          = help: write a relation, such as (cell 1 2 b) or terminal"#]],
    );
}

#[test]
fn a_list_that_begins_with_a_list() {
    rules(
        "((init p))",
        expect![[r#"
        error: a list begins with a list
         --> s.kif:1:2
          |
        1 | ((init p))
          |  ^^^^^^^^ a name is to stand here
          |
          = help: write a relation, such as (cell 1 2 b) or terminal"#]],
    );
}

#[test]
fn a_term_that_begins_with_a_list() {
    rules(
        "(init ((p) q))",
        expect![[r#"
        error: a term begins with a list or a variable
         --> s.kif:1:8
          |
        1 | (init ((p) q))
          |        ^^^ a name is to stand here
          |
          = help: write a constant, a ?variable, or a function such as (cell 1 2 b)"#]],
    );
}

#[test]
fn a_term_that_begins_with_a_variable() {
    rules(
        "(<= (next (?f 1)) (true (?f 1)))",
        expect![[r#"
        error: a term begins with a list or a variable
         --> s.kif:1:12
          |
        1 | (<= (next (?f 1)) (true (?f 1)))
          |            ^^ a name is to stand here
          |
          = help: write a constant, a ?variable, or a function such as (cell 1 2 b)"#]],
    );
}

#[test]
fn a_variable_for_a_relation() {
    rules(
        "(<= (next p) (?q a))",
        expect![[r#"
        error: the variable ?q stands for a relation
         --> s.kif:1:15
          |
        1 | (<= (next p) (?q a))
          |               ^^ a name is to stand here
          |
          = help: write a relation, such as (cell 1 2 b) or terminal"#]],
    );
}

#[test]
fn a_variable_alone() {
    rules(
        "?x",
        expect![[r#"
        error: the variable ?x stands for a relation
         --> s.kif:1:1
          |
        1 | ?x
          | ^^ a name is to stand here
          |
          = help: write a relation, such as (cell 1 2 b) or terminal"#]],
    );
}

#[test]
fn no_relation() {
    rules(
        "(or (init p) (init q))",
        expect![[r#"
        error: `or` is no relation
         --> s.kif:1:2
          |
        1 | (or (init p) (init q))
          |  ^^ a relation is to stand here
          |
          = help: write a relation, such as (cell 1 2 b) or terminal"#]],
    );
}

#[test]
fn a_rule_in_a_rule() {
    rules(
        "(<= (next p) (<= q s))",
        expect![[r#"
        error: `<=` is no relation
         --> s.kif:1:15
          |
        1 | (<= (next p) (<= q s))
          |               ^^ a relation is to stand here
          |
          = help: write a relation, such as (cell 1 2 b) or terminal"#]],
    );
}

#[test]
fn not_of_two() {
    rules(
        "(<= (next p) (not (true p) (true q)))",
        expect![[r#"
        error: `not` takes one condition
         --> s.kif:1:14
          |
        1 | (<= (next p) (not (true p) (true q)))
          |              ^^^^^^^^^^^^^^^^^^^^^^^ here it has 2
          |
          = help: write (not condition); for several of them, (not (or …)) or (not (and …))"#]],
    );
}

#[test]
fn distinct_of_three() {
    rules(
        "(<= (next p) (distinct a b c))",
        expect![[r#"
        error: `distinct` takes two terms
         --> s.kif:1:14
          |
        1 | (<= (next p) (distinct a b c))
          |              ^^^^^^^^^^^^^^^^ here it has 3
          |
          = help: write (distinct ?x ?y); for three terms, one for each pair"#]],
    );
}

#[test]
fn too_many_alternatives() {
    let text = format!("(<= (next p) {})\n{GAME}", "(or a b)".repeat(13));
    whole(
        &text,
        expect![[r#"
        error: the rule has too many alternatives
         --> s.kif:1:1
          |
        1 | (<= (next p) (or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b))
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ multiplied out it is more than 4096 rules
          |
          = help: give a part of it a name: a relation of its own, defined by a rule for each alternative"#]],
    );
}

#[test]
fn too_large_when_multiplied_out() {
    let rule = format!("(<= (next p) {})\n", "(or a b)".repeat(12));
    whole(
        &(rule.repeat(100) + GAME),
        expect![[r#"
        error: the sheet grows too large when its rules are multiplied out
          --> s.kif:20:1
           |
        20 | (<= (next p) (or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b)(or a b))
           | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ from here on, the sheet has more than 2097152 symbols
           |
           = help: give a part of it a name: a relation of its own, defined by a rule for each alternative"#]],
    );
}

#[test]
fn terms_too_deep() {
    let chain: String = (0..200).map(|n| format!(" (not (distinct ?{n} (f ?{})))", n + 1)).collect();
    whole(
        &format!("(<= (next ?0) (true ?200){chain})\n{GAME}"),
        expect![[r#"
        error: the terms of the rule are nested too deep
         --> s.kif:1:1
          |
        1 | (<= (next ?0) (true ?200) (not (distinct ?0 (...98 (f ?199))) (not (distinct ?199 (f ?200))))
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^...^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ they would have more than 128 levels
          |
          = help: nest fewer functions in what is said to be equal"#]],
    );
}

#[test]
fn true_is_defined() {
    rules(
        "(true p)",
        expect![[r#"
        error: `true` is defined
         --> s.kif:1:1
          |
        1 | (true p)
          | ^^^^^^^^ it can only be a condition
          |
          = help: a fact of the current state is not derived; write (next …) or (init …)"#]],
    );
}

#[test]
fn does_is_defined() {
    rules(
        "(<= (does r a) (true p))",
        expect![[r#"
        error: `does` is defined
         --> s.kif:1:5
          |
        1 | (<= (does r a) (true p))
          |     ^^^^^^^^^^ it can only be a condition
          |
          = help: what the player does is not derived; write (legal …) for what may be done"#]],
    );
}

#[test]
fn next_is_a_condition() {
    rules(
        "(<= (next q) (next p))",
        expect![[r#"
            error: `next` is a condition
             --> s.kif:1:14
              |
            1 | (<= (next q) (next p))
              |              ^^^^^^^^ it can only be defined
              |
              = help: ask for (true …); to reuse a condition, give it a relation of its own"#]],
    );
}

#[test]
fn a_wrong_number_of_arguments() {
    rules(
        "(<= (legal r) (true p))",
        expect![[r#"
        error: `legal` has 1 argument
         --> s.kif:1:5
          |
        1 | (<= (legal r) (true p))
          |     ^^^^^^^^^ it takes 2
          |
          = help: write (legal player move)"#]],
    );
}

#[test]
fn terminal_with_an_argument() {
    rules(
        "(<= (terminal r) (true p))",
        expect![[r#"
        error: `terminal` has 1 argument
         --> s.kif:1:5
          |
        1 | (<= (terminal r) (true p))
          |     ^^^^^^^^^^^^ it takes 0
          |
          = help: write terminal"#]],
    );
}

#[test]
fn an_arity_clash() {
    rules(
        "(succ 1 2)\n(<= (next (step ?y)) (succ ?y))",
        expect![[r#"
        error: `succ` has 1 argument here and 2 there
         --> s.kif:2:22
          |
        1 | (succ 1 2)
          | ---------- 2 here
        2 | (<= (next (step ?y)) (succ ?y))
          |                      ^^^^^^^^^ 1 here
          |
          = help: a relation has the same number of arguments everywhere"#]],
    );
}

#[test]
fn an_unsafe_head() {
    rules(
        "(<= (next (on ?x))\n    (does r a))",
        expect![[r#"
        error: the rule is unsafe: nothing says what ?x can be
         --> s.kif:1:15
          |
        1 | (<= (next (on ?x))
          | --------------^^--
          | |             |
          | |             it stands in what is defined, and no condition that has to hold names it
          | in this rule
          |
          = help: add a condition that holds for the values meant, such as (index ?x)"#]],
    );
}

#[test]
fn an_unsafe_negation() {
    rules(
        "(<= (next p) (not (true (on ?Y))))",
        expect![[r#"
        error: the rule is unsafe: nothing says what ?Y can be
         --> s.kif:1:29
          |
        1 | (<= (next p) (not (true (on ?Y))))
          | ----------------------------^^----
          | |                           |
          | |                           it stands in a negation, and no condition that has to hold names it
          | in this rule
          |
          = help: add a condition that holds for the values meant, such as (index ?Y)"#]],
    );
}

#[test]
fn an_unsafe_distinct() {
    rules(
        "(<= (next p) (distinct ?x a))",
        expect![[r#"
        error: the rule is unsafe: nothing says what ?x can be
         --> s.kif:1:24
          |
        1 | (<= (next p) (distinct ?x a))
          | -----------------------^^----
          | |                      |
          | |                      it stands in `distinct`, and no condition that has to hold names it
          | in this rule
          |
          = help: add a condition that holds for the values meant, such as (index ?x)"#]],
    );
}

#[test]
fn an_unsafe_alternative() {
    rules(
        "(<= (next ?x) (or (true ?x) (does r a)))",
        expect![[r#"
        error: the rule is unsafe: nothing says what ?x can be
         --> s.kif:1:11
          |
        1 | (<= (next ?x) (or (true ?x) (does r a)))
          | ----------^^----------------------------
          | |         |
          | |         it stands in what is defined, and no condition that has to hold names it
          | in this rule
          |
          = help: add a condition that holds for the values meant, such as (index ?x)"#]],
    );
}

#[test]
fn an_empty_sheet() {
    whole(
        "; nothing\n",
        expect![[r#"
        error: the sheet is empty
         --> s.kif:1:1
          |
        1 | ; nothing
          | ^ no rule here
          |
          = help: a rule sheet has facts such as (role player) and rules such as (<= terminal (true (step 7)))"#]],
    );
}

#[test]
fn a_player_without_a_name() {
    rules(
        "(role (white knight))",
        expect![[r#"
        error: the player has no plain name
         --> s.kif:1:1
          |
        1 | (role (white knight))
          | ^^^^^^^^^^^^^^^^^^^^^ here
          |
          = help: write (role player)"#]],
    );
}

#[test]
fn a_player_under_conditions() {
    rules(
        "nice\n(<= (role r) nice)",
        expect![[r#"
            error: who plays depends on conditions
             --> s.kif:2:1
              |
            2 | (<= (role r) nice)
              | ^^^^^^^^^^^^^^^^^^ here
              |
              = help: write (role player) without a body"#]],
    );
}

#[test]
fn two_players() {
    rules(
        "(role s)",
        expect![[r#"
        error: the game has more than one player
         --> s.kif:2:1
          |
        1 | (role s)
          | -------- `s` plays
        2 | (role r) (init p) (legal r a) (goal r 100) (<= terminal (true p))
          | ^^^^^^^^ `r` plays, too
          |
          = help: only games of one player can be planned: nobody knows what the others do"#]],
    );
}

#[test]
fn nobody_plays() {
    whole(
        "(legal r a) terminal (goal r 100)\n",
        expect![[r#"
        error: nobody plays
         --> s.kif:1:1
          |
        1 | (legal r a) terminal (goal r 100)
          | ^ in this sheet
          |
          = help: name the player: (role player)"#]],
    );
}

#[test]
fn nothing_is_legal() {
    whole(
        "(role r) terminal (goal r 100)\n",
        expect![[r#"
        error: there is no rule for `legal`
         --> s.kif:1:1
          |
        1 | (role r) terminal (goal r 100)
          | ^ in this sheet
          |
          = help: there would be nothing to do; write (<= (legal player move) …)"#]],
    );
}

#[test]
fn no_end() {
    whole(
        "(role r) (legal r a) (goal r 100)\n",
        expect![[r#"
        error: there is no rule for `terminal`
         --> s.kif:1:1
          |
        1 | (role r) (legal r a) (goal r 100)
          | ^ in this sheet
          |
          = help: no play would ever end; write (<= terminal …)"#]],
    );
}

#[test]
fn no_goal() {
    whole(
        "(role r) (legal r a) terminal\n",
        expect![[r#"
        error: there is no rule for `goal`
         --> s.kif:1:1
          |
        1 | (role r) (legal r a) terminal
          | ^ in this sheet
          |
          = help: no play would be worth anything; write (<= (goal player 100) …)"#]],
    );
}

#[test]
fn the_first_state_depends_on_a_state() {
    rules(
        "(<= (init q) s)\n(<= s (true p))",
        expect![[r#"
        error: `init` depends on `true`
         --> s.kif:2:1
          |
        2 | (<= s (true p))
          | ^^^^^^^^^^^^^^^ by this rule
          |
          = help: there is no state before the first one"#]],
    );
}

#[test]
fn the_first_state_depends_on_a_move() {
    rules(
        "(<= (init q) (does r a))",
        expect![[r#"
        error: `init` depends on `does`
         --> s.kif:1:1
          |
        1 | (<= (init q) (does r a))
          | ^^^^^^^^^^^^^^^^^^^^^^^^ by this rule
          |
          = help: nothing is done before the first state"#]],
    );
}

#[test]
fn legal_depends_on_the_move() {
    rules(
        "(<= (legal r b) q)\n(<= q (not (does r a)))",
        expect![[r#"
        error: `legal` depends on `does`
         --> s.kif:2:1
          |
        2 | (<= q (not (does r a)))
          | ^^^^^^^^^^^^^^^^^^^^^^^ by this rule
          |
          = help: what may be done cannot depend on what is done"#]],
    );
}

#[test]
fn the_end_depends_on_the_move() {
    rules(
        "(<= terminal (does r a))",
        expect![[r#"
        error: `terminal` depends on `does`
         --> s.kif:1:1
          |
        1 | (<= terminal (does r a))
          | ^^^^^^^^^^^^^^^^^^^^^^^^ by this rule
          |
          = help: whether the game is over depends on the state alone"#]],
    );
}

#[test]
fn the_value_depends_on_the_move() {
    rules(
        "(<= (goal r 10) (does r ?m))",
        expect![[r#"
        error: `goal` depends on `does`
         --> s.kif:1:1
          |
        1 | (<= (goal r 10) (does r ?m))
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ by this rule
          |
          = help: what a state is worth depends on the state alone"#]],
    );
}

#[test]
fn terms_that_grow() {
    ground(
        "(<= (next (f ?x)) (true ?x))",
        expect![[r#"
        error: terms grow without end
         --> s.kif:1:1
          |
        1 | (<= (next (f ?x)) (true ?x))
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this rule makes a term that is too large
          |
          = help: terms have at most 4096 symbols, and functions are nested at most 128 deep"#]],
    );
}

#[test]
fn recursion_over_the_state() {
    ground(
        "(<= q s (true p))\n(<= s q)\n(<= s (true p) q)\n(<= q (not (true p)))\n(<= (goal r 1) s)",
        expect![[r#"
            error: recursion over the state: s depends on itself
             --> s.kif:2:1
              |
            2 | (<= s q)
              | ^^^^^^^^ this rule leads back to its head
              |
              = help: recursion may run over static facts, or over the state if it always comes to an end"#]],
    );
}

#[test]
fn no_strata_even_when_ground() {
    ground(
        "(<= q (not s))\n(<= s (not q))\n(<= (goal r 1) s)",
        expect![[r#"
        error: not stratified: q depends on its own negation
         --> s.kif:1:1
          |
        1 | (<= q (not s))
          | ^^^^^^^^^^^^^^ here a condition fails that depends on the head
          |
          = help: rules may go through negation only to what does not lead back"#]],
    );
}

#[test]
fn a_value_that_is_no_number() {
    ground(
        "(<= (goal r ten) (true p))",
        expect![[r#"
        error: 'ten' is no goal value
         --> s.kif:1:1
          |
        1 | (<= (goal r ten) (true p))
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^ this rule can derive it
          |
          = help: goal values are numbers from 0 to 100"#]],
    );
}

#[test]
fn a_value_that_is_too_large() {
    ground(
        "(goal r 101)",
        expect![[r#"
        error: '101' is no goal value
         --> s.kif:1:1
          |
        1 | (goal r 101)
          | ^^^^^^^^^^^^ this rule can derive it
          |
          = help: goal values are numbers from 0 to 100"#]],
    );
}

#[test]
fn too_large_for_the_memory_given() {
    let digits: String = (0..10).map(|digit| format!("(d {digit}) ")).collect();
    let rule = "(<= (legal r (dial ?a ?b ?c ?d ?e ?f)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f))";
    let source = Source::new("s.kif", &format!("{digits}\n{rule}\n{GAME}"));
    let limits = GroundLimits { bytes: 1 << 20, ..GroundLimits::default() };
    let error = Game::of(&source, &read(&source, GroundLimits::default()).unwrap(), limits).unwrap_err();
    let GroundError::Stopped { text, .. } = &error else { panic!("{error}") };
    assert_eq!(text, rule);
    assert!(error.to_string().contains("s.kif:2:1"), "{error}");
}
