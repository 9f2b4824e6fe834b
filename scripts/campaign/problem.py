"""A random problem of any kind, as it is written for the program, with its rules and what its oracle found."""
import dataclasses


@dataclasses.dataclass
class Problem:
    command: str            # rushhour, sliding or gdl
    metric: str             # as the answer names it
    name: str               # of its file
    text: str
    meaning: list           # options that belong to the problem
    puzzle: object          # its rules; see space.py
    space: object           # what can be reached
    encodings: list         # the names of those that know it, the default first
    exact_steps: bool = False   # whether space.makespan knows its steps
