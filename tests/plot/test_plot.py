"""Pictures: the scene is the same on every run, says what it shows, and hands the
page sound data."""

import html
import json
import re
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
import rotbook as rb
from problems import SKEWED
from refusals import refused
from rotbook import poinsot

import rotlib as rl
from rotlib import plot
from rotlib.errors import InvalidInput
from rotlib.plot import _draw

T = np.linspace(0.0, 5.0, 41)
Q = np.column_stack([np.cos(T), 0.6 * np.sin(T), 0 * T, 0.8 * np.sin(T)])
RUN = SimpleNamespace(
    t=T,
    q=Q,
    omega=np.column_stack([np.sin(T), np.cos(T), 0 * T]),
    energy=1.0 + 1e-9 * T,
    momentum_about_reference=np.tile([0.0, 0.0, 2.0], (41, 1)),
)

STONE = rl.Body.box(mass=2.0, sides=(1, 2, 3))


def data(scene):
    text = re.search(r'data-scene="([^"]*)"', scene._repr_html_())[1]
    return json.loads(html.unescape(text))


def test_no_script_still_shows_the_body_and_words_are_escaped():
    found = plot.scene({"a < b": Q}, label='A "box" <turns>')._repr_html_()
    found = found.partition("<style")[0]
    assert found.count("<polygon") == 3
    assert "<script" not in found and "http" not in found
    assert 'role="img"' in found and "a &lt; b" in found
    assert "A &quot;box&quot; &lt;turns&gt;" in found


def test_data_holds_the_motion():
    found = data(plot.scene(RUN, label="x", dials={"energy": RUN.energy}))
    body = found["bodies"][0]
    assert found["t"] == pytest.approx(list(T), abs=1e-6) and "waits" not in found
    assert np.abs(np.reshape(body["q"], (-1, 4)) - Q).max() <= 5e-5
    assert body["L"] == [0, 0, 1] and body["dials"][0]["v"][:: len(T) - 1] == [0, 1]
    assert data(plot.scene(Q, label="x", autoplay=False))["waits"] is True
    # several bodies share shapes and scale
    found = data(plot.scene({"a": Q, "b": Q}, label="x", dials={"d": [T, 3 * T]}))
    assert len(found["shapes"]) == 1 and len(found["bodies"]) == 2
    assert [b["dials"][0]["v"][-1] for b in found["bodies"]] == [0.3333, 1]


def test_a_run_whose_quaternions_lose_their_length_can_be_shown():
    body = rl.Body((3, 10, 8))
    run = rl.integrate("rk4", body, omega=(0.05, 0.0, 5.0), h=0.1, steps=300)
    assert np.abs(run.norm_defect).max() > 1e-4
    q = np.reshape(data(run.animate(label="x", frames=301))["bodies"][0]["q"], (-1, 4))
    assert np.abs(np.linalg.norm(q, axis=1) - 1).max() < 2e-4


def test_a_dial_tells_its_value_with_its_unit():
    scene = plot.scene(Q, label="x", dials={"change (%)": -T}, still=1.0)
    told = f">change <b>\N{MINUS SIGN}{T[-1]:.2f}\N{NO-BREAK SPACE}%</b>"
    assert told in scene._repr_html_()
    assert scene.data["bodies"][0]["dials"][0]["unit"] == "%"


def test_what_leaves_the_strip_is_drawn_at_its_edge_and_told_in_full():
    inside, beyond = np.zeros(len(T)), np.linspace(0.0, 50.0, len(T))
    dials, limits = {"d (J)": [inside, beyond]}, {"d (J)": (-1, 1)}
    scene = plot.scene([Q, Q], label="x", dials=dials, limits=limits, still=1.0)
    first, second = (b["dials"][0] for b in scene.data["bodies"])
    assert set(first["v"]) == {0.5} and second["v"][-1] == 25.5
    found = scene._repr_html_()
    for value in ("0.00", "50.00"):
        assert f"<b>{value}\N{NO-BREAK SPACE}J</b>" in found
    lines = " ".join(re.findall(r'<polyline points="([^"]*)"', found))
    heights = [float(y) for y in re.findall(r",([-\d.]+)", lines)]
    assert min(heights) >= 1 and max(heights) <= 19
    assert found.count('y1="10" y2="10"') == 2  # the line of zero


def test_long_runs_are_thinned_and_signs_follow():
    t = np.linspace(0, 60, 6001)
    q = np.column_stack([np.cos(t / 4), np.sin(t / 4), 0 * t, 0 * t])
    q[1::2] *= -1
    kept = np.reshape(data(plot.scene(q, t=t, label="x"))["bodies"][0]["q"], (-1, 4))
    assert len(kept) == 240 and (np.einsum("ij,ij->i", kept[1:], kept[:-1]) > 0).all()


