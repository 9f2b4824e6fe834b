"""The command line, Python and suites: the same questions get the same answers."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

import bmcplan
import pytest
from bmcplan import _native

STEPS = 4
"""No more steps are tried, so that each question is answered in no time, whatever the mode."""

MODES = [name for name in dict(_native.names())["mode"] if name not in ("horizon", "multishot")]
TOLD = (
    "kind", "status", "metric", "unit", "goal", "open_goals", "length", "cost", "makespan", "lower_bound", "gap", "optimal", "count",
    "complete", "semantics", "stopped_by",
)  # fmt: skip
"""What does not depend on which of two ways was the faster one."""


def has_costs(file: Path) -> bool:
    """Does a problem ask for a cheapest plan?"""
    return re.search(r"^cost = |\(:metric", file.read_text(), re.MULTILINE) is not None


def shipped(instances: Path) -> Iterator[Path]:
    """Every problem that is shipped, but for suites, schedules, and problems with costs, for which no greatest horizon is given."""
    for file in sorted(instances.rglob("*")):
        is_suite = file.parent == instances and file.name in ("documents.toml", "suite.toml")
        if file.suffix in (".toml", ".kif", ".lp", ".pddl") and not is_suite:
            if file.parent.name not in ("suites", "prisoners") and file.name != "domain.pddl" and not has_costs(file):
                yield file


def words_of_mode(mode: str, horizon: Optional[int]) -> List[str]:
    """The options of a mode on the command line."""
    options = {"auto": [], "fixed": ["--horizon"], "anytime": ["--first", "--anytime"]}.get(mode, [f"--{mode}"])
    return options + ([] if horizon is None else [str(horizon)])


def words_of(mode: str) -> List[str]:
    return words_of_mode(mode, STEPS) if mode in ("fixed", "minimize") else [*words_of_mode(mode, None), "--max-horizon", str(STEPS)]


def by_python(file: Path, mode: str) -> Dict[str, Any]:
    horizon = {"horizon": STEPS} if mode in ("fixed", "minimize") else {"max_horizon": STEPS}
    return bmcplan.solve(file, mode=mode, **horizon).to_dict()


def told(answer: Dict[str, Any]) -> Dict[str, Any]:
    told = {key: answer.get(key) for key in TOLD}
    if answer["status"] == "no_plan_within_horizon":
        # One way may have a greater bound than the horizon.
        told["lower_bound"] = None
    return told


@pytest.fixture(scope="module")
def of_suite(tmp_path_factory: pytest.TempPathFactory) -> Dict[Tuple[str, str], Dict[str, Any]]:
    """The records of a suite of all instances in all modes."""
    instances = Path(__file__).resolve().parents[2] / "instances"
    folder = tmp_path_factory.mktemp("suite")
    files = json.dumps([str(file) for file in shipped(instances)])
    free = json.dumps([mode for mode in MODES if mode not in ("fixed", "minimize")])
    (folder / "suite.toml").write_text(
        f"[[group]]\ninstances = {files}\nmodes = {free}\noptions = {{ max-horizon = {STEPS} }}\n"
        f'[[group]]\ninstances = {files}\nmodes = ["fixed", "minimize"]\nhorizon = {STEPS}\n'
    )
    log = folder / "runs.jsonl"
    command = [sys.executable, "-m", "bmcplan", "bench", str(folder / "suite.toml"), "--out", str(log), "--jobs", "2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, 10, 11), done.stderr
    records = [json.loads(line) for line in log.read_text().splitlines() if '"instance"' in line]
    return {(record["instance"], record["mode"]): record for record in records if "result" in record}


@pytest.mark.parametrize("mode", MODES)
def test_all_doors_lead_to_the_same_answer(
    mode: str, instances: Path, of_suite: Dict[Tuple[str, str], Dict[str, Any]]
) -> None:
    files = list(shipped(instances))
    assert len(files) > 40
    different = []
    for file in files:
        command = [sys.executable, "-m", "bmcplan", "solve", str(file), "--json", *words_of(mode)]
        printed = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
        answer = by_python(file, mode)
        if told(printed) != told(answer):
            different.append((str(file), told(printed), told(answer)))
        result = of_suite[str(file), mode]["result"]
        recorded = {"solved": "solved", "unsolvable": "unsolvable", "no-plan-within": "no_plan_within_horizon"}
        same = recorded.get(result["status"]) == answer["status"]
        if not same or result.get("length") != answer["length"] or result.get("optimal", False) != answer["optimal"]:
            different.append((str(file), result, told(answer)))
    assert not different, different


@pytest.mark.parametrize("mode", ["auto", "search", "anytime"])
@pytest.mark.parametrize("most", [None, 3])
def test_all_doors_lead_to_the_same_cost(mode: str, most: Optional[int], instances: Path) -> None:
    boards = sorted((instances / "costs").glob("*.toml"))
    files = [*boards, *sorted(file for file in instances.rglob("*.pddl") if has_costs(file))]
    assert boards and 2 < len(files)
    for file in files:
        words = words_of_mode(mode, None)
        words += [] if most is None else [f"--max-cost={most}"]
        command = [sys.executable, "-m", "bmcplan", "solve", str(file), "--json", *words]
        printed = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
        answer = bmcplan.solve(file, mode=mode, max_cost=most)
        assert told(printed) == told(answer.to_dict()), file
        assert answer.unit in ("actions", "units") and (answer.optimal or answer.status == "no_plan_within_cost")


def test_keywords_are_those_of_the_table() -> None:
    written = Path(bmcplan.__file__).with_name("_settings.py").read_text()
    assert written == _native.keywords(), "see the head of _settings.py"
