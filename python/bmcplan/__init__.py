"""Provably shortest plans for puzzles and planning problems, by incremental SAT solving.

>>> import bmcplan
>>> bmcplan.solve("XX..........####").length
2
"""

from __future__ import annotations

import os
from typing import Any, Dict, Iterator, List, Literal, Optional, Tuple, Union, overload

from . import _native
from ._errors import ArgumentError, BmcplanError, InputError, InternalError, SolverError, StoppedError
from ._problem import PathLike, Plan, Problem
from ._results import Answer, Certificate, Check, Exploration, Horizon, Move, Slip, Verification
from ._task import Derived, Not, Task, Variable

__version__ = _native.__version__

__all__ = [
    "Answer", "ArgumentError", "BmcplanError", "Certificate", "Check", "Derived", "Exploration", "Horizon", "InputError",
    "InternalError", "Move", "Not", "Problem", "Slip", "SolverError", "StoppedError", "Task", "Variable",
    "Verification", "all_plans", "certify", "check", "compare", "count_plans", "draw", "explore", "export", "read",
    "solve", "verify",
]  # fmt: skip

AnyProblem = Union[Problem, Task, PathLike, Tuple[PathLike, PathLike]]


def read(
    problem: AnyProblem,
    *,
    kind: Optional[str] = None,
    metric: Optional[str] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
) -> Problem:
    """The problem that stands in a file, a pair of files, a text, or a board in one row; or that a task is.

    `kind` says what it is, where that cannot be told from the text; `metric`, `goal` and `labelled` are options of kinds.
    """
    if isinstance(problem, (Problem, Task)):
        given = [("kind", kind), ("metric", metric), ("goal", goal), ("labelled", labelled or None)]
        for name, value in given:
            if value is not None:
                raise ArgumentError(f"{name}: it is chosen where a file or a text is read; this problem is there already")
        return problem if isinstance(problem, Problem) else problem.problem()
    return Problem(problem, kind=kind, metric=metric, goal=goal, labelled=labelled)


_READ = ("kind", "metric", "goal", "labelled")


def _split(problem: AnyProblem, arguments: Dict[str, Any]) -> Problem:
    """The problem, read with those of the arguments that say how, which are taken away."""
    return read(problem, **{name: arguments.pop(name) for name in _READ if name in arguments})


def solve(problem: AnyProblem, **arguments: Any) -> Answer:
    """Finds a shortest plan: `read` and `Problem.solve` have the arguments."""
    return _split(problem, arguments).solve(**arguments)


def explore(problem: AnyProblem, **arguments: Any) -> Exploration:
    """The size of the state space: `read` and `Problem.explore` have the arguments."""
    return _split(problem, arguments).explore(**arguments)


def count_plans(problem: AnyProblem, **arguments: Any) -> int:
    """The number of shortest plans: `read` and `Problem.count_plans` have the arguments."""
    return _split(problem, arguments).count_plans(**arguments)


def all_plans(problem: AnyProblem, **arguments: Any) -> Iterator[Tuple[str, ...]]:
    """The shortest plans: `read` and `Problem.all_plans` have the arguments."""
    return _split(problem, arguments).all_plans(**arguments)


def export(problem: AnyProblem, format: str, **arguments: Any) -> str:
    """The problem in another format: `read` and `Problem.export` have the arguments."""
    return _split(problem, arguments).export(format, **arguments)


def check(problem: AnyProblem, plan: Plan, **arguments: Any) -> Check:
    """Replays a plan by the rules: `read` and `Problem.check` have the arguments."""
    return _split(problem, arguments).check(plan, **arguments)


def compare(problem: AnyProblem, **arguments: Any) -> List[Dict[str, Any]]:
    """Records of runs in every combination: `read` and `Problem.compare` have the arguments."""
    return _split(problem, arguments).compare(**arguments)


def certify(problem: AnyProblem, folder: PathLike, **arguments: Any) -> Answer:
    """Finds a shortest plan and writes a certificate: as `solve`, with `answer.certificate`."""
    return solve(problem, certify=folder, **arguments)


@overload
def draw(
    problem: Union[AnyProblem, Answer],
    format: Literal["svg", "still", "html", "text"] = ...,
    *,
    plan: Optional[Plan] = ...,
    **arguments: Any,
) -> str: ...


@overload
def draw(
    problem: Union[AnyProblem, Answer], format: Literal["gif"], *, plan: Optional[Plan] = ..., **arguments: Any
) -> bytes: ...


def draw(
    problem: Union[AnyProblem, Answer], format: Any = "svg", *, plan: Optional[Plan] = None, **arguments: Any
) -> Union[str, bytes]:
    """A picture of an answer, of a plan of a problem, or of a problem's start: `Problem.draw` has the formats."""
    if isinstance(problem, Answer):
        if problem.problem is None:
            raise ArgumentError("problem: this answer comes from elsewhere; give its problem, and the answer as plan")
        picture: Union[str, bytes] = problem.problem.draw(format, plan=problem if plan is None else plan)
        return picture
    picture = _split(problem, arguments).draw(format, plan=plan, **arguments)
    return picture


def verify(folder: PathLike, *, timeout: Optional[float] = None) -> Verification:
    """Checks a certificate, without a solver. `status` is certified or wrong."""
    return Verification.of_json(_native.verify(os.fspath(folder), timeout))
