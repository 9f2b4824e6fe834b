"""Problems, and everything that can be asked of them."""

from __future__ import annotations

import json
import os
import random
import time
from contextlib import closing
from dataclasses import dataclass, field
from itertools import product
from typing import (
    TYPE_CHECKING, Any, Callable, Dict, Generator, Iterable, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple, Union, overload,
)  # fmt: skip

from . import _native
from ._anytime import ever_better
from ._errors import ArgumentError, FileError, StoppedError
from ._facts import Facts
from ._inputs import Given, PathLike, as_json, check_flag, in_utf8, list_of, name_of, path_of, problem_json, shown, with_absolute_paths
from ._keywords import LIMITS, Limits, is_natural, settings_text, takes_settings
from ._results import Certificate, Check, Explained, Exploration, Findings, Generated, Hardest, Rating, frozen, number
from ._settings import ElementKind, Encoding, Figure, Format, Improving, Kind, Listing, Metric, Mode, Semantics, Settings
from ._walk import Walked

if TYPE_CHECKING:
    from typing_extensions import Unpack

Progress = Callable[[Dict[str, Any]], object]
Plan = Union["Answer", Sequence[str]]
Wanted = Union[int, float, str, range, Tuple[Optional[float], Optional[float]]]

_TEXT_FORMATS = ("svg", "still", "html", "text")
_BYTE_FORMATS = ("gif", "png")


