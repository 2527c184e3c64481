"""One small picture for each part of the book: curves that rotlib computes, in the
colours of the page. `of(part)` is an SVG."""

import csv
from functools import cache
from pathlib import Path

import numpy as np

WIDE, TALL = 160, 96
VIEW = 0.62, 0.42  # turn and rise of the eye
ATLAS = Path(__file__).resolve().parents[1] / "choosing" / "atlas" / "precision.csv"


# --- drawing --------------------------------------------------------------------------


def seen(points, scale=36, centre=(WIDE / 2, TALL / 2)):
    """Points of space on the picture, and how near each is to the eye."""
    turn, rise = VIEW
    x, y, z = np.moveaxis(np.asarray(points, float), -1, 0)
    right, away = (
        y * np.cos(turn) - x * np.sin(turn),
        x * np.cos(turn) + y * np.sin(turn),
    )
    up = z * np.cos(rise) - away * np.sin(rise)
    flat = np.stack([centre[0] + scale * right, centre[1] - scale * up], axis=-1)
    return flat, away * np.cos(rise) + z * np.sin(rise)


def line(points, kind="a", close=False):
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path class="{kind}" d="M{path}{"Z" * close}"/>'


def arrow(start, end, kind="a", head=6):
    """A line with an open head."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    u = (end - start) / np.linalg.norm(end - start)
    side = np.array([-u[1], u[0]])
    wings = [end - head * (u + 0.5 * side), end, end - head * (u - 0.5 * side)]
    return line([start, end], kind) + line(wings, kind)


def dot(x, y, r=2.6, kind="d"):
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{r}"/>'


def hidden(points, scale=38):
    """A curve on a sphere: behind it thin, before it strong."""
    flat, near = seen(points, scale)
    cuts = np.flatnonzero(np.diff(near > 0)) + 1
    for part, front in zip(np.split(flat, cuts), np.split(near > 0, cuts), strict=True):
        if len(part) > 1:
            yield line(part, "a" if front[0] else "q")


def ball(scale=38):
    return dot(WIDE / 2, TALL / 2, scale, "f")


# --- the pictures ---------------------------------------------------------------------


def start():
    """Five clocks that began together."""
    for k, turn in enumerate((0, 0.15, 0.5, 1.3, 2.9)):
        x, y = 26 + 27 * k, 34 if k % 2 else 60
        yield dot(x, y, 17, "f")
        yield dot(x, y, 17, "a" if k == 0 else "q")
        yield line([(x, y), (x + 13 * np.sin(turn), y - 13 * np.cos(turn))], "b")


def foundations():
    """A frame, the same frame turned, and the path of an axis between them."""
    import rotlib as rl

    turn = np.array([0.25, 0.35, 1.0])
    for axis in np.eye(3):
        yield arrow(*seen([[0, 0, 0], 1.1 * axis])[0], "q")
        path = rl.quaternion.rotate(
            rl.quaternion.exp(np.linspace(0, 1, 30)[:, None] * turn), 1.1 * axis
        )
        yield line(seen(path)[0], "b")
        yield arrow(*seen([np.zeros(3), path[-1]])[0], "a")


def magnus():
    """A path, its chord, and the area between them: the second term of the series."""
    t = np.linspace(0, 1, 50)[:, None]
    rate, change = np.array([60.0, -110.0]), np.array([110.0, 110.0])
    path = np.array([20, 74]) + rate * t + change * t**2 / 2
    yield line(path, "f", close=True)
    yield line(path, "a")
    yield arrow(path[0], path[-1], "b")


def polhodes():
    """Where the momentum of a free body goes, seen from the body."""
    import rotlib as rl

    J = np.array([1.0, 2.0, 3.0])
    body = rl.Body(J)
    yield ball()
    for axis, tilts in ((0, (0.2, 0.42, 0.6)), (2, (0.25, 0.55, 0.85))):
        for tilt, side in ((x, s) for x in tilts for s in (1, -1)):
            L = np.array([0.0, np.sin(tilt), 0.0])
            L[axis] = side * np.cos(tilt)
            times = np.linspace(0, rl.exact.period(body, L / J), 120)
            found = J * rl.exact.free_body(body, L / J, times)[1]
            yield from hidden(found)


def stages():
    """Rates read at several attitudes along an arc."""
    t = np.linspace(0, 1, 60)
    path = seen(
        np.stack([np.cos(2.2 * t - 0.9), np.sin(2.2 * t - 0.9), 1.1 * t - 0.4], axis=-1)
    )[0]
    yield ball()
    yield line(path, "a")
    for k in (4, 26, 48):
        u = path[k + 1] - path[k]
        yield arrow(path[k], path[k] + 22 * u / np.linalg.norm(u), "b")
        yield dot(*path[k])


def kept():
    """The energy of one motion by two methods."""
    import rotlib as rl

    body, omega = rl.Body((1.0, 2.0, 3.0)), (0.4, 1.6, 0.3)
    yield line([(18, 84), (146, 84)], "q") + line([(18, 10), (18, 84)], "q")
    for name, kind in (("semi_implicit_euler", "b"), ("krenk_nielsen", "a")):
        run = rl.integrate(name, body, omega=omega, h=0.08, steps=180)
        change = run.energy / run.energy[0] - 1
        points = zip(np.linspace(18, 144, 181), 60 - 115 * change, strict=True)
        yield line(points, kind)


def screw():
    """A turn and a shift in one."""
    t = np.linspace(0, 6 * np.pi, 240)
    x = 24 + 104 * t / t[-1]
    yield arrow((10, 48), (152, 48), "q")
    y, front = 48 - 27 * np.sin(t), np.cos(t) > 0
    cuts = np.flatnonzero(np.diff(front)) + 1
    points = np.stack([x + 9 * np.cos(t), y], axis=-1)
    for part, near in zip(np.split(points, cuts), np.split(front, cuts), strict=True):
        if len(part) > 1:
            yield line(part, "a" if near[0] else "b")


def chain():
    """Bodies that hold each other."""
    at = np.array([34.0, 16.0])
    yield line([(20, 10), (48, 10)], "q")
    yield line([at - (0, 6), at], "q")
    for turn in (0.62, 1.05, 1.35, 0.75):
        to = at + 31 * np.array([np.sin(turn), np.cos(turn)])
        yield line([at, to], "w")
        yield dot(*at, 4, "o")
        at = to
    yield dot(*at, 4, "o")


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
        yield from (dot(x, y, 2, "d" if kind == "a" else "e") for x, y in inside)


def box():
    """A body of your own."""
    import rotlib as rl

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


def sheet():
    """A page to fill in, checked."""
    yield line([(52, 10), (108, 10), (108, 88), (52, 88)], "f", close=True)
    yield line([(52, 10), (108, 10), (108, 88), (52, 88)], "q", close=True)
    for y, long in ((26, 36), (38, 28), (50, 40)):
        yield line([(61, y), (61 + long, y)], "q")
    yield line([(64, 70), (73, 79), (97, 57)], "a")


def cards():
    """Things to look up."""
    for k in range(3):
        x, y = 38 + 14 * k, 12 + 11 * k
        corners = [(x, y), (x + 58, y), (x + 58, y + 50), (x, y + 50)]
        yield line(corners, "p", close=True)
    for row, long in ((50, 40), (60, 26), (70, 36)):
        yield line([(75, row), (75 + long, row)], "a" if row == 50 else "q")


PICTURES = {
    "Start here": start,
    "Foundations": foundations,
    "The Magnus system": magnus,
    "Buss's Taylor methods": polhodes,
    "Runge–Kutta on the group": stages,
    "Nielsen and Krenk's conserving step": kept,
    "The dual quaternion variational integrator": screw,
    "More than one body": chain,
    "Choosing and making": work,
    "A problem of your own": box,
    "Workbooks": sheet,
    "Appendices": cards,
}


@cache
def of(part):
    """The picture of a part of the table of contents."""
    return (
        f'<svg class="vignette" viewBox="0 0 {WIDE} {TALL}" aria-hidden="true">'
        f"{''.join(PICTURES[part]())}</svg>"
    )
