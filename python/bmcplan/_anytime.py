"""Plans as they are found: a run on a thread of its own, and an iterator that listens to it."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Callable, Dict, Generator, Optional, Tuple, Union

from . import _native

if TYPE_CHECKING:
    from ._problem import Answer


_PERIOD = 0.05
"""Seconds after which one who waits looks for Ctrl-C: where waits are without end, some systems never do."""


_Message = Tuple[bool, Union["Answer", BaseException]]


def ever_better(
    solve: Callable[[Callable[[Dict[str, Any]], object], _native.Stop], Answer], stop: Optional[_native.Stop]
) -> Generator[Tuple[bool, Answer], None, None]:
    """An answer for each plan that `solve` tells of, and at last, with True, the answer that it returns.

    Closing the iterator ends the run, and so does `stop`.
    """
    messages: SimpleQueue[_Message] = SimpleQueue()
    own = _native.Stop(stop)

    def hear(event: Dict[str, Any]) -> None:
        if "answer" in event:
            messages.put((False, event["answer"]))

    def run() -> None:
        try:
            messages.put((True, solve(hear, own)))
        except BaseException as error:
            messages.put((True, error))

    thread = Thread(target=run, name="bmcplan", daemon=True)
    thread.start()
    best: Optional[Answer] = None
    is_last = False
    try:
        while not is_last:
            is_last, message = _next(messages)
            if isinstance(message, BaseException):
                raise message
            best = message
            yield is_last, message
    except KeyboardInterrupt as interrupt:
        own.cancel()
        while not is_last:
            is_last, message = messages.get()
            best = best if isinstance(message, BaseException) else message
        setattr(interrupt, "answer", best)
        raise
    finally:
        own.cancel()
        thread.join()


def _next(messages: SimpleQueue[_Message]) -> _Message:
    """The next message, as soon as there is one."""
    while True:
        try:
            return messages.get(timeout=_PERIOD)
        except Empty:
            pass
