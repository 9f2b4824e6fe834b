#!/usr/bin/env python3
"""Writes THIRD-PARTY.md: the licences of all crates that are compiled into the program and the Python package.

usage: scripts/third_party.py            writes the file, and copies it and the project's licences into python/licences, for wheels
       scripts/third_party.py --check    ends with code 1 if one of these files is not up to date

Crates are those of `cargo tree` for the systems that releases are made for; texts come from the crates' own folders. Crates that only
run while others are compiled are left out. Python 3.9, nothing else.
"""
import argparse, collections, json, pathlib, re, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGETS = ('x86_64-unknown-linux-gnu', 'aarch64-unknown-linux-gnu', 'x86_64-apple-darwin', 'aarch64-apple-darwin', 'x86_64-pc-windows-msvc')
# Of licences to choose from, the first one of these is taken.
PREFERRED = ('Apache-2.0', 'MIT', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'Zlib', 'Unicode-3.0', 'BSL-1.0', 'Unlicense', 'CC0-1.0', '0BSD')
PARTS = (('program', ['-p', 'bmcplan']), ('feature cadical', ['-p', 'bmcplan', '--features', 'cadical']), ('Python', ['-p', 'bmcplan-python']))

HEAD = """# Licences of others

Crates that are compiled into the program `bmcplan`, into its feature `cadical`, and into the Python package, written by `scripts/third_party.py`. Of licences to
choose from, Apache-2.0 is taken where it is one of them: its text is [LICENSE-APACHE](LICENSE-APACHE). The texts of all others follow.

| crate | version | licence | part |
|---|---|---|---|
"""


def cargo(*arguments):
    return subprocess.run(['cargo', *arguments, '--locked'], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def crates_of(options):
    """Names and versions."""
    targets = [word for target in TARGETS for word in ('--target', target)]
    tree = cargo('tree', *options, *targets, '--edges', 'normal,no-proc-macro', '--prefix', 'none', '--format', '{p}')
    return {tuple(line.split()[:2]) for line in tree.splitlines() if line and not line.startswith('bmcplan')}


def taken(expression):
    """The licences that are taken of an expression in SPDX: one of each choice."""
    parts = expression.replace('/', ' OR ').split(' AND ')
    choices = [[name.split(' WITH ')[0] for name in part.strip('() ').split(' OR ')] for part in parts]
    for choice in choices:
        if not set(choice) & set(PREFERRED):
            sys.exit(f'no licence of "{expression}" is known to this script')
    return [next(name for name in PREFERRED if name in choice) for choice in choices]


def texts(package, licence):
    """What the crate's own files say of the licence; of Apache-2.0 only notices, as its text is here already."""
    folder = pathlib.Path(package['manifest_path']).parent
    name = 'notice' if licence == 'Apache-2.0' else 'licen[cs]e|copying|unlicense'
    files = sorted(path for path in folder.rglob('*') if path.is_file() and re.match(f'(?i){name}', path.name))
    named = [path for path in files if licence.split('-')[0].lower() in path.name.lower()]
    found = named or [path for path in files if 'apache' not in path.name.lower()]
    if not found and licence == 'MIT':
        return [without_file(package, folder)]
    # 0BSD asks for nothing.
    if not found and licence not in ('Apache-2.0', '0BSD'):
        sys.exit(f'{package["name"]} has no text of the licence {licence}')
    return [re.sub(r'[ \t\r]+$', '', path.read_text(encoding='utf-8'), flags=re.M).strip() for path in found]


def without_file(package, folder):
    """The licence MIT for a crate without a file of it: for those whom its sources name, or else its authors."""
    sources = [path.read_text(encoding='utf-8', errors='replace') for path in sorted(folder.rglob('*.rs'))]
    holders = {line for source in sources for line in re.findall(r'^\W*(Copyright \(c\) .*\S)', source, re.M)}
    holders = sorted(holders) or [f'Copyright (c) {author.split(" <")[0]}' for author in package['authors']]
    ours = (ROOT / 'LICENSE-MIT').read_text(encoding='utf-8')
    return re.sub(r'^Copyright .*$', lambda _: '\n'.join(holders), ours, flags=re.M).strip()


def users():
    """The crates by name and version, with the parts that they are compiled into."""
    found = collections.defaultdict(list)
    for part, options in PARTS:
        for crate in crates_of(options):
            found[crate].append(part)
    return sorted(found.items())


def page():
    packages = json.loads(cargo('metadata', '--format-version', '1', '--all-features'))['packages']
    packages = {(each['name'], f'v{each["version"]}'): each for each in packages}
    rows, blocks = [], collections.defaultdict(list)
    for crate, parts in users():
        package = packages[crate]
        where = 'all' if len(parts) == len(PARTS) else ', '.join(parts)
        rows.append(f'| {crate[0]} | {package["version"]} | {package["license"]} | {where} |')
        for licence in taken(package['license']):
            for text in texts(package, licence):
                blocks[licence, text].append(crate[0])
    blocks['Bitstream Vera', (ROOT / 'crates/draw/src/pixels/font/LICENSE').read_text(encoding='utf-8').strip()].append('the letters of pictures')
    sections = [f'## {licence}: {", ".join(names)}\n\n```text\n{text}\n```\n' for (licence, text), names in sorted(blocks.items())]
    return HEAD + '\n'.join(rows) + '\n\n' + '\n'.join(sections)


def files():
    """The files that are written, with their texts."""
    text = page()
    yield ROOT / 'THIRD-PARTY.md', text
    yield ROOT / 'python/licences/THIRD-PARTY.md', text
    for name in ('LICENSE-APACHE', 'LICENSE-MIT'):
        yield ROOT / 'python/licences' / name, (ROOT / name).read_text(encoding='utf-8')


if __name__ == '__main__':
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--check', action='store_true')
    is_check, stale = parser.parse_args().check, False
    for path, text in files():
        if not is_check:
            path.write_text(text, encoding='utf-8')
        elif not path.exists() or path.read_text(encoding='utf-8') != text:
            print(f'{path.relative_to(ROOT)} is not up to date: scripts/third_party.py writes it')
            stale = True
    sys.exit(1 if stale else 0)
