# ===- run-dynamic.py - graphs with sizes and bounds known at run time -----===#
#
# usage: run-dynamic.py [--scatter-run=PROGRAM] WORK
#
# Runs each graph below with several arguments. The results are those of the
# function in NumPy beside it; what does not fit is one line and status 2. Files
# are written to WORK; without a program, the graphs only.
#
# ===----------------------------------------------------------------------===#

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from graph_def import *

TIMEOUT_SECONDS = 120
DTYPES = {FLOAT: np.float32, INT32: np.int32, INT64: np.int64, BOOL: np.bool_}
MIN32, MAX32 = -(2**31), 2**31 - 1
MIN64, MAX64 = -(2**63), 2**63 - 1


class Fails:
    """A run that ends with a report: the text after the names of the node."""

    def __init__(self, text, *arguments):
        self.text, self.arguments = text, arguments


class Case:
    def __init__(self, inputs, nodes, function, runs):
        """`inputs` maps names to a type and sizes, -1 for unknown ones. Each of
        `runs` is a tuple of arguments or a Fails."""
        self.inputs, self.function, self.runs = inputs, function, runs
        parameters = [placeholder(name, *info) for name, info in inputs.items()]
        self.content = graph(parameters + nodes)

    def arrays(self, run):
        arguments = run.arguments if isinstance(run, Fails) else run
        return [
            np.asarray(argument, DTYPES[kind])
            for argument, (kind, _) in zip(arguments, self.inputs.values(), strict=True)
        ]


CASES = {}


def add(name, inputs, nodes, function, *runs):
    CASES[name] = Case(inputs, nodes, function, runs)


def rows(count, columns=3):
    return np.arange(count * columns, dtype=np.float32).reshape(count, columns)


def ints(name, *values, dims=None):
    return const(name, int32s(list(values), dims))


def int64s(name, *values, dims=None):
    raw = struct.pack(f"<{len(values)}q", *values)
    return const(name, tensor(INT64, [len(values)] if dims is None else dims, raw))


def masks(**bits):
    return {f"{name}_mask": (3, value) for name, value in bits.items()}


def put(x, place, value):
    result = x.copy()
    result[place] = value
    return result


X = {"x": (FLOAT, [-1, 3])}
XX = {"x": (FLOAT, [-1, -1])}
BOUNDS = {"b": (INT32, [1]), "e": (INT32, [1])}
BOUNDS64 = {"b": (INT64, [1]), "e": (INT64, [1])}

# ===----------------------------------------------------------------------===#
# StridedSlice and TensorStridedSliceUpdate
# ===----------------------------------------------------------------------===#

ENDS = [(1, 4), (0, 2), (-3, -1), (-100, 100), (4, 2), (-1, MAX32), (MIN32, MIN32), (MAX32, MAX32)]


def runs_of_bounds(*values):
    bounds = [(5, *ends) for ends in ENDS] + [(2, -1, MAX32), (2, MIN32, -1), (0, 0, 4)]
    return [(rows(n), [b], [e], *values) for n, b, e in bounds]


for step in (1, 2, 3, -1, -2, -(2**31)):
    add(
        f"slice_step_{step}",
        X | BOUNDS,
        [ints("s", step), node("y", "StridedSlice", ["x", "b", "e", "s"])],
        lambda x, b, e, step=step: x[b[0] : e[0] : step],
        *runs_of_bounds(),
    )
    add(
        f"update_step_{step}",
        X | BOUNDS | {"v": (FLOAT, [])},
        [ints("s", step), node("y", "TensorStridedSliceUpdate", ["x", "b", "e", "s", "v"])],
        lambda x, b, e, v, step=step: put(x, slice(b[0], e[0], step), v),
        *runs_of_bounds(-1),
    )

ENDS64 = [(MIN64, MAX64), (MAX64, MIN64), (MIN64 + 1, -1), (-(2**62) - 1, 2**62), (2**62, -(2**62))]
for step in (1, -2, MIN64, MAX64):
    add(
        f"slice_wide_step_{step}",
        X | BOUNDS64,
        [int64s("s", step), node("y", "StridedSlice", ["x", "b", "e", "s"])],
        lambda x, b, e, step=step: x[b[0] : e[0] : max(step, -MAX64)],
        *[(rows(n), [b], [e]) for n in (4, 1) for b, e in ENDS64],
    )

