"""What flies with derived kernels: steps made of kernels, printed as JavaScript.

A step is f(state, constants, h) -> state, of flat numbers. What is exact is a committed
method of high order at many small steps."""

from collections.abc import Callable
from itertools import permutations
from math import comb, sqrt
from typing import Any, NamedTuple

from rotbook import javascript
from rotlib.kernels import lie_taylor, magnus_samples
from rotlib.kernels.magnus import step_space
from rotlib.kernels.quaternion import exp, log, multiply, rotate, rotate_back
from rotlib.kernels.rigid_body import momentum_space, omega_body

ORIGIN = (1.0, 0.0, 0.0, 0.0)


class Flight(NamedTuple):
    """A motion on which methods of one family are compared.

    Attributes
    ----------
    topic : str
        The kernels with which it flies.
    steps : callable
        (module of kernels, choice) -> {label: (order, step)}.
    judge : callable
        The committed step that judges.
    judged : int
        How many of its steps.
    start, constants : tuple of float
    sides : tuple of float
        Half lengths of the box that is drawn.
    duration : float
    counts : tuple of int
        Numbers of steps that are compared.
    """

    topic: str
    steps: Callable[[Any, str], dict[str, tuple[int, Callable[..., Any]]]]
    judge: Callable[..., Any]
    judged: int
    start: tuple[float, ...]
    constants: tuple[float, ...]
    sides: tuple[float, ...]
    duration: float
    counts: tuple[int, ...]

    def printed(self, old, new, choice):
        """The stored steps and the derived one, as text, and where they start."""
        committed = self.steps(old, "")
        label, (order, step) = next(reversed(self.steps(new, choice).items()))
        return {
            "committed": [
                {"label": name, "order": p, "text": self.text(f)}
                for name, (p, f) in committed.items()
            ],
            "derived": {"label": label, "order": order, "text": self.text(step)},
            "judge": self.text(self.judge),
            "judged": self.judged,
            "apart": javascript.function(apart, (4, 4), 0, name="f"),
            "rotate": javascript.function(turned, (4, 3), 3, name="f"),
            "start": self.start,
            "constants": self.constants,
            "sides": self.sides,
            "duration": self.duration,
            "counts": self.counts,
        }

    def text(self, step):
        sizes = len(self.start), len(self.constants), 0
        return javascript.function(step, sizes, len(self.start), name="f")


def apart(q, r):
    """The angle between two attitudes."""
    w, x, y, z = r
    a, b, c = log(*multiply(w, -x, -y, -z, *q))
    return sqrt(a * a + b * b + c * c)


def turned(q, v):
    """A vector of the body, in space."""
    return rotate(*q, *v)


# --- a rate that is linear in time ----------------------------------------------------


def magnus_steps(kernels, choice):
    """The series to each even power of h, about the middle of the step."""
    orders = sorted(
        int(name.removeprefix("magnus_order_"))
        for name in vars(kernels)
        if name.startswith("magnus_order_")
    )
    return {f"order {p}": (p, magnus_step(kernels, p)) for p in orders}


def magnus_step(kernels, order):
    turn = getattr(kernels, f"magnus_order_{order}")

    def step(state, alpha, h):
        q, omega = state[:4], state[4:]
        moved = multiply(*exp(*turn(*omega, *alpha, h)), *q)
        after = step_space(*q, *omega, *alpha, h)[4:]
        return (*moved, *after)

    return step


# --- a free body ----------------------------------------------------------------------

MOMENTS = (1.0, 2.0, 2.6)
RATE = (0.3, 1.0, 0.8)
MOMENTUM = momentum_space(*ORIGIN, *RATE, *MOMENTS)
STICK = (1.0, 5.0, 1.2)  # sides of the chapter's box, of 1 kg
STICK_MOMENTS = tuple((STICK[i - 1] ** 2 + STICK[i - 2] ** 2) / 12.0 for i in range(3))
PUSHED = momentum_space(*ORIGIN, 0.5, 3.0, 1.0, *STICK_MOMENTS)


def body_step(turn):
    """The next attitude of a free body; its momentum in space stays."""

    def step(q, constants, h):
        return turn(*q, *constants, h)

    return step


