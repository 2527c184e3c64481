"""Parts of a run are what NumPy's indices make of its arrays. That `at` gives the
records back is asked of every kind of run."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rotlib as rl

BODY = rl.Body((1.0, 2.0, 2.6), mass=2.0)
RATES = np.random.default_rng(3).normal(size=(2, 3, 2, 3))
TURN = {"omega": (0.3, 1.0, 0.8), "h": 0.1}


def integrated(method, omega=TURN["omega"], h=0.1, **more):
    return rl.integrate(method, BODY, omega=omega, h=h, steps=8, **more)


RUNS = {
    "rotation": integrated("krenk_nielsen"),
    "batch": integrated("krenk_nielsen", RATES[0]),
    "three axes": integrated("buss3", RATES, every=3),
    "flight": integrated("dqvi", velocity=(1, 2, 3)),
    "flock": integrated("dqvi", RATES[0, 0], velocity=(0, 1, 0)),
}
CLOUD = {"omega": RATES[0, :, 0], "h": 0.1, "steps": 8, "every": 2, "backend": "auto"}


def same(a, b):
    return (a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes())


def indices(n):
    """What NumPy takes along an axis of length n; some of it is out of range."""
    mask = st.lists(st.booleans(), min_size=n, max_size=n)
    chosen = st.lists(st.integers(-n, n - 1), max_size=4)
    return st.one_of(
        st.integers(-n - 1, n),
        st.slices(n),
        chosen,
        mask,
        chosen.map(lambda x: np.array(x, dtype=int)),
        mask.map(np.array),
        st.integers(-n, n - 1).map(np.int64),
    )


def keys(run):
    """An index for the records, and in a batch one or more for its axes."""
    lengths = [len(run), *run.q.shape[1:-1]]
    whole = st.tuples(*map(indices, lengths))
    return whole | whole.map(lambda key: key[:2] if len(key) > 2 else key[0])


def split(key):
    records, *bodies = key if isinstance(key, tuple) else (key,)
    return records, tuple(bodies)


def picked(a, key):
    """The records first; then, in each of them, the bodies as NumPy finds them."""
    records, bodies = split(key)
    chosen = np.atleast_1d(np.arange(len(a))[records])
    found = np.empty((len(chosen), *a[0][bodies].shape), a.dtype)
    for i, record in enumerate(chosen):
        found[i] = a[record][bodies]
    return found


def arrays(run):
    names = "q_raw", "omega", *["position", "velocity"] * run.flies
    return {name: getattr(run, name) for name in names}


@pytest.mark.parametrize("name", ["batch", "three axes", "flight", "flock"])
@given(data=st.data())
def test_a_part_of_a_run_is_what_numpy_finds(name, data):
    compare(RUNS[name], data.draw(keys(RUNS[name])))


@pytest.mark.parametrize("bodies", [([0, 1], slice(None), 0), (0, slice(None), [1])])
def test_records_stay_the_first_axis_where_indices_stand_apart(bodies):
    compare(RUNS["three axes"], (slice(None), *bodies))


def compare(run, key, asked=None):
    """Whether what is asked, if it is not the run itself, has this part of the run."""
    asked = run if asked is None else asked
    try:
        wanted = {n: picked(a, key) for n, a in arrays(run).items()}
    except IndexError:
        with pytest.raises(IndexError):
            asked[key]
        return
    part = asked[key]
    records, bodies = split(key)
    assert type(part) is type(run) and (asked is not run or part.body is run.body)
    assert same(part.t, np.atleast_1d(run.t[records]))
    for n, a in arrays(part).items():
        assert same(a, wanted[n]), n
    if isinstance(records, slice) and not bodies:
        assert same(part.q_raw, run.q_raw[records])
    assert part.stats.keys() == run.stats.keys()
    for n, a in run.stats.items():
        if isinstance(a, np.ndarray):
            assert same(part.stats[n], picked(a, key)), n
    assert same(part.kinetic_energy, picked(run.kinetic_energy, key))


CONTINUED = {
    "three axes": RUNS["three axes"],
    "backwards": integrated("rk4", h=-0.1, every=3, t0=2.0),
    "with a memory": integrated("adams_bashforth_moulton"),
}


@pytest.mark.parametrize("name", CONTINUED)
@settings(max_examples=15)
@given(
    parts=st.lists(st.floats(0, 1) | st.sampled_from([0.125, 0.5]), max_size=4),
    order=st.randoms(use_true_random=False),
)
def test_what_at_finds_does_not_depend_on_the_other_times(name, parts, order):
    run = CONTINUED[name]
    times = run.t[0] + (run.t[-1] - run.t[0]) * np.array(parts)
    shuffled = list(range(len(times)))
    order.shuffle(shuffled)
    together, again = run.at(times), run.at(times[shuffled])
    for n, a in arrays(together).items():
        assert same(a[shuffled], arrays(again)[n]), n
        for i, t in enumerate(times):
            assert same(a[i], arrays(run.at(t))[n][0]), n


@pytest.fixture(scope="module")
def clouds(tmp_path_factory):
    """The same ensemble, in memory and in files."""
    folder = tmp_path_factory.mktemp("clouds") / "cloud"
    return [
        rl.ensemble("krenk_nielsen", BODY, **CLOUD, part=2, out=out)
        for out in (None, folder)
    ]


@given(data=st.data())
def test_a_part_of_an_ensemble_is_the_part_of_its_trajectory(clouds, data):
    whole = clouds[0].trajectory
    key = data.draw(keys(whole))
    for cloud in clouds:
        compare(whole, key, cloud)
