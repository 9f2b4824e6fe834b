"""A random problem of any kind, as it is written for the program, with its rules and what its oracle found."""
import dataclasses


@dataclasses.dataclass
class Problem:
    command: str            # rushhour, sliding, gdl, pddl or sas
    metric: str             # as the answer names it
    name: str               # of its file
    text: str
    meaning: list           # options that belong to the problem
    puzzle: object          # its rules; see space.py
    space: object           # what can be reached
    encodings: list         # the names of those that know it, the default first
    exact_steps: bool = False   # whether space.makespan knows its steps
    files: dict = dataclasses.field(default_factory=dict)   # other files beside it, such as a domain
    may_cost: bool = False      # whether the puzzle has `moves`, with costs

    def write(self, lab):
        """Writes all files."""
        for name, text in self.files.items():
            lab.write(name, text)
        return lab.write(self.name, self.text)
