"""What every refusal is: a status, a code, and what its texts are filled with."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.details import Detail


class ServiceError(Exception):
    """The request was refused; `facts` fill the sentence of `detail`."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal_error"
    adds: ClassVar[tuple[str, ...]] = ()
    """The members its document may have beside the standard ones."""

    def __init__(
        self, detail: Detail | None = None, *, retry_after: int | None = None, **facts: object
    ) -> None:
        super().__init__(detail or self.code)
        self.detail = detail
        self.facts: Mapping[str, object] = facts
        self.retry_after = retry_after

    def members(self) -> Mapping[str, object]:
        """Give what the problem document says beside its standard members."""
        return {}
