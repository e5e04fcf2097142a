"""The service: a flat REST layer over the engine. README.md says what each layer may import."""
