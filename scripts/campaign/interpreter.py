"""An interpreter of rule sheets of one player that makes nothing but single states.

A term is a word or a tuple of terms; a rule is its head and a list of conditions. Relations never depend on themselves,
so that whether an atom holds is found by asking for its rules, and no order of them matters.
"""
import itertools


class Sheet:
    """A rule sheet; a state is the set of fluents that are true."""
    def __init__(self, rules, goal):
        self.goal = goal
        words = sorted({word for head, body in rules for term in (head, *body) for word in leaves(term)})
        constants = [word for word in words if not word.startswith('?')]
        heads = {relation(head) for head, body in rules if body}
        facts = {head for head, body in rules if not body and relation(head) not in heads}
        # A variable may stand for a move, which need not be a constant.
        moves = sorted({instance[2] for head, body in rules if relation(head) == 'legal'
                        for instance, _ in ground(head, body, constants, [])}, key=show)
        self.rules = {}
        for head, body in rules:
            for ground_head, ground_body in ground(head, body, constants, moves):
                # What holds always needs not be asked for in every state, and what never holds makes no rule.
                if all(term in facts for term in ground_body if relation(term) in ('obj', 'near', 'after')):
                    self.rules.setdefault(ground_head, []).append(ground_body)
        self.heads = sorted(self.rules, key=show)
        self.start = frozenset(head[1] for head in self.heads if head[0] == 'init')
        self.of_move = self.reached_by('does')
        self.views = {}

    def reached_by(self, relation):
        """The atoms that depend on a relation."""
        used = {head: {name for body in bodies for term in body for name in atoms(term)}
                for head, bodies in self.rules.items()}
        found, before = {relation}, None
        while before != len(found):
            before = len(found)
            found |= {head for head, names in used.items() if not names.isdisjoint(found)}
        return found

    def holds(self, atom, state, move, known):
        """Whether an atom is true in a state, given the move that is made."""
        if isinstance(atom, tuple) and atom[0] == 'true':
            return atom[1] in state
        if isinstance(atom, tuple) and atom[0] == 'does':
            return atom[2] == move
        if atom not in known:
            known[atom] = any(all(self.is_so(term, state, move, known) for term in body)
                              for body in self.rules.get(atom, ()))
        return known[atom]

    def is_so(self, term, state, move, known):
        """Whether a condition is met."""
        if isinstance(term, tuple):
            if term[0] == 'not':
                return not self.is_so(term[1], state, move, known)
            if term[0] == 'or':
                return any(self.is_so(part, state, move, known) for part in term[1:])
            if term[0] == 'and':
                return all(self.is_so(part, state, move, known) for part in term[1:])
            if term[0] == 'distinct':
                return term[1] != term[2]
        return self.holds(term, state, move, known)

    def view(self, state):
        """Whether a state is terminal, its values, and the state after each legal move."""
        if state not in self.views:
            known = {}
            holding = [head for head in self.heads if relation(head) in ('legal', 'goal', 'terminal')
                       and self.holds(head, state, None, known)]
            is_terminal = 'terminal' in holding
            values = {int(head[2]) for head in holding if relation(head) == 'goal'}
            after = {}
            for head in holding:
                if relation(head) == 'legal' and not is_terminal:
                    of_state = {atom: truth for atom, truth in known.items() if atom not in self.of_move}
                    after[show(head[2])] = frozenset(
                        next_head[1] for next_head in self.heads if relation(next_head) == 'next'
                        and self.holds(next_head, state, head[2], of_state))
            self.views[state] = (is_terminal, values, after)
        return self.views[state]

    def is_goal(self, state):
        is_terminal, values, _ = self.view(state)
        return is_terminal and self.goal in values

    def is_end(self, state):
        return self.view(state)[0]

    def next(self, state):
        return list(self.view(state)[2].values())

    def replay(self, names):
        """What is wrong with a play, if anything."""
        state = self.start
        for number, name in enumerate(names, 1):
            after = self.view(state)[2]
            if name not in after:
                return f'move {number}, {name!r}, is not legal'
            state = after[name]
        return None if self.is_goal(state) else f'the play is not worth {self.goal}'


def relation(term):
    return term[0] if isinstance(term, tuple) else term


def leaves(term):
    return [term] if isinstance(term, str) else [word for part in term for word in leaves(part)]


def atoms(term):
    """What a condition asks for: ground atoms, or just `true` and `does`."""
    if isinstance(term, tuple) and term[0] in ('not', 'or', 'and'):
        return {name for part in term[1:] for name in atoms(part)}
    return {term[0]} if relation(term) in ('true', 'does', 'distinct') else {term}


def put(term, binding):
    if isinstance(term, str):
        return binding.get(term, term)
    return tuple(put(part, binding) for part in term)


def ground(head, body, constants, moves):
    """The instances of a rule, by all constants for each of its variables, and all moves for what is done."""
    variables = sorted({word for term in (head, *body) for word in leaves(term) if word.startswith('?')})
    done = {term[2] for term in body if relation(term) == 'does'}
    for chosen in itertools.product(*(moves if name in done else constants for name in variables)):
        binding = dict(zip(variables, chosen))
        yield put(head, binding), [put(term, binding) for term in body]


def show(term):
    return term if isinstance(term, str) else '(' + ' '.join(map(show, term)) + ')'
