"""Looks at an ensemble while it is made."""

from contextlib import contextmanager

from rotlib import ensembles


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
