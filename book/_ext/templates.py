"""The templates in book/_templates that are filled in here and not by the theme."""

from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

FOLDER = Path(__file__).resolve().parents[1] / "_templates"


def macros(file, filters=(), **known):
    """The macros of a file, which know some functions and values."""
    made = Environment(
        loader=FileSystemLoader(FOLDER), trim_blocks=True, lstrip_blocks=True
    )
    made.filters |= {"e": escape, **dict(filters)}
    made.globals |= known
    return made.get_template(file).module
