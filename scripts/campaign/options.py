"""Random options of a command that solves."""
import dataclasses

# Encodings and what they know of --reduce.
REDUCTIONS = {'transition': ['relevance', 'order', 'repeats', 'mutexes'], 'operators': ['relevance', 'mutexes']}
AT_MOST_ONE = ['pairwise', 'ladder', 'product', 'commander']
SOLVERS = ['varisat', 'batsat']

# Beyond these, formulas take too long for a campaign of many cases.
LONGEST, MOST_STATES_PDR, MOST_LISTED = 20, 300, 60


@dataclasses.dataclass
class Asked:
    mode: str
    words: list
    bound: int | None = None        # the greatest horizon
    semantics: str = 'sequential'
    wanted: str | None = None       # all, count
    limit: int = 10000


def draw(rng, problem, length, plans, may_share_steps=True):
    """Options for a problem whose shortest plans have that length."""
    space = problem.space
    modes = ['auto', 'search', 'search', 'incremental', 'incremental', 'horizon', 'minimize', 'first', 'anytime']
    if space.states <= MOST_STATES_PDR:
        modes.append('pdr')
    if length is not None and LONGEST < length:
        modes = ['auto', 'search']
    asked = Asked(rng.choice(modes), [])
    usual = length if length is not None else rng.randint(0, 6)
    near = max(0, usual + rng.choice([-2, -1, 0, 0, 1, 2, 5]))
    if asked.mode in ('horizon', 'minimize'):
        asked.bound = near
        asked.words += [f'--{asked.mode}', near]
    elif asked.mode != 'auto':
        asked.words += ['--first', '--anytime'] if asked.mode == 'anytime' else [f'--{asked.mode}']
    if asked.mode in ('auto', 'search', 'incremental', 'pdr'):
        # Horizons have no end where there is no plan.
        if rng.random() < 0.25 or asked.mode == 'incremental' and length is None:
            asked.bound = near
            asked.words += ['--max-horizon', near]
    # Steps of several moves are what ends there, so that a plan may be longer.
    if asked.mode in ('first', 'anytime') and length is None:
        asked.bound = near
        asked.words += ['--max-horizon', near]
    if asked.mode in ('incremental', 'auto') and rng.random() < 0.5:
        asked.words += ['--schedule', rng.choice(['linear', 'ramp:1.15', 'ramp:2'])]
    if asked.mode == 'incremental' and rng.random() < 0.4:
        asked.words += rng.choice([['--threads', rng.randint(1, 3)], ['--cubes', f'landmarks:{rng.randint(1, 3)}']])
    if may_share_steps and asked.mode not in ('search', 'auto', 'anytime') and rng.random() < 0.2:
        asked.semantics = rng.choice(['forall', 'exists'])
        asked.words += ['--semantics', asked.semantics]
    elif asked.mode not in ('horizon', 'first', 'anytime') and rng.random() < 0.35:
        few = plans <= (3000 if asked.mode == 'search' else MOST_LISTED)
        asked.wanted = rng.choice(['all', 'count'] if few else ['count'] if asked.mode == 'search' else [None])
        if asked.wanted is not None:
            asked.words.append(f'--{asked.wanted}')
        if asked.wanted == 'all' and rng.random() < 0.5:
            asked.limit = max(1, plans + rng.choice([-2, -1, 0, 0, 1, 5]))
            asked.words += ['--limit', asked.limit]
    if asked.mode == 'search' and rng.random() < 0.4:
        disk = asked.wanted is None and asked.semantics == 'sequential' and rng.random() < 0.5
        asked.words += ['--disk', f'states{rng.randrange(10**6)}'] if disk else ['--threads', rng.randint(1, 3)]
    asked.words += formula_words(rng, problem, asked)
    if asked.mode not in ('search', 'pdr') and rng.random() < 0.3:
        asked.words += ['--lower-bound', rng.choice(['none', 'hmax', 'lmcut'])]
    if asked.mode == 'search' and asked.wanted is None and '--disk' not in asked.words and rng.random() < 0.3:
        asked.words += ['--heuristic', rng.choice(['lmcut'] if '--threads' in asked.words else ['lmcut', 'patterns'])]
    if rng.random() < 0.25:
        asked.words += ['--seed', rng.randrange(1000)]
    return asked


def formula_words(rng, problem, asked):
    """Options of the formula."""
    words = []
    shares_steps = asked.semantics != 'sequential' or asked.mode == 'first'
    encoding = 'operators' if shares_steps else problem.encodings[0]
    if not shares_steps and rng.random() < 0.6:
        encoding = rng.choice(problem.encodings)
        words += ['--encoding', encoding]
    if rng.random() < 0.4:
        words += ['--at-most-one', rng.choice(AT_MOST_ONE)]
    if asked.mode not in ('first', 'anytime') and rng.random() < 0.5:
        words += ['--solver', rng.choice(SOLVERS)]
    if rng.random() < 0.4:
        known = REDUCTIONS.get(encoding, [])
        chosen = rng.sample(known, rng.randint(0, len(known)))
        all_known = encoding == 'transition' and rng.random() < 0.2
        words += ['--reduce', 'all' if all_known else ','.join(chosen) or 'none']
    return words
