"""HTTP: one noun is one file, its schemas first and then its calls; see service/README.md."""
