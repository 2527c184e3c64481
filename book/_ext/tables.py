"""Tables on a narrow screen: a wide one becomes a list of cards, in which each value
carries the name of its column."""

import re
from copy import copy

from bs4 import BeautifulSoup

TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL)
FITS = 40  # letters that stand in one line of a phone beside the edges of the cells
OF_THE_REFERENCE = {  # these have a form of their own on a phone
    f"rot-{kind}" for kind in ("fields", "summary", "records", "kernels", "constant")
}
SENTENCE = 48  # letters from which on a cell is text


def width(cell):
    """Letters that a cell needs in a line: its longest word, and some more if it holds
    a sentence, which would else stand in a tower."""
    text = re.sub(r"\\\(.*?\\\)", lambda m: "m" * (len(m[0]) // 3), cell.get_text())
    pieces = re.split(r"\s+", text.strip())
    return max(min(len(text.strip()), 16), *map(len, pieces))


def longest(name):
    return max(map(len, name.get_text().split()), default=0)


def label(name):
    """The name of a column, to stand in a cell; it has no ids, for it stands often."""
    text = f'<span class="rot-name">{name.decode_contents()}</span>'
    made = BeautifulSoup(text, "html.parser").span
    for tag in made.find_all(id=True):
        del tag["id"]
    return made


def stacked(text):
    """The table with the names of its columns in its cells, if it needs more than a
    phone has; else as it was."""
    if OF_THE_REFERENCE & set(re.findall(r"[\w-]+", text.partition(">")[0])):
        return text
    page = BeautifulSoup(text, "html.parser")
    table = page.table
    head = table.thead and table.thead.find_all("tr")
    body = table.tbody and table.tbody.find_all("tr", recursive=False)
    if not head or len(head) != 1 or not body or table.table:
        return text
    names = head[0].find_all(["th", "td"], recursive=False)
    rows = [row.find_all(["th", "td"], recursive=False) for row in body]
    cells = [cell for row in rows for cell in row]
    spans = any(cell.get("colspan") or cell.get("rowspan") for cell in cells)
    if spans or any(len(row) != len(names) for row in rows):
        return text
    wide = sum(
        max(longest(name), *map(width, column))
        for name, *column in zip(names, *rows, strict=True)
    )
    if wide + 2 * len(names) <= FITS or len(names) < 2:
        return text
    table["class"] = [*table.get("class", []), "rot-cards"]
    for column in zip(*rows, strict=True):
        if max(len(cell.get_text()) for cell in column) > SENTENCE:
            for cell in column:  # on a desk it keeps a width that can be read
                cell["class"] = [*cell.get("class", []), "rot-long"]
    first, *labels = map(label, names)
    bare = all(re.match(r"[\s\\(−+-]*\d", row[0].get_text()) for row in rows)
    for row in rows:
        if bare:  # a number says nothing without the name of its column
            row[0].insert(0, copy(first))
        for name, cell in zip(labels, row[1:], strict=True):
            value = page.new_tag("div", attrs={"class": "rot-value"})
            value.extend(list(cell.contents))
            cell.extend([copy(name), value])
    return str(table)


def stack(app, pagename, templatename, context, doctree):
    if context.get("body"):
        context["body"] = TABLE.sub(lambda m: stacked(m[0]), context["body"])


def setup(app):
    app.connect("html-page-context", stack)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
