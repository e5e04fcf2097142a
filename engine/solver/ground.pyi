# Compiled functions without a Python face: see ground.pxd.
