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
    "mode": "auto, incremental, fixed, minimize, search, pdr, first, anytime, horizon: The way in which an answer is looked for",
    "horizon": "The number of steps for mode fixed; at most so many for minimize",
    "schedule": "linear, ramp:FACTOR: Horizons of mode='incremental', and of the SAT part when no mode is given: one after the other (linear), or each FACTOR times the last one and then those left between (ramp:FACTOR)",
    "cubes": "auto, landmarks:K, off: The division of one horizon among threads, by whether values that every way to the goal has to see left are left after three fifths of the steps: of horizons that take long (auto, as threads alone has it), or of all by K variables with such values (landmarks:K), or not (off)",
    "threads": "The number of threads of breadth-first search and of A*, and of those that share a horizon of mode='incremental' [default: as many as there are cores; mode='incremental' without cubes has one, as has search where several problems are solved at a time or CPU time is limited]",
    "lower_bound": "hmax, lmcut, none: The lower bound that rules out short plans before the solver is asked: how soon the goal could hold if nothing ever became false (hmax), sets of moves of which every plan has one (lmcut), or nothing (none)",
    "heuristic": "blind, lmcut: The order in which mode='search' looks at states: as they are met (blind, breadth-first search), or by A* first those that may be on the shortest plans (lmcut): far fewer of them, but each takes about a thousand times as long",
    "semantics": "sequential, forall, exists: The moves that may share a step: none (sequential); those that can be made in any order (forall), or in one order (exists). Then horizons count steps, the fewest steps are found, and there may be plans of fewer moves",
    "max_horizon": "Try no more than N moves, or steps where moves share them",
    "max_cost": "Look for no plan that costs more, where the problem asks for least cost",
    "all": "List all shortest plans, or all cheapest ones, one a line",
    "limit": "List no more than N of them",
    "count": "Count the shortest plans, or the cheapest ones",
    "fewest": "Of the cheapest plans that all lists and count counts, only those of fewest moves",
    "timeout": "Stop after so long and say what was refuted so far",
    "cpu_timeout": "Stop when this process and those it has started have been on a processor for so long",
    "memory": "Stop when more than so many megabytes were taken since the start",
    "memory_bytes": "the same in bytes",
    "disk": "Breadth-first search in files in place of memory: a new or empty folder, and perhaps a colon and the megabytes that they may take together",
    "resume": "Go on with the search in the folder of disk, if there is one",
    "encoding": "operators, paper-v1, paper-v2, shapes-counted, transition: The encoding of a step as clauses",
    "at_most_one": "auto, pairwise, ladder, product, commander: The encoding of \"at most one move a step\" as clauses; auto: pairwise for few moves, product for 600 and more",
    "reduce": "none, all, NAME,…: The plans that are left out of the formula because another one, as short or shorter, will do: those that move what has no part in the goal (relevance), that make independent moves in another order (order), that use another one of objects that are alike (symmetries), or that take a move back or make it in two goes (repeats); and whether states are that no plan can reach (mutexes) [default: relevance,order,mutexes,symmetries, as far as the encoding knows them]",
    "solver": "SAT solver: varisat, batsat, ipasir:PATH, cmd:'PROGRAM ARGS' or mallob:DIR",
    "trust": "Believe a library or program that says \"unsatisfiable\" without confirming it by varisat; the answer says so",
    "frames": "Print the state before each move and after the last; with --json, as `frames`",
    "certify": "Write a certificate that the plan is shortest into a folder: the problem, the plan, a formula that says that there is a shorter one, and a proof that it has no model; where there is no plan, an invariant with its proofs; with count, what it takes to count the plans again. The folder is a new or empty one, or has a certificate, whose place the new one takes. `bmcplan verify FOLDER` checks it",
    "evidence": "auto, proof, recount: The evidence in the certificate: proofs that other programs can check (proof), or a recount: whoever checks it explores all states again (recount); a recount for sliding blocks and count, else proofs (auto)",
}