for first, last in ((True, False), (False, True), (True, True)):
    for step in (2, -1):
        add(
            f"slice_open_{first}_{last}_{step}",
            X | BOUNDS,
            [
                ints("s", step),
                node(
                    "y", "StridedSlice", ["x", "b", "e", "s"], **masks(begin=first, end=last)
                ),
            ],
            lambda x, b, e, first=first, last=last, step=step: x[
                None if first else b[0] : None if last else e[0] : step
            ],
            *runs_of_bounds(),
        )

CONSTANTS = [(1, MAX32), (0, -1), (-4, -1), (2, 4), (3, 1)]
for begin, end in CONSTANTS:
    for step in (1, 2, -1):
        add(
            f"slice_constant_{begin}_{end}_{step}",
            X,
            [
                ints("b", begin),
                ints("e", end),
                ints("s", step),
                node("y", "StridedSlice", ["x", "b", "e", "s"]),
            ],
            lambda x, begin=begin, end=end, step=step: x[begin:end:step],
            *[(rows(n),) for n in (5, 3, 0)],
        )


def at(place):
    """The message of an index that `place` does not have."""
    n, found = place
    return f"input 1 'b': error: element 0: expected an index in [{-n}, {n - 1}], found {found}"


NO_INDEX = "input 1 'b': error: element 0: expected no index into a dimension of size 0, found 0"
INDEX = [(rows(5), [i], [0]) for i in (0, 4, -1, -5)] + [(rows(1), [i], [9]) for i in (0, -1)]
NOT_INDEX = [
    *[(5, i) for i in (5, -6, MAX32, MIN32)],
    *[(1, i) for i in (1, -2)],
]
add(
    "index",
    X | BOUNDS,
    [ints("s", 1), node("y", "StridedSlice", ["x", "b", "e", "s"], **masks(shrink_axis=1))],
    lambda x, b, e: x[b[0]],
    *INDEX,
    *[Fails(at((n, i)), rows(n), [i], [0]) for n, i in NOT_INDEX],
    Fails(NO_INDEX, rows(0), [0], [1]),
)
add(
    "update_index",
    X | BOUNDS | {"v": (FLOAT, [3])},
    [
        ints("s", 1),
        node(
            "y", "TensorStridedSliceUpdate", ["x", "b", "e", "s", "v"], **masks(shrink_axis=1)
        ),
    ],
    lambda x, b, e, v: put(x, b[0], v),
    *[(*run, [7, 8, 9]) for run in INDEX],
    *[Fails(at((n, i)), rows(n), [i], [0], [7, 8, 9]) for n, i in NOT_INDEX],
    Fails(NO_INDEX, rows(0), [0], [1], [7, 8, 9]),
)
# Of a tensor of static shape.
add(
    "index_static",
    {"x": (FLOAT, [4, 3])} | BOUNDS64,
    [int64s("s", 1), node("y", "StridedSlice", ["x", "b", "e", "s"], **masks(shrink_axis=1))],
    lambda x, b, e: x[b[0]],
    (rows(4), [3], [0]),
    (rows(4), [-4], [0]),
    *[Fails(at((4, i)), rows(4), [i], [0]) for i in (4, -5, MIN64, MAX64, 2**32, -(2**32))],
)
# A constant index of a dimension that is known at run time.
for index in (2, -3):
    add(
        f"index_{index}",
        X,
        [
            ints("b", index),
            ints("s", 1),
            node("y", "StridedSlice", ["x", "b", "s", "s"], **masks(shrink_axis=1)),
        ],
        lambda x, index=index: x[index],
        (rows(3),),
        (rows(5),),
        Fails(at((2, index)), rows(2)),
    )

