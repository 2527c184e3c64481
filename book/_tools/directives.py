"""What stands on a MyST page, as the parser sees it that makes the book."""

import functools
import itertools
import re
from pathlib import Path
from typing import NamedTuple

import yaml
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.options import options_to_items

CONFIG = yaml.safe_load(
    (Path(__file__).parents[2] / "_config.yml").read_text(encoding="utf-8")
)
EXTENSIONS = CONFIG["parse"]["myst_enable_extensions"]
PARSER = create_md_parser(MdParserConfig(enable_extensions=EXTENSIONS), RendererHTML)
NAME = re.compile(r"^\{([\w:-]+)\}[ \t]*(.*)$")
VERBATIM = {"code", "code-block", "code-cell", "math", "raw", "eval-rst"}


class Directive(NamedTuple):
    """A directive that stands on the lines [line, end) of its page."""

    name: str
    argument: str
    options: dict
    body: str
    line: int
    end: int


@functools.cache
def walk(text, first=1):
    """Pairs (token, directive that it opens or None); the tokens of what is inside a
    directive follow it, none from inside code."""
    found = []
    for token in PARSER.parse(text):
        fence = token.type in ("fence", "colon_fence")
        named = NAME.match(token.info.strip()) if fence else None
        if not named:
            found.append((token, None))
            continue
        lines = token.content.splitlines()
        options = list(itertools.takewhile(lambda x: x.lstrip()[:1] == ":", lines))
        items, _ = options_to_items("\n".join(x.lstrip()[1:] for x in options))
        body = "\n".join(lines[len(options) :])
        start, end = (first + line for line in token.map)
        opened = Directive(named[1], named[2].strip(), dict(items), body, start, end)
        found.append((token, opened))
        if opened.name not in VERBATIM:
            found += walk(body, start + 1 + len(options))
    return found


def directives(text):
    """All directives of `text` in their order, nested ones too, none from inside
    code."""
    return [opened for _, opened in walk(text) if opened]


def inline(text):
    """The pieces of the prose of `text`: words, pictures, code spans, tags."""
    for token, _ in walk(text):
        yield from token.children or ([token] if token.type == "html_block" else [])


def labels(text):
    """Everything on a page that can be referred to."""
    for token, opened in walk(text):
        if token.type == "myst_target":
            yield token.content
        elif token.type == "math_block_label":
            yield token.info
        elif opened:
            yield from (v for k, v in opened.options.items() if k in ("label", "name"))
