"""Handcuffed prisoners, schoolgirls and golfers in small numbers, against all schedules that there are."""
import functools, itertools, json, math

from .options import AT_MOST_ONE, SOLVERS

PARTS = ['first-day', 'rows', 'ends', 'days', 'labels']
# People and the lengths of rows of which all days can be made.
SIZES = [(2, 2), (3, 3), (4, 2), (4, 4), (6, 2), (6, 3), (5, 5), (8, 2), (6, 6)]


def pairs(row, everyone):
    near = itertools.combinations(row, 2) if everyone else zip(row, row[1:])
    return [tuple(sorted(pair)) for pair in near]


@functools.cache
def days(people, size, everyone):
    """The sets of pairs that can meet on a day, each as often as it is a different day."""
    numbers = {pair: 1 << n for n, pair in enumerate(itertools.combinations(range(1, people + 1), 2))}
    def rows(left):
        if not left:
            yield ()
            return
        first = left[0]
        for others in itertools.combinations(left[1:], size - 1):
            members = (first, *others)
            rest = [person for person in left if person not in members]
            if everyone:
                orders = [members]
            else:
                orders = [row for row in itertools.permutations(members) if row[0] <= row[-1]]
            for order in orders:
                yield from ((order, *more) for more in rows(rest))
    all_days = list(rows(list(range(1, people + 1))))
    return [(sum(numbers[pair] for row in day for pair in pairs(row, everyone)), day) for day in all_days]


@functools.cache
def counted(people, size, everyone, n_days):
    """How many schedules there are, the days in any order; None if that is too much work."""
    all_days = [mask for mask, _ in days(people, size, everyone)]
    if 400 < len(all_days) and 2 < n_days or 2000 < len(all_days):
        return None
    budget = [400_000]

    def chosen(open_days, left):
        """The sets of so many days that go together."""
        if left == 0:
            return 1
        budget[0] -= len(open_days)
        if budget[0] < 0:
            return 0
        return sum(chosen([other for other in open_days[index + 1:] if not other & day], left - 1)
                   for index, day in enumerate(open_days))

    sets = chosen(all_days, n_days)
    return None if budget[0] < 0 else sets * math.factorial(n_days)


def fault(schedule, people, size, everyone, n_days):
    """What is wrong with a schedule, if anything."""
    if len(schedule) != n_days:
        return 'a wrong number of days'
    met = set()
    for day in schedule:
        if sorted(person for row in day for person in row) != list(range(1, people + 1)):
            return 'somebody is missing, or walks twice'
        if any(len(row) != size for row in day):
            return 'a row of a wrong length'
        for pair in (pair for row in day for pair in pairs(row, everyone)):
            if pair in met:
                return f'{pair} meet twice'
            met.add(pair)
    return None


def case(rng, lab):
    people, size = rng.choice(SIZES)
    everyone = rng.random() < 0.4
    per_day = len(days(people, size, everyone)[0][1]) * (size * (size - 1) // 2 if everyone else size - 1)
    most = people * (people - 1) // 2 // per_day
    n_days = rng.randint(1, min(5, most + 1))
    if rng.random() < 0.3:
        return check_file(rng, lab, people, size, everyone, n_days)
    if everyone:
        words = ['prisoners', '--design', 'golfers', '--groups', people // size, '--size', size, '--weeks', n_days]
    else:
        words = ['prisoners', '--prisoners', people, '--row', size, '--days', n_days]
    words += ['--at-most-one', rng.choice(AT_MOST_ONE)] if rng.random() < 0.4 else []
    words += ['--solver', rng.choice(SOLVERS)] if rng.random() < 0.5 else []
    encoding = rng.choice(['pairs-counted', 'pairs', 'places'])
    parts = rng.sample(PARTS, rng.randint(1, 4))
    if 'labels' in parts:
        # It goes with these two only.
        parts = list(dict.fromkeys([*parts, 'first-day', 'days']))
    symmetry = rng.choice(['none', 'sound', 'strong', ','.join(parts)])
    words += ['--encoding', encoding, '--symmetry', symmetry]
    total = counted(people, size, everyone, n_days)
    kept = {'none': [], 'sound': PARTS[:4], 'strong': PARTS}.get(symmetry, symmetry.split(','))
    classes = expected_count(total, kept, people, size, everyone, n_days) if total is not None else None
    listing = total is not None and (classes if classes is not None else total) <= 200 and rng.random() < 0.7
    limit = None
    if listing:
        words.append(rng.choice(['--count', '--all']))
        if words[-1] == '--all' and classes and rng.random() < 0.4:
            limit = max(1, classes + rng.choice([-1, 0, 1]))
            words += ['--limit', limit]
    answer = lab.answer(words, {0, 10})
    lab.oracle = f'{total} schedules in any order, {classes} kept'
    if answer is None:
        return
    if total is not None:
        lab.expect((answer['status'] == 'solved') == (0 < total), f'{answer["status"]}, but there are {total}')
    if answer['status'] != 'solved':
        lab.expect(answer['status'] == 'unsolvable' and answer['schedule'] is None, 'a status')
        return
    shown = [answer['schedule'], *(answer['schedules'] or [])]
    wrong = next(filter(None, (fault(one, people, size, everyone, n_days) for one in shown)), None)
    lab.expect(wrong is None, f'{wrong}')
    if not listing:
        return
    if classes is None:
        lab.expect(0 < answer['count'] <= total, f'count {answer["count"]} of {total}')
        return
    wanted = classes if limit is None else min(limit, classes)
    lab.expect(answer['count'] == wanted, f'count {answer["count"]}, but there are {wanted}')
    lab.expect(answer['complete'] is (limit is None or classes <= limit), f'complete {answer["complete"]}')
    if answer['schedules'] is not None:
        canon = {json.dumps([sorted(min(row, row[::-1]) if not everyone else sorted(row) for row in day)
                             for day in one]) for one in answer['schedules']}
        lab.expect(len(canon) == wanted, f'{len(canon)} different schedules, but there are {wanted}')


def expected_count(total, kept, people, size, everyone, n_days):
    """How many schedules symmetry breaking keeps; None where that is not known."""
    if 'labels' in kept:
        return None
    if 'first-day' in kept:
        total = total // len(days(people, size, everyone))
    if 'days' in kept:
        total //= math.factorial(n_days - 1 if 'first-day' in kept else n_days)
    return total


def check_file(rng, lab, people, size, everyone, n_days):
    """A schedule in a file, right or wrong."""
    all_days = [day for _, day in days(people, size, everyone)]
    schedule = [[list(row) for row in rng.choice(all_days)] for _ in range(n_days)]
    if rng.random() < 0.4:
        # Days that go together are seldom drawn.
        met, schedule = 0, []
        for mask, day in rng.sample(days(people, size, everyone), len(all_days)):
            if not mask & met and len(schedule) < n_days:
                met |= mask
                schedule.append([list(row) for row in day])
    if rng.random() < 0.2:
        row = rng.choice(rng.choice(schedule))
        row[rng.randrange(len(row))] = rng.randint(1, people + 1)
    meets = 'everyone' if everyone else 'neighbours'
    lab.write('schedule.toml', f'meets = "{meets}"\ndays = {json.dumps(schedule)}\n')
    wrong = fault(schedule, people, size, everyone, len(schedule))
    ran = lab.run('prisoners', '--check', 'schedule.toml', '--json')
    lab.oracle = f'{wrong}'
    if lab.expect(ran.code == (20 if wrong else 0), f'exit code {ran.code}, but: {wrong}') and ran.code == 0:
        lab.expect(ran.json()['schedule'] == schedule, 'another schedule')
