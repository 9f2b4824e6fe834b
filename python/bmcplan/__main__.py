"""The command line: `python -m bmcplan`, or `bmcplan`."""

from __future__ import annotations

import os
import sys
import sysconfig


def main() -> int:
    """Runs the command of `sys.argv` and returns its exit code."""
    from . import _native

    # What starts the runs of `bench` and `compare`: the script that was installed with the package.
    name = "bmcplan.exe" if os.name == "nt" else "bmcplan"
    return _native.command_line(os.path.join(sysconfig.get_path("scripts"), name), sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
