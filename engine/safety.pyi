# Compiled functions without a Python face: see safety.pxd.
