from rotlib import Given

agm = Given("mpmath.agm")
