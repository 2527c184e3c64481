"""Refresh what the README quotes from the package: python book/_tools/readme.py
[--check | --write]

Between `<!-- NAME:begin -->` and `<!-- NAME:end -->` stand the method table, the
conventions table and the example's output; --write replaces them by what the package
says now, --check (the default) fails if they differ."""

import difflib
import re
import subprocess
import sys
from pathlib import Path

from command import parser_of

README = Path(__file__).resolve().parents[2] / "README.md"


def between(text, name):
    return pattern(name).search(text)[2]


def pattern(name):
    return re.compile(
        rf"(<!-- {name}:begin -->\n)(.*?)(<!-- {name}:end -->)", re.DOTALL
    )


def example(text):
    block = between(text, "example")
    return re.fullmatch(r"```python\n(.*?)```\n", block, re.DOTALL)[1]


def printed(source):
    """What running `source` in a fresh interpreter prints."""
    return subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    ).stdout


def refreshed(text):
    import rotlib.methods
    from rotbook import conventions

    parts = {
        "methods": rotlib.methods.table().strip() + "\n",
        "conventions": conventions.table() + "\n",
        "output": f"```text\n{printed(example(text)).rstrip()}\n```\n",
    }
    for name, now in parts.items():
        text = pattern(name).sub(lambda found, now=now: found[1] + now + found[3], text)
    return text


def main(arguments=None):
    parser = parser_of(__doc__)
    mode, yes = parser.add_mutually_exclusive_group(), {"action": "store_true"}
    mode.add_argument("--check", **yes, help="compare, change nothing (the default)")
    mode.add_argument("--write", **yes, help="write what the package says now")
    options = parser.parse_args(arguments)
    text = README.read_text(encoding="utf-8")
    now = refreshed(text)
    if options.write:
        README.write_text(now, encoding="utf-8")
        return 0
    both = text.splitlines(True), now.splitlines(True)
    sys.stdout.writelines(difflib.unified_diff(*both, "README.md", "the package"))
    return int(text != now)


if __name__ == "__main__":
    sys.exit(main())
