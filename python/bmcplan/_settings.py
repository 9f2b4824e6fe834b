"""The keywords of settings, with their types and help: made from the library's table of settings.

`python -c "import bmcplan._native as n; print(n.keywords(), end='')"` prints this file.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Dict, Literal, Tuple, TypedDict, Union

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

Kind = Literal["rushhour", "sliding", "gdl", "sas", "pddl"]
Metric = Literal["units", "slides", "moves", "cost", "actions"]
Format = Literal["dimacs", "icnf", "dimspec", "text", "wcnf", "opb", "sas", "pddl", "lp", "asp-v1", "asp-v2"]
Figure = Literal["length", "cost", "units", "slides", "moves", "plans", "states", "farthest", "dead_ends", "branching", "wrong", "loss", "traps", "parting", "returns", "moved", "must_move", "parts"]
ElementKind = Literal["piece", "wall", "goal", "condition"]
ScheduleEncoding = Literal["pairs-counted", "pairs", "places"]
Mode = Literal["auto", "incremental", "fixed", "minimize", "search", "pdr", "first", "anytime", "horizon", "multishot"]
LowerBound = Literal["hmax", "lmcut", "none"]
Heuristic = Literal["blind", "lmcut", "patterns", "symbolic"]
Semantics = Literal["sequential", "forall", "exists"]
Encoding = Literal["operators", "paper-v1", "paper-v2", "shapes-counted", "strips", "transition"]
AtMostOne = Literal["auto", "pairwise", "ladder", "product", "commander"]
Evidence = Literal["auto", "proof", "recount"]


class Improving(TypedDict, total=False):
    """Everything that can be said about how better and better plans are looked for."""

    timeout: float | None
    horizon: int | None
    max_horizon: int | None
    max_cost: Union[int, float, str, Decimal, Fraction] | None
    fewest: bool | None
    certify: Union[str, os.PathLike[str]] | None
    threads: int | None
    memory: float | None
    memory_bytes: int | None
    schedule: str | None
    cubes: str | None
    seed: int | None
    lower_bound: LowerBound | None
    heuristic: Heuristic | None
    semantics: Semantics | None
    cpu_timeout: float | None
    disk: Union[str, os.PathLike[str]] | None
    resume: bool | None
    encoding: Encoding | None
    at_most_one: AtMostOne | None
    reduce: str | None
    solver: str | None
    trust: bool | None
    evidence: Evidence | None


class Listing(Improving, total=False):
    """What can be said where plans are listed or counted, too."""

    mode: Mode | None
    limit: int | None


class Settings(Listing, total=False):
    """Everything that can be said about how an answer is looked for."""

    all: bool | None
    count: bool | None
    frames: bool | None


GROUPS: Dict[str, Tuple[str, ...]] = {
    "Every day": ("mode", "timeout", "horizon", "max_horizon", "max_cost", "all", "limit", "count", "fewest", "certify", "threads", "memory", "memory_bytes"),
    "Mode": ("schedule", "cubes", "seed", "lower_bound", "heuristic", "semantics"),
    "Limits": ("cpu_timeout", "disk", "resume"),
    "Formula": ("encoding", "at_most_one", "reduce", "solver", "trust"),
    "Output": ("frames", "evidence"),
}

HELP: Dict[str, str] = {
    "mode": "auto, incremental, fixed, minimize, search, pdr, first, anytime, horizon, multishot: How the answer is found",
    "timeout": "Stop after this wall-clock time in seconds, with the lengths refuted by then",
    "horizon": "Number of steps of mode='fixed'; upper bound for mode='minimize'",
    "max_horizon": "Try no more than this number of moves (steps with semantics)",
    "max_cost": "Find only plans of at most this cost, where costs are minimised",
    "all": "List all shortest (or cheapest) plans, in plans",
    "limit": "List at most this number of plans of all",
    "count": "Count the shortest (or cheapest) plans",
    "fewest": "Of the cheapest plans, take only those of fewest moves",
    "certify": "Write a certificate of the answer into this folder, for verify. Proofs; an invariant where there is no plan; what it takes to count again. The folder is new or empty, or its certificate is replaced",
    "threads": "Threads of search, A* and mode='incremental' [default: one a core]. One for mode='incremental' without cubes, and for search of several problems at a time or with cpu_timeout",
    "memory": "Stop when this number of megabytes has been taken since the start",
    "memory_bytes": "The same in bytes",
    "schedule": "linear, ramp:FACTOR: Horizons of mode='incremental': one by one, or growing by FACTOR. ramp:FACTOR then tries the lengths between. Without a mode, SAT follows it, too",
    "cubes": "Split one horizon among threads by landmark facts. Horizons that take long (auto, as threads alone), all of them by K facts (landmarks:K), or none (off)",
    "seed": "Break ties by chance: another order of moves and of variables",
    "lower_bound": "Rule out short plans by h^max (hmax), LM-cut (lmcut) or not (none)",
    "heuristic": "Order of mode='search': as met (blind), A* (lmcut, patterns), in sets (symbolic)",
    "semantics": "sequential, forall, exists: Parallel steps: forall or exists. Moves share a step if all orders (forall) or one (exists) work. Minimises steps, not moves",
    "cpu_timeout": "Stop after this CPU time in seconds, all threads and solver programs together",
    "disk": "Search breadth-first with states in files of a new or empty folder. With a colon and megabytes behind it, a string says how much they take at most. Goes with mode='search'. After a limit, a full disk or a kill, resume goes on",
    "resume": "Go on with the search in the folder of disk",
    "encoding": "operators, paper-v1, paper-v2, shapes-counted, strips, transition: Encoding of a step as clauses",
    "at_most_one": "Clauses of \"at most one\": auto, pairwise, ladder, product, commander",
    "reduce": "none, all, NAME,…: Plans to leave out [default: relevance,order,mutexes,symmetries]. Plans that move what is irrelevant (relevance), swap independent moves (order) or like objects (symmetries), or undo or split a move (repeats); unreachable states (mutexes)",
    "solver": "SAT solver: varisat, batsat, ipasir:PATH, cmd:'PROGRAM ARGS' or mallob:DIR",
    "trust": "Accept \"unsatisfiable\" of other solvers without confirmation",
    "frames": "Keep the state before each move and after the last, in frames",
    "evidence": "Evidence of certify: proofs (proof) or a recount of all states (recount). auto: recount for sliding blocks and count, else proof",
}
