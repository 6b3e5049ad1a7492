"""Writes models with named dimensions and arguments: write_dynamic_models.py DIR."""

import os
import sys

import numpy as np
from onnx_model import *


def rows(name, size, columns=3):
    return value(name, FLOAT, [size, columns])


def output(rank):
    return value("y", FLOAT, [f"d{i}" for i in range(rank)])


X, XM = rows("x", "n"), rows("u", "m")
S = value("s", INT64, [2])
S_PLACE = value("i", INT64, [2])


def one_node(op, inputs, infos, initializers=(), rank=2, outputs=("y",), **attributes):
    attributes = [attribute(name, content) for name, content in attributes.items()]
    nodes = [node(op, inputs, list(outputs), attributes, name="n")]
    return model(graph(nodes, infos, [output(rank)], list(initializers)))


# The number of rows less 2, as a sum that overflows, and plus 1.
SUMS = [
    node("Shape", ["x"], ["n"], [attribute("start", 0), attribute("end", 1)]),
    node("Add", ["n", "big"], ["more"]),
    node("Add", ["more", "big"], ["less"]),
    node("Add", ["n", "one"], ["next"]),
]
CONSTANTS = [int64s("big", [2**63 - 1]), int64s("one", [1])]


def overflowing(nodes):
    return model(graph(SUMS + nodes, [X], [output(2)], CONSTANTS))


# A mean of floats of 16 bits.
HALF = [
    node("Cast", ["x"], ["h"], [attribute("to", 10)]),
    node("ReduceMean", ["h", "a"], ["m"]),
    node("Cast", ["m"], ["y"], [attribute("to", FLOAT)]),
]
NONE = tensor("z", FLOAT, [0, 3], b"")
INDICES = value("i", INT64, ["k"])
# A cache of unknown sizes: the batch, the head, the position.
CACHE = [
    value("past", FLOAT, ["b", "h", "l", "d"]),
    value("update", FLOAT, ["b", "h", "s", "d"]),
    value("write_indices", INT64, ["b"]),
]


def tensor_scatter(mode, outputs=("y",)):
    attributes = [attribute("mode", mode)]
    inputs = ["past", "update", "write_indices"]
    nodes = [node("TensorScatter", inputs, list(outputs), attributes, name="n")]
    return model(graph(nodes, CACHE, [output(4)]), version=24)


def tensor_scatter_from_0():
    nodes = [node("TensorScatter", ["past", "update"], ["y"], [], name="n")]
    return model(graph(nodes, CACHE[:2], [output(4)]), version=24)


def scatter_elements(reduction, version):
    attributes = [attribute("reduction", reduction)]
    nodes = [node("ScatterElements", ["x", "i", "u"], ["y"], attributes, name="n")]
    infos = [X, value("i", INT64, ["k", "l"]), rows("u", "k", "l")]
    return model(graph(nodes, infos, [output(2)]), version=version)


