# Compiled functions without a Python face: see unearthing.pxd.
