"""Writes GraphDefs without TensorFlow: protobuf messages as bytes."""

import struct

FLOAT, INT32, STRING, INT64, BOOL = 1, 3, 7, 9, 10


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    """A field of a message: an integer, text or an inner message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def message(*fields):
    return b"".join(field(number, value) for number, value in fields)


def shape(dims):
    return message(*[(2, message((1, dim))) for dim in dims])


def tensor(kind, dims, raw=None):
    parts = [(1, kind), (2, shape(dims))]
    return message(*parts, *([(4, raw)] if raw is not None else []))


def int32s(values, dims=None):
    dims = [len(values)] if dims is None else dims
    return tensor(INT32, dims, struct.pack(f"<{len(values)}i", *values))


def node(name, op, inputs=(), **attributes):
    """An attribute is a pair of the field of its kind and the value."""
    entries = [
        (5, message((1, key), (2, message(value)))) for key, value in attributes.items()
    ]
    return message((1, name), (2, op), *[(3, i) for i in inputs], *entries)


def placeholder(name, kind, dims):
    return node(name, "Placeholder", dtype=(6, kind), shape=(7, shape(dims)))


def const(name, value):
    return node(name, "Const", value=(8, value))


def call(name, function, inputs):
    return node(name, "PartitionedCall", inputs, f=(10, message((1, function))))


def function(name, inputs, outputs, nodes):
    """`outputs` maps names to values."""
    signature = message(
        (1, name),
        *[(2, message((1, i))) for i in inputs],
        *[(3, message((1, o))) for o in outputs],
    )
    returned = [(4, message((1, k), (2, v))) for k, v in outputs.items()]
    return message((1, signature), *[(3, n) for n in nodes], *returned)


def graph(nodes, functions=()):
    library = message(*[(1, f) for f in functions])
    return message(*[(1, n) for n in nodes], *([(2, library)] if functions else []))


def signature(name, inputs, outputs):
    def bindings(number, names):
        return [
            (number, message((1, k), (2, message((1, v))))) for k, v in names.items()
        ]

    content = message(*bindings(1, inputs), *bindings(2, outputs))
    return message((1, name), (2, content))


def saved_model(content, signatures):
    meta = message((2, content), *[(5, s) for s in signatures])
    return message((1, 1), (2, meta))
