from typing import Any

class CompiledRules:
    tables: Any
    pile_ids: tuple[str, ...]
