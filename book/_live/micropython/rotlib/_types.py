"""Names for annotations, which nobody reads here."""

Array = ArrayLike = Function = None
