# Compiled functions without a Python face: see dead.pxd.
