"""Settings as keyword arguments: their signatures, their help, and the text that the native part reads."""

from __future__ import annotations

import inspect
import sys
from difflib import get_close_matches
from typing import Any, Callable, List, Mapping, Optional, Sequence, TypedDict, TypeVar

from ._errors import ArgumentError
from ._inputs import as_json, folder_and_more, in_utf8, path_of, shown
from ._settings import GROUPS, HELP

LIMITS = ("timeout", "cpu_timeout", "memory", "memory_bytes")


class Limits(TypedDict, total=False):
    """The settings that are limits, for functions whose own arguments are called as others are."""

    timeout: Optional[float]
    cpu_timeout: Optional[float]
    memory: Optional[float]
    memory_bytes: Optional[int]


_MEGABYTE = 1_000_000
_MOST_MEGABYTES = 10_000_000

_GREATEST_NUMBER = sys.float_info.max
"""No number is greater, in the native part."""

_MANY = 10
"""More settings than these stand under headings."""

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
        function.__doc__ = f"{text}\n\n{_help(names)}        "
        setattr(function, "__settings__", names)
        return function

    return named


def _help(names: Sequence[str]) -> str:
    """What settings are for, a line each, under headings if they are many."""
    groups = {heading: [name for name in group if name in names] for heading, group in GROUPS.items()}
    lines: List[str] = []
    for heading, group in ((heading, group) for heading, group in groups.items() if group):
        lines += ["", heading] if _MANY < len(names) else []
        lines += [f"{name}: {HELP[name]}" for name in group]
    lines = lines if lines[0] else lines[1:]
    return "".join(f"        {line}".rstrip() + "\n" for line in lines)


def settings_text(function: Callable[..., Any], given: Mapping[str, object], **more: object) -> str:
    """The settings as JSON; raises TypeError for one that the function does not take."""
    name = function.__name__
    known: Sequence[str] = getattr(function, "__settings__")
    for unknown in (one for one in given if one not in known):
        takes = ""
        if unknown in HELP:
            others = [one for one in HELP if one not in known]
            listed = f"all but {', '.join(others)}" if len(others) < len(known) else ", ".join(known)
            takes = f"; of the settings of solve, it takes {listed}"
        else:
            takes = "".join(f"; is {nearest} meant?" for nearest in get_close_matches(unknown, known, 1))
        raise TypeError(f"{name}() got an unexpected keyword argument {unknown!r}{takes}")
    settings = {name: value for name, value in given.items() if value is not None}
    check_timeout("timeout", settings.get("timeout"))
    check_timeout("cpu_timeout", settings.get("cpu_timeout"))
    memory = memory_limit(settings.get("memory"), settings.pop("memory_bytes", None))
    if memory is not None:
        settings["memory"] = memory / _MEGABYTE
    if "max_cost" in settings:
        settings["max_cost"] = cost_text(settings["max_cost"])
    if "certify" in settings:
        settings["certify"] = path_of("certify", settings["certify"])
    if "disk" in settings:
        settings["disk"] = folder_and_more("disk", settings["disk"])
    for name, value in settings.items():
        _check_plain(name, value)
    return as_json("settings", {**settings, **more})


def _check_plain(name: str, value: object) -> None:
    """Raises ArgumentError if it is no value that any setting has."""
    if isinstance(value, str):
        in_utf8(name, value)
    elif not isinstance(value, (bool, int, float)):
        raise ArgumentError(f"{name}: a text, a number, True or False is meant, not {shown(value)}")
    elif not -_GREATEST_NUMBER <= value <= _GREATEST_NUMBER:
        raise ArgumentError(f"{name}: {shown(value)} is no number that a setting may be")


def is_natural(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63


def memory_limit(memory: object, memory_bytes: object) -> Optional[int]:
    """The memory limit in bytes; raises ArgumentError if it is none."""
    if memory_bytes is not None:
        if memory is not None:
            raise ArgumentError("memory and memory_bytes: one limit is meant, in megabytes or in bytes")
        if not (isinstance(memory_bytes, int) and is_natural(memory_bytes)):
            raise ArgumentError(f"memory_bytes: a number of bytes is meant, from 0 on, not {shown(memory_bytes)}")
        return min(memory_bytes, _MOST_MEGABYTES * _MEGABYTE)
    if memory is None:
        return None
    if not (isinstance(memory, (int, float)) and not isinstance(memory, bool) and 0 <= memory <= _MOST_MEGABYTES):
        raise ArgumentError(f"memory: megabytes are meant, from 0 to {_MOST_MEGABYTES}, not {shown(memory)}; memory_bytes is in bytes")
    return round(memory * _MEGABYTE)


_TOO_MUCH = 2**128
"""No cost is so high."""

_MOST_DECIMALS = 20
"""No problem has costs of more decimals."""


def cost_text(cost: object) -> str:
    """A greatest cost as digits, perhaps with decimals; raises ArgumentError if it is none."""
    if isinstance(cost, str):
        return cost
    if isinstance(cost, int) and not isinstance(cost, bool) and abs(cost) < _TOO_MUCH:
        return str(cost)
    from decimal import Decimal
    from fractions import Fraction

    exact = Decimal(repr(cost)) if isinstance(cost, float) else cost
    # The text of 1e-999999999 would have as many digits.
    if isinstance(exact, Decimal) and exact.is_finite() and -_TOO_MUCH < exact < _TOO_MUCH and -1000 < int(exact.as_tuple().exponent):
        return f"{exact:f}"
    if isinstance(exact, Fraction) and 0 <= exact < _TOO_MUCH:
        # Rounded down, which costs of the problem are, too.
        digits = f"{exact.numerator * 10**_MOST_DECIMALS // exact.denominator:0{_MOST_DECIMALS + 1}d}"
        return f"{digits[:-_MOST_DECIMALS]}.{digits[-_MOST_DECIMALS:]}"
    raise ArgumentError(f"max_cost: a cost is meant, such as 37 or 3.5, not {shown(cost)}")


def check_timeout(name: str, timeout: object) -> None:
    """Raises ArgumentError if it is no time."""
    is_number = isinstance(timeout, (int, float)) and not isinstance(timeout, bool)
    if timeout is not None and not (is_number and 0 <= timeout <= _GREATEST_NUMBER):  # type: ignore[operator]
        raise ArgumentError(f"{name}: seconds are meant, from 0 on, not {shown(timeout)}")
