"""Values out of JSON bodies that may hold anything: what is missing or of another type reads as nothing."""

from __future__ import annotations

from typing import Any


def at(tree: Any, *path: str | int) -> Any:
    """The value at a path of names and places, None where it does not lead anywhere."""
    for step in path:
        if isinstance(step, str) and isinstance(tree, dict):
            tree = tree.get(step)
        elif isinstance(step, int) and isinstance(tree, list) and -len(tree) <= step < len(tree):
            tree = tree[step]
        else:
            return None
    return tree


def text_at(tree: Any, *path: str | int) -> str:
    """The text at a path, empty where there is none."""
    value = at(tree, *path)
    return value if isinstance(value, str) else ""


def count_at(tree: Any, *path: str | int) -> int:
    """The count at a path, 0 where there is none."""
    value = at(tree, *path)
    return value if type(value) is int and value > 0 else 0


def objects_at(tree: Any, *path: str | int) -> list[dict[str, Any]]:
    """The objects in the list at a path."""
    value = at(tree, *path)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
