"""Settings as keyword arguments: their signatures, their help, and the text that the native part reads."""

from __future__ import annotations

import inspect
import json
import os
from typing import Any, Callable, Mapping, Optional, Sequence, TypedDict, TypeVar

from ._errors import ArgumentError
from ._settings import HELP

LIMITS = ("timeout", "cpu_timeout", "memory", "memory_bytes")


class Limits(TypedDict, total=False):
    """The settings that are limits, for functions whose own arguments are called as others are."""

    timeout: Optional[float]
    cpu_timeout: Optional[float]
    memory: Optional[float]
    memory_bytes: Optional[int]



_MEGABYTE = 1_000_000
_MOST_MEGABYTES = 10_000_000

F = TypeVar("F", bound=Callable[..., Any])


def takes_settings(*without: str, only: Optional[Sequence[str]] = None) -> Callable[[F], F]:
    """Gives a function that takes settings as keywords a signature and help that name them."""
    names = [name for name in (HELP if only is None else only) if name not in without]

    def named(function: F) -> F:
        signature = inspect.signature(function)
        kept = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        keywords = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in names]
        function.__signature__ = signature.replace(parameters=[*kept, *keywords])  # type: ignore[attr-defined]
        text = (function.__doc__ or "").rstrip()
        function.__doc__ = text + "\n\n        " + "\n        ".join(f"{name}: {HELP[name]}" for name in names) + "\n        "
        setattr(function, "__settings__", names)
        return function

    return named


def settings_text(function: str, given: Mapping[str, object], **more: object) -> str:
    """The settings as JSON; raises TypeError for one that there is not."""
    for name in given:
        if name not in HELP or name in more:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}")
    settings = {name: value for name, value in given.items() if value is not None}
    check_timeout("timeout", settings.get("timeout"))
    check_timeout("cpu_timeout", settings.get("cpu_timeout"))
    memory = memory_limit(settings.get("memory"), settings.pop("memory_bytes", None))
    if memory is not None:
        settings["memory"] = memory / _MEGABYTE
    if "max_cost" in settings:
        settings["max_cost"] = cost_text(settings["max_cost"])
    if "certify" in settings:
        settings["certify"] = os.fspath(settings["certify"])  # type: ignore[call-overload]
    return json.dumps({**settings, **more}, default=repr)


def is_natural(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63


def memory_limit(memory: object, memory_bytes: object) -> Optional[int]:
    """The memory limit in bytes; raises ArgumentError if it is none."""
    if memory_bytes is not None:
        if memory is not None:
            raise ArgumentError("memory and memory_bytes: one limit is meant, in megabytes or in bytes")
        if not (isinstance(memory_bytes, int) and is_natural(memory_bytes)):
            raise ArgumentError(f"memory_bytes: a number of bytes is meant, from 0 on, not {memory_bytes!r}")
        return min(memory_bytes, _MOST_MEGABYTES * _MEGABYTE)
    if memory is None:
        return None
    if not (isinstance(memory, (int, float)) and not isinstance(memory, bool) and 0 <= memory <= _MOST_MEGABYTES):
        raise ArgumentError(f"memory: megabytes are meant, from 0 to {_MOST_MEGABYTES}, not {memory!r}; memory_bytes is in bytes")
    return round(memory * _MEGABYTE)


_MOST_DECIMALS = 20
"""No problem has costs of more decimals."""


def cost_text(cost: object) -> str:
    """A greatest cost as digits, perhaps with decimals; raises ArgumentError if it is none."""
    if isinstance(cost, str):
        return cost
    if isinstance(cost, int) and not isinstance(cost, bool):
        return str(cost)
    from decimal import Decimal
    from fractions import Fraction

    exact = Decimal(repr(cost)) if isinstance(cost, float) else cost
    if isinstance(exact, Decimal) and exact.is_finite():
        return f"{exact:f}"
    if isinstance(exact, Fraction) and 0 <= exact:
        # Rounded down, which costs of the problem are, too.
        digits = f"{exact.numerator * 10**_MOST_DECIMALS // exact.denominator:0{_MOST_DECIMALS + 1}d}"
        return f"{digits[:-_MOST_DECIMALS]}.{digits[-_MOST_DECIMALS:]}"
    raise ArgumentError(f"max_cost: a cost is meant, such as 37 or 3.5, not {cost!r}")


def check_timeout(name: str, timeout: object) -> None:
    """Raises ArgumentError if it is no time."""
    if timeout is not None and not (isinstance(timeout, (int, float)) and 0 <= timeout < float("inf")):
        raise ArgumentError(f"{name}: seconds are meant, from 0 on, not {timeout!r}")
