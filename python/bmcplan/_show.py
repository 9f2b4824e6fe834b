"""Results as notebooks show them: a picture or a table, small enough to be kept in the file of the notebook."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import fields, is_dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Iterable, List, Mapping, Tuple

if TYPE_CHECKING:
    from ._problem import Answer, Problem

_MOST_BYTES = 40_000
"""The most that is shown of a result."""

_MOST_OF_PICTURE = 24_000
"""The most bytes of a picture."""

_MOST_OF_CELL = 2_000
"""The most characters in a cell of a table."""

_MOST_MOVES = 200
"""The most moves of a plan that are listed."""

_MOST_OF_MOVE = 60
"""The most characters of a move in a list."""

_MOST_OF_PART = 200
"""The most characters in a cell of a part."""

_PRE = '<pre style="font-family:monospace;text-align:left">'
"""Not all notebooks give texts in columns a font of one width."""

_MOST_PARTS = 20
"""The most parts of a result in a cell."""


def table(result: Any) -> str:
    """A result as a table of what is known of it."""
    return _fitting(_caption(str(result)), _rows((name, value) for name, value in _known(result) if value not in (None, (), {})))


def answer(shown: Answer) -> str:
    """An answer as what is known, the start, and the plan folded away."""
    plan = "" if shown.plan is None else f"<details><summary>The plan</summary>{_moves(shown.plan)}</details>"
    first = str(shown).split("\n")[0]
    return _fitting(_caption(first), "" if shown.problem is None else _start(shown.problem), plan)


def problem(shown: Problem) -> str:
    """A problem as what it is called, and its start."""
    return _fitting(_caption(repr(shown)), _start(shown))


def start_as_text(shown: Problem) -> str:
    """The start as text, of which not too much is shown."""
    return _cut(shown.draw("text").rstrip())


def _fitting(first: str, *parts: str) -> str:
    """The parts of a page for which there is room."""
    page = f"<div>{first}"
    for part in parts:
        if len((page + part).encode()) < _MOST_BYTES:
            page += part
    return f"{page}</div>"


def _caption(text: str) -> str:
    return f"{_PRE}{escape(_cut(text))}</pre>"


def _start(shown: Problem) -> str:
    """The start as a picture; as text if there would be no room for it."""
    encoded = b64encode(shown.draw("still").encode()).decode()
    # As an image of its own: parts of drawings on one page would be taken for each other's.
    picture = f'<img alt="The start" src="data:image/svg+xml;base64,{encoded}">'
    return picture if len(picture) < _MOST_OF_PICTURE else _caption(start_as_text(shown))


def _moves(plan: Tuple[str, ...]) -> str:
    listed = "".join(f"<li>{escape(_cut(move, _MOST_OF_MOVE))}</li>" for move in plan[:_MOST_MOVES])
    return f"<ol>{listed}</ol>{_more(len(plan) - _MOST_MOVES)}"


def _rows(pairs: Iterable[Tuple[str, Any]]) -> str:
    rows = "".join(f'<tr><th style="text-align:left">{escape(name)}</th><td>{_cell(value)}</td></tr>' for name, value in pairs)
    return f"<table>{rows}</table>"


def _cell(value: Any) -> str:
    """A value in a table; parts of a result in their own lines, with a board as it stands, or as a table of their own."""
    if isinstance(value, Mapping):
        return _rows((str(name), one) for name, one in value.items() if one is not None)
    if _is_record(value):
        return _rows((name, one) for name, one in _known(value) if one is not None)
    if not isinstance(value, tuple):
        return _text(str(value))
    shown, more = value[:_MOST_PARTS], _more(len(value) - _MOST_PARTS)
    if shown and all(map(_is_record, shown)):
        names = "".join(f"<th>{escape(name)}</th>" for name, _ in _known(shown[0]))
        rows = "".join(f"<tr>{''.join(f'<td>{_text(_cut(_words(one), _MOST_OF_PART))}</td>' for _, one in _known(part))}</tr>" for part in shown)
        return f"<table><tr>{names}</tr>{rows}</table>{more}"
    return "".join(_text(_words(part)) for part in shown) + more


def _known(result: Any) -> List[Tuple[str, Any]]:
    """The keys of a result with their values."""
    return [(of.name, getattr(result, of.name)) for of in fields(result) if of.metadata.get("is_key", True)]


def _is_record(value: Any) -> bool:
    """Whether it is a part of a result that has no text of its own."""
    return is_dataclass(value) and type(value).__str__ is object.__str__


def _words(value: Any) -> str:
    """A value as text; of a list of values each, values within these with a dash between."""
    if not isinstance(value, tuple):
        return "" if value is None else str(value)
    return ", ".join(" – ".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in value)


def _text(text: str) -> str:
    shown = escape(_cut(text.rstrip()))
    return f"{_PRE}{shown}</pre>" if "\n" in text else f"<div>{shown}</div>"


def _more(count: int) -> str:
    return f"<div>and {count:,} more</div>" if 0 < count else ""


def _cut(text: str, most: int = _MOST_OF_CELL) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def player(page: str) -> str:
    """A page with a player in a frame."""
    return f'<iframe sandbox="allow-scripts" style="width:100%;height:560px;border:0" srcdoc="{escape(page, quote=True)}"></iframe>'
