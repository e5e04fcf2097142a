# Compiled functions without a Python face: see frontier.pxd.
