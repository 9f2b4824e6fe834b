"""What can be asked of a problem, as functions: the methods of `Problem`, with the arguments of `read`."""

from __future__ import annotations

import inspect
import os
import re
from typing import (
    TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Literal, Mapping, Optional, Set, Tuple, Union, overload,
)  # fmt: skip

from . import _native
from ._errors import ArgumentError
from ._facts import Facts
from ._inputs import Given, PathLike, board_of, list_of, path_of
from ._keywords import Limits, check_timeout
from ._problem import Answer, Plan, Problem, Progress, Wanted, all_problems, check_positive
from ._results import Check, Explained, Exploration, Generated, Hardest, Position, Puzzle, Rating, Verification
from ._settings import ElementKind, Encoding, Figure, Format, Improving, Kind, Listing, Metric, Mode, Semantics, Settings
from ._task import Task

if TYPE_CHECKING:
    from typing_extensions import Unpack

AnyProblem = Union[Problem, Task, Puzzle, Position, Given]


def read(
    problem: AnyProblem,
    *,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
) -> Problem:
    """The problem that stands in a file, a pair of files, a text, rows of a board, or a new puzzle; or that a task is.

    kind: what it is, where that cannot be told from the text: rushhour, sliding, gdl, pddl or sas
    metric: what counts as one move: units or slides; for sliding blocks also moves. For pddl and sas, what a plan has least of: cost
        or actions
    goal: for rule sheets, the value from 0 to 100 that is wanted, or max
    labelled: for sliding blocks, True if pieces of one shape are told apart
    """
    if isinstance(problem, (Puzzle, Position)):
        problem = problem.problem
    if isinstance(problem, (Problem, Task)):
        given = [("kind", kind), ("goal", goal), ("labelled", labelled or None)]
        given += [("metric", metric)] if isinstance(problem, Problem) else []
        for name, value in given:
            if value is not None:
                raise ArgumentError(f"{name}: it is chosen where a file or a text is read; this problem is there already")
        return problem if isinstance(problem, Problem) else problem.problem(metric)
    return Problem(problem, kind=kind, metric=metric, goal=goal, labelled=labelled)


def read_all(
    problems: Union[AnyProblem, Iterable[AnyProblem]],
    *,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
) -> List[Problem]:
    """All problems of a file, a folder, a text, or a list of these: of a collection, each that stands in it.

    A tuple of two paths is one problem, as for `read`, and so are lists and arrays of cells, and within a list, a list of rows. In folders, what looks like no problem
    is left out.
    """
    if isinstance(problems, (Problem, Task, Puzzle, Position)):
        return [read(problems, kind=kind, metric=metric, goal=goal, labelled=labelled)]
    if isinstance(problems, (str, bytes, os.PathLike, tuple)) or hasattr(problems, "read") or _is_board(problems):
        return all_problems(problems, kind, metric, goal, labelled)  # type: ignore[arg-type]
    found: List[Problem] = []
    for one in list_of("problems", "problems", problems):
        if isinstance(one, list) and board_of(one) is not None:
            found.append(read(one, kind=kind, metric=metric, goal=goal, labelled=labelled))
            continue
        found += read_all(one, kind=kind, metric=metric, goal=goal, labelled=labelled)
    return found


def _is_board(given: object) -> bool:
    """Is it an array, or a list of lists of cells? A list of strings is a list of problems."""
    if isinstance(given, list) and not all(isinstance(row, (list, tuple)) and {len(str(cell)) for cell in row} == {1} for row in given):
        return False
    return board_of(given) is not None


def solve(
    problem: AnyProblem,
    *,
    progress: Optional[Progress] = None,
    stop: Optional[_native.Stop] = None,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    **settings: Unpack[Settings],
) -> Answer:
    """Finds a shortest plan, or a cheapest one: as `read` and `Problem.solve`."""
    return read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled).solve(progress=progress, stop=stop, **settings)


def improve(
    problem: AnyProblem,
    *,
    stop: Optional[_native.Stop] = None,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    **settings: Unpack[Improving],
) -> Iterator[Answer]:
    """Ever better plans as they are found: as `read` and `Problem.improve`."""
    return read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled).improve(stop=stop, **settings)


def facts(
    problem: AnyProblem,
    *,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    **settings: Unpack[Limits],
) -> Facts:
    """What is known before any plan is looked for: as `read` and `Problem.facts`."""
    return read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled).facts(**settings)


def explore(
    problem: AnyProblem,
    *,
    counter: bool = False,
    progress: Optional[Progress] = None,
    stop: Optional[_native.Stop] = None,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    **settings: Unpack[Limits],
) -> Exploration:
    """The size of the state space: as `read` and `Problem.explore`."""
    return read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled).explore(counter=counter, progress=progress, stop=stop, **settings)


