"""A small part of NumPy, for a Python on a page that has none.

Arrays of at most two axes, of Python's numbers, one by one: what the exercises and
their checks use. A name that is missing says so.
"""

import math

inf, nan, pi, e = math.inf, math.nan, math.pi, math.e
newaxis = None
NUMBER = int, float, bool  # for MicroPython a truth is no int
float64 = float


def __getattr__(name):
    if name in _OUTSIDE:
        return _OUTSIDE[name]
    raise AttributeError(
        f"the small NumPy of this page has no {name}; the notebook has all of it"
    )


class _Key:
    def __getitem__(self, key):
        return key


KEY = _Key()  # MicroPython makes slices in brackets alone
ALL = KEY[:]


def _divided(a, b):
    if b:
        return a / b
    return nan if a == 0 or a != a else math.copysign(inf, a) * math.copysign(1.0, b)


def _to_the(a, b):
    return a**b if a or b >= 0 else inf


class ndarray:
    """Numbers in a row, and the shape they are thought in."""

    def __init__(self, flat, shape):
        self.flat, self.shape = flat, shape

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return len(self.flat)

    @property
    def T(self):
        return transpose(self)

    def tolist(self):
        if not self.shape:
            return self.flat[0]
        return [x.tolist() if isinstance(x, ndarray) else x for x in self]

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of an array without axes")
        return self.shape[0]

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __repr__(self):
        return f"array({_text(self.tolist())})"

    def __str__(self):
        return _text(self.tolist()).replace(",", "")

    def __bool__(self):
        if len(self.flat) != 1:
            raise ValueError("the truth of several numbers: use .any() or .all()")
        return bool(self.flat[0])

    def item(self):
        if len(self.flat) != 1:
            raise ValueError("only an array of one number is a number")
        return self.flat[0]

    def __getitem__(self, key):
        if not isinstance(key, tuple):
            key = (key,)
        key = tuple([ALL if k is Ellipsis else k for k in key])
        if len(key) > len(self.shape):
            raise IndexError("too many indices for this array")
        rows = _chosen(key[0], self.shape[0])
        if len(self.shape) == 1:
            if isinstance(rows, int):
                return self.flat[rows]
            return ndarray([self.flat[i] for i in rows], (len(rows),))
        n = self.shape[1]
        columns = _chosen(key[1] if len(key) > 1 else ALL, n)
        if isinstance(rows, int) and isinstance(columns, int):
            return self.flat[rows * n + columns]
        if isinstance(rows, int):
            return ndarray([self.flat[rows * n + j] for j in columns], (len(columns),))
        if isinstance(columns, int):
            return ndarray([self.flat[i * n + columns] for i in rows], (len(rows),))
        flat = [self.flat[i * n + j] for i in rows for j in columns]
        return ndarray(flat, (len(rows), len(columns)))

    def __setitem__(self, key, value):
        if isinstance(key, tuple) and len(key) == 2 and len(self.shape) == 2:
            self.flat[
                _chosen(key[0], self.shape[0]) * self.shape[1]
                + _chosen(key[1], self.shape[1])
            ] = value
            return
        places = _chosen(key, self.shape[0])
        places = [places] if isinstance(places, int) else places
        width = self.size // self.shape[0]
        places = [i * width + j for i in places for j in range(width)]
        values = asarray(value).flat
        for k, place in enumerate(places):
            self.flat[place] = values[k % len(values)]

    def __neg__(self):
        return ndarray([-x for x in self.flat], self.shape)

    def __pos__(self):
        return self

    def __abs__(self):
        return ndarray([abs(x) for x in self.flat], self.shape)

    def __invert__(self):
        return ndarray([not x for x in self.flat], self.shape)

    def __add__(self, other):
        return _pairwise(lambda a, b: a + b, self, other)

    def __sub__(self, other):
        return _pairwise(lambda a, b: a - b, self, other)

    def __mul__(self, other):
        return _pairwise(lambda a, b: a * b, self, other)

    def __truediv__(self, other):
        return _pairwise(_divided, self, other)

    def __pow__(self, other):
        return _pairwise(_to_the, self, other)

    def __mod__(self, other):
        return _pairwise(lambda a, b: a % b, self, other)

    def __radd__(self, other):
        return _pairwise(lambda a, b: a + b, other, self)

    def __rsub__(self, other):
        return _pairwise(lambda a, b: a - b, other, self)

    def __rmul__(self, other):
        return _pairwise(lambda a, b: a * b, other, self)

    def __rtruediv__(self, other):
        return _pairwise(_divided, other, self)

    def __rpow__(self, other):
        return _pairwise(_to_the, other, self)

    def __matmul__(self, other):
        return dot(self, other)

    def __rmatmul__(self, other):
        return dot(other, self)

    def __lt__(self, other):
        return _pairwise(lambda a, b: a < b, self, other)

    def __le__(self, other):
        return _pairwise(lambda a, b: a <= b, self, other)

    def __gt__(self, other):
        return _pairwise(lambda a, b: a > b, self, other)

    def __ge__(self, other):
        return _pairwise(lambda a, b: a >= b, self, other)

    def __eq__(self, other):
        return _pairwise(lambda a, b: a == b, self, other)

    def __ne__(self, other):
        return _pairwise(lambda a, b: a != b, self, other)

    def __and__(self, other):
        return _pairwise(lambda a, b: a and b, self, other)

    def __or__(self, other):
        return _pairwise(lambda a, b: a or b, self, other)

    def sum(self, axis=None):
        return _folded(sum, self, axis)

    def mean(self, axis=None):
        return _folded(lambda row: sum(row) / len(row), self, axis)

    def max(self, axis=None, initial=None):
        more = [] if initial is None else [initial]
        return _folded(lambda row: _extreme(max, row + more), self, axis)

    def min(self, axis=None, initial=None):
        more = [] if initial is None else [initial]
        return _folded(lambda row: _extreme(min, row + more), self, axis)

    def any(self):
        return any(self.flat)

    def all(self):
        return all(self.flat)

    def argmax(self):
        return self.flat.index(max(self.flat))

    def argmin(self):
        return self.flat.index(min(self.flat))

    def astype(self, kind):
        return ndarray([kind(x) for x in self.flat], self.shape)

    def copy(self):
        return ndarray(list(self.flat), self.shape)

    def ravel(self):
        return ndarray(list(self.flat), (self.size,))

    def reshape(self, *shape):
        shape = shape[0] if isinstance(shape[0], tuple) else shape
        return ndarray(list(self.flat), shape)

    def round(self, digits=0):
        return ndarray([round(x, digits) for x in self.flat], self.shape)

    def dot(self, other):
        return dot(self, other)


