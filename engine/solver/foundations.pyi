# Compiled functions without a Python face: see foundations.pxd.
