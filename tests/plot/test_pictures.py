"""Pictures of a user's own: pages and films of a scene, angles, spheres, bands."""

import re
import warnings

import numpy as np
import pytest
import rotbook as rb
from problems import ROOT
from refusals import refused
from rotbook import poinsot

import rotlib as rl
from rotlib import errors, plot, quaternion

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
pyplot = pytest.importorskip("matplotlib.pyplot")
animation = pytest.importorskip("matplotlib.animation")

BODY = rl.Body((1.0, 2.0, 2.6))
RUN = rl.integrate("buss4", BODY, omega=(0.05, 1.0, 0.08), h=0.05, steps=400)
SPINS = np.random.default_rng(0).normal((0.05, 1.0, 0.02), 0.03, size=(5, 4, 3))
BATCH = rl.integrate("buss4", BODY, omega=SPINS, h=0.1, steps=50)


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


def test_a_page_holds_all_that_it_needs(tmp_path):
    scene = RUN.animate(label="A box & a stick")
    scene.to_html(tmp_path / "x.html")
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>") and "<title>A box &amp; a stick" in page
    assert scene._repr_html_() in page
    assert not re.search(r"(src|href)\s*=|@import|url\(|https?://(?!www.w3.org)", page)


def test_the_player_of_the_pages_is_that_of_the_package():
    """One source: the book loads the file that a notebook gets inline."""
    config = (ROOT / "_config.yml").read_text(encoding="utf-8")
    for name in ("rotview.css", "rotview.js"):
        assert f"rotlib/plot/{name}" in config
        text = (ROOT / "rotlib" / "plot" / name).read_text(encoding="utf-8")
        assert text in RUN.animate()._repr_html_()
        assert not (ROOT / "book" / "_static" / name).exists()


def test_a_stored_page_leaves_the_player_out():
    from nbformat.v4 import new_output
    from normal import clean

    scene = RUN.animate()
    output = new_output("display_data", {"text/html": scene._repr_html_()})
    assert clean(output, 1).data["text/html"] == scene._standing()


def test_a_film_turns_the_body(tmp_path):
    image = pytest.importorskip("PIL.Image")
    scene = RUN.animate(trail=(0, 1, 0), dials={"energy (J)": RUN.energy})
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("error")
        scene.save(tmp_path / "x.gif", fps=3, seconds=1.0)
    with image.open(tmp_path / "x.gif") as film:
        assert film.n_frames == 3 and film.info["duration"] == 330
        frames = []
        for k in (0, 1):
            film.seek(k)
            frames.append(np.asarray(film.convert("RGB"), int))
    assert np.abs(frames[0] - frames[1]).max() > 50
    assert [*tmp_path.iterdir()] == [tmp_path / "x.gif"]


def test_an_mp4_is_written_where_there_is_ffmpeg_and_else_the_error_says_so(
    tmp_path, monkeypatch
):
    film, scene = tmp_path / "x.mp4", RUN.animate()
    if animation.FFMpegWriter.isAvailable():
        scene.save(film, fps=4, seconds=0.5)
        assert film.read_bytes()[4:8] == b"ftyp"
        film.unlink()
    monkeypatch.setattr(animation.FFMpegWriter, "isAvailable", lambda: False)
    with pytest.raises(errors.NotInstalled, match="needs the program ffmpeg"):
        scene.save(film, seconds=0.5)
    assert not film.exists()


def test_angles_go_on_beyond_a_turn_and_locks_are_marked():
    about_z = quaternion.exp([(0, 0, x) for x in np.linspace(0, 10, 41)])
    given = np.linspace(0, 1, 41), about_z, np.zeros((41, 3)), BODY, "made"
    axes = plot.attitude(rl.Trajectory(*given)).axes[0]
    assert np.allclose(axes.lines[0].get_ydata(), np.rad2deg(np.linspace(0, 10, 41)))
    words = [text.get_text() for text in axes.get_legend().get_texts()]
    assert words == ["1st: about Z", "2nd: about Y", "3rd: about X"]
    pitch = quaternion.exp([(0, x, 0) for x in np.linspace(0, 3, 41)])
    axes = plot.attitude(rl.Trajectory(given[0], pitch, *given[2:])).axes[0]
    (band,) = axes.collections
    (path,) = band.get_paths()
    ends = path.vertices[:, 0].min(), path.vertices[:, 0].max()
    assert ends[0] < np.pi / 6 < ends[1] < ends[0] + 0.15
    assert axes.get_legend().get_texts()[-1].get_text() == "near gimbal lock"


