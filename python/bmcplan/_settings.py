"""The keywords of settings, with their types and help: made from the library's table of settings.

`python -c "import bmcplan._native as n; print(n.keywords(), end='')"` prints this file.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Dict, TypedDict, Union

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction


class Settings(TypedDict, total=False):
    """Everything that can be said about how an answer is looked for."""

    mode: str | None
    horizon: int | None
    schedule: str | None
    cubes: str | None
    threads: int | None
    lower_bound: str | None
    heuristic: str | None
    semantics: str | None
    max_horizon: int | None
    max_cost: Union[int, float, str, Decimal, Fraction] | None
    all: bool | None
    limit: int | None
    count: bool | None
    fewest: bool | None
    timeout: float | None
    cpu_timeout: float | None
    memory: float | None
    memory_bytes: int | None
    disk: Union[str, os.PathLike[str]] | None
    resume: bool | None
    encoding: str | None
    at_most_one: str | None
    reduce: str | None
    solver: str | None
    trust: bool | None
    frames: bool | None
    certify: Union[str, os.PathLike[str]] | None
    evidence: str | None


HELP: Dict[str, str] = {
    "mode": "auto, incremental, fixed, minimize, search, pdr, first, anytime, horizon, multishot: How the answer is found",
    "horizon": "Number of steps of mode fixed; upper bound for minimize",
    "schedule": "linear, ramp:FACTOR: Horizons of mode='incremental': one by one, or growing by FACTOR. ramp:FACTOR then tries the lengths between. Without a mode, SAT follows it, too",
    "cubes": "Split one horizon among threads by landmark facts. Horizons that take long (auto, as threads alone), all of them by K facts (landmarks:K), or none (off)",
    "threads": "Threads of search, A* and mode='incremental' [default: one a core]. One for mode='incremental' without cubes, and for search of several problems at a time or with cpu_timeout",
    "lower_bound": "Rule out short plans by h^max (hmax), LM-cut (lmcut) or not (none)",
    "heuristic": "Order of mode='search': as met (blind) or A* with LM-cut (lmcut)",
    "semantics": "sequential, forall, exists: Parallel steps: forall or exists. Moves share a step if all orders (forall) or one (exists) work. Minimises steps, not moves",
    "max_horizon": "Try no more than N moves (steps with semantics)",
    "max_cost": "Find only plans of at most COST, where costs are minimised",
    "all": "List all shortest (or cheapest) plans, one a line",
    "limit": "List at most N plans of all",
    "count": "Count the shortest (or cheapest) plans",
    "fewest": "Of the cheapest plans, take only those of fewest moves",
    "timeout": "Stop after TIME and report the lengths refuted. Wall-clock time: seconds, or 90s, 2m, 1h, 500ms. Ctrl-C does the same",
    "cpu_timeout": "Stop after TIME on the CPU, all threads and solver programs together",
    "memory": "Stop when MB megabytes were taken since the start",
    "memory_bytes": "the same in bytes",
    "disk": "Search breadth-first with states in files of a new or empty FOLDER. At most MB megabytes of files. Commands that solve need mode='search', too. After a limit, a full disk or a kill, resume goes on",
    "resume": "Go on with the search in the folder of disk",
    "encoding": "operators, paper-v1, paper-v2, shapes-counted, transition: Encoding of a step as clauses",
    "at_most_one": "Clauses of \"at most one\": auto, pairwise, ladder, product, commander",
    "reduce": "none, all, NAME,…: Plans to leave out [default: relevance,order,mutexes,symmetries]. Plans that move what is irrelevant (relevance), swap independent moves (order) or like objects (symmetries), or undo or split a move (repeats); unreachable states (mutexes)",
    "solver": "SAT solver: varisat, batsat, ipasir:PATH, cmd:'PROGRAM ARGS' or mallob:DIR",
    "trust": "Accept \"unsatisfiable\" of other solvers without confirmation",
    "frames": "Print the state before each move and after the last",
    "certify": "Write a certificate of the answer, for `bmcplan verify FOLDER`. Proofs; an invariant where there is no plan; what it takes to count again. The folder is new or empty, or its certificate is replaced",
    "evidence": "Evidence of certify: proofs (proof) or a recount of all states (recount). auto: recount for sliding blocks and count, else proof",
}
