"""Parts of an ensemble on a Dask cluster: a bounded number at once, in order."""

from collections import deque
from collections.abc import Generator, Iterable
from functools import lru_cache
from typing import Any, cast

from .._types import Array
from ..errors import InvalidInput, NotAvailable
from ..methods import ALL, find
from . import chunk
from .chunk import ChunkResult, Job


def require_client(client: Any) -> None:
    """Raise unless it is a client to which work can be handed."""
    try:
        from distributed import Client
    except ImportError:
        raise NotAvailable(
            "client: needs dask.distributed, which is not installed: pip install"
            " rotlib[dask]"
        ) from None
    if not isinstance(client, Client) or client.asynchronous:
        raise InvalidInput(
            "client: expected a dask.distributed.Client that waits for results, got"
            f" {client!r}"
        )


def packed(job: Job) -> bytes:
    """The job as bytes; workers take their own copy of a method of the book."""
    import cloudpickle

    if job.method in ALL:
        job = job._replace(method=cast(Any, job.method.name))
    text = b""
    parts = {"load": job.load, "measure": job.measure, "method, body": job}
    for name, part in parts.items():
        try:
            text = cloudpickle.dumps(part)
        except Exception as error:
            raise InvalidInput(
                f"{name}: it goes to other processes, and cannot be pickled: {error};"
                " an open file, a lock or a running thread in it is the usual reason"
            ) from error
    return text


@lru_cache(maxsize=16)
def _unpacked(text: bytes) -> Job:
    """The job, unpacked once a process."""
    import cloudpickle

    job: Job = cloudpickle.loads(text)
    return job._replace(method=find(job.method))


def _run(text: bytes, start: dict[str, Array]) -> ChunkResult:
    return chunk.run(_unpacked(text), start)


def parts(
    client: Any, job: Job, starts: Iterable[dict[str, Array]]
) -> Generator[ChunkResult]:
    """The parts that begin with these starts, in order."""
    text = packed(job)
    waiting: deque[Any] = deque()
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
