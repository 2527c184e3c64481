"""Values that the whole rotlib has computed when the book was made, by their call.

The same lines note a call when the book is made, and find it on the page."""


def key(name, arguments, options):
    """The call as a text; of functions only that there is one."""
    parts = [_said(x) for x in arguments]
    parts += [k + "=" + _said(options[k]) for k in sorted(options)]
    return name + "(" + ", ".join(parts) + ")"


def _said(x):
    if hasattr(x, "given_as"):
        return x.given_as
    if isinstance(x, str) or x is None or isinstance(x, bool):
        return str(x)
    if isinstance(x, (int, float)):
        return f"{x + 0.0:.9g}"
    if callable(x):
        return "function"
    try:
        return "[" + ", ".join([_said(a) for a in x]) + "]"
    except TypeError:  # an array of one number
        return f"{x.item():.9g}"
