"""Figures as part of the page: the vector pictures that cells have drawn stand in the
page's own text, with its letters and, in the dark, with colours that suit it."""

import html
import math
import re
from collections import Counter
from functools import cache
from pathlib import Path

from docutils import nodes
from normal import short
from rotbook import INK, PAPER

COLOUR = re.compile(r"\b(fill|stroke|stop-color): (#[0-9a-f]{6})\b")
STYLE = re.compile(r' style="([^"]*)"')
ID = re.compile(r'\bid="([^"]+)"')
USED = re.compile(r'(xlink:href="#|url\(#)([^")]+)')
USUAL = re.compile(r"font-family: [^;\"]*;? ?|font-size: 12.5px;? ?")
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
PATH = re.compile(r'(?<= d=")[^"]+')
PLACE = re.compile(r'(?<= [xy]=")-?\d+\.\d+')
WHOLE = 20  # points; in a smaller drawing, such as a mark, hundredths are kept
SCOPED = re.compile(r'<style type="text/css">\*\{[^}]*\}</style>')
NIGHT_PAPER, NIGHT_INK = 0.20, 0.88  # lightness of page and text in the dark
BRIGHT = 0.66  # least lightness of a coloured line in the dark


def oklch(colour):
    """Lightness, chroma and hue of "#rrggbb", as OKLCH has them."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
    )
    l, m, s = (
        math.cbrt(x)
        for x in (
            0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
            0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
            0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
        )
    )
    light = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    red = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    blue = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    return light, math.hypot(red, blue), math.degrees(math.atan2(blue, red)) % 360


PAPER_LIGHT, INK_LIGHT = oklch(PAPER)[0], oklch(INK)[0]


@cache
def at_night(colour):
    """The colour that takes the place of `colour` on a dark page: paper and ink change
    places, with the greys and tints between them; a strong colour gets bright
    enough."""
    light, chroma, hue = oklch(colour)
    if chroma > 0.05 and light < 0.9:
        light = max(light, BRIGHT + 0.3 * (light - 0.5))
        return f"oklch({light:.3f} {chroma:.3f} {hue:.0f})"
    share = (light - INK_LIGHT) / (PAPER_LIGHT - INK_LIGHT)
    light = NIGHT_INK + share * (NIGHT_PAPER - NIGHT_INK)
    return f"oklch({min(light, 0.95):.3f} {min(chroma, 0.04):.3f} {hue:.0f})"


def coloured(match):
    what, colour = match.groups()
    if colour == PAPER:
        return f"{what}: var(--pst-color-background)"
    if colour == INK:
        return f"{what}: var(--pst-color-text-base)"
    return f"{what}: {colour}; {what}: light-dark({colour}, {at_night(colour)})"


def inlined(svg, name, alt, kind=""):
    """The text of one figure for a page, where `name` sets its ids apart."""
    svg = SCOPED.sub("", short(svg[svg.index("<svg") :]))  # the page's own style does
    svg = re.sub(r">\s+<", "><", svg)
    used = dict.fromkeys(target for _, target in USED.findall(svg))
    names = {target: f"{name}-{number}" for number, target in enumerate(used)}
    svg = ID.sub(lambda m: f'id="{names[m[1]]}"' if m[1] in used else "", svg)
    svg = USED.sub(lambda m: m[1].removeprefix("xlink:") + names[m[2]], svg)
    svg = PATH.sub(lambda m: tight(m[0]), svg)
    svg = PLACE.sub(lambda m: digits(m[0], 1), svg)
    head, rest = COLOUR.sub(coloured, USUAL.sub("", svg)).split(">", 1)
    wide, high = map(float, SIZE.search(head).groups())
    label = html.escape(alt)
    return (
        f'<svg class="{f"rot-figure {kind}".strip()}" role="img" aria-label="{label}"'
        f' viewBox="0 0 {wide:g} {high:g}" width="{wide * 4 / 3:.0f}"'
        f' height="{high * 4 / 3:.0f}">{classed(rest, name)}'
    )


def digits(number, count):
    """A number to so many decimals, without the zeros that say nothing."""
    return f"{round(float(number), count) + 0.0:g}"


def tight(path):
    """A path in few letters: a command that goes on is not named again, nor a line
    after a move, and nobody sees hundredths of a point."""
    words = path.split()
    numbers = [float(word) for word in words if not word.isalpha()]
    count = 1 if max(numbers) - min(numbers) > WHOLE else 2
    said, last = "", ""
    for word in words:
        if word.isalpha():
            if word == "M" or (word != last and (last, word) != ("M", "L")):
                said += word
            last = word
        else:
            number = digits(word, count)
            apart = not said[-1].isalpha() and number[0] != "-"
            said += f" {number}" if apart else number
    return said


def classed(svg, name):
    """What is drawn, with a class for each style that is said more than once."""
    count = Counter(STYLE.findall(svg))
    often = [style for style, times in count.items() if times > 1]
    names = {style: f"{name}-{k}" for k, style in enumerate(often)}
    rules = [f"svg.rot-figure .{short}{{{style}}}" for style, short in names.items()]
    svg = STYLE.sub(lambda m: f' class="{names[m[1]]}"' if m[1] in names else m[0], svg)
    return f"<style>{''.join(rules)}</style>{svg}"


def into_page(app, doctree, docname):
    if app.builder.format != "html":
        return
    images = list(doctree.findall(nodes.image))
    pictures = [n for n in images if re.search(r"jupyter_execute.*\.svg$", n["uri"])]
    for number, node in enumerate(pictures, start=1):
        text = Path(app.srcdir, node["uri"].lstrip("/")).read_text(encoding="utf-8")
        drawn = inlined(text, f"f{number}", node.get("alt", ""))
        node.replace_self(nodes.raw("", drawn, format="html"))


def setup(app):
    app.connect("doctree-resolved", into_page)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
