"""The one form in which a notebook is stored, so that a change in a file is a change
in what a reader sees."""

import hashlib
import re

import nbformat
from rotbook.figures import FAMILY

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python"}
METADATA = {
    "kernelspec": KERNEL | {"name": "python3"},
    "language_info": {"name": "python"},
}
KEPT = ("tags", "mystnb")
# what lets a scene play in any notebook: the pages of the book load it once
PLAYER = re.compile(r'<(style|script) class="rotview-player">.*?</\1>', re.DOTALL)
PICTURES = ("image/png", "image/jpeg", "image/svg+xml")
LONG_NUMBER = re.compile(r"\d+\.\d{3,}")
POSITIONS = re.compile(r'(?<= )(?:d|x|y|points)="[^"]*"|translate\([^)]*\)')
# mathtext sets an accent as a combining mark of its own; alone, some programs draw it
# with a dotted circle in the place of its letter. The mark that stands alone, and its
# place beside the other's, right and down, in units of the letters' size:
ALONE = {
    "\u0302": ("\u02c6", -0.5, 0.06),
    "\u0303": ("\u02dc", -0.5, 0.06),
    "\u0304": ("\u00af", -0.5, 0.06),
    "\u0307": ("\u02d9", -0.5, 0.07),
    "\u0308": ("\u00a8", -0.5, 0.07),
}
ACCENT = re.compile(
    r'<tspan x="(?P<x>[^"]+)" y="(?P<y>[^"]+)"'
    r' style="(?P<size>font-size: (?P<em>[\d.]+)px;)'
    r" font-family: '[^']+'(?P<style>[^\"]*)\">(?P<mark>[\u0300-\u036f\u20d7])<"
)
MACHINE_PATH = re.compile(
    r"(?<![\w.:/])/(?:home|root|tmp|work|opt|Users|var|usr)/\w[\w.-]*|[A-Z]:\\Users|site-packages|ipykernel_\d+"
)


class NotNormal(Exception):
    """A notebook cannot be stored: its output says something that must not be in a
    file."""


def normalise(notebook):
    """Return `notebook` in the stored form; raise `NotNormal` if an output may not
    be stored."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seen, count = set(), 0
    for cell in notebook.cells:
        cell.source = strip(cell.source)
        cell.id = new_id(cell, seen)
        kept = {key: cell.metadata[key] for key in KEPT if cell.metadata.get(key)}
        cell.metadata = nbformat.from_dict(kept)
        if cell.cell_type != "code":
            cell.pop("attachments", None)
            continue
        count += 1
        cell.execution_count = count
        cell.outputs = [clean(output, count) for output in joined(cell.outputs)]
    return notebook


def strip(source):
    """Without blanks at the ends of lines and without blank lines at both ends."""
    return "\n".join(line.rstrip() for line in source.splitlines()).strip("\n")


def new_id(cell, seen):
    """A cell id that depends on the content alone (and on how often the same content
    came before)."""
    name = hashlib.sha1((cell.cell_type + cell.source).encode()).hexdigest()[:8]
    while name in seen:
        name = hashlib.sha1(name.encode()).hexdigest()[:8]
    seen.add(name)
    return name


def joined(outputs):
    """Outputs with neighbouring pieces of one stream joined: where a stream is cut
    is a matter of timing."""
    result = []
    for output in outputs:
        last = result[-1] if result else {}
        both = [(o.get("output_type"), o.get("name")) for o in (last, output)]
        if both[0] == both[1] and both[0][0] == "stream":
            last.text += output.text
        else:
            result.append(output)
    return result


def clean(output, count):
    fault = ""
    for kind, text in texts(output).items():
        if kind == "stderr":
            fault = f"writes to stderr: {text.strip()[:300]}"
        elif kind == "error":
            fault = f"stores an error: {text[:300]}"
        elif found := MACHINE_PATH.search(text):
            fault = f"machine path in the output: {found[0]}"
    if fault:
        raise NotNormal(f"code cell {count}: {fault}")
    if "text/html" in output.get("data", {}):
        output.data["text/html"] = PLAYER.sub("", output.data["text/html"])
    if "image/svg+xml" in output.get("data", {}):
        output.data["image/svg+xml"] = short(output.data["image/svg+xml"])
    if "execution_count" in output:
        output.execution_count = count
    if "metadata" in output:
        output.metadata = nbformat.from_dict({})
    return output


def short(svg):
    """A drawing without its date, its places to a hundredth of a point: nobody sees
    more."""
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\s*<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = ACCENT.sub(standing, svg)
    return POSITIONS.sub(
        lambda place: LONG_NUMBER.sub(lambda n: f"{float(n[0]):.2f}", place[0]), svg
    )


def standing(accent):
    """An accent over a letter of a drawing, as a character that can stand alone."""
    if accent["mark"] not in ALONE:
        mark = f"U+{ord(accent['mark']):04X}"
        raise NotNormal(f"a drawing has the accent {mark}, for which ALONE has none")
    mark, right, down = ALONE[accent["mark"]]
    size = float(accent["em"])
    x, y = float(accent["x"]) + right * size, float(accent["y"]) + down * size
    return (
        f'<tspan x="{x:.6f}" y="{y:.6f}" style="{accent["size"]}'
        f" font-family: '{FAMILY}'{accent['style']}\">{mark}<"
    )


def texts(output):
    """What of an output can be compared on another machine, by MIME type; pictures
    only by being there."""
    if output.output_type == "stream":
        return {output.name: output.text}
    if output.output_type == "error":
        return {"error": f"{output.ename}: {output.evalue}"}
    found = output.data.items()
    return {mime: "" if mime in PICTURES else str(data) for mime, data in found}
