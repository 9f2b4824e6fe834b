"""Writes mutants into the checker of certificates in Python: small faults, each behind a switch, as mutants/src/main.rs does it in Rust.

Faults are: comparisons that are off by one or turned round, `and` for `or`, conditions and `not` turned round, integers that are one more,
`min` for `max`, `any` for `all`, and calls, changes and `raise` that are left out. What is printed and what stands outside functions stays.
"""
import ast

SWITCH = '''
import os
MUTANT_ON, MUTANT_SEEN = int(os.environ.get("MUTANT", 0)), set()
def mutant_is(number):
    if number not in MUTANT_SEEN and "MUTANT_LOG" in os.environ:
        with open(os.environ["MUTANT_LOG"], "a") as log:
            log.write(f"{number}\\n")
    MUTANT_SEEN.add(number)
    return number == MUTANT_ON
'''
WRONG = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}
OTHER = {'min': 'max', 'max': 'min', 'any': 'all', 'all': 'any'}


class Writer(ast.NodeTransformer):
    """`found` has a row for each mutant: number, line, fault."""

    def __init__(self, number):
        self.number, self.found = number, []

    def switch(self, node, fault):
        self.number += 1
        self.found.append((self.number, node.lineno, fault))
        return ast.parse(f'mutant_is({self.number})', mode='eval').body

    def either(self, node, wrong, fault):
        return ast.IfExp(self.switch(node, fault), wrong, node)

    def visit_Module(self, node):
        """Only functions, also those of classes."""
        for one in ast.walk(node):
            if isinstance(one, ast.Module | ast.ClassDef):
                one.body = [self.visit(inner) if isinstance(inner, ast.FunctionDef) else inner for inner in one.body]
        return node

    def visit_FunctionDef(self, node):
        node.body = [self.visit(inner) for inner in node.body]
        return node

    def visit_Lambda(self, node):
        node.body = self.visit(node.body)
        return node

    def visit_JoinedStr(self, node):
        """Messages stay as they are."""
        return node

    def visit_Compare(self, node):
        self.generic_visit(node)
        found = node
        for place, op in enumerate(node.ops):
            ops = [WRONG[type(op)]() if place == other else one for other, one in enumerate(node.ops)]
            wrong = ast.Compare(node.left, ops, node.comparators)
            found = ast.IfExp(self.switch(node, f'another comparison for {type(op).__name__}'), wrong, found)
        return found

    def visit_BoolOp(self, node):
        self.generic_visit(node)
        is_and = isinstance(node.op, ast.And)
        wrong = ast.BoolOp(ast.Or() if is_and else ast.And(), node.values)
        return self.either(node, wrong, '`or` for `and`' if is_and else '`and` for `or`')

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return self.either(node, node.operand, '`not` left out') if isinstance(node.op, ast.Not) else node

    def visit_Constant(self, node):
        if type(node.value) is int and node.value <= 2:
            return self.either(node, ast.Constant(node.value + 1), f'{node.value + 1} for {node.value}')
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in OTHER:
            other = OTHER[node.func.id]
            node.func = ast.IfExp(self.switch(node, f'`{other}` for `{node.func.id}`'), ast.Name(other), node.func)
        return node

    def turned_round(self, test):
        """A condition that is turned round, if nothing within it is a mutant of its own."""
        before = self.number
        test = self.visit(test)
        if self.number != before:
            return test
        return ast.Compare(self.switch(test, 'condition turned round'), [ast.NotEq()], [ast.Call(ast.Name('bool'), [test], [])])

    def visit_If(self, node):
        node.test = self.turned_round(node.test)
        node.body, node.orelse = [list(map(self.visit, part)) for part in (node.body, node.orelse)]
        return node

    def visit_While(self, node):
        return self.visit_If(node)

    def visit_IfExp(self, node):
        node.test = self.turned_round(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_comprehension(self, node):
        node.iter, node.ifs = self.visit(node.iter), [self.turned_round(test) for test in node.ifs]
        return node

    def left_out(self, node):
        self.generic_visit(node)
        return ast.If(ast.UnaryOp(ast.Not(), self.switch(node, 'statement left out')), [node], [])

    def visit_Raise(self, node):
        return ast.If(ast.UnaryOp(ast.Not(), self.switch(node, 'statement left out')), [node], [])

    def visit_AugAssign(self, node):
        node.value = self.visit(node.value)
        return ast.If(ast.UnaryOp(ast.Not(), self.switch(node, 'statement left out')), [node], [])

    def visit_Expr(self, node):
        is_call = isinstance(node.value, ast.Call) and getattr(node.value.func, 'id', '') != 'print'
        return self.left_out(node) if is_call else node


def mutated(text, number):
    """The text with all mutants, whose numbers follow, and a row for each: number, line, fault."""
    writer = Writer(number)
    tree = writer.visit(ast.parse(text))
    first, *rest = tree.body
    tree.body = [first, *ast.parse(SWITCH).body, *rest]
    return ast.unparse(ast.fix_missing_locations(tree)) + '\n', writer.found
