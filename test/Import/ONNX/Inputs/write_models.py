"""Writes the models of the tests: write_models.py DIR."""

import os
import sys

from onnx_model import *

MODELS = {}


def add(name, content):
    MODELS[name] = content


X = value("x", FLOAT, [4, 3])
I = value("i", INT64, [2, 1])
U = value("u", FLOAT, [2, 3])
Y = value("y", FLOAT, [4, 3])


def scatter_nd(**kwargs):
    attributes = [attribute(k, v) for k, v in kwargs.items()]
    return node("ScatterND", ["x", "i", "u"], ["y"], attributes, name="update")


add("lines", model(graph([node("Identity", ["two\nlines"], ["y"])], [X], [Y])))
add("scatter_nd", model(graph([scatter_nd(reduction="add")], [X, I, U], [Y])))
add(
    "scatter_rows",
    model(
        graph(
            [
                node("Expand", ["i", "shape"], ["wide"]),
                node(
                    "ScatterElements",
                    ["x", "wide", "u"],
                    ["y"],
                    [attribute("axis", 0), attribute("reduction", "max")],
                ),
            ],
            [X, I, U],
            [Y],
            [int64s("shape", [2, 3])],
        )
    ),
)
add(
    "scatter_columns",
    model(
        graph(
            [
                node(
                    "ScatterElements",
                    ["x", "i", "u"],
                    ["y"],
                    [attribute("axis", -1)],
                )
            ],
            [X, value("i", INT64, [4, 2]), value("u", FLOAT, [4, 2])],
            [Y],
        )
    ),
)
# A shape that the graph computes: 2 rows of what is left.
add(
    "folded",
    model(
        graph(
            [
                node("Shape", ["x"], ["s"]),
                node("Constant", [], ["zero"], [attribute("value_ints", [0])]),
                node("Gather", ["s", "zero"], ["rows"]),
                node("Constant", [], ["two"], [attribute("value_ints", [2])]),
                node("Div", ["rows", "two"], ["half"]),
                node("Constant", [], ["rest"], [attribute("value_ints", [-1])]),
                node("Concat", ["half", "rest"], ["shape"], [attribute("axis", 0)]),
                node("Reshape", ["x", "shape"], ["y"]),
            ],
            [X],
            [value("y", FLOAT, [2, 6])],
        )
    ),
)
add(
    "gather",
    model(
        graph(
            [node("Gather", ["x", "i"], ["y"])],
            [X, I],
            [value("y", FLOAT, [2, 1, 3])],
        )
    ),
)

XN, IM, UM = (
    value("x", FLOAT, ["n", 3]),
    value("i", INT64, ["m", 1]),
    value("u", FLOAT, ["m", 3]),
)
DYNAMIC = [
    node("ScatterND", ["x", "i", "u"], ["s"], [attribute("reduction", "add")]),
    node("Mul", ["s", "two"], ["y"]),
]
TWO = tensor("two", FLOAT, [], struct.pack("<f", 2))
add("named_sizes", model(graph(DYNAMIC, [XN, IM, UM], [value("y", FLOAT, ["n", 3])], [TWO])))

THEN = graph([node("Neg", ["x"], ["a"])], [], [value("a", FLOAT, [4, 3])])
ELSE = graph([node("Abs", ["x"], ["a"])], [], [value("a", FLOAT, [4, 3])])
add(
    "if",
    model(
        graph(
            [
                node(
                    "If",
                    ["c"],
                    ["y"],
                    [
                        attribute("then_branch", THEN, graph=True),
                        attribute("else_branch", ELSE, graph=True),
                    ],
                )
            ],
            [X],
            [Y],
            [tensor("c", BOOL, [], b"\0")],
        )
    ),
)


def branch_at_run(otherwise):
    branches = [
        attribute("then_branch", THEN, graph=True),
        attribute("else_branch", otherwise, graph=True),
    ]
    return model(graph([node("If", ["c"], ["y"], branches, name="n")], [X, value("c", BOOL, [1])], [Y]))


add("if_at_run", branch_at_run(ELSE))
ROW = graph([node("ReduceSum", ["x"], ["a"])], [], [value("a", FLOAT, [1, 1])])
add("other-branch", branch_at_run(ROW))
BROKEN = graph([node("Abs", ["z"], ["a"], name="inner")], [], [value("a", FLOAT, [4, 3])])
add(
    "branch",
    model(
        graph(
            [
                node(
                    "If",
                    ["c"],
                    ["y"],
                    [
                        attribute("then_branch", THEN, graph=True),
                        attribute("else_branch", BROKEN, graph=True),
                    ],
                )
            ],
            [X],
            [Y],
            [tensor("c", BOOL, [], b"\0")],
        )
    ),
)
LEAKY = function(
    "Leaky",
    "local",
    ["a"],
    ["b"],
    [node("LeakyRelu", ["a"], ["b"], [attribute("alpha", 0, ref="slope")])],
    ["slope"],
)
add(
    "function",
    model(
        graph(
            [node("Leaky", ["x"], ["y"], [attribute("slope", 0.5)], domain="local")],
            [X],
            [Y],
        ),
        functions=[LEAKY],
        domains=["local"],
    ),
)


