"""The frames of an error, read from what is printed of it."""

import io
import sys


class Frame:
    def __init__(self, filename, lineno, name):
        self.filename, self.lineno, self.name = filename, lineno, name


class TracebackException:
    def __init__(self, stack):
        self.stack = stack

    @staticmethod
    def from_exception(error):
        printed = io.StringIO()
        sys.print_exception(error, printed)
        return TracebackException(
            [
                _frame(line)
                for line in printed.getvalue().split("\n")
                if line.startswith('  File "')
            ]
        )


def _frame(line):
    _, name, rest = line.split('"')
    parts = rest[len(", line ") :].split(", in ")
    return Frame(name, int(parts[0]), parts[1] if len(parts) > 1 else "")
