# Compiled functions without a Python face: see make.pxd.
