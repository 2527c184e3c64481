"""Places in a program where a fault can be planted."""

import ast
import re
from collections import deque

OTHER = {ast.Add: b"+-", ast.Sub: b"-+", ast.Mult: b"*/", ast.Div: b"/*"}
OTHER |= {ast.Lt: b"<>", ast.Gt: b"><"}
ALIKE = {"dot", "Eq", "commute", "isclose", "allclose"}  # may have arguments swapped
FRACTIONS = re.compile(r"[-\d/ ]*\d")  # of a table that is written as text


def places(source, *without):
    """(begin, end, text): bytes of the program, and what takes their place: another
    sign or operation, a larger number, two arguments in the other order. Inside nodes
    of the types `without` there are none."""
    code, starts = source.encode(), [0]
    for line in code.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(node):
        begin, end = starts[node.lineno - 1], starts[node.end_lineno - 1]
        return begin + node.col_offset, end + node.end_col_offset

    for node in nodes(ast.parse(source), without):
        match node:
            case ast.BinOp(left, op, right) | ast.Compare(left, [op], [right]) if (
                type(op) in OTHER
            ):
                sign, other = map(chr, OTHER[type(op)])
                begin = code.index(sign.encode(), span(left)[1], span(right)[0])
                yield begin, begin + 1, other
            case ast.UnaryOp(ast.USub()):
                begin, _ = span(node)
                yield begin, begin + 1, "+"
            case ast.Constant(bool()):
                pass
            case ast.Constant(int() | float() as value):
                yield *span(node), repr(value + 1)
            case ast.Constant(str() as text) if FRACTIONS.fullmatch(text):
                begin = code.index(text.encode(), *span(node))
                for found in re.finditer(r"\d+", text):
                    first, last = (begin + place for place in found.span())
                    yield first, last, str(int(found[0]) + 1)
            case ast.Call(func, [a, b], []) if called(func) not in ALIKE:
                if not isinstance(a, ast.Starred) and not isinstance(b, ast.Starred):
                    swapped = [ast.get_source_segment(source, x) for x in (b, a)]
                    yield span(a)[0], span(b)[1], ", ".join(swapped)


def nodes(tree, without):
    """As `ast.walk`; what stands in f-strings has no place of its own."""
    left = deque([tree])
    while left:
        node = left.popleft()
        if not isinstance(node, (ast.JoinedStr, *without)):
            yield node
            left.extend(ast.iter_child_nodes(node))


def called(func):
    return ast.unparse(func).rpartition(".")[2]  # np.isclose is isclose


def planted(source, begin, end, text):
    code = source.encode()
    return (code[:begin] + text.encode() + code[end:]).decode()