def harden(
    problem: AnyProblem,
    *,
    top: int = 1,
    unique: bool = False,
    progress: Optional[Progress] = None,
    stop: Optional[_native.Stop] = None,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    **settings: Unpack[Limits],
) -> Hardest:
    """The positions farthest from a goal: as `read` and `Problem.harden`."""
    found = read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled)
    return found.harden(top=top, unique=unique, progress=progress, stop=stop, **settings)


def explain(
    problem: AnyProblem,
    *,
    smallest: bool = False,
    all: int = 1,
    only: Optional[ElementKind] = None,
    progress: Optional[Progress] = None,
    stop: Optional[_native.Stop] = None,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    **settings: Unpack[Limits],
) -> Explained:
    """Why there is no shorter plan: as `read` and `Problem.explain`."""
    found = read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled)
    return found.explain(smallest=smallest, all=all, only=only, progress=progress, stop=stop, **settings)


def rate(
    problem: AnyProblem,
    *,
    progress: Optional[Progress] = None,
    stop: Optional[_native.Stop] = None,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    **settings: Unpack[Limits],
) -> Rating:
    """How hard a problem is for people: as `read` and `Problem.rate`."""
    return read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled).rate(progress=progress, stop=stop, **settings)


def generate(
    problem: Optional[AnyProblem] = None,
    figures: Optional[Mapping[Figure, Wanted]] = None,
    *,
    size: Optional[int] = None,
    exit_row: Optional[int] = None,
    count: int = 1,
    seed: Optional[int] = None,
    jobs: Optional[int] = None,
    walls: int = 0,
    steps: int = 600,
    patience: int = 100,
    progress: Optional[Progress] = None,
    stop: Optional[_native.Stop] = None,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    labelled: bool = False,
    **settings: Unpack[Limits],
) -> Generated:
    """New puzzles: other starts of the pieces of a problem, as `read` and `Problem.generate`; without one, Rush Hour boards of that size,
    from 3 to 12 (6 if none is given), whose red car leaves in that row, without scenery."""
    keeps_pieces = problem is not None
    for name, value in [("size", size), ("exit_row", exit_row)]:
        if keeps_pieces and value is not None:
            raise ArgumentError(f"{name}: it is for new boards; puzzles like the problem that is given have the problem's own")
        if value is not None:
            check_positive(name, value)
    if problem is None:
        size = 6 if size is None else size
        row = (size + 1) // 2 if exit_row is None else exit_row
        if not 3 <= size <= 12 or size < row:
            raise ArgumentError(f"size, exit_row: a size from 3 to 12 and one of its rows are meant, not {size!r} and {row!r}")
        problem = "\n".join("XX".ljust(size, ".") if one == row else "." * size for one in range(1, size + 1)) + "\n"
    return read(problem, kind=kind, metric=metric, labelled=labelled).generate(
        figures, count=count, seed=seed, jobs=jobs, walls=walls, keeps_pieces=keeps_pieces, steps=steps, patience=patience,
        progress=progress, stop=stop, **settings,
    )  # fmt: skip


def count_plans(
    problem: AnyProblem,
    *,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    **settings: Unpack[Listing],
) -> int:
    """The number of shortest plans, or of cheapest ones: as `read` and `Problem.count_plans`."""
    return read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled).count_plans(**settings)


def all_plans(
    problem: AnyProblem,
    *,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    **settings: Unpack[Listing],
) -> Iterator[Tuple[str, ...]]:
    """The shortest plans, or the cheapest ones: as `read` and `Problem.all_plans`."""
    return read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled).all_plans(**settings)


def export(
    problem: AnyProblem,
    format: Format,
    *,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    **settings: Unpack[Settings],
) -> str:
    """The problem in another format: as `read` and `Problem.export`."""
    return read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled).export(format, **settings)


def check(
    problem: AnyProblem,
    plan: Plan,
    *,
    optimal: bool = False,
    shortest: bool = False,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Optional[int] = None,
    labelled: bool = False,
    **settings: Unpack[Limits],
) -> Check:
    """Replays a plan by the rules: as `read` and `Problem.check`."""
    chosen = read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled)
    return chosen.check(plan, goal=goal, optimal=optimal, shortest=shortest, **settings)


