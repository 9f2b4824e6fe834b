"""Problems, and everything that can be asked of them."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, Iterable, Iterator, List, Literal, Optional, Sequence, Tuple, Union, overload

from . import _native
from ._errors import ArgumentError, StoppedError
from ._results import Answer, Certificate, Check, Exploration

PathLike = Union[str, "os.PathLike[str]"]
Progress = Callable[[Dict[str, Any]], object]
Plan = Union[Answer, Sequence[str]]

_TEXT_FORMATS = ("svg", "still", "html", "text")


class Problem:
    """A problem: read from files or a text, or built in Python. It is read when it is first asked for something.

    `problem` is a path, the paths of a PDDL domain and problem, the text of a problem, or a board in one row of
    characters. A string that names a file is a path.
    """

    def __init__(
        self,
        problem: Union[PathLike, Tuple[PathLike, PathLike]],
        *,
        kind: Optional[str] = None,
        metric: Optional[str] = None,
        goal: Union[int, str, None] = None,
        labelled: bool = False,
    ) -> None:
        files: List[str] = []
        texts: List[Tuple[str, str]] = []
        for part in problem if isinstance(problem, tuple) else (problem,):
            if not isinstance(part, (str, os.PathLike)):
                raise ArgumentError(
                    "problem: a path, a text, a pair of these, a Task or a Problem is meant, "
                    f"not {type(part).__name__}"
                )
            path = os.fspath(part)
            if isinstance(part, str) and _is_text(part):
                texts.append(("the text", part))
            else:
                files.append(path)
        if files and texts:
            raise ArgumentError("problem: domain and problem are both files or both texts")
        options: List[Tuple[str, Optional[str]]] = []
        if metric is not None:
            options.append(("metric", metric))
        if goal is not None:
            options.append(("goal", str(goal)))
        if labelled:
            options.append(("labelled", None))
        description = {"files": files, "texts": texts, "kind": kind, "options": options}
        self._make("text", "", json.dumps(description))

    @classmethod
    def _of(cls, form: str, name: str, description: object) -> Problem:
        return _made(form, name, json.dumps(description))

    def _make(self, *made: str) -> None:
        self._made = made
        self._native = _native.Problem.of(*made)

    def __reduce__(self) -> Tuple[Callable[..., Problem], Tuple[str, ...]]:
        """It is made again where it is copied or sent to another process."""
        return _made, self._made

    @property
    def kind(self) -> str:
        """The name of its kind, such as rushhour or pddl; task if it was built in Python."""
        return self._native.kind

    @property
    def metric(self) -> str:
        """What the length of a plan counts."""
        return self._native.metric

    @property
    def name(self) -> str:
        """What it is called."""
        return self._native.name

    @property
    def file(self) -> Optional[str]:
        """Its file, if it is in one."""
        return self._native.file

    def __repr__(self) -> str:
        return f"<bmcplan.Problem {self.name!r}, {self.kind}, in {self.metric}>"

    def _repr_svg_(self) -> str:
        return self.draw("svg")

    def solve(
        self,
        *,
        mode: Optional[str] = None,
        horizon: Optional[int] = None,
        timeout: Optional[float] = None,
        memory: Optional[int] = None,
        encoding: Optional[str] = None,
        semantics: Optional[str] = None,
        solver: Optional[str] = None,
        schedule: Optional[str] = None,
        lower_bound: Optional[str] = None,
        heuristic: Optional[str] = None,
        at_most_one: Optional[str] = None,
        reduce: Optional[str] = None,
        max_horizon: Optional[int] = None,
        frames: bool = False,
        certify: Optional[PathLike] = None,
        evidence: Optional[str] = None,
        progress: Optional[Progress] = None,
    ) -> Answer:
        """Finds a shortest plan, or what else the mode is for.

        `timeout` is in seconds and `memory` in bytes; `certify` is a folder for a certificate, and `evidence` what that
        rests on (auto, proof or layers); `progress` is called with a dict now and then, also for each plan that is found
        while shorter ones are looked for. The other arguments are those of the command line.
        """
        arguments = dict(locals())
        del arguments["self"], arguments["progress"]
        return self._solve(progress, None, arguments)

    def _solve(
        self, progress: Optional[Progress], stopper: Optional[_native.Stopper], arguments: Dict[str, Any]
    ) -> Answer:
        """As `solve`, until another thread stops it."""
        arguments["frames"] = arguments.get("frames") or None
        if arguments.get("certify") is not None:
            arguments["certify"] = os.fspath(arguments["certify"])
        answer = self._native.solve(_settings(**arguments), _listener(progress), stopper)
        return Answer.of_json(answer, self)

    def count_plans(
        self, *, timeout: Optional[float] = None, memory: Optional[int] = None, mode: Optional[str] = None
    ) -> int:
        """The number of shortest plans, 0 if there is none.

        Raises StoppedError if a limit comes first.
        """
        settings = _settings(count=True, mode=mode, timeout=timeout, memory=memory)
        answer = Answer.of_json(self._native.solve(settings))
        return (answer.count or 0) if _is_whole(answer) else 0

    def all_plans(
        self,
        *,
        limit: int = 10_000,
        timeout: Optional[float] = None,
        memory: Optional[int] = None,
        mode: Optional[str] = None,
    ) -> Iterator[Tuple[str, ...]]:
        """The shortest plans, at most `limit` of them; they are found when the first is asked for.

        Raises StoppedError behind the last one that was found if a time or memory limit comes first.
        """
        _positive("limit", limit)
        settings = _settings(all=limit, mode=mode, timeout=timeout, memory=memory)

        def plans() -> Iterator[Tuple[str, ...]]:
            answer = Answer.of_json(self._native.solve(settings))
            yield from answer.plans or ()
            if len(answer.plans or ()) < limit:
                _is_whole(answer)

        return plans()

    def explore(
        self,
        *,
        counter: bool = False,
        timeout: Optional[float] = None,
        memory: Optional[int] = None,
        progress: Optional[Progress] = None,
    ) -> Exploration:
        """The size of the state space; with `counter`, states are told apart by a step counter, too."""
        settings = _settings(timeout=timeout, memory=memory)
        return Exploration.of_json(self._native.explore(settings, counter, _listener(progress)))

    def check(self, plan: Plan, *, goal: Optional[int] = None) -> Check:
        """Replays a plan by the rules of the problem."""
        moves, of_plan = _moves(plan)
        return Check.of_json(self._native.check(moves, of_plan if goal is None else goal))

    def certify(self, plan: Plan, folder: PathLike, *, evidence: Optional[str] = None) -> Certificate:
        """Writes a certificate that a plan is shortest into a folder, and checks it.

        The folder is a new or empty one, or has a certificate, whose place the new one takes; OSError refuses any other. Raises
        ArgumentError if the plan is not shortest.
        """
        moves, goal = _moves(plan)
        settings = _settings(evidence=evidence)
        return Certificate.of_json(self._native.certify(os.fspath(folder), moves, goal, settings))

    def export(
        self,
        format: str,
        *,
        horizon: Optional[int] = None,
        encoding: Optional[str] = None,
        at_most_one: Optional[str] = None,
        reduce: Optional[str] = None,
        semantics: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> str:
        """The problem as dimacs or icnf (with a horizon), dimspec, sas, pddl or lp (facts for clingo, as plasp has them)."""
        settings = _settings(
            horizon=horizon,
            encoding=encoding,
            at_most_one=at_most_one,
            reduce=reduce,
            semantics=semantics,
            timeout=timeout,
        )
        return self._native.export(format, settings)

    @overload
    def draw(self, format: Literal["svg", "still", "html", "text"] = ..., *, plan: Optional[Plan] = ...) -> str: ...

    @overload
    def draw(self, format: Literal["gif"], *, plan: Optional[Plan] = ...) -> bytes: ...

    def draw(self, format: str = "svg", *, plan: Optional[Plan] = None) -> Union[str, bytes]:
        """A picture of a plan, or of the start: svg (a strip), still (the start), html (a player) and text are strings, gif is bytes."""
        moves, goal = ("", None) if plan is None else _moves(plan)
        if format == "gif":
            return self._native.draw_gif(moves, goal)
        if format not in _TEXT_FORMATS:
            formats = ", ".join((*_TEXT_FORMATS, "gif"))
            raise ArgumentError(f"format: no format is called `{format}`; there are: {formats}")
        return self._native.draw(format, moves, goal)

    def compare(
        self,
        *,
        modes: Iterable[Optional[str]] = (None,),
        encodings: Iterable[Optional[str]] = (None,),
        semantics: Iterable[Optional[str]] = (None,),
        solvers: Iterable[Optional[str]] = (None,),
        timeout: Optional[float] = None,
        runs: int = 1,
    ) -> List[Dict[str, Any]]:
        """Solves the problem in every combination: records of plain values, one a run, such as a data frame is made of."""
        _positive("runs", runs)
        keys = (
            "status", "length", "makespan", "optimal", "refuted", "proved_by", "variables", "clauses", "literals",
            "states", "conflicts", "build_seconds", "solver_seconds", "seconds", "stopped_by",
        )  # fmt: skip
        records = []
        combinations = [(m, e, s, v) for m in modes for e in encodings for s in semantics for v in solvers]
        for mode, encoding, steps, solver in combinations:
            for run in range(1, runs + 1):
                answer = self.solve(mode=mode, encoding=encoding, semantics=steps, solver=solver, timeout=timeout)
                record: Dict[str, Any] = {"problem": self.name, "metric": self.metric, "run": run}
                record.update(mode=mode or "auto", answered_by=answer.mode)
                record.update(encoding=encoding or answer.encoding, semantics=steps or answer.semantics)
                record.update(solver=solver or answer.solver)
                record.update((key, getattr(answer, key)) for key in keys)
                records.append(record)
        return records


def _made(*made: str) -> Problem:
    """The problem that is made so."""
    problem = Problem.__new__(Problem)
    problem._make(*made)
    return problem


def _is_text(given: str) -> bool:
    """Whether a string is a text, not a path: it has lines or parentheses, or is a square board in one row."""
    if "\n" in given or "\r" in given or given.lstrip().startswith("("):
        return True
    side = round(len(given) ** 0.5)
    is_square = side * side == len(given) and 4 <= len(given)
    return is_square and "/" not in given and not os.path.exists(given)


_WHOLE_NUMBERS = ("memory", "horizon", "max_horizon")


def _settings(*, timeout: Optional[float] = None, memory: Optional[int] = None, **given: Any) -> str:
    check_timeout(timeout)
    for name, value in [("memory", memory), *given.items()]:
        if value is None or name == "certify":
            continue
        if name in _WHOLE_NUMBERS:
            if not isinstance(value, int) or not 0 <= value < 2**63:
                raise ArgumentError(f"{name}: a number from 0 on is meant, not {value!r}")
        elif name not in ("all", "count", "frames") and not isinstance(value, str):
            raise ArgumentError(f"{name}: a name is meant, not {value!r}")
    settings = {name: value for name, value in given.items() if value is not None}
    return json.dumps({**settings, "limits": {"timeout": timeout, "memory": memory}})


def check_timeout(timeout: Optional[float]) -> None:
    """Raises ArgumentError if it is no time."""
    if timeout is not None and not (isinstance(timeout, (int, float)) and 0 <= timeout < float("inf")):
        raise ArgumentError(f"timeout: seconds are meant, from 0 on, not {timeout!r}")


def _positive(name: str, number: int) -> None:
    if not isinstance(number, int) or not 1 <= number < 2**63:
        raise ArgumentError(f"{name}: a number from 1 on is meant, not {number!r}")


def _listener(progress: Optional[Progress]) -> Optional[Callable[[str], object]]:
    return None if progress is None else lambda text: progress(json.loads(text))


def _moves(plan: Plan) -> Tuple[str, Optional[int]]:
    """The names of the moves of a plan, as JSON, and the value of the goal."""
    if isinstance(plan, Answer):
        return ("" if plan.plan is None else json.dumps(plan.plan)), plan.goal
    if isinstance(plan, str):
        raise ArgumentError("plan: an Answer or a list of names of moves is meant, not a string")
    return json.dumps(list(plan)), None


def _is_whole(answer: Answer) -> bool:
    """Whether there is a plan and everything that was asked for is there.

    Raises StoppedError if a limit came first.
    """
    if answer.stopped_by is not None:
        raise StoppedError(answer.stopped_by)
    return answer.status == "solved"