def taylor_steps(kernels, choice):
    orders = range(2, kernels.ORDER + 1)
    return {f"order {p}": (p, body_step(taylor_turn(kernels.Y, p))) for p in orders}


def taylor_turn(table, order):
    """The turn by the brackets in the first rows of a table."""

    def turn(*numbers):
        q, J, h = numbers[:4], numbers[7:10], numbers[10]
        known = dict(enumerate(rates_of(omega_body(*numbers[:10]), J, order)))
        y, size = [0.0, 0.0, 0.0], 1.0
        for n, row in enumerate(table[:order]):
            size = size * h / (n + 1)
            for word, number in row.items():
                factor = number * size * (-1.0) ** brackets(word)
                terms = zip(y, bracket(word, known), strict=True)
                y = [a + factor * b for a, b in terms]
        return multiply(*q, *exp(*y))

    return turn


def rates_of(omega, J, count):
    """The rate of a free body and its derivatives, by Euler's equations."""
    w, axes = [omega], ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    for n in range(count - 1):
        new = []
        for i, j, k in axes:
            terms = [comb(n, m) * w[m][j] * w[n - m][k] for m in range(n + 1)]
            new.append((J[j] - J[k]) / J[i] * sum(terms[1:], terms[0]))
        w.append(tuple(new))
    return w


def bracket(word, known):
    if word not in known:
        (a, b, c), (x, y, z) = (bracket(part, known) for part in word)
        known[word] = b * z - c * y, c * x - a * z, a * y - b * x
    return known[word]


def brackets(word):
    return 1 + sum(map(brackets, word)) if isinstance(word, tuple) else 0


def splitting_steps(kernels, choice):
    """All orders of the axes; the chosen one comes last."""
    names = ["-".join(axes) for axes in permutations("123")]
    names.sort(key=lambda axes: axes == choice)
    return {
        axes: (2, body_step(splitting_turn(kernels.turn, axes.split("-"))))
        for axes in names
    }


def splitting_turn(turn, axes):
    """The turns about the axes a b c b a, by the flow about one of them."""
    a, b, c = [int(axis) - 1 for axis in axes]

    def turned(*numbers):
        (w, *v), J, h = numbers[:4], numbers[7:10], numbers[10]
        l = [*rotate_back(*numbers[:7])]
        for k, part in ((a, 1), (b, 1), (c, 2), (b, 1), (a, 1)):
            i, j = (k + 1) % 3, (k + 2) % 3
            given = w, v[k], v[i], v[j], l[k], l[i], l[j], part * h / (4 * J[k])
            w, v[k], v[i], v[j], l[i], l[j] = turn(*given)
        return w, *v

    return turned


FLIGHTS = {
    "book/magnus/samples-derive.ipynb": Flight(
        "magnus_samples",
        magnus_steps,
        judge=magnus_step(magnus_samples, 10),
        judged=1000,
        start=(*ORIGIN, 1.0, -0.5, 0.3),
        constants=(0.4, 0.9, -0.7),
        sides=(1.5, 1.0, 0.5),
        duration=6.0,
        counts=(4, 5, 6, 8, 10, 12, 16, 24, 32, 48, 64),
    ),
    "book/buss/series-derive.ipynb": Flight(
        "lie_taylor",
        taylor_steps,
        judge=body_step(taylor_turn(lie_taylor.Y, 8)),
        judged=1000,
        start=ORIGIN,
        constants=(*MOMENTUM, *MOMENTS),
        sides=(1.5, 1.0, 0.5),
        duration=12.0,
        counts=(16, 24, 32, 48, 64, 96, 128),
    ),
    "book/buss/rivals-derive.ipynb": Flight(
        "splitting",
        splitting_steps,
        judge=body_step(taylor_turn(lie_taylor.Y, 8)),
        judged=1000,
        start=ORIGIN,
        constants=(*PUSHED, *STICK_MOMENTS),
        sides=tuple(0.35 * side for side in STICK),
        duration=5.0,
        counts=(32, 64, 128, 256, 512, 1024),
    ),
}