def unary(op, **kwargs):
    return graph([node(op, ["x"], ["y"], name="n", **kwargs)], [X], [Y])


# Models that are refused.
add("unknown-op", model(unary("Sort")))
add("unknown-domain", model(unary("Relu", domain="other"), domains=["other"]))
add("old-op", model(unary("Relu"), version=5))
add("new-opset", model(unary("Relu"), version=99))
add("not-defined", model(graph([node("Relu", ["z"], ["y"], name="n")], [X], [Y])))
add(
    "cycle",
    model(
        graph(
            [
                node("Add", ["x", "b"], ["a"], name="first"),
                node("Relu", ["a"], ["b"], name="second"),
            ],
            [X],
            [value("b", FLOAT, [4, 3])],
        )
    ),
)
add("twice", model(graph([node("Relu", ["x"], ["x"], name="n")], [X], [X])))
add("no-input", model(graph([node("Add", ["x"], ["y"], name="n")], [X], [Y])))
add("no-output", model(graph([], [X], [Y])))
add("wrong-type", model(graph([node("Not", ["x"], ["y"], name="n")], [X], [Y])))
add("wrong-output", model(graph([node("Relu", ["x"], ["y"])], [X], [I])))
add(
    "wrong-attribute",
    model(unary("Softmax", attributes=[attribute("axis", "rows")])),
)
add("wrong-axis", model(unary("Softmax", attributes=[attribute("axis", 2)])))
add("wrong-reduction", model(graph([scatter_nd(reduction="avg")], [X, I, U], [Y])))
add("unknown-attribute", model(graph([scatter_nd(Reduction="add")], [X, I, U], [Y])))
AXES = [attribute("axes", [1])]
add("late-attribute", model(graph([node("Squeeze", ["x"], ["y"], AXES, name="n")], [X], [Y])))
add("no-attribute", model(unary("Relu", attributes=[attribute("alpha", 1.0)])))
TWICE = [attribute("axis", 1), attribute("axis", 0)]
add("attribute-twice", model(unary("Softmax", attributes=TWICE)))
TOP = node("TopK", ["x", "k"], ["y", "p"], name="n")
add("more-than-all", model(graph([TOP], [X], [Y], [int64s("k", [9])])))
add("two-counts", model(graph([TOP], [X], [Y], [int64s("k", [1, 1])])))
add(
    "early-reduction",
    model(graph([scatter_nd(reduction="max")], [X, I, U], [Y]), version=15),
)
add(
    "wrong-updates",
    model(graph([scatter_nd()], [X, I, value("u", FLOAT, [2, 2])], [Y])),
)
add("many-inputs", model(graph([node("Sum", ["x"] * 513, ["y"], name="n")], [X], [Y])))
MANY = [int64s("a", list(range(65)))]
add("many-axes", model(graph([node("Unsqueeze", ["x", "a"], ["y"], name="n")], [X], [Y], MANY)))
add("string", model(graph([node("Identity", ["x"], ["y"])], [value("x", STRING, [1])])))
PADS = int64s("pads", [1, 0, 0, 0])
add("dynamic", model(graph([node("Pad", ["x", "pads"], ["y"], name="n")], [XN], [Y], [PADS])))


def einsum(equation, inputs=2):
    names = ["x", "u"][:inputs]
    attributes = [attribute("equation", equation)]
    infos = [value(name, FLOAT, [3, 3]) for name in names]
    return model(graph([node("Einsum", names, ["y"], attributes, name="n")], infos, [Y]))


add("einsum-terms", einsum("ij,jk,kl->il"))
add("einsum-rank", einsum("ij,jkl"))
add("einsum-letter", einsum("i1,jk"))
add("einsum-result", einsum("ij,jk->iz"))


def batch_normalization(attributes, channels):
    names = ["x", "scale", "shift", "mean", "variance"]
    normalization = node("BatchNormalization", names, ["y"], attributes, name="n")
    statistics = [value(name, FLOAT, [channels]) for name in names[1:]]
    return model(graph([normalization], [X, *statistics], [Y]))


add("batch-training", batch_normalization([attribute("training_mode", 1)], 3))
add("batch-channels", batch_normalization([], 4))


