# A compiled class without a Python face of its own: see trail.pxd.
