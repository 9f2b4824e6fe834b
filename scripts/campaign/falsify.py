"""Changes of a certificate, with the digests of its files made right again."""
import hashlib, json, re, shutil

MANIFEST = 'certificate.json'


def files_of(folder):
    """The files that count: what a reader is told and the checker that lies there are of no account."""
    return sorted(path.name for path in folder.iterdir() if path.name not in ('README', 'check.py'))


def redigest(folder):
    """Writes the digests of the files as they are now."""
    about = json.loads((folder / MANIFEST).read_text())
    for name in about['files']:
        data = (folder / name).read_bytes()
        about['files'][name] = {'bytes': len(data), 'sha256': hashlib.sha256(data).hexdigest()}
    (folder / MANIFEST).write_text(json.dumps(about, indent=2))


def byte(rng, data):
    at = rng.randrange(len(data))
    other = data[at] ^ (1 << rng.randrange(8)) if rng.random() < 0.5 else rng.randrange(256)
    return data[:at] + bytes([other]) + data[at + 1:]


def line(rng, data):
    """A line less, or twice, or two in another order; of what has no lines, some bytes."""
    lines = data.splitlines(keepends=True)
    if b'\0' in data:
        at = rng.randrange(len(data))
        return data[:at] + data[at + rng.randint(1, 12):]
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.random()
    if kind < 0.6:
        del lines[at]
    elif kind < 0.8:
        lines.insert(other, lines[at])
    else:
        lines[at], lines[other] = lines[other], lines[at]
    return b''.join(lines)


def number(rng, data):
    """A number that is another one; in a proof, where numbers are bytes, one a little greater or smaller."""
    if b'\0' in data:
        at = rng.randrange(len(data))
        return data[:at] + bytes([max(0, min(255, data[at] + rng.choice([-2, -1, 1, 2])))]) + data[at + 1:]
    found = list(re.finditer(rb'-?\d+', data))
    if not found:
        return byte(rng, data)
    match = rng.choice(found)
    value = int(match.group())
    other = rng.choice([value + 1, max(0, value - 1), -value, rng.randint(0, 9), value * 2 + 7])
    return data[:match.start()] + str(other).encode() + data[match.end():]


WAYS = {'byte': byte, 'line': line, 'number': number}


def claim(rng, about):
    """Another claim, of the same form as the one that is true."""
    step = rng.choice([-1, 1])
    whole = lambda value: max(0, int(value) + step)
    changes = [lambda: about.update(length=None if about['length'] is None else whole(about['length']))]
    if about.get('count') is not None:
        changes.append(lambda: about.update(count=str(whole(about['count']))))
    if about.get('states') is not None:
        changes.append(lambda: about.update(states=whole(about['states'])))
    if about.get('cost'):
        changes.append(lambda: about['cost'].update(total=str(whole(about['cost']['total']))))
        changes.append(lambda: about['cost'].update(steps=whole(about['cost'].get('steps') or 0)))
        changes.append(lambda: about['cost'].update(scale=rng.choice([1, 10, 100])))
    if about.get('steps'):
        changes.append(lambda: about['steps'].update(semantics=rng.choice(['forall', 'exists'])))
    changes.append(lambda: about.update(claim=rng.choice(['shortest', 'cheapest', 'no plan', 'count'])))
    changes.append(lambda: about.update(metric=rng.choice(['units', 'slides', 'moves', 'actions', 'cost', 'makespan'])))
    changes.append(lambda: about.update(evidence=rng.choice(['proof', 'recount'])))
    changes.append(lambda: about.update(claim='no plan', length=None))
    changes.append(lambda: about.update(length=0))
    changes.append(lambda: about.update(options=rng.choice([{}, {'metric': 'cost'}, {'metric': 'slides'}, {'labelled': None}])))
    rng.choice(changes)()


def changes(rng, folder, other, changed):
    """Changes each file in some way, one at a time, in a copy; gives the name of the file and the way."""
    for name in files_of(folder):
        ways = [*WAYS, 'exchange'] if other is not None and (other / name).exists() else [*WAYS]
        ways += ['claim', 'claim', 'claim'] if name == MANIFEST else []
        yield name, change(rng, folder, other, changed, name, rng.choice(ways))


def change(rng, folder, other, changed, name, way):
    shutil.rmtree(changed, ignore_errors=True)
    shutil.copytree(folder, changed)
    path = changed / name
    if way == 'exchange':
        shutil.copy(other / name, path)
    elif way == 'claim':
        about = json.loads(path.read_text())
        claim(rng, about)
        path.write_text(json.dumps(about))
    else:
        data = path.read_bytes()
        path.write_bytes(WAYS[way](rng, data) if data else b'1\n')
    if name != MANIFEST:
        redigest(changed)
    return way
