"""Steps of several operators of a SAS task, as docs/certificate-format.md defines them: by what operators are written to rely on."""
import itertools


def fewest(task, order, most):
    """The fewest steps; -1 if there is no plan, None if that is too much work. `order` has the numbers of all operators, or is None where
    the operators of a step are to run in every order."""
    if any(task.layers[variable] == task.layers[head] for body, head, _ in task.rules for variable, _ in body):
        return None     # circles of rules, which the program never writes
    relies = [relied_on(task, operator) for operator in task.operators]
    rank = None if order is None else {number: place for place, number in enumerate(order)}
    layer, seen, steps, work = {task.start}, {task.start}, 0, 0
    while layer:
        if any(map(task.is_goal, layer)):
            return steps
        after = set()
        for state in layer:
            active = {number: task.active(state, operator) for number, operator in enumerate(task.operators)}
            active = {number: effects for number, effects in active.items() if effects is not None}
            disturbs = {(a, b) for a, b in itertools.permutations(active, 2)
                        if (rank is None or rank[a] < rank[b])
                        and any(variable == v and value not in kept
                                for variable, value in active[a].items() for v, kept in relies[b])}
            sets = [((), {})]
            for number, effects in active.items():
                for chosen, made in list(sets):
                    work += 1
                    agrees = all(made.get(variable, value) == value for variable, value in effects.items())
                    if agrees and not any((a, number) in disturbs or (number, a) in disturbs for a in chosen):
                        sets.append(((*chosen, number), made | effects))
                if most < work:
                    return None
            after |= {tuple(made.get(at, value) for at, value in enumerate(state)) for _, made in sets}
        layer = after - seen
        seen |= layer
        steps += 1
    return -1


def relied_on(task, operator):
    """Pairs of a variable and the set of values that it is relied on to keep to."""
    found = [pair for fact in operator[1] for pair in of_fact(task, *fact, True)]
    for condition, _, _ in operator[2]:
        for fact in condition:
            found += of_fact(task, *fact, True) + of_fact(task, *fact, False)
    return found


def of_fact(task, variable, value, holds):
    """What it relies on that a variable has a value, or has it not."""
    if task.layers[variable] is None:
        values = set(range(task.n_values[variable]))
        return [(variable, {value} if holds else values - {value})]
    bodies = [body for body, head, _ in task.rules if head == variable]
    made = {after for _, head, after in task.rules if head == variable}
    if (value in made) != holds:
        return [pair for body in bodies for fact in body for pair in of_fact(task, *fact, False)]
    found, alone = [], {}
    for body in bodies:
        if len(body) == 1 and task.layers[body[0][0]] is None:
            alone.setdefault(body[0][0], set()).add(body[0][1])
        else:
            found += [pair for fact in body for pair in of_fact(task, *fact, True)]
    return found + list(alone.items())
