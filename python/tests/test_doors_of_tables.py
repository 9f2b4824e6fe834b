"""The command line and Python: the same answer to questions made from the tables of settings, modes and kinds.

A new row of a table is asked about without a change here. `tests/cli/doors.rs` does the same at the other doors.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List

import bmcplan
import pytest
from bmcplan import _native
from bmcplan._settings import Settings

from test_doors import MODES, STEPS, told, words_of_mode

Question = Dict[str, Any]

NAMES: Dict[str, List[str]] = {}
"""The names that settings and options may have."""

for _name, _names in _native.names():
    # `landmarks:2` for `landmarks:K`; `NAME,…` stands for names of another row.
    _written = (re.sub(":[A-Z]+$", ":2", name) for name in _names)
    NAMES.setdefault(_name, []).extend(name for name in _written if name.islower())

OF_TYPES: Dict[str, List[Any]] = {
    "bool": [True],
    "int": [1, 4, 10],
    "float": [600],
    "Union[int, float, str, Decimal, Fraction]": ["3", "11.5", "40"],
    "Union[str, os.PathLike[str]]": ["FOLDER"],
}
"""Values of settings without names. FOLDER stands for a new folder."""

SETTINGS = {
    name: NAMES.get(name) or OF_TYPES[type_.__forward_arg__.replace(" | None", "")]
    for name, type_ in Settings.__annotations__.items()
    # The horizon goes with a mode; the command line has no bytes.
    if name not in ("horizon", "memory_bytes")
}
SETTINGS["mode"] = MODES
"""Some values of each setting."""

OPTIONS = {"kind": NAMES["kind"], "metric": NAMES["metric"], "goal": ["100", "max"], "labelled": [True]}
"""The same of what is given where a problem is read."""


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> List[Path]:
    """Small problems of all kinds: with lengths, with costs, with decimals of costs, without a plan."""
    folder = tmp_path_factory.mktemp("problems")
    texts = {
        "board.txt": "XXB\nooB\noCC\n",
        "costs.toml": "board = '''\nXXB\n..B\n.CC\n'''\ncost = { B = 3 }\n",
        "puzzle.txt": "start\nAB\n..\ngoal\nBA\n..\n",
        "stuck.txt": "XX#\nooo\nooo\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    (folder / "task.sas").write_text(bmcplan.export(folder / "costs.toml", format="sas"))
    instances = Path(__file__).resolve().parents[2] / "instances"
    shipped = ["gdl/wolf-goat-cabbage.kif", "pddl/parcels/problem.pddl", "pddl/suitcase/problem.pddl"]
    files = [*sorted(folder.iterdir()), *(instances / file for file in shipped)]
    assert {bmcplan.read(file).kind for file in files} == set(NAMES["kind"]), "add a small problem of the new kind"
    return files


def in_keywords(refusal: str) -> str:
    """A refusal of the command line in Python's words."""
    words = {"no mode": "mode='auto'", "--first --anytime": "mode='anytime'", "--horizon": "mode='fixed'"}
    words.update((f"--{mode}", f"mode='{mode}'") for mode in MODES)
    words.update((f"--metric {metric}", f"metric='{metric}'") for metric in NAMES["metric"])
    for option, keyword in words.items():
        refusal = refusal.replace(option, keyword)
    # A horizon is the value of a mode's option.
    refusal = re.sub("^mode='[a-z]+'", "horizon", refusal)
    return re.sub("--([a-z-]+)", lambda option: option[1].replace("-", "_"), refusal)


def by_command_line(question: Question) -> Dict[str, Any]:
    words = [sys.executable, "-m", "bmcplan", "solve", "--json"]
    for name, value in question.items():
        if name not in ("problem", "mode", "horizon"):
            words += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
    words += [str(question["problem"]), *words_of_mode(question.get("mode", "auto"), question.get("horizon"))]
    answer = json.loads(subprocess.run(words, capture_output=True, text=True).stdout)
    return {"refused": in_keywords(answer["error"]["message"])} if "error" in answer else told(answer)


def by_python(question: Question) -> Dict[str, Any]:
    try:
        answer = bmcplan.solve(**question).to_dict()
    except bmcplan.InputError as error:
        return {"refused": error.message}
    except bmcplan.ArgumentError as error:
        return {"refused": str(error)}
    return told(answer)


def is_same(printed: Dict[str, Any], answer: Dict[str, Any]) -> bool:
    if " of kind " in answer.get("refused", ""):
        # Python refuses options before it looks at settings, and with other advice.
        return "refused" in printed
    return printed == {key: value.replace("=True", "") if key == "refused" else value for key, value in answer.items()}


def needed(refusal: str) -> Question:
    """The setting or the mode that a refusal asks for."""
    if found := re.search(r"makes no sense without (\w+)", refusal):
        return {found[1]: SETTINGS[found[1]][0]}
    if found := re.search(r"it goes with mode='(\w+)'", refusal):
        return {"mode": found[1]}
    return {"horizon": STEPS} if "needs horizon" in refusal else {}


def questions(problems: List[Path]) -> Iterator[Question]:
    """Every value, by itself, and together with a mode and another setting."""
    drawn = random.Random(1)
    for name, values in {**SETTINGS, **OPTIONS}.items():
        for value in values:
            other = drawn.choice(list(SETTINGS))
            for more in ({}, {"mode": drawn.choice(MODES), other: drawn.choice(SETTINGS[other])}):
                yield {"problem": drawn.choice(problems), **more, name: value}


def test_questions_made_from_the_tables(problems: List[Path], tmp_path: Path) -> None:
    n_folders, n_answers, different = 0, 0, []

    def fresh(question: Question) -> Question:
        nonlocal n_folders
        n_folders += 1
        return {name: str(tmp_path / str(n_folders)) if value == "FOLDER" else value for name, value in question.items()}

    for question in questions(problems):
        while True:
            answer = by_python(fresh(question))
            refusal = answer.get("refused", "")
            n_answers += not refusal
            # On the command line, no mode that needs a horizon is without one.
            if "needs horizon" not in refusal:
                printed = by_command_line(fresh(question))
                if not is_same(printed, answer):
                    different.append((question, printed, answer))
            more = needed(refusal)
            if not more or not question.keys().isdisjoint(more):
                break
            question = {**question, **more}
    assert 50 < n_answers
    assert not different, "\n".join(map(str, different))
