"""Results as a table: numbers of one column in one form, the best of them marked.

Chapter: How to use this book.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from rotlib.errors import InvalidInput

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
DASH = "–"
PLAIN = 1e-3, 1e5  # between these a number needs no power of ten


@dataclass(frozen=True)
class Table:
    """A table that a notebook shows; the cells are as written.

    numeric: which columns hold numbers, and are set to the right
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]

    def _repr_markdown_(self) -> str:
        sides = ["---:" if number else ":---" for number in self.numeric]
        lines = [self.head, sides, *self.rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def __repr__(self) -> str:
        plain = [[cell.replace("**", "") for cell in row] for row in self.rows]
        wide = [max(map(len, column)) for column in zip(self.head, *plain, strict=True)]
        return "\n".join(
            "  ".join(
                cell.rjust(width) if number else cell.ljust(width)
                for cell, width, number in zip(line, wide, self.numeric, strict=True)
            ).rstrip()
            for line in (self.head, *plain)
        )


def table(
    columns: Mapping[str, Iterable[Any]],
    *,
    best: str | Mapping[str, str] | None = None,
    digits: int = 3,
    formats: Mapping[str, str] | None = None,
    below: Mapping[str, float] | None = None,
) -> Table:
    """A table of results: all numbers of a column have a power of ten, or none.

    None and NaN are dashes. Names and words may hold Markdown and `$...$`.

    best: the column whose least number is set in bold, or columns, each with "min"
        or "max"
    digits: significant digits of the largest number of a column of floats
    formats: for a column, a format of Python such as ".2f" instead
    below: for a column, a power of ten under which only "< 10⁻¹²" is said
    """
    marked = {best: "min"} if isinstance(best, str) else dict(best or {})
    formats, below = formats or {}, below or {}
    cells = {name: list(column) for name, column in columns.items()}
    lengths = {name: len(column) for name, column in cells.items()}
    if len({*lengths.values()}) > 1:
        raise InvalidInput(f"columns: expected one length for all, got {lengths}")
    for name in [*marked, *formats, *below]:
        if name not in cells:
            raise InvalidInput(f"{name!r}: expected one of the columns {[*cells]}")
    written, numeric = [], []
    for name, column in cells.items():
        number = all(map(_is_number, column))
        if number:
            least = below.get(name, 0.0)
            words = _written(column, digits, formats.get(name), least)
        else:
            words = [_word(cell) for cell in column]
        if name in marked:
            words = _with_best(column, words, marked[name], name)
        written.append(words)
        numeric.append(number)
    for word in [*cells, *(word for words in written for word in words)]:
        if "|" in word.replace(r"\|", ""):
            raise InvalidInput(
                f"{word!r}: a bar ends a cell of a table; write \\lvert in formulas"
            )
    rows = tuple(zip(*written, strict=True))
    return Table(tuple(cells), rows, tuple(numeric))


def _is_number(cell: Any) -> bool:
    if isinstance(cell, (bool, np.bool_, str)):
        return False
    return cell is None or isinstance(cell, (int, float)) or hasattr(cell, "__float__")


def _word(cell: Any) -> str:
    if cell is None:
        return DASH
    return {"True": "yes", "False": "no"}.get(str(cell), str(cell))


def _written(
    column: list[Any], digits: int, form: str | None, least: float
) -> list[str]:
    """The numbers of one column in one form, those under `least` as being so."""
    if least:
        small = [c is not None and abs(float(c)) < least for c in column]
        kept = [c for c, is_small in zip(column, small, strict=True) if not is_small]
        words = iter(_written(kept, digits, form, 0.0))
        power = str(round(math.log10(least))).translate(RAISED)
        return [f"< 10{power}" if is_small else next(words) for is_small in small]
    known = [abs(float(c)) for c in column if c is not None and math.isfinite(c)]
    if form is None and all(c is None or _integer(c) for c in column):
        return [_signed(c, "d", group=True) for c in column]
    sizes = [size for size in known if size]
    top = max(sizes, default=1.0)
    places = max(0, digits - 1 - math.floor(math.log10(top)))
    least_size = min(sizes, default=1.0)
    plain = least_size >= max(PLAIN[0], 10.0**-places) and top < PLAIN[1]
    if form is None and not plain:
        return [_with_power(c, digits) for c in column]
    return [_signed(c, form or f".{places}f") for c in column]


def _integer(cell: Any) -> bool:
    return hasattr(cell, "__index__")


def _signed(cell: Any, form: str, *, group: bool = False) -> str:
    if cell is None or (not _integer(cell) and math.isnan(cell)):
        return DASH
    if not _integer(cell) and math.isinf(cell):
        return "∞" if cell > 0 else "−∞"
    value = int(cell) if group else float(cell)
    # thin spaces, from five digits on
    text = f"{value:,d}" if group and abs(value) > 9999 else format(value, form)
    return text.replace(",", "\N{NARROW NO-BREAK SPACE}").replace("-", "−")


def _with_power(cell: Any, digits: int) -> str:
    if cell is None or not math.isfinite(cell):
        return _signed(cell, "f")
    if not cell:
        return "0"
    figures, power = f"{float(cell):.{digits - 1}e}".split("e")
    return f"{figures} × 10{str(int(power)).translate(RAISED)}".replace("-", "−")


def _with_best(column: list[Any], words: list[str], side: str, name: str) -> list[str]:
    choose = {"min": min, "max": max}.get(side)
    known = [(c, w) for c, w in zip(column, words, strict=True) if w != DASH]
    if choose is None or not all(_is_number(c) for c, _ in known):
        raise InvalidInput(
            f"best: expected 'min' or 'max' of a column of numbers, got {side!r} of"
            f" {name!r}"
        )
    if not known:
        return words
    winner = choose(known, key=lambda pair: float(pair[0]))[1]
    return [f"**{word}**" if word == winner else word for word in words]