def with_initializer(content):
    return model(
        graph([node("Identity", ["w"], ["y"])], [], [value("y", FLOAT, [2])], [content])
    )


add("short", with_initializer(tensor("w", FLOAT, [2], b"\0" * 7)))
add("negative", with_initializer(tensor("w", FLOAT, [-2], b"")))
add("huge", with_initializer(tensor("w", FLOAT, [1 << 40, 1 << 40], b"")))
add("float8", with_initializer(tensor("w", 17, [2], b"\0\0")))
DATA = {"location": "weights.bin", "offset": "4", "length": "8"}
add("external", with_initializer(tensor("w", FLOAT, [2], external=DATA)))
for name, changes in {
    "external-outside": {"location": "../weights.bin"},
    "external-absolute": {"location": "/etc/passwd"},
    "external-link": {"location": "link.bin"},
    "external-missing": {"location": "missing.bin"},
    "external-beyond": {"offset": "8"},
    "external-overflow": {"offset": str((1 << 64) - 4)},
    "external-length": {"length": "12"},
    "external-number": {"offset": "-1"},
}.items():
    add(name, with_initializer(tensor("w", FLOAT, [2], external={**DATA, **changes})))
DEEP_SHAPE = [1] * 100000
for name, graph_of in {
    "rank-input": graph([node("Transpose", ["x"], ["y"])], [value("x", FLOAT, DEEP_SHAPE)], [Y]),
    "rank-initializer": graph(
        [node("Relu", ["w"], ["y"])], [], [Y], [tensor("w", FLOAT, DEEP_SHAPE, bytes(4))]
    ),
    "rank-result": graph(
        [node("ConstantOfShape", ["s"], ["y"], name="n")], [], [Y], [int64s("s", DEEP_SHAPE)]
    ),
    "rank-axes": graph(
        [node("Unsqueeze", ["x", "s"], ["y"], name="n")], [X], [Y], [int64s("s", DEEP_SHAPE)]
    ),
    "rank-tile": graph(
        [node("Tile", ["x", "s"], ["y"], name="n")], [X], [Y], [int64s("s", DEEP_SHAPE)]
    ),
}.items():
    add(name, model(graph_of))
add(
    "huge-result",
    model(
        graph(
            [node("Expand", ["x", "s"], ["y"], name="n")],
            [value("x", FLOAT, [1])],
            [Y],
            [int64s("s", [1 << 40, 1 << 40])],
        )
    ),
)
add(
    "out-of-bounds",
    model(
        graph(
            [node("Gather", ["x", "k"], ["y"], name="n")],
            [X],
            [value("y", FLOAT, [1, 3])],
            [int64s("k", [4])],
        )
    ),
)
LOOP = function("F", "local", ["a"], ["b"], [node("F", ["a"], ["b"], domain="local")])
add(
    "recursion",
    model(unary("F", domain="local"), functions=[LOOP], domains=["local"]),
)
# Each function calls the one before twice: 2^40 nodes.
BOMB = [function("F0", "local", ["a"], ["b"], [node("Relu", ["a"], ["b"])])]
for i in range(1, 41):
    call = f"F{i - 1}"
    BOMB.append(
        function(
            f"F{i}",
            "local",
            ["a"],
            ["b"],
            [
                node(call, ["a"], ["c"], domain="local"),
                node(call, ["c"], ["b"], domain="local"),
            ],
        )
    )
add("bomb", model(unary("F40", domain="local"), functions=BOMB, domains=["local"]))
NESTED = THEN
for i in range(60):
    branches = [
        attribute("then_branch", NESTED, graph=True),
        attribute("else_branch", THEN, graph=True),
    ]
    NESTED = graph([node("If", ["c"], ["a"], branches)], [], [value("a", FLOAT, [1])])
add("nested", model(NESTED))
# 100,000 levels: the sizes of the messages around it are computed first.
LENGTHS = [0]
for i in range(100000):
    LENGTHS.append(LENGTHS[-1] + 1 + len(varint(LENGTHS[-1])))
DEEP = b"".join(
    b"\x0a\x2a\x32"[i % 3 : i % 3 + 1] + varint(LENGTHS[-2 - i]) for i in range(100000)
)
add("deep", field(7, DEEP))
add("empty", b"")
add("noise", bytes(range(256)) * 4)

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
for name, content in MODELS.items():
    with open(os.path.join(folder, name + ".onnx"), "wb") as file:
        file.write(content)
with open(os.path.join(folder, "weights.bin"), "wb") as file:
    file.write(struct.pack("<3f", 1, 2, 3))
link = os.path.join(folder, "link.bin")
if not os.path.lexists(link):
    os.symlink("/etc/passwd", link)
