"""Provably shortest plans for puzzles and planning problems, by incremental SAT solving.

>>> import bmcplan
>>> bmcplan.solve("XX..........####").length
2
"""

from __future__ import annotations

from ._native import Stop, __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._errors import (
        ArgumentError, BmcplanError, FileError, InputError, InternalError, MissingFileError, SolverError, StoppedError,
    )  # fmt: skip
    from ._facts import Facts, GoalFact, RelaxedDistances, VariableFacts
    from ._functions import (
        all_plans, certify, check, compare, count_plans, draw, explain, explore, export, facts, generate, harden, improve, rate, read, read_all, solve, verify,
    )  # fmt: skip
    from ._problem import Answer, Problem
    from ._results import (
        Certificate, Check, Element, Explained, Explanation, Exploration, Generated, Hardest, Horizon, KeptElement, Move, Position, Puzzle, Rating, Slip, Verification,
    )  # fmt: skip
    from ._schedules import ScheduleCheck, Schedules, check_schedule, count_schedules, prisoners
    from ._task import Derived, Not, Task, Variable
    from ._walk import State

__all__ = [
    "Answer", "ArgumentError", "BmcplanError", "Certificate", "Check", "Derived", "Element", "Explained", "Explanation", "Exploration", "Facts", "FileError", "Generated", "GoalFact", "Hardest", "Horizon", "InputError",
    "InternalError", "KeptElement", "MissingFileError", "Move", "Not", "Position", "Problem", "Puzzle", "Rating", "RelaxedDistances", "ScheduleCheck", "Schedules", "Slip", "SolverError", "State", "Stop", "StoppedError", "Task", "Variable", "VariableFacts",
    "Verification", "__version__", "all_plans", "certify", "check", "check_schedule", "compare", "count_plans", "count_schedules",
    "draw", "explain", "explore", "export", "facts", "generate", "harden", "improve",
    "prisoners", "rate", "read", "read_all", "solve", "verify",
]  # fmt: skip

_MODULES = ("_errors", "_facts", "_functions", "_problem", "_results", "_schedules", "_task", "_walk")


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """What is asked for first loads the modules: the command line needs none of them."""
        if name in __all__:
            from importlib import import_module

            for module in _MODULES:
                found = getattr(import_module(f"{__name__}.{module}"), name, None)
                if found is not None:
                    globals()[name] = found
                    return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
