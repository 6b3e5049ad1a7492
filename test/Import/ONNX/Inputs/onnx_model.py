"""Writes ONNX models without the onnx package: protobuf messages as bytes."""

import struct

FLOAT, UINT8, INT32, INT64, STRING, BOOL = 1, 2, 6, 7, 8, 9


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    """A field of a message: an integer, a float, text or an inner message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def message(*fields):
    return b"".join(field(number, value) for number, value in fields)


def repeated(number, values):
    return [(number, value) for value in values]


def tensor(name, kind, dims, raw=None, external=None, **fields):
    parts = repeated(1, dims) + [(2, kind), (8, name)]
    if raw is not None:
        parts.append((9, raw))
    if external is not None:
        parts += [(13, message((1, k), (2, v))) for k, v in external.items()]
        parts.append((14, 1))
    return message(*parts)


def int64s(name, values, dims=None):
    dims = [len(values)] if dims is None else dims
    return tensor(name, INT64, dims, struct.pack(f"<{len(values)}q", *values))


def value(name, kind, dims):
    shape = [
        (1, message((2, d)) if isinstance(d, str) else message((1, d))) for d in dims
    ]
    return message(
        (1, name), (2, message((1, message((1, kind), (2, message(*shape))))))
    )


def attribute(name, content, graph=False, ref=None):
    if ref:
        return message((1, name), (21, ref))
    if graph:
        return message((1, name), (6, content), (20, 5))
    if isinstance(content, int):
        return message((1, name), (3, content), (20, 2))
    if isinstance(content, float):
        return message((1, name), (2, content), (20, 1))
    if isinstance(content, str):
        return message((1, name), (4, content), (20, 3))
    if isinstance(content, bytes):
        return message((1, name), (5, content), (20, 4))
    return message((1, name), *repeated(8, content), (20, 7))


def node(op, inputs, outputs, attributes=(), name="", domain=""):
    return message(
        *repeated(1, inputs),
        *repeated(2, outputs),
        (3, name),
        (4, op),
        *repeated(5, attributes),
        (7, domain),
    )


def graph(nodes, inputs=(), outputs=(), initializers=()):
    return message(
        *repeated(1, nodes),
        (2, "graph"),
        *repeated(5, initializers),
        *repeated(11, inputs),
        *repeated(12, outputs),
    )


def opset(version, domain=""):
    return message((1, domain), (2, version))


def function(name, domain, inputs, outputs, nodes, attributes=()):
    return message(
        (1, name),
        *repeated(4, inputs),
        *repeated(5, outputs),
        *repeated(6, attributes),
        *repeated(7, nodes),
        (9, opset(18)),
        (10, domain),
        (9, opset(1, domain)),
    )


def model(main, version=18, functions=(), domains=()):
    return message(
        (1, 8),
        (7, main),
        (8, opset(version)),
        *repeated(8, [opset(1, domain) for domain in domains]),
        *repeated(25, functions),
    )
