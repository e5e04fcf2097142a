# Compiled functions without a Python face: see guess.pxd.