PLACES = value("i", INT64, ["k", "l"])
MODELS = {
    "mean": model(graph(HALF, [X], [output(2)], [int64s("a", [0])])),
    "power": model(
        graph(
            [node("Pow", ["b", "i"], ["y"])],
            [value("b", INT64, []), INDICES],
            [value("y", INT64, ["k"])],
        )
    ),
    "cache-linear": tensor_scatter("linear"),
    "cache-circular": tensor_scatter("circular"),
    "cache-from-0": tensor_scatter_from_0(),
    # PyTorch writes reductions of opset 18 into models of opset 16.
    "elements-max": scatter_elements("max", 16),
    "elements-min": scatter_elements("min", 16),
    # One tuple that names one element, and as many updates as the caller gives.
    "one-tuple": model(
        graph(
            [node("ScatterND", ["x", "i", "u"], ["y"], name="n")],
            [rows("x", "n"), S_PLACE, value("u", FLOAT, ["m"])],
            [output(2)],
        )
    ),
    "sums": one_node("CumSum", ["x", "z"], [X], [int64s("z", [0], [])]),
    "sums-after": one_node(
        "CumSum", ["x", "z"], [X], [int64s("z", [0], [])], exclusive=1, reverse=1
    ),
    "long-sums": one_node("CumSum", ["x", "z"], [rows("x", 1, 40)], [int64s("z", [1], [])]),
    "nonzero": model(
        graph([node("NonZero", ["x"], ["y"])], [X], [value("y", INT64, [2, "k"])])
    ),
    "logarithms": one_node(
        "ReduceLogSumExp", ["x", "a"], [X], [int64s("a", [1])], keepdims=0, rank=1
    ),
    "einsum": one_node("Einsum", ["x", "u"], [X, XM], equation="ni,mi->mn"),
    # The first product has no sum, and the second more dimensions.
    "einsum-outer": model(
        graph(
            [node("Einsum", ["a", "b", "a"], ["y"], [attribute("equation", "i,j,k->ijk")])],
            [value("a", INT64, ["n"]), value("b", INT64, ["m"])],
            [value("y", INT64, ["n", "m", "n"])],
        )
    ),
    "batch": one_node(
        "BatchNormalization",
        ["x", "c", "c", "c", "c"],
        [rows("x", "n", "k"), value("c", FLOAT, ["m"])],
        epsilon=1.0,
    ),
    "softplus": one_node("Softplus", ["x"], [X]),
    "erf": one_node("Erf", ["x"], [X]),
    "concat-none": one_node("Concat", ["x", "z"], [X], [NONE], axis=0),
    "gather-none": one_node("Gather", ["z", "i"], [INDICES], [NONE]),
    "tuples": one_node("ScatterND", ["x", "i", "u"], [X, PLACES, XM]),
    "start-at-end": one_node(
        "Slice", ["x", "b", "e"], [rows("x", 4), value("e", INT64, [1])], [int64s("b", [4])]
    ),
    "named": one_node("Add", ["x", "u"], [X, rows("u", "n")]),
    "broadcast": one_node("Add", ["x", "u"], [X, XM]),
    "known": one_node("Add", ["x", "u"], [X, rows("u", 4)]),
    "reshape": one_node("Reshape", ["x", "s"], [X], [int64s("s", [2, 6])]),
    "infer": one_node("Reshape", ["x", "s"], [X], [int64s("s", [-1, 4])]),
    "shape": one_node("Reshape", ["x", "s"], [X, S]),
    "fill": one_node("ConstantOfShape", ["s"], [S]),
    "expand": one_node("Expand", ["x", "s"], [X, S]),
    "tile": one_node("Tile", ["x", "s"], [X, S]),
    "concat": one_node("Concat", ["x", "u"], [X, XM], axis=1),
    "squeeze": one_node("Squeeze", ["x", "a"], [X], [int64s("a", [0])], rank=1),
    "split": one_node("Split", ["x", "p"], [X], [int64s("p", [2, 2])], outputs=("y", "z")),
    "parts": one_node("Split", ["x", "s"], [X, S], outputs=("y", "z")),
    "slice": one_node("Slice", ["x", "b", "e"], [X, value("b", INT64, [1]), value("e", INT64, [1])]),
    "reversed": one_node(
        "Slice",
        ["x", "b", "e", "a", "t"],
        [X, value("b", INT64, [1]), value("e", INT64, [1])],
        [int64s("a", [0]), int64s("t", [-2])],
    ),
    "matmul": one_node("MatMul", ["x", "u"], [X, rows("u", "m", 2)]),
    "gemm": one_node("Gemm", ["x", "u", "v"], [X, rows("u", 3, "m"), rows("v", "k", "m")]),
    "gather": one_node("Gather", ["x", "i"], [X, INDICES]),
    "elements": one_node("GatherElements", ["x", "i"], [X, PLACES]),
    "scatter": one_node("ScatterElements", ["x", "i", "u"], [X, PLACES, rows("u", "k", "l")]),
    "top": one_node("TopK", ["x", "b"], [X, value("b", INT64, [1])], outputs=("y", "p"), axis=0),
    "range": model(
        graph(
            [node("Range", ["a", "b", "c"], ["y"], name="n")],
            [value("a", INT64, []), value("b", INT64, [])],
            [value("y", INT64, ["k"])],
            [int64s("c", [2], [])],
        )
    ),
    "argmax": model(
        graph(
            [node("ArgMax", ["x"], ["y"], [attribute("keepdims", 0)], name="n")],
            [X],
            [value("y", INT64, [3])],
        )
    ),
    "overflowing_slice": overflowing([node("Slice", ["x", "less", "big"], ["y"], name="n")]),
    "overflowing_parts": overflowing(
        [
            node("Concat", ["less", "next"], ["p"], [attribute("axis", 0)]),
            node("Split", ["x", "p"], ["z", "w"], name="n"),
            node("Neg", ["w"], ["y"]),
        ]
    ),
    # -1 keeps a size: what the exporter writes for expand.
    "keep": model(
        graph(
            [
                node("Shape", ["x"], ["shape"]),
                node("Gather", ["shape", "zero"], ["size"]),
                node("Unsqueeze", ["size", "axis"], ["one"]),
                node("Concat", ["one", "three"], ["both"], [attribute("axis", 0)]),
                node("Equal", ["both", "minus"], ["is"]),
                node("Where", ["is", "ones", "both"], ["wanted"]),
                node("Expand", ["x", "wanted"], ["wide"]),
                node("Neg", ["wide"], ["y"]),
            ],
            [X],
            [output(2)],
            [
                int64s("zero", [0], []),
                int64s("axis", [0]),
                int64s("three", [3]),
                int64s("minus", [-1, -1]),
                int64s("ones", [1, 1]),
            ],
        )
    ),
}


