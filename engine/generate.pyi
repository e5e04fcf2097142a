# Compiled functions without a Python face: see generate.pxd.
