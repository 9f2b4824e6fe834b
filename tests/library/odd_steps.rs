//! Steps of proofs that only a forger writes: assumptions that outlive their clause, numbers that are left out, and what is too large.

use bmcplan::formula::{Lit, Var};
use bmcplan_verify::{LratChecker, LratWriter};

use crate::certificates::{checked, lit};

/// The literals assumed false for one clause are not assumed for the next, whether the first was refuted or made a tautology.
#[test]
fn each_clause_that_speaks_against_a_definition_is_refuted_alone() {
    let (x, y, not_y, z, not_z) = (2, 4, 5, 6, 7);
    let (by_x, against_3, against_4) = (2, 2 * 3 + 1, 2 * 4 + 1);
    let cases: [(&[u8], &[u8]); 2] = [(&[not_z, x], &[z]), (&[not_z, x, not_y], &[z, y])];
    for (third, definition) in cases {
        let mut checker = LratChecker::default();
        checker.add_clause(&[lit(0)]);
        checker.add_clause(&[lit(0), lit(1)]);
        let parts: [&[u8]; 5] = [
            &[b'a', 2 * 3],
            third,
            &[0, 0, b'a', 2 * 4, not_z, y, 0, 0, b'a', 2 * 5],
            definition,
            &[0, against_3, by_x, against_4, by_x, 0],
        ];
        let proof = parts.concat();
        assert_eq!(
            checker.check(&proof[..]).unwrap_err().to_string(),
            "step 3 of the proof is no definition: clause 4 contradicts it"
        );
    }
}

/// A variable of the formula whose negation is in no clause may be made true, without a hint; any other may not.
#[test]
fn a_literal_that_no_clause_speaks_against_is_defined() {
    let defines = |var: usize| {
        let mut checker = LratChecker::default();
        let clauses: [&[Lit]; 4] = [&[lit(2), lit(0)], &[lit(1)], &[!lit(1)], &[!lit(0), lit(1)]];
        clauses.into_iter().for_each(|clause| checker.add_clause(clause));
        let mut proof = Vec::new();
        let mut writer = LratWriter::to(&mut proof);
        writer.implied(5, &[lit(var)], &[]).unwrap();
        writer.implied(6, &[], &[2, 3]).unwrap();
        checker.check(&proof[..])
    };
    assert_eq!(defines(2).unwrap(), 2);
    assert_eq!(defines(0).unwrap_err().to_string(), "step 1 of the proof does not follow from its hints");
}

#[test]
fn numbers_of_clauses_may_be_left_out() {
    let by = |hint: u64| {
        let said = checked(|proof| {
            proof.implied(5, &[lit(0), lit(1)], &[1]).unwrap();
            proof.implied(7, &[lit(0)], &[1]).unwrap();
            proof.implied(8, &[lit(0), lit(1)], &[1]).unwrap();
            proof.implied(9, &[lit(0), lit(2)], &[hint]).unwrap();
        });
        said.unwrap_err()
    };
    assert_eq!(by(7), "the proof does not end in a contradiction");
    assert_eq!(by(6), "step 4 of the proof names clause 6, which does not exist");
}

/// The literals of a step are read before its number is compared with those that are taken.
#[test]
fn literals_have_a_greatest_variable() {
    let said = |proof: &[u8]| {
        let mut checker = LratChecker::default();
        checker.add_clause(&[lit(0)]);
        checker.check(proof).unwrap_err().to_string()
    };
    let mut proof = Vec::new();
    LratWriter::to(&mut proof).implied(1, &[lit(Var::MAX_INDEX)], &[]).unwrap();
    assert_eq!(said(&proof), "step 1 of the proof has the number 1, which is not greater than those before");
    // The lowest bits of the literal, behind the letter and the number of the step.
    proof[2] += 2;
    assert_eq!(said(&proof), "step 1 of the proof is not well formed");
}

/// The letter that begins a step counts as well.
#[test]
fn steps_have_a_greatest_length() {
    let forgets = |n: usize| {
        let mut checker = LratChecker::default();
        checker.add_clause(&[lit(0)]);
        let mut proof = vec![2 * 9; n];
        proof.insert(0, b'd');
        proof.push(0);
        checker.check(&proof[..]).unwrap_err().to_string()
    };
    assert_eq!(forgets((1 << 22) - 1), "after step 0, the proof deletes clause 9, which does not exist");
    assert_eq!(forgets(1 << 22), "step 1 of the proof is too long");
}
