"""The pages for people, static and with no other site behind them; see README.md beside this."""

from service.web.pages import blueprint

__all__ = ["blueprint"]
