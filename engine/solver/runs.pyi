# Compiled functions without a Python face: see runs.pxd.
