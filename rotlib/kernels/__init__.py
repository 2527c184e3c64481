"""Generated straight-line functions of scalars; see `rotlib.codegen`. Never edited by hand."""
