"""The list of literature names an entry as the text cites it: Simo and Wong, 1991."""

from collections import Counter
from string import ascii_lowercase

from pybtex.plugin import register_plugin
from pybtex.style.formatting.alpha import Style as Alpha
from pybtex.style.labels import BaseLabelStyle

STYLE = "as_cited"


def cited(entry):
    """Who and when."""
    people = entry.persons.get("author") or entry.persons.get("editor") or []
    names = [p.rich_prelast_names + p.rich_last_names for p in people]
    names = [" ".join(map(str, parts)) for parts in names]
    if len(names) > 2:
        names = [f"{names[0]} et al."]
    who = " and ".join(names) or entry.fields.get("organization", entry.key)
    year = entry.fields.get("year", "")
    return f"{who}, {year}" if year else who


class AsCited(BaseLabelStyle):
    """Labels of letters and years; equal ones are told apart by a, b, c."""

    def format_labels(self, sorted_entries):
        labels = [cited(entry) for entry in sorted_entries]
        count, seen = Counter(labels), Counter()
        for label in labels:
            more = ascii_lowercase[seen[label]] if count[label] > 1 else ""
            seen[label] += 1
            yield label + more


class Style(Alpha):
    default_label_style = AsCited


def setup(app):
    register_plugin("pybtex.style.formatting", STYLE, Style)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