def _text(x):
    if isinstance(x, list):
        return "[" + ", ".join([_text(a) for a in x]) + "]"
    return f"{x:.8g}" if isinstance(x, float) else str(x)


def _chosen(key, n):
    """The places that a key means, or the one."""
    if isinstance(key, int) and not isinstance(key, bool):
        if not -n <= key < n:
            raise IndexError(f"index {key} is out of bounds for an axis of {n}")
        return key % n
    if isinstance(key, type(ALL)):
        return list(range(n))[key]
    key = list(key)
    if key and isinstance(key[0], bool):
        return [i for i, wanted in enumerate(key) if wanted]
    return [_chosen(k, n) for k in key]


def _extreme(which, row):
    return nan if any([x != x for x in row]) else which(row)


def _folded(fold, a, axis):
    if axis is None or len(a.shape) == 1:
        return fold(list(a.flat))
    rows = a if axis in (1, -1) else transpose(a)
    return array([fold(row.flat) for row in rows])


def _pairwise(f, a, b):
    a, b = asarray(a), asarray(b)
    x, y = a.flat, b.flat
    if a.shape == b.shape:
        return ndarray([f(x[i], y[i]) for i in range(len(x))], a.shape)
    if not b.shape:
        return ndarray([f(s, y[0]) for s in x], a.shape)
    if not a.shape:
        return ndarray([f(x[0], s) for s in y], b.shape)
    m, n = [max(p, q) for p, q in zip(_two(a.shape), _two(b.shape))]
    if any([s not in (1, w) for z in (a, b) for s, w in zip(_two(z.shape), (m, n))]):
        raise ValueError(f"shapes {a.shape} and {b.shape} do not fit together")
    i, j = _strides(a.shape), _strides(b.shape)
    flat = [
        f(x[r * i[0] + c * i[1]], y[r * j[0] + c * j[1]])
        for r in range(m)
        for c in range(n)
    ]
    return ndarray(flat, (n,) if len(a.shape) < 2 and len(b.shape) < 2 else (m, n))


def _two(shape):
    return (1,) * (2 - len(shape)) + shape


def _strides(shape):
    m, n = _two(shape)
    return (0 if m == 1 else n, 0 if n == 1 else 1)


def array(x, dtype=None):
    flat, shape = _taken_apart(x)
    if dtype is float:
        flat = [float(v) for v in flat]
    return ndarray(flat, shape)


def asarray(x, dtype=None):
    return x if isinstance(x, ndarray) and dtype is None else array(x, dtype)


