# Compiled functions without a Python face: see hashing.pxd.
