"""Models of dynamic sizes and arguments for them: write_dynamic_models.py FOLDER."""

import os
import sys

import numpy as np
from ir_model import Model


def layer(kind, parameters, constants=(), rank=2, element="f32", **data):
    """A model of one layer. Parameters are (name, shape) or (name, shape, element)."""
    model = Model()
    inputs = [
        model.parameter(name, *(given or ["f32"]), shape) for name, shape, *given in parameters
    ]
    inputs += [model.const(list(each)) for each in constants]
    return model.result(model.add(kind, element, (-1,) * rank, *inputs, name="n", **data))


X = ("x", (-1, 3))
SHAPE = ("s", (2,), "i64")
PLACES = ("i", (-1,), "i64")
ELEMENTS = [("x", (-1, -1)), ("i", (-1, -1), "i64"), ("u", (-1, -1))]
BOUNDS = [("b", (1,), "i64"), ("e", (1,), "i64")]

MODELS = {
    "ranges": layer("ReLU", [("x", ("2..4", 3))]),
    "least": layer("ReLU", [("x", ("2..", 3))]),
    "most": layer("ReLU", [("x", ("..4", 3))]),
    "broadcast": layer("Broadcast", [X, SHAPE], version="opset3", mode="numpy"),
    "known": layer("Broadcast", [("x", (2, 3)), SHAPE], version="opset3", mode="numpy"),
    "explicit": layer(
        "Broadcast", [("x", (-1,)), SHAPE], [[0]], version="opset3", mode="explicit"
    ),
    "tile": layer("Tile", [X, SHAPE]),
    "reshape": layer("Reshape", [X, SHAPE], special_zero="false"),
    "split": layer("Split", [X], [[0]], num_splits="2", count=2),
    "gather": layer("Gather", [X, PLACES], [[0]], version="opset8"),
    "batch": layer("Gather", ELEMENTS[:2], [[1]], version="opset8", batch_dims="1"),
    "elements": layer("ScatterElementsUpdate", ELEMENTS, [[0]], version="opset3"),
    "rows": layer("ScatterUpdate", [X, PLACES, ("u", (-1, 3))], [[0]], version="opset3"),
    "index": layer(
        "StridedSlice", [X, ("b", (1,), "i64")], [[0], [1]], rank=1, shrink_axis_mask="1"
    ),
    "slice": layer("Slice", [X, *BOUNDS], [[1], [0]], version="opset8"),
    "reversed": layer("Slice", [X, *BOUNDS], [[-2], [0]], version="opset8"),
    "sizes": layer("ShapeOf", [("x", (-1, 0))], rank=1, element="i32", version="opset3", output_type="i32"),
}  # fmt: skip


def parts(lengths):
    """Parts along the rows; None stands for lengths that are an input."""
    model = Model()
    x = model.parameter("x", "f32", (-1, 3))
    axis = model.const([0])
    sizes = model.const(lengths) if lengths else model.parameter("s", "i64", (2,))
    n = model.add("VariadicSplit", "f32", (-1, 3), x, axis, sizes, name="n", count=2)
    return model.result(n)


def numbers():
    model = Model()
    bounds = [model.parameter(name, "i64", ()) for name in ("a", "b")]
    n = model.add(
        "Range", "i64", (-1,), *bounds, model.const([2]), name="n", version="opset4",
        output_type="i64",
    )  # fmt: skip
    return model.result(n)


MODELS |= {"parts": parts(None), "rest": parts([3, -1]), "range": numbers()}

LAST = 2**63 - 1
VALUES = {
    "s2_3": [2, 3],
    "s4_3": [4, 3],
    "s1_2": [1, 2],
    "s-1_2": [-1, 2],
    "s-1_-1": [-1, -1],
    "s-2_3": [-2, 3],
    "s3_3": [3, 3],
    "huge": [2**62, 4],
    "overflow": [LAST, LAST],
    "i0": [0],
    "i1": [1],
    "i9": [9],
    "i-1": [-1],
    "places": [0, 2],
    "first": [-LAST - 1],
    "last": [LAST],
    "n1": 1,
    "n6": 6,
    "nfirst": -LAST - 1,
    "nlast": LAST,
    "j2": [[0], [2]],
    "wide": [[0, 1, 0, 0]],
    "square": [[0, 1, 0], [1, 1, 1]],
}


def main(folder):
    os.makedirs(folder, exist_ok=True)
    for name, model in MODELS.items():
        with open(os.path.join(folder, name + ".xml"), "w", encoding="utf-8") as file:
            file.write(str(model))
        with open(os.path.join(folder, name + ".bin"), "wb") as file:
            file.write(model.weights)
    for n in range(8):
        array = np.arange(n * 3, dtype=np.float32).reshape(n, 3)
        np.save(os.path.join(folder, f"{n}x3.npy"), array)
        np.save(os.path.join(folder, f"{n}.npy"), np.arange(n, dtype=np.float32))
    np.save(os.path.join(folder, "1x4.npy"), np.ones((1, 4), np.float32))
    for name, values in VALUES.items():
        np.save(os.path.join(folder, f"{name}.npy"), np.array(values, np.int64))
    np.save(os.path.join(folder, "long.npy"), np.empty((2**31, 0), np.float32))


main(sys.argv[1])
