//! Writes mutants into source files: small faults, each behind a switch, so that one build has all of them.
//!
//! usage: bmcplan-mutants FILE…    rewrites the files, and prints a line for each mutant: number, file, line, fault
//!
//! A fault stands beside the right expression as `if bmcplan_base::mutant::is(7) { wrong } else { right }`, and the tests run with one number at a
//! time. Faults are: comparisons that are off by one or turned round, `&&` for `||`, conditions and `!` turned round, integers that are one
//! more, `min` for `max`, `any` for `all`, and statements that are left out. Tests, constants, patterns and the arguments of macros stay as they are.

use std::{env, fs};

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Arm, Attribute, BinOp, Block, Expr, ExprIf, ExprLit, ExprWhile, ImplItemConst, ImplItemFn, Item, Lit,
    Stmt, TraitItemConst, Type, UnOp, parse_quote,
};

fn main() {
    let mut writer = MutantWriter { file: String::new(), number: 0 };
    for file in env::args().skip(1) {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut tree = syn::parse_file(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        writer.file = file.clone();
        writer.visit_file_mut(&mut tree);
        fs::write(&file, tree.into_token_stream().to_string())
            .unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}

struct MutantWriter {
    file: String,
    /// The number of the last mutant.
    number: usize,
}

impl MutantWriter {
    /// The switch of the next mutant.
    fn switch(&mut self, span: Span, fault: impl std::fmt::Display) -> TokenStream {
        self.number += 1;
        let number = self.number;
        println!("{number}\t{}\t{}\t{fault}", self.file, span.start().line);
        quote!(bmcplan_base::mutant::is(#number))
    }

    /// A condition that is turned round, if nothing within it is a mutant of its own.
    fn turn_round(&mut self, condition: &mut Expr) {
        let before = self.number;
        self.visit_expr_mut(condition);
        if self.number == before && !has_let(condition) {
            let switch = self.switch(condition.span(), "condition turned round");
            *condition = parse_quote!((#switch != (#condition)));
        }
    }
}

/// True for the operators of `if let … && …`, which are no expressions.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.to_token_stream().to_string();
        text.contains("cfg (test)") || text.contains("# [test]")
    })
}

/// The operator that stands there by mistake.
fn wrong(op: &BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::Lt(_) => parse_quote!(<=),
        BinOp::Le(_) => parse_quote!(<),
        BinOp::Gt(_) => parse_quote!(>=),
        BinOp::Ge(_) => parse_quote!(>),
        BinOp::Eq(_) => parse_quote!(!=),
        BinOp::Ne(_) => parse_quote!(==),
        BinOp::And(_) => parse_quote!(||),
        BinOp::Or(_) => parse_quote!(&&),
        _ => return None,
    })
}

impl VisitMut for MutantWriter {
    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Const(_) | Item::Static(_) | Item::Macro(_) => {}
            Item::Mod(module) if is_test(&module.attrs) => {}
            Item::Fn(function) if function.sig.constness.is_some() || is_test(&function.attrs) => {}
            item => visit_mut::visit_item_mut(self, item),
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut ImplItemFn) {
        if function.sig.constness.is_none() {
            visit_mut::visit_impl_item_fn_mut(self, function);
        }
    }

    fn visit_impl_item_const_mut(&mut self, _: &mut ImplItemConst) {}

    fn visit_trait_item_const_mut(&mut self, _: &mut TraitItemConst) {}

    fn visit_type_mut(&mut self, _: &mut Type) {}

    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}

    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}

    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}

    /// Discriminants are constants.
    fn visit_variant_mut(&mut self, _: &mut syn::Variant) {}

    fn visit_expr_if_mut(&mut self, expr: &mut ExprIf) {
        self.turn_round(&mut expr.cond);
        self.visit_block_mut(&mut expr.then_branch);
        if let Some((_, otherwise)) = &mut expr.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, expr: &mut ExprWhile) {
        self.turn_round(&mut expr.cond);
        self.visit_block_mut(&mut expr.body);
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        if let Some((_, guard)) = &mut arm.guard {
            self.turn_round(guard);
        }
        self.visit_expr_mut(&mut arm.body);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            let is_call = match stmt {
                Stmt::Expr(Expr::MethodCall(_) | Expr::Try(_), Some(_)) => true,
                // A value that is dropped is borrowed until then.
                Stmt::Expr(Expr::Call(call), Some(_)) => call.func.to_token_stream().to_string() != "drop",
                _ => false,
            };
            let is_change = match stmt {
                Stmt::Expr(Expr::Assign(assign), Some(_)) => {
                    !matches!(*assign.left, Expr::Path(_) | Expr::Tuple(_) | Expr::Array(_))
                }
                Stmt::Expr(Expr::Binary(binary), Some(_)) => wrong(&binary.op).is_none(),
                _ => false,
            };
            let span = stmt.span();
            self.visit_stmt_mut(stmt);
            if is_call || is_change {
                let switch = self.switch(span, "statement left out");
                *stmt = parse_quote!(if !#switch { #stmt });
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let span = expr.span();
        match expr {
            // The length is a constant.
            Expr::Repeat(repeat) => return self.visit_expr_mut(&mut repeat.expr),
            // A constant that lives as long as the program.
            Expr::Reference(reference) if matches!(*reference.expr, Expr::Lit(_)) => return,
            Expr::Const(_) | Expr::Macro(_) => return,
            _ => visit_mut::visit_expr_mut(self, expr),
        }
        match expr {
            Expr::Binary(binary) if !has_let(&binary.left) && !has_let(&binary.right) => {
                let Some(op) = wrong(&binary.op) else { return };
                let (left, right, was) = (&binary.left, &binary.right, &binary.op);
                let fault = format!("`{}` for `{}`", op.to_token_stream(), was.to_token_stream());
                let switch = self.switch(span, fault);
                // Each side stands there once, or expressions would double with each operator within another.
                *expr = match was {
                    BinOp::And(_) => {
                        parse_quote!(({ let is_so: bool = #left; if is_so == #switch { is_so } else { #right } }))
                    }
                    BinOp::Or(_) => {
                        parse_quote!(({ let is_so: bool = #left; if is_so != #switch { is_so } else { #right } }))
                    }
                    BinOp::Eq(_) | BinOp::Ne(_) => parse_quote!((((#left) #was (#right)) != #switch)),
                    _ => {
                        parse_quote!((match (&(#left), &(#right)) { (left, right) => if #switch { left #op right } else { left #was right } }))
                    }
                };
            }
            Expr::Unary(unary)
                if matches!(unary.op, UnOp::Not(_))
                    && matches!(*unary.expr, Expr::MethodCall(_) | Expr::Call(_)) =>
            {
                let inner = &unary.expr;
                let switch = self.switch(span, "`!` left out");
                *expr = parse_quote!((if #switch { #inner } else { !#inner }));
            }
            Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => {
                let Ok(value) = int.base10_parse::<u128>() else { return };
                // Larger ones are masks and sizes.
                if 2 < value {
                    return;
                }
                let more = syn::LitInt::new(&format!("{}{}", value + 1, int.suffix()), int.span());
                let switch = self.switch(span, format!("{} for {value}", value + 1));
                *expr = parse_quote!((if #switch { #more } else { #int }));
            }
            Expr::MethodCall(call) => {
                let has_closure = matches!(call.args.first(), Some(Expr::Closure(_)));
                let name = match &*call.method.to_string() {
                    "min" if call.args.len() == 1 => "max",
                    // Sizes of formulas have no least one.
                    "max" if call.args.len() == 1 && !self.file.ends_with("measured.rs") => "min",
                    "any" if has_closure => "all",
                    "all" if has_closure => "any",
                    _ => return,
                };
                let mut other = call.clone();
                other.method = syn::Ident::new(name, call.method.span());
                let switch = self.switch(span, format!("`{name}` for `{}`", call.method));
                *expr = parse_quote!((if #switch { #other } else { #call }));
            }
            _ => {}
        }
    }
}