def main(folder):
    os.makedirs(folder, exist_ok=True)
    for name, content in MODELS.items():
        with open(os.path.join(folder, f"{name}.onnx"), "wb") as file:
            file.write(content)
    for n in range(8):
        for m in (2, 3):
            array = np.arange(n * m, dtype=np.float32).reshape(n, m)
            np.save(os.path.join(folder, f"{n}x{m}.npy"), array)
    np.save(os.path.join(folder, "3x4.npy"), np.ones((3, 4), np.float32))
    np.save(os.path.join(folder, "ones.npy"), np.ones((5000, 3), np.float32))
    small = np.array([[0, -0.0, 1e-20], [-20, -30, 0.25]], np.float32)
    np.save(os.path.join(folder, "small.npy"), small)
    for name, sizes in {"cache": (2, 1, 4, 1), "steps": (2, 1, 2, 1), "long": (2, 1, 5, 1)}.items():
        np.save(os.path.join(folder, f"{name}.npy"), np.arange(10, dtype=np.float32)[: sizes[2] * 2].reshape(sizes))
    np.save(os.path.join(folder, "1x40.npy"), np.arange(40, dtype=np.float32)[None])
    np.save(os.path.join(folder, "three-ones.npy"), np.ones(3, np.float32))
    np.save(os.path.join(folder, "row1.npy"), np.full(1, 7, np.float32))
    np.save(os.path.join(folder, "row2.npy"), np.full(2, 7, np.float32))
    for name, values in {
        "place1_2": [1, 2],
        "starts0_2": [0, 2],
        "starts0_3": [0, 3],
        "starts-1_0": [-1, 0],
        "starts0": [0],
        "i0": [0],
        "i1": [1],
        "i9": [9],
        "none": [],
        "column": [[1], [0]],
        "pair": [[1, 0]],
        "first": [-(2**63)],
        "last": [2**63 - 1],
        "s-2_3": [-2, 3],
        "s2_3": [2, 3],
        "s4_3": [4, 3],
        "s1_2": [1, 2],
        "s9_2": [9, 2],
        "huge": [2**62, 4],
        "overflow": [2**63 - 1, 2**63 - 1],
        "places": [[0, 1, 0], [1, 0, 1]],
        "wide": [[0, 1, 0, 0]],
        "two": [1, 2],
        "three": [1, 2, 3],
    }.items():
        np.save(os.path.join(folder, f"{name}.npy"), np.array(values, np.int64))
    for name, number in {"1": 1, "3": 3, "6": 6, "first": -(2**63), "last": 2**63 - 1}.items():
        np.save(os.path.join(folder, f"n{name}.npy"), np.array(number, np.int64))


main(sys.argv[1])
