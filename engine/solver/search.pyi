# Compiled functions without a Python face: see search.pxd.
