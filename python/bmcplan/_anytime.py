"""Plans as they are found: a run on a thread of its own, and an iterator that listens to it."""

from __future__ import annotations

from queue import SimpleQueue
from threading import Thread
from typing import Any, Dict, Generator, NamedTuple, Optional, Tuple, Union

from . import _native
from ._problem import Answer, Problem
from ._results import Number


class FoundPlan(NamedTuple):
    """A plan that was found while better ones are looked for; its cost, if moves cost something."""

    moves: Tuple[str, ...]
    cost: Optional[Number]


def plans_and_answer(
    problem: Problem, arguments: Dict[str, Any]
) -> Generator[Union[FoundPlan, Answer], None, None]:
    """Each plan that `Problem.solve` finds while it looks for better ones, and at last its answer.

    Closing the iterator ends the run.
    """
    messages: SimpleQueue[Union[FoundPlan, Answer, BaseException]] = SimpleQueue()
    stopper = _native.Stopper()

    def hear(event: Dict[str, Any]) -> None:
        if event["event"] == "plan":
            messages.put(FoundPlan(tuple(event["plan"]), event.get("cost")))

    def run() -> None:
        try:
            messages.put(problem._solve(hear, stopper, arguments))
        except BaseException as error:
            messages.put(error)

    thread = Thread(target=run, name="bmcplan", daemon=True)
    thread.start()
    try:
        while True:
            message = messages.get()
            if isinstance(message, BaseException):
                raise message
            yield message
            if isinstance(message, Answer):
                return
    finally:
        stopper.stop()
        thread.join()
