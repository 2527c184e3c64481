"""Here annotations are never read."""

annotations = None
