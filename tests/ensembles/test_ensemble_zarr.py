"""An ensemble in a Zarr store: chunked by parts, read by pieces, never written over."""

import numpy as np
import pytest
from problems import BOX

import rotlib as rl
from rotlib.errors import InvalidInput

zarr = pytest.importorskip("zarr", minversion="3")

OMEGA = (0.3, 1.0, 0.8) + 0.2 * np.random.default_rng(7).normal(size=(23, 3))
RUN = {"omega": OMEGA, "h": 0.05, "steps": 40, "every": 7, "backend": "numpy"}


def test_records_are_those_of_a_run(tmp_path):
    cloud = rl.ensemble("dqvi", BOX, out=tmp_path / "cloud.zarr", part=5, **RUN)
    whole = rl.integrate("dqvi", BOX, **RUN)
    assert cloud.arrays["q"].chunks == (7, 5, 4) and cloud.arrays["turn"].chunks == (
        7,
        5,
    )
    for name in ("q", "omega", "position", "velocity"):
        assert (
            getattr(cloud.trajectory, name).tobytes() == getattr(whole, name).tobytes()
        ), name
    for key in (
        -1,
        0,
        slice(1, 3),
        (slice(None), 5),
        ([0, 2], [1, 1, 3]),
        (slice(2, None), np.arange(23) % 3 == 0),
    ):
        one, other = cloud[key], whole[key]
        assert (
            one.q.shape == other.q.shape
            and one.q.tobytes() == other.q.tobytes()
            and one.t.tolist() == other.t.tolist()
        )
        assert one.stats["turn"].tobytes() == other.stats["turn"].tobytes()
    group = zarr.open_group(tmp_path / "cloud.zarr", mode="r")
    assert (
        group["t"][:].tolist() == whole.t.tolist()
        and group["steps_completed"][:].tolist() == [40] * 23
    )


def test_only_the_chunks_asked_for_are_read(tmp_path, monkeypatch):
    cloud = rl.ensemble("buss4", BOX, out=tmp_path / "cloud.zarr", part=5, **RUN)
    kept = rl.integrate("buss4", BOX, **RUN)
    for chunk in (tmp_path / "cloud.zarr").glob("*/c/0/[0134]/0"):
        chunk.unlink()
    assert np.array_equal(cloud[:, 10:15].q, kept.q[:, 10:15])
    assert np.isnan(cloud[:, 9].q).all()


def test_what_is_measured_and_what_stops(tmp_path):
    given = RUN | {"measure": lambda run: run.energy.T, "part": 5}
    cloud = rl.ensemble("buss4", BOX, out=tmp_path / "energy.zarr", **given)
    assert np.array_equal(cloud.measured[:], rl.integrate("buss4", BOX, **RUN).energy.T)

    def stop(first, last, kept):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        rl.ensemble("buss4", BOX, out=tmp_path / "cut.zarr", callback=stop, **given)
    part = caught.value.ensemble
    assert part.steps_completed.tolist() == [40] * 5 + [-1] * 18
    assert np.isfinite(part.measured[:5]).all() and np.isnan(part.measured[5:]).all()


def test_nothing_is_written_over(tmp_path):
    rl.ensemble("buss4", BOX, out=tmp_path / "cloud.zarr", **RUN)
    with pytest.raises(InvalidInput, match="exists"):
        rl.ensemble("buss2", BOX, out=tmp_path / "cloud.zarr", **RUN)
    assert (
        zarr.open_group(tmp_path / "cloud.zarr", mode="r")["steps_completed"][
            :
        ].tolist()
        == [40] * 23
    )
