# Compiled functions without a Python face: see shorten.pxd.
