#!/usr/bin/env python3
"""Makes a book of the README and the pages in docs/, for scripts/build_book.sh.

usage: scripts/book.py                      mdBook's preprocessor: reads the book on standard input, and prints it
       scripts/book.py frames PROGRAM BOOK  makes the pages in frames with bmcplan, in the folder BOOK, and copies files that pages link to
       scripts/book.py check BOOK           ends with code 1 if a link within the folder BOOK leads nowhere

The pages are the same files that the host of the repository shows. There, links go up and down among folders, and a comment
`<!-- page: bmcplan … --html NAME.html -->` is not seen. In the book all pages stand in one folder, so links are shortened, and the comment
becomes a frame with that page of bmcplan. Files that are not in docs/ get the folder `files`. Python 3.10, nothing else.
"""
import html, html.parser, json, os, pathlib, re, shlex, shutil, subprocess, sys, tempfile, urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r'(?<=\]\()(?!https?:|#)([^)#\s]+)')
FRAME = re.compile(r'^<!-- page: bmcplan (.*) --html (\S+) -->$', re.M)


def chapters_of(items):
    for item in items:
        if isinstance(item, dict) and 'Chapter' in item:
            yield item['Chapter']
            yield from chapters_of(item['Chapter']['sub_items'])


def sources():
    """All pages, by their paths from the repository's folder."""
    linked = LINK.findall((ROOT / 'docs/SUMMARY.md').read_text(encoding='utf-8'))
    return [os.path.normpath(os.path.join('docs', path)) for path in linked]


def place(path):
    """The place in the book of a file of the repository."""
    if path == 'README.md':
        return 'index.md'
    if path.startswith('docs/'):
        return path[len('docs/'):]
    return path if path in sources() else f'files/{os.path.basename(path)}'


def preprocess():
    _, book = json.load(sys.stdin)
    for chapter in chapters_of(book['items']):
        source = os.path.normpath(os.path.join('docs', chapter['path']))
        within = lambda link: place(os.path.normpath(os.path.join(os.path.dirname(source), link[1])))
        text = LINK.sub(within, chapter['content'])
        chapter['content'] = FRAME.sub(lambda found: frame(found[1], found[2]), text)
        chapter['path'] = place(source)
    json.dump(book, sys.stdout)


def frame(command, name):
    title = html.escape(f'bmcplan {command}')
    return (f'<iframe class="board" src="frames/{name}" title="{title}" loading="lazy"></iframe>\n\n'
            f'[This page alone](frames/{name}), made by `bmcplan {command} --html {name}`\n')


def make_frames(program, book):
    (book / 'frames').mkdir(exist_ok=True)
    (book / 'files').mkdir(exist_ok=True)
    for source in sources():
        text = (ROOT / source).read_text(encoding='utf-8')
        for command, name in FRAME.findall(text):
            page = book / 'frames' / name
            subprocess.run([program, *shlex.split(command), '--html', page], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        for link in LINK.findall(text):
            path = os.path.normpath(os.path.join(os.path.dirname(source), link))
            if place(path).startswith('files/'):
                shutil.copy(ROOT / path, book / place(path))


class Page(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors.add(attributes.get('id'))
        self.links += [attributes[key] for key in ('href', 'src') if attributes.get(key)]


def check(book):
    pages = {path: Page(path.read_text(encoding='utf-8')) for path in book.rglob('*.html') if path.parent.name != 'frames'}
    faults, n_links = [], 0
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            n_links += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            anchors = pages[target].anchors if target in pages else None
            is_there = target.exists() and (not parts.fragment or anchors is None or urllib.parse.unquote(parts.fragment) in anchors)
            if not is_there:
                faults.append(f'{path.relative_to(book)}: {link}')
    print(*faults, f'{len(pages)} pages, {n_links} links within the book, {len(faults)} of them to nothing', sep='\n')
    return not faults


if __name__ == '__main__':
    match sys.argv[1:]:
        case []:
            preprocess()
        case ['supports', renderer]:
            sys.exit(0 if renderer == 'html' else 1)
        case ['frames', program, book]:
            make_frames(program, pathlib.Path(book).resolve())
        case ['check', book]:
            sys.exit(0 if check(pathlib.Path(book).resolve()) else 1)
        case _:
            sys.exit(__doc__)
