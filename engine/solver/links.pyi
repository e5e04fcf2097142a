# Compiled functions without a Python face: see links.pxd.
