"""Problems as files or texts, paths and JSON, given from Python as the native part reads them."""

from __future__ import annotations

import json
import os
import re
from typing import IO, Any, Dict, Iterable, List, Optional, Sequence, Union

from ._errors import ArgumentError

PathLike = Union[str, "os.PathLike[str]"]

Given = Union[PathLike, bytes, IO[str], IO[bytes], Sequence[PathLike], Sequence[bytes], Sequence[Sequence[str]]]
"""A path, a text, what an open file has, a pair of these, or the rows of a board; arrays have `tolist`."""

_FILE = re.compile(r"[.]((?i:toml|txt|lp|kif|pddl|sas)|[a-z]{2,5})$")
"""The ends of strings that name a file most likely."""

_KNOWN_FILE = re.compile(r"[.](toml|txt|lp|kif|pddl|sas)(:\w+)?$", re.IGNORECASE)
"""The ends of strings that name a file of problems."""

_MOST_SHOWN = 60
"""The most characters of a value in a message."""


def shown(value: object) -> str:
    """A value in a message, in part if it is long."""
    try:
        text = repr(value)
    except ValueError:  # Numbers of thousands of digits have no text.
        return "a number of thousands of digits"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def in_utf8(what: str, text: str) -> str:
    """The text; raises ArgumentError if it is none in UTF-8, as is the name of a file in another encoding."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        # In JSON, the text between two quotation marks, of which the beginning or the end may be far.
        before, after = text[: error.start].rpartition('"')[2], text[error.start :].partition('"')[0]
        part = before[-_MOST_SHOWN:] + after[:_MOST_SHOWN]
        raise ArgumentError(f"{what}: names and texts are read in UTF-8 alone, and {part!r} is not in it") from None
    return text


def as_json(what: str, value: object) -> str:
    """Plain values as JSON; raises ArgumentError if there are texts in it that are not in UTF-8."""
    return in_utf8(what, json.dumps(value, ensure_ascii=False))


def check_flag(what: str, value: object) -> None:
    """Raises ArgumentError if it is neither True nor False."""
    if not isinstance(value, bool):
        raise ArgumentError(f"{what}: True or False is meant, not {shown(value)}")


def name_of(what: str, value: object) -> str:
    """A name as it is; raises ArgumentError if it is none."""
    if not isinstance(value, str):
        raise ArgumentError(f"{what}: a name is meant, not {shown(value)}")
    return in_utf8(what, value)


def list_of(what: str, elements: str, given: object) -> List[Any]:
    """The elements of a list, or of anything else that can be gone through once; raises ArgumentError if it is none."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise ArgumentError(f"{what}: a list of {elements} is meant, not {shown(given)}")
    return list(given)


def path_of(what: str, given: object) -> str:
    """A path as text; raises ArgumentError if it is none."""
    path = os.fspath(given) if isinstance(given, (str, os.PathLike)) else None
    if not isinstance(path, str):
        raise ArgumentError(f"{what}: a path is meant, a string or a Path, not {shown(given)}")
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        raise ArgumentError(f"{what}: no file or folder can be called {shown(path)}") from None
    return path


def folder_and_more(what: str, given: object) -> str:
    """A folder as text, with what a string may have behind it and a colon; a Path is the folder alone."""
    path = path_of(what, given)
    is_folder_alone = isinstance(given, os.PathLike) and ":" in os.path.basename(path)
    return os.path.join(path, "") if is_folder_alone else path


def problem_json(
    problem: Given,
    kind: Optional[str],
    metric: Optional[str],
    goal: Union[int, str, None],
    labelled: bool,
) -> str:
    """The JSON of which the native part makes problems."""
    parts = _as_list(problem)
    board = None if parts is None else board_of(parts)
    inputs = [_input(part) for part in ([problem] if parts is None else parts if board is None else [board])]
    if 1 < len({form for one in inputs for form in one}):
        raise ArgumentError("problem: domain and problem are both files or both texts, and rows of a board have one width")
    for name, chosen in [("kind", kind), ("metric", metric)]:
        if chosen is not None:
            name_of(name, chosen)
    is_number = isinstance(goal, int) and not isinstance(goal, bool) and abs(goal) < 2**63
    if not (goal is None or isinstance(goal, str) or is_number):
        raise ArgumentError(f"goal: a value from 0 to 100, or max, is meant, not {shown(goal)}")
    check_flag("labelled", labelled)
    options = {"metric": metric, "goal": None if goal is None else str(goal)}
    given: Dict[str, Optional[str]] = {name: value for name, value in options.items() if value is not None}
    if labelled:
        given["labelled"] = None
    return as_json("problem", {"inputs": inputs, "kind": kind, "options": given})


