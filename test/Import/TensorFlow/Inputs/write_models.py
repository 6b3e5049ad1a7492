"""Writes the models of the tests: write_models.py DIR."""

import os
import sys

from graph_def import *

MODELS = {}


def add(name, content):
    MODELS[name] = content


X = placeholder("x", FLOAT, [4, 3])
I = placeholder("i", INT32, [2, 1])
U = placeholder("u", FLOAT, [2, 3])
UPDATE = node("update", "TensorScatterAdd", ["x", "i", "u:0"])

add("scatter", graph([X, I, U, UPDATE]))
add(
    "scatter_nd",
    graph([I, U, const("s", int32s([4, 3])), node("y", "ScatterNd", ["i", "u", "s"])]),
)
add(
    "ignore",
    graph(
        [
            I,
            U,
            const("s", int32s([4, 3])),
            node("y", "ScatterNd", ["i", "u", "s"], bad_indices_policy=(2, "IGNORE")),
        ]
    ),
)
# A shape that the graph computes: half of the rows, and what is left.
add(
    "folded",
    graph(
        [
            X,
            node("s", "Shape", ["x"]),
            const("zero", int32s([0])),
            const("one", int32s([1])),
            const("two", int32s([2], [])),
            const("rest", int32s([-1], [])),
            node(
                "rows", "StridedSlice", ["s", "zero", "one", "one"], shrink_axis_mask=(3, 1)
            ),
            node("half", "FloorDiv", ["rows", "two"]),
            node("shape", "Pack", ["half", "rest"], axis=(3, 0)),
            node("y", "Reshape", ["x", "shape"]),
        ]
    ),
)
# The shape of another argument, of a number of rows that is known at run time.
add(
    "dynamic_shape",
    graph(
        [
            placeholder("x", FLOAT, [-1, 3]),
            placeholder("u", FLOAT, [-1, 2]),
            node("s", "Shape", ["x"]),
            const("zero", int32s([0])),
            const("one", int32s([1])),
            const("three", int32s([3], [])),
            node(
                "rows", "StridedSlice", ["s", "zero", "one", "one"], shrink_axis_mask=(3, 1)
            ),
            node("shape", "Pack", ["rows", "three"], axis=(3, 0)),
            node("r", "Reshape", ["u", "shape"]),
            node("sum", "Add", ["x", "r"]),
            node("y", "Max", ["sum", "one"]),
        ]
    ),
)
add("gather", graph([X, placeholder("j", INT32, [2]), node("y", "Gather", ["x", "j"])]))
NEGATE = function("negate", ["a"], {"b": "n:y:0"}, [node("n", "Neg", ["a"])])
add("call", graph([X, call("y", "negate", ["x"])], [NEGATE]))
add(
    "slice_update",
    graph(
        [
            X,
            placeholder("v", FLOAT, [4]),
            const("begin", int32s([0, 1])),
            const("end", int32s([0, 2])),
            const("ones", int32s([1, 1])),
            node(
                "y",
                "TensorStridedSliceUpdate",
                ["x", "begin", "end", "ones", "v"],
                begin_mask=(3, 1),
                end_mask=(3, 1),
                shrink_axis_mask=(3, 2),
            ),
        ]
    ),
)
add(
    "dynamic_rows",
    graph([placeholder("x", FLOAT, [-1, 3]), I, U, UPDATE, node("y", "Neg", ["update"])]),
)
add(
    "saved_model",
    saved_model(
        graph(
            [
                placeholder("serving_b", FLOAT, [2]),
                placeholder("serving_a", FLOAT, [2]),
                node("y", "Sub", ["serving_a", "serving_b"]),
            ]
        ),
        [
            signature("__saved_model_init_op", {}, {"none": "NoOp"}),
            signature(
                "serving_default", {"b": "serving_b:0", "a": "serving_a:0"}, {"out": "y:0"}
            ),
        ],
    ),
)

