"""One small picture for each part of the book, in the colours of the page: curves that
rotlib computes, and drawings from `pictures`. `of(part)` is an SVG."""

import csv
from functools import cache
from pathlib import Path

import numpy as np

import rotlib as rl

WIDE, TALL = 160, 96
VIEW = 0.62, 0.42  # turn and rise of the eye
HERE = Path(__file__).resolve().parent
ATLAS = HERE.parent / "choosing" / "atlas" / "precision.csv"


# --- drawing --------------------------------------------------------------------------


def seen(points, scale=36):
    """Points of space on the picture, and how near each is to the eye."""
    turn, rise = VIEW
    x, y, z = np.moveaxis(np.asarray(points, float), -1, 0)
    right = y * np.cos(turn) - x * np.sin(turn)
    away = x * np.cos(turn) + y * np.sin(turn)
    up = z * np.cos(rise) - away * np.sin(rise)
    flat = np.stack([WIDE / 2 + scale * right, TALL / 2 - scale * up], axis=-1)
    return flat, away * np.cos(rise) + z * np.sin(rise)


def line(points, kind="a"):
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path class="{kind}" d="M{path}"/>'


def arrow(start, end, kind="a"):
    u = (end - start) / np.linalg.norm(end - start)
    side = np.array([-u[1], u[0]])
    wings = [end - 6 * (u + 0.5 * side), end, end - 6 * (u - 0.5 * side)]
    return line([start, end], kind) + line(wings, kind)


def hidden(points):
    """A curve on a sphere: behind it thin, before it strong."""
    flat, near = seen(points, 38)
    cuts = np.flatnonzero(np.diff(near > 0)) + 1
    for part, front in zip(np.split(flat, cuts), np.split(near > 0, cuts), strict=True):
        if len(part) > 1:
            yield line(part, "a" if front[0] else "q")


# --- the pictures ---------------------------------------------------------------------


def foundations():
    """A frame, the same frame turned, and the path of an axis between them."""
    turn = np.array([0.25, 0.35, 1.0])
    for axis in np.eye(3):
        yield arrow(*seen([[0, 0, 0], 1.1 * axis])[0], "q")
        path = rl.quaternion.rotate(
            rl.quaternion.exp(np.linspace(0, 1, 30)[:, None] * turn), 1.1 * axis
        )
        yield line(seen(path)[0], "b")
        yield arrow(*seen([np.zeros(3), path[-1]])[0], "a")


def polhodes():
    """Where the momentum of a free body goes, seen from the body."""
    J = np.array([1.0, 2.0, 3.0])
    body = rl.Body(J)
    yield f'<circle class="f" cx="{WIDE / 2}" cy="{TALL / 2}" r="38"/>'
    for axis, tilts in ((0, (0.2, 0.42, 0.6)), (2, (0.25, 0.55, 0.85))):
        for tilt, side in ((x, s) for x in tilts for s in (1, -1)):
            L = np.array([0.0, np.sin(tilt), 0.0])
            L[axis] = side * np.cos(tilt)
            times = np.linspace(0, rl.exact.period(body, L / J), 120)
            found = J * rl.exact.free_body(body, L / J, times)[1]
            yield from hidden(found)


def kept():
    """The energy of one motion by two methods."""
    body, omega = rl.Body((1.0, 2.0, 3.0)), (0.4, 1.6, 0.3)
    yield line([(18, 84), (146, 84)], "q") + line([(18, 10), (18, 84)], "q")
    for name, kind in (("semi_implicit_euler", "b"), ("krenk_nielsen", "a")):
        run = rl.integrate(name, body, omega=omega, h=0.08, steps=180)
        change = run.energy / run.energy[0] - 1
        points = zip(np.linspace(18, 144, 181), 60 - 115 * change, strict=True)
        yield line(points, kind)


def work():
    """Error against work of three methods, as the atlas measured them."""
    yield line([(20, 10), (20, 84), (148, 84)], "q")
    with ATLAS.open(encoding="utf-8") as lines:
        rows = [r for r in csv.DictReader(lines) if r["problem"] == "fast top"]
    for name, kind in (("rk4", "b"), ("splitting_123", "q2"), ("buss8", "a")):
        found = [
            (float(r["operations"]), float(r["error"]))
            for r in rows
            if r["method"] == name and r["outcome"] == "done" and r["operations"]
        ]
        points = [
            (26 + 42 * (np.log10(w) - 4.6), 14 - 6.2 * np.log10(e))
            for w, e in found
            if 1e-12 < e < 1
        ]
        inside = [(x, y) for x, y in points if x < 150]
        yield line(inside, kind)
        dot = "d" if kind == "a" else "e"
        for x, y in inside:
            yield f'<circle class="{dot}" cx="{x:.1f}" cy="{y:.1f}" r="2"/>'


def box():
    """A body of your own."""
    q = rl.quaternion.exp(np.array([0.3, -0.2, 0.5]))
    corners = np.array(
        [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float
    )
    flat, near = seen(rl.quaternion.rotate(q, corners * (0.75, 0.5, 0.4)), 40)
    behind = near.argmin()
    for i in range(8):
        for j in (i ^ 1, i ^ 2, i ^ 4):
            if i < j:
                yield line([flat[i], flat[j]], "q" if behind in (i, j) else "a")
    t = np.linspace(-2.5, 0.6, 40)
    ring = np.stack([np.cos(t), np.sin(t), 0 * t], axis=-1) * 1.35
    path = seen(ring, 40)[0]
    yield line(path, "b") + arrow(path[-4], path[-1], "b")


PICTURES = {
    "The course": "start",
    "About the course": "cards",
    "★ Rotations and bodies": foundations,
    "★ Magnus": "magnus",
    "★ Buss": polhodes,
    "★ Runge–Kutta on the group": "stages",
    "★ Nielsen and Krenk": kept,
    "★ DQVI": "screw",
    "★ More than one body": "chain",
    "★ Choosing and making": work,
    "★ A problem of your own": box,
    "Workbooks": "sheet",
    "Appendices": "cards",
}


@cache
def of(part):
    """The picture of a part of the table of contents."""
    picture = PICTURES[part]
    if isinstance(picture, str):
        drawn = (HERE / "pictures" / f"{picture}.svg").read_text(encoding="utf-8")
        return drawn.replace("\n", "")
    return (
        f'<svg class="vignette" viewBox="0 0 {WIDE} {TALL}" aria-hidden="true">'
        f"{''.join(picture())}</svg>"
    )