def _taken_apart(x):
    if isinstance(x, ndarray):
        return list(x.flat), x.shape
    if isinstance(x, NUMBER):
        return [x], ()
    if isinstance(x, (str, bytes)) or not hasattr(x, "__len__") and callable(x):
        raise TypeError(f"no number: {x!r}")
    parts = [_taken_apart(part) for part in x]
    shapes = [shape for _, shape in parts]
    if any([shape != shapes[0] for shape in shapes]):
        raise ValueError("rows of different lengths")
    inner = shapes[0] if shapes else ()
    return [v for flat, _ in parts for v in flat], (len(parts),) + inner


def _each(f):
    def on(x):
        if isinstance(x, NUMBER):
            return f(x)
        x = asarray(x)
        return ndarray([f(v) for v in x.flat], x.shape)

    return on


def _sqrt(x):
    return math.sqrt(x) if x >= 0 else nan


def _log_with(f):
    return lambda x: f(x) if x > 0 else (-inf if x == 0 else nan)


sqrt = _each(_sqrt)
sin, cos, tan = _each(math.sin), _each(math.cos), _each(math.tan)
arcsin, arccos, arctan = _each(math.asin), _each(math.acos), _each(math.atan)
sinh, cosh, tanh = _each(math.sinh), _each(math.cosh), _each(math.tanh)
exp, floor, ceil = _each(math.exp), _each(math.floor), _each(math.ceil)
log, log10 = _each(_log_with(math.log)), _each(_log_with(math.log10))
log2 = _each(_log_with(lambda x: math.log(x) / math.log(2.0)))
degrees, radians = _each(math.degrees), _each(math.radians)
absolute, isnan = _each(abs), _each(lambda x: x != x)
isfinite = _each(lambda x: x == x and x not in (inf, -inf))
sign = _each(lambda x: float((x > 0) - (x < 0)))
square = _each(lambda x: x * x)
sinc = _each(lambda x: math.sin(pi * x) / (pi * x) if x else 1.0)


def _both(f):
    def on(a, b):
        made = _pairwise(f, a, b)
        return made if made.shape else made.flat[0]

    return on


arctan2, hypot = _both(math.atan2), _both(lambda a, b: math.sqrt(a * a + b * b))
minimum, maximum = _both(min), _both(max)
add, subtract = _both(lambda a, b: a + b), _both(lambda a, b: a - b)
multiply, divide = _both(lambda a, b: a * b), _both(_divided)


def zeros(shape):
    return full(shape, 0.0)


def ones(shape):
    return full(shape, 1.0)


def full(shape, value):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    n = 1
    for s in shape:
        n *= s
    return ndarray([value] * n, shape)


def zeros_like(a):
    return zeros(asarray(a).shape)


def ones_like(a):
    return ones(asarray(a).shape)


def eye(n):
    return ndarray([float(i == j) for i in range(n) for j in range(n)], (n, n))


def diag(x):
    x = asarray(x)
    n = x.shape[0]
    if len(x.shape) == 2:
        return array([x.flat[i * n + i] for i in range(n)])
    return ndarray(
        [x.flat[i] if i == j else 0.0 for i in range(n) for j in range(n)], (n, n)
    )


def arange(*limits):
    start, stop, step = (0, limits[0], 1) if len(limits) == 1 else (limits + (1,))[:3]
    n = max(0, math.ceil((stop - start) / step))
    return ndarray([start + i * step for i in range(n)], (n,))


def linspace(start, stop, n=50):
    return ndarray([start + (stop - start) * i / (n - 1) for i in range(n)], (n,))


def dot(a, b):
    a, b = asarray(a), asarray(b)
    if not a.shape or not b.shape:
        raise ValueError("@ multiplies vectors and matrices; one of these is a number")
    if a.shape[-1] != b.shape[0]:
        raise ValueError(f"shapes {a.shape} and {b.shape} do not fit together")
    if len(a.shape) == 1 and len(b.shape) == 1:
        return sum([x * y for x, y in zip(a.flat, b.flat)])
    if len(a.shape) == 1:
        return array([dot(a, column) for column in transpose(b)])
    return array([dot(row, b) for row in a])


def cross(a, b):
    a, b = asarray(a), asarray(b)
    if a.shape != (3,) or b.shape != (3,):
        raise ValueError("cross: this page knows it for two vectors of three numbers")
    (x, y, z), (u, v, w) = a.flat, b.flat
    return ndarray([y * w - z * v, z * u - x * w, x * v - y * u], (3,))


def outer(a, b):
    return array([[x * y for y in b] for x in a])


def transpose(a):
    a = asarray(a)
    if len(a.shape) < 2:
        return a
    m, n = a.shape
    return ndarray([a.flat[i * n + j] for j in range(n) for i in range(m)], (n, m))


