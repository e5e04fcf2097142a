"""The pages for people, with no other site behind them; see README.md beside this."""

from service.web import pages, problems

blueprints = (pages.blueprint, problems.blueprint)

__all__ = ["blueprints"]
