"""What the engine does, written down: counts, deals and whole games, a folder for each variant.

The files are read by people, as a review of the rules, and compared by tests byte for byte.
`make golden VARIANT=…` writes them; a difference in them is a change of behaviour.
"""