def test_bad_input_is_named():
    fast = SimpleNamespace(t=T, q=Q, omega=np.full((41, 3), -50.0))
    other = SimpleNamespace(t=2 * T, q=Q)
    wrong = [{"motion": m} for m in (Q[0], Q[None], 2 * Q, Q[::10], fast, [RUN, other])]
    wrong += [{"t": T[:-1]}, {"t": np.zeros(41)}, {"trail": (0, 0, 0)}]
    wrong += [{"shape": s} for s in ("banana", (1, -1, 1), ["box", "box"])]
    wrong += [{"momentum": (0, 0, 1)}, {"dials": {"d": T[:-1]}}]
    limits = {"d": (1, 1)}, {"e": (0, 1)}
    wrong += [{"dials": {"d": T}, "limits": limit} for limit in limits]
    wrong += [{"still": 2}, {"seconds": 0}, {"frames": 1}]
    given = [{"motion": Q, "label": "x", **change} for change in wrong]
    refused({r"expected .* got": [partial(plot.scene, **each) for each in given]})
    labels = [partial(plot.scene, Q, label=label) for label in ("", "   ", None, 3)]
    refused({"label": labels})


@pytest.mark.parametrize("shape", [*sorted(_draw.NAMED), (1, 2, 3)])
def test_shapes_are_closed_and_wound_outwards(shape):
    s = _draw.find(shape)
    edges = [(f[i - 1], f[i]) for f in s.faces for i in range(len(f))]
    assert sorted(edges) == sorted((b, a) for a, b in edges)
    v = s.vertices
    assert {i for f in s.faces for i in f} == {*range(len(v))}
    fans = [(f[0], f[i], f[i + 1]) for f in s.faces for i in range(1, len(f) - 1)]
    assert np.linalg.det(v[fans]).sum() > 0


def test_shapes_have_the_sizes_they_are_given():
    box = _draw.box((1.0, 2.0, 3.0), centre=(0.5, 0.0, -1.0))
    assert np.array_equal(np.ptp(box.vertices, axis=0), (1.0, 2.0, 3.0))
    assert np.array_equal(box.vertices.mean(0), (0.5, 0.0, -1.0))
    for axis in range(3):
        cone = _draw.lathe([(-1.0, 0.0), (2.0, 0.7)], "xyz"[axis], sides=8)
        along = cone.vertices[:, axis]
        radius = np.linalg.norm(np.delete(cone.vertices, axis, 1), axis=1)
        assert np.allclose(radius, np.where(along > 0, 0.7, 0.0), atol=2e-6)
        assert sorted(set(along)) == [-1.0, 2.0]
    axes = np.array((1.0, 0.7, 0.4))
    egg = poinsot.ellipsoid(axes, rings=8, sides=16)
    assert np.allclose(((egg.vertices / axes) ** 2).sum(1), 1.0, atol=1e-9)


