"""Schedules: people walk in rows, day by day, and no two meet twice. Nine prisoners, schoolgirls and golfers."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Literal, Optional, Sequence, Tuple, Union

from . import _native
from ._errors import ArgumentError, StoppedError
from ._inputs import PathLike, as_json, check_flag, in_utf8, name_of, path_of, shown
from ._keywords import LIMITS, Limits, is_natural, settings_text, takes_settings
from ._problem import Progress, check_positive, listener
from ._results import Result, frozen
from ._settings import AtMostOne, ScheduleEncoding

if TYPE_CHECKING:
    from typing_extensions import Unpack

Days = Tuple[Tuple[Tuple[int, ...], ...], ...]
"""The rows of each day, with the numbers of those who walk in them, from 1."""

Design = Literal["prisoners", "kirkman", "golfers"]

_DESIGNS: Dict[Design, Tuple[Optional[int], bool]] = {"prisoners": (9, False), "kirkman": (15, True), "golfers": (None, True)}


@dataclass(frozen=True, repr=False)
class Schedules(Result):
    """The answer to a search for schedules. `status` is solved, unsolvable or stopped."""

    status: str
    people: int
    row: int
    days: int
    everyone: bool
    full: bool
    schedule: Optional[Days]
    schedules: Optional[Tuple[Days, ...]]
    count: Optional[int]
    complete: Optional[bool]
    proved_by: Optional[str]
    encoding: str
    symmetry: str
    solver: str
    trusted: Optional[str]
    variables: Optional[int]
    clauses: Optional[int]
    literals: Optional[int]
    formula_bytes: Optional[int]
    states: Optional[int]
    build_seconds: Optional[float]
    solver_seconds: Optional[float]
    conflicts: Optional[int]
    seconds: float
    stopped_by: Optional[str]
    version: str

    def __str__(self) -> str:
        what = f"{self.people} people in rows of {self.row} on {self.days} days"
        if self.count is not None:
            known = f"{self.count:,} schedules{'' if self.complete else ' or more'}"
        else:
            known = {"solved": "a schedule", "unsolvable": f"no schedule, proved by {self.proved_by}"}.get(self.status, "")
        if self.status == "stopped":
            known = f"stopped by {self.stopped_by}"
        days = ["  ".join("-".join(map(str, row)) for row in day) for day in self.schedule or ()]
        return f"{what}: {known} ({self.seconds:.2f} s)\n{' | '.join(days) or known}"


@dataclass(frozen=True, repr=False)
class ScheduleCheck(Result):
    """A schedule that was checked. `status` is valid or wrong. It is true in a condition if it is valid."""

    status: str
    people: Optional[int]
    row: Optional[int]
    days: Optional[int]
    everyone: Optional[bool]
    full: Optional[bool]
    reason: Optional[str]
    version: str

    def __bool__(self) -> bool:
        return self.status == "valid"

    def __str__(self) -> str:
        if not self:
            return f"wrong\n{self.reason}"
        whether = "every pair meets" if self.full else "not every pair meets"
        return f"valid\n{self.people} people in rows of {self.row} on {self.days} days: {whether}"


_SETTINGS = ("limit", "at_most_one", "solver", "trust", *LIMITS)


class ScheduleSettings(Limits, total=False):
    """The settings of these."""

    limit: Optional[int]
    at_most_one: Optional[AtMostOne]
    solver: Optional[str]
    trust: Optional[bool]


@takes_settings(only=_SETTINGS)
def prisoners(
    people: Optional[int] = None,
    row: Optional[int] = None,
    days: Optional[int] = None,
    *,
    design: Design = "prisoners",
    all: Optional[int] = None,
    encoding: Optional[ScheduleEncoding] = None,
    symmetry: Optional[str] = None,
    progress: Optional[Progress] = None,
    **settings: Unpack[ScheduleSettings],
) -> Schedules:
    """Looks for a schedule: `people` walk in rows of `row` on so many days, and no two meet twice.

        people, row, days: by default 9 in rows of 3, schoolgirls 15, on as many days as all pairs need to meet once
        design: prisoners (neighbours in a row meet), kirkman or golfers (everyone in a row meets)
        all: so many schedules are listed, if there are as many
        encoding: pairs-counted, pairs or places
        symmetry: none, sound, strong or document, or parts of these: which schedules are left out that are the same but
            for names and order
        progress: a function that is called with a dict now and then
    """
    if all is None:
        asked = settings_text(prisoners, settings)
    else:
        check_positive("all", all)
        asked = settings_text(prisoners, settings, all=True, limit=all)
    return _asked(_numbers(design, people, row, days), encoding, symmetry, asked, progress)


@takes_settings(only=_SETTINGS)
def count_schedules(
    people: Optional[int] = None,
    row: Optional[int] = None,
    days: Optional[int] = None,
    *,
    design: Design = "prisoners",
    encoding: Optional[ScheduleEncoding] = None,
    symmetry: Optional[str] = None,
    **settings: Unpack[ScheduleSettings],
) -> int:
    """The number of schedules that symmetry breaking keeps, by default those with day 1 fixed and days in order.

    The other arguments are those of `prisoners`. Raises StoppedError if a limit comes first.
    """
    asked = settings_text(count_schedules, settings, count=True)
    found = _asked(_numbers(design, people, row, days), encoding, symmetry, asked, None)
    if found.stopped_by is not None:
        raise StoppedError(found.stopped_by)
    return found.count or 0


def check_schedule(
    schedule: Union[Schedules, PathLike, Sequence[Sequence[Sequence[int]]]], *, everyone: bool = False
) -> ScheduleCheck:
    """Checks a schedule: a file or a text in TOML, an answer, or a list of days, of rows, of numbers from 1.

    everyone: of a list, whether everyone in a row meets, not only neighbours; files, texts and answers say that themselves
    """
    check_flag("everyone", everyone)
    if everyone and isinstance(schedule, (Schedules, str, os.PathLike)):
        raise ArgumentError("everyone: it is said of a list alone; a file, a text and an answer say themselves who meets")
    if isinstance(schedule, Schedules):
        if schedule.schedule is None:
            raise ArgumentError("schedule: there is none in this answer")
        return check_schedule(schedule.schedule, everyone=schedule.everyone)
    if isinstance(schedule, os.PathLike) or (isinstance(schedule, str) and "\n" not in schedule):
        return _checked(path_of("schedule", schedule), "")
    if isinstance(schedule, str):
        return _checked(None, in_utf8("schedule", schedule))
    try:
        days = json.dumps([[list(map(_whole, row)) for row in day] for day in schedule])
    except TypeError:
        raise ArgumentError("schedule: a list of days is meant, each a list of rows, each a list of numbers") from None
    return _checked(None, f'meets = "{"everyone" if everyone else "neighbours"}"\ndays = {days}\n')


def _whole(number: Any) -> int:
    if not is_natural(number):
        raise TypeError
    return int(number)


def _checked(file: Optional[str], text: str) -> ScheduleCheck:
    return ScheduleCheck(**json.loads(_native.check_schedule(file, text)))


def _numbers(design: Design, people: Optional[int], row: Optional[int], days: Optional[int]) -> Dict[str, Any]:
    if name_of("design", design) not in _DESIGNS:
        raise ArgumentError(f"design: no design is called `{design}`; there are: {', '.join(_DESIGNS)}")
    usual, everyone = _DESIGNS[design]
    people = usual if people is None else people
    if people is None:
        raise ArgumentError("people: how many golfers there are; row: how many play in a group; days: in how many weeks")
    numbers = {"people": people, "row": 3 if row is None else row, "days": days}
    for name, number in numbers.items():
        if number is not None and not is_natural(number):
            raise ArgumentError(f"{name}: a number from 0 on is meant, not {shown(number)}")
    return {**numbers, "everyone": everyone}


def _asked(
    numbers: Dict[str, Any],
    encoding: Optional[str],
    symmetry: Optional[str],
    settings: str,
    progress: Optional[Progress],
) -> Schedules:
    for name, chosen in [("encoding", encoding), ("symmetry", symmetry)]:
        if chosen is not None:
            name_of(name, chosen)
    question = {**numbers, "encoding": encoding, "symmetry": symmetry, "settings": json.loads(settings)}
    found = json.loads(_native.schedules(as_json("settings", question), listener(progress)))
    if found["count"] is not None:
        found["count"] = int(found["count"])
    return Schedules(**{key: frozen(value) for key, value in found.items()})
