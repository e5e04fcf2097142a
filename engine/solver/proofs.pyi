# Compiled functions without a Python face: see proofs.pxd.