# What is refused.
add("attribute", graph([X, node("y", "Pack", ["x"], axis=(2, "first"))]))
add("axis", graph([X, node("y", "Pack", ["x"], axis=(3, 7))]))
add("bad-const", graph([const("c", tensor(FLOAT, [2], b"123")), node("y", "Neg", ["c"])]))
add("cycle", graph([node("a", "Neg", ["b"]), node("b", "Neg", ["a"]), node("y", "Neg", ["b"])]))
add("duplicate", graph([X, node("x", "Neg", ["x"]), node("y", "Neg", ["x"])]))
add("dynamic", graph([placeholder("x", FLOAT, [-1, 3]), node("y", "Squeeze", ["x"])]))
add("empty", b"")
add("function", graph([X, call("y", "absent", ["x"])]))
add("garbage", b"\x0a\xff not a graph")
add("rank-input", graph([placeholder("x", FLOAT, [1] * 1000), node("y", "Neg", ["x"])]))
add("rank-const", graph([const("c", tensor(FLOAT, [1] * 1000, bytes(4))), node("y", "Neg", ["c"])]))
add(
    "huge-const",
    graph([const("c", tensor(FLOAT, [1 << 40, 1 << 40])), node("y", "Neg", ["c"])]),
)
add(
    "huge-fill",
    graph(
        [
            const("s", int32s([1 << 30, 1 << 30, 1 << 30])),
            const("v", int32s([1], [])),
            node("y", "Fill", ["s", "v"]),
        ]
    ),
)
add("inputs", graph([X, node("y", "Neg", ["x", "x"])]))
add("name", graph([X, node("x:1", "Neg", ["x"])]))
add("no-output", graph([X]))
add("output", graph([X, node("y", "Neg", ["x:1"])]))
add("rank", graph([node("x", "Placeholder", dtype=(6, FLOAT)), node("y", "Neg", ["x"])]))
RECURSIVE = function("f", ["a"], {"b": "c:output:0"}, [call("c", "f", ["a"])])
add("recursive", graph([X, call("y", "f", ["x"])], [RECURSIVE]))
add("resource", graph([placeholder("x", 20, []), node("y", "Neg", ["x"])]))
add(
    "signature",
    saved_model(
        graph([X, node("y", "Neg", ["x"])]),
        [signature("one", {}, {"y": "y:0"}), signature("two", {}, {"y": "y:0"})],
    ),
)
add(
    "signature-input",
    saved_model(
        graph([X, node("y", "Neg", ["x"])]),
        [signature("serving_default", {"x": "absent:0"}, {"y": "y:0"})],
    ),
)
add("string", graph([const("c", tensor(STRING, [])), node("y", "Neg", ["c"])]))
add("truncated", graph([X, I, U, UPDATE])[:-5])
add("type", graph([placeholder("x", INT32, [2]), node("y", "Sqrt", ["x"])]))
add("unknown-input", graph([X, node("y", "Add", ["x", "absent"])]))
add("unknown-op", graph([X, node("y", "Unique", ["x"])]))
POLICY = (2, "SKIP")
add(
    "policy",
    graph([X, I, U, node("update", "TensorScatterAdd", ["x", "i", "u"], bad_indices_policy=POLICY)]),
)
POLICY = (2, "IGNORE")
add(
    "gather-policy",
    graph([X, I, node("y", "GatherNd", ["x", "i"], bad_indices_policy=POLICY)]),
)
add("updates", graph([X, I, placeholder("u", FLOAT, [2, 4]), UPDATE]))
add("variable", graph([node("v", "VarHandleOp"), node("y", "ReadVariableOp", ["v"])]))
# Twenty levels of functions that call the one before twice.
BOMB = [function("f0", ["a"], {"b": "n:y:0"}, [node("n", "Neg", ["a"])])]
for level in range(1, 21):
    BOMB.append(
        function(
            f"f{level}",
            ["a"],
            {"b": "second:output:0"},
            [
                call("first", f"f{level - 1}", ["a"]),
                call("second", f"f{level - 1}", ["first:output:0"]),
            ],
        )
    )
add("bomb", graph([X, call("y", "f20", ["x"])], BOMB))
# A long path, which recursion would not survive.
add(
    "long",
    graph([X] + [node(f"n{i}", "Identity", [f"n{i - 1}" if i else "x"]) for i in range(100000)]),
)

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
for name, content in MODELS.items():
    path = os.path.join(folder, f"{name}.pb")
    if name == "saved_model":
        os.makedirs(os.path.join(folder, "saved"), exist_ok=True)
        path = os.path.join(folder, "saved", "saved_model.pb")
    with open(path, "wb") as file:
        file.write(content)
