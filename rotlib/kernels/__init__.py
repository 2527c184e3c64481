"""Generated straight-line functions of scalars, never edited: see `rotlib.codegen`."""