class Problem(Walked):
    """A problem: read from files or a text, or built in Python. It is read when it is first asked for something.

    `problem` is a path, the paths of a PDDL domain and problem (a tuple or a list), the text of a problem as a string, as bytes
    in UTF-8 or in an open file, a board in one row of characters, or its rows: strings or lists of cells, or an array. A string
    that names a file is a path. `read_all` reads collections, folders and lists.

    Problems are equal if their kind, options and texts are, whatever they are called. A pickled one is read from its files again,
    in whatever folder that happens.
    """

    def __init__(
        self,
        problem: Given,
        *,
        kind: Optional[Kind] = None,
        metric: Optional[Metric] = None,
        goal: Union[int, str, None] = None,
        labelled: bool = False,
    ) -> None:
        self._make("text", "", problem_json(problem, kind, metric, goal, labelled))

    @classmethod
    def _of(cls, form: str, name: str, description: object) -> Problem:
        return _made(form, in_utf8(f"the name of the {form} problem", name), as_json(name, description))

    def _make(self, *made: str) -> None:
        self._keep(_native.Problem.of(*made), made)

    def _keep(self, native: _native.Problem, made: Tuple[str, ...]) -> None:
        self._native, self._made = native, made
        self._folder = os.getcwd()

    def __reduce__(self) -> Tuple[Callable[..., Problem], Tuple[str, ...]]:
        """It is made again in another process, from files of the folder in which it was made."""
        form, name, description = self._made
        return _made, (form, name, with_absolute_paths(description, self._folder) if form == "text" else description)

    def __copy__(self) -> Problem:
        """Itself, as nothing changes it."""
        return self

    def __deepcopy__(self, memo: object) -> Problem:
        return self

    def _options(self) -> Optional[Dict[str, Optional[str]]]:
        """The options with which its text was read."""
        options: Optional[Dict[str, Optional[str]]] = json.loads(self._made[2]).get("options") if self._made[0] == "text" else None
        return options

    def _content(self) -> object:
        return self._native.content or self._made

    def __eq__(self, other: object) -> bool:
        return self._content() == other._content() if isinstance(other, Problem) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._content())

    @property
    def id(self) -> Optional[str]:
        """What its collection calls it; None if it has no name there, or is in no collection."""
        return self._native.id

    @property
    def line(self) -> Optional[int]:
        """Where it begins in its collection, counted from 1."""
        return self._native.line

    @property
    def kind(self) -> str:
        """The name of its kind, such as rushhour or pddl; task if it was built in Python."""
        return self._native.kind

    @property
    def metric(self) -> str:
        """What plans are compared by: the unit of their lengths, or cost if it is a task that asks for a cheapest plan."""
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

    def _repr_html_(self) -> str:
        from ._show import problem

        return problem(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What is shown where HTML is not: the start, too, unless it is within a list."""
        from ._show import start_as_text

        printer.text(repr(self) if cycle or 1 < len(printer.stack) else f"{self!r}\n{start_as_text(self)}")

    @takes_settings()
    def solve(
        self, *, progress: Optional[Progress] = None, stop: Optional[_native.Stop] = None, **settings: Unpack[Settings]
    ) -> Answer:
        """Finds a shortest plan, a cheapest one if the problem asks for least cost, or what else the mode is for.

        progress: a function that is called with a dict now and then, also for each plan that is found
        stop: ends the run when another thread cancels it, as a limit does

        A KeyboardInterrupt has the answer that is known by then as its attribute `answer`.
        """
        return self._solve(settings_text(Problem.solve, settings), progress, stop)

    def _solve(self, asked: str, progress: Optional[Progress] = None, stop: Optional[_native.Stop] = None) -> Answer:
        """As `solve`, with settings as JSON."""
        try:
            found = self._native.solve(asked, listener(progress, self), flag(stop))
        except KeyboardInterrupt as interrupt:
            known = getattr(interrupt, "answer", None)
            if isinstance(known, str):
                setattr(interrupt, "answer", Answer.of_json(known, self, self.id, self.line))
            raise
        return Answer.of_json(found, self, self.id, self.line)

    @takes_settings("mode", "all", "limit", "count", "frames")
    def improve(
        self, *, stop: Optional[_native.Stop] = None, **settings: Unpack[Improving]
    ) -> Generator[Answer, None, None]:
        """An answer for each plan that is better than those before, as it is found, and at last the one of `solve(mode="anytime")`.

        The last one says whether its plan is proved best. Leaving the loop ends the run.
        """
        asked = settings_text(Problem.improve, settings, mode="anytime")

        def answers() -> Generator[Answer, None, None]:
            with closing(self._improve(asked, stop)) as found:
                for _, answer in found:
                    yield answer

        return answers()

    def _improve(self, asked: str, stop: Optional[_native.Stop] = None) -> Generator[Tuple[bool, Answer], None, None]:
        """As `improve`, with settings as JSON, and True for the last answer."""
        return ever_better(lambda hear, own: self._solve(asked, hear, own), stop)

    @takes_settings(only=LIMITS)
    def facts(self, **settings: Unpack[Limits]) -> Facts:
        """What is known before any plan is looked for: values out of reach, mutexes, landmarks, symmetries, relaxed distances."""
        return Facts.of_json(self._native.facts(settings_text(Problem.facts, settings)))

    @takes_settings("all", "count", "frames")
    def count_plans(self, **settings: Unpack[Listing]) -> int:
        """The number of shortest plans, or of cheapest ones if the problem asks for least cost; 0 if there is no plan at all.

        Raises StoppedError if a limit comes first, be it `max_horizon` or `max_cost`.
        """
        answer = self._solve(settings_text(Problem.count_plans, settings, count=True))
        return (answer.count or 0) if _is_whole(answer) else 0

    @takes_settings("all", "count", "frames")
    def all_plans(self, **settings: Unpack[Listing]) -> Iterator[Tuple[str, ...]]:
        """The shortest plans, at most `limit` of them, or 10,000; the cheapest ones if the problem asks for least cost.

        They are found when the first is asked for.
        Raises StoppedError behind the last one that was found if a limit comes first, be it `max_horizon` or `max_cost`.
        """
        limit = settings.get("limit")
        limit = 10_000 if limit is None else limit
        check_positive("limit", limit)
        asked = settings_text(Problem.all_plans, settings, all=True)

        def plans() -> Iterator[Tuple[str, ...]]:
            answer = self._solve(asked)
            yield from answer.plans or ()
            if len(answer.plans or ()) < limit:
                _is_whole(answer)

        return plans()

    @takes_settings(only=LIMITS)
    def explore(
        self,
        *,
        counter: bool = False,
        progress: Optional[Progress] = None,
        stop: Optional[_native.Stop] = None,
        **settings: Unpack[Limits],
    ) -> Exploration:
        """The size of the state space; with `counter`, states are told apart by a step counter, too.

        stop: ends the run when another thread cancels it, as a limit does
        """
        check_flag("counter", counter)
        asked = settings_text(Problem.explore, settings)
        return Exploration.of_json(self._native.explore(asked, counter, listener(progress), flag(stop)))

    @takes_settings(only=LIMITS)
    def harden(
        self,
        *,
        top: int = 1,
        unique: bool = False,
        progress: Optional[Progress] = None,
        stop: Optional[_native.Stop] = None,
        **settings: Unpack[Limits],
    ) -> Hardest:
        """The positions that are farthest from a goal, of all that can be reached from the problem's own.

        top: at most this number of them
        unique: only those with one best plan; where costs are minimised, that is a cheapest one of fewest moves
        stop: ends the run when another thread cancels it, as a limit does
        """
        check_positive("top", top)
        check_flag("unique", unique)
        asked = settings_text(Problem.harden, settings)
        return Hardest._of_json(self._native.harden(asked, top, unique, listener(progress), flag(stop)), options=self._options())

    @takes_settings(only=LIMITS)
    def explain(
        self,
        *,
        smallest: bool = False,
        all: int = 1,
        only: Optional[ElementKind] = None,
        progress: Optional[Progress] = None,
        stop: Optional[_native.Stop] = None,
        **settings: Unpack[Limits],
    ) -> Explained:
        """The pieces and walls, or the goals and conditions, that alone force the least length or cost.

        smallest: only sets of fewest elements
        all: at most this number of sets; without `smallest`, minimal ones
        only: piece, wall, goal or condition; elements of other kinds are always kept
        stop: ends the run when another thread cancels it, as a limit does
        """
        check_positive("all", all)
        check_flag("smallest", smallest)
        if only is not None:
            name_of("only", only)
        asked = settings_text(Problem.explain, settings)
        return Explained.of_json(self._native.explain(asked, (smallest, all, only), listener(progress), flag(stop)))

    @takes_settings(only=LIMITS)
    def rate(
        self, *, progress: Optional[Progress] = None, stop: Optional[_native.Stop] = None, **settings: Unpack[Limits]
    ) -> Rating:
        """How hard the problem is for people, in figures, which docs/workshop.md defines.

        stop: ends the run when another thread cancels it, as a limit does
        """
        return Rating.of_json(self._native.rate(settings_text(Problem.rate, settings), listener(progress), flag(stop)))

    @takes_settings(only=LIMITS)
    def generate(
        self,
        figures: Optional[Mapping[Figure, Wanted]] = None,
        *,
        count: int = 1,
        seed: Optional[int] = None,
        jobs: Optional[int] = None,
        walls: int = 0,
        keeps_pieces: bool = True,
        steps: int = 600,
        patience: int = 100,
        progress: Optional[Progress] = None,
        stop: Optional[_native.Stop] = None,
        **settings: Unpack[Limits],
    ) -> Generated:
        """New puzzles: other starts of the same pieces, as hard as they can be; for boards and sliding blocks.

        figures: what is wanted, by the names of `Rating.figures`: a number, a range from its first to its last, or `range`, which ends before
            its last, such as `{"length": (30, 40), "moved": range(3, 6), "plans": 1}`; None is no bound, as in `(30, None)`
        count: the number of puzzles
        seed: the same seed gives the same puzzles; `Generated.seed` is the one that was used, a new one if it is None
        jobs: the number of threads; as many as there are cores if it is None
        walls: at most this number of walls is put on a board
        keeps_pieces: if False, pieces of boards come and go, and scenery is taken away
        steps: the number of boards that an attempt looks at
        patience: it ends after this number of attempts in a row without a new puzzle
        stop: ends the run when another thread cancels it, as a limit does
        """
        jobs = (os.cpu_count() or 1) if jobs is None else jobs
        seed = random.SystemRandom().randrange(2**32) if seed is None else seed
        for name, value in [("count", count), ("jobs", jobs), ("steps", steps), ("patience", patience)]:
            check_positive(name, value)
        for name, value in [("seed", seed), ("walls", walls)]:
            if not is_natural(value):
                raise ArgumentError(f"{name}: a number from 0 on is meant, not {shown(value)}")
        check_flag("keeps_pieces", keeps_pieces)
        if not (figures is None or isinstance(figures, Mapping) and all(isinstance(name, str) for name in figures)):
            raise ArgumentError(f"figures: a dict of names of figures and numbers or ranges is meant, not {shown(figures)}")
        filters = [(name.replace("_", "-"), _range(name, wanted)) for name, wanted in (figures or {}).items()]
        question = {
            "filters": filters, "count": count, "seed": seed, "jobs": jobs, "walls": walls, "keeps_pieces": keeps_pieces,
            "steps": steps, "patience": patience,
        }  # fmt: skip
        asked = settings_text(Problem.generate, settings)
        made = self._native.generate(asked, as_json("figures", question), listener(progress), flag(stop))
        return Generated._of_json(made, options=self._options())

    @takes_settings(only=LIMITS)
    def check(
        self,
        plan: Plan,
        *,
        goal: Optional[int] = None,
        optimal: bool = False,
        shortest: bool = False,
        **settings: Unpack[Limits],
    ) -> Check:
        """Replays a plan by the rules of the problem; with `optimal`, looks for a better one, too.

        optimal: of the answer says then whether no plan is shorter, or cheaper if the problem asks for least cost
        shortest: another name of it

        Raises ArgumentError for an answer without a plan.
        """
        moves, of_plan = _moves_of_plan(plan)
        if goal is not None and not (is_natural(goal) and goal <= 100):
            raise ArgumentError(f"goal: a value from 0 to 100 is meant, not {shown(goal)}")
        goal = of_plan if goal is None else goal
        check_flag("optimal", optimal)
        check_flag("shortest", shortest)
        return Check.of_json(self._native.check(moves, goal, optimal or shortest, settings_text(Problem.check, settings)))

    @takes_settings(only=("evidence", *LIMITS))
    def certify(self, plan: Plan, folder: PathLike, **settings: Unpack[Settings]) -> Certificate:
        """Writes a certificate that a plan is shortest into a folder, and checks it.

        The folder is a new or empty one, or has a certificate, whose place the new one takes; OSError refuses any other. Raises
        ArgumentError if the plan is not shortest, and for an answer without a plan.
        """
        moves, goal = _moves_of_plan(plan)
        asked = settings_text(Problem.certify, settings)
        return Certificate.of_json(self._native.certify(path_of("folder", folder), moves, goal, asked))

    @takes_settings(only=("horizon", "encoding", "at_most_one", "reduce", "semantics", *LIMITS))
    def export(self, format: Format, **settings: Unpack[Settings]) -> str:
        """The problem in another format, as text.

        format: dimacs, icnf or text (with a horizon), wcnf or opb (the same with costs to be minimised), dimspec, sas, pddl,
            lp (facts for clingo, as plasp has them), or asp-v1 or asp-v2 (a Rush Hour board as facts of the ASP document)
        """
        return self._native.export(name_of("format", format), settings_text(Problem.export, settings))

    @overload
    def draw(self, format: Literal["svg", "still", "html", "text"] = ..., *, plan: Optional[Plan] = ...) -> str: ...

    @overload
    def draw(self, format: Literal["gif", "png"], *, plan: Optional[Plan] = ...) -> bytes: ...

    def draw(self, format: str = "svg", *, plan: Optional[Plan] = None) -> Union[str, bytes]:
        """A picture of a plan, or of the start.

        format: svg (a strip), still (the start), html (a player) or text, as a string; gif or png (a strip), as bytes
        """
        moves, goal = ("", None) if plan is None else _moves(plan)
        if name_of("format", format) in _BYTE_FORMATS:
            return self._native.draw_bytes(format, moves, goal)
        if format not in _TEXT_FORMATS:
            formats = ", ".join((*_TEXT_FORMATS, *_BYTE_FORMATS))
            raise ArgumentError(f"format: no format is called `{format}`; there are: {formats}")
        return self._native.draw(format, moves, goal)

    def compare(
        self,
        *,
        modes: Iterable[Optional[Mode]] = (None,),
        encodings: Iterable[Optional[Encoding]] = (None,),
        semantics: Iterable[Optional[Semantics]] = (None,),
        solvers: Iterable[Optional[str]] = (None,),
        timeout: Optional[float] = None,
        runs: int = 1,
        seed: Optional[int] = None,
    ) -> List[Dict[str, Any]]:
        """Solves the problem in every combination: records of plain values, one a run, of which `pandas.DataFrame` makes a table.

        Encodings and solvers are combined with the modes that always make formulas. The others would repeat the answer of a search.
        `seed` is that of the first run, and each run has the next one.
        """
        check_positive("runs", runs)
        keys = (
            "status", "length", "cost", "makespan", "optimal", "refuted", "proved_by", "variables", "clauses", "literals",
            "states", "conflicts", "build_seconds", "solver_seconds", "seconds", "stopped_by",
        )  # fmt: skip
        records = []
        choices = [("modes", modes), ("encodings", encodings), ("semantics", semantics), ("solvers", solvers)]
        of_modes, of_encodings, of_semantics, of_solvers = [list_of(name, "names", given) for name, given in choices]
        for mode in of_modes:
            has_formula = _native.has_formula(name_of("modes", mode or "auto"))
            # Where search may answer, rows of several encodings or solvers would repeat its answer.
            encodings, solvers = [one if has_formula or len(one) == 1 else [None] for one in (of_encodings, of_solvers)]
            for encoding, steps, solver, run in product(encodings, of_semantics, solvers, range(1, runs + 1)):
                of_run = None if seed is None else seed + run - 1
                answer = self.solve(mode=mode, encoding=encoding, semantics=steps, solver=solver, timeout=timeout, seed=of_run)
                record: Dict[str, Any] = {"problem": self.name, "file": self.file, "metric": answer.metric, "run": run, "seed": of_run}
                record.update(mode=mode or "auto", answered_by=answer.mode)
                record.update(encoding=has_formula and encoding or answer.encoding, semantics=steps or answer.semantics)
                record.update(solver=has_formula and solver or answer.solver)
                record.update((key, getattr(answer, key)) for key in keys)
                records.append(record)
        return records


def all_problems(
    problem: Given,
    kind: Optional[Kind],
    metric: Optional[Metric],
    goal: Union[int, str, None],
    labelled: bool,
) -> List[Problem]:
    """The problems of a file, a folder or a text, or of the two files of a problem in PDDL."""
    description = problem_json(problem, kind, metric, goal, labelled)
    return [_with(native, ("text", "", made)) for native, made in _native.Problem.all(description)]


def _with(native: _native.Problem, made: Tuple[str, str, str]) -> Problem:
    problem = Problem.__new__(Problem)
    problem._keep(native, made)
    return problem


def _made(*made: str) -> Problem:
    """The problem that is made so."""
    problem = Problem.__new__(Problem)
    problem._make(*made)
    return problem


def check_positive(name: str, number: int) -> None:
    if not is_natural(number) or number < 1:
        raise ArgumentError(f"{name}: a number from 1 on is meant, not {shown(number)}")


def _range(name: str, wanted: object) -> str:
    """A number or a range as text, from its first to its last."""
    if isinstance(wanted, str):
        return wanted
    if isinstance(wanted, range) and wanted.step == 1 and 0 <= wanted.start < wanted.stop:
        return f"{wanted.start}..{wanted.stop - 1}"
    ends = wanted if isinstance(wanted, tuple) else (wanted, wanted)
    texts = ["" if end is None else repr(end) for end in ends if end is None or _is_bound(end)]
    if len(ends) != 2 or len(texts) != 2 or texts == ["", ""]:
        meant = "a number, a range such as (30, 40), or range(30, 41) is meant"
        raise ArgumentError(f"figures: {meant} for {shown(name)}, not {shown(wanted)}")
    return "..".join(texts)


def _is_bound(end: object) -> bool:
    return is_natural(end) or isinstance(end, float) and 0 <= end < 2**63


def listener(progress: Optional[Progress], problem: Optional[Problem] = None) -> Optional[Callable[[str], object]]:
    """A function that is called with JSON and passes on dicts, in which costs are exact, with the time; plans of a problem as answers, too."""
    if progress is None:
        return None
    if not callable(progress):
        raise ArgumentError(f"progress: a function is meant, not {shown(progress)}")

    begun = time.monotonic()

    def hear(text: str) -> object:
        event = {**json.loads(text), "time": time.monotonic() - begun}
        event.update((key, number(event[key])) for key in ("cost", "refuted_below", "lower", "upper") if key in event)
        if problem is not None and event["event"] == "plan":
            event["answer"] = Answer.of_plan(event, problem)
        return progress(event)

    return hear


def flag(stop: Optional[_native.Stop]) -> Optional[_native.Stop]:
    """A flag that ends a run, if any; raises ArgumentError for anything else."""
    if not (stop is None or isinstance(stop, _native.Stop)):
        raise ArgumentError(f"stop: a Stop is meant, not {shown(stop)}")
    return stop


def _moves(plan: Plan) -> Tuple[str, Optional[int]]:
    """A plan as JSON, with the metric in which an answer has it, and the value of the goal."""
    if isinstance(plan, Answer):
        found = {"plan": plan.plan, "metric": plan.metric, "unit": plan.unit}
        return ("" if plan.plan is None else json.dumps(found)), plan.goal
    moves = list(plan) if isinstance(plan, Iterable) and not isinstance(plan, (str, bytes)) else [plan]
    if isinstance(plan, str) or not all(isinstance(move, str) for move in moves):
        raise ArgumentError(f"plan: an Answer or a list of names of moves is meant, not {shown(plan)}")
    return as_json("plan", moves), None


def _moves_of_plan(plan: Plan) -> Tuple[str, Optional[int]]:
    """The same of a plan that is to be there; raises ArgumentError for an answer that has none."""
    if isinstance(plan, Answer) and plan.plan is None:
        raise ArgumentError(f"plan: there is no plan in this answer, whose status is {plan.status}; [] is the plan without moves")
    return _moves(plan)


@dataclass(frozen=True, repr=False)
class Answer(Findings):
    """The answer to a problem.

    `status` is solved, unsolvable, no_plan_within_horizon, no_plan_within_cost or stopped.
    """

    problem: Optional[Problem] = field(default=None, repr=False, compare=False, metadata={"is_key": False})

    @classmethod
    def of_json(
        cls, text: str, problem: Optional[Problem] = None, id: Optional[str] = None, line: Optional[int] = None
    ) -> Answer:
        """The answer that stands in JSON, such as the command line prints; `id` and `line` are of a collection."""
        return cls._of_json(text, problem=problem, id=id, line=line)

    @classmethod
    def of_plan(cls, event: Mapping[str, Any], problem: Problem) -> Answer:
        """The answer that an event tells of: a plan, of which nothing is proved yet."""
        found = {key: frozen(event.get(key)) for key in ("plan", "length", "makespan", "cost", "unit")}
        return cls(
            **found, kind=problem.kind, name=problem.name, file=problem.file, id=problem.id, line=problem.line, problem=problem,
            metric=problem.metric, status="solved", refuted=None, stopped_by=None, wall_seconds=event["time"], version=_native.__version__,
        )  # fmt: skip

    def _repr_html_(self) -> str:
        """What is known, the start, and the plan folded away; `player` plays it."""
        from ._show import answer

        return answer(self)

    def player(self) -> Player:
        """The plan in a notebook as a player, or the start alone where there is no plan."""
        return Player(self.draw("html"))

    @overload
    def draw(self, format: Literal["svg", "still", "html", "text"] = ...) -> str: ...

    @overload
    def draw(self, format: Literal["gif", "png"]) -> bytes: ...

    def draw(self, format: Any = "svg") -> Union[str, bytes]:
        """A picture of the plan, or of the start where there is no plan: `Problem.draw` has the formats."""
        if self.problem is None:
            raise ArgumentError("problem: this answer comes from elsewhere; give its problem, and the answer as plan")
        drawn: Union[str, bytes] = self.problem.draw(format, plan=self)
        return drawn

    def save(self, file: PathLike) -> None:
        """Writes a file, in place of one that is there; what, says the end of its name.

        file: .svg, .png (strips), .gif (an animation), .html (a player), .txt (the states as text), .plan (the plan in the format of the planning
            competitions), or .json
        """
        path = path_of("file", file)
        save(path, self._saved(path))

    def _saved(self, path: str) -> Union[str, bytes]:
        end = os.path.splitext(path)[1].lower()
        if end == ".json":
            return self.to_json(indent=2) + "\n"
        if end == ".plan":
            if self.plan is None:
                raise ArgumentError(f"file: there is no plan in this answer, whose status is {self.status}")
            return self._plan_file()
        formats = {".svg": "svg", ".png": "png", ".gif": "gif", ".html": "html", ".txt": "text"}
        if end not in formats:
            known = ", ".join((*formats, ".plan", ".json"))
            raise ArgumentError(f"file: its name has one of these ends: {known}; not {shown(path)}")
        drawn: Union[str, bytes] = self.draw(formats[end])  # type: ignore[call-overload]
        return drawn


    def _plan_file(self) -> str:
        """The plan as the command line writes it, with a comment before each step of several moves."""
        lines = []
        for number, step in enumerate(self.steps or (self.plan or (),), 1):
            lines += [f"; step {number}"] if self.steps and self.makespan != self.length else []
            lines += [f"({move})" for move in step]
        cost, kind = (self.length, "unit") if self.cost is None else (self.cost, "general")
        return "".join(f"{line}\n" for line in [*lines, f"; cost = {cost} ({kind} cost)"])


class Player:
    """A page that plays a plan, in a frame of a notebook."""

    def __init__(self, page: str) -> None:
        self.page = page

    def __repr__(self) -> str:
        return f"<bmcplan player of {len(self.page):,} characters: save(\"name.html\") of an answer writes it for browsers>"

    def _repr_html_(self) -> str:
        from ._show import player

        return player(self.page)


def save(path: str, content: Union[str, bytes]) -> None:
    """Writes a file; what was there stays until the new one is whole. Raises FileError if that is not possible."""
    beside = f"{path}.{os.getpid()}.tmp"
    try:
        with open(beside, "xb") as out:
            out.write(content.encode() if isinstance(content, str) else content)
        os.replace(beside, path)
    except OSError as error:
        if os.path.exists(beside):
            os.unlink(beside)
        raise FileError(f"{path}: {error.strerror}") from None


_LIMITS_OF_PLANS = {"no_plan_within_horizon": "horizon", "no_plan_within_cost": "cost"}
"""The limits beyond which there may be plans, by the statuses of answers."""


def _is_whole(answer: Answer) -> bool:
    """Whether there is a plan and everything that was asked for is there.

    Raises StoppedError if a limit came first, or if only plans within a horizon or a cost were looked for, and there are none.
    """
    reason = answer.stopped_by or _LIMITS_OF_PLANS.get(answer.status)
    if reason is not None:
        raise StoppedError(reason)
    return answer.status == "solved"