def with_absolute_paths(description: str, folder: str) -> str:
    """A description, with the files in it as seen from any folder."""
    given = json.loads(description)
    for one in given["inputs"]:
        if "file" in one:
            one["file"] = os.path.join(folder, one["file"])
        elif "entry" in one:
            one["entry"]["path"] = os.path.join(folder, one["entry"]["path"])
    return as_json("problem", given)


def _input(part: object) -> Dict[str, Any]:
    """A part of a problem as the native part reads it: a file, or a text with a name."""
    read = getattr(part, "read", None)
    if callable(read):
        return _typed(getattr(part, "name", None), read())
    if isinstance(part, (bytes, bytearray)):
        return _typed(None, part)
    if not isinstance(part, (str, os.PathLike)):
        raise ArgumentError(f"problem: {_wanted(type(part))}")
    path = path_of("problem", part)
    if isinstance(part, str) and is_text(part):
        return _typed(None, part)
    # Standard input is one of the command line alone.
    return {"file": os.path.join(".", path) if path == "-" else path}


def _typed(name: object, text: object) -> Dict[str, Any]:
    """A text, which what is read from a binary file becomes."""
    if isinstance(text, (bytes, bytearray)):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ArgumentError(f"problem: texts are read in UTF-8 alone, and byte {error.start + 1} is not in it") from None
    if not isinstance(text, str):
        raise ArgumentError(f"problem: an open file gives a text or bytes, not {shown(text)}")
    return {"typed": {"option": name if isinstance(name, str) else "the text", "text": text}}


def _as_list(given: object) -> Optional[List[Any]]:
    """The elements of a list, a tuple or an array; None for anything else."""
    elements = getattr(given, "tolist", lambda: given)()
    return list(elements) if isinstance(elements, (list, tuple)) else None


def board_of(given: object) -> Optional[str]:
    """The text of a board that is given as rows: strings, or lists of cells; None if it is none.

    Two strings are a board if they have one width, and neither names a file or is a text. Raises ArgumentError where that cannot be told.
    """
    parts = _as_list(given)
    if parts is None or len(parts) < 2:
        return None
    cells = [_as_list(part) for part in parts]
    if all(row is not None for row in cells):
        for number, row in enumerate(cells, 1):
            for cell in row or ():
                if not isinstance(cell, str) or len(cell) != 1:
                    raise ArgumentError(f"problem: a cell of a board is one character, not {shown(cell)}, in row {number}")
        rows = ["".join(row or ()) for row in cells]
    elif all(isinstance(part, str) for part in parts):
        rows = parts
    else:
        return None
    return None if _are_files_or_texts(rows) else "".join(f"{row}\n" for row in rows)


def _are_files_or_texts(parts: List[str]) -> bool:
    """Whether strings are paths or texts, not rows of a board; raises ArgumentError where both may be meant."""
    if any(set(part) & set("/\\\n\r(") or _KNOWN_FILE.search(part) for part in parts):
        return True
    are_files = [os.path.isfile(part) for part in parts]
    if len(parts) == 2 and (all(are_files) or len(parts[0]) != len(parts[1])):
        return True
    if any(are_files):
        name = parts[are_files.index(True)]
        raise ArgumentError(f"problem: {shown(name)} is a row of a board or a file; give rows as one text, and files as Paths")
    return False


def _wanted(given: type) -> str:
    """What is meant instead of an object of a type that is neither a path nor a text."""
    package = given.__module__.partition(".")[0]
    if package == "unified_planning":
        return "the engine of unified-planning called bmcplan solves its problems: `import bmcplan.up`, then OneshotPlanner(name='bmcplan')"
    if package == "bmcplan":
        return f"a {given.__name__} is there already: ask it, or give it alone where a path may be given"
    name = given.__name__ if package == "builtins" else f"{given.__module__}.{given.__qualname__}"
    return f"a path, a text, two of these, rows, a Task or a Problem is meant, not {name}"


def is_text(given: str) -> bool:
    """True if a string is a text, not a path: it has lines or parentheses, or is a square board in one row."""
    if "\n" in given or "\r" in given or given.lstrip().startswith("("):
        return True
    side = round(len(given) ** 0.5)
    is_square = side * side == len(given) and 4 <= len(given)
    return is_square and "/" not in given and not _names_a_file(given) and not os.path.exists(given)


def _names_a_file(given: str) -> bool:
    """Does a string end as names of files do, and have a letter once, which no car of a board in one row has? (x is a wall, o empty.)"""
    return _FILE.search(given) is not None and any(given.count(letter) == 1 for letter in given if letter.isalpha() and letter not in "xo")