# x[b0:, newaxis, ..., j], and the same with the index first.
BRACKETS = {"b": (INT32, [4]), "e": (INT32, [4])}
add(
    "brackets",
    {"x": (FLOAT, [-1, 2, -1])} | BRACKETS,
    [
        ints("s", 1, 1, 1, 1),
        node(
            "y",
            "StridedSlice",
            ["x", "b", "e", "s"],
            **masks(end=1, new_axis=2, ellipsis=4, shrink_axis=8),
        ),
    ],
    lambda x, b, e: x[b[0] :, np.newaxis, ..., b[3]],
    (rows(6, 4).reshape(3, 2, 4), [1, 0, 0, -1], [0, 0, 0, 0]),
    (rows(6, 1).reshape(3, 2, 1), [-5, 0, 0, 0], [0, 0, 0, 0]),
    Fails(
        "input 1 'b': error: element 3: expected an index in [-4, 3], found 4",
        rows(6, 4).reshape(3, 2, 4),
        [1, 0, 0, 4],
        [0, 0, 0, 0],
    ),
)
add(
    "update_brackets",
    {"x": (FLOAT, [-1, 2, -1])} | BRACKETS | {"v": (FLOAT, [-1, 1])},
    [
        ints("s", 1, 1, 1, -1),
        node(
            "y",
            "TensorStridedSliceUpdate",
            ["x", "b", "e", "s", "v"],
            **masks(end=8, new_axis=2, ellipsis=4, shrink_axis=1),
        ),
    ],
    lambda x, b, e, v: put(x, (b[0], slice(None), slice(b[3], None, -1)), v),
    (rows(6, 4).reshape(3, 2, 4), [1, 0, 0, 2], [0, 0, 0, 0], [[-1], [-2]]),
    (rows(6, 4).reshape(3, 2, 4), [-3, 0, 0, -1], [0, 0, 0, 0], [[-1]]),
    (rows(6, 0).reshape(3, 2, 0), [0, 0, 0, 5], [0, 0, 0, 0], [[-1]]),
    Fails(
        "input 4 'v': error: dimension 0: expected size 1 or 2, found 3",
        rows(6, 4).reshape(3, 2, 4),
        [1, 0, 0, 2],
        [0, 0, 0, 0],
        [[-1], [-2], [-3]],
    ),
)
add(
    "update_rows",
    X | BOUNDS | {"v": (FLOAT, [-1, 3])},
    [ints("s", 1), node("y", "TensorStridedSliceUpdate", ["x", "b", "e", "s", "v"])],
    lambda x, b, e, v: put(x, slice(b[0], e[0]), v),
    (rows(5), [1], [3], -rows(2)),
    (rows(4), [-1], [9], -rows(1)),
    (rows(4), [1], [4], -rows(1)),
    Fails(
        "input 4 'v': error: dimension 0: expected size 1 or 2, found 3",
        rows(5),
        [1],
        [3],
        rows(3),
    ),
)
# A cache that is written from a position on, as long as the update is.
add(
    "cache",
    {"x": (FLOAT, [-1, 2]), "v": (FLOAT, [-1, 2]), "i": (INT32, [])},
    [
        ints("zero", 0),
        ints("one", 1),
        node("shape", "Shape", ["v"]),
        node("n", "StridedSlice", ["shape", "zero", "one", "one"], **masks(shrink_axis=1)),
        node("end", "AddV2", ["i", "n"]),
        node("b", "Pack", ["i"], axis=(3, 0)),
        node("e", "Pack", ["end"], axis=(3, 0)),
        node("update", "TensorStridedSliceUpdate", ["x", "b", "e", "one", "v"]),
        node("y", "StridedSlice", ["update", "zero", "e", "one"], **masks(begin=1)),
    ],
    lambda x, v, i: put(x, slice(i, i + len(v)), v)[: i + len(v)],
    (rows(8, 2), -rows(2, 2), 3),
    (rows(5, 2), -rows(1, 2), 4),
    (rows(5, 2), -rows(0, 2), 4),
)

# ===----------------------------------------------------------------------===#
# Slice
# ===----------------------------------------------------------------------===#


def cut(x, b, s):
    ends = [None if size == -1 else begin + size for begin, size in zip(b, s)]
    return x[tuple(slice(begin, end) for begin, end in zip(b, ends))]