def compare(
    problems: Union[AnyProblem, Iterable[AnyProblem]],
    *,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    modes: Iterable[Optional[Mode]] = (None,),
    encodings: Iterable[Optional[Encoding]] = (None,),
    semantics: Iterable[Optional[Semantics]] = (None,),
    solvers: Iterable[Optional[str]] = (None,),
    timeout: Optional[float] = None,
    runs: int = 1,
    seed: Optional[int] = None,
) -> List[Dict[str, Any]]:
    """Records of runs of each problem in every combination, of which `pandas.DataFrame` makes a table: as `read_all` and `Problem.compare`."""
    found = read_all(problems, kind=kind, metric=metric, goal=goal, labelled=labelled)
    choices = [list_of(name, "names", given) for name, given in zip(("modes", "encodings", "semantics", "solvers"), (modes, encodings, semantics, solvers))]
    records: List[Dict[str, Any]] = []
    for one in found:
        of_modes, of_encodings, of_semantics, of_solvers = choices
        records += one.compare(
            modes=of_modes, encodings=of_encodings, semantics=of_semantics, solvers=of_solvers, timeout=timeout, runs=runs, seed=seed,
        )  # fmt: skip
    return records


def certify(
    problem: AnyProblem,
    folder: PathLike,
    *,
    progress: Optional[Progress] = None,
    stop: Optional[_native.Stop] = None,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
    goal: Union[int, str, None] = None,
    labelled: bool = False,
    **settings: Unpack[Settings],
) -> Answer:
    """Finds a shortest plan and writes a certificate: as `solve`, and `answer.certificate` says what was written.

    The folder is a new or empty one, or has a certificate, whose place the new one takes; OSError refuses any other.
    """
    found = read(problem, kind=kind, metric=metric, goal=goal, labelled=labelled)
    return found.solve(progress=progress, stop=stop, certify=folder, **settings)  # type: ignore[misc]


@overload
def draw(
    problem: Union[AnyProblem, Answer],
    format: Literal["svg", "still", "html", "text"] = ...,
    *,
    plan: Optional[Plan] = ...,
    kind: Optional[Kind] = ...,
    metric: Optional[Metric] = ...,
) -> str: ...


@overload
def draw(
    problem: Union[AnyProblem, Answer],
    format: Literal["gif", "png"],
    *,
    plan: Optional[Plan] = ...,
    kind: Optional[Kind] = ...,
    metric: Optional[Metric] = ...,
) -> bytes: ...


def draw(
    problem: Union[AnyProblem, Answer],
    format: Any = "svg",
    *,
    plan: Optional[Plan] = None,
    kind: Optional[Kind] = None,
    metric: Optional[Metric] = None,
) -> Union[str, bytes]:
    """A picture of an answer, of a plan of a problem, or of a problem's start: `Problem.draw` has the formats."""
    if isinstance(problem, Answer):
        if problem.problem is None:
            raise ArgumentError("problem: this answer comes from elsewhere; give its problem, and the answer as plan")
        plan = problem if plan is None else plan
        problem = problem.problem
    picture: Union[str, bytes] = read(problem, kind=kind, metric=metric).draw(format, plan=plan)
    return picture


def verify(folder: PathLike, *, proof: Optional[PathLike] = None, timeout: Optional[float] = None) -> Verification:
    """Checks a certificate, without a solver; with `proof`, a file of LRAT, that the formula in the file `folder` has no model. `status` is
    certified or wrong."""
    check_timeout("timeout", timeout)
    given = None if proof is None else path_of("proof", proof)
    return Verification.of_json(_native.verify(path_of("folder", folder), given, timeout))


def _help(function: Any, method: Any) -> None:
    """The arguments that a function passes on, from where they are described."""
    signature, settings = inspect.signature(function), method.__settings__
    kept = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    keywords = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in settings]
    function.__signature__ = signature.replace(parameters=[*kept, *keywords])
    taken = {one.name for one in (*kept, *keywords)}
    described = [_of_arguments(inspect.getdoc(one) or "", taken) for one in (read, method)]
    function.__doc__ = "\n\n".join([inspect.getdoc(function) or "", *(part for part in described if part)])


def _of_arguments(text: str, names: Set[str]) -> str:
    """What a description says behind its first paragraph, without arguments of other names, which may have several lines."""
    lines, is_kept = [], True
    for line in text.partition("\n\n")[2].splitlines():
        argument = re.match(r"(\w+): ", line)
        if argument is not None or not line.startswith(" "):
            is_kept = argument is None or argument[1] in names
        lines += [line] if is_kept else []
    return "\n".join(lines).strip()


for _function, _method in [
    (solve, Problem.solve),
    (improve, Problem.improve),
    (facts, Problem.facts),
    (explore, Problem.explore),
    (harden, Problem.harden),
    (rate, Problem.rate),
    (generate, Problem.generate),
    (explain, Problem.explain),
    (count_plans, Problem.count_plans),
    (all_plans, Problem.all_plans),
    (export, Problem.export),
    (check, Problem.check),
]:
    _help(_function, _method)