def test_an_ellipsoid_is_chequered_in_four_bands_of_eight_fields():
    tints = np.array(poinsot.ellipsoid(rings=12, sides=24).colours[:-2])
    j, k = np.indices((12, 24))
    board = (tints == tints[0]).reshape(j.shape)
    assert np.array_equal(board, (j // 3 + k // 3) % 2 == 0)


def test_a_face_towards_the_eye_is_seen():
    body = _draw.Drawn(np.array([[1.0, 0, 0, 0]]), _draw.box())
    # the eye on the x axis sees the +x face alone
    (mark,) = _draw.picture(body, 0, (0.0, 0.0))
    assert mark.points[:, 0].min() < 0 < mark.points[:, 0].max()


def test_a_trail_goes_from_the_first_sample_to_the_last():
    """In pieces that meet, on the side of the sphere on which each begins."""
    angle = np.linspace(0, 6, 61)  # about z: seen from the x axis it goes behind it
    q = rl.quaternion.exp(angle[:, None] * [0.0, 0.0, 1.0])
    body = _draw.Drawn(q, _draw.box(), trail=np.array([1.0, 0, 0]))
    behind, (*before, dot) = body.around(0, (0.0, 0.0))
    circle = np.column_stack([np.cos(angle), np.sin(angle), 0 * angle])
    path, seen = _draw.project(circle, (0.0, 0.0))
    first, last = [np.flatnonzero(seen[:, 2] < 0)[k] for k in (0, -1)]
    pieces = before[0], behind[0], before[1]
    wanted = path[: first + 1], path[first : last + 2], path[last + 1 :]
    assert len(behind) == 1 and len(before) == 2 and dot.kind == "dot"
    for piece, points in zip(pieces, wanted, strict=True):
        np.testing.assert_allclose(piece.points, points, atol=1e-15)


def test_the_head_of_an_arrow_is_the_same_on_both_sides():
    for view in ((0.3, 0.2), (2.0, -0.4)):
        shaft, head = _draw.arrow_marks((0.3, -0.5, 0.8), view)
        (start, base), (tip, left, right) = shaft[1], head[1]
        along, across = tip - (left + right) / 2, left - right
        assert np.isclose(np.linalg.norm(along), 0.13)
        assert np.isclose(np.linalg.norm(across), 0.11)
        assert abs(along @ across) < 1e-12
        assert np.isclose(along @ (base - start), 0.13 * np.linalg.norm(base - start))


def test_the_arrow_is_the_momentum_about_the_centre_and_at_rest_there_is_none():
    start = {"omega": (1, 2, 0), "velocity": (3, 0, 4), "position": (5, 0, 0)}
    given = start | {"h": 0.01, "steps": 500, "load": rl.wrenches.weight(STONE)}
    run = rl.integrate("dqvi", STONE, **given)
    shown = data(run.animate(label="A stone flies."))["bodies"][0]
    L = STONE.momentum((1, 2, 0))
    assert len(shown["q"]) == 4 * 240
    assert np.allclose(shown["L"], L / np.linalg.norm(L), atol=1e-3)
    pendulum = rl.Body.cone(mass=1.0, radius=0.1, height=0.3)
    start = {"omega": (0, 0, 0), "q0": rl.quaternion.exp([2, 0, 0])}
    load = rl.loads.uniform_gravity(pendulum)
    run = rl.integrate("rk4", pendulum, **start, h=0.01, steps=30, load=load)
    assert "L" not in data(run.animate(label="A pendulum is let go."))["bodies"][0]


def test_what_is_said_of_a_fast_body_helps():
    run = rl.integrate("exact", STONE, omega=(0.1, 9, 60), h=0.002, steps=20_000)
    with pytest.raises(InvalidInput, match="give frames=") as caught:
        run.animate(frames=240)
    frames = int(re.search(r"frames=(\d+)", str(caught.value))[1])
    assert len(data(run.animate(frames=frames))["t"]) == frames
    with pytest.raises(InvalidInput, match="records at least, with a smaller `every`"):
        run[::20].animate(frames=2000)
    assert 2500 < len(run.animate().t) <= 4000  # as many as show its turns


def test_a_run_has_words_and_frames_of_its_own():
    run = rl.integrate("exact", STONE, omega=(0, 1, 0), h=0.01, steps=2000)
    shown = run.animate()
    assert shown.label == "A body turns, by exact, from 0 to 20 s."
    assert len(shown.t) == 240 and run.animate(label="A stone.").label == "A stone."
    flight = rl.integrate("dqvi", STONE, omega=(0, 1, 0), h=0.1, steps=5)
    assert flight.animate().label == "A body flies, by dqvi, from 0 to 0.5 s."


def test_the_ellipsoid_rolls_on_a_plane_without_slipping():
    """The contact stays at one height, on the polhode, and the body rests there."""
    body = SKEWED
    run = rl.integrate("exact", body, omega=(0.3, 1.0, 0.8), h=0.02, steps=400)
    scene = rb.rolling_ellipsoid(run, label="x", frames=401)
    drawn = data(scene)["bodies"][0]
    floor = drawn["floor"]
    path, q = np.reshape(floor["path"], (-1, 3)), np.reshape(drawn["q"], (-1, 4))
    assert len(path) == len(q) == 401
    assert np.abs(path[:, 2] - floor["height"]).max() <= 5e-4
    semi_axes = scene.bodies[0].shape.vertices[: 24 * 13].max(0)
    R = rl.quaternion.as_matrix(rl.quaternion.normalize(q))
    touching = np.einsum("nji,nj->ni", R, path)  # the contact in principal components
    assert np.abs(((touching / semi_axes) ** 2).sum(1) - 1).max() < 0.02
    normal = R[0] @ (touching[0] / semi_axes**2)  # of the ellipsoid, at the contact
    assert np.abs(normal / np.linalg.norm(normal) - (0, 0, -1)).max() < 0.02
    still = scene._repr_html_()
    assert 'fill-opacity=".08"' in still and "<circle r" not in still.split("<g>")[0]
    for wrong in (run.omega[0] * 0, np.ones((2, 3))):
        still = rl.integrate("buss2", body, omega=wrong, h=0.1, steps=4)
        with pytest.raises(InvalidInput, match="one moving body"):
            rb.rolling_ellipsoid(still, label="x")