WITHIN = [([1, 0], [2, 3]), ([0, 1], [-1, 2]), ([2, 3], [0, -1]), ([1, 2], [-1, -1])]
add(
    "slice",
    XX | {"b": (INT32, [2]), "s": (INT32, [2])},
    [node("y", "Slice", ["x", "b", "s"])],
    cut,
    *[(rows(n), b, s) for n in (3, 4) for b, s in WITHIN],
    *[
        Fails(f"input {place}: expected {limit}, found {found}", rows(3), b, s)
        for place, limit, found, b, s in (
            ("1 'b': error: element 0", "0 or more", -1, [-1, 0], [1, 1]),
            ("1 'b': error: element 1", "3 or less", 4, [0, 4], [1, -1]),
            ("1 'b': error: element 0", "3 or less", MAX32, [MAX32, 0], [MAX32, 1]),
            ("2 's': error: element 0", "2 or less", 3, [1, 0], [3, 1]),
            ("2 's': error: element 1", "1 or less", MAX32, [1, 2], [1, MAX32]),
            ("2 's': error: element 1", "-1 or more", -2, [1, 2], [1, -2]),
        )
    ],
)
add(
    "slice_constant_size",
    XX | {"b": (INT64, [2])},
    [int64s("s", 2, -1), node("y", "Slice", ["x", "b", "s"])],
    lambda x, b: cut(x, b, [2, -1]),
    (rows(3), [1, 1]),
    (rows(2, 4), [0, 4]),
    Fails("input 2 's': error: element 0: expected 1 or less, found 2", rows(3), [2, 0]),
    Fails(
        f"input 1 'b': error: element 1: expected 3 or less, found {MAX64}", rows(3), [0, MAX64]
    ),
)
add(
    "slice_constant",
    X,
    [ints("b", 1, 0), ints("s", 2, -1), node("y", "Slice", ["x", "b", "s"])],
    lambda x: x[1:3],
    (rows(3),),
    (rows(7),),
    Fails("input 1 'b': error: element 0: expected 0 or less, found 1", rows(0)),
    Fails("input 2 's': error: element 0: expected 1 or less, found 2", rows(2)),
)

# ===----------------------------------------------------------------------===#
# Parts
# ===----------------------------------------------------------------------===#

