"""Parts of an ensemble on a Dask cluster: a bounded number under way, taken in order, cancelled if something stops."""

from collections import deque
from functools import lru_cache

from . import _parts
from .errors import InvalidInput, NotAvailable
from .methods import ALL, find


def demand_client(client):
    """Raise unless it is a client to which work can be handed."""
    try:
        from distributed import Client
    except ImportError:
        raise NotAvailable("client: needs dask.distributed, which is not installed: pip install rotlib[dask]") from None
    if not isinstance(client, Client) or client.asynchronous:
        raise InvalidInput(f"client: expected a dask.distributed.Client that waits for results, got {client!r}")


def packed(work):
    """The work as bytes; in it a method of the book is its name, so that workers use their own."""
    import cloudpickle

    if work.method in ALL:
        work = work._replace(method=work.method.name)
    for name, part in (("load", work.given["load"]), ("measure", work.measure), ("method, body", work)):
        try:
            text = cloudpickle.dumps(part)
        except Exception as error:
            raise InvalidInput(f"{name}: it goes to other processes, and cannot be pickled: {error}; an open file, a "
                               "lock or a running thread in it is the usual reason") from error
    return text


@lru_cache(maxsize=16)
def _unpacked(text):
    """The work, once a process: what is bound and compiled for it is then found again."""
    import cloudpickle

    work = cloudpickle.loads(text)
    return work._replace(method=find(work.method))


def _run(text, start):
    return _parts.run(_unpacked(text), start)


def parts(client, work, starts):
    """The parts that begin with these starts, in order."""
    text, waiting = packed(work), deque()
    try:
        for start in starts:
            waiting.append(client.submit(_run, text, start, pure=False))
            if len(waiting) >= 2 * sum(client.nthreads().values()):
                yield waiting[0].result()
                waiting.popleft()
        while waiting:
            yield waiting[0].result()
            waiting.popleft()
    finally:
        client.cancel(list(waiting))
