#!/usr/bin/env python3
"""Draws the crates of this workspace and what each depends on, from `cargo metadata`, to docs/pictures/crates.svg.

usage: scripts/crate_graph.py            writes the picture
       scripts/crate_graph.py --check    fails if the picture is out of date

A crate stands above all that it depends on. An edge that follows from others is left out; a dashed one depends on a feature.
"""
import functools, json, pathlib, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = ROOT / 'docs/pictures/crates.svg'
WIDTH, HEIGHT, COLUMN, ROW = 96, 30, 112, 66


def dependencies():
    """The crates of the workspace by their short names, each with those that it depends on, and whether a feature decides that."""
    command = ['cargo', 'metadata', '--offline', '--locked', '--no-deps', '--format-version', '1']
    packages = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)['packages']
    own = {package['name'] for package in packages}
    short = lambda name: name.removeprefix('bmcplan-')
    return {short(package['name']): {short(each['name']): each['optional'] for each in package['dependencies']
                                     if each['name'] in own and each['kind'] is None} for package in packages}


def picture(graph):
    @functools.cache
    def below(name):
        return set(graph[name]).union(*(below(each) for each in graph[name]))

    @functools.cache
    def height(name):
        return 1 + max((height(each) for each in graph[name]), default=-1)

    edges = {name: {to for to in graph[name] if not any(to in below(other) for other in graph[name])} for name in graph}
    levels = [sorted(name for name in graph if height(name) == level) for level in range(1 + max(map(height, graph)))]
    place = {}
    for level, names in enumerate(levels):
        middle = lambda name: sum(place[to][0] for to in edges[name]) / len(edges[name]) if edges[name] else 0
        for index, name in enumerate(sorted(names, key=lambda name: (middle(name), name))):
            place[name] = (index - (len(names) - 1) / 2, len(levels) - 1 - level)
    columns = max(map(len, levels))
    at = lambda name: (place[name][0] * COLUMN + columns * COLUMN / 2, place[name][1] * ROW + ROW / 2)
    shapes = []
    for name in sorted(graph):
        for to in sorted(edges[name]):
            (x, y), (u, v) = at(name), at(to)
            dashed = ' stroke-dasharray="4 3"' if graph[name][to] else ''
            shapes.append(f'<path{dashed} d="M{x:g} {y + HEIGHT / 2:g} C{x:g} {y + ROW * .6:g} {u:g} {v - ROW * .6:g} {u:g} {v - HEIGHT / 2:g}"/>')
    for name in sorted(graph):
        x, y = at(name)
        shapes.append(f'<rect x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
                      f'<text x="{x:g}" y="{y + 5:g}">{name}</text>')
    width, height_ = columns * COLUMN, len(levels) * ROW
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height_}" width="{width}" height="{height_}">\n'
            '<style>path{fill:none;stroke:#8893a5;stroke-width:1.5}rect{fill:#eef3fb;stroke:#35507a}'
            'text{font:14px sans-serif;text-anchor:middle;fill:#16233a}</style>\n'
            f'<rect x="0" y="0" width="{width}" height="{height_}" style="fill:#fff;stroke:none"/>\n' + '\n'.join(shapes) + '\n</svg>\n')


drawn = picture(dependencies())
if sys.argv[1:] == ['--check']:
    if PICTURE.read_text() != drawn:
        sys.exit(f'{PICTURE.relative_to(ROOT)} is out of date; run scripts/crate_graph.py')
else:
    PICTURE.write_text(drawn)
