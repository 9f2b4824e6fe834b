"""The exceptions of this package."""

from __future__ import annotations

import errno
import os
from typing import Optional


class BmcplanError(Exception):
    """Any error of this package."""


class ArgumentError(BmcplanError, ValueError):
    """Arguments that make no sense; the message says what is allowed."""


class InputError(BmcplanError, ValueError):
    """A problem that cannot be read: what is wrong, and where.

    `line` and `column` are counted from 1, in characters; None where the whole file is meant.
    `rendered` is the whole complaint, with the line quoted.
    """

    def __init__(
        self, message: str, file: str, line: Optional[int], column: Optional[int], rendered: str
    ) -> None:
        super().__init__(message, file, line, column, rendered)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.rendered = rendered

    def __str__(self) -> str:
        return self.rendered


class MissingFileError(InputError, FileNotFoundError):
    """A file, or a folder, that is not there."""

    def __init__(
        self, message: str, file: str, line: Optional[int] = None, column: Optional[int] = None, rendered: str = ""
    ) -> None:
        super().__init__(message, file, line, column, rendered or message)
        self.errno = errno.ENOENT
        self.strerror = os.strerror(errno.ENOENT)
        self.filename = file


class FileError(BmcplanError, OSError):
    """A file that cannot be read or written."""


class StoppedError(BmcplanError):
    """A limit was reached before anything was known; `reason` is timeout, memory, disk or interrupt.

    It is horizon or cost where there is no plan within the greatest horizon or cost that was asked for, but perhaps beyond it.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        if self.reason in ("horizon", "cost"):
            return f"stopped by the greatest {self.reason}: there is no plan within it, and perhaps one beyond it"
        return f"stopped by {self.reason}"


class SolverError(BmcplanError):
    """A foreign solver that is missing or failed."""


class InternalError(BmcplanError):
    """A fault of bmcplan: please report it."""