@pytest.mark.parametrize("moments", [(1, 2, 2.6), (2.6, 1, 2), (2, 2, 3), (3, 2, 2)])
def test_lines_on_the_sphere_are_those_of_a_free_body(moments):
    rings = poinsot._polhodes(np.array(moments, float))
    assert len(rings) >= 6
    for ring in rings:
        assert np.allclose((ring**2).sum(-1), 1.0)
        assert np.ptp((ring**2 / moments).sum(-1)) < 1e-14  # the energy
    assert poinsot._polhodes(np.array([2.0, 2.0, 2.0])) == []


def test_the_path_on_the_sphere_is_the_momentum_in_the_body():
    axes = rb.momentum_sphere(RUN, view=(0.0, np.pi / 2)).axes[0]
    x, y = axes.lines[-1].get_data()
    momentum = BODY.momentum(RUN.omega)[0]
    at = momentum / np.linalg.norm(momentum)
    # seen from above, with body x up on the screen's negative y
    assert np.allclose([x[0], y[0]], [at[1], -at[0]])


def test_bands_hold_the_share_of_the_motions_that_they_say():
    figure = plot.bands(BATCH)
    labels = [axes.get_ylabel() for axes in figure.axes]
    assert labels == [rf"$\omega_{axis}$ (rad/s)" for axis in "xyz"]
    wide, narrow = figure.axes[0].collections
    middle = figure.axes[0].lines[0].get_ydata()
    flat = BATCH.omega[..., 0].reshape(51, -1)
    assert np.array_equal(middle, np.median(flat, axis=1))
    for band, share in ((wide, 0.9), (narrow, 0.5)):
        at_end = band.get_paths()[0].vertices
        low, high = np.ptp(at_end[at_end[:, 0] == BATCH.t[-1]], axis=0)[1], flat[-1]
        edges = np.quantile(high, [(1 - share) / 2, (1 + share) / 2])
        assert np.isclose(low, np.ptp(edges))
    for of, panels in (("energy", 1), ("momentum_space", 3)):
        assert len(plot.bands(BATCH, of=of).axes) == panels


def test_a_run_is_plotted_by_the_name_of_the_picture():
    for run in (RUN, BATCH[:, 0, 0]):
        assert len(run.plot("attitude").axes) == 1
        labels = [a.get_ylabel() for a in run.plot("motion").axes]
        assert len(labels) == 3 and "rad/s" in labels[0] and all(labels)


def test_a_flight_is_plotted_with_its_place():
    stone = rl.Body.box(mass=2.0, sides=(1, 2, 3))
    how = {"h": 0.02, "steps": 20, "load": rl.wrenches.weight(stone)}
    run = rl.integrate("dqvi", stone, omega=(1, 2, 0), velocity=(3, 0, 4), **how)
    axes = run.plot().axes
    labels = [a.get_ylabel() for a in axes]
    assert labels[:2] == ["body rates (rad/s)", "position (m)"] and len(axes) == 4
    for k, line in enumerate(axes[1].lines):
        assert np.array_equal(line.get_ydata(), run.position[:, k])
    assert np.abs(axes[2].lines[0].get_ydata()).max() < 1e-4  # relative change of T + V
    rest = rl.integrate("dqvi", stone, omega=(0, 0, 0), **how).plot()
    assert rest.axes[-1].get_ylabel().endswith("(N m s)")  # nothing to be relative to


def test_one_orientation_is_drawn_its_faces_with_edges_of_their_own_colour():
    faces = plot.orientation(RUN.q[3], shape="wing-nut").patches[1:]
    assert len(faces) > 9
    assert all(f.get_edgecolor() == f.get_facecolor() for f in faces)


def test_what_cannot_be_plotted_is_refused():
    still = rl.integrate("exact", BODY, omega=(0, 0, 0), h=0.1, steps=3)
    scene = RUN.animate()
    table = {
        "what: expected one of 'motion'": lambda: RUN.plot("bars"),
        "expected a batch": lambda: RUN.plot("bands"),
        "of: expected one of 'omega'": lambda: BATCH.plot("bands", of="position"),
        "seq: expected 3 axes": lambda: RUN.plot("attitude", seq="ZY"),
        "expected one quaternion": lambda: plot.orientation(RUN.q),
        r"such as run\[:, 0\]": BATCH.animate,
        r"choose one.*run\[:, 0, 0\]": [
            lambda: rb.momentum_sphere(BATCH),
            lambda: BATCH.plot("motion"),
            lambda: BATCH.plot("attitude"),
        ],
        "one at rest": lambda: rb.momentum_sphere(still),
        "ends in .gif or .mp4, got 'x.avi'": lambda: scene.save("x.avi"),
        "got 'x'": lambda: scene.save("x"),
        "fps: expected a positive": lambda: scene.save("x.gif", fps=0),
        "seconds: expected a positive": lambda: scene.save("x.gif", seconds=-1),
        "path: expected": lambda: scene.to_html("x.htm"),
    }
    refused(table)
