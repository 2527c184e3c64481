"""Many motions, looked at while they are made and compared when they are."""

from contextlib import contextmanager

import numpy as np

from rotlib import ensembles

OMEGA = (0.3, 1.0, 0.8) + 0.2 * np.random.default_rng(7).normal(size=(60, 3))


def assert_same(one, other):
    """Two ensembles, bit for bit."""
    assert [*one.t] == [*other.t] and one.failed == other.failed
    assert one.steps_completed.tolist() == other.steps_completed.tolist()
    assert one.arrays.keys() == other.arrays.keys()
    for name, a in one.arrays.items():
        assert np.asarray(a).tobytes() == other.arrays[name].tobytes(), name


@contextmanager
def after_each_part(see):
    """Call see(first, stop, cloud) when a part is made; what it raises stops all."""
    plain = ensembles._take

    def take(cloud, *made):
        first = int(cloud.made.sum())
        plain(cloud, *made)
        see(first, int(cloud.made.sum()), cloud)

    ensembles._take = take
    try:
        yield
    finally:
        ensembles._take = plain
