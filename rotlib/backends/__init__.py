"""How one step runs on floats, arrays, compiled loops and JAX."""
