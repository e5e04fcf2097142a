# Compiled functions without a Python face: see carrying.pxd.
