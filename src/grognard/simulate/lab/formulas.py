"""Small formulas in files of one's own: numbers, words, comparisons, nothing that could do harm."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from grognard.kernel.errors import BadInput

LONGEST = 300
"""Characters of a formula."""
_TWO: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip
_CALLS: Mapping[str, Callable[..., Any]] = {"min": min, "max": max, "abs": abs}


class Formula:
    """A formula over names, as `men - casualties` or `'stops' if status == 'broken' else status`."""

    def __init__(self, text: str, where: str) -> None:
        """BadInput where it is none; `where` names it."""
        self.text, self._where = text, where
        if len(text) > LONGEST:
            raise BadInput(f"{where}: a formula has at most {LONGEST} characters")
        try:
            self._tree = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise BadInput(f"{where}: {text!r} is no formula") from None

    def __call__(self, names: Mapping[str, Any]) -> Any:
        """Its value."""
        try:
            return self._value(self._tree, names)
        except (TypeError, ZeroDivisionError, RecursionError) as error:
            raise BadInput(f"{self._where}: {self.text!r}: {error}") from None

    def _value(self, at: ast.AST, names: Mapping[str, Any]) -> Any:
        match at:
            case ast.Constant(value=int() | str() as value):
                return value
            case ast.Name(id=name):
                if name not in names:
                    raise BadInput(f"{self._where}: no {name!r} here; there are {', '.join(sorted(names))}")
                return names[name]
            case ast.UnaryOp(op=ast.USub(), operand=of):
                return -self._value(of, names)
            case ast.UnaryOp(op=ast.Not(), operand=of):
                return not self._value(of, names)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _TWO:
                return _TWO[type(op)](self._value(left, names), self._value(right, names))
            case ast.BoolOp(op=op, values=values):
                found = (self._value(each, names) for each in values)
                return all(found) if isinstance(op, ast.And) else any(found)
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._value(body if self._value(test, names) else other, names)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return tuple(self._value(each, names) for each in parts)
            case ast.Compare():
                return self._compared(at, names)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _CALLS:
                return _CALLS[name](*(self._value(each, names) for each in args))
        raise BadInput(
            f"{self._where}: {self.text!r}: names, whole numbers, words in quotes, + - * // %, comparisons, and, or, "
            "not, if, min, max, abs are all there is"
        )

    def _compared(self, at: ast.Compare, names: Mapping[str, Any]) -> bool:
        left = self._value(at.left, names)
        for op, right_at in zip(at.ops, at.comparators, strict=True):
            right = self._value(right_at, names)
            if type(op) not in _TWO or not _TWO[type(op)](left, right):
                return False
            left = right
        return True