add(
    "split",
    XX,
    [
        ints("axis", 0, dims=[]),
        node("p", "Split", ["axis", "x"], num_split=(3, 2)),
        node("y", "Sub", ["p:1", "p"]),
    ],
    lambda x: x[len(x) // 2 :] - x[: len(x) // 2],
    (rows(4),),
    (rows(6, 2),),
    (rows(0),),
    Fails("input 1 'x': error: dimension 0: expected size a multiple of 2, found 5", rows(5)),
)


def part(x, sizes, which):
    sizes = list(sizes)
    if -1 in sizes:
        rest = len(x) - sum(size for size in sizes if size != -1)
        sizes[sizes.index(-1)] = rest
    return np.split(x, np.cumsum(sizes)[:-1])[which]


PARTS = {"p": (INT64, [3])}
for which in (0, 1, 2):
    add(
        f"split_sizes_{which}",
        X | PARTS,
        [
            ints("axis", 0, dims=[]),
            node("parts", "SplitV", ["x", "p", "axis"], num_split=(3, 3)),
            node("y", "Neg", [f"parts:{which}"]),
        ],
        lambda x, p, which=which: -part(x, p, which),
        *[
            (rows(n), p)
            for n, p in (
                *[(6, p) for p in ([1, 2, 3], [-1, 2, 1], [2, -1, 2], [1, 1, -1], [0, 6, 0])],
                *[(9, p) for p in ([4, 2, 3], [9, -1, 0])],
            )
        ],
        Fails("input 0 'x': error: dimension 0: expected size 5, found 6", rows(6), [1, 2, 2]),
        Fails("input 0 'x': error: dimension 0: expected size 7, found 6", rows(6), [5, 2, -1]),
        Fails("input 1 'p': error: element 0: expected -1 or more, found -2", rows(6), [-2, 4, 4]),
        Fails("input 1 'p': error: element 2: expected 0 or more, found -1", rows(6), [-1, 4, -1]),
        Fails(
            "input 0 'x': error: dimension 0: expected size 21, found 6",
            rows(6),
            [MAX64, MAX64, MAX64],
        ),
        Fails(
            "input 0 'x': error: dimension 0: expected size 14, found 6",
            rows(6),
            [MAX64, MAX64, 0],
        ),
    )
for sizes in ([2, -1, 1], [2, 2, 2]):
    add(
        f"split_constant_{sizes[1]}",
        X,
        [
            ints("axis", 0, dims=[]),
            int64s("p", *sizes),
            node("parts", "SplitV", ["x", "p", "axis"], num_split=(3, 3)),
            node("y", "Neg", ["parts:1"]),
        ],
        lambda x, sizes=sizes: -part(x, sizes, 1),
        (rows(6),),
        *([(rows(3),), (rows(4),)] if -1 in sizes else []),
        Fails(
            f"input 0 'x': error: dimension 0: expected size {3 if -1 in sizes else 6}, found 1",
            rows(1),
        ),
    )
add(
    "unpack",
    XX,
    [node("p", "Unpack", ["x"], num=(3, 2), axis=(3, 0)), node("y", "Sub", ["p:1", "p"])],
    lambda x: x[1] - x[0],
    (rows(2),),
    (rows(2, 5),),
    Fails("input 0 'x': error: dimension 0: expected size 2, found 3", rows(3)),
)
add(
    "pack",
    XX | {"u": (FLOAT, [-1, -1])},
    [node("y", "Pack", ["x", "u"], axis=(3, 1))],
    lambda x, u: np.stack([x, u], 1),
    (rows(2), -rows(2)),
    (rows(4, 1), -rows(4, 1)),
    Fails("input 1 'u': error: dimension 0: expected size 2, found 4", rows(2), rows(4)),
    Fails("input 1 'u': error: dimension 1: expected size 3, found 2", rows(2), rows(2, 2)),
)
add(
    "concat",
    XX | {"u": (FLOAT, [-1, -1])},
    [ints("axis", -1, dims=[]), node("y", "ConcatV2", ["x", "u", "axis"])],
    lambda x, u: np.concatenate([x, u], -1),
    (rows(2), -rows(2, 1)),
    (rows(4, 1), -rows(4, 2)),
    Fails("input 1 'u': error: dimension 0: expected size 2, found 4", rows(2), rows(4)),
)

# ===----------------------------------------------------------------------===#
# Gathers and scatters
# ===----------------------------------------------------------------------===#

OUTSIDE = "error: 'indices' tuple 1, component 0: expected an index in [0, 3] for a dimension of size 4, found"
INDICES = {"i": (INT32, [-1])}
for op, extra in (("Gather", []), ("GatherV2", ["axis"])):
    add(
        op,
        XX | INDICES,
        [ints("axis", 0, dims=[]), node("y", op, ["x", "i", *extra])],
        lambda x, i: x[i],
        (rows(4), [3, 0, 3]),
        (rows(2, 5), [1]),
        (rows(2, 5), []),
        Fails(f"{OUTSIDE} 4", rows(4), [3, 4]),
        Fails(f"{OUTSIDE} -1", rows(4), [3, -1]),
    )
add(
    "gather_columns",
    XX | INDICES,
    [ints("axis", 1, dims=[]), node("y", "GatherV2", ["x", "i", "axis"])],
    lambda x, i: x[:, i],
    (rows(4), [2, 0]),
    (rows(2, 5), [4, 4, 1]),
)
add(
    "gather_batch",
    XX | {"i": (INT32, [-1, 2])},
    [ints("axis", 1, dims=[]), node("y", "GatherV2", ["x", "i", "axis"], batch_dims=(3, 1))],
    lambda x, i: np.take_along_axis(x, i, 1),
    (rows(2), [[2, 0], [1, 1]]),
    (rows(1, 5), [[4, 0]]),
    Fails("input 1 'i': error: dimension 0: expected size 2, found 1", rows(2), [[2, 0]]),
)
add(
    "gather_nd",
    XX | {"i": (INT32, [-1, 2])},
    [node("y", "GatherNd", ["x", "i"])],
    lambda x, i: x[i[:, 0], i[:, 1]],
    (rows(4), [[3, 2], [0, 1]]),
    (rows(2, 5), [[1, 4]]),
    Fails(f"{OUTSIDE} 4", rows(4), [[3, 2], [4, 0]]),
)


def scattered(i, u, s):
    result = np.zeros(s, np.float32)
    np.add.at(result, i[:, 0], u)
    return result


add(
    "scatter_nd",
    {"i": (INT32, [-1, 1]), "u": (FLOAT, [-1, -1]), "s": (INT32, [2])},
    [node("y", "ScatterNd", ["i", "u", "s"])],
    scattered,
    ([[3], [0], [3]], rows(3), [4, 3]),
    ([[1]], rows(1, 2), [2, 2]),
    Fails(f"{OUTSIDE} 4", [[3], [4]], rows(2), [4, 3]),
    Fails("error: 'updates' dimension 1: expected size 3, found 2", [[3]], rows(1, 2), [4, 3]),
    Fails(
        "input 2 's': error: element 0: expected 0 or more, found -4", [[3]], rows(1), [-4, 3]
    ),
)

# ===----------------------------------------------------------------------===#
# Shapes
# ===----------------------------------------------------------------------===#

SHAPE = {"s": (INT32, [2])}
add(
    "fill",
    SHAPE | {"v": (FLOAT, [])},
    [node("y", "Fill", ["s", "v"])],
    lambda s, v: np.full(s, v),
    ([2, 3], 7),
    ([0, 5], 7),
    Fails("input 0 's': error: element 1: expected 0 or more, found -1", [2, -1], 7),
)
add(
    "broadcast",
    XX | SHAPE,
    [node("y", "BroadcastTo", ["x", "s"])],
    lambda x, s: np.broadcast_to(x, s),
    (rows(1), [4, 3]),
    (rows(2, 1), [2, 5]),
    (rows(2), [2, 3]),
    (rows(1, 1), [0, 3]),
    Fails("input 0 'x': error: dimension 0: expected size 1 or 4, found 2", rows(2), [4, 3]),
    Fails("input 0 'x': error: dimension 1: expected size 1, found 3", rows(2), [2, 1]),
    Fails("input 1 's': error: element 0: expected 0 or more, found -1", rows(2), [-1, 3]),
)
add(
    "broadcast_known",
    X | {"s": (INT32, [3])},
    [node("y", "BroadcastTo", ["x", "s"])],
    lambda x, s: np.broadcast_to(x, s),
    (rows(1), [2, 4, 3]),
    (rows(2), [3, 2, 3]),
    Fails("input 0 'x': error: dimension 1: expected size 1, found 3", rows(2), [2, 2, 1]),
)
add(
    "squeeze",
    {"x": (FLOAT, [-1, -1, 3])},
    [node("y", "Squeeze", ["x"], squeeze_dims=(1, message((3, 1))))],
    lambda x: np.squeeze(x, 1),
    (rows(4).reshape(4, 1, 3),),
    (rows(1).reshape(1, 1, 3),),
    Fails("input 0 'x': error: dimension 1: expected size 1, found 2", rows(4).reshape(2, 2, 3)),
)
add(
    "range",
    {"a": (INT32, []), "b": (INT32, [])},
    [ints("s", 2, dims=[]), node("y", "Range", ["a", "b", "s"])],
    lambda a, b: np.arange(a, b, 2, np.int32),
    (1, 6),
    (-3, 3),
    (4, 4),
)
add(
    "tile",
    XX | SHAPE,
    [node("y", "Tile", ["x", "s"])],
    lambda x, s: np.tile(x, s),
    (rows(2), [1, 2]),
    (rows(1, 2), [3, 1]),
)
add(
    "sizes",
    XX,
    [node("n", "Size", ["x"]), node("r", "Rank", ["x"]), node("y", "Pack", ["n", "r"], axis=(3, 0))],
    lambda x: np.array([x.size, x.ndim], np.int32),
    (rows(4),),
    (rows(2, 5),),
)
# Sizes of more than 32 bits do not become such.
add(
    "wide_shape",
    {"x": (FLOAT, [-1, 0])},
    [node("y", "Shape", ["x"])],
    lambda x: np.array(x.shape, np.int32),
    (np.zeros((MAX32, 0)),),
    Fails(
        f"output: error: element 0: expected {MAX32} or less, found {MAX32 + 1}",
        np.zeros((MAX32 + 1, 0)),
    ),
)
add(
    "pad",
    XX | {"p": (INT32, [2, 2])},
    [const("v", tensor(FLOAT, [], struct.pack("<f", 7))), node("y", "PadV2", ["x", "p", "v"])],
    lambda x, p: np.pad(x, p, constant_values=7),
    (rows(2), [[1, 2], [0, 1]]),
    (rows(1, 4), [[0, 0], [3, 0]]),
    (rows(0), [[0, 1], [0, 0]]),
    Fails("input 1 'p': error: element 2: expected 0 or more, found -1", rows(2), [[1, 2], [-1, 0]]),
)
add(
    "pad_wide",
    X | {"p": (INT64, [2, 2])},
    [node("y", "Pad", ["x", "p"])],
    lambda x, p: np.pad(x, p),
    (rows(2), [[1, 2], [0, 1]]),
    Fails(
        f"input 1 'p': error: element 1: expected {2**40 - 1} or less, found {MAX64}",
        rows(2),
        [[1, MAX64], [0, 0]],
    ),
)
add(
    "pad_constant",
    X,
    [ints("p", 1, 0, 0, 2, dims=[2, 2]), node("y", "Pad", ["x", "p"])],
    lambda x: np.pad(x, [[1, 0], [0, 2]]),
    (rows(2),),
    (rows(0),),
)

# ===----------------------------------------------------------------------===#
# Elementwise ops
# ===----------------------------------------------------------------------===#

XU = XX | {"u": (FLOAT, [-1, -1])}
add(
    "add_n",
    XU,
    [node("y", "AddN", ["x", "u"])],
    lambda x, u: x + u,
    (rows(2), rows(2)),
    (rows(1, 5), rows(1, 5)),
    Fails("input 1 'u': error: dimension 0: expected size 2, found 1", rows(2), rows(1)),
)
for layout, axis in (("NHWC", -1), ("NCHW", 1)):
    add(
        f"bias_{layout}",
        {"x": (FLOAT, [-1, -1, -1]), "u": (FLOAT, [-1])},
        [node("y", "BiasAdd", ["x", "u"], data_format=(2, layout))],
        lambda x, u, axis=axis: x + (u if axis < 0 else u[:, np.newaxis]),
        (rows(6, 4).reshape(2, 3, 4), np.arange(4 if axis < 0 else 3)),
        (rows(2, 1).reshape(1, 2, 1), np.arange(1 if axis < 0 else 2)),
        Fails(
            f"input 1 'u': error: dimension 0: expected size {4 if axis < 0 else 3}, found 1",
            rows(6, 4).reshape(2, 3, 4),
            [1],
        ),
    )
add(
    "select",
    {"c": (BOOL, [-1, -1])} | XU,
    [node("y", "Select", ["c", "x", "u"])],
    np.where,
    (rows(2) % 2 == 0, rows(2), -rows(2)),
    (rows(1, 4) % 2 == 0, rows(1, 4), -rows(1, 4)),
    Fails(
        "input 1 'x': error: dimension 0: expected size 1, found 2",
        rows(1) == 0,
        rows(2),
        rows(2),
    ),
)
add(
    "select_rows",
    {"c": (BOOL, [-1])} | XU,
    [node("y", "Select", ["c", "x", "u"])],
    lambda c, x, u: np.where(c[:, np.newaxis], x, u),
    ([True, False], rows(2), -rows(2)),
    ([False], rows(1, 4), -rows(1, 4)),
    Fails(
        "input 0 'c': error: dimension 0: expected size 2, found 1", [True], rows(2), rows(2)
    ),
    Fails(
        "input 2 'u': error: dimension 0: expected size 2, found 1",
        [True, False],
        rows(2),
        rows(1),
    ),
)
add(
    "cast",
    XX,
    [node("y", "Cast", ["x"], DstT=(6, INT32))],
    lambda x: x.astype(np.int32),
    (rows(2),),
    (rows(1, 5),),
)
for op, function in (("OnesLike", np.ones_like), ("ZerosLike", np.zeros_like)):
    add(op, XX, [node("y", op, ["x"])], function, (rows(2),), (rows(1, 5),))

# ===----------------------------------------------------------------------===#
# What a graph computes may overflow: nothing out of bounds is read.
# ===----------------------------------------------------------------------===#

# The number of rows plus `b` plus `e`, in 64 bits, as a vector.
SUM = [
    int64s("zero", 0),
    int64s("one", 1),
    int64s("big", MAX64),
    node("shape", "Shape", ["x"], out_type=(6, INT64)),
    node("n", "StridedSlice", ["shape", "zero", "one", "one"]),
    node("more", "AddV2", ["n", "big"]),
    node("less", "AddV2", ["more", "big"]),
    node("next", "AddV2", ["n", "one"]),
]
add(
    "overflowing_begin",
    X,
    [*SUM, node("y", "StridedSlice", ["x", "less", "n", "one"])],
    lambda x: x[len(x) - 2 :],
    (rows(1),),
    (rows(4),),
)
add(
    "overflowing_index",
    X,
    [*SUM, node("y", "StridedSlice", ["x", "more", "n", "one"], **masks(shrink_axis=1))],
    None,
    Fails(
        f"input 1 'more': error: element 0: expected an index in [-4, 3], found {MIN64 + 3}",
        rows(4),
    ),
)
add(
    "overflowing_update",
    X | {"v": (FLOAT, [])},
    [*SUM, node("y", "TensorStridedSliceUpdate", ["x", "less", "n", "one", "v"])],
    lambda x, v: put(x, slice(len(x) - 2, None), v),
    (rows(1), 9),
    (rows(4), 9),
)
add(
    "overflowing_parts",
    X,
    [
        *SUM,
        ints("axis", 0, dims=[]),
        node("p", "ConcatV2", ["less", "next", "axis"]),
        node("parts", "SplitV", ["x", "p", "axis"], num_split=(3, 2)),
        node("y", "Neg", ["parts:1"]),
    ],
    None,
    Fails("input 0 'x': error: dimension 0: expected size 2, found 1", rows(1)),
    Fails("input 0 'x': error: dimension 0: expected size 7, found 4", rows(4)),
)
add(
    "overflowing_slice",
    X,
    [
        *SUM,
        ints("axis", 0, dims=[]),
        node("b", "ConcatV2", ["less", "zero", "axis"]),
        node("s", "ConcatV2", ["next", "one", "axis"]),
        node("y", "Slice", ["x", "b", "s"]),
    ],
    None,
    Fails("input 1 'b': error: element 0: expected 0 or more, found -1", rows(1)),
    Fails("input 2 's': error: element 0: expected 2 or less, found 5", rows(4)),
)


def check(scatter_run, name, case, number, work):
    """What is wrong with run `number` of `case`, or None."""
    run = case.runs[number]
    prefix = os.path.join(work, f"{name}.{number}")
    command = [scatter_run, os.path.join(work, f"{name}.pb"), f"--output=y={prefix}.y.npy"]
    arrays = case.arrays(run)
    for key, array in zip(case.inputs, arrays):
        np.save(f"{prefix}.{key}.npy", array)
        command.append(f"--input={key}={prefix}.{key}.npy")
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
    )
    if isinstance(run, Fails):
        if result.returncode == 2 and result.stderr.endswith(f"{run.text}\n"):
            return None if result.stderr.count("\n") == 1 else f"lines: {result.stderr}"
        return f"status {result.returncode}, expected '{run.text}': {result.stderr}"
    if result.returncode:
        return f"status {result.returncode}: {result.stderr}"
    expected, found = case.function(*arrays), np.load(f"{prefix}.y.npy")
    if found.shape == expected.shape and np.array_equal(found, expected):
        return None
    return f"expected\n{expected}\nfound\n{found}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scatter-run")
    parser.add_argument("--filter", default="", help="only cases with this in their names")
    parser.add_argument("work")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    runs = []
    for name, case in CASES.items():
        if arguments.filter not in name:
            continue
        with open(os.path.join(arguments.work, f"{name}.pb"), "wb") as stream:
            stream.write(case.content)
        runs += [(name, case, number) for number in range(len(case.runs))]

    if not arguments.scatter_run:
        return

    def check_one(run):
        return check(arguments.scatter_run, *run, arguments.work)

    with ThreadPoolExecutor(2) as pool:
        errors = list(pool.map(check_one, runs))
    for (name, _, number), error in zip(runs, errors):
        if error:
            print(f"{name}, run {number}: {error}")
    print(f"{len(runs)} runs, {sum(map(bool, errors))} failed")
    sys.exit(any(errors) or not runs)


main()
