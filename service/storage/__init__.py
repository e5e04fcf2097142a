"""All SQL of the service and nothing else: one function is one statement."""