def concatenate(parts):
    parts = [asarray(part) for part in parts]
    flat = [x for part in parts for x in part.flat]
    inner = parts[0].shape[1:]
    return ndarray(flat, (sum([part.shape[0] for part in parts]),) + inner)


def stack(parts, axis=0):
    made = array([asarray(part) for part in parts])
    return made if axis == 0 or len(made.shape) < 2 else transpose(made)


class _Row:
    def __getitem__(self, parts):
        parts = parts if isinstance(parts, tuple) else (parts,)
        return concatenate([asarray(part).ravel() for part in parts])


r_ = _Row()


def array_split(a, n):
    a = asarray(a)
    size, more = divmod(len(a), n)
    ends = [i * size + min(i, more) for i in range(n + 1)]
    return [a[ends[i] : ends[i + 1]] for i in range(n)]


def split(a, n):
    if len(asarray(a)) % n:
        raise ValueError("an equal division is not possible")
    return array_split(a, n)


def roll(a, shift):
    a = asarray(a)
    k = -shift % len(a)
    return concatenate([a[k:], a[:k]])


def delete(a, place):
    a = asarray(a)
    return a[[i for i in range(len(a)) if i != place]]


def where(condition, a, b):
    condition, a, b = asarray(condition), asarray(a), asarray(b)
    a = _pairwise(lambda c, x: x, condition, a)
    b = _pairwise(lambda c, x: x, condition, b)
    flat = [p if c else q for c, p, q in zip(condition.flat, a.flat, b.flat)]
    return ndarray(flat, condition.shape)


def clip(a, least, most):
    return minimum(maximum(a, least), most)


def sort(a):
    return array(sorted(asarray(a).flat))


def argsort(a):
    flat = asarray(a).flat
    return array(sorted(range(len(flat)), key=lambda i: flat[i]))


def cumsum(a):
    total, found = 0.0, []
    for x in asarray(a).flat:
        total += x
        found.append(total)
    return array(found)


def diff(a):
    a = asarray(a)
    return a[1:] - a[:-1]


def interp(x, xs, ys):
    xs, ys = list(xs), list(ys)
    if x <= xs[0]:
        return ys[0]
    for i in range(1, len(xs)):
        if x <= xs[i]:
            part = (x - xs[i - 1]) / (xs[i] - xs[i - 1])
            return ys[i - 1] + part * (ys[i] - ys[i - 1])
    return ys[-1]


def polyfit(x, y, degree):
    if degree != 1:
        raise ValueError("polyfit: this page fits straight lines")
    x, y = asarray(x), asarray(y)
    dx = x - x.mean()
    slope = (dx * (y - y.mean())).sum() / (dx * dx).sum()
    return array([slope, y.mean() - slope * x.mean()])


def allclose(a, b, rtol=1e-5, atol=1e-8):
    b = asarray(b)
    return (absolute(asarray(a) - b) <= absolute(b) * rtol + atol).all()


def array_equal(a, b):
    a, b = asarray(a), asarray(b)
    return a.shape == b.shape and a.flat == b.flat


def ptp(a):
    return asarray(a).max() - asarray(a).min()


def mean(a, axis=None):
    return asarray(a).mean(axis)


def shape(a):
    return asarray(a).shape


def isscalar(x):
    return isinstance(x, NUMBER)


class linalg:
    @staticmethod
    def norm(a):
        return math.sqrt(sum([x * x for x in asarray(a).flat]))

    @staticmethod
    def det(m):
        (a, b, c), (d, e, f), (g, h, i) = m
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)

    @staticmethod
    def solve(m, v):
        m = [list(row) + [x] for row, x in zip(m, v)]
        n = len(m)
        for k in range(n):
            best = max(range(k, n), key=lambda i: abs(m[i][k]))
            m[k], m[best] = m[best], m[k]
            for i in range(n):
                if i != k:
                    part = m[i][k] / m[k][k]
                    m[i] = [a - part * b for a, b in zip(m[i], m[k])]
        return array([m[k][n] / m[k][k] for k in range(n)])


def _outside():
    """The names that would hide Python's own in this file."""

    def rounded(a, digits=0):
        return round(a, digits) if isscalar(a) else asarray(a).round(digits)

    return {
        "sum": lambda a, axis=None: asarray(a).sum(axis),
        "max": lambda a, axis=None: asarray(a).max(axis),
        "min": lambda a, axis=None: asarray(a).min(axis),
        "all": lambda a: asarray(a).all(),
        "any": lambda a: asarray(a).any(),
        "round": rounded,
        "abs": absolute,
        "power": _both(_to_the),
    }


_OUTSIDE = _outside()
