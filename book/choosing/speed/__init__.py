"""How fast rotlib is beside its peers, measured in one go.

    python -m book.choosing.speed --write               measure all, store results.json
    python -m book.choosing.speed --write --only start  one table; others as stored

results.json has the tables of several machines; both commands work on each machine, and
change the tables of the one they run on only.

`motion` times a free motion to a given accuracy, `steps` a step of one body, `batches`
one of a hundred thousand, `fallback_cost` what a fast step loses by, `start` a fresh
interpreter, `machine` the roof. `libraries` has those of others, `students` what is
usually written, `native` compiles the C of native.c; `reference` knows where the motion
ends, `timing` takes turns, `targets` compares what was reached with what was wanted.
What is not installed is left out, with a word. From the chapter, one folder up: `import
speed`, then `speed.load()` for the records of all machines, `speed.newest(records)`
for one and `speed.goals(record)`."""

from .targets import goals, time_to
from .stored import load, newest
from .timing import rounds

__all__ = ["goals", "load", "newest", "rounds", "time_to"]
