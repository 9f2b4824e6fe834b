"""Runs check.py once for every line of standard input, in a process forked from this one, which has read it already.

A line is `[directory, argument, file for stdout, file for stderr]` in JSON; what is printed for it is the exit status.
"""

import json, os, sys

path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    script = compile(file.read(), path, "exec")
exec(script, {"__name__": "read already"})  # imports what it imports
for line in sys.stdin:
    directory, argument, *files = json.loads(line)
    if child := os.fork():
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    os.chdir(directory)
    for number, file in enumerate(files, start=1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
    sys.argv = [path, argument]
    exec(script, {"__name__": "__main__"})
    sys.exit()
