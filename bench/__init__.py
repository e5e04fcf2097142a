"""Measurements that print ratios; see README.md."""
