"""Names for annotations, which nobody reads here; those of `collections.abc` too."""

TYPE_CHECKING = False
Any = Callable = Iterable = Literal = Mapping = Sequence = None
