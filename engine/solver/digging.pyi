# Compiled functions without a Python face: see digging.pxd.
